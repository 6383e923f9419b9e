package sed

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// output is where text goes: standard output, a file of w, or the new content of a file edited in place.
type output struct {
	p       *kern.Proc
	name    string
	fd      int
	std     *kern.Out // for the standard streams
	edit    *edit
	missing bool // the last line was written without its end
}

func (o *output) write(b []byte) {
	switch {
	case o.edit != nil:
		o.p.Hold(int64(len(b)))
		o.edit.content = append(o.edit.content, b...)
	case o.std != nil:
		_, _ = o.std.Write(b)
	default:
		if _, err := o.p.Write(o.fd, b); err != nil {
			o.p.Errorf("couldn't write %d items to %s: %s", len(b), o.name, kern.ErrText(err))
			o.p.Exit(panicked)
		}
	}
}

// complete writes the line end that the last line lacks.
func (o *output) complete(eol byte) {
	if o.missing {
		o.missing = false
		o.write([]byte{eol})
	}
}

// output returns the file that a w command writes to, which is created now.
func (s *script) output(name string) *output {
	for _, o := range s.outputs {
		if o.name == name {
			return o
		}
	}
	o := &output{p: s.p, name: name, fd: -1}
	switch name {
	case "/dev/stdout":
		o.std = s.p.Stdout
	case "/dev/stderr":
		o.std = s.p.Stderr
	default:
		fd, err := s.p.Open(name, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
		if err != nil {
			s.p.Errorf("couldn't open file %s: %s", name, kern.ErrText(err))
			s.p.Exit(panicked)
		}
		o.fd = fd
	}
	s.outputs = append(s.outputs, o)
	return o
}

// input returns the file that an R command reads, which is opened now if it can be.
func (s *script) input(name string) *reader {
	for _, r := range s.inputs {
		if r.name == name {
			return r
		}
	}
	r := &reader{p: s.p, name: name, fd: -1}
	if name == "/dev/stdin" {
		r.fd = 0
	} else if fd, err := s.p.Open(name, kern.ReadOnly, 0); err == nil {
		r.fd = fd
	}
	s.inputs = append(s.inputs, r)
	return r
}

// edit is a file that is being edited in place.
type edit struct {
	name    string
	content []byte
	stat    kern.Stat
}

// startEdit begins to edit a file in place; ok is false when it cannot be. Without -i it does nothing.
func (x *machine) startEdit(name string) (e *edit, ok bool) {
	if !x.cfg.inPlace {
		return nil, true
	}
	if x.cfg.follow {
		name = x.target(name)
	}
	st, err := x.p.Stat(name)
	switch {
	case err != nil:
		x.p.Errorf("can't read %s: %s", name, kern.ErrText(err))
		x.status = badInput
		return nil, false
	case st.Kind != tree.Regular:
		x.p.Errorf("couldn't edit %s: not a regular file", name)
		x.status = panicked
		return nil, false
	}
	return &edit{name: name, stat: st}, true
}

// target follows symbolic links.
func (x *machine) target(name string) string {
	for range 40 {
		st, err := x.p.Lstat(name)
		if err != nil || st.Kind != tree.Symlink {
			return name
		}
		to, err := x.p.Readlink(name)
		if err != nil {
			return name
		}
		if i := strings.LastIndexByte(name, '/'); i >= 0 && !strings.HasPrefix(to, "/") {
			to = name[:i+1] + to
		}
		name = to
	}
	return name
}

// commit puts the new content in place of the old.
func (x *machine) commit(e *edit) {
	if e == nil {
		return
	}
	dir, base := "./", e.name
	if i := strings.LastIndexByte(e.name, '/'); i >= 0 {
		dir, base = e.name[:i+1], e.name[i+1:]
	}
	temp := dir + "sed" + strconv.FormatInt(int64(0x4000000+x.p.PID), 36)[:6]
	fd, err := x.p.Open(temp, kern.WriteOnly|kern.Creat|kern.Excl, 0o600)
	if err != nil {
		x.p.Errorf("couldn't open temporary file %s: %s", temp, kern.ErrText(err))
		x.p.Exit(panicked)
	}
	if _, err := x.p.Write(fd, e.content); err != nil {
		x.p.Errorf("couldn't write %d items to %s: %s", len(e.content), temp, kern.ErrText(err))
		x.p.Exit(panicked)
	}
	_ = x.p.Close(fd)
	_ = x.p.Chown(temp, int64(e.stat.UID), int64(e.stat.GID), false)
	_ = x.p.Chmod(temp, e.stat.Perm)
	if x.cfg.suffix != "" {
		x.rename(e.name, backupName(dir, base, x.cfg.suffix))
	}
	x.rename(temp, e.name)
}

func (x *machine) rename(from, to string) {
	if err := x.p.Rename(from, to); err != nil {
		x.p.Errorf("cannot rename %s: %s", from, kern.ErrText(err))
		x.p.Exit(panicked)
	}
}

// backupName applies the suffix of -i: a * stands for the name, a slash names another directory.
func backupName(dir, base, suffix string) string {
	if strings.Contains(suffix, "*") {
		base = strings.ReplaceAll(suffix, "*", base)
	} else {
		base += suffix
	}
	if strings.Contains(base, "/") {
		return base
	}
	if dir == "./" {
		return base
	}
	return dir + base
}
