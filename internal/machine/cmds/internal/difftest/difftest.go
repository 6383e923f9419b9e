// Package difftest runs a simulated program and the real one of the same name on the same input and compares what they print,
// how they exit and what they leave on disk. It is for tests only.
package difftest

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// Entry is one thing in the directory where a case runs. A name that ends in "/" is a directory.
type Entry struct {
	Name, Content string
	Link          string // a symbolic link's target
	Hard          string // another name of an existing file
	Mode          uint16 // 0: 0644, directories 0755
	Age           int64  // seconds between its modification and now; 0: now
}

// Case is one run.
type Case struct {
	Args  []string
	Stdin string
	Files []Entry
	Env   []string
	// Sorted compares the lines of the output without regard to their order: directories list in another order on disk.
	Sorted bool
	// StdinFile names the entry that is opened as standard input.
	StdinFile string
	// Now is the time of the simulated run in nanoseconds since 1970; 0 is the present.
	Now int64
	// Limits bound the simulated run; zero fields mean the kernel's own.
	Limits kern.Limits
	// Normal, when set, is applied to both outputs before they are compared.
	Normal func(string) string
}

// Result is what a run leaves behind.
type Result struct {
	Out, Err string
	Exit     int
	Tree     string // names and contents of the files afterwards
}

// Programs are the simulated programs by name.
type Programs = map[string]kern.Program

const home = "/tmp/w"

// Real runs the real program; ok is false when it is absent.
func Real(t testing.TB, c *Case) (r Result, ok bool) {
	t.Helper()
	path, err := exec.LookPath(c.Args[0])
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is not installed", c.Args[0])
		}
		t.Skipf("SKIPPED: the real %s is not installed", c.Args[0])
	}
	dir := t.TempDir()
	now := time.Now()
	for _, e := range c.Files {
		place(t, dir, e, now)
	}
	for i := len(c.Files) - 1; i >= 0; i-- {
		if e := c.Files[i]; e.Age != 0 && e.Link == "" {
			when := now.Add(-time.Duration(e.Age) * time.Second)
			if err := os.Chtimes(filepath.Join(dir, e.Name), when, when); err != nil {
				t.Fatal(err)
			}
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, c.Args[1:]...)
	cmd.Args[0] = c.Args[0]
	cmd.Dir = dir
	cmd.Env = append([]string{"LANG=C.UTF-8", "PATH=/usr/bin:/bin"}, c.Env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal to ask questions on
	cmd.Stdin = strings.NewReader(c.Stdin)
	if c.StdinFile != "" {
		f, err := os.Open(filepath.Join(dir, c.StdinFile))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		cmd.Stdin = f
	}
	var out, errb bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errb
	err = cmd.Run()
	if ctx.Err() != nil {
		t.Fatalf("the real %q does not end", c.Args)
	}
	if _, isExit := err.(*exec.ExitError); err != nil && !isExit {
		t.Fatal(err)
	}
	r = Result{Out: out.String(), Err: errb.String(), Exit: cmd.ProcessState.ExitCode(), Tree: listReal(dir)}
	r.Out, r.Err = strings.ReplaceAll(r.Out, dir, home), strings.ReplaceAll(r.Err, dir, home)
	return r, true
}

func place(t testing.TB, dir string, e Entry, now time.Time) {
	t.Helper()
	path := filepath.Join(dir, e.Name)
	var err error
	switch {
	case e.Link != "":
		err = os.Symlink(e.Link, path)
	case e.Hard != "":
		err = os.Link(filepath.Join(dir, e.Hard), path)
	case strings.HasSuffix(e.Name, "/"):
		if err = os.MkdirAll(path, 0o755); err == nil && e.Mode != 0 {
			err = os.Chmod(path, fs.FileMode(e.Mode&0o777))
		}
	default:
		if err = os.MkdirAll(filepath.Dir(path), 0o755); err == nil {
			err = os.WriteFile(path, []byte(e.Content), 0o644)
		}
		if err == nil && e.Mode != 0 {
			err = os.Chmod(path, fs.FileMode(e.Mode&0o777))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

func listReal(dir string) string {
	var lines []string
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return nil
		}
		rel, _ := filepath.Rel(dir, path)
		line := rel
		switch {
		case d.Type()&fs.ModeSymlink != 0:
			to, _ := os.Readlink(path)
			line += " -> " + to
		case d.Type().IsRegular():
			b, _ := os.ReadFile(path)
			line += fmt.Sprintf(" %q", b)
		}
		lines = append(lines, line)
		return nil
	})
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}

// Machine returns a kernel with programs in /usr/bin and the entries of a case in the working directory, which is returned too.
// A nil case has none.
func Machine(programs Programs, c *Case) (*kern.Kernel, tree.Ino) {
	if c == nil {
		c = &Case{}
	}
	now, files := c.Now, c.Files
	if now == 0 {
		now = time.Now().UnixNano()
	}
	f := tree.New(now - 3600e9)
	root := &tree.Cred{}
	k := kern.New(f, now, 100, kern.Options{Programs: withHelpers(programs), Limits: c.Limits})
	mk := func(path string, a tree.Attr) tree.Ino {
		loc, err := f.Walk(tree.Root, path, root, false)
		if err != nil {
			panic(path + ": " + err.Error())
		}
		if loc.Ino != 0 {
			return loc.Ino
		}
		i, err := f.Create(loc, a, root)
		if err != nil {
			panic(err)
		}
		return i
	}
	for _, d := range []string{"/usr", "/usr/bin", "/etc", "/dev", "/tmp", home} {
		mk(d, tree.Attr{Kind: tree.Dir, Perm: 0o755})
	}
	mk("/bin", tree.Attr{Kind: tree.Symlink, Perm: 0o777, Target: "usr/bin"})
	mk("/dev/null", tree.Attr{Kind: tree.CharDev, Perm: 0o666, Rdev: tree.Dev{Major: 1, Minor: 3}})
	put := func(path, content string, perm uint16) {
		i := mk(path, tree.Attr{Kind: tree.Regular, Perm: perm})
		_ = f.WriteAt(i, []byte(content), 0, tree.Exact)
	}
	put("/etc/passwd", "root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000::/home/user:/bin/bash\n", 0o644)
	put("/etc/group", "root:x:0:\nuser:x:1000:\n", 0o644)
	for name := range withHelpers(programs) {
		put("/usr/bin/"+name, string(kern.Image(name)), 0o755)
	}
	f.Now = now
	for _, e := range files {
		build(f, mk, put, e, root)
	}
	for i := len(files) - 1; i >= 0; i-- {
		if e := files[i]; e.Link == "" {
			loc, _ := f.Walk(tree.Root, home+"/"+strings.TrimSuffix(e.Name, "/"), root, false)
			_ = f.Utimes(loc.Ino, now-e.Age*1e9, now-e.Age*1e9, true, root)
		}
	}
	cwd, _ := f.Walk(tree.Root, home, root, true)
	return k, cwd.Ino
}

func build(f *tree.FS, mk func(string, tree.Attr) tree.Ino, put func(string, string, uint16), e Entry, c *tree.Cred) {
	path := home + "/" + e.Name
	for i := len(home) + 1; i < len(path); i++ {
		if path[i] == '/' {
			mk(path[:i], tree.Attr{Kind: tree.Dir, Perm: 0o755})
		}
	}
	perm := e.Mode
	switch {
	case e.Link != "":
		mk(path, tree.Attr{Kind: tree.Symlink, Perm: 0o777, Target: e.Link})
	case e.Hard != "":
		from, _ := f.Walk(tree.Root, home+"/"+e.Hard, c, false)
		to, _ := f.Walk(tree.Root, path, c, false)
		_ = f.Link(from.Ino, to, tree.Exact, c)
	case strings.HasSuffix(e.Name, "/"):
		if perm != 0 {
			loc, _ := f.Walk(tree.Root, path, c, true)
			_ = f.Chmod(loc.Ino, perm, c)
		}
	default:
		if perm == 0 {
			perm = 0o644
		}
		put(path, e.Content, perm)
	}
}

// Simulated runs the simulated program.
func Simulated(programs Programs, c *Case) (Result, error) {
	k, cwd := Machine(programs, c)
	var out, errs kern.Sink
	init := k.NewProc(kern.Template{Args: c.Args, Cwd: cwd, Umask: 0o022, Env: environ(c.Env),
		FDs: []*kern.File{nil, kern.NewSink(&out), kern.NewSink(&errs)}})
	prog := withHelpers(programs)[c.Args[0]]
	st, err := k.Run(context.Background(), init, func(ctx context.Context, p *kern.Proc) int {
		child := p.Fork()
		if c.StdinFile != "" {
			f, err := p.OpenFile(c.StdinFile, kern.ReadOnly, 0)
			if err != nil {
				return 99
			}
			_ = child.SetFD(0, f)
			return child.Run(ctx, prog).Exit()
		}
		r, w := p.Pipe()
		_ = child.SetFD(0, r)
		feeder := p.Fork()
		_ = feeder.SetFD(0, nil)
		_ = feeder.SetFD(1, w)
		feeder.Start(ctx, func(_ context.Context, p *kern.Proc) int {
			_, _ = p.Write(1, []byte(c.Stdin))
			return 0
		})
		return child.Run(ctx, prog).Exit()
	})
	r := Result{Out: string(out.Bytes), Err: string(errs.Bytes), Exit: st.Exit()}
	if err != nil {
		return r, err
	}
	var lines []string
	listSim(k.FS, cwd, "", &lines)
	sort.Strings(lines)
	r.Tree = strings.Join(lines, "\n")
	return r, nil
}

func environ(extra []string) []kern.EnvVar {
	env := []kern.EnvVar{{Name: "LANG", Value: "C.UTF-8"}, {Name: "PATH", Value: "/usr/bin:/bin"}}
	for _, e := range extra {
		name, val, _ := strings.Cut(e, "=")
		env = append(env, kern.EnvVar{Name: name, Value: val})
	}
	return env
}

func listSim(f *tree.FS, dir tree.Ino, prefix string, lines *[]string) {
	list, _ := f.ReadDir(dir)
	for _, e := range list {
		n := f.Node(e.Ino)
		line := prefix + e.Name
		switch n.Kind {
		case tree.Symlink:
			line += " -> " + n.Target
		case tree.Regular:
			line += fmt.Sprintf(" %q", n.Bytes())
		case tree.Dir:
			listSim(f, e.Ino, line+"/", lines)
		}
		*lines = append(*lines, line)
	}
}

// Compare runs a case both ways and reports every difference.
func Compare(t *testing.T, programs Programs, c *Case) bool {
	t.Helper()
	want, ok := Real(t, c)
	if !ok {
		return true
	}
	got, err := Simulated(programs, c)
	if err != nil {
		t.Errorf("%q: %v", c.Args, err)
		return false
	}
	if c.Normal != nil {
		got.Out, want.Out = c.Normal(got.Out), c.Normal(want.Out)
	}
	if c.Sorted {
		got.Out, want.Out = sorted(got.Out), sorted(want.Out)
		got.Err, want.Err = sorted(got.Err), sorted(want.Err)
	}
	if got == want {
		return true
	}
	t.Errorf("%q stdin %q\n%s", c.Args, c.Stdin, describe(got, want))
	return false
}

func describe(got, want Result) string {
	var b strings.Builder
	field := func(name, got, want string) {
		if got != want {
			fmt.Fprintf(&b, "%s\n  got  %.2000q\n  want %.2000q\n", name, got, want)
		}
	}
	field("stdout", got.Out, want.Out)
	field("stderr", got.Err, want.Err)
	field("exit", fmt.Sprint(got.Exit), fmt.Sprint(want.Exit))
	field("tree", got.Tree, want.Tree)
	return b.String()
}

func sorted(s string) string {
	lines := strings.SplitAfter(s, "\n")
	sort.Strings(lines)
	return strings.Join(lines, "")
}
