package cmds

import (
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

// FuzzDiffPatch makes a patch of two texts and applies it: the first becomes the second, and back.
func FuzzDiffPatch(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nB\nc", byte(0))
	f.Add("", "x\n\n\ny", byte(1))
	f.Add("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n3\n4\n5\n5\n7\nx\n8\n9\n9\n", byte(2))
	f.Add(".\n..\n", "..\n.\n", byte(3))
	f.Fuzz(func(t *testing.T, a, b string, how byte) {
		format := [...]string{"-u", "-c", "--normal", "-U0"}[how%4]
		if len(a) > 4000 || len(b) > 4000 {
			return
		}
		files := []difftest.Entry{{Name: "a", Content: a}, {Name: "b", Content: b}}
		d, err := difftest.Simulated(DiffPrograms(), &difftest.Case{Args: []string{"diff", "-a", "--label", "f", "--label", "f", format, "a", "b"}, Files: files})
		if err != nil {
			t.Fatal(err)
		}
		if (d.Exit == 0) != (a == b) || d.Exit > 1 {
			t.Fatalf("diff of %q and %q: status %d, %s", a, b, d.Exit, d.Err)
		}
		if a == b {
			return
		}
		for _, way := range []struct{ from, to, option string }{{a, b, "-f"}, {b, a, "-fR"}} {
			r, err := difftest.Simulated(DiffPrograms(), &difftest.Case{Args: []string{"patch", "--binary", way.option, "-o", "-", "f", "p"},
				Files: []difftest.Entry{{Name: "f", Content: way.from}, {Name: "p", Content: d.Out}}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Exit != 0 || r.Out != way.to {
				t.Fatalf("patch %s of %q: status %d, %q, want %q\n%s%s", way.option, way.from, r.Exit, r.Out, way.to, r.Err, d.Out)
			}
		}
	})
}

// FuzzPatch gives patch anything: it must end, and say 0, 1 or 2.
func FuzzPatch(f *testing.F) {
	for _, p := range []string{"--- f\n+++ f\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n", "*** f\n--- f\n***************\n*** 1 ****\n! 1\n--- 1 ----\n! x\n",
		"2c2\n< 2\n---\n> x\n", "2c\nx\n.\n1d\n0a\n..\n.\ns/.//\n", "diff --git a/f b/g\nrename from f\nrename to g\nold mode 100644\nnew mode 100755\n",
		"Index: f\nPrereq: 1\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n", "--- \"f\\n\"\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n"} {
		f.Add(p, "1\n2\n3", byte(0))
	}
	f.Fuzz(func(t *testing.T, patch, file string, how byte) {
		if len(patch) > 4000 || len(file) > 4000 {
			return
		}
		args := append([]string{"patch"}, [][]string{{}, {"f"}, {"-R", "f"}, {"-p1"}, {"-l", "-F9", "f"}, {"-b", "--verbose"}, {"-t"}, {"-f", "-E"}}[how%8]...)
		r, err := difftest.Simulated(DiffPrograms(), &difftest.Case{Args: args, Stdin: patch, Files: []difftest.Entry{{Name: "f", Content: file}}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Exit > 2 {
			t.Fatalf("status %d: %s", r.Exit, r.Err)
		}
	})
}
