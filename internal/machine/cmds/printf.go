package cmds

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/format"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var printfSpec = gnu.Spec{Version: "printf" + coreutilsTail + "David MacKenzie."}

type printfState struct {
	p      *kern.Proc
	args   []string
	status int
}

// printfStop ends the output: \c, or an error with its status.
type printfStop struct{ status int }

func runPrintf(_ context.Context, p *kern.Proc) int {
	args := p.Args[min(1, len(p.Args)):]
	if len(args) == 1 && (args[0] == "--help" || args[0] == "--version") {
		_, st, _ := printfSpec.Parse(p, func(string, string) int { return gnu.Go })
		return st
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return gnu.Usage(p, 1, "missing operand")
	}
	f := printfState{p: p, args: args[1:]}
	for {
		before := len(f.args)
		p.Tick(1)
		if stop := f.once(args[0]); stop != nil {
			return max(stop.status, f.status)
		}
		if len(f.args) == 0 {
			return f.status
		}
		if len(f.args) == before {
			p.Errorf("warning: ignoring excess arguments, starting with %s", gnu.Quote(f.args[0]))
			return f.status
		}
	}
}

func (f *printfState) fatal(msg string) *printfStop {
	f.p.Errorf("%s", msg)
	return &printfStop{1}
}

// next takes the next argument; ok is false when there is none.
func (f *printfState) next() (s string, ok bool) {
	if len(f.args) == 0 {
		return "", false
	}
	s, f.args = f.args[0], f.args[1:]
	return s, true
}

// once prints the format once.
func (f *printfState) once(s string) *printfStop {
	out := f.p.Stdout
	for i := 0; i < len(s); {
		switch s[i] {
		case '%':
			if strings.HasPrefix(s[i:], "%%") {
				out.WriteByte('%')
				i += 2
				continue
			}
			n, stop := f.directive(s[i:])
			if stop != nil {
				return stop
			}
			i += n
		case '\\':
			n, stop := f.escape(s[i:], false)
			if stop != nil {
				return stop
			}
			i += n
		default:
			j := i
			for j < len(s) && s[j] != '%' && s[j] != '\\' {
				j++
			}
			out.WriteString(s[i:j])
			i = j
		}
	}
	return nil
}

// directive prints what the directive at the start of s says.
func (f *printfState) directive(s string) (int, *printfStop) {
	d := format.Scan(s)
	if len(s) > 1 && (s[1] == 'b' || s[1] == 'q') {
		arg, ok := f.next()
		if s[1] == 'q' {
			if ok {
				f.p.Stdout.WriteString(gnu.QuoteF(arg))
			}
			return 2, nil
		}
		return 2, f.escaped(arg)
	}
	flags := ""
	for i := 1; i < len(s) && strings.IndexByte("#0 -+'", s[i]) >= 0; i++ {
		flags += s[i : i+1]
	}
	spec := d.Spec
	if d.WidthArg {
		w, stop := f.sizeArg("width")
		if stop != nil {
			return 0, stop
		}
		spec.SetWidth(w)
	}
	if d.PrecArg {
		n, stop := f.sizeArg("precision")
		if stop != nil {
			return 0, stop
		}
		spec.SetPrec(n)
	}
	if d.Verb == 0 || strings.IndexByte("diouxXaAeEfFgGcs", d.Verb) < 0 || !printfFlagsFit(d, flags) {
		return 0, f.fatal(s[:min(d.Size, len(s))] + ": invalid conversion specification")
	}
	return d.Size, f.convert(spec)
}

// printfFlagsFit says whether the flags and the precision go with the conversion.
func printfFlagsFit(d format.Directive, flags string) bool {
	wrong := ""
	switch d.Verb {
	case 'c':
		wrong = "'0#"
		if d.HasPrec {
			return false
		}
	case 's':
		wrong = "'0#"
	case 'd', 'i':
		wrong = "#"
	case 'u':
		wrong = "#"
	case 'o', 'x', 'X', 'a', 'A', 'e', 'E':
		wrong = "'"
	}
	return !strings.ContainsAny(flags, wrong) || wrong == ""
}

func (f *printfState) sizeArg(what string) (int, *printfStop) {
	arg, ok := f.next()
	if !ok {
		return 0, nil
	}
	v := f.integer(arg)
	if what == "precision" && v < 0 {
		return -1, nil
	}
	if v < -1<<31 || v > 1<<31-1 {
		return 0, f.fatal("invalid field " + what + ": " + gnu.Quote(arg))
	}
	return int(v), nil
}

// convert prints one argument.
func (f *printfState) convert(spec format.Spec) *printfStop {
	out := f.p.Stdout
	arg, _ := f.next()
	if n := spec.Bound(); n > 1<<20 {
		f.p.Hold(int64(n))
	}
	var b []byte
	switch spec.Verb {
	case 'd', 'i':
		b = spec.AppendInt(nil, f.integer(arg))
	case 'o', 'u', 'x', 'X':
		b = spec.AppendUint(nil, f.unsigned(arg))
	case 'c':
		c := byte(0)
		if arg != "" {
			c = arg[0]
		}
		b = spec.AppendChar(nil, c)
	case 's':
		b = spec.AppendString(nil, arg)
	default:
		b = spec.AppendFloat(nil, f.float(arg))
	}
	out.Write(b)
	return nil
}

// quoted reads a character constant: a quote and a character.
func (f *printfState) quoted(arg string) (rune, bool) {
	if len(arg) < 2 || arg[0] != '"' && arg[0] != '\'' {
		return 0, false
	}
	r, n := utf8.DecodeRuneInString(arg[1:])
	if r == utf8.RuneError && n <= 1 {
		r, n = rune(arg[1]), 1
	}
	if rest := arg[1+n:]; rest != "" {
		f.p.Errorf("warning: %s: character(s) following character constant have been ignored", rest)
	}
	return r, true
}

// verify prints what was wrong with a number of which size bytes were read.
func (f *printfState) verify(arg string, size int, outOfRange bool) {
	switch {
	case outOfRange:
		f.p.Errorf("%s: %s", gnu.Quote(arg), tree.ERANGE.Error())
	case size == 0 && arg != "":
		f.p.Errorf("%s: expected a numeric value", gnu.Quote(arg))
	case size < len(arg):
		f.p.Errorf("%s: value not completely converted", gnu.Quote(arg))
	default:
		return
	}
	f.status = 1
}

func (f *printfState) integer(arg string) int64 {
	if r, ok := f.quoted(arg); ok {
		return int64(r)
	}
	v, size, bad := format.ParseInt(arg, 0)
	f.verify(arg, size, bad)
	return v
}

func (f *printfState) unsigned(arg string) uint64 {
	if r, ok := f.quoted(arg); ok {
		return uint64(r)
	}
	v, size, bad := format.ParseUint(arg, 0)
	f.verify(arg, size, bad)
	return v
}

func (f *printfState) float(arg string) format.Float {
	if r, ok := f.quoted(arg); ok {
		return format.FromInt(int64(r))
	}
	v, size, bad := format.ParseFloat(arg)
	f.verify(arg, size, bad)
	return v
}

// escaped prints the argument of %b.
func (f *printfState) escaped(s string) *printfStop {
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			f.p.Stdout.WriteByte(s[i])
			i++
			continue
		}
		n, stop := f.escape(s[i:], true)
		if stop != nil {
			return stop
		}
		i += n
	}
	return nil
}

// escape prints the escape at the start of s and returns its length. With octal0, octal digits may follow a zero.
func (f *printfState) escape(s string, octal0 bool) (int, *printfStop) {
	out := f.p.Stdout
	if len(s) == 1 {
		out.WriteByte('\\')
		return 1, nil
	}
	c := s[1]
	if i := strings.IndexByte(`abefnrtv\"`, c); i >= 0 {
		out.WriteByte("\a\b\x1b\f\n\r\t\v\\\""[i])
		return 2, nil
	}
	switch {
	case c == 'c':
		return 0, &printfStop{}
	case c == 'x':
		v, n := hexPrefix(s[2:], 2)
		if n == 0 {
			return 0, f.fatal("missing hexadecimal number in escape")
		}
		out.WriteByte(byte(v))
		return 2 + n, nil
	case c >= '0' && c <= '7':
		start := 1
		if octal0 && c == '0' {
			start = 2
		}
		v, n := octalPrefix(s[start:], 3)
		out.WriteByte(byte(v))
		return start + n, nil
	case c == 'u' || c == 'U':
		return f.unicode(s)
	}
	out.WriteString(s[:2])
	return 2, nil
}

func (f *printfState) unicode(s string) (int, *printfStop) {
	digits := 4
	if s[1] == 'U' {
		digits = 8
	}
	v, n := hexPrefix(s[2:], digits)
	if n < digits {
		return 0, f.fatal("missing hexadecimal number in escape")
	}
	if v < 0xa0 && v != '$' && v != '@' && v != '`' || v >= 0xd800 && v <= 0xdfff {
		text := strconv.FormatInt(int64(v), 16)
		return 0, f.fatal("invalid universal character name " + s[:2] + strings.Repeat("0", digits-len(text)) + text)
	}
	if v > utf8.MaxRune {
		f.p.Stdout.WriteString(s[:2+digits])
		return 2 + digits, nil
	}
	f.p.Stdout.WriteString(string(rune(v)))
	return 2 + n, nil
}
