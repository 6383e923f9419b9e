package cmds

import (
	"context"
	"fmt"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var envSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'i', Long: "ignore-environment"}, {Short: '0', Long: "null"}, {Short: 'u', Long: "unset", Arg: gnu.Required},
		{Short: 'C', Long: "chdir", Arg: gnu.Required}, {Long: "default-signal", Arg: gnu.Optional},
		{Long: "ignore-signal", Arg: gnu.Optional}, {Long: "block-signal", Arg: gnu.Optional, Unsupported: true},
		{Long: "list-signal-handling"}, {Short: 'v', Long: "debug"}, {Short: 'S', Long: "split-string", Arg: gnu.Required},
	},
	Status:  125,
	Order:   true,
	Version: gnu.CoreutilsVersion("env", "Richard Mlynarik, David MacKenzie, and Assaf Gordon"),
}

type envRun struct {
	p                        *kern.Proc
	clear, null, debug, list bool
	unset                    []string
	dir                      string
	hasDir                   bool
	env                      []kern.EnvVar
	ignore, deflt            []kern.Signal
}

func env(ctx context.Context, p *kern.Proc) int {
	e := envRun{p: p}
	args, status, ok := splitEnvArgs(p)
	if !ok {
		return status
	}
	p.Args = args
	args, status, ok = envSpec.Parse(p, e.set)
	if !ok {
		return status
	}
	if len(args) > 0 && args[0] == "-" {
		e.clear, args = true, args[1:]
	}
	e.build()
	for len(args) > 0 && strings.IndexByte(args[0], '=') >= 0 {
		name, val, _ := strings.Cut(args[0], "=")
		e.trace("setenv:   %s", args[0])
		e.put(name, val)
		args = args[1:]
	}
	if len(args) == 0 {
		if e.hasDir {
			return gnu.Usage(p, 125, "must specify command with --chdir (-C)")
		}
		if e.list {
			return e.signals(nil)
		}
		return e.print()
	}
	if e.null {
		return gnu.Usage(p, 125, "cannot specify --null (-0) with command")
	}
	return e.run(ctx, args)
}

func (e *envRun) set(key, val string) int {
	switch key {
	case "i":
		e.clear = true
	case "0":
		e.null = true
	case "v":
		e.debug = true
	case "u":
		if val == "" || strings.IndexByte(val, '=') >= 0 {
			e.p.Errorf("cannot unset %s: %s", gnu.Quote(val), kern.ErrText(tree.EINVAL))
			return 125
		}
		e.unset = append(e.unset, val)
	case "C":
		e.dir, e.hasDir = val, true
	case "default-signal", "ignore-signal":
		return e.signalList(key, val)
	case "list-signal-handling":
		e.list = true
	}
	return gnu.Go
}

func (e *envRun) signalList(key, val string) int {
	var list []kern.Signal
	if val == "" {
		for s := kern.Signal(1); s < 32; s++ {
			if s != kern.SIGKILL && s != kern.SIGSTOP {
				list = append(list, s)
			}
		}
	} else {
		for _, w := range strings.Split(val, ",") {
			s, ok := signalOperand(w)
			if !ok || s == 0 {
				e.p.Errorf("%s: invalid signal", gnu.Quote(w))
				gnu.Try(e.p)
				return 125
			}
			list = append(list, s)
		}
	}
	if key == "ignore-signal" {
		e.ignore = append(e.ignore, list...)
	} else {
		e.deflt = append(e.deflt, list...)
	}
	return gnu.Go
}

func (e *envRun) trace(format string, args ...any) {
	if e.debug {
		e.p.Stderr.WriteString(fmt.Sprintf(format, args...) + "\n")
	}
}

// build makes the environment that the options leave.
func (e *envRun) build() {
	if e.clear {
		e.trace("cleaning environ")
		return
	}
	for _, v := range e.p.Env {
		keep := true
		for _, u := range e.unset {
			keep = keep && u != v.Name
		}
		if keep {
			e.env = append(e.env, v)
		}
	}
	for _, u := range e.unset {
		e.trace("unset:    %s", u)
	}
}

// put sets a variable; a new one comes last.
func (e *envRun) put(name, val string) {
	for i := range e.env {
		if e.env[i].Name == name {
			e.env[i].Value, e.env[i].Label = val, e.p.Label()
			return
		}
	}
	e.env = append(e.env, kern.EnvVar{Name: name, Value: val, Label: e.p.Label()})
}

func (e *envRun) print() int {
	end := "\n"
	if e.null {
		end = "\x00"
	}
	for _, v := range e.env {
		e.p.Taint(v.Label)
		e.p.Stdout.WriteString(v.Name + "=" + v.Value + end)
	}
	return 0
}

// signals sets what happens on signals and, if asked to, lists it.
func (e *envRun) signals(then func() int) int {
	p := e.p
	for _, s := range e.deflt {
		p.SetSignal(s, kern.Default)
	}
	for _, s := range e.ignore {
		p.SetSignal(s, kern.Ignore)
	}
	if e.list {
		for s := kern.Signal(1); s < 32; s++ {
			if p.SignalDisposition(s) == kern.Ignore {
				p.Stderr.WriteString(fmt.Sprintf("%-10s (%2d): IGNORE\n", s.Name(), int(s)))
			}
		}
	}
	if then == nil {
		return 0
	}
	return then()
}

func (e *envRun) run(ctx context.Context, args []string) int {
	p := e.p
	return e.signals(func() int {
		if e.hasDir {
			e.trace("chdir:    %s", gnu.QuoteAF(e.dir))
			if err := p.Chdir(e.dir); err != nil {
				p.Errorf("cannot change directory to %s: %s", gnu.QuoteAF(e.dir), kern.ErrText(err))
				return 125
			}
		}
		e.trace("executing: %s", args[0])
		for i, a := range args {
			e.trace("   arg[%d]= %s", i, gnu.Quote(a))
		}
		status, err := become(ctx, p, args, e.env)
		if err == nil {
			return status
		}
		status = cannotRun(p, "", gnu.Quote(args[0]), err)
		if status == 127 && strings.ContainsAny(args[0], " \t\n\v\f\r") {
			p.Errorf("use -[v]S to pass options in shebang lines")
		}
		return status
	})
}
