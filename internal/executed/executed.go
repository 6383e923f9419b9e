// Package executed gives a machine real programs. One of the host runs in a [sandbox] on a copy of the machine's tree, and what
// it changed and printed comes back labelled executed. It hides how a program of the machine's kernel, which runs in virtual
// time, is joined to a process of the host. One that is compiled to WebAssembly works on the machine itself, see [wasi].
//
// The virtual clock stands still while such a program runs. What one of the host prints may depend on the host's clock and on
// chance: it is not deterministic.
package executed

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/executed/wasi"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/sandbox"
)

// Options say how programs are run.
type Options struct {
	// Launcher is the executable that builds sandboxes: it calls sandbox.Child first of all. Without one nothing is run.
	Launcher string
	// Limits bound each run. Zero fields get the defaults of package sandbox.
	Limits sandbox.Limits
	// Cache is a folder for compiled WebAssembly programs; empty: they are compiled anew in each process.
	Cache string
}

// Executor makes programs for machines. It may be shared.
type Executor struct {
	opt  Options
	wasi *wasi.Engine
}

// New returns an Executor.
func New(o Options) *Executor {
	return &Executor{o, wasi.New(wasi.Options{Cache: o.Cache, Wall: o.Limits.Wall, Memory: o.Limits.Memory})}
}

// hostPath is where programs are looked for: what a sandbox sees of the host.
var hostPath = []string{"/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin"}

// Program returns the program that spec names, "NAME" or "NAME=MODE", and the name. The mode host, which is the default,
// is the program that the host has; wasi:FILE is a program compiled to WebAssembly.
func (e *Executor) Program(spec string) (string, kern.Program, error) {
	name, mode, _ := strings.Cut(spec, "=")
	if name == "" || strings.ContainsAny(name, "/ \t\n") || name == "." || name == ".." {
		return "", nil, orrery.Invalidf("%q does not name a program", spec).Hinted("python3, or python3=host")
	}
	way, file, _ := strings.Cut(mode, ":")
	switch {
	case mode == "" || mode == "host":
	case way == "wasi" && file != "":
		p, err := e.wasi.Program(file)
		if err != nil {
			return "", nil, orrery.Invalidf("%s: %w", name, err)
		}
		return name, p, nil
	case mode == "wasi":
		return "", nil, orrery.Invalidf("%q: the file is missing", spec).Hinted("name a WASI build of it, such as " + name + "=wasi:/path/" + name + ".wasm")
	default:
		return "", nil, orrery.Invalidf("%q: there is no way %q to run a program", spec, mode).Hinted("ways: host, wasi:FILE")
	}
	if runtime.GOOS != "linux" {
		return "", nil, orrery.Unsupportedf("%s cannot be run: programs of the host need Linux, whose namespaces shut them off; this is %s", name, runtime.GOOS).
			Hinted("name a WASI build, such as " + name + "=wasi:/path/" + name + ".wasm, or run Orrery on Linux")
	}
	host, err := find(name)
	if err != nil {
		return "", nil, err
	}
	return name, func(ctx context.Context, p *kern.Proc) int { return e.run(ctx, p, host) }, nil
}

// find returns the host's file for a program.
func find(name string) (string, error) {
	for _, dir := range hostPath {
		file := path.Join(dir, name)
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
			continue
		}
		if real, err := filepath.EvalSymlinks(file); err == nil && sandbox.System(real) {
			return file, nil
		}
		return "", orrery.Unsupportedf("%s is a link out of /usr, and a sandbox sees no more of this host than that", file)
	}
	return "", orrery.Unsupportedf("this host has no program %s", name).Hinted("it is looked for in " + strings.Join(hostPath, ", "))
}

// run runs the host's file as process p.
func (e *Executor) run(ctx context.Context, p *kern.Proc, file string) int {
	job, labels, err := e.job(p, file)
	if err != nil {
		return refuse(p, err)
	}
	s, err := start(ctx, p, job, labels)
	if err != nil {
		return refuse(p, err)
	}
	defer s.end()
	res, err := s.pump()
	if err != nil {
		if ctx.Err() != nil {
			p.Tick(contextTicks) // notices the end of the context and leaves
		}
		return refuse(p, err)
	}
	s.taint(res.Read)
	s.takeBack(res)
	switch res.Stopped {
	case sandbox.ByMemory:
		p.Exhaust("memory")
	case sandbox.ByCaller:
		p.Exhaust("execution")
	}
	if res.Signal != 0 {
		s.dropSignals()
		p.Signal(kern.Signal(res.Signal))
		return 128 + res.Signal
	}
	return res.Code
}

// contextTicks is enough work for the kernel to look at its context.
const contextTicks = 1 << 13

// refuse ends a program that could not be run with the outcome unknown.
func refuse(p *kern.Proc, err error) int {
	why := "it could not be run: " + err.Error()
	if errors.Is(err, sandbox.ErrUnavailable) {
		why = "it was allowed to run, but " + err.Error()
	}
	p.K.NoteUnknown(p.Name())
	_, _ = p.Stderr.WriteString("orrery: " + p.Name() + ": its result is unknown: " + why + "\n")
	return orrery.UnknownExit
}
