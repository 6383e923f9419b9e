package gnu

import (
	"bytes"
	"io"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// Lines reads lines, or records that end in another byte, from a descriptor. Labels of what is read are joined into the
// process's.
type Lines struct {
	p     *kern.Proc
	fd    int
	delim byte
	buf   []byte
	off   int
	err   error
}

// NewLines returns a reader of fd whose records end in delim, which is '\n' for lines.
func NewLines(p *kern.Proc, fd int, delim byte) *Lines { return &Lines{p: p, fd: fd, delim: delim} }

// Next returns the next record without its delimiter and whether the delimiter was there; the error is io.EOF at the end,
// or what reading gave. The bytes are valid until the next call.
func (l *Lines) Next() (line []byte, ended bool, err error) {
	from := 0
	for {
		if i := bytes.IndexByte(l.buf[l.off+from:], l.delim); i >= 0 {
			line = l.buf[l.off : l.off+from+i]
			l.off += from + i + 1
			l.p.Tick(1)
			return line, true, nil
		}
		from = len(l.buf) - l.off
		if l.err != nil {
			if from == 0 {
				return nil, false, l.err
			}
			line, l.off = l.buf[l.off:], len(l.buf)
			return line, false, nil
		}
		l.fill()
	}
}

func (l *Lines) fill() {
	if l.off > 0 {
		n := copy(l.buf, l.buf[l.off:])
		l.buf, l.off = l.buf[:n], 0
	}
	if len(l.buf) == cap(l.buf) {
		grow := max(1024, 2*cap(l.buf))
		l.p.Hold(int64(grow - cap(l.buf)))
		l.buf = append(make([]byte, 0, grow), l.buf...)
	}
	n, err := l.p.Read(l.fd, l.buf[len(l.buf):cap(l.buf)])
	l.buf, l.err = l.buf[:len(l.buf)+n], err
}

// OpenInput opens the file that a program was given as an operand; "-" is standard input. It returns the descriptor and a
// function that closes it.
func OpenInput(p *kern.Proc, name string) (fd int, done func(), err error) {
	if name == "-" {
		return 0, func() {}, nil
	}
	fd, err = p.Open(name, kern.ReadOnly, 0)
	return fd, func() { _ = p.Close(fd) }, err
}

// CopyAll moves everything from one descriptor to another and keeps the label of every byte.
func CopyAll(p *kern.Proc, from, to int) (readErr, writeErr error) {
	const most = 32 << 10
	var small [512]byte
	buf := small[:]
	for {
		if size := p.ReadSize(from, most); size > len(buf) {
			buf = make([]byte, size)
		}
		n, runs, err := p.ReadRuns(from, buf)
		p.Tick(n >> 8)
		if n > 0 {
			if _, werr := p.WriteRuns(to, buf[:n], runs); werr != nil {
				return nil, werr
			}
		}
		if err == io.EOF {
			return nil, nil
		}
		if err != nil {
			return err, nil
		}
	}
}
