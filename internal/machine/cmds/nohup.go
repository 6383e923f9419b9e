package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var (
	nohupSpec = gnu.Spec{Status: 125, Order: true, Version: gnu.CoreutilsVersion("nohup", "Jim Meyering")}
	niceSpec  = gnu.Spec{
		Options: []gnu.Option{{Short: 'n', Long: "adjustment", Arg: gnu.Required}},
		Status:  125,
		Order:   true,
		Version: gnu.CoreutilsVersion("nice", "David MacKenzie"),
	}
)

func nohup(ctx context.Context, p *kern.Proc) int {
	args, status, ok := nohupSpec.Parse(p, nil)
	if !ok {
		return status
	}
	if len(args) == 0 {
		return gnu.Usage(p, 125, "missing operand")
	}
	if !nohupRedirect(p) {
		return 125
	}
	p.SetSignal(kern.SIGHUP, kern.Ignore)
	status, err := become(ctx, p, args, p.Env)
	if err != nil {
		return cannotRun(p, "failed to run command ", gnu.QuoteAF(args[0]), err)
	}
	return status
}

// nohupRedirect moves streams away from a terminal.
func nohupRedirect(p *kern.Proc) bool {
	in, out, errs := p.IsTerminal(0), p.IsTerminal(1), p.IsTerminal(2)
	if in {
		f, err := p.OpenFile("/dev/null", kern.ReadOnly, 0)
		if err == nil {
			err = p.SetFD(0, f)
		}
		if err != nil {
			p.Errorf("failed to render standard input unusable: %s", kern.ErrText(err))
			return false
		}
		if !out && !errs {
			p.Errorf("ignoring input")
		}
	}
	if out {
		file, err := nohupOutput(p)
		if err != nil {
			return false
		}
		if in {
			p.Errorf("ignoring input and appending output to %s", gnu.QuoteAF(file))
		} else {
			p.Errorf("appending output to %s", gnu.QuoteAF(file))
		}
	}
	if errs {
		if !out {
			if in {
				p.Errorf("ignoring input and redirecting stderr to stdout")
			} else {
				p.Errorf("redirecting stderr to stdout")
			}
		}
		_ = p.Dup(1, 2)
	}
	return true
}

// nohupOutput makes nohup.out, here or in the home directory, standard output.
func nohupOutput(p *kern.Proc) (string, error) {
	names := []string{"nohup.out"}
	if home, ok := p.Getenv("HOME"); ok {
		names = append(names, gnu.Join(home, "nohup.out"))
	}
	var err error
	for _, n := range names {
		var f *kern.File
		if f, err = p.OpenFile(n, kern.WriteOnly|kern.Creat|kern.Append, 0o600); err == nil {
			return n, p.SetFD(1, f)
		}
		p.Errorf("failed to open %s: %s", gnu.QuoteAF(n), kern.ErrText(err))
	}
	return "", err
}

func nice(ctx context.Context, p *kern.Proc) int {
	given, has := "", false
	var rest []string
	args := p.Args[1:]
	// The old forms -N, -+N and --N stand among the options.
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		s := args[0][1:]
		if t := strings.TrimLeft(s[:1], "-+") + s[1:]; t != "" && t[0] >= '0' && t[0] <= '9' {
			given, has, args = s, true, args[1:]
			continue
		}
		n := 1
		if (args[0] == "-n" || args[0] == "--adjustment") && len(args) > 1 {
			n = 2
		}
		p.Args = append([]string{p.Args[0]}, args[:n]...)
		ops, status, ok := niceSpec.Parse(p, func(_, val string) int {
			given, has = val, true
			return gnu.Go
		})
		if !ok {
			return status
		}
		end := args[0] == "--"
		args, rest = args[n:], append(rest, ops...)
		if end {
			break
		}
	}
	adjustment := 10
	if has {
		n, err := strconv.Atoi(given)
		if err != nil && !strings.Contains(err.Error(), "range") {
			p.Errorf("invalid adjustment %s", gnu.Quote(given))
			return 125
		}
		adjustment = max(-39, min(39, n))
	}
	if args = append(rest, args...); len(args) == 0 {
		if has {
			return gnu.Usage(p, 125, "a command must be given with an adjustment")
		}
		p.Stdout.WriteString(strconv.Itoa(p.Nice) + "\n")
		return 0
	}
	return niceRun(ctx, p, args, adjustment)
}

func niceRun(ctx context.Context, p *kern.Proc, args []string, adjustment int) int {
	if adjustment < 0 && p.Cred.UID != 0 {
		p.Errorf("cannot set niceness: %s", kern.ErrText(tree.EACCES))
	} else {
		p.Nice = max(-20, min(19, p.Nice+adjustment))
	}
	status, err := become(ctx, p, args, p.Env)
	if err != nil {
		return cannotRun(p, "", gnu.Quote(args[0]), err)
	}
	return status
}
