// Package tree is the machine's file system: an inode table in memory with owners, modes, links, times, quotas and, for
// every byte, a label that says where the byte comes from.
//
// An [FS] is a value that forks in constant time: [FS.Fork] shares everything and both sides copy what they change. A
// directory lists its entries in one fixed order, by the bytes of their names, so that programs which show directory order
// print the same on every machine. Access times move only when they are set (as on a file system mounted noatime).
//
// An FS is not safe for concurrent use; forks of one FS are independent and may be used at the same time.
package tree

// Limits bounds an FS. Zero fields mean no limit.
type Limits struct {
	Bytes  int64 // sum of the sizes of regular files that are not in the base image
	Inodes int64 // inodes beyond those of the base image
}

// Cred is who asks: the effective user, the group and the supplementary groups.
type Cred struct {
	UID, GID uint32
	Groups   []uint32
}

func (c *Cred) inGroup(g uint32) bool {
	if c.GID == g {
		return true
	}
	for _, x := range c.Groups {
		if x == g {
			return true
		}
	}
	return false
}

// Synth makes up nodes that are not in the table, such as those of /proc. Its inode numbers start at SynthBase.
type Synth interface {
	// Lookup returns the inode of name in dir, which is synthetic or was created with Target set; 0 when there is none.
	Lookup(dir Ino, name string) Ino
	// Node returns the node of a synthetic inode, or nil.
	Node(i Ino) *Node
	// List returns the entries that Lookup would find in dir, by name.
	List(dir Ino) []Entry
}

// FS is one file system. Make one with New or Fork.
type FS struct {
	owner  *owner
	table  table
	next   Ino
	bytes  int64
	inodes int64
	Limits Limits
	// Now is the time that changes are stamped with, in nanoseconds since 1970.
	Now int64
	// Synth makes up the nodes of synthetic directories; nil means that there are none.
	Synth Synth
}

// New returns a file system that holds only a root directory owned by root, made at time now.
func New(now int64) *FS {
	f := &FS{owner: new(owner), next: Root + 1, Now: now}
	f.table.set(f.owner, Root, &Node{owner: f.owner, Kind: Dir, Perm: 0o755, Nlink: 2, Parent: Root,
		Atime: now, Mtime: now, Ctime: now, Btime: now})
	return f
}

// Fork returns an independent copy in constant time. Synth is not carried over: it belongs to the machine that set it.
func (f *FS) Fork() *FS {
	g := *f
	f.owner, g.owner = new(owner), new(owner)
	g.Synth = nil
	return &g
}

// Rebase makes the present content the base image: quotas count from here on.
func (f *FS) Rebase() { f.bytes, f.inodes = 0, 0 }

// Usage returns the bytes and inodes that count against the limits.
func (f *FS) Usage() (bytes, inodes int64) { return f.bytes, f.inodes }

// Node returns the node of inode i, or nil. It is read-only.
func (f *FS) Node(i Ino) *Node {
	if i >= SynthBase {
		if f.Synth == nil {
			return nil
		}
		return f.Synth.Node(i)
	}
	return f.table.get(i)
}

// edit returns the node of inode i for changing.
func (f *FS) edit(i Ino) (*Node, error) {
	if i >= SynthBase {
		return nil, EPERM
	}
	n := f.table.get(i)
	if n == nil {
		return nil, ENOENT
	}
	if n.lazy != nil {
		f.load(i)
		n = f.table.get(i)
	}
	if n.owner == f.owner {
		n.Pristine = false
		return n, nil
	}
	c := *n
	c.owner = f.owner
	c.Pristine = false
	if c.Kind == Dir {
		c.entries = append(make([]Entry, 0, len(n.entries)+1), n.entries...)
	}
	f.table.set(f.owner, i, &c)
	return &c, nil
}

// Access says whether c may use n in all the ways of want (4 read, 2 write, 1 execute or search).
func (n *Node) Access(c *Cred, want uint16) bool {
	if c.UID == 0 {
		return want&1 == 0 || n.Kind == Dir || n.Perm&0o111 != 0
	}
	p := n.Perm
	switch {
	case c.UID == n.UID:
		p >>= 6
	case c.inGroup(n.GID):
		p >>= 3
	}
	return p&want == want
}

// Resize sets the size of a regular file; new bytes are zeros. It does not check permissions.
func (f *FS) Resize(i Ino, size int64) error {
	n, err := f.edit(i)
	if err != nil {
		return err
	}
	switch {
	case n.Kind == Dir:
		return EISDIR
	case n.Kind != Regular || size < 0:
		return EINVAL
	}
	if err := f.charge(size-n.data.size, 0); err != nil {
		return err
	}
	n.data.resize(f.owner, size)
	n.Mtime, n.Ctime = f.Now, f.Now
	return nil
}

// WriteAt stores p in a regular file at off, growing it, and labels all of it l. It does not check permissions.
func (f *FS) WriteAt(i Ino, p []byte, off int64, l Label) error {
	n, err := f.edit(i)
	if err != nil {
		return err
	}
	if n.Kind != Regular || off < 0 {
		return EINVAL
	}
	if grow := off + int64(len(p)) - n.data.size; grow > 0 {
		if err := f.charge(grow, 0); err != nil {
			return err
		}
	}
	n.data.writeAt(f.owner, p, off, l)
	n.Mtime, n.Ctime = f.Now, f.Now
	return nil
}

// charge counts growth against the limits; EDQUOT means that nothing was counted.
func (f *FS) charge(bytes, inodes int64) error {
	if bytes > 0 && f.Limits.Bytes > 0 && f.bytes+bytes > f.Limits.Bytes ||
		inodes > 0 && f.Limits.Inodes > 0 && f.inodes+inodes > f.Limits.Inodes {
		return EDQUOT
	}
	f.bytes += bytes
	f.inodes += inodes
	return nil
}
