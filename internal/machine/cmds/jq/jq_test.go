package jq_test

import (
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
	"github.com/orrery-world/orrery/internal/machine/cmds/jq"
)

var programs = difftest.Programs{"jq": jq.Program}

// TestPrograms runs programs on one input each, as the real jq does: every line has the input and then the arguments.
func TestPrograms(t *testing.T) {
	for _, line := range difftest.Load(t, "testdata/programs.txt") {
		difftest.Compare(t, programs, &difftest.Case{Args: append([]string{"jq"}, line[1:]...), Stdin: line[0]})
	}
}
