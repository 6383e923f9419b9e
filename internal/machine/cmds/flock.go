package cmds

import (
	"context"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var flockSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 's', Long: "shared"}, {Short: 'x', Long: "exclusive"}, {Short: 'e'}, {Short: 'u', Long: "unlock"},
		{Short: 'n', Long: "nonblock"}, {Long: "nb"}, {Short: 'w', Long: "timeout", Arg: gnu.Required}, {Long: "wait", Arg: gnu.Required},
		{Short: 'E', Long: "conflict-exit-code", Arg: gnu.Required}, {Short: 'o', Long: "close"}, {Short: 'c', Long: "command"},
		{Short: 'F', Long: "no-fork"}, {Long: "verbose", Unsupported: true}, {Short: 'h', Long: "help"}, {Short: 'V', Long: "version"},
	},
	Status: 64,
	Order:  true,
}

// flockRun holds the options of one run.
type flockRun struct {
	p        *kern.Proc
	mode     kern.LockMode
	wait     int64 // nanoseconds, or -1 for ever
	conflict int   // status when the lock is not to be had
}

func runFlock(ctx context.Context, p *kern.Proc) int {
	f := flockRun{p: p, mode: kern.LockExclusive, wait: -1, conflict: 1}
	args, status, ok := flockSpec.Parse(p, f.option)
	if !ok {
		return status
	}
	if len(args) == 0 {
		return gnu.Usage(p, 64, "not enough arguments")
	}
	if len(args) == 1 {
		fd, err := strconv.Atoi(args[0])
		if err != nil || fd < 0 {
			p.Errorf("bad file descriptor: '%s'", args[0])
			return 64
		}
		if p.FD(fd) == nil {
			p.Errorf("%d: Bad file descriptor", fd)
			return 65
		}
		return f.lock(fd)
	}
	cmd := args[1:]
	if cmd[0] == "-c" || cmd[0] == "--command" {
		if len(cmd) != 2 {
			p.Errorf("%s requires exactly one command argument", cmd[0])
			return 64
		}
		shell, _ := p.Getenv("SHELL")
		if shell == "" {
			shell = "/bin/sh"
		}
		cmd = []string{shell, "-c", cmd[1]}
	}
	fd, err := p.Open(args[0], kern.ReadOnly|kern.Creat, 0o666)
	if err == error(tree.EISDIR) {
		fd, err = p.Open(args[0], kern.ReadOnly, 0)
	}
	if err != nil {
		p.Errorf("cannot open lock file %s: %s", args[0], kern.ErrText(err))
		return 66
	}
	if st := f.lock(fd); st != 0 {
		return st
	}
	status, err = become(ctx, p, cmd, p.Env)
	if err != nil {
		p.Errorf("failed to execute %s: %s", cmd[0], kern.ErrText(err))
		return 69
	}
	return status
}

func (f *flockRun) option(key, val string) int {
	switch key {
	case "s":
		f.mode = kern.LockShared
	case "x", "e":
		f.mode = kern.LockExclusive
	case "u":
		f.mode = kern.Unlock
	case "n", "nb":
		f.wait = 0
	case "w", "wait":
		s, err := strconv.ParseFloat(val, 64)
		if err != nil || s > 1e9 {
			f.p.Errorf("invalid timeout value: '%s'", val)
			return 64
		}
		if s < 0 {
			f.p.Errorf("cannot set up timer: Invalid argument")
			return 71
		}
		f.wait = int64(s * 1e9)
	case "E":
		n, err := strconv.Atoi(val)
		if err != nil {
			f.p.Errorf("invalid exit code: '%s'", val)
			return 64
		}
		if n < 0 || n > 255 {
			f.p.Errorf("exit code out of range (expected 0 to 255)")
			return 64
		}
		f.conflict = n
	case "h":
		flockSpec.OwnHelp(f.p, f.p.Stdout)
		return 0
	case "V":
		_, _ = f.p.Stdout.WriteString("flock from util-linux 2.38.1\n")
		return 0
	}
	return gnu.Go
}

// lockPause is how long a program that waits for a lock sleeps before it looks again.
const lockPause = 10e6

// lock takes the lock, waiting as long as the options say, and returns the exit status.
func (f *flockRun) lock(fd int) int {
	for waited := int64(0); !f.p.Flock(fd, f.mode); waited += lockPause {
		if f.wait >= 0 && waited >= f.wait {
			return f.conflict
		}
		f.p.Tick(20)
		f.p.Sleep(lockPause)
	}
	return 0
}
