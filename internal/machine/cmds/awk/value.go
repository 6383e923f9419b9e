package awk

import (
	"math"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu/format"
)

type kind uint8

const (
	noValue  kind = iota // never assigned
	number               // n
	text                 // s
	input                // s, from outside: a number if it looks like one
	inputNum             // s and n: from outside, and it does
)

// value is what a variable holds.
type value struct {
	k kind
	n float64
	s string
}

func num(n float64) value { return value{k: number, n: n} }
func str(s string) value  { return value{k: text, s: s} }
func from(s string) value { return value{k: input, s: s} }

func truth(b bool) value {
	if b {
		return value{k: number, n: 1}
	}
	return value{k: number}
}

// settle decides whether a value from outside is a number.
func (v *value) settle() {
	if v.k != input {
		return
	}
	if n, ok := looksNumeric(v.s); ok {
		v.k, v.n = inputNum, n
		return
	}
	v.k = text
}

// looksNumeric says whether all of s is a number, with blanks around it, that begins with a digit, a sign or a point and ends
// in a digit or a point.
func looksNumeric(s string) (float64, bool) {
	i, j := 0, len(s)
	for i < j && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	for j > i && (s[j-1] == ' ' || s[j-1] == '\t') {
		j--
	}
	if i == j || !numeric[s[i]] || s[j-1] != '.' && (s[j-1] < '0' || s[j-1] > '9') {
		return 0, false
	}
	n, size, _ := format.ParseFloat64(s[i:j])
	return n, size == j-i
}

var numeric = [256]bool{'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'+': true, '-': true, '.': true}

// toNum returns the numeric value.
func (v *value) toNum() float64 {
	switch v.k {
	case number, inputNum:
		return v.n
	case text, input:
		return parseNum(v.s)
	}
	return 0
}

// parseNum reads the number that s begins with. Short integers take a short way.
func parseNum(s string) float64 {
	if len(s) > 0 && len(s) < 16 {
		n := int64(0)
		i := 0
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			n = n*10 + int64(s[i]-'0')
			i++
		}
		if i == len(s) {
			return float64(n)
		}
		if i == 0 && s[0] > '9' && s[0]|0x20 != 'i' && s[0]|0x20 != 'n' {
			return 0
		}
	}
	n, _, _ := format.ParseFloat64(s)
	return n
}

// maxInt is the largest number that is printed as an integer.
const maxInt = math.MaxInt32

// isInteger says whether n is printed without a format.
func isInteger(n float64) bool { return n <= maxInt && n > -maxInt-1 && n == float64(int32(n)) }

// toInt converts as mawk does: towards zero, and cut to the range of an int.
func toInt(n float64) int32 {
	switch {
	case n >= maxInt:
		return maxInt
	case n > -maxInt:
		return int32(n)
	}
	return -maxInt
}

// toUint converts for %u, %x and %o.
func toUint(n float64) uint32 {
	switch {
	case n >= math.MaxUint32:
		return math.MaxUint32
	case n > 0:
		return uint32(n)
	}
	return 0
}

// numText writes a number as an integer when it is one, else by fmt.
func (x *machine) numText(n float64, fmt string) string {
	if isInteger(n) {
		return strconv.Itoa(int(n))
	}
	return string(x.appendNum(nil, n, fmt))
}

func (x *machine) appendNum(b []byte, n float64, fmt string) []byte {
	if isInteger(n) {
		return strconv.AppendInt(b, int64(n), 10)
	}
	if fmt == "%.6g" {
		return format.Spec{Prec: 6, HasPrec: true, Verb: 'g'}.AppendFloat64(b, n)
	}
	return x.sprintf(b, fmt, []value{num(n)}, "sprintf")
}

// toStr returns the value as a string, by CONVFMT.
func (x *machine) toStr(v *value) string {
	switch v.k {
	case number:
		return x.numText(v.n, x.convfmt)
	case noValue:
		return ""
	}
	return v.s
}

// truthy says whether a value counts as true.
func (v *value) truthy() bool {
	v.settle()
	switch v.k {
	case number, inputNum:
		return v.n != 0
	case text:
		return v.s != ""
	}
	return false
}

// negNaN is the NaN that arithmetic makes; it prints as "-nan", one from a string as "nan".
var negNaN = math.Float64frombits(0xfff8000000000000)

// settleNaN gives the result r of an operation on a and b the sign that it has on x86.
func settleNaN(r, a, b float64) float64 {
	switch {
	case r == r:
		return r
	case a != a:
		return a
	case b != b:
		return b
	}
	return negNaN
}

func negate(n float64) float64 { return math.Float64frombits(math.Float64bits(n) ^ 1<<63) }

// compare orders two values: as numbers when both are numeric, else as strings.
func (x *machine) compare(a, b *value) int {
	a.settle()
	b.settle()
	if a.k != text && b.k != text {
		return compareNums(a.n, b.n)
	}
	s, t := x.toStr(a), x.toStr(b)
	x.p.Tick(1 + min(len(s), len(t))/256)
	switch {
	case s < t:
		return -1
	case s > t:
		return 1
	}
	return 0
}

// compareNums orders numbers; NaN is neither less nor more than anything, so it passes for equal, as in mawk.
func compareNums(a, b float64) int {
	switch {
	case a > b:
		return 1
	case a < b:
		return -1
	}
	return 0
}
