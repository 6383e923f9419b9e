package parse

import "mvdan.cc/sh/v3/syntax"

// cond reads [[ ... ]].
func (p *Parser) cond(s *syntax.Stmt) {
	t := p.take(mCmd)
	line := p.lineNo
	tc := &syntax.TestClause{Left: p.at(t.start)}
	tc.X = p.condOr()
	end := p.peek(mArg)
	if !p.is(end, "]]") {
		switch {
		case end.kind == tEOF || end.kind == tNewline && p.atEnd():
			p.abort(Quiet, true, Message{line, "unexpected EOF while looking for `]]'"})
		case end.kind == tWord:
			p.abort(p.condKind(), false, Message{p.lineNo, "syntax error in conditional expression"})
		}
		p.abort(p.condKind(), false, Message{p.lineNo, "syntax error in conditional expression: unexpected token `" + p.tokenText(end) + "'"})
	}
	p.drop()
	tc.Right = p.at(end.start)
	s.Cmd = tc
}

// condKind is the kind of an error inside [[ ]].
func (p *Parser) condKind() Kind {
	if p.inSubst > 0 {
		return Subst
	}
	return Quiet
}

// atEnd reports whether no text follows the line read last.
func (p *Parser) atEnd() bool {
	return p.pos >= len(p.buf) && (p.ended || p.fixed && p.text == "" && len(p.replay) == 0)
}

// condFail reports what is wrong at t.
func (p *Parser) condFail(t *token, text string) {
	incomplete := t.kind == tEOF || t.kind == tNewline && p.atEnd()
	p.abort(p.condKind(), incomplete, Message{p.lineNo, text})
}

func (p *Parser) condNewlines() { p.newlines(mArg) }

func (p *Parser) condOr() syntax.TestExpr {
	x := p.condAnd()
	for p.peek(mArg).kind == tOrOr {
		t := p.take(mArg)
		x = &syntax.BinaryTest{OpPos: p.at(t.start), Op: syntax.OrTest, X: x, Y: p.condAnd()}
	}
	return x
}

func (p *Parser) condAnd() syntax.TestExpr {
	x := p.condTerm()
	for p.peek(mArg).kind == tAndAnd {
		t := p.take(mArg)
		x = &syntax.BinaryTest{OpPos: p.at(t.start), Op: syntax.AndTest, X: x, Y: p.condTerm()}
	}
	return x
}

// condTerm reads one test, a negation or a group.
func (p *Parser) condTerm() syntax.TestExpr {
	p.condNewlines()
	p.deeper()
	defer func() { p.depth-- }()
	t := p.peek(mArg)
	switch {
	case t.kind == tLparen:
		return p.condGroup()
	case t.kind != tWord && t.kind != tNumber && t.kind != tVarFd:
		text := "unexpected token `" + p.tokenText(t) + "' in conditional command"
		if t.kind == tEOF {
			text = "unexpected token `EOF' in conditional command"
		}
		p.condFail(t, text)
	case p.is(t, "]]"):
		p.abort(p.condKind(), false)
	case p.is(t, "!"):
		u := &syntax.UnaryTest{OpPos: p.at(t.start), Op: syntax.TsNot}
		p.drop()
		u.X = p.condTerm()
		return u
	}
	left := p.take(mArg)
	if left.plain && left.end-left.start == 2 && p.buf[left.start] == '-' {
		if op := unaryTest(p.buf[left.start+1]); op != 0 {
			return p.condUnary(left, op)
		}
	}
	return p.condBinary(left)
}

func (p *Parser) condGroup() syntax.TestExpr {
	open := p.take(mArg)
	line := p.lineNo
	g := &syntax.ParenTest{Lparen: p.at(open.start)}
	g.X = p.condInGroup(line)
	t := p.peek(mArg)
	if t.kind != tRparen {
		if t.kind == tEOF || t.kind == tNewline && p.atEnd() {
			p.abort(p.condKind(), true, Message{p.lineNo, "expected `)'"})
		}
		p.condFail(t, "unexpected token `"+p.tokenText(t)+"', expected `)'")
	}
	p.drop()
	g.Rparen = p.at(t.start)
	return g
}

// condInGroup reads the inside of a group. An error there is followed by one
// about the missing parenthesis.
func (p *Parser) condInGroup(line int) syntax.TestExpr {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		if s, ok := r.(stopParse); ok {
			if e, ok := s.err.(*SyntaxError); ok && e.Incomplete && e.Kind != Syntax {
				e.Msgs = append(e.Msgs, Message{line, "expected `)'"})
			}
		}
		panic(r)
	}()
	return p.condOr()
}

func (p *Parser) condUnary(op token, code syntax.UnTestOperator) syntax.TestExpr {
	u := &syntax.UnaryTest{OpPos: p.at(op.start), Op: code}
	t := p.peek(mArg)
	if t.kind != tWord || p.is(t, "]]") {
		p.condFail(t, "unexpected argument `"+p.tokenText(t)+"' to conditional unary operator")
	}
	w := p.take(mArg)
	u.X = p.word(&w)
	return u
}

// condBinary reads what follows a first operand.
func (p *Parser) condBinary(left token) syntax.TestExpr {
	x := p.word(&left)
	t := p.peek(mArg)
	var op syntax.BinTestOperator
	switch {
	case p.is(t, "]]") || t.kind == tAndAnd || t.kind == tOrOr || t.kind == tRparen:
		return x
	case t.kind == tLess:
		op = syntax.TsBefore
	case t.kind == tGreat:
		op = syntax.TsAfter
	case t.kind == tWord && t.plain:
		op = binaryTest(string(p.buf[t.start:t.end]))
	}
	if op == 0 {
		if t.kind == tWord {
			p.condFail(t, "conditional binary operator expected")
		}
		p.condFail(t, "unexpected token `"+p.tokenText(t)+"', conditional binary operator expected")
	}
	b := &syntax.BinaryTest{OpPos: p.at(t.start), Op: op, X: x}
	p.drop()
	r := p.condOperand(op)
	if r.kind != tWord || p.is(&r, "]]") {
		p.condFail(&r, "unexpected argument `"+p.tokenText(&r)+"' to conditional binary operator")
	}
	b.Y = p.word(&r)
	return b
}

// condOperand reads the right operand: a pattern, a regular expression or a word.
func (p *Parser) condOperand(op syntax.BinTestOperator) token {
	switch op {
	case syntax.TsReMatch:
		return p.regexpWord()
	case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch:
		old := p.opt.ExtGlob
		p.opt.ExtGlob = true
		t := p.lex(mArg)
		p.opt.ExtGlob = old
		return t
	}
	return p.lex(mArg)
}

// regexpWord reads a word in which parentheses and | are ordinary.
func (p *Parser) regexpWord() token {
	p.skipBlank()
	t := token{kind: tWord, start: p.pos, subBase: len(p.subs)}
	for {
		switch c := p.ch(); {
		case c == '(':
			p.regexpGroup()
		case c == '|':
			p.pos++
		case c == eof || class[byte(c)] == cMeta:
			if t.end = p.pos; t.end == t.start {
				return p.lex(mArg)
			}
			return t
		case class[byte(c)] == cSpecial:
			p.special(c, mArg, &t)
		default:
			p.pos++
		}
	}
}

// regexpGroup moves over (...) in a regular expression.
func (p *Parser) regexpGroup() {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		if s, ok := r.(stopParse); ok {
			if e, ok := s.err.(*SyntaxError); ok && e.Kind == Quiet {
				e.Msgs = append(e.Msgs, Message{p.lineNo, "unexpected argument to conditional binary operator"})
			}
		}
		panic(r)
	}()
	p.scanUntil('(', ')')
}

func unaryTest(c byte) syntax.UnTestOperator {
	switch c {
	case 'a', 'e':
		return syntax.TsExists
	case 'b':
		return syntax.TsBlckSp
	case 'c':
		return syntax.TsCharSp
	case 'd':
		return syntax.TsDirect
	case 'f':
		return syntax.TsRegFile
	case 'g':
		return syntax.TsGIDSet
	case 'h', 'L':
		return syntax.TsSmbLink
	case 'k':
		return syntax.TsSticky
	case 'n':
		return syntax.TsNempStr
	case 'o':
		return syntax.TsOptSet
	case 'p':
		return syntax.TsNmPipe
	case 'r':
		return syntax.TsRead
	case 's':
		return syntax.TsNoEmpty
	case 't':
		return syntax.TsFdTerm
	case 'u':
		return syntax.TsUIDSet
	case 'v':
		return syntax.TsVarSet
	case 'w':
		return syntax.TsWrite
	case 'x':
		return syntax.TsExec
	case 'z':
		return syntax.TsEmpStr
	case 'G':
		return syntax.TsGrpOwn
	case 'N':
		return syntax.TsModif
	case 'O':
		return syntax.TsUsrOwn
	case 'R':
		return syntax.TsRefVar
	case 'S':
		return syntax.TsSocket
	}
	return 0
}

func binaryTest(s string) syntax.BinTestOperator {
	switch s {
	case "=":
		return syntax.TsMatchShort
	case "==":
		return syntax.TsMatch
	case "!=":
		return syntax.TsNoMatch
	case "=~":
		return syntax.TsReMatch
	case "-nt":
		return syntax.TsNewer
	case "-ot":
		return syntax.TsOlder
	case "-ef":
		return syntax.TsDevIno
	case "-eq":
		return syntax.TsEql
	case "-ne":
		return syntax.TsNeq
	case "-lt":
		return syntax.TsLss
	case "-le":
		return syntax.TsLeq
	case "-gt":
		return syntax.TsGtr
	case "-ge":
		return syntax.TsGeq
	}
	return 0
}
