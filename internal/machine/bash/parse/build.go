package parse

import (
	"bytes"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// quoting says which quotes mean something where parts are made.
type quoting uint8

const (
	qPlain  quoting = iota // a word outside quotes
	qDouble                // between double quotes: no quotes at all
	qInner                 // ${x:-...} between double quotes, and arithmetic: " only
	qDoc                   // the body of a here-document
)

// lit makes a literal of buf[a:b].
func (p *Parser) lit(a, b int) *syntax.Lit {
	return &syntax.Lit{ValuePos: p.at(a), ValueEnd: p.at(b), Value: p.str(a, b)}
}

// litWord is a word with room for its only part.
type litWord struct {
	word syntax.Word
	part [1]syntax.WordPart
	lit  syntax.Lit
}

// word makes the tree of a word.
func (p *Parser) word(t *token) *syntax.Word {
	w := p.wordAt(t.start, t.end, t.plain, t.subBase)
	p.subs = p.subs[:t.subBase]
	return w
}

// newWord returns room for a word; room is made for several at a time.
func (p *Parser) newWord() *litWord {
	if len(p.wordRoom) == 0 {
		p.wordRoom = make([]litWord, 8)
	}
	a := &p.wordRoom[0]
	p.wordRoom = p.wordRoom[1:]
	return a
}

func (p *Parser) wordAt(start, end int, plain bool, base int) *syntax.Word {
	a := p.newWord()
	a.word.Parts = a.part[:0]
	if plain {
		a.lit = syntax.Lit{ValuePos: p.at(start), ValueEnd: p.at(end), Value: p.str(start, end)}
		a.word.Parts = append(a.word.Parts, &a.lit)
		return &a.word
	}
	b := builder{p: p, base: base, end: end}
	a.word.Parts, _ = b.parts(a.word.Parts, start, qPlain, "")
	return &a.word
}

// arithWord makes the word of a whole arithmetic text; notes from base on
// belong to it and are used up.
func (p *Parser) arithWord(start, end, base int) *syntax.Word {
	w := p.arithPart(start, end, base)
	p.subs = p.subs[:base]
	return w
}

func (p *Parser) arithPart(start, end, base int) *syntax.Word {
	b := builder{p: p, base: base, end: end}
	return b.arith(start)
}

// assign makes an assignment of a word that is one.
func (p *Parser) assign(t token) *syntax.Assign {
	a := &syntax.Assign{}
	nameEnd := t.eq
	if p.buf[t.eq-1] == '+' {
		a.Append = true
		nameEnd--
	}
	if t.open > 0 {
		b := builder{p: p, base: t.subBase, end: t.close}
		a.Index = b.subscript(t.open)
		nameEnd = t.open - 1
	}
	a.Name = p.lit(t.start, nameEnd)
	switch {
	case t.array != nil:
		a.Array = t.array
	case t.eq+1 < t.end:
		a.Value = p.wordAt(t.eq+1, t.end, t.plain, t.subBase)
	}
	p.subs = p.subs[:t.subBase]
	return a
}

// scanArray reads the (...) of NAME=(...).
func (p *Parser) scanArray(t *token) {
	line := p.lineAt(p.pos)
	arr := &syntax.ArrayExpr{Lparen: p.at(p.pos)}
	p.deeper()
	p.inArray++
	p.arrays++
	p.pos++
	for {
		e := p.lex(mElem)
		switch e.kind {
		case tNewline:
			continue
		case tRparen:
			arr.Rparen = p.at(e.start)
			t.array, t.plain = arr, false
			p.inArray--
			p.arrays--
			p.depth--
			return
		case tEOF:
			p.abort(Discard, true, Message{line, "unexpected EOF while looking for matching `)'"})
		case tWord:
			arr.Elems = append(arr.Elems, p.element(e))
			t.spans = append(t.spans, e.start, e.end)
		default:
			p.unexpected(&e)
		}
	}
}

func (p *Parser) element(e token) *syntax.ArrayElem {
	if e.eq == 0 || e.open == 0 {
		return &syntax.ArrayElem{Value: p.word(&e)}
	}
	b := builder{p: p, base: e.subBase, end: e.close}
	el := &syntax.ArrayElem{Index: b.subscript(e.open)}
	if p.buf[e.eq-1] == '+' {
		el.Index = &syntax.UnaryArithm{OpPos: p.at(e.eq - 1), Op: syntax.Plus, X: el.Index}
	}
	if e.eq+1 < e.end {
		el.Value = p.wordAt(e.eq+1, e.end, false, e.subBase)
	}
	p.subs = p.subs[:e.subBase]
	return el
}

// builder makes the parts of a word from its text. It never looks past end.
type builder struct {
	p    *Parser
	base int // first note of the word
	end  int
}

// note returns the expansion that starts at i.
func (b *builder) note(i int) (sub, bool) {
	subs := b.p.subs[b.base:]
	n, ok := slices.BinarySearchFunc(subs, i, func(s sub, i int) int { return s.start - i })
	if !ok {
		return sub{}, false
	}
	return subs[n], true
}

// parts makes parts from i on until one of the stop characters, which has to
// stand outside quotes and expansions, or the end.
func (b *builder) parts(out []syntax.WordPart, i int, q quoting, stop string) ([]syntax.WordPart, int) {
	buf := b.p.buf
	from := i
	flush := func(to int) {
		if to > from {
			out = append(out, b.p.lit(from, to))
		}
	}
	for i < b.end {
		c := buf[i]
		if stop != "" && bytes.IndexByte([]byte(stop), c) >= 0 {
			break
		}
		var part syntax.WordPart
		next := i
		switch c {
		case '\\':
			i += 2
			continue
		case '\'':
			if q == qPlain {
				part, next = b.single(i, i, false)
			}
		case '"':
			if q == qPlain || q == qInner {
				part, next = b.double(i, i, false)
			}
		case '`', '$', '<', '>':
			part, next = b.expansion(i, q)
		}
		if part == nil {
			i++
			continue
		}
		flush(i)
		out = append(out, part)
		i, from = next, next
	}
	i = min(i, b.end)
	flush(i)
	return out, i
}

// single makes '...' or $'...'; open is the place of the quote, left of the part.
func (b *builder) single(left, open int, dollar bool) (syntax.WordPart, int) {
	buf := b.p.buf
	j := open + 1
	for j < b.end && buf[j] != '\'' {
		if dollar && buf[j] == '\\' {
			j++
		}
		j++
	}
	if j >= b.end {
		return nil, left
	}
	return &syntax.SglQuoted{Left: b.p.at(left), Right: b.p.at(j), Dollar: dollar, Value: b.p.str(open+1, j)}, j + 1
}

// double makes "..." or $"...".
func (b *builder) double(left, open int, dollar bool) (syntax.WordPart, int) {
	dq := &syntax.DblQuoted{Left: b.p.at(left), Dollar: dollar}
	var end int
	dq.Parts, end = b.parts(nil, open+1, qDouble, `"`)
	if end >= b.end {
		return nil, left
	}
	dq.Right = b.p.at(end)
	return dq, end + 1
}

// expansion makes the part that starts at i with $, `, < or >.
func (b *builder) expansion(i int, q quoting) (syntax.WordPart, int) {
	if n, ok := b.note(i); ok {
		if n.part != nil {
			return n.part, n.end
		}
		return b.noted(n, q)
	}
	if b.p.buf[i] != '$' || i+1 >= b.end {
		return nil, i
	}
	switch c := b.p.buf[i+1]; {
	case c == '\'' && (q == qPlain || q == qInner) && !b.p.opt.Dash:
		return b.single(i, i+1, true)
	case c == '"' && (q == qPlain || q == qInner) && !b.p.opt.Dash:
		return b.double(i, i+1, true)
	case isLetter(c):
		n := nameLen(b.p.buf[i+1 : b.end])
		return b.short(i, i+1+n), i + 1 + n
	case c >= '0' && c <= '9' || bytes.IndexByte([]byte("@*#?-$!"), c) >= 0:
		return b.short(i, i+2), i + 2
	}
	return nil, i
}

func (b *builder) short(i, end int) *syntax.ParamExp {
	return &syntax.ParamExp{Dollar: b.p.at(i), Short: true, Param: b.p.lit(i+1, end)}
}

// noted makes an expansion whose end is known and whose inside is text.
func (b *builder) noted(n sub, q quoting) (syntax.WordPart, int) {
	p := b.p
	if p.buf[n.start] == '`' {
		cs := &syntax.CmdSubst{Left: p.at(n.start), Right: p.at(n.end - 1), Backquotes: true}
		p.keepText(cs, backquoteText(p.buf[n.start+1:n.end-1], q == qDouble || q == qInner))
		return cs, n.end
	}
	inner := builder{p: p, base: b.base}
	switch p.buf[n.start+1] {
	case '{':
		return inner.param(n, q), n.end
	case '[':
		inner.end = n.end - 1
		ae := &syntax.ArithmExp{Left: p.at(n.start), Right: p.at(n.end - 1), Bracket: true}
		ae.X = inner.arith(n.start + 2)
		return ae, n.end
	}
	inner.end = n.end - 2
	ae := &syntax.ArithmExp{Left: p.at(n.start), Right: p.at(n.end - 2)}
	ae.X = inner.arith(n.start + 3)
	return ae, n.end
}

// arith makes the word of an arithmetic text from i to the end.
func (b *builder) arith(i int) *syntax.Word { return b.wordOf(i, qInner) }

// wordOf makes a word of the text from i to the end. It has at least one part.
func (b *builder) wordOf(i int, q quoting) *syntax.Word {
	w := &syntax.Word{}
	if w.Parts, _ = b.parts(nil, i, q, ""); len(w.Parts) == 0 {
		w.Parts = append(w.Parts, b.p.lit(i, i))
	}
	return w
}

// subscript makes the word between brackets. Single quotes are kept as parts:
// a key loses them, arithmetic sees them.
func (b *builder) subscript(i int) *syntax.Word { return b.wordOf(i, qPlain) }

// backquoteText removes the backslashes that quote inside backquotes.
func backquoteText(s []byte, quoted bool) string {
	if bytes.IndexByte(s, '\\') < 0 {
		return string(s)
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			switch c := s[i+1]; {
			case c == '$' || c == '`' || c == '\\' || c == '"' && quoted:
				i++
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

// docWord makes the word of a here-document body, buf[start:end]. What bash would
// find wrong in it is found when it is expanded, so nothing here is an error.
// It returns the new end: nested here-documents change the text.
func (p *Parser) docWord(start, end int) (*syntax.Word, int) {
	base := len(p.subs)
	end = p.scanDoc(start, end)
	b := builder{p: p, base: base, end: end}
	w := &syntax.Word{}
	w.Parts, _ = b.parts(nil, start, qDoc, "")
	p.subs = p.subs[:base]
	return w, end
}

// scanDoc notes the expansions in buf[start:end] and returns the new end.
func (p *Parser) scanDoc(start, end int) int {
	tail := append([]byte(nil), p.buf[end:]...)
	pos, ended := p.pos, p.ended
	p.buf, p.pos, p.ended = p.buf[:end], start, true
	for p.pos < len(p.buf) {
		switch p.buf[p.pos] {
		case '\\':
			p.pos += 2
		case '`', '$':
			p.scanDocExpansion()
		default:
			p.pos++
		}
	}
	newEnd := len(p.buf)
	p.buf = append(p.buf, tail...)
	for i := range p.marks {
		if p.marks[i].off >= end {
			p.marks[i].off += newEnd - end
		}
	}
	p.pos, p.ended = pos, ended
	return newEnd
}

// scanDocExpansion notes one expansion of a body; one that cannot be read is
// noted as a substitution to be parsed when run, or as a bad substitution.
func (p *Parser) scanDocExpansion() {
	start, note := p.pos, len(p.subs)
	scan := func() { p.scanBackquote(true) }
	if p.buf[start] == '$' {
		switch p.ahead(1) {
		case '(', '{', '[':
		default:
			p.pos++
			return
		}
		scan = func() { p.scanDollar(true, false) }
	}
	if p.opt.Dash {
		line := p.lineNo
		p.lineNo = p.lineAt(start)
		if p.buf[start] == '$' {
			p.scanDollar(false, false)
		} else {
			scan()
		}
		p.lineNo = line // dash reports errors in bodies at once
		return
	}
	if p.try(scan) {
		return
	}
	p.pos, p.subs = start+1, p.subs[:note]
	if p.buf[start] == '$' && p.ahead(0) == '(' && p.try(func() { p.scanUntil('(', ')') }) {
		p.subs = append(p.subs[:note], sub{start: start})
		p.closed(note, p.lateSubst(start, start+2, p.pos-1))
		return
	}
	p.pos = len(p.buf)
	p.subs = append(p.subs[:note], sub{start: start})
	p.closed(note, p.badSubst(start, p.pos))
}

// badSubst makes the mark of a ${...} that is wrong.
func (p *Parser) badSubst(start, end int) *syntax.ParamExp {
	return &syntax.ParamExp{Dollar: p.at(start), Rbrace: p.at(end - 1), Flags: p.lit(start, end)}
}

// try runs f and reports whether it came to an end; if not, the state is as
// before. While it runs, the buffer is copied before it is changed.
func (p *Parser) try(f func()) (ok bool) {
	keep := *p
	p.shared = true
	defer func() {
		if ok {
			p.shared = keep.shared
			return
		}
		r := recover()
		s, mine := r.(stopParse)
		if _, syntactic := s.err.(*SyntaxError); !mine || !syntactic {
			panic(r)
		}
		*p = keep
	}()
	f()
	return true
}
