package gnu

import (
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// RootDev is the device number of the machine's only disk, /dev/vda1, and BlockSize the size of its blocks in bytes.
const (
	RootDev   = 254<<8 | 1
	BlockSize = 4096
)

// FSInfo is what statfs tells of the machine's disk, in blocks of BlockSize and in inodes.
type FSInfo struct {
	Blocks, Free, Available int64
	Inodes, FreeInodes      int64
}

// The disk as it is delivered: 20 GB, of which the base image takes a part.
const (
	diskBlocks   = 5_126_438
	diskInodes   = 1_310_720
	baseBlocks   = 447_120
	baseInodes   = 37_411
	rootReserved = 262_144
)

// StatFS returns the state of the machine's disk.
func StatFS(p *kern.Proc) FSInfo {
	bytes, inodes := p.K.FS.Usage()
	used := baseBlocks + (max(bytes, 0)+BlockSize-1)/BlockSize + max(inodes, 0)/8
	free := int64(diskBlocks) - used
	return FSInfo{Blocks: diskBlocks, Free: max(free, 0), Available: max(free-rootReserved, 0),
		Inodes: diskInodes, FreeInodes: max(diskInodes-baseInodes-inodes, 0)}
}

// DevOf returns the number of the device that a file is on, as stat shows it: the disk, or the synthetic file system.
func DevOf(st *kern.Stat) uint64 {
	if st.Ino >= tree.SynthBase {
		return 22
	}
	return RootDev
}

// ModeBits returns the type and permission bits of a file as st_mode has them.
func ModeBits(st *kern.Stat) uint32 {
	types := [...]uint32{tree.Regular: 0o100000, tree.Dir: 0o040000, tree.Symlink: 0o120000, tree.CharDev: 0o020000,
		tree.BlockDev: 0o060000, tree.Fifo: 0o010000, tree.Socket: 0o140000}
	return types[st.Kind] | uint32(st.Perm)
}
