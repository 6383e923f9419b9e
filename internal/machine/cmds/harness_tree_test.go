//go:build linux

package cmds

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// tree lists everything below the working directory, one line each.
func (h *host) tree() string {
	l := hostLister{inos: map[uint64]int{}, home: h.dir}
	l.walk(h.dir, ".")
	return l.b.String()
}

type hostLister struct {
	b    strings.Builder
	inos map[uint64]int
	home string
}

// opened lets an ordinary user look into what the case has closed; the function returned undoes it.
func opened(path string, mode uint32) func() {
	if os.Getuid() == 0 || mode&0o500 == 0o500 || mode&0o400 != 0 && mode&syscall.S_IFMT == syscall.S_IFREG {
		return func() {}
	}
	_ = os.Chmod(path, 0o700)
	return func() { _ = syscall.Chmod(path, mode&0o7777) }
}

func (l *hostLister) walk(path, rel string) {
	fi, err := os.Lstat(path)
	if err != nil {
		return
	}
	st := fi.Sys().(*syscall.Stat_t)
	kind := map[uint32]string{syscall.S_IFREG: "f", syscall.S_IFDIR: "d", syscall.S_IFLNK: "l", syscall.S_IFIFO: "p",
		syscall.S_IFCHR: "c", syscall.S_IFBLK: "b"}[st.Mode&syscall.S_IFMT]
	content := ""
	switch kind {
	case "f":
		shut := opened(path, st.Mode)
		c, _ := os.ReadFile(path)
		shut()
		if st.Nlink > 1 && l.inos[st.Ino] == 0 {
			l.inos[st.Ino] = len(l.inos) + 1
		}
		content = fmt.Sprintf("%q %d", c, l.inos[st.Ino])
	case "l":
		content, _ = os.Readlink(path)
	}
	l.b.WriteString(treeLine(rel, kind, uint16(st.Mode&0o7777), st.Uid, st.Gid, uint32(st.Nlink), st.Mtim.Sec, st.Mtim.Nsec,
		strings.ReplaceAll(content, l.home, "/home/user")))
	if kind != "d" {
		return
	}
	defer opened(path, st.Mode)()
	list, _ := os.ReadDir(path)
	for _, e := range list {
		l.walk(filepath.Join(path, e.Name()), filepath.Join(rel, e.Name()))
	}
}

func treeLine(rel, kind string, perm uint16, uid, gid, nlink uint32, sec, nsec int64, content string) string {
	when := "now"
	if d := time.Now().Unix() - sec; d > 600 || d < -60 {
		when = fmt.Sprintf("%d.%09d", sec, nsec)
	}
	return fmt.Sprintf("%s %q %04o %d:%d %d %s %s\n", kind, rel, perm, uid, gid, nlink, when, content)
}

func (g *guest) tree() string {
	var b strings.Builder
	inos := map[tree.Ino]int{}
	var walk func(i tree.Ino, rel string)
	walk = func(i tree.Ino, rel string) {
		n := g.k.FS.Load(i)
		kind, content := "?fdlcbp"[n.Kind:n.Kind+1], ""
		switch n.Kind {
		case tree.Regular:
			if n.Nlink > 1 && inos[i] == 0 {
				inos[i] = len(inos) + 1
			}
			content = fmt.Sprintf("%q %d", n.Bytes(), inos[i])
		case tree.Symlink:
			content = n.Target
		}
		b.WriteString(treeLine(rel, kind, n.Perm, n.UID, n.GID, n.Nlink, floorDiv(n.Mtime, 1e9), floorMod(n.Mtime, 1e9), content))
		if n.Kind == tree.Dir {
			list, _ := g.k.FS.ReadDir(i)
			for _, e := range list {
				walk(e.Ino, filepath.Join(rel, e.Name))
			}
		}
	}
	walk(g.home, ".")
	return b.String()
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - floorDiv(a, b)*b }
