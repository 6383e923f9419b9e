package fnmatch_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/gnu/fnmatch"
)

// names are the columns of testdata/glibc.txt.
var names = []string{"", "a", "b", "ab", "abc", "c", "a.c", ".x", "x", ".", "..", "a/b", "a/.x", "a/x", "é", "É", "ü", "A", "B", "1", "a1", "12", "*", "\\", "[", "[a", "]", "a]", "-", "^", "!", "{a,b}", " ", "_", "\t", "xyz", "xay", "xyyz", "aab", "abab", ".c", "b.h", "main.c", "a-b", "/", "z"}

// TestAgainstGlibc compares with what fnmatch(3) of glibc 2.36 answers in C.UTF-8.
func TestAgainstGlibc(t *testing.T) {
	data, err := os.ReadFile("testdata/glibc.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		flags, _ := strconv.Atoi(f[0])
		p := fnmatch.Compile(f[1], fnmatch.Options{Pathname: flags&1 != 0, NoEscape: flags&2 != 0, Period: flags&4 != 0,
			CaseFold: flags&16 != 0, ExtGlob: flags&32 != 0})
		for i, name := range names {
			if got, want := p.Match(name), f[2][i] == '1'; got != want {
				t.Errorf("flags %d pattern %q name %q: got %v", flags, f[1], name, got)
			}
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("*(a|!(b))[[:alpha:]]", "aab", true)
	f.Fuzz(func(t *testing.T, pattern, name string, ext bool) {
		steps := 0
		p := fnmatch.Compile(pattern, fnmatch.Options{ExtGlob: ext, Period: true, Pathname: true, Tick: func(n int) { steps += n }})
		if p.Match(name) != p.Match(name) {
			t.Error("two answers")
		}
		if limit := 1000 + 64*(len(pattern)+1)*(len(name)+1)*(len(name)+1); steps > limit && !ext {
			t.Errorf("%d steps", steps)
		}
	})
}
