// Package grep is the simulated GNU grep 3.8 with egrep and fgrep, as Debian 12 ships them.
package grep

import (
	"context"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// trouble is grep's exit status after an error.
const trouble = 2

// Program is grep. It exits 0 when a line was selected, 1 when none was and 2 after an error.
func Program(_ context.Context, p *kern.Proc) int { return run(p) }

// Egrep is egrep: Debian's script around grep -E, so messages are grep's.
func Egrep(_ context.Context, p *kern.Proc) int { return as(p, "-E") }

// Fgrep is fgrep: Debian's script around grep -F.
func Fgrep(_ context.Context, p *kern.Proc) int { return as(p, "-F") }

func as(p *kern.Proc, option string) int {
	args := append(make([]string, 0, len(p.Args)+1), "grep", option)
	p.Args = append(args, p.Args[min(1, len(p.Args)):]...)
	return run(p)
}

func run(p *kern.Proc) int {
	tick := func(n int) error { p.Tick(n); return nil }
	g := &grep{p: p, tick: tick, cfg: config{max: -1, before: -1, after: -1, around: -1, separator: "--"}}
	files, status, ok := g.options()
	if !ok {
		return status
	}
	if g.cfg.max == 0 && g.cfg.list != 'L' {
		return 1
	}
	if status := g.prepare(len(files)); status != gnu.Go {
		return status
	}
	return g.all(files)
}

// grep is one run of the program.
type grep struct {
	p    *kern.Proc
	tick func(n int) error
	cfg  config
	find finder
	col  colors

	names   bool // print the file name with each line
	out     kern.Stat
	outFile bool // standard output is a regular file
	printed bool // some line has been printed, so that a separator may follow
	errors  bool
	matched bool
	scan    scanner
	num     [24]byte
}

// prepare settles what depends on several options.
func (g *grep) prepare(files int) int {
	c := &g.cfg
	if c.before < 0 {
		c.before = c.around
	}
	if c.after < 0 {
		c.after = c.around
	}
	if err := g.compile(); err != "" {
		if err != silent {
			g.p.Errorf("%s", err)
		}
		return trouble
	}
	if c.color {
		g.setColors()
	}
	if c.quiet || c.count || c.list != 0 {
		c.before, c.after = -1, -1
	}
	g.names = c.filename == always || c.filename == auto && (files > 1 || c.dirs == recurse)
	if st, err := g.p.StatFD(1); err == nil && st.Kind == tree.Regular {
		g.out, g.outFile = st, true
	}
	return gnu.Go
}

// all searches the operands, or what stands for them.
func (g *grep) all(files []string) int {
	if len(files) == 0 {
		if g.cfg.dirs == recurse {
			g.walk(".", true)
		} else {
			g.stdin()
		}
	} else {
		if len(files) == 1 && g.cfg.filename == auto && g.cfg.dirs == recurse {
			// A single operand that is no directory gets no name in front of its lines.
			if st, err := g.p.Stat(files[0]); files[0] == "-" || err == nil && !st.IsDir() {
				g.names = false
			}
		}
		for _, f := range files {
			g.operand(f)
			if g.matched && g.cfg.quiet {
				return 0
			}
		}
	}
	switch {
	case g.errors && !(g.cfg.quiet && g.matched):
		return trouble
	case g.matched:
		return 0
	}
	return 1
}

func (g *grep) operand(name string) {
	switch {
	case name == "-":
		g.stdin()
	case g.cfg.dirs == recurse:
		g.walk(name, false)
	default:
		g.named(name)
	}
}

func (g *grep) stdin() {
	name := g.cfg.label
	if name == "" {
		name = "(standard input)"
	}
	g.search(0, name, true)
}

// fail reports a file that cannot be searched.
func (g *grep) fail(name string, err error) {
	g.errors = true
	if !g.cfg.noMessages {
		g.p.Errorf("%s: %s", name, kern.ErrText(err))
	}
}

func (g *grep) complain(name, text string) {
	g.errors = true
	if !g.cfg.noMessages {
		g.p.Errorf("%s: %s", name, text)
	}
}
