package awk

import "strconv"

type builtinID uint8

const (
	bIndex builtinID = iota
	bSubstr
	bSprintf
	bSin
	bCos
	bAtan2
	bExp
	bLog
	bInt
	bSqrt
	bRand
	bSrand
	bClose
	bSystem
	bToupper
	bTolower
	bFflush
	bLength
	bLengthArray
	bSplit
	bMatch
	bSub
	bGsub
)

// builtins lists the functions with a plain argument list and how many arguments they take.
var builtins = map[string]struct {
	id       builtinID
	min, max int
}{
	"index": {bIndex, 2, 2}, "substr": {bSubstr, 2, 3}, "sprintf": {bSprintf, 1, 255}, "sin": {bSin, 1, 1}, "cos": {bCos, 1, 1},
	"atan2": {bAtan2, 2, 2}, "exp": {bExp, 1, 1}, "log": {bLog, 1, 1}, "int": {bInt, 1, 1}, "sqrt": {bSqrt, 1, 1},
	"rand": {bRand, 0, 0}, "srand": {bSrand, 0, 1}, "close": {bClose, 1, 1}, "system": {bSystem, 1, 1},
	"toupper": {bToupper, 1, 1}, "tolower": {bTolower, 1, 1}, "fflush": {bFflush, 0, 1},
}

// builtin reads a call of a function that awk has.
func (ps *parser) builtin() *node {
	name, t := ps.lex.text, ps.tok()
	ps.next()
	if t == tLength {
		return ps.length()
	}
	if !ps.expect(tLParen) {
		return nil
	}
	n := &node{op: nBuiltin, line: ps.lex.tokLine}
	switch t {
	case tSplit:
		ps.split(n)
	case tMatchFunc:
		n.idx = int(bMatch)
		n.a = ps.expr()
		ps.expect(tComma)
		n.b = ps.asRegex(ps.expr())
	case tSub:
		ps.sub(n, name)
	default:
		b := builtins[name]
		n.idx = int(b.id)
		if ps.tok() != tRParen {
			n.list = ps.exprList()
		}
		if !ps.failed && (len(n.list) < b.min || len(n.list) > b.max) && ps.tok() == tRParen {
			ps.errorAt(ps.lex.tokLine, "wrong number of arguments in call to "+name)
		}
	}
	ps.expect(tRParen)
	return n
}

// length may stand without parentheses, and may count the elements of an array.
func (ps *parser) length() *node {
	n := &node{op: nBuiltin, idx: int(bLength)}
	if ps.tok() != tLParen {
		return n
	}
	ps.next()
	if ps.accept(tRParen) {
		return n
	}
	if ps.tok() == tName {
		if s := ps.symbol(ps.lex.text); s.kind == symArray {
			ps.bare = true
		}
	}
	n.list = ps.exprList()
	if a := n.list[0]; a != nil && a.op == nVar && a.sym.kind == symArray && len(n.list) == 1 {
		n.idx, n.sym = int(bLengthArray), a.sym
	}
	if len(n.list) > 1 && !ps.failed {
		ps.errorAt(ps.lex.tokLine, "wrong number of arguments in call to length")
	}
	ps.expect(tRParen)
	return n
}

func (ps *parser) split(n *node) {
	n.idx = int(bSplit)
	n.a = ps.expr()
	ps.expect(tComma)
	if ps.tok() != tName {
		ps.syntax()
		return
	}
	n.sym = ps.array(ps.lex.text)
	ps.next()
	if !ps.accept(tComma) {
		return
	}
	n.b = ps.expr()
	// A string of one character is no expression, but is taken as it is.
	if n.b != nil && n.b.op == nStr && len(n.b.text) > 1 {
		n.b = ps.asRegex(n.b)
	}
}

func (ps *parser) sub(n *node, name string) {
	n.idx = int(bSub)
	if name == "gsub" {
		n.idx = int(bGsub)
	}
	n.a = ps.asRegex(ps.expr())
	ps.expect(tComma)
	n.b = ps.expr()
	if !ps.accept(tComma) {
		n.c = &node{op: nField, a: &node{op: nNum}}
		return
	}
	if t := ps.tok(); t != tName && t != tDollar {
		ps.syntax()
		return
	}
	n.c = ps.primary()
}

// resolve checks the calls of functions when the whole program is known, and settles which parameters are arrays.
func (ps *parser) resolve() {
	for i := range ps.calls {
		if c := &ps.calls[i]; !c.n.fn.defined {
			ps.errorAt(ps.lex.tokLine, "function "+c.n.fn.name+" never defined")
		}
	}
	if ps.errors > 0 {
		return
	}
	for changed := true; changed; {
		changed = false
		for i := range ps.calls {
			c := &ps.calls[i]
			ps.x.p.Tick(1)
			for k, a := range c.n.list {
				if k < len(c.n.fn.params) && ps.infer(a, c.n.fn.params[k]) {
					changed = true
				}
			}
		}
	}
	for i := range ps.calls {
		ps.checkCall(&ps.calls[i])
	}
	for _, fn := range ps.funcs {
		for _, p := range fn.params {
			fn.arrays = fn.arrays || p.kind == symArray
		}
	}
}

// infer carries what is known about a parameter to its argument, or the other way; it says whether something became known.
func (ps *parser) infer(a *node, param *symbol) bool {
	if a == nil || a.op != nVar {
		return false
	}
	switch {
	case a.sym.kind == symUnknown && param.kind != symUnknown:
		a.sym.kind = param.kind
	case param.kind == symUnknown && a.sym.kind == symArray:
		param.kind = symArray
	default:
		return false
	}
	return true
}

func (ps *parser) checkCall(c *call) {
	fn := c.n.fn
	if len(c.n.list) > len(fn.params) {
		ps.errorAtFile(c, "too many arguments in call to "+fn.name)
		return
	}
	for k, a := range c.n.list {
		isArray := a.op == nVar && a.sym.kind == symArray
		if isArray != (fn.params[k].kind == symArray) {
			ps.errorAtFile(c, "type error in arg("+strconv.Itoa(k+1)+") in call to "+fn.name)
		}
	}
}

func (ps *parser) errorAtFile(c *call, text string) {
	ps.lex.src.name = c.name
	ps.errorAt(c.line, text)
}
