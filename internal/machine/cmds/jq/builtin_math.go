package jq

import (
	"math"
	"sort"
	"strings"
)

// math1, math2 and math3 are the functions of C's library on one, two and three numbers, sorted by name.
var math1 = [...]struct {
	name string
	fn   func(float64) float64
}{
	{"acos", math.Acos}, {"acosh", math.Acosh}, {"asin", math.Asin}, {"asinh", math.Asinh}, {"atan", math.Atan},
	{"atanh", math.Atanh}, {"cbrt", math.Cbrt}, {"ceil", math.Ceil}, {"cos", math.Cos}, {"cosh", math.Cosh}, {"erf", math.Erf},
	{"erfc", math.Erfc}, {"exp", math.Exp}, {"exp10", exp10}, {"exp2", math.Exp2}, {"expm1", math.Expm1}, {"fabs", math.Abs},
	{"floor", math.Floor}, {"gamma", lgamma}, {"j0", math.J0}, {"j1", math.J1}, {"lgamma", lgamma}, {"log", math.Log},
	{"log10", math.Log10}, {"log1p", math.Log1p}, {"log2", math.Log2}, {"logb", math.Logb}, {"nearbyint", math.RoundToEven},
	{"rint", math.RoundToEven}, {"round", math.Round}, {"significand", significand}, {"sin", math.Sin}, {"sinh", math.Sinh},
	{"sqrt", math.Sqrt}, {"tan", math.Tan}, {"tanh", math.Tanh}, {"tgamma", math.Gamma}, {"trunc", math.Trunc}, {"y0", math.Y0},
	{"y1", math.Y1},
}

var math2 = [...]struct {
	name string
	fn   func(a, b float64) float64
}{
	{"atan2", math.Atan2}, {"copysign", math.Copysign}, {"drem", math.Remainder}, {"fdim", math.Dim}, {"fmax", fmax}, {"fmin", fmin},
	{"fmod", math.Mod}, {"hypot", math.Hypot},
	{"jn", func(a, b float64) float64 { return math.Jn(toInt(a), b) }},
	{"ldexp", func(a, b float64) float64 { return math.Ldexp(a, toInt(b)) }},
	{"nextafter", math.Nextafter}, {"nexttoward", math.Nextafter}, {"pow", math.Pow}, {"remainder", math.Remainder}, {"scalb", scalb},
	{"scalbln", func(a, b float64) float64 { return math.Ldexp(a, clampInt(b)) }},
	{"yn", func(a, b float64) float64 { return math.Yn(toInt(a), b) }},
}

func clampInt(f float64) int { return int(math.Max(-1e6, math.Min(1e6, f))) }

func exp10(f float64) float64 { return math.Pow(10, f) }

func lgamma(f float64) float64 {
	v, _ := math.Lgamma(f)
	return v
}

func significand(f float64) float64 {
	if f == 0 || math.IsInf(f, 0) || f != f {
		return f
	}
	frac, _ := math.Frexp(f)
	return frac * 2
}

func fmax(a, b float64) float64 {
	if a != a || a < b {
		return b
	}
	return a
}

func fmin(a, b float64) float64 {
	if a != a || a > b {
		return b
	}
	return a
}

func scalb(a, b float64) float64 {
	switch {
	case a != a || b != b:
		return math.NaN()
	case math.IsInf(b, 1):
		return a * b
	case math.IsInf(b, -1):
		return a / -b
	case b != math.Trunc(b):
		return math.NaN()
	}
	return math.Ldexp(a, clampInt(b))
}

// findMath returns a native of C's mathematics, or nil.
func findMath(key string) *native {
	name, arity, _ := strings.Cut(key, "/")
	switch arity {
	case "0":
		i := sort.Search(len(math1), func(i int) bool { return math1[i].name >= name })
		if i < len(math1) && math1[i].name == name {
			f := math1[i].fn
			return &native{key: key, fn: func(m *vm, a []value) (value, *failure) {
				x, err := m.number(a[0])
				if err != nil {
					return nil, err
				}
				return f(x), nil
			}}
		}
	case "2":
		i := sort.Search(len(math2), func(i int) bool { return math2[i].name >= name })
		if i < len(math2) && math2[i].name == name {
			f := math2[i].fn
			return &native{key: key, fn: func(m *vm, a []value) (value, *failure) {
				x, err := m.number(a[1])
				if err != nil {
					return nil, err
				}
				y, err := m.number(a[2])
				if err != nil {
					return nil, err
				}
				return f(x, y), nil
			}}
		}
	}
	if key == "fma/3" {
		return &native{key: key, fn: fma}
	}
	return nil
}

func (m *vm) number(v value) (float64, *failure) {
	if f, ok := v.(float64); ok {
		return f, nil
	}
	return 0, m.typeError(v, "number required")
}

func fma(m *vm, a []value) (value, *failure) {
	var x [3]float64
	for i := range x {
		var err *failure
		if x[i], err = m.number(a[i+1]); err != nil {
			return nil, err
		}
	}
	return math.FMA(x[0], x[1], x[2]), nil
}

func frexp(m *vm, a []value) (value, *failure) {
	x, err := m.number(a[0])
	if err != nil {
		return nil, err
	}
	frac, exp := math.Frexp(x)
	return newArr([]value{frac, float64(exp)}), nil
}

func modf(m *vm, a []value) (value, *failure) {
	x, err := m.number(a[0])
	if err != nil {
		return nil, err
	}
	whole, frac := math.Modf(x)
	if math.IsInf(x, 0) {
		frac = 0
	}
	return newArr([]value{math.Copysign(frac, x), whole}), nil
}

func lgammaR(m *vm, a []value) (value, *failure) {
	x, err := m.number(a[0])
	if err != nil {
		return nil, err
	}
	v, sign := math.Lgamma(x)
	return newArr([]value{v, float64(sign)}), nil
}

func infinity(*vm, []value) (value, *failure)   { return math.Inf(1), nil }
func notANumber(*vm, []value) (value, *failure) { return math.NaN(), nil }

func isInfinite(_ *vm, a []value) (value, *failure) {
	f, ok := a[0].(float64)
	return ok && math.IsInf(f, 0), nil
}

func isNaN(_ *vm, a []value) (value, *failure) {
	f, ok := a[0].(float64)
	return ok && f != f, nil
}

func isNormal(_ *vm, a []value) (value, *failure) {
	f, ok := a[0].(float64)
	return ok && !math.IsInf(f, 0) && math.Abs(f) >= 0x1p-1022, nil
}
