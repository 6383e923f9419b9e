package treeview

import (
	"sort"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/fnmatch"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// node is one file of the listing.
type node struct {
	name    string
	st      kern.Stat
	link    string // where a symbolic link points
	isDir   bool   // a directory, or a link to one
	orphan  bool
	to      kern.Stat // what a link leads to
	note    string    // shown behind the name
	open    bool      // its content was looked at
	kids    []*node
	size    int64
	entries int
	matched bool // with --matchdirs: its name fits -P, so everything in it does
}

// look makes the node of a path.
func (v *viewer) look(path, name string) (*node, error) {
	st, err := v.p.Lstat(path)
	if err != nil {
		return nil, err
	}
	n := &node{name: name, st: st, size: st.Size, isDir: st.IsDir()}
	if v.size {
		v.p.Taint(st.Label())
	}
	if st.Kind == tree.Symlink {
		n.link, _ = v.p.Readlink(path)
		if to, err := v.p.Stat(path); err == nil {
			n.to, n.isDir = to, to.IsDir()
		} else {
			n.orphan = true
		}
	}
	return n, nil
}

// fill reads what is below a directory, down to the level asked for.
func (v *viewer) fill(n *node, path string, level int) {
	p := v.p
	n.matched = v.matchDirs && level > 0 && v.matches(v.include, n)
	ino := n.st.Ino
	if n.st.Kind == tree.Symlink {
		ino = n.to.Ino
	}
	list, err := p.ReadDir(path)
	if err != nil {
		n.note = "error opening dir"
		if level > 0 && !(v.du || v.prune || v.matchDirs) {
			v.failed = true
		}
		return
	}
	n.open = true
	v.above[ino] = true
	defer delete(v.above, ino)
	for _, e := range list {
		p.Tick(2)
		if !v.all && e.Name[0] == '.' {
			continue
		}
		child, err := v.look(gnu.Join(path, e.Name), e.Name)
		if err != nil || !v.wanted(child, n) {
			continue
		}
		n.kids = append(n.kids, child)
	}
	n.entries = len(n.kids)
	if v.limit > 0 && len(n.kids) > v.limit {
		n.kids, n.note = nil, itoa(n.entries)+" entries exceeds filelimit, not opening dir"
		return
	}
	v.order(n.kids)
	for _, k := range n.kids {
		if k.isDir && (v.level < 0 || level < v.level) {
			v.descend(k, gnu.Join(path, k.name), level+1)
		}
	}
	if v.prune {
		v.pruneKids(n)
	}
	if v.du {
		for _, k := range n.kids {
			n.size += k.size
		}
	}
}

func (v *viewer) descend(n *node, path string, level int) {
	if n.st.Kind == tree.Symlink {
		if !v.follow {
			return
		}
		if v.above[n.to.Ino] || strings.Count(path, "/") > tree.PathMax/2 || v.seesItself(n) {
			n.note = "recursive, not followed"
			return
		}
	}
	v.fill(n, path, level)
}

// seesItself says whether a link leads to a directory that is listed anyhow: tree follows each directory once.
func (v *viewer) seesItself(n *node) bool { return v.listed(n.to.Ino) }

// listed says whether directory i is below one that is being listed.
func (v *viewer) listed(i tree.Ino) bool {
	for {
		n := v.p.K.FS.Node(i)
		if n == nil || i == tree.Root {
			return false
		}
		if v.above[n.Parent] {
			return true
		}
		i = n.Parent
	}
}

func (v *viewer) pruneKids(n *node) {
	keep := n.kids[:0]
	for _, k := range n.kids {
		if k.isDir && len(k.kids) == 0 && k.note == "" {
			continue
		}
		keep = append(keep, k)
	}
	n.kids = keep
}

// wanted says whether a node passes -d, -P and -I.
func (v *viewer) wanted(n, dir *node) bool {
	if v.dirs && !n.isDir {
		return false
	}
	if len(v.include) > 0 && !dir.matched && !n.st.IsDir() && !(v.follow && n.isDir) && !v.matches(v.include, n) {
		return false
	}
	return !v.matches(v.exclude, n)
}

// matches says whether one of the patterns, with "|" between alternatives and "/" behind those for directories, fits.
func (v *viewer) matches(patterns []string, n *node) bool {
	opt := fnmatch.Options{CaseFold: v.foldCase, Period: true, Tick: v.p.Tick}
	for _, list := range patterns {
		for _, pat := range strings.Split(list, "|") {
			t, onlyDir := strings.CutSuffix(pat, "/")
			if onlyDir && !n.isDir {
				continue
			}
			if fnmatch.Match(latin(t), latin(n.name), opt) {
				return true
			}
		}
	}
	return false
}

// latin makes each byte of s a character: tree matches bytes.
func latin(s string) string {
	for i := range len(s) {
		if s[i] >= 0x80 {
			r := make([]rune, len(s))
			for k := range len(s) {
				r[k] = rune(s[k])
			}
			return string(r)
		}
	}
	return s
}

// order sorts the entries of a directory.
func (v *viewer) order(list []*node) {
	if v.sort == 'U' && !v.dirsFirst && !v.filesFirst {
		return
	}
	v.p.Tick(len(list))
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if (v.dirsFirst || v.filesFirst) && a.isDir != b.isDir {
			return a.isDir == v.dirsFirst
		}
		if v.reverse {
			a, b = b, a
		}
		if r := v.compare(a, b); r != 0 {
			return r < 0
		}
		return v.sort != 'U' && a.name < b.name
	})
}

func (v *viewer) compare(a, b *node) int {
	switch v.sort {
	case 'v':
		return verscmp(a.name, b.name)
	case 's':
		return sign(b.size - a.size)
	case 't':
		return sign(a.st.Mtime - b.st.Mtime)
	case 'c':
		return sign(a.st.Ctime - b.st.Ctime)
	}
	return 0
}

// verscmp orders names as glibc's strverscmp: numbers in them by value, those with leading zeros as fractions.
func verscmp(a, b string) int {
	at := func(s string, i int) int {
		if i < len(s) {
			return int(s[i])
		}
		return 0
	}
	digit := func(c int) bool { return c >= '0' && c <= '9' }
	i, start, zeros := 0, 0, true
	for ; at(a, i) == at(b, i); i++ {
		c := at(a, i)
		if c == 0 {
			return 0
		}
		if !digit(c) {
			start, zeros = i+1, true
		} else if c != '0' {
			zeros = false
		}
	}
	x, y := at(a, i), at(b, i)
	first, second := at(a, start), at(b, start)
	switch {
	case digit(first) && first != '0' && digit(second) && second != '0':
		j := i
		for digit(at(a, j)) && digit(at(b, j)) {
			j++
		}
		if digit(at(a, j)) != digit(at(b, j)) {
			if digit(at(a, j)) {
				return 1
			}
			return -1
		}
	case zeros && start < i && (digit(x) || digit(y)):
		return int(byte(x-'0')) - int(byte(y-'0'))
	}
	return x - y
}

func sign(n int64) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}
