package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var printenvSpec = gnu.Spec{
	Options: []gnu.Option{{Short: '0', Long: "null"}},
	Status:  2,
	Order:   true,
	Version: gnu.CoreutilsVersion("printenv", "David MacKenzie and Richard Mlynarik"),
}

func printenv(_ context.Context, p *kern.Proc) int {
	end := "\n"
	names, status, ok := printenvSpec.Parse(p, func(_, _ string) int {
		end = "\x00"
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(names) == 0 {
		for _, v := range p.Env {
			p.Taint(v.Label)
			p.Stdout.WriteString(v.Name + "=" + v.Value + end)
		}
		return 0
	}
	for _, n := range names {
		v, set := p.Getenv(n)
		if !set || strings.IndexByte(n, '=') >= 0 {
			status = 1
			continue
		}
		p.Stdout.WriteString(v + end)
	}
	return status
}
