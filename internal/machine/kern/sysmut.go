package kern

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// Mkdir makes a directory; perm is taken less the umask.
func (p *Proc) Mkdir(path string, perm uint16) error {
	return p.mknod(path, tree.Attr{Kind: tree.Dir, Perm: perm &^ p.Umask})
}

// Mkfifo makes a named pipe; perm is taken less the umask.
func (p *Proc) Mkfifo(path string, perm uint16) error {
	return p.mknod(path, tree.Attr{Kind: tree.Fifo, Perm: perm &^ p.Umask})
}

// Symlink makes a symbolic link at path that points to target.
func (p *Proc) Symlink(target, path string) error {
	if target == "" {
		return tree.ENOENT
	}
	return p.mknod(path, tree.Attr{Kind: tree.Symlink, Perm: 0o777, Target: target})
}

func (p *Proc) mknod(path string, a tree.Attr) error {
	p.Tick(1)
	l, err := p.Walk(path, false)
	if err != nil {
		return err
	}
	_, err = p.create(l, a)
	return err
}

// Readlink returns where the symbolic link at path points.
func (p *Proc) Readlink(path string) (string, error) {
	_, n, err := p.find(path, false)
	if err != nil {
		return "", err
	}
	if n.Kind != tree.Symlink {
		return "", tree.EINVAL
	}
	p.label |= n.TargetLabel
	return n.Target, nil
}

// Unlink removes the name of a file.
func (p *Proc) Unlink(path string) error {
	p.Tick(1)
	if p.linkWithSlash(path) {
		return tree.ENOTDIR
	}
	l, err := p.Walk(path, false)
	if err != nil {
		return err
	}
	if l.Slash && l.Ino != 0 {
		return tree.ENOTDIR
	}
	if err := p.K.FS.Unlink(l, &p.Cred); err != nil {
		return err
	}
	p.K.reapIfGone(l.Ino)
	return nil
}

// linkWithSlash says whether path is a symbolic link with a slash behind its name: removing follows no link.
func (p *Proc) linkWithSlash(path string) bool {
	t := strings.TrimRight(path, "/")
	if t == "" || t == path {
		return false
	}
	_, n, err := p.find(t, false)
	return err == nil && n.Kind == tree.Symlink
}

// Rmdir removes an empty directory.
func (p *Proc) Rmdir(path string) error {
	p.Tick(1)
	if p.linkWithSlash(path) {
		return tree.ENOTDIR
	}
	l, err := p.Walk(path, false)
	if err != nil {
		return err
	}
	if l.Name == "" && l.Ino != 0 && l.Ino != tree.Root {
		if path == "." || len(path) > 1 && path[len(path)-2:] == "/." {
			return tree.EINVAL
		}
		return tree.ENOTEMPTY
	}
	return p.K.FS.Rmdir(l, &p.Cred)
}

// Rename moves a file or directory, replacing what is at the new place as rename(2) does.
func (p *Proc) Rename(from, to string) error {
	p.Tick(1)
	a, err := p.Walk(from, false)
	if err != nil {
		return err
	}
	if a.Ino == 0 {
		return tree.ENOENT
	}
	if p.linkWithSlash(from) {
		return tree.ENOTDIR
	}
	b, err := p.Walk(to, false)
	if err != nil {
		return err
	}
	gone, err := p.K.FS.Rename(a, b, p.label, &p.Cred)
	if err != nil {
		return err
	}
	p.K.reapIfGone(gone)
	return nil
}

// Link makes a second name for a file; a symbolic link at from is followed if follow.
func (p *Proc) Link(from, to string, follow bool) error {
	p.Tick(1)
	i, _, err := p.find(from, follow)
	if err != nil {
		return err
	}
	l, err := p.Walk(to, false)
	if err != nil {
		return err
	}
	return p.K.FS.Link(i, l, p.label, &p.Cred)
}

func (k *Kernel) reapIfGone(i tree.Ino) {
	if n := k.FS.Node(i); i != 0 && n != nil && n.Nlink == 0 {
		k.reap(i)
	}
}

// Chmod sets permission bits; symbolic links are followed.
func (p *Proc) Chmod(path string, perm uint16) error {
	i, _, err := p.find(path, true)
	if err != nil {
		return err
	}
	return p.K.FS.Chmod(i, perm, &p.Cred)
}

// Chown sets owner and group; -1 leaves one as it is.
func (p *Proc) Chown(path string, uid, gid int64, follow bool) error {
	i, _, err := p.find(path, follow)
	if err != nil {
		return err
	}
	return p.K.FS.Chown(i, uid, gid, &p.Cred)
}

// Utimes sets access and modification time in nanoseconds since 1970; tree.Omit leaves one as it is. Explicit false is for
// "now", which needs write permission only.
func (p *Proc) Utimes(path string, atime, mtime int64, explicit, follow bool) error {
	i, _, err := p.find(path, follow)
	if err != nil {
		return err
	}
	return p.K.FS.Utimes(i, atime, mtime, explicit, &p.Cred)
}

// Truncate sets the size of a file.
func (p *Proc) Truncate(path string, size int64) error {
	i, n, err := p.find(path, true)
	if err != nil {
		return err
	}
	if !n.Access(&p.Cred, 2) {
		return tree.EACCES
	}
	return p.K.quota(p.K.FS.Resize(i, size))
}

// TruncateFD sets the size of the file that fd is open on.
func (p *Proc) TruncateFD(fd int, size int64) error {
	f := p.FD(fd)
	if f == nil || f.flags&accMode == ReadOnly {
		return tree.EBADF
	}
	if f.kind != kindNode {
		return tree.EINVAL
	}
	return p.K.quota(p.K.FS.Resize(f.ino, size))
}

// Chdir changes p's directory.
func (p *Proc) Chdir(path string) error {
	i, n, err := p.find(path, true)
	switch {
	case err != nil:
		return err
	case n.Kind != tree.Dir:
		return tree.ENOTDIR
	case !n.Access(&p.Cred, 1):
		return tree.EACCES
	}
	p.Cwd = i
	return nil
}

// Getwd returns the absolute path of p's directory without symbolic links; ENOENT when it has been removed.
func (p *Proc) Getwd() (string, error) {
	s, ok := p.K.FS.Path(p.Cwd)
	if !ok {
		return "", tree.ENOENT
	}
	p.Taint(p.K.FS.PathLabel(p.Cwd))
	return s, nil
}
