package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var statSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'L', Long: "dereference"}, {Short: 'f', Long: "file-system"}, {Short: 'c', Long: "format", Arg: gnu.Required},
		{Long: "printf", Arg: gnu.Required}, {Short: 't', Long: "terse"}, {Long: "cached", Arg: gnu.Required},
	},
	Version: gnu.CoreutilsVersion("stat", "Michael Meskes"),
}

const (
	statTerse   = "%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o\n"
	statFSLong  = "  File: \"%n\"\n    ID: %-8i Namelen: %-7l Type: %T\nBlock size: %-10s Fundamental block size: %S\nBlocks: Total: %-10b Free: %-10f Available: %a\nInodes: Total: %-10c Free: %d\n"
	statFSTerse = "%n %i %l %t %s %S %b %f %a %c %d\n"
	statHead    = "  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\nDevice: %Hd,%Ld\tInode: %-10i  Links: "
	statTail    = "Access: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)\nAccess: %x\nModify: %y\nChange: %z\n Birth: %w\n"
)

type stater struct {
	p                  *kern.Proc
	follow, fileSystem bool
	format             string
	custom, escapes    bool
	terse              bool
	zone               gnu.Zone
}

func stat(_ context.Context, p *kern.Proc) int {
	s := stater{p: p, zone: gnu.LocalZone(p)}
	files, status, ok := statSpec.Parse(p, func(key, val string) int {
		switch key {
		case "L":
			s.follow = true
		case "f":
			s.fileSystem = true
		case "c":
			s.format, s.custom, s.escapes = val, true, false
		case "printf":
			s.format, s.custom, s.escapes = val, true, true
		case "t":
			s.terse = true
		case "cached":
			if _, ok := gnu.ArgMatch(p, "--cached", val, []string{"default", "never", "always"}, []int{0, 1, 2}); !ok {
				return 1
			}
		}
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(files) == 0 {
		return gnu.Usage(p, 1, "missing operand")
	}
	for _, f := range files {
		if !s.file(f) {
			status = 1
		}
	}
	return status
}

func (s *stater) file(name string) bool {
	p := s.p
	if s.fileSystem {
		return s.fs(name)
	}
	var st kern.Stat
	var err error
	switch {
	case name == "-":
		if st, err = p.StatFD(0); err != nil {
			p.Errorf("cannot stat standard input: %s", kern.ErrText(err))
			return false
		}
	case s.follow:
		st, err = p.Stat(name)
	default:
		st, err = p.Lstat(name)
	}
	if err != nil {
		p.Errorf("cannot statx %s: %s", gnu.QuoteAF(name), kern.ErrText(err))
		return false
	}
	p.Taint(st.Label())
	s.put(s.layout(&st), func(c byte, mod byte, f *statField) bool { return s.value(name, &st, c, mod, f) })
	return true
}

// layout returns the format of one file.
func (s *stater) layout(st *kern.Stat) string {
	switch {
	case s.custom:
		return s.format
	case s.terse:
		return statTerse
	case st.Kind == tree.CharDev || st.Kind == tree.BlockDev:
		return statHead + "%-5h Device type: %Hr,%Lr\n" + statTail
	}
	return statHead + "%h\n" + statTail
}

// statField is one conversion with its printf flags.
type statField struct {
	out         *strings.Builder
	flags       string
	width, prec int
	hasPrec     bool
}

// put writes a format; value writes one conversion and reports whether it knows it.
func (s *stater) put(format string, value func(c, mod byte, f *statField) bool) {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		switch c := format[i]; {
		case c == '%':
			i = s.conversion(&b, format, i, value)
		case c == '\\' && s.escapes:
			i = s.escape(&b, format, i)
		default:
			b.WriteByte(c)
		}
	}
	if s.custom && !s.escapes {
		b.WriteByte('\n')
	}
	s.p.Stdout.WriteString(b.String())
}

func (s *stater) conversion(b *strings.Builder, format string, i int, value func(c, mod byte, f *statField) bool) int {
	f := statField{out: b}
	j := i + 1
	for j < len(format) && strings.IndexByte("'-+ #0I", format[j]) >= 0 {
		f.flags += format[j : j+1]
		j++
	}
	for j < len(format) && format[j] >= '0' && format[j] <= '9' && f.width < 1<<16 {
		f.width = f.width*10 + int(format[j]-'0')
		j++
	}
	if j < len(format) && format[j] == '.' {
		f.hasPrec, f.prec = true, -1
		for j++; j < len(format) && format[j] >= '0' && format[j] <= '9' && f.prec < 1<<16; j++ {
			f.prec = max(f.prec, 0)*10 + int(format[j]-'0')
		}
	}
	if j == len(format) {
		if j > i+1 {
			s.p.Errorf("%s: invalid directive", gnu.Quote(format[i:j]))
			s.p.Exit(1)
		}
		b.WriteByte('%')
		return i
	}
	c, mod := format[j], byte(0)
	if (c == 'H' || c == 'L') && j+1 < len(format) && (format[j+1] == 'd' || format[j+1] == 'r') {
		mod = c
		j++
		c = format[j]
	}
	if c == '%' {
		if j > i+1 {
			s.p.Errorf("%s: invalid directive", gnu.Quote(format[i:j+1]))
			s.p.Exit(1)
		}
		b.WriteByte('%')
		return j
	}
	if !value(c, mod, &f) {
		b.WriteByte('?')
	}
	return j
}

// escape writes one backslash escape of --printf.
func (s *stater) escape(b *strings.Builder, format string, i int) int {
	if i+1 == len(format) {
		s.p.Errorf("warning: backslash at end of format")
		b.WriteByte('\\')
		return i
	}
	c := format[i+1]
	switch {
	case c >= '0' && c <= '7':
		v, j := 0, i+1
		for ; j < len(format) && j < i+4 && format[j] >= '0' && format[j] <= '7'; j++ {
			v = v*8 + int(format[j]-'0')
		}
		b.WriteByte(byte(v))
		return j - 1
	case c == 'x' && i+2 < len(format) && hexDigit(format[i+2]) >= 0:
		v, j := 0, i+2
		for ; j < len(format) && j < i+4 && hexDigit(format[j]) >= 0; j++ {
			v = v*16 + hexDigit(format[j])
		}
		b.WriteByte(byte(v))
		return j - 1
	}
	if k := strings.IndexByte(`abefnrtv"\`, c); k >= 0 {
		b.WriteByte("\a\b\x1b\f\n\r\t\v\"\\"[k])
		return i + 1
	}
	s.p.Errorf("warning: unrecognized escape '\\%c'", c)
	b.WriteByte(c)
	return i + 1
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

func (f *statField) has(flag byte) bool { return strings.IndexByte(f.flags, flag) >= 0 }

// str writes text, padded.
func (f *statField) str(x string) {
	if f.hasPrec && f.prec >= 0 && f.prec < len(x) {
		x = x[:f.prec]
	}
	f.padded("", x, false)
}

func (f *statField) padded(sign, x string, zero bool) {
	n := f.width - len(sign) - len(x)
	switch {
	case f.has('-'):
		f.out.WriteString(sign + x)
		pad(f.out, ' ', n)
	case zero:
		f.out.WriteString(sign)
		pad(f.out, '0', n)
		f.out.WriteString(x)
	default:
		pad(f.out, ' ', n)
		f.out.WriteString(sign + x)
	}
}

func pad(b *strings.Builder, c byte, n int) {
	for ; n > 0; n-- {
		b.WriteByte(c)
	}
}

// num writes an unsigned number in a base.
func (f *statField) num(n uint64, base int) {
	x := strconv.FormatUint(n, base)
	for f.hasPrec && len(x) < f.prec {
		x = "0" + x
	}
	sign := ""
	if f.has('#') && n != 0 {
		switch base {
		case 8:
			x = "0" + x
		case 16:
			sign = "0x"
		}
	}
	f.padded(sign, x, f.has('0') && !f.hasPrec)
}

// signed writes a number that may have a sign.
func (f *statField) signed(n int64) {
	x, sign := strconv.FormatInt(n, 10), ""
	switch {
	case n < 0:
		sign, x = "-", x[1:]
	case f.has('+'):
		sign = "+"
	case f.has(' '):
		sign = " "
	}
	for f.hasPrec && len(x) < f.prec {
		x = "0" + x
	}
	f.padded(sign, x, f.has('0') && !f.hasPrec)
}

// seconds writes a time as seconds since 1970, with as many decimals as the precision says.
func (f *statField) seconds(ns int64) {
	sec := ns / 1e9
	frac := ns % 1e9
	if frac < 0 {
		sec, frac = sec-1, frac+1e9
	}
	if !f.hasPrec || f.prec == 0 {
		f.hasPrec = false
		f.signed(sec)
		return
	}
	if f.prec < 0 {
		f.prec = 9
	}
	sign := ""
	switch {
	case sec < 0:
		sign = "-"
		if sec = -sec; frac > 0 {
			sec, frac = sec-1, 1e9-frac
		}
	case f.has('+'):
		sign = "+"
	}
	digits := strconv.FormatInt(frac+1e9, 10)[1:]
	for len(digits) < f.prec {
		digits += "0"
	}
	f.padded(sign, strconv.FormatInt(sec, 10)+"."+digits[:f.prec], f.has('0'))
}
