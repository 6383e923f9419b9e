package find_test

import (
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

func FuzzExpression(f *testing.F) {
	for _, args := range difftest.Load(f, "testdata/find.txt") {
		f.Add(strings.Join(args, "\x00"))
	}
	f.Fuzz(func(t *testing.T, expr string) {
		args := append([]string{"find"}, strings.Split(expr, "\x00")...)
		difftest.Survives(t, programs, difftest.Case{Args: args, Files: files})
	})
}
