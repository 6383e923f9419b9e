package tar

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// copyOut writes a member's content to a descriptor. It returns how many bytes of the archive are left when that failed.
func (t *tarball) copyOut(m *member, fd int, name string) (rest int64, ok bool) {
	left := m.size
	sp := m.sparse
	if m.isSparse {
		_, _ = t.p.Seek(fd, 0, 0)
	}
	pos := int64(0)
	for left > 0 {
		t.p.Tick(1)
		b, runs, ok := t.r.span((left + blockSize - 1) / blockSize * blockSize)
		if !ok {
			t.fail("Unexpected EOF in archive")
			return left, false
		}
		n := min(int64(len(b)), left)
		if m.isSparse {
			t.writeSparse(fd, b[:n], runs, &sp, &pos)
		} else if _, err := t.p.WriteRuns(fd, b[:n], runs); err != nil {
			t.fail("%s: Cannot write: %s", t.colon(name), kern.ErrText(err))
			return left - int64(len(b)), false
		}
		left -= int64(len(b))
	}
	if m.isSparse {
		_ = t.p.TruncateFD(fd, m.real)
	}
	return 0, true
}

// writeSparse writes data of a sparse file to where its map says; pos counts what has been written of the first extent.
func (t *tarball) writeSparse(fd int, b []byte, runs []tree.Run, sp *[]extent, pos *int64) {
	for at := int64(0); at < int64(len(b)) && len(*sp) > 0; {
		e := (*sp)[0]
		n := min(e.n-*pos, int64(len(b))-at)
		_, _ = t.p.Seek(fd, e.off+*pos, 0)
		_, _ = t.p.WriteRuns(fd, b[at:at+n], tree.SliceRuns(runs, at, n))
		at += n
		if *pos += n; *pos == e.n {
			*sp, *pos = (*sp)[1:], 0
		}
	}
}

func (t *tarball) skipRest(left int64) {
	t.r.seek = false
	if left > 0 {
		t.skip(&member{typ: '0', size: left})
	}
}

func (t *tarball) restoreHardLink(m *member, name string) {
	for i := range t.x.links {
		if d := &t.x.links[i]; d.name == m.link && d.cwd == t.p.Cwd {
			c := *d
			c.name = name
			if err, _ := t.retry(name, func() error { return t.p.Link(m.link, name, false) }); err == nil {
				t.x.links = append(t.x.links, c)
				return
			}
			break
		}
	}
	err, _ := t.retry(name, func() error {
		err := t.p.Link(m.link, name, false)
		if err == error(tree.EEXIST) {
			a, err1 := t.p.Lstat(m.link)
			b, err2 := t.p.Lstat(name)
			if err1 == nil && err2 == nil && a.Ino == b.Ino {
				return nil
			}
		}
		return err
	})
	if err != nil {
		t.fail("%s: Cannot hard link to %s: %s", t.colon(name), t.quote(m.link), kern.ErrText(err))
	}
}

func (t *tarball) restoreSymlink(m *member, name string) {
	target := m.link
	outside := !t.o.absolute && (strings.HasPrefix(target, "/") || dotDot(target))
	err, skipped := t.retry(name, func() error {
		if outside {
			fd, err := t.p.Open(name, kern.WriteOnly|kern.Creat|kern.Excl, 0)
			if err == nil {
				_ = t.p.Close(fd)
			}
			return err
		}
		return t.p.Symlink(target, name)
	})
	switch {
	case skipped:
	case err != nil && outside:
		t.fail("%s: Cannot open: %s", t.colon(name), kern.ErrText(err))
	case err != nil:
		t.fail("%s: Cannot create symlink to %s: %s", t.colon(name), t.quote(target), kern.ErrText(err))
	case outside:
		st, _ := t.p.Lstat(name)
		t.x.links = append(t.x.links, delayedLink{name, *m, t.p.Cwd, st.Ino})
	default:
		t.setStat(name, m, 0o777, false)
	}
}

// makeLinks makes the symbolic links that had to wait, where nothing has replaced what stands for them.
func (t *tarball) makeLinks() {
	for _, d := range t.x.links {
		t.p.Cwd = d.cwd
		st, err := t.p.Lstat(d.name)
		if err != nil || st.Ino != d.ino {
			continue
		}
		if err = t.p.Unlink(d.name); err == nil {
			err = t.p.Symlink(d.m.link, d.name)
		}
		if err != nil {
			t.fail("%s: Cannot create symlink to %s: %s", t.colon(d.name), t.quote(d.m.link), kern.ErrText(err))
			continue
		}
		t.setStat(d.name, &d.m, 0o777, false)
	}
}

func (t *tarball) restoreNode(m *member, name, what string, make func() error) {
	err, skipped := t.retry(name, make)
	if skipped {
		return
	}
	if err != nil {
		t.fail("%s: Cannot %s: %s", t.colon(name), what, kern.ErrText(err))
		return
	}
	mode := m.mode
	if !t.x.samePerm {
		mode &^= t.x.umask
	}
	t.setStat(name, m, mode, false)
}

// setStat sets owner, mode and times of what was restored.
func (t *tarball) setStat(name string, m *member, mode uint16, dir bool) {
	link := m.typ == '2'
	if st, err := t.p.Lstat(name); dir && err == nil && st.Kind == tree.Symlink {
		return
	}
	if m.mtime < 0 && !t.o.touch {
		t.warnf("timestamp", "%s: implausibly old time stamp %s", t.colon(name), t.stamp(m.mtime))
	} else if m.mtime > t.now && !t.o.touch {
		t.warnf("timestamp", "%s: time stamp %s is %s s in the future", t.colon(name), t.stamp(m.mtime), paxTime(m.mtime-t.p.K.Now()))
	}
	if !t.o.touch {
		if err := t.p.Utimes(name, t.now, m.mtime, true, false); err != nil {
			t.fail("%s: Cannot utime: %s", t.colon(name), kern.ErrText(err))
		}
	}
	if t.x.sameOwner {
		uid, gid := t.ownerOf(m)
		if err := t.p.Chown(name, uid, gid, false); err != nil {
			t.fail("%s: Cannot change ownership to uid %d, gid %d: %s", t.colon(name), uid, gid, kern.ErrText(err))
		}
	}
	if link {
		return
	}
	if st, err := t.p.Stat(name); err == nil && st.Perm == mode {
		return
	}
	if err := t.p.Chmod(name, mode); err != nil {
		t.fail("%s: Cannot change mode to %s: %s", t.colon(name), tree.ModeString(tree.Regular, mode)[1:], kern.ErrText(err))
	}
}

func (t *tarball) stamp(ns int64) string { return gnu.Strftime("%Y-%m-%d %H:%M:%S", ns, t.zone) }

// ownerOf returns who is to own a member: by name where the machine knows the name.
func (t *tarball) ownerOf(m *member) (uid, gid int64) {
	uid, gid = m.uid, m.gid
	if t.o.numeric {
		return uid, gid
	}
	if u := t.p.K.UserByName(m.uname); u != nil && m.uname != "" {
		uid = int64(u.UID)
	}
	if g := t.p.K.GroupByName(m.gname); g != nil && m.gname != "" {
		gid = int64(g.GID)
	}
	return uid, gid
}
