package cmds

import (
	gnusort "github.com/orrery-world/orrery/internal/machine/cmds/sort"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// TextPrograms returns the programs that read, sort, cut, count, encode and compute text, by the names of their images.
func TextPrograms() map[string]kern.Program {
	return map[string]kern.Program{
		"comm":     runComm,
		"cut":      runCut,
		"echo":     runEcho,
		"expand":   runExpand,
		"factor":   runFactor,
		"fmt":      runFmt,
		"fold":     runFold,
		"head":     runHead,
		"nl":       runNl,
		"paste":    runPaste,
		"rev":      runRev,
		"shuf":     runShuf,
		"sort":     gnusort.Program,
		"tac":      runTac,
		"tail":     runTail,
		"tee":      runTee,
		"tr":       runTr,
		"tsort":    runTsort,
		"unexpand": runUnexpand,
		"uniq":     runUniq,
		"wc":       runWc,
		"yes":      runYes,
	}
}
