package executed

import (
	"bytes"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
	"github.com/orrery-world/orrery/internal/sandbox"
)

// takeBack makes the changes of a run in the machine, as its process: with its rights and its label, at the virtual time.
func (s *streams) takeBack(res sandbox.Result) {
	b := &importer{p: s.p, owners: res.Owners && s.p.Cred.UID == 0}
	for _, path := range res.Removed {
		b.note(path, b.remove(path))
	}
	for i := range res.Changed {
		f := &res.Changed[i]
		b.note(f.Path, b.change(f))
	}
	// Directories last: what is made in one changes its time, and one that may not be written is filled first.
	for i := len(res.Changed) - 1; i >= 0; i-- {
		if f := &res.Changed[i]; f.Type == sandbox.Dir {
			b.note(f.Path, b.dress(f))
		}
	}
	for _, lost := range res.Lost {
		s.p.K.Warn("executed: a change is lost: " + lost)
	}
}

// importer makes changes.
type importer struct {
	p      *kern.Proc
	owners bool
}

func (b *importer) note(path string, err error) {
	if err != nil {
		b.p.K.Warn("executed: a change is lost: " + strconv.Quote(path) + ": " + kern.ErrText(err))
	}
}

func (b *importer) remove(path string) error {
	st, err := b.p.Lstat(path)
	switch {
	case err != nil:
		return err
	case st.IsDir():
		return b.p.Rmdir(path)
	default:
		return b.p.Unlink(path)
	}
}

// change makes the file what it has become.
func (b *importer) change(f *sandbox.File) error {
	st, err := b.p.Lstat(f.Path)
	there := err == nil
	if there && (types[st.Kind] != f.Type || f.Link != "" || f.Type == sandbox.Symlink || f.Fresh && st.Nlink > 1 && f.Type != sandbox.Dir) {
		if err := b.remove(f.Path); err != nil {
			return err
		}
		there = false
	}
	if f.Link != "" {
		return b.p.Link(f.Link, f.Path, false)
	}
	switch f.Type {
	case sandbox.Dir:
		if !there {
			return b.p.Mkdir(f.Path, 0o777)
		}
		return nil // dressed later
	case sandbox.Symlink:
		err = b.p.Symlink(f.Target, f.Path)
	case sandbox.Fifo:
		if !there {
			err = b.p.Mkfifo(f.Path, uint16(f.Perm))
		}
	default:
		err = b.content(f, there, &st)
	}
	if err != nil {
		return err
	}
	return b.dress(f)
}

// content writes what a file holds. What was only added to keeps the labels of its beginning.
func (b *importer) content(f *sandbox.File, there bool, st *kern.Stat) error {
	flags, from := kern.WriteOnly|kern.Creat|kern.NoFollow, int64(0)
	if there {
		old := b.p.K.FS.Load(st.Ino).Bytes()
		if bytes.Equal(old, f.Content) {
			return nil
		}
		if st.Perm&0o200 == 0 && b.p.Cred.UID != 0 { // it had been made writable for the time
			if err := b.p.Chmod(f.Path, st.Perm|0o200); err != nil {
				return err
			}
		}
		if len(old) > 0 && bytes.HasPrefix(f.Content, old) {
			from = int64(len(old))
		} else {
			flags |= kern.Trunc
		}
	}
	fd, err := b.p.Open(f.Path, flags, uint16(f.Perm))
	if err != nil {
		return err
	}
	if from > 0 {
		if _, err := b.p.Seek(fd, from, 0); err != nil {
			return err
		}
	}
	if _, err := b.p.Write(fd, f.Content[from:]); err != nil {
		return err
	}
	return b.p.Close(fd)
}

// dress gives a file its permissions, owner and time.
func (b *importer) dress(f *sandbox.File) error {
	st, err := b.p.Lstat(f.Path)
	if err != nil {
		return err
	}
	if b.owners && (f.UID != st.UID || f.GID != st.GID) {
		if err := b.p.Chown(f.Path, int64(f.UID), int64(f.GID), false); err != nil {
			return err
		}
	}
	if f.Type != sandbox.Symlink && uint16(f.Perm) != st.Perm {
		if err := b.p.Chmod(f.Path, uint16(f.Perm)); err != nil {
			return err
		}
	}
	if !f.Touched && f.Mtime != st.Mtime && f.Type != sandbox.Dir {
		return b.p.Utimes(f.Path, tree.Omit, f.Mtime, true, false)
	}
	return nil
}
