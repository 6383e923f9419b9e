package archtest

import (
	"fmt"
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

// onlyHere names imports that only some packages may have: those in and below one of the directories.
// Test files are free of it unless tests says otherwise.
var onlyHere = []struct {
	imports []string // paths; with a final / all below
	dirs    []string
	tests   bool
	why     string
}{
	{[]string{"flag", "github.com/alecthomas/kong/"}, []string{"cmd", "internal/config"}, false, "only cmd and config read flags"},
	{[]string{"go.opentelemetry.io/", "github.com/prometheus/"}, []string{"internal/obs"}, true, "OpenTelemetry and Prometheus stay in obs"},
	{[]string{"github.com/nats-io/"}, []string{"internal/journal", "internal/queue"}, true, "NATS lives in journal and queue"},
	{[]string{"math/rand", "math/rand/v2"}, nil, false, "randomness comes from internal/rng"},
	{[]string{"unsafe", "C", "plugin"}, nil, true, "not in this house"},
}

// sealed are the imports that the machine must not have, so that it cannot reach the host.
var sealed = []string{"os", "os/exec", "os/signal", "os/user", "net", "net/http", "syscall", "time", "math/rand", "math/rand/v2",
	"io/ioutil", "path/filepath", "log", "runtime", "unsafe", "golang.org/x/sys/unix", "golang.org/x/term"}

// calls are functions of the standard library that only some packages may use.
var calls = []struct {
	pkg   string
	names []string
	dirs  []string
	why   string
}{
	{"time", []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"},
		[]string{"internal/clock"}, "only clock reads the time"},
	{"os", []string{"Args", "Getenv", "LookupEnv", "Environ", "ExpandEnv"}, []string{"cmd", "internal/config"}, "only cmd and config read flags and environment"},
	{"os", []string{"Exit"}, []string{"cmd"}, "only cmd ends the program"},
}

// checkOnlyHere reports what only other packages may import or call.
func checkOnlyHere(s *source) []string {
	var found []string
	for _, spec := range s.file.Imports {
		name := strings.Trim(spec.Path.Value, `"`)
		for _, r := range onlyHere {
			if (!s.test || r.tests) && matches(name, r.imports) && !under(s.dir, r.dirs) {
				found = append(found, fmt.Sprintf("%s: imports %s (%s)", s.at(spec), name, r.why))
			}
		}
		if under(s.dir, []string{"internal/machine"}) && !s.test && !forTests(s.dir) && slices.Contains(sealed, name) {
			found = append(found, fmt.Sprintf("%s: the machine imports %s (it is sealed from the host)", s.at(spec), name))
		}
	}
	if s.test || forTests(s.dir) {
		return found
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok {
			for _, c := range calls {
				if x.Name == s.nameOf(c.pkg) && slices.Contains(c.names, sel.Sel.Name) && !under(s.dir, c.dirs) {
					found = append(found, fmt.Sprintf("%s: uses %s.%s (%s)", s.at(sel), c.pkg, sel.Sel.Name, c.why))
				}
			}
		}
		return true
	})
	for _, d := range s.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			found = append(found, s.at(f)+": func init (nothing is registered behind the reader's back)")
		}
	}
	return found
}

// nameOf returns under which name the file knows a package of the standard library, "" for not.
func (s *source) nameOf(pkg string) string {
	for _, i := range s.file.Imports {
		if i.Path.Value == strconv.Quote(pkg) {
			if i.Name != nil {
				return i.Name.Name
			}
			return pkg
		}
	}
	return ""
}

func matches(name string, list []string) bool {
	for _, l := range list {
		if name == l || strings.HasSuffix(l, "/") && strings.HasPrefix(name+"/", l) {
			return true
		}
	}
	return false
}

// under reports whether dir is one of the directories or below one.
func under(dir string, dirs []string) bool {
	for _, d := range dirs {
		if dir == d || strings.HasPrefix(dir, d+"/") {
			return true
		}
	}
	return false
}
