package cmds

import (
	"context"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var (
	stdbufSpec = gnu.Spec{
		Options: []gnu.Option{
			{Short: 'i', Long: "input", Arg: gnu.Required},
			{Short: 'o', Long: "output", Arg: gnu.Required},
			{Short: 'e', Long: "error", Arg: gnu.Required},
		},
		Status: 125, Order: true, Version: gnu.CoreutilsVersion("stdbuf", "Padraig Brady"),
	}
	setsidSpec = gnu.Spec{
		Options: []gnu.Option{{Short: 'c', Long: "ctty"}, {Short: 'f', Long: "fork"}, {Short: 'w', Long: "wait"},
			{Short: 'h', Long: "help"}, {Short: 'V', Long: "version"}},
		Order: true,
	}
)

// runStdbuf starts a program with the variables that tell it how to buffer. Programs of the machine do not read them: what they
// write arrives in the same order, except between two streams that are one file.
func runStdbuf(ctx context.Context, p *kern.Proc) int {
	var modes [3]string
	args, status, ok := stdbufSpec.Parse(p, func(key, val string) int {
		switch {
		case key == "i" && val == "L":
			return gnu.Usage(p, 125, "line buffering stdin is meaningless")
		case val != "L":
			n, st := xnum.Parse(val, "EGkKMPTYZ0")
			if st == xnum.Overflow {
				p.Errorf("invalid mode %s: Value too large for defined data type", gnu.Quote(val))
				return 125
			}
			if st != xnum.OK {
				p.Errorf("invalid mode %s", gnu.Quote(val))
				return 125
			}
			val = strconv.FormatUint(n, 10)
		}
		switch key {
		case "i":
			modes[0] = val
		case "o":
			modes[1] = val
		default:
			modes[2] = val
		}
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(args) == 0 {
		return gnu.Usage(p, 125, "missing operand")
	}
	if modes == [3]string{} {
		return gnu.Usage(p, 125, "you must specify a buffering mode option")
	}
	env := append([]kern.EnvVar(nil), p.Env...)
	for i, name := range []string{"_STDBUF_I", "_STDBUF_O", "_STDBUF_E"} {
		if modes[i] != "" {
			env = append(env, kern.EnvVar{Name: name, Value: modes[i]})
		}
	}
	env = append(env, kern.EnvVar{Name: "LD_PRELOAD", Value: "/usr/libexec/coreutils/libstdbuf.so"})
	status, err := become(ctx, p, args, env)
	if err != nil {
		return cannotRun(p, "failed to run command ", gnu.Quote(args[0]), err)
	}
	return status
}

func runSetsid(ctx context.Context, p *kern.Proc) int {
	fork, wait := false, false
	args, status, ok := setsidSpec.Parse(p, func(key, _ string) int {
		switch key {
		case "f":
			fork = true
		case "w":
			wait = true
		case "h":
			setsidSpec.OwnHelp(p, p.Stdout)
			return 0
		case "V":
			_, _ = p.Stdout.WriteString("setsid from util-linux 2.38.1\n")
			return 0
		}
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(args) == 0 {
		p.Errorf("no command specified")
		gnu.Try(p)
		return 1
	}
	run := func(ctx context.Context, p *kern.Proc) int {
		status, err := become(ctx, p, args, p.Env)
		if err != nil {
			return cannotRun(p, "failed to execute ", args[0], err)
		}
		return status
	}
	if fork && !wait {
		child := p.Fork()
		child.Args = p.Args
		child.Start(ctx, run)
		return 0
	}
	return run(ctx, p)
}
