package testexpr

import (
	"errors"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// world has one file, f, which may be read.
func world() Hooks {
	stat := func(path string) (kern.Stat, error) {
		if path != "f" {
			return kern.Stat{}, tree.ENOENT
		}
		return kern.Stat{Ino: 2, Kind: tree.Regular, Perm: 0o644, Size: 3, Mtime: 5}, nil
	}
	return Hooks{Stat: stat, Lstat: stat, Terminal: func(int) bool { return false }, Access: func(path string, want uint16) error {
		if path == "f" && want == 4 {
			return nil
		}
		return tree.EACCES
	}}
}

// The expectations are what /usr/bin/test of Debian 12 says.
func TestEval(t *testing.T) {
	for _, tt := range []struct {
		expr string
		want bool
		err  *Error
	}{
		{"", false, nil}, {"a", true, nil}, {"! a", false, nil}, {"-f f", true, nil}, {"-r f -a ! -w f", true, nil}, {"-s f -o x = y", true, nil},
		{"( a = a ) -a b", true, nil}, {"f -ef f", true, nil}, {"f -nt g", true, nil}, {"g -nt f", false, nil}, {"-l abc -eq 3", true, nil},
		{"99999999999999999999 -gt 99999999999999999998", true, nil}, {"-5 -lt -4", true, nil}, {"007 -eq 7", true, nil},
		{"a b", false, &Error{MissingAfter, "b"}}, {"a b c", false, &Error{BinaryExpected, "b"}}, {"-q x", false, &Error{UnaryExpected, "-q"}},
		{"1 -eq x", false, &Error{BadInteger, "x"}}, {"a = b c", false, &Error{Extra, "c"}}, {"a -a ( b", false, &Error{CloseExpected, ""}},
	} {
		got, err := Eval(strings.Fields(tt.expr), world())
		var e *Error
		if errors.As(err, &e) != (tt.err != nil) || e != nil && *e != *tt.err || got != tt.want {
			t.Errorf("%q: %v %v", tt.expr, got, err)
		}
	}
}

func FuzzEval(f *testing.F) {
	f.Add("( a = a ) -a ! b")
	f.Add("-l abc -eq 3 -o ( -f f")
	f.Fuzz(func(t *testing.T, s string) {
		if v, err := Eval(strings.Split(s, " "), world()); err != nil && v {
			t.Errorf("%q: true and %v", s, err)
		}
	})
}
