package cmds

import (
	"context"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var (
	linkSpec   = gnu.Spec{Version: gnu.CoreutilsVersion("link", "Michael Stone")}
	unlinkSpec = gnu.Spec{Version: gnu.CoreutilsVersion("unlink", "Michael Stone")}
	syncSpec   = gnu.Spec{
		Options: []gnu.Option{{Short: 'd', Long: "data"}, {Short: 'f', Long: "file-system"}},
		Version: gnu.CoreutilsVersion("sync", "Jim Meyering and Giuseppe Scrivano"),
	}
)

// operandCount complains unless there are n operands.
func operandCount(p *kern.Proc, args []string, n int) bool {
	switch {
	case len(args) == 0 && n > 0:
		gnu.Usage(p, 1, "missing operand")
	case len(args) < n:
		gnu.Usage(p, 1, "missing operand after "+gnu.Quote(args[len(args)-1]))
	case len(args) > n:
		gnu.Usage(p, 1, "extra operand "+gnu.Quote(args[n]))
	default:
		return true
	}
	return false
}

func link(_ context.Context, p *kern.Proc) int {
	args, status, ok := linkSpec.Parse(p, nil)
	if !ok {
		return status
	}
	if !operandCount(p, args, 2) {
		return 1
	}
	if err := p.Link(args[0], args[1], false); err != nil {
		p.Errorf("cannot create link %s to %s: %s", gnu.QuoteAF(args[1]), gnu.QuoteAF(args[0]), kern.ErrText(err))
		return 1
	}
	return 0
}

func unlink(_ context.Context, p *kern.Proc) int {
	args, status, ok := unlinkSpec.Parse(p, nil)
	if !ok {
		return status
	}
	if !operandCount(p, args, 1) {
		return 1
	}
	if err := p.Unlink(args[0]); err != nil {
		p.Errorf("cannot unlink %s: %s", gnu.QuoteAF(args[0]), kern.ErrText(err))
		return 1
	}
	return 0
}

// syncProgram has nothing to do: memory is the disk.
func syncProgram(_ context.Context, p *kern.Proc) int {
	data, fs := false, false
	files, status, ok := syncSpec.Parse(p, func(key, _ string) int {
		data, fs = data || key == "d", fs || key == "f"
		return gnu.Go
	})
	if !ok {
		return status
	}
	switch {
	case data && fs:
		p.Errorf("cannot specify both --data and --file-system")
		return 1
	case data && len(files) == 0:
		p.Errorf("--data needs at least one argument")
		return 1
	}
	for _, f := range files {
		p.Tick(1)
		st, err := p.Stat(f)
		if err == nil && p.Access(f, 4) != nil && (st.IsDir() || p.Access(f, 2) != nil) {
			err = tree.EACCES
		}
		if err != nil {
			p.Errorf("error opening %s: %s", gnu.QuoteAF(f), kern.ErrText(err))
			status = 1
		}
	}
	return status
}
