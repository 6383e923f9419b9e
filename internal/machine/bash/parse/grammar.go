package parse

import (
	"io"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// unit reads one complete command line.
func (p *Parser) unit() (*Unit, error) {
	switch t := p.peek(mCmd); t.kind {
	case tEOF:
		p.done = true
		return nil, io.EOF
	case tNewline:
		p.drop()
		return p.finish(nil), nil
	}
	stmts := p.simpleList()
	switch t := p.peek(mArg); t.kind {
	case tNewline, tEOF:
		p.drop()
	default:
		// bash takes the bodies of here-documents before it looks at the token.
		if !p.opt.Dash {
			p.readDocsAhead()
		}
		p.unexpected(t)
	}
	return p.finish(stmts), nil
}

func (p *Parser) finish(stmts []*syntax.Stmt) *Unit {
	u := &Unit{
		Stmts: stmts, Warnings: p.warnings, Line: p.marks[0].line, Lines: len(p.raw),
		buf: p.buf[:p.pos], docs: p.docs, texts: p.texts,
	}
	if len(p.raw) == 1 {
		u.Raw = p.raw[0]
	} else {
		u.Raw = strings.Join(p.raw, "")
	}
	return u
}

// newlines skips newline tokens; what follows is read in the given mode.
func (p *Parser) newlines(m mode) {
	for p.peek(m).kind == tNewline {
		p.drop()
	}
}

// simpleList reads and-or lists joined by ; and & on one line.
func (p *Parser) simpleList() []*syntax.Stmt {
	stmts := make([]*syntax.Stmt, 0, 2)
	for {
		s := p.andOr()
		stmts = append(stmts, s)
		if !p.separator(s) {
			return stmts
		}
		if !p.beginsCommand(p.peek(mCmd)) {
			return stmts
		}
	}
}

// separator takes the ; or & after a statement.
func (p *Parser) separator(s *syntax.Stmt) bool {
	t := p.peek(mArg)
	if t.kind != tSemi && t.kind != tAmp {
		return false
	}
	s.Semicolon = p.at(t.start)
	s.Background = t.kind == tAmp
	p.drop()
	return true
}

// compoundList reads the commands of a compound command: at least one, also
// separated by newlines. It stops before what cannot begin a command.
func (p *Parser) compoundList() []*syntax.Stmt {
	p.newlines(mCmd)
	if p.opt.Dash && p.peek(mCmd).kind == tEOF {
		return nil // dash then names what it needs
	}
	return p.moreStmts(nil)
}

func (p *Parser) moreStmts(stmts []*syntax.Stmt) []*syntax.Stmt {
	for {
		s := p.andOr()
		stmts = append(stmts, s)
		if !p.separator(s) && p.peek(mArg).kind != tNewline {
			return stmts
		}
		p.newlines(mCmd)
		if t := p.peek(mCmd); !p.beginsCommand(t) && (!p.opt.Dash || p.endsList(t)) {
			return stmts
		}
	}
}

// substList reads the commands of a substitution and its closing parenthesis.
func (p *Parser) substList() []*syntax.Stmt {
	p.newlines(mCmd)
	var stmts []*syntax.Stmt
	if t := p.peek(mCmd); t.kind != tRparen && !(p.opt.Dash && p.endsList(t)) {
		p.onSubst = p.is(t, "time")
		stmts = p.moreStmts(nil)
	}
	p.expect(tRparen)
	return stmts
}

// expect takes an operator that must come next.
func (p *Parser) expect(k kind) token {
	t := p.peek(mArg)
	if t.kind != k {
		p.unexpectedWant(t, opText[k])
	}
	p.drop()
	return *t
}

// endsList reports whether dash takes a token for the end of a list.
func (p *Parser) endsList(t *token) bool {
	switch t.kind {
	case tEOF, tRparen, tDSemi:
		return true
	}
	return t.kind == tWord && !p.beginsCommand(t)
}

// is reports whether a token is the given word, unquoted.
func (p *Parser) is(t *token, word string) bool {
	return t.kind == tWord && t.plain && t.end-t.start == len(word) && string(p.buf[t.start:t.end]) == word
}

// reserved returns the reserved word that a token is where a command can begin, or "".
func (p *Parser) reserved(t *token) string {
	n := t.end - t.start
	if t.kind != tWord || !t.plain || n == 0 || n > 8 {
		return ""
	}
	switch w := string(p.buf[t.start:t.end]); w {
	case "!", "{", "}", "if", "then", "elif", "else", "fi", "while", "until", "for", "do", "done", "case", "esac", "in":
		return p.str(t.start, t.end)
	case "[[", "]]", "function", "select", "time", "coproc":
		if !p.opt.Dash {
			return p.str(t.start, t.end)
		}
	}
	return ""
}

// beginsCommand reports whether a token can be the first of a command.
func (p *Parser) beginsCommand(t *token) bool {
	switch t.kind {
	case tWord:
		switch p.reserved(t) {
		case "}", "then", "elif", "else", "fi", "do", "done", "esac", "in", "]]":
			return false
		}
		return true
	case tLparen:
		return true
	}
	return isRedirect(t.kind)
}

func (p *Parser) andOr() *syntax.Stmt {
	s := p.pipeline()
	for {
		t := p.peek(mArg)
		if t.kind != tAndAnd && t.kind != tOrOr {
			return s
		}
		b := p.binary(t, s, syntax.AndStmt)
		if t.kind == tOrOr {
			b.bin.Op = syntax.OrStmt
		}
		p.drop()
		p.newlines(mCmd)
		b.bin.Y = p.pipeline()
		s = &b.stmt
	}
}

// pipeline reads commands joined by |, with ! and time before them.
func (p *Parser) pipeline() *syntax.Stmt {
	t := p.peek(mCmd)
	switch p.reserved(t) {
	case "!":
		pos := p.at(t.start)
		p.drop()
		if next := p.peek(mCmd); p.opt.Dash && p.reserved(next) == "!" {
			p.unexpected(next)
		}
		p.deeper()
		var s *syntax.Stmt
		if p.endsPipeline() {
			s = &syntax.Stmt{}
		} else {
			s = p.pipeline()
		}
		p.depth--
		s.Position, s.Negated = pos, !s.Negated
		return s
	case "time":
		return p.timed()
	}
	s := p.command()
	for {
		t := p.peek(mArg)
		if t.kind != tPipe && t.kind != tPipeAmp {
			return s
		}
		b := p.binary(t, s, syntax.Pipe)
		if t.kind == tPipeAmp {
			b.bin.Op = syntax.PipeAll
		}
		p.drop()
		p.newlines(mCmd)
		b.bin.Y = p.command()
		s = &b.stmt
	}
}

// binaryStmt is a statement of two that an operator joins.
type binaryStmt struct {
	stmt syntax.Stmt
	bin  syntax.BinaryCmd
}

// binary makes a statement of x and the operator at t; its right side follows.
func (p *Parser) binary(t *token, x *syntax.Stmt, op syntax.BinCmdOperator) *binaryStmt {
	b := &binaryStmt{bin: syntax.BinaryCmd{OpPos: p.at(t.start), Op: op, X: x}}
	b.stmt = syntax.Stmt{Position: x.Position, Cmd: &b.bin}
	return b
}

// endsPipeline reports whether nothing follows a ! or time.
func (p *Parser) endsPipeline() bool {
	if p.opt.Dash {
		return false
	}
	onSubst := p.onSubst // there time is no reserved word yet
	p.onSubst = false
	k := p.peek(mCmd).kind
	return k == tNewline || k == tSemi || k == tEOF || k == tRparen && onSubst
}

func (p *Parser) timed() *syntax.Stmt {
	t := p.take(mCmd)
	tc := &syntax.TimeClause{Time: p.at(t.start)}
	s := &syntax.Stmt{Position: tc.Time, Cmd: tc}
	if p.is(p.peek(mCmd), "-p") {
		tc.PosixFormat = true
		p.drop()
	}
	if p.is(p.peek(mCmd), "--") {
		p.drop()
	}
	if !p.endsPipeline() {
		p.deeper()
		tc.Stmt = p.pipeline()
		p.depth--
	}
	return s
}

// stmtRoom is a statement with room for the usual simple command.
type stmtRoom struct {
	stmt syntax.Stmt
	call syntax.CallExpr
	args [4]*syntax.Word
}

// command reads one command with its redirections.
func (p *Parser) command() *syntax.Stmt {
	t := p.peek(mCmd)
	room := &stmtRoom{}
	s := &room.stmt
	s.Position = p.at(t.start)
	p.deeper()
	if p.compound(s, t) {
		p.redirects(s)
	} else if t = p.peek(mCmd); p.reserved(t) == "function" {
		p.functionWord(s)
	} else if p.reserved(t) == "coproc" {
		p.coproc(s)
	} else if w := p.reserved(t); w != "" && w != "time" {
		p.unexpected(t)
	} else {
		p.simple(s, room)
	}
	p.depth--
	return s
}

// redirects reads the redirections behind a compound command.
func (p *Parser) redirects(s *syntax.Stmt) {
	p.peek(mCmd)
	for isRedirect(p.peek(mArg).kind) {
		p.redirect(s, mArg)
	}
}

// simple reads a simple command, or a function definition that begins with its name.
func (p *Parser) simple(s *syntax.Stmt, room *stmtRoom) {
	var assigns []*syntax.Assign
	for {
		t := p.peek(mCmd)
		switch {
		case isRedirect(t.kind):
			p.redirect(s, mCmd)
			if len(assigns) == 0 && len(s.Redirs) == 1 {
				p.countLine(s)
			}
			continue
		case t.kind == tWord && t.eq > 0:
			if len(assigns) == 0 && len(s.Redirs) == 0 {
				p.countLine(s)
			}
			assigns = append(assigns, p.assign(p.take(mCmd)))
			continue
		case t.kind == tWord:
			p.words(s, assigns, room)
			return
		}
		if len(assigns) > 0 {
			if t.kind == tLparen && !p.opt.Dash {
				p.unexpected(t)
			}
			s.Cmd = &syntax.CallExpr{Assigns: assigns}
		} else if len(s.Redirs) == 0 {
			p.unexpected(t)
		}
		return
	}
}

// countLine makes the line read last the line of a statement.
func (p *Parser) countLine(s *syntax.Stmt) {
	s.Position = syntax.NewPos(s.Position.Offset(), uint(p.lineNo), s.Position.Col())
}

// words reads a command from its name on.
func (p *Parser) words(s *syntax.Stmt, assigns []*syntax.Assign, room *stmtRoom) {
	t := p.take(mCmd)
	first := len(assigns) == 0 && len(s.Redirs) == 0
	m := mArg
	if t.plain && !p.opt.Dash {
		switch string(p.buf[t.start:t.end]) {
		case "declare", "typeset", "local", "export", "readonly":
			if len(assigns) == 0 {
				p.declare(s, t)
				return
			}
			m = mDecl
		case "alias", "eval", "let":
			m = mDecl
		}
	}
	name := p.word(&t) // before the next token is read: its notes come behind
	if first {
		// bash has to see the next token before it knows what this is, and
		// counts the command to the line on which that ends.
		if p.peek(m).kind == tLparen {
			p.function(s, t)
			return
		}
		p.countLine(s)
	}
	ce := &room.call
	ce.Assigns = assigns
	ce.Args = append(room.args[:0], name)
	for {
		t := p.peek(m)
		if t.kind == tWord {
			w := p.take(m)
			ce.Args = append(ce.Args, p.argument(&w))
		} else if isRedirect(t.kind) {
			m = mArg
			p.redirect(s, m)
		} else {
			break
		}
	}
	s.Cmd = ce
}

// argument makes a word; NAME=(...) becomes literal text, elements one blank apart.
func (p *Parser) argument(t *token) *syntax.Word {
	if t.array == nil {
		return p.word(t)
	}
	p.subs = p.subs[:t.subBase]
	l := p.lit(t.start, t.end)
	open := int(t.array.Lparen.Offset())
	text := append([]byte(nil), p.buf[t.start:open+1]...)
	for i := range t.array.Elems {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, p.buf[t.spans[2*i]:t.spans[2*i+1]]...)
	}
	l.Value = string(append(text, ')'))
	return &syntax.Word{Parts: []syntax.WordPart{l}}
}

// declare reads the arguments of declare and its kin.
func (p *Parser) declare(s *syntax.Stmt, name token) {
	dc := &syntax.DeclClause{Variant: p.lit(name.start, name.end)}
	s.Cmd = dc
	m := mDecl
	p.peek(m)
	p.countLine(s)
	for {
		t := p.peek(m)
		switch {
		case t.kind == tWord:
			dc.Args = append(dc.Args, p.declArg(p.take(m)))
		case isRedirect(t.kind):
			m = mNoArr
			p.redirect(s, m)
		case t.kind == tLparen && len(dc.Args) == 0 && len(s.Redirs) == 0:
			p.function(s, name)
			return
		default:
			return
		}
	}
}

func (p *Parser) declArg(t token) *syntax.Assign {
	if t.eq > 0 {
		return p.assign(t)
	}
	if t.plain && nameLen(p.buf[t.start:t.end]) == t.end-t.start {
		return &syntax.Assign{Naked: true, Name: p.lit(t.start, t.end)}
	}
	return &syntax.Assign{Naked: true, Value: p.word(&t)}
}
