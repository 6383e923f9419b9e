package format

import (
	"fmt"
	"math"
	"strconv"
	"testing"
)

func TestScan(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Directive
	}{
		{"%d", Directive{Spec: Spec{Verb: 'd'}, Size: 2}},
		{"%-+ #0'12.5lldx", Directive{
			Spec: Spec{
				Minus: true, Plus: true, Space: true, Alt: true, Zero: true, Group: true,
				Width: 12, Prec: 5, HasPrec: true, Verb: 'd',
			},
			Length: "ll", Size: 14,
		}},
		{"%*.*f", Directive{Spec: Spec{HasPrec: true, Verb: 'f'}, WidthArg: true, PrecArg: true, Size: 5}},
		{"%.s", Directive{Spec: Spec{HasPrec: true, Verb: 's'}, Size: 3}},
		{"%%", Directive{Spec: Spec{Verb: '%'}, Size: 2}},
		{"%", Directive{Size: 1}},
		{"%5", Directive{Spec: Spec{Width: 5}, Size: 2}},
		{"%99999999999999999999d", Directive{Spec: Spec{Width: maxField + 1, Verb: 'd'}, Size: 22}},
	} {
		if got := Scan(c.in); got != c.want {
			t.Errorf("%q: %+v", c.in, got)
		}
	}
}

func TestArguments(t *testing.T) {
	s := Spec{Verb: 'd'}
	s.SetWidth(-5)
	s.SetPrec(-1)
	if got := string(s.AppendInt(nil, 7)); got != "7    " {
		t.Errorf("%q", got)
	}
	s.SetPrec(3)
	if got := string(s.AppendInt(nil, 7)); got != "007  " {
		t.Errorf("%q", got)
	}
}

// TestHexDouble shows the layout of doubles, as C programs print them.
func TestHexDouble(t *testing.T) {
	for v, want := range map[float64]string{
		1: "0x1p+0", 0.1: "0x1.999999999999ap-4", 5e-324: "0x0.0000000000001p-1022",
		0x1p-1022: "0x1p-1022", math.MaxFloat64: "0x1.fffffffffffffp+1023", 0: "0x0p+0",
	} {
		if got := string(Spec{Verb: 'a'}.AppendFloat64(nil, v)); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
	if got := string(Spec{Verb: 'a', HasPrec: true}.AppendFloat64(nil, 1.5)); got != "0x2p+0" {
		t.Errorf("%%.0a of 1.5 is %s", got)
	}
}

// TestArithmetic has results of C long double, as "%La" prints them.
func TestArithmetic(t *testing.T) {
	num := func(s string) Float {
		v, size, _ := ParseFloat(s)
		if size != len(s) {
			t.Fatalf("%q is no number", s)
		}
		return v
	}
	for _, c := range []struct{ a, op, b, want string }{
		{"0.1", "+", "0.2", "0x9.99999999999999ap-5"},
		{"0.1", "*", "3", "0x9.99999999999999ap-5"},
		{"1", "/", "3", "0xa.aaaaaaaaaaaaaabp-5"},
		{"1", "-", "1e-19", "0xf.ffffffffffffffep-4"},
		{"1", "-", "6e-20", "0xf.fffffffffffffffp-4"},
		{"1", "-", "2e-20", "0x8p-3"},
		{"1e4932", "*", "10", "inf"},
		{"1e4932", "+", "1e4932", "inf"},
		{"1e-4940", "/", "1e30", "0x0p+0"},
		{"0x1p-16445", "/", "2", "0x0p+0"},
		{"0x3p-16445", "/", "2", "0x0.000000000000002p-16385"},
		{"inf", "-", "inf", "-nan"},
		{"inf", "*", "0", "-nan"},
		{"0", "/", "0", "-nan"},
		{"-1", "/", "0", "-inf"},
		{"1", "/", "-inf", "-0x0p+0"},
		{"-0", "+", "0", "0x0p+0"},
		{"-0", "-", "0", "-0x0p+0"},
		{"1e20", "+", "-1e20", "0x0p+0"},
		{"18446744073709551615", "+", "1", "0x8p+61"},
	} {
		a, b := num(c.a), num(c.b)
		var r Float
		switch c.op {
		case "+":
			r = a.Add(b)
		case "-":
			r = a.Sub(b)
		case "*":
			r = a.Mul(b)
		case "/":
			r = a.Quo(b)
		}
		if got := string(Spec{Verb: 'a'}.AppendFloat(nil, r)); got != c.want {
			t.Errorf("%s %s %s = %s, want %s", c.a, c.op, c.b, got, c.want)
		}
	}
}

func TestOrder(t *testing.T) {
	ascending := []string{"-inf", "-1e300", "-2", "-1", "-1e-4950", "0", "0x1p-16445", "1e-4950", "1", "1.5", "2", "1e300", "inf"}
	for i, a := range ascending {
		for j, b := range ascending {
			x, _, _ := ParseFloat(a)
			y, _, _ := ParseFloat(b)
			want := min(max(i-j, -1), 1)
			if got, ok := x.Cmp(y); got != want || !ok {
				t.Errorf("%s against %s: %d %v", a, b, got, ok)
			}
		}
	}
	nan, _, _ := ParseFloat("nan")
	if _, ok := nan.Cmp(nan); ok {
		t.Error("nan has an order")
	}
	if o, ok := (Float{Neg: true}).Cmp(Float{}); o != 0 || !ok {
		t.Error("-0 is not 0")
	}
}

func TestConversions(t *testing.T) {
	for _, v := range []float64{0, 1, -1.5, 0.1, 5e-324, math.MaxFloat64, math.Inf(-1), 0x1p-1030} {
		if got := FromFloat64(v).Float64(); got != v {
			t.Errorf("%v becomes %v", v, got)
		}
	}
	if f := FromInt(math.MinInt64); f != (Float{Mant: 1 << 63, Neg: true}) {
		t.Errorf("MinInt64: %+v", f)
	}
	if f, _, _ := ParseFloat("9223372036854775807"); f != FromInt(math.MaxInt64) {
		t.Errorf("MaxInt64: %+v, %+v", f, FromInt(math.MaxInt64))
	}
	if !math.Signbit(FromFloat64(math.Copysign(0, -1)).Float64()) {
		t.Error("-0 loses its sign")
	}
}

// FuzzParse checks that numbers survive printing and reading, and that
// strconv agrees where it reads the same text.
func FuzzParse(f *testing.F) {
	for _, a := range append(floatArgs, parseArgs...) {
		f.Add(a, uint8(len(a)))
	}
	f.Fuzz(func(t *testing.T, s string, prec uint8) {
		if len(s) > 300 {
			t.Skip()
		}
		v, size, _ := ParseFloat(s)
		d, size64, _ := ParseFloat64(s)
		if size != size64 || size > len(s) {
			t.Fatalf("%q: %d and %d bytes", s, size, size64)
		}
		if size == 0 || v.Kind == NaN {
			return
		}
		text := string(Spec{Verb: 'a'}.AppendFloat(nil, v))
		if w, n, over := ParseFloat(text); w != v || n != len(text) || over {
			t.Fatalf("%q: %+v is printed as %s and read as %+v", s, v, text, w)
		}
		text = string(Spec{Verb: 'e', Prec: 20, HasPrec: true}.AppendFloat(nil, v))
		if w, _, _ := ParseFloat(text); w != v {
			t.Fatalf("%q: %+v is printed as %s and read as %+v", s, v, text, w)
		}
		if math.IsInf(d, 0) {
			return
		}
		for _, verb := range []byte("fe") {
			want := strconv.FormatFloat(d, verb, int(prec), 64)
			spec := Spec{Verb: verb, Prec: int(prec), HasPrec: true}
			if got := string(spec.AppendFloat64(nil, d)); got != want {
				t.Fatalf("%%.%d%c of %v: %s, want %s", prec, verb, d, got, want)
			}
		}
		ParseInt(s, int(prec%37))
	})
}

func BenchmarkFloat(b *testing.B) {
	for _, c := range []struct{ format, arg string }{{"%d", ""}, {"%g", "0.1"}, {"%.2f", "3.14159"}, {"%.20f", "0.1"}} {
		d := Scan(c.format)
		b.Run(fmt.Sprintf("%s_%s", c.format[1:], c.arg), func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				if c.arg == "" {
					buf = d.AppendInt(buf[:0], 12345)
					continue
				}
				v, _, _ := ParseFloat(c.arg)
				buf = d.AppendFloat(buf[:0], v)
			}
		})
	}
}
