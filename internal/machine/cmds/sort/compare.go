package sort

import (
	"bytes"
	"crypto/md5"
	"encoding/binary"

	"github.com/orrery-world/orrery/internal/machine/gnu/filever"
)

// line is one input line with what the first key made of it.
type line struct {
	text []byte
	key  []byte // the first key, transformed
	num  int64  // the value of a numeric first key, if whole
	pre  uint64 // the first eight bytes of a first key that is compared as text
	ok   bool   // num is exact
	idx  int32  // place in the input
}

// prepare fills in what comparing by the first key needs.
func (s *sorter) prepare(l *line) {
	if len(s.keys) == 0 {
		l.key = l.text
		l.pre = prefix(l.key)
		return
	}
	k := &s.keys[0]
	l.key = k.transform(k.span(l.text, s.tab))
	switch {
	case k.numeric:
		l.num, l.ok = smallNumber(l.key)
	case k.isText():
		l.pre = prefix(l.key)
	}
}

// isText says whether the key is compared byte by byte.
func (k *key) isText() bool {
	return !(k.numeric || k.general || k.human || k.month || k.random || k.version)
}

// prefix returns the first bytes of b so that numbers compare as the bytes do; when they are equal the rest decides.
func prefix(b []byte) uint64 {
	if len(b) >= 8 {
		return binary.BigEndian.Uint64(b)
	}
	var p [8]byte
	copy(p[:], b)
	return binary.BigEndian.Uint64(p[:])
}

// transform applies the ignoring and folding of the key to its text.
func (k *key) transform(b []byte) []byte {
	if !k.ignores() && !k.fold {
		return b
	}
	out := make([]byte, 0, len(b))
	for _, c := range b {
		if k.dictionary && !(c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == ' ' || c == '\t') ||
			k.printable && (c < ' ' || c >= 0x7f) {
			continue
		}
		if k.fold && c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		out = append(out, c)
	}
	return out
}

// compare orders two lines: by the keys, then, unless that is turned off, by all their bytes.
func (s *sorter) compare(a, b *line) int {
	if len(s.keys) > 0 {
		if c := s.compareKeys(a, b); c != 0 || s.unique || s.stable {
			return c
		}
	}
	c := 0
	if len(s.keys) == 0 && a.pre != b.pre {
		if c = 1; a.pre < b.pre {
			c = -1
		}
	} else {
		c = bytes.Compare(a.text, b.text)
	}
	if s.global.reversed {
		return -c
	}
	return c
}

func (s *sorter) compareKeys(a, b *line) int {
	k := &s.keys[0]
	c := 0
	switch {
	case k.numeric && a.ok && b.ok:
		if a.num != b.num {
			c = 1
			if a.num < b.num {
				c = -1
			}
		}
	case a.pre != b.pre:
		// Both are 0 unless the key is text.
		c = 1
		if a.pre < b.pre {
			c = -1
		}
	default:
		c = s.compareText(k, a.key, b.key)
	}
	for i := 1; c == 0 && i < len(s.keys); i++ {
		k = &s.keys[i]
		c = s.compareText(k, k.transform(k.span(a.text, s.tab)), k.transform(k.span(b.text, s.tab)))
	}
	if k.reversed {
		return -c
	}
	return c
}

// compareText compares two transformed keys.
func (s *sorter) compareText(k *key, a, b []byte) int {
	switch {
	case k.numeric:
		return compareNumbers(a, b)
	case k.general:
		return compareGeneral(a, b)
	case k.human:
		return compareHuman(a, b)
	case k.month:
		return month(a) - month(b)
	case k.random:
		return s.compareRandom(a, b)
	case k.version:
		return filever.Compare(string(a), string(b))
	}
	return bytes.Compare(a, b)
}

// compareRandom orders by a digest that the salt makes different in each run.
func (s *sorter) compareRandom(a, b []byte) int {
	if c := bytes.Compare(s.digest(a), s.digest(b)); c != 0 {
		return c
	}
	return bytes.Compare(a, b)
}

func (s *sorter) digest(b []byte) []byte {
	buf := append(append(append(make([]byte, 0, len(s.salt)+len(b)+1), s.salt...), b...), 0)
	sum := md5.Sum(buf)
	return sum[:]
}

var months = [...]string{"JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"}

// month returns the number of the month that b begins with, 0 for none.
func month(b []byte) int {
	b = skipBlanks(b)
	if len(b) < 3 {
		return 0
	}
	var m [3]byte
	for i := range m {
		if m[i] = b[i]; m[i] >= 'a' && m[i] <= 'z' {
			m[i] -= 'a' - 'A'
		}
	}
	for i, name := range months {
		if string(m[:]) == name {
			return i + 1
		}
	}
	return 0
}

func skipBlanks(b []byte) []byte {
	for len(b) > 0 && isBlank(b[0]) {
		b = b[1:]
	}
	return b
}
