//go:build linux

package cmds

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// A differential case is a script of lines; each runs one program, in the machine and for real in an empty directory, and
// everything is compared: both streams and the exit status after each line, the directory with all modes, owners, links
// and contents at the end. A line is NAME ARG..., with '...' and $'...' for quoting; VAR=value words may stand before it,
// "<<TEXT" at its end is standard input. "write FILE TEXT" and "append FILE TEXT" are done by the runner.
type fileCase struct {
	script string
	root   bool // as root
	tty    bool // standard output and error are a terminal of 100 columns
	sorted bool // the order of output lines is the file system's own
	mask   string
}

type host struct {
	dir      string
	uid, gid uint32
	tty      bool
}

// requireDebian skips the test where the programs that the machine simulates are not those of Debian 12.
func requireDebian(t *testing.T) {
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

func newHost(t *testing.T, root bool) *host {
	t.Helper()
	h := &host{uid: uint32(os.Getuid()), gid: uint32(os.Getgid())}
	dir, err := os.MkdirTemp("", "w")
	if err != nil {
		t.Fatal(err)
	}
	h.dir = filepath.Join(dir, "user")
	if err := os.Mkdir(h.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = exec.Command("chmod", "-R", "u+rwx", dir).Run()
		_ = os.RemoveAll(dir)
	})
	if h.uid == 0 && !root {
		h.uid, h.gid = 65534, 65534
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(h.dir, int(h.uid), int(h.gid)); err != nil {
		t.Fatal(err)
	}
	return h
}

type cmdLine struct {
	env   []string
	args  []string
	stdin string
}

func parseLine(s string) cmdLine {
	var c cmdLine
	if i := strings.LastIndex(s, "<<"); i >= 0 && strings.IndexByte(s[i:], '\'') < 0 {
		c.stdin = strings.ReplaceAll(s[i+2:], `\n`, "\n")
		s = s[:i]
	}
	var word strings.Builder
	in := false
	for i := 0; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], "$'"):
			j := i + 2
			for s[j] != '\'' {
				if s[j] == '\\' {
					j++
				}
				j++
			}
			q, err := strconv.Unquote(`"` + strings.ReplaceAll(strings.ReplaceAll(s[i+2:j], `\'`, `'`), `"`, `\"`) + `"`)
			if err != nil {
				panic(s)
			}
			word.WriteString(q)
			in, i = true, j
		case s[i] == '\'':
			j := strings.IndexByte(s[i+1:], '\'')
			word.WriteString(s[i+1 : i+1+j])
			in, i = true, i+1+j
		case s[i] == ' ':
			if in {
				c.args = append(c.args, word.String())
				word.Reset()
				in = false
			}
		default:
			word.WriteByte(s[i])
			in = true
		}
	}
	if in {
		c.args = append(c.args, word.String())
	}
	for len(c.args) > 0 && regexp.MustCompile(`^[A-Z_]+=`).MatchString(c.args[0]) {
		c.env, c.args = append(c.env, c.args[0]), c.args[1:]
	}
	return c
}

// shellWords quotes words for a shell.
func shellWords(words []string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString("'" + strings.ReplaceAll(w, "'", `'\''`) + "' ")
	}
	return b.String()
}

type result struct {
	out, err string
	code     int
}

func (h *host) run(t *testing.T, c cmdLine) result {
	t.Helper()
	if r, done := h.builtin(c); done {
		return r
	}
	path, err := exec.LookPath("/usr/bin/" + c.args[0])
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("SKIPPED: %v", err)
	}
	cmd := exec.Command(path)
	cmd.Args = c.args
	if h.tty && !strings.Contains(" mkdir touch ln chmod mkfifo ", " "+c.args[0]+" ") {
		cmd = exec.Command("/usr/bin/script", "-qec", "stty cols 100 -onlcr; "+shellWords(c.args), "/dev/null")
	}
	cmd.Dir = h.dir
	cmd.Env = append([]string{"LANG=C.UTF-8", "PATH=/usr/bin:/bin", "HOME=/home/user", "PWD=" + h.dir}, c.env...)
	cmd.Stdin = strings.NewReader(c.stdin)
	var out, errb bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errb
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: h.uid, Gid: h.gid}}
	}
	err = cmd.Run()
	var ee *exec.ExitError
	if err != nil && !errors.As(err, &ee) {
		t.Fatal(err)
	}
	code := cmd.ProcessState.ExitCode()
	if ws := cmd.ProcessState.Sys().(syscall.WaitStatus); ws.Signaled() {
		code = 128 + int(ws.Signal())
	}
	base := filepath.Dir(h.dir)
	m := func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(s, h.dir, "/home/user"), base, "/home"), base[1:], "home")
	}
	return result{m(out.String()), m(errb.String()), code}
}

func (h *host) builtin(c cmdLine) (result, bool) {
	name := ""
	if len(c.args) > 1 {
		name = filepath.Join(h.dir, c.args[1])
	}
	var err error
	switch c.args[0] {
	case "write":
		err = os.WriteFile(name, []byte(c.args[2]), 0o644)
	case "sparse":
		n, _ := strconv.ParseInt(c.args[2], 10, 64)
		if err = os.WriteFile(name, nil, 0o644); err == nil {
			err = os.Truncate(name, n)
		}
	case "append":
		var f *os.File
		if f, err = os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0); err == nil {
			_, err = f.WriteString(c.args[2])
			f.Close()
		}
	default:
		return result{}, false
	}
	if err == nil {
		err = os.Chown(name, int(h.uid), int(h.gid))
	}
	if err != nil {
		panic(err)
	}
	return result{}, true
}

type guest struct {
	k    *kern.Kernel
	cred tree.Cred
	home tree.Ino
	tty  bool
}

func newGuest(t testing.TB, h *host) *guest {
	t.Helper()
	f := tree.New(time.Now().UnixNano())
	root := &tree.Cred{}
	g := &guest{cred: tree.Cred{UID: h.uid, GID: h.gid}}
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
	file := func(path, text string, perm uint16) {
		i := mk(path, tree.Attr{Kind: tree.Regular, Perm: perm})
		if err := f.WriteAt(i, []byte(text), 0, 0); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range []string{"/home", "/etc", "/tmp", "/dev", "/usr", "/usr/bin"} {
		mk(d, tree.Attr{Kind: tree.Dir, Perm: 0o755})
	}
	mk("/bin", tree.Attr{Kind: tree.Symlink, Perm: 0o777, Target: "usr/bin"})
	mk("/dev/null", tree.Attr{Kind: tree.CharDev, Perm: 0o666, Rdev: tree.Dev{Major: 1, Minor: 3}})
	mk("/dev/zero", tree.Attr{Kind: tree.CharDev, Perm: 0o666, Rdev: tree.Dev{Major: 1, Minor: 5}})
	mk("/dev/full", tree.Attr{Kind: tree.CharDev, Perm: 0o666, Rdev: tree.Dev{Major: 1, Minor: 7}})
	if l, _ := f.Walk(tree.Root, "/home", root, true); f.Chown(l.Ino, int64(os.Getuid()), int64(os.Getgid()), root) != nil {
		t.Fatal("chown /home")
	}
	g.home = mk("/home/user", tree.Attr{Kind: tree.Dir, Perm: 0o755, UID: h.uid, GID: h.gid})
	for _, name := range []string{"/etc/passwd", "/etc/group"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file(name, string(b), 0o644)
		fi, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		ns := fi.ModTime().UnixNano()
		if l, _ := f.Walk(tree.Root, name, root, true); f.Utimes(l.Ino, ns, ns, true, root) != nil {
			t.Fatal(name)
		}
	}
	progs := FilePrograms()
	names := make([]string, 0, len(progs))
	for n := range progs {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		file("/usr/bin/"+n, string(kern.Image(n)), 0o755)
	}
	g.k = kern.New(f, time.Now().UnixNano(), 100, kern.Options{Programs: progs})
	return g
}

func (g *guest) run(t *testing.T, c cmdLine) result {
	t.Helper()
	g.k.SetNow(time.Now().UnixNano())
	var out, errb kern.Sink
	p := g.k.NewProc(kern.Template{Args: c.args, Cwd: g.home, Umask: 0o22, Cred: g.cred,
		Env: []kern.EnvVar{{Name: "LANG", Value: "C.UTF-8"}, {Name: "PATH", Value: "/usr/bin:/bin"},
			{Name: "HOME", Value: "/home/user"}, {Name: "PWD", Value: "/home/user"}},
		FDs: []*kern.File{kern.NewBytes([]byte(c.stdin), nil), kern.NewSink(&out), kern.NewSink(&errb)}})
	if g.tty {
		f := kern.NewSink(&out)
		f.Terminal, f.Columns = true, 100
		_, _ = p.SetFD(1, f), p.SetFD(2, f)
	}
	for _, e := range c.env {
		n, v, _ := strings.Cut(e, "=")
		at := len(p.Env)
		for i := range p.Env {
			if p.Env[i].Name == n {
				at = i
			}
		}
		p.Env = append(p.Env[:at:at], append([]kern.EnvVar{{Name: n, Value: v}}, p.Env[min(at+1, len(p.Env)):]...)...)
	}
	prog := func(ctx context.Context, p *kern.Proc) int {
		if c.args[0] == "write" || c.args[0] == "append" {
			flags := kern.WriteOnly | kern.Creat | kern.Trunc
			if c.args[0] == "append" {
				flags = kern.WriteOnly | kern.Append
			}
			fd, err := p.Open(c.args[1], flags, 0o644)
			if err != nil {
				t.Error(err)
				return 1
			}
			p.Write(fd, []byte(c.args[2]))
			return 0
		}
		if c.args[0] == "sparse" {
			fd, err := p.Open(c.args[1], kern.WriteOnly|kern.Creat, 0o644)
			n, _ := strconv.ParseInt(c.args[2], 10, 64)
			if err != nil || p.TruncateFD(fd, n) != nil {
				t.Error(err)
			}
			return 0
		}
		fn := FilePrograms()[c.args[0]]
		if fn == nil {
			t.Fatalf("%s: no such program", c.args[0])
		}
		return fn(ctx, p)
	}
	st, err := g.k.Run(context.Background(), p, prog)
	if err != nil {
		t.Errorf("%q: %v", c.args, err)
	}
	if w := g.k.Warnings(); len(w) > 0 {
		t.Logf("%q: warnings %q", c.args, w)
	}
	return result{string(out.Bytes), string(errb.Bytes), st.Exit()}
}

func runFileCases(t *testing.T, cases []fileCase) {
	t.Helper()
	requireDebian(t)
	old := syscall.Umask(0o22)
	defer syscall.Umask(old)
	lines := 0
	for i, c := range cases {
		name := strings.SplitN(strings.TrimSpace(c.script), "\n", 2)[0]
		t.Run(fmt.Sprintf("%03d %s", i, name), func(t *testing.T) {
			if c.root && os.Getuid() != 0 {
				t.Skip("needs root")
			}
			// A minute may end between the two runs, so a difference counts when it comes again.
			diff := ""
			for range 2 {
				if diff = compareCase(t, c, &lines); diff == "" {
					return
				}
			}
			t.Error(diff)
		})
	}
	t.Logf("%d lines compared", lines)
}

func compareCase(t *testing.T, c fileCase, lines *int) string {
	t.Helper()
	h := newHost(t, c.root)
	g := newGuest(t, h)
	h.tty, g.tty = c.tty, c.tty
	var diff strings.Builder
	for _, s := range strings.Split(strings.TrimSpace(c.script), "\n") {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		*lines++
		cl := parseLine(s)
		want, got := h.run(t, cl), g.run(t, cl)
		if c.sorted {
			want.out, got.out = sortLines(want.out), sortLines(got.out)
			want.err, got.err = sortLines(want.err), sortLines(got.err)
		}
		if c.mask != "" {
			re := regexp.MustCompile(c.mask)
			want.out, got.out = re.ReplaceAllString(want.out, "#"), re.ReplaceAllString(got.out, "#")
			want.err, got.err = re.ReplaceAllString(want.err, "#"), re.ReplaceAllString(got.err, "#")
		}
		if want != got {
			fmt.Fprintf(&diff, "$ %s\n", s)
			show(&diff, "stdout", want.out, got.out)
			show(&diff, "stderr", want.err, got.err)
			show(&diff, "exit", strconv.Itoa(want.code), strconv.Itoa(got.code))
		}
	}
	showTree(&diff, h.tree(), g.tree())
	return diff.String()
}

func show(b *strings.Builder, what, want, got string) {
	if want != got {
		fmt.Fprintf(b, "%s\n want:\n%s\n got:\n%s\n", what, want, got)
	}
}

// showTree prints the lines that only one of two listings has.
func showTree(b *strings.Builder, want, got string) {
	only := func(sign, x, y string) {
		have := map[string]bool{}
		for _, l := range strings.Split(y, "\n") {
			have[l] = true
		}
		for _, l := range strings.Split(x, "\n") {
			if !have[l] {
				if len(l) > 160 {
					l = l[:160] + "..."
				}
				b.WriteString(sign + " " + l + "\n")
			}
		}
	}
	only("tree: want", want, got)
	only("tree: got ", got, want)
}

func sortLines(s string) string {
	l := strings.SplitAfter(s, "\n")
	sort.Strings(l)
	return strings.Join(l, "")
}
