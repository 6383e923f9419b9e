package tree

// SavedNode is one inode that differs from the base image, as plain data. A nil Node is one that is gone.
type SavedNode struct {
	Ino  Ino
	Gone bool `json:",omitempty"`

	Kind                       Kind   `json:",omitempty"`
	Perm                       uint16 `json:",omitempty"`
	Pristine                   bool   `json:",omitempty"`
	UID, GID                   uint32
	Nlink                      uint32
	Rdev                       Dev
	Parent                     Ino
	Atime, Mtime, Ctime, Btime int64
	Target                     []byte       `json:",omitempty"`
	TargetLabel                Label        `json:",omitempty"`
	Entries                    []SavedEntry `json:",omitempty"`
	Size                       int64        `json:",omitempty"`
	Chunks                     []SavedChunk `json:",omitempty"`
}

// SavedEntry is one name in a directory; it need not be UTF-8.
type SavedEntry struct {
	Name  []byte
	Ino   Ino
	Label Label `json:",omitempty"`
}

// SavedChunk is a stretch of a file's content; what no chunk covers is zeros.
type SavedChunk struct {
	At   int
	B    []byte
	Runs []Run `json:",omitempty"`
}

// Saved is a file system as its difference from a base image.
type Saved struct {
	Next          Ino
	Bytes, Inodes int64
	Limits        Limits
	Now           int64
	Nodes         []SavedNode
}

// Save returns f as its difference from base, of which it is a fork. What a mount still holds cannot be saved: ENOTSUP.
func (f *FS) Save(base *FS) (*Saved, error) {
	s := &Saved{Next: f.next, Bytes: f.bytes, Inodes: f.inodes, Limits: f.Limits, Now: f.Now}
	var err error
	f.Changed(base, func(i Ino, n *Node) {
		if n == nil {
			s.Nodes = append(s.Nodes, SavedNode{Ino: i, Gone: true})
			return
		}
		if n.lazy != nil {
			err = ENOTSUP
			return
		}
		s.Nodes = append(s.Nodes, n.save(i))
	})
	return s, err
}

func (n *Node) save(i Ino) SavedNode {
	s := SavedNode{Ino: i, Kind: n.Kind, Perm: n.Perm, Pristine: n.Pristine, UID: n.UID, GID: n.GID, Nlink: n.Nlink, Rdev: n.Rdev,
		Parent: n.Parent, Atime: n.Atime, Mtime: n.Mtime, Ctime: n.Ctime, Btime: n.Btime, Target: []byte(n.Target),
		TargetLabel: n.TargetLabel, Size: n.data.size}
	for _, e := range n.entries {
		s.Entries = append(s.Entries, SavedEntry{[]byte(e.Name), e.Ino, e.Label})
	}
	for k, c := range n.data.chunks {
		if c != nil {
			s.Chunks = append(s.Chunks, SavedChunk{k, c.b, c.runs})
		}
	}
	return s
}

// Load returns a fork of base with the difference applied. EINVAL says that the data does not describe a file system.
func (s *Saved) Load(base *FS) (*FS, error) {
	f := base.Fork()
	f.next, f.bytes, f.inodes, f.Limits, f.Now = s.Next, s.Bytes, s.Inodes, s.Limits, s.Now
	for k := range s.Nodes {
		n := &s.Nodes[k]
		if n.Ino == 0 || n.Ino > MaxInode {
			return nil, EINVAL
		}
		if n.Gone {
			f.table.set(f.owner, n.Ino, nil)
			continue
		}
		node, err := n.load(f.owner)
		if err != nil {
			return nil, err
		}
		f.table.set(f.owner, n.Ino, node)
	}
	return f, f.check()
}

func (s *SavedNode) load(o *owner) (*Node, error) {
	n := &Node{owner: o, Kind: s.Kind, Perm: s.Perm & 0o7777, Pristine: s.Pristine, UID: s.UID, GID: s.GID, Nlink: s.Nlink, Rdev: s.Rdev,
		Parent: s.Parent, Atime: s.Atime, Mtime: s.Mtime, Ctime: s.Ctime, Btime: s.Btime, Target: string(s.Target),
		TargetLabel: s.TargetLabel}
	if s.Kind < Regular || s.Kind > Socket || s.Size < 0 {
		return nil, EINVAL
	}
	for i, e := range s.Entries {
		if i > 0 && n.entries[i-1].Name >= string(e.Name) {
			return nil, EINVAL
		}
		n.entries = append(n.entries, Entry{string(e.Name), e.Ino, e.Label})
	}
	chunks := (s.Size + chunkSize - 1) / chunkSize
	if chunks > 1<<20 {
		return nil, EINVAL
	}
	n.data = data{owner: o, size: s.Size, chunks: make([]*chunk, chunks)}
	for _, c := range s.Chunks {
		if c.At < 0 || c.At >= len(n.data.chunks) || len(c.B) > n.data.chunkLen(c.At) {
			return nil, EINVAL
		}
		n.data.chunks[c.At] = &chunk{owner: o, b: c.B, runs: c.Runs}
	}
	return n, nil
}

// check proves that every name leads to a node and every directory to its parent.
func (f *FS) check() error {
	root := f.Node(Root)
	if root == nil || root.Kind != Dir || root.Parent != Root {
		return EINVAL
	}
	seen := map[Ino]bool{Root: true}
	todo := []Ino{Root}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range f.Node(i).entries {
			n := f.Node(e.Ino)
			if n == nil || e.Ino >= f.next {
				return EINVAL
			}
			if n.Kind == Dir {
				if seen[e.Ino] || n.Parent != i {
					return EINVAL
				}
				seen[e.Ino] = true
				todo = append(todo, e.Ino)
			}
		}
	}
	return nil
}
