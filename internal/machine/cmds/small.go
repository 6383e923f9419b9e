package cmds

import (
	"context"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var (
	trueSpec  = gnu.Spec{Version: gnu.CoreutilsVersion("true", "Jim Meyering")}
	falseSpec = gnu.Spec{Version: gnu.CoreutilsVersion("false", "Jim Meyering")}
)

// constant runs true or false: --help and --version count only when they stand alone.
func constant(p *kern.Proc, s *gnu.Spec, status int) int {
	if len(p.Args) == 2 && (p.Args[1] == "--help" || p.Args[1] == "--version") {
		s.Parse(p, nil)
	}
	return status
}

func trueProgram(_ context.Context, p *kern.Proc) int  { return constant(p, &trueSpec, 0) }
func falseProgram(_ context.Context, p *kern.Proc) int { return constant(p, &falseSpec, 1) }
