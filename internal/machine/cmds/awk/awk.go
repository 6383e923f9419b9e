// Package awk is the simulated mawk 1.3.4-20200120, Debian 12's awk.
package awk

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

const version = "mawk 1.3.4 20200120\nCopyright 2008-2019,2020, Thomas E. Dickey\nCopyright 1991-1996,2014, Michael D. Brennan\n\n" +
	"random-funcs:       srandom/random\nregex-funcs:        internal\ncompiled limits:\nsprintf buffer      8192\n" +
	"maximum-integer     2147483647\n"

// sprintfBuffer is how long the result of sprintf may be, unless -W sprintf says otherwise.
const sprintfBuffer = 8192

// command is what the command line says.
type command struct {
	x       *machine
	sources []source
	assigns []string // of -v, in order
	fs      string
	hasFS   bool
	seeded  bool // by -W random
	files   []string
}

// Program is awk. It exits 2 after an error, and else with the status that exit was given.
func Program(ctx context.Context, p *kern.Proc) int {
	x := &machine{ctx: ctx, p: p, sprintfLimit: sprintfBuffer}
	x.match.Tick = func(n int) error { p.Tick(n); return nil }
	c := &command{x: x}
	if status := c.parse(p.Args[min(1, len(p.Args)):]); status != gnu.Go {
		return status
	}
	x.start(c)
	ps := newParser(x, c.sources)
	x.names = ps.globals
	ps.parse()
	x.prog = &ps.prog
	x.settle()
	for _, a := range c.assigns {
		x.assignOperand(a)
	}
	return x.run()
}

// parse reads the options; it returns gnu.Go, or the status with which awk ends now.
func (c *command) parse(args []string) int {
	for len(args) > 0 {
		a := args[0]
		if len(a) < 2 || a[0] != '-' {
			break
		}
		if args = args[1:]; a == "--" {
			break
		}
		if strings.IndexByte("fFvW", a[1]) < 0 {
			return c.bad("not an option: " + a)
		}
		val := a[2:]
		if val == "" {
			if len(args) == 0 {
				return c.bad("option " + a + " lacks argument")
			}
			val, args = args[0], args[1:]
		}
		if status := c.option(a[1], val); status != gnu.Go {
			return status
		}
	}
	if c.sources == nil {
		if len(args) == 0 {
			c.usage(c.x.p.Stderr)
			return 0
		}
		c.sources, args = []source{{text: args[0]}}, args[1:]
	}
	c.files = args
	return gnu.Go
}

func (c *command) bad(text string) int {
	c.x.p.Stderr.WriteString(c.x.p.Name() + ": " + text + "\n")
	return 2
}

func (c *command) option(letter byte, val string) int {
	p := c.x.p
	switch letter {
	case 'f':
		var b []byte
		var err error
		if val == "-" || val == "/dev/stdin" {
			b, err = p.ReadAll(0)
		} else {
			b, err = p.ReadFile(val)
		}
		if err != nil {
			return c.bad("cannot open " + val + " (" + kern.ErrText(err) + ")")
		}
		c.sources = append(c.sources, source{name: val, text: strings.TrimSuffix(string(b), "\n") + strings.Repeat("\n", min(1, len(b)))})
	case 'F':
		c.fs, c.hasFS = unescape(val), true
	case 'v':
		name, _, ok := strings.Cut(val, "=")
		if !ok || !isName(name) {
			return c.bad("improper assignment: -v " + val)
		}
		c.assigns = append(c.assigns, val)
	case 'W':
		return c.extension(val)
	}
	return gnu.Go
}

// extension takes an option of -W, which may be shortened.
func (c *command) extension(val string) int {
	name, arg, _ := strings.Cut(val, "=")
	is := func(full string) bool { return name != "" && strings.HasPrefix(full, strings.ToLower(name)) }
	p := c.x.p
	switch {
	case is("version"):
		p.Stdout.WriteString(version)
		return 0
	case is("help") || is("usage"):
		c.usage(p.Stdout)
		return 0
	case is("dump"):
		return gnu.UnsupportedOption(p, "-W dump")
	case is("random"):
		c.seeded = true
	case is("sprintf"):
		if n, err := strconv.Atoi(arg); err == nil && n > sprintfBuffer && n < 1<<30 {
			c.x.sprintfLimit = n
		}
	case is("interactive") || is("posix_space") || is("binmode"):
	default:
		p.Stderr.WriteString(p.Name() + ": vacuous option: -W " + val + "\n")
	}
	return gnu.Go
}

// usage lists the options in Orrery's own words.
func (c *command) usage(to *kern.Out) {
	p := c.x.p
	gnu.OwnText(p)
	to.WriteString("Usage: " + p.Name() + " [Options] [Program] [file ...]\n\nOptions simulated by Orrery:\n" +
		"  -f FILE, -F SEPARATOR, -v NAME=VALUE, --, -W version, -W help, -W random=N, -W sprintf=N\n")
}

// start sets up what the parser needs.
func (x *machine) start(c *command) {
	x.ofs, x.ors, x.subsep, x.convfmt, x.ofmt = " ", "\n", "\x1c", "%.6g", "%.6g"
	x.fs, x.rs = splitter{kind: bySpace}, recordSep{ch: '\n'}
	x.seed = num(float64(x.p.K.Now() / 1e9))
	if c.seeded {
		// Debian's mawk takes every seed given here for the first one.
		x.seed = value{}
	}
	x.initial = c
	x.argIndex = 1
	x.stdoutStream = &ostream{name: "/dev/stdout", std: x.p.Stdout}
	x.out = []*ostream{x.stdoutStream, {name: "/dev/stderr", std: x.p.Stderr}}
	x.rec = str("")
	x.isSplit = true
}

// settle makes the variables, when it is known which there are.
func (x *machine) settle() {
	n := len(x.prog.globals)
	x.globals, x.arrays = make([]value, n), make([]*array, n)
	g := x.globals
	g[vFS], g[vOFS], g[vORS], g[vRS] = str(" "), str(" "), str("\n"), str("\n")
	g[vSUBSEP], g[vCONVFMT], g[vOFMT] = str("\x1c"), str("%.6g"), str("%.6g")
	c := x.initial
	if c.hasFS {
		g[vFS] = str(c.fs)
		x.fs = x.splitterFor(c.fs)
	}
	argv := &array{}
	*x.lookup(argv, key{isNum: true}, true) = from(x.p.Args[0])
	for i, f := range c.files {
		*x.lookup(argv, key{isNum: true, n: int32(i + 1)}, true) = from(f)
	}
	x.arrays[vARGV] = argv
	g[vARGC] = num(float64(len(c.files) + 1))
	env := &array{}
	if x.prog.usesEnv {
		for i := range x.p.Env {
			x.p.Taint(x.p.Env[i].Label)
			*x.lookup(env, key{s: x.p.Env[i].Name}, true) = from(x.p.Env[i].Value)
		}
	}
	x.arrays[vENVIRON] = env
}
