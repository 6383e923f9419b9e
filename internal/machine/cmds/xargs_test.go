package cmds

import (
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

// TestXargs runs argument lists of testdata/xargs.txt, whose first string is the input, through the real xargs and the
// simulated one.
func TestXargs(t *testing.T) {
	programs := difftest.Programs{"xargs": xargs}
	files := []difftest.Entry{{Name: "in", Content: "a b\nc d\n"}, {Name: "q", Content: "'x y' z"}}
	for _, args := range difftest.Load(t, "testdata/xargs.txt") {
		difftest.Compare(t, programs, &difftest.Case{Args: append([]string{"xargs"}, args[1:]...), Stdin: args[0], Files: files})
	}
}
