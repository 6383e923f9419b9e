package wasi

import (
	"errors"
	"io"
	"io/fs"
	"strings"

	wasys "github.com/tetratelabs/wazero/experimental/sys"
	"github.com/tetratelabs/wazero/sys"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// machineFS is the machine's tree as the guest's process sees it.
type machineFS struct {
	wasys.UnimplementedFS
	*guest
}

// errnos maps the machine's failures to those that WebAssembly has; what is not there is EIO.
var errnos = map[tree.Errno]wasys.Errno{tree.EACCES: wasys.EACCES, tree.EAGAIN: wasys.EAGAIN, tree.EBADF: wasys.EBADF, tree.EEXIST: wasys.EEXIST,
	tree.EINTR: wasys.EINTR, tree.EINVAL: wasys.EINVAL, tree.EISDIR: wasys.EISDIR, tree.ELOOP: wasys.ELOOP, tree.ENAMETOOLONG: wasys.ENAMETOOLONG,
	tree.ENOENT: wasys.ENOENT, tree.ENOTDIR: wasys.ENOTDIR, tree.ENOTEMPTY: wasys.ENOTEMPTY, tree.ENOTSUP: wasys.ENOTSUP, tree.EPERM: wasys.EPERM,
	tree.EROFS: wasys.EROFS}

func errno(err error) wasys.Errno {
	var e tree.Errno
	switch {
	case err == nil, errors.Is(err, io.EOF):
		return 0
	case errors.As(err, &e):
		if x, ok := errnos[e]; ok {
			return x
		}
	}
	return wasys.EIO
}

// abs returns the machine's path for one of the guest's, which are relative to the root.
func abs(path string) string { return "/" + strings.TrimPrefix(path, "/") }

// OpenFile opens a file or directory.
func (m *machineFS) OpenFile(path string, flag wasys.Oflag, _ fs.FileMode) (wasys.File, wasys.Errno) {
	defer m.leave()
	flags := kern.ReadOnly
	switch {
	case flag&wasys.O_RDWR != 0:
		flags = kern.ReadWrite
	case flag&wasys.O_WRONLY != 0:
		flags = kern.WriteOnly
	}
	for _, x := range []struct {
		theirs wasys.Oflag
		ours   int
	}{{wasys.O_CREAT, kern.Creat}, {wasys.O_EXCL, kern.Excl}, {wasys.O_TRUNC, kern.Trunc}, {wasys.O_APPEND, kern.Append}, {wasys.O_DIRECTORY, kern.Directory},
		{wasys.O_NOFOLLOW, kern.NoFollow}} {
		if flag&x.theirs != 0 {
			flags |= x.ours
		}
	}
	fd, err := m.p.Open(abs(path), flags, 0o666) // WebAssembly knows no permissions: the process's mask decides
	if err != nil {
		return nil, errno(err)
	}
	st, err := m.p.StatFD(fd)
	if err != nil {
		_ = m.p.Close(fd)
		return nil, errno(err)
	}
	return &file{guest: m.guest, fd: fd, path: abs(path), dir: st.IsDir(), ino: sys.Inode(st.Ino), appends: flags&kern.Append != 0}, 0
}

// Lstat tells of a file, not following a link.
func (m *machineFS) Lstat(path string) (sys.Stat_t, wasys.Errno) {
	defer m.leave()
	return told(m.p.Lstat(abs(path)))
}

// Stat tells of a file.
func (m *machineFS) Stat(path string) (sys.Stat_t, wasys.Errno) {
	defer m.leave()
	return told(m.p.Stat(abs(path)))
}

var kinds = map[tree.Kind]fs.FileMode{tree.Dir: fs.ModeDir, tree.Symlink: fs.ModeSymlink, tree.CharDev: fs.ModeDevice | fs.ModeCharDevice,
	tree.BlockDev: fs.ModeDevice, tree.Fifo: fs.ModeNamedPipe, tree.Socket: fs.ModeSocket}

func told(st kern.Stat, err error) (sys.Stat_t, wasys.Errno) {
	if err != nil {
		return sys.Stat_t{}, errno(err)
	}
	return sys.Stat_t{Dev: 1, Ino: sys.Inode(st.Ino), Mode: fs.FileMode(st.Perm)&fs.ModePerm | kinds[st.Kind], Nlink: uint64(st.Nlink), Size: st.Size,
		Atim: st.Atime, Mtim: st.Mtime, Ctim: st.Ctime}, 0
}

// Mkdir makes a directory.
func (m *machineFS) Mkdir(path string, _ fs.FileMode) wasys.Errno {
	defer m.leave()
	return errno(m.p.Mkdir(abs(path), 0o777))
}

// Chmod sets permissions.
func (m *machineFS) Chmod(path string, perm fs.FileMode) wasys.Errno {
	defer m.leave()
	return errno(m.p.Chmod(abs(path), uint16(perm.Perm())))
}

// Rename moves a file.
func (m *machineFS) Rename(from, to string) wasys.Errno {
	defer m.leave()
	return errno(m.p.Rename(abs(from), abs(to)))
}

// Rmdir removes a directory.
func (m *machineFS) Rmdir(path string) wasys.Errno {
	defer m.leave()
	return errno(m.p.Rmdir(abs(path)))
}

// Unlink removes a file.
func (m *machineFS) Unlink(path string) wasys.Errno {
	defer m.leave()
	return errno(m.p.Unlink(abs(path)))
}

// Link makes a second name.
func (m *machineFS) Link(from, to string) wasys.Errno {
	defer m.leave()
	return errno(m.p.Link(abs(from), abs(to), false))
}

// Symlink makes a symbolic link.
func (m *machineFS) Symlink(target, path string) wasys.Errno {
	defer m.leave()
	return errno(m.p.Symlink(target, abs(path)))
}

// Readlink tells where a symbolic link points.
func (m *machineFS) Readlink(path string) (string, wasys.Errno) {
	defer m.leave()
	target, err := m.p.Readlink(abs(path))
	return target, errno(err)
}

// Utimens sets times.
func (m *machineFS) Utimens(path string, atime, mtime int64) wasys.Errno {
	defer m.leave()
	return errno(m.p.Utimes(abs(path), atime, mtime, true, true)) // UTIME_OMIT is tree.Omit
}

// file is an open file or directory.
type file struct {
	wasys.UnimplementedFile
	*guest
	fd      int
	path    string
	dir     bool
	appends bool
	ino     sys.Inode
	entries []wasys.Dirent
	listed  bool
	at      int
}

// Dev is the same for all files.
func (f *file) Dev() (uint64, wasys.Errno) { return 1, 0 }

// Ino returns the inode number.
func (f *file) Ino() (sys.Inode, wasys.Errno) { return f.ino, 0 }

// IsDir says whether it is a directory.
func (f *file) IsDir() (bool, wasys.Errno) { return f.dir, 0 }

// IsAppend says whether all is written at the end.
func (f *file) IsAppend() bool { return f.appends }

// Stat tells of the file.
func (f *file) Stat() (sys.Stat_t, wasys.Errno) {
	defer f.leave()
	return told(f.p.StatFD(f.fd))
}

// Read reads on.
func (f *file) Read(b []byte) (int, wasys.Errno) {
	defer f.leave()
	n, err := f.p.Read(f.fd, b)
	return n, errno(err)
}

// Write writes on.
func (f *file) Write(b []byte) (int, wasys.Errno) {
	defer f.leave()
	n, err := f.p.Write(f.fd, b)
	return n, errno(err)
}

// Pread reads at a place and leaves the position alone.
func (f *file) Pread(b []byte, off int64) (int, wasys.Errno) {
	return f.aside(off, func() (int, error) { return f.p.Read(f.fd, b) })
}

// Pwrite writes at a place and leaves the position alone.
func (f *file) Pwrite(b []byte, off int64) (int, wasys.Errno) {
	return f.aside(off, func() (int, error) { return f.p.Write(f.fd, b) })
}

func (f *file) aside(off int64, do func() (int, error)) (int, wasys.Errno) {
	defer f.leave()
	here, err := f.p.Seek(f.fd, 0, io.SeekCurrent)
	if err != nil {
		return 0, errno(err)
	}
	if _, err := f.p.Seek(f.fd, off, io.SeekStart); err != nil {
		return 0, errno(err)
	}
	n, err := do()
	if _, back := f.p.Seek(f.fd, here, io.SeekStart); back != nil {
		return n, errno(back)
	}
	return n, errno(err)
}

// offset is a place in a file. It has a name of its own so that vet does not take Seek for a wrong io.Seeker.
type offset = int64

// Seek moves the position; of a directory only to its start.
func (f *file) Seek(off offset, whence int) (int64, wasys.Errno) {
	defer f.leave()
	if f.dir {
		if off != 0 || whence != io.SeekStart {
			return 0, wasys.EINVAL
		}
		f.entries, f.listed, f.at = nil, false, 0
		return 0, 0
	}
	n, err := f.p.Seek(f.fd, off, whence)
	return n, errno(err)
}

// Readdir returns the next entries of a directory.
func (f *file) Readdir(n int) ([]wasys.Dirent, wasys.Errno) {
	defer f.leave()
	if !f.dir {
		return nil, wasys.ENOTDIR
	}
	if !f.listed {
		list, err := f.p.ReadDir(f.path)
		if err != nil {
			return nil, errno(err)
		}
		f.listed = true
		for _, e := range list {
			d := wasys.Dirent{Ino: sys.Inode(e.Ino), Name: e.Name}
			if node := f.p.K.FS.Node(e.Ino); node != nil {
				d.Type = kinds[node.Kind]
			}
			f.entries = append(f.entries, d)
		}
	}
	left := f.entries[f.at:]
	if n > 0 && len(left) > n {
		left = left[:n]
	}
	f.at += len(left)
	return left, 0
}

// Truncate sets the size.
func (f *file) Truncate(size int64) wasys.Errno {
	defer f.leave()
	return errno(f.p.TruncateFD(f.fd, size))
}

// Utimens sets times.
func (f *file) Utimens(atime, mtime int64) wasys.Errno {
	defer f.leave()
	return errno(f.p.Utimes(f.path, atime, mtime, true, true))
}

// Close closes the file.
func (f *file) Close() wasys.Errno {
	defer f.leave()
	return errno(f.p.Close(f.fd))
}
