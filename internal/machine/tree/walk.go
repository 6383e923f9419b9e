package tree

import "strings"

// The longest path and name, in bytes, and the most symbolic links that one look-up follows, as in Linux.
const (
	PathMax    = 4096
	NameMax    = 255
	maxSymlink = 40
)

// Loc is where a path leads: a name in a directory, and the inode there or 0 when nothing has that name.
type Loc struct {
	Dir  Ino
	Name string // "" when the path ends in "/", "." or ".." and names a directory itself
	Ino  Ino
	// Slash says that the path ended in a slash, so that only a directory will do.
	Slash bool
	// Label is the join of the labels of the links that were followed.
	Label Label
}

// Walk resolves path from directory at for c. With follow, a symbolic link at the end is followed too. A path whose last
// component does not exist is no error: its Loc has Ino 0.
func (f *FS) Walk(at Ino, path string, c *Cred, follow bool) (Loc, error) {
	if path == "" {
		return Loc{}, ENOENT
	}
	if len(path) >= PathMax {
		return Loc{}, ENAMETOOLONG
	}
	w := walker{f: f, c: c, at: at}
	return w.walk(path, follow)
}

type walker struct {
	f     *FS
	c     *Cred
	at    Ino
	links int
	label Label
}

func (w *walker) walk(path string, follow bool) (Loc, error) {
	if path[0] == '/' {
		w.at = Root
	}
	for {
		path = skipSlashes(path)
		if path == "" {
			return w.here(true)
		}
		name, rest := path, ""
		if i := strings.IndexByte(path, '/'); i >= 0 {
			name, rest = path[:i], path[i:]
		}
		slash := rest != ""
		last := skipSlashes(rest) == ""
		i, err := w.step(name)
		if err != nil {
			return Loc{}, err
		}
		n := w.f.Node(i)
		if n != nil && n.Kind == Symlink && (!last || slash || follow) {
			done, loc, err := w.follow(n, last && !slash)
			if err != nil {
				return Loc{}, err
			}
			if done {
				return loc, nil
			}
			path = rest
			continue
		}
		if last {
			return w.end(name, i, n, slash)
		}
		switch {
		case n == nil:
			return Loc{}, ENOENT
		case n.Kind != Dir:
			return Loc{}, ENOTDIR
		}
		w.at, path = i, rest
	}
}

func skipSlashes(s string) string {
	for s != "" && s[0] == '/' {
		s = s[1:]
	}
	return s
}

// follow goes where link n points. At the end of a path its target may be absent, so the whole Loc is the answer.
func (w *walker) follow(n *Node, last bool) (done bool, loc Loc, err error) {
	if w.links++; w.links > maxSymlink {
		return false, loc, ELOOP
	}
	w.label |= n.TargetLabel
	if n.Target == "" {
		return false, loc, ENOENT
	}
	loc, err = w.walk(n.Target, true)
	if err != nil || last {
		return true, loc, err
	}
	m := w.f.Node(loc.Ino)
	switch {
	case m == nil:
		return false, loc, ENOENT
	case m.Kind != Dir:
		return false, loc, ENOTDIR
	}
	w.at = loc.Ino
	return false, loc, nil
}

// step finds one name in the present directory; 0 means that it is not there.
func (w *walker) step(name string) (Ino, error) {
	n := w.f.Node(w.at)
	switch {
	case n == nil:
		return 0, ENOENT
	case n.Kind != Dir:
		return 0, ENOTDIR
	case !n.Access(w.c, 1):
		return 0, EACCES
	case len(name) > NameMax:
		return 0, ENAMETOOLONG
	case name == ".":
		return w.at, nil
	case name == "..":
		return n.Parent, nil
	}
	return w.f.lookup(w.at, n, name), nil
}

func (w *walker) end(name string, i Ino, n *Node, slash bool) (Loc, error) {
	if name == "." || name == ".." {
		w.at = i
		return w.here(slash)
	}
	if slash && n != nil && n.Kind != Dir {
		return Loc{}, ENOTDIR
	}
	return Loc{Dir: w.at, Name: name, Ino: i, Slash: slash, Label: w.label}, nil
}

func (w *walker) here(slash bool) (Loc, error) {
	n := w.f.Node(w.at)
	if n == nil {
		return Loc{}, ENOENT
	}
	if n.Kind != Dir {
		return Loc{}, ENOTDIR
	}
	return Loc{Dir: n.Parent, Ino: w.at, Slash: slash, Label: w.label}, nil
}

// lookup finds name in directory i, whose node is n.
func (f *FS) lookup(i Ino, n *Node, name string) Ino {
	if n.lazy != nil {
		f.load(i)
		n = f.Node(i)
	}
	if k, ok := n.find(name); ok {
		return n.entries[k].Ino
	}
	if (i >= SynthBase || n.Target != "") && f.Synth != nil {
		return f.Synth.Lookup(i, name)
	}
	return 0
}

// ReadDir returns the entries of directory i in order, without "." and "..". The caller must not change them. It does not
// check permissions.
func (f *FS) ReadDir(i Ino) ([]Entry, error) {
	n := f.Node(i)
	switch {
	case n == nil:
		return nil, ENOENT
	case n.Kind != Dir:
		return nil, ENOTDIR
	}
	if n.lazy != nil {
		f.load(i)
		n = f.Node(i)
	}
	if (i >= SynthBase || n.Target != "") && f.Synth != nil {
		return append(f.Synth.List(i), n.entries...), nil
	}
	return n.entries[:len(n.entries):len(n.entries)], nil
}

// Path returns the absolute path of directory i as the kernel knows it, such as "/home/user"; false when it has been
// removed.
func (f *FS) Path(i Ino) (string, bool) {
	var parts []string
	size := 0
	for i != Root {
		n := f.Node(i)
		if n == nil || n.Kind != Dir || n.Nlink == 0 {
			return "", false
		}
		name, ok := f.nameIn(n.Parent, i)
		if !ok {
			return "", false
		}
		if size += len(name) + 1; size > maxDepth*NameMax {
			return "", false
		}
		parts = append(parts, name)
		i = n.Parent
	}
	var b strings.Builder
	for k := len(parts) - 1; k >= 0; k-- {
		b.WriteByte('/')
		b.WriteString(parts[k])
	}
	if b.Len() == 0 {
		return "/", true
	}
	return b.String(), true
}

// PathLabel returns the join of the labels of the names in the path of directory i.
func (f *FS) PathLabel(i Ino) Label {
	l := Exact
	for d := 0; i != Root && d <= maxDepth; d++ {
		n := f.Node(i)
		if n == nil || n.Kind != Dir {
			break
		}
		if up := f.Node(n.Parent); up != nil {
			for _, e := range up.entries {
				if e.Ino == i {
					l |= e.Label
				}
			}
		}
		i = n.Parent
	}
	return l
}

func (f *FS) nameIn(dir, i Ino) (string, bool) {
	n := f.Node(dir)
	if n == nil {
		return "", false
	}
	entries := n.entries
	if dir >= SynthBase || n.Target != "" {
		entries, _ = f.ReadDir(dir)
	}
	for _, e := range entries {
		if e.Ino == i {
			return e.Name, true
		}
	}
	return "", false
}
