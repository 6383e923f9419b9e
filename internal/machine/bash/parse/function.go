package parse

import "mvdan.cc/sh/v3/syntax"

// function reads NAME () BODY from the parenthesis on.
func (p *Parser) function(s *syntax.Stmt, name token) {
	p.drop()
	if t := p.peek(mArg); p.opt.Dash && t.kind == tWord {
		p.dashFail(t, "word", ")")
	}
	p.expect(tRparen)
	if p.opt.Dash {
		p.dashFunctionName(name)
	}
	p.subs = p.subs[:name.subBase]
	p.functionBody(s, &syntax.FuncDecl{Position: p.at(name.start), Parens: true, Name: p.lit(name.start, name.end)})
}

// functionWord reads function NAME [()] BODY.
func (p *Parser) functionWord(s *syntax.Stmt) {
	kw := p.take(mCmd)
	name := p.peek(mArg)
	if name.kind != tWord {
		p.unexpected(name)
	}
	fd := &syntax.FuncDecl{Position: p.at(kw.start), RsrvWord: true, Name: p.lit(name.start, name.end)}
	p.subs = p.subs[:name.subBase]
	p.drop()
	if p.peek(mCmd).kind == tLparen && p.ch() != '(' {
		open := p.pos
		p.drop()
		p.skipBlank()
		if p.ch() == ')' {
			p.expect(tRparen)
			fd.Parens = true
		} else {
			p.pos, p.tok, p.have = open, token{kind: tLparen, start: open - 1, end: open}, true
		}
	}
	p.functionBody(s, fd)
}

func (p *Parser) functionBody(s *syntax.Stmt, fd *syntax.FuncDecl) {
	p.newlines(mCmd)
	t := p.peek(mCmd)
	fd.Body = &syntax.Stmt{Position: p.at(t.start)}
	if p.opt.Dash {
		fd.Body = p.command()
		s.Cmd = fd
		return
	}
	if !p.compound(fd.Body, t) {
		p.unexpected(t)
	}
	p.redirects(fd.Body)
	s.Cmd = fd
}

// coproc reads coproc [NAME] COMMAND.
func (p *Parser) coproc(s *syntax.Stmt) {
	kw := p.take(mCmd)
	cc := &syntax.CoprocClause{Coproc: p.at(kw.start)}
	s.Cmd = cc
	t := p.peek(mCmd)
	cc.Stmt = &syntax.Stmt{Position: p.at(t.start)}
	if p.compound(cc.Stmt, t) {
		p.redirects(cc.Stmt)
		return
	}
	if w := p.reserved(t); w != "" && w != "time" {
		p.unexpected(t)
	}
	if t.kind == tWord && t.eq == 0 {
		name := p.take(mCmd)
		inner := p.peek(mArg)
		body := &syntax.Stmt{Position: p.at(inner.start)}
		if p.compound(body, inner) {
			cc.Name, cc.Stmt = p.word(&name), body
			p.redirects(body)
			return
		}
		if p.reserved(inner) != "" {
			p.unexpected(inner)
		}
		p.untake(name)
	}
	p.simple(cc.Stmt, &stmtRoom{})
}

// untake puts a word back before the token that was read after it, by
// reading again from its start.
func (p *Parser) untake(t token) {
	p.subs = p.subs[:t.subBase]
	p.pos, p.have = t.start, false
}
