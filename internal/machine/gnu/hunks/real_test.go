package hunks_test

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/gnu/hunks"
)

func numbers(r *rand.Rand, n, kinds int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(r.Intn(kinds))
	}
	return out
}

func write(t *testing.T, lines []int32) string {
	t.Helper()
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "%d\n", l)
	}
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// commands is what diff prints without the lines themselves. Its own preparation, cutting off equal ends, is done here too.
func commands(a, b []int32, kinds int, o hunks.Options) string {
	head, tail := 0, 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var out strings.Builder
	span := func(at, n int) {
		if n > 1 {
			fmt.Fprintf(&out, "%d,", at+head+1)
		}
		fmt.Fprint(&out, at+head+n)
	}
	for _, h := range hunks.Hunks(hunks.Compare(a[head:len(a)-tail], b[head:len(b)-tail], kinds, o)) {
		span(h.A, h.NumA)
		switch {
		case h.NumB == 0:
			out.WriteString("d")
		case h.NumA == 0:
			out.WriteString("a")
		default:
			out.WriteString("c")
		}
		span(h.B, h.NumB)
		out.WriteString("\n")
	}
	return out.String()
}

// TestAgainstReal compares texts so different that the search for the shortest answer is given up, and small ones with many
// equal lines. HUNKS says how many (default 40).
func TestAgainstReal(t *testing.T) {
	if out, err := exec.Command("diff", "--version").Output(); err != nil || !strings.HasPrefix(string(out), "diff (GNU diffutils) 3.8\n") {
		if os.Getenv("CI") == "true" {
			t.Fatal("these tests need Debian 12's diffutils 3.8")
		}
		t.Skip("SKIPPED: these tests need Debian 12's diffutils 3.8 to compare with")
	}
	n := 40
	if s := os.Getenv("HUNKS"); s != "" {
		fmt.Sscan(s, &n)
	}
	r := rand.New(rand.NewSource(int64(n)))
	for i := range n {
		kinds, size := []int{2, 3, 5, 50, 1000}[r.Intn(5)], []int{10, 50, 400}[r.Intn(3)]
		if i%20 == 0 {
			size = 15000
		}
		a, b := numbers(r, r.Intn(size), kinds), numbers(r, r.Intn(size), kinds)
		if r.Intn(2) == 0 && len(a) > 0 {
			b = append([]int32(nil), a...)
			for range r.Intn(len(b) + 1) {
				b[r.Intn(len(b))] = int32(r.Intn(kinds))
			}
			k := r.Intn(len(b))
			b = append(b[:k:k], b[min(len(b), k+r.Intn(9)):]...)
		}
		for _, args := range [][]string{{"-a"}, {"-H"}, {"-d"}} {
			if args[0] == "-d" && size > 1000 {
				continue
			}
			out, _ := exec.Command("diff", args[0], write(t, a), write(t, b)).Output()
			var want strings.Builder
			for line := range strings.Lines(string(out)) {
				if line[0] >= '0' && line[0] <= '9' {
					want.WriteString(line)
				}
			}
			got := commands(a, b, kinds, hunks.Options{Minimal: args[0] == "-d", Speed: args[0] == "-H"})
			if got != want.String() {
				t.Errorf("%s, %d and %d lines of %d kinds: differs", args, len(a), len(b), kinds)
			}
		}
	}
}

// FuzzCompare checks that the lines kept are the same in both texts.
func FuzzCompare(f *testing.F) {
	f.Add([]byte("abcabba"), []byte("cbabac"), false)
	f.Add([]byte(""), []byte("x"), true)
	f.Add([]byte("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"), []byte("baaaaaaaaaaaaaaa"), false)
	f.Fuzz(func(t *testing.T, a, b []byte, minimal bool) {
		toLines := func(s []byte) []int32 {
			out := make([]int32, len(s))
			for i, c := range s {
				out[i] = int32(c)
			}
			return out
		}
		deleted, inserted := hunks.Compare(toLines(a), toLines(b), 256, hunks.Options{Minimal: minimal, Speed: true})
		var keptA, keptB []byte
		for i, c := range a {
			if !deleted[i] {
				keptA = append(keptA, c)
			}
		}
		for i, c := range b {
			if !inserted[i] {
				keptB = append(keptB, c)
			}
		}
		if string(keptA) != string(keptB) {
			t.Fatalf("%q and %q keep %q and %q", a, b, keptA, keptB)
		}
		na, nb := 0, 0
		for _, h := range hunks.Hunks(deleted, inserted) {
			na, nb = na+h.NumA, nb+h.NumB
		}
		if na != len(a)-len(keptA) || nb != len(b)-len(keptB) {
			t.Fatalf("%q and %q: hunks have %d and %d lines", a, b, na, nb)
		}
	})
}
