package cmds

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// bcPrograms are the programs of testdata/text/bc.txt, one a line with the escapes of printf %b, as files b1, b2, ...
func bcPrograms(t *testing.T) (files map[string]string, n int) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "text", "bc.txt"))
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{"e1": "x=\n3+4\n", "e2": "1/0\n", "ok": "1+1\n", "rd": "x=read()\nx*2\nread()\nquit\n"}
	unescape := strings.NewReplacer("\\\\", "\\", "\\n", "\n", "\\x01", "\x01")
	for line := range strings.Lines(string(raw)) {
		n++
		files["b"+strconv.Itoa(n)] = unescape.Replace(strings.TrimSuffix(line, "\n"))
	}
	return files, n
}

func TestBc(t *testing.T) {
	files, n := bcPrograms(t)
	var b strings.Builder
	for i := 1; i <= n; i++ {
		name := "b" + strconv.Itoa(i)
		b.WriteString(name + " | bc\nbc <" + name + " 2>&1\n")
	}
	for _, s := range []string{"bc e1", "bc e2 e1", "bc nofile", "bc ok nofile", "bc -x", "bc -q ok", "bc ok <b1", "bc -v", "bc -h", "bc --quiet ok", "ok | bc -", "bc rd <seq"} {
		b.WriteString(s + "\n")
	}
	diffText(t, files, b.String())
}

func TestDc(t *testing.T) {
	diffTextFile(t, "dc", map[string]string{"dcf": "1p", "prog": "1 2\n+p\nq\n3p", "quest": "?p\n5\n6p\n", "lines": "2 3\n4\n", "qfile": "[q]x\n1p\n",
		"macro": "[la 1 + d sa p la 3 >b] sb\n0 sa lb x\n# comment\n[multi\nline] p\n!=x\n", "unclosed": "[abc\n", "regeof": "1s",
		"q1": "[1Q 5p]x 6p\n7p\n", "q2": "[2Q 5p]x 6p\n7p\n", "q3": "[9Q 5p]x 6p\n7p\n", "q4": "1Q 6p\n7p\n", "q5": "5Q 6p\n7p\n"})
}

// The results of bc -l are right in nearly all cases; these are scales that programs use.
func TestBcMath(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("testdata", "text", "bcmath.bc"))
	if err != nil {
		t.Fatal(err)
	}
	diffText(t, map[string]string{"m": string(raw), "a": "s(1);c(1);a(1);l(2);e(1);j(1,1);e(-1);l(0);l(-1)\nscale\n", "b": "define e(x) { return x }\ne(5)\n4*a(1)\n"},
		"bc -l <m\nbc -l a\nbc -lq <b\nbc --mathlib <b\n")
}
