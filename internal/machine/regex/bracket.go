package regex

import "github.com/orrery-world/orrery/internal/machine/gnu/ctype"

// maxBracketName is the longest name that glibc reads inside [: :], [= =] or
// [. .].
const maxBracketName = 32

// elemKind is the kind of one element of a bracket expression.
type elemKind uint8

const (
	elemRune    elemKind = iota // a single symbol; may bound a range
	elemWide                    // a symbol of several bytes; may not
	elemClass                   // [:name:]
	elemEquiv                   // [=x=]
	elemCollate                 // [.xyz.]
)

type bracketElem struct {
	kind elemKind
	r    rune
	name string
}

// bracketParser reads one bracket expression at offset i.
type bracketParser struct {
	p   *parser
	i   int
	set *charSet
	// plain and colons find [:space:]: only single characters so far, and
	// the first and last of them.
	plain       bool
	count       int
	first, last rune
}

// bracket reads a bracket expression; tok is its "[". On return tok ends
// after the "]".
func (p *parser) bracket() (*node, error) {
	b := bracketParser{p: p, i: p.tok.end, set: &charSet{}, plain: true}
	if b.atEnd() {
		return nil, fail(BadPattern)
	}
	if p.src[b.i] == '^' {
		b.set.neg = true
		if p.opt.Newline {
			b.set.add('\n')
		}
		b.i++
		if b.atEnd() {
			return nil, fail(BadPattern)
		}
	}
	if err := b.elements(); err != nil {
		return nil, err
	}
	if p.d.colonInvalid && b.plain && b.count > 2 && b.first == ':' && b.last == ':' && !b.allColons() {
		return nil, fail(ClassSyntax)
	}
	p.tok.end = b.i
	return &node{op: opSet, set: b.set}, nil
}

func (b *bracketParser) atEnd() bool { return b.i >= len(b.p.src) }

// allColons reports whether the set holds nothing but the colon.
func (b *bracketParser) allColons() bool {
	var c charSet
	c.add(':')
	return b.set.ascii == c.ascii && len(b.set.high) == 0
}

// elements reads up to and with the closing bracket.
func (b *bracketParser) elements() error {
	for round := 0; ; round++ {
		if b.atEnd() {
			return fail(UnmatchedBracket)
		}
		if b.p.src[b.i] == ']' && round > 0 {
			b.i++
			return nil
		}
		start, err := b.element(round == 0)
		if err != nil {
			return err
		}
		b.note(start)
		isRange, err := b.rangeFollows(start)
		if err != nil {
			return err
		}
		if !isRange {
			if err := b.addElem(start); err != nil {
				return err
			}
			continue
		}
		b.plain = false
		b.i++
		if b.atEnd() {
			return fail(UnmatchedBracket)
		}
		end, err := b.element(true)
		if err != nil {
			return err
		}
		if err := b.addRange(start, end); err != nil {
			return err
		}
	}
}

// note keeps what the check for [:space:] needs.
func (b *bracketParser) note(e bracketElem) {
	if e.kind > elemWide {
		b.plain = false
	}
	if b.count == 0 {
		b.first = e.r
	}
	b.last = e.r
	b.count++
}

// rangeFollows reports whether a "-" that makes a range stands at i.
func (b *bracketParser) rangeFollows(start bracketElem) (bool, error) {
	if b.atEnd() {
		if start.kind != elemClass && start.kind != elemEquiv {
			return false, fail(UnmatchedBracket)
		}
		return false, nil
	}
	if start.kind == elemClass || start.kind == elemEquiv || b.p.src[b.i] != '-' {
		return false, nil
	}
	if b.i+1 >= len(b.p.src) {
		return false, fail(UnmatchedBracket)
	}
	return b.p.src[b.i+1] != ']', nil
}

// element reads one element. A "-" that neither stands first nor last nor
// ends a range is an error.
func (b *bracketParser) element(acceptHyphen bool) (bracketElem, error) {
	src := b.p.src
	if src[b.i] == '[' && b.i+1 < len(src) && b.isSpecial(src[b.i+1]) {
		return b.special(src[b.i+1])
	}
	if src[b.i] == '-' && !acceptHyphen {
		if b.i+1 >= len(src) {
			return bracketElem{}, fail(UnmatchedBracket)
		}
		if src[b.i+1] != ']' {
			return bracketElem{}, fail(BadRange)
		}
	}
	r, size := decode(src, b.i, b.p.opt.Bytes)
	b.i += size
	e := bracketElem{kind: elemRune, r: r}
	if size > 1 {
		e.kind = elemWide
	}
	if b.p.opt.ICase {
		e.r = upper(r, b.p.opt.Bytes)
	}
	return e, nil
}

// isSpecial reports whether "[" and delim begin a named element. The syntax
// of Emacs has no classes.
func (b *bracketParser) isSpecial(delim byte) bool {
	return delim == '=' || delim == '.' || delim == ':' && !b.p.d.emacs
}

// special reads [:name:], [=x=] or [.x.].
func (b *bracketParser) special(delim byte) (bracketElem, error) {
	src := b.p.src
	b.i += 2
	start := b.i
	for ; ; b.i++ {
		if b.atEnd() || b.i-start >= maxBracketName {
			return bracketElem{}, fail(UnmatchedBracket)
		}
		if src[b.i] == delim && b.i+1 < len(src) && src[b.i+1] == ']' {
			break
		}
	}
	e := bracketElem{name: src[start:b.i]}
	b.i += 2
	switch delim {
	case ':':
		e.kind = elemClass
	case '=':
		e.kind = elemEquiv
	default:
		e.kind = elemCollate
	}
	if e.kind != elemClass && len(e.name) == 1 {
		e.r = rune(e.name[0])
		if b.p.opt.ICase {
			e.r = upper(e.r, b.p.opt.Bytes)
		}
	}
	return e, nil
}

// addElem adds a single element to the set.
func (b *bracketParser) addElem(e bracketElem) error {
	switch e.kind {
	case elemClass:
		c, ok := ctype.ByName(e.name)
		if !ok {
			return fail(BadClass)
		}
		if b.p.opt.ICase && c&(ctype.Upper|ctype.Lower) != 0 {
			c = ctype.Alpha
		}
		b.set.addClass(c, b.p.opt.Bytes)
	case elemEquiv, elemCollate:
		if len(e.name) != 1 {
			return fail(BadCollation)
		}
		b.set.add(e.r)
	default:
		// A stray byte in brackets matches nothing, not even itself.
		if e.r < badByte {
			b.set.add(e.r)
		}
	}
	return nil
}

// addRange adds start-end. In UTF-8 only single-byte characters and
// collating symbols of one byte can bound a range.
func (b *bracketParser) addRange(start, end bracketElem) error {
	for _, e := range []bracketElem{start, end} {
		if e.kind == elemClass || e.kind == elemEquiv {
			return fail(BadRange)
		}
	}
	for _, e := range []bracketElem{start, end} {
		if e.kind == elemCollate && len(e.name) != 1 || e.kind == elemWide || e.r >= badByte {
			return fail(BadCollation)
		}
	}
	if start.r > end.r {
		return fail(BadRange)
	}
	b.set.addRange(start.r, end.r)
	return nil
}
