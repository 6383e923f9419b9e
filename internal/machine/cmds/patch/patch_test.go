package patch_test

import (
	"os"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

// testdata/cases.txt holds cases: "args" lines, "file NAME TEXT" lines with \n for newlines, "link NAME TARGET", "dir NAME", and a
// patch up to a line "end" that becomes the file p and standard input. Lines "args" after the patch run the same case again.
type caseReader struct {
	files []difftest.Entry
	patch string
	args  []string
}

func unescape(s string) string {
	return strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\r`, "\r", `\\`, `\`).Replace(s)
}

func readCases(t *testing.T) []caseReader {
	t.Helper()
	b, err := os.ReadFile("testdata/cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []caseReader
	var c caseReader
	inPatch := false
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case inPatch && line == "end":
			inPatch = false
		case inPatch:
			c.patch += line + "\n"
		case word == "case":
			c = caseReader{}
		case word == "patch":
			inPatch = true
		case word == "rawpatch":
			c.patch = unescape(rest)
		case word == "file":
			name, text, _ := strings.Cut(rest, " ")
			c.files = append(c.files, difftest.Entry{Name: name, Content: unescape(text)})
		case word == "link":
			name, to, _ := strings.Cut(rest, " ")
			c.files = append(c.files, difftest.Entry{Name: name, Link: to})
		case word == "dir":
			c.files = append(c.files, difftest.Entry{Name: rest + "/"})
		case word == "args":
			run := c
			run.args = append([]string{"patch"}, strings.Fields(rest)...)
			out = append(out, run)
		}
	}
	return out
}

func TestCases(t *testing.T) {
	n := 0
	for _, c := range readCases(t) {
		n++
		files := append(append([]difftest.Entry(nil), c.files...), difftest.Entry{Name: "p", Content: c.patch})
		if !difftest.Compare(t, programs, &difftest.Case{Args: c.args, Files: files, Stdin: c.patch}) {
			t.Logf("patch:\n%s", c.patch)
		}
	}
	t.Logf("%d cases", n)
}
