package bash

import (
	"strings"
	"unicode/utf8"
)

// ifs returns the value of IFS and whether it is set.
func (sh *Shell) ifs() (string, bool) {
	v, ok := sh.lookup("IFS")
	if !ok {
		return "", false
	}
	s, set := v.Scalar()
	return s.S, set
}

// separators returns the characters that separate fields; the default ones when IFS is not set.
func (b *build) separators() string {
	if !b.ifsKnown {
		b.ifsText, b.ifsSet = b.sh.ifs()
		if !b.ifsSet {
			b.ifsText = " \t\n"
		}
		b.ifsKnown = true
	}
	return b.ifsText
}

// joiner returns what "$*" puts between its elements.
func (b *build) joiner() string {
	s := b.separators()
	if s == "" {
		return ""
	}
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isBlank says whether c separates fields only together with others of its kind when it is in IFS.
func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// splitValue adds the result of an expansion and ends fields at separators. The state carries over to what follows in the
// word: separators at the end of one expansion and the beginning of the next belong together.
func (b *build) splitValue(s Str) {
	seps := b.separators()
	t := s.S
	if seps == "" {
		b.chunk(t, s)
		return
	}
	wide := !isASCII(seps)
	for len(t) > 0 {
		i, n := indexSep(t, seps, wide)
		if i < 0 {
			b.chunk(t, s)
			return
		}
		if i > 0 {
			b.chunk(t[:i], s)
		}
		b.separator(t[i:i+n], s)
		t = t[i+n:]
	}
}

// chunk adds a stretch of a value without separators.
func (b *build) chunk(t string, s Str) {
	b.begun, b.sep, b.lab = true, sepNone, b.lab|s.L
	if !b.magic && hasMagic(t) {
		b.magic = true
	}
	b.grow(len(t))
	b.buf = append(b.buf, t...)
}

// separator ends a field, if there is one to end.
func (b *build) separator(c string, s Str) {
	b.sh.p.Tick(1)
	if len(c) == 1 && isBlank(c[0]) {
		if b.begun {
			b.end()
			b.sep = sepBlank
		}
		return
	}
	if b.sep == sepBlank {
		b.sep = sepOther
		return
	}
	b.lab |= s.L
	b.end()
	b.sep = sepOther
}

// indexSep returns the place and length of the first separator in t, or -1.
func indexSep(t, seps string, wide bool) (int, int) {
	if !wide {
		if len(seps) == 1 {
			return strings.IndexByte(t, seps[0]), 1
		}
		for i := 0; i < len(t); i++ {
			if strings.IndexByte(seps, t[i]) >= 0 {
				return i, 1
			}
		}
		return -1, 0
	}
	for i := 0; i < len(t); {
		_, n := utf8.DecodeRuneInString(t[i:])
		if strings.Contains(seps, t[i:i+n]) {
			return i, n
		}
		i += n
	}
	return -1, 0
}
