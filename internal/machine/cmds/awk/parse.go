package awk

import (
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/regex"
)

// parser turns tokens into a program.
type parser struct {
	x       *machine
	lex     lexer
	prog    program
	globals map[string]*symbol
	locals  map[string]*symbol
	funcs   map[string]*function
	calls   []call
	fn      *function // being defined
	loops   int
	inRule  bool // next may be used
	errors  int
	failed  bool  // a syntax error is being recovered from
	pending *node // a primary that has been read already
	nest    int
	bare    bool // the name that comes next may be an argument on its own, of a kind not known yet
}

// call is a call of a user's function, to be checked when all is known.
type call struct {
	n    *node
	line int
	name string // of the source
}

const maxNest = 1000

func newParser(x *machine, sources []source) *parser {
	ps := &parser{x: x, globals: make(map[string]*symbol, 32), funcs: map[string]*function{}}
	ps.lex = lexer{ps: ps, sources: sources}
	for i, name := range specialNames {
		if i > 0 {
			s := &symbol{name: name, kind: symVar, special: special(i), idx: i}
			if special(i) >= vARGV {
				s.kind = symArray
			}
			ps.globals[name] = s
			ps.prog.globals = append(ps.prog.globals, s)
		} else {
			ps.prog.globals = append(ps.prog.globals, &symbol{})
		}
	}
	return ps
}

// errorAt reports an error in the program and goes on.
func (ps *parser) errorAt(line int, text string) {
	where := ""
	if ps.lex.src.name != "" {
		where = ps.lex.src.name + ": "
	}
	ps.x.p.Stderr.WriteString(ps.x.p.Name() + ": " + where + "line " + strconv.Itoa(line) + ": " + text + "\n")
	ps.errors++
}

// fatalAt reports an error and ends awk.
func (ps *parser) fatalAt(line int, text string) {
	ps.errorAt(line, text)
	ps.x.p.Exit(2)
}

// syntax reports that the current token cannot stand where it stands.
func (ps *parser) syntax() {
	if ps.failed {
		return
	}
	ps.failed = true
	l := &ps.lex
	switch {
	case l.paren > 0 && (l.tok == tFakeSemi || l.tok == tSemi || l.tok == tNL):
		l.paren = 0
		ps.errorAt(l.tokLine, "missing ) near "+l.text)
	case l.tok == tEOF && l.brace > 0:
		ps.errorAt(l.tokLine, "missing } near end of file")
	default:
		ps.errorAt(l.tokLine, "syntax error at or near "+l.text)
	}
}

func (ps *parser) tok() token {
	if ps.failed {
		return tAny
	}
	return ps.lex.tok
}

func (ps *parser) next() {
	if !ps.failed {
		ps.lex.advance()
	}
}

// accept takes a token when it is the next one.
func (ps *parser) accept(t token) bool {
	if ps.tok() != t {
		return false
	}
	ps.next()
	return true
}

func (ps *parser) expect(t token) bool {
	if ps.accept(t) {
		return true
	}
	ps.syntax()
	return false
}

// closeParen takes a ) and the newlines after it, as in if (x).
func (ps *parser) closeParen() {
	if ps.tok() == tRParen {
		ps.lex.eatNewlines()
		ps.next()
		return
	}
	ps.syntax()
}

// parse reads the whole program.
func (ps *parser) parse() {
	ps.lex.eatNewlines()
	ps.next()
	for ps.tok() != tEOF && !ps.failed {
		ps.item()
	}
	if ps.errors == 0 {
		ps.resolve()
	}
	if ps.errors > 0 {
		ps.x.p.Exit(2)
	}
}

// item reads a function, or a pattern with its action.
func (ps *parser) item() {
	switch ps.tok() {
	case tBegin:
		ps.next()
		if ps.tok() != tLBrace {
			ps.syntax()
			return
		}
		ps.prog.begin = append(ps.prog.begin, ps.block()...)
	case tEnd:
		ps.next()
		if ps.tok() != tLBrace {
			ps.syntax()
			return
		}
		ps.prog.hasEnd = true
		ps.prog.end = append(ps.prog.end, ps.block()...)
	case tFunction:
		ps.function()
	default:
		ps.rule()
	}
}

func (ps *parser) rule() {
	r := &rule{}
	ps.inRule = true
	if ps.tok() != tLBrace {
		if r.from = ps.expr(); ps.accept(tComma) {
			r.to = ps.expr()
		}
	}
	if ps.tok() == tLBrace {
		r.body = ps.block()
	} else {
		r.print = true
		ps.separator()
	}
	ps.inRule = false
	ps.prog.rules = append(ps.prog.rules, r)
}

func (ps *parser) function() {
	ps.next()
	l := &ps.lex
	if ps.tok() != tName && ps.tok() != tFuncName {
		ps.syntax()
		return
	}
	name := l.text
	if s := ps.globals[name]; s != nil && s.kind != symUnknown {
		what := "variable"
		if s.kind == symArray {
			what = "array"
		}
		ps.errorAt(l.tokLine, "illegal reference to "+what+" "+name)
	}
	fn := ps.funcs[name]
	if fn == nil {
		fn = &function{name: name}
		ps.funcs[name] = fn
	}
	if fn.defined {
		ps.errorAt(l.tokLine, "redefinition of "+name)
		fn = &function{name: name}
	}
	fn.defined = true
	ps.fn, ps.locals = fn, map[string]*symbol{}
	ps.next()
	ps.expect(tLParen)
	for !ps.failed && ps.tok() != tRParen {
		if ps.tok() != tName {
			ps.syntax()
			return
		}
		if ps.locals[l.text] != nil {
			ps.errorAt(l.tokLine, l.text+" is duplicated in argument list")
		}
		s := &symbol{name: l.text, local: true, idx: len(fn.params)}
		ps.locals[l.text] = s
		fn.params = append(fn.params, s)
		ps.next()
		if !ps.accept(tComma) {
			break
		}
		if ps.tok() == tRParen {
			ps.syntax()
			return
		}
	}
	ps.closeParen()
	if ps.tok() != tLBrace {
		ps.syntax()
	} else {
		fn.body = ps.block()
	}
	ps.fn, ps.locals = nil, nil
}

// block reads { statements }. After a syntax error it goes on behind the next separator.
func (ps *parser) block() []*stmt {
	ps.expect(tLBrace)
	out := []*stmt{}
	for !ps.failed && ps.tok() != tRBrace {
		if ps.tok() == tEOF {
			ps.syntax()
			return nil
		}
		out = append(out, ps.statement())
		if ps.failed && !ps.recover() {
			return nil
		}
	}
	ps.next()
	return out
}

// recover skips what is left of a statement with a syntax error; false says that the program has ended.
func (ps *parser) recover() bool {
	l := &ps.lex
	l.inPrint = false
	ps.pending, ps.bare = nil, false
	for {
		switch l.tok {
		case tNL, tSemi, tFakeSemi:
			ps.failed = false
			ps.next()
			return true
		case tRBrace:
			ps.failed = false
			return true
		case tEOF:
			if l.brace > 0 {
				ps.errorAt(l.tokLine, "missing } near end of file")
				l.brace = 0
			}
			return false
		}
		l.advance()
	}
}

// separator takes the end of a simple statement.
func (ps *parser) separator() {
	ps.lex.inPrint = false
	switch ps.tok() {
	case tNL, tSemi, tFakeSemi:
		ps.next()
	default:
		ps.syntax()
	}
}

func (ps *parser) statement() *stmt {
	if ps.nest++; ps.nest > maxNest {
		ps.fatalAt(ps.lex.tokLine, "program too large")
	}
	defer func() { ps.nest-- }()
	ps.x.p.Hold(64)
	switch ps.tok() {
	case tLBrace:
		return &stmt{kind: sBlock, block: ps.block()}
	case tNL, tSemi, tFakeSemi:
		ps.next()
		return &stmt{kind: sEmpty}
	case tIf:
		return ps.ifStmt()
	case tWhile:
		ps.next()
		ps.expect(tLParen)
		s := &stmt{kind: sWhile, expr: ps.expr()}
		ps.closeParen()
		s.body = ps.loopBody()
		return s
	case tDo:
		return ps.doStmt()
	case tFor:
		return ps.forStmt()
	case tPrint, tPrintf:
		return ps.printStmt()
	case tDelete:
		return ps.deleteStmt()
	case tBreak, tContinue, tNext, tNextFile, tExit, tReturn:
		return ps.jump()
	}
	s := &stmt{kind: sExpr, expr: ps.expr()}
	ps.separator()
	return s
}

func (ps *parser) loopBody() *stmt {
	ps.loops++
	s := ps.statement()
	ps.loops--
	return s
}

func (ps *parser) ifStmt() *stmt {
	ps.next()
	ps.expect(tLParen)
	s := &stmt{kind: sIf, expr: ps.expr()}
	ps.closeParen()
	s.body = ps.statement()
	if ps.tok() == tElse {
		ps.lex.eatNewlines()
		ps.next()
		s.alt = ps.statement()
	}
	return s
}

func (ps *parser) doStmt() *stmt {
	ps.lex.eatNewlines()
	ps.next()
	s := &stmt{kind: sDo, body: ps.loopBody()}
	ps.expect(tWhile)
	ps.expect(tLParen)
	s.expr = ps.expr()
	ps.expect(tRParen)
	ps.separator()
	return s
}

func (ps *parser) forStmt() *stmt {
	ps.next()
	ps.expect(tLParen)
	s := &stmt{kind: sFor}
	if !ps.accept(tSemi) {
		s.init = ps.expr()
		if n := s.init; ps.tok() == tRParen && n != nil && n.op == nIn && len(n.list) == 1 && n.list[0].op == nVar {
			s.kind, s.sym, s.arr, s.init = sForIn, n.list[0].sym, n.sym, nil
			ps.closeParen()
			s.body = ps.loopBody()
			return s
		}
		ps.expect(tSemi)
	}
	if !ps.accept(tSemi) {
		s.expr = ps.expr()
		ps.expect(tSemi)
	}
	if ps.tok() != tRParen {
		s.step = ps.expr()
	}
	ps.closeParen()
	s.body = ps.loopBody()
	return s
}

func (ps *parser) deleteStmt() *stmt {
	ps.next()
	if ps.tok() != tName {
		ps.syntax()
		return nil
	}
	s := &stmt{kind: sDelete, sym: ps.array(ps.lex.text)}
	ps.next()
	if ps.accept(tLBox) {
		s.list = ps.exprList()
		ps.expect(tRBox)
	}
	ps.separator()
	return s
}

func (ps *parser) jump() *stmt {
	t, line := ps.tok(), ps.lex.tokLine
	s := &stmt{}
	ps.next()
	switch t {
	case tBreak, tContinue:
		s.kind = sBreak
		name := "break"
		if t == tContinue {
			s.kind, name = sContinue, "continue"
		}
		if ps.loops == 0 {
			ps.errorAt(line, name+" statement outside of loop")
		}
	case tNext, tNextFile:
		s.kind = sNext
		name := "next"
		if t == tNextFile {
			s.kind, name = sNextFile, "nextfile"
		}
		if !ps.inRule {
			ps.errorAt(line, "improper use of "+name)
		}
	default:
		s.kind = sExit
		if t == tReturn {
			if s.kind = sReturn; ps.fn == nil {
				ps.errorAt(line, "return outside function body")
			}
		}
		if k := ps.tok(); k != tNL && k != tSemi && k != tFakeSemi {
			s.expr = ps.expr()
		}
	}
	ps.separator()
	return s
}

// constRegex compiles an expression that stands in the program.
func (ps *parser) constRegex(s string) *regex.Regexp {
	re, err := ps.x.compile(s)
	if err != nil {
		ps.fatalAt(ps.lex.tokLine, "regular expression compile failed ("+err.Error()+")\n"+s)
	}
	return re
}
