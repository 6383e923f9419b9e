package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fatal ends the unit with one message.
func (p *Parser) fatal(k Kind, line int, text string) {
	p.abort(k, false, Message{line, text})
}

// abort ends the unit.
func (p *Parser) abort(k Kind, incomplete bool, msgs ...Message) {
	e := &SyntaxError{
		Msgs: msgs, Kind: k, Incomplete: incomplete, Warnings: p.warnings, cond: p.condLine > 0, resume: p.resume,
		name: p.opt.Name, mode: p.opt.Mode, dash: p.opt.Dash,
	}
	if incomplete && p.onEOF != "" {
		line := p.lineNo
		if p.onEOF == inEnd {
			line = p.condLine
		}
		e.Msgs = append(e.Msgs, Message{line, p.onEOF})
	}
	if len(msgs) > 0 {
		e.Line = msgs[0].Line
	}
	panic(stopParse{e})
}

// drain reads on to the end of the line after an error that leaves bash in the
// middle of it. Words that cannot be read give further messages.
func (p *Parser) drain(e *SyntaxError) {
	p.have, p.condLine, p.onEOF, p.pending = false, 0, "", nil
	p.inSubst, p.inArray, p.arrays, p.depth = 0, 0, 0, 0
	defer func() {
		s, ok := recover().(stopParse)
		if !ok {
			return
		}
		if more, ok := s.err.(*SyntaxError); ok {
			e.Msgs = append(e.Msgs, more.Msgs...)
			e.Kind, e.Incomplete, e.cond = more.Kind, more.Incomplete, false
		}
	}()
	m := mArg
	for {
		switch k := p.lex(m).kind; k {
		case tNewline, tEOF:
			return
		case tWord, tNumber, tVarFd:
			m = mArg
		default:
			m = mCmd
		}
	}
}

// unmatched reports that the text ended before a closing quote or bracket.
func (p *Parser) unmatched(c byte, line int) {
	if p.opt.Dash {
		p.dashUnmatched(c)
	}
	p.endInside(Quiet, Message{line, "unexpected EOF while looking for matching `" + string(c) + "'"})
}

// endInside reports that the text ended inside something. Inside NAME=(...) bash
// reports the end again and drops the line.
func (p *Parser) endInside(k Kind, m Message) {
	if p.arrays > 0 {
		p.abort(Discard, true, m, Message{p.lineNo, "syntax error: unexpected end of file"})
	}
	p.abort(k, true, m)
}

// tokenText returns a token as messages name it.
func (p *Parser) tokenText(t *token) string {
	switch {
	case t.kind == tEOF:
		return "EOF"
	case int(t.kind) < len(opText) && opText[t.kind] != "":
		return opText[t.kind]
	}
	return visible(p.printed(t))
}

// visible quotes a text with characters that do not print as $'...'.
func visible(s string) string {
	clean := true
	for _, r := range s {
		if r == utf8.RuneError || !printable(r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	b.WriteString("$'")
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if n > 1 && printable(r) {
			b.WriteString(s[:n])
			s = s[n:]
			continue
		}
		for _, c := range []byte(s[:n]) {
			escapeByte(&b, c)
		}
		s = s[n:]
	}
	b.WriteString("'")
	return b.String()
}

// printable is what the C library calls printable: not only graphic
// characters but also format characters and private ones.
func printable(r rune) bool {
	return unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Co)
}

// escapeByte writes one byte of a $'...'.
func escapeByte(b *strings.Builder, c byte) {
	switch i := strings.IndexByte("\a\b\x1b\f\n\r\t\v\\'", c); {
	case i >= 0:
		b.WriteByte('\\')
		b.WriteByte("abEfnrtv\\'"[i])
	case c < ' ' || c >= 0x7f:
		b.WriteByte('\\')
		b.WriteByte('0' + c>>6)
		b.WriteByte('0' + c>>3&7)
		b.WriteByte('0' + c&7)
	default:
		b.WriteByte(c)
	}
}

// printed returns a word as bash prints it: it keeps the two characters that
// it uses itself behind a \x01.
func (p *Parser) printed(t *token) string {
	s := string(p.buf[t.start:t.end])
	if !t.plain && t.kind == tWord && t.array == nil && t.eq == 0 {
		w := p.wordAt(t.start, t.end, false, t.subBase)
		pr := printer{u: &Unit{buf: p.buf, docs: p.docs, texts: p.texts}}
		s = pr.word(w)
	}
	if strings.ContainsAny(s, "\x01\x7f") {
		s = strings.NewReplacer("\x01", "\x01\x01", "\x7f", "\x01\x7f").Replace(s)
	}
	return s
}

// unexpected reports a token that the grammar has no place for.
func (p *Parser) unexpected(t *token) {
	if p.opt.Dash {
		p.dashUnexpected(t, "")
	}
	if t.kind == tEOF {
		if p.inSubst > 0 {
			p.endInside(Syntax, Message{p.lineNo, "unexpected EOF while looking for matching `)'"})
		}
		p.abort(Syntax, true, Message{p.lineNo, "syntax error: unexpected end of file"})
	}
	p.abort(p.kind(), false, p.withEcho(Message{p.lineNo, "syntax error near unexpected token `" + p.tokenText(t) + "'"})...)
}

// kind is the kind of a grammar error at this place.
func (p *Parser) kind() Kind {
	switch {
	case p.inArray > 0:
		return Discard
	case p.inSubst > 0:
		return Subst
	}
	return Syntax
}

// withEcho adds the line that a message is about, except for a terminal.
func (p *Parser) withEcho(m Message) []Message {
	if p.opt.Mode == Interactive {
		return []Message{m}
	}
	return []Message{m, {m.Line, "`" + p.echoed() + "'"}}
}
