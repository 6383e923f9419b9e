package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/format"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var seqSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'f', Long: "format", Arg: gnu.Required},
		{Short: 's', Long: "separator", Arg: gnu.Required},
		{Short: 'w', Long: "equal-width"},
	},
	Order:   true,
	Version: "seq" + coreutilsTail + "Ulrich Drepper.",
}

// anyPrecision says that a number gives no precision, as hexadecimal ones do not.
const anyPrecision = 1<<31 - 1

// seqNumber is an operand: its value, its width as written and its digits after the point.
type seqNumber struct {
	v           format.Float
	width, prec int
}

// seqFormat is a directive with the text around it.
type seqFormat struct {
	prefix, suffix string
	spec           format.Spec
}

type seqState struct {
	p     *kern.Proc
	fmt   *seqFormat
	sep   string
	equal bool
}

func runSeq(_ context.Context, p *kern.Proc) int {
	s := seqState{p: p, sep: "\n"}
	fmtText, hasFmt := "", false
	p.Args = seqArgs(p.Args)
	args, st, ok := seqSpec.Parse(p, func(key, val string) int {
		switch key {
		case "f":
			fmtText, hasFmt = val, true
		case "s":
			s.sep = val
		case "w":
			s.equal = true
		}
		return gnu.Go
	})
	switch {
	case !ok:
		return st
	case len(args) == 0:
		return gnu.Usage(p, 1, "missing operand")
	case len(args) > 3:
		return gnu.Usage(p, 1, "extra operand "+gnu.Quote(args[3]))
	}
	if hasFmt {
		f, msg := parseSeqFormat(fmtText)
		if msg != "" {
			p.Errorf("format %s %s", gnu.Quote(fmtText), msg)
			return 1
		}
		s.fmt = f
	}
	if hasFmt && s.equal {
		return gnu.Usage(p, 1, "format string may not be specified when printing equal width strings")
	}
	return s.run(args)
}

// seqArgs ends the options before the first argument that is a negative number.
func seqArgs(args []string) []string {
	for i := 1; i < len(args); i++ {
		a := args[i]
		if len(a) < 2 || a[0] != '-' || a == "--" {
			return args
		}
		if a[1] == '.' || a[1] >= '0' && a[1] <= '9' {
			out := append([]string{}, args[:i]...)
			return append(append(out, "--"), args[i:]...)
		}
		last := a[len(a)-1]
		if a[1] != '-' && strings.IndexAny(a[1:], "fs") == len(a)-2 && (last == 'f' || last == 's') ||
			len(a) > 2 && a[1] == '-' && (a[2] == 'f' || a[2] == 's') && !strings.Contains(a, "=") {
			i++
		}
	}
	return args
}

// parseSeqFormat reads the argument of -f; msg is what is wrong with it.
func parseSeqFormat(s string) (*seqFormat, string) {
	at := nextPercent(s, 0)
	if at < 0 {
		return nil, "has no % directive"
	}
	if at == len(s)-1 {
		return nil, "ends in %"
	}
	i := at + 1
	var f seqFormat
	for ; i < len(s) && strings.IndexByte("-+#0 '", s[i]) >= 0; i++ {
		switch s[i] {
		case '-':
			f.spec.Minus = true
		case '+':
			f.spec.Plus = true
		case '#':
			f.spec.Alt = true
		case '0':
			f.spec.Zero = true
		case ' ':
			f.spec.Space = true
		}
	}
	f.spec.Width, i = smallInt(s, i)
	if i < len(s) && s[i] == '.' {
		f.spec.HasPrec = true
		f.spec.Prec, i = smallInt(s, i+1)
	}
	if i < len(s) && s[i] == 'L' {
		i++
	}
	if i == len(s) {
		return nil, "ends in %"
	}
	if strings.IndexByte("efgaEFGA", s[i]) < 0 {
		return nil, "has unknown %" + s[i:i+1] + " directive"
	}
	f.spec.Verb = s[i]
	if nextPercent(s, i+1) >= 0 {
		return nil, "has too many % directives"
	}
	f.prefix = strings.ReplaceAll(s[:at], "%%", "%")
	f.suffix = strings.ReplaceAll(s[i+1:], "%%", "%")
	return &f, ""
}

// nextPercent returns where the next "%" is that is not doubled, -1 for none.
func nextPercent(s string, i int) int {
	for ; i < len(s); i++ {
		if s[i] == '%' {
			if i+1 < len(s) && s[i+1] == '%' {
				i++
				continue
			}
			return i
		}
	}
	return -1
}

// smallInt reads digits at i and returns their value, cut off at a million, and the place after them.
func smallInt(s string, i int) (int, int) {
	v := 0
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		v = min(v*10+int(s[i]-'0'), 1_000_000)
	}
	return v, i
}

// number reads an operand.
func (s *seqState) number(a string) (n seqNumber, ok bool) {
	v, size, _ := format.ParseFloat(a)
	if size == 0 || size != len(a) {
		gnu.Usage(s.p, 1, "invalid floating point argument: "+gnu.Quote(a))
		return n, false
	}
	if v.Kind == format.NaN {
		gnu.Usage(s.p, 1, "invalid "+gnu.Quote("not-a-number")+" argument: "+gnu.Quote(a))
		return n, false
	}
	a = strings.TrimLeft(a, " \t\n\v\f\r+")
	n = seqNumber{v: v, width: len(a), prec: anyPrecision}
	if strings.ContainsAny(a, "xX") || v.Kind != format.Finite {
		return n, true
	}
	n.prec = 0
	e := strings.IndexAny(a, "eE")
	mantissa := a
	if e >= 0 {
		mantissa = a[:e]
	}
	point := strings.IndexByte(mantissa, '.')
	if point >= 0 {
		n.prec = len(mantissa) - point - 1
		if n.prec == 0 {
			n.width--
		} else if point == 0 || mantissa[point-1] < '0' || mantissa[point-1] > '9' {
			n.width++
		}
	}
	if e < 0 {
		return n, true
	}
	exp, _ := strconv.Atoi(a[e+1:])
	exp = max(min(exp, 10000), -10000)
	n.width -= len(a) - e
	if exp < 0 {
		n.prec -= exp
		if point < 0 || e == point+1 {
			n.width++
		}
		exp = -exp
	} else {
		n.prec -= min(n.prec, exp)
	}
	n.width += exp
	return n, true
}

func (s *seqState) run(args []string) int {
	one := seqNumber{v: format.FromInt(1), width: 1}
	first, step, last := one, one, one
	to := []*seqNumber{&first, &step, &last}
	switch len(args) {
	case 1:
		to = to[2:]
	case 2:
		to = []*seqNumber{&first, &last}
	}
	for i, a := range args {
		n, ok := s.number(a)
		if !ok {
			return 1
		}
		*to[i] = n
		if len(args) == 3 && i == 1 && n.v.IsZero() {
			return gnu.Usage(s.p, 1, "invalid Zero increment value: "+gnu.Quote(a))
		}
	}
	if s.fmt == nil && !s.equal && len(s.sep) == 1 && seqWhole(args) {
		return s.integers(args, step.v)
	}
	if s.fmt == nil {
		s.fmt = seqDefault(first, step, last, s.equal)
	}
	return s.floats(first.v, step.v, last.v)
}

// seqDefault chooses the format from how the operands are written.
func seqDefault(first, step, last seqNumber, equal bool) *seqFormat {
	prec := max(first.prec, step.prec)
	if first.prec == anyPrecision || step.prec == anyPrecision || last.prec == anyPrecision {
		return &seqFormat{spec: format.Spec{Verb: 'g'}}
	}
	f := &seqFormat{spec: format.Spec{Verb: 'f', HasPrec: true, Prec: prec}}
	if !equal {
		return f
	}
	w1 := first.width + prec - first.prec
	w2 := last.width + prec - last.prec
	if last.prec > 0 && prec == 0 {
		w2--
	}
	if last.prec == 0 && prec > 0 {
		w2++
	}
	if first.prec == 0 && prec > 0 {
		w1++
	}
	f.spec.Zero, f.spec.Width = true, max(w1, w2)
	return f
}

func (f *seqFormat) append(b []byte, v format.Float) []byte {
	return append(f.spec.AppendFloat(append(b, f.prefix...), v), f.suffix...)
}

// seqFloatTicks is what a number costs that is computed and printed as a long double.
const seqFloatTicks = 8

// floats prints the sequence in long doubles.
func (s *seqState) floats(first, step, last format.Float) int {
	beyond := func(x format.Float) bool {
		c, _ := x.Cmp(last)
		if step.Neg {
			return c < 0
		}
		return c > 0
	}
	if beyond(first) {
		return 0
	}
	out := s.p.Stdout
	s.p.Tick(s.fmt.spec.Bound() >> 6)
	var text, prev []byte
	x := first
	for i := uint64(1); ; i++ {
		s.p.Tick(seqFloatTicks + len(text)>>6)
		text = s.fmt.append(text[:0], x)
		out.Write(text)
		if out.Err() != nil {
			return 1
		}
		prev = append(prev[:0], text...)
		x = first.Add(format.FromUint(i).Mul(step))
		if beyond(x) {
			// The number after the last one is printed when rounding makes it look like the last.
			text = s.fmt.append(text[:0], x)
			shown := string(text[len(s.fmt.prefix) : len(text)-len(s.fmt.suffix)])
			v, size, _ := format.ParseFloat(shown)
			c, ordered := v.Cmp(last)
			if size != len(shown) || !ordered || c != 0 || string(prev) == string(text) {
				break
			}
			out.WriteString(s.sep)
			out.Write(text)
			break
		}
		out.WriteString(s.sep)
	}
	out.WriteByte('\n')
	return 0
}
