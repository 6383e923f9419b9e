package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/format"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var numfmtSpec = gnu.Spec{
	Options: []gnu.Option{
		{Long: "debug", Unsupported: true},
		{Short: 'd', Long: "delimiter", Arg: gnu.Required},
		{Long: "field", Arg: gnu.Required},
		{Long: "format", Arg: gnu.Required},
		{Long: "from", Arg: gnu.Required},
		{Long: "from-unit", Arg: gnu.Required},
		{Long: "grouping"},
		{Long: "header", Arg: gnu.Optional},
		{Long: "invalid", Arg: gnu.Required},
		{Long: "padding", Arg: gnu.Required},
		{Long: "round", Arg: gnu.Required},
		{Long: "suffix", Arg: gnu.Required},
		{Long: "to", Arg: gnu.Required},
		{Long: "to-unit", Arg: gnu.Required},
		{Short: 'z', Long: "zero-terminated"},
		{Long: "-debug", Unsupported: true},
	},
	Version: "numfmt" + coreutilsTail + "Assaf Gordon.",
}

// The scales, ways to round and ways to treat what is no number.
const (
	scaleNone = iota
	scaleAuto
	scaleSI
	scaleIEC
	scaleIECI
)

const (
	roundUp = iota
	roundDown
	roundFromZero
	roundToZero
	roundNearest
)

const (
	invalidAbort = iota
	invalidFail
	invalidWarn
	invalidIgnore
)

var (
	fromWords    = []word{{"none", scaleNone}, {"auto", scaleAuto}, {"si", scaleSI}, {"iec", scaleIEC}, {"iec-i", scaleIECI}}
	toWords      = []word{{"none", scaleNone}, {"si", scaleSI}, {"iec", scaleIEC}, {"iec-i", scaleIECI}}
	roundWords   = []word{{"up", roundUp}, {"down", roundDown}, {"from-zero", roundFromZero}, {"towards-zero", roundToZero}, {"nearest", roundNearest}}
	invalidWords = []word{{"abort", invalidAbort}, {"fail", invalidFail}, {"warn", invalidWarn}, {"ignore", invalidIgnore}}
)

type numfmtState struct {
	p                *kern.Proc
	from, to, round  int
	invalid          int
	fromUnit, toUnit uint64
	padding          int // columns; 0: none
	left             bool
	autoPad          bool
	zero             bool
	grouping         bool
	prec             int // of --format; -1: not given
	prefix, tail     string
	formatted        bool
	suffix           string
	delim            int // -1: blanks
	fields           []span
	fieldText        string
	header           uint64
	eol              byte
	bad              bool
	status           int
	out              []byte
}

func runNumfmt(_ context.Context, p *kern.Proc) int {
	n := numfmtState{p: p, round: roundFromZero, fromUnit: 1, toUnit: 1, prec: -1, delim: -1, eol: '\n', fields: []span{{1, 1}}}
	args, st, ok := numfmtSpec.Parse(p, n.option)
	if !ok {
		return st
	}
	if n.formatted && n.grouping {
		p.Errorf("--grouping cannot be combined with --format")
		return 1
	}
	if n.grouping && n.to != scaleNone {
		p.Errorf("grouping cannot be combined with --to")
		return 1
	}
	n.autoPad = n.padding == 0 && n.delim < 0
	if len(args) > 0 {
		for _, a := range args {
			if !n.line([]byte(a), true) {
				return 2
			}
		}
		return n.finish()
	}
	lines := gnu.NewLines(p, 0, n.eol)
	for {
		line, ended, err := lines.Next()
		if err != nil {
			if notEOF(err) != nil {
				p.Errorf("error reading input: %s", kern.ErrText(err))
			}
			return n.finish()
		}
		if n.header > 0 {
			n.header--
			p.Stdout.Write(line)
			if ended {
				p.Stdout.WriteByte(n.eol)
			}
			continue
		}
		if !n.line(line, ended) {
			return 2
		}
	}
}

func (n *numfmtState) finish() int {
	if n.bad && n.invalid == invalidFail {
		return 2
	}
	return 0
}

func (n *numfmtState) option(key, val string) int {
	p := n.p
	ok := true
	switch key {
	case "from":
		n.from, ok = matchWord(p, "--from", val, fromWords)
	case "to":
		n.to, ok = matchWord(p, "--to", val, toWords)
	case "round":
		n.round, ok = matchWord(p, "--round", val, roundWords)
	case "invalid":
		n.invalid, ok = matchWord(p, "--invalid", val, invalidWords)
	case "from-unit":
		n.fromUnit, ok = n.unit(val)
	case "to-unit":
		n.toUnit, ok = n.unit(val)
	case "padding":
		v, size, bad := format.ParseInt(val, 10)
		if size != len(val) || bad || v == 0 || v > 1<<30 || v < -1<<30 {
			p.Errorf("invalid padding value %s", gnu.Quote(val))
			return 1
		}
		n.padding, n.left = int(max(v, -v)), v < 0
	case "grouping":
		n.grouping = true
	case "suffix":
		n.suffix = val
	case "d":
		if len(val) > 1 {
			p.Errorf("the delimiter must be a single character")
			return 1
		}
		n.delim = 0
		if val != "" {
			n.delim = int(val[0])
		}
	case "field":
		return n.setFields(val)
	case "format":
		n.formatted = true
		if msg := n.setFormat(val); msg != "" {
			p.Errorf("%s", msg)
			return 1
		}
	case "header":
		return n.setHeader(val)
	case "z":
		n.eol = 0
	}
	if !ok {
		return 1
	}
	return gnu.Go
}

// setHeader reads how many lines at the start are left as they are.
func (n *numfmtState) setHeader(val string) int {
	n.header = 1
	if val == "" {
		return gnu.Go
	}
	v, st := xnum.Parse(val, "")
	if st != xnum.OK || v == 0 {
		n.p.Errorf("invalid header value %s", gnu.Quote(val))
		return 1
	}
	n.header = v
	return gnu.Go
}

// unit reads a unit size: a number, perhaps with a suffix that is a power of 1000 or, with "i", of 1024.
func (n *numfmtState) unit(val string) (uint64, bool) {
	digits := strings.TrimRight(val, "KMGTPEZYi")
	suffix := val[len(digits):]
	if digits == "" && suffix != "" {
		digits = "1"
	}
	v, err := strconv.ParseUint(digits, 10, 63)
	base := uint64(1000)
	if strings.HasSuffix(suffix, "i") {
		base, suffix = 1024, suffix[:len(suffix)-1]
	}
	ok := err == nil && v > 0 && len(suffix) < 2
	if ok && suffix != "" {
		for range strings.IndexByte("KMGTPEZY", suffix[0]) + 1 {
			if v > 1<<63/base {
				ok = false
				break
			}
			v *= base
		}
	}
	if !ok {
		n.p.Errorf("invalid unit size: %s", gnu.Quote(val))
	}
	return v, ok
}

func (n *numfmtState) setFields(val string) int {
	if n.fieldText != "" {
		n.p.Errorf("multiple field specifications")
		return 1
	}
	n.fieldText = val
	if val == "-" {
		n.fields = []span{{1, endless}}
		return gnu.Go
	}
	l := listReader{s: val, fields: true}
	spans, msg := l.read()
	if msg != "" {
		return gnu.Usage(n.p, 1, msg)
	}
	n.fields = mergeSpans(spans, false)
	return gnu.Go
}

// setFormat reads --format; it returns what is wrong.
func (n *numfmtState) setFormat(s string) string {
	at := nextPercent(s, 0)
	quoted := gnu.Quote(s)
	switch {
	case at < 0:
		return "format " + quoted + " has no % directive"
	case at+1 == len(s):
		return "format " + quoted + " ends in %"
	}
	i := at + 1
	for ; i < len(s); i++ {
		if s[i] == ' ' || s[i] == '\'' {
			continue
		}
		if s[i] == '0' {
			n.zero = true
			continue
		}
		break
	}
	width := i
	if i < len(s) && s[i] == '-' {
		i++
	}
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i > width {
		v, _, bad := format.ParseInt(s[width:i], 10)
		if bad || v > 1<<30 || v < -1<<30 {
			return "invalid format " + quoted + " (width overflow)"
		}
		if v != 0 {
			n.padding, n.left = int(max(v, -v)), v < 0
		}
	}
	if i == len(s) {
		return "format " + quoted + " ends in %"
	}
	if s[i] == '.' {
		i++
		start := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		v, _, bad := format.ParseInt("0"+s[start:i], 10)
		if bad || v > 1<<20 || i < len(s) && i == start && strings.IndexByte("+- ", s[i]) >= 0 {
			return "invalid precision in format " + quoted
		}
		n.prec = int(v)
	}
	if i == len(s) || s[i] != 'f' {
		return "invalid format " + quoted + ", directive must be %[0]['][-][N][.][N]f"
	}
	if nextPercent(s, i+1) >= 0 {
		return "format " + quoted + " has too many % directives"
	}
	n.prefix, n.tail = strings.ReplaceAll(s[:at], "%%", "%"), s[i+1:]
	return ""
}

// line converts the fields of a line; false ends the program.
func (n *numfmtState) line(line []byte, ended bool) bool {
	n.out = n.out[:0]
	for field, at := uint64(1), 0; ; field++ {
		end := at
		if n.delim >= 0 {
			for end < len(line) && int(line[end]) != n.delim {
				end++
			}
		} else {
			for end < len(line) && blank(line[end]) {
				end++
			}
			for end < len(line) && !blank(line[end]) {
				end++
			}
		}
		text := string(line[at:end])
		if !n.selected(field) {
			n.out = append(n.out, text...)
		} else if !n.field(text, field) {
			n.p.Stdout.Write(n.out)
			return false
		}
		if end == len(line) {
			break
		}
		if n.delim >= 0 {
			n.out = append(n.out, byte(n.delim))
		} else {
			n.out = append(n.out, ' ')
		}
		at = end + 1
	}
	if ended {
		n.out = append(n.out, n.eol)
	}
	n.p.Stdout.Write(n.out)
	return true
}

func (n *numfmtState) selected(field uint64) bool {
	for _, s := range n.fields {
		if field >= s.lo && field <= s.hi {
			return true
		}
	}
	return false
}
