package jq_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
	"github.com/orrery-world/orrery/internal/machine/cmds/jq"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// TestBombs makes sure that programs that would never end, or take all memory, are stopped by a budget and have not taken
// much more than it allows.
func TestBombs(t *testing.T) {
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	for _, c := range []struct{ name, in, prog string }{
		{"endless tail calls", "", `def f: f; f`},
		{"endless recursion", "", `def f: 1 + f; f`},
		{"recursion with values", "", `def f: [., .] | f | 1; f`},
		{"endless results", "", `repeat(1)`},
		{"endless backtracking", "", `[repeat(1)]`},
		{"growing array", "", `reduce repeat(1) as $x ([]; . + [$x])`},
		{"growing string", "", `"x" | until(false; . + .)`},
		{"long string", "", `"abc" * 1000000000 | length`},
		{"doubling arrays", "", `[1] | until(false; . + .)`},
		{"nested arrays", "", `reduce range(100000000) as $i (0; [.])`},
		{"shared arrays printed", "", `reduce range(40) as $i (1; [., .])`},
		{"shared arrays compared", "", `reduce range(60) as $i (1; [., .]) | . == (reduce range(60) as $i (1; [., .]))`},
		{"shared arrays as text", "", `reduce range(40) as $i (1; [., .]) | tojson | length`},
		{"big index", "", `[] | .[1000000000] = 1`},
		{"big objects", "", `reduce range(1000000) as $i ({}; .["k\($i)"] = $i) | length`},
		{"cartesian product", "", `[range(1000)] | [., ., ., .] | [combinations] | length`},
		{"regular expression", "", `("a" * 40) | test("^(a|a|aa)*b$")`},
		{"regular expression recursion", "", `("(" * 5000) | test("^(\\((?:a|\\g<1>)*\\))*$")`},
		{"deep paths", deep, `[range(100000)] as $p | null | setpath($p; 1) | tojson | length`},
		{"deep program", "", strings.Repeat("[", 5000) + strings.Repeat("]", 5000)},
		{"long program", "", "." + strings.Repeat("|.+1", 60000)},
		{"wide range", "", `[range(0; 1e300; 1)]`},
		{"endless string search", "", `"abc" | indices("")`},
		{"limit of repeat", "", `[limit(1e9; repeat(1))]`},
		{"walk of shared", "", `reduce range(40) as $i (1; [., .]) | walk(.)`},
		{"input again and again", "1", `[.,.] | recurse([.,.])`},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, cwd := difftest.Machine(programs, &difftest.Case{})
			var out, errs kern.Sink
			init := k.NewProc(kern.Template{Args: []string{"jq", "-c", c.prog}, Cwd: cwd,
				FDs: []*kern.File{kern.NewBytes([]byte(c.in+"\n1\n"), nil), kern.NewSink(&out), kern.NewSink(&errs)}})
			st, err := k.Run(context.Background(), init, jq.Program)
			var b *kern.BudgetError
			if err != nil && !errors.As(err, &b) {
				t.Fatal(err)
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			if m.HeapSys > 1<<30 {
				t.Errorf("the heap has grown to %d MB", m.HeapSys>>20)
			}
			t.Logf("status %d, %v, %d steps, %d MB", st.Exit(), err, k.Used().Steps, m.HeapSys>>20)
		})
	}
}
