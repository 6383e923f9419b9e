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
