package dc

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu/bcnum"
)

// command executes the command that begins with ch.
func (c *calc) command(ch int) {
	switch {
	case ch == ' ' || ch >= '\t' && ch <= '\r':
	case ch >= '0' && ch <= '9' || ch >= 'A' && ch <= 'F' || ch == '.' || ch == '_':
		c.back(ch)
		c.number()
	case ch == '[':
		c.text()
	case ch == '#':
		for ch = c.next(); ch >= 0 && ch != '\n'; ch = c.next() {
		}
	case ch == '!':
		c.bang()
	case ch < 0x80 && strings.IndexByte("+-*/%~^|v", byte(ch)) >= 0:
		c.arithmetic(byte(ch))
	case ch < 0x80 && strings.IndexByte("<>=", byte(ch)) >= 0:
		c.compare(byte(ch), false)
	case ch < 0x80 && strings.IndexByte("slSL:;", byte(ch)) >= 0:
		c.register(byte(ch))
	case ch < 0x80 && strings.IndexByte("iokIOK", byte(ch)) >= 0:
		c.setting(byte(ch))
	case ch < 0x80 && strings.IndexByte("pnPf", byte(ch)) >= 0:
		c.show(byte(ch))
	default:
		c.stackCommand(ch)
	}
}

// stackCommand executes the commands about the stack, strings and execution.
func (c *calc) stackCommand(ch int) {
	n := len(c.stack)
	switch ch {
	case 'c':
		c.stack = c.stack[:0]
	case 'd':
		if v, ok := c.pop(); ok {
			c.push(v)
			c.push(v)
			c.p.Hold(32)
		}
	case 'r':
		if n > 1 {
			c.stack[n-1], c.stack[n-2] = c.stack[n-2], c.stack[n-1]
		}
	case 'R':
		c.rotate()
	case 'z':
		c.pushInt(n)
	case 'Z', 'X':
		if v, ok := c.pop(); ok {
			c.measure(v, ch == 'X')
		}
	case 'a':
		if v, ok := c.pop(); ok {
			c.push(value{str: c.character(v), isText: true})
		}
	case 'x':
		if v, ok := c.pop(); ok && v.isText {
			c.call(v.str)
		} else if ok {
			c.push(v)
		}
	case '?':
		c.call(c.readLine())
	case 'q':
		if len(c.frames) == 1 && c.frames[0].levels == 1 || !c.leave(2) {
			c.stop()
		}
	case 'Q':
		c.leaveMany()
	default:
		c.unknown(ch)
	}
}

// unknown tells of a character that is no command, half on one stream and half on the other.
func (c *calc) unknown(ch int) {
	c.p.Stderr.WriteString("dc: ")
	if ch >= ' ' && ch < 0x7f {
		c.p.Stdout.Printf("'%c' (%#o) unimplemented\n", ch, ch)
	} else {
		c.p.Stdout.Printf("%#o unimplemented\n", ch)
	}
}

// number reads a number in the input base. A digit that the base does not have still counts what it is.
func (c *calc) number() {
	digits, point := []byte(nil), -1
	ch := c.next()
	neg := ch == '_'
	if !neg {
		c.back(ch)
	}
	for {
		ch = c.next()
		switch {
		case ch >= '0' && ch <= '9':
			digits = append(digits, byte(ch-'0'))
			continue
		case ch >= 'A' && ch <= 'F':
			digits = append(digits, byte(ch-'A'+10))
			continue
		case ch == '.' && point < 0:
			point = len(digits)
			continue
		}
		c.back(ch)
		break
	}
	if point < 0 {
		point = len(digits)
	}
	c.p.Tick(len(digits) * len(digits) >> 10)
	base := big.NewInt(int64(c.ibase))
	value := func(ds []byte) *big.Int {
		v := new(big.Int)
		for _, d := range ds {
			v.Mul(v, base).Add(v, big.NewInt(int64(d)))
		}
		return v
	}
	n := bcnum.New(value(digits[:point]), 0)
	if frac := digits[point:]; len(frac) > 0 {
		whole := new(big.Int).Exp(base, big.NewInt(int64(len(frac))), nil)
		f, _ := c.u.Div(bcnum.New(value(frac), 0), bcnum.New(whole, 0), len(frac))
		n = c.u.Add(n, f)
	}
	if neg {
		n = n.Neg()
	}
	c.p.Hold(int64(32 + len(digits)))
	c.pushNum(n)
}

// text reads a string up to the bracket that closes it.
func (c *calc) text() {
	var b []byte
	depth := 1
	for {
		ch := c.next()
		if ch < 0 {
			break
		}
		if ch == '[' {
			depth++
		} else if ch == ']' {
			if depth--; depth == 0 {
				break
			}
		}
		b = append(b, byte(ch))
	}
	c.p.Hold(int64(len(b)))
	c.push(value{str: string(b), isText: true})
}

// bang executes !<, !=, !> or a command of the system.
func (c *calc) bang() {
	ch := c.next()
	switch ch {
	case '<', '=', '>':
		c.compare(byte(ch), true)
		return
	}
	c.back(ch)
	var b []byte
	for ch = c.next(); ch >= 0 && ch != '\n'; ch = c.next() {
		b = append(b, byte(ch))
	}
	_ = c.p.Stdout.Flush()
	_, _ = c.p.Exec(c.ctx, "/bin/sh", []string{"sh", "-c", string(b)})
}

// registerName reads the name of a register; ok is false at the end of what is executed.
func (c *calc) registerName() (r int, ok bool) {
	if r = c.next(); r >= 0 {
		return r, true
	}
	if c.frames[len(c.frames)-1].file != nil {
		c.complain("unexpected EOF")
		c.stop()
	} else {
		c.complain("unexpected EOS")
	}
	return 0, false
}

func regText(r int) string {
	if r > ' ' && r < 0x7f {
		return fmt.Sprintf("'%c' (%#o)", r, r)
	}
	return fmt.Sprintf("%#o", r)
}

func (c *calc) register(op byte) {
	r, ok := c.registerName()
	if !ok {
		return
	}
	reg := c.regs[r]
	switch op {
	case 'l':
		if len(reg) == 0 {
			c.pushInt(0)
		} else {
			c.push(reg[len(reg)-1].v)
		}
	case 'L':
		if len(reg) == 0 {
			c.complain("stack register " + regText(r) + " is empty")
			return
		}
		c.push(reg[len(reg)-1].v)
		c.regs[r] = reg[:len(reg)-1]
	case 's', 'S':
		v, ok := c.pop()
		if !ok {
			return
		}
		if op == 'S' || len(reg) == 0 {
			c.p.Hold(48)
			c.regs[r] = append(reg, cell{v: v})
		} else {
			reg[len(reg)-1].v = v
		}
	default:
		c.element(op, r)
	}
}

// element stores into or loads from the array of a register.
func (c *calc) element(op byte, r int) {
	index, ok := c.pop()
	if !ok {
		return
	}
	i := int64(-1)
	if !index.isText {
		i = int64(c.integer(index.num))
	}
	var v value
	if op == ':' {
		if v, ok = c.pop(); !ok {
			return
		}
	}
	if i < 0 {
		c.complain("array index must be a nonnegative integer")
		return
	}
	if len(c.regs[r]) == 0 {
		if op == ';' {
			c.pushInt(0)
			return
		}
		c.regs[r] = append(c.regs[r], cell{})
	}
	top := &c.regs[r][len(c.regs[r])-1]
	if op == ';' {
		c.push(top.elems[i])
		return
	}
	if top.elems == nil {
		top.elems = map[int64]value{}
	}
	c.p.Hold(64)
	top.elems[i] = v
}

// two takes two numbers off the stack; when they are not there they stay and the reason is told.
func (c *calc) two() (a, b bcnum.Num, ok bool) {
	n := len(c.stack)
	if n < 2 {
		c.complain("stack empty")
		return a, b, false
	}
	x, y := c.stack[n-2], c.stack[n-1]
	if x.isText || y.isText {
		c.complain("non-numeric value")
		return a, b, false
	}
	c.stack = c.stack[:n-2]
	return x.num, y.num, true
}

// compare executes a register if the comparison holds.
func (c *calc) compare(op byte, not bool) {
	r, ok := c.registerName()
	if !ok {
		return
	}
	a, b, ok := c.two()
	if !ok {
		return
	}
	order := c.u.Cmp(b, a)
	holds := order == 0
	switch op {
	case '<':
		holds = order < 0
	case '>':
		holds = order > 0
	}
	if holds == not {
		return
	}
	if reg := c.regs[r]; len(reg) > 0 {
		if v := reg[len(reg)-1].v; v.isText {
			c.call(v.str)
		} else {
			c.push(v)
		}
		return
	}
	c.pushInt(0)
}

func (c *calc) setting(op byte) {
	switch op {
	case 'I':
		c.pushInt(c.ibase)
		return
	case 'O':
		c.pushInt(int(c.obase))
		return
	case 'K':
		c.pushInt(c.scale)
		return
	}
	v, ok := c.pop()
	if !ok {
		return
	}
	n := -1
	if !v.isText {
		n = c.integer(v.num)
	}
	switch {
	case op == 'i' && (n < 2 || n > 16):
		c.complain("input base must be a number between 2 and 16 (inclusive)")
	case op == 'o' && n < 2:
		c.complain("output base must be a number greater than 1")
	case op == 'k' && n < 0:
		c.complain("scale must be a nonnegative number")
	case op == 'i':
		c.ibase = n
	case op == 'o':
		c.obase = int64(n)
	default:
		c.scale = n
	}
}

// show prints.
func (c *calc) show(op byte) {
	out := c.p.Stdout
	if op == 'f' {
		for i := len(c.stack) - 1; i >= 0; i-- {
			c.print(c.stack[i])
			out.WriteByte('\n')
			c.p.Tick(1)
		}
		return
	}
	v, ok := c.pop()
	if !ok {
		return
	}
	switch {
	case op == 'p':
		c.push(v)
		c.print(v)
		out.WriteByte('\n')
	case op == 'P' && !v.isText:
		b := c.u.Rescale(v.num, 0).Unscaled().Bytes()
		if len(b) == 0 {
			b = []byte{0}
		}
		out.Write(b)
	default:
		c.print(v)
	}
	_ = out.Flush()
}

// rotate turns the top elements of the stack.
func (c *calc) rotate() {
	v, ok := c.pop()
	if !ok {
		return
	}
	if v.isText {
		return
	}
	k, n := c.integer(v.num), len(c.stack)
	abs := min(max(k, -k), n)
	if abs < 2 {
		return
	}
	top := c.stack[n-abs:]
	c.p.Tick(abs)
	if k > 0 {
		first := top[0]
		copy(top, top[1:])
		top[abs-1] = first
	} else {
		last := top[abs-1]
		copy(top[1:], top)
		top[0] = last
	}
}

// measure pushes the digits or characters of a value, or the digits of its fraction.
func (c *calc) measure(v value, fraction bool) {
	switch {
	case v.isText && fraction:
		c.pushInt(0)
	case v.isText:
		c.pushInt(len(v.str))
	case fraction:
		c.pushInt(v.num.Scale())
	default:
		c.pushInt(len(new(big.Int).Abs(v.num.Unscaled()).String()))
	}
}

// character returns the first character of a string, or the one that the low byte of a number stands for.
func (c *calc) character(v value) string {
	if v.isText {
		return (v.str + "\x00")[:1]
	}
	return string([]byte{byte(c.integer(v.num))})
}

// readLine reads a line of standard input.
func (c *calc) readLine() string {
	_ = c.p.Stdout.Flush()
	var b []byte
	for ch := c.stdin.get(); ch >= 0; ch = c.stdin.get() {
		if ch == '\n' {
			break
		}
		b = append(b, byte(ch))
	}
	return string(b)
}

func (c *calc) leaveMany() {
	v, ok := c.pop()
	if !ok {
		return
	}
	n := -1
	if !v.isText {
		n = c.integer(v.num)
	}
	if n < 1 {
		c.complain("Q command requires a number >= 1")
		return
	}
	if n == 1 && len(c.frames) > 1 {
		return
	}
	if n == 1 && c.frames[0].file == nil {
		return
	}
	if !c.leave(n) {
		c.complain("Q command argument exceeded string execution depth")
	}
}
