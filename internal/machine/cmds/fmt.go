package cmds

import (
	"context"
	"io"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var fmtSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'c', Long: "crown-margin"},
		{Short: 'p', Long: "prefix", Arg: gnu.Required},
		{Short: 's', Long: "split-only"},
		{Short: 't', Long: "tagged-paragraph"},
		{Short: 'u', Long: "uniform-spacing"},
		{Short: 'w', Long: "width", Arg: gnu.Required},
		{Short: 'g', Long: "goal", Arg: gnu.Required},
	},
	Digits:  true,
	Version: "fmt" + coreutilsTail + "Ross Paterson.",
}

// The bounds of what fmt looks at as one paragraph.
const (
	fmtMaxChars = 5000
	fmtMaxWords = 1000
)

type fmtState struct {
	p                             *kern.Proc
	crown, tagged, split, uniform bool
	width, goal                   int
	prefix                        string // without blanks around it
	prefixLead, prefixFull        int    // blanks before the prefix, its length with those after it

	in     fmtInput
	out    []byte
	outCol int
	tabs   bool // the input had tabs: write tabs

	next                     int // the character that begins the next line, or -1
	nextIndent, prefixIndent int
	firstIndent, otherIndent int
	lastLength               int // of the last line written
	words                    []fmtWord
	chars                    int
}

func runFmt(_ context.Context, p *kern.Proc) int {
	f := fmtState{p: p, width: 75}
	width, goal, st := f.obsolete()
	if st != gnu.Go {
		return st
	}
	files, st, ok := fmtSpec.Parse(p, func(key, val string) int {
		switch key {
		case "c":
			f.crown = true
		case "s":
			f.split = true
		case "t":
			f.tagged = true
		case "u":
			f.uniform = true
		case "w":
			width = &val
		case "g":
			goal = &val
		case "p":
			f.setPrefix(val)
		case "#":
			p.Errorf("invalid option -- %s; -WIDTH is recognized only when it is the first\noption; use -w N instead", val[:1])
			gnu.Try(p)
			return 1
		}
		return gnu.Go
	})
	if !ok {
		return st
	}
	if st := f.setWidths(width, goal); st != gnu.Go {
		return st
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		fd, done, err := gnu.OpenInput(p, name)
		if err != nil {
			p.Errorf("cannot open %s for reading: %s", gnu.QuoteAF(name), kern.ErrText(err))
			st = 1
			continue
		}
		if err := f.file(fd); err != nil {
			p.Errorf("read error")
			st = 1
		}
		done()
	}
	return max(st, 0)
}

// obsolete takes the form -WIDTH out of the arguments, where it may only come first.
func (f *fmtState) obsolete() (width, goal *string, status int) {
	a := f.p.Args
	if len(a) < 2 || len(a[1]) < 2 || a[1][0] != '-' || a[1][1] < '0' || a[1][1] > '9' {
		return nil, nil, gnu.Go
	}
	w := a[1][1:]
	f.p.Args = append([]string{a[0]}, a[2:]...)
	return &w, nil, gnu.Go
}

func (f *fmtState) setPrefix(s string) {
	t := strings.TrimLeft(s, " ")
	f.prefixLead = len(s) - len(t)
	f.prefixFull = len(t)
	f.prefix = strings.TrimRight(t, " ")
}

func (f *fmtState) setWidths(width, goal *string) int {
	read := func(s string, most int) (int, bool) {
		v, st := xnum.Parse(s, "")
		switch {
		case st&(xnum.Invalid|xnum.BadSuffix) != 0:
			f.p.Errorf("invalid width: %s", gnu.Quote(s))
			return 0, false
		case st == xnum.Overflow:
			f.p.Errorf("invalid width: %s: %s", gnu.Quote(s), tree.EOVERFLOW.Error())
			return 0, false
		case v > uint64(most):
			f.p.Errorf("invalid width: %s: %s", gnu.Quote(s), tree.ERANGE.Error())
			return 0, false
		}
		return int(v), true
	}
	var ok bool
	if width != nil {
		if f.width, ok = read(*width, fmtMaxChars/2); !ok {
			return 1
		}
	}
	if goal == nil {
		f.goal = f.width * 187 / 200
		return gnu.Go
	}
	if f.goal, ok = read(*goal, f.width); !ok {
		return 1
	}
	if width == nil {
		f.width = f.goal + 10
	}
	return gnu.Go
}

// fmtInput reads bytes and keeps count of columns.
type fmtInput struct {
	p   *kern.Proc
	fd  int
	buf []byte
	off int
	col int
	err error
}

// get returns the next byte, -1 at the end.
func (in *fmtInput) get() int {
	for in.off == len(in.buf) {
		if in.err != nil {
			return -1
		}
		n, err := in.p.Read(in.fd, in.buf[:cap(in.buf)])
		in.p.Tick(n >> 4)
		in.buf, in.off, in.err = in.buf[:n], 0, err
	}
	in.off++
	return int(in.buf[in.off-1])
}

// space passes over blanks that begin with c and returns what follows.
func (f *fmtState) space(c int) int {
	for {
		switch c {
		case ' ':
			f.in.col++
		case '\t':
			f.tabs = true
			f.in.col = (f.in.col/8 + 1) * 8
		default:
			return c
		}
		c = f.in.get()
	}
}

// lineStart reads the blanks and the prefix at the start of a line.
func (f *fmtState) lineStart() int {
	f.in.col = 0
	c := f.space(f.in.get())
	if f.prefix == "" {
		f.nextIndent = min(f.prefixLead, f.in.col)
		return c
	}
	f.nextIndent = f.in.col
	for i := 0; i < len(f.prefix); i++ {
		if c != int(f.prefix[i]) {
			return c
		}
		f.in.col++
		c = f.in.get()
	}
	return f.space(c)
}

func (f *fmtState) file(fd int) error {
	f.in = fmtInput{p: f.p, fd: fd, buf: make([]byte, 0, readSize(f.p, fd, 8192))}
	f.tabs, f.otherIndent = false, 0
	f.next = f.lineStart()
	for f.paragraph() {
		f.optimize()
		f.put(len(f.words))
		f.p.Stdout.Write(f.out)
		f.out = f.out[:0]
	}
	f.p.Stdout.Write(f.out)
	f.out = f.out[:0]
	if f.in.err == io.EOF {
		return nil
	}
	return f.in.err
}

// copyLine prints the rest of a line that belongs to no paragraph.
func (f *fmtState) copyLine(c int) int {
	f.outCol = 0
	if f.in.col > f.nextIndent || c != '\n' && c >= 0 {
		f.blanks(f.nextIndent)
		for i := 0; f.outCol != f.in.col && i < len(f.prefix); i++ {
			f.out = append(f.out, f.prefix[i])
			f.outCol++
		}
		if c >= 0 && c != '\n' {
			f.blanks(f.in.col - f.outCol)
		}
		if c < 0 && f.in.col >= f.nextIndent+len(f.prefix) {
			f.out = append(f.out, '\n')
		}
	}
	for c != '\n' && c >= 0 {
		f.out = append(f.out, byte(c))
		c = f.in.get()
	}
	return c
}

// same says whether a line that begins with c goes on with the paragraph.
func (f *fmtState) same(c int) bool {
	return f.nextIndent == f.prefixIndent && f.in.col >= f.nextIndent+f.prefixFull && c != '\n' && c >= 0
}

// paragraph reads the next paragraph, copying what lies before it; false at the end of the input.
func (f *fmtState) paragraph() bool {
	f.lastLength = 0
	c := f.next
	for c == '\n' || c < 0 || f.nextIndent < f.prefixLead || f.in.col < f.nextIndent+f.prefixFull {
		if c = f.copyLine(c); c < 0 {
			f.next = -1
			return false
		}
		f.out = append(f.out, '\n')
		c = f.lineStart()
	}
	f.prefixIndent, f.firstIndent = f.nextIndent, f.in.col
	f.words, f.chars = f.words[:0], 0
	c = f.line(c)
	f.setOther(f.same(c))
	more := !f.split && f.same(c)
	switch {
	case f.crown:
		// The second line sets the indentation.
	case f.tagged:
		more = more && f.in.col != f.firstIndent
	default:
		more = more && f.in.col == f.otherIndent
	}
	for more {
		c = f.line(c)
		more = f.same(c) && f.in.col == f.otherIndent
	}
	last := &f.words[len(f.words)-1]
	last.period, last.final = true, true
	f.next = c
	return true
}

// setOther finds the indentation of all lines but the first.
func (f *fmtState) setOther(same bool) {
	switch {
	case f.split:
		f.otherIndent = f.firstIndent
	case f.crown && same:
		f.otherIndent = f.in.col
	case f.crown:
		f.otherIndent = f.firstIndent
	case f.tagged && same && f.in.col != f.firstIndent:
		f.otherIndent = f.in.col
	case f.tagged && f.otherIndent == f.firstIndent:
		f.otherIndent = 0
		if f.firstIndent == 0 {
			f.otherIndent = 3
		}
	case f.tagged:
	default:
		f.otherIndent = f.firstIndent
	}
}
