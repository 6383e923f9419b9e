package parse

// fatal ends the unit with one message.
func (p *Parser) fatal(k Kind, line int, text string) {
	p.abort(k, false, Message{line, text})
}

// abort ends the unit.
func (p *Parser) abort(k Kind, incomplete bool, msgs ...Message) {
	e := &SyntaxError{Msgs: msgs, Kind: k, Incomplete: incomplete, name: p.opt.Name, mode: p.opt.Mode, dash: p.opt.Dash, Warnings: p.warnings}
	if len(msgs) > 0 {
		e.Line = msgs[0].Line
	}
	panic(stopParse{e})
}

// unmatched reports that the text ended before a closing quote or bracket.
func (p *Parser) unmatched(c byte, line int) {
	if p.opt.Dash {
		p.dashUnmatched(c)
	}
	k := Quiet
	if p.inArray > 0 {
		k = Discard
	}
	p.abort(k, true, Message{line, "unexpected EOF while looking for matching `" + string(c) + "'"})
}

// tokenText returns a token as messages name it.
func (p *Parser) tokenText(t *token) string {
	if int(t.kind) < len(opText) && opText[t.kind] != "" {
		return opText[t.kind]
	}
	return string(p.buf[t.start:t.end])
}

// unexpected reports a token that the grammar has no place for.
func (p *Parser) unexpected(t *token) {
	if p.opt.Dash {
		p.dashUnexpected(t, "")
	}
	if t.kind == tEOF {
		if p.inSubst > 0 {
			p.abort(Syntax, true, Message{p.lineNo, "unexpected EOF while looking for matching `)'"})
		}
		p.abort(Syntax, true, Message{p.lineNo, "syntax error: unexpected end of file"})
	}
	k := Syntax
	switch {
	case p.inArray > 0:
		k = Discard
	case p.inSubst > 0:
		k = Subst
	}
	msgs := []Message{{p.lineNo, "syntax error near unexpected token `" + p.tokenText(t) + "'"}}
	if p.opt.Mode != Interactive {
		msgs = append(msgs, Message{p.lineNo, "`" + p.currentLine() + "'"})
	}
	p.abort(k, false, msgs...)
}
