package difftest

import (
	"errors"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// Survives runs a case with small budgets and fails when it ends in another way than by an exit status or a budget. The run
// must also give the same bytes a second time.
func Survives(t *testing.T, programs Programs, c Case) {
	t.Helper()
	c.Limits = kern.Limits{Steps: 200_000, Output: 1 << 18, Memory: 8 << 20, Depth: 60, Procs: 40}
	c.Now = 1_700_000_000e9
	first, err := Simulated(programs, &c)
	var b *kern.BudgetError
	if err != nil && !errors.As(err, &b) {
		t.Fatalf("%q: %v", c.Args, err)
	}
	second, err2 := Simulated(programs, &c)
	if first != second || (err == nil) != (err2 == nil) {
		t.Fatalf("%q: two runs differ\n%+v\n%+v", c.Args, first, second)
	}
}
