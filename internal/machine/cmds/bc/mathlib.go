package bc

import (
	"math/big"

	"github.com/orrery-world/orrery/internal/machine/gnu/bcnum"
)

// The mathematical functions of bc -l.
const (
	mathE = iota + 1
	mathL
	mathS
	mathC
	mathA
	mathJ
)

// defineMath defines the functions of bc -l and sets the scale to 20.
func (b *interp) defineMath() {
	b.scale = 20
	for i, name := range []string{"e", "l", "s", "c", "a", "j"} {
		f := b.functions[b.functionIndex(name)]
		f.defined, f.native = true, i+1
		f.params = []parameter{{name: "x"}}
		if name == "j" {
			f.params = []parameter{{name: "n"}, {name: "x"}}
		}
	}
}

// mathematics computes a function to the present scale, cut off.
func (b *interp) mathematics(f int, args []bcnum.Num) bcnum.Num {
	x := args[len(args)-1]
	switch f {
	case mathE:
		return b.compute(f, x, b.scale, 6)
	case mathL:
		if x.Sign() <= 0 {
			top, _ := b.u.Pow(bcnum.FromInt(10), int64(b.scale), 0)
			return b.u.Rescale(b.u.Sub(bcnum.FromInt(1), top), b.scale)
		}
		return b.compute(f, x, b.scale, 6)
	case mathS:
		return b.sine(x, b.scale)
	case mathC:
		// The cosine is the sine of a larger angle, found with a fifth more digits.
		s := b.scale * 12 / 10
		quarter := b.compute(mathA, bcnum.FromInt(1), s, 0)
		return b.u.Rescale(b.sine(b.u.Add(x, b.u.Mul(quarter, bcnum.FromInt(2), s)), s), b.scale)
	case mathJ:
		return b.bessel(args[0], x)
	}
	return b.compute(f, x, b.scale, 2)
}

// sine brings the angle near 0 with a quarter turn of limited precision, which shows in the sine of large angles.
func (b *interp) sine(x bcnum.Num, scale int) bcnum.Num {
	work := scale*11/10 + 2
	v := b.compute(mathA, bcnum.FromInt(1), work, 0)
	neg := x.Sign() < 0
	if neg {
		x = x.Neg()
	}
	n, _ := b.u.Div(x, v, 0)
	n, _ = b.u.Div(b.u.Add(n, bcnum.FromInt(2)), bcnum.FromInt(4), 0)
	x = b.u.Sub(x, b.u.Mul(b.u.Mul(bcnum.FromInt(4), n, 0), v, work))
	if half, _ := b.u.Mod(n, bcnum.FromInt(2), 0); !half.IsZero() {
		x = x.Neg()
	}
	r := b.compute(mathS, x, scale, 2)
	if neg {
		return r.Neg()
	}
	return r
}

// compute finds the value of a function with many digits, rounds it to guard digits more than scale, if guard is not 0, and
// cuts it off at scale.
func (b *interp) compute(f int, x bcnum.Num, scale, guard int) bcnum.Num {
	whole := len(b.u.Rescale(x, 0).Neg().String())
	digits := scale + 12 + whole + max(x.Scale()-scale, 0)
	if f == mathE {
		// The result has as many digits before the point as the exponent asks for.
		v, ok := b.u.Int64(x)
		if !ok || v > 1<<24 {
			b.p.Exhaust("memory")
		}
		digits += int(max(v, 0))/2 + 1
	}
	b.p.Tick(digits * (digits>>5 + 1))
	fl := fixed{digits: digits, one: new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil), tick: b.p.Tick}
	in := b.u.Rescale(x, digits).Unscaled()
	var out *big.Int
	switch f {
	case mathE:
		out = fl.exp(in)
	case mathL:
		out = fl.log(in)
	case mathS:
		out, _ = fl.sincos(in)
	case mathA:
		out = fl.atan(in)
	}
	r := bcnum.New(out, digits)
	if guard > 0 {
		half := bcnum.New(big.NewInt(5), scale+guard+1)
		if r.Sign() < 0 {
			half = half.Neg()
		}
		r = b.u.Rescale(b.u.Add(r, half), scale+guard)
	}
	return b.u.Rescale(r, scale)
}

// fixed computes with numbers that are counted in units of 10^-digits.
type fixed struct {
	digits int
	one    *big.Int
	tick   func(int)
}

func (f *fixed) mul(a, b *big.Int) *big.Int {
	f.tick(1 + len(a.Bits())*len(b.Bits())>>6)
	r := new(big.Int).Mul(a, b)
	return r.Quo(r, f.one)
}

func (f *fixed) div(a, b *big.Int) *big.Int {
	f.tick(1 + len(a.Bits())*len(b.Bits())>>6)
	r := new(big.Int).Mul(a, f.one)
	return r.Quo(r, b)
}

// exp returns e^x by halving x until the series is short and squaring the sum as often.
func (f *fixed) exp(x *big.Int) *big.Int {
	if x.Sign() < 0 {
		return f.div(f.one, f.exp(new(big.Int).Neg(x)))
	}
	halvings := uint(max(x.BitLen()-f.one.BitLen()+8, 8))
	guard := fixed{digits: f.digits + int(halvings)/3 + 4, tick: f.tick}
	extra := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(guard.digits-f.digits)), nil)
	guard.one = new(big.Int).Mul(f.one, extra)
	y := new(big.Int).Mul(x, extra)
	y.Rsh(y, halvings)
	sum, term := new(big.Int).Set(guard.one), new(big.Int).Set(guard.one)
	for n := int64(1); term.Sign() != 0; n++ {
		term = guard.mul(term, y)
		term.Quo(term, big.NewInt(n))
		sum.Add(sum, term)
	}
	for range halvings {
		sum = guard.mul(sum, sum)
	}
	return sum.Quo(sum, extra)
}

// sqrt returns the square root of x.
func (f *fixed) sqrt(x *big.Int) *big.Int {
	f.tick(len(x.Bits()) * len(x.Bits()) >> 4)
	return new(big.Int).Sqrt(new(big.Int).Mul(x, f.one))
}

// log returns the natural logarithm of x, which is positive: roots bring x near 1, then a series serves.
func (f *fixed) log(x *big.Int) *big.Int {
	guard := f.widen(12 + f.digits/20)
	y := new(big.Int).Mul(x, guard.extra(f))
	doublings := uint(0)
	low := new(big.Int).Quo(new(big.Int).Mul(guard.one, big.NewInt(95)), big.NewInt(100))
	high := new(big.Int).Quo(new(big.Int).Mul(guard.one, big.NewInt(105)), big.NewInt(100))
	for y.Cmp(low) < 0 || y.Cmp(high) > 0 {
		y = guard.sqrt(y)
		doublings++
	}
	// ln y = 2 (t + t^3/3 + t^5/5 + ...) with t = (y-1)/(y+1).
	t := guard.div(new(big.Int).Sub(y, guard.one), new(big.Int).Add(y, guard.one))
	t2 := guard.mul(t, t)
	sum, power := new(big.Int).Set(t), new(big.Int).Set(t)
	for n := int64(3); power.Sign() != 0; n += 2 {
		power = guard.mul(power, t2)
		sum.Add(sum, new(big.Int).Quo(power, big.NewInt(n)))
	}
	sum.Lsh(sum, doublings+1)
	return sum.Quo(sum, guard.extra(f))
}

func (f *fixed) widen(by int) *fixed {
	return &fixed{digits: f.digits + by, tick: f.tick,
		one: new(big.Int).Mul(f.one, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(by)), nil))}
}

// extra returns how many units of f make one of g.
func (f *fixed) extra(g *fixed) *big.Int { return new(big.Int).Quo(f.one, g.one) }

// atanInverse returns the arc tangent of 1/n.
func (f *fixed) atanInverse(n int64) *big.Int {
	power := new(big.Int).Quo(f.one, big.NewInt(n))
	sum := new(big.Int).Set(power)
	square := big.NewInt(n * n)
	for k := int64(1); power.Sign() != 0; k++ {
		f.tick(1 + len(power.Bits())>>3)
		power.Quo(power, square)
		t := new(big.Int).Quo(power, big.NewInt(2*k+1))
		if k%2 == 1 {
			t.Neg(t)
		}
		sum.Add(sum, t)
	}
	return sum
}

// pi returns the circle constant.
func (f *fixed) pi() *big.Int {
	g := f.widen(8)
	a := new(big.Int).Mul(g.atanInverse(5), big.NewInt(16))
	a.Sub(a, new(big.Int).Mul(g.atanInverse(239), big.NewInt(4)))
	return a.Quo(a, g.extra(f))
}

// sincos returns sine and cosine of x.
func (f *fixed) sincos(x *big.Int) (sin, cos *big.Int) {
	g := f.widen(8)
	y := new(big.Int).Mul(x, g.extra(f))
	half := new(big.Int).Rsh(g.pi(), 1)
	quadrant, rest := new(big.Int).DivMod(y, half, new(big.Int))
	sum, term := new(big.Int).Set(rest), new(big.Int).Set(rest)
	sumC, termC := new(big.Int).Set(g.one), new(big.Int).Set(g.one)
	square := g.mul(rest, rest)
	for n := int64(1); term.Sign() != 0 || termC.Sign() != 0; n++ {
		term = g.mul(term, square)
		term.Quo(term, big.NewInt(-(2*n)*(2*n+1)))
		sum.Add(sum, term)
		termC = g.mul(termC, square)
		termC.Quo(termC, big.NewInt(-(2*n-1)*(2*n)))
		sumC.Add(sumC, termC)
	}
	s, c := sum, sumC
	switch new(big.Int).And(quadrant, big.NewInt(3)).Int64() {
	case 1:
		s, c = sumC, new(big.Int).Neg(sum)
	case 2:
		s, c = new(big.Int).Neg(sum), new(big.Int).Neg(sumC)
	case 3:
		s, c = new(big.Int).Neg(sumC), sum
	}
	e := g.extra(f)
	return new(big.Int).Quo(s, e), new(big.Int).Quo(c, e)
}

// atan returns the arc tangent of x.
func (f *fixed) atan(x *big.Int) *big.Int {
	g := f.widen(10)
	y := new(big.Int).Mul(x, g.extra(f))
	// Halving the angle a few times makes the series short.
	doublings := uint(0)
	limit := new(big.Int).Quo(g.one, big.NewInt(10))
	for new(big.Int).Abs(y).Cmp(limit) > 0 {
		root := g.sqrt(new(big.Int).Add(g.one, g.mul(y, y)))
		y = g.div(y, new(big.Int).Add(g.one, root))
		doublings++
	}
	square := g.mul(y, y)
	sum, power := new(big.Int).Set(y), new(big.Int).Set(y)
	for n := int64(3); power.Sign() != 0; n += 2 {
		power = g.mul(power, square)
		power.Neg(power)
		sum.Add(sum, new(big.Int).Quo(power, big.NewInt(n)))
	}
	sum.Lsh(sum, doublings)
	return sum.Quo(sum, g.extra(f))
}

// bessel returns the Bessel function of order n.
func (b *interp) bessel(order, x bcnum.Num) bcnum.Num {
	n, ok := b.u.Int64(order)
	if !ok || n > 1<<20 || n < -1<<20 {
		b.p.Exhaust("steps")
	}
	neg := false
	if n < 0 {
		neg = n%2 != 0
		n = -n
	}
	v, _ := b.u.Int64(x)
	digits := b.scale + 15 + int(min(max(v, -v), 1<<16))
	f := fixed{digits: digits, one: new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil), tick: b.p.Tick}
	half := new(big.Int).Rsh(b.u.Rescale(x, digits).Unscaled(), 1)
	term := new(big.Int).Set(f.one)
	for k := int64(1); k <= n; k++ {
		term = f.mul(term, half)
		term.Quo(term, big.NewInt(k))
	}
	square := f.mul(half, half)
	sum := new(big.Int).Set(term)
	for k := int64(1); term.Sign() != 0; k++ {
		term = f.mul(term, square)
		term.Quo(term, big.NewInt(-k*(k+n)))
		sum.Add(sum, term)
	}
	if neg {
		sum.Neg(sum)
	}
	return b.u.Rescale(bcnum.New(sum, digits), b.scale)
}
