package bcnum

import "testing"

// The results are those of bc 1.07.1.
func TestArithmetic(t *testing.T) {
	var u Budget
	p := Parse
	div := func(a, b string, s int) Num { q, _ := u.Div(p(a), p(b), s); return q }
	mod := func(a, b string, s int) Num { q, _ := u.Mod(p(a), p(b), s); return q }
	pow := func(a string, e int64, s int) Num { q, _ := u.Pow(p(a), e, s); return q }
	sqrt := func(a string, s int) Num { q, _ := u.Sqrt(p(a), s); return q }
	for i, tt := range []struct {
		got  Num
		want string
	}{
		{u.Add(p("1.50"), p("2")), "3.50"}, {u.Sub(p("1"), p("2.25")), "-1.25"},
		{u.Mul(p("1.11"), p("1.1"), 0), "1.22"}, {u.Mul(p("1.11"), p("1.1"), 5), "1.221"},
		{div("1", "3", 5), ".33333"}, {div("-7", "2", 0), "-3"}, {mod("7.5", "2", 0), "1.5"}, {mod("-7", "3", 5), "-.00001"},
		{pow("1.5", 3, 5), "3.375"}, {pow("1.23456", 2, 5), "1.52413"}, {pow("2", -2, 5), ".25000"}, {pow("2", -2, 0), "0"},
		{sqrt("2", 0), "1"}, {sqrt("2.25", 0), "1.50"}, {sqrt(".5", 0), ".7"},
	} {
		if got := u.Text(tt.got, 10, false); got != tt.want {
			t.Errorf("%d: %s, want %s", i, got, tt.want)
		}
	}
}

func TestBases(t *testing.T) {
	var u Budget
	for _, tt := range []struct {
		n    string
		base int64
		want string
	}{
		{"255", 16, "FF"}, {"-3", 2, "-11"}, {".33333", 2, ".01010101010101010"}, {"300", 17, " 01 00 11"},
		{"-300.5", 17, "- 01 00 11.08"}, {"12345.678", 100, " 01 23 45.67 80"}, {"1234567", 1000, " 001 234 567"}, {"0.00", 16, "0"},
	} {
		if got := u.Text(Parse(tt.n), tt.base, false); got != tt.want {
			t.Errorf("%s in base %d: %q, want %q", tt.n, tt.base, got, tt.want)
		}
	}
	for _, tt := range []struct {
		s    string
		base int
		want string
	}{{"FF", 16, "255"}, {"ZZ", 16, "255"}, {"Z", 16, "35"}, {"10.8", 16, "16.5"}, {"1011", 2, "11"}, {"AB", 10, "99"}} {
		if got := u.Text(u.ParseBase(tt.s, tt.base, true), 10, false); got != tt.want {
			t.Errorf("%s from base %d: %s, want %s", tt.s, tt.base, got, tt.want)
		}
	}
}
