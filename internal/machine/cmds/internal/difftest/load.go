package difftest

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
)

// Load reads argument lists from a file: one list a line, every argument a quoted Go string. Lines that begin with # and empty
// lines are skipped.
func Load(t testing.TB, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out [][]string
	for sc := bufio.NewScanner(f); sc.Scan(); {
		line := strings.TrimSpace(sc.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		var args []string
		for line != "" {
			q, err := strconv.QuotedPrefix(line)
			if err != nil {
				t.Fatalf("%s: %q: %v", path, line, err)
			}
			s, err := strconv.Unquote(q)
			if err != nil {
				t.Fatalf("%s: %q: %v", path, line, err)
			}
			args = append(args, s)
			line = strings.TrimSpace(line[len(q):])
		}
		out = append(out, args)
	}
	return out
}
