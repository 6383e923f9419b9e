package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"

	"golang.org/x/sys/unix"
)

// mark is what a file was when it was laid out: what differs afterwards is a change.
type mark struct {
	ino          uint64
	size         int64
	mode         uint32
	uid, gid     uint32
	mtime, ctime unix.Timespec
}

func markOf(st *unix.Stat_t) mark {
	m := mark{ino: st.Ino, size: st.Size, mode: st.Mode, uid: st.Uid, gid: st.Gid, mtime: st.Mtim, ctime: st.Ctim}
	if st.Mode&unix.S_IFMT == unix.S_IFDIR { // what a directory holds is looked at itself
		m.size, m.ctime = 0, unix.Timespec{}
	}
	return m
}

// lay makes the files of the tree. Their directories get permissions and times last, when everything is in them.
func (b *box) lay(in *reader) error {
	var dirs []File
	b.laid = map[string]mark{}
	var paths []string
	for {
		f, more, err := in.file()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if f.Path != "/" && (f.Path == "" || f.Path[0] != '/' || System(f.Path) || b.isBound(f.Path)) {
			continue
		}
		if err := b.layFile(&f); err != nil {
			return fmt.Errorf("%q: %w", f.Path, err)
		}
		if f.Type == Dir && f.Link == "" {
			f.Content = nil
			dirs = append(dirs, f)
		}
		paths = append(paths, f.Path)
		if f.Watch {
			b.watched = append(b.watched, f.Path)
		}
	}
	for _, f := range slices.Backward(dirs) {
		if err := b.dress(&f); err != nil {
			return fmt.Errorf("%q: %w", f.Path, err)
		}
	}
	for _, p := range b.watched {
		if err := unix.UtimesNanoAt(unix.AT_FDCWD, p, []unix.Timespec{{}, {Nsec: unix.UTIME_OMIT}}, unix.AT_SYMLINK_NOFOLLOW); err != nil {
			return fmt.Errorf("%q: %w", p, err)
		}
	}
	for _, p := range append(paths, "/etc") { // which is there even when it was not given
		var st unix.Stat_t
		if err := unix.Lstat(p, &st); err != nil {
			return fmt.Errorf("%q: %w", p, err)
		}
		b.laid[p] = markOf(&st)
	}
	b.start = coarseNow()
	return nil
}

// read returns the watched files whose access time has moved, or which are no longer where they were.
func (b *box) read() [][]byte {
	var out [][]byte
	for _, p := range b.watched {
		var st unix.Stat_t
		if unix.Lstat(p, &st) != nil || st.Ino != b.laid[p].ino || st.Atim != (unix.Timespec{}) {
			out = append(out, []byte(p))
		}
	}
	return out
}

// coarseNow is the clock that file times are taken from.
func coarseNow() int64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_REALTIME_COARSE, &t); err != nil {
		return 0
	}
	return t.Nano()
}

func (b *box) layFile(f *File) error {
	if f.Link != "" {
		return os.Link(f.Link, f.Path)
	}
	switch f.Type {
	case Dir:
		if err := os.Mkdir(f.Path, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		return nil
	case Symlink:
		if err := os.Symlink(f.Target, f.Path); err != nil {
			return err
		}
	case Fifo:
		if err := unix.Mkfifo(f.Path, 0o600); err != nil {
			return err
		}
	default:
		if err := os.WriteFile(f.Path, f.Content, 0o600); err != nil {
			return err
		}
	}
	return b.dress(f)
}

// dress gives a file its owner, permissions and time.
func (b *box) dress(f *File) error {
	if perm := &f.Perm; !b.o.Owners { // everything belongs to the program's user, who shall not get more than it has
		*perm = *perm&^0o700 | f.Reach<<6
	} else {
		if err := os.Lchown(f.Path, int(f.UID), int(f.GID)); err != nil {
			return err
		}
	}
	if f.Type != Symlink {
		if err := unix.Chmod(f.Path, f.Perm&0o7777); err != nil {
			return err
		}
	}
	t := unix.NsecToTimespec(f.Mtime)
	return unix.UtimesNanoAt(unix.AT_FDCWD, f.Path, []unix.Timespec{t, t}, unix.AT_SYMLINK_NOFOLLOW)
}

// collect finds what has changed since the tree was laid out. By now nothing else runs in the sandbox.
func (b *box) collect(rep *report) {
	c := &collector{box: b, rep: rep, left: b.o.Limits.Disk, seen: map[string]bool{}, first: map[uint64]string{}}
	c.seen["/"] = true
	c.walk("/", 0)
	for p := range b.laid {
		if !c.seen[p] {
			rep.Removed = append(rep.Removed, []byte(p))
		}
	}
	// Longer paths first: a directory goes after what it holds.
	slices.SortFunc(rep.Removed, func(x, y []byte) int {
		if len(x) != len(y) {
			return len(y) - len(x)
		}
		return slices.Compare(x, y)
	})
}

// collector walks the tree after a run.
type collector struct {
	*box
	rep   *report
	left  int64 // bytes of content that may still be brought back
	seen  map[string]bool
	first map[uint64]string // paths of files with several names
}

// maxSkew is how far file times may be ahead of the coarse clock, in nanoseconds.
const maxSkew = 20_000_000

// maxDepth is how deep directories are followed: deeper ones have no path that the kernel takes.
const maxDepth = 2048

func (c *collector) lose(p string, err error) {
	const most = 20
	if len(c.rep.Lost) < most {
		c.rep.Lost = append(c.rep.Lost, fmt.Sprintf("%q: %v", p, err))
	}
}

func (c *collector) walk(dir string, depth int) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		c.lose(dir, err)
		return
	}
	for _, e := range entries {
		p := path.Join(dir, e.Name())
		if System(p) || c.isBound(p) {
			continue
		}
		var st unix.Stat_t
		if err := unix.Lstat(p, &st); err != nil {
			c.lose(p, err)
			continue
		}
		c.compare(p, &st)
		if st.Mode&unix.S_IFMT == unix.S_IFDIR && depth < maxDepth {
			c.walk(p, depth+1)
		}
	}
}

// compare notes the file at p when it is not as it was.
func (c *collector) compare(p string, st *unix.Stat_t) {
	now := markOf(st)
	was, known := c.laid[p]
	c.seen[p] = true
	if known && now == was {
		return
	}
	isDir := st.Mode&unix.S_IFMT == unix.S_IFDIR
	f := File{Path: p, Perm: st.Mode & 0o7777, UID: st.Uid, GID: st.Gid, Mtime: st.Mtim.Nano(),
		Fresh: !known || now.ino != was.ino}
	f.Touched = f.Mtime >= c.start && f.Mtime <= coarseNow()+maxSkew
	if isDir && known && !f.Fresh && now.mode == was.mode && now.uid == was.uid && now.gid == was.gid {
		return
	}
	var err error
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		f.Type = Dir
	case unix.S_IFLNK:
		f.Type = Symlink
		f.Target, err = os.Readlink(p)
	case unix.S_IFIFO:
		f.Type = Fifo
	case unix.S_IFREG:
		err = c.regular(&f, st)
	default:
		err = errors.New("a socket or device cannot be kept")
	}
	if err != nil {
		c.lose(p, err)
		return
	}
	c.changes = append(c.changes, f)
}

func (c *collector) regular(f *File, st *unix.Stat_t) error {
	f.Type = Regular
	if st.Nlink > 1 {
		if other, ok := c.first[st.Ino]; ok {
			f.Link = other
			return nil
		}
		c.first[st.Ino] = f.Path
	}
	if st.Size > c.left {
		return errors.New("too much was written")
	}
	c.left -= st.Size
	var err error
	f.Content, err = os.ReadFile(f.Path)
	return err
}
