package bc

import (
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu/bcnum"
)

func itoa(n int) string { return strconv.Itoa(n) }

// frame is a call that has not returned.
type frame struct {
	fn    int
	code  []instr
	pc    int
	stack int // height of the stack when it was called
	saved []saved
}

// saved is the former value of a variable that a call hides.
type saved struct {
	array bool
	index int
	num   bcnum.Num
	elems *array
}

// array is a user's array; elements not set are 0.
type array struct{ elems map[int64]bcnum.Num }

func (a *array) clone() *array {
	b := &array{elems: make(map[int64]bcnum.Num, len(a.elems))}
	for k, v := range a.elems {
		b.elems[k] = v
	}
	return b
}

// machine is what executes instructions.
type machine struct {
	stack  []bcnum.Num
	frames []frame
	cur    frame
	adr    int
	fault  bool // a runtime error has been told; what runs is to end
}

func (b *interp) push(n bcnum.Num) { b.m.stack = append(b.m.stack, n) }

func (b *interp) pop() bcnum.Num {
	m := &b.m
	if len(m.stack) == 0 {
		return bcnum.Num{}
	}
	n := m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
	return n
}

// rtText begins the messages about what happens while the program runs.
func (b *interp) rtText(kind string) string {
	name := "(main)"
	if b.m.cur.fn != 0 {
		name = b.functions[b.m.cur.fn].name
	}
	return "Runtime " + kind + " (func=" + name + ", adr=" + itoa(b.m.adr) + "): "
}

func (b *interp) fail(msg string) {
	b.flush()
	b.p.Stderr.WriteString(b.rtText("error") + msg + "\n")
	b.m.fault = true
}

func (b *interp) warning(msg string) {
	b.flush()
	b.p.Stderr.WriteString(b.rtText("warning") + msg + "\n")
}

// execute runs a line of the main program.
func (b *interp) execute(code []instr) error {
	m := &b.m
	m.stack, m.frames, m.fault = m.stack[:0], m.frames[:0], false
	m.cur = frame{code: code}
	for {
		for m.cur.pc < len(m.cur.code) && !m.fault {
			in := &m.cur.code[m.cur.pc]
			m.cur.pc++
			m.adr = in.adr
			b.p.Tick(1)
			if in.op == 'h' {
				b.flush()
				return errQuit
			}
			b.step(in)
		}
		if m.fault {
			for len(m.frames) > 0 {
				b.leave()
			}
			return nil
		}
		if len(m.frames) == 0 {
			return nil
		}
		b.leave()
	}
}

// step executes one instruction.
func (b *interp) step(in *instr) {
	m := &b.m
	switch in.op {
	case '0', '1':
		b.push(bcnum.FromInt(int64(in.op - '0')))
	case 'K':
		b.push(b.u.ParseBase(in.text, b.ibase, true))
	case 'w':
		b.text(in.text)
	case 'O':
		b.text(printEscapes(in.text))
	case 'W':
		n := b.pop()
		b.text(b.u.Text(n, b.obase, false) + "\n")
		b.last = n
	case 'P':
		n := b.pop()
		b.text(b.u.Text(n, b.obase, false))
		b.last = n
	case 'p':
		b.pop()
	case 'D':
		n := b.pop()
		b.push(n)
		b.push(n)
	case 'x':
		y, x := b.pop(), b.pop()
		b.push(y)
		b.push(x)
	case 'J':
		m.cur.pc = in.arg
	case 'Z':
		if b.pop().IsZero() {
			m.cur.pc = in.arg
		}
	case 'B':
		if !b.pop().IsZero() {
			m.cur.pc = in.arg
		}
	case 'n':
		b.push(b.pop().Neg())
	case '!':
		b.push(truth(b.pop().IsZero()))
	case 'l', 's', 'i', 'd', 'L', 'S', 'A', 'M':
		b.variable(in)
	case 'C':
		b.call(in)
	case 'R':
		b.leave()
	case 'c':
		b.builtin(in.sub)
	default:
		y, x := b.pop(), b.pop()
		b.push(b.arithmetic(in.op, x, y))
	}
}

func truth(t bool) bcnum.Num { return bcnum.FromInt(int64(btoi(t))) }

// arithmetic computes x op y.
func (b *interp) arithmetic(op byte, x, y bcnum.Num) (r bcnum.Num) {
	var ok bool
	switch op {
	case '+':
		return b.u.Add(x, y)
	case '-':
		return b.u.Sub(x, y)
	case '*':
		return b.u.Mul(x, y, b.scale)
	case '/':
		if r, ok = b.u.Div(x, y, b.scale); !ok {
			b.fail("Divide by zero")
		}
		return r
	case '%':
		if r, ok = b.u.Mod(x, y, b.scale); !ok {
			b.fail("Modulo by zero")
		}
		return r
	case '^':
		return b.power(x, y)
	}
	c := b.u.Cmp(x, y)
	switch op {
	case '=':
		return truth(c == 0)
	case '#':
		return truth(c != 0)
	case '<':
		return truth(c < 0)
	case '{':
		return truth(c <= 0)
	case '>':
		return truth(c > 0)
	}
	return truth(c >= 0)
}

func (b *interp) power(x, y bcnum.Num) (r bcnum.Num) {
	if y.Scale() != 0 {
		b.warning("non-zero scale in exponent")
	}
	e, ok := b.u.Int64(y)
	if !ok {
		b.fail("exponent too large in raise")
		return x
	}
	if r, ok = b.u.Pow(x, e, b.scale); !ok {
		b.fail("divide by zero")
	}
	return r
}

func (b *interp) builtin(c byte) {
	switch c {
	case 'L':
		b.push(bcnum.FromInt(int64(b.pop().Digits())))
	case 'S':
		b.push(bcnum.FromInt(int64(b.pop().Scale())))
	case 'R':
		n := b.pop()
		r, ok := b.u.Sqrt(n, b.scale)
		if !ok {
			b.fail("Square root of a negative number")
		}
		b.push(r)
	case 'I':
		b.push(b.read())
	case 'X':
		b.push(bcnum.FromInt(b.random()))
	}
}

// printEscapes resolves the escapes of a string in print; what it does not know is left out.
func printEscapes(s string) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out = append(out, s[i])
			continue
		}
		i++
		switch s[i] {
		case 'a':
			out = append(out, '\a')
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'q':
			out = append(out, '"')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case '\\':
			out = append(out, '\\')
		}
	}
	return string(out)
}

// call begins a function.
func (b *interp) call(in *instr) {
	m := &b.m
	f := b.functions[in.arg]
	m.adr -= len(in.text) + 1
	if !f.defined {
		b.fail("Function " + f.name + " not defined.")
		return
	}
	args, ok := b.arguments(f, in.text)
	if !ok {
		return
	}
	m.adr = in.adr
	if f.native != 0 {
		b.push(b.mathematics(f.native, args))
		return
	}
	m.frames = append(m.frames, m.cur)
	b.p.Hold(int64(128 + 64*(len(f.params)+len(f.autos))))
	next := frame{fn: in.arg, code: f.code, stack: len(m.stack)}
	for i, p := range f.params {
		next.saved = append(next.saved, b.hide(p))
		switch {
		case !p.array:
			b.vars[p.index] = args[i]
		case p.byRef:
			b.arrays[p.index] = b.arrayOf(args[i], next.saved)
		default:
			b.arrays[p.index] = b.arrayOf(args[i], next.saved).clone()
		}
	}
	for _, p := range f.autos {
		next.saved = append(next.saved, b.hide(p))
		if p.array {
			b.arrays[p.index] = &array{elems: map[int64]bcnum.Num{}}
		} else {
			b.vars[p.index] = bcnum.Num{}
		}
	}
	m.cur = next
}

// arrayOf returns the array with the number n as it was before the call hid others.
func (b *interp) arrayOf(n bcnum.Num, hidden []saved) *array {
	i64, _ := b.u.Int64(n)
	i := int(i64)
	for _, h := range hidden {
		if h.array && h.index == i {
			return h.elems
		}
	}
	return b.array(i)
}

// arguments takes the arguments of a call off the stack and checks them against the parameters.
func (b *interp) arguments(f *function, kinds string) ([]bcnum.Num, bool) {
	m := &b.m
	args := make([]bcnum.Num, len(kinds))
	for i := len(kinds) - 1; i >= 0; i-- {
		args[i] = b.pop()
	}
	for i := range kinds {
		m.adr++
		if i >= len(f.params) {
			b.fail("Parameter number mismatch")
			return nil, false
		}
		if p := f.params[i]; p.array != (kinds[i] == '1') {
			if p.array {
				b.fail("Parameter type mismatch parameter " + p.name + ".")
			} else {
				b.fail("Parameter type mismatch, parameter (null).")
			}
			m.adr++
			b.fail("Parameter number mismatch")
			return nil, false
		}
	}
	m.adr++
	if len(kinds) < len(f.params) {
		b.fail("Parameter number mismatch")
		return nil, false
	}
	return args, true
}

// hide saves a variable that a call will use for itself.
func (b *interp) hide(p parameter) saved {
	if p.array {
		return saved{true, p.index, bcnum.Num{}, b.array(p.index)}
	}
	return saved{false, p.index, b.variableValue(p.index), nil}
}

// leave ends a call: its value stays on the stack.
func (b *interp) leave() {
	m := &b.m
	if len(m.frames) == 0 {
		m.cur.pc = len(m.cur.code)
		return
	}
	value := b.pop()
	m.stack = m.stack[:min(len(m.stack), m.cur.stack)]
	b.push(value)
	b.p.Hold(-int64(128 + 64*len(m.cur.saved)))
	for i := len(m.cur.saved) - 1; i >= 0; i-- {
		s := m.cur.saved[i]
		if s.array {
			b.arrays[s.index] = s.elems
		} else {
			b.vars[s.index] = s.num
		}
	}
	m.cur = m.frames[len(m.frames)-1]
	m.frames = m.frames[:len(m.frames)-1]
}
