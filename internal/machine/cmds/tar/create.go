package tar

import (
	"io"
	"slices"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

type linkKey struct{ ino tree.Ino }

// linked is a file with several names of which the first has been archived.
type linked struct {
	name string
	link string // its name in the archive
	seen uint32
	all  uint32
}

// create makes a new archive.
func (t *tarball) create() {
	t.openWrite()
	t.writeLabel()
	t.dumpOperands()
	t.w.finish()
	if t.o.verify {
		t.verify()
	}
	t.close()
	t.reportLinks()
	t.printTotals()
	t.removeLater()
}

// dumpOperands archives what the command line names.
func (t *tarball) dumpOperands() {
	files := 0
	for _, a := range t.o.names {
		if !a.isDir {
			files++
		}
	}
	t.x.trackAll = files > 1 || t.o.deref
	for i := 0; i < len(t.o.names); i++ {
		a := t.o.names[i]
		if a.list != "" {
			t.expandList(i)
			i--
			continue
		}
		if a.isDir {
			t.enter(a.dir)
			continue
		}
		name := a.name
		if n := strings.TrimRight(name, "/"); n != "" && n != name {
			name = n
		} else if n == "" && name != "" {
			name = "/"
		}
		if t.excluded(name) {
			continue
		}
		t.dump(name, a.recurse, true, 0)
	}
}

// unreadable reports a file that cannot be archived.
func (t *tarball) unreadable(name, what string, err error) {
	if t.o.ignoreFailed {
		t.warnf("failed-read", "%s: Warning: %s: %s", t.colon(name), what, kern.ErrText(err))
		return
	}
	t.fail("%s: %s: %s", t.colon(name), what, kern.ErrText(err))
}

// dump archives one file, and with recurse what is below it.
func (t *tarball) dump(name string, recurse, top bool, depth int) {
	if t.o.interactive && !t.ask("add", name) {
		return
	}
	t.p.Tick(1)
	stored := t.storedName(name)
	st, err := t.p.Lstat(name)
	if t.o.deref && err == nil {
		st, err = t.p.Stat(name)
	}
	if err != nil {
		if err == error(tree.ENOENT) && !top {
			t.warnf("file-removed", "%s: File removed before we read it", t.colon(name))
			if !t.o.ignoreFailed {
				t.status = max(t.status, 1)
			}
			return
		}
		t.unreadable(name, "Cannot stat", err)
		return
	}
	if !st.IsDir() && (t.avoided[strings.TrimRight(stored, "/")] || t.unchanged(name, &st)) {
		return
	}
	if t.self != 0 && st.Ino == t.self {
		t.warnf("ignore-archive", "%s: file is the archive; not dumped", t.colon(name))
		return
	}
	if st.IsDir() {
		t.dumpDir(name, &st, recurse, depth)
		return
	}
	if t.dumpLink(name, &st) {
		return
	}
	if t.dumpOne(name, &st) {
		t.noteLink(name, &st)
		t.removeFile(name, &st)
	}
}

// storedName is what a name becomes in the archive.
func (t *tarball) storedName(name string) string { return t.transformed(t.safeName(name, false), 'r') }

// unchanged says whether a file is too old for -N.
func (t *tarball) unchanged(name string, st *kern.Stat) bool {
	old := t.o.newer != nil && st.Mtime < *t.o.newer && st.Ctime < *t.o.newer ||
		t.o.newerMtime != nil && st.Mtime < *t.o.newerMtime
	if old && t.o.verbose > 0 {
		t.warnf("file-unchanged", "%s: file is unchanged; not dumped", t.colon(name))
	}
	return old
}

// dumpDir archives a directory: its own header, then its entries.
func (t *tarball) dumpDir(name string, st *kern.Stat, recurse bool, depth int) {
	const deepest = tree.PathMax
	list, err := t.p.ReadDir(name)
	if err != nil {
		t.unreadable(name, "Cannot open", err)
		return
	}
	dir := name
	if !strings.HasSuffix(dir, "/") {
		dir += "/"
	}
	rule := t.tagged(dir)
	if rule != nil && rule.how == 'a' {
		if t.o.verbose > 0 || rule.cache {
			t.tagWarning(dir, rule, "; directory not dumped")
		}
		return
	}
	if !t.skipDirHeader(dir) && !t.header(name, st, 0) {
		return
	}
	if !recurse || depth > deepest {
		return
	}
	n := t.readIgnores(dir)
	if rule != nil {
		t.dumpTagged(dir, rule)
	} else {
		for _, e := range t.sorted(list) {
			child := dir + e.Name
			if !t.excluded(child) {
				t.dump(child, true, false, depth+1)
			}
		}
	}
	t.ignores = t.ignores[:n]
	if t.o.removeFiles {
		t.x.remove = append(t.x.remove, removal{name, t.p.Cwd})
	}
}

// skipDirHeader says whether the directory is in the archive already, as --update finds it.
func (t *tarball) skipDirHeader(dir string) bool {
	return t.avoided != nil && t.avoided[strings.TrimRight(t.storedName(strings.TrimSuffix(dir, "/")), "/")]
}

func (t *tarball) tagWarning(dir string, rule *tagRule, end string) {
	t.warnf("cachedir", "%s: contains a cache directory tag %s%s", t.colon(dir), rule.name, end)
}

// dumpTagged archives a directory whose contents a tag excludes.
func (t *tarball) dumpTagged(dir string, rule *tagRule) {
	if t.o.verbose > 0 || rule.cache {
		t.tagWarning(dir, rule, "; contents not dumped")
	}
	if rule.how == 'c' {
		t.dump(dir+rule.name, true, false, 0)
	}
}

func (t *tarball) sorted(list []tree.Entry) []tree.Entry {
	switch t.o.sort {
	case 'n':
		list = slices.Clone(list)
		slices.SortFunc(list, func(a, b tree.Entry) int { return strings.Compare(a.Name, b.Name) })
	case 'i':
		list = slices.Clone(list)
		slices.SortStableFunc(list, func(a, b tree.Entry) int { return int(int64(a.Ino) - int64(b.Ino)) })
	}
	return list
}

// dumpLink archives another name of a file that is in the archive already.
func (t *tarball) dumpLink(name string, st *kern.Stat) bool {
	if t.o.hardDeref || !t.x.trackAll && st.Nlink <= 1 {
		return false
	}
	l := t.links[linkKey{st.Ino}]
	if l == nil {
		return false
	}
	l.seen++
	m := t.describe(name, st, '1')
	m.link = l.link
	m.size = 0
	if t.putMember(name, m, st) {
		t.removeFile(name, st)
	}
	return true
}

// noteLink remembers a file whose other names become links to this one.
func (t *tarball) noteLink(name string, st *kern.Stat) {
	if t.o.hardDeref || !t.x.trackAll && st.Nlink <= 1 {
		return
	}
	link := t.safeName(t.transformed(name, 'h'), true)
	if t.links == nil {
		t.links = map[linkKey]*linked{}
	}
	t.links[linkKey{st.Ino}] = &linked{name: name, link: link, seen: 1, all: st.Nlink}
	t.x.linkOrder = append(t.x.linkOrder, linkKey{st.Ino})
}

// reportLinks says which names of files were not archived, for -l.
func (t *tarball) reportLinks() {
	if !t.o.checkLinks {
		return
	}
	for _, k := range t.x.linkOrder {
		if l := t.links[k]; l.seen < l.all {
			t.errorf("Missing links to %s.", t.quote(l.name))
		}
	}
}

// dumpOne archives a file that is neither a directory nor a link to what is there.
func (t *tarball) dumpOne(name string, st *kern.Stat) bool {
	switch st.Kind {
	case tree.Regular:
		return t.dumpFile(name, st)
	case tree.Symlink:
		target, err := t.p.Readlink(name)
		if err != nil {
			t.unreadable(name, "Cannot readlink", err)
			return false
		}
		m := t.describe(name, st, '2')
		m.size, m.link = 0, t.transformed(target, 's')
		return t.putMember(name, m, st)
	case tree.Socket:
		t.warnf("file-ignored", "%s: socket ignored", t.colon(name))
		return false
	case tree.Fifo:
		return t.header(name, st, '6')
	case tree.CharDev:
		return t.header(name, st, '3')
	case tree.BlockDev:
		return t.header(name, st, '4')
	}
	t.fail("%s: Unknown file type; file ignored", t.colon(name))
	return false
}

// dumpFile archives a regular file with its content.
func (t *tarball) dumpFile(name string, st *kern.Stat) bool {
	fd, err := t.p.Open(name, kern.ReadOnly, 0)
	if err != nil {
		t.unreadable(name, "Cannot open", err)
		return false
	}
	defer t.p.Close(fd)
	m := t.describe(name, st, '0')
	if !t.putMember(name, m, st) {
		return false
	}
	buf := make([]byte, min(st.Size, 32<<10))
	left := st.Size
	for left > 0 {
		n, runs, err := t.p.ReadRuns(fd, buf[:min(left, int64(len(buf)))])
		if n > 0 {
			t.w.write(buf[:n], runs)
			left -= int64(n)
		}
		if err == io.EOF {
			t.warnf("file-shrank", "%s: File shrank by %d bytes; padding with zeros", t.colon(name), left)
			t.status = max(t.status, 1)
			break
		}
		if err != nil {
			t.fail("%s: Cannot read: %s", t.colon(name), kern.ErrText(err))
			break
		}
	}
	for ; left > 0; left -= min(left, blockSize) {
		t.w.write(zeros[:min(left, blockSize)], nil)
	}
	t.w.pad(st.Size)
	return true
}

// header archives what has no content.
func (t *tarball) header(name string, st *kern.Stat, typ byte) bool {
	if typ == 0 {
		typ = '5'
	}
	m := t.describe(name, st, typ)
	m.size = 0
	return t.putMember(name, m, st)
}

type removal struct {
	name string
	cwd  tree.Ino
}

// removeFile takes away a file that has been archived, for --remove-files.
func (t *tarball) removeFile(name string, st *kern.Stat) {
	if t.o.removeFiles && !st.IsDir() {
		t.x.remove = append(t.x.remove, removal{name, t.p.Cwd})
	}
}

func (t *tarball) removeLater() {
	for _, r := range t.x.remove {
		t.p.Cwd = r.cwd
		if err := t.p.Unlink(r.name); err == nil {
			continue
		} else if err != error(tree.EISDIR) && err != error(tree.EPERM) {
			t.fail("%s: Cannot unlink: %s", t.colon(r.name), kern.ErrText(err))
			continue
		}
		if err := t.p.Rmdir(r.name); err != nil {
			t.fail("%s: Cannot rmdir: %s", t.colon(r.name), kern.ErrText(err))
		}
	}
}
