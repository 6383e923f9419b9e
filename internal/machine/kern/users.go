package kern

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// User is one line of /etc/passwd.
type User struct {
	Name        string
	UID, GID    uint32
	Gecos, Home string
	Shell       string
}

// Group is one line of /etc/group.
type Group struct {
	Name    string
	GID     uint32
	Members []string
}

// userCache holds the parsed user database as long as its files stay the same nodes.
type userCache struct {
	passwd, group     *tree.Node
	passwdAt, groupAt int64
	users             []User
	groups            []Group
}

// AdoptUsers takes over what o has read of the user database: it holds as long as the files are the same nodes.
func (k *Kernel) AdoptUsers(o *Kernel) { k.users = o.users }

// Users returns the users of /etc/passwd in order.
func (k *Kernel) Users() []User {
	n := k.database("/etc/passwd")
	c := &k.users
	if n != c.passwd || n != nil && n.Mtime != c.passwdAt {
		c.passwd, c.users = n, nil
		if n != nil {
			c.passwdAt, c.users = n.Mtime, parsePasswd(string(n.Bytes()))
		}
	}
	return c.users
}

// Groups returns the groups of /etc/group in order.
func (k *Kernel) Groups() []Group {
	n := k.database("/etc/group")
	c := &k.users
	if n != c.group || n != nil && n.Mtime != c.groupAt {
		c.group, c.groups = n, nil
		if n != nil {
			c.groupAt, c.groups = n.Mtime, parseGroup(string(n.Bytes()))
		}
	}
	return c.groups
}

func (k *Kernel) database(path string) *tree.Node {
	l, err := k.FS.Walk(tree.Root, path, &tree.Cred{}, true)
	if err != nil || l.Ino == 0 {
		return nil
	}
	n := k.FS.Load(l.Ino)
	if n.Kind != tree.Regular {
		return nil
	}
	return n
}

func parsePasswd(s string) []User {
	var out []User
	for line := range strings.Lines(s) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), ":")
		if len(f) < 7 {
			continue
		}
		uid, err1 := strconv.ParseUint(f[2], 10, 32)
		gid, err2 := strconv.ParseUint(f[3], 10, 32)
		if err1 == nil && err2 == nil {
			out = append(out, User{f[0], uint32(uid), uint32(gid), f[4], f[5], f[6]})
		}
	}
	return out
}

func parseGroup(s string) []Group {
	var out []Group
	for line := range strings.Lines(s) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), ":")
		if len(f) < 4 {
			continue
		}
		if gid, err := strconv.ParseUint(f[2], 10, 32); err == nil {
			g := Group{Name: f[0], GID: uint32(gid)}
			if f[3] != "" {
				g.Members = strings.Split(f[3], ",")
			}
			out = append(out, g)
		}
	}
	return out
}

// UserByName returns the user called name, or nil.
func (k *Kernel) UserByName(name string) *User {
	for i, u := range k.Users() {
		if u.Name == name {
			return &k.users.users[i]
		}
	}
	return nil
}

// UserByID returns the user with the given uid, or nil.
func (k *Kernel) UserByID(uid uint32) *User {
	for i, u := range k.Users() {
		if u.UID == uid {
			return &k.users.users[i]
		}
	}
	return nil
}

// GroupByName returns the group called name, or nil.
func (k *Kernel) GroupByName(name string) *Group {
	for i, g := range k.Groups() {
		if g.Name == name {
			return &k.users.groups[i]
		}
	}
	return nil
}

// GroupByID returns the group with the given gid, or nil.
func (k *Kernel) GroupByID(gid uint32) *Group {
	for i, g := range k.Groups() {
		if g.GID == gid {
			return &k.users.groups[i]
		}
	}
	return nil
}

// UserName returns the name of a uid, or the number when nobody has it.
func (k *Kernel) UserName(uid uint32) string {
	if u := k.UserByID(uid); u != nil {
		return u.Name
	}
	return strconv.FormatUint(uint64(uid), 10)
}

// GroupName returns the name of a gid, or the number when no group has it.
func (k *Kernel) GroupName(gid uint32) string {
	if g := k.GroupByID(gid); g != nil {
		return g.Name
	}
	return strconv.FormatUint(uint64(gid), 10)
}
