package cmds

import (
	gnusort "github.com/orrery-world/orrery/internal/machine/cmds/sort"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// TextPrograms returns the programs that read, sort, cut, count, encode and compute text, by the names of their images.
func TextPrograms() map[string]kern.Program {
	return map[string]kern.Program{
		"cut":  runCut,
		"head": runHead,
		"sort": gnusort.Program,
		"tail": runTail,
		"tee":  runTee,
		"tr":   runTr,
		"uniq": runUniq,
		"wc":   runWc,
	}
}
