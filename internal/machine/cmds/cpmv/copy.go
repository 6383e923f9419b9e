package cpmv

import (
	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// job is one file on its way.
type job struct {
	src, dst string
	named    bool // on the command line
	st       kern.Stat
	isNew    bool // nothing is at dst
	old      kern.Stat
	moved    string // the backup of what was at dst
}

// copy copies or moves src to dst and reports whether all went well.
func (c *copier) copy(src, dst string, named bool) bool {
	c.p.Tick(2)
	j := job{src: src, dst: dst, named: named}
	var err error
	if c.follow == followAlways || named && c.follow == followNamed {
		j.st, err = c.p.Stat(src)
	} else {
		j.st, err = c.p.Lstat(src)
	}
	if err != nil {
		return c.fail("cannot stat %s: %s", gnu.QuoteAF(src), kern.ErrText(err))
	}
	if j.st.IsDir() && !c.recursive {
		if c.install {
			return c.fail("omitting directory %s", gnu.QuoteAF(src))
		}
		return c.fail("-r not specified; omitting directory %s", gnu.QuoteAF(src))
	}
	if c.skip != nil && c.skip(&j) {
		return true
	}
	if named {
		k := key{j.st.Ino, src}
		if !j.st.IsDir() && c.backup == gnu.BackupNone && c.sources[k] {
			c.p.Errorf("warning: source file %s specified more than once", gnu.QuoteAF(src))
			return true
		}
		c.sources[k] = true
	}
	if done, ok := c.destination(&j); done {
		return ok
	}
	if c.verbose && !c.move && !j.st.IsDir() {
		c.emit("", src, dst, j.moved)
	}
	if done, ok := c.earlier(&j); done {
		return ok
	}
	if c.move {
		return c.rename(&j)
	}
	ok, mustUndo := c.make(&j)
	if ok && c.done != nil {
		ok = c.done(dst)
	}
	if mustUndo && j.moved != "" {
		c.restore(&j)
	}
	return ok
}

// restore puts the backup of the destination back.
func (c *copier) restore(j *job) {
	if err := c.p.Rename(j.moved, j.dst); err != nil {
		c.p.Errorf("cannot un-backup %s: %s", gnu.QuoteAF(j.dst), kern.ErrText(err))
		return
	}
	if c.verbose {
		c.put(gnu.QuoteAF(j.moved) + " -> " + gnu.QuoteAF(j.dst) + " (unbackup)\n")
	}
}

// destination looks at what is at dst and clears the way. Done says that the job ends here.
func (c *copier) destination(j *job) (done, ok bool) {
	p := c.p
	var err error
	if j.st.Kind != tree.Regular || c.move || c.symLink || c.hardLink || c.backup != gnu.BackupNone || c.unlinkFirst {
		j.old, err = p.Lstat(j.dst)
	} else {
		j.old, err = p.Stat(j.dst)
	}
	switch {
	case err == error(tree.ENOENT):
		j.isNew = true
	case err == error(tree.ELOOP) && c.force:
	case err != nil:
		return true, c.fail("cannot stat %s: %s", gnu.QuoteAF(j.dst), kern.ErrText(err))
	default:
		if done, ok = c.existing(j); done {
			return done, ok
		}
	}
	if j.named && !c.move && c.backup == gnu.BackupNone && !j.isNew {
		if st, err := p.Lstat(j.dst); err == nil && st.Kind == tree.Symlink && c.made[key{st.Ino, j.dst}] {
			return true, c.fail("will not copy %s through just-created symlink %s", gnu.QuoteAF(j.src), gnu.QuoteAF(j.dst))
		}
	}
	return false, true
}

// existing decides about a destination that exists.
func (c *copier) existing(j *job) (done, ok bool) {
	src, dst := gnu.QuoteAF(j.src), gnu.QuoteAF(j.dst)
	v := c.compare(j.src, &j.st, j.dst, &j.old)
	if v == clash {
		return true, c.fail("%s and %s are the same file", src, dst)
	}
	if c.update && !j.st.IsDir() && j.old.Mtime >= j.st.Mtime {
		if c.keepLinks {
			c.copies[j.st.Ino] = j.dst
		}
		return true, true
	}
	if c.keepsDestination(&j.st, j.dst, &j.old) || v == nothingToDo {
		return true, true
	}
	srcDir, dstDir := j.st.IsDir(), j.old.IsDir()
	switch {
	case !dstDir && srcDir && !(c.move && c.backup != gnu.BackupNone):
		return true, c.fail("cannot overwrite non-directory %s with directory %s", dst, src)
	case !dstDir && j.named && c.made[key{j.old.Ino, j.dst}]:
		return true, c.fail("will not overwrite just-created %s with %s", dst, src)
	case !srcDir && dstDir && !(c.move && c.backup != gnu.BackupNone):
		return true, c.fail("cannot overwrite directory %s with non-directory", dst)
	}
	base := gnu.Base(j.src)
	switch {
	case c.backup != gnu.BackupNone && base != "." && base != ".." && (c.move || !dstDir):
		return c.keep(j)
	case !dstDir && !c.move && (c.unlinkFirst || c.keepLinks && j.old.Nlink > 1 && !c.symLink && !c.hardLink ||
		c.follow == followNever && j.st.Kind != tree.Regular):
		if err := c.p.Unlink(j.dst); err != nil && err != error(tree.ENOENT) {
			return true, c.fail("cannot remove %s: %s", dst, kern.ErrText(err))
		}
		j.isNew = true
		if c.verbose {
			c.put("removed " + dst + "\n")
		}
	}
	return false, true
}

// keep moves the destination to its backup name.
func (c *copier) keep(j *job) (done, ok bool) {
	name := gnu.BackupName(c.p, j.dst, c.backup, c.suffix)
	if c.backup != gnu.BackupNumbered {
		if st, err := c.p.Stat(j.dst + c.suffix); err == nil && st.Ino == j.st.Ino && gnu.Base(j.src) == gnu.Base(j.dst)+c.suffix {
			how := "copied"
			if c.move {
				how = "moved"
			}
			return true, c.fail("backing up %s might destroy source;  %s not %s", gnu.QuoteAF(j.dst), gnu.QuoteAF(j.src), how)
		}
	}
	if err := c.p.Rename(j.dst, name); err != nil {
		if err != error(tree.ENOENT) {
			return true, c.fail("cannot backup %s: %s", gnu.QuoteAF(j.dst), kern.ErrText(err))
		}
	} else {
		j.moved = name
	}
	j.isNew = true
	return false, true
}

// earlier deals with a source that this run has copied before, under another name or through a loop.
func (c *copier) earlier(j *job) (done, ok bool) {
	i := j.st.Ino
	if j.st.IsDir() && !c.move {
		before, seen := c.dirs[i]
		if !seen {
			c.dirs[i] = j.dst
			return false, true
		}
		return c.earlierDir(j, before)
	}
	if c.move || !c.keepLinks || c.hardLink || j.st.Nlink < 2 && c.follow != followAlways && !(j.named && c.follow == followNamed) {
		return false, true
	}
	before, seen := c.copies[i]
	if !seen {
		c.copies[i] = j.dst
		return false, true
	}
	return true, c.link(before, j.dst, true)
}

func (c *copier) earlierDir(j *job, before string) (done, ok bool) {
	if c.sameEntry(j.src, before) {
		c.self = true
		c.p.Errorf("cannot copy a directory, %s, into itself, %s", gnu.QuoteAF(c.top), gnu.QuoteAF(c.topDst))
		return true, false
	}
	if c.sameEntry(j.dst, before) {
		c.p.Errorf("warning: source directory %s specified more than once", gnu.QuoteAF(c.top))
		return true, true
	}
	if c.follow == followAlways || j.named && c.follow == followNamed || !c.keepLinks {
		return false, true
	}
	return true, c.fail("will not create hard link %s to directory %s", gnu.QuoteAF(c.topDst), gnu.QuoteAF(before))
}

// link makes dst a second name of src; with replace, what is there goes.
func (c *copier) link(src, dst string, replace bool) bool {
	follow := c.follow == followAlways || c.follow == followNamed
	err := c.p.Link(src, dst, follow)
	if err == error(tree.EEXIST) && replace {
		if err = c.p.Unlink(dst); err == nil || err == error(tree.ENOENT) {
			err = c.p.Link(src, dst, follow)
			if c.verbose && err == nil {
				c.put("removed " + gnu.QuoteAF(dst) + "\n")
			}
		}
	}
	if err != nil {
		return c.fail("cannot create hard link %s to %s: %s", gnu.QuoteAF(dst), gnu.QuoteAF(src), kern.ErrText(err))
	}
	return true
}

// rename moves the file.
func (c *copier) rename(j *job) bool {
	err := c.p.Rename(j.src, j.dst)
	if err == nil {
		if c.verbose {
			c.emit("renamed ", j.src, j.dst, j.moved)
		}
		c.record(j)
		return true
	}
	src, dst := gnu.QuoteAF(j.src), gnu.QuoteAF(j.dst)
	if err == error(tree.EINVAL) {
		c.p.Errorf("cannot move %s to a subdirectory of itself, %s", gnu.QuoteAF(c.top), gnu.QuoteAF(c.topDst))
	} else {
		c.p.Errorf("cannot move %s to %s: %s", src, dst, kern.ErrText(err))
	}
	if j.moved != "" {
		c.restore(j)
	}
	return false
}

// record remembers a destination that was made from the command line.
func (c *copier) record(j *job) {
	if !j.named {
		return
	}
	if st, err := c.p.Lstat(j.dst); err == nil {
		c.made[key{st.Ino, j.dst}] = true
	}
}
