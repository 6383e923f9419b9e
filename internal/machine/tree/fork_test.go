package tree_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// model is a plain file system: paths to contents, "" with a final slash for a directory, hard links by a shared pointer.
type model struct {
	files map[string]*string // nil: a directory
}

func (m *model) fork() *model {
	c := &model{files: map[string]*string{}}
	seen := map[*string]*string{}
	for p, s := range m.files {
		if s != nil && seen[s] == nil {
			v := *s
			seen[s] = &v
		}
		c.files[p] = seen[s]
		if s == nil {
			c.files[p] = nil
		}
	}
	return c
}

func (m *model) text() string {
	var out []string
	for p, s := range m.files {
		if s == nil {
			out = append(out, p+"/")
		} else {
			out = append(out, p+" "+*s)
		}
	}
	sort.Strings(out)
	return strings.Join(out, "\n")
}

var root = &tree.Cred{}

// text lists a real tree in the model's form.
func text(f *tree.FS) string {
	var out []string
	var walk func(i tree.Ino, path string)
	walk = func(i tree.Ino, path string) {
		list, _ := f.ReadDir(i)
		for _, e := range list {
			p, n := path+"/"+e.Name, f.Node(e.Ino)
			if n.Kind == tree.Dir {
				out = append(out, p+"/")
				walk(e.Ino, p)
			} else {
				out = append(out, p+" "+string(n.Bytes()))
			}
		}
	}
	walk(tree.Root, "")
	sort.Strings(out)
	return strings.Join(out, "\n")
}

// pair is one state in both forms.
type pair struct {
	fs *tree.FS
	m  *model
}

var names = []string{"/a", "/b", "/a/x", "/a/y", "/b/x", "/a/x/p", "/b/x/q"}

func (p *pair) loc(t *rapid.T, label string) (string, tree.Loc, bool) {
	path := rapid.SampledFrom(names).Draw(t, label)
	l, err := p.fs.Walk(tree.Root, path, root, false)
	return path, l, err == nil
}

func (p *pair) write(t *rapid.T) {
	path, l, ok := p.loc(t, "file")
	if !ok {
		return
	}
	data := strings.Repeat(rapid.SampledFrom([]string{"one", "two", "xyz"}).Draw(t, "data"), rapid.SampledFrom([]int{0, 1, 3, 30000}).Draw(t, "times"))
	off := rapid.SampledFrom([]int{0, 2, 70000}).Draw(t, "off")
	if l.Ino == 0 {
		i, err := p.fs.Create(l, tree.Attr{Kind: tree.Regular, Perm: 0o644}, root)
		if err != nil {
			t.Fatalf("create %s: %v", path, err)
		}
		l.Ino = i
		s := ""
		p.m.files[path] = &s
	}
	s := p.m.files[path]
	if s == nil {
		if err := p.fs.WriteAt(l.Ino, []byte("x"), 0, 0); err == nil {
			t.Fatalf("wrote to directory %s", path)
		}
		return
	}
	if err := p.fs.WriteAt(l.Ino, []byte(data), int64(off), tree.Exact); err != nil {
		t.Fatal(err)
	}
	if end := off + len(data); len(data) > 0 {
		b := []byte(*s)
		for len(b) < end {
			b = append(b, 0)
		}
		copy(b[off:], data)
		*s = string(b)
	} else if n := p.fs.Node(l.Ino).Size(); n > int64(len(*s)) { // an empty write past the end extends
		*s += strings.Repeat("\x00", int(n)-len(*s))
	}
}

func (p *pair) mkdir(t *rapid.T) {
	path, l, ok := p.loc(t, "dir")
	if !ok || l.Ino != 0 {
		return
	}
	if _, err := p.fs.Create(l, tree.Attr{Kind: tree.Dir, Perm: 0o755}, root); err != nil {
		t.Fatal(err)
	}
	p.m.files[path] = nil
}

func (p *pair) remove(t *rapid.T) {
	path, l, ok := p.loc(t, "gone")
	if !ok || l.Ino == 0 {
		return
	}
	if p.fs.Node(l.Ino).Kind == tree.Dir {
		if err := p.fs.Rmdir(l, root); err != nil {
			return
		}
	} else if err := p.fs.Unlink(l, root); err != nil {
		t.Fatal(err)
	}
	p.fs.Reap(l.Ino)
	delete(p.m.files, path)
}

func (p *pair) link(t *rapid.T) {
	from, a, ok1 := p.loc(t, "from")
	to, b, ok2 := p.loc(t, "to")
	if !ok1 || !ok2 || a.Ino == 0 || b.Ino != 0 || p.m.files[from] == nil {
		return
	}
	if err := p.fs.Link(a.Ino, b, 0, root); err != nil {
		t.Fatal(err)
	}
	p.m.files[to] = p.m.files[from]
}

func (p *pair) rename(t *rapid.T) {
	from, a, ok1 := p.loc(t, "from")
	to, b, ok2 := p.loc(t, "to")
	if !ok1 || !ok2 || a.Ino == 0 {
		return
	}
	gone, err := p.fs.Rename(a, b, 0, root)
	if err != nil {
		return
	}
	p.fs.Reap(gone)
	if a.Ino == b.Ino {
		return
	}
	moved := map[string]*string{}
	for path, s := range p.m.files {
		if path == from || strings.HasPrefix(path, from+"/") {
			moved[to+path[len(from):]] = s
			delete(p.m.files, path)
		}
	}
	delete(p.m.files, to)
	for path, s := range moved {
		p.m.files[path] = s
	}
}

// TestForksAreIsolated plays random operations on a growing family of forks and compares each with a plain model of its own.
func TestForksAreIsolated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		family := []*pair{{tree.New(0), &model{files: map[string]*string{}}}}
		ops := []func(*pair, *rapid.T){(*pair).write, (*pair).mkdir, (*pair).remove, (*pair).link, (*pair).rename}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			p := family[rapid.IntRange(0, len(family)-1).Draw(t, "who")]
			if len(family) < 6 && rapid.IntRange(0, 5).Draw(t, "fork") == 0 {
				family = append(family, &pair{p.fs.Fork(), p.m.fork()})
				continue
			}
			ops[rapid.IntRange(0, len(ops)-1).Draw(t, "op")](p, t)
			for i, q := range family {
				if got, want := text(q.fs), q.m.text(); got != want {
					t.Fatalf("fork %d differs from its model:\n%.500s\nwant\n%.500s", i, got, want)
				}
			}
		}
		saved(t, family)
	})
}

// saved proves that a tree put into data and taken back is the same tree.
func saved(t *rapid.T, family []*pair) {
	base := tree.New(0)
	for i, p := range family {
		s, err := p.fs.Save(base)
		if err != nil {
			t.Fatal(err)
		}
		back, err := s.Load(base)
		if err != nil {
			t.Fatalf("fork %d: %v", i, err)
		}
		if got := text(back); got != p.m.text() {
			t.Fatalf("fork %d read back: %.500s", i, got)
		}
	}
}

func TestDiff(t *testing.T) {
	f := tree.New(0)
	mk := func(f *tree.FS, path string, a tree.Attr) tree.Ino {
		l, err := f.Walk(tree.Root, path, root, false)
		if err != nil {
			t.Fatal(err)
		}
		i, err := f.Create(l, a, root)
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	file, dir := tree.Attr{Kind: tree.Regular, Perm: 0o644}, tree.Attr{Kind: tree.Dir, Perm: 0o755}
	mk(f, "/d", dir)
	kept, gone := mk(f, "/d/kept", file), mk(f, "/d/gone", file)
	mode := mk(f, "/mode", file)
	g := f.Fork()
	if err := g.WriteAt(kept, []byte("new"), 0, 0); err != nil {
		t.Fatal(err)
	}
	l, _ := g.Walk(tree.Root, "/d/gone", root, false)
	if err := g.Unlink(l, root); err != nil {
		t.Fatal(err)
	}
	g.Reap(gone)
	if err := g.Chmod(mode, 0o600, root); err != nil {
		t.Fatal(err)
	}
	mk(g, "/new", dir)
	mk(g, "/new/file", file)
	var got []string
	for _, c := range g.Diff(f) {
		got = append(got, fmt.Sprint(c.Path, " ", c.Created(), c.Removed(), c.Content(), c.Mode()))
	}
	want := []string{"/d/gone false true false false", "/d/kept false false true false", "/mode false false false true",
		"/new true false false false", "/new/file true false false false"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if d := f.Diff(f.Fork()); len(d) != 0 {
		t.Errorf("a fork differs: %v", d)
	}
}
