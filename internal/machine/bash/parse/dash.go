package parse

// unexpectedWant reports a token where another was needed; dash names both.
func (p *Parser) unexpectedWant(t *token, want string) {
	if p.opt.Dash {
		p.dashUnexpected(t, want)
	}
	p.unexpected(t)
}

// dashError ends the unit with a message of dash.
func (p *Parser) dashError(text string) {
	p.abort(Syntax, false, Message{p.lineNo, "Syntax error: " + text})
}

// dashUnmatched reports the end of the text inside a quote.
func (p *Parser) dashUnmatched(c byte) {
	msg := "Unterminated quoted string"
	switch c {
	case '}':
		msg = "Missing '}'"
	case ')':
		msg = "Missing '))'"
	}
	p.abort(Syntax, true, Message{p.lineNo, "Syntax error: " + msg})
}

// dashUnexpected reports a token as dash does.
func (p *Parser) dashUnexpected(t *token, want string) {
	text := "\"" + p.tokenText(t) + "\" unexpected"
	switch t.kind {
	case tEOF:
		text = "end of file unexpected"
	case tNewline:
		text = "newline unexpected"
	case tWord:
		if p.reserved(t) == "" {
			text = "word unexpected"
		}
	case tNumber:
		text = "redirection unexpected"
	}
	if isRedirect(t.kind) {
		text = "redirection unexpected"
	}
	if want != "" {
		text += " (expecting \"" + want + "\")"
	}
	p.abort(Syntax, t.kind == tEOF, Message{p.lineNo, "Syntax error: " + text})
}

// dashFunctionName checks the name of a function: dash does that at once.
func (p *Parser) dashFunctionName(t token) {
	if !t.plain || nameLen(p.buf[t.start:t.end]) != t.end-t.start {
		p.dashError("Bad function name")
	}
}
