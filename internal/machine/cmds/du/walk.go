package du

import (
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// usage is what a file or a tree occupies.
type usage struct {
	size, inodes uint64
	time         int64
	hasTime      bool
}

func (u *usage) add(v *usage) {
	u.size += v.size
	u.inodes += v.inodes
	if v.hasTime && (!u.hasTime || v.time > u.time) {
		u.time, u.hasTime = v.time, true
	}
}

// of is what one file occupies by itself.
func (m *measurer) of(st *kern.Stat) usage {
	u := usage{inodes: 1, hasTime: true}
	if m.apparent {
		u.size = uint64(max(st.Size, 0))
	} else {
		u.size = uint64(st.Blocks) * 512
	}
	switch m.when {
	case 0:
		u.time = st.Mtime
	case 1:
		u.time = st.Atime
	case 2:
		u.time = st.Ctime
	}
	m.p.Taint(st.Label())
	return u
}

func (m *measurer) stat(name string, named bool) (kern.Stat, error) {
	if m.followAll || named && m.followNamed {
		return m.p.Stat(name)
	}
	return m.p.Lstat(name)
}

// named measures what the user named.
func (m *measurer) named(name string) {
	u, _ := m.walk(name, 0)
	m.grand.add(&u)
}

// excluded says whether a name, or the end of it behind a slash, matches one of the patterns.
func (m *measurer) excluded(name string) bool {
	for _, p := range m.exclude {
		if p.Match(name) {
			return true
		}
		for i := range len(name) - 1 {
			if name[i] == '/' && name[i+1] != '/' && p.Match(name[i+1:]) {
				return true
			}
		}
	}
	return false
}

// walk measures a file with all below it and prints what is to be printed. The second result is what counts for its directory
// with -S.
func (m *measurer) walk(name string, depth int) (whole, own usage) {
	p := m.p
	p.Tick(2)
	if m.excluded(name) {
		return whole, own
	}
	st, err := m.stat(name, depth == 0)
	if err != nil {
		if l, e := p.Lstat(name); e == nil && l.Kind == tree.Symlink {
			p.Errorf("cannot access %s", gnu.QuoteAF(name))
			m.status = 1
			return whole, own
		}
		m.fail("cannot access", name, err)
		return whole, own
	}
	if (m.hashAll || !m.links && !st.IsDir() && st.Nlink > 1) && !(m.links && !st.IsDir()) {
		if m.above[st.Ino] {
			return whole, own // a loop that links make
		}
		if m.seen[st.Ino] {
			return whole, own
		}
		m.seen[st.Ino] = true
		p.Hold(16)
	}
	own = m.of(&st)
	whole = own
	shown := whole
	if st.IsDir() {
		whole, shown = m.dir(name, &st, depth)
	}
	if (m.maxDepth < 0 || depth <= m.maxDepth) && (st.IsDir() || m.all || depth == 0) && m.passes(&shown) {
		m.print(&shown, name)
	}
	return whole, own
}

// dir measures the content of a directory: all of it, and what -S shows.
func (m *measurer) dir(name string, st *kern.Stat, depth int) (whole, shown usage) {
	p := m.p
	whole = m.of(st)
	shown = whole
	list, err := p.ReadDir(name)
	if err != nil {
		m.fail("cannot read directory", name, err)
	}
	m.above[st.Ino] = true
	for _, e := range list {
		child := gnu.Join(name, e.Name)
		sub, own := m.walk(child, depth+1)
		whole.add(&sub)
		if n := p.K.FS.Node(e.Ino); n != nil && n.Kind != tree.Dir {
			shown.add(&own)
		}
	}
	delete(m.above, st.Ino)
	if !m.separate {
		shown = whole
	}
	return whole, shown
}

func (m *measurer) fail(what, name string, err error) {
	m.p.Errorf("%s %s: %s", what, gnu.QuoteAF(name), kern.ErrText(err))
	m.status = 1
}

// passes says whether a size is on the right side of the threshold.
func (m *measurer) passes(u *usage) bool {
	v := u.size
	if m.inodes {
		v = u.inodes
	}
	if m.threshold < 0 {
		return v <= uint64(-m.threshold)
	}
	return v >= uint64(m.threshold)
}

func (m *measurer) print(u *usage, name string) {
	out := m.p.Stdout
	if m.inodes {
		if m.size.Auto {
			out.WriteString(m.size.Format(u.inodes, 1))
		} else {
			out.WriteString(strconv.FormatUint(u.inodes, 10))
		}
	} else {
		out.WriteString(m.size.Format(u.size, 1))
	}
	if m.showTime {
		out.WriteString("\t" + gnu.Strftime(m.timeFormat, u.time, m.zone))
	}
	out.WriteString("\t" + name + m.end)
}
