// Package gnu holds what GNU programs have in common: option parsing with abbreviated long options and glibc's messages,
// quoting of names in messages, numbers with suffixes, file modes, and line input that keeps labels.
package gnu

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// Arg says whether an option takes an argument.
type Arg uint8

// The kinds of option argument.
const (
	None     Arg = iota
	Required     // -x VAL, -xVAL, --long VAL, --long=VAL
	Optional     // -xVAL, --long=VAL
)

// Option is one option that a program accepts. Its key, given to the parse callback, is the short letter, or the long name
// when there is no letter.
type Option struct {
	Short byte   // 0: none
	Long  string // "": none
	Arg   Arg
	// Unsupported marks an option that GNU accepts and the machine does not simulate: using it ends the program with
	// status 2 and the warning "unsupported option", never with a wrong result.
	Unsupported bool
}

func (o *Option) key() string {
	if o.Short != 0 {
		return string(rune(o.Short))
	}
	return o.Long
}

// Spec describes how a program reads its options.
type Spec struct {
	Options []Option
	// Status is the exit status after a usage error. Default 1.
	Status int
	// Order stops at the first operand, as POSIXLY_CORRECT and "+" in getopt do.
	Order bool
	// Version is what --version prints, without a final newline; "" for a program without it. It also turns on --help.
	Version string
	// Digits makes -NUM an option with key "#", its value the digits (head -5).
	Digits bool
	// NoTry leaves out the line "Try 'NAME --help' for more information."
	NoTry bool
	// TryPrefix puts the program's name before that line, as programs do that print it with error(3).
	TryPrefix bool
}

// Parse reads p's options and calls f for each with its key and argument, in order, and returns the operands. When the
// program must end now (usage error, --version, unsupported option, or f returned a status other than Go), ok is false and
// status is the exit status.
func (s *Spec) Parse(p *kern.Proc, f func(key, val string) int) (operands []string, status int, ok bool) {
	p.FailStatus = s.Status
	g := getopt{spec: s, p: p, args: p.Args[min(1, len(p.Args)):], f: f}
	for len(g.args) > 0 {
		a := g.args[0]
		switch {
		case a == "--":
			return append(operands, g.args[1:]...), 0, true
		case strings.HasPrefix(a, "--"):
			g.args = g.args[1:]
			status = g.long(a[2:])
		case len(a) > 1 && a[0] == '-':
			g.args = g.args[1:]
			status = g.short(a[1:])
		case s.Order:
			return append(operands, g.args...), 0, true
		default:
			operands, g.args = append(operands, a), g.args[1:]
			continue
		}
		if status != Go {
			return nil, status, false
		}
	}
	return operands, 0, true
}

// Go is what a parse callback returns to go on.
const Go = -1

type getopt struct {
	spec *Spec
	p    *kern.Proc
	args []string
	f    func(key, val string) int
}

func (g *getopt) short(s string) int {
	for i := 0; i < len(s); i++ {
		if g.spec.Digits && s[i] >= '0' && s[i] <= '9' {
			j := i
			for j < len(s) && s[j] >= '0' && s[j] <= '9' {
				j++
			}
			if st := g.f("#", s[i:j]); st != Go {
				return st
			}
			i = j - 1
			continue
		}
		o := g.byShort(s[i])
		if o == nil {
			return g.usage("invalid option -- '" + s[i:i+1] + "'")
		}
		val := ""
		switch o.Arg {
		case Optional:
			val, i = s[i+1:], len(s)
		case Required:
			switch {
			case i+1 < len(s):
				val = s[i+1:]
			case len(g.args) > 0:
				val, g.args = g.args[0], g.args[1:]
			default:
				return g.usage("option requires an argument -- '" + s[i:i+1] + "'")
			}
			i = len(s)
		}
		if st := g.call(o, "-"+string(rune(o.Short)), val); st != Go {
			return st
		}
	}
	return Go
}

func (g *getopt) byShort(c byte) *Option {
	for i := range g.spec.Options {
		if o := &g.spec.Options[i]; o.Short == c {
			return o
		}
	}
	return nil
}

func (g *getopt) call(o *Option, name, val string) int {
	if o.Unsupported {
		return UnsupportedOption(g.p, name)
	}
	return g.f(o.key(), val)
}

// UnsupportedOption ends a program that does not simulate an option: it says so in Orrery's voice, adds the warning to the
// step and returns the exit status 2.
func UnsupportedOption(p *kern.Proc, name string) int {
	p.K.Warn("unsupported option: " + p.Name() + " " + name)
	_ = p.Stdout.Flush()
	p.Stderr.WriteString("orrery: " + p.Name() + ": unsupported option " + name + "\n")
	return 2
}

func (g *getopt) long(s string) int {
	name, val, hasVal := strings.Cut(s, "=")
	o, st := g.byLong(name, s)
	if o == nil {
		return st
	}
	switch {
	case hasVal && o.Arg == None:
		return g.usage("option '--" + o.Long + "' doesn't allow an argument")
	case !hasVal && o.Arg == Required:
		if len(g.args) == 0 {
			return g.usage("option '--" + o.Long + "' requires an argument")
		}
		val, g.args = g.args[0], g.args[1:]
	}
	switch {
	case o == &optHelp:
		return g.help()
	case o == &optVersion:
		g.p.Stdout.WriteString(g.spec.Version + "\n")
		return 0
	}
	return g.call(o, "--"+o.Long, val)
}

var (
	optHelp    = Option{Long: "help"}
	optVersion = Option{Long: "version"}
)

// byLong finds a long option by its name or an abbreviation of it; arg is name with the value that followed it.
func (g *getopt) byLong(name, arg string) (*Option, int) {
	var found []*Option
	add := func(o *Option) bool {
		if o.Long == name {
			found = []*Option{o}
			return true
		}
		if o.Long != "" && strings.HasPrefix(o.Long, name) {
			found = append(found, o)
		}
		return false
	}
	exact := false
	for i := range g.spec.Options {
		if exact = add(&g.spec.Options[i]); exact {
			break
		}
	}
	if !exact && g.spec.Version != "" {
		_ = add(&optHelp) || add(&optVersion)
	}
	switch {
	case len(found) == 0:
		return nil, g.usage("unrecognized option '--" + arg + "'")
	case len(found) > 1 && !sameOption(found):
		msg := "option '--" + arg + "' is ambiguous; possibilities:"
		for i, o := range found {
			if i > 0 && sameOption([]*Option{found[0], o}) {
				continue
			}
			msg += " '--" + o.Long + "'"
		}
		return nil, g.usage(msg)
	}
	return found[0], 0
}

func sameOption(list []*Option) bool {
	for _, o := range list[1:] {
		if o.Short == 0 || o.key() != list[0].key() || o.Arg != list[0].Arg {
			return false
		}
	}
	return true
}

func (g *getopt) usage(msg string) int {
	g.p.Stderr.WriteString(g.p.Args[0] + ": " + msg + "\n")
	switch {
	case g.spec.NoTry:
	case g.spec.TryPrefix:
		g.p.Errorf("Try '%s --help' for more information.", g.p.Args[0])
	default:
		Try(g.p)
	}
	return g.status()
}

func (g *getopt) status() int {
	if g.spec.Status != 0 {
		return g.spec.Status
	}
	return 1
}

// help answers --help in Orrery's own words.
func (g *getopt) help() int {
	g.spec.OwnHelp(g.p, g.p.Stdout)
	return 0
}

// Try prints "Try 'NAME --help' for more information." on standard error.
func Try(p *kern.Proc) {
	p.Stderr.WriteString("Try '" + p.Args[0] + " --help' for more information.\n")
}

// Usage prints "NAME: message", the Try line, and returns status.
func Usage(p *kern.Proc, status int, message string) int {
	p.Errorf("%s", message)
	Try(p)
	return status
}
