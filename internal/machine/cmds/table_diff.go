package cmds

import (
	"github.com/orrery-world/orrery/internal/machine/cmds/diff"
	"github.com/orrery-world/orrery/internal/machine/cmds/patch"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// DiffPrograms returns the programs that tell the time, compare files and patch them.
func DiffPrograms() map[string]kern.Program {
	return map[string]kern.Program{
		"cmp":   cmpProgram,
		"date":  date,
		"diff":  diff.Program,
		"diff3": diff.Diff3,
		"patch": patch.Program,
		"sdiff": diff.Sdiff,
	}
}
