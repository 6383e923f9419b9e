package parse

import "mvdan.cc/sh/v3/syntax"

// scanSingle moves over '...'.
func (p *Parser) scanSingle() {
	line := p.lineAt(p.pos)
	for p.pos++; ; p.pos++ {
		switch p.ch() {
		case eof:
			p.unmatched('\'', line)
		case '\'':
			p.pos++
			return
		}
	}
}

// scanAnsi moves over '...' of $'...', where a backslash quotes.
func (p *Parser) scanAnsi() {
	line := p.lineAt(p.pos)
	for p.pos++; ; p.pos++ {
		switch p.ch() {
		case eof:
			p.unmatched('\'', line)
		case '\\':
			p.pos++
			if p.ch() == eof {
				p.unmatched('\'', line)
			}
		case '\'':
			p.pos++
			return
		}
	}
}

// scanDouble moves over "...".
func (p *Parser) scanDouble() {
	line := p.lineAt(p.pos)
	p.deeper()
	p.pos++
	for {
		switch p.ch() {
		case eof:
			p.unmatched('"', line)
		case '"':
			p.pos++
			p.depth--
			return
		case '\\':
			p.backslash()
		case '`':
			p.scanBackquote(true)
		case '$':
			p.scanDollar(true, false)
		default:
			p.pos++
		}
	}
}

// backslash moves over a backslash and what it quotes, or removes a line join.
func (p *Parser) backslash() {
	if p.atJoin() {
		p.join()
		return
	}
	p.pos++
	if p.ch() != eof {
		p.pos++
	}
}

// scanBackquote moves over `...`; quoted says that it stands between double quotes.
func (p *Parser) scanBackquote(quoted bool) {
	line := p.lineAt(p.pos)
	note := p.opens(p.pos)
	for p.pos++; ; {
		switch p.ch() {
		case eof:
			if p.opt.Dash {
				p.dashError("EOF in backquote substitution")
			}
			p.unmatched('`', line)
		case '\\':
			p.backslash()
		case '`':
			p.pos++
			p.closed(note, nil)
			if p.opt.Dash {
				p.dashBackquote(backquoteText(p.buf[p.subs[note].start+1:p.pos-1], quoted))
			}
			return
		default:
			p.pos++
		}
	}
}

// scanDollar moves over an expansion. quoted says that it stands between
// double quotes, ansi that $'...' and $"..." mean something.
func (p *Parser) scanDollar(quoted, ansi bool) {
	for p.ahead(1) == '\\' && p.ahead(2) == '\n' {
		p.pos++
		p.join()
		p.pos--
	}
	switch p.ahead(1) {
	case '(':
		p.scanDollarParen()
	case '{':
		p.scanBrace(quoted)
	case '[':
		if p.opt.Dash {
			p.pos++
			return
		}
		note := p.opens(p.pos)
		p.pos++
		p.scanArith('[', ']')
		p.closed(note, nil)
	case '\'':
		p.pos++
		if ansi && !p.opt.Dash {
			p.scanAnsi()
		}
	case '$':
		p.pos += 2
	default:
		p.pos++
	}
}

// scanDollarParen moves over $(...) or $((...)).
func (p *Parser) scanDollarParen() {
	start := p.pos
	note := p.opens(start)
	if p.ahead(2) != '(' {
		p.scanCommand(note)
		return
	}
	p.pos++
	p.scanArith('(', ')')
	if isArith(p.buf[start+2 : p.pos-1]) {
		p.closed(note, nil)
		return
	}
	if p.opt.Dash {
		p.dashError("Missing '))'")
	}
	p.subs = p.subs[:note+1]
	p.closed(note, p.lateSubst(start, start+2, p.pos-1))
}

// lateSubst makes a substitution of $( whose commands, buf[from:to], are
// parsed when it is run.
func (p *Parser) lateSubst(start, from, to int) *syntax.CmdSubst {
	cs := &syntax.CmdSubst{Left: p.at(start), Right: p.at(to)}
	p.keepText(cs, string(p.buf[from:to]))
	return cs
}

func (p *Parser) keepText(cs *syntax.CmdSubst, text string) {
	if p.texts == nil {
		p.texts = map[*syntax.CmdSubst]string{}
	}
	p.texts[cs] = text
}

// isArith reports whether the text inside $(...) is one balanced (...).
func isArith(b []byte) bool {
	if len(b) < 2 || b[0] != '(' || b[len(b)-1] != ')' {
		return false
	}
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '\'', '"':
			q := b[i]
			for i++; i < len(b) && b[i] != q; i++ {
				if b[i] == '\\' && q == '"' {
					i++
				}
			}
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 && i < len(b)-1 {
				return false
			}
		}
	}
	return depth == 0
}

// scanCommand parses the commands of a $(.
func (p *Parser) scanCommand(note int) {
	start := p.subs[note].start
	p.deeper()
	p.pos = start + 2
	cs := &syntax.CmdSubst{Left: p.at(start)}
	cs.Stmts = p.subst()
	cs.Right = p.at(p.pos - 1)
	p.closed(note, cs)
	p.depth--
}

// scanProcSubst parses <(...) or >(...).
func (p *Parser) scanProcSubst() {
	start := p.pos
	note := p.opens(start)
	p.deeper()
	ps := &syntax.ProcSubst{OpPos: p.at(start), Op: syntax.CmdIn}
	if p.buf[start] == '>' {
		ps.Op = syntax.CmdOut
	}
	p.pos += 2
	ps.Stmts = p.subst()
	ps.Rparen = p.at(p.pos - 1)
	p.closed(note, ps)
	p.depth--
}

// subst parses commands as far as the closing parenthesis, with a state of
// its own for what belongs to the enclosing command.
func (p *Parser) subst() []*syntax.Stmt {
	tok, have, pending, inArray := p.tok, p.have, p.pending, p.inArray
	p.have, p.pending, p.inArray = false, nil, 0
	place, line, shut := p.onEOF, p.condLine, p.arithShut
	p.condLine, p.arithShut = 0, 0
	p.inSubst++
	stmts := p.substList()
	p.inSubst--
	p.endDocs()
	p.tok, p.have, p.pending, p.inArray = tok, have, pending, inArray
	p.onEOF, p.condLine, p.arithShut = place, line, shut
	return stmts
}

// scanBrace moves over ${...}.
func (p *Parser) scanBrace(quoted bool) {
	line := p.lineAt(p.pos)
	note := p.opens(p.pos)
	p.deeper()
	p.pos += 2
	for {
		switch c := p.ch(); c {
		case eof:
			if p.arithShut != 0 {
				p.unmatched(p.arithShut, p.arithLine)
			}
			if p.opt.Dash && quoted {
				p.unmatched('"', line)
			}
			p.unmatched('}', line)
		case '}':
			p.pos++
			p.depth--
			p.closed(note, nil)
			return
		case '\\':
			p.backslash()
		case '\'':
			if quoted && p.opt.Dash && !p.patternOperand(note) {
				p.pos++
				continue
			}
			p.scanSingle()
		case '"':
			p.scanDouble()
		case '`':
			p.scanBackquote(false)
		case '$':
			p.scanDollar(quoted, true)
		case '<', '>':
			if p.ahead(1) == '(' && !quoted && !p.opt.Dash {
				p.scanProcSubst()
				continue
			}
			p.pos++
		default:
			p.pos++
		}
	}
}

// patternOperand reports whether the ${ of a note has # or % behind the name.
func (p *Parser) patternOperand(note int) bool {
	i := p.subs[note].start + 2
	for i < p.pos && isNameByte(p.buf[i]) {
		i++
	}
	return i < p.pos && (p.buf[i] == '#' || p.buf[i] == '%')
}

// scanArith is scanUntil for the text of arithmetic: when the text ends in a ${
// there, the bracket is what bash misses.
func (p *Parser) scanArith(open, shut byte) {
	oldShut, oldLine := p.arithShut, p.arithLine
	p.arithShut, p.arithLine = shut, p.lineAt(p.pos)
	p.scanUntil(open, shut)
	p.arithShut, p.arithLine = oldShut, oldLine
}

// scanUntil moves from an opening bracket over its match, counting nested
// ones and passing over quotes and expansions.
func (p *Parser) scanUntil(open, shut byte) {
	line := p.lineAt(p.pos)
	p.deeper()
	depth, start := 1, p.pos
	for p.pos++; ; {
		switch c := p.ch(); c {
		case eof:
			p.unmatched(shut, line)
		case int(open):
			depth++
			p.pos++
		case int(shut):
			p.pos++
			if depth--; depth == 0 {
				p.depth--
				p.tick(p.pos - start) // it may be read again
				return
			}
		case '\\':
			p.backslash()
		case '\'':
			p.scanSingle()
		case '"':
			p.scanDouble()
		case '`':
			p.scanBackquote(false)
		case '$':
			p.scanDollar(false, true)
		default:
			p.pos++
		}
	}
}

// deeper counts a level of nesting.
func (p *Parser) deeper() {
	if p.depth++; p.depth > p.opt.MaxDepth {
		p.fatal(Syntax, p.lineNo, "memory exhausted")
	}
}
