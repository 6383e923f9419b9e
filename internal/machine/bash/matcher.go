package bash

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
)

// matcher is a compiled pattern.
type matcher struct {
	sh      *Shell
	fold    bool
	plain   bool  // the pattern is the string itself
	locale  uint8 // 0: not known yet, 1: every byte is a character, 2: UTF-8
	misread bool  // see patParser
	stars   bool  // matches can have several lengths
	text    string
	toks    []token
	space   [6]token // of the toks of a short pattern
	groups  int

	subject string
	memo    map[memoKey][]int32 // ends of one round of a group at a place of subject
	work    int
	held    int64 // bytes of memo that count as memory
}

type memoKey struct {
	group int
	at    int32
}

// tick counts one unit of work.
func (m *matcher) tick() {
	if m.work++; m.work >= 256 {
		m.sh.p.Tick(m.work / 16)
		m.work = 0
	}
}

// release lets go of what the matcher has remembered.
func (m *matcher) release() {
	if m.held != 0 {
		m.sh.p.Hold(-m.held)
		m.held, m.memo = 0, nil
	}
}

// done counts the work that tick has not counted.
func (m *matcher) done() {
	if m.work > 0 {
		m.sh.p.Tick(m.work/16 + 1)
		m.work = 0
	}
}

// bytes says whether every byte is a character.
func (m *matcher) bytes() bool {
	if m.locale == 0 {
		m.locale = 2
		if m.sh.bytewise() {
			m.locale = 1
		}
	}
	return m.locale == 1
}

// at decodes the character of s at i.
func (m *matcher) at(s string, i int) (rune, int) {
	if c := s[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	if m.bytes() {
		return rawByte + rune(s[i]), 1
	}
	return runeAt(s, i)
}

// one says whether token t, which is no star and no group, matches character r.
func (m *matcher) one(t *token, r rune) bool {
	switch t.kind {
	case tokAny:
		return true
	case tokSet:
		return t.set.has(r, m.fold)
	}
	return t.r == r || m.fold && (ctype.ToLower(t.r) == ctype.ToLower(r))
}

// match says whether s matches as a whole.
func (m *matcher) match(s string) bool {
	if m.plain {
		return s == m.text
	}
	if m.groups > 0 {
		n, ok := m.longestExt(s, 0, true)
		return ok && n == len(s)
	}
	ok := m.matchSimple(s)
	m.done()
	return ok
}

// matchSimple matches without groups: only the last star ever needs to be tried again.
func (m *matcher) matchSimple(s string) bool {
	i, k := 0, 0
	star, mark := -1, 0
	for i < len(s) {
		m.tick()
		if k < len(m.toks) {
			if m.toks[k].kind == tokStar {
				star, mark = k, i
				k++
				continue
			}
			r, n := m.at(s, i)
			if m.one(&m.toks[k], r) {
				i += n
				k++
				continue
			}
		}
		if star < 0 {
			return false
		}
		_, n := m.at(s, mark)
		mark += n
		i, k = mark, star+1
	}
	for k < len(m.toks) && m.toks[k].kind == tokStar {
		k++
	}
	return k == len(m.toks)
}

// longest returns the end of the longest match that begins at i.
func (m *matcher) longest(s string, i int) (int, bool) { return m.extent(s, i, true) }

// extent returns the end of the longest or shortest match that begins at i.
func (m *matcher) extent(s string, i int, long bool) (int, bool) {
	if m.plain {
		return i + len(m.text), strings.HasPrefix(s[i:], m.text)
	}
	if m.groups > 0 {
		return m.longestExt(s, i, long)
	}
	if !m.stars {
		for k := range m.toks {
			if i >= len(s) {
				return 0, false
			}
			r, n := m.at(s, i)
			if m.tick(); !m.one(&m.toks[k], r) {
				return 0, false
			}
			i += n
		}
		return i, true
	}
	return m.extentStar(s, i, long)
}

// extentStar follows all places in the pattern at once.
func (m *matcher) extentStar(s string, i int, long bool) (int, bool) {
	n := len(m.toks)
	if n < 64 {
		return m.extentMask(s, i, long)
	}
	cur, next := make([]bool, n+1), make([]bool, n+1)
	m.reach(cur, 0)
	end, ok := 0, false
	for {
		if cur[n] {
			end, ok = i, true
			if !long {
				return end, true
			}
		}
		if i >= len(s) {
			return end, ok
		}
		r, size := m.at(s, i)
		live := false
		clear(next)
		for k := range n {
			if !cur[k] {
				continue
			}
			m.tick()
			if m.toks[k].kind == tokStar {
				if k == n-1 && long {
					return len(s), true
				}
				m.reach(next, k)
				live = true
			} else if m.one(&m.toks[k], r) {
				m.reach(next, k+1)
				live = true
			}
		}
		if !live {
			return end, ok
		}
		cur, next = next, cur
		i += size
	}
}

// extentMask is extentStar with the places in the pattern as bits of one word.
func (m *matcher) extentMask(s string, i int, long bool) (int, bool) {
	var stars uint64
	n := len(m.toks)
	for k := range m.toks {
		if m.toks[k].kind == tokStar {
			stars |= 1 << k
		}
	}
	cur, last := uint64(1), uint64(1)<<n
	cur |= cur & stars << 1
	end, ok := 0, false
	for {
		if cur&last != 0 {
			if end, ok = i, true; !long {
				return end, true
			}
			if cur&stars&(last>>1) != 0 {
				return len(s), true
			}
		}
		if i >= len(s) || cur&^last == 0 {
			return end, ok
		}
		r, size := m.at(s, i)
		next := cur & stars
		for rest := cur &^ stars &^ last; rest != 0; rest &= rest - 1 {
			k := bits.TrailingZeros64(rest)
			if m.tick(); m.one(&m.toks[k], r) {
				next |= 2 << k
			}
		}
		m.tick()
		cur = next | next&stars<<1
		i += size
	}
}

// reach adds place k of the pattern, and those behind the stars there.
func (m *matcher) reach(set []bool, k int) {
	for !set[k] {
		set[k] = true
		if k == len(m.toks) || m.toks[k].kind != tokStar {
			return
		}
		k++
	}
}

// prefix returns the length of the shortest or longest prefix of s that matches, 0 when none does.
func (m *matcher) prefix(s string, long bool) int {
	n, ok := m.extent(s, 0, long)
	m.done()
	if !ok {
		return 0
	}
	return n
}

// suffix returns where the shortest or longest suffix of s that matches begins; len(s) when none does.
func (m *matcher) suffix(s string, long bool) int {
	i, ok := m.suffixAt(s, long)
	if !ok {
		return len(s)
	}
	return i
}

// suffixAt finds the shortest or longest matching suffix.
func (m *matcher) suffixAt(s string, long bool) (int, bool) {
	defer m.done()
	if m.plain {
		return len(s) - len(m.text), strings.HasSuffix(s, m.text)
	}
	if long {
		for i := 0; ; {
			if m.matchAt(s, i) {
				return i, true
			}
			if i >= len(s) {
				return 0, false
			}
			_, n := m.at(s, i)
			i += n
		}
	}
	for i := len(s); i >= 0; i-- {
		if i < len(s) && i > 0 && s[i]&0xc0 == 0x80 && !m.bytes() && !startsChar(s, i) {
			continue
		}
		if m.matchAt(s, i) {
			return i, true
		}
	}
	return 0, false
}

// startsChar says whether a character begins at i.
func startsChar(s string, i int) bool {
	for k := i - 1; k >= 0 && k > i-4; k-- {
		if s[k]&0xc0 != 0x80 {
			_, n := runeAt(s, k)
			return k+n <= i
		}
	}
	return true
}

// matchAt says whether s[i:] matches as a whole.
func (m *matcher) matchAt(s string, i int) bool {
	if m.groups > 0 {
		n, ok := m.longestExt(s, i, true)
		return ok && n == len(s)
	}
	if t := m.toks; len(t) > 0 && t[0].kind != tokStar {
		if i >= len(s) {
			return false
		}
		r, _ := m.at(s, i)
		if m.tick(); !m.one(&t[0], r) {
			return false
		}
	}
	return m.matchSimple(s[i:])
}

// find returns the first match in s from i on, the longest one at its place.
func (m *matcher) find(s string, i int) (from, to int, ok bool) {
	defer m.done()
	if m.plain {
		k := strings.Index(s[i:], m.text)
		if k < 0 {
			m.work += (len(s) - i) / 16
			return 0, 0, false
		}
		m.work += k / 16
		return i + k, i + k + len(m.text), true
	}
	for ; i < len(s); i++ {
		if s[i]&0xc0 == 0x80 && !m.bytes() && !startsChar(s, i) {
			continue
		}
		if end, ok := m.extent(s, i, true); ok {
			return i, end, true
		}
	}
	return 0, 0, false
}
