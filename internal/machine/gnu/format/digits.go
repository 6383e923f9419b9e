package format

import (
	"math/big"
	"math/bits"
	"strconv"
)

// decimal is a rounded decimal number: the digits d0.d1d2... times 10^exp.
// Zero has the single digit 0.
type decimal struct {
	digits []byte
	exp    int
}

// asDouble returns f without its sign as a double when that is exact, which lets the faster
// conversion of the standard library do the work.
func (f Float) asDouble() (float64, bool) {
	if f.Mant&(1<<11-1) != 0 || f.Exp < -1074 || f.Exp > 1023-63 {
		return 0, f.Mant == 0
	}
	f.Neg = false
	return f.Float64(), true
}

// fixed returns the digits of the number with prec of them after the point,
// rounded to nearest with ties to even, as "123.450". The sign is left out.
func (f Float) fixed(prec int) []byte {
	if v, ok := f.asDouble(); ok {
		return strconv.AppendFloat(nil, v, 'f', prec, 64)
	}
	// A number has at most -Exp digits after the point.
	p := min(prec, max(-f.Exp, 0))
	s := f.scaled(p).Append(nil, 10)
	if len(s) <= p {
		s = append(repeat(nil, '0', p+1-len(s)), s...)
	}
	if prec == 0 {
		return s
	}
	point := len(s) - p
	out := append([]byte(nil), s[:point]...)
	out = append(append(out, '.'), s[point:]...)
	return repeat(out, '0', prec-p)
}

// scientific returns the number rounded to prec+1 significant digits.
func (f Float) scientific(prec int) decimal {
	if f.Mant == 0 {
		return decimal{digits: repeat(nil, '0', prec+1)}
	}
	// More digits than these are zeros.
	p := min(prec, 17000)
	if v, ok := f.asDouble(); ok {
		return parseScientific(strconv.AppendFloat(nil, v, 'e', p, 64), prec)
	}
	for exp := f.lowExponent(); ; exp++ {
		if s := f.scaled(p-exp).Append(nil, 10); len(s) == p+1 {
			return decimal{digits: repeat(s, '0', prec-p), exp: exp}
		}
	}
}

// parseScientific takes apart what strconv wrote.
func parseScientific(s []byte, prec int) decimal {
	e := len(s) - 1
	for s[e] != 'e' {
		e--
	}
	exp, _ := strconv.Atoi(string(s[e+1:])) // strconv wrote it
	digits := append([]byte(nil), s[0])
	if e > 2 {
		digits = append(digits, s[2:e]...)
	}
	return decimal{digits: repeat(digits, '0', prec+1-len(digits)), exp: exp}
}

// lowExponent is the decimal exponent, or one less. It must not be more,
// because rounding could then hide that a digit is missing.
func (f Float) lowExponent() int {
	// log10(2) is between 0.30102 and 0.30103.
	n := f.Exp + bits.Len64(f.Mant) - 1
	if n >= 0 {
		return n * 30102 / 100000
	}
	return -((-n*30103 + 99999) / 100000)
}

// scaled returns the number times 10^n as an integer, rounded to nearest with
// ties to even.
func (f Float) scaled(n int) *big.Int {
	num := new(big.Int).SetUint64(f.Mant)
	den := big.NewInt(1)
	if n >= 0 {
		num.Mul(num, pow10(n))
	} else {
		den = pow10(-n)
	}
	if f.Exp >= 0 {
		num.Lsh(num, uint(f.Exp))
	} else {
		den.Lsh(den, uint(-f.Exp))
	}
	q, r := num.QuoRem(num, den, new(big.Int))
	switch c := r.Lsh(r, 1).Cmp(den); {
	case c > 0, c == 0 && q.Bit(0) == 1:
		q.Add(q, big.NewInt(1))
	}
	return q
}

// below10 reports whether the number without its sign is below 10^n.
func (f Float) below10(n int) bool {
	v, limit := new(big.Int).SetUint64(f.Mant), pow10(n)
	if f.Exp >= 0 {
		v.Lsh(v, uint(f.Exp))
	} else {
		limit.Lsh(limit, uint(-f.Exp))
	}
	return v.Cmp(limit) < 0
}

func pow10(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}
