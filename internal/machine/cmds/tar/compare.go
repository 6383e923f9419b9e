package tar

import (
	"bytes"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// compare says where files differ from what the archive holds.
func (t *tarball) compare() {
	t.openRead()
	t.want()
	t.visit(func(m *member, _ *wanted) {
		if t.o.verbose > 0 {
			t.printMember(m.stored, m, t.o.verbose > 1)
		}
		t.compareMember(m)
	})
	t.close()
	t.notFound()
}

// verify compares the archive that was just written.
func (t *tarball) verify() {
	_ = t.p.Close(t.fd)
	fd, err := t.p.Open(t.archive, kern.ReadOnly, 0)
	if err != nil {
		t.fail("%s: Cannot open: %s", t.colon(t.archive), kern.ErrText(err))
		return
	}
	t.fd = fd
	t.p.Cwd = t.home
	t.r = t.newReader()
	verbose := t.o.verbose
	names := t.names
	t.names = nil
	t.visit(func(m *member, _ *wanted) {
		if verbose > 0 {
			t.out.WriteString("Verify " + t.shown(m.stored) + "\n")
		}
		t.compareMember(m)
	})
	t.names = names
	t.r = nil
}

// differs reports one difference.
func (t *tarball) differs(name, what string) {
	t.out.WriteString(t.colon(name) + ": " + what + "\n")
	t.status = max(t.status, 1)
}

func (t *tarball) noStat(name, what string, err error) {
	t.errorf("%s: Warning: %s: %s", t.colon(name), what, kern.ErrText(err))
	t.status = max(t.status, 1)
}

func (t *tarball) compareMember(m *member) {
	name := strings.TrimRight(m.target, "/")
	switch {
	case m.typ == '1':
		t.compareLink(name, m.link)
		t.skip(m)
		return
	case m.typ == '2':
		t.compareSymlink(name, m)
		return
	case m.typ == 'V':
		t.skip(m)
		return
	}
	st, err := t.p.Lstat(name)
	if t.o.deref && err == nil {
		st, err = t.p.Stat(name)
	}
	if err != nil {
		t.noStat(name, "Cannot stat", err)
		t.skip(m)
		return
	}
	want := tree.Regular
	switch {
	case m.isDir():
		want = tree.Dir
	case m.typ == '6':
		want = tree.Fifo
	case m.typ == '3':
		want = tree.CharDev
	case m.typ == '4':
		want = tree.BlockDev
	}
	if st.Kind != want {
		t.differs(name, "File type differs")
		t.skip(m)
		return
	}
	if m.mode != st.Perm {
		t.differs(name, "Mode differs")
	}
	if want != tree.Regular {
		t.skip(m)
		return
	}
	t.compareFile(name, m, &st)
}

func (t *tarball) compareLink(name, link string) {
	a, err := t.p.Lstat(name)
	if err != nil {
		t.noStat(name, "Cannot stat", err)
		return
	}
	b, err := t.p.Lstat(link)
	if err != nil {
		t.noStat(link, "Cannot stat", err)
		return
	}
	if a.Ino != b.Ino {
		t.differs(name, "Not linked to "+t.quote(link))
	}
}

func (t *tarball) compareSymlink(name string, m *member) {
	target, err := t.p.Readlink(name)
	switch {
	case err == error(tree.ENOENT):
		t.noStat(name, "Cannot readlink", err)
	case err != nil:
		t.differs(name, "Cannot readlink: "+kern.ErrText(err))
	case target != m.link:
		t.differs(name, "Symlink differs")
	}
}

func (t *tarball) compareFile(name string, m *member, st *kern.Stat) {
	t.p.Taint(st.Label())
	if int64(st.UID) != m.uid {
		t.differs(name, "Uid differs")
	}
	if int64(st.GID) != m.gid {
		t.differs(name, "Gid differs")
	}
	if have := st.Mtime; have != m.mtime && (m.mtime%1e9 != 0 || floorSeconds(have)*1e9 != m.mtime) {
		t.differs(name, "Mod time differs")
	}
	if st.Size != m.real {
		t.differs(name, "Size differs")
		t.skip(m)
		return
	}
	fd, err := t.p.Open(name, kern.ReadOnly, 0)
	if err != nil {
		t.fail("%s: Cannot open: %s", t.colon(name), kern.ErrText(err))
		t.skip(m)
		return
	}
	defer t.p.Close(fd)
	if m.isSparse {
		t.skip(m)
		return
	}
	buf := make([]byte, t.o.blocking*blockSize)
	same := true
	for left := m.size; left > 0; {
		b, runs, ok := t.r.span((left + blockSize - 1) / blockSize * blockSize)
		if !ok {
			t.fatal("Unexpected EOF in archive")
		}
		t.p.Taint(tree.JoinRuns(runs))
		n := min(int64(len(b)), left)
		left -= int64(len(b))
		if !same {
			continue
		}
		got := 0
		for got < int(n) {
			k, err := t.p.Read(fd, buf[got:n])
			got += k
			if err != nil {
				break
			}
		}
		if same = bytes.Equal(buf[:got], b[:n]); !same {
			t.differs(name, "Contents differ")
		}
	}
}
