package patch_test

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
	"github.com/orrery-world/orrery/internal/machine/cmds/patch"
)

var programs = difftest.Programs{"patch": patch.Program}

// amount returns how many random cases to run: PATCHES, or n.
func amount(n int) int {
	if s := os.Getenv("PATCHES"); s != "" {
		fmt.Sscan(s, &n)
	}
	return n
}

func randomText(r *rand.Rand, lines int) []string {
	out := make([]string, lines)
	for i := range out {
		out[i] = fmt.Sprintf("%s%d", []string{"line", "word ", "\tx", "a  b "}[r.Intn(4)], r.Intn(40))
	}
	return out
}

func mutate(r *rand.Rand, in []string, times int) []string {
	out := append([]string(nil), in...)
	for range times {
		i := r.Intn(len(out) + 1)
		j := min(i+1+r.Intn(3), len(out))
		switch r.Intn(4) {
		case 0:
			out = append(out[:i:i], out[j:]...)
		case 1, 2:
			out = append(out[:i:i], append(randomText(r, 1+r.Intn(3)), out[i:]...)...)
		case 3:
			for k := i; k < j; k++ {
				out[k] += "!"
			}
		}
	}
	return out
}

func joined(r *rand.Rand, lines []string) string {
	s := strings.Join(lines, "\n")
	if len(lines) > 0 && r.Intn(8) > 0 {
		s += "\n"
	}
	return s
}

// realDiff makes a patch with the real diff.
func realDiff(t *testing.T, format, a, b, nameA, nameB string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{"a": a, "b": b} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{format, "a", "b"}
	if nameA != "" {
		args = append([]string{"--label", nameA, "--label", nameB}, args...)
	}
	cmd := exec.Command("diff", args...)
	cmd.Dir = dir
	out, _ := cmd.Output()
	return string(out)
}

var optionSets = [][]string{{}, {}, {}, {}, {"-b"}, {"-R"}, {"-N"}, {"-f"}, {"-t"}, {"-s"}, {"--dry-run"}, {"-F0"}, {"-F3"}, {"-l"}, {"-E"}, {"--verbose"}, {"--reject-format=context"},
	{"--reject-format=unified"}, {"-r", "rej"}, {"-r", "-"}, {"-o", "out"}, {"-V", "numbered", "-b"}, {"-z", ".bak", "-b"}, {"--no-backup-if-mismatch"}, {"-fR"}, {"-tR"}, {"-NR"}, {"--posix"}}

// TestPatchesAgainstReal applies patches to files that have changed since.
func TestPatchesAgainstReal(t *testing.T) {
	n := amount(200)
	r := rand.New(rand.NewSource(int64(n)))
	bad := 0
	for range n {
		a := randomText(r, r.Intn(40))
		b := mutate(r, a, 1+r.Intn(4))
		format := []string{"-u", "-u", "-u", "-c", "-n0", "-e", "-U1", "-C1", "-U0"}[r.Intn(9)]
		args := append([]string{"patch"}, optionSets[r.Intn(len(optionSets))]...)
		if format == "-n0" {
			format = "--normal"
		}
		textA, textB := joined(r, a), joined(r, b)
		p := realDiff(t, format, textA, textB, "f", "f")
		var now string
		switch r.Intn(5) {
		case 0:
			now = textA
		case 1:
			now = textB
		default:
			now = joined(r, mutate(r, a, r.Intn(4)))
		}
		if format == "--normal" || format == "-e" || r.Intn(3) == 0 {
			args = append(args, "f")
		}
		args = append(args, "-i", "p")
		c := difftest.Case{Args: args, Files: []difftest.Entry{{Name: "f", Content: now}, {Name: "p", Content: p}}}
		if r.Intn(10) == 0 {
			c.Files = c.Files[1:]
		}
		if !difftest.Compare(t, programs, &c) {
			if bad++; bad > 6 {
				t.FailNow()
			}
		}
	}
}
