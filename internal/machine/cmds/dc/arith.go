package dc

import "github.com/orrery-world/orrery/internal/machine/gnu/bcnum"

// arithmetic executes an operator. Operands that it cannot use stay on the stack.
func (c *calc) arithmetic(op byte) {
	switch op {
	case 'v':
		c.sqrt()
		return
	case '|':
		c.powMod()
		return
	}
	a, b, ok := c.two()
	if !ok {
		return
	}
	r, ok := c.binary(op, a, b)
	if !ok {
		c.pushNum(a)
		c.pushNum(b)
		return
	}
	c.pushNum(r)
}

// binary computes a op b; ok is false when that is not possible, which has been told.
func (c *calc) binary(op byte, a, b bcnum.Num) (r bcnum.Num, ok bool) {
	switch op {
	case '+':
		return c.u.Add(a, b), true
	case '-':
		return c.u.Sub(a, b), true
	case '*':
		return c.u.Mul(a, b, c.scale), true
	case '/':
		if r, ok = c.u.Div(a, b, c.scale); !ok {
			c.complain("divide by zero")
		}
		return r, ok
	case '%':
		if r, ok = c.u.Mod(a, b, c.scale); !ok {
			c.complain("remainder by zero")
		}
		return r, ok
	case '~':
		q, rest, ok := c.u.DivMod(a, b, c.scale)
		if !ok {
			c.complain("divide by zero")
			return r, false
		}
		c.pushNum(q)
		return rest, true
	}
	return c.power(a, b), true
}

func (c *calc) power(a, b bcnum.Num) bcnum.Num {
	if b.Scale() != 0 {
		c.warn("Runtime warning: non-zero scale in exponent")
	}
	e, ok := c.u.Int64(b)
	if !ok {
		c.warn("Runtime error: exponent too large in raise")
		return bcnum.FromInt(1)
	}
	r, _ := c.u.Pow(a, e, c.scale)
	return r
}

// warn prints a message of the number library.
func (c *calc) warn(msg string) {
	_ = c.p.Stdout.Flush()
	c.p.Stderr.WriteString(msg + "\n")
}

func (c *calc) sqrt() {
	v, ok := c.pop()
	switch {
	case !ok:
	case v.isText:
		c.complain("square root of nonnumeric attempted")
	default:
		r, ok := c.u.Sqrt(v.num, c.scale)
		if !ok {
			c.complain("square root of negative number")
			return
		}
		c.pushNum(r)
	}
}

// powMod raises the third number from the top to the power of the second, modulo the first.
func (c *calc) powMod() {
	n := len(c.stack)
	if n < 3 {
		c.complain("stack empty")
		return
	}
	base, exp, mod := c.stack[n-3], c.stack[n-2], c.stack[n-1]
	if base.isText || exp.isText || mod.isText {
		c.complain("non-numeric value")
		return
	}
	for _, x := range []struct {
		v    value
		what string
	}{{base, "base"}, {exp, "exponent"}, {mod, "modulus"}} {
		if x.v.num.Scale() != 0 {
			c.warn("Runtime warning: non-zero scale in " + x.what)
		}
	}
	r, ok := c.u.PowMod(base.num, exp.num, mod.num, c.scale)
	if !ok {
		c.complain("remainder by zero")
		return
	}
	c.stack = c.stack[:n-3]
	c.pushNum(r)
}
