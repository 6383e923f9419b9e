// Package wasi runs programs that are compiled to WebAssembly as processes of a machine, on any system. Such a program has no
// way to the host at all: every file, stream, clock and bit of chance that it sees is the machine's, so that its answers are
// repeatable and its bytes carry the labels of what it has read. It hides wazero.
package wasi

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental/sysfs"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// Options say how programs are run. The zero value works.
type Options struct {
	// Cache is a folder where compiled programs are kept: compiling Python takes seconds. Empty: in memory only.
	Cache string
	// Wall bounds each run in real time. Default 30 seconds.
	Wall time.Duration
	// Memory bounds each run's memory in bytes. Default 1 GiB.
	Memory int64
}

// Engine compiles each file once and runs it for any machine.
type Engine struct {
	opt  Options
	lock sync.Mutex
	done map[string]*compiled
}

// compiled is a program, or why it could not be compiled.
type compiled struct {
	once    sync.Once
	runtime wazero.Runtime
	module  wazero.CompiledModule
	err     error
}

// pageSize is the unit of a module's memory.
const pageSize = 64 << 10

// New returns an Engine.
func New(o Options) *Engine {
	if o.Wall <= 0 {
		o.Wall = 30 * time.Second
	}
	if o.Memory <= 0 {
		o.Memory = 1 << 30
	}
	return &Engine{opt: o, done: map[string]*compiled{}}
}

// ErrFormat says that a file is no WebAssembly program.
var ErrFormat = errors.New("is not a WebAssembly program")

// Program returns the program in a file. It is compiled when it first runs.
func (e *Engine) Program(file string) (kern.Program, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	magic := make([]byte, 4)
	_, err = f.Read(magic)
	if err = errors.Join(err, f.Close()); err != nil || !bytes.Equal(magic, []byte("\x00asm")) {
		return nil, fmt.Errorf("%s %w", file, ErrFormat)
	}
	return func(ctx context.Context, p *kern.Proc) int { return e.run(ctx, p, file) }, nil
}

// compile returns the compiled program in file.
func (e *Engine) compile(ctx context.Context, file string) *compiled {
	e.lock.Lock()
	c := e.done[file]
	if c == nil {
		c = &compiled{}
		e.done[file] = c
	}
	e.lock.Unlock()
	c.once.Do(func() { c.err = c.make(context.WithoutCancel(ctx), e.opt, file) })
	return c
}

func (c *compiled) make(ctx context.Context, o Options, file string) error {
	code, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	config := wazero.NewRuntimeConfig().WithCloseOnContextDone(true).WithMemoryLimitPages(uint32(min(o.Memory/pageSize, 1<<16)))
	if o.Cache != "" {
		if err := os.MkdirAll(o.Cache, 0o700); err != nil {
			return err
		}
		cache, err := wazero.NewCompilationCacheWithDir(o.Cache)
		if err != nil {
			return err
		}
		config = config.WithCompilationCache(cache)
	}
	c.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	host := c.runtime.NewHostModuleBuilder(wasi_snapshot_preview1.ModuleName)
	wasi_snapshot_preview1.NewFunctionExporter().ExportFunctions(host)
	host.NewFunctionBuilder().WithFunc(poll).Export("poll_oneoff")
	if _, err := host.Instantiate(ctx); err != nil {
		return err
	}
	c.module, err = c.runtime.CompileModule(ctx, code)
	return err
}

// run runs a program as p.
func (e *Engine) run(ctx context.Context, p *kern.Proc, file string) int {
	c := e.compile(ctx, file)
	if c.err != nil {
		return fail(p, c.err)
	}
	p.Taint(tree.Executed)
	g := &guest{p: p}
	config, err := g.config()
	if err != nil {
		return fail(p, err)
	}
	timed, cancel := context.WithTimeout(ctx, e.opt.Wall)
	defer cancel()
	module, err := c.runtime.InstantiateModule(context.WithValue(timed, guestKey{}, g), c.module, config)
	if module != nil {
		err = errors.Join(err, module.Close(context.WithoutCancel(ctx)))
	}
	if g.left != nil {
		panic(g.left) // the kernel unwinds the process: it was held up on its way through the guest
	}
	var exit *sys.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit) && exit.ExitCode() == sys.ExitCodeDeadlineExceeded:
		p.Exhaust("execution")
	case errors.As(err, &exit) && exit.ExitCode() == sys.ExitCodeContextCanceled:
		p.Tick(contextTicks)
	case errors.As(err, &exit):
		return int(exit.ExitCode() & 0xff)
	}
	return fail(p, err)
}

// contextTicks is enough work for the kernel to look at its context.
const contextTicks = 1 << 13

// fail ends a program that could not be run with the outcome unknown.
func fail(p *kern.Proc, err error) int {
	p.K.NoteUnknown(p.Name())
	why, _, _ := strings.Cut(err.Error(), "\n")
	_, _ = p.Stderr.WriteString("orrery: " + p.Name() + ": its result is unknown: it could not be run: " + why + "\n")
	return 127
}

//go:embed boot/sitecustomize.py
var boot embed.FS

// bootDir is where Python finds its start.
const bootDir = "/.orrery"

// config gives the guest p's arguments, environment, streams, files, clock and chance.
func (g *guest) config() (wazero.ModuleConfig, error) {
	p := g.p
	dir, err := p.Getwd()
	if err != nil {
		return nil, err
	}
	start, err := fs.Sub(boot, "boot")
	if err != nil {
		return nil, err
	}
	files, ok := wazero.NewFSConfig().(sysfs.FSConfig)
	if !ok {
		return nil, errors.New("this wazero lets no file system be given")
	}
	python := strings.HasPrefix(p.Name(), "python")
	mounts := files.WithSysFSMount(&machineFS{guest: g}, "/")
	if python {
		mounts = mounts.WithFSMount(start, bootDir)
	}
	c := wazero.NewModuleConfig().WithName("").WithFSConfig(mounts).WithStdin(stream{g, 0}).WithStdout(stream{g, 1}).WithStderr(stream{g, 2}).
		WithWalltime(g.walltime, 1).WithNanotime(g.nanotime, 1).WithNanosleep(g.nanosleep).WithRandSource(&chance{guest: g})
	args := p.Args
	env := map[string]string{}
	for _, v := range p.Env {
		p.Taint(v.Label)
		env[v.Name] = v.Value
	}
	if python {
		args = pythonStart(args, env, dir)
	}
	for _, v := range p.Env {
		if value, ok := env[v.Name]; ok {
			c = c.WithEnv(v.Name, value)
			delete(env, v.Name)
		}
	}
	for _, name := range []string{"PYTHONPATH", "ORRERY_DIR", "ORRERY_SCRIPT", "ORRERY_PYTHONPATH", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE"} {
		if value, ok := env[name]; ok {
			c = c.WithEnv(name, value)
		}
	}
	return c.WithArgs(args...), nil
}

// pythonStart makes Python begin in dir: what is needed goes through the environment, and the script's path becomes absolute
// until the start has given it back.
func pythonStart(args []string, env map[string]string, dir string) []string {
	env["ORRERY_DIR"] = dir
	if path, ok := env["PYTHONPATH"]; ok {
		env["ORRERY_PYTHONPATH"] = path
		parts := strings.Split(path, ":")
		for i, part := range parts {
			if !strings.HasPrefix(part, "/") {
				parts[i] = join(dir, part)
			}
		}
		env["PYTHONPATH"] = bootDir + ":" + strings.Join(parts, ":")
	} else {
		env["PYTHONPATH"] = bootDir
	}
	for name, value := range map[string]string{"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"} {
		if _, ok := env[name]; !ok {
			env[name] = value
		}
	}
	i, ok := script(args)
	if !ok || strings.HasPrefix(args[i], "/") {
		return args
	}
	env["ORRERY_SCRIPT"] = args[i]
	out := append([]string(nil), args...)
	out[i] = join(dir, args[i])
	return out
}

// script returns which of Python's arguments is the script.
func script(args []string) (int, bool) {
	for i := 1; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "-" || a == "":
			return 0, false
		case a[0] != '-':
			return i, true
		case strings.HasPrefix(a, "--"):
			if a == "--check-hash-based-pycs" {
				i++
			}
			continue
		}
		for k := 1; k < len(a); k++ {
			switch a[k] {
			case 'c', 'm':
				return 0, false
			case 'W', 'X':
				if k == len(a)-1 {
					i++
				}
				k = len(a)
			}
		}
	}
	return 0, false
}

func join(dir, name string) string {
	if name == "" || name == "." {
		return dir
	}
	return strings.TrimSuffix(dir, "/") + "/" + strings.TrimPrefix(name, "./")
}
