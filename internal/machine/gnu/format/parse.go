package format

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// Limits of what decides the value of a number.
const (
	// maxDigits is how many significant digits are read exactly; more can
	// only break a tie, for which one more digit stands.
	maxDigits = 12000
	// maxDecimalExp bounds exponents: beyond it numbers are 0 or infinite.
	maxDecimalExp = 20000
)

// numeral is the valid prefix of a text as strtod reads it.
type numeral struct {
	kind   Kind
	neg    bool
	hex    bool
	digits string // significant digits, the point removed
	exp    int    // the value is digits * base^exp, base 10 or 2
	more   bool   // non-zero digits were cut off
	start  int    // offset of the number after blanks and the sign
	size   int    // bytes of the text it takes, blanks included; 0 is none
}

// isBlank is isspace of the C locale.
func isBlank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// scanNumber reads the longest prefix of s that is a number.
func scanNumber(s string) numeral {
	var n numeral
	i := 0
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		n.neg = s[i] == '-'
		i++
	}
	n.start = i
	if w := wordSize(s[i:], "infinity"); w >= 3 {
		n.kind, n.size = Inf, i+3
		if w == 8 {
			n.size = i + 8
		}
		return n
	}
	if wordSize(s[i:], "nan") == 3 {
		n.kind, n.size = NaN, i+3+payload(s[i+3:])
		return n
	}
	if wordSize(s[i:], "0x") == 2 {
		if n.mantissa(s, i+2, true); n.size > 0 {
			return n
		}
	}
	n.hex = false
	n.mantissa(s, i, false)
	return n
}

// wordSize returns how many letters of word s begins with, in any case.
func wordSize(s, word string) int {
	n := 0
	for n < len(s) && n < len(word) && s[n]|0x20 == word[n]|0x20 {
		n++
	}
	return n
}

// payload returns the length of "(characters)" after nan, or 0.
func payload(s string) int {
	if s == "" || s[0] != '(' {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == ')':
			return i + 1
		case c != '_' && hexDigit(c) < 0 && (c|0x20 < 'g' || c|0x20 > 'z'):
			return 0
		}
	}
	return 0
}

// hexDigit is the value of a hexadecimal digit, or -1.
func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// mantissa reads digits with a point and the exponent from s[i:].
func (n *numeral) mantissa(s string, i int, hex bool) {
	var b strings.Builder
	seen, after, exp := false, false, 0
	for ; i < len(s); i++ {
		c := s[i]
		if c == '.' && !after {
			after = true
			continue
		}
		d := hexDigit(c)
		if d < 0 || !hex && d > 9 {
			break
		}
		seen = true
		if after {
			exp--
		}
		switch {
		case d == 0 && b.Len() == 0:
		case b.Len() < maxDigits:
			b.WriteByte(c)
		default:
			n.more = n.more || d != 0
			exp++
		}
	}
	if !seen {
		return
	}
	n.size, n.hex, n.digits = i, hex, b.String()
	mark := byte('e')
	if hex {
		mark = 'p'
		exp *= 4
	}
	if i < len(s) && s[i]|0x20 == mark {
		if e, end := exponent(s, i+1); end > i+1 {
			n.size = end
			exp += e
		}
	}
	n.exp = exp
}

// exponent reads a signed number at s[i:]; without digits end is i.
func exponent(s string, i int) (e, end int) {
	start := i
	neg := false
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		neg = s[i] == '-'
		i++
	}
	first := i
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		e = min(e*10+int(s[i]-'0'), 1<<40)
	}
	if i == first {
		return 0, start
	}
	if neg {
		e = -e
	}
	return e, i
}

// ParseFloat reads a long double like strtold: blanks, a sign, and the
// longest prefix that is a decimal or hexadecimal number, inf, infinity or
// nan. size is the number of bytes read, 0 when there is no number; outOfRange
// stands for ERANGE, with an infinite, subnormal or zero value.
func ParseFloat(s string) (v Float, size int, outOfRange bool) {
	n := scanNumber(s)
	if n.size == 0 {
		return Float{}, 0, false
	}
	if n.kind != Finite {
		return Float{Kind: n.kind, Neg: n.neg}, n.size, false
	}
	v, exact := n.value()
	tiny := v.Kind == Finite && v.Mant>>63 == 0
	return v, n.size, v.Kind == Inf || tiny && !exact
}

// value converts a finite number, rounding to nearest with ties to even.
func (n *numeral) value() (f Float, exact bool) {
	switch {
	case n.digits == "":
		return zero(n.neg), true
	case n.hex:
		return n.hexValue()
	case len(n.digits)+n.exp > maxDecimalExp:
		return inf(n.neg), false
	case len(n.digits)+n.exp < -maxDecimalExp:
		return zero(n.neg), false
	}
	if len(n.digits) <= 19 && n.exp >= -27 && n.exp <= 27 && !n.more {
		m, _ := strconv.ParseUint(n.digits, 10, 64) // at most 19 digits
		return small(n.neg, m, n.exp)
	}
	digits, exp := n.digits, n.exp
	if n.more {
		digits += "1"
		exp--
	}
	v, _ := new(big.Int).SetString(digits, 10) // digits only
	if exp >= 0 {
		return roundInt(n.neg, v.Mul(v, pow10(exp)), 0, false)
	}
	den := pow10(-exp)
	shift := max(den.BitLen()-v.BitLen()+130, 0)
	q, r := v.Lsh(v, uint(shift)).QuoRem(v, den, new(big.Int))
	return roundInt(n.neg, q, -shift, r.Sign() != 0)
}

// small is m * 10^exp for exponents whose powers of five fit 64 bits.
func small(neg bool, m uint64, exp int) (f Float, exact bool) {
	five := uint64(1)
	for range max(exp, -exp) {
		five *= 5
	}
	if exp >= 0 {
		hi, lo := bits.Mul64(m, five)
		return round(neg, hi, lo, exp, false)
	}
	// Two long divisions give 128 bits of the quotient of m * 2^128.
	hi, r := bits.Div64(m%five, 0, five)
	lo, r := bits.Div64(r, 0, five)
	whole := m / five
	if whole == 0 {
		return round(neg, hi, lo, exp-128, r != 0)
	}
	return round(neg, whole, hi, exp-64, r != 0 || lo != 0)
}

// hexValue converts a hexadecimal number.
func (n *numeral) hexValue() (f Float, exact bool) {
	if n.exp > 1<<30 {
		return inf(n.neg), false
	}
	if n.exp < -1<<30 {
		return zero(n.neg), false
	}
	v, _ := new(big.Int).SetString(n.digits, 16) // digits only
	return roundInt(n.neg, v, n.exp, n.more)
}

// ParseFloat64 is ParseFloat for a double, like strtod.
func ParseFloat64(s string) (v float64, size int, outOfRange bool) {
	n := scanNumber(s)
	switch {
	case n.size == 0:
		return 0, 0, false
	case n.kind == Inf:
		v = math.Inf(1)
	case n.kind == NaN:
		v = math.NaN()
	case n.digits != "":
		v, outOfRange = n.double(s[n.start:n.size])
	}
	if n.neg {
		v = math.Copysign(v, -1)
	}
	return v, n.size, outOfRange
}

// double converts the text of an unsigned number that is not zero.
func (n *numeral) double(text string) (v float64, outOfRange bool) {
	if n.hex && !strings.ContainsAny(text, "pP") {
		text += "p0"
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return v, true // only ErrRange is left
	}
	if v >= 0x1p-1022 {
		return v, false
	}
	f, exact := n.value()
	order, _ := f.Cmp(FromFloat64(v)) // both are finite
	return v, !exact || order != 0
}
