package wasi

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/orrery-world/orrery/internal/machine"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// build compiles the guest of testdata.
func build(t *testing.T) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "guest.wasm")
	cmd := exec.Command("go", "build", "-o", out, "main.go")
	cmd.Dir = "testdata/guest"
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=", "GOWORK=off")
	if text, err := cmd.CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%v: %s", err, text)
		}
		t.Skipf("SKIPPED: the guest cannot be built: %v: %s", err, text)
	}
	return out
}

func newMachine(t *testing.T, e *Engine, file, name string, files ...machine.File) *machine.Machine {
	t.Helper()
	p, err := e.Program(file)
	if err != nil {
		t.Fatal(err)
	}
	o := machine.Options{Programs: map[string]kern.Program{name: p}, Limits: kern.Limits{Output: 1 << 20}, Files: files}
	if image := machine.ImageName(name); image != "" {
		o.Programs[image] = p
	} else {
		o.Files = append(o.Files, machine.File{Path: "/usr/bin/" + name, Content: kern.Image(name), Perm: 0o755, Owner: "root"})
	}
	m, err := machine.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestGuest runs a program of ours: everything that it sees and does is the machine's.
func TestGuest(t *testing.T) {
	file := build(t)
	e := New(Options{Wall: time.Minute, Memory: 128 << 20})
	imagined := machine.File{Path: "imagined", Content: []byte("a model's\n"), Label: tree.Imagined}
	for _, c := range []struct {
		line, stdout string
		exit         int
	}{
		{`X=1 guest args "a b" é`, "[\"args\" \"a b\" \"é\"] 1 /home/user\n", 0},
		{"echo hello | guest upper", "HELLO\n", 0},
		{"printf 'a\\nb\\nc\\n' | { guest line; cat; }", "\"a\\n\"\nb\nc\n", 0},
		{"guest files; cat a/l; stat -c '%A %U' a a/b/g", "\"one\\ntwo\\n\" [d b/ L l]\none\ntwo\ndrwxr-xr-x user\n-rw-r--r-- user\n", 0},
		{"guest cat /etc/debian_version; guest cat /etc/shadow 2>&1; guest cat /nosuch 2>&1", "12.11\nopen /etc/shadow: Permission denied\nopen /nosuch: No such file or directory\n", 1},
		{"guest sleep; echo $SECONDS", "2026-01-05T09:00:00Z 50m0s\n3000\n", 0},
		{"guest chance > a; guest chance > b; cmp -s a b || echo different", "different\n", 0},
		{"guest exit", "", 7},
		{"guest print | head -c 3", "xxx", 0},
	} {
		m := newMachine(t, e, file, "guest", imagined)
		twin := m.Fork()
		r, err := m.Step(t.Context(), c.line)
		if err != nil {
			t.Fatal(err)
		}
		if string(r.Stdout.Bytes) != c.stdout || r.Exit != c.exit {
			t.Errorf("%s: %q %d %q, want %q %d", c.line, r.Stdout.Bytes, r.Exit, r.Stderr.Bytes, c.stdout, c.exit)
		}
		again, err := twin.Step(t.Context(), c.line)
		if err != nil || string(again.Merged.Bytes) != string(r.Merged.Bytes) || twin.Digest() != m.Digest() {
			t.Errorf("%s: the second time %q, %v", c.line, again.Merged.Bytes, err)
		}
	}
	for line, want := range map[string]tree.Label{"guest args": tree.Executed, "guest cat /home/user/imagined": tree.Executed | tree.Derived} {
		r, err := newMachine(t, e, file, "guest", imagined).Step(t.Context(), line)
		if err != nil || len(r.Stdout.Runs) != 1 || r.Stdout.Runs[0].L != want {
			t.Errorf("%s: runs %v, %v", line, r.Stdout.Runs, err)
		}
	}
}

// TestBounds: what does not end is stopped, and the machine lives on.
func TestBounds(t *testing.T) {
	file := build(t)
	e := New(Options{Wall: 3 * time.Second, Memory: 128 << 20, Cache: t.TempDir()})
	if _, err := newMachine(t, e, file, "guest").Step(t.Context(), "guest args"); err != nil { // compiled before the clock runs
		t.Fatal(err)
	}
	for _, c := range []struct{ line, warning string }{
		{"guest loop", "budget: execution"},
		{"guest print", "budget: output"},
		{"guest memory", ""},
	} {
		m := newMachine(t, e, file, "guest")
		r, err := m.Step(t.Context(), c.line)
		if err != nil || r.Exit == 0 || c.warning != "" && (len(r.Warnings) != 1 || r.Warnings[0] != c.warning) {
			t.Errorf("%s: exit %d, warnings %q, %v", c.line, r.Exit, r.Warnings, err)
		}
		if r, err = m.Step(t.Context(), "echo alive"); err != nil || string(r.Stdout.Bytes) != "alive\n" {
			t.Errorf("afterwards: %q, %v", r.Stdout.Bytes, err)
		}
	}
}

// TestPython runs a WASI build of Python, where the environment names one.
func TestPython(t *testing.T) {
	file := os.Getenv("ORRERY_PYTHON_WASM")
	if file == "" {
		t.Skip("SKIPPED: ORRERY_PYTHON_WASM names no WASI build of Python")
	}
	e := New(Options{Wall: 5 * time.Minute, Cache: os.Getenv("ORRERY_PYTHON_CACHE")})
	for _, c := range []struct{ line, stdout, stderr string }{
		{`python3 -c 'print(1 + 1)'`, "2\n", ""},
		{"printf 'import os, sys\\nprint(sys.argv, os.getcwd(), __file__, sys.path[0], \"PYTHONPATH\" in os.environ)\\n1/0\\n' > a.py; python3 a.py x", "['a.py', 'x'] /home/user /home/user/a.py /home/user False\n",
			"Traceback (most recent call last):\n  File \"/home/user/a.py\", line 3, in <module>\n    1/0\n    ~^~\nZeroDivisionError: division by zero\n"},
		{"seq 3 | while read x; do python3 -c \"print($x * 2)\"; done", "2\n4\n6\n", ""},
		{`python3 -c 'import time; time.sleep(3); open("o", "w").write("x")'; echo $SECONDS; stat -c '%A %s' o`, "3\n-rw-r--r-- 1\n", ""},
		{`python3 -c 'import sys; sys.exit(3)'; echo $?`, "3\n", ""},
		{`echo '{"b": 1}' | python3 -m json.tool`, "{\n    \"b\": 1\n}\n", ""},
		{`mkdir m; echo 'x = 5' > m/n.py; PYTHONPATH=m python3 -c 'import n, os; print(n.x, os.environ["PYTHONPATH"])'`, "5 m\n", ""},
	} {
		r, err := newMachine(t, e, file, "python3").Step(t.Context(), c.line)
		if err != nil || string(r.Stdout.Bytes) != c.stdout || string(r.Stderr.Bytes) != c.stderr {
			t.Errorf("%s: %q %q, %v", c.line, r.Stdout.Bytes, r.Stderr.Bytes, err)
		}
	}
}

// TestFormat: what is no program is refused at once.
func TestFormat(t *testing.T) {
	e := New(Options{})
	if _, err := e.Program("wasi.go"); !errors.Is(err, ErrFormat) {
		t.Errorf("a source file: %v", err)
	}
	if _, err := e.Program("nosuch"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestScript(t *testing.T) {
	for _, c := range []struct {
		line string
		at   int
	}{
		{"python3", 0}, {"python3 a.py -c", 1}, {"python3 -c x a.py", 0}, {"python3 -Bu a.py", 2}, {"python3 -W error a.py", 3}, {"python3 -Werror a.py", 2},
		{"python3 -X dev -m mod a.py", 0}, {"python3 - a.py", 0}, {"python3 --check-hash-based-pycs always a.py", 3}, {"python3 -Ic x", 0},
	} {
		at, ok := script(strings.Fields(c.line))
		if at != c.at || ok != (c.at > 0) {
			t.Errorf("%s: %d, %v", c.line, at, ok)
		}
	}
}
