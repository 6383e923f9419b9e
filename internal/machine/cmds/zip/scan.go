package zip

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// scan finds the files that the operands name.
func (z *zipper) scan() {
	if z.patterns {
		if len(z.names) == 0 {
			z.badArgs("nothing to select from")
		}
		pats := z.names
		z.names = nil
		for _, s := range pats {
			z.includes = append(z.includes, z.pattern(s))
		}
		z.directory("", 0)
		return
	}
	missing := false
	for _, name := range z.names {
		z.p.Tick(1)
		if name == "-" {
			z.addStdin()
			continue
		}
		if !z.add(name) && !z.inArchive(name) {
			z.warn("name not matched: " + name)
			missing = true
		}
	}
	if missing && z.mustMatch {
		z.fail(18, "File not found or no read permission", z.archive)
	}
	if len(z.names) == 0 && (z.action == "f" || z.action == "u") && z.old != nil {
		for _, e := range z.old.entries {
			z.add(e.name)
		}
	}
}

// inArchive says whether an operand is a pattern that matches names in the archive, whose files are then looked for.
func (z *zipper) inArchive(name string) bool {
	if z.old == nil || z.noWild {
		return false
	}
	any := false
	p := z.pattern(name)
	for _, e := range z.old.entries {
		if p.Match(e.name) {
			any = true
			z.add(e.name)
		}
	}
	return any
}

func (z *zipper) stat(path string) (kern.Stat, error) {
	if z.links {
		return z.p.Lstat(path)
	}
	return z.p.Stat(path)
}

// add takes a file, or a directory with what is in it when that is wanted; it reports whether it is there.
func (z *zipper) add(path string) bool {
	st, err := z.stat(strings.TrimRight(path, "/") + map[bool]string{true: "/"}[path == "/"])
	if err != nil {
		if l, e := z.p.Lstat(path); e == nil && l.Kind == tree.Symlink {
			return false
		}
		return false
	}
	z.matchedAny = true
	if st.IsDir() {
		z.addDir(path, &st, 0)
		return true
	}
	z.addFile(path, &st)
	return true
}

const deepest = tree.PathMax / 2

func (z *zipper) addDir(path string, st *kern.Stat, depth int) {
	dir := strings.TrimRight(path, "/") + "/"
	if !z.noDirs && !z.junk && path != "." && path != "./" {
		z.take(&source{path: dir, name: storedName(dir), st: *st})
	}
	if z.recurse && depth < deepest {
		if path == "." || path == "./" {
			dir = ""
		}
		z.directory(dir, depth)
	}
}

// directory takes what is in a directory, whose name ends in a slash.
func (z *zipper) directory(dir string, depth int) {
	name := dir
	if name == "" {
		name = "."
	}
	list, err := z.p.ReadDir(name)
	if err != nil {
		z.warn("could not open for reading: " + dir)
		return
	}
	for _, e := range list {
		z.p.Tick(1)
		path := dir + e.Name
		st, err := z.stat(path)
		if err != nil {
			z.warn("name not matched: " + path)
			continue
		}
		if st.IsDir() {
			if z.patterns && depth < deepest {
				z.directory(path+"/", depth+1)
				continue
			}
			z.addDir(path, &st, depth+1)
			continue
		}
		z.addFile(path, &st)
	}
}

func (z *zipper) addFile(path string, st *kern.Stat) {
	name := storedName(path)
	if z.junk {
		name = gnu.Base(path)
	}
	switch st.Kind {
	case tree.Fifo:
		if z.selected(name) {
			z.warn("ignoring FIFO (Named Pipe) - use -FI to read: " + name)
		}
		return
	case tree.CharDev, tree.BlockDev, tree.Socket:
		z.warn("ignoring special file: " + name)
		return
	}
	z.take(&source{path: path, name: name, st: *st})
}

func (z *zipper) addStdin() {
	st, _ := z.p.StatFD(0)
	z.found = append(z.found, &source{path: "-", name: "-", st: st, stdin: true})
}

// storedName is a path as the archive has it: without a slash or "./" before it.
func storedName(path string) string {
	if strings.HasPrefix(path, "//") {
		if i := strings.IndexByte(path[2:], '/'); i > 0 {
			path = path[2+i:]
		}
	}
	path = strings.TrimPrefix(path, "/")
	for strings.HasPrefix(path, "./") {
		path = path[2:]
	}
	return path
}

// selected says whether the patterns of -i and -x let a name in.
func (z *zipper) selected(name string) bool {
	for _, p := range z.excludes {
		if p.Match(name) {
			return false
		}
	}
	if len(z.includes) == 0 {
		return true
	}
	for _, p := range z.includes {
		if p.Match(name) {
			return true
		}
		if z.patterns && p.Match(gnu.Base(name)) {
			return true
		}
	}
	return false
}

// take adds a source unless something speaks against it.
func (z *zipper) take(s *source) {
	if s.name == "" || !z.selected(s.name) {
		return
	}
	if z.since != nil && s.st.Mtime < *z.since || z.before != nil && s.st.Mtime >= *z.before {
		return
	}
	if st, err := z.p.Stat(z.archive); err == nil && z.archive != "-" && st.Ino == s.st.Ino {
		return
	}
	if old := z.byName[s.name]; old != nil {
		if old.path == s.path {
			return
		}
		a, b := min(old.path, s.path), max(old.path, s.path)
		z.warn("  first full name: " + a + "\n                      second full name: " + b +
			"\n                     name in zip file repeated: " + s.name)
		if z.junk {
			z.msg.WriteString("                     this may be a result of using -j\n")
		}
		z.badArgs("cannot repeat names in zip file")
	}
	z.byName[s.name] = s
	z.found = append(z.found, s)
}
