package cpmv

import (
	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// sameEntry says whether two paths are the same name in the same directory.
func (c *copier) sameEntry(a, b string) bool {
	if gnu.Base(a) != gnu.Base(b) {
		return false
	}
	x, err1 := c.p.Stat(gnu.Dir(a))
	y, err2 := c.p.Stat(gnu.Dir(b))
	return err1 == nil && err2 == nil && x.Ino == y.Ino
}

// verdict on two names that may be one file.
type verdict uint8

const (
	different   verdict = iota // go on
	clash                      // an error: "are the same file"
	nothingToDo                // they are, and that is what was wanted
)

// compare judges whether copying src over dst, which exists, would copy a file onto itself.
func (c *copier) compare(src string, s *kern.Stat, dst string, d *kern.Stat) verdict {
	same := s.Ino == d.Ino
	if same && c.hardLink {
		return nothingToDo
	}
	sl, dl := *s, *d // the names themselves, links not followed
	if c.follow == followNever {
		if s.Kind == tree.Symlink && d.Kind == tree.Symlink {
			return c.compareLinks(src, dst, same)
		}
	} else {
		if !same {
			return different
		}
		var err1, err2 error
		sl, err1 = c.p.Lstat(src)
		dl, err2 = c.p.Lstat(dst)
		if err1 != nil || err2 != nil {
			return different
		}
		if sl.Kind == tree.Symlink && dl.Kind == tree.Symlink && c.unlinkFirst {
			return different
		}
	}
	sameLink := sl.Ino == dl.Ino
	if c.backup != gnu.BackupNone {
		if sameLink {
			return c.unless(c.sameEntry(src, dst))
		}
		return c.unless(!c.move && c.follow != followNever && sl.Kind == tree.Symlink && dl.Kind != tree.Symlink)
	}
	if c.move || c.unlinkFirst {
		if dl.Kind == tree.Symlink {
			return different
		}
		if sameLink && dl.Nlink > 1 && !c.sameEntry(src, dst) {
			return c.unless(c.move)
		}
	}
	return c.compareRest(src, s, &sl, dst, &dl)
}

// unless turns "bad" into a verdict.
func (c *copier) unless(bad bool) verdict {
	if bad {
		return clash
	}
	return different
}

// compareLinks judges two symbolic links that are copied as links.
func (c *copier) compareLinks(src, dst string, same bool) verdict {
	if c.sameEntry(src, dst) {
		return clash
	}
	if c.backup == gnu.BackupNone && same {
		if c.move {
			return clash
		}
		return nothingToDo
	}
	return different
}

func (c *copier) compareRest(src string, s, sl *kern.Stat, dst string, dl *kern.Stat) verdict {
	if sl.Kind != tree.Symlink && dl.Kind != tree.Symlink {
		if sl.Ino != dl.Ino {
			return different
		}
		if c.hardLink {
			return nothingToDo
		}
	}
	if c.move && s.Kind == tree.Symlink && dl.Nlink > 1 {
		if full, err := gnu.Canonicalize(c.p, src, gnu.CanonExisting, false); err == nil {
			return c.unless(c.sameEntry(full, dst))
		}
	}
	if c.symLink && dl.Kind == tree.Symlink {
		return different
	}
	if c.follow == followNever {
		a, b := *sl, *dl
		var err error
		if a.Kind == tree.Symlink {
			if a, err = c.p.Stat(src); err != nil {
				return different
			}
		}
		if b.Kind == tree.Symlink {
			if b, err = c.p.Stat(dst); err != nil {
				return different
			}
		}
		if a.Ino != b.Ino {
			return different
		}
		if c.hardLink {
			if dl.Kind == tree.Symlink {
				return different
			}
			return nothingToDo
		}
	}
	return clash
}
