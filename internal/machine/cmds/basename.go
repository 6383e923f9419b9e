package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var (
	basenameSpec = gnu.Spec{
		Options: []gnu.Option{{Short: 'a', Long: "multiple"}, {Short: 's', Long: "suffix", Arg: gnu.Required}, {Short: 'z', Long: "zero"}},
		Order:   true,
		Version: gnu.CoreutilsVersion("basename", "David MacKenzie"),
	}
	dirnameSpec = gnu.Spec{
		Options: []gnu.Option{{Short: 'z', Long: "zero"}},
		Version: gnu.CoreutilsVersion("dirname", "David MacKenzie and Jim Meyering"),
	}
)

func basename(_ context.Context, p *kern.Proc) int {
	many, suffix, end := false, "", "\n"
	names, status, ok := basenameSpec.Parse(p, func(key, val string) int {
		switch key {
		case "a":
			many = true
		case "s":
			many, suffix = true, val
		case "z":
			end = "\x00"
		}
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(names) == 0 {
		return gnu.Usage(p, 1, "missing operand")
	}
	if !many {
		if len(names) > 2 {
			return gnu.Usage(p, 1, "extra operand "+gnu.Quote(names[2]))
		}
		if len(names) == 2 {
			suffix, names = names[1], names[:1]
		}
	}
	for _, n := range names {
		p.Tick(1)
		s := gnu.Base(n)
		if s == "" && n != "" {
			s = "/"
		}
		if cut := strings.TrimSuffix(s, suffix); cut != "" {
			s = cut
		}
		p.Stdout.WriteString(s + end)
	}
	return 0
}

func dirname(_ context.Context, p *kern.Proc) int {
	end := "\n"
	names, status, ok := dirnameSpec.Parse(p, func(_, _ string) int {
		end = "\x00"
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(names) == 0 {
		return gnu.Usage(p, 1, "missing operand")
	}
	for _, n := range names {
		p.Tick(1)
		p.Stdout.WriteString(gnu.Dir(n) + end)
	}
	return 0
}
