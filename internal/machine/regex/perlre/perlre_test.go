package perlre_test

import (
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/regex/perlre"
)

// TestFind lists patterns with what grep -oP of PCRE2 10.42 prints first; the tests of grep compare hundreds more with the
// real program.
func TestFind(t *testing.T) {
	for _, tt := range []struct{ pattern, in, want string }{
		{`\d+`, "ab 123 4", "123"}, {`(?<=id=)\d+`, "id=42", "42"}, {`user=\K\w+`, "user=ann x", "ann"}, {`a+?`, "aaa", "a"},
		{`(\w)\1`, "hello", "ll"}, {`foo(?!bar)`, "foobar foo", "foo"}, {`(?i)É`, "é", "é"}, {`\p{Lu}`, "aÉ", "É"},
		{`a|ab`, "ab", "a"}, {`(?>a*)b`, "aab", "aab"}, {`a*+a`, "aaa", "-"}, {`\bx`, "ax x", "x"}, {`(?<y>\d{4})-\k<y>`, "2024-2024", "2024-2024"},
		{`[[:digit:]]{2,3}`, "1234", "123"}, {`(?s)a.b`, "a\nb", "a\nb"}, {`(a|b)*c`, "abac", "abac"}, {`(a*)*$`, "aab", ""},
	} {
		re, err := perlre.Compile(tt.pattern, perlre.Options{})
		if err != nil {
			t.Errorf("%q: %v", tt.pattern, err)
			continue
		}
		s, e, err := re.Find([]byte(tt.in), 0)
		got := "-"
		if s >= 0 {
			got = tt.in[s:e]
		}
		if err != nil || got != tt.want {
			t.Errorf("%q in %q: got %q, %v; want %q", tt.pattern, tt.in, got, err, tt.want)
		}
	}
}

// TestBounded makes sure that patterns that explode in a naive matcher end.
func TestBounded(t *testing.T) {
	in := []byte(strings.Repeat("a", 200))
	for pattern, limited := range map[string]bool{`(a+)+b`: false, `(a|aa)+$b`: false, `(a*)*b`: false, `(?=(a+)+b)a`: true, `(.)(a+)+\1b`: true} {
		re, err := perlre.Compile(pattern, perlre.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if s, _, err := re.Find(in, 0); s >= 0 || (err == perlre.ErrLimit) != limited {
			t.Errorf("%q: start %d, %v", pattern, s, err)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add(`(?<a>x|y)*?\k<a>(?=z)[^\d-]++`, "xxyz1")
	f.Fuzz(func(t *testing.T, pattern, in string) {
		if len(pattern) > 200 || len(in) > 200 {
			return
		}
		re, err := perlre.Compile(pattern, perlre.Options{})
		if err != nil {
			return
		}
		if s, e, err := re.Find([]byte(in), 0); err == nil && (e < 0 != (s < 0) || e > len(in)) {
			t.Errorf("bounds %d, %d", s, e)
		}
	})
}
