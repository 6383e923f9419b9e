package tree

import "sort"

// Info is what a Source tells of one file.
type Info struct {
	Name   string
	Kind   Kind
	Perm   uint16
	Size   int64
	Mtime  int64
	Target string // of a symbolic link
}

// Source is a read-only directory outside of the machine, such as a mounted host directory. Paths are relative to its top,
// with slashes; "" is the top itself.
type Source interface {
	// List returns what is in a directory.
	List(path string) ([]Info, error)
	// Read returns the content of a regular file.
	Read(path string) ([]byte, error)
}

// lazy is the part of a node that a Source still holds: the entries of a directory or the content of a file.
type lazy struct {
	src  Source
	path string
	info Info
	// uid and gid own everything below the mount.
	uid, gid uint32
}

// Mount lays src over the empty directory at i: its content is read when it is looked at and copied when it is changed;
// src is never written. Everything belongs to uid and gid.
func (f *FS) Mount(i Ino, src Source, uid, gid uint32) error {
	n, err := f.edit(i)
	if err != nil {
		return err
	}
	if n.Kind != Dir {
		return ENOTDIR
	}
	if len(n.entries) > 0 {
		return ENOTEMPTY
	}
	n.lazy = &lazy{src: src, uid: uid, gid: gid}
	n.UID, n.GID = uid, gid
	return nil
}

// load reads what a Source holds of inode i into the table. What cannot be read is empty, as a directory whose disk is
// gone: a look-up in it finds nothing.
func (f *FS) load(i Ino) {
	n := f.table.get(i)
	if n == nil || n.lazy == nil {
		return
	}
	c := *n
	c.owner, c.lazy, c.Pristine = f.owner, nil, true
	switch n.Kind {
	case Regular:
		b, err := n.lazy.src.Read(n.lazy.path)
		if err == nil {
			c.data.writeAt(f.owner, b, 0, Exact)
		}
	case Dir:
		f.loadDir(&c, i, n.lazy)
	}
	f.table.set(f.owner, i, &c)
}

func (f *FS) loadDir(c *Node, i Ino, l *lazy) {
	infos, err := l.src.List(l.path)
	if err != nil {
		return
	}
	sort.Slice(infos, func(a, b int) bool { return infos[a].Name < infos[b].Name })
	c.entries = make([]Entry, 0, len(infos))
	for _, info := range infos {
		if f.next > MaxInode {
			return
		}
		at := f.next
		f.next++
		path := info.Name
		if l.path != "" {
			path = l.path + "/" + info.Name
		}
		n := &Node{owner: f.owner, Kind: info.Kind, Perm: info.Perm, Nlink: 1, UID: l.uid, GID: l.gid, Target: info.Target,
			Atime: info.Mtime, Mtime: info.Mtime, Ctime: info.Mtime, Btime: info.Mtime, Pristine: true, Parent: i}
		if info.Kind == Dir || info.Kind == Regular {
			n.lazy = &lazy{src: l.src, path: path, info: info, uid: l.uid, gid: l.gid}
		}
		if info.Kind == Dir {
			n.Nlink = 2
			c.Nlink++
		}
		f.table.set(f.owner, at, n)
		c.entries = append(c.entries, Entry{info.Name, at, Exact})
	}
}

// Load makes sure that the content of inode i is in memory, for a caller that is about to use its Node.
func (f *FS) Load(i Ino) *Node {
	n := f.Node(i)
	if n != nil && n.lazy != nil {
		f.load(i)
		n = f.Node(i)
	}
	return n
}
