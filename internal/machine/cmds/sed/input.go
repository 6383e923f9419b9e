package sed

import (
	"bytes"
	"io"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// reader reads lines of one file and can tell whether there are more.
type reader struct {
	p    *kern.Proc
	name string
	fd   int // -1: closed
	buf  []byte
	off  int
	err  error
	tiny bool // read no more than a line needs
}

// more makes sure that there is unread data, or returns false at the end.
func (r *reader) more() bool {
	for r.off == len(r.buf) {
		if r.fd < 0 || r.err != nil {
			return false
		}
		r.fill()
	}
	return true
}

func (r *reader) fill() {
	if r.off > 0 {
		n := copy(r.buf, r.buf[r.off:])
		r.buf, r.off = r.buf[:n], 0
	}
	if len(r.buf) == cap(r.buf) {
		grow := max(1024, 2*cap(r.buf))
		r.p.Hold(int64(grow - cap(r.buf)))
		r.buf = append(make([]byte, 0, grow), r.buf...)
	}
	room := r.buf[len(r.buf):cap(r.buf)]
	if r.tiny {
		room = room[:1]
	}
	n, err := r.p.Read(r.fd, room)
	r.buf, r.err = r.buf[:len(r.buf)+n], err
}

// line returns the next line without its end; ended says that the end was there, ok is false when nothing is left.
func (r *reader) line(eol byte) (line []byte, ended, ok bool) {
	from := 0
	for {
		if i := bytes.IndexByte(r.buf[r.off+from:], eol); i >= 0 {
			line = r.buf[r.off : r.off+from+i]
			r.off += from + i + 1
			return line, true, true
		}
		from = len(r.buf) - r.off
		if r.fd < 0 || r.err != nil {
			line, r.off = r.buf[r.off:], len(r.buf)
			return line, false, from > 0
		}
		r.fill()
	}
}

func (r *reader) close() {
	if r.fd > 0 {
		_ = r.p.Close(r.fd)
	}
	r.fd = -1
}

// restore moves the shared position of a file back to what has not been used.
func (r *reader) restore() {
	if r.fd == 0 {
		_, _ = r.p.Seek(0, int64(r.off-len(r.buf)), 1)
	}
}

// input is the series of input files.
type input struct {
	x     *machine
	files []string
	cur   *reader
	next  *reader // the following file, opened early to know whether the current line is the last
	line  int
	edit  *edit // of the current file, with -i
	soon  *edit // of the next file
}

// read reads the next line into the pattern space; false says that there is none.
func (in *input) read() bool {
	for {
		if in.cur != nil && in.cur.more() {
			break
		}
		if in.cur != nil {
			in.finish()
		}
		if in.next == nil && !in.open() {
			return false
		}
		in.cur, in.next = in.next, nil
		in.edit, in.soon = in.soon, nil
		if in.x.cfg.separate {
			in.line = 0
			in.x.resetRanges()
		}
		in.x.redirect(in.edit)
	}
	x := in.x
	line, ended, _ := in.cur.line(x.cfg.eol)
	x.p.Tick(1 + len(line)/64)
	x.space = append(x.space, line...)
	x.chomped, x.replaced = ended, false
	x.account()
	if in.line++; in.line == 1 {
		x.prelude()
	}
	return true
}

// finish closes the current file.
func (in *input) finish() {
	r := in.cur
	in.cur = nil
	if r.err != nil && r.err != io.EOF {
		in.x.p.Errorf("read error on %s: %s", r.name, kern.ErrText(r.err))
		in.x.p.Exit(panicked)
	}
	r.restore()
	r.close()
	in.x.commit(in.edit)
	in.edit = nil
	in.x.redirect(nil)
}

// open opens the next file that can be read into next.
func (in *input) open() bool {
	x := in.x
	for len(in.files) > 0 {
		name := in.files[0]
		in.files = in.files[1:]
		x.p.Tick(1)
		if name == "-" && !x.cfg.inPlace {
			in.next = &reader{p: x.p, name: name, fd: 0, tiny: x.cfg.unbuffered}
			return true
		}
		e, ok := x.startEdit(name)
		if !ok {
			continue
		}
		fd, err := x.p.Open(name, kern.ReadOnly, 0)
		if err != nil {
			x.p.Errorf("can't read %s: %s", name, kern.ErrText(err))
			x.status = badInput
			continue
		}
		in.next = &reader{p: x.p, name: name, fd: fd}
		if st, err := x.p.StatFD(fd); err == nil && st.Kind == tree.Regular {
			in.next.buf = make([]byte, 0, max(64, min(st.Size+1, 64<<10)))
		}
		in.soon = e
		return true
	}
	return false
}

// last says whether the current line is the last one.
func (in *input) last() bool {
	if in.cur != nil && in.cur.more() {
		return false
	}
	if in.x.cfg.separate {
		return true
	}
	for {
		if in.next == nil && !in.open() {
			return true
		}
		if in.next.more() {
			return false
		}
		if err := in.next.err; err != nil && err != io.EOF {
			return false
		}
		in.next.close()
		in.next = nil
	}
}
