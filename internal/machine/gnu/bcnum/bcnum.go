// Package bcnum is the arithmetic of bc and dc: decimal numbers of any size with a scale, the count of digits after the
// point. Results are cut off, not rounded.
package bcnum

import (
	"math/big"
	"strings"
)

// Num is a number. It does not change. The zero value is 0 with scale 0.
type Num struct {
	v     *big.Int // the value times 10^scale; nil is 0
	scale int
	// minusZero marks a power of a negative number of which cutting off has left nothing: it is printed as -0.
	minusZero bool
}

// Budget is told of work before it is done, so that a caller's limits end it. A nil function is not called.
type Budget struct {
	Tick func(n int)   // units of work
	Hold func(n int64) // bytes that a result will take
}

// spend tells of an operation on numbers of a and b words.
func (u Budget) spend(a, b int) {
	if u.Tick != nil {
		u.Tick(1 + (a+1)*(b+1)>>7)
	}
	if u.Hold != nil && a+b > 512 {
		// What is computed is soon garbage; only a result that would be out of all bounds counts.
		u.Hold(int64(a+b) * 8)
		u.Hold(-int64(a+b) * 8)
	}
}

var (
	zero = new(big.Int)
	ten  = big.NewInt(10)
)

func (n Num) int() *big.Int {
	if n.v == nil {
		return zero
	}
	return n.v
}

func (n Num) words() int { return len(n.int().Bits()) }

// FromInt returns v with scale 0.
func FromInt(v int64) Num { return Num{v: big.NewInt(v)} }

// New returns v/10^scale.
func New(v *big.Int, scale int) Num { return Num{v: v, scale: scale} }

// Scale returns the digits after the point.
func (n Num) Scale() int { return n.scale }

// Sign returns -1, 0 or 1.
func (n Num) Sign() int { return n.int().Sign() }

// IsZero says whether n is 0, of whatever scale.
func (n Num) IsZero() bool { return n.Sign() == 0 }

// Neg returns -n.
func (n Num) Neg() Num { return New(new(big.Int).Neg(n.int()), n.scale) }

// pow10 returns 10^k.
func (u Budget) pow10(k int) *big.Int {
	w := k/19 + 1
	// Multiplying numbers of w words takes somewhat more than w times the root of w.
	root := 1
	for root*root < w {
		root <<= 1
	}
	u.spend(w, 2*root)
	return new(big.Int).Exp(ten, big.NewInt(int64(k)), nil)
}

// Rescale returns n with exactly scale digits after the point: cut off or filled with zeros.
func (u Budget) Rescale(n Num, scale int) Num {
	switch {
	case scale == n.scale:
		return n
	case scale > n.scale:
		p := u.pow10(scale - n.scale)
		u.spend(n.words(), len(p.Bits()))
		return New(new(big.Int).Mul(n.int(), p), scale)
	}
	p := u.pow10(n.scale - scale)
	u.spend(n.words(), len(p.Bits()))
	return New(new(big.Int).Quo(n.int(), p), scale)
}

// align brings two numbers to one scale.
func (u Budget) align(a, b Num) (x, y *big.Int, scale int) {
	scale = max(a.scale, b.scale)
	return u.Rescale(a, scale).int(), u.Rescale(b, scale).int(), scale
}

// Cmp compares by value.
func (u Budget) Cmp(a, b Num) int {
	x, y, _ := u.align(a, b)
	return x.Cmp(y)
}

// Add returns a+b with the larger scale.
func (u Budget) Add(a, b Num) Num {
	x, y, s := u.align(a, b)
	u.spend(len(x.Bits()), 1)
	return New(new(big.Int).Add(x, y), s)
}

// Sub returns a-b with the larger scale.
func (u Budget) Sub(a, b Num) Num { return u.Add(a, b.Neg()) }

// Mul returns a*b with at most max(scale, the scales of a and b) digits after the point.
func (u Budget) Mul(a, b Num, scale int) Num {
	u.spend(a.words(), b.words())
	full := New(new(big.Int).Mul(a.int(), b.int()), a.scale+b.scale)
	return u.Rescale(full, min(full.scale, max(scale, a.scale, b.scale)))
}

// Div returns a/b with the given scale; ok is false when b is 0.
func (u Budget) Div(a, b Num, scale int) (q Num, ok bool) {
	if b.IsZero() {
		return q, false
	}
	x, y := a.int(), b.int()
	if k := scale + b.scale - a.scale; k >= 0 {
		p := u.pow10(k)
		u.spend(len(x.Bits()), len(p.Bits()))
		x = new(big.Int).Mul(x, p)
	} else {
		p := u.pow10(-k)
		u.spend(len(y.Bits()), len(p.Bits()))
		y = new(big.Int).Mul(y, p)
	}
	u.spend(len(x.Bits()), len(y.Bits()))
	return New(new(big.Int).Quo(x, y), scale), true
}

// Mod returns a - (a/b)*b, the quotient taken with the given scale; ok is false when b is 0.
func (u Budget) Mod(a, b Num, scale int) (r Num, ok bool) {
	_, r, ok = u.DivMod(a, b, scale)
	return r, ok
}

// DivMod returns the quotient with the given scale and what is left.
func (u Budget) DivMod(a, b Num, scale int) (q, r Num, ok bool) {
	if q, ok = u.Div(a, b, scale); !ok {
		return q, r, false
	}
	s := max(a.scale, b.scale+scale)
	t := u.Mul(q, b, s)
	return q, u.Rescale(u.Sub(a, t), s), true
}

// Pow returns a^e, cut off at scale digits if e is negative, else at max(scale, a's scale); ok is false for 0 to a negative
// power.
func (u Budget) Pow(a Num, e int64, scale int) (r Num, ok bool) {
	if e == 0 {
		return FromInt(1), true
	}
	neg := e < 0
	abs := uint64(e)
	if neg {
		abs = -abs
	}
	if a.IsZero() {
		if neg {
			return r, false
		}
		return New(zero, int(min(uint64(a.scale)*abs, uint64(max(scale, a.scale))))), true
	}
	if one := a.int(); a.scale > 0 || one.BitLen() > 1 {
		words := uint64(a.int().BitLen()) * min(abs, 1<<40) / 64
		u.spend(int(min(words, 1<<31)), int(min(words/8, 1<<20)))
		if a.scale > 0 {
			u.spend(int(min(uint64(a.scale)*min(abs, 1<<40)/16, 1<<31)), 1)
		}
	} else if one.Sign() < 0 && abs%2 == 0 {
		abs = 2
	} else {
		abs = 1
	}
	full := New(new(big.Int).Exp(a.int(), new(big.Int).SetUint64(abs), nil), a.scale*int(abs))
	if neg {
		return u.Div(FromInt(1), full, scale)
	}
	r = u.Rescale(full, min(full.scale, max(scale, a.scale)))
	r.minusZero = r.IsZero() && full.Sign() < 0
	return r, true
}

// PowMod returns base^e mod m with the given scale, for whole numbers e and m; ok is false when m is 0.
func (u Budget) PowMod(base, e, m Num, scale int) (r Num, ok bool) {
	if m.IsZero() {
		return r, false
	}
	r = FromInt(1)
	s := max(scale, base.scale)
	exp := new(big.Int).Set(u.Rescale(e, 0).int())
	for i := 0; i < exp.BitLen(); i++ {
		if exp.Bit(i) == 1 {
			r = u.Mul(r, base, s)
			r, _ = u.Mod(r, m, scale)
		}
		base = u.Mul(base, base, s)
		base, _ = u.Mod(base, m, scale)
	}
	return r, true
}

// Sqrt returns the square root with max(scale, a's scale) digits; ok is false for negative numbers.
func (u Budget) Sqrt(a Num, scale int) (r Num, ok bool) {
	switch a.Sign() {
	case -1:
		return r, false
	case 0:
		return FromInt(0), true
	}
	if u.Cmp(a, FromInt(1)) == 0 {
		return FromInt(1), true
	}
	s := max(scale, a.scale)
	x := u.Rescale(a, 2*s)
	u.spend(x.words(), x.words())
	return New(new(big.Int).Sqrt(x.int()), s), true
}

// Int64 returns the whole part; ok is false when it does not fit.
func (u Budget) Int64(n Num) (v int64, ok bool) {
	i := u.Rescale(n, 0).int()
	return i.Int64(), i.IsInt64()
}

// Digits returns how many digits the number has: those before the point, without leading zeros, and all after it.
func (n Num) Digits() int {
	s := n.int().Text(10)
	d := len(strings.TrimPrefix(s, "-"))
	if n.scale == 0 {
		return d
	}
	return max(d, n.scale)
}

// Parse reads decimal digits with at most one point. Other characters end the number.
func Parse(s string) Num {
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	whole, frac, _ := strings.Cut(s, ".")
	v, ok := new(big.Int).SetString(whole+frac, 10)
	if !ok {
		return Num{}
	}
	if neg {
		v.Neg(v)
	}
	return New(v, len(frac))
}

// ParseBase reads digits in a base from 2 to 36. A digit that the base does not have counts as the largest one. One digit
// alone, without a point, keeps its value if single.
func (u Budget) ParseBase(s string, base int, single bool) Num {
	digit := func(c byte) int64 {
		if c >= '0' && c <= '9' {
			return int64(c - '0')
		}
		return int64(c-'A') + 10
	}
	if single && len(s) == 1 && s != "." {
		return FromInt(digit(s[0]))
	}
	whole, frac, _ := strings.Cut(s, ".")
	b := big.NewInt(int64(base))
	v := new(big.Int)
	add := func(digits string) {
		for i := range len(digits) {
			u.spend(len(v.Bits()), 1)
			v.Mul(v, b).Add(v, big.NewInt(min(digit(digits[i]), int64(base-1))))
		}
	}
	add(whole)
	if frac == "" {
		return Num{v: v}
	}
	n := Num{v: new(big.Int).Set(v)}
	v.SetInt64(0)
	add(frac)
	f, _ := u.Div(Num{v: v}, Num{v: new(big.Int).Exp(b, big.NewInt(int64(len(frac))), nil)}, len(frac))
	return u.Add(n, f)
}

// Unscaled returns the value times 10^Scale. It must not be changed.
func (n Num) Unscaled() *big.Int { return n.int() }

// String returns the number in decimal.
func (n Num) String() string { return Budget{}.Text(n, 10, false) }
