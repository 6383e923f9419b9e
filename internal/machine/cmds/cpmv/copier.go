// Package cpmv holds cp, mv and install, which are one program at heart: a copier with many switches.
package cpmv

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// follow says which symbolic links in the source are followed.
type follow uint8

const (
	followUndecided follow = iota
	followNever
	followNamed // those on the command line
	followAlways
)

// answer says what to do about a file that is in the way.
type answer uint8

const (
	answerDefault answer = iota
	answerYes
	answerNo
	answerAsk
)

// copier is a running cp, mv or install.
type copier struct {
	p *kern.Proc

	move, install                         bool
	recursive, copyContents               bool
	hardLink, symLink                     bool
	force                                 bool // -f: remove what cannot be opened
	unlinkFirst                           bool // --remove-destination
	follow                                follow
	overwrite                             answer
	update, verbose                       bool
	keepMode, keepOwner, keepTimes        bool
	keepLinks, noKeepMode, attributesOnly bool
	oneFileSystem, parents, stripSlashes  bool
	setMode                               bool
	mode                                  uint16
	backup                                gnu.Backup
	suffix                                string
	noTarget                              bool
	target                                string
	hasTarget                             bool

	skip func(*job) bool   // install -C: dst is already as it should be
	done func(string) bool // install: the last touches to a new file

	asker   gnu.Asker
	made    map[key]bool        // destinations made from the command line
	sources map[key]bool        // sources named so far
	copies  map[tree.Ino]string // where each inode went
	dirs    map[tree.Ino]string // where each directory of the source went
	top     string              // the source and the destination as given
	topDst  string
	self    bool // a directory was being copied into itself
}

// key is one directory entry: an inode under a name.
type key struct {
	ino  tree.Ino
	name string
}

func (c *copier) init(p *kern.Proc) {
	c.p = p
	c.made, c.sources = map[key]bool{}, map[key]bool{}
	c.copies, c.dirs = map[tree.Ino]string{}, map[tree.Ino]string{}
}

func (c *copier) fail(format string, args ...any) bool {
	c.p.Errorf(format, args...)
	return false
}

func (c *copier) put(s string) { c.p.Stdout.WriteString(s) }

// paths decides which form the command line has and copies each source; it returns the exit status.
func (c *copier) paths(files []string) int {
	p := c.p
	switch {
	case len(files) == 0 || len(files) == 1 && !c.hasTarget:
		if len(files) == 0 {
			return gnu.Usage(p, 1, "missing file operand")
		}
		return gnu.Usage(p, 1, "missing destination file operand after "+gnu.QuoteAF(files[0]))
	case c.noTarget && c.hasTarget:
		p.Errorf("cannot combine --target-directory (-t) and --no-target-directory (-T)")
		return 1
	case c.noTarget:
		if len(files) > 2 {
			return gnu.Usage(p, 1, "extra operand "+gnu.QuoteAF(files[2]))
		}
	case c.hasTarget:
		if err := c.isDir(c.target); err != nil {
			what := "target directory "
			if c.install {
				what = "target "
			}
			p.Errorf("%s%s: %s", what, gnu.QuoteAF(c.target), kern.ErrText(err))
			return 1
		}
	default:
		last := files[len(files)-1]
		err := c.isDir(last)
		if err == nil {
			c.target, c.hasTarget, files = last, true, files[:len(files)-1]
		} else if len(files) > 2 {
			p.Errorf("target %s: %s", gnu.QuoteAF(last), kern.ErrText(err))
			return 1
		}
	}
	if c.hasTarget {
		return c.into(files)
	}
	if c.parents {
		return gnu.Usage(p, 1, "with --parents, the destination must be a directory")
	}
	src, dst := files[0], files[1]
	if c.stripSlashes {
		src = stripSlashes(src)
	}
	if c.force && c.backup != gnu.BackupNone && !c.move && src == dst {
		if name, ok := c.ownBackup(src); ok {
			dst = name
		}
	}
	return status(c.named(src, dst))
}

// ownBackup is for "cp --force --backup f f": the file is copied to the name of its backup.
func (c *copier) ownBackup(src string) (string, bool) {
	st, err := c.p.Stat(src)
	if err != nil || st.Kind != tree.Regular {
		return "", false
	}
	name := gnu.BackupName(c.p, src, c.backup, c.suffix)
	c.backup = gnu.BackupNone
	return name, true
}

func status(ok bool) int {
	if ok {
		return 0
	}
	return 1
}

func stripSlashes(s string) string {
	for len(s) > 1 && s[len(s)-1] == '/' {
		s = s[:len(s)-1]
	}
	return s
}

func (c *copier) isDir(name string) error {
	st, err := c.p.Stat(name)
	if err == nil && !st.IsDir() {
		err = tree.ENOTDIR
	}
	return err
}

// into copies files into the target directory.
func (c *copier) into(files []string) int {
	ok := true
	for _, f := range files {
		if c.stripSlashes {
			f = stripSlashes(f)
		}
		if c.parents {
			ok = c.withParents(f) && ok
			continue
		}
		base := gnu.Base(f)
		if base == ".." {
			base = "."
		}
		ok = c.named(f, gnu.Join(c.target, base)) && ok
	}
	return status(ok)
}

// named copies a file that the user named to a place that is decided.
func (c *copier) named(src, dst string) bool {
	c.top, c.topDst, c.self = src, dst, false
	return c.copy(src, dst, true)
}

// withParents copies src under the whole of its name, making the directories on the way.
func (c *copier) withParents(src string) bool {
	name := strings.TrimLeft(stripSlashes(src), "/")
	type level struct {
		dir string
		st  kern.Stat
	}
	var made []level
	for i := 0; i < len(name); i++ {
		if name[i] != '/' || name[i-1] == '/' {
			continue
		}
		dir := gnu.Join(c.target, name[:i])
		from := src[:len(src)-len(strings.TrimLeft(src, "/"))+i]
		st, err := c.p.Stat(from)
		if err != nil {
			return c.fail("failed to get attributes of %s: %s", gnu.QuoteAF(from), kern.ErrText(err))
		}
		if have, err := c.p.Stat(dir); err == nil {
			if !have.IsDir() {
				return c.fail("%s exists but is not a directory", gnu.QuoteAF(dir))
			}
			continue
		}
		if !st.IsDir() {
			return c.fail("cannot make directory %s: %s", gnu.QuoteAF(dir), kern.ErrText(tree.ENOTDIR))
		}
		if err := c.p.Mkdir(dir, st.Perm|0o700); err != nil {
			return c.fail("cannot make directory %s: %s", gnu.QuoteAF(dir), kern.ErrText(err))
		}
		if c.verbose {
			c.put(from + " -> " + dir + "\n")
		}
		made = append(made, level{dir, st})
	}
	ok := c.named(src, gnu.Join(c.target, name))
	for i := len(made) - 1; i >= 0; i-- {
		l := made[i]
		if !c.attributes(l.dir, &l.st, true, l.st.Perm) {
			ok = false
		}
	}
	return ok
}

// emit writes the line of -v.
func (c *copier) emit(before, src, dst, moved string) {
	s := before + gnu.QuoteAF(src) + " -> " + gnu.QuoteAF(dst)
	if moved != "" {
		s += " (backup: " + gnu.QuoteAF(moved) + ")"
	}
	c.put(s + "\n")
}

func modeNumber(perm uint16) string {
	s := strconv.FormatUint(uint64(perm), 8)
	return "0000"[min(4, len(s)):] + s
}

// mayOverwrite asks whether dst may be replaced.
func (c *copier) mayOverwrite(dst string, st *kern.Stat) bool {
	p := c.p
	text := p.Invoked() + ": "
	if st.Kind != tree.Symlink && p.Access(dst, 2) == error(tree.EACCES) {
		perm := tree.ModeString(tree.Regular, st.Perm)[1:]
		if c.move || c.unlinkFirst || c.force {
			text += "replace " + gnu.QuoteAF(dst) + ", overriding mode " + modeNumber(st.Perm) + " (" + perm + ")? "
		} else {
			text += "unwritable " + gnu.QuoteAF(dst) + " (mode " + modeNumber(st.Perm) + ", " + perm + "); try anyway? "
		}
	} else {
		text += "overwrite " + gnu.QuoteAF(dst) + "? "
	}
	return c.asker.Yes(p, text)
}

// keepsDestination says whether dst is to be left alone: by -n, by an answer, or since a terminal user must be asked first.
func (c *copier) keepsDestination(src *kern.Stat, dst string, st *kern.Stat) bool {
	if c.move {
		switch c.overwrite {
		case answerNo:
			return true
		case answerAsk:
			return !c.mayOverwrite(dst, st)
		case answerDefault:
			if c.p.IsTerminal(0) && st.Kind != tree.Symlink && c.p.Access(dst, 2) == error(tree.EACCES) {
				return !c.mayOverwrite(dst, st)
			}
		}
		return false
	}
	if src.IsDir() {
		return false
	}
	return c.overwrite == answerNo || c.overwrite == answerAsk && !c.mayOverwrite(dst, st)
}
