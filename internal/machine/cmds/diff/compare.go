package diff

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// file is one side of a comparison.
type file struct {
	name   string
	st     kern.Stat
	err    error // why it cannot be looked at
	absent bool  // it is not there, and counts as empty
	stdin  bool
	text
}

// isDir says whether f is a directory; an absent file is of the other's kind.
func (f *file) isDir() bool { return f.err == nil && f.st.IsDir() }

// pair is a comparison of two files, perhaps within directories that are compared.
type pair struct {
	f      [2]file
	parent *pair
}

// maxDepth bounds how deep directories are compared.
const maxDepth = 1000

// files compares two files; a name is nil where a directory lacks it.
func (d *differ) files(parent *pair, name0, name1 *string) int {
	if name0 == nil && !d.newFile && !d.newFirst || name1 == nil && !d.newFile {
		name, dir := name0, 0
		if name == nil {
			name, dir = name1, 1
		}
		d.say("Only in ", parent.f[dir].name, ": ", *name, "\n")
		return 1
	}
	c := &pair{parent: parent}
	for i, n := range [2]*string{name0, name1} {
		other := [2]*string{name1, name0}[i]
		if n == nil {
			c.f[i].absent, n = true, other
		}
		c.f[i].name = *n
		if parent != nil {
			c.f[i].name = gnu.Join(parent.f[i].name, *n)
		}
	}
	d.look(c)
	if !d.reach(c) {
		return 2
	}
	return d.kinds(c)
}

// look finds out what the two files are.
func (d *differ) look(c *pair) {
	for i := range c.f {
		f := &c.f[i]
		switch {
		case f.absent:
		case i == 1 && f.name == c.f[0].name && !c.f[0].absent:
			f.st, f.err, f.stdin = c.f[0].st, c.f[0].err, c.f[0].stdin
		case f.name == "-" && c.parent == nil:
			f.stdin = true
			if f.st, f.err = d.p.StatFD(0); f.err == nil && f.st.Kind != tree.Regular {
				f.st.Mtime = d.p.K.Now()
			}
		default:
			d.stat(f)
		}
	}
	if c.parent == nil && (d.newFile || d.newFirst) {
		for i := range c.f {
			f := &c.f[i]
			if (d.newFile || i == 0) && f.err == error(tree.ENOENT) && c.f[1-i].err == nil {
				f.absent, f.err = true, nil
			}
		}
	}
	if c.parent == nil && c.f[0].err == nil && c.f[1].err == nil && !c.f[0].absent && !c.f[1].absent && c.f[0].isDir() != c.f[1].isDir() {
		d.inside(c)
	}
	for i := range c.f {
		if c.f[i].absent {
			c.f[i].st = kern.Stat{Kind: c.f[1-i].st.Kind}
		}
	}
}

func (d *differ) stat(f *file) {
	if d.noDeref {
		f.st, f.err = d.p.Lstat(f.name)
	} else {
		f.st, f.err = d.p.Stat(f.name)
	}
}

// inside makes a file compared with a directory one compared with the file of the same name in it.
func (d *differ) inside(c *pair) {
	dir, plain := 0, 1
	if c.f[1].isDir() {
		dir, plain = 1, 0
	}
	if c.f[plain].stdin {
		return
	}
	base := strings.TrimRight(c.f[plain].name, "/")
	base = base[strings.LastIndexByte(base, '/')+1:]
	f := &c.f[dir]
	f.name = gnu.Join(f.name, base)
	f.st, f.err = kern.Stat{}, nil
	d.stat(f)
	if f.err == error(tree.ENOENT) && (d.newFile || d.newFirst && dir == 0) {
		f.absent, f.err = true, nil
	}
}

// reach reports files that cannot be looked at.
func (d *differ) reach(c *pair) bool {
	ok := true
	for i := range c.f {
		f := &c.f[i]
		if f.err != nil {
			d.flush()
			d.p.Errorf("%s: %s", f.name, kern.ErrText(f.err))
			ok = false
		}
	}
	if ok && c.parent == nil && c.f[0].isDir() != c.f[1].isDir() && (c.f[0].stdin || c.f[1].stdin) {
		d.flush()
		d.p.Errorf("cannot compare '-' to a directory")
		return false
	}
	return ok
}

// kinds compares two files by what they are.
func (d *differ) kinds(c *pair) int {
	a, b := &c.f[0], &c.f[1]
	dirs := a.isDir() || b.isDir()
	switch {
	case a.absent && b.absent:
		return 0
	case !a.absent && !b.absent && a.st.Ino == b.st.Ino && a.st.Ino != 0 && d.silent():
		d.identical(c)
		return 0
	case a.isDir() && b.isDir():
		if d.style == styleIfdef {
			d.p.Errorf("-D option not supported with directories")
			d.p.Exit(2)
		}
		if c.parent != nil && !d.recursive {
			d.say("Common subdirectories: ", a.name, " and ", b.name, "\n")
			return 0
		}
		return d.directories(c)
	case dirs || c.parent != nil && !comparable(a, b):
		return d.unlike(c)
	case a.st.Kind == tree.Symlink || b.st.Kind == tree.Symlink:
		return d.links(c)
	}
	return d.contents(c)
}

// silent says that nothing is printed for files that are alike.
func (d *differ) silent() bool {
	return d.style != styleSide && d.style != styleIfdef || d.style == styleSide && d.suppressCommon || d.brief
}

// comparable says whether two files in directories are both regular, or both symbolic links.
func comparable(a, b *file) bool {
	return a.st.Kind == b.st.Kind && (a.st.Kind == tree.Regular || a.st.Kind == tree.Symlink)
}

func (d *differ) identical(c *pair) {
	if d.reportSame && !c.f[0].isDir() {
		d.say("Files ", d.label(c, 0), " and ", d.label(c, 1), " are identical\n")
	}
}

// label is the name of a file in messages.
func (d *differ) label(c *pair, i int) string {
	if i < len(d.labels) {
		return d.labels[i]
	}
	return c.f[i].name
}

// unlike tells of files of which only one is there, or whose types differ.
func (d *differ) unlike(c *pair) int {
	a, b := &c.f[0], &c.f[1]
	if !a.absent && !b.absent {
		d.say("File ", d.label(c, 0), " is a ", gnu.FileType(&a.st), " while file ", d.label(c, 1), " is a ", gnu.FileType(&b.st), "\n")
		return 1
	}
	there := a
	if a.absent {
		there = b
	}
	d.say("Only in ", gnu.Dir(there.name), ": ", gnu.Base(there.name), "\n")
	return 1
}

// links compares symbolic links by where they point.
func (d *differ) links(c *pair) int {
	var to [2]string
	for i := range c.f {
		f := &c.f[i]
		if f.absent {
			continue
		}
		if f.st.Kind != tree.Symlink {
			return d.unlike(c)
		}
		var err error
		if to[i], err = d.p.Readlink(f.name); err != nil {
			d.flush()
			d.p.Errorf("%s: %s", f.name, kern.ErrText(err))
			return 2
		}
	}
	if to[0] == to[1] && !c.f[0].absent && !c.f[1].absent {
		return 0
	}
	d.say("Symbolic links ", c.f[0].name, " and ", c.f[1].name, " differ\n")
	return 1
}
