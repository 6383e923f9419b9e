package grep_test

import (
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

func FuzzPattern(f *testing.F) {
	for _, name := range []string{"patterns", "perl"} {
		for _, args := range difftest.Load(f, "testdata/"+name+".txt") {
			f.Add(args[1], args[min(2, len(args)-1)])
		}
	}
	f.Fuzz(func(t *testing.T, option, pattern string) {
		difftest.Survives(t, programs, difftest.Case{Args: []string{"grep", option, pattern, "a", "pp", "b"}, Files: files})
	})
}
