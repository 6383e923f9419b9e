package tree

// Attr is what a new node is made with.
type Attr struct {
	Kind     Kind
	Perm     uint16 // after umask
	UID, GID uint32
	Rdev     Dev
	Target   string
	Label    Label // of the name, and of a link's target
}

// Create makes a node at l, which must be free, for c.
func (f *FS) Create(l Loc, a Attr, c *Cred) (Ino, error) {
	if l.Ino != 0 || l.Name == "" {
		return 0, EEXIST
	}
	if l.Slash && a.Kind != Dir {
		return 0, ENOENT
	}
	d, err := f.editDir(l.Dir, c)
	if err != nil {
		return 0, err
	}
	if f.next > MaxInode {
		return 0, ENOSPC
	}
	if a.Kind == Dir && f.depth(l.Dir) >= maxDepth {
		return 0, ENAMETOOLONG
	}
	if err := f.charge(0, 1); err != nil {
		return 0, err
	}
	i := f.next
	f.next++
	n := &Node{owner: f.owner, Kind: a.Kind, Perm: a.Perm, UID: a.UID, GID: a.GID, Nlink: 1, Rdev: a.Rdev,
		Target: a.Target, TargetLabel: a.Label, Atime: f.Now, Mtime: f.Now, Ctime: f.Now, Btime: f.Now}
	if d.Perm&0o2000 != 0 {
		n.GID = d.GID
		if a.Kind == Dir {
			n.Perm |= 0o2000
		}
	}
	n.Parent = l.Dir
	if a.Kind == Dir {
		n.Nlink = 2
		d.Nlink++
	}
	f.table.set(f.owner, i, n)
	d.insert(Entry{l.Name, i, a.Label})
	f.touch(d)
	return i, nil
}

// editDir returns directory i for changing its entries, if c may.
func (f *FS) editDir(i Ino, c *Cred) (*Node, error) {
	n := f.Node(i)
	switch {
	case n == nil:
		return nil, ENOENT
	case n.Kind != Dir:
		return nil, ENOTDIR
	case i >= SynthBase || n.Target != "":
		return nil, ENOENT
	case n.Nlink == 0:
		return nil, ENOENT
	case !n.Access(c, 3):
		return nil, EACCES
	}
	return f.edit(i)
}

func (f *FS) touch(n *Node) { n.Mtime, n.Ctime = f.Now, f.Now }

func (n *Node) insert(e Entry) {
	k, _ := n.find(e.Name)
	n.entries = append(n.entries, Entry{})
	copy(n.entries[k+1:], n.entries[k:])
	n.entries[k] = e
}

func (n *Node) remove(name string) {
	if k, ok := n.find(name); ok {
		n.entries = append(n.entries[:k], n.entries[k+1:]...)
	}
}

// mayRemove says whether c may remove the node at l from its directory, the sticky bit included.
func (f *FS) mayRemove(l Loc, c *Cred) error {
	d, n := f.Node(l.Dir), f.Node(l.Ino)
	if d == nil || n == nil {
		return ENOENT
	}
	if !d.Access(c, 3) {
		return EACCES
	}
	if d.Perm&0o1000 != 0 && c.UID != 0 && c.UID != d.UID && c.UID != n.UID {
		return EPERM
	}
	return nil
}

// Unlink removes the name at l. The node goes when no name and no Keep is left.
func (f *FS) Unlink(l Loc, c *Cred) error {
	n := f.Node(l.Ino)
	switch {
	case n == nil:
		return ENOENT
	case n.Kind == Dir || l.Name == "":
		return EISDIR
	}
	if err := f.mayRemove(l, c); err != nil {
		return err
	}
	d, err := f.editDir(l.Dir, c)
	if err != nil {
		return err
	}
	d.remove(l.Name)
	f.touch(d)
	return f.drop(l.Ino)
}

// drop takes one link from a node.
func (f *FS) drop(i Ino) error {
	n, err := f.edit(i)
	if err != nil {
		return err
	}
	n.Nlink--
	n.Ctime = f.Now
	return nil
}

// Reap frees inode i if no name is left. The kernel calls it when the last descriptor on a node is closed and after
// removals, so that a removed file can still be read by whoever has it open.
func (f *FS) Reap(i Ino) {
	n := f.table.get(i)
	if n == nil || n.Nlink > 0 {
		return
	}
	f.table.set(f.owner, i, nil)
	f.inodes--
	f.bytes -= n.data.size
}

// Rmdir removes the empty directory at l.
func (f *FS) Rmdir(l Loc, c *Cred) error {
	n := f.Node(l.Ino)
	switch {
	case n == nil:
		return ENOENT
	case n.Kind != Dir:
		return ENOTDIR
	case l.Ino == Root:
		return EBUSY
	case l.Name == "":
		return EINVAL
	}
	if err := f.mayRemove(l, c); err != nil {
		return err
	}
	if list, err := f.ReadDir(l.Ino); err != nil {
		return err
	} else if len(list) > 0 {
		return ENOTEMPTY
	}
	d, err := f.editDir(l.Dir, c)
	if err != nil {
		return err
	}
	d.remove(l.Name)
	d.Nlink--
	f.touch(d)
	if n, err = f.edit(l.Ino); err != nil {
		return err
	}
	n.Nlink = 0
	return nil
}

// mayLink says whether c may make hard links to n: to its own files, and to regular ones that it can read and write and that give
// no rights away (the rule of Linux's fs.protected_hardlinks).
func (n *Node) mayLink(c *Cred) bool {
	if c.UID == 0 || c.UID == n.UID {
		return true
	}
	return n.Kind == Regular && n.Perm&0o4000 == 0 && n.Perm&0o2010 != 0o2010 && n.Access(c, 6)
}

// Link makes a second name for inode i at l.
func (f *FS) Link(i Ino, l Loc, label Label, c *Cred) error {
	n := f.Node(i)
	switch {
	case n == nil:
		return ENOENT
	case n.Kind == Dir:
		return EPERM
	case l.Ino != 0 || l.Name == "":
		return EEXIST
	case l.Slash:
		return ENOENT
	case !n.mayLink(c):
		return EPERM
	}
	d, err := f.editDir(l.Dir, c)
	if err != nil {
		return err
	}
	if n, err = f.edit(i); err != nil {
		return err
	}
	n.Nlink++
	n.Parent = l.Dir
	n.Ctime = f.Now
	d.insert(Entry{l.Name, i, label})
	f.touch(d)
	return nil
}

// Rename moves the node at from to the name at to, replacing what is there as rename(2) does. It returns the inode that
// was replaced, or 0, for the caller to Reap.
func (f *FS) Rename(from, to Loc, label Label, c *Cred) (Ino, error) {
	n, m := f.Node(from.Ino), f.Node(to.Ino)
	switch {
	case n == nil:
		return 0, ENOENT
	case from.Name == "" || to.Name == "":
		return 0, EBUSY
	case from.Ino == to.Ino:
		return 0, nil
	case n.Kind != Dir && (from.Slash || to.Slash):
		return 0, ENOTDIR
	case n.Kind == Dir && f.inside(to.Dir, from.Ino):
		return 0, EINVAL
	case n.Kind == Dir && from.Dir != to.Dir && f.depth(to.Dir)+f.height(from.Ino, maxDepth) > maxDepth:
		return 0, ENAMETOOLONG
	}
	if err := f.mayRemove(from, c); err != nil {
		return 0, err
	}
	if n.Kind == Dir && n.UID != c.UID && from.Dir != to.Dir && !n.Access(c, 2) {
		return 0, EACCES
	}
	if m != nil {
		if err := f.mayReplace(n, m, to, c); err != nil {
			return 0, err
		}
	}
	return f.move(from, to, n.Kind == Dir, m, label, c)
}

func (f *FS) mayReplace(n, m *Node, to Loc, c *Cred) error {
	if err := f.mayRemove(to, c); err != nil {
		return err
	}
	switch {
	case n.Kind == Dir && m.Kind != Dir:
		return ENOTDIR
	case n.Kind != Dir && m.Kind == Dir:
		return EISDIR
	}
	if m.Kind == Dir {
		if list, _ := f.ReadDir(to.Ino); len(list) > 0 {
			return ENOTEMPTY
		}
	}
	return nil
}

func (f *FS) move(from, to Loc, isDir bool, m *Node, label Label, c *Cred) (Ino, error) {
	if _, err := f.editDir(to.Dir, c); err != nil {
		return 0, err
	}
	src, err := f.editDir(from.Dir, c)
	if err != nil {
		return 0, err
	}
	dst, err := f.editDir(to.Dir, c)
	if err != nil {
		return 0, err
	}
	k, _ := src.find(from.Name)
	label |= src.entries[k].Label & ^Imagined // the old name does not show any more, other than through the caller's label
	src.remove(from.Name)
	if m != nil {
		dst.remove(to.Name)
		gone, err := f.edit(to.Ino)
		if err != nil {
			return 0, err
		}
		gone.Nlink--
		if m.Kind == Dir {
			gone.Nlink = 0
			dst.Nlink--
		}
	}
	dst.insert(Entry{to.Name, from.Ino, label})
	n, err := f.edit(from.Ino)
	if err != nil {
		return 0, err
	}
	n.Ctime = f.Now
	n.Parent = to.Dir
	if isDir {
		src.Nlink--
		dst.Nlink++
	}
	f.touch(src)
	f.touch(dst)
	return to.Ino, nil
}

// maxDepth bounds how deep directories nest, so that everything that walks a tree is bounded. Linux has no such limit; a path
// there ends at PathMax bytes.
const maxDepth = PathMax / 2

// depth returns how many directories lie above i, itself included and the root not.
func (f *FS) depth(i Ino) int {
	d := 0
	for i != Root && d <= maxDepth {
		n := f.Node(i)
		if n == nil {
			break
		}
		i = n.Parent
		d++
	}
	return d
}

// height returns how many directories lie below one another in i, itself included, counting at most most.
func (f *FS) height(i Ino, most int) int {
	h := 0
	if n := f.Node(i); n != nil && most > 0 {
		for _, e := range n.entries {
			if m := f.Node(e.Ino); m != nil && m.Kind == Dir {
				h = max(h, f.height(e.Ino, most-1))
			}
		}
	}
	return h + 1
}

// inside says whether directory i is d or below it.
func (f *FS) inside(i, d Ino) bool {
	for {
		if i == d {
			return true
		}
		n := f.Node(i)
		if n == nil || i == Root {
			return false
		}
		i = n.Parent
	}
}

// Chmod sets the permission bits of i for c, who must own it or be root.
func (f *FS) Chmod(i Ino, perm uint16, c *Cred) error {
	n, err := f.editOwn(i, c)
	if err != nil {
		return err
	}
	if c.UID != 0 && !c.inGroup(n.GID) {
		perm &^= 0o2000
	}
	n.Perm = perm & 0o7777
	n.Ctime = f.Now
	return nil
}

// DropIDs takes set-user-ID and set-group-ID from inode i, as Linux does when somebody without privileges writes to it.
func (f *FS) DropIDs(i Ino) error {
	n, err := f.edit(i)
	if err != nil {
		return err
	}
	n.Perm &^= 0o4000
	if n.Perm&0o010 != 0 {
		n.Perm &^= 0o2000
	}
	return nil
}

func (f *FS) editOwn(i Ino, c *Cred) (*Node, error) {
	n := f.Node(i)
	if n == nil {
		return nil, ENOENT
	}
	if c.UID != 0 && c.UID != n.UID {
		return nil, EPERM
	}
	return f.edit(i)
}

// Chown sets owner and group; -1 leaves one as it is. Only root gives files away; an owner may choose among its groups.
func (f *FS) Chown(i Ino, uid, gid int64, c *Cred) error {
	n := f.Node(i)
	if n == nil {
		return ENOENT
	}
	if c.UID != 0 {
		same := uid < 0 || uint32(uid) == n.UID
		if c.UID != n.UID || !same || gid >= 0 && !c.inGroup(uint32(gid)) {
			return EPERM
		}
	}
	n, err := f.edit(i)
	if err != nil {
		return err
	}
	if uid >= 0 {
		n.UID = uint32(uid)
	}
	if gid >= 0 {
		n.GID = uint32(gid)
	}
	if n.Kind == Regular && n.Perm&0o111 != 0 {
		n.Perm &^= 0o6000
	}
	n.Ctime = f.Now
	return nil
}

// Omit as a time for Utimes leaves that time as it is.
const Omit int64 = -1 << 63

// Utimes sets access and modification time. Setting to explicit times is for the owner and root; explicit false means
// "now", which whoever may write can do.
func (f *FS) Utimes(i Ino, atime, mtime int64, explicit bool, c *Cred) error {
	n := f.Node(i)
	if n == nil {
		return ENOENT
	}
	if c.UID != 0 && c.UID != n.UID {
		if explicit {
			return EPERM
		}
		if !n.Access(c, 2) {
			return EACCES
		}
	}
	n, err := f.edit(i)
	if err != nil {
		return err
	}
	if atime != Omit {
		n.Atime = atime
	}
	if mtime != Omit {
		n.Mtime = mtime
	}
	n.Ctime = f.Now
	return nil
}
