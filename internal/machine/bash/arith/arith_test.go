package arith

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// testEnv is a small variable store: scalars, one indexed array (arr), one
// associative array (as).
type testEnv struct {
	vars  map[string]string
	arr   map[int64]string
	as    map[string]string
	work  int
	limit int
}

func newTestEnv() *testEnv {
	return &testEnv{
		vars: map[string]string{
			"e": "", "s": "a b", "z": "1+1", "lp": "lp", "p": "q+1", "q": "p*2", "bad": "1 +", "sp": " 7 ",
			"n8": "08", "f": "1.5", "un": "arr[1]", "neg": "-12", "hex": "0x1f", "x": "5", "y": "x",
		},
		arr:   map[int64]string{0: "3", 1: "4", 2: "5"},
		as:    map[string]string{"k": "7", "a b": "8"},
		limit: 1 << 20,
	}
}

func (e *testEnv) Get(name, index string, hasIndex bool) (string, error) {
	switch {
	case name == "as" && hasIndex:
		return e.as[index], nil
	case name == "arr":
		i, _ := strconv.ParseInt(index, 10, 64)
		if i < 0 {
			i += 3
		}
		return e.arr[i], nil
	case hasIndex && index != "0":
		return "", nil
	}
	return e.vars[name], nil
}

func (e *testEnv) Set(name, index string, hasIndex bool, value int64) error {
	text := strconv.FormatInt(value, 10)
	switch {
	case name == "as" && hasIndex:
		e.as[index] = text
	case name == "arr":
		i, _ := strconv.ParseInt(index, 10, 64)
		e.arr[i] = text
	default:
		e.vars[name] = text
	}
	return nil
}

func (e *testEnv) Index(name, raw string, assign bool) (string, error) {
	if name == "as" {
		return strings.Trim(raw, `'"`), nil
	}
	v, err := Eval(strings.ReplaceAll(raw, `"`, ""), e)
	if err != nil {
		err = subscriptError{err}
	}
	return strconv.FormatInt(v, 10), err
}

// subscriptError marks an error in a subscript: bash gives up the whole
// command line for it, not only the expression.
type subscriptError struct{ error }

var errBudget = errors.New("budget")

func (e *testEnv) Tick(n int) error {
	if e.work += n; e.work > e.limit {
		return errBudget
	}
	return nil
}

func (e *testEnv) arrText() string {
	var parts []string
	for i := int64(0); i < 64; i++ {
		if s, ok := e.arr[i]; ok {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, " ")
}

// outcome renders an evaluation the way testdata/record.sh does.
func outcome(expr string) string {
	env := newTestEnv()
	v, err := Eval(expr, env)
	status := 0
	if err != nil || v == 0 {
		status = 1
	}
	state := fmt.Sprintf("%d x=%s y=%s arr=%s k=%s", status, env.vars["x"], env.vars["y"], env.arrText(), env.as["k"])
	if errors.As(err, new(subscriptError)) {
		return err.Error()
	}
	if err != nil {
		return err.Error() + "\n" + state
	}
	return fmt.Sprintf("%d\n%s", v, state)
}

func TestEvalLikeBash(t *testing.T) {
	f, err := os.Open("testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for sc := bufio.NewScanner(f); sc.Scan(); n++ {
		var c struct{ In, Want string }
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if got := outcome(c.In); got != c.Want {
			t.Errorf("%q\n got: %s\nwant: %s", c.In, got, c.Want)
		}
	}
	if n < 500 {
		t.Errorf("only %d cases", n)
	}
}

func TestBudgetEndsEvaluation(t *testing.T) {
	env := newTestEnv()
	env.limit = 500
	_, err := Eval(strings.Repeat("x+", 1000)+"1", env)
	if !errors.Is(err, errBudget) {
		t.Errorf("got %v, want the budget's error", err)
	}
}

func TestNestingIsBounded(t *testing.T) {
	for _, expr := range []string{
		strings.Repeat("(", 1<<20), strings.Repeat("-", 1<<20) + "1", strings.Repeat("x=", 1<<20) + "1",
		strings.Repeat("1?", 1<<20), strings.Repeat("2**", 1<<20) + "1", strings.Repeat("1?2:", 1<<20) + "1",
	} {
		env := newTestEnv()
		env.limit = 1 << 30
		var e *Error
		if _, err := Eval(expr, env); !errors.As(err, &e) {
			t.Errorf("%.6s...: got %v, want an *Error", expr, err)
		}
	}
}

func FuzzEval(f *testing.F) {
	for _, s := range []string{"x=1,y++", "arr[x]+=2", "1?2:3", "2#101", "lp", "(1", "++x--"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, expr string) {
		env := newTestEnv()
		env.limit = 100000
		v, err := Eval(expr, env)
		var e *Error
		if errors.As(err, &e) && !strings.HasSuffix(e.Expr, e.Token) {
			t.Errorf("token %q is no tail of %q", e.Token, e.Expr)
		}
		if err != nil && v != 0 {
			t.Errorf("value %d beside error %v", v, err)
		}
	})
}

func BenchmarkEval(b *testing.B) {
	for _, expr := range []string{"5", "i+1", "i<20000", "x*2+1", "i=i+1", "i++", "(x+3)*4%7==1&&i"} {
		b.Run(expr, func(b *testing.B) {
			env := &scalarEnv{x: "17", i: "123"}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Eval(expr, env); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

type scalarEnv struct{ x, i string }

func (e *scalarEnv) Get(name, _ string, _ bool) (string, error) {
	if name == "i" {
		return e.i, nil
	}
	return e.x, nil
}
func (e *scalarEnv) Set(string, string, bool, int64) error       { return nil }
func (e *scalarEnv) Index(_, raw string, _ bool) (string, error) { return raw, nil }
func (e *scalarEnv) Tick(int) error                              { return nil }
