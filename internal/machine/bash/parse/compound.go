package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// compound reads a compound command when t begins one.
func (p *Parser) compound(s *syntax.Stmt, t *token) bool {
	if t.kind == tLparen {
		p.paren(s)
		return true
	}
	switch p.reserved(t) {
	case "{":
		p.block(s)
	case "if":
		p.ifClause(s)
	case "while":
		p.while(s, false)
	case "until":
		p.while(s, true)
	case "for":
		p.forClause(s)
	case "select":
		p.selectClause(s)
	case "case":
		p.caseClause(s)
	case "[[":
		p.cond(s)
	default:
		return false
	}
	return true
}

// want takes a reserved word that must come next and returns its place.
func (p *Parser) want(word string) syntax.Pos {
	t := p.peek(mCmd)
	if !p.is(t, word) {
		p.unexpectedWant(t, word)
	}
	p.drop()
	return p.at(t.start)
}

// paren reads a subshell or an arithmetic command.
func (p *Parser) paren(s *syntax.Stmt) {
	t := p.take(mCmd)
	if !p.opt.Dash && p.ahead(0) == '(' && p.arithCommand(s, t.start) {
		return
	}
	sub := &syntax.Subshell{Lparen: p.at(t.start)}
	sub.Stmts = p.compoundList()
	sub.Rparen = p.at(p.expect(tRparen).start)
	s.Cmd = sub
}

// arithCommand reads ((...)) when the parentheses at start close that way.
func (p *Parser) arithCommand(s *syntax.Stmt, start int) bool {
	base, at := len(p.subs), p.pos
	p.scanArith('(', ')')
	if p.ahead(0) != ')' {
		p.readTwice(at)
		p.subs = p.subs[:base]
		return false
	}
	p.pos++
	ac := &syntax.ArithmCmd{Left: p.at(start), Right: p.at(p.pos - 2)}
	ac.X = p.arithWord(start+2, p.pos-2, base)
	s.Cmd = ac
	return true
}

// readTwice goes back to at, the inner parenthesis of a (( that is no
// arithmetic. bash pushes the text back; when the line ends with it, it takes
// that for the end of the text, or counts the newline twice when it reads a file.
func (p *Parser) readTwice(at int) {
	end := min(p.pos+1, len(p.buf))
	p.twice, p.twiceEnd = string(p.buf[at:end]), end
	if p.ahead(0) == '\n' {
		p.stopAt = p.pos
	}
	p.pos = at
}

// pushedNewline deals with the newline that readTwice found.
func (p *Parser) pushedNewline() {
	p.stopAt, p.twiceEnd = -1, -1
	if p.opt.Mode == Script || p.opt.Mode == Stdin || p.opt.Mode == Interactive {
		p.lineNo++
		return
	}
	line := strings.TrimRight(p.echoed(), " \t")
	at := strings.LastIndexAny(line, " \t;|&")
	if at < 0 || line[at] == ' ' || line[at] == '\t' {
		at++
	}
	word := line[at:]
	p.abort(Syntax, false, p.withEcho(Message{p.lineNo, "syntax error near `" + word + "'"})...)
}

func (p *Parser) block(s *syntax.Stmt) {
	t := p.take(mCmd)
	b := &syntax.Block{Lbrace: p.at(t.start)}
	b.Stmts = p.compoundList()
	b.Rbrace = p.want("}")
	s.Cmd = b
}

func (p *Parser) ifClause(s *syntax.Stmt) {
	t := p.take(mCmd)
	root := &syntax.IfClause{Position: p.at(t.start)}
	last := root
	for {
		last.Cond = p.compoundList()
		last.ThenPos = p.want("then")
		last.Then = p.compoundList()
		t := p.peek(mCmd)
		if !p.is(t, "elif") {
			break
		}
		last.Else = &syntax.IfClause{Position: p.at(t.start)}
		last = last.Else
		p.drop()
	}
	if t := p.peek(mCmd); p.is(t, "else") {
		last.Else = &syntax.IfClause{Position: p.at(t.start)}
		p.drop()
		last.Else.Then = p.compoundList()
	}
	fi := p.want("fi")
	for c := root; c != nil; c = c.Else {
		c.FiPos = fi
	}
	s.Cmd = root
}

func (p *Parser) while(s *syntax.Stmt, until bool) {
	t := p.take(mCmd)
	w := &syntax.WhileClause{WhilePos: p.at(t.start), Until: until}
	w.Cond = p.compoundList()
	w.DoPos = p.want("do")
	w.Do = p.compoundList()
	w.DonePos = p.want("done")
	s.Cmd = w
}

// forClause reads both kinds of for.
func (p *Parser) forClause(s *syntax.Stmt) {
	t := p.take(mCmd)
	f := &syntax.ForClause{ForPos: p.at(t.start)}
	s.Cmd = f
	if name := p.peek(mArg); name.kind == tLparen && p.ahead(0) == '(' && !p.opt.Dash {
		loop, wrong := p.arithFor(name.start)
		f.Loop = loop
		switch k := p.peek(mCmd).kind; k {
		case tSemi, tNewline:
			p.drop()
			p.newlines(mCmd)
		}
		p.loopBody(f)
		if wrong != nil {
			p.resume = p.inSubst == 0
			p.abort(p.kind(), false, wrong...)
		}
		return
	}
	p.forWords(f)
}

func (p *Parser) selectClause(s *syntax.Stmt) {
	t := p.take(mCmd)
	f := &syntax.ForClause{ForPos: p.at(t.start), Select: true}
	s.Cmd = f
	p.forWords(f)
}

// forWords reads a loop over words from the variable on.
func (p *Parser) forWords(f *syntax.ForClause) {
	name := p.peek(mArg)
	if p.opt.Dash {
		p.dashLoopName(name)
	}
	if name.kind != tWord {
		p.unexpected(name)
	}
	wi := &syntax.WordIter{Name: p.lit(name.start, name.end)}
	f.Loop = wi
	p.subs = p.subs[:name.subBase]
	p.drop()
	if p.peek(mArg).kind == tSemi {
		p.drop()
		p.newlines(mArg)
		p.loopBody(f)
		return
	}
	p.newlines(mArg)
	t := p.peek(mArg)
	if p.is(t, "in") {
		wi.InPos = p.at(t.start)
		p.drop()
		for p.peek(mArg).kind == tWord {
			w := p.take(mArg)
			wi.Items = append(wi.Items, p.word(&w))
		}
		if t := p.peek(mArg); t.kind != tSemi && t.kind != tNewline {
			p.unexpected(t)
		}
		p.drop()
		p.newlines(mCmd)
		p.loopBody(f)
		return
	}
	if p.is(t, "{") && !p.opt.Dash {
		p.unexpected(t)
	}
	p.loopBody(f)
}

// loopBody reads do ... done or { ... }.
func (p *Parser) loopBody(f *syntax.ForClause) {
	if t := p.peek(mCmd); p.is(t, "{") && !p.opt.Dash {
		f.Braces, f.DoPos = true, p.at(t.start)
		p.drop()
		f.Do = p.compoundList()
		f.DonePos = p.want("}")
		return
	}
	f.DoPos = p.want("do")
	f.Do = p.compoundList()
	f.DonePos = p.want("done")
}

// arithFor reads the ((...;...;...)) of a for. What is wrong with it is
// reported when the whole loop has been read.
func (p *Parser) arithFor(start int) (*syntax.CStyleLoop, []Message) {
	p.drop()
	base := len(p.subs)
	p.scanArith('(', ')')
	if p.ahead(0) != ')' {
		p.abort(Quiet, p.ahead(0) == '\n' && p.pos+1 == len(p.buf) && p.fixed && p.text == "")
	}
	p.pos++
	end := p.pos - 2
	c := &syntax.CStyleLoop{Lparen: p.at(start), Rparen: p.at(end)}
	defer func() { p.subs = p.subs[:base] }()
	semis := splitSemis(p.buf[start+2:end], start+2)
	if len(semis) != 2 {
		msg := "syntax error: arithmetic expression required"
		if len(semis) > 2 {
			msg = "syntax error: `;' unexpected"
		}
		line := p.lineAt(start)
		return c, []Message{{line, msg}, {line, "syntax error: `" + string(p.buf[start:p.pos]) + "'"}}
	}
	c.Init = p.forPart(start+2, semis[0], base)
	c.Cond = p.forPart(semis[0]+1, semis[1], base)
	c.Post = p.forPart(semis[1]+1, end, base)
	return c, nil
}

// splitSemis returns the offsets of the semicolons outside quotes and $(...).
func splitSemis(b []byte, off int) []int {
	var out []int
	depth := 0
	for i := 0; i < len(b); i++ {
		switch c := b[i]; c {
		case '\\':
			i++
		case '\'', '"', '`':
			for i++; i < len(b) && b[i] != c; i++ {
				if b[i] == '\\' && c != '\'' {
					i++
				}
			}
		case '(', '{':
			if depth > 0 || i > 0 && b[i-1] == '$' {
				depth++
			}
		case ')', '}':
			depth = max(0, depth-1)
		case ';':
			if depth == 0 {
				out = append(out, off+i)
			}
		}
	}
	return out
}

// forPart makes one expression of an arithmetic for; leading blanks go.
func (p *Parser) forPart(start, end, base int) syntax.ArithmExpr {
	for start < end && (p.buf[start] == ' ' || p.buf[start] == '\t' || p.buf[start] == '\n') {
		start++
	}
	if start >= end {
		return nil
	}
	return p.arithPart(start, end, base)
}

func (p *Parser) caseClause(s *syntax.Stmt) {
	t := p.take(mCmd)
	cc := &syntax.CaseClause{Case: p.at(t.start)}
	s.Cmd = cc
	if t := p.peek(mArg); t.kind != tWord {
		p.unexpectedWant(t, "word")
	}
	word := p.take(mArg)
	cc.Word = p.word(&word)
	p.newlines(mArg)
	cc.In = p.want("in")
	p.newlines(mArg)
	for !p.is(p.peek(mArg), "esac") {
		item := p.caseItem()
		cc.Items = append(cc.Items, item)
		if !item.OpPos.IsValid() {
			break
		}
		p.newlines(mArg)
	}
	cc.Esac = p.want("esac")
}

// caseItem reads patterns, commands and the operator behind them.
func (p *Parser) caseItem() *syntax.CaseItem {
	ci := &syntax.CaseItem{Op: syntax.Break}
	if p.peek(mArg).kind == tLparen {
		p.drop()
	}
	for {
		t := p.peek(mArg)
		if p.opt.Dash {
			ci.Patterns = append(ci.Patterns, p.dashPattern())
		} else if t.kind != tWord {
			p.unexpected(t)
		} else {
			w := p.take(mArg)
			ci.Patterns = append(ci.Patterns, p.word(&w))
		}
		if p.peek(mArg).kind != tPipe {
			break
		}
		p.drop()
	}
	p.expect(tRparen)
	p.newlines(mCmd)
	if t := p.peek(mCmd); p.beginsCommand(t) || p.opt.Dash && !p.endsList(t) {
		ci.Stmts = p.moreStmts(nil)
	}
	t := p.peek(mCmd)
	if p.opt.Dash && t.kind != tDSemi && !p.is(t, "esac") {
		p.dashUnexpected(t, ";;")
	}
	switch t.kind {
	case tDSemi:
	case tSemiAmp:
		ci.Op = syntax.Fallthrough
	case tDSemiAmp:
		ci.Op = syntax.Resume
	default:
		return ci
	}
	ci.OpPos = p.at(t.start)
	p.drop()
	return ci
}
