package machine

import (
	"sync"

	"github.com/orrery-world/orrery/internal/machine/bash"
	"github.com/orrery-world/orrery/internal/machine/cmds"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// builtinPrograms merges the programs of all groups.
func builtinPrograms() map[string]kern.Program {
	m := map[string]kern.Program{"bash": bash.Main, "rbash": bash.Main, "dash": bash.DashMain, "sh": bash.DashMain}
	for _, group := range []map[string]kern.Program{
		cmds.FilePrograms(),
		cmds.TextPrograms(),
		cmds.SearchPrograms(),
		cmds.DiffPrograms(),
		cmds.JSONPrograms(),
		cmds.ArchivePrograms(),
		cmds.NetPrograms(nil),
		cmds.MiscPrograms(),
	} {
		for name, p := range group {
			m[name] = p
		}
	}
	return m
}

// programTable returns the table of a machine: the built-in programs and those in more, which win.
func programTable(more map[string]kern.Program) map[string]kern.Program {
	table := sharedPrograms()
	if len(more) == 0 {
		return table
	}
	m := make(map[string]kern.Program, len(table)+len(more))
	for name, p := range table {
		m[name] = p
	}
	for name, p := range more {
		m[name] = p
	}
	return m
}

// sharedPrograms is the table that machines without programs of their own share.
var sharedPrograms = sync.OnceValue(builtinPrograms)
