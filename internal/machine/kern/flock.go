package kern

import (
	"slices"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// LockMode is what flock(2) is asked for.
type LockMode uint8

// The lock modes.
const (
	Unlock LockMode = iota
	LockShared
	LockExclusive
)

// fileLock is a lock that an open file description holds on the file it has open.
type fileLock struct {
	file *File
	ino  tree.Ino
	mode LockMode
}

// Flock takes, changes or gives back the lock of descriptor fd. It reports whether that was possible without waiting: false when
// another open file description holds a lock in the way. A lock ends with the last descriptor of its description.
func (p *Proc) Flock(fd int, mode LockMode) bool {
	f := p.FD(fd)
	if f == nil || f.kind != kindNode {
		return f != nil
	}
	k := p.K
	k.locks = slices.DeleteFunc(k.locks, func(l fileLock) bool { return l.file.refs <= 0 || l.file == f && mode == Unlock })
	if mode == Unlock {
		return true
	}
	own := -1
	for i, l := range k.locks {
		switch {
		case l.file == f:
			own = i
		case l.ino == f.ino && (mode == LockExclusive || l.mode == LockExclusive):
			return false
		}
	}
	if own < 0 {
		k.locks = append(k.locks, fileLock{file: f, ino: f.ino})
		own = len(k.locks) - 1
	}
	k.locks[own].mode = mode
	return true
}
