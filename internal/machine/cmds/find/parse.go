package find

import (
	"bytes"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// node is a compiled expression: it judges an entry and may do something on the way.
type node func(f *finder, e *entry) bool

// parser reads the expression.
type parser struct {
	f       *finder
	args    []string
	i       int
	nest    int
	acts    bool   // there is an action that replaces -print
	first   string // the first test seen, for warnings about options after it
	last    string // the predicate read last
	dialect dialect
	from    string // of -files0-from
	deletes bool
	prunes  bool
	deep    bool // -depth was given
}

// maxNest bounds parentheses and negations.
const maxNest = 1000

// parse compiles all arguments into f.test.
func (ps *parser) parse() {
	if len(ps.args) == 0 {
		ps.f.test = printNode
		return
	}
	n := ps.list()
	if ps.i < len(ps.args) {
		ps.f.die("you have too many ')'")
	}
	if ps.deletes && ps.prunes && !ps.deep {
		ps.f.die("The -delete action automatically turns on -depth, but -prune does nothing when -depth is in effect.  " +
			"If you want to carry on anyway, just explicitly use the -depth option.")
	}
	if !ps.acts {
		n = and(n, printNode)
	}
	ps.f.test = n
}

func and(a, b node) node {
	return func(f *finder, e *entry) bool { return a(f, e) && !f.quitting && b(f, e) }
}

func or(a, b node) node {
	return func(f *finder, e *entry) bool { return a(f, e) || !f.quitting && b(f, e) }
}

func (ps *parser) peek() string {
	if ps.i < len(ps.args) {
		return ps.args[ps.i]
	}
	return ""
}

func isOr(a string) bool  { return a == "-o" || a == "-or" }
func isAnd(a string) bool { return a == "-a" || a == "-and" }

// list reads expressions joined by commas.
func (ps *parser) list() node {
	n := ps.alternatives()
	for ps.peek() == "," {
		ps.i++
		a := n
		b := ps.after(",", ps.alternatives)
		n = func(f *finder, e *entry) bool {
			a(f, e)
			return !f.quitting && b(f, e)
		}
	}
	return n
}

func (ps *parser) alternatives() node {
	n := ps.sequence()
	for isOr(ps.peek()) {
		op := ps.peek()
		ps.i++
		n = or(n, ps.after(op, ps.sequence))
	}
	return n
}

func (ps *parser) sequence() node {
	n := ps.primary()
	for ps.i < len(ps.args) {
		a := ps.peek()
		switch {
		case isAnd(a):
			ps.i++
			n = and(n, ps.after(a, ps.primary))
		case a == "," || a == ")" || isOr(a):
			return n
		default:
			n = and(n, ps.primary())
		}
	}
	return n
}

// after reads what follows a binary operator.
func (ps *parser) after(op string, read func() node) node {
	switch {
	case ps.i >= len(ps.args):
		if ps.acts {
			ps.f.die("invalid expression")
		}
		ps.f.die("expected an expression after '%s'", op)
	case ps.peek() == ")":
		ps.f.die("expected an expression between '%s' and ')'", op)
	}
	return read()
}

func (ps *parser) primary() node {
	f := ps.f
	f.p.Tick(1)
	if ps.nest++; ps.nest > maxNest {
		f.die("invalid expression")
	}
	defer func() { ps.nest-- }()
	a := ps.peek()
	ps.i++
	switch {
	case a == "(":
		return ps.group()
	case a == ")":
		f.die("invalid expression; you have used a binary operator '%s' with nothing before it.", a)
	case a == "!" || a == "-not":
		n := ps.after(a, ps.primary)
		return func(f *finder, e *entry) bool { return !n(f, e) }
	case a == "," || isOr(a) || isAnd(a):
		f.die("invalid expression; you have used a binary operator '%s' with nothing before it.", a)
	case len(a) > 1 && a[0] == '-':
		return ps.predicate(a)
	}
	f.p.Errorf("paths must precede expression: `%s'", a)
	if _, err := f.p.Lstat(a); err == nil && ps.last != "" {
		f.p.Errorf("possible unquoted pattern after predicate `%s'?", ps.last)
	}
	f.p.Exit(1)
	return nil
}

func (ps *parser) group() node {
	f := ps.f
	switch {
	case ps.i >= len(ps.args):
		f.die("invalid expression; expected to find a ')' but didn't see one. Perhaps you need an extra predicate after '('")
	case ps.peek() == ")":
		f.die("invalid expression; empty parentheses are not allowed.")
	}
	n := ps.list()
	if ps.peek() != ")" {
		f.die("invalid expression; I was expecting to find a ')' somewhere but did not see one.")
	}
	ps.i++
	return n
}

// arg returns the argument of a predicate.
func (ps *parser) arg(name string) string {
	if ps.i >= len(ps.args) {
		if strings.HasPrefix(name, "-newer") && len(name) > len("-newer") {
			ps.f.die("The %s test needs an argument", gnu.Quote(name))
		}
		ps.f.die("missing argument to `%s'", name)
	}
	ps.i++
	return ps.args[ps.i-1]
}

// global notes an option that holds for the whole search, wherever it stands.
func (ps *parser) global(name string) {
	if ps.first != "" && ps.f.warn {
		ps.f.p.Errorf("warning: you have specified the global option %s after the argument %s, but global options are not "+
			"positional, i.e., %s affects tests specified before it as well as those specified after it.  Please specify global "+
			"options before other arguments.", name, ps.first, name)
	}
}

func always(*finder, *entry) bool { return true }
func never(*finder, *entry) bool  { return false }

// predicate compiles one predicate.
func (ps *parser) predicate(name string) node {
	if strings.HasPrefix(name, "--") {
		switch name {
		case "--help", "--version":
			name = name[1:]
		default:
			ps.f.die("unknown predicate `%s'", name)
		}
	}
	if n := ps.option(name); n != nil {
		ps.last = name
		return n
	}
	n := ps.testOrAction(name)
	if n == nil {
		ps.f.die("unknown predicate `%s'", name)
	}
	ps.last = name
	if ps.first == "" {
		ps.first = name
	}
	return n
}

// option compiles the predicates that are always true and say how to search.
func (ps *parser) option(name string) node {
	f := ps.f
	switch name {
	case "-daystart":
		f.startOfDay()
	case "-follow":
		f.follow = followAlways
	case "-nowarn":
		f.warn = false
	case "-warn":
		f.warn = true
	case "-regextype":
		ps.dialect = ps.regexType(ps.arg(name))
	case "-depth", "-d":
		ps.global(name)
		f.depth, ps.deep = true, true
	case "-maxdepth":
		ps.global(name)
		f.maxDepth = ps.level(name)
	case "-mindepth":
		ps.global(name)
		f.minDepth = ps.level(name)
	case "-mount", "-xdev", "-x":
		ps.global(name)
		f.oneDevice = true
	case "-noleaf", "-ignore_readdir_race", "-noignore_readdir_race":
		ps.global(name)
	case "-files0-from":
		ps.global(name)
		ps.from = ps.arg(name)
	case "-help":
		gnu.OwnText(f.p)
		f.p.Stdout.WriteString("Usage: find [-H] [-L] [-P] [path...] [expression]\n")
		f.p.Exit(0)
	case "-version":
		f.p.Stdout.WriteString(version)
		f.p.Exit(0)
	default:
		return nil
	}
	return always
}

func (ps *parser) level(name string) int {
	s := ps.arg(name)
	if s == "" || strings.Trim(s, "0123456789") != "" {
		ps.f.die("Expected a positive decimal integer argument to %s, but got %s", name, gnu.Quote(s))
	}
	n := 0
	for i := 0; i < len(s) && n < 1<<30; i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// readOperands reads the starting points from a file.
func (ps *parser) readOperands(operands []string) []string {
	f := ps.f
	if len(operands) > 0 {
		f.p.Errorf("extra operand %s", gnu.Quote(operands[0]))
		f.p.Stderr.WriteString("find: file operands cannot be combined with -files0-from\n")
		f.p.Exit(1)
	}
	var b []byte
	var err error
	if ps.from == "-" {
		b, err = f.p.ReadAll(0)
	} else {
		b, err = f.p.ReadFile(ps.from)
	}
	if err != nil {
		f.die("cannot open %s for reading: %s", gnu.Quote(ps.from), kern.ErrText(err))
	}
	var out []string
	for len(b) > 0 {
		name, rest, _ := bytes.Cut(b, []byte{0})
		out = append(out, string(name))
		b = rest
	}
	return out
}
