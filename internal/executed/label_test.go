package executed

import (
	"testing"

	"github.com/orrery-world/orrery/internal/machine"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// TestLabels: what a real program prints and writes is executed, joined with the labels of what it has read by then and of
// nothing else.
func TestLabels(t *testing.T) {
	files := []machine.File{
		{Path: "imagined", Content: []byte("model's words\n"), Label: tree.Imagined},
		{Path: "recorded", Content: []byte("from a site\n"), Label: tree.Recorded},
		{Path: "exact", Content: []byte("computed\n")},
		{Path: "names/x", Content: []byte("1"), Label: tree.Imagined},
	}
	const derived, executed = tree.Derived | tree.Executed, tree.Executed
	for _, c := range []struct {
		line string
		want tree.Label // of the last run of the output
	}{
		{`python3 -c 'print(1)'`, executed},
		{`python3 -c 'print(open("exact").read())'`, executed},
		{`python3 -c 'print(open("imagined").read())'`, derived},
		{`python3 -c 'print(open("recorded").read())'`, executed | tree.Recorded},
		{`python3 -c 'print(open("recorded").read(), open("imagined").read())'`, derived | tree.Recorded},
		{`python3 -Ic 'import mmap; f = open("imagined"); print(mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ)[:3])'`, derived},
		{`python3 -c 'import os; print(os.stat("imagined").st_mode)'`, executed},
		{`python3 -c 'import os; print(os.listdir("names"))'`, derived},
		{`python3 -c 'print(input())' < imagined`, derived},
		{`cat recorded | python3 -c 'print(input())'`, executed | tree.Recorded},
		{`X=$(cat imagined) python3 -c 'import os; print(os.environ["X"])'`, derived},
		{`python3 -c "print('$(cat recorded)')"`, executed | tree.Recorded},
		{`python3 -c 'open("o", "w").write("x")'; cat o`, executed},
		{`python3 -c 'open("o", "w").write(open("imagined").read())'; cat o`, derived},
		{`python3 -c 'import os; os.rename("imagined", "o")'; cat o`, derived},
		{`python3 -c 'import os; os.link("imagined", "o")'; cat o`, tree.Imagined},
		{`python3 -Ic 'import shutil; shutil.copy("recorded", "o")'; cat o`, executed | tree.Recorded},
		{`python3 -c 'print("later", file=open("exact", "a"))'; cat exact`, executed},
	} {
		m := newMachine(t, machine.Options{Files: files}, Options{}, "python3")
		r := step(t, m, c.line)
		if len(r.Stdout.Runs) == 0 {
			t.Fatalf("%s: %q %q", c.line, r.Stdout.Bytes, r.Stderr.Bytes)
		}
		if got := r.Stdout.Runs[len(r.Stdout.Runs)-1].L; got != c.want {
			t.Errorf("%s: label %06b, want %06b", c.line, got, c.want)
		}
	}
	// A second lets the first line be seen before the file is read.
	m := newMachine(t, machine.Options{Files: files}, Options{}, "python3")
	r := step(t, m, `python3 -uc 'import time; print("before"); time.sleep(1); print(open("imagined").read())'`)
	if first := r.Stdout.Runs[0]; first.L != executed || first.N != int64(len("before\n")) {
		t.Errorf("%v of %q", r.Stdout.Runs, r.Stdout.Bytes)
	}
}
