package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/format"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var prSpec = gnu.Spec{
	Options: []gnu.Option{
		{Long: "pages", Arg: gnu.Required},
		{Long: "columns", Arg: gnu.Required},
		{Short: 'a', Long: "across"},
		{Short: 'c', Long: "show-control-chars"},
		{Short: 'd', Long: "double-space"},
		{Short: 'D', Long: "date-format", Arg: gnu.Required},
		{Short: 'e', Long: "expand-tabs", Arg: gnu.Optional},
		{Short: 'F', Long: "form-feed"},
		{Short: 'f'},
		{Short: 'h', Long: "header", Arg: gnu.Required},
		{Short: 'i', Long: "output-tabs", Arg: gnu.Optional},
		{Short: 'J', Long: "join-lines"},
		{Short: 'l', Long: "length", Arg: gnu.Required},
		{Short: 'm', Long: "merge"},
		{Short: 'n', Long: "number-lines", Arg: gnu.Optional},
		{Short: 'N', Long: "first-line-number", Arg: gnu.Required},
		{Short: 'o', Long: "indent", Arg: gnu.Required},
		{Short: 'r', Long: "no-file-warnings"},
		{Short: 's', Long: "separator", Arg: gnu.Optional},
		{Short: 'S', Long: "sep-string", Arg: gnu.Optional},
		{Short: 't', Long: "omit-header"},
		{Short: 'T', Long: "omit-pagination"},
		{Short: 'v', Long: "show-nonprinting"},
		{Short: 'w', Long: "width", Arg: gnu.Required},
		{Short: 'W', Long: "page-width", Arg: gnu.Required},
	},
	Digits:  true,
	Version: "pr" + coreutilsTail + "Pete TerMaat and Roland Huebner.",
}

// prState is one run of pr: the options, and where the page being printed is.
type prState struct {
	p             *kern.Proc
	first, last   uint64 // pages to print
	pagesSet      bool
	digits        string // of -COLUMN
	columns       int
	explicit      bool // columns were asked for
	across, merge bool
	double        bool
	dateFormat    string
	header        string
	headerSet     bool
	untab, tab    bool // expand tabs of the input, make tabs in the output
	inTab, outTab byte
	inWidth       int
	outWidth      int
	formFeed      bool
	join          bool
	length        int
	number        bool
	numSep        byte
	numDigits     int
	start         int
	margin        int
	quiet         bool
	sep           string
	sepOn         bool
	oldS, oldW    bool
	plain         bool // no headers and no padding of pages
	keepFF        bool
	control       byte // how control characters are shown: 'c' ^X, 'v' \ooo, 0: as they are
	width         int
	truncate      bool

	body     int // lines in a page without header and trailer
	perCol   int // columns of a column
	numWidth int
	status   int
	date     string
	title    string
	page     uint64
	line     int // number of the next line
	out      prOutput
}

func runPr(_ context.Context, p *kern.Proc) int {
	s := prState{p: p, columns: 1, dateFormat: "%Y-%m-%d %H:%M", inTab: '\t', outTab: '\t', inWidth: 8, outWidth: 8, length: 66,
		numSep: '\t', numDigits: 5, start: 1, width: 72, last: endless}
	files, st, ok := prSpec.Parse(p, s.option)
	if !ok {
		return st
	}
	if s.digits != "" {
		if st := s.setColumns(s.digits); st != gnu.Go {
			return st
		}
	}
	var names []string
	for _, f := range files {
		if strings.HasPrefix(f, "+") && !s.pagesSet {
			taken, st := s.setPages(f[1:], "+")
			if st != gnu.Go {
				return st
			}
			if taken {
				continue
			}
		}
		names = append(names, f)
	}
	s.first = max(s.first, 1)
	switch {
	case s.merge && s.explicit:
		p.Errorf("cannot specify number of columns when printing in parallel")
		return 1
	case s.merge && s.across:
		p.Errorf("cannot specify both printing across and printing in parallel")
		return 1
	}
	s.oldOptions()
	return s.run(names)
}

// oldOptions gives -s and -w the meaning that they have among the old options.
func (s *prState) oldOptions() {
	many := s.merge || s.explicit
	switch {
	case s.oldW && many:
		s.truncate = true
		s.sepOn = s.sepOn || s.oldS
	case s.oldW:
		s.join = true
	case !s.sepOn && s.oldS && many:
		if !s.truncate {
			s.join = true
			s.sepOn = s.sep != ""
		} else {
			s.sepOn = true
		}
	}
}

// count reads a number of at least least for an option; what begins the message.
func (s *prState) count(val, what string, least int) (int, bool) {
	neg := strings.HasPrefix(val, "-")
	v, st := xnum.Parse(strings.TrimPrefix(val, "-"), "")
	msg := what + ": " + gnu.Quote(val)
	switch {
	case st&(xnum.Invalid|xnum.BadSuffix) != 0:
	case st == xnum.Overflow || v > 1<<31-1:
		msg += ": " + tree.EOVERFLOW.Error()
	default:
		n := int(v)
		if neg {
			n = -n
		}
		if n >= least {
			return n, true
		}
		msg += ": " + tree.ERANGE.Error()
	}
	s.p.Errorf("%s", msg)
	return 0, false
}

func (s *prState) setColumns(val string) int {
	n, ok := s.count(val, "invalid number of columns", 1)
	if !ok {
		return 1
	}
	s.columns, s.explicit = n, true
	return gnu.Go
}

// setPages reads FIRST[:LAST]; taken is false when it is no such thing.
func (s *prState) setPages(val, option string) (taken bool, status int) {
	fail := func() (bool, int) {
		if option == "+" {
			s.p.Errorf("invalid + argument '%s'", val)
		} else {
			s.p.Errorf("invalid --pages argument '%s'", val)
		}
		return false, 1
	}
	number := func(t string) (v uint64, rest string, ok bool) {
		v, size, bad := format.ParseUint(t, 10)
		return v, t[size:], size > 0 && !bad && t[0] != '-'
	}
	first, rest, ok := number(val)
	if !ok {
		return fail()
	}
	last := endless
	if strings.HasPrefix(rest, ":") {
		if last, rest, ok = number(rest[1:]); !ok {
			return fail()
		}
	}
	if first == 0 || last < first || rest != "" {
		return false, gnu.Go
	}
	s.first, s.last, s.pagesSet = first, last, true
	return true, gnu.Go
}

func (s *prState) option(key, val string) int {
	ok := true
	switch key {
	case "#":
		s.digits += val
	case "pages":
		taken, st := s.setPages(val, "--pages")
		if st != gnu.Go {
			return st
		}
		if !taken {
			s.p.Errorf("invalid page range %s", gnu.Quote(val))
			return 1
		}
	case "columns":
		return s.setColumns(val)
	case "a":
		s.across = true
	case "c", "v":
		s.control = key[0]
	case "d":
		s.double = true
	case "D":
		s.dateFormat = val
	case "F", "f":
		s.formFeed = true
	case "h":
		s.header, s.headerSet = val, true
	case "J":
		s.join = true
	case "l":
		s.length, ok = s.count(val, "'-l PAGE_LENGTH' invalid number of lines", 1)
	case "m":
		s.merge = true
	case "N":
		s.start, ok = s.count(val, "'-N NUMBER' invalid starting line number", -1<<31)
	case "o":
		s.margin, ok = s.count(val, "'-o MARGIN' invalid line offset", 0)
	case "r":
		s.quiet = true
	case "t":
		s.plain, s.keepFF = true, true
	case "T":
		s.plain, s.keepFF = true, false
	case "w", "W":
		ok = s.setWidth(key, val)
	default:
		return s.optional(key, val)
	}
	if !ok {
		return 1
	}
	return gnu.Go
}

func (s *prState) setWidth(key, val string) bool {
	w, ok := s.count(val, "'-"+key+" PAGE_WIDTH' invalid number of characters", 1)
	switch {
	case !ok:
	case key == "W":
		s.oldW, s.truncate, s.width = false, true, w
	case !s.truncate:
		s.oldW, s.width = true, w
	}
	return ok
}

// optional reads the options whose argument may be missing.
func (s *prState) optional(key, val string) int {
	switch key {
	case "e":
		s.untab = true
		return s.charNumber(key, val, &s.inTab, &s.inWidth)
	case "i":
		s.tab = true
		return s.charNumber(key, val, &s.outTab, &s.outWidth)
	case "n":
		s.number = true
		return s.charNumber(key, val, &s.numSep, &s.numDigits)
	case "s":
		s.oldS = true
		if !s.sepOn && val != "" {
			s.sep = val
		}
	case "S":
		// An empty argument cannot be told from none.
		s.oldS = false
		s.sep, s.sepOn = val, true
	}
	return gnu.Go
}

// charNumber reads [CHAR][NUMBER].
func (s *prState) charNumber(key, val string, c *byte, n *int) int {
	if val == "" {
		return gnu.Go
	}
	if val[0] < '0' || val[0] > '9' {
		*c, val = val[0], val[1:]
	}
	if val == "" {
		return gnu.Go
	}
	v, st := xnum.Parse(val, "")
	if st != xnum.OK || v == 0 || v > 1<<31-1 {
		s.p.Errorf("'-%s' extra characters or invalid number in the argument: %s", key, gnu.Quote(val))
		gnu.Try(s.p)
		return 1
	}
	*n = int(v)
	return gnu.Go
}
