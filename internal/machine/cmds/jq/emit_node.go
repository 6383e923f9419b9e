package jq

import "strconv"

// emit writes the code of an expression. What it does to the stack, and in which order, follows jq: the order of results and
// what counts as a path depend on it.
func (e *emitter) emit(n *node) {
	e.c.h.tick(1)
	switch n.kind {
	case nConst:
		e.load(n.val)
	case nPipe:
		e.emit(n.l)
		e.emit(n.r)
	case nComma:
		fork := e.jump(opFork)
		e.emit(n.l)
		end := e.jump(opJump)
		e.land(fork)
		e.emit(n.r)
		e.land(end)
	case nCall:
		e.emitCall(n)
	case nVar:
		e.emitVar(n)
	case nBind:
		if n.bind.refs > 0 {
			n.bind.fn = e.sub(n.l, n.l.l)
		}
		e.emit(n.r)
	case nAs:
		e.emitAs(n)
	case nReduce:
		e.emitReduce(n)
	case nForeach:
		e.emitForeach(n)
	case nIf:
		e.cond(func() { e.emit(n.l) }, func() { e.emit(n.r) }, func() { e.emit(n.x) })
	case nTry:
		e.emitTry(n)
	case nLabel:
		e.emitLabel(n)
	case nBreak:
		e.emit(n.l)
		e.emit(n.r)
	case nOr, nAnd:
		e.emitLogic(n)
	case nAlternative:
		e.emitAlternative(n)
	case nUpdate, nAlternativeAssign:
		e.op(opDup)
		e.emit(n.r)
		e.store(n.bind)
		e.emit(n.x)
	case nFormat:
		e.emit(n.l)
		e.emit(n.x)
	default:
		e.emitPath(n)
	}
}

// emitPath writes the expressions that go into values or build them.
func (e *emitter) emitPath(n *node) {
	switch n.kind {
	case nIndex:
		e.subexpNode(n.r)
		e.emit(n.l)
		e.op(pick(n.opt, opIndexOpt, opIndex))
	case nSlice:
		e.under(emptyObject)
		e.under(startKey)
		e.subexpNode(n.r)
		e.op(opInsert)
		e.under(endKey)
		e.subexpNode(n.x)
		e.op(opInsert)
		e.emit(n.l)
		e.op(pick(n.opt, opIndexOpt, opIndex))
	case nEach:
		e.emit(n.l)
		e.op(pick(n.opt, opEachOpt, opEach))
	case nCollect:
		all := e.local()
		e.op(opDup)
		e.load(emptyArr)
		e.store(all)
		fork := e.jump(opFork)
		e.emit(n.l)
		e.variable(opAppend, all)
		e.op(opBacktrack)
		e.land(fork)
		e.variable(opLoadVN, all)
	case nObject:
		e.under(emptyObject)
		for _, p := range n.list {
			e.subexpNode(p.l)
			e.subexp(func() { e.pairValue(p) })
			e.op(opInsert)
		}
		e.op(opPop)
	}
}

func pick(cond bool, a, b opcode) opcode {
	if cond {
		return a
	}
	return b
}

var (
	emptyObject = newObj(0)
	emptyArr    = newArr(nil)
	startKey    = newStr("start")
	endKey      = newStr("end")
)

func (e *emitter) pairValue(p *node) {
	if p.r != nil {
		e.emit(p.r)
		return
	}
	for _, op := range [...]opcode{opPop, opDup2, opDup2, opIndex} {
		e.op(op)
	}
}

func (e *emitter) emitCall(n *node) {
	b := n.bind
	if b == nil {
		e.undefined(n, n.name+"/"+strconv.Itoa(len(n.list)))
		return
	}
	if b.kind == bindNative {
		e.callNative(n, b.native)
		return
	}
	if b.kind == bindFunc && b.top && b.fn == nil {
		b.fn = &function{parent: e.c.main, depth: 1, def: b.def, body: b.def.l}
		e.c.main.subs = append(e.c.main.subs, b.fn)
	}
	var args []closureRef
	for _, a := range n.list {
		args = append(args, closureRef{fn: e.sub(nil, a)})
	}
	e.callClosure(e.closureOf(b), args...)
}

// callNative writes a call whose arguments are computed on the stack, the last one first; names in them are looked at in the
// order of the text.
func (e *emitter) callNative(n *node, native *native) {
	switch native.inline {
	case inlineEmpty:
		e.op(opBacktrack)
		return
	case inlineNot:
		e.branch(func() { e.load(false) }, func() { e.load(true) })
		return
	case inlinePath:
		e.op(opPathBegin)
		e.callClosure(closureRef{fn: e.sub(nil, n.list[0])})
		e.op(opPathEnd)
		return
	case inlineRange:
		e.emitRange(n)
		return
	}
	base, subs := e.code, e.fn.subs
	var all []instr
	var allSubs []*function
	for _, a := range n.list {
		e.code, e.fn.subs = nil, nil
		e.subexpNode(a)
		all = append(e.code, all...)
		allSubs = append(e.fn.subs, allSubs...)
	}
	e.code, e.fn.subs = append(base, all...), append(subs, allSubs...)
	e.code = append(e.code, instr{op: opCallNative, call: &callSite{native: native, nargs: len(n.list) + 1}})
}

func (e *emitter) emitRange(n *node) {
	from, at := e.local(), e.local()
	e.op(opDup)
	e.closureOrConst(n.list[0])
	e.store(from)
	e.closureOrConst(n.list[1])
	e.op(opDup)
	e.variable(opLoadV, from)
	e.store(at)
	e.variable(opRange, at)
}

// closureOrConst calls an argument, or loads it when that makes no difference.
func (e *emitter) closureOrConst(n *node) {
	if n.kind == nConst {
		e.load(n.val)
		return
	}
	e.callClosure(closureRef{fn: e.sub(nil, n)})
}

func (e *emitter) emitVar(n *node) {
	switch {
	case n.bind == nil:
		e.undefined(n, "$"+n.name)
	case n.bind.kind == bindConst:
		e.load(n.bind.val)
	default:
		e.variable(opLoadV, n.bind)
	}
}

func (e *emitter) emitAs(n *node) {
	if len(n.list) == 1 {
		e.op(opDup)
		e.subexpNode(n.l)
	} else {
		e.subexp(func() {
			e.emit(n.l)
			e.op(opDup)
		})
	}
	e.op(opPop)
	e.matchers(n.list, func() { e.emit(n.r) })
}

// matchers writes patterns, of which the first that fits is taken, and then what follows.
func (e *emitter) matchers(list []*node, body func()) {
	if len(list) == 1 {
		e.matcher(list[0], opStoreV)
		body()
		return
	}
	for _, v := range list[0].y.list {
		e.op(opDup)
		e.load(nil)
		e.store(v.bind)
	}
	var jumps []int
	for _, p := range list[:len(list)-1] {
		alt := e.jump(opDestructureAlt)
		e.matcher(p, opStoreVN)
		jumps = append(jumps, e.jump(opJump))
		e.land(alt)
	}
	e.matcher(list[len(list)-1], opStoreV)
	for _, j := range jumps {
		e.land(j)
	}
	body()
}

func (e *emitter) matcher(p *node, store opcode) {
	set := func(b *binding) {
		e.own(b)
		e.variable(store, b)
	}
	switch p.kind {
	case nPatternVar:
		set(p.bind)
	case nPatternArray:
		for i := len(p.list) - 1; i >= 0; i-- {
			e.op(opDup)
			e.under(float64(i))
			e.op(opIndex)
			e.matcher(p.list[i], store)
		}
		e.op(opPop)
	case nPatternObject:
		for _, m := range p.list {
			e.op(opDup)
			e.subexpNode(m.l)
			e.op(opIndex)
			if m.r == nil {
				set(m.bind)
				continue
			}
			if m.name != "" {
				e.op(opDup)
				set(m.bind)
			}
			e.matcher(m.r, store)
		}
		e.op(opPop)
	}
}

func (e *emitter) emitReduce(n *node) {
	state := e.local()
	e.op(opDup)
	e.emit(n.r)
	e.store(state)
	fork := e.jump(opFork)
	e.op(opDupN)
	e.emit(n.l)
	e.matchers(n.list, func() {
		e.variable(opLoadVN, state)
		e.emit(n.x)
		e.variable(opStoreV, state)
	})
	e.op(opBacktrack)
	e.land(fork)
	e.variable(opLoadVN, state)
}

func (e *emitter) emitForeach(n *node) {
	state := e.local()
	e.op(opDup)
	e.emit(n.r)
	e.store(state)
	fork := e.jump(opFork)
	e.op(opDupN)
	e.emit(n.l)
	out := 0
	e.matchers(n.list, func() {
		e.variable(opLoadVN, state)
		e.emit(n.x)
		e.op(opDup)
		e.variable(opStoreV, state)
		if n.y != nil {
			e.emit(n.y)
		}
		out = e.jump(opJump)
	})
	e.land(fork)
	e.op(opBacktrack)
	e.land(out)
}

// branch writes a choice on the value on the stack, which stays there.
func (e *emitter) branch(yes, no func()) {
	f := e.jump(opJumpF)
	yes()
	end := e.jump(opJump)
	e.land(f)
	no()
	e.land(end)
}

func (e *emitter) cond(cond, yes, no func()) {
	e.op(opDup)
	e.subexp(cond)
	e.op(opPop)
	pop := func(f func()) func() {
		return func() {
			e.op(opPop)
			f()
		}
	}
	e.branch(pop(yes), pop(no))
}

func (e *emitter) emitTry(n *node) {
	e.try(func() { e.emit(n.l) }, func() {
		if n.r == nil {
			e.op(opBacktrack)
			return
		}
		e.cond(func() {
			e.logic(nAnd, func() { e.emit(n.x) }, func() {
				e.under(newStr("__jq"))
				e.op(opIndex)
			})
		}, func() { e.emit(n.y) }, func() { e.emit(n.r) })
	})
}

func (e *emitter) try(body, handler func()) {
	fork := e.jump(opForkOpt)
	body()
	end := e.jump(opJump)
	e.land(fork)
	handler()
	e.land(end)
}

func (e *emitter) emitLabel(n *node) {
	e.op(opDup)
	e.op(opGenLabel)
	e.store(n.bind)
	e.op(opPop)
	e.try(func() { e.emit(n.l) }, func() {
		e.cond(func() { e.emit(n.x) }, func() { e.op(opBacktrack) }, func() { e.emit(n.y) })
	})
}

func (e *emitter) emitLogic(n *node) {
	e.logic(n.kind, func() { e.emit(n.l) }, func() { e.emit(n.r) })
}

func (e *emitter) logic(kind nodeKind, a, b func()) {
	e.op(opDup)
	a()
	second := func() {
		e.op(opPop)
		b()
		e.branch(func() { e.load(true) }, func() { e.load(false) })
	}
	known := func() {
		e.op(opPop)
		e.load(kind == nOr)
	}
	if kind == nAnd {
		e.branch(second, known)
	} else {
		e.branch(known, second)
	}
}

func (e *emitter) emitAlternative(n *node) {
	found := e.local()
	e.op(opDup)
	e.load(false)
	e.store(found)
	fork := e.jump(opFork)
	e.emit(n.l)
	miss := e.jump(opJumpF)
	e.op(opDup)
	e.load(true)
	e.variable(opStoreV, found)
	end := e.jump(opJump)
	e.land(miss)
	e.op(opBacktrack)
	e.land(fork)
	e.op(opDup)
	e.variable(opLoadV, found)
	none := e.jump(opJumpF)
	e.op(opBacktrack)
	e.land(none)
	e.op(opPop)
	e.emit(n.r)
	e.land(end)
}
