package tree

// Ino is an inode number. Numbers from SynthBase on belong to nodes that a Synth makes up on the fly.
type Ino uint32

// Root is the inode of "/". SynthBase is the first inode number that is not in the table.
const (
	Root      Ino = 1
	SynthBase Ino = MaxInode + 1
)

// Kind is the type of an inode.
type Kind uint8

// The kinds of inode.
const (
	Regular Kind = iota + 1
	Dir
	Symlink
	CharDev
	BlockDev
	Fifo
	Socket
)

// Dev is the number of a device.
type Dev struct{ Major, Minor uint16 }

// Entry is one name in a directory. Label is the label of the name itself.
type Entry struct {
	Name  string
	Ino   Ino
	Label Label
}

// Node is one inode. A Node got from an FS is read-only and does not change when the FS does.
type Node struct {
	owner *owner

	Kind     Kind
	Perm     uint16 // permission bits, 07777
	Pristine bool   // came from a mount and has not been changed
	UID, GID uint32
	Nlink    uint32
	Rdev     Dev
	// Parent is the directory that holds a directory; for other nodes, the one in which they last got a name.
	Parent Ino
	// Times are nanoseconds since 1970.
	Atime, Mtime, Ctime, Btime int64
	// Target is where a symbolic link points, or the key of a synthetic file.
	Target      string
	TargetLabel Label

	entries []Entry // of a directory, by name
	data    data    // of a regular file
	lazy    *lazy   // content that a Source still holds
}

// Size returns the size that stat reports, in bytes.
func (n *Node) Size() int64 {
	switch n.Kind {
	case Regular:
		if n.lazy != nil {
			return n.lazy.info.Size
		}
		return n.data.size
	case Dir:
		return 4096
	case Symlink:
		return int64(len(n.Target))
	}
	return 0
}

// Blocks returns the space that the node occupies in units of 512 bytes, as on ext4 with 4096-byte blocks.
func (n *Node) Blocks() int64 {
	switch n.Kind {
	case Dir:
		return 8
	case Regular:
		if n.lazy != nil {
			return (n.lazy.info.Size + 4095) / 4096 * 8
		}
		var blocks int64
		for i, c := range n.data.chunks {
			if c != nil {
				blocks += int64(n.data.chunkLen(i)+4095) / 4096 * 8
			}
		}
		return blocks
	case Symlink:
		if len(n.Target) >= 60 {
			return 8
		}
	}
	return 0
}

// Label returns the join of all labels in the node's content: bytes of a file, names of a directory, target of a link.
func (n *Node) Label() Label {
	switch n.Kind {
	case Regular:
		return n.data.label()
	case Symlink:
		return n.TargetLabel
	case Dir:
		l := Exact
		for _, e := range n.entries {
			l |= e.Label
		}
		return l
	}
	return Exact
}

// ReadAt copies content of a regular file from off into p and returns the count and the runs of what was copied; 0 is the
// end of the file.
func (n *Node) ReadAt(p []byte, off int64) (int, []Run) { return n.data.readAt(p, off) }

// Bytes returns the whole content of a regular file. The caller must not change it.
func (n *Node) Bytes() []byte {
	d := &n.data
	if len(d.chunks) == 1 && d.chunks[0] != nil && len(d.chunks[0].b) == int(d.size) {
		return d.chunks[0].b[:d.size:d.size]
	}
	p := make([]byte, d.size)
	d.readAt(p, 0)
	return p
}

// find returns the place of name among the entries and whether it is there.
func (n *Node) find(name string) (int, bool) {
	lo, hi := 0, len(n.entries)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if n.entries[mid].Name < name {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(n.entries) && n.entries[lo].Name == name
}

// permString gives the ten characters that ls -l prints; it is here since every layer above needs it.
const permBits = "rwxrwxrwx"

// ModeString returns the type and permissions as ls -l prints them, such as "-rw-r--r--".
func (n *Node) ModeString() string { return ModeString(n.Kind, n.Perm) }

// ModeString returns a type and permissions as ls -l prints them.
func ModeString(k Kind, perm uint16) string {
	var b [10]byte
	b[0] = "?-dlcbps"[k]
	for i := range 9 {
		b[i+1] = '-'
		if perm&(0o400>>i) != 0 {
			b[i+1] = permBits[i]
		}
	}
	special := func(bit uint16, at int, c byte) {
		if perm&bit == 0 {
			return
		}
		if b[at] != 'x' {
			c -= 'a' - 'A'
		}
		b[at] = c
	}
	special(0o4000, 3, 's')
	special(0o2000, 6, 's')
	special(0o1000, 9, 't')
	return string(b[:])
}
