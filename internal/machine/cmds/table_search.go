package cmds

import (
	"github.com/orrery-world/orrery/internal/machine/cmds/awk"
	"github.com/orrery-world/orrery/internal/machine/cmds/find"
	"github.com/orrery-world/orrery/internal/machine/cmds/grep"
	"github.com/orrery-world/orrery/internal/machine/cmds/sed"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// SearchPrograms returns the programs that look for things: in texts, in directories, in fields of lines.
func SearchPrograms() map[string]kern.Program {
	return map[string]kern.Program{
		"awk":   awk.Program,
		"egrep": grep.Egrep,
		"fgrep": grep.Fgrep,
		"find":  find.Program,
		"grep":  grep.Program,
		"mawk":  awk.Program,
		"sed":   sed.Program,
		"xargs": xargs,
	}
}
