package cmds

import (
	"bytes"
	"context"
	"io"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var headSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'c', Long: "bytes", Arg: gnu.Required},
		{Short: 'n', Long: "lines", Arg: gnu.Required},
		{Short: 'q', Long: "quiet"},
		{Short: 'q', Long: "silent"},
		{Short: 'v', Long: "verbose"},
		{Short: 'z', Long: "zero-terminated"},
		{Long: "-presume-input-pipe"},
	},
	Digits:  true,
	Version: "head" + coreutilsTail + "David MacKenzie and Jim Meyering.",
}

const countSuffixes = "bkKmMGTPEZY0"

// headState is one run of head.
type headState struct {
	p       *kern.Proc
	out     mover
	count   uint64
	bytes   bool // count bytes, not lines
	elide   bool // all but the last count
	header  byte // 'q', 'v' or 0: only when there are several files
	delim   byte
	pipe    bool // take every input for a pipe
	printed bool // a header has been printed
	status  int
}

func runHead(_ context.Context, p *kern.Proc) int {
	h := headState{p: p, out: mover{p}, count: 10, delim: '\n'}
	if st := h.obsolete(); st != gnu.Go {
		return st
	}
	files, st, ok := headSpec.Parse(p, h.option)
	if !ok {
		return st
	}
	if h.header == 0 && len(files) > 1 {
		h.header = 'v'
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, f := range files {
		if !h.file(f) {
			break
		}
	}
	return h.status
}

// obsolete takes the form -NUM[bkm][cl][qvz] out of the arguments, where it may only come first.
func (h *headState) obsolete() int {
	p := h.p
	if len(p.Args) < 2 || len(p.Args[1]) < 2 || p.Args[1][0] != '-' || p.Args[1][1] < '0' || p.Args[1][1] > '9' {
		return gnu.Go
	}
	s := p.Args[1][1:]
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	num, mult := s[:i], ""
	for ; i < len(s); i++ {
		switch s[i] {
		case 'c':
			h.bytes, mult = true, ""
		case 'b', 'k', 'm':
			h.bytes, mult = true, s[i:i+1]
		case 'l':
			h.bytes = false
		case 'q', 'v':
			h.header = s[i]
		case 'z':
			h.delim = 0
		default:
			p.Errorf("invalid trailing option -- %s", s[i:i+1])
			gnu.Try(p)
			return 1
		}
	}
	p.Args = append([]string{p.Args[0]}, p.Args[2:]...)
	return h.number(num + mult)
}

func (h *headState) number(s string) int {
	v, st := xnum.Parse(s, countSuffixes)
	if st != xnum.OK {
		what := "invalid number of lines"
		if h.bytes {
			what = "invalid number of bytes"
		}
		numberError(h.p, what, s, st)
		return 1
	}
	h.count = v
	return gnu.Go
}

func (h *headState) option(key, val string) int {
	switch key {
	case "c", "n":
		h.bytes, h.elide = key == "c", false
		if len(val) > 0 && val[0] == '-' {
			h.elide, val = true, val[1:]
		}
		return h.number(val)
	case "#":
		h.p.Errorf("invalid trailing option -- %s", val[:1])
		gnu.Try(h.p)
		return 1
	case "q", "v":
		h.header = key[0]
	case "z":
		h.delim = 0
	case "-presume-input-pipe":
		h.pipe = true
	}
	return gnu.Go
}

// file prints the head of one file; false means that output is impossible.
func (h *headState) file(name string) bool {
	p := h.p
	fd, done, err := gnu.OpenInput(p, name)
	if err != nil {
		p.Errorf("cannot open %s for reading: %s", gnu.QuoteAF(name), kern.ErrText(err))
		h.status = 1
		return true
	}
	defer done()
	if h.header == 'v' {
		if h.printed {
			p.Stdout.WriteByte('\n')
		}
		p.Stdout.WriteString("==> " + inputName(name) + " <==\n")
		h.printed = true
	}
	rerr, werr := h.print(fd)
	if rerr != nil {
		p.Errorf("error reading %s: %s", gnu.QuoteAF(inputName(name)), kern.ErrText(rerr))
		h.status = 1
	}
	if werr != nil {
		h.status = 1
	}
	return werr == nil
}

func (h *headState) print(fd int) (readErr, writeErr error) {
	switch {
	case h.elide && h.bytes:
		return h.elideBytes(fd)
	case h.elide:
		return h.elideLines(fd)
	case h.bytes:
		return h.firstBytes(fd)
	}
	return h.firstLines(fd)
}

func (h *headState) firstBytes(fd int) (readErr, writeErr error) {
	buf := make([]byte, min(uint64(readSize(h.p, fd, 8192)), h.count))
	for left := h.count; left > 0; {
		n, runs, err := h.p.ReadRuns(fd, buf[:min(uint64(len(buf)), left)])
		if err == io.EOF {
			return nil, nil
		}
		if err != nil {
			return err, nil
		}
		left -= uint64(n)
		if err := h.out.write(buf[:n], runs); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

func (h *headState) firstLines(fd int) (readErr, writeErr error) {
	if h.count == 0 {
		return nil, nil
	}
	buf := make([]byte, readSize(h.p, fd, 8192))
	for left := h.count; ; {
		n, runs, err := h.p.ReadRuns(fd, buf)
		if err == io.EOF {
			return nil, nil
		}
		if err != nil {
			return err, nil
		}
		take := n
		for at := 0; at < n; {
			i := bytes.IndexByte(buf[at:n], h.delim)
			if i < 0 {
				break
			}
			h.p.Tick(1)
			at += i + 1
			if left--; left == 0 {
				take = at
				break
			}
		}
		if err := h.out.write(buf[:take], tree.SliceRuns(runs, 0, int64(take))); err != nil {
			return nil, err
		}
		if left == 0 {
			seekBack(h.p, fd, int64(n-take))
			return nil, nil
		}
	}
}

// elideBytes prints all but the last count bytes.
func (h *headState) elideBytes(fd int) (readErr, writeErr error) {
	t, err := readTail(h.p, fd, func(*tailBuffer) {})
	if err != nil {
		return err, nil
	}
	keep := max(int64(len(t.buf))-int64(min(h.count, 1<<62)), 0)
	return nil, h.out.write(t.buf[:keep], tree.SliceRuns(t.runs, 0, keep))
}

// elideLines prints all but the last count lines.
func (h *headState) elideLines(fd int) (readErr, writeErr error) {
	t, err := readTail(h.p, fd, func(*tailBuffer) {})
	if err != nil {
		return err, nil
	}
	keep := int64(len(t.buf))
	if h.count > 0 {
		keep = int64(lastLines(t.buf, h.count, h.delim))
	}
	return nil, h.out.write(t.buf[:keep], tree.SliceRuns(t.runs, 0, keep))
}

// lastLines returns where the last n lines of b begin.
func lastLines(b []byte, n uint64, delim byte) int {
	if n == 0 {
		return len(b)
	}
	end := len(b)
	if end > 0 && b[end-1] == delim {
		end--
	}
	for ; n > 0; n-- {
		i := bytes.LastIndexByte(b[:end], delim)
		if i < 0 {
			return 0
		}
		if n == 1 {
			return i + 1
		}
		end = i
	}
	return end
}
