package find_test

import (
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/find"
	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

var programs = difftest.Programs{"find": find.Program}

const days = 86400

var files = []difftest.Entry{
	{Name: "d/a.txt", Content: "hello\n", Mode: 0o600, Age: 3*days + 600}, {Name: "d/zero", Age: 900 * days},
	{Name: "d/big", Content: strings.Repeat("x", 2000), Age: 30}, {Name: "d/hard", Hard: "d/big"},
	{Name: "d/run.sh", Content: "#!/bin/sh\n", Mode: 0o755, Age: 7200}, {Name: "d/lnk", Link: "a.txt"},
	{Name: "d/broken", Link: "nowhere"}, {Name: "d/dl", Link: "sub"}, {Name: "d/sub/b.TXT", Content: "x\n", Age: 40},
	{Name: "d/sub/deep/c.c", Content: "x\n", Age: 50}, {Name: "d/sp ace", Content: "x\n", Age: 60},
	{Name: "d/empty/"}, {Name: "d/.hid/"}, {Name: "q/a b", Content: "1"}, {Name: "q/x\ny", Content: "1"}, {Name: "q/q'q", Content: "1"},
	{Name: "q/é", Content: "1"}, {Name: "q/\001", Content: "1"}, {Name: "q/fut", Age: -days}, {Name: "q/old", Age: 300 * days},
	{Name: "loop", Link: "loop"}, {Name: "up/"}, {Name: "up/here", Link: ".."},
}

var listed = regexp.MustCompile(`(?m)^ *\d+ ( *\d+ [-dl]\S{9} )( *\d+ )`)

// normal hides inode numbers of -ls and sorts the words of long lines, which -exec {} + prints in directory order.
func normal(s string) string {
	s = listed.ReplaceAllString(s, "INO $1$2")
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if w := strings.Split(l, " "); len(w) > 4 && strings.HasPrefix(l, "d/") {
			sort.Strings(w)
			lines[i] = strings.Join(w, " ")
		}
	}
	return strings.Join(lines, "\n")
}

func TestFind(t *testing.T) {
	cases := append(difftest.Load(t, "testdata/find.txt"), nil)
	for _, args := range cases {
		difftest.Compare(t, programs, &difftest.Case{Args: append([]string{"find"}, args...), Files: files, Sorted: true, Normal: normal})
	}
}
