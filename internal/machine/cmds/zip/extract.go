package zip

import (
	"fmt"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// extractAll restores, tests or prints the entries that are wanted.
func (u *unzipper) extractAll() {
	u.made = map[string]bool{}
	if u.exdir != "" && !u.test && !u.pipe && !u.toScreen {
		_ = u.p.Mkdir(u.exdir, 0o777)
	}
	n := 0
	bad := false
	for _, e := range u.a.entries {
		if !u.wanted(e) {
			continue
		}
		n++
		before := u.status
		u.status = 0
		u.one(e)
		bad = bad || u.status > unzipWarn
		u.raise(before)
	}
	u.finishLinks()
	u.finishDirs()
	if n > 0 && u.skips == n && u.status == 0 {
		u.raise(unzipNoPass)
	}
	if u.test && u.quiet < 2 {
		u.testSummary(n, bad)
	}
}

func (u *unzipper) testSummary(n int, bad bool) {
	switch {
	case bad:
		u.p.Stdout.WriteString("At least one error was detected in " + u.path + ".\n")
	case n == 0:
	case len(u.patterns) > 0:
		u.p.Stdout.WriteString(fmt.Sprintf("No errors detected in %s for the %d file%s tested.\n", u.path, n, plural(int64(n))))
	default:
		u.p.Stdout.WriteString("No errors detected in compressed data of " + u.path + ".\n")
	}
}

// say prints what happens to an entry: a word, the name in a column, and what follows.
func (u *unzipper) say(what, name, tail string) {
	if u.quiet == 0 {
		u.p.Stdout.WriteString(fmt.Sprintf("%11s: %-22s  %s", what, u.shown(name), tail))
	}
}

// one handles one entry.
func (u *unzipper) one(e *entry) {
	if e.dataAt < 0 {
		u.errs("file #1:  bad zipfile offset (local header sig):  " + fmt.Sprint(e.offset) + "\n")
		u.raise(unzipSevere)
		return
	}
	if e.method != stored && e.method != deflated && e.method != bzipped {
		u.skip(e, fmt.Sprintf("unsupported compression method %d", e.method))
		u.raise(unzipUnknown)
		return
	}
	if u.test || u.pipe || u.toScreen {
		u.toStream(e)
		return
	}
	name, ok := u.localName(e)
	if !ok {
		return
	}
	if e.isDir() {
		u.directory(e, name)
		return
	}
	path, ok := u.place(e, name)
	if !ok {
		return
	}
	u.restore(e, path)
}

func (u *unzipper) skip(e *entry, why string) {
	if u.quiet < 2 {
		u.errs(fmt.Sprintf("   skipping: %-22s  %s\n", u.shown(e.name), why))
	}
}

// localName is where an entry goes to: below the working directory in any case.
func (u *unzipper) localName(e *entry) (string, bool) {
	name := e.name
	if u.lower {
		name = strings.ToLower(name)
	}
	if u.junk {
		if e.isDir() {
			return "", false
		}
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	if strings.HasPrefix(name, "/") {
		u.errs("warning:  stripped absolute path spec from " + u.shown(e.name) + "\n")
		u.raise(unzipWarn)
		name = strings.TrimLeft(name, "/")
	}
	if !u.anyPath {
		var parts []string
		dots := false
		for _, c := range strings.Split(name, "/") {
			if c == ".." {
				dots = true
				continue
			}
			if c != "." {
				parts = append(parts, c)
			}
		}
		if dots {
			u.p.Stdout.WriteString("warning:  skipped \"../\" path component(s) in " + u.shown(e.name) + "\n")
			u.raise(unzipWarn)
		}
		name = strings.Join(parts, "/")
	}
	if name == "" {
		return "", false
	}
	if u.exdir != "" {
		name = strings.TrimSuffix(u.exdir, "/") + "/" + name
	}
	return name, true
}

// parents makes the directories that a path needs.
func (u *unzipper) parents(path string) bool {
	for i := 1; i < len(path); i++ {
		if path[i] != '/' {
			continue
		}
		dir := path[:i]
		if u.made[dir] {
			continue
		}
		err := u.p.Mkdir(dir, 0o777)
		if err == error(tree.EEXIST) {
			if st, e := u.p.Stat(dir); e != nil || !st.IsDir() {
				u.errs("checkdir error:  " + dir + " exists but is not directory\n                 unable to process " + u.shown(path[len(u.exdirPrefix()):]) + ".\n")
				u.raise(unzipError)
				return false
			}
			err = nil
		}
		if err != nil {
			u.errs("checkdir error:  cannot create " + dir + "\n                 " + kern.ErrText(err) + "\n                 unable to process " + u.shown(path[len(u.exdirPrefix()):]) + ".\n")
			u.raise(unzipError)
			return false
		}
		u.made[dir] = true
	}
	return true
}

func (u *unzipper) exdirPrefix() string {
	if u.exdir == "" {
		return ""
	}
	return strings.TrimSuffix(u.exdir, "/") + "/"
}

func (u *unzipper) directory(e *entry, name string) {
	dir := strings.TrimRight(name, "/")
	if u.fresh || !u.parents(dir) {
		return
	}
	if st, err := u.p.Stat(dir); err == nil && st.IsDir() {
		u.dirs = append(u.dirs, dirTime{dir, nil})
		return
	}
	if err := u.p.Mkdir(dir, 0o777); err != nil {
		u.errs("checkdir error:  cannot create " + dir + "\n                 " + kern.ErrText(err) + "\n                 unable to process " + u.shown(e.name) + ".\n")
		u.raise(unzipError)
		return
	}
	u.made[dir] = true
	if u.quiet == 0 {
		u.p.Stdout.WriteString("   creating: " + u.shown(dir) + "/\n")
	}
	u.dirs = append(u.dirs, dirTime{dir, e})
}

// place decides where an entry is written, asking when something is there already.
func (u *unzipper) place(e *entry, name string) (string, bool) {
	for {
		u.p.Tick(1)
		st, err := u.p.Lstat(name)
		if err != nil {
			if u.fresh {
				return "", false
			}
			return name, u.parents(name)
		}
		if (u.fresh || u.update) && st.Mtime/1e9 >= e.unixTime(u.zone) {
			return "", false
		}
		if u.overwrite {
			return name, u.clear(name, &st)
		}
		if u.never {
			return "", false
		}
		next, answer := u.askReplace(name)
		switch answer {
		case 'y':
			return name, u.clear(name, &st)
		case 'n':
			return "", false
		}
		name = next
	}
}

// clear removes what is in the way.
func (u *unzipper) clear(name string, st *kern.Stat) bool {
	if st.IsDir() {
		u.errs("error:  cannot delete old " + u.shown(name) + "\n        " + kern.ErrText(tree.EISDIR) + "\n")
		u.raise(unzipError)
		return false
	}
	if err := u.p.Unlink(name); err != nil {
		u.errs("error:  cannot delete old " + u.shown(name) + "\n        " + kern.ErrText(err) + "\n")
		u.raise(unzipError)
		return false
	}
	return true
}

// askReplace asks what to do with a file that exists; 'r' comes with the name to use instead.
func (u *unzipper) askReplace(name string) (string, byte) {
	if u.lines == nil {
		u.lines = gnu.NewLines(u.p, 0, '\n')
	}
	for {
		u.errs("replace " + u.shown(name) + "? [y]es, [n]o, [A]ll, [N]one, [r]ename: ")
		line, _, err := u.lines.Next()
		if err != nil {
			u.errs(" NULL\n(EOF or read error, treating as \"[N]one\" ...)\n")
			u.never = true
			u.raise(unzipWarn)
			return "", 'n'
		}
		if len(line) == 0 {
			u.errs("error:  invalid response [{ENTER}]\n")
			continue
		}
		switch line[0] {
		case 'y', 'Y':
			return "", 'y'
		case 'A':
			u.overwrite = true
			return "", 'y'
		case 'n':
			return "", 'n'
		case 'N':
			u.never = true
			return "", 'n'
		case 'r':
			u.errs("new name: ")
			line, _, err := u.lines.Next()
			if err != nil {
				return "", 'n'
			}
			return u.exdirPrefix() + string(line), 'r'
		}
		u.errs("error:  invalid response [" + string(line) + "]\n")
	}
}

// restore writes an entry to a file.
func (u *unzipper) restore(e *entry, path string) {
	what := "  inflating"
	switch {
	case e.isLink():
		what = "linking"
	case e.method == stored:
		what = "extracting"
	case e.method == bzipped:
		what = "bunzipping"
	}
	data, ok := u.packedData(e)
	if !ok {
		return
	}
	if e.isLink() {
		u.link(e, path, data)
		return
	}
	fd, err := u.p.Open(path, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
	if err == error(tree.EACCES) && u.p.Unlink(path) == nil {
		fd, err = u.p.Open(path, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
	}
	if err != nil {
		u.errs("error:  cannot create " + u.shown(path) + "\n        " + kern.ErrText(err) + "\n")
		u.raise(50)
		return
	}
	u.say(strings.TrimLeft(what, " "), path, u.textNote(e))
	ok = u.unpack(e, data, fd)
	_ = u.p.Close(fd)
	if ok && u.quiet == 0 {
		u.p.Stdout.WriteString("\n")
	}
	u.attributes(e, path)
}

// textNote says with -a how an entry is treated.
func (u *unzipper) textNote(e *entry) string {
	switch {
	case u.text == 0:
		return ""
	case u.text > 1 || e.internal&1 != 0:
		return "[text]  "
	}
	return "[binary]"
}

// attributes sets mode and times of a file.
func (u *unzipper) attributes(e *entry, path string) {
	mode := uint16(e.mode() & 0o7777)
	if !u.suid {
		mode &= 0o777
	}
	if u.dirTimes < 2 {
		t := u.a.restoredTime(e, u.zone) * 1e9
		_ = u.p.Utimes(path, t, t, true, true)
	}
	_ = u.p.Chmod(path, mode)
}

func (u *unzipper) link(e *entry, path string, data []byte) {
	target, _, _ := u.decode(e, data, 1<<16)
	if u.quiet == 0 {
		u.p.Stdout.WriteString(fmt.Sprintf("    linking: %-22s  -> %s \n", u.shown(path), u.shown(string(target))))
	}
	u.links = append(u.links, deferredLink{path, string(target)})
}

// finishLinks makes the symbolic links, last of all so that nothing is written through them.
func (u *unzipper) finishLinks() {
	if len(u.links) > 0 && u.quiet == 0 {
		u.p.Stdout.WriteString("finishing deferred symbolic links:\n")
	}
	for _, l := range u.links {
		if u.quiet == 0 {
			u.p.Stdout.WriteString(fmt.Sprintf("  %-22s -> %s\n", u.shown(l.path), u.shown(l.target)))
		}
		_ = u.p.Unlink(l.path)
		if err := u.p.Symlink(l.target, l.path); err != nil {
			u.errs("symlink error: " + kern.ErrText(err) + "\n")
			u.raise(unzipWarn)
		}
	}
}

// finishDirs sets modes and times of directories, the deepest first.
func (u *unzipper) finishDirs() {
	for i := len(u.dirs) - 1; i >= 0; i-- {
		d := u.dirs[i]
		if d.e == nil {
			continue
		}
		mode := uint16(d.e.mode() & 0o7777)
		if !u.suid {
			mode &= 0o777
		}
		if u.dirTimes == 0 {
			t := u.a.restoredTime(d.e, u.zone) * 1e9
			_ = u.p.Utimes(d.path, t, t, true, true)
		}
		_ = u.p.Chmod(d.path, mode)
	}
}
