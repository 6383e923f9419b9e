package grep

import (
	"bytes"
	"io"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// scanner is the state of the search of one file.
type scanner struct {
	name  string
	fd    int
	eol   byte
	width int // of line numbers and offsets with -T

	buf      []byte // from the oldest line that may still be printed
	base     int64  // offset of buf[0] in the file
	pos, end int    // lines still to be looked at: buf[pos:end]
	eof      bool
	line     int64 // lines before buf[pos]

	lastOut int // end of the last line printed in buf; -1: none, or no longer in buf
	pending int64
	count   int64 // lines selected
	quietAt int64 // count when the file turned out to be binary; -1: it is text
	quiet   bool  // print no more lines
	first   bool  // stop at the first selected line
	badText bool  // a line was held back because it is not UTF-8
	after   int64 // offset just after the last selected line
}

// blockSize is how much of a file is read at once; a NUL in the block decides how the lines of that block are treated.
const blockSize = 96 << 10

// search searches an open file and prints what is asked for.
func (g *grep) search(fd int, name string, stdin bool) {
	c, s := &g.cfg, &g.scan
	st, err := g.p.StatFD(fd)
	if err != nil {
		g.fail(name, err)
		return
	}
	if stdin && st.IsDir() && c.dirs == skipDirs || stdin && isDevice(&st) && c.devices == 's' {
		return
	}
	quiet := c.quiet || c.list != 0 || c.count
	if g.outFile && !quiet && c.max != 1 && st.Kind == tree.Regular && st.Ino == g.out.Ino {
		g.complain(name, "input file is also the output")
		return
	}
	buf := s.buf[:0]
	if cap(buf) == 0 {
		size := min(st.Size+1, blockSize)
		if st.Kind != tree.Regular {
			size = int64(min(max(4*g.p.ReadSize(fd, 4096), 256), 4096))
		}
		buf = make([]byte, 0, max(size, 64))
	}
	*s = scanner{name: name, fd: fd, buf: buf, eol: '\n', lastOut: -1, quietAt: -1, quiet: quiet, first: c.quiet || c.list != 0}
	if c.null {
		s.eol = 0
	}
	if c.tab {
		s.width = 19
		if st.Kind == tree.Regular {
			s.width = digits(st.Size)
			g.p.Taint(st.Label())
		}
	}
	if err := g.lines(); err != nil {
		g.fail(name, err)
	}
	g.finish(stdin)
}

func digits(n int64) int {
	d := 1
	for ; n >= 10; n /= 10 {
		d++
	}
	return d
}

// finish prints the summary of a file and leaves standard input where grep does.
func (g *grep) finish(stdin bool) {
	c, s := &g.cfg, &g.scan
	g.summary(s.count)
	if s.count > 0 {
		g.matched = true
	}
	if !c.text && !c.withoutMatch && !(c.quiet || c.list != 0 || c.count) && (s.badText || s.quietAt >= 0 && s.quietAt < s.count) {
		g.p.Errorf("%s: binary file matches", s.name)
	}
	if !stdin {
		return
	}
	switch {
	case c.max >= 0 && s.count >= c.max:
		_, _ = g.p.Seek(s.fd, s.after, 0)
	case !s.eof:
		_, _ = g.p.Seek(s.fd, 0, 2)
	}
}

// lines reads and looks at lines until the end of the file or until no more are wanted.
func (g *grep) lines() error {
	s := &g.scan
	if off, err := g.p.Seek(s.fd, 0, 1); err == nil {
		s.base = off
	}
	for {
		if err := g.fill(); err != nil {
			return err
		}
		if s.pos == s.end && s.eof {
			return nil
		}
		if g.block() {
			return nil
		}
	}
}

// fill reads the next block. What may still be printed as context before a line stays in the buffer.
func (g *grep) fill() error {
	s := &g.scan
	keep := s.pos
	if g.cfg.before > 0 && !s.quiet {
		for n := g.cfg.before; n > 0 && keep > max(s.lastOut, 0); n-- {
			keep = bytes.LastIndexByte(s.buf[:keep-1], s.eol) + 1
		}
	}
	if keep > 0 {
		n := copy(s.buf, s.buf[keep:])
		s.buf = s.buf[:n]
		s.base += int64(keep)
		s.pos -= keep
		s.lastOut -= keep
	}
	from := len(s.buf)
	for {
		if len(s.buf) == cap(s.buf) {
			grow := max(2*cap(s.buf), 4096)
			g.p.Hold(int64(grow - cap(s.buf)))
			s.buf = append(make([]byte, 0, grow), s.buf...)
		}
		n, err := g.p.Read(s.fd, s.buf[len(s.buf):min(cap(s.buf), len(s.buf)+blockSize)])
		s.buf = s.buf[:len(s.buf)+n]
		if err != nil && err != io.EOF {
			return err
		}
		if g.binary(from) {
			return nil
		}
		if err == io.EOF {
			s.eof, s.end = true, len(s.buf)
			if s.end > s.pos && s.buf[s.end-1] != s.eol {
				s.buf = append(s.buf, s.eol)
				s.end++
			}
			return nil
		}
		if i := bytes.LastIndexByte(s.buf[from:], s.eol); i >= 0 {
			s.end = from + i + 1
			return nil
		}
		from = len(s.buf)
	}
}

// binary looks for a NUL in what was read. In a binary file lines are not printed, and NULs end lines too. It returns true
// when the file is not to be searched any further.
func (g *grep) binary(from int) bool {
	s, c := &g.scan, &g.cfg
	if c.text || s.eol == 0 {
		return false
	}
	fresh := s.buf[from:]
	if s.quietAt < 0 {
		if bytes.IndexByte(fresh, 0) < 0 {
			return false
		}
		if c.withoutMatch {
			s.pos, s.end, s.eof, s.count = len(s.buf), len(s.buf), true, 0
			return true
		}
		s.quietAt = s.count
		if !c.count {
			s.first, s.quiet = true, true
		}
	}
	for i, b := range fresh {
		if b == 0 {
			fresh[i] = '\n'
		}
	}
	return false
}

// block looks at the complete lines in the buffer; it returns true when no more are wanted.
func (g *grep) block() bool {
	s, c := &g.scan, &g.cfg
	for s.pos < s.end {
		if c.max >= 0 && s.count >= c.max {
			if s.pending == 0 {
				return true
			}
			e := s.pos + bytes.IndexByte(s.buf[s.pos:s.end], s.eol)
			g.context(e)
			continue
		}
		if s.pending == 0 && !g.skip() {
			continue
		}
		e := s.pos + bytes.IndexByte(s.buf[s.pos:s.end], s.eol)
		g.p.Tick(1 + (e-s.pos)/64)
		if g.selects(s.buf[s.pos:e]) == c.invert {
			g.context(e)
			continue
		}
		s.count++
		if !s.quiet {
			g.selected(e)
		}
		s.pos = e + 1
		s.line++
		s.after = s.base + int64(s.pos)
		if s.first {
			return true
		}
	}
	return c.max >= 0 && s.count >= c.max && s.pending == 0
}

// skip goes to the next line that may match when the patterns allow a fast search; false says that there is none left in
// the block.
func (g *grep) skip() bool {
	s := &g.scan
	if g.cfg.invert || g.find.quick == nil {
		return true
	}
	i := bytes.Index(s.buf[s.pos:s.end], g.find.quick)
	to := s.end
	if i >= 0 {
		to = bytes.LastIndexByte(s.buf[s.pos:s.pos+i], s.eol) + 1 + s.pos
	}
	if to > s.pos {
		g.p.Tick((to - s.pos) / 64)
		if g.cfg.lineNumber {
			s.line += int64(bytes.Count(s.buf[s.pos:to], []byte{s.eol}))
		}
		s.pos = to
	}
	return i >= 0
}

// context takes a line that is not selected; it is printed when it follows a selected one closely.
func (g *grep) context(e int) {
	s := &g.scan
	if s.pending > 0 {
		s.pending--
		if !s.quiet {
			if !g.cfg.only {
				g.line(s.pos, e, s.line+1, contextMark)
			}
			s.lastOut = e + 1
		}
	}
	s.pos = e + 1
	s.line++
}

// selected prints a selected line with the context before it.
func (g *grep) selected(e int) {
	s, c := &g.scan, &g.cfg
	from, n := s.pos, int64(0)
	for from > max(s.lastOut, 0) && n < c.before {
		from = bytes.LastIndexByte(s.buf[:from-1], s.eol) + 1
		n++
	}
	if (c.before >= 0 || c.after >= 0) && g.printed && (s.lastOut < 0 || from != s.lastOut) {
		g.separator()
	}
	for ; from < s.pos; n-- {
		end := from + bytes.IndexByte(s.buf[from:], s.eol)
		if !c.only {
			g.line(from, end, s.line+1-n, contextMark)
		}
		from = end + 1
	}
	g.line(s.pos, e, s.line+1, selectedMark)
	s.lastOut = e + 1
	g.printed = true
	s.pending = max(c.after, 0)
}
