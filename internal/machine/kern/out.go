package kern

import (
	"errors"
	"fmt"
	"strings"

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
	max    int // bytes held back; 0 writes through
	line   bool
	err    error
	opened bool
}

func (p *Proc) initOut() {
	p.Stdout = &Out{p: p, fd: 1, max: stdioSize}
	p.Stderr = &Out{p: p, fd: 2}
}

// Write adds b to the stream. Errors are kept for Flush; what cannot be written is lost, as in C.
func (o *Out) Write(b []byte) (int, error) {
	if !o.opened {
		o.opened = true
		o.line = o.max > 0 && o.p.IsTerminal(o.fd)
	}
	if o.max == 0 {
		o.send(b)
		return len(b), nil
	}
	if len(o.buf)+len(b) > o.max {
		o.spill(b)
	} else {
		o.buf = append(o.buf, b...)
	}
	if o.line && strings.IndexByte(string(b), '\n') >= 0 {
		o.send(o.buf)
		o.buf = o.buf[:0]
	}
	return len(b), nil
}

// spill writes whole blocks, as C's stdio does when its buffer is full.
func (o *Out) spill(b []byte) {
	k := o.max - len(o.buf)
	o.buf = append(o.buf, b[:k]...)
	b = b[k:]
	o.send(o.buf)
	o.buf = o.buf[:0]
	if n := len(b) / o.max * o.max; n > 0 {
		o.send(b[:n])
		b = b[n:]
	}
	o.buf = append(o.buf, b...)
}

// WriteString adds s to the stream.
func (o *Out) WriteString(s string) (int, error) {
	if o.max > 0 && o.opened && !o.line && len(o.buf)+len(s) <= o.max {
		o.buf = append(o.buf, s...)
		return len(s), nil
	}
	return o.Write([]byte(s))
}

// WriteByte adds one byte to the stream.
func (o *Out) WriteByte(c byte) error {
	if o.max > 0 && o.opened && !o.line && len(o.buf) < o.max {
		o.buf = append(o.buf, c)
		return nil
	}
	_, err := o.Write([]byte{c})
	return err
}

// Printf adds formatted text to the stream.
func (o *Out) Printf(format string, args ...any) { o.WriteString(fmt.Sprintf(format, args...)) }

func (o *Out) send(b []byte) {
	if len(b) == 0 || o.err != nil {
		return
	}
	if _, err := o.p.Write(o.fd, b); err != nil {
		o.err = err
	}
}

// Flush writes what is held back and returns the first error since the stream was made.
func (o *Out) Flush() error {
	b := o.buf
	o.buf = o.buf[:0]
	o.send(b)
	return o.err
}

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
	p.Stderr.WriteString(p.Name() + ": write error: " + ErrText(err) + "\n")
	if code == 0 {
		return 1
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

// Errorf flushes standard output and prints "NAME: message" and a newline on standard error, as glibc's error(3) does.
func (p *Proc) Errorf(format string, args ...any) {
	_ = p.Stdout.Flush()
	p.Stderr.WriteString(p.Name() + ": " + fmt.Sprintf(format, args...) + "\n")
}
