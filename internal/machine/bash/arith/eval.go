package arith

import "math"

// An lvalue is a variable or an array element as written.
type lvalue struct {
	name     string
	index    string // raw until resolved
	hasIndex bool
	resolved bool
}

// parser reads and evaluates at once.
type parser struct {
	src   string
	env   Env
	err   error
	pos   int // after the current token
	start int // of the last token that was not the end
	val   int64
	ref   lvalue
	tok   token
	op    token // of a tOpAssign
	// assignable says that the operand just read is a bare variable.
	assignable bool
	noeval     int // > 0 in the branch of && || ?: that is not taken
	depth      int
	nest       int
	work       int
}

// stop ends the evaluation; the first error wins.
func (p *parser) stop(err error) {
	if p.err == nil {
		p.err = err
	}
	p.tok = tEnd
	p.pos = len(p.src)
}

func (p *parser) fail(msg string) { p.failAt(msg, p.start) }

func (p *parser) failAt(msg string, at int) {
	p.stop(newError(p.src, msg, at))
}

// failIn reports an error about another text, from its beginning.
func (p *parser) failIn(src, msg string) { p.stop(newError(src, msg, 0)) }

func newError(src, msg string, at int) error {
	start := 0
	for start < len(src) && (src[start] == ' ' || src[start] == '\t') {
		start++
	}
	at = min(max(at, start), len(src))
	return &Error{Expr: src[start:], Msg: msg, Token: src[at:]}
}

// top evaluates the whole text.
func (p *parser) top() int64 {
	i := 0
	for i < len(p.src) && isSpace(p.src[i]) {
		i++
	}
	if i == len(p.src) {
		return 0
	}
	p.next()
	v := p.comma()
	if p.err == nil && p.tok != tEnd {
		p.fail("syntax error in expression")
	}
	if p.err == nil && p.work > 0 {
		p.tick()
	}
	return v
}

// enter counts one level of nesting; false means too deep.
func (p *parser) enter() bool {
	if p.nest++; p.nest > maxNesting {
		p.fail("expression recursion level exceeded")
		return false
	}
	return true
}

func (p *parser) comma() int64 {
	v := p.assign()
	for p.tok == tComma {
		p.next()
		v = p.assign()
	}
	return v
}

// assign reads a conditional expression and, when it is a bare variable, the
// assignment that follows.
func (p *parser) assign() int64 {
	if !p.enter() {
		return 0
	}
	v := p.cond()
	if p.tok == tAssign || p.tok == tOpAssign {
		v = p.assignTo(v)
	}
	p.nest--
	return v
}

func (p *parser) assignTo(old int64) int64 {
	if !p.assignable {
		p.fail("attempted assignment to non-variable")
		return 0
	}
	plain, op, ref := p.tok == tAssign, p.op, p.ref
	p.next()
	v := p.assign()
	if !plain {
		v = p.apply(op, old, v, p.start)
	}
	p.store(ref, v)
	p.assignable = false
	return v
}

// cond reads a ?: expression. The branch not taken is read without effect.
func (p *parser) cond() int64 {
	v := p.binary(1)
	if p.tok != tQuest {
		return v
	}
	if !p.enter() {
		return 0
	}
	skipYes, skipNo := 0, 1
	if v == 0 {
		skipYes, skipNo = 1, 0
	}
	p.noeval += skipYes
	p.next()
	if p.err == nil && (p.tok == tEnd || p.tok == tColon) {
		p.fail("expression expected")
	}
	yes := p.comma()
	p.noeval -= skipYes
	if p.tok != tColon {
		p.fail("`:' expected for conditional expression")
	}
	p.noeval += skipNo
	p.next()
	if p.err == nil && p.tok == tEnd {
		p.fail("expression expected")
	}
	no := p.cond()
	p.noeval -= skipNo
	p.assignable = false
	p.nest--
	if v != 0 {
		return yes
	}
	return no
}

// levels holds the precedence of the binary operators; 0 for other tokens, a
// higher level binds tighter.
func level(t token) int {
	switch t {
	case tLor:
		return 1
	case tLand:
		return 2
	case tOr:
		return 3
	case tXor:
		return 4
	case tAnd:
		return 5
	case tEq, tNeq:
		return 6
	case tLess, tGreater, tLeq, tGeq:
		return 7
	case tShl, tShr:
		return 8
	case tPlus, tMinus:
		return 9
	case tMul, tDiv, tMod:
		return 10
	case tPow:
		return 11
	}
	return 0
}

// binary reads operators of at least the given level.
func (p *parser) binary(least int) int64 {
	v := p.operand()
	for {
		op := p.tok
		lv := level(op)
		if lv == 0 || lv < least {
			return v
		}
		if !p.enter() {
			return 0
		}
		skip := 0
		if op == tLor && v != 0 || op == tLand && v == 0 {
			skip = 1
		}
		at := p.pos
		p.noeval += skip
		p.next()
		next := lv + 1
		if op == tPow {
			next = lv
		}
		w := p.binary(next)
		p.noeval -= skip
		if op == tPow {
			at = p.start
		}
		v = p.apply(op, v, w, at)
		p.assignable = false
		p.nest--
	}
}

// operand reads a number, a variable with its increments, a parenthesis or a
// unary operator with its operand.
func (p *parser) operand() int64 {
	if !p.enter() {
		return 0
	}
	p.assignable = false
	var v int64
	switch t := p.tok; t {
	case tNum:
		v = p.val
		p.next()
	case tName:
		v = p.variable()
	case tPreInc, tPreDec:
		v = p.preIncrement(t)
	case tNot, tCompl, tMinus, tPlus:
		p.next()
		v = p.unary(t, p.operand())
		p.assignable = false
	case tLparen:
		p.next()
		v = p.comma()
		if p.err == nil && p.tok != tRparen {
			p.fail("missing `)'")
		}
		p.next()
		p.assignable = false
	default:
		if p.err == nil {
			p.fail("syntax error: operand expected")
		}
	}
	p.nest--
	return v
}

func (p *parser) unary(op token, v int64) int64 {
	switch op {
	case tNot:
		return truth(v == 0)
	case tCompl:
		return ^v
	case tMinus:
		return -v
	}
	return v
}

// variable returns the value of the name just read and applies ++ or -- after it.
func (p *parser) variable() int64 {
	v, ref := p.val, p.ref
	if d := p.increment(); d != 0 {
		p.store(ref, v+d)
		p.tok = tNum
		p.next()
		return v
	}
	p.next()
	p.ref, p.assignable = ref, true
	return v
}

// increment consumes a ++ or -- that follows and returns its amount, or 0.
func (p *parser) increment() int64 {
	i := p.pos
	for i < len(p.src) && isSpace(p.src[i]) {
		i++
	}
	if i+1 >= len(p.src) || p.src[i] != p.src[i+1] {
		return 0
	}
	switch p.src[i] {
	case '+':
		p.start, p.pos = i, i+2
		return 1
	case '-':
		p.start, p.pos = i, i+2
		return -1
	}
	return 0
}

func (p *parser) preIncrement(t token) int64 {
	p.next()
	if p.tok != tName {
		p.fail("syntax error: identifier expected after pre-increment or pre-decrement")
		return 0
	}
	v := p.val + 1
	if t == tPreDec {
		v = p.val - 1
	}
	p.store(p.ref, v)
	switch p.increment() {
	case 1:
		p.fail("++: assignment requires lvalue")
	case -1:
		p.fail("--: assignment requires lvalue")
	}
	p.tok = tNum
	p.next()
	return v
}

// load reads the current name from the environment and resolves its subscript.
func (p *parser) load() int64 {
	if p.ref.hasIndex {
		idx, err := p.env.Index(p.ref.name, p.ref.index, false)
		if err != nil {
			p.stop(err)
			return 0
		}
		p.ref.index, p.ref.resolved = idx, true
	}
	s, err := p.env.Get(p.ref.name, p.ref.index, p.ref.hasIndex)
	if err != nil {
		p.stop(err)
		return 0
	}
	if s == "" {
		return 0
	}
	if v, ok := parseSmall(s); ok {
		return v
	}
	if p.depth+1 >= MaxRecursion { // one level is the expression itself
		p.failIn(s, "expression recursion level exceeded")
		return 0
	}
	v, err := eval(s, p.env, p.depth+1, p.nest)
	if err != nil {
		p.stop(err)
		return 0
	}
	return v
}

func (p *parser) store(ref lvalue, v int64) {
	if p.noeval > 0 || p.err != nil {
		return
	}
	if ref.hasIndex && !ref.resolved {
		idx, err := p.env.Index(ref.name, ref.index, true)
		if err != nil {
			p.stop(err)
			return
		}
		ref.index = idx
	}
	if err := p.env.Set(ref.name, ref.index, ref.hasIndex, v); err != nil {
		p.stop(err)
	}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// apply computes one binary operator; at is where an error points.
func (p *parser) apply(op token, a, b int64, at int) int64 {
	switch op {
	case tPlus:
		return a + b
	case tMinus:
		return a - b
	case tMul:
		return a * b
	case tDiv, tMod:
		return p.divide(op, a, b, at)
	case tPow:
		if b < 0 {
			p.failAt("exponent less than 0", at)
			return 0
		}
		return power(a, b)
	case tShl:
		return a << (uint64(b) & 63)
	case tShr:
		return a >> (uint64(b) & 63)
	case tAnd:
		return a & b
	case tXor:
		return a ^ b
	case tOr:
		return a | b
	}
	return compare(op, a, b)
}

func compare(op token, a, b int64) int64 {
	switch op {
	case tLess:
		return truth(a < b)
	case tGreater:
		return truth(a > b)
	case tLeq:
		return truth(a <= b)
	case tGeq:
		return truth(a >= b)
	case tEq:
		return truth(a == b)
	case tNeq:
		return truth(a != b)
	case tLand:
		return truth(a != 0 && b != 0)
	}
	return truth(a != 0 || b != 0) // tLor
}

func (p *parser) divide(op token, a, b int64, at int) int64 {
	if b == 0 {
		if p.noeval > 0 || p.err != nil {
			return 0
		}
		for at < len(p.src) && isSpace(p.src[at]) {
			at++
		}
		p.failAt("division by 0", at)
		return 0
	}
	if a == math.MinInt64 && b == -1 {
		if op == tMod {
			return 0
		}
		return a
	}
	if op == tMod {
		return a % b
	}
	return a / b
}

// power computes a to the b, wrapping, by squaring.
func power(a, b int64) int64 {
	r := int64(1)
	for ; b > 0; b >>= 1 {
		if b&1 != 0 {
			r *= a
		}
		a *= a
	}
	return r
}
