package kern

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// stdioSize is the size of C's buffer for a file or a pipe.
const stdioSize = 4096

// Out is an output stream with C's buffering: full blocks to files and pipes, lines to a terminal, nothing held back on
// standard error. The order in which two streams meet in one file is therefore that of the real programs.
type Out struct {
	p      *Proc
	fd     int
	buf    []byte
	runs   []tree.Run // labels of buf; nil: all exact
	max    int        // bytes held back; 0 writes through
	line   bool
	err    error
	opened bool
}

func (p *Proc) initOut() {
	p.outs = [2]Out{{p: p, fd: 1, max: stdioSize, buf: p.outRoom[:0]}, {p: p, fd: 2}}
	p.Stdout, p.Stderr = &p.outs[0], &p.outs[1]
}

// Write adds b to the stream, with the label derived from what the process has read. Errors are kept for Flush; what cannot
// be written is lost, as in C.
func (o *Out) Write(b []byte) (int, error) {
	o.WriteLabel(b, o.p.label.Derive())
	return len(b), nil
}

// WriteLabel adds b to the stream with label l.
func (o *Out) WriteLabel(b []byte, l tree.Label) {
	if !o.opened {
		o.opened = true
		o.line = o.max > 0 && o.p.IsTerminal(o.fd)
	}
	if o.max == 0 {
		o.send(b, l)
		return
	}
	for len(o.buf)+len(b) > o.max {
		k := o.max - len(o.buf)
		o.hold(b[:k], l)
		b = b[k:]
		o.drain()
	}
	o.hold(b, l)
	if o.line && bytes.IndexByte(b, '\n') >= 0 {
		o.drain()
	}
}

func (o *Out) hold(b []byte, l tree.Label) {
	if l != tree.Exact || o.runs != nil {
		o.runs = tree.AppendRun(o.runs, int64(len(o.buf)), int64(len(b)), l)
	}
	o.buf = append(o.buf, b...)
}

// drain writes out what is held back.
func (o *Out) drain() {
	b, runs := o.buf, o.runs
	o.buf, o.runs = o.buf[:0], nil
	if len(b) == 0 || o.err != nil {
		return
	}
	if _, err := o.p.WriteRuns(o.fd, b, runs); err != nil {
		o.err = err
	}
}

// WriteString adds s to the stream.
func (o *Out) WriteString(s string) (int, error) {
	if o.max > 0 && o.opened && !o.line && o.runs == nil && o.p.label == tree.Exact && len(o.buf)+len(s) <= o.max {
		o.buf = append(o.buf, s...)
		return len(s), nil
	}
	return o.Write([]byte(s))
}

// WriteByte adds one byte to the stream.
func (o *Out) WriteByte(c byte) error {
	if o.max > 0 && o.opened && !o.line && o.runs == nil && o.p.label == tree.Exact && len(o.buf) < o.max {
		o.buf = append(o.buf, c)
		return nil
	}
	_, err := o.Write([]byte{c})
	return err
}

// Printf adds formatted text to the stream.
func (o *Out) Printf(format string, args ...any) { o.WriteString(fmt.Sprintf(format, args...)) }

func (o *Out) send(b []byte, l tree.Label) {
	if len(b) == 0 || o.err != nil {
		return
	}
	if _, err := o.p.WriteLabel(o.fd, b, l); err != nil {
		o.err = err
	}
}

// Flush writes what is held back and returns the first error since the stream was made.
func (o *Out) Flush() error {
	o.drain()
	return o.err
}

// Discard drops what is held back.
func (o *Out) Discard() { o.buf, o.runs = o.buf[:0], nil }

// ClearErr forgets the stream's error.
func (o *Out) ClearErr() { o.err = nil }

// Err returns the first error of the stream.
func (o *Out) Err() error { return o.err }

// SetFD points the stream at another descriptor; what is held back is written first.
func (o *Out) SetFD(fd int) {
	_ = o.Flush()
	o.fd, o.opened = fd, false
}

// closeStdout flushes standard output as a program ends; what cannot be written becomes GNU's message and status 1.
func (p *Proc) closeStdout(code int) int {
	err := p.Stdout.Flush()
	if err == nil || p.FD(1) == nil && len(p.Stdout.buf) == 0 && err == error(tree.EBADF) && !p.Stdout.opened {
		return code
	}
	p.Stderr.WriteString(p.Invoked() + ": write error: " + ErrText(err) + "\n")
	if code == 0 {
		return max(1, p.FailStatus)
	}
	return code
}

// ErrText returns the text of the innermost Errno in err, or err's own text.
func ErrText(err error) string {
	var e tree.Errno
	if errors.As(err, &e) {
		return e.Error()
	}
	return err.Error()
}

// Errorf flushes standard output and prints "NAME: message" and a newline on standard error, as glibc's error(3) does; NAME is
// what the program was called by, a path if that was one.
func (p *Proc) Errorf(format string, args ...any) {
	_ = p.Stdout.Flush()
	p.Stderr.WriteString(p.Invoked() + ": " + fmt.Sprintf(format, args...) + "\n")
}
