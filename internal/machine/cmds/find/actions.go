package find

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// output is where an action writes.
type output struct {
	name string
	std  *kern.Out // for the standard streams
	fd   int
	buf  []byte
}

func (o *output) write(f *finder, b []byte) {
	if o.std != nil {
		_, _ = o.std.Write(b)
		return
	}
	o.buf = append(o.buf, b...)
	if len(o.buf) >= 4096 {
		o.flush(f)
	}
}

func (o *output) flush(f *finder) {
	if o.std != nil || len(o.buf) == 0 {
		return
	}
	if _, err := f.p.Write(o.fd, o.buf); err != nil {
		f.fail(o.name, err)
	}
	o.buf = o.buf[:0]
}

// stdout is the output of the actions that name no file.
func (ps *parser) stdout() *output { return &output{std: ps.f.p.Stdout} }

// open makes the file that an action writes to; one file is opened only once.
func (ps *parser) open(name string) *output {
	f := ps.f
	switch name {
	case "/dev/stdout":
		return ps.stdout()
	case "/dev/stderr":
		return &output{std: f.p.Stderr}
	}
	for _, o := range f.outputs {
		if o.name == name {
			return o
		}
	}
	fd, err := f.p.Open(name, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
	if err != nil {
		f.die("%s: %s", gnu.Quote(name), kern.ErrText(err))
	}
	o := &output{name: name, fd: fd}
	f.outputs = append(f.outputs, o)
	return o
}

func printNode(f *finder, e *entry) bool {
	f.p.Stdout.WriteString(e.path)
	f.p.Stdout.WriteByte('\n')
	return true
}

func (ps *parser) printTo(o *output, end byte) node {
	return func(f *finder, e *entry) bool {
		f.buf = append(append(f.buf[:0], e.path...), end)
		o.write(f, f.buf)
		return true
	}
}

// action compiles an action; nil when there is none of that name.
func (ps *parser) action(name string) node {
	f := ps.f
	switch name {
	case "-prune":
		ps.prunes = true
		return func(_ *finder, e *entry) bool { e.pruned = true; return true }
	case "-quit":
		return func(f *finder, _ *entry) bool { f.quitting = true; return true }
	}
	acted := ps.acts
	ps.acts = true
	switch name {
	case "-print":
		return printNode
	case "-print0":
		return ps.printTo(ps.stdout(), 0)
	case "-printf":
		return ps.format(ps.stdout(), ps.arg(name))
	case "-ls":
		return list(ps.stdout())
	case "-fprint":
		return ps.printTo(ps.open(ps.arg(name)), '\n')
	case "-fprint0":
		return ps.printTo(ps.open(ps.arg(name)), 0)
	case "-fls":
		return list(ps.open(ps.arg(name)))
	case "-fprintf":
		file := ps.arg(name)
		if ps.i >= len(ps.args) {
			f.die("invalid argument `%s' to `%s'", file, name)
		}
		o := ps.open(file)
		return ps.format(o, ps.arg(name))
	case "-delete":
		ps.deletes = true
		f.depth = true
		return remove
	case "-exec", "-execdir", "-ok", "-okdir":
		return ps.exec(name)
	}
	ps.acts = acted
	return nil
}

// remove does -delete. The starting point "." stays.
func remove(f *finder, e *entry) bool {
	if e.path == "." || e.base == "." && e.depth == 0 {
		return true
	}
	var err error
	if e.kind() == tree.Dir {
		err = f.p.Rmdir(e.path)
	} else {
		err = f.p.Unlink(e.path)
	}
	if err != nil {
		f.status = 1
		f.p.Errorf("cannot delete %s: %s", gnu.Quote(e.path), kern.ErrText(err))
		return false
	}
	return true
}

// list does -ls.
func list(o *output) node {
	return func(f *finder, e *entry) bool {
		st := e.stat()
		if st == nil {
			return false
		}
		f.p.Taint(st.Label())
		b := f.buf[:0]
		b = pad(b, decimal(uint64(st.Ino)), 9)
		b = append(b, ' ')
		b = pad(b, decimal(uint64((st.Blocks+1)/2)), 6)
		b = append(b, ' ')
		b = append(b, tree.ModeString(st.Kind, st.Perm)...)
		b = append(b, ' ')
		b = pad(b, decimal(uint64(st.Nlink)), 3)
		b = append(b, ' ')
		b = pad(b, f.p.K.UserName(st.UID), -8)
		b = append(b, ' ')
		b = pad(b, f.p.K.GroupName(st.GID), -8)
		b = append(b, ' ')
		size := decimal(uint64(st.Size))
		if st.Kind == tree.CharDev || st.Kind == tree.BlockDev {
			size = string(pad(nil, decimal(uint64(st.Rdev.Major)), 3)) + ", " + string(pad(nil, decimal(uint64(st.Rdev.Minor)), 3))
		}
		b = pad(b, size, 8)
		b = append(b, ' ')
		b = append(b, gnu.Strftime(f.listTime(st.Mtime), st.Mtime, f.zone)...)
		b = append(b, ' ')
		b = appendEscaped(b, e.path)
		if st.Kind == tree.Symlink {
			if to, err := f.p.Readlink(e.path); err == nil {
				b = append(b, " -> "...)
				b = appendEscaped(b, to)
			}
		}
		f.buf = append(b, '\n')
		o.write(f, f.buf)
		return true
	}
}

// listTime is the format of a time as ls has it: the year stands for the time of day of what is not recent.
func (f *finder) listTime(ns int64) string {
	const halfYear = 31556952 / 2 * second
	if now := f.p.K.Now(); ns < now-halfYear || ns > now+60*60*second {
		return "%b %e  %Y"
	}
	return "%b %e %H:%M"
}

// pad appends s in a field of the given width, to the left when it is negative.
func pad(b []byte, s string, width int) []byte {
	if width < 0 {
		b = append(b, s...)
		for n := len(s); n < -width; n++ {
			b = append(b, ' ')
		}
		return b
	}
	for n := len(s); n < width; n++ {
		b = append(b, ' ')
	}
	return append(b, s...)
}

// appendEscaped writes a name as ls -b does.
func appendEscaped(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if k := strings.IndexByte("\a\b\f\n\r\t\v \\\"", c); k >= 0 {
			b = append(b, '\\', "abfnrtv \\\""[k])
			continue
		}
		if c < ' ' || c >= 0x7f {
			b = append(b, '\\', '0'+c>>6, '0'+c>>3&7, '0'+c&7)
			continue
		}
		b = append(b, c)
	}
	return b
}
