package cmds

import (
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// tailed is one file that tail prints and perhaps follows.
type tailed struct {
	name  string
	fd    int // -1: not open
	ino   tree.Ino
	size  int64
	close func()
}

func (t *tailState) followOption(key, val string) int {
	switch key {
	case "max-unchanged-stats":
		if _, st := xnum.Parse(val, ""); st != xnum.OK {
			numberError(t.p, "invalid maximum number of unchanged stats between opens", val, st)
			return 1
		}
	case "pid":
		v, st := xnum.Parse(val, "")
		if st != xnum.OK || v > 1<<31-1 {
			numberError(t.p, "invalid PID", val, st)
			return 1
		}
		t.pid = int(v)
	case "s":
		f, err := strconv.ParseFloat(val, 64)
		if err != nil || !(f >= 0) {
			t.p.Errorf("invalid number of seconds: %s", gnu.Quote(val))
			return 1
		}
		t.interval = max(int64(min(f, 1e9)*float64(kern.Second)), kern.Millisecond)
	}
	return gnu.Go
}

// file prints the end of one file; false means that output is impossible.
func (t *tailState) file(name string) bool {
	p := t.p
	fd, done, err := gnu.OpenInput(p, name)
	f := &tailed{name: name, fd: fd, close: done}
	t.files = append(t.files, f)
	if err != nil {
		f.fd, f.close = -1, func() {}
		p.Errorf("cannot open %s for reading: %s", gnu.QuoteAF(inputName(name)), kern.ErrText(err))
		t.status = 1
		return true
	}
	t.head(f)
	rerr, werr := t.print(fd)
	if rerr != nil {
		p.Errorf("error reading %s: %s", gnu.QuoteAF(inputName(name)), kern.ErrText(rerr))
		t.status = 1
		if t.follow != 0 && rerr == error(tree.EISDIR) {
			p.Errorf("%s: cannot follow end of this type of file; giving up on this name", gnu.QuoteF(inputName(name)))
			f.close()
			f.fd, f.close = -1, func() {}
		}
	}
	if werr != nil {
		t.status = 1
	}
	f.note(p)
	return werr == nil
}

// note remembers which file is open and how much of it there is.
func (f *tailed) note(p *kern.Proc) {
	if f.fd < 0 {
		return
	}
	if st, err := p.StatFD(f.fd); err == nil {
		f.ino, f.size = st.Ino, st.Size
	}
}

// head prints the header of a file when headers are wanted and the last thing printed came from another.
func (t *tailState) head(f *tailed) {
	if t.header != 'v' || t.last == f {
		t.last = f
		return
	}
	t.last = f
	if t.printed {
		t.p.Stdout.WriteByte('\n')
	}
	t.p.Stdout.WriteString("==> " + inputName(f.name) + " <==\n")
	t.printed = true
}

// followAll looks at the files once an interval until it has none left or the process to watch has ended.
func (t *tailState) followAll() {
	p := t.p
	for {
		if !t.anyLeft() {
			p.Errorf("no files remaining")
			t.status = 1
			return
		}
		gone := t.pid != 0 && p.K.Proc(t.pid) == nil
		for _, f := range t.files {
			if !t.more(f) {
				t.status = 1
				return
			}
		}
		if err := p.Stdout.Flush(); err != nil || gone || t.onlyEndedPipe() {
			return
		}
		p.Sleep(t.interval)
	}
}

// onlyEndedPipe says whether all that tail has is standard input and that is a pipe, which has ended.
func (t *tailState) onlyEndedPipe() bool {
	for _, f := range t.files {
		if f.fd != 0 {
			return false
		}
		if st, err := t.p.StatFD(0); err != nil || st.Kind != tree.Fifo {
			return false
		}
	}
	return true
}

func (t *tailState) anyLeft() bool {
	if t.follow == 'n' && t.retry {
		return true
	}
	for _, f := range t.files {
		if f.fd >= 0 {
			return true
		}
	}
	return false
}

// more prints what has been added to a file since the last look; false means that output is impossible.
func (t *tailState) more(f *tailed) bool {
	p := t.p
	if t.follow == 'n' || t.retry && f.fd < 0 {
		t.reopen(f)
	}
	if f.fd < 0 {
		return true
	}
	st, err := p.StatFD(f.fd)
	if err != nil || st.Kind == tree.Regular && st.Size == f.size {
		return true
	}
	if st.Kind == tree.Regular && st.Size < f.size {
		p.Errorf("%s: file truncated", gnu.QuoteF(inputName(f.name)))
		_, _ = p.Seek(f.fd, 0, 0)
	}
	t.head(f)
	_, werr := t.out.copyRest(f.fd, make([]byte, 1024))
	f.note(p)
	return werr == nil
}

// reopen looks whether the name stands for another file now.
func (t *tailState) reopen(f *tailed) {
	p := t.p
	st, err := p.Stat(f.name)
	switch {
	case err != nil && f.fd >= 0:
		p.Errorf("%s has become inaccessible: %s", gnu.QuoteAF(f.name), kern.ErrText(err))
		f.close()
		f.fd = -1
	case err != nil || f.fd >= 0 && st.Ino == f.ino:
	default:
		fd, done, err := gnu.OpenInput(p, f.name)
		if err != nil {
			return
		}
		if f.fd >= 0 {
			f.close()
			p.Errorf("%s has been replaced;  following new file", gnu.QuoteAF(f.name))
		} else {
			p.Errorf("%s has appeared;  following new file", gnu.QuoteAF(f.name))
		}
		f.fd, f.close, f.ino, f.size = fd, done, st.Ino, -1
	}
}
