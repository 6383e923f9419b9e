package archtest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/archtest"
)

// TestTheHouse applies all rules to this repository.
func TestTheHouse(t *testing.T) {
	found, err := archtest.Check("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}

// lay writes a small module and returns what the rules find in it.
func lay(t *testing.T, files map[string]string) []string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found, err := archtest.Check(root)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

const module = archtest.Module

// file returns a Go file with a package comment and the given imports.
func file(name string, imports ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// Package %s is laid out for a test.\npackage %s\n", name, name)
	for _, i := range imports {
		fmt.Fprintf(&b, "import _ %q\n", i)
	}
	return b.String()
}

func TestFloors(t *testing.T) {
	for _, c := range []struct {
		name, path string
		text       string
		want       string // part of the one finding; empty for none
	}{
		{"down", "internal/wrap/x.go", file("wrap", module, module+"/internal/jsonl", "fmt"), ""},
		{"up", "internal/jsonl/x.go", file("jsonl", module+"/internal/wrap"), "x.go:3: internal/jsonl (floor 1, base) imports internal/wrap (floor 4, wrap)"},
		{"up from the root", "x.go", file("orrery", module+"/internal/clock"), "imports go down"},
		{"up in a test", "internal/clock/x_test.go", "package clock_test\nimport _ \"" + module + "/internal/stats\"\n", "x_test.go:2: internal/clock"},
		{"a test of the package itself", "internal/clock/x_test.go", "package clock_test\nimport _ \"" + module + "/internal/clock\"\n", ""},
		{"beside on one floor", "internal/predict/x.go", file("predict", module+"/internal/wrap"), "imports go down"},
		{"door to door", "internal/door/mcp/x.go", file("mcp", module+"/internal/door/http"), "imports go down"},
		{"own subpackage", "internal/domain/web/x.go", file("web", module+"/internal/domain/web/page"), ""},
		{"another domain", "internal/domain/web/x.go", file("web", module+"/internal/domain/terminal"), "imports go down"},
		{"kern to tree", "internal/machine/kern/x.go", file("kern", module+"/internal/machine/tree"), ""},
		{"tree to kern", "internal/machine/tree/x.go", file("tree", module+"/internal/machine/kern"), "imports go down"},
		{"bash to cmds", "internal/machine/bash/x.go", file("bash", module+"/internal/machine/cmds"), "imports go down"},
		{"toolkit to kern", "internal/machine/gnu/x.go", file("gnu", module+"/internal/machine/kern"), ""},
		{"cmds to toolkit and its own", "internal/machine/cmds/x.go", file("cmds", module+"/internal/machine/gnu", module+"/internal/machine/cmds/sed"), ""},
		{"engine to machine", "internal/engine/x.go", file("engine", module+"/internal/machine"), "imports go down"},
		{"client", "client/x.go", file("client", module, module+"/api"), ""},
		{"client to more", "client/x.go", file("client", module+"/internal/clock"), "the client imports internal/clock"},
		{"no room", "internal/attic/x.go", file("attic"), "x.go:1: the package internal/attic has no floor"},
		{"to no room", "cmd/orrery/x.go", file("main", module+"/internal/attic"), "internal/attic, which has no floor"},
		{"what is for tests", "internal/wrap/x.go", file("wrap", module+"/worldtest"), "x.go:3: imports worldtest, which is for tests"},
		{"what is for tests, in a test", "internal/wrap/x_test.go", "package wrap_test\nimport _ \"" + module + "/worldtest\"\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) { expect(t, lay(t, map[string]string{c.path: c.text}), c.want) })
	}
}

func expect(t *testing.T, found []string, want string) {
	t.Helper()
	switch {
	case want == "" && len(found) > 0:
		t.Errorf("found %q", found)
	case want != "" && (len(found) != 1 || !strings.Contains(found[0], want)):
		t.Errorf("found %q, want one with %q", found, want)
	}
}

func TestOnlyHere(t *testing.T) {
	body := func(pkg, imports, code string) string {
		return fmt.Sprintf("// Package %s is laid out for a test.\npackage %s\nimport %s\nfunc f() { %s }\n", pkg, pkg, imports, code)
	}
	for _, c := range []struct{ name, path, text, want string }{
		{"the clock", "internal/clock/x.go", body("clock", `"time"`, "time.Now()"), ""},
		{"another clock", "internal/stats/x.go", body("stats", `"time"`, "time.Now()"), "x.go:4: uses time.Now (only clock reads the time)"},
		{"under another name", "internal/stats/x.go", body("stats", `t "time"`, "t.Since(x)"), "uses time.Since"},
		{"a duration", "internal/stats/x.go", body("stats", `"time"`, "_ = time.Second"), ""},
		{"a test may", "internal/stats/x_test.go", "package stats\nimport \"time\"\nfunc f() { time.Now() }\n", ""},
		{"flags", "internal/wrap/x.go", file("wrap", "flag"), "only cmd and config read flags"},
		{"flags in config", "internal/config/x.go", file("config", "flag"), ""},
		{"flags by the library", "internal/app/x.go", file("app", "github.com/alecthomas/kong"), "only cmd and config"},
		{"environment", "internal/app/x.go", body("app", `"os"`, `os.Getenv("X")`), "uses os.Getenv"},
		{"environment in cmd", "cmd/orrery/x.go", body("main", `"os"`, `os.Getenv("X")`), ""},
		{"exit", "internal/app/x.go", body("app", `"os"`, `os.Exit(1)`), "only cmd ends the program"},
		{"telemetry", "internal/app/x.go", file("app", "go.opentelemetry.io/otel"), "stay in obs"},
		{"NATS in a test", "internal/app/x_test.go", "package app\nimport _ \"github.com/nats-io/nats.go\"\n", "NATS lives in"},
		{"chance", "internal/stats/x.go", file("stats", "math/rand/v2"), "randomness comes from internal/rng"},
		{"machine and host", "internal/machine/kern/x.go", file("kern", "os"), "x.go:3: the machine imports os"},
		{"machine and time", "internal/machine/cmds/sed/x.go", file("sed", "time"), "the machine imports time"},
		{"machine and host in a test", "internal/machine/kern/x_test.go", "package kern\nimport _ \"os/exec\"\n", ""},
		{"machine's test support", "internal/machine/cmds/internal/difftest/x.go", file("difftest", "os/exec"), ""},
		{"init", "internal/wrap/x.go", "// Package wrap is.\npackage wrap\nfunc init() {}\n", "x.go:3: func init"},
	} {
		t.Run(c.name, func(t *testing.T) { expect(t, lay(t, map[string]string{c.path: c.text}), c.want) })
	}
}

func TestSizeDocsAndWords(t *testing.T) {
	lines := func(n int) string { return strings.Repeat("\t_ = 0\n", n) }
	head := "// Package wrap is.\npackage wrap\n"
	for _, c := range []struct{ name, path, text, want string }{
		{"function of 60", "internal/wrap/x.go", head + "func f() {\n" + lines(58) + "}\n", ""},
		{"function of 61", "internal/wrap/x.go", head + "func f() {\n" + lines(59) + "}\n", "x.go:3: f has 61 lines"},
		{"function of 100 with a reason", "internal/wrap/x.go", head + "// f is long because it is one table.\nfunc f() {\n" + lines(98) + "}\n", ""},
		{"function of 101 with a reason", "internal/wrap/x.go", head + "// f is long because it is one table.\nfunc f() {\n" + lines(99) + "}\n", "f has 101 lines (at most 100)"},
		{"table of a test", "internal/wrap/x_test.go", "package wrap\nfunc f() {\n\t_ = []int{\n" + strings.Repeat("\t\t1,\n", 90) + "\t}\n}\n", ""},
		{"table of a function", "internal/wrap/x.go", head + "func f() {\n\t_ = []int{\n" + strings.Repeat("\t\t1,\n", 90) + "\t}\n}\n", "f has 94 lines"},
		{"file of 501", "internal/wrap/x.go", head + strings.Repeat("\n", 499), "x.go:1: 501 lines"},
		{"no package comment", "internal/wrap/x.go", "package wrap\n", "internal/wrap:1: the package has 0 package comments"},
		{"undocumented function", "internal/wrap/x.go", head + "func F() {}\n", "x.go:3: F has no doc comment"},
		{"undocumented method", "internal/wrap/x.go", head + "// T is.\ntype T[P any] struct{}\n\nfunc (T[P]) M() {}\n", "M has no doc comment"},
		{"method of an inner type", "internal/wrap/x.go", head + "type t struct{}\n\nfunc (t) M() {}\n", ""},
		{"documented group", "internal/wrap/x.go", head + "// The numbers.\nconst (\n\tA = 1\n\tB = 2\n)\n", ""},
		{"undocumented constant", "internal/wrap/x.go", head + "const (\n\tA = 1 // a\n\tB = 2\n)\n", "x.go:5: B has no doc comment"},
		{"put off", "internal/wrap/x.go", head + "\n// TO" + "DO: more\n", "x.go:4: a note to do something later"},
		{"readme", "README.md", strings.Repeat("x\n", 201), "README.md:1: 201 lines"},
		{"path", "ARCHITECTURE.md", "a\nsee /wo" + "rk/shared/x\n", "ARCHITECTURE.md:2: "},
		{"author", "NOTES.md", "by Cla" + "ude\n", "NOTES.md:1: "},
		{"root's home is a place", "NOTES.md", "ls /root/.bashrc\n", ""},
		{"dependencies", "go.mod", "module x\n\nrequire (\n" + strings.Repeat("\ta.b/c v1.0.0\n\tb.c/d v1.0.0 // indirect\n", 36) + ")\n", "36 direct dependencies"},
	} {
		t.Run(c.name, func(t *testing.T) { expect(t, lay(t, map[string]string{c.path: c.text}), c.want) })
	}
	expect(t, lay(t, map[string]string{"internal/wrap/x.go": head, "internal/wrap/y.go": head}), "the package has 2 package comments")
}
