package awk

import (
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// ostream is where print writes.
type ostream struct {
	name  string
	pipe  bool
	std   *kern.Out // of the standard streams
	fd    int
	child *kern.Proc
	buf   []byte
}

const bufferSize = 4096

func (x *machine) write(o *ostream, b []byte) {
	if o.std != nil {
		_, _ = o.std.Write(b)
		return
	}
	o.buf = append(o.buf, b...)
	if len(o.buf) >= bufferSize {
		x.flush(o)
	}
}

func (x *machine) flush(o *ostream) {
	if o.std != nil {
		_ = o.std.Flush()
		return
	}
	if len(o.buf) == 0 {
		return
	}
	if _, err := x.p.Write(o.fd, o.buf); err != nil {
		x.die("write failure (" + kern.ErrText(err) + ")")
	}
	o.buf = o.buf[:0]
}

func (x *machine) flushAll() {
	for _, o := range x.out {
		x.flush(o)
	}
}

// stdout returns the stream of print without a redirection.
func (x *machine) stdout() *ostream { return x.stdoutStream }

// target returns the stream that a statement prints to.
func (x *machine) target(s *stmt) *ostream {
	if s.dest == nil {
		return x.stdout()
	}
	v := x.eval(s.dest)
	name := x.toStr(&v)
	pipe := s.how == '|'
	for i, o := range x.out {
		if o.name == name && o.pipe == pipe {
			copy(x.out[1:i+1], x.out[:i])
			x.out[0] = o
			return o
		}
	}
	o := &ostream{name: name, pipe: pipe}
	switch {
	case pipe:
		x.openPipe(o)
	case name == "-":
		return x.stdout()
	default:
		how := kern.Trunc
		if s.how == 'a' {
			how = kern.Append
		}
		fd, err := x.p.Open(name, kern.WriteOnly|kern.Creat|how, 0o666)
		if err != nil {
			x.die("cannot open \"" + name + "\" for output (" + kern.ErrText(err) + ")")
		}
		o.fd = fd
	}
	x.p.Hold(256)
	x.out = append(x.out, nil)
	copy(x.out[1:], x.out)
	x.out[0] = o
	return o
}

func (x *machine) openPipe(o *ostream) {
	x.flushAll()
	r, w := x.p.Pipe()
	child, err := x.p.Spawn(x.ctx, "/bin/sh", []string{"/bin/sh", "-c", o.name}, func(c *kern.Proc) { _ = c.SetFD(0, r) })
	if err != nil {
		x.die("cannot open pipe \"" + o.name + "\" for output (" + kern.ErrText(err) + ")")
	}
	fd, err := x.p.AddFD(w, 3)
	if err != nil {
		x.die("cannot open pipe \"" + o.name + "\" for output (" + kern.ErrText(err) + ")")
	}
	o.fd, o.child = fd, child
}

// shut closes an output and returns what close gives for it.
func (x *machine) shut(o *ostream) int {
	x.flush(o)
	if o.std != nil {
		return 0
	}
	_ = x.p.Close(o.fd)
	return x.waitFor(o.child)
}

// waitFor returns the status of a command as mawk shows it.
func (x *machine) waitFor(child *kern.Proc) int {
	if child == nil {
		return 0
	}
	st, _ := x.p.Wait(child)
	if st.Signal != 0 {
		return 256 + int(st.Signal)
	}
	return st.Code
}

// closeAll flushes and closes what is open as awk ends, the streams used last first.
func (x *machine) closeAll() {
	for len(x.out) > 0 {
		o := x.out[0]
		x.out = x.out[1:]
		x.shut(o)
	}
}

// close does the function close.
func (x *machine) close(name string) int {
	status := -1
	for i := 0; i < len(x.out); i++ {
		if o := x.out[i]; o.name == name {
			if o.std == nil {
				x.out = append(x.out[:i:i], x.out[i+1:]...)
				i--
			}
			status = x.shut(o)
		}
	}
	for i := 0; i < len(x.in); i++ {
		if in := x.in[i]; in.name == name {
			x.in = append(x.in[:i:i], x.in[i+1:]...)
			i--
			if in.fd > 2 {
				_ = x.p.Close(in.fd)
			}
			status = x.waitFor(in.child)
		}
	}
	return status
}

// print does the statement print.
func (x *machine) print(s *stmt) {
	if len(s.list) == 0 {
		o := x.target(s)
		if !x.exiting {
			x.printRecord(o)
		}
		return
	}
	b := x.buf[:0]
	x.buf = nil
	for i, n := range s.list {
		if i > 0 {
			b = append(b, x.ofs...)
		}
		v := x.eval(n)
		if v.k == number {
			b = x.appendNum(b, v.n, x.ofmt)
		} else {
			b = append(b, v.s...)
		}
		x.depth++
	}
	x.depth -= len(s.list)
	b = append(b, x.ors...)
	if o := x.target(s); !x.exiting {
		x.p.Tick(len(b) / 256)
		x.write(o, b)
	}
	x.buf = b
}

func (x *machine) printRecord(o *ostream) {
	x.buf = append(append(x.buf[:0], x.record()...), x.ors...)
	x.write(o, x.buf)
}

// printf does the statement printf.
func (x *machine) printf(s *stmt) {
	args := make([]value, len(s.list))
	for i, n := range s.list {
		args[i] = x.eval(n)
		x.depth++
	}
	x.depth -= len(s.list)
	o := x.target(s)
	if x.exiting {
		return
	}
	f := x.toStr(&args[0])
	x.buf = x.format(x.buf[:0], f, args[1:], o)
	x.write(o, x.buf)
}
