package sed_test

import (
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
	"github.com/orrery-world/orrery/internal/machine/cmds/sed"
)

var programs = difftest.Programs{"sed": sed.Program}

var files = []difftest.Entry{
	{Name: "s", Content: "one\ntwo\nthree\nfour\nfive\n"},
	{Name: "t1", Content: "a/b o|e a+b [x] one\n"},
	{Name: "bs", Content: "a\\b/c\n"},
	{Name: "nn", Content: "no newline"},
	{Name: "emp"},
	{Name: "ctl", Content: "a\tb\001\177\033\\ é \303 \r\f\v\a\b\n"},
	{Name: "long", Content: strings.Repeat("0", 99) + "1\n"},
	{Name: "f1", Content: "/x/p\ns/a/b\n"}, {Name: "f2", Content: "p\n"}, {Name: "f3", Content: "#n\np\n"},
	{Name: "f4", Content: "a\\\nfoo\\\nbar\n"}, {Name: "f5", Content: "i\\\nfoo"}, {Name: "f6", Content: "#n"},
	{Name: "f7", Content: "#np\np"}, {Name: "f8", Content: "{p\n"}, {Name: "f9", Content: "s/a/b/\n}\n"},
	{Name: "r/x", Content: "x\n"},
	{Name: "lnk", Link: "t1"}, {Name: "hard", Hard: "t1"}, {Name: "ro", Content: "a\n", Mode: 0o600},
}

func TestScripts(t *testing.T) {
	for _, args := range difftest.Load(t, "testdata/scripts.txt") {
		difftest.Compare(t, programs, &difftest.Case{Args: append([]string{"sed"}, args...), Files: files, Stdin: "in 1\nin 2\n"})
	}
}
