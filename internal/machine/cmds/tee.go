package cmds

import (
	"context"
	"io"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var teeSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'a', Long: "append"},
		{Short: 'i', Long: "ignore-interrupts"},
		{Short: 'p'},
		{Long: "output-error", Arg: gnu.Optional},
	},
	Version: "tee" + coreutilsTail + "Mike Parker, Richard M. Stallman, and David MacKenzie.",
}

// What tee does when an output fails.
const (
	teeSignal = iota // die of a broken pipe, report the rest
	teeWarn
	teeWarnNoPipe
	teeExit
	teeExitNoPipe
)

var teeWords = []word{{"warn", teeWarn}, {"warn-nopipe", teeWarnNoPipe}, {"exit", teeExit}, {"exit-nopipe", teeExitNoPipe}}

type teeOut struct {
	fd   int // -1: given up
	name string
}

func runTee(_ context.Context, p *kern.Proc) int {
	flags, mode := kern.WriteOnly|kern.Creat|kern.Trunc, teeSignal
	files, st, ok := teeSpec.Parse(p, func(key, val string) int {
		switch key {
		case "a":
			flags = kern.WriteOnly | kern.Creat | kern.Append
		case "i":
			p.SetSignal(kern.SIGINT, kern.Ignore)
		case "p":
			mode = teeWarnNoPipe
		case "output-error":
			mode = teeWarnNoPipe
			if val != "" {
				var ok bool
				if mode, ok = matchWord(p, "--output-error", val, teeWords); !ok {
					return 1
				}
			}
		}
		return gnu.Go
	})
	if !ok {
		return st
	}
	if mode != teeSignal {
		p.SetSignal(kern.SIGPIPE, kern.Ignore)
	}
	outs := []teeOut{{1, "standard output"}}
	status := 0
	for _, f := range files {
		fd, err := p.Open(f, flags, 0o666)
		if err != nil {
			p.Errorf("%s: %s", gnu.QuoteF(f), kern.ErrText(err))
			if status = 1; mode == teeExit || mode == teeExitNoPipe {
				return 1
			}
			continue
		}
		outs = append(outs, teeOut{fd, f})
	}
	return max(status, teeCopy(p, outs, mode))
}

// teeCopy moves standard input to all outputs until none is left.
func teeCopy(p *kern.Proc, outs []teeOut, mode int) (status int) {
	buf := make([]byte, readSize(p, 0, 1024))
	for left := len(outs); left > 0; {
		n, runs, err := p.ReadRuns(0, buf)
		if err == io.EOF {
			break
		}
		if err != nil {
			p.Errorf("read error: %s", kern.ErrText(err))
			return 1
		}
		for i := range outs {
			o := &outs[i]
			if o.fd < 0 {
				continue
			}
			_, err := p.WriteRuns(o.fd, buf[:n], runs)
			if err == nil {
				continue
			}
			o.fd = -1
			left--
			if broken := err == error(tree.EPIPE); !broken || mode == teeWarn || mode == teeExit {
				p.Errorf("%s: %s", teeName(o.name), kern.ErrText(err))
				status = 1
				if mode == teeExit || mode == teeExitNoPipe {
					return 1
				}
			}
		}
		if n == len(buf) && n < 8192 {
			buf = make([]byte, 8192)
		}
	}
	return status
}

func teeName(name string) string {
	if name == "standard output" {
		return gnu.QuoteAF(name)
	}
	return gnu.QuoteF(name)
}
