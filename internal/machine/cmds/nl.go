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

var nlSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'b', Long: "body-numbering", Arg: gnu.Required},
		{Short: 'd', Long: "section-delimiter", Arg: gnu.Required},
		{Short: 'f', Long: "footer-numbering", Arg: gnu.Required},
		{Short: 'h', Long: "header-numbering", Arg: gnu.Required},
		{Short: 'i', Long: "line-increment", Arg: gnu.Required},
		{Short: 'l', Long: "join-blank-lines", Arg: gnu.Required},
		{Short: 'n', Long: "number-format", Arg: gnu.Required},
		{Short: 'p', Long: "no-renumber"},
		{Short: 's', Long: "number-separator", Arg: gnu.Required},
		{Short: 'v', Long: "starting-line-number", Arg: gnu.Required},
		{Short: 'w', Long: "number-width", Arg: gnu.Required},
	},
	Version: "nl" + coreutilsTail + "Scott Bartram and David MacKenzie.",
}

// nlStyle says which lines of a section are numbered: all 'a', not empty ones 't', none 'n', those that match 'p'.
type nlStyle struct {
	kind byte
	re   *regex.Regexp
}

type nlState struct {
	p                    *kern.Proc
	body, header, footer nlStyle
	section              [3]string // what begins a header, a body, a footer
	first, step, join    int64
	format               string
	sep                  string
	width                int
	keep                 bool // do not number afresh with each page
	bad                  bool
	line                 int64
	overflow             bool
	blanks               int64
	current              *nlStyle
	pad                  string
	buf                  []byte
	d1, d2               string
}

func runNl(_ context.Context, p *kern.Proc) int {
	n := nlState{p: p, body: nlStyle{kind: 't'}, header: nlStyle{kind: 'n'}, footer: nlStyle{kind: 'n'}, first: 1, step: 1,
		join: 1, format: "rn", sep: "\t", width: 6, d1: `\`, d2: ":"}
	files, st, ok := nlSpec.Parse(p, n.option)
	if !ok {
		return st
	}
	if n.bad {
		gnu.Try(p)
		return 1
	}
	mark := n.d1 + n.d2
	if mark != "" {
		n.section = [3]string{mark + mark + mark, mark + mark, mark}
	}
	p.Hold(int64(n.width) * 4)
	n.pad = strings.Repeat(" ", n.width+len(n.sep))
	n.line, n.current = n.first, &n.body
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, f := range files {
		fd, done, err := gnu.OpenInput(p, f)
		if err == nil {
			err = n.number(fd)
			done()
		}
		if err != nil {
			p.Errorf("%s: %s", gnu.QuoteF(f), kern.ErrText(err))
			st = 1
		}
		if n.overflow {
			p.Errorf("line number overflow")
			return 1
		}
	}
	return st
}

func (n *nlState) option(key, val string) int {
	switch key {
	case "b":
		return n.style(&n.body, "body", val)
	case "h":
		return n.style(&n.header, "header", val)
	case "f":
		return n.style(&n.footer, "footer", val)
	case "d":
		switch len(val) {
		case 0:
			n.d1, n.d2 = "", ""
		case 1:
			n.d1, n.d2 = val, ":"
		default:
			n.d1, n.d2 = val, ""
		}
	case "i":
		return n.integer(&n.step, val, -1<<63, "invalid line number increment")
	case "v":
		return n.integer(&n.first, val, -1<<63, "invalid starting line number")
	case "l":
		return n.integer(&n.join, val, 1, "invalid line number of blank lines")
	case "w":
		var w int64
		st := n.integer(&w, val, 1, "invalid line number field width")
		n.width = int(w)
		return st
	case "n":
		if val != "ln" && val != "rn" && val != "rz" {
			n.p.Errorf("invalid line numbering format: %s", gnu.Quote(val))
			n.bad = true
		}
		n.format = val
	case "p":
		n.keep = true
	case "s":
		n.sep = val
	}
	return gnu.Go
}

func (n *nlState) style(s *nlStyle, which, val string) int {
	switch {
	case val != "" && (val[0] == 'a' || val[0] == 't' || val[0] == 'n'):
		*s = nlStyle{kind: val[0]}
	case val != "" && val[0] == 'p':
		re, err := regex.Compile(val[1:], regex.Options{})
		if err != nil {
			n.p.Errorf("%s", err.Error())
			return 1
		}
		*s = nlStyle{kind: 'p', re: re}
	default:
		n.p.Errorf("invalid %s numbering style: %s", which, gnu.Quote(val))
		n.bad = true
	}
	return gnu.Go
}

// integer reads a signed number that is at least least.
func (n *nlState) integer(to *int64, val string, least int64, what string) int {
	neg := strings.HasPrefix(val, "-")
	v, st := xnum.Parse(strings.TrimPrefix(val, "-"), "")
	limit := uint64(1<<63 - 1)
	if neg {
		limit++
	}
	high := st == xnum.Overflow || st == xnum.OK && v > limit || what == "invalid line number field width" && v > 1<<31-1
	switch {
	case st&(xnum.Invalid|xnum.BadSuffix) != 0:
		n.p.Errorf("%s: %s", what, gnu.Quote(val))
		return 1
	case high && !(neg && least > 0):
		n.p.Errorf("%s: %s: %s", what, gnu.Quote(val), tree.EOVERFLOW.Error())
		return 1
	}
	x := int64(v)
	if neg {
		x = -x
	}
	if x < least {
		n.p.Errorf("%s: %s: %s", what, gnu.Quote(val), tree.ERANGE.Error())
		return 1
	}
	*to = x
	return gnu.Go
}

func (n *nlState) number(fd int) error {
	lines := gnu.NewLines(n.p, fd, '\n')
	for {
		line, _, err := lines.Next()
		if err != nil {
			return notEOF(err)
		}
		if n.newSection(line) {
			n.p.Stdout.WriteByte('\n')
			continue
		}
		numbered, err := n.wanted(line)
		if err != nil {
			return err
		}
		n.buf = n.buf[:0]
		if numbered {
			if n.overflow {
				return nil
			}
			n.putNumber()
		} else {
			n.buf = append(n.buf, n.pad...)
		}
		n.buf = append(append(n.buf, line...), '\n')
		n.p.Stdout.Write(n.buf)
	}
}

// newSection says whether line begins a section, and begins it.
func (n *nlState) newSection(line []byte) bool {
	if n.section[2] == "" || len(line) < 2 || !strings.HasPrefix(string(line[:min(len(line), len(n.section[2]))]), n.section[2]) {
		return false
	}
	for i, s := range n.section {
		if string(line) != s {
			continue
		}
		n.current = []*nlStyle{&n.header, &n.body, &n.footer}[i]
		if !n.keep {
			n.line, n.overflow = n.first, false
		}
		return true
	}
	return false
}

func (n *nlState) wanted(line []byte) (bool, error) {
	switch n.current.kind {
	case 'a':
		if n.join > 1 {
			if len(line) > 0 {
				n.blanks = 0
				return true, nil
			}
			if n.blanks++; n.blanks < n.join {
				return false, nil
			}
			n.blanks = 0
		}
		return true, nil
	case 't':
		return len(line) > 0, nil
	case 'p':
		return n.current.re.Test(line, 0, regex.MatchOptions{Tick: func(k int) error { n.p.Tick(k >> 4); return nil }})
	}
	return false, nil
}

func (n *nlState) putNumber() {
	s := strconv.FormatInt(n.line, 10)
	fill := max(n.width-len(s), 0)
	switch n.format {
	case "ln":
		n.buf = append(append(n.buf, s...), strings.Repeat(" ", fill)...)
	case "rz":
		if s[0] == '-' {
			n.buf, s = append(n.buf, '-'), s[1:]
		}
		n.buf = append(append(n.buf, strings.Repeat("0", fill)...), s...)
	default:
		n.buf = append(append(n.buf, strings.Repeat(" ", fill)...), s...)
	}
	n.buf = append(n.buf, n.sep...)
	next := n.line + n.step
	if n.step > 0 && next < n.line || n.step < 0 && next > n.line {
		n.overflow = true
	}
	n.line = next
}
