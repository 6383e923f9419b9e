package awk

func (ps *parser) exprList() []*node {
	list := []*node{ps.expr()}
	for ps.accept(tComma) {
		list = append(list, ps.expr())
	}
	return list
}

// expr reads an expression: ?: binds loosest, assignments are read where their left side is.
func (ps *parser) expr() *node {
	if ps.nest++; ps.nest > maxNest {
		ps.fatalAt(ps.lex.tokLine, "program too large")
	}
	n := ps.or()
	if ps.accept(tQuestion) {
		n = &node{op: nCond, a: n, b: ps.expr()}
		ps.expect(tColon)
		n.c = ps.expr()
	}
	ps.nest--
	return n
}

func (ps *parser) or() *node {
	n := ps.and()
	for ps.accept(tOr) {
		n = &node{op: nOr, a: n, b: ps.and()}
	}
	return n
}

func (ps *parser) and() *node {
	n := ps.in()
	for ps.accept(tAnd) {
		n = &node{op: nAnd, a: n, b: ps.in()}
	}
	return n
}

func (ps *parser) in() *node {
	n := ps.matching()
	for ps.tok() == tIn {
		n = ps.inArray([]*node{n})
	}
	return n
}

// inArray reads "in NAME" after the subscripts.
func (ps *parser) inArray(list []*node) *node {
	ps.next()
	if ps.tok() != tName {
		ps.syntax()
		return nil
	}
	n := &node{op: nIn, list: list, sym: ps.array(ps.lex.text)}
	ps.next()
	return n
}

func (ps *parser) matching() *node {
	n := ps.comparison()
	for ps.tok() == tMatch || ps.tok() == tNoMatch {
		m := &node{op: nMatch, a: n}
		if ps.tok() == tNoMatch {
			m.op = nNoMatch
		}
		ps.next()
		m.b = ps.asRegex(ps.comparison())
		n = m
	}
	return n
}

// asRegex turns a constant into a regular expression.
func (ps *parser) asRegex(n *node) *node {
	if n != nil && n.op == nStr && !ps.failed {
		return &node{op: nRegex, text: n.text, re: ps.constRegex(n.text)}
	}
	return n
}

func (ps *parser) comparison() *node {
	n := ps.concat()
	for {
		o := nLT
		switch ps.tok() {
		case tLT:
		case tLE:
			o = nLE
		case tGT:
			o = nGT
		case tGE:
			o = nGE
		case tEQ:
			o = nEQ
		case tNE:
			o = nNE
		default:
			return n
		}
		ps.next()
		n = &node{op: o, a: n, b: ps.concat()}
	}
}

// startsOperand says whether the next token can begin an operand, so that there is a concatenation.
func (ps *parser) startsOperand() bool {
	switch ps.tok() {
	case tNumber, tString, tRegex, tName, tFuncName, tBuiltin, tLength, tGetline, tSub, tSplit, tMatchFunc, tDollar, tNot, tLParen, tInc, tDec:
		return true
	}
	return false
}

func (ps *parser) concat() *node {
	n := ps.additive()
	if isLvalue(n) && ps.tok() >= tAssign && ps.tok() <= tPowAsg {
		return ps.assignment(n)
	}
	for ps.startsOperand() {
		n = &node{op: nConcat, a: n, b: ps.additive()}
	}
	return n
}

func (ps *parser) assignment(left *node) *node {
	t := ps.tok()
	ps.next()
	if t == tAssign {
		return &node{op: nAssign, a: left, b: ps.expr()}
	}
	o := [...]op{nAdd, nSub, nMul, nDiv, nMod, nPow}[t-tAddAsg]
	return &node{op: nOpAssign, idx: int(o), a: left, b: ps.expr()}
}

func (ps *parser) additive() *node {
	n := ps.term()
	for {
		o := nAdd
		switch ps.tok() {
		case tPlus:
		case tMinus:
			o = nSub
		default:
			return n
		}
		ps.next()
		n = &node{op: o, a: n, b: ps.term()}
	}
}

func (ps *parser) term() *node {
	n := ps.unary()
	for {
		o := nMul
		switch ps.tok() {
		case tMul:
		case tDiv:
			o = nDiv
		case tMod:
			o = nMod
		default:
			return n
		}
		ps.next()
		n = &node{op: o, a: n, b: ps.unary()}
	}
}

func (ps *parser) unary() *node {
	if ps.pending != nil {
		return ps.piped()
	}
	o := nNot
	switch ps.tok() {
	case tNot:
	case tMinus:
		o = nNeg
	case tPlus:
		o = nPlus
	default:
		return ps.piped()
	}
	if ps.nest++; ps.nest > maxNest {
		ps.fatalAt(ps.lex.tokLine, "program too large")
	}
	ps.next()
	n := &node{op: o, a: ps.unary()}
	ps.nest--
	return n
}

// piped reads cmd | getline.
func (ps *parser) piped() *node {
	n := ps.power()
	for ps.tok() == tPipe {
		ps.next()
		if !ps.expect(tGetline) {
			return nil
		}
		n = &node{op: nGetlineCmd, b: n, a: ps.optionalLvalue()}
	}
	return n
}

func (ps *parser) power() *node {
	n := ps.postfix()
	if !ps.accept(tPow) {
		return n
	}
	switch ps.tok() {
	case tMinus, tPlus, tNot:
		return &node{op: nPow, a: n, b: ps.unary()}
	}
	if ps.nest++; ps.nest > maxNest {
		ps.fatalAt(ps.lex.tokLine, "program too large")
	}
	n = &node{op: nPow, a: n, b: ps.power()}
	ps.nest--
	return n
}

func (ps *parser) postfix() *node {
	n := ps.primary()
	if isLvalue(n) {
		switch ps.tok() {
		case tInc:
			ps.next()
			return &node{op: nPostInc, num: 1, a: n}
		case tDec:
			ps.next()
			return &node{op: nPostInc, num: -1, a: n}
		}
	}
	return n
}

// optionalLvalue reads the variable of getline, if there is one.
func (ps *parser) optionalLvalue() *node {
	if t := ps.tok(); t == tName || t == tDollar {
		return ps.primary()
	}
	return nil
}

func (ps *parser) primary() *node {
	if n := ps.pending; n != nil {
		ps.pending = nil
		return n
	}
	l := &ps.lex
	ps.x.p.Hold(96)
	switch ps.tok() {
	case tNumber:
		n := &node{op: nNum, num: l.num}
		ps.next()
		return n
	case tString:
		n := &node{op: nStr, text: l.text}
		ps.next()
		return n
	case tRegex:
		n := &node{op: nRegex, text: l.text, re: ps.constRegex(l.text)}
		ps.next()
		return n
	case tLParen:
		return ps.group()
	case tName:
		return ps.variable()
	case tDollar:
		return ps.field()
	case tInc, tDec:
		return ps.prefix()
	case tFuncName:
		return ps.call()
	case tGetline:
		return ps.getline()
	case tBuiltin, tLength, tSub, tSplit, tMatchFunc:
		return ps.builtin()
	}
	ps.syntax()
	return nil
}

func (ps *parser) group() *node {
	ps.next()
	list := ps.exprList()
	ps.expect(tRParen)
	if len(list) == 1 {
		return &node{op: nGroup, a: list[0]}
	}
	if ps.tok() != tIn {
		ps.syntax()
		return nil
	}
	return ps.inArray(list)
}

// variable reads NAME or NAME[subscripts].
func (ps *parser) variable() *node {
	name, bare := ps.lex.text, ps.bare
	ps.bare = false
	ps.next()
	if ps.tok() != tLBox {
		n := &node{op: nVar, sym: ps.symbol(name)}
		if !bare || ps.tok() != tComma && ps.tok() != tRParen {
			ps.use(n.sym, symVar)
		}
		return n
	}
	n := &node{op: nIndex, sym: ps.array(name)}
	ps.next()
	n.list = ps.exprList()
	ps.expect(tRBox)
	return n
}

// symbol returns the symbol of a name whose use as a variable is not certain yet.
func (ps *parser) symbol(name string) *symbol {
	if s := ps.locals[name]; s != nil {
		return s
	}
	s := ps.globals[name]
	ps.prog.usesEnv = ps.prog.usesEnv || s != nil && s.special == vENVIRON
	if s == nil {
		s = &symbol{name: name, idx: len(ps.prog.globals)}
		ps.globals[name] = s
		ps.prog.globals = append(ps.prog.globals, s)
	}
	return s
}

// array returns the symbol of a name that is used as an array.
func (ps *parser) array(name string) *symbol {
	s := ps.symbol(name)
	ps.use(s, symArray)
	return s
}

// use notes how a symbol is used, and complains when that does not fit.
func (ps *parser) use(s *symbol, k symKind) {
	if s.kind == symUnknown {
		s.kind = k
	}
	if s.kind == k || ps.failed {
		return
	}
	what := "array "
	if s.kind == symVar {
		what = "variable "
	}
	if s.local {
		what = "local " + what
	}
	ps.errorAt(ps.lex.tokLine, "illegal reference to "+what+s.name)
}

func (ps *parser) field() *node {
	ps.next()
	switch ps.tok() {
	case tMinus, tPlus, tNot:
		return &node{op: nField, a: ps.unary()}
	}
	return &node{op: nField, a: ps.primary()}
}

func (ps *parser) prefix() *node {
	n := &node{op: nPreInc, num: 1}
	if ps.tok() == tDec {
		n.num = -1
	}
	ps.next()
	if t := ps.tok(); t != tName && t != tDollar {
		ps.syntax()
		return nil
	}
	n.a = ps.primary()
	return n
}

func (ps *parser) call() *node {
	l := &ps.lex
	name, line := l.text, l.tokLine
	ps.next()
	if ps.tok() != tLParen {
		ps.syntax()
		return nil
	}
	ps.next()
	fn := ps.funcs[name]
	if fn == nil {
		fn = &function{name: name}
		ps.funcs[name] = fn
	}
	n := &node{op: nCall, fn: fn, line: line}
	for ps.tok() != tRParen {
		ps.bare = ps.tok() == tName
		n.list = append(n.list, ps.expr())
		if !ps.accept(tComma) {
			break
		}
	}
	ps.expect(tRParen)
	for i, a := range n.list {
		if i < len(fn.params) {
			ps.infer(a, fn.params[i])
		}
	}
	ps.calls = append(ps.calls, call{n, line, l.src.name})
	return n
}

func (ps *parser) getline() *node {
	ps.next()
	n := &node{op: nGetline, a: ps.optionalLvalue()}
	if ps.accept(tLT) {
		n.op = nGetlineFile
		n.b = ps.power()
	}
	return n
}
