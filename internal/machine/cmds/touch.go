package cmds

import (
	"context"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/getdate"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var touchSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'a'}, {Short: 'f'}, {Short: 'm'}, {Short: 't', Arg: gnu.Required},
		{Long: "time", Arg: gnu.Required}, {Short: 'c', Long: "no-create"}, {Short: 'd', Long: "date", Arg: gnu.Required},
		{Short: 'r', Long: "reference", Arg: gnu.Required}, {Short: 'h', Long: "no-dereference"},
	},
	Version: gnu.CoreutilsVersion("touch", "Paul Rubin, Arnold Robbins, Jim Kingdon,\nDavid MacKenzie, and Randy Smith"),
}

type toucher struct {
	p                       *kern.Proc
	access, modify          bool
	noCreate, noFollow      bool
	explicit, dated, refset bool
	date, ref               string
	atime, mtime            int64
}

func touch(_ context.Context, p *kern.Proc) int {
	t := toucher{p: p}
	files, status, ok := touchSpec.Parse(p, t.set)
	if !ok {
		return status
	}
	if !t.access && !t.modify {
		t.access, t.modify = true, true
	}
	if t.explicit && (t.refset || t.dated) {
		return gnu.Usage(p, 1, "cannot specify times from more than one source")
	}
	if t.explicit || t.refset || t.dated {
		if !t.times() {
			return 1
		}
	}
	if len(files) == 0 {
		return gnu.Usage(p, 1, "missing file operand")
	}
	for _, f := range files {
		if !t.touch(f) {
			status = 1
		}
	}
	return status
}

var (
	touchWords  = []string{"atime", "access", "use", "mtime", "modify"}
	touchValues = []int{0, 0, 0, 1, 1}
)

func (t *toucher) set(key, val string) int {
	switch key {
	case "a":
		t.access = true
	case "m":
		t.modify = true
	case "c":
		t.noCreate = true
	case "d":
		t.date, t.dated = val, true
	case "h":
		t.noFollow = true
	case "r":
		t.ref, t.refset = val, true
	case "t":
		at, ok := getdate.ParseStamp(val, getdate.YearFirst, getdate.OfNanos(t.p.K.Now()), gnu.LocalZone(t.p))
		ns, fits := at.Nanos()
		if !ok || !fits {
			t.p.Errorf("invalid date format %s", gnu.Quote(val))
			return 1
		}
		t.explicit, t.atime, t.mtime = true, ns, ns
	case "time":
		v, ok := gnu.ArgMatch(t.p, "--time", val, touchWords, touchValues)
		if !ok {
			return 1
		}
		t.access, t.modify = t.access || v == 0, t.modify || v == 1
	}
	return gnu.Go
}

// times works out which times to set from the reference file and the date.
func (t *toucher) times() bool {
	if t.refset {
		var st kern.Stat
		var err error
		if t.noFollow {
			st, err = t.p.Lstat(t.ref)
		} else {
			st, err = t.p.Stat(t.ref)
		}
		if err != nil {
			t.p.Errorf("failed to get attributes of %s: %s", gnu.QuoteAF(t.ref), kern.ErrText(err))
			return false
		}
		t.atime, t.mtime, t.explicit = st.Atime, st.Mtime, true
	}
	if !t.dated {
		return true
	}
	now := t.p.K.Now()
	a, m := now, now
	if t.refset {
		a, m = t.atime, t.mtime
	}
	zone := gnu.LocalZone(t.p)
	a, ok1 := gnu.ParseDate(t.date, a, zone)
	m, ok2 := gnu.ParseDate(t.date, m, zone)
	if !ok1 || !ok2 {
		t.p.Errorf("invalid date format %s", gnu.Quote(t.date))
		return false
	}
	t.atime, t.mtime = a, m
	t.explicit = !(a == now && m == now && t.date == "now")
	return true
}

func (t *toucher) touch(name string) bool {
	p := t.p
	if name == "-" {
		return t.output()
	}
	var openErr error
	if !t.noCreate && !t.noFollow {
		var fd int
		if fd, openErr = t.open(name); openErr == nil {
			_ = p.Close(fd)
		}
	}
	err := t.apply(name)
	if err == nil {
		return true
	}
	if openErr != nil && openErr != error(tree.EISDIR) {
		p.Errorf("cannot touch %s: %s", gnu.QuoteAF(name), kern.ErrText(openErr))
		return false
	}
	if t.noCreate && err == error(tree.ENOENT) {
		return true
	}
	p.Errorf("setting times of %s: %s", gnu.QuoteAF(name), kern.ErrText(err))
	return false
}

// open makes the file if it is not there. A named pipe is not opened: that would wait for its other side.
func (t *toucher) open(name string) (int, error) {
	if st, err := t.p.Stat(name); err == nil && st.Kind != tree.Regular {
		if st.IsDir() {
			return -1, tree.EISDIR
		}
		return -1, nil
	}
	return t.p.Open(name, kern.WriteOnly|kern.Creat, 0o666)
}

func (t *toucher) apply(name string) error {
	a, m := t.atime, t.mtime
	if !t.explicit {
		a, m = t.p.K.Now(), t.p.K.Now()
	}
	if !t.access {
		a = tree.Omit
	}
	if !t.modify {
		m = tree.Omit
	}
	return t.p.Utimes(name, a, m, t.explicit || !t.access || !t.modify, !t.noFollow)
}

// output touches the file that standard output is.
func (t *toucher) output() bool {
	p := t.p
	st, err := p.StatFD(1)
	if err != nil {
		if t.noCreate && err == error(tree.EBADF) {
			return true
		}
		p.Errorf("setting times of %s: %s", gnu.QuoteAF("-"), kern.ErrText(err))
		return false
	}
	if st.Node == nil {
		return true
	}
	a, m := t.atime, t.mtime
	if !t.explicit {
		a, m = p.K.Now(), p.K.Now()
	}
	if err := p.K.FS.Utimes(st.Ino, a, m, t.explicit, &p.Cred); err != nil {
		p.Errorf("setting times of %s: %s", gnu.QuoteAF("-"), kern.ErrText(err))
		return false
	}
	return true
}
