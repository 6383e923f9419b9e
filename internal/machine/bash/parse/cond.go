package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// What is said besides when the text ends inside a quote of a test, by the
// place of the word.
const (
	inFirst  = "unexpected token `\xff' in conditional command"
	inOp     = "conditional binary operator expected"
	inUnary  = "unexpected argument to conditional unary operator"
	inBinary = "unexpected argument to conditional binary operator"
	inEnd    = "unexpected EOF while looking for `]]'"
)

// condPeek is peek with what to add when the token does not end.
func (p *Parser) condPeek(place string) *token {
	old := p.onEOF
	p.onEOF = place
	t := p.peek(mArg)
	p.onEOF = old
	return t
}

// cond reads [[ ... ]].
func (p *Parser) cond(s *syntax.Stmt) {
	t := p.take(mCmd)
	oldLine := p.condLine
	p.condLine = p.lineNo
	tc := &syntax.TestClause{Left: p.at(t.start)}
	tc.X = p.condOr()
	end := p.condPeek(inEnd)
	if !p.is(end, "]]") {
		text := "syntax error in conditional expression"
		switch {
		case end.kind == tEOF:
			text = inEnd
		case !isWord(end):
			text += ": unexpected token `" + p.tokenText(end) + "'"
		}
		p.abort(p.condKind(), end.kind == tEOF, Message{p.condLine, text})
	}
	p.drop()
	p.condLine = oldLine
	tc.Right = p.at(end.start)
	s.Cmd = tc
	p.countLine(s)
}

// isWord reports whether a token is a word or was lexed from one.
func isWord(t *token) bool { return t.kind == tWord || t.kind == tNumber || t.kind == tVarFd }

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
	kind := p.condKind()
	if incomplete {
		kind = Quiet
	}
	p.abort(kind, incomplete, Message{p.lineNo, text})
}

// condNewlines skips the newlines behind a complete test.
func (p *Parser) condNewlines() {
	for p.condPeek(inEnd).kind == tNewline {
		p.drop()
	}
}

func (p *Parser) condOr() syntax.TestExpr {
	x := p.condAnd()
	for p.condPeek(inEnd).kind == tOrOr {
		t := p.take(mArg)
		x = &syntax.BinaryTest{OpPos: p.at(t.start), Op: syntax.OrTest, X: x, Y: p.condAnd()}
	}
	return x
}

func (p *Parser) condAnd() syntax.TestExpr {
	x := p.condTerm()
	for p.condPeek(inEnd).kind == tAndAnd {
		t := p.take(mArg)
		x = &syntax.BinaryTest{OpPos: p.at(t.start), Op: syntax.AndTest, X: x, Y: p.condTerm()}
	}
	return x
}

// condTerm reads one test, a negation or a group.
func (p *Parser) condTerm() syntax.TestExpr {
	p.deeper()
	for p.condPeek(inFirst).kind == tNewline {
		p.drop()
	}
	x := p.condTermAt(p.peek(mArg))
	p.depth--
	return x
}

func (p *Parser) condTermAt(t *token) syntax.TestExpr {
	switch {
	case t.kind == tLparen:
		return p.condGroup()
	case t.kind == tNumber:
		p.condFail(t, "unexpected token 284 in conditional command")
	case t.kind == tVarFd:
		p.condFail(t, "unexpected token 283 in conditional command")
	case t.kind != tWord:
		p.condFail(t, "unexpected token `"+p.tokenText(t)+"' in conditional command")
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

// condGroup reads (...). An error inside is followed by one about the
// missing parenthesis.
func (p *Parser) condGroup() syntax.TestExpr {
	open := p.take(mArg)
	line := p.lineNo
	g := &syntax.ParenTest{Lparen: p.at(open.start)}
	p.alsoSay(Message{line, "expected `)'"}, func() { g.X = p.condOr() })
	t := p.peek(mArg)
	if t.kind != tRparen {
		text := "unexpected token `" + p.tokenText(t) + "', expected `)'"
		if isWord(t) && !p.is(t, "]]") {
			text = "expected `)'"
		}
		p.abort(p.condKind(), t.kind == tEOF, Message{line, text})
	}
	p.drop()
	g.Rparen = p.at(t.start)
	p.condNewlines()
	return g
}

// alsoSay runs f; when it fails with an error of a test, the message is added.
func (p *Parser) alsoSay(m Message, f func()) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		if s, ok := r.(stopParse); ok {
			if e, ok := s.err.(*SyntaxError); ok && e.cond {
				e.Msgs = append(e.Msgs, m)
			}
		}
		panic(r)
	}()
	f()
}

func (p *Parser) condUnary(op token, code syntax.UnTestOperator) syntax.TestExpr {
	u := &syntax.UnaryTest{OpPos: p.at(op.start), Op: code}
	t := p.condPeek(inUnary)
	if t.kind != tWord || p.is(t, "]]") {
		p.condArgument(t, inUnary)
	}
	w := p.take(mArg)
	u.X = p.word(&w)
	p.condNewlines()
	return u
}

// condArgument reports a token where an operand had to be.
func (p *Parser) condArgument(t *token, text string) {
	if t.kind != tNumber && t.kind != tVarFd {
		text = strings.Replace(text, "argument", "argument `"+p.tokenText(t)+"'", 1)
	}
	p.condFail(t, text)
}

// condBinary reads what follows a first operand.
func (p *Parser) condBinary(left token) syntax.TestExpr {
	x := p.word(&left)
	t := p.condPeek(inOp)
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
		if isWord(t) {
			p.condFail(t, inOp)
		}
		p.condFail(t, "unexpected token `"+p.tokenText(t)+"', "+inOp)
	}
	b := &syntax.BinaryTest{OpPos: p.at(t.start), Op: op, X: x}
	p.drop()
	old := p.onEOF
	p.onEOF = inBinary
	r := p.condOperand(op)
	p.onEOF = old
	if r.kind != tWord || p.is(&r, "]]") {
		if op == syntax.TsReMatch && r.kind > tVarFd {
			p.abort(p.condKind(), false, Message{p.condLine, "syntax error in conditional expression: unexpected token `" + p.tokenText(&r) + "'"})
		}
		p.condArgument(&r, inBinary)
	}
	b.Y = p.word(&r)
	p.condNewlines()
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
	t := token{kind: tWord, plain: true, start: p.pos, subBase: len(p.subs)}
	for {
		switch c := p.ch(); {
		case c == '(':
			t.plain = false
			p.scanUntil('(', ')')
		case c == '|':
			p.pos++
		case c == eof || class[byte(c)] == cMeta:
			if t.end = p.pos; t.end == t.start {
				return p.lex(mArg)
			}
			p.afterWord(&t)
			return t
		case class[byte(c)] == cSpecial:
			p.special(c, mArg, &t)
		default:
			p.pos++
		}
	}
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
