package cmds

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

type trKind uint8

const (
	trChar   trKind = iota
	trRange         // lo-hi
	trClass         // [:name:]
	trEquiv         // [=c=]
	trRepeat        // [c*count]
)

// trElem is one element of a set. The last character that it stands for is hi.
type trElem struct {
	kind  trKind
	lo    byte
	hi    byte
	name  string
	class ctype.Class
	count int
	open  bool // [c*], to be filled
}

// trSet is one of tr's two strings.
type trSet struct{ list []trElem }

// trText is a string without its backslashes; quoted bytes have no special meaning.
type trText struct {
	b      []byte
	quoted []bool
}

func (t *trText) is(i int, c byte) bool { return i < len(t.b) && t.b[i] == c && !t.quoted[i] }

// trUnquote resolves the backslashes in s.
func trUnquote(p *kern.Proc, s string) *trText {
	t := &trText{}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '\\' {
			t.b, t.quoted = append(t.b, c), append(t.quoted, false)
			continue
		}
		if i+1 == len(s) {
			p.Errorf("warning: an unescaped backslash at end of string is not portable")
			t.b, t.quoted = append(t.b, c), append(t.quoted, false)
			break
		}
		i++
		c = s[i]
		if k := strings.IndexByte("abfnrtv", c); k >= 0 {
			c = "\a\b\f\n\r\t\v"[k]
		} else if c >= '0' && c <= '7' {
			v, n := 0, 0
			for n < 3 && i+n < len(s) && s[i+n] >= '0' && s[i+n] <= '7' {
				v = v*8 + int(s[i+n]-'0')
				n++
			}
			if v > 255 {
				p.Errorf("warning: the ambiguous octal escape \\%s is being\n\tinterpreted as the 2-byte sequence \\0%s, %s",
					s[i:i+3], s[i:i+2], s[i+2:i+3])
				v, n = v>>3, 2
			}
			c = byte(v)
			i += n - 1
		}
		t.b, t.quoted = append(t.b, c), append(t.quoted, true)
	}
	return t
}

// trParse reads one of tr's strings; nil means that it was wrong and that the message has been printed.
func trParse(p *kern.Proc, s string) *trSet {
	t := trUnquote(p, s)
	set := &trSet{}
	i := 0
	for i+2 < len(t.b) {
		if t.is(i, '[') {
			n, msg := set.bracket(t, i)
			if msg != "" {
				p.Errorf("%s", msg)
				return nil
			}
			if n > 0 {
				i += n
				continue
			}
		}
		if t.is(i+1, '-') {
			lo, hi := t.b[i], t.b[i+2]
			if lo > hi {
				p.Errorf("range-endpoints of '%s-%s' are in reverse collating sequence order", trShow(lo), trShow(hi))
				return nil
			}
			set.list = append(set.list, trElem{kind: trRange, lo: lo, hi: hi})
			i += 3
			continue
		}
		set.char(t.b[i])
		i++
	}
	for ; i < len(t.b); i++ {
		set.char(t.b[i])
	}
	return set
}

func (s *trSet) char(c byte) { s.list = append(s.list, trElem{kind: trChar, lo: c, hi: c}) }

func trShow(c byte) string {
	if c < ' ' || c >= 0x7f {
		return "\\" + string([]byte{'0' + c>>6, '0' + c>>3&7, '0' + c&7})
	}
	return string(rune(c))
}

// bracket reads a construct that begins with "[" at i and returns its length, 0 when it is none.
func (s *trSet) bracket(t *trText, i int) (n int, msg string) {
	for _, d := range []byte{':', '='} {
		if !t.is(i+1, d) {
			continue
		}
		end := i + 2
		for end+1 < len(t.b) && !(t.is(end, d) && t.is(end+1, ']')) {
			end++
		}
		if end+1 >= len(t.b) {
			break
		}
		name := string(t.b[i+2 : end])
		if msg = s.named(d, name); msg == "" {
			return end + 2 - i, ""
		}
		if name == "" || !t.starDigits(i+2) {
			return 0, msg
		}
	}
	return s.repeat(t, i)
}

// starDigits says whether "*", digits and "]" follow, so that "[:*5]" is a repeat.
func (t *trText) starDigits(i int) bool {
	if !t.is(i, '*') {
		return false
	}
	for i++; i < len(t.b); i++ {
		if t.quoted[i] || t.b[i] < '0' || t.b[i] > '9' {
			return t.is(i, ']')
		}
	}
	return false
}

// named adds [:name:] or [=name=].
func (s *trSet) named(d byte, name string) string {
	if d == '=' {
		switch len(name) {
		case 0:
			return "missing equivalence class character '[==]'"
		case 1:
			s.list = append(s.list, trElem{kind: trEquiv, lo: name[0], hi: name[0]})
			return ""
		}
		return name + ": equivalence class operand must be a single character"
	}
	if name == "" {
		return "missing character class name '[::]'"
	}
	class, ok := ctype.ByName(name)
	if !ok {
		return "invalid character class " + gnu.Quote(name)
	}
	s.list = append(s.list, trElem{kind: trClass, name: name, class: class})
	return ""
}

// repeat reads [c*n] or [c*] at i.
func (s *trSet) repeat(t *trText, i int) (n int, msg string) {
	if !t.is(i+2, '*') {
		return 0, ""
	}
	end := i + 3
	for end < len(t.b) && !t.is(end, ']') {
		end++
	}
	if end == len(t.b) {
		return 0, ""
	}
	digits := string(t.b[i+3 : end])
	e := trElem{kind: trRepeat, hi: t.b[i+1]}
	if digits != "" {
		base := 10
		if digits[0] == '0' {
			base = 8
		}
		v, err := strconv.ParseUint(digits, base, 62)
		if err != nil {
			return 0, "invalid repeat count " + gnu.Quote(digits) + " in [c*n] construct"
		}
		e.count = int(v)
	}
	e.open = e.count == 0
	s.list = append(s.list, e)
	return end + 1 - i, ""
}

func (s *trSet) has(k trKind) bool {
	for _, e := range s.list {
		if e.kind == k {
			return true
		}
	}
	return false
}

func (s *trSet) openRepeats() int {
	n := 0
	for _, e := range s.list {
		if e.open {
			n++
		}
	}
	return n
}

func (e *trElem) length() int {
	switch e.kind {
	case trRange:
		return int(e.hi) - int(e.lo) + 1
	case trClass:
		n := 0
		for c := range 256 {
			if trIs(c, e.class) {
				n++
			}
		}
		return n
	case trRepeat:
		return e.count
	}
	return 1
}

func trIs(c int, class ctype.Class) bool { return c < 0x80 && ctype.Is(rune(c), class) }

func (s *trSet) length() int {
	n := 0
	for i := range s.list {
		n += s.list[i].length()
	}
	return n
}

// fill gives an open repeat the length that makes the set n characters long.
func (s *trSet) fill(n int) {
	for i := range s.list {
		if s.list[i].open {
			s.list[i].count = max(n-s.length(), 0)
		}
	}
}

func (s *trSet) members() (m [256]bool) {
	for w := s.walk(); ; {
		c, _, ok := w.next()
		if !ok {
			return m
		}
		m[c] = true
		if e := &s.list[w.elem]; e.kind == trRepeat {
			w.skip()
		}
	}
}

func (s *trSet) homogeneous() bool {
	w := s.walk()
	first, _, ok := w.next()
	for ok {
		var c byte
		if c, _, ok = w.next(); ok && c != first {
			return false
		}
		if ok && s.list[w.elem].kind == trRepeat {
			w.skip()
		}
	}
	return true
}

// alignCases checks that every [:upper:] or [:lower:] of s2 stands across from one in s, and returns how much shorter the
// two sets count when each pair counts as one character.
func (s *trSet) alignCases(p *kern.Proc, s2 *trSet) (cut1, cut2 int, ok bool) {
	a, b := s.walk(), s2.walk()
	for {
		p.Tick(1)
		_, class1, ok1 := a.next()
		_, class2, ok2 := b.next()
		if class2 != "" && class1 == "" {
			return 0, 0, false
		}
		if class2 != "" {
			a.skip()
			b.skip()
			cut1 += 25
			cut2 += 25
		}
		if !ok1 || !ok2 {
			return cut1, cut2, true
		}
	}
}

// trWalk steps through the characters of a set.
type trWalk struct {
	s    *trSet
	elem int // element of the character last returned
	at   int // characters of the element that have been returned, or the next candidate of a class
}

func (s *trSet) walk() trWalk { return trWalk{s: s} }

// next returns the next character; class is "upper" or "lower" when it is the first of such a class.
func (w *trWalk) next() (c byte, class string, ok bool) {
	for ; w.elem < len(w.s.list); w.skip() {
		e := &w.s.list[w.elem]
		at := w.at
		w.at++
		switch e.kind {
		case trClass:
			first := at == 0
			for ; at < 256; at++ {
				if trIs(at, e.class) {
					w.at = at + 1
					if first && (e.name == "upper" || e.name == "lower") {
						class = e.name
					}
					return byte(at), class, true
				}
			}
		case trRange:
			if at <= int(e.hi)-int(e.lo) {
				return e.lo + byte(at), "", true
			}
		default:
			if at < e.length() {
				return e.hi, "", true
			}
		}
	}
	return 0, "", false
}

// skip goes on to the next element.
func (w *trWalk) skip() { w.elem, w.at = w.elem+1, 0 }
