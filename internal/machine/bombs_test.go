package machine_test

import (
	"fmt"
	"testing"

	"github.com/orrery-world/orrery/internal/machine"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// bombs are lines that a budget must stop, with the budget's name.
var bombs = []struct{ name, line, budget string }{
	{"doubling", "x=a; while :; do x=$x$x; done", ""},
	{"yes", "yes", "output"},
	{"yes to a variable", "x=$(yes)", "memory"},
	{"yes to a file", "yes > f", "bytes"},
	{"fork", ":(){ :|:& };:", "processes"},
	{"braces", "echo {1..99999999}", ""},
	{"nested braces", "echo {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", ""},
	{"recursion", "f() { f; }; f", "depth"},
	{"recursion in subshells", "f() { (f); }; f", "depth"},
	{"recursion by script", "echo './s' > s; chmod +x s; ./s", "depth"},
	{"recursion by eval", "x='eval \"$x\"'; eval \"$x\"", ""},
	{"recursion by source", "echo '. ./t' > t; . ./t", ""},
	{"recursion by alias and trap", "trap 'kill -USR1 $$' USR1; kill -USR1 $$; while :; do :; done", "steps"},
	{"loop", "while :; do :; done", "steps"},
	{"arithmetic loop", "for ((;;)); do ((i++)); done", "steps"},
	{"sleep", "sleep 1000000", "time"},
	{"deadlock", "mkfifo p; cat p", "time"},
	{"big file", "truncate -s 10G f", "bytes"},
	{"many files", "i=0; while :; do : > f$i; i=$((i+1)); done", "inodes"},
	{"many directories", "d=d; while :; do mkdir $d; cd $d; done", ""},
	{"array", "while :; do a+=(xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx); done", ""},
	{"printf width", "printf '%1000000000s' x", "memory"},
	{"pipe of copies", "yes | cat | cat > /dev/null", "steps"},
	{"here-string", "x=$(printf '%1000000s' x); while :; do cat <<< \"$x$x$x\" > /dev/null; done", ""},
	{"glob", "[[ aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab == *(*(a))*(*(a))*(*(a))c ]]; while :; do :; done", "steps"},
}

func bombOptions(mode machine.Mode) machine.Options {
	return machine.Options{Mode: mode, Limits: kern.Limits{Steps: 50_000, Output: 64 << 10, Memory: 1 << 20},
		Disk: tree.Limits{Bytes: 1 << 20, Inodes: 200}}
}

// TestBombs proves that every bomb stops at the same place in 100 runs, with status 137 and its budget's name, and that the
// session lives on.
func TestBombs(t *testing.T) {
	runs := 100
	if testing.Short() {
		runs = 5
	}
	for _, b := range bombs {
		t.Run(b.name, func(t *testing.T) {
			base := newMachine(t, bombOptions(machine.Session))
			first := ""
			for i := range runs {
				m := base.Fork()
				r := run(t, m, b.line)
				got := fmt.Sprint(r.Exit, r.Warnings, r.Used.Steps, r.Used.Memory, len(r.Stdout.Bytes), len(r.Stderr.Bytes), m.Digest())
				if i == 0 {
					first = got
					checkBomb(t, b.budget, r)
				}
				if got != first {
					t.Fatalf("run %d: %s, the first was %s", i, got, first)
				}
				if r = run(t, m, "cd; echo alive $?"); string(r.Stdout.Bytes) != "alive 0\n" {
					t.Fatalf("after the bomb: %q %q", r.Stdout.Bytes, r.Stderr.Bytes)
				}
			}
		})
	}
}

func checkBomb(t *testing.T, budget string, r *machine.Result) {
	t.Helper()
	if r.Exit != 137 {
		t.Errorf("status %d, want 137; warnings %q, stderr %.200q", r.Exit, r.Warnings, r.Stderr.Bytes)
	}
	if want := "budget: " + budget; len(r.Warnings) != 1 || budget != "" && r.Warnings[0] != want {
		t.Errorf("warnings %q, want %q; stderr %.200q", r.Warnings, want, r.Stderr.Bytes)
	}
}

// TestBombsAtDefaults runs every bomb once with the budgets that users get.
func TestBombsAtDefaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, b := range bombs {
		t.Run(b.name, func(t *testing.T) {
			m := newMachine(t, machine.Options{})
			if r := run(t, m, b.line); r.Exit != 137 || len(r.Warnings) == 0 {
				t.Errorf("status %d, warnings %q, stderr %.200q", r.Exit, r.Warnings, r.Stderr.Bytes)
			}
			if r := run(t, m, "echo alive"); string(r.Stdout.Bytes) != "alive\n" {
				t.Errorf("after the bomb: %q", r.Stdout.Bytes)
			}
		})
	}
}

// TestLongLoopsLive proves that work that is only long, and keeps nothing, meets no budget.
func TestLongLoopsLive(t *testing.T) {
	for _, tt := range []struct{ line, out string }{
		{`for ((i=0;i<20000;i++)); do printf '%d %s\n' $i x; done | tail -1`, "19999 x\n"},
		{`x=$(printf 'a%.0s' {1..20000}); echo ${#x}`, "20000\n"},
		{`for ((i=0;i<20000;i++)); do printf -v x '%s' $i; done; echo $x`, "19999\n"},
		{`for ((i=0;i<5000;i++)); do [[ abc =~ (a)(b)(c) ]]; done; echo ${BASH_REMATCH[2]}`, "b\n"},
	} {
		if r := run(t, newMachine(t, machine.Options{}), tt.line); string(r.Stdout.Bytes) != tt.out || r.Exit != 0 {
			t.Errorf("%s: %d %v %.200q", tt.line, r.Exit, r.Warnings, r.Stdout.Bytes)
		}
	}
}

// TestQuadraticWorkIsCounted proves that work on a growing text ends at the budget of steps soon.
func TestQuadraticWorkIsCounted(t *testing.T) {
	for _, line := range []string{"sed ':a;s/^/x/;ta' <<< x", "seq 1 0.0000001 10 | tail -1", "while :; do [[ abc =~ (a{1,255}){1,100} ]]; done"} {
		m := newMachine(t, machine.Options{Limits: kern.Limits{Steps: 200_000}})
		checkBomb(t, "steps", run(t, m, line))
	}
}
