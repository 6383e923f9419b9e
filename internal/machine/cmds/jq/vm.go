package jq

// failure is an error on its way to whoever catches it. With empty set it is none: the expression just has no result.
type failure struct {
	msg   value
	empty bool
	fatal string // not caught by anything: a failed assertion of jq's
}

func fail(msg string) *failure { return &failure{msg: newStr(msg)} }

// closure is a function with the frame in which it was made.
type closure struct {
	fn  *function
	env *frame
}

// frame holds what one call of a function works on. Going back to an earlier choice does not undo changes of its variables.
type frame struct {
	fn     *function
	env    *frame // of the function around it
	caller *frame
	ret    int // where the caller goes on; -1 for the main program
	args   []closure
	locals []value
}

type slot struct {
	v    value
	next int32
}

// choice is a point to which execution can return to look for more results.
type choice struct {
	top, limit int32
	frame      *frame
	pc         int
	pathLen    int
	atPath     value
	subexp     int
}

// pathState is the path being recorded while path(f) runs; it waits on the stack when another one is begun.
type pathState struct {
	on   bool
	path []value // appended to; what others may hold is never overwritten
}

// vm runs a program on one input after another. Its stack is a chain of slots: those below the floor belong to a choice and
// stay even when popped.
type vm struct {
	h         *host
	io        *session
	main      *function
	stack     []slot
	top       int32
	limit     int32 // the first free slot
	floor     int32
	choices   []choice
	frame     *frame
	path      pathState
	atPath    value // the value at the path
	subexp    int   // nesting in expressions that are no paths
	raised    *failure
	labels    int
	halted    bool
	steps     int
	mem       memory
	one       [1]value
	args      [6]value
	lastRegex compiledRegex
}

func newVM(h *host, io *session, main *function) *vm {
	return &vm{h: h, io: io, main: main, stack: make([]slot, 32)}
}

func (m *vm) push(v value) {
	if int(m.limit) == len(m.stack) {
		m.stack = append(m.stack, make([]slot, len(m.stack))...)
	}
	m.stack[m.limit] = slot{v, m.top}
	m.top = m.limit
	m.limit++
}

func (m *vm) pop() value {
	t := m.top
	v := m.stack[t].v
	m.top = m.stack[t].next
	if t+1 == m.limit && t >= m.floor {
		m.limit = t
	}
	return v
}

// take pops a value. With forget, a choice that still has it will find null in its place: loops take their input only once.
func (m *vm) take(forget bool) value {
	t := m.top
	v := m.pop()
	if forget && m.limit > t {
		m.stack[t].v = nil
	}
	return v
}

// save makes a choice that goes on at pc with the present stack, but for later code restores the stack as it was at top.
func (m *vm) save(pc int, top int32) {
	m.choices = append(m.choices, choice{m.top, m.limit, m.frame, pc, len(m.path.path), m.atPath, m.subexp})
	m.top = top
	m.floor = m.limit
}

// restore goes back to the last choice; ok is false when there is none.
func (m *vm) restore() (pc int, ok bool) {
	if len(m.choices) == 0 {
		return 0, false
	}
	c := &m.choices[len(m.choices)-1]
	m.top, m.limit, m.frame, m.atPath, m.subexp = c.top, c.limit, c.frame, c.atPath, c.subexp
	if m.path.on {
		n := min(c.pathLen, len(m.path.path))
		m.path.path = m.path.path[:n:n]
	}
	pc = c.pc
	m.choices = m.choices[:len(m.choices)-1]
	m.floor = 0
	if n := len(m.choices); n > 0 {
		m.floor = m.choices[n-1].limit
	}
	return pc, true
}

// start prepares a run on an input.
func (m *vm) start(input value) {
	clear(m.stack)
	m.top, m.limit, m.floor, m.choices = 0, 1, 1, m.choices[:0]
	m.path, m.atPath, m.subexp, m.raised, m.halted = pathState{}, nil, 0, nil, false
	m.frame = &frame{fn: m.main, ret: -1, locals: make([]value, m.main.nlocals)}
	m.push(input)
	m.save(0, m.top)
}

// level returns the frame that is n frames out.
func (m *vm) level(n int32) *frame {
	f := m.frame
	for ; n > 0; n-- {
		f = f.env
	}
	return f
}

func (m *vm) closure(r *closureRef) closure {
	f := m.level(int32(r.level))
	if r.fn != nil {
		return closure{r.fn, f}
	}
	return f.args[r.idx]
}

func (m *vm) local(in *instr) *value { return &m.level(in.level).locals[in.idx] }

// call enters a function.
func (m *vm) call(in *instr, pc int) int {
	site := in.call
	cl := m.closure(&site.callee)
	f := &frame{fn: cl.fn, env: cl.env}
	if len(site.args) > 0 {
		f.args = make([]closure, len(site.args))
		for i := range site.args {
			f.args[i] = m.closure(&site.args[i])
		}
	}
	if cl.fn.nlocals > 0 {
		f.locals = make([]value, cl.fn.nlocals)
	}
	m.mem.add(96 + 24*len(f.args) + 16*len(f.locals))
	if in.op == opTailCall {
		f.caller, f.ret = m.frame.caller, m.frame.ret
	} else {
		f.caller, f.ret = m.frame, pc
	}
	m.frame = f
	return 0
}

// intact says that v is the value at the path being recorded, so that the path can go on from it.
func (m *vm) intact(v value) bool {
	return m.subexp != 0 || !m.path.on || identical(v, m.atPath)
}

func (m *vm) appendPath(k, v value) {
	if m.subexp == 0 && m.path.on {
		m.path.path = append(m.path.path, k)
		m.atPath = v
	}
}

// next runs until the next result; ok is false when there is none any more, or an error.
func (m *vm) next(first bool) (v value, ok bool, err *failure) {
	pc, _ := m.restore()
	back := !first
	for !m.halted {
		if m.steps++; m.steps&7 == 0 {
			m.h.tick(4)
			if m.mem.due() {
				m.mem.look(m)
			}
		}
		in := &m.frame.fn.code[pc]
		pc++
		if back {
			pc, back = m.resume(in, pc)
		} else if in.op == opRet && m.frame.ret < 0 {
			v := m.pop()
			top := m.top
			m.push(nil)
			m.save(pc-1, top)
			return v, true, nil
		} else {
			pc, back = m.step(in, pc)
		}
		if back {
			if pc, ok = m.restore(); !ok {
				err, m.raised = m.raised, nil
				return nil, false, err
			}
		}
	}
	return nil, false, nil
}

// raise sets the error; the caller goes back.
func (m *vm) raise(f *failure) (int, bool) {
	if f.fatal != "" {
		m.io.abort(f.fatal)
	}
	if !f.empty {
		m.raised = f
	}
	return 0, true
}

// resume goes on at an instruction that made a choice.
func (m *vm) resume(in *instr, pc int) (int, bool) {
	switch in.op {
	case opFork:
		return pc + int(in.idx), m.raised != nil
	case opForkOpt, opDestructureAlt:
		if m.raised == nil {
			return 0, true
		}
		if in.op == opForkOpt {
			m.pop()
			m.push(m.raised.msg)
		}
		m.raised = nil
		return pc + int(in.idx), false
	case opStoreVN:
		*m.local(in) = nil
	case opRange:
		limit := m.pop()
		if m.raised == nil {
			return m.rangeStep(in, pc, limit)
		}
	case opEach, opEachOpt:
		at := int(m.pop().(float64))
		container := m.pop()
		if m.raised == nil {
			return m.eachStep(pc, container, at+1)
		}
	case opPathBegin, opPathEnd:
		m.path = *m.pop().(*pathState)
	}
	return 0, true
}

// step executes one instruction.
func (m *vm) step(in *instr, pc int) (int, bool) {
	switch in.op {
	case opLoadK:
		m.pop()
		m.push(in.v)
	case opDup, opDupN:
		v := m.take(in.op == opDupN)
		m.push(v)
		m.push(v)
	case opSubexpBegin:
		v := m.pop()
		m.push(v)
		m.push(v)
		m.subexp++
	case opSubexpEnd:
		m.subexp--
		a, b := m.pop(), m.pop()
		m.push(a)
		m.push(b)
	case opPushKUnder:
		v := m.pop()
		m.push(in.v)
		m.push(v)
	case opPop:
		m.pop()
	case opLoadV:
		m.pop()
		m.push(*m.local(in))
	case opLoadVN:
		m.take(true)
		v := m.local(in)
		m.push(*v)
		*v = nil
	case opStoreVN:
		m.save(pc-1, m.top)
		*m.local(in) = m.pop()
	case opStoreV:
		*m.local(in) = m.pop()
	case opJump:
		return pc + int(in.idx), false
	case opJumpF:
		if !truthy(m.stack[m.top].v) {
			pc += int(in.idx)
		}
	case opBacktrack:
		return 0, true
	case opFork, opForkOpt, opDestructureAlt:
		m.save(pc-1, m.top)
	case opCall, opTailCall:
		return m.call(in, pc), false
	case opRet:
		pc, m.frame = m.frame.ret, m.frame.caller
	case opCallNative:
		return m.callNative(in.call, pc)
	default:
		return m.stepValue(in, pc)
	}
	return pc, false
}

// stepValue executes the instructions that look into values.
func (m *vm) stepValue(in *instr, pc int) (int, bool) {
	switch in.op {
	case opDup2:
		keep, v := m.pop(), m.pop()
		m.push(v)
		m.push(keep)
		m.push(v)
	case opAppend:
		v := m.local(in)
		m.one[0] = m.pop()
		*v = m.append((*v).(*arr), m.one[:])
	case opInsert:
		top, v, k, o := m.pop(), m.pop(), m.pop(), m.pop().(*obj)
		key, ok := k.(*str)
		if !ok {
			return m.raise(fail("Cannot use " + kindName(k) + " (" + m.h.truncated(k, 15) + ") as object key"))
		}
		m.mem.add(24*len(o.e) + 64)
		m.push(o.with(key, v))
		m.push(top)
	case opIndex, opIndexOpt:
		return m.index(in, pc)
	case opEach, opEachOpt:
		return m.each(in, pc)
	case opRange:
		return m.rangeStep(in, pc, m.pop())
	case opPathBegin:
		v := m.pop()
		m.push(&pathState{m.path.on, m.path.path})
		m.save(pc-1, m.top)
		m.push(float64(m.subexp))
		m.push(m.atPath)
		m.push(v)
		m.path, m.atPath, m.subexp = pathState{on: true}, v, 0
	case opPathEnd:
		return m.pathEnd(pc)
	case opGenLabel:
		o := newObj(1)
		o.put(newStr("__jq"), float64(m.labels))
		m.labels++
		m.push(o)
	}
	return pc, false
}

func (m *vm) pathEnd(pc int) (int, bool) {
	v := m.pop()
	if !m.intact(v) {
		return m.raise(fail("Invalid path expression with result " + m.h.truncated(v, 30)))
	}
	at := m.pop()
	subexp := int(m.pop().(float64))
	path := m.path
	m.path = *m.pop().(*pathState)
	top := m.top
	m.push(&pathState{true, path.path})
	m.save(pc-1, top)
	m.push(newArr(path.path[:len(path.path):len(path.path)]))
	m.subexp, m.atPath = subexp, at
	return pc, false
}

func (m *vm) index(in *instr, pc int) (int, bool) {
	t, k := m.pop(), m.pop()
	if !m.intact(t) {
		return m.raise(fail("Invalid path expression near attempt to access element " + m.h.truncated(k, 15) + " of " + m.h.truncated(t, 30)))
	}
	v, err := m.h.get(t, k)
	if err != nil {
		if in.op == opIndexOpt {
			return 0, true
		}
		return m.raise(err)
	}
	m.appendPath(k, v)
	m.push(v)
	return pc, false
}

func (m *vm) each(in *instr, pc int) (int, bool) {
	v := m.pop()
	if !m.intact(v) {
		return m.raise(fail("Invalid path expression near attempt to iterate through " + m.h.truncated(v, 30)))
	}
	switch v.(type) {
	case *arr, *obj:
		return m.eachStep(pc, v, 0)
	}
	if in.op == opEach {
		return m.raise(fail("Cannot iterate over " + kindName(v) + " (" + m.h.truncated(v, 15) + ")"))
	}
	return 0, true
}

// eachStep yields element i of a container, leaving a choice when more follow.
func (m *vm) eachStep(pc int, container value, i int) (int, bool) {
	var k, v value
	n := 0
	switch c := container.(type) {
	case *arr:
		if n = len(c.v); i < n {
			k, v = float64(i), c.v[i]
		}
	case *obj:
		if n = len(c.e); i < n {
			k, v = c.e[i].k, c.e[i].v
		}
	}
	if i >= n {
		return 0, true
	}
	if i < n-1 || kindOrder(container) == 7 {
		top := m.top
		m.push(container)
		m.push(float64(i))
		m.save(pc-1, top)
	}
	m.appendPath(k, v)
	m.push(v)
	return pc, false
}

func (m *vm) rangeStep(in *instr, pc int, limit value) (int, bool) {
	v := m.local(in)
	at, ok := (*v).(float64)
	end, ok2 := limit.(float64)
	if !ok || !ok2 {
		return m.raise(fail("Range bounds must be numeric"))
	}
	if at >= end {
		return 0, true
	}
	*v = at + 1
	top := m.top
	m.push(limit)
	m.save(pc-1, top)
	m.push(at)
	return pc, false
}

func (m *vm) callNative(site *callSite, pc int) (int, bool) {
	a := m.args[:site.nargs]
	for i := range a {
		a[i] = m.pop()
	}
	v, err := site.native.fn(m, a)
	if err != nil {
		return m.raise(err)
	}
	m.push(v)
	return pc, false
}
