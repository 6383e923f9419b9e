package tar

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// extraction is what is kept between members.
type extraction struct {
	root      bool
	samePerm  bool
	sameOwner bool
	umask     uint16
	dirs      []delayedDir
	links     []delayedLink
	trackAll  bool
	linkOrder []linkKey
	remove    []removal
}

// delayedDir is a directory whose mode and times are set when nothing more comes into it.
type delayedDir struct {
	name string
	m    member
	cwd  tree.Ino
	mode uint16
}

// delayedLink is a symbolic link out of the tree, which is made at the end; until then an empty file stands for it.
type delayedLink struct {
	name string
	m    member
	cwd  tree.Ino
	ino  tree.Ino
}

// extract restores members.
func (t *tarball) extract() {
	x := &t.x
	x.root = t.p.Cred.UID == 0
	x.umask = t.p.Umask
	x.samePerm = (x.root || t.o.same) && !t.o.notSame
	x.sameOwner = (x.root || t.o.owner) && !t.o.noOwner
	t.openRead()
	t.want()
	t.checkLabel()
	t.p.Umask = 0
	here := t.p.Cwd
	t.visit(func(m *member, w *wanted) {
		t.p.Cwd = here
		if w != nil {
			t.p.Cwd = t.home
			if w.dir != 0 {
				t.p.Cwd = w.dir
			}
		}
		t.extractMember(m)
	})
	t.makeLinks()
	t.settleDirs("", true)
	t.close()
	t.notFound()
	t.printTotals()
}

// settle works out what the names of a member stand for here.
func (t *tarball) settle(m *member) {
	name := t.transformed(t.safeName(m.stored, false), 'r')
	if t.o.strip > 0 {
		var ok bool
		if name, ok = stripComponents(name, t.o.strip); !ok {
			m.nothing = true
			if m.trailing || m.isDir() {
				name = "/"
			}
		}
	}
	if t.o.topLevel && name != t.o.topName && !strings.HasPrefix(name, t.o.topName+"/") {
		name = t.o.topName + "/" + strings.TrimPrefix(name, "./")
	}
	m.target = name
	switch m.typ {
	case '1':
		link := t.transformed(m.link, 'h')
		if t.o.strip > 0 {
			if s, ok := stripComponents(link, t.o.strip); ok {
				link = s
			}
		}
		m.link = t.safeName(link, true)
	case '2':
		m.link = t.transformed(m.link, 's')
	}
}

func (t *tarball) extractMember(m *member) {
	name := m.target
	if m.nothing || name == "" {
		t.skip(m)
		return
	}
	if !t.o.absolute && dotDot(m.stored) {
		t.fail("%s: Member name contains '..'", t.colon(m.stored))
		t.skip(m)
		return
	}
	if t.o.interactive && !t.ask("extract", strings.TrimRight(name, "/")) {
		t.skip(m)
		return
	}
	if t.o.verbose > 0 {
		t.printExtracted(m)
	}
	plain := strings.TrimRight(name, "/")
	if plain == "" {
		plain = "/"
	}
	if t.toCommandOrStdout(m, plain) {
		return
	}
	if !t.o.delayDirs {
		t.settleDirs(plain, false)
	}
	if t.o.old == keepNewer && t.newerThere(m, plain) {
		t.skip(m)
		return
	}
	if t.o.old == unlinkFirst {
		t.unlinkFirst(plain)
	}
	t.restore(m, plain)
}

func (t *tarball) printExtracted(m *member) {
	shown := m.stored
	if t.o.showStored {
		shown = m.target
	}
	m.block = t.r.pos() / blockSize * blockSize
	t.printMember(shown, m, t.o.verbose > 1)
}

func (t *tarball) newerThere(m *member, name string) bool {
	st, err := t.p.Lstat(name)
	if err != nil || m.isDir() || st.IsDir() || st.Mtime < m.mtime {
		return false
	}
	t.warnf("ignore-newer", "Current %s is newer or same age", t.quote(name))
	return true
}

func (t *tarball) unlinkFirst(name string) {
	st, err := t.p.Lstat(name)
	if err != nil || t.removeAny(name, t.o.recursiveRm) {
		return
	}
	if st.IsDir() {
		err = t.p.Rmdir(name)
	} else {
		err = t.p.Unlink(name)
	}
	if err != nil {
		t.fail("%s: Cannot unlink: %s", t.colon(name), kern.ErrText(err))
	}
}

// restore makes the file that a member describes.
func (t *tarball) restore(m *member, name string) {
	switch {
	case m.isDir():
		t.skip(m)
		t.restoreDir(m, name)
	case m.typ == '1':
		t.restoreHardLink(m, name)
		t.skip(m)
	case m.typ == '2':
		t.restoreSymlink(m, name)
	case m.typ == '6':
		t.restoreNode(m, name, "mkfifo", func() error { return t.p.Mkfifo(name, m.mode&0o777) })
	case m.typ == '3' || m.typ == '4':
		t.restoreNode(m, name, "mknod", func() error { return tree.EPERM })
	case m.typ == 'V' || m.typ == 'N':
		t.skip(m)
	case m.typ == 'M':
		t.fail("%s: Cannot extract -- file is continued from another volume", t.colon(m.stored))
		t.skip(m)
	default:
		if strings.IndexByte("0\x007S", m.typ) < 0 {
			t.warnf("unknown-cast", "%s: Unknown file type '%c', extracted as normal file", t.colon(m.stored), m.typ)
		}
		t.restoreFile(m, name)
	}
}

// retry calls make until it works or nothing can be done: missing directories are made, what is in the way is removed as the
// options say. It returns the error that remains; skipped says that the file that is there is to stay.
func (t *tarball) retry(name string, make func() error) (err error, skipped bool) {
	removed, parents := false, false
	for {
		t.p.Tick(1)
		err = make()
		switch {
		case err == nil:
			return nil, false
		case err == error(tree.EEXIST) && !removed:
			switch t.o.old {
			case keepOld:
				return err, false
			case skipOld:
				t.skipNote(name)
				return nil, true
			}
			removed = true
			if !t.removeAny(name, t.o.recursiveRm) {
				return err, false
			}
		case err == error(tree.ENOENT) && !parents:
			parents = true
			if !t.makeParents(name) {
				return err, false
			}
		default:
			return err, false
		}
	}
}

func (t *tarball) skipNote(name string) {
	if t.o.warn["existing-file"] || t.o.verbose > 0 {
		t.errorf("%s: skipping existing file", t.colon(name))
	}
}

// removeAny removes a file or an empty directory, with all a full one too.
func (t *tarball) removeAny(name string, all bool) bool {
	if !t.backUp(name) {
		return false
	}
	st, err := t.p.Lstat(name)
	if err != nil {
		return err == error(tree.ENOENT)
	}
	if !st.IsDir() {
		return t.p.Unlink(name) == nil
	}
	if err = t.p.Rmdir(name); err == nil || !all {
		return err == nil
	}
	list, err := t.p.ReadDir(name)
	if err != nil {
		return false
	}
	for _, e := range list {
		if !t.removeAny(name+"/"+e.Name, true) {
			return false
		}
	}
	return t.p.Rmdir(name) == nil
}

// makeParents makes the directories that a name needs; it reports whether any was made.
func (t *tarball) makeParents(name string) bool {
	made := false
	for i := 1; i < len(name); i++ {
		if name[i] != '/' || name[i-1] == '/' {
			continue
		}
		dir := name[:i]
		if base := dir[strings.LastIndexByte(dir, '/')+1:]; base == "." || base == ".." {
			continue
		}
		err := t.p.Mkdir(dir, 0o777&^t.x.umask)
		if err == nil {
			made = true
		} else if err != error(tree.EEXIST) {
			t.fail("%s: Cannot mkdir: %s", t.colon(dir), kern.ErrText(err))
			break
		}
	}
	return made
}

func (t *tarball) restoreDir(m *member, name string) {
	mode := m.mode
	if !t.x.samePerm {
		mode &^= t.x.umask
	}
	existed := false
	err, _ := t.retry(name, func() error {
		err := t.p.Mkdir(name, mode&0o777|0o700)
		if err == error(tree.EEXIST) && t.dirInPlace(name) {
			existed = true
			return nil
		}
		return err
	})
	if err != nil {
		t.fail("%s: Cannot mkdir: %s", t.colon(name), kern.ErrText(err))
		return
	}
	if existed && t.o.old == keepDirMeta {
		if st, err := t.p.Stat(name); err == nil {
			m.mtime, mode = st.Mtime, st.Perm
			m.uid, m.gid, m.uname, m.gname = int64(st.UID), int64(st.GID), "", ""
		}
	}
	if existed && (t.o.old == keepOld || t.o.old == skipOld) {
		if t.o.old == skipOld {
			t.skipNote(name)
		}
		return
	}
	for i, d := range t.x.dirs {
		if d.name == name && d.cwd == t.p.Cwd {
			t.x.dirs = append(t.x.dirs[:i], t.x.dirs[i+1:]...)
			break
		}
	}
	t.x.dirs = append(t.x.dirs, delayedDir{name, *m, t.p.Cwd, mode})
}

// dirInPlace says whether what is in the way of a directory will do as one.
func (t *tarball) dirInPlace(name string) bool {
	st, err := t.p.Lstat(name)
	if err == nil && st.Kind == tree.Symlink && t.o.keepDirLinks {
		st, err = t.p.Stat(name)
	}
	return err == nil && st.IsDir()
}

// settleDirs sets mode and times of the directories that a member called name is not in.
func (t *tarball) settleDirs(name string, all bool) {
	kept := t.x.dirs[:0]
	list := t.x.dirs
	var done []delayedDir
	for _, d := range list {
		if !all && (d.name == "." || strings.HasPrefix(name, d.name+"/") || name == d.name) {
			kept = append(kept, d)
			continue
		}
		done = append(done, d)
	}
	t.x.dirs = kept
	cwd := t.p.Cwd
	for i := len(done) - 1; i >= 0; i-- {
		t.p.Cwd = done[i].cwd
		t.setStat(done[i].name, &done[i].m, done[i].mode, true)
	}
	t.p.Cwd = cwd
}

func (t *tarball) restoreFile(m *member, name string) {
	fd := -1
	err, skipped := t.retry(name, func() (err error) {
		flags := kern.WriteOnly | kern.Creat | kern.Excl
		if t.o.old == overwriteOld {
			if st, err := t.p.Lstat(name); err == nil && st.Kind == tree.Regular {
				flags = kern.WriteOnly | kern.Trunc
			}
		}
		fd, err = t.p.Open(name, flags, t.openMode(m))
		return err
	})
	if skipped {
		t.skip(m)
		return
	}
	if err != nil {
		t.fail("%s: Cannot open: %s", t.colon(name), kern.ErrText(err))
		t.skip(m)
		return
	}
	rest, ok := t.copyOut(m, fd, name)
	_ = t.p.Close(fd)
	if !ok {
		t.skipRest(rest)
		return
	}
	mode := m.mode
	if !t.x.samePerm {
		mode &^= t.x.umask
	}
	t.setStat(name, m, mode, false)
}

// openMode is the mode of a file while it is being restored: nobody else may use one that is still to change its owner.
func (t *tarball) openMode(m *member) uint16 {
	mode := m.mode & 0o777
	if t.x.sameOwner {
		return mode & 0o700
	}
	if !t.x.samePerm {
		mode &^= t.x.umask
	}
	return mode
}
