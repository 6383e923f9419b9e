package kern

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// devFD returns the descriptor that a path such as /dev/fd/3, /dev/stdin or /proc/self/fd/3 names.
func devFD(path string) (fd int, ok bool) {
	if !strings.HasPrefix(path, "/dev/") && !strings.HasPrefix(path, "/proc/self/fd/") {
		return 0, false
	}
	switch path {
	case "/dev/stdin":
		return 0, true
	case "/dev/stdout":
		return 1, true
	case "/dev/stderr":
		return 2, true
	}
	rest, ok := strings.CutPrefix(path, "/dev/fd/")
	if !ok {
		rest, ok = strings.CutPrefix(path, "/proc/self/fd/")
	}
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(rest)
	return n, err == nil && n >= 0
}

// reopen opens what descriptor fd is open on once more. A file gets a position of its own, as in Linux; anything else is
// shared.
func (p *Proc) reopen(fd, flags int) (*File, error) {
	f := p.FD(fd)
	if f == nil {
		return nil, tree.ENOENT
	}
	switch f.kind {
	case kindNode:
		n := p.K.FS.Load(f.ino)
		if n == nil {
			return nil, tree.ENOENT
		}
		return p.openNode(f.ino, n, f.path, flags)
	case kindBytes:
		g := *f
		g.refs, g.off = 0, 0
		return &g, nil
	}
	return f, nil
}
