package machine_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/orrery-world/orrery/internal/machine/bash"
	"github.com/orrery-world/orrery/internal/machine/cmds"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
	"github.com/orrery-world/orrery/internal/textdiff"
)

// The cases of the archivers are bash scripts: each runs for real in an empty directory and in a kernel with the same users,
// and output, exit status and the directory that is left are compared. In testdata/archive/NAME.txt a case ends with an empty
// line; a first line "#root" runs it as root. Scripts sort directories and set times themselves where that shows.
func TestArchiveCases(t *testing.T) {
	debian(t)
	files, err := filepath.Glob("testdata/archive/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			for i, script := range strings.Split(strings.TrimSpace(string(b)), "\n\n") {
				lines += strings.Count(script, "\n") + 1
				t.Run(fmt.Sprintf("%03d", i), func(t *testing.T) { archiveCase(t, script) })
			}
		})
		t.Logf("%s: %d lines", file, lines)
	}
}

// debian skips the test where the programs that the machine simulates are not those of Debian 12.
func debian(t *testing.T) {
	t.Helper()
	b, _ := os.ReadFile("/etc/debian_version")
	if strings.HasPrefix(string(b), "12.") {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("differential tests need Debian 12's programs")
	}
	t.Skip("SKIPPED: differential tests need Debian 12's programs")
}

type archiveRun struct {
	out, err string
	exit     int
	tree     string
}

const nobody = 65534

func archiveCase(t *testing.T, script string) {
	root := strings.HasPrefix(script, "#root\n")
	if root && os.Getuid() != 0 {
		t.Skip("SKIPPED: needs root")
	}
	if rest, ok := strings.CutPrefix(script, "#needs "); ok {
		name, _, _ := strings.Cut(rest, "\n")
		if archivePrograms()[name] == nil {
			t.Skipf("SKIPPED: %s is not simulated", name)
		}
	}
	uid := os.Getuid()
	if uid == 0 && !root {
		uid = nobody
	}
	var want, got archiveRun
	// A minute may end between the two runs, so a difference counts when it comes again.
	for range 2 {
		want, got = archiveReal(t, script, uid), archiveGuest(t, script, uid)
		if want == got {
			return
		}
	}
	var b strings.Builder
	part := func(name, want, got string) {
		if want != got {
			fmt.Fprintf(&b, "%s\n%s", name, textdiff.Unified([]byte(want), []byte(got), textdiff.Options{}))
		}
	}
	part("stdout", want.out, got.out)
	part("stderr", want.err, got.err)
	part("exit", fmt.Sprint(want.exit), fmt.Sprint(got.exit))
	part("tree", want.tree, got.tree)
	t.Errorf("%.200s\n%s", script, b.String())
}

func archiveReal(t *testing.T, script string, uid int) archiveRun {
	t.Helper()
	top, err := os.MkdirTemp("", "archive")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(top)
	dir := filepath.Join(top, "user")
	if err := errors.Join(os.Mkdir(dir, 0o755), os.Chmod(top, 0o755), os.Chown(dir, uid, uid)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/bash", "-c", "umask 022; ulimit -f 40960; cd "+dir+"\n"+script)
	cmd.Args[0] = "bash"
	cmd.Dir = dir
	cmd.Env = []string{"LANG=C.UTF-8", "PATH=/usr/bin:/bin", "HOME=/home/user"}
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	var ee *exec.ExitError
	if err != nil && !errors.As(err, &ee) {
		t.Fatal(err)
	}
	plain := func(s string) string {
		s = strings.ReplaceAll(s, dir, "/home/user")
		return strings.ReplaceAll(strings.ReplaceAll(s, top, "/home"), top[1:], "home")
	}
	// Whether a program that ends early breaks the pipe is a matter of chance.
	broken := regexp.MustCompile(`(?m)^.*: Cannot write: Broken pipe\n`)
	return archiveRun{plain(out.String()), broken.ReplaceAllString(plain(errs.String()), ""), cmd.ProcessState.ExitCode(), realTree(dir)}
}

func realTree(dir string) string {
	var b strings.Builder
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		fi, err2 := os.Lstat(path)
		if err2 != nil {
			return nil
		}
		st := fi.Sys().(*syscall.Stat_t)
		rel, _ := filepath.Rel(dir, path)
		kind, content := "f", ""
		switch {
		case fi.Mode()&fs.ModeSymlink != 0:
			kind = "l"
			content, _ = os.Readlink(path)
		case fi.IsDir():
			kind = "d"
		case fi.Mode()&fs.ModeNamedPipe != 0:
			kind = "p"
		default:
			c, _ := os.ReadFile(path)
			content = brief(c)
		}
		nlink := int(st.Nlink)
		if kind == "d" {
			nlink = 0
		}
		treeEntry(&b, rel, kind, uint16(st.Mode&0o7777), int(st.Uid), int(st.Gid), nlink, fi.ModTime().Unix(), content)
		return nil
	})
	return b.String()
}

func brief(c []byte) string {
	if len(c) <= 60 {
		return fmt.Sprintf("%q", c)
	}
	return fmt.Sprintf("%d bytes %x", len(c), sha256.Sum256(c))
}

func treeEntry(b *strings.Builder, rel, kind string, perm uint16, uid, gid, nlink int, sec int64, content string) {
	when := "now"
	if d := time.Now().Unix() - sec; d > 600 || d < -60 {
		when = fmt.Sprint(sec)
	}
	fmt.Fprintf(b, "%s %q %04o %d:%d %d %s %s\n", kind, rel, perm, uid, gid, nlink, when, content)
}

func archivePrograms() map[string]kern.Program {
	m := map[string]kern.Program{"bash": bash.Main, "sh": bash.DashMain}
	for _, group := range []map[string]kern.Program{cmds.FilePrograms(), cmds.TextPrograms(), cmds.SearchPrograms(),
		cmds.DiffPrograms(), cmds.ArchivePrograms()} {
		maps.Copy(m, group)
	}
	return m
}

func archiveKernel(t testing.TB, uid int) (*kern.Kernel, tree.Ino) {
	t.Helper()
	now := time.Now().UnixNano()
	f := tree.New(now)
	root := &tree.Cred{}
	mk := func(path string, a tree.Attr) tree.Ino {
		l, err := f.Walk(tree.Root, path, root, false)
		if err != nil {
			t.Fatal(err)
		}
		i, err := f.Create(l, a, root)
		if err != nil {
			t.Fatal(path, err)
		}
		return i
	}
	for _, d := range []string{"/home", "/etc", "/tmp", "/dev", "/usr", "/usr/bin"} {
		mk(d, tree.Attr{Kind: tree.Dir, Perm: 0o755})
	}
	if l, _ := f.Walk(tree.Root, "/tmp", root, true); f.Chmod(l.Ino, 0o1777, root) != nil {
		t.Fatal("chmod /tmp")
	}
	mk("/bin", tree.Attr{Kind: tree.Symlink, Perm: 0o777, Target: "usr/bin"})
	for i, name := range []string{"null", "zero", "full"} {
		mk("/dev/"+name, tree.Attr{Kind: tree.CharDev, Perm: 0o666, Rdev: tree.Dev{Major: 1, Minor: uint16(3 + 2*i)}})
	}
	home := mk("/home/user", tree.Attr{Kind: tree.Dir, Perm: 0o755, UID: uint32(uid), GID: uint32(uid)})
	for _, name := range []string{"/etc/passwd", "/etc/group"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.WriteAt(mk(name, tree.Attr{Kind: tree.Regular, Perm: 0o644}), b, 0, 0); err != nil {
			t.Fatal(err)
		}
	}
	programs := archivePrograms()
	for _, n := range slices.Sorted(maps.Keys(programs)) {
		if err := f.WriteAt(mk("/usr/bin/"+n, tree.Attr{Kind: tree.Regular, Perm: 0o755}), kern.Image(n), 0, 0); err != nil {
			t.Fatal(err)
		}
	}
	return kern.New(f, now, 100, kern.Options{Programs: programs, Limits: kern.Limits{Steps: 200_000_000, Memory: 256 << 20, Output: 16 << 20}}), home
}

func archiveGuest(t *testing.T, script string, uid int) archiveRun {
	t.Helper()
	k, home := archiveKernel(t, uid)
	var out, errs kern.Sink
	p := k.NewProc(kern.Template{Args: []string{"bash", "-c", script}, Cwd: home, Umask: 0o22,
		Cred: tree.Cred{UID: uint32(uid), GID: uint32(uid)},
		Env:  []kern.EnvVar{{Name: "LANG", Value: "C.UTF-8"}, {Name: "PATH", Value: "/usr/bin:/bin"}, {Name: "HOME", Value: "/home/user"}},
		FDs:  []*kern.File{kern.NewNull(), kern.NewSink(&out), kern.NewSink(&errs)}})
	st, err := k.Run(context.Background(), p, bash.Main)
	if err != nil {
		t.Errorf("%.100s: %v", script, err)
	}
	if w := k.Warnings(); len(w) > 0 {
		t.Logf("%.100s: warnings %q", script, w)
	}
	var b strings.Builder
	simTree(k.FS, home, ".", &b)
	return archiveRun{string(out.Bytes), string(errs.Bytes), st.Exit(), b.String()}
}

func simTree(f *tree.FS, i tree.Ino, rel string, b *strings.Builder) {
	n := f.Load(i)
	kind, content, nlink := "?fdlcbp"[n.Kind:n.Kind+1], "", int(n.Nlink)
	switch n.Kind {
	case tree.Regular:
		content = brief(n.Bytes())
	case tree.Symlink:
		content = n.Target
	case tree.Dir:
		nlink = 0
	}
	treeEntry(b, rel, kind, n.Perm, int(n.UID), int(n.GID), nlink, n.Mtime/1e9, content)
	if n.Kind == tree.Dir {
		list, _ := f.ReadDir(i)
		for _, e := range list {
			simTree(f, e.Ino, filepath.Join(rel, e.Name), b)
		}
	}
}
