package parse

import (
	"mvdan.cc/sh/v3/syntax"
)

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

// dashUnmatched reports the end of the text inside a quote or an expansion.
func (p *Parser) dashUnmatched(c byte) {
	msg := "Unterminated quoted string"
	switch {
	case p.arithShut != 0 || c == ')':
		msg = "Missing '))'"
	case c == '}':
		msg = "Missing '}'"
	}
	p.abort(Syntax, true, Message{p.lineNo, "Syntax error: " + msg})
}

// dashUnexpected reports a token as dash does.
func (p *Parser) dashUnexpected(t *token, want string) {
	name := "\"" + p.tokenText(t) + "\""
	switch {
	case t.kind == tEOF:
		name = "end of file"
	case t.kind == tNewline:
		name = "newline"
	case t.kind == tWord && p.reserved(t) == "":
		name = "word"
	case isRedirect(t.kind):
		name = "redirection"
	}
	p.dashFail(t, name, want)
}

// dashFail reports a token by the given name. dash counts a newline as soon
// as it has read it.
func (p *Parser) dashFail(t *token, name, want string) {
	line := p.lineNo
	if t.kind == tNewline {
		line++
	}
	text := "Syntax error: " + name + " unexpected"
	switch want {
	case "":
	case "word":
		text += " (expecting word)"
	default:
		text += " (expecting \"" + want + "\")"
	}
	p.abort(Syntax, t.kind == tEOF, Message{line, text})
}

// dashFunctionName checks the name of a function: dash does that at once.
func (p *Parser) dashFunctionName(t token) {
	if !t.plain || nameLen(p.buf[t.start:t.end]) != t.end-t.start {
		p.dashError("Bad function name")
	}
	switch string(p.buf[t.start:t.end]) { // the special builtins
	case "break", "continue", "eval", "exec", "exit", "export", "readonly", "return", "set", "shift", "times", "trap", "unset":
		p.dashError("Bad function name")
	}
}

// dashLoopName checks the variable of a for.
func (p *Parser) dashLoopName(t *token) {
	if t.kind == tWord && t.plain && nameLen(p.buf[t.start:t.end]) == t.end-t.start {
		return
	}
	if t.kind == tNewline {
		p.lineNo++
	}
	p.dashError("Bad for loop variable")
}

// dashBackquote parses what is in backquotes: dash does not wait until it is
// run. A closing parenthesis ends its interest.
func (p *Parser) dashBackquote(text string) {
	inner := New(text, Options{Dash: true, Name: p.opt.Name, Alias: p.opt.Alias, MaxDepth: p.opt.MaxDepth - p.depth})
	for {
		_, err := inner.Next()
		if e, ok := err.(*SyntaxError); ok && e.Msgs[0].Text != `Syntax error: ")" unexpected` {
			p.abort(Syntax, false, e.Msgs...)
		}
		if err != nil {
			return
		}
	}
}

// dashPattern takes one pattern of a case; dash takes any token there.
func (p *Parser) dashPattern() *syntax.Word {
	t := p.take(mArg)
	w := p.word(&t)
	if next := p.peek(mArg); next.kind != tPipe && next.kind != tRparen {
		p.dashUnexpectedWord(next, ")")
	}
	return w
}

// dashUnexpectedWord is dashUnexpected where no reserved words are known.
func (p *Parser) dashUnexpectedWord(t *token, want string) {
	if t.kind == tWord {
		p.dashFail(t, "word", want)
	}
	p.dashUnexpected(t, want)
}
