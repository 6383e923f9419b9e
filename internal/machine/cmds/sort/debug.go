package sort

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
	"github.com/orrery-world/orrery/internal/machine/gnu/wide"
)

// warnings prints what --debug has to say about the keys.
func (s *sorter) warnings(noKeys bool) {
	s.p.Errorf("text ordering performed using %s sorting rules", gnu.Quote("C.UTF-8"))
	numeric := false
	used := order{}
	for i := range s.keys {
		k := &s.keys[i]
		n := i + 1
		isNumeric := k.numeric || k.general || k.human
		numeric = numeric || isNumeric
		if k.obsolete != "" {
			s.obsoleteWarning(k)
		}
		zero := !k.toEnd && k.endField < k.field
		if zero {
			s.p.Errorf("key %d has zero width and will be ignored", n)
		}
		implicit := isNumeric || k.month
		inLine := !k.toEnd && k.endField == 0 && k.endChar != 0
		if !noKeys && !zero && s.tab < 0 && !inLine &&
			(!k.blankStart && (!implicit || k.char > 0) || !k.blankEnd && k.endChar > 0) {
			s.p.Errorf("leading blanks are significant in key %d; consider also specifying 'b'", n)
		}
		if !noKeys && isNumeric && (k.toEnd || k.endField > k.field) {
			s.p.Errorf("key %d is numeric and spans multiple fields", n)
		}
		used = join(used, k.order)
	}
	if numeric {
		how := "note numbers use"
		if s.tab == '.' {
			how = "numbers use"
		}
		s.p.Errorf("%s %s as a decimal point in this locale", how, gnu.Quote("."))
	}
	s.ignored(used, noKeys)
}

func join(a, b order) order {
	return order{a.blankStart || b.blankStart, a.blankEnd || b.blankEnd, a.dictionary || b.dictionary, a.printable || b.printable,
		a.fold || b.fold, a.general || b.general, a.human || b.human, a.month || b.month, a.numeric || b.numeric,
		a.random || b.random, a.reversed || b.reversed, a.version || b.version}
}

// ignored warns of global orderings that no key uses.
func (s *sorter) ignored(used order, noKeys bool) {
	g := s.global
	if noKeys {
		return
	}
	rest := order{g.blankStart && !used.blankStart, g.blankEnd && !used.blankEnd && !used.blankStart, g.dictionary && !used.dictionary,
		g.printable && !used.printable, g.fold && !used.fold, g.general && !used.general, g.human && !used.human,
		g.month && !used.month, g.numeric && !used.numeric, g.random && !used.random, false, g.version && !used.version}
	lastOnly := g.reversed && !used.reversed
	if !lastOnly || s.stable || s.unique {
		rest.reversed = lastOnly
		lastOnly = false
	}
	if l := rest.letters(); len(l) == 1 {
		s.p.Errorf("option '-%s' is ignored", l)
	} else if l != "" {
		s.p.Errorf("options '-%s' are ignored", l)
	}
	if lastOnly {
		s.p.Errorf("option '-r' only applies to last-resort comparison")
	}
}

func (s *sorter) obsoleteWarning(k *key) {
	now := fmt.Sprintf("-k %d", k.field+1)
	if k.char > 0 {
		now += fmt.Sprintf(".%d", k.char+1)
	}
	if !k.toEnd {
		now += fmt.Sprintf(",%d", k.endField+1)
		if k.endChar > 0 {
			now += fmt.Sprintf(".%d", k.endChar)
		}
	}
	s.p.Errorf("obsolescent key %s used; consider %s instead", gnu.Quote(k.obsolete), gnu.Quote(now))
}

// annotate prints a line and underlines the part that each key compares.
func (s *sorter) annotate(l *line) {
	text := bytes.ReplaceAll(l.text, []byte{'\t'}, []byte{'>'})
	s.p.Stdout.Write(append(append([]byte(nil), text...), '\n'))
	for i := range s.keys {
		k := &s.keys[i]
		b := k.begin(l.text, s.tab)
		b, e := k.used(l.text, b, k.end(l.text, s.tab))
		s.mark(l.text[:b], l.text[b:e])
	}
	if len(s.keys) == 0 || !s.stable && !s.unique {
		s.mark(nil, l.text)
	}
}

// used narrows a key to what its ordering looks at.
func (k *key) used(text []byte, b, e int) (int, int) {
	if !(k.numeric || k.general || k.human || k.month) {
		return b, max(b, e)
	}
	if e < b {
		b = len(text) - len(skipBlanks(text[b:]))
		return b, b
	}
	part := text[b:e]
	rest := skipBlanks(part)
	lead := len(part) - len(rest)
	n := 0
	switch {
	case k.month:
		if month(rest) > 0 {
			n = 3
		}
	case k.general:
		n = floatLen(rest)
	default:
		_, after := readNumber(rest)
		n = len(rest) - len(after)
		if digits := bytes.ContainsAny(rest[:n], "0123456789"); !digits {
			n = 0
		} else if k.human && len(after) > 0 && strings.IndexByte("KMGTPEZYk", after[0]) >= 0 {
			n++
		}
	}
	return b + lead, b + lead + n
}

func (s *sorter) mark(before, part []byte) {
	out := bytes.Repeat([]byte{' '}, columns(before))
	if n := columns(part); n > 0 {
		out = append(out, bytes.Repeat([]byte{'_'}, n)...)
	} else {
		out = append(out, "^ no match for key"...)
	}
	s.p.Stdout.Write(append(out, '\n'))
}

// columns counts the columns of b as it is shown: a tab as one character, and one for what is no character.
func columns(b []byte) int {
	n := 0
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		switch w := wide.Width(r); {
		case r == utf8.RuneError && size <= 1 || r == '\t':
			n++
		case w < 0 && !ctype.Is(r, ctype.Cntrl):
			n++
		case w > 0:
			n += w
		}
		b = b[size:]
	}
	return n
}
