package sed_test

import (
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

func FuzzScript(f *testing.F) {
	for _, args := range difftest.Load(f, "testdata/scripts.txt") {
		f.Add(args[0], false)
		f.Add(args[0], true)
	}
	f.Fuzz(func(t *testing.T, script string, extended bool) {
		args := []string{"sed", "-e", script, "s", "t1"}
		if extended {
			args[1] = "-Ee"
		}
		difftest.Survives(t, programs, difftest.Case{Args: args, Files: files, Stdin: "a b\n"})
	})
}
