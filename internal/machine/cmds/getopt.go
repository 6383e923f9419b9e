package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var getoptSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'a', Long: "alternative"},
		{Short: 'l', Long: "longoptions", Arg: gnu.Required},
		{Short: 'n', Long: "name", Arg: gnu.Required},
		{Short: 'o', Long: "options", Arg: gnu.Required},
		{Short: 'q', Long: "quiet"},
		{Short: 'Q', Long: "quiet-output"},
		{Short: 's', Long: "shell", Arg: gnu.Required},
		{Short: 'T', Long: "test"},
		{Short: 'u', Long: "unquoted"},
		{Short: 'h', Long: "help"},
		{Short: 'V', Long: "version"},
	},
	Status: 2,
	Order:  true,
}

// The statuses of getopt.
const (
	getoptBad   = 1 // the parameters have an error
	getoptUsage = 2
	getoptTest  = 4
)

type getoptLong struct {
	name string
	arg  gnu.Arg
}

// getoptRun is one run of getopt: what to recognize, and what is left to read.
type getoptRun struct {
	p        *kern.Proc
	name     string // in messages
	short    string
	long     []getoptLong
	longOnly bool
	silent   bool
	unquoted bool
	noOutput bool
	csh      bool
	bad      bool
	args     []string
	operands []string
	hasShort bool
}

func runGetopt(_ context.Context, p *kern.Proc) int {
	g := getoptRun{p: p, name: p.Args[0]}
	_, old := p.Getenv("GETOPT_COMPATIBLE")
	if len(p.Args) == 1 {
		if old {
			_, _ = p.Stdout.WriteString(" --\n")
			return 0
		}
		return gnu.Usage(p, getoptUsage, "missing optstring argument")
	}
	if old || p.Args[1] == "" || p.Args[1][0] != '-' {
		g.unquoted, g.short, g.args = true, strings.TrimLeft(p.Args[1], "-+"), p.Args[2:]
		return g.run()
	}
	rest, status, ok := getoptSpec.Parse(p, g.option)
	if !ok {
		return status
	}
	if !g.hasShort {
		if len(rest) == 0 {
			return gnu.Usage(p, getoptUsage, "missing optstring argument")
		}
		g.short, rest = rest[0], rest[1:]
	}
	g.args = rest
	return g.run()
}

func (g *getoptRun) option(key, val string) int {
	switch key {
	case "a":
		g.longOnly = true
	case "l":
		return g.addLong(val)
	case "n":
		g.name = val
	case "o":
		g.short, g.hasShort = val, true
	case "q":
		g.silent = true
	case "Q":
		g.noOutput = true
	case "s":
		switch val {
		case "sh", "bash":
			g.csh = false
		case "csh", "tcsh":
			g.csh = true
		default:
			return gnu.Usage(g.p, getoptUsage, "unknown shell after -s or --shell argument")
		}
	case "T":
		return getoptTest
	case "u":
		g.unquoted = true
	case "h":
		getoptSpec.OwnHelp(g.p, g.p.Stdout)
		return 0
	case "V":
		_, _ = g.p.Stdout.WriteString("getopt from util-linux 2.38.1\n")
		return 0
	}
	return gnu.Go
}

// addLong adds the names of a list such as "all,name:,color::".
func (g *getoptRun) addLong(list string) int {
	for _, name := range strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(", \t\n", r) }) {
		l := getoptLong{name: name}
		if s, ok := strings.CutSuffix(name, "::"); ok {
			l = getoptLong{s, gnu.Optional}
		} else if s, ok := strings.CutSuffix(name, ":"); ok {
			l = getoptLong{s, gnu.Required}
		}
		if l.name == "" {
			return gnu.Usage(g.p, getoptUsage, "empty long option after -l or --long argument")
		}
		g.long = append(g.long, l)
	}
	return gnu.Go
}

// run reads the parameters, prints them in order and returns the exit status.
func (g *getoptRun) run() int {
	order, inPlace := false, false
	if strings.HasPrefix(g.short, "-") {
		inPlace, g.short = true, g.short[1:]
	} else if strings.HasPrefix(g.short, "+") {
		order, g.short = true, g.short[1:]
	}
	if _, posix := g.p.Getenv("POSIXLY_CORRECT"); posix && !inPlace {
		order = true
	}
	if strings.HasPrefix(g.short, ":") {
		g.silent, g.short = true, g.short[1:]
	}
	for len(g.args) > 0 {
		g.p.Tick(1)
		a := g.args[0]
		if a == "--" {
			g.args = g.args[1:]
			break
		}
		if len(a) < 2 || a[0] != '-' {
			if order {
				break
			}
			g.args = g.args[1:]
			if inPlace {
				g.put(" " + g.quote(a))
			} else {
				g.operands = append(g.operands, a)
			}
			continue
		}
		g.args = g.args[1:]
		if !g.readLong(a) {
			g.readShort(a[1:])
		}
	}
	g.put(" --")
	for _, a := range append(g.operands, g.args...) {
		g.put(" " + g.quote(a))
	}
	g.put("\n")
	if g.bad {
		return getoptBad
	}
	return 0
}

func (g *getoptRun) put(s string) {
	if !g.noOutput {
		_, _ = g.p.Stdout.WriteString(s)
	}
}

func (g *getoptRun) wrong(msg string) {
	g.bad = true
	if !g.silent {
		_, _ = g.p.Stderr.WriteString(g.name + ": " + msg + "\n")
	}
}

// readLong takes a long option; it returns false for a parameter that is to be read as short options.
func (g *getoptRun) readLong(a string) bool {
	prefix := "--"
	if !strings.HasPrefix(a, "--") {
		if !g.longOnly || len(a) == 2 && g.has(a[1]) {
			return false
		}
		prefix = "-"
	}
	word := a[len(prefix):]
	name, val, hasVal := strings.Cut(word, "=")
	l, found := g.match(name)
	if l == nil {
		switch {
		case found > 1:
			msg := "option '" + prefix + word + "' is ambiguous; possibilities:"
			for i := range g.long {
				if strings.HasPrefix(g.long[i].name, name) {
					msg += " '" + prefix + g.long[i].name + "'"
				}
			}
			g.wrong(msg)
		case prefix == "-" && g.has(word[0]):
			return false
		default:
			g.wrong("unrecognized option '" + prefix + word + "'")
		}
		return true
	}
	switch {
	case hasVal && l.arg == gnu.None:
		g.wrong("option '" + prefix + l.name + "' doesn't allow an argument")
		return true
	case !hasVal && l.arg == gnu.Required:
		if len(g.args) == 0 {
			g.wrong("option '" + prefix + l.name + "' requires an argument")
			return true
		}
		val, g.args = g.args[0], g.args[1:]
	}
	g.put(" --" + l.name)
	if l.arg != gnu.None {
		g.put(" " + g.quote(val))
	}
	return true
}

// match finds a long option by its name or the beginning of it; found counts those that begin so.
func (g *getoptRun) match(name string) (l *getoptLong, found int) {
	for i := range g.long {
		g.p.Tick(1)
		switch {
		case g.long[i].name == name:
			return &g.long[i], 1
		case strings.HasPrefix(g.long[i].name, name):
			l = &g.long[i]
			found++
		}
	}
	if found > 1 {
		return nil, found
	}
	return l, found
}

// has says whether c is a short option.
func (g *getoptRun) has(c byte) bool {
	return c != ':' && c != ';' && strings.IndexByte(g.short, c) >= 0
}

func (g *getoptRun) readShort(s string) {
	for i := 0; i < len(s); i++ {
		if !g.has(s[i]) {
			g.wrong("invalid option -- '" + s[i:i+1] + "'")
			continue
		}
		spec := g.short[strings.IndexByte(g.short, s[i])+1:]
		val := ""
		switch {
		case !strings.HasPrefix(spec, ":"):
			g.put(" -" + s[i:i+1])
			continue
		case strings.HasPrefix(spec, "::") || i+1 < len(s):
			val = s[i+1:]
		case len(g.args) == 0:
			g.wrong("option requires an argument -- '" + s[i:i+1] + "'")
			return
		default:
			val, g.args = g.args[0], g.args[1:]
		}
		g.put(" -" + s[i:i+1] + " " + g.quote(val))
		return
	}
}

// quote writes s so that the shell reads it as one word.
func (g *getoptRun) quote(s string) string {
	if g.unquoted {
		return s
	}
	b := make([]byte, 0, len(s)+2)
	b = append(b, '\'')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'':
			b = append(b, `'\''`...)
		case g.csh && c == '\\':
			b = append(b, `\\`...)
		case g.csh && c == '!':
			b = append(b, `'\!'`...)
		case g.csh && c == '\n':
			b = append(b, `\n`...)
		case g.csh && (c == ' ' || c >= '\t' && c <= '\r'):
			b = append(b, '\'', '\\', c, '\'')
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '\''))
}
