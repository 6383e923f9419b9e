package cmds

import (
	"github.com/orrery-world/orrery/internal/machine/cmds/bc"
	"github.com/orrery-world/orrery/internal/machine/cmds/dc"
	"github.com/orrery-world/orrery/internal/machine/cmds/hexdump"
	gnusort "github.com/orrery-world/orrery/internal/machine/cmds/sort"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// TextPrograms returns the programs that read, sort, cut, count, encode and compute text, by the names of their images.
func TextPrograms() map[string]kern.Program {
	return map[string]kern.Program{
		"b2sum":     digestProgram(&b2sumSpec, &algoBLAKE),
		"base32":    runBase32,
		"base64":    runBase64,
		"basenc":    runBasenc,
		"bc":        bc.Program,
		"cksum":     runCksum,
		"md5sum":    digestProgram(&md5sumSpec, &algoMD5),
		"sha1sum":   digestProgram(&sha1sumSpec, &algoSHA1),
		"sha224sum": digestProgram(&sha224sumSpec, &algoSHA224),
		"sha256sum": digestProgram(&sha256sumSpec, &algoSHA256),
		"sha384sum": digestProgram(&sha384sumSpec, &algoSHA384),
		"sha512sum": digestProgram(&sha512sumSpec, &algoSHA512),
		"strings":   runStrings,
		"sum":       runSum,
		"column":    runColumn,
		"comm":      runComm,
		"csplit":    runCsplit,
		"cut":       runCut,
		"dc":        dc.Program,
		"echo":      runEcho,
		"expand":    runExpand,
		"expr":      runExpr,
		"join":      runJoin,
		"factor":    runFactor,
		"fmt":       runFmt,
		"fold":      runFold,
		"hd":        hexdump.Program,
		"hexdump":   hexdump.Program,
		"head":      runHead,
		"nl":        runNl,
		"numfmt":    runNumfmt,
		"od":        runOd,
		"paste":     runPaste,
		"pr":        runPr,
		"printf":    runPrintf,
		"seq":       runSeq,
		"rev":       runRev,
		"shuf":      runShuf,
		"sort":      gnusort.Program,
		"split":     runSplit,
		"tac":       runTac,
		"tail":      runTail,
		"tee":       runTee,
		"tr":        runTr,
		"tsort":     runTsort,
		"unexpand":  runUnexpand,
		"uniq":      runUniq,
		"wc":        runWc,
		"xxd":       runXxd,
		"yes":       runYes,
	}
}
