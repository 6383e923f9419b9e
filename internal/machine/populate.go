package machine

import (
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// addHome adds the user and its home to a fresh tree.
func (m *Machine) addHome() error {
	if err := m.addUser(); err != nil {
		return err
	}
	if err := m.mkdir(m.opt.Home, 0o755, m.cred.UID, m.cred.GID); err != nil {
		return fmt.Errorf("home directory %s: %w", m.opt.Home, err)
	}
	return nil
}

// populate adds the files and the mounts to a tree that has a user and a home.
func (m *Machine) populate() error {
	o := m.opt
	for i := range o.Files {
		if err := m.addFile(&o.Files[i]); err != nil {
			return fmt.Errorf("file %s: %w", o.Files[i].Path, err)
		}
	}
	for _, mt := range o.Mounts {
		if err := m.mkdir(mt.Path, 0o755, m.cred.UID, m.cred.GID); err != nil {
			return fmt.Errorf("mount %s: %w", mt.Path, err)
		}
		l, err := m.k.FS.Walk(tree.Root, mt.Path, &tree.Cred{}, true)
		if err == nil {
			err = m.k.FS.Mount(l.Ino, mt.Source, m.cred.UID, m.cred.GID)
		}
		if err != nil {
			return fmt.Errorf("mount %s: %w", mt.Path, err)
		}
	}
	return nil
}

// addUser finds the machine's user, or adds it to /etc/passwd and /etc/group.
func (m *Machine) addUser() error {
	o := m.opt
	if u := m.k.UserByName(o.User); u != nil {
		m.cred = tree.Cred{UID: u.UID, GID: u.GID}
		for _, g := range m.k.Groups() {
			for _, name := range g.Members {
				if name == o.User {
					m.cred.Groups = append(m.cred.Groups, g.GID)
				}
			}
		}
		return nil
	}
	if strings.ContainsAny(o.User, ":/\n ") {
		return errors.New("user name " + strconv.Quote(o.User) + " cannot be used")
	}
	id := strconv.FormatUint(uint64(o.UID), 10)
	m.cred = tree.Cred{UID: o.UID, GID: o.UID}
	if err := m.appendTo("/etc/passwd", o.User+":x:"+id+":"+id+"::"+o.Home+":/bin/bash\n"); err != nil {
		return err
	}
	return m.appendTo("/etc/group", o.User+":x:"+id+":\n")
}

func (m *Machine) appendTo(file, text string) error {
	l, err := m.k.FS.Walk(tree.Root, file, &tree.Cred{}, true)
	if err != nil {
		return err
	}
	return m.k.FS.WriteAt(l.Ino, []byte(text), m.k.FS.Node(l.Ino).Size(), tree.Exact)
}

// mkdir makes a directory and those above it that are missing; all new ones belong to uid and gid.
func (m *Machine) mkdir(dir string, perm uint16, uid, gid uint32) error {
	if !strings.HasPrefix(dir, "/") {
		return tree.EINVAL
	}
	at := ""
	for _, part := range strings.Split(strings.Trim(path.Clean(dir), "/"), "/") {
		if part == "" {
			continue
		}
		at += "/" + part
		l, err := m.k.FS.Walk(tree.Root, at, &tree.Cred{}, true)
		if err != nil {
			return err
		}
		if l.Ino != 0 {
			if m.k.FS.Node(l.Ino).Kind != tree.Dir {
				return tree.ENOTDIR
			}
			continue
		}
		if _, err := m.k.FS.Create(l, tree.Attr{Kind: tree.Dir, Perm: perm, UID: uid, GID: gid}, &tree.Cred{}); err != nil {
			return err
		}
	}
	return nil
}

// addFile makes one file of the start state.
func (m *Machine) addFile(f *File) error {
	p := f.Path
	if !strings.HasPrefix(p, "/") {
		p = path.Join(m.home, p)
	}
	uid, gid := m.cred.UID, m.cred.GID
	if f.Owner != "" {
		u := m.k.UserByName(f.Owner)
		if u == nil {
			return errors.New("no user is called " + strconv.Quote(f.Owner))
		}
		uid, gid = u.UID, u.GID
	}
	if err := m.mkdir(path.Dir(p), 0o755, uid, gid); err != nil {
		return err
	}
	l, err := m.k.FS.Walk(tree.Root, p, &tree.Cred{}, f.Link == "")
	if err != nil {
		return err
	}
	a := tree.Attr{Kind: tree.Regular, Perm: f.Perm, UID: uid, GID: gid, Label: f.Label}
	switch {
	case f.Dir:
		a.Kind = tree.Dir
	case f.Link != "":
		a.Kind, a.Target, a.Perm = tree.Symlink, f.Link, 0o777
	}
	if a.Perm == 0 {
		a.Perm = 0o644
		if f.Dir {
			a.Perm = 0o755
		}
	}
	i := l.Ino
	if i == 0 {
		if i, err = m.k.FS.Create(l, a, &tree.Cred{}); err != nil {
			return err
		}
	}
	if a.Kind == tree.Regular {
		if err := m.k.FS.Resize(i, 0); err != nil {
			return err
		}
		if err := m.k.FS.WriteAt(i, f.Content, 0, f.Label); err != nil {
			return err
		}
	}
	if f.Mtime != 0 {
		return m.k.FS.Utimes(i, f.Mtime, f.Mtime, true, &tree.Cred{})
	}
	return nil
}
