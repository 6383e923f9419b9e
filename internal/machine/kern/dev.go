package kern

import (
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// openDevice opens a character device by its number, as in Linux's devices list.
func (p *Proc) openDevice(n *tree.Node, path string, flags int) (*File, error) {
	f := &File{flags: flags, path: path}
	switch n.Rdev {
	case tree.Dev{Major: 1, Minor: 3}:
		f.kind = kindNull
	case tree.Dev{Major: 1, Minor: 5}:
		f.kind = kindZero
	case tree.Dev{Major: 1, Minor: 7}:
		f.kind = kindFull
	case tree.Dev{Major: 1, Minor: 8}, tree.Dev{Major: 1, Minor: 9}:
		f.kind = kindRandom
		f.rng = uint64(p.K.now) ^ uint64(p.PID)<<40
	case tree.Dev{Major: 5, Minor: 0}:
		for fd := range 3 {
			if p.IsTerminal(fd) {
				return p.FD(fd), nil
			}
		}
		return nil, tree.ENXIO
	default:
		return nil, tree.ENXIO
	}
	return f, nil
}

// openFifo opens a named pipe. As in Linux it waits for the other side.
func (p *Proc) openFifo(i tree.Ino, flags int) (*File, error) {
	k := p.K
	pipe := k.fifos[i]
	if pipe == nil {
		pipe = &Pipe{}
		if k.fifos == nil {
			k.fifos = map[tree.Ino]*Pipe{}
		}
		k.fifos[i] = pipe
	}
	f := &File{flags: flags, pipe: pipe, kind: kindPipeRead}
	if flags&accMode == ReadOnly {
		pipe.readers++
		k.wakeAll(&pipe.writable)
		for pipe.writers == 0 && len(pipe.buf) == pipe.off {
			k.park(&pipe.readable)
		}
		return f, nil
	}
	f.kind = kindPipeWrite
	pipe.writers++
	k.wakeAll(&pipe.readable)
	for pipe.readers == 0 {
		k.park(&pipe.writable)
	}
	return f, nil
}

// readFeed is the place of a terminal's input; a machine without one reads nothing.
func (f *File) readFeed(*Proc, []byte) (int, []tree.Run, error) { return 0, nil, nil }
