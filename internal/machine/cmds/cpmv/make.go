package cpmv

import (
	"io"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// make creates the destination. Undo says that a failure left nothing there, so that a backup goes back.
func (c *copier) make(j *job) (ok, undo bool) {
	p := c.p
	if j.st.IsDir() {
		return c.directory(j)
	}
	switch {
	case c.symLink:
		if j.src != "" && j.src[0] != '/' && gnu.Dir(j.dst) != "." {
			here, _ := p.Stat(".")
			there, err := p.Stat(gnu.Dir(j.dst))
			if err == nil && here.Ino != there.Ino {
				return c.fail("%s: can make relative symbolic links only in current directory", gnu.QuoteF(j.dst)), true
			}
		}
		err := p.Symlink(j.src, j.dst)
		if err == error(tree.EEXIST) && c.force {
			if err = p.Unlink(j.dst); err == nil {
				err = p.Symlink(j.src, j.dst)
			}
		}
		if err != nil {
			return c.fail("cannot create symbolic link %s to %s: %s", gnu.QuoteAF(j.dst), gnu.QuoteAF(j.src), kern.ErrText(err)), true
		}
		c.record(j)
		return true, false
	case c.hardLink:
		if !c.link(j.src, j.dst, c.force || c.overwrite == answerAsk || c.backup != gnu.BackupNone) {
			return false, true
		}
		c.record(j)
		return true, false
	case j.st.Kind == tree.Regular, j.st.Kind != tree.Symlink && (!c.recursive || c.copyContents):
		if ok, undo := c.regular(j); !ok {
			return ok, undo
		}
	case j.st.Kind == tree.Symlink:
		return c.symlink(j)
	default:
		if ok, undo := c.special(j); !ok {
			return ok, undo
		}
	}
	c.record(j)
	return c.attributes(j.dst, &j.st, j.isNew, j.st.Perm), false
}

func (c *copier) directory(j *job) (ok, undo bool) {
	p := c.p
	if j.isNew || !j.old.IsDir() {
		if err := p.Mkdir(j.dst, j.st.Perm&0o777|0o700); err != nil {
			return c.fail("cannot create directory %s: %s", gnu.QuoteAF(j.dst), kern.ErrText(err)), true
		}
		j.isNew = true
		if st, err := p.Stat(j.dst); err == nil {
			c.dirs[st.Ino] = j.dst
		}
		if c.verbose {
			c.emit("", j.src, j.dst, j.moved)
		}
	}
	c.record(j)
	list, err := p.ReadDir(j.src)
	ok = true
	if err != nil {
		ok = c.fail("cannot access %s: %s", gnu.QuoteAF(j.src), kern.ErrText(err))
	}
	for _, e := range list {
		ok = c.copy(gnu.Join(j.src, e.Name), gnu.Join(j.dst, e.Name), false) && ok
		if c.self {
			break
		}
	}
	if !c.attributes(j.dst, &j.st, j.isNew, j.st.Perm) {
		ok = false
	}
	return ok, false
}

func (c *copier) symlink(j *job) (ok, undo bool) {
	p := c.p
	target, err := p.Readlink(j.src)
	if err != nil {
		return c.fail("cannot read symbolic link %s: %s", gnu.QuoteAF(j.src), kern.ErrText(err)), true
	}
	err = p.Symlink(target, j.dst)
	if err == error(tree.EEXIST) && c.force {
		if err = p.Unlink(j.dst); err == nil {
			err = p.Symlink(target, j.dst)
		}
	}
	if err != nil {
		return c.fail("cannot create symbolic link %s: %s", gnu.QuoteAF(j.dst), kern.ErrText(err)), true
	}
	c.record(j)
	if c.keepOwner {
		_ = p.Chown(j.dst, int64(j.st.UID), int64(j.st.GID), false)
	}
	if c.keepTimes {
		_ = p.Utimes(j.dst, j.st.Atime, j.st.Mtime, true, false)
	}
	return true, false
}

// special makes a named pipe, a device or a socket like the source.
func (c *copier) special(j *job) (ok, undo bool) {
	p := c.p
	perm := j.st.Perm &^ p.Umask
	l, err := p.Walk(j.dst, false)
	if err == nil && (j.st.Kind == tree.CharDev || j.st.Kind == tree.BlockDev) && p.Cred.UID != 0 {
		err = tree.EPERM
	}
	if err == nil {
		_, err = p.K.FS.Create(l, tree.Attr{Kind: j.st.Kind, Perm: perm, UID: p.Cred.UID, GID: p.Cred.GID, Rdev: j.st.Rdev,
			Label: p.Label()}, &p.Cred)
	}
	if err == nil {
		return true, false
	}
	if j.st.Kind == tree.Fifo {
		return c.fail("cannot create fifo %s: %s", gnu.QuoteAF(j.dst), kern.ErrText(err)), true
	}
	return c.fail("cannot create special file %s: %s", gnu.QuoteAF(j.dst), kern.ErrText(err)), true
}

// regular copies the content of a file.
func (c *copier) regular(j *job) (ok, undo bool) {
	p := c.p
	in, err := p.Open(j.src, kern.ReadOnly, 0)
	if err != nil {
		return c.fail("cannot open %s for reading: %s", gnu.QuoteAF(j.src), kern.ErrText(err)), true
	}
	defer func() { _ = p.Close(in) }()
	out := -1
	if !j.isNew {
		flags := kern.WriteOnly
		if !c.attributesOnly {
			flags |= kern.Trunc
		}
		out, err = p.Open(j.dst, flags, 0)
		if err != nil && (c.force || err == error(tree.ELOOP)) && c.force {
			if e := p.Unlink(j.dst); e != nil && e != error(tree.ENOENT) {
				return c.fail("cannot remove %s: %s", gnu.QuoteAF(j.dst), kern.ErrText(e)), true
			}
			if c.verbose {
				c.put("removed " + gnu.QuoteAF(j.dst) + "\n")
			}
			j.isNew = true
		}
	}
	if j.isNew {
		out, err = c.create(j)
		if out == -2 {
			return false, true
		}
	}
	if err != nil {
		return c.fail("cannot create regular file %s: %s", gnu.QuoteAF(j.dst), kern.ErrText(err)), true
	}
	defer func() { _ = p.Close(out) }()
	if c.attributesOnly {
		return true, false
	}
	return c.data(j, in, out)
}

// create opens a new file; -2 says that the complaint is already printed.
func (c *copier) create(j *job) (int, error) {
	p := c.p
	perm := c.newPerm(j.st.Perm)
	out, err := p.Open(j.dst, kern.WriteOnly|kern.Creat|kern.Excl, perm)
	if err == error(tree.EEXIST) {
		if st, e := p.Lstat(j.dst); e == nil && st.Kind == tree.Symlink {
			return -2, boolErr(c.fail("not writing through dangling symlink %s", gnu.QuoteAF(j.dst)))
		}
	}
	if err == error(tree.EISDIR) && j.dst != "" && j.dst[len(j.dst)-1] == '/' {
		err = tree.ENOTDIR
	}
	return out, err
}

func boolErr(bool) error { return nil }

// newPerm is the mode that a new file is opened with, before the umask.
func (c *copier) newPerm(src uint16) uint16 {
	switch {
	case c.setMode:
		src = c.mode
	case c.noKeepMode:
		src = 0o666
	}
	if c.keepOwner {
		src &^= 0o077
	}
	return src & 0o777
}

func (c *copier) data(j *job, in, out int) (ok, undo bool) {
	p := c.p
	buf := make([]byte, min(max(j.st.Size, 512), 32<<10))
	for {
		n, runs, err := p.ReadRuns(in, buf)
		p.Tick(n >> 8)
		if err == io.EOF {
			return true, false
		}
		if err != nil {
			return c.fail("error reading %s: %s", gnu.QuoteAF(j.src), kern.ErrText(err)), false
		}
		if _, err := p.WriteRuns(out, buf[:n], runs); err != nil {
			return c.fail("error writing %s: %s", gnu.QuoteAF(j.dst), kern.ErrText(err)), false
		}
	}
}

// attributes gives dst the owner, the mode and the times that the options ask for.
func (c *copier) attributes(dst string, st *kern.Stat, isNew bool, srcPerm uint16) bool {
	p := c.p
	dir := st.IsDir()
	if c.keepTimes {
		if err := p.Utimes(dst, st.Atime, st.Mtime, true, true); err != nil {
			return c.fail("preserving times for %s: %s", gnu.QuoteAF(dst), kern.ErrText(err))
		}
	}
	perm := srcPerm
	if c.keepOwner {
		if perm = c.owner(dst, st, srcPerm); perm == noPerm {
			return false
		}
	}
	var err error
	switch {
	case c.keepMode:
		err = c.chmod(dst, perm)
	case c.setMode:
		err = c.chmod(dst, c.mode)
	case isNew && c.noKeepMode:
		base := uint16(0o666)
		if dir {
			base = 0o777
		}
		err = c.chmod(dst, base&^p.Umask)
	case isNew && (dir || c.keepOwner):
		want := srcPerm & 0o777 &^ p.Umask
		if have, e := p.Stat(dst); e == nil {
			err = p.Chmod(dst, want|have.Perm&0o2000)
		}
	}
	if err != nil {
		what := "preserving permissions"
		if c.setMode {
			what = "setting permissions"
		}
		return c.fail("%s for %s: %s", what, gnu.QuoteAF(dst), kern.ErrText(err))
	}
	return true
}

// chmod sets the permissions of dst; what it has inherited of set-group-ID stays unless perm speaks of such bits.
func (c *copier) chmod(dst string, perm uint16) error {
	if perm&0o7000 == 0 {
		if have, err := c.p.Stat(dst); err == nil {
			perm |= have.Perm & 0o7000
		}
	}
	return c.p.Chmod(dst, perm)
}

// noPerm is returned by owner when it has failed.
const noPerm uint16 = 0xffff

// owner gives dst the source's owner and group as far as the user may, and returns the mode that is then safe.
func (c *copier) owner(dst string, st *kern.Stat, perm uint16) uint16 {
	p := c.p
	have, err := p.Stat(dst)
	if err == nil && have.UID == st.UID && have.GID == st.GID {
		return perm
	}
	if err = p.Chown(dst, int64(st.UID), int64(st.GID), true); err == nil {
		return perm
	}
	if err == error(tree.EPERM) || err == error(tree.EINVAL) {
		// An ordinary user may still keep the group.
		_ = p.Chown(dst, -1, int64(st.GID), true)
		if p.Cred.UID != 0 {
			return perm &^ 0o6000
		}
	}
	c.p.Errorf("failed to preserve ownership for %s: %s", gnu.QuoteAF(dst), kern.ErrText(err))
	return noPerm
}
