package jq

import "strconv"

type opcode uint8

const (
	opLoadK opcode = iota
	opDup
	opDupN
	opDup2
	opPushKUnder
	opPop
	opLoadV
	opLoadVN
	opStoreV
	opStoreVN
	opIndex
	opIndexOpt
	opEach
	opEachOpt
	opFork
	opForkOpt
	opDestructureAlt
	opJump
	opJumpF
	opBacktrack
	opAppend
	opInsert
	opRange
	opSubexpBegin
	opSubexpEnd
	opPathBegin
	opPathEnd
	opCallNative
	opCall
	opTailCall
	opRet
	opGenLabel
)

// instr is one instruction. Jumps are relative to the next one.
type instr struct {
	op    opcode
	level int32 // how many frames out a variable is
	idx   int32 // which one it is, or how far to jump
	v     value
	call  *callSite
}

// callSite is a call of a function with closures for arguments, or of a native with nargs values, the input included.
type callSite struct {
	callee closureRef
	args   []closureRef
	native *native
	nargs  int
}

// closureRef says how to make a closure: of fn, or a copy of parameter idx, of the frame that is level frames out.
type closureRef struct {
	level int
	fn    *function
	idx   int
}

// function is compiled code with what is needed to run it.
type function struct {
	parent  *function
	depth   int
	def     *node // nil for the main program and for closures
	body    *node
	code    []instr
	nlocals int
	params  int
	subs    []*function
}

// emitter writes the code of one function.
type emitter struct {
	c    *compiler
	fn   *function
	code []instr
}

// compileFunction writes the code of fn and then that of the functions in it, so that errors come in jq's order.
func (c *compiler) compileFunction(fn *function) {
	if fn.depth > maxDepth {
		c.h.p.Exhaust("depth")
	}
	e := &emitter{c: c, fn: fn}
	if fn.def != nil {
		fn.params = len(fn.def.list)
		for i, p := range fn.def.list {
			p.bind.owner, p.bind.idx = fn, i
		}
		for _, p := range fn.def.list {
			if p.opt {
				e.op(opDup)
				e.op(opSubexpBegin)
				e.callClosure(e.closureOf(p.bind))
				e.op(opSubexpEnd)
				e.op(opPop)
				e.store(p.x.bind)
			}
		}
	}
	e.emit(fn.body)
	e.op(opRet)
	size := 0
	for i := range e.code {
		size += e.code[i].size()
	}
	if size > 0xFFFF {
		c.errors = append(c.errors, "jq: error: function compiled to "+strconv.Itoa(size)+" bytes which is too long\n<unknown location>")
	}
	e.tailCalls()
	fn.code = e.code
	for i := 0; i < len(fn.subs); i++ { // the main program's grow meanwhile
		c.compileFunction(fn.subs[i])
	}
}

// size is the length of an instruction in jq's own code, which must fit 16 bits.
func (i *instr) size() int {
	switch i.op {
	case opLoadK, opPushKUnder, opFork, opForkOpt, opDestructureAlt, opJump, opJumpF:
		return 2
	case opLoadV, opLoadVN, opStoreV, opStoreVN, opAppend, opRange, opCallNative:
		return 3
	case opCall:
		return 4 + 2*len(i.call.args)
	}
	return 1
}

// tailCalls marks the calls after which nothing in their frame is needed.
func (e *emitter) tailCalls() {
	for i := range e.code {
		in := &e.code[i]
		if in.op != opCall || in.call.callee.level == 0 {
			continue
		}
		tail := true
		for _, a := range in.call.args {
			tail = tail && a.level != 0
		}
		next := i + 1
		for tail && e.code[next].op == opJump {
			next += 1 + int(e.code[next].idx)
		}
		if tail && e.code[next].op == opRet {
			in.op = opTailCall
		}
	}
}

func (e *emitter) op(op opcode) { e.code = append(e.code, instr{op: op}) }

func (e *emitter) load(v value) { e.code = append(e.code, instr{op: opLoadK, v: v}) }

func (e *emitter) under(v value) { e.code = append(e.code, instr{op: opPushKUnder, v: v}) }

// jump writes a jump whose target land sets: the next instruction then.
func (e *emitter) jump(op opcode) int {
	e.op(op)
	return len(e.code) - 1
}

func (e *emitter) land(at int) { e.code[at].idx = int32(len(e.code) - at - 1) }

// local makes a new variable of the function.
func (e *emitter) local() *binding {
	b := &binding{kind: bindVar}
	e.own(b)
	return b
}

func (e *emitter) own(b *binding) {
	if b.owner == nil {
		b.owner, b.idx = e.fn, e.fn.nlocals
		e.fn.nlocals++
	}
}

func (e *emitter) variable(op opcode, b *binding) {
	e.code = append(e.code, instr{op: op, level: int32(e.fn.depth - b.owner.depth), idx: int32(b.idx)})
}

// store sets a variable, which comes into being here.
func (e *emitter) store(b *binding) {
	e.own(b)
	e.variable(opStoreV, b)
}

// subexp writes an expression that leaves the input in place and puts its result under it.
func (e *emitter) subexp(f func()) {
	at := len(e.code)
	e.op(opSubexpBegin)
	f()
	switch len(e.code) - at {
	case 1:
		e.code[at].op = opDup
		return
	case 2:
		if e.code[at+1].op == opLoadK {
			e.code[at] = instr{op: opPushKUnder, v: e.code[at+1].v}
			e.code = e.code[:at+1]
			return
		}
	}
	e.op(opSubexpEnd)
}

func (e *emitter) subexpNode(n *node) { e.subexp(func() { e.emit(n) }) }

// sub adds a function to the present one.
func (e *emitter) sub(def, body *node) *function {
	fn := &function{parent: e.fn, depth: e.fn.depth + 1, def: def, body: body}
	e.fn.subs = append(e.fn.subs, fn)
	return fn
}

// closureOf returns a reference to a function or parameter.
func (e *emitter) closureOf(b *binding) closureRef {
	if b.kind == bindParam {
		return closureRef{level: e.fn.depth - b.owner.depth, idx: b.idx}
	}
	return closureRef{level: e.fn.depth - b.fn.parent.depth, fn: b.fn}
}

func (e *emitter) callClosure(callee closureRef, args ...closureRef) {
	e.code = append(e.code, instr{op: opCall, call: &callSite{callee: callee, args: args}})
}

// undefined complains of a name.
func (e *emitter) undefined(n *node, what string) {
	msg := "jq: error: " + what + " is not defined"
	if n.src == nil {
		e.c.errors = append(e.c.errors, "jq: error: "+msg+"\n<unknown location>")
		return
	}
	e.c.errors = append(e.c.errors, n.src.locate(n.pos, msg))
}
