package diff

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/regex"
)

// Program is diff. Its exit status is 0 when all is alike, 1 when something differs and 2 for trouble.
func Program(_ context.Context, p *kern.Proc) int {
	d := &differ{p: p, obsolete: -1}
	operands, status, ok := spec.Parse(p, d.option)
	if !ok {
		return status
	}
	if status := d.settle(); status != gnu.Go {
		return status
	}
	d.switches = switches(p, len(operands))
	status = d.operands(operands)
	d.flush()
	return status
}

// settle works out what options mean together.
func (d *differ) settle() int {
	var status int
	if d.functionRE, status = d.compile(d.function); status != gnu.Go {
		return status
	}
	if d.ignoreRE, status = d.compile(d.ignore); status != gnu.Go {
		return status
	}
	if len(d.labels) > 2 {
		d.p.Errorf("too many file label options")
		return 2
	}
	if d.style == styleNone {
		d.style = styleNormal
		if len(d.function) > 0 {
			d.style = styleContext
		}
	}
	switch {
	case d.style != styleContext && d.style != styleUnified:
		d.context = 0
	case d.obsolete >= 0 && (d.context < d.obsolete || !d.explicitContext):
		d.context = d.obsolete
	case !d.explicitContext:
		d.context = 3
	}
	d.horizon = max(d.horizon, d.context)
	if d.tabSize == 0 {
		d.tabSize = 8
	}
	if d.width == 0 {
		d.width = 130
	}
	d.columns()
	if d.style == styleIfdef {
		d.defaultFormats()
	}
	if d.color && !d.palette.set() {
		d.p.Errorf("unparsable value for --palette")
		d.color = false
	}
	return gnu.Go
}

// columns works out where the columns of side by side are.
func (d *differ) columns() {
	t := d.tabSize
	if d.expandTabs {
		t = 1
	}
	const gutter = 3
	off := (d.width + t + gutter) / (2 * t) * t
	d.half = max(0, min(off-gutter, d.width-off))
	d.column2 = d.width
	if d.half > 0 {
		d.column2 = off
	}
}

// compile makes one expression of patterns that may all match; nil for none.
func (d *differ) compile(patterns []string) (*regex.Regexp, int) {
	if len(patterns) == 0 {
		return nil, gnu.Go
	}
	for _, pat := range patterns {
		d.p.Tick(1 + len(pat)/8)
		if _, err := regex.Compile(pat, regex.Options{Syntax: regex.BRE, Tool: regex.Libc}); err != nil {
			d.p.Errorf("%s: %s", pat, err)
			return nil, 2
		}
	}
	re, err := regex.CompileList(patterns, regex.Options{Syntax: regex.BRE, Tool: regex.Libc})
	if err != nil {
		d.p.Errorf("%s: %s", patterns[len(patterns)-1], err)
		return nil, 2
	}
	return re, gnu.Go
}

// switches writes the options as the line before each pair of files of a directory shows them.
func switches(p *kern.Proc, operands int) string {
	var b strings.Builder
	// Options go before operands, as getopt leaves them.
	opts := p.Args[1:]
	if operands > 0 && len(opts) >= operands {
		opts = permuted(opts, operands)
	}
	for _, a := range opts {
		b.WriteString(" " + gnu.QuoteAs(a, gnu.StyleShell, ""))
	}
	return b.String()
}

// permuted returns the arguments that are options: all but the operands, in order.
func permuted(args []string, operands int) []string {
	var opts []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return append(opts, a)
		}
		if len(a) < 2 || a[0] != '-' {
			continue
		}
		opts = append(opts, a)
		if takesNext(a) && i+1 < len(args) {
			i++
			opts = append(opts, args[i])
		}
	}
	return opts
}

// takesNext says whether an argument is an option whose value is the next argument.
func takesNext(a string) bool {
	if name, ok := strings.CutPrefix(a, "--"); ok {
		if strings.Contains(name, "=") {
			return false
		}
		for i := range spec.Options {
			if o := &spec.Options[i]; o.Long != "" && strings.HasPrefix(o.Long, name) {
				return o.Arg == gnu.Required
			}
		}
		return false
	}
	for i := 1; i < len(a); i++ {
		for k := range spec.Options {
			if o := &spec.Options[k]; o.Short == a[i] && o.Arg == gnu.Required {
				return i+1 == len(a)
			}
		}
	}
	return false
}

// operands compares what the command line names.
func (d *differ) operands(names []string) int {
	if d.fromFile != nil && d.toFile != nil {
		d.p.Errorf("--from-file and --to-file both specified")
		return 2
	}
	status := 0
	switch {
	case d.fromFile != nil:
		for _, n := range names {
			status = max(status, d.files(nil, d.fromFile, &n))
		}
	case d.toFile != nil:
		for _, n := range names {
			status = max(status, d.files(nil, &n, d.toFile))
		}
	case len(names) < 2:
		last := d.p.Args[len(d.p.Args)-1]
		if len(names) == 1 {
			last = names[0]
		}
		return d.fail("missing operand after '%s'", last)
	case len(names) > 2:
		return d.fail("extra operand '%s'", names[2])
	default:
		status = d.files(nil, &names[0], &names[1])
	}
	return status
}

// say prints a message on standard output.
func (d *differ) say(parts ...string) {
	for _, s := range parts {
		d.out = append(d.out, s...)
	}
	d.spill()
}

// spill writes out what waits once it is much.
func (d *differ) spill() {
	if len(d.out) >= 4096 {
		d.flush()
	}
}

func (d *differ) flush() {
	if len(d.out) > 0 {
		d.p.Tick(len(d.out) >> 6)
		_, _ = d.p.Stdout.Write(d.out)
		d.out = d.out[:0]
	}
}
