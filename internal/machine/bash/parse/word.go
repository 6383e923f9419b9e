package parse

import "mvdan.cc/sh/v3/syntax"

// sub is an expansion inside the word being read: buf[start:end]. Command and
// process substitutions were parsed to find their end.
type sub struct {
	start, end int
	part       syntax.WordPart
}

// opens notes an expansion that starts here; closed completes the note.
func (p *Parser) opens(start int) int {
	p.subs = append(p.subs, sub{start: start})
	return len(p.subs) - 1
}

func (p *Parser) closed(i int, part syntax.WordPart) {
	p.subs[i].end, p.subs[i].part = p.pos, part
}

// class sorts the bytes of a word; 0 is an ordinary byte.
var class = func() (t [256]uint8) {
	for _, c := range " \t\n;&()|<>" {
		t[c] = cMeta
	}
	for _, c := range "'\"$`\\=[?*+@!" {
		t[c] = cSpecial
	}
	return t
}()

const (
	cMeta    = 1
	cSpecial = 2
)

// scanWord reads a word as far as the first unquoted character that ends one.
func (p *Parser) scanWord(m mode) token {
	t := token{kind: tWord, plain: true, start: p.pos, subBase: len(p.subs)}
	for {
		for p.pos < len(p.buf) && class[p.buf[p.pos]] == 0 {
			p.pos++
		}
		c := p.ch()
		if c == eof {
			break
		}
		if class[byte(c)] == cMeta {
			if c == '(' && (m == mCmd || m == mDecl) && t.eq > 0 && p.pos == t.eq+1 && t.array == nil && !p.opt.Dash {
				p.scanArray(&t)
				continue
			}
			if (c == '<' || c == '>') && p.ahead(1) == '(' && !p.opt.Dash {
				t.plain = false
				p.scanProcSubst()
				continue
			}
			break
		}
		p.special(c, m, &t)
	}
	t.end = p.pos
	if t.array != nil && int(t.array.Rparen.Offset())+1 != t.end {
		t.array = nil // NAME=(...)more is text
	}
	return t
}

// special handles one character of a word that may mean something.
func (p *Parser) special(c int, m mode, t *token) {
	switch c {
	case '\\':
		if p.atJoin() {
			p.join()
			return
		}
		t.plain = false
		p.backslash()
	case '\'':
		t.plain = false
		p.scanSingle()
	case '"':
		t.plain = false
		p.scanDouble()
	case '`':
		t.plain = false
		p.scanBackquote(false)
	case '$':
		t.plain = false
		p.scanDollar(false, true)
	case '=':
		if m != mArg && t.eq == 0 && (m != mElem || t.open > 0) {
			p.noteAssign(t)
		}
		p.pos++
	case '[':
		if t.open == 0 && t.eq == 0 && !p.opt.Dash && p.subscriptHere(m, t) {
			t.open = p.pos + 1
			p.scanUntil('[', ']')
			t.close = p.pos - 1
			t.plain = false
			return
		}
		p.pos++
	default: // ?*+@!
		if p.ahead(1) == '(' && p.extGlobHere() {
			t.plain = false
			p.pos++
			p.scanUntil('(', ')')
			return
		}
		p.pos++
	}
}

// subscriptHere reports whether the bracket at the position begins a subscript,
// which may hold blanks.
func (p *Parser) subscriptHere(m mode, t *token) bool {
	switch m {
	case mCmd:
		return p.pos > t.start && nameLen(p.buf[t.start:p.pos]) == p.pos-t.start
	case mElem:
		return p.pos == t.start
	}
	return false
}

func (p *Parser) extGlobHere() bool { return p.opt.ExtGlob && !p.opt.Dash }

// noteAssign records that the word is an assignment when what stands before
// the "=" at the position is a name, with or without a subscript and "+".
func (p *Parser) noteAssign(t *token) {
	end := p.pos
	if end > t.start && p.buf[end-1] == '+' && !p.opt.Dash {
		end--
	}
	n := nameLen(p.buf[t.start:end])
	switch {
	case t.open > 0:
		if t.close+1 == end {
			t.eq = p.pos
		}
	case n == 0:
	case t.start+n == end:
		t.eq = p.pos
	case p.buf[t.start+n] == '[' && !p.opt.Dash && wholeSubscript(p.buf[t.start+n:end]):
		// declare a[i]=v: a subscript that holds no blanks.
		t.open, t.close, t.eq = t.start+n+1, end-1, p.pos
	}
}

// wholeSubscript reports whether the bracket at the start of b is closed by
// the last byte of b.
func wholeSubscript(b []byte) bool {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch c := b[i]; c {
		case '\\':
			i++
		case '\'', '"':
			for i++; i < len(b) && b[i] != c; i++ {
			}
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i == len(b)-1
			}
		}
	}
	return false
}
