package cmds

import (
	"bytes"
	"context"
	"io"
	"sort"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var cutSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'b', Long: "bytes", Arg: gnu.Required},
		{Short: 'c', Long: "characters", Arg: gnu.Required},
		{Short: 'd', Long: "delimiter", Arg: gnu.Required},
		{Short: 'f', Long: "fields", Arg: gnu.Required},
		{Short: 'n'},
		{Short: 's', Long: "only-delimited"},
		{Short: 'z', Long: "zero-terminated"},
		{Long: "complement"},
		{Long: "output-delimiter", Arg: gnu.Required},
	},
	Version: "cut" + coreutilsTail + "David M. Ihnat, David MacKenzie, and Jim Meyering.",
}

// span is a range of positions, both ends included, counted from 1.
type span struct{ lo, hi uint64 }

const endless = ^uint64(0)

type cutState struct {
	p          *kern.Proc
	list       string
	mode       byte // 'b' or 'f'; 0: no list yet
	spans      []span
	delim      byte
	delimSet   bool
	outDelim   []byte
	outSet     bool
	only       bool
	complement bool
	eol        byte
	buf        []byte
}

func runCut(_ context.Context, p *kern.Proc) int {
	c := cutState{p: p, delim: '\t', eol: '\n'}
	files, st, ok := cutSpec.Parse(p, c.option)
	if !ok {
		return st
	}
	if msg := c.check(); msg != "" {
		return gnu.Usage(p, 1, msg)
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	status := 0
	for _, f := range files {
		fd, done, err := gnu.OpenInput(p, f)
		if err == nil {
			if c.mode == 'f' {
				err = c.fields(fd)
			} else {
				err = c.bytes(fd)
			}
			done()
		}
		if err != nil {
			p.Errorf("%s: %s", gnu.QuoteF(f), kern.ErrText(err))
			status = 1
		}
	}
	return status
}

func (c *cutState) option(key, val string) int {
	switch key {
	case "b", "c", "f":
		mode := byte('b')
		if key == "f" {
			mode = 'f'
		}
		if c.mode != 0 {
			return gnu.Usage(c.p, 1, "only one list may be specified")
		}
		c.mode, c.list = mode, val
	case "d":
		if len(val) > 1 {
			return gnu.Usage(c.p, 1, "the delimiter must be a single character")
		}
		c.delim, c.delimSet = 0, true
		if val != "" {
			c.delim = val[0]
		}
	case "s":
		c.only = true
	case "z":
		c.eol = 0
	case "complement":
		c.complement = true
	case "output-delimiter":
		c.outSet, c.outDelim = true, []byte(val)
		if val == "" {
			c.outDelim = []byte{0}
		}
	}
	return gnu.Go
}

// check refuses options that do not go together and reads the list; it returns what is wrong.
func (c *cutState) check() string {
	switch {
	case c.mode == 0:
		return "you must specify a list of bytes, characters, or fields"
	case c.mode != 'f' && c.delimSet:
		return "an input delimiter may be specified only when operating on fields"
	case c.mode != 'f' && c.only:
		return "suppressing non-delimited lines makes sense\n\tonly when operating on fields"
	}
	l := listReader{s: c.list, fields: c.mode == 'f'}
	spans, msg := l.read()
	if msg != "" {
		return msg
	}
	c.spans = mergeSpans(spans, c.complement)
	if !c.outSet {
		c.outDelim = []byte{c.delim}
	}
	return ""
}

// listReader reads a LIST of positions.
type listReader struct {
	s      string
	fields bool
}

func (l *listReader) read() (out []span, msg string) {
	s := l.s
	i := 0
	for {
		start := i
		for i < len(s) && s[i] != ',' && s[i] != ' ' && s[i] != '\t' {
			i++
		}
		sp, msg := l.item(s[start:i])
		if msg != "" {
			return nil, msg
		}
		out = append(out, sp)
		if i >= len(s) {
			return out, ""
		}
		i++
	}
}

func (l *listReader) item(s string) (span, string) {
	var sp span
	haveLo, dash, haveHi := false, false, false
	for i := 0; i < len(s); {
		if s[i] == '-' {
			if dash {
				if l.fields {
					return sp, "invalid field range"
				}
				return sp, "invalid byte or character range"
			}
			if haveLo && sp.lo == 0 {
				return sp, l.fromOne()
			}
			dash = true
			i++
			continue
		}
		j := i
		for j < len(s) && s[j] >= '0' && s[j] <= '9' {
			j++
		}
		if j == i {
			if l.fields {
				return sp, "invalid field value " + gnu.Quote(s[i:])
			}
			return sp, "invalid byte/character position " + gnu.Quote(s[i:])
		}
		v, err := strconv.ParseUint(s[i:j], 10, 64)
		if err != nil || v == endless {
			return sp, l.tooLarge(s[i:j])
		}
		if dash {
			sp.hi, haveHi = v, true
		} else {
			sp.lo, haveLo = v, true
		}
		i = j
	}
	switch {
	case dash && !haveLo && !haveHi:
		return sp, "invalid range with no endpoint: -"
	case !dash && (!haveLo || sp.lo == 0):
		return sp, l.fromOne()
	case !dash:
		return span{sp.lo, sp.lo}, ""
	}
	if !haveLo {
		sp.lo = 1
	}
	if !haveHi {
		sp.hi = endless
	}
	if sp.hi < sp.lo {
		return sp, "invalid decreasing range"
	}
	return sp, ""
}

func (l *listReader) tooLarge(s string) string {
	if l.fields {
		return "field number " + gnu.Quote(s) + " is too large"
	}
	return "byte/character offset " + gnu.Quote(s) + " is too large"
}

func (l *listReader) fromOne() string {
	if l.fields {
		return "fields are numbered from 1"
	}
	return "byte/character positions are numbered from 1"
}

// mergeSpans sorts the spans, joins those that overlap and, if complement, returns what they leave out.
func mergeSpans(in []span, complement bool) []span {
	sort.SliceStable(in, func(i, j int) bool { return in[i].lo < in[j].lo })
	out := in[:0]
	for _, s := range in {
		if n := len(out); n > 0 && s.lo <= out[n-1].hi {
			out[n-1].hi = max(out[n-1].hi, s.hi)
			continue
		}
		out = append(out, s)
	}
	if !complement {
		return out
	}
	var rest []span
	next := uint64(1)
	for _, s := range out {
		if s.lo > next {
			rest = append(rest, span{next, s.lo - 1})
		}
		if s.hi == endless {
			return rest
		}
		next = s.hi + 1
	}
	return append(rest, span{next, endless})
}

// bytes prints the selected bytes of every line.
func (c *cutState) bytes(fd int) error {
	lines := gnu.NewLines(c.p, fd, c.eol)
	for {
		line, _, err := lines.Next()
		if err != nil {
			return notEOF(err)
		}
		b := c.buf[:0]
		for i, s := range c.spans {
			if s.lo > uint64(len(line)) {
				break
			}
			if i > 0 && c.outSet {
				b = append(b, c.outDelim...)
			}
			b = append(b, line[s.lo-1:min(s.hi, uint64(len(line)))]...)
		}
		c.buf = append(b, c.eol)
		c.p.Stdout.Write(c.buf)
	}
}

// fields prints the selected fields of every line.
func (c *cutState) fields(fd int) error {
	if c.delim == c.eol {
		return c.lineFields(fd)
	}
	lines := gnu.NewLines(c.p, fd, c.eol)
	for {
		line, _, err := lines.Next()
		if err != nil {
			return notEOF(err)
		}
		if bytes.IndexByte(line, c.delim) < 0 {
			if !c.only {
				c.p.Stdout.Write(line)
				c.p.Stdout.WriteByte(c.eol)
			}
			continue
		}
		c.buf = append(c.pick(c.buf[:0], line), c.eol)
		c.p.Stdout.Write(c.buf)
	}
}

func (c *cutState) pick(b, line []byte) []byte {
	found, at, first := uint64(1), 0, true
	for _, s := range c.spans {
		for found < s.lo && at <= len(line) {
			found++
			at += c.fieldLen(line[at:]) + 1
		}
		for found <= s.hi && at <= len(line) {
			n := c.fieldLen(line[at:])
			if !first {
				b = append(b, c.outDelim...)
			}
			first = false
			b = append(b, line[at:at+n]...)
			found++
			at += n + 1
		}
	}
	return b
}

func (c *cutState) fieldLen(b []byte) int {
	if i := bytes.IndexByte(b, c.delim); i >= 0 {
		return i
	}
	return len(b)
}

// lineFields takes whole lines for fields, which is what the delimiter newline means.
func (c *cutState) lineFields(fd int) error {
	data, err := c.p.ReadAll(fd)
	if err != nil && err != io.EOF {
		return err
	}
	c.p.Tick(len(data) >> 6)
	if len(data) == 0 {
		return nil
	}
	ended := data[len(data)-1] == c.eol
	if ended {
		data = data[:len(data)-1]
	}
	single := bytes.IndexByte(data, c.delim) < 0
	if single && !ended {
		if !c.only {
			c.p.Stdout.Write(append(data, c.eol))
		}
		return nil
	}
	if b := c.pick(nil, data); len(b) > 0 || !(c.only && single && !c.selectsFirst()) {
		c.p.Stdout.Write(append(b, c.eol))
	}
	return nil
}

func (c *cutState) selectsFirst() bool { return len(c.spans) > 0 && c.spans[0].lo == 1 }
