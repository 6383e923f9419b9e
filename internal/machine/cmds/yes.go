package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var yesSpec = gnu.Spec{Order: true, Version: "yes" + coreutilsTail + "David MacKenzie."}

func runYes(_ context.Context, p *kern.Proc) int {
	args, st, ok := yesSpec.Parse(p, func(string, string) int { return gnu.Go })
	if !ok {
		return st
	}
	line := "y\n"
	if len(args) > 0 {
		line = strings.Join(args, " ") + "\n"
	}
	b := []byte(line)
	for len(b) < 4096 {
		b = append(b, line...)
	}
	for {
		p.Tick(1)
		if _, err := p.Write(1, b); err != nil {
			p.Errorf("standard output: %s", kern.ErrText(err))
			return 1
		}
	}
}
