package format

import (
	"math"
	"math/big"
	"math/bits"
)

// Float is a number of the 80-bit extended format of x86: Mant * 2^Exp. The
// zero value is 0. Numbers are normalised: bit 63 of Mant is set, or Exp is
// minExp (subnormal numbers and zero have a smaller Mant there; zero has the
// Exp 0).
type Float struct {
	Mant uint64
	Exp  int
	Neg  bool
	Kind Kind
}

// Kind tells numbers from the special values.
type Kind uint8

// The kinds of a Float.
const (
	Finite Kind = iota
	Inf
	NaN
)

// Exponents of the extended format, for a mantissa of 64 bits.
const (
	minExp = -16445
	maxExp = 16320
)

// FromInt returns v, which a Float holds exactly.
func FromInt(v int64) Float {
	u := uint64(v)
	if v < 0 {
		u = -u
	}
	f := FromUint(u)
	f.Neg = v < 0
	return f
}

// FromUint returns v, which a Float holds exactly.
func FromUint(v uint64) Float {
	if v == 0 {
		return Float{}
	}
	n := bits.LeadingZeros64(v)
	return Float{Mant: v << n, Exp: -n}
}

// FromFloat64 returns v, which a Float holds exactly.
func FromFloat64(v float64) Float {
	f := Float{Neg: math.Signbit(v)}
	switch {
	case math.IsInf(v, 0):
		f.Kind = Inf
	case math.IsNaN(v):
		f.Kind = NaN
	case v != 0:
		frac, exp := math.Frexp(math.Abs(v))
		f.Mant, f.Exp = uint64(frac*(1<<53))<<11, exp-64
	}
	return f
}

// Float64 returns the nearest double, ties to even.
func (f Float) Float64() float64 {
	var v float64
	switch f.Kind {
	case Inf:
		v = math.Inf(1)
	case NaN:
		v = math.NaN()
	default:
		v, _ = new(big.Float).SetMantExp(new(big.Float).SetUint64(f.Mant), f.Exp).Float64()
	}
	if f.Neg {
		return math.Copysign(v, -1)
	}
	return v
}

// IsZero reports whether f is 0 or -0.
func (f Float) IsZero() bool { return f.Kind == Finite && f.Mant == 0 }

// inf and zero return the special values with the sign of neg.
func inf(neg bool) Float  { return Float{Kind: Inf, Neg: neg} }
func zero(neg bool) Float { return Float{Neg: neg} }

// round returns (hi*2^64 + lo) * 2^exp rounded to the nearest Float, ties to
// even; sticky says that the true value is a little larger. exact tells
// whether nothing was lost, and a result beyond the range is infinite.
func round(neg bool, hi, lo uint64, exp int, sticky bool) (f Float, exact bool) {
	if hi == 0 {
		if lo == 0 {
			return zero(neg), !sticky
		}
		hi, lo, exp = lo, 0, exp-64
	}
	n := bits.LeadingZeros64(hi)
	if n > 0 {
		hi = hi<<n | lo>>(64-n)
		lo <<= n
		exp -= n
	}
	// The number is hi.lo * 2^exp with hi above 2^(exp+64).
	exp += 64
	if exp < minExp {
		shift := minExp - exp
		if shift > 64 {
			return zero(neg), false
		}
		sticky = sticky || lo != 0 && shift > 0
		if shift == 64 {
			lo, hi = hi, 0
		} else {
			lo = hi << (64 - shift)
			hi >>= shift
		}
		exp = minExp
	}
	const half = 1 << 63
	exact = lo == 0 && !sticky
	if lo > half || lo == half && (sticky || hi&1 == 1) {
		hi++
		if hi == 0 {
			hi = half
			exp++
		}
	}
	switch {
	case hi == 0:
		return zero(neg), exact
	case exp > maxExp:
		return inf(neg), false
	}
	return Float{Mant: hi, Exp: exp, Neg: neg}, exact
}

// roundInt rounds v * 2^exp, with v not negative, as round does.
func roundInt(neg bool, v *big.Int, exp int, sticky bool) (f Float, exact bool) {
	n := v.BitLen()
	if n > 128 {
		shift := n - 128
		sticky = sticky || int(v.TrailingZeroBits()) < shift
		v = new(big.Int).Rsh(v, uint(shift))
		exp += shift
	}
	hi := new(big.Int).Rsh(v, 64).Uint64()
	lo := new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	return round(neg, hi, lo, exp, sticky)
}

// big returns the value of a finite number.
func (f Float) big() *big.Float {
	b := new(big.Float).SetPrec(64).SetUint64(f.Mant)
	b.SetMantExp(b, f.Exp)
	if f.Neg {
		b.Neg(b)
	}
	return b
}

// fromBig rounds b to a Float.
func fromBig(b *big.Float) Float {
	if b.Sign() == 0 {
		return zero(b.Signbit())
	}
	mant := new(big.Float)
	exp := b.MantExp(mant)
	prec := int(b.MinPrec())
	v, _ := mant.SetMantExp(mant, prec).Abs(mant).Int(nil)
	f, _ := roundInt(b.Signbit(), v, exp-prec, false)
	return f
}

// exactPrec is enough for the exact sum or product of any two numbers.
const exactPrec = 2 * (maxExp - minExp + 64)

// Add returns f + g.
func (f Float) Add(g Float) Float {
	switch {
	case f.Kind == NaN || g.Kind == NaN:
		return Float{Kind: NaN, Neg: f.Neg}
	case f.Kind == Inf && g.Kind == Inf && f.Neg != g.Neg:
		return Float{Kind: NaN, Neg: true}
	case f.Kind == Inf:
		return f
	case g.Kind == Inf:
		return g
	case f.IsZero() && g.IsZero():
		return zero(f.Neg && g.Neg)
	}
	sum := new(big.Float).SetPrec(exactPrec)
	return fromBig(sum.Add(f.big(), g.big()))
}

// Negate returns -f.
func (f Float) Negate() Float {
	f.Neg = !f.Neg
	return f
}

// Sub returns f - g.
func (f Float) Sub(g Float) Float { return f.Add(g.Negate()) }

// Mul returns f * g.
func (f Float) Mul(g Float) Float {
	neg := f.Neg != g.Neg
	switch {
	case f.Kind == NaN || g.Kind == NaN:
		return Float{Kind: NaN, Neg: f.Neg}
	case f.Kind == Inf || g.Kind == Inf:
		if f.IsZero() || g.IsZero() {
			return Float{Kind: NaN, Neg: true}
		}
		return inf(neg)
	}
	hi, lo := bits.Mul64(f.Mant, g.Mant)
	r, _ := round(neg, hi, lo, f.Exp+g.Exp, false)
	return r
}

// Quo returns f / g.
func (f Float) Quo(g Float) Float {
	neg := f.Neg != g.Neg
	switch {
	case f.Kind == NaN || g.Kind == NaN:
		return Float{Kind: NaN, Neg: f.Neg}
	case f.Kind == Inf && g.Kind == Inf || f.IsZero() && g.IsZero():
		return Float{Kind: NaN, Neg: true}
	case f.Kind == Inf || g.IsZero():
		return inf(neg)
	case g.Kind == Inf || f.IsZero():
		return zero(neg)
	}
	n := new(big.Int).Lsh(new(big.Int).SetUint64(f.Mant), 128)
	q, rest := n.QuoRem(n, new(big.Int).SetUint64(g.Mant), new(big.Int))
	r, _ := roundInt(neg, q, f.Exp-g.Exp-128, rest.Sign() != 0)
	return r
}

// Cmp compares two numbers and returns -1, 0 or 1; ok is false when one of
// them is NaN, which has no order.
func (f Float) Cmp(g Float) (order int, ok bool) {
	if f.Kind == NaN || g.Kind == NaN {
		return 0, false
	}
	a, b := f.rank(), g.rank()
	if a != b || f.Kind == Inf || f.IsZero() {
		switch {
		case a < b:
			return -1, true
		case a > b:
			return 1, true
		}
		return 0, true
	}
	order = 1
	if f.Neg {
		order = -1
	}
	fe, ge := f.Exp+bits.Len64(f.Mant), g.Exp+bits.Len64(g.Mant)
	switch {
	case fe < ge || fe == ge && f.Mant < g.Mant:
		return -order, true
	case fe == ge && f.Mant == g.Mant:
		return 0, true
	}
	return order, true
}

// rank orders infinities, signs and zero.
func (f Float) rank() int {
	r := 1
	switch {
	case f.IsZero():
		return 0
	case f.Kind == Inf:
		r = 2
	}
	if f.Neg {
		return -r
	}
	return r
}
