package sort

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
)

// order is what a key compares by.
type order struct {
	blankStart, blankEnd                             bool // skip blanks before the start, before counting to the end
	dictionary, printable                            bool
	fold                                             bool
	general, human, month, numeric, random, reversed bool
	version                                          bool
}

// isDefault says whether the order compares bytes as they are; reversing does not count.
func (o *order) isDefault() bool {
	c := *o
	c.reversed = false
	return c == order{}
}

func (o *order) ignores() bool { return o.dictionary || o.printable }

// letters returns the option letters of o in the order in which GNU names them.
func (o *order) letters() string {
	var b strings.Builder
	for _, x := range []struct {
		on bool
		c  byte
	}{{o.blankStart || o.blankEnd, 'b'}, {o.dictionary, 'd'}, {o.fold, 'f'}, {o.general, 'g'}, {o.human, 'h'},
		{o.printable && !o.dictionary, 'i'}, {o.month, 'M'}, {o.numeric, 'n'}, {o.random, 'R'}, {o.reversed, 'r'}, {o.version, 'V'}} {
		if x.on {
			b.WriteByte(x.c)
		}
	}
	return b.String()
}

// conflict returns the letters of orderings that cannot go together; "" when they can.
func (o *order) conflict() string {
	n := 0
	for _, b := range []bool{o.numeric, o.general, o.human, o.month, o.version || o.random || o.ignores()} {
		if b {
			n++
		}
	}
	if n < 2 {
		return ""
	}
	c := *o
	c.blankStart, c.blankEnd, c.fold, c.reversed = false, false, false, false
	return c.letters()
}

// set turns on the orderings named by the letters at the start of s and returns the rest. Blanks are to be skipped at the
// start of the key, at its end, or both.
func (o *order) set(s string, start, end bool) string {
	for s != "" {
		switch s[0] {
		case 'b':
			o.blankStart = o.blankStart || start
			o.blankEnd = o.blankEnd || end
		case 'd':
			o.dictionary, o.printable = true, false
		case 'f':
			o.fold = true
		case 'g':
			o.general = true
		case 'h':
			o.human = true
		case 'i':
			o.printable = !o.dictionary
		case 'M':
			o.month = true
		case 'n':
			o.numeric = true
		case 'R':
			o.random = true
		case 'r':
			o.reversed = true
		case 'V':
			o.version = true
		default:
			return s
		}
		s = s[1:]
	}
	return s
}

// key is one -k. Fields and characters are counted from 0; toEnd means that the key goes on to the end of the line.
type key struct {
	order
	field, char       int
	endField, endChar int
	toEnd             bool
	obsolete          string // the old form that it was given in
}

const huge = 1<<62 - 1

// count reads a number at the start of s; n is -1 when there is none.
func count(s string) (n int, rest string) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		if n < huge/10 {
			n = n*10 + int(s[i]-'0')
		} else {
			n = huge
		}
		i++
	}
	if i == 0 {
		return -1, s
	}
	return n, s[i:]
}

// parseKey reads the argument of -k; msg is what GNU says when it is wrong.
func parseKey(spec string) (k key, msg string) {
	bad := func(what string) (key, string) { return k, what + ": invalid field specification " + gnu.Quote(spec) }
	missing := func(what, s string) (key, string) { return k, what + ": invalid count at start of " + gnu.Quote(s) }
	n, s := count(spec)
	switch n {
	case -1:
		return missing("invalid number at field start", s)
	case 0:
		return bad("field number is zero")
	}
	k.field = n - 1
	if strings.HasPrefix(s, ".") {
		at := s[1:]
		if n, s = count(at); n < 0 {
			return missing("invalid number after '.'", at)
		}
		if n == 0 {
			return bad("character offset is zero")
		}
		k.char = n - 1
	}
	s = k.set(s, true, false)
	if !strings.HasPrefix(s, ",") {
		k.toEnd = true
		if s != "" {
			return bad("stray character in field spec")
		}
		return k, ""
	}
	at := s[1:]
	n, s = count(at)
	switch n {
	case -1:
		return missing("invalid number after ','", at)
	case 0:
		return bad("field number is zero")
	}
	k.endField = n - 1
	if strings.HasPrefix(s, ".") {
		at := s[1:]
		if k.endChar, s = count(at); k.endChar < 0 {
			return missing("invalid number after '.'", at)
		}
	}
	if s = k.set(s, false, true); s != "" {
		return bad("stray character in field spec")
	}
	return k, ""
}

// parseOldKey reads the forms +F.C and -F.C; end is "" when there is only the first. Ok is false when from is not such a form
// and so names a file.
func parseOldKey(from, end string) (k key, msg string, ok bool) {
	n, s := count(from[1:])
	if n < 0 {
		return k, "", false
	}
	k.field, k.obsolete = n, from
	if strings.HasPrefix(s, ".") {
		if k.char, s = count(s[1:]); k.char < 0 {
			k.char = 0
		}
	}
	if k.set(s, true, false) != "" {
		return k, "", false
	}
	if end == "" {
		k.toEnd = true
		return k, "", true
	}
	k.obsolete += " " + end
	n, s = count(end[1:])
	k.endField = n
	if strings.HasPrefix(s, ".") {
		at := s[1:]
		if k.endChar, s = count(at); k.endChar < 0 {
			return k, "invalid number after '.': invalid count at start of " + gnu.Quote(at), true
		}
	}
	if k.endChar == 0 && k.endField > 0 {
		k.endField--
	} else if k.endChar == 0 {
		k.endField = -1
	}
	if k.set(s, false, true) != "" {
		return k, "stray character in field spec: invalid field specification " + gnu.Quote(end), true
	}
	return k, "", true
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// begin returns where the key starts in line.
func (k *key) begin(line []byte, tab int) int {
	i := 0
	for n := k.field; n > 0 && i < len(line); n-- {
		if tab >= 0 {
			for i < len(line) && int(line[i]) != tab {
				i++
			}
			if i < len(line) {
				i++
			}
			continue
		}
		i = skipField(line, i)
	}
	if k.blankStart {
		for i < len(line) && isBlank(line[i]) {
			i++
		}
	}
	return i + min(k.char, len(line)-i)
}

func skipField(line []byte, i int) int {
	for i < len(line) && isBlank(line[i]) {
		i++
	}
	for i < len(line) && !isBlank(line[i]) {
		i++
	}
	return i
}

// end returns where the key ends in line.
func (k *key) end(line []byte, tab int) int {
	if k.toEnd {
		return len(line)
	}
	n := k.endField
	if k.endChar == 0 {
		n++
	}
	i := 0
	for ; n > 0 && i < len(line); n-- {
		if tab >= 0 {
			for i < len(line) && int(line[i]) != tab {
				i++
			}
			if i < len(line) && (n > 1 || k.endChar != 0) {
				i++
			}
			continue
		}
		i = skipField(line, i)
	}
	if k.endChar != 0 {
		if k.blankEnd {
			for i < len(line) && isBlank(line[i]) {
				i++
			}
		}
		i += min(k.endChar, len(line)-i)
	}
	return i
}

// span returns the part of line that the key takes.
func (k *key) span(line []byte, tab int) []byte {
	b := k.begin(line, tab)
	return line[b:max(b, k.end(line, tab))]
}
