package diff

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var sdiffSpec = gnu.Spec{
	Options: []gnu.Option{
		{Long: "diff-program", Arg: gnu.Required, Unsupported: true}, {Short: 't', Long: "expand-tabs"}, {Short: 'W', Long: "ignore-all-space"},
		{Short: 'B', Long: "ignore-blank-lines"}, {Short: 'i', Long: "ignore-case"}, {Short: 'I', Long: "ignore-matching-lines", Arg: gnu.Required},
		{Short: 'b', Long: "ignore-space-change"}, {Short: 'E', Long: "ignore-tab-expansion"}, {Short: 'Z', Long: "ignore-trailing-space"},
		{Short: 'l', Long: "left-column"}, {Short: 'd', Long: "minimal"}, {Short: 'o', Long: "output", Arg: gnu.Required, Unsupported: true},
		{Short: 'H', Long: "speed-large-files"}, {Long: "strip-trailing-cr"}, {Short: 's', Long: "suppress-common-lines"},
		{Long: "tabsize", Arg: gnu.Required}, {Short: 'a', Long: "text"}, {Short: 'w', Long: "width", Arg: gnu.Required}, {Short: 'v', Long: "version"},
	},
	Status: 2, TryPrefix: true, Version: Version("sdiff", "Thomas Lord"),
}

// sdiffArgs are the options of diff that those of sdiff stand for.
var sdiffArgs = map[string]string{"t": "-t", "W": "-w", "B": "-B", "i": "-i", "I": "-I", "b": "-b", "E": "-E", "Z": "-Z", "l": "--left-column",
	"d": "-d", "H": "-H", "strip-trailing-cr": "--strip-trailing-cr", "s": "--suppress-common-lines", "tabsize": "--tabsize", "a": "-a", "w": "-W"}

// Sdiff is sdiff without -o: it becomes diff -y.
func Sdiff(ctx context.Context, p *kern.Proc) int {
	args := []string{"diff", "-y"}
	operands, status, ok := sdiffSpec.Parse(p, func(key, val string) int {
		if key == "v" {
			p.Stdout.WriteString(sdiffSpec.Version + "\n")
			return 0
		}
		arg := sdiffArgs[key]
		switch {
		case val == "":
		case strings.HasPrefix(arg, "--"):
			arg += "=" + val
		default:
			arg += val
		}
		args = append(args, arg)
		return gnu.Go
	})
	if !ok {
		return status
	}
	d := differ{p: p}
	switch {
	case len(operands) < 2:
		last := p.Args[len(p.Args)-1]
		if len(operands) == 1 {
			last = operands[0]
		}
		return d.fail("missing operand after '%s'", last)
	case len(operands) > 2:
		return d.fail("extra operand '%s'", operands[2])
	}
	p.Args = append(append(args, "--"), operands...)
	return Program(ctx, p)
}
