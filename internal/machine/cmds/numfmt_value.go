package cmds

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/format"
)

const numfmtPowers = "KMGTPEZY"

// The digits that numfmt reads and prints at most.
const (
	numfmtUnscaled = 18
	numfmtDigits   = 33
)

// field converts one field; false ends the program.
func (n *numfmtState) field(text string, number uint64) bool {
	trimmed := text
	if n.suffix != "" && len(text) > len(n.suffix) {
		trimmed = strings.TrimSuffix(text, n.suffix)
	}
	rest := strings.TrimLeft(trimmed, " \t\n")
	padding := n.padding
	if n.autoPad {
		padding = 0
		if len(rest) < len(trimmed) || number > 1 {
			padding = len(text)
		}
	}
	v, prec, msg := n.parse(rest)
	if msg == "" {
		var s string
		if s, msg = n.human(v, prec); msg == "" {
			n.pad(s+n.suffix, padding)
			return true
		}
	}
	if n.invalid != invalidIgnore {
		n.p.Errorf("%s", msg)
	}
	if n.invalid == invalidAbort {
		return false
	}
	n.bad = true
	n.out = append(n.out, text...)
	return true
}

// pad adds a number in its place.
func (n *numfmtState) pad(s string, padding int) {
	n.p.Hold(int64(padding))
	blanks := strings.Repeat(" ", max(padding-len(s), 0))
	n.out = append(n.out, n.prefix...)
	if n.left {
		s += blanks
	} else {
		s = blanks + s
	}
	n.out = append(append(n.out, s...), n.tail...)
}

func floatInt(v int64) format.Float { return format.FromInt(v) }

// power returns base^k.
func powerOf(base int64, k int) format.Float {
	r := floatInt(1)
	for range k {
		r = r.Mul(floatInt(base))
	}
	return r
}

// digitsOf reads digits; size is how many there were.
func digitsOf(s string) (v format.Float, size, significant int) {
	ten := floatInt(10)
	for size < len(s) && s[size] >= '0' && s[size] <= '9' {
		if !v.IsZero() || s[size] != '0' {
			significant++
		}
		v = v.Mul(ten).Add(floatInt(int64(s[size] - '0')))
		size++
	}
	return v, size, significant
}

// parse reads a number with its suffix; msg is what is wrong with it.
func (n *numfmtState) parse(s string) (v format.Float, prec int, msg string) {
	quoted := gnu.Quote(s)
	neg := strings.HasPrefix(s, "-")
	rest := strings.TrimPrefix(s, "-")
	v, size, significant := digitsOf(rest)
	if size == 0 && !strings.HasPrefix(rest, ".") {
		return v, 0, "invalid number: " + quoted
	}
	tooLarge := "value too large to be converted: " + quoted
	if significant >= numfmtDigits {
		return v, 0, tooLarge
	}
	rest = rest[size:]
	if strings.HasPrefix(rest, ".") {
		frac, k, significant := digitsOf(rest[1:])
		if k == 0 && !strings.HasPrefix(rest, "..") {
			return v, 0, "invalid number: " + quoted
		}
		if significant >= numfmtDigits {
			return v, 0, tooLarge
		}
		v = v.Add(frac.Quo(powerOf(10, k)))
		prec, rest = k, rest[1+k:]
	}
	if neg {
		v = v.Negate()
	}
	if rest = strings.TrimLeft(rest, " \t"); rest != "" {
		if v, rest, msg = n.scaled(v, rest, quoted); msg != "" {
			return v, 0, msg
		}
		prec = 0
	}
	if n.from == scaleIECI {
		if !strings.HasPrefix(rest, "i") {
			return v, 0, "missing 'i' suffix in input: " + quoted + " (e.g Ki/Mi/Gi)"
		}
		rest = rest[1:]
	}
	if rest != "" {
		return v, 0, "invalid suffix in input " + quoted + ": " + gnu.Quote(rest)
	}
	if n.fromUnit != 1 || n.toUnit != 1 {
		v = v.Mul(format.FromUint(n.fromUnit)).Quo(format.FromUint(n.toUnit))
	}
	return v, prec, ""
}

// scaled multiplies v by what the suffix at the start of rest says.
func (n *numfmtState) scaled(v format.Float, rest, quoted string) (r format.Float, after, msg string) {
	k := strings.IndexByte(numfmtPowers, rest[0])
	switch {
	case k < 0:
		return v, "", "invalid suffix in input: " + quoted
	case n.from == scaleNone:
		return v, "", "rejecting suffix in input: " + quoted + " (consider using --from)"
	}
	rest = rest[1:]
	base := int64(1000)
	switch n.from {
	case scaleIEC, scaleIECI:
		base = 1024
	case scaleAuto:
		if strings.HasPrefix(rest, "i") {
			base, rest = 1024, rest[1:]
		}
	}
	return v.Mul(powerOf(base, k+1)), rest, ""
}

func absFloat(v format.Float) format.Float {
	v.Neg = false
	return v
}

func lessFloat(a, b format.Float) bool {
	c, ok := a.Cmp(b)
	return ok && c < 0
}

// reduce divides v by base until it is smaller than base and returns how often.
func reduce(v format.Float, base int64) (format.Float, int) {
	k := 0
	b := floatInt(base)
	for !lessFloat(absFloat(v), b) {
		v = v.Quo(b)
		k++
	}
	return v, k
}

// human formats a value.
func (n *numfmtState) human(v format.Float, prec int) (s, msg string) {
	_, digits := reduce(v, 10)
	shown := func() string { return string(format.Spec{Verb: 'g'}.AppendFloat(nil, v)) }
	if n.prec >= 0 {
		prec = n.prec
	}
	if n.to == scaleNone && digits+prec > numfmtUnscaled {
		if prec > 0 {
			return "", "value/precision too large to be printed: '" + shown() + "/" + itoaText(prec) + "' (consider using --to)"
		}
		return "", "value too large to be printed: '" + shown() + "' (consider using --to)"
	}
	if digits > numfmtDigits-1 {
		return "", "value too large to be printed: '" + shown() + "' (cannot handle values > 999Y)"
	}
	zeros := 0
	if n.zero && !n.left {
		zeros = n.padding
	}
	spec := format.Spec{Verb: 'f', HasPrec: true, Prec: prec, Zero: zeros > 0, Width: zeros}
	if n.to == scaleNone {
		p := powerOf(10, prec)
		v = n.rounded(v.Mul(p)).Quo(p)
		return string(spec.AppendFloat(nil, v)), ""
	}
	base := int64(1024)
	if n.to == scaleSI {
		base = 1000
	}
	v, power := reduce(v, base)
	adjust := 0
	switch {
	case n.prec >= 0:
		adjust = min(power*3, n.prec)
	case lessFloat(absFloat(v), floatInt(10)):
		adjust = 1
	}
	p := powerOf(10, adjust)
	v = n.rounded(v.Mul(p)).Quo(p)
	if !lessFloat(absFloat(v), floatInt(base)) {
		v = v.Quo(floatInt(base))
		power++
	}
	if n.prec < 0 {
		spec.Prec = 0
		if !v.IsZero() && lessFloat(absFloat(v), floatInt(10)) && power > 0 {
			spec.Prec = 1
		}
	}
	b := spec.AppendFloat(nil, v)
	if power > 0 {
		b = append(b, numfmtPowers[power-1])
		if n.to == scaleIECI {
			b = append(b, 'i')
		}
	}
	return string(b), ""
}

func itoaText(n int) string {
	return string(format.Spec{Verb: 'd'}.AppendInt(nil, int64(n)))
}

// truncated cuts off the fraction.
func truncated(v format.Float) format.Float {
	if v.Kind != format.Finite || v.Exp >= 0 {
		return v
	}
	shift := uint(-v.Exp)
	if shift > 63 {
		return format.Float{}
	}
	whole := format.FromUint(v.Mant >> shift)
	whole.Neg = v.Neg && v.Mant>>shift != 0
	return whole
}

// rounded rounds to a whole number.
func (n *numfmtState) rounded(v format.Float) format.Float {
	whole := truncated(v)
	diff := v.Sub(whole)
	if diff.IsZero() {
		return whole
	}
	away := false
	switch n.round {
	case roundUp:
		away = !v.Neg
	case roundDown:
		away = v.Neg
	case roundFromZero:
		away = true
	case roundNearest:
		away = !lessFloat(absFloat(diff), floatInt(1).Quo(floatInt(2)))
	}
	switch {
	case !away:
		return whole
	case v.Neg:
		return whole.Sub(floatInt(1))
	}
	return whole.Add(floatInt(1))
}
