package wasi

import (
	"errors"
	"io"

	"github.com/tetratelabs/wazero/sys"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// guest is a running module with the process that it runs as. All its calls come on the process's own thread.
type guest struct {
	p     *kern.Proc
	left  any // why the kernel unwinds the process
	epoch int64
}

// leave carries the kernel's unwinding through the guest: the module is ended, and run goes on with it behind the module.
// It is deferred around every call of the kernel.
func (g *guest) leave() {
	if r := recover(); r != nil {
		if g.left == nil {
			g.left = r
		}
		panic(sys.NewExitError(255))
	}
}

// stream is one of the process's standard streams.
type stream struct {
	g  *guest
	fd int
}

// Read reads from the process's descriptor.
func (s stream) Read(b []byte) (int, error) {
	defer s.g.leave()
	n, err := s.g.p.Read(s.fd, b)
	if n == 0 && err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// Write writes to the process's descriptor.
func (s stream) Write(b []byte) (int, error) {
	defer s.g.leave()
	return s.g.p.Write(s.fd, b)
}

// walltime is the machine's clock.
func (g *guest) walltime() (int64, int32) {
	now := g.p.K.Now()
	return now / 1e9, int32(now % 1e9)
}

// nanotime is the machine's clock since the guest first looked. It never shows 0, which some take for a fault.
func (g *guest) nanotime() int64 {
	if g.epoch == 0 {
		g.epoch = g.p.K.Now()
	}
	return g.p.K.Now() - g.epoch + kern.Millisecond
}

// nanosleep lets the machine's time pass.
func (g *guest) nanosleep(ns int64) {
	defer g.leave()
	g.p.Sleep(ns)
}

// chance is the machine's /dev/urandom.
type chance struct {
	*guest
	file *kern.File
	fd   int
}

// chanceFD is from where the descriptor of /dev/urandom is looked for, out of the way of the guest's own.
const chanceFD = 100

// Read fills b.
func (c *chance) Read(b []byte) (int, error) {
	defer c.leave()
	if c.file == nil {
		f, err := c.p.OpenFile("/dev/urandom", kern.ReadOnly, 0)
		if err != nil {
			return 0, err
		}
		if c.fd, err = c.p.AddFD(f, chanceFD); err != nil {
			return 0, err
		}
		c.file = f
	}
	return c.p.Read(c.fd, b)
}
