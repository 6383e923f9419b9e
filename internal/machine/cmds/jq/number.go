package jq

import (
	"math"
	"strconv"
	"strings"
)

// appendNumber writes a number as jq 1.6 does: the shortest digits that read back the same, with an exponent when the point
// is far from them. Nan is null and infinities are the largest numbers.
func appendNumber(b []byte, f float64) []byte {
	if f != f {
		return append(b, "null"...)
	}
	f = math.Max(-math.MaxFloat64, math.Min(math.MaxFloat64, f))
	if math.Signbit(f) {
		b = append(b, '-')
		f = -f
	}
	if f < 1e15 && f == math.Trunc(f) {
		return strconv.AppendInt(b, int64(f), 10)
	}
	var buf [32]byte
	e := strconv.AppendFloat(buf[:0], f, 'e', -1, 64)
	digits := e[:1]
	i := 1
	if e[1] == '.' {
		for i = 2; e[i] != 'e'; i++ {
			digits = append(digits, e[i])
		}
	}
	exp, _ := strconv.Atoi(string(e[i+1:]))
	return placePoint(b, digits, exp+1)
}

// placePoint writes 0.DIGITS times ten to the power of point.
func placePoint(b, digits []byte, point int) []byte {
	n := len(digits)
	switch {
	case point <= -4 || point > n+15:
		b = append(b, digits[0])
		if n > 1 {
			b = append(append(b, '.'), digits[1:]...)
		}
		b = append(b, 'e')
		exp := point - 1
		if exp < 0 {
			b, exp = append(b, '-'), -exp
		} else {
			b = append(b, '+')
		}
		if exp < 10 {
			b = append(b, '0')
		}
		return strconv.AppendInt(b, int64(exp), 10)
	case point <= 0:
		b = append(b, "0."...)
		for ; point < 0; point++ {
			b = append(b, '0')
		}
		return append(b, digits...)
	case point >= n:
		b = append(b, digits...)
		for ; n < point; n++ {
			b = append(b, '0')
		}
		return b
	}
	b = append(append(b, digits[:point]...), '.')
	return append(b, digits[point:]...)
}

// readNumber reads a number as JSON texts may have it; leading zeros, a leading plus and a missing digit on one side of the
// point are accepted. Ok is false when the text is anything else.
func readNumber(s string) (f float64, ok bool) {
	i, digits := 0, 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	for ; i < len(s) && isDigit(s[i]); i++ {
		digits++
	}
	if i < len(s) && s[i] == '.' {
		for i++; i < len(s) && isDigit(s[i]); i++ {
			digits++
		}
	}
	if digits == 0 {
		return readOddNumber(s)
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		if i < len(s) && (s[i] == '-' || s[i] == '+') {
			i++
		}
		if i == len(s) || !isDigit(s[i]) {
			return 0, false
		}
		for i < len(s) && isDigit(s[i]) {
			i++
		}
	}
	if i < len(s) {
		return 0, false
	}
	f, _ = strconv.ParseFloat(s, 64)
	return f, true
}

// readOddNumber reads the infinities and nan, which C's reader knows too.
func readOddNumber(s string) (float64, bool) {
	sign := 1.0
	if s != "" && (s[0] == '-' || s[0] == '+') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	switch {
	case strings.EqualFold(s, "nan"):
		return math.NaN(), true
	case strings.EqualFold(s, "inf"), strings.EqualFold(s, "infinity"):
		return math.Inf(int(sign)), true
	}
	return 0, false
}

// toInt converts as C does on x86-64: toward zero, and what does not fit is the smallest integer.
func toInt(f float64) int {
	if f > -2147483649 && f < 2147483648 {
		return int(f)
	}
	return math.MinInt32
}

func toInt64(f float64) int64 {
	if f >= -9223372036854775808 && f < 9223372036854775808 {
		return int64(f)
	}
	return math.MinInt64
}
