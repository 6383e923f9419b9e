package archtest

import (
	"fmt"
	"path"
	"strings"
)

// room is a place in the house for one package, or for all packages that a pattern with a final /*
// matches. A package may import packages of lower floors, those of lower steps in its own wing, and
// its own subpackages; nothing else.
type room struct {
	floor   int
	wing    string // rooms of one floor in different wings do not know one another
	step    int    // order within the wing
	pattern string
}

// rooms is the table of design section 5, with the order inside the machine. The first match counts.
var rooms = []room{
	{0, "contract", 0, "."},
	{0, "contract", 1, "worldtest"},

	{1, "base", 0, "internal/clock"},
	{1, "base", 0, "internal/rng"},
	{1, "base", 1, "internal/jsonl"},
	{1, "base", 1, "internal/sse"},
	{1, "base", 1, "internal/textdiff"},
	{1, "base", 1, "internal/stats"},
	{1, "base", 1, "internal/svg"},
	{1, "base", 1, "internal/obs"},
	{1, "base", 1, "internal/scenario"},
	{1, "base", 1, "internal/gguf"},
	{1, "base", 1, "internal/archtest"},
	{1, "base", 1, "internal/sandbox"},
	{1, "base", 1, "api"},

	// The machine: tree < kern < cmds, bash < screen < machine. At the bottom, beside the tree, is
	// what needs no process; the toolkit that takes one stands between kern and the programs.
	{2, "machine", 0, "internal/machine/gnu/ctype"},
	{2, "machine", 1, "internal/machine/tree"},
	{2, "machine", 1, "internal/machine/regex"},
	{2, "machine", 1, "internal/machine/regex/perlre"},
	{2, "machine", 4, "internal/machine/gnu/testexpr"},
	{2, "machine", 1, "internal/machine/gnu/*"},
	{2, "machine", 1, "internal/machine/bash/arith"},
	{2, "machine", 1, "internal/machine/bash/parse"},
	{2, "machine", 2, "internal/machine/kern"},
	{2, "machine", 3, "internal/machine/gnu"},
	{2, "machine", 4, "internal/machine/cmds/internal/*"},
	{2, "machine", 4, "internal/machine/bash/*"},
	{2, "machine", 5, "internal/machine/cmds/*"},
	{2, "machine", 5, "internal/machine/cmds"},
	{2, "machine", 5, "internal/machine/bash"},
	{2, "machine", 6, "internal/machine/screen"},
	{2, "machine", 7, "internal/machine/image"},
	{2, "machine", 8, "internal/machine"},
	{2, "engine", 0, "internal/engine/*"},
	{2, "engine", 1, "internal/engine"},

	{3, "domain", 0, "internal/domain/*"},
	{3, "executed", 0, "internal/executed/*"},
	{3, "executed", 1, "internal/executed"}, // joins the machine's kernel to the sandbox; the domain knows it by an interface
	{4, "predict", 0, "internal/predict"},
	{4, "wrap", 0, "internal/wrap"},
	{5, "hybrid", 0, "internal/hybrid"},
	{6, "journal", 0, "internal/journal"},
	{6, "queue", 0, "internal/queue"},
	{7, "session", 0, "internal/session"},
	{7, "verify", 0, "internal/verify"},
	{7, "dataset", 0, "internal/dataset"},
	{8, "bench", 0, "internal/bench"},
	{8, "rollout", 0, "internal/rollout"},
	{9, "door", 0, "internal/door/*"},
	{10, "config", 0, "internal/config"},
	{11, "app", 0, "internal/app"},
	{12, "roof", 0, "cmd/*"},
	{12, "roof", 1, "integrations/*"},
	{12, "client", 0, "client"},
}

// roomOf returns the room of a package's directory.
func roomOf(dir string) (room, bool) {
	for _, r := range rooms {
		if r.pattern == dir {
			return r, true
		}
		if parent, ok := strings.CutSuffix(r.pattern, "/*"); ok && strings.HasPrefix(dir, parent+"/") {
			return r, true
		}
	}
	return room{}, false
}

// forTests reports whether a package is there for tests only, by its name.
func forTests(dir string) bool { return strings.HasSuffix(path.Base(dir), "test") }

// checkFloors reports imports that climb, in tests too.
func checkFloors(s *source) []string {
	here, ok := roomOf(s.dir)
	if !ok {
		return []string{s.path + ":1: the package " + s.dir + " has no floor (give it a room in internal/archtest/floors.go)"}
	}
	var found []string
	for _, spec := range s.file.Imports {
		to, ours := local(strings.Trim(spec.Path.Value, `"`))
		if !ours || to == s.dir {
			continue
		}
		there, ok := roomOf(to)
		switch {
		case !ok:
			found = append(found, fmt.Sprintf("%s: imports %s, which has no floor (give it a room in internal/archtest/floors.go)", s.at(spec), to))
		case !s.test && forTests(to) && !forTests(s.dir):
			found = append(found, fmt.Sprintf("%s: imports %s, which is for tests", s.at(spec), to))
		case here.wing == "client" && to != "." && to != "api":
			found = append(found, fmt.Sprintf("%s: the client imports %s (it may import the root and api)", s.at(spec), to))
		case !mayImport(s.dir, here, to, there):
			found = append(found, fmt.Sprintf("%s: %s (floor %d, %s) imports %s (floor %d, %s) (imports go down)",
				s.at(spec), s.dir, here.floor, here.wing, to, there.floor, there.wing))
		}
	}
	return found
}

func mayImport(dir string, here room, to string, there room) bool {
	if here.floor != there.floor {
		return here.floor > there.floor
	}
	own := dir != "." && strings.HasPrefix(to, dir+"/")
	return own || here.wing == there.wing && here.step > there.step
}

// local returns the directory of a package of this module.
func local(importPath string) (dir string, ok bool) {
	if importPath == Module {
		return ".", true
	}
	return strings.CutPrefix(importPath, Module+"/")
}
