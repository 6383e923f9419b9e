package awk_test

import (
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

func FuzzProgram(f *testing.F) {
	for _, args := range difftest.Load(f, "testdata/awk.txt") {
		f.Add(args[0])
	}
	f.Fuzz(func(t *testing.T, prog string) {
		difftest.Survives(t, programs, difftest.Case{Args: []string{"mawk", prog, "in", "mixed"}, Files: files, Stdin: "a b\n"})
	})
}
