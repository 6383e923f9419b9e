package awk

import (
	"math"

	"github.com/orrery-world/orrery/internal/machine/regex"
)

// stackLimit is how many cells of its evaluation stack mawk fills before it gives up.
const stackLimit = 1006

// cond evaluates an expression as a condition.
func (x *machine) cond(n *node) bool {
	v := x.eval(n)
	return v.truthy()
}

// eval evaluates an expression.
func (x *machine) eval(n *node) value {
	switch n.op {
	case nNum:
		return num(n.num)
	case nStr:
		return str(n.text)
	case nRegex:
		return truth(x.test(n.re, x.record()))
	case nVar:
		return x.getVar(n.sym)
	case nField:
		return x.getField(x.fieldIndex(n))
	case nIndex:
		return *x.element(n)
	case nGroup:
		return x.eval(n.a)
	case nAssign:
		x.depth++
		v := x.eval(n.b)
		x.depth--
		return x.assign(n.a, v)
	case nCond:
		if x.cond(n.a) {
			return x.eval(n.b)
		}
		return x.eval(n.c)
	case nAnd:
		return truth(x.cond(n.a) && x.cond(n.b))
	case nOr:
		return truth(x.cond(n.a) || x.cond(n.b))
	case nNot:
		return truth(!x.cond(n.a))
	case nConcat:
		return x.concat(n)
	case nMatch, nNoMatch:
		return truth(x.matches(n) == (n.op == nMatch))
	case nIn:
		return truth(x.lookup(x.arrayOf(n.sym), x.subscript(n.list), false) != nil)
	case nCall:
		return x.call(n)
	case nBuiltin:
		return x.builtin(n)
	case nGetline, nGetlineFile, nGetlineCmd:
		return num(x.getline(n))
	}
	return x.arithmetic(n)
}

// arithmetic evaluates the operators on numbers.
func (x *machine) arithmetic(n *node) value {
	switch n.op {
	case nNeg:
		v := x.eval(n.a)
		return num(negate(v.toNum()))
	case nPlus:
		v := x.eval(n.a)
		return num(v.toNum())
	case nOpAssign:
		x.depth++
		v := x.eval(n.b)
		x.depth--
		old := x.load(n.a)
		return x.assign(n.a, num(calc(op(n.idx), old.toNum(), v.toNum())))
	case nPreInc:
		old := x.load(n.a)
		return x.assign(n.a, num(old.toNum()+n.num))
	case nPostInc:
		v := x.load(n.a)
		old := v.toNum()
		x.assign(n.a, num(old+n.num))
		return num(old)
	}
	a := x.eval(n.a)
	x.depth++
	b := x.eval(n.b)
	x.depth--
	switch n.op {
	case nLT:
		return truth(x.compare(&a, &b) < 0)
	case nLE:
		return truth(x.compare(&a, &b) <= 0)
	case nGT:
		return truth(x.compare(&a, &b) > 0)
	case nGE:
		return truth(x.compare(&a, &b) >= 0)
	case nEQ:
		return truth(x.compare(&a, &b) == 0)
	case nNE:
		return truth(x.compare(&a, &b) != 0)
	}
	return num(calc(n.op, a.toNum(), b.toNum()))
}

func calc(o op, a, b float64) float64 {
	r := 0.0
	switch o {
	case nAdd:
		r = a + b
	case nSub:
		r = a - b
	case nMul:
		r = a * b
	case nDiv:
		r = a / b
	case nMod:
		r = math.Mod(a, b)
	case nPow:
		r = math.Pow(a, b)
	}
	return settleNaN(r, a, b)
}

// concat joins a whole chain of operands at once.
func (x *machine) concat(n *node) value {
	var parts [16]*node
	list := parts[:0]
	for n.op == nConcat {
		list = append(list, n.b)
		n = n.a
	}
	list = append(list, n)
	var texts [16]string
	pieces := texts[:0]
	total := 0
	for i := len(list) - 1; i >= 0; i-- {
		v := x.eval(list[i])
		s := x.toStr(&v)
		pieces = append(pieces, s)
		total += len(s)
		x.depth++
	}
	x.depth -= len(list)
	x.bound(total)
	b := make([]byte, 0, total)
	for _, s := range pieces {
		b = append(b, s...)
	}
	return str(string(b))
}

// bound counts the work of making a string and stops the step when it would be too long.
func (x *machine) bound(n int) {
	if n > 1<<12 {
		x.p.Tick(n / 64)
		x.p.Hold(int64(n))
		x.p.Hold(-int64(n))
	}
}

// getVar returns the value of a variable.
func (x *machine) getVar(s *symbol) value {
	if s.local {
		return x.frame[s.idx].v
	}
	switch s.special {
	case vNF:
		x.split()
		return num(float64(x.nf))
	case vNR:
		return num(x.nr)
	case vFNR:
		return num(x.fnr)
	}
	return x.globals[s.idx]
}

func (x *machine) setVar(s *symbol, v value) {
	if s.local {
		x.frame[s.idx].v = v
		return
	}
	x.globals[s.idx] = v
	if s.special != ordinary {
		x.setSpecial(s.special, v)
	}
}

// arrayOf returns the array that a symbol stands for.
func (x *machine) arrayOf(s *symbol) *array {
	if s.local {
		c := &x.frame[s.idx]
		if c.arr == nil {
			c.arr = &array{}
		}
		return c.arr
	}
	if x.arrays[s.idx] == nil {
		x.arrays[s.idx] = &array{}
	}
	return x.arrays[s.idx]
}

// key is a subscript.
type key struct {
	isNum bool
	n     int32
	s     string
}

// subscript evaluates the subscripts in list.
func (x *machine) subscript(list []*node) key {
	if len(list) == 1 {
		v := x.eval(list[0])
		if v.k == number && v.n == float64(int32(v.n)) && v.n > -maxInt-1 {
			return key{isNum: true, n: int32(v.n)}
		}
		return key{s: x.toStr(&v)}
	}
	b := make([]byte, 0, 32)
	for i, n := range list {
		if i > 0 {
			b = append(b, x.subsep...)
		}
		v := x.eval(n)
		b = append(b, x.toStr(&v)...)
	}
	x.bound(len(b))
	return key{s: string(b)}
}

// lookup returns the place of an element; nil when it is not there and is not to be made.
func (x *machine) lookup(a *array, k key, create bool) *value {
	if k.isNum && a.isSplit {
		if at := a.vectorAt(k.n); at != nil || !create {
			return at
		}
	}
	size := a.size
	e := a.find(k, create)
	if e == nil {
		return nil
	}
	if a.size > size {
		x.p.Hold(elemSize + int64(len(k.s)))
	}
	return &e.val
}

// element returns the place of an element, which is made when it is not there.
func (x *machine) element(n *node) *value {
	a := x.arrayOf(n.sym)
	x.depth++
	k := x.subscript(n.list)
	x.depth--
	return x.lookup(a, k, true)
}

// load returns the value of an lvalue for an operation that changes it.
func (x *machine) load(n *node) value { return x.eval(n) }

// assign stores v where n says and returns it.
func (x *machine) assign(n *node, v value) value {
	switch n.op {
	case nVar:
		x.setVar(n.sym, v)
	case nField:
		x.setField(x.fieldIndex(n), v)
	case nIndex:
		at := x.element(n)
		if d := len(v.s) - len(at.s); d > 64 || d < -64 {
			x.p.Hold(int64(d))
		}
		*at = v
	}
	return v
}

// matches evaluates ~.
func (x *machine) matches(n *node) bool {
	v := x.eval(n.a)
	s := x.toStr(&v)
	x.depth++
	re := x.regexOf(n.b)
	x.depth--
	return x.test(re, s)
}

// regexOf returns the expression that n stands for.
func (x *machine) regexOf(n *node) *regex.Regexp {
	if n.op == nRegex {
		return n.re
	}
	v := x.eval(n)
	return x.dynamic(x.toStr(&v))
}

// dynamic compiles an expression that the program made.
func (x *machine) dynamic(s string) *regex.Regexp {
	re, err := x.compile(s)
	if err != nil {
		x.fail("regular expression compile failed (" + err.Error() + ")\n" + s)
	}
	return re
}

// compile compiles an expression or finds it in the cache.
func (x *machine) compile(s string) (*regex.Regexp, error) {
	if re := x.cache[s]; re != nil {
		return re, nil
	}
	x.p.Tick(1 + len(s)/4)
	re, err := regex.Compile(s, regex.Options{Syntax: regex.AWK})
	if err != nil {
		return nil, err
	}
	if x.cache == nil {
		x.cache = map[string]*regex.Regexp{}
	}
	x.p.Hold(int64(len(s)) + 256)
	x.cache[s] = re
	return re, nil
}

func (x *machine) test(re *regex.Regexp, s string) bool {
	x.scratch = append(x.scratch[:0], s...)
	ok, err := re.Test(x.scratch, 0, x.match)
	if err != nil {
		x.fail(err.Error())
	}
	return ok
}

// locate finds a match at or after from.
func (x *machine) locate(re *regex.Regexp, in []byte, from int) (start, end int) {
	start, end, err := re.Find(in, from, x.match)
	if err != nil {
		x.fail(err.Error())
	}
	return start, end
}

// call calls a user's function.
func (x *machine) call(n *node) value {
	fn := n.fn
	frame := make([]cell, len(fn.params))
	for i, a := range n.list {
		if fn.params[i].kind == symArray {
			frame[i].arr = x.arrayOf(a.sym)
		} else {
			frame[i].v = x.eval(a)
		}
		x.depth++
	}
	more := len(fn.params) - len(n.list)
	x.depth += more
	if x.depth > stackLimit {
		x.limit("eval stack size=1024", false)
	}
	x.p.Tick(1 + len(fn.params)/4)
	old := x.frame
	x.frame = frame
	c := doExit
	if !x.exiting {
		c = x.block(fn.body)
	}
	x.frame = old
	x.depth -= len(fn.params)
	v := value{}
	if c == doReturn {
		v = x.ret
	}
	return v
}
