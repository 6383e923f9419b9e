package sort

import (
	"bytes"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// smallNumber returns the value of a number that -n reads, when it is whole and fits.
func smallNumber(b []byte) (v int64, ok bool) {
	b = skipBlanks(b)
	neg := len(b) > 0 && b[0] == '-'
	if neg {
		b = b[1:]
	}
	i := 0
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		if i >= 18 {
			return 0, false
		}
		v = v*10 + int64(b[i]-'0')
		i++
	}
	if i+1 < len(b) && b[i] == '.' && b[i+1] >= '0' && b[i+1] <= '9' {
		return 0, false
	}
	if neg {
		v = -v
	}
	return v, true
}

// number is a decimal number as it is written: without sign, leading zeros and trailing zeros of the fraction.
type number struct {
	neg         bool
	whole, frac []byte
}

func (n *number) zero() bool { return len(n.whole) == 0 && len(n.frac) == 0 }

// readNumber reads the number at the start of b, after blanks, and returns the rest.
func readNumber(b []byte) (n number, rest []byte) {
	b = skipBlanks(b)
	if len(b) > 0 && b[0] == '-' {
		n.neg = true
		b = b[1:]
	}
	i := 0
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		i++
	}
	n.whole = bytes.TrimLeft(b[:i], "0")
	b = b[i:]
	if len(b) > 0 && b[0] == '.' {
		i = 1
		for i < len(b) && b[i] >= '0' && b[i] <= '9' {
			i++
		}
		n.frac = bytes.TrimRight(b[1:i], "0")
		b = b[i:]
	}
	return n, b
}

func compareNumbers(a, b []byte) int {
	x, _ := readNumber(a)
	y, _ := readNumber(b)
	return x.compare(&y)
}

func (n *number) compare(m *number) int {
	switch {
	case n.zero() && m.zero():
		return 0
	case n.zero():
		return sign(m.neg)
	case m.zero():
		return -sign(n.neg)
	case n.neg != m.neg:
		return -sign(n.neg)
	}
	c := len(n.whole) - len(m.whole)
	if c == 0 {
		c = bytes.Compare(n.whole, m.whole)
	}
	if c == 0 {
		c = bytes.Compare(n.frac, m.frac)
	}
	if n.neg {
		return -c
	}
	return c
}

// sign is 1 for a negative number: what stands before it comes after.
func sign(neg bool) int {
	if neg {
		return 1
	}
	return -1
}

// unitOrder returns the power that the suffix after a number stands for.
func unitOrder(n *number, rest []byte) int {
	if n.zero() || len(rest) == 0 {
		return 0
	}
	o := 0
	if rest[0] == 'k' {
		o = 1
	} else {
		o = strings.IndexByte(" KMGTPEZY", rest[0])
	}
	if o <= 0 {
		return 0
	}
	if n.neg {
		return -o
	}
	return o
}

// compareHuman compares first by sign and suffix, then by value.
func compareHuman(a, b []byte) int {
	x, ra := readNumber(a)
	y, rb := readNumber(b)
	if c := unitOrder(&x, ra) - unitOrder(&y, rb); c != 0 {
		return c
	}
	return x.compare(&y)
}

// general is a floating-point number, or none, as -g reads it.
type general struct {
	text string // what was read of it
	v    float64
	kind int8 // 0: no number, 1: NaN, 2: -NaN, 3: number
}

// compareGeneral orders what is no number first, then NaN, then numbers by value, with the precision of C's long double.
func compareGeneral(a, b []byte) int {
	x, y := readGeneral(a), readGeneral(b)
	if x.kind != y.kind {
		return int(x.kind) - int(y.kind)
	}
	if x.kind < 3 {
		return 0
	}
	if x.v != y.v && !math.IsInf(x.v, 0) && !math.IsInf(y.v, 0) {
		if x.v < y.v {
			return -1
		}
		return 1
	}
	if x.text == y.text {
		return 0
	}
	return x.big().Cmp(y.big())
}

func (g *general) big() *big.Float {
	s := strings.ToLower(g.text)
	if strings.Contains(s, "inf") {
		return new(big.Float).SetInf(strings.HasPrefix(s, "-"))
	}
	f, _, err := big.ParseFloat(g.text, 0, 64, big.ToNearestEven)
	if err != nil {
		return new(big.Float)
	}
	return f
}

func readGeneral(b []byte) general {
	for len(b) > 0 && (b[0] == ' ' || b[0] >= '\t' && b[0] <= '\r') {
		b = b[1:]
	}
	n := floatLen(b)
	if n == 0 {
		return general{}
	}
	s := string(b[:n])
	low := strings.TrimLeft(strings.ToLower(s), "+-")
	if strings.HasPrefix(low, "nan") {
		if b[0] == '-' {
			return general{kind: 2}
		}
		return general{kind: 1}
	}
	if strings.HasPrefix(low, "0x") && !strings.Contains(low, "p") {
		s += "p0"
	}
	v, _ := strconv.ParseFloat(s, 64)
	return general{text: s, v: v, kind: 3}
}

// floatLen returns how much of b strtold would read.
func floatLen(b []byte) int {
	i := 0
	if i < len(b) && (b[i] == '+' || b[i] == '-') {
		i++
	}
	low := strings.ToLower(string(b[i:min(len(b), i+8)]))
	for _, w := range []string{"infinity", "inf", "nan"} {
		if strings.HasPrefix(low, w) {
			return i + len(w)
		}
	}
	if strings.HasPrefix(low, "0x") {
		if n := digitsLen(b[i+2:], true); n > 0 {
			return i + 2 + n
		}
		return i + 1
	}
	if n := digitsLen(b[i:], false); n > 0 {
		return i + n
	}
	return 0
}

// digitsLen measures digits with at most one point and an exponent.
func digitsLen(b []byte, hex bool) int {
	i, n := 0, 0
	point := false
	for ; i < len(b); i++ {
		c := b[i]
		if c >= '0' && c <= '9' || hex && (c|0x20 >= 'a' && c|0x20 <= 'f') {
			n++
		} else if c == '.' && !point {
			point = true
		} else {
			break
		}
	}
	if n == 0 {
		return 0
	}
	e := byte('e')
	if hex {
		e = 'p'
	}
	if i < len(b) && b[i]|0x20 == e {
		j := i + 1
		if j < len(b) && (b[j] == '+' || b[j] == '-') {
			j++
		}
		start := j
		for j < len(b) && b[j] >= '0' && b[j] <= '9' {
			j++
		}
		if j > start {
			return j
		}
	}
	return i
}
