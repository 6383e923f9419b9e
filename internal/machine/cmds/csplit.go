package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/regex"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var csplitSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'b', Long: "suffix-format", Arg: gnu.Required},
		{Short: 'f', Long: "prefix", Arg: gnu.Required},
		{Short: 'k', Long: "keep-files"},
		{Long: "suppress-matched"},
		{Short: 'n', Long: "digits", Arg: gnu.Required},
		{Short: 's', Long: "quiet"},
		{Short: 's', Long: "silent"},
		{Short: 'z', Long: "elide-empty-files"},
		{Short: 'q'},
	},
	Version: "csplit" + coreutilsTail + "Stuart Kemp and David MacKenzie.",
}

// csplitPattern is one of the patterns: a line number, or a regular expression with an offset.
type csplitPattern struct {
	text    string // as given
	line    uint64 // 0: a regular expression
	re      *regex.Regexp
	skip    bool // %regexp%: what comes before goes to no file
	offset  int64
	repeat  uint64
	forever bool
}

type csplitState struct {
	p        *kern.Proc
	prefix   string
	suffix   *seqFormat // nil: digits
	digits   int
	keep     bool
	suppress bool
	quiet    bool
	elide    bool

	in      *tailBuffer
	lines   []piece
	at      int // the first line that is in no file yet
	search  int // the line after the one that matched last
	fd      int // the file being written, or -1
	size    int
	created []string
	failed  bool
}

func runCsplit(_ context.Context, p *kern.Proc) int {
	c := csplitState{p: p, prefix: "xx", digits: 2, fd: -1}
	args, st, ok := csplitSpec.Parse(p, c.option)
	if !ok {
		return st
	}
	switch len(args) {
	case 0:
		return gnu.Usage(p, 1, "missing operand")
	case 1:
		return gnu.Usage(p, 1, "missing operand after "+gnu.Quote(args[0]))
	}
	fd, done, err := gnu.OpenInput(p, args[0])
	if err != nil {
		p.Errorf("cannot open %s for reading: %s", gnu.QuoteAF(args[0]), kern.ErrText(err))
		return 1
	}
	defer done()
	patterns, ok := c.patterns(args[1:])
	if !ok {
		return 1
	}
	if c.in, err = readTail(p, fd, func(*tailBuffer) {}); err != nil {
		c.create()
		p.Errorf("read error: %s", kern.ErrText(err))
		c.abort()
		return 1
	}
	// Where the input is cut and the sizes that are printed depend on all of it.
	p.Taint(tree.JoinRuns(c.in.runs))
	c.splitLines()
	for i := range patterns {
		if c.apply(&patterns[i]); c.failed {
			return 1
		}
		if c.at < 0 {
			return 0
		}
	}
	c.create()
	c.writeTo(len(c.lines))
	c.close()
	return 0
}

func (c *csplitState) option(key, val string) int {
	switch key {
	case "f":
		c.prefix = val
	case "b":
		f, msg := csplitFormat(val)
		if msg != "" {
			c.p.Errorf("%s", msg)
			return 1
		}
		c.suffix = f
	case "k":
		c.keep = true
	case "n":
		v, st := xnum.Parse(val, "")
		if st == xnum.OK && v > 1<<31-1 {
			st = xnum.Overflow
		}
		if st != xnum.OK {
			numberError(c.p, "invalid number", val, st)
			return 1
		}
		c.digits = int(v)
	case "s", "q":
		c.quiet = true
	case "z":
		c.elide = true
	case "suppress-matched":
		c.suppress = true
	}
	return gnu.Go
}

// csplitFormat reads the format of -b, which has one conversion of an integer.
func csplitFormat(s string) (*seqFormat, string) {
	at := nextPercent(s, 0)
	if at < 0 {
		return nil, "missing % conversion specification in suffix"
	}
	i := at + 1
	var f seqFormat
	for ; i < len(s) && strings.IndexByte("-0#'", s[i]) >= 0; i++ {
		switch s[i] {
		case '-':
			f.spec.Minus = true
		case '0':
			f.spec.Zero = true
		case '#':
			f.spec.Alt = true
		}
	}
	f.spec.Width, i = smallInt(s, i)
	if i < len(s) && s[i] == '.' {
		f.spec.HasPrec = true
		f.spec.Prec, i = smallInt(s, i+1)
	}
	if i == len(s) {
		return nil, "missing conversion specifier in suffix"
	}
	switch verb := s[i]; {
	case strings.IndexByte("diuoxX", verb) < 0 && verb >= ' ' && verb < 0x7f:
		return nil, "invalid conversion specifier in suffix: " + s[i:i+1]
	case strings.IndexByte("diuoxX", verb) < 0:
		return nil, "invalid conversion specifier in suffix: \\" + string([]byte{'0' + verb>>6, '0' + verb>>3&7, '0' + verb&7})
	case strings.IndexByte("diu", verb) >= 0 && f.spec.Alt:
		return nil, "invalid flags in conversion specification: %#" + s[i:i+1]
	default:
		f.spec.Verb = verb
	}
	if nextPercent(s, i+1) >= 0 {
		return nil, "too many % conversion specifications in suffix"
	}
	f.prefix = strings.ReplaceAll(s[:at], "%%", "%")
	f.suffix = strings.ReplaceAll(s[i+1:], "%%", "%")
	return &f, ""
}

// patterns reads the operands after the file; ok is false after a message.
func (c *csplitState) patterns(args []string) (list []csplitPattern, ok bool) {
	last := uint64(0)
	for i := 0; i < len(args); i++ {
		a := args[i]
		pat := csplitPattern{text: a}
		msg := ""
		if a != "" && (a[0] == '/' || a[0] == '%') {
			msg = pat.regexp(a)
		} else {
			v, st := xnum.Parse(a, "")
			switch {
			case st != xnum.OK:
				msg = gnu.Quote(a) + ": invalid pattern"
			case v == 0:
				msg = a + ": line number must be greater than zero"
			case v < last:
				msg = "line number " + gnu.Quote(a) + " is smaller than preceding line number, " + strconv.FormatUint(last, 10)
			case v == last:
				c.p.Errorf("warning: line number %s is the same as preceding line number", gnu.Quote(a))
			}
			pat.line, last = v, v
		}
		if msg == "" && i+1 < len(args) && strings.HasPrefix(args[i+1], "{") {
			i++
			msg = pat.repetition(args[i])
		}
		if msg != "" {
			c.p.Errorf("%s", msg)
			return nil, false
		}
		list = append(list, pat)
	}
	return list, true
}

// regexp reads /REGEXP/[OFFSET] or %REGEXP%[OFFSET].
func (pat *csplitPattern) regexp(a string) string {
	end := strings.LastIndexByte(a[1:], a[0])
	if end < 0 {
		return a + ": closing delimiter '" + a[:1] + "' missing"
	}
	pat.skip = a[0] == '%'
	re, err := regex.Compile(a[1:1+end], regex.Options{})
	if err != nil {
		return gnu.Quote(a) + ": invalid regular expression: " + err.Error()
	}
	pat.re = re
	if rest := a[end+2:]; rest != "" {
		v, st := xnum.Parse(strings.TrimPrefix(rest, "-"), "")
		if st != xnum.OK || v > 1<<62 || rest == "-" {
			return gnu.Quote(a) + ": integer expected after delimiter"
		}
		pat.offset = int64(v)
		if rest[0] == '-' {
			pat.offset = -pat.offset
		}
	}
	return ""
}

func (pat *csplitPattern) repetition(a string) string {
	if a[len(a)-1] != '}' {
		return gnu.Quote(a) + ": '}' is required in repeat count"
	}
	if a == "{*}" {
		pat.forever = true
		return ""
	}
	v, st := xnum.Parse(a[1:len(a)-1], "")
	if st != xnum.OK {
		return gnu.Quote(a[:len(a)-1]) + "}: integer required between '{' and '}'"
	}
	pat.repeat = v
	return ""
}

func (c *csplitState) splitLines() {
	b := c.in.buf
	for at := 0; at < len(b); {
		end := at
		for end < len(b) && b[end] != '\n' {
			end++
		}
		end = min(end+1, len(b))
		c.p.Tick(1)
		c.lines = append(c.lines, piece{at, end})
		at = end
	}
	c.p.Hold(int64(len(c.lines)) * 16)
}

// name returns the name of file number n.
func (c *csplitState) name(n int) string {
	if c.suffix == nil {
		s := strconv.Itoa(n)
		// A longer name would be refused all the same.
		return c.prefix + strings.Repeat("0", max(min(c.digits, 4096)-len(s), 0)) + s
	}
	spec := c.suffix.spec
	b := append([]byte(c.prefix), c.suffix.prefix...)
	if spec.Verb == 'd' || spec.Verb == 'i' {
		b = spec.AppendInt(b, int64(n))
	} else {
		b = spec.AppendUint(b, uint64(n))
	}
	return string(append(b, c.suffix.suffix...))
}
