package tree

import "sort"

// Change is one difference between two states of a file system. Old is nil for what was created, New for what was removed.
type Change struct {
	Path     string
	Old, New *Node
	// Label is the label of the name.
	Label Label
}

// Created, Removed, Content, Mode and Owner say what is different: a node that appeared or went, its content, type or
// target, its permission bits, its user or group.
func (c *Change) Created() bool { return c.Old == nil }

// Removed says that the node is gone.
func (c *Change) Removed() bool { return c.New == nil }

// Content says that content, type or target of a node differ.
func (c *Change) Content() bool {
	a, b := c.Old, c.New
	if a == nil || b == nil {
		return false
	}
	return a.Kind != b.Kind || a.Target != b.Target || a.Kind == Regular && !sameData(a, b)
}

// Mode says that permission bits differ.
func (c *Change) Mode() bool { return c.Old != nil && c.New != nil && c.Old.Perm != c.New.Perm }

// Owner says that user or group differ.
func (c *Change) Owner() bool {
	return c.Old != nil && c.New != nil && (c.Old.UID != c.New.UID || c.Old.GID != c.New.GID)
}

func sameData(a, b *Node) bool {
	if a.Size() != b.Size() {
		return false
	}
	if a.lazy != nil || b.lazy != nil {
		return a.lazy == b.lazy || b.Pristine || b.lazy != nil
	}
	for i := range a.data.chunks {
		x, y := a.data.chunks[i], b.data.chunks[i]
		if x == y {
			continue
		}
		n := a.data.chunkLen(i)
		for k := range n {
			if x.at(k) != y.at(k) {
				return false
			}
		}
	}
	return true
}

// at returns byte k of a chunk; holes are zeros.
func (c *chunk) at(k int) byte {
	if c == nil || k >= len(c.b) {
		return 0
	}
	return c.b[k]
}

// Diff lists what differs between an older state and f, a later one of the same file system, by path. It costs time in
// proportion to what has been touched. Directories themselves appear only when they are created, removed or change mode or
// owner; what a mount has loaded without a change does not appear.
func (f *FS) Diff(old *FS) []Change {
	var out []Change
	old.table.diff(&f.table, func(i Ino, a, b *Node) {
		switch {
		case a != nil && b != nil && a.Kind == Dir && b.Kind == Dir:
			out = f.diffDir(old, out, i, a, b)
		case b != nil && b.Nlink > 0 && a != nil && a.Nlink > 0:
			if c := (Change{Old: a, New: b}); c.Content() || c.Mode() || c.Owner() {
				if dir, ok := f.Path(b.Parent); ok {
					if name, ok := f.nameIn(b.Parent, i); ok && old.hasName(b.Parent, name, i) {
						c.Path = join(dir, name)
						out = append(out, c)
					}
				}
			}
		}
	})
	sort.Slice(out, func(i, j int) bool { return out[i].Path < out[j].Path })
	return dedup(out)
}

// hasName says whether directory d holds inode i under name.
func (f *FS) hasName(d Ino, name string, i Ino) bool {
	n := f.Node(d)
	if n == nil || n.Kind != Dir {
		return false
	}
	k, ok := n.find(name)
	return ok && n.entries[k].Ino == i
}

func join(dir, name string) string {
	if dir == "/" {
		return dir + name
	}
	return dir + "/" + name
}

func dedup(list []Change) []Change {
	out := list[:0]
	for i, c := range list {
		if i == 0 || c.Path != list[i-1].Path || (c.Old == nil) != (list[i-1].Old == nil) {
			out = append(out, c)
		}
	}
	return out
}

// diffDir lists the names that differ in one directory, and below those that are new or gone.
func (f *FS) diffDir(old *FS, out []Change, i Ino, a, b *Node) []Change {
	dir, ok := f.Path(i)
	if !ok {
		return out
	}
	if c := (Change{Path: dir, Old: a, New: b}); c.Mode() || c.Owner() {
		out = append(out, c)
	}
	if a.lazy != nil && b.Pristine {
		return out
	}
	x, y := a.entries, b.entries
	for len(x) > 0 || len(y) > 0 {
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].Name < y[0].Name:
			out = old.subtree(out, join(dir, x[0].Name), x[0], true)
			x = x[1:]
		case len(x) == 0 || y[0].Name < x[0].Name:
			out = f.subtree(out, join(dir, y[0].Name), y[0], false)
			y = y[1:]
		default:
			if x[0].Ino != y[0].Ino {
				out = f.replaced(old, out, join(dir, y[0].Name), x[0], y[0])
			}
			x, y = x[1:], y[1:]
		}
	}
	return out
}

// replaced lists a name that now leads to another inode: a change of what was there, and of what lies below.
func (f *FS) replaced(old *FS, out []Change, path string, x, y Entry) []Change {
	a, b := old.Node(x.Ino), f.Node(y.Ino)
	if a == nil || b == nil || a.Kind == Dir || b.Kind == Dir {
		out = old.subtree(out, path, x, true)
		return f.subtree(out, path, y, false)
	}
	if c := (Change{Path: path, Old: a, New: b, Label: y.Label}); c.Content() || c.Mode() || c.Owner() {
		out = append(out, c)
	}
	return out
}

// subtree lists a node and everything below it as removed or created.
func (f *FS) subtree(out []Change, path string, e Entry, removed bool) []Change {
	n := f.Node(e.Ino)
	if n == nil {
		return out
	}
	c := Change{Path: path, New: n, Label: e.Label}
	if removed {
		c.Old, c.New = n, nil
	}
	out = append(out, c)
	if n.Kind == Dir {
		for _, k := range n.entries {
			out = f.subtree(out, join(path, k.Name), k, removed)
		}
	}
	return out
}

// Changed calls f for every inode whose node is not that of base, in order of number; n is nil for one that is gone.
func (f *FS) Changed(base *FS, fn func(i Ino, n *Node)) {
	base.table.diff(&f.table, func(i Ino, _, n *Node) { fn(i, n) })
}

// Entries returns the names in a directory, in order. The caller must not change them.
func (n *Node) Entries() []Entry { return n.entries[:len(n.entries):len(n.entries)] }
