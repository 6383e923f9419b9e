package regex

import (
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
)

// badByte is added to a byte that is not part of a valid UTF-8 character to
// form the symbol that stands for it, above all code points.
const badByte = utf8.MaxRune + 1

// charSet is a set of symbols: of code points and, in byte mode, bytes. Under
// ICase both the set and the symbols tested against it are in upper case.
type charSet struct {
	ascii  [2]uint64
	high   []rune // single symbols from 0x80 up
	ranges [][2]rune
	class  ctype.Class // classes that apply from 0x80 up, in UTF-8 mode
	neg    bool        // matches what the fields above do not contain
}

func (s *charSet) add(r rune) {
	if r < utf8.RuneSelf {
		s.ascii[r>>6] |= 1 << (r & 63)
		return
	}
	s.high = append(s.high, r)
}

func (s *charSet) addRange(lo, hi rune) {
	for ; lo <= hi && lo < utf8.RuneSelf; lo++ {
		s.add(lo)
	}
	if lo <= hi {
		s.ranges = append(s.ranges, [2]rune{lo, hi})
	}
}

// addClass adds a class. In byte mode bytes from 0x80 up have no class.
func (s *charSet) addClass(c ctype.Class, bytes bool) {
	for r := rune(0); r < utf8.RuneSelf; r++ {
		if ctype.Is(r, c) {
			s.add(r)
		}
	}
	if !bytes {
		s.class |= c
	}
}

// contains reports whether the set matches r. A stray byte in UTF-8 mode is
// matched by no set: only by itself.
func (s *charSet) contains(r rune) bool {
	if r < utf8.RuneSelf {
		return s.ascii[r>>6]&(1<<(r&63)) != 0 != s.neg
	}
	if r >= badByte {
		return false
	}
	return s.containsHigh(r) != s.neg
}

func (s *charSet) containsHigh(r rune) bool {
	for _, h := range s.high {
		if h == r {
			return true
		}
	}
	for _, p := range s.ranges {
		if p[0] <= r && r <= p[1] {
			return true
		}
	}
	return s.class != 0 && ctype.Is(r, s.class)
}

// uniformHigh reports whether the set treats all valid symbols from 0x80 up
// alike.
func (s *charSet) uniformHigh() bool {
	return len(s.high) == 0 && len(s.ranges) == 0 && s.class == 0
}

func (s *charSet) equal(t *charSet) bool {
	if s.ascii != t.ascii || s.class != t.class || s.neg != t.neg ||
		len(s.high) != len(t.high) || len(s.ranges) != len(t.ranges) {
		return false
	}
	for i := range s.high {
		if s.high[i] != t.high[i] {
			return false
		}
	}
	for i := range s.ranges {
		if s.ranges[i] != t.ranges[i] {
			return false
		}
	}
	return true
}
