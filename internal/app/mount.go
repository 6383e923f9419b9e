package app

import (
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/machine"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// parseMount reads HOST:GUEST and opens the host directory.
func parseMount(s string) (machine.Mount, error) {
	host, guest, ok := strings.Cut(s, ":")
	if !ok || host == "" || !path.IsAbs(guest) || guest == "/" {
		return machine.Mount{}, orrery.Invalidf("--mount %s: wanted HOST:GUEST", s).
			Hinted("HOST is a directory here, GUEST an absolute path in the machine, such as --mount .:/home/user/src")
	}
	root, err := os.OpenRoot(host)
	if err != nil {
		return machine.Mount{}, orrery.Invalidf("--mount %s: %w", s, err)
	}
	return machine.Mount{Path: path.Clean(guest), Source: hostDir{root}}, nil
}

// hostDir shows a host directory to a machine. It opens files for reading only, and the root keeps every
// look-up inside the directory, whatever its symbolic links say.
type hostDir struct {
	root *os.Root
}

// maxHostFile is the largest file that a mount shows; the memory of a machine is finite.
const maxHostFile = 256 << 20

// List returns what is in a directory. Devices, sockets and pipes of the host are left out.
func (h hostDir) List(name string) ([]tree.Info, error) {
	f, err := h.root.Open(inside(name))
	if err != nil {
		return nil, err
	}
	entries, err := f.ReadDir(-1)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return nil, err
	}
	var out []tree.Info
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue // gone since the directory was read
		}
		if i, ok := h.info(name, info); ok {
			out = append(out, i)
		}
	}
	return out, nil
}

func (h hostDir) info(dir string, info fs.FileInfo) (tree.Info, bool) {
	out := tree.Info{Name: info.Name(), Perm: uint16(info.Mode().Perm()), Size: info.Size(), Mtime: info.ModTime().UnixNano()}
	switch {
	case info.IsDir():
		out.Kind = tree.Dir
	case info.Mode().IsRegular() && info.Size() <= maxHostFile:
		out.Kind = tree.Regular
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := h.root.Readlink(inside(path.Join(dir, info.Name())))
		if err != nil {
			return tree.Info{}, false
		}
		out.Kind, out.Target, out.Perm = tree.Symlink, target, 0o777
	default:
		return tree.Info{}, false
	}
	return out, true
}

// Read returns the content of a regular file.
func (h hostDir) Read(name string) ([]byte, error) { return h.root.ReadFile(inside(name)) }

// inside spells the top as package os does.
func inside(name string) string {
	if name == "" {
		return "."
	}
	return name
}
