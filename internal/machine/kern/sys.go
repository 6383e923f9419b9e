package kern

import (
	"io"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// Stat is what stat tells of a node.
type Stat struct {
	Ino                        tree.Ino
	Kind                       tree.Kind
	Perm                       uint16
	UID, GID                   uint32
	Nlink                      uint32
	Size, Blocks               int64
	Rdev                       tree.Dev
	Atime, Mtime, Ctime, Btime int64
	// Node is the node itself, read-only.
	Node *tree.Node
}

// Label is the label of what the size and the content of the node depend on. A program that prints them taints itself
// with it.
func (s *Stat) Label() tree.Label {
	if s.Node == nil {
		return tree.Exact
	}
	return s.Node.Label()
}

// IsDir says whether the node is a directory.
func (s *Stat) IsDir() bool { return s.Kind == tree.Dir }

func statOf(i tree.Ino, n *tree.Node) Stat {
	return Stat{Ino: i, Kind: n.Kind, Perm: n.Perm, UID: n.UID, GID: n.GID, Nlink: n.Nlink, Size: n.Size(), Blocks: n.Blocks(),
		Rdev: n.Rdev, Atime: n.Atime, Mtime: n.Mtime, Ctime: n.Ctime, Btime: n.Btime, Node: n}
}

// Walk resolves path for p, following a symbolic link at its end if follow. The Loc has Ino 0 when nothing is there.
func (p *Proc) Walk(path string, follow bool) (tree.Loc, error) {
	l, err := p.K.FS.Walk(p.Cwd, path, &p.Cred, follow)
	if l.Label != 0 {
		p.label |= l.Label
	}
	return l, err
}

// find is Walk for paths that must exist.
func (p *Proc) find(path string, follow bool) (tree.Ino, *tree.Node, error) {
	l, err := p.Walk(path, follow)
	if err != nil {
		return 0, nil, err
	}
	n := p.K.FS.Node(l.Ino)
	if n == nil {
		return 0, nil, tree.ENOENT
	}
	return l.Ino, n, nil
}

// Stat tells of the node at path, following symbolic links.
func (p *Proc) Stat(path string) (Stat, error) { return p.stat(path, true) }

// Lstat tells of the node at path; a symbolic link at its end is not followed.
func (p *Proc) Lstat(path string) (Stat, error) { return p.stat(path, false) }

func (p *Proc) stat(path string, follow bool) (Stat, error) {
	if fd, ok := devFD(path); ok && follow {
		st, err := p.StatFD(fd)
		if err != nil {
			err = tree.ENOENT
		}
		return st, err
	}
	i, n, err := p.find(path, follow)
	if err != nil {
		return Stat{}, err
	}
	return statOf(i, n), nil
}

// StatFD tells of what descriptor fd is open on.
func (p *Proc) StatFD(fd int) (Stat, error) {
	f := p.FD(fd)
	if f == nil {
		return Stat{}, tree.EBADF
	}
	switch f.kind {
	case kindNode:
		if n := p.K.FS.Load(f.ino); n != nil {
			return statOf(f.ino, n), nil
		}
		return Stat{}, tree.EIO
	case kindPipeRead, kindPipeWrite, kindSink, kindFeed, kindCapture:
		k := tree.Fifo
		if f.Terminal {
			k = tree.CharDev
		}
		return Stat{Kind: k, Perm: 0o600, UID: p.Cred.UID, GID: p.Cred.GID, Nlink: 1}, nil
	case kindBytes:
		return Stat{Kind: tree.Regular, Perm: 0o600, UID: p.Cred.UID, GID: p.Cred.GID, Size: int64(len(f.bytes))}, nil
	}
	return p.Stat(f.path)
}

// Access says whether p may use path in all the ways of want: 4 read, 2 write, 1 execute, 0 exists.
func (p *Proc) Access(path string, want uint16) error {
	if fd, ok := devFD(path); ok {
		if p.FD(fd) == nil {
			return tree.ENOENT
		}
		return nil
	}
	_, n, err := p.find(path, true)
	if err != nil {
		return err
	}
	if !n.Access(&p.Cred, want) {
		return tree.EACCES
	}
	return nil
}

// Open opens path and returns the lowest free descriptor. Perm, less the umask, is for a file that Creat makes.
func (p *Proc) Open(path string, flags int, perm uint16) (int, error) {
	f, err := p.OpenFile(path, flags, perm)
	if err != nil {
		return -1, err
	}
	return p.AddFD(f, 0)
}

// OpenFile is Open without a descriptor: give the description to SetFD or AddFD.
func (p *Proc) OpenFile(path string, flags int, perm uint16) (*File, error) {
	p.Tick(1)
	if fd, ok := devFD(path); ok {
		return p.reopen(fd, flags)
	}
	l, err := p.Walk(path, flags&NoFollow == 0 && flags&(Creat|Excl) != Creat|Excl)
	if err != nil {
		return nil, err
	}
	n := p.K.FS.Node(l.Ino)
	if n == nil {
		if flags&Creat == 0 {
			return nil, tree.ENOENT
		}
		if l.Slash {
			return nil, tree.EISDIR
		}
		i, err := p.create(l, tree.Attr{Kind: tree.Regular, Perm: perm &^ p.Umask})
		if err != nil {
			return nil, err
		}
		return &File{kind: kindNode, ino: i, flags: flags, path: path}, nil
	}
	return p.openNode(l.Ino, n, path, flags)
}

// openNode opens a node that exists.
func (p *Proc) openNode(i tree.Ino, n *tree.Node, path string, flags int) (*File, error) {
	write := flags&accMode != ReadOnly
	want := [4]uint16{4, 2, 6, 6}[flags&accMode]
	switch {
	case flags&(Creat|Excl) == Creat|Excl:
		return nil, tree.EEXIST
	case n.Kind == tree.Symlink:
		return nil, tree.ELOOP
	case n.Kind == tree.Dir && (write || flags&Creat != 0):
		return nil, tree.EISDIR
	case n.Kind != tree.Dir && flags&Directory != 0:
		return nil, tree.ENOTDIR
	case !n.Access(&p.Cred, want):
		return nil, tree.EACCES
	}
	switch n.Kind {
	case tree.CharDev:
		return p.openDevice(n, path, flags)
	case tree.Fifo:
		return p.openFifo(i, flags)
	case tree.Socket, tree.BlockDev:
		return nil, tree.ENXIO
	}
	if n.Kind == tree.Regular && n.Target != "" {
		return p.openSynth(n, path, flags)
	}
	if flags&Trunc != 0 && write {
		if err := p.K.FS.Resize(i, 0); err != nil {
			return nil, err
		}
		if n.Perm&0o6000 != 0 && p.Cred.UID != 0 {
			if err := p.K.FS.DropIDs(i); err != nil {
				return nil, err
			}
		}
	}
	return &File{kind: kindNode, ino: i, flags: flags, path: path}, nil
}

func (p *Proc) create(l tree.Loc, a tree.Attr) (tree.Ino, error) {
	a.UID, a.GID, a.Label = p.Cred.UID, p.Cred.GID, p.label
	// Nobody can make a file in /proc: the file system there does not know the name, which comes before all permissions.
	if proc, err := p.K.FS.Walk(tree.Root, "/proc", &tree.Cred{}, false); err == nil && l.Ino == 0 && l.Dir == proc.Ino && proc.Ino != 0 {
		return 0, tree.ENOENT
	}
	i, err := p.K.FS.Create(l, a, &p.Cred)
	return i, p.K.quota(err)
}

// ReadFile returns the content of the file at path and joins its labels into p's.
func (p *Proc) ReadFile(path string) ([]byte, error) {
	fd, err := p.Open(path, ReadOnly, 0)
	if err != nil {
		return nil, err
	}
	b, err := p.ReadAll(fd)
	_ = p.Close(fd)
	return b, err
}

// ReadAll reads fd to its end and joins the labels into p's. What it returns counts as held memory.
func (p *Proc) ReadAll(fd int) ([]byte, error) {
	b := make([]byte, 0, 512)
	for {
		if len(b) == cap(b) {
			p.Hold(int64(cap(b)))
			b = append(b, 0)[:len(b)]
		}
		n, err := p.Read(fd, b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return b, err
		}
	}
}

// ReadDir returns the entries of the directory at path in the machine's fixed order, without "." and "..".
func (p *Proc) ReadDir(path string) ([]tree.Entry, error) {
	i, n, err := p.find(path, true)
	if err != nil {
		return nil, err
	}
	if n.Kind != tree.Dir {
		return nil, tree.ENOTDIR
	}
	if !n.Access(&p.Cred, 4) {
		return nil, tree.EACCES
	}
	list, err := p.K.FS.ReadDir(i)
	p.Tick(1 + len(list)/16)
	for _, e := range list {
		p.label |= e.Label
	}
	// A copy: the directory may change while the caller goes through it.
	return append([]tree.Entry(nil), list...), err
}

// ReadDirQuiet is ReadDir for callers that track the label of each name themselves.
func (p *Proc) ReadDirQuiet(path string) ([]tree.Entry, error) {
	l := p.label
	list, err := p.ReadDir(path)
	p.label = l
	return list, err
}
