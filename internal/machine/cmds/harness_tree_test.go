package cmds

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// tree lists everything below the working directory, one line each.
func (h *host) tree() string {
	var b strings.Builder
	inos := map[uint64]int{}
	_ = filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if d == nil {
			return nil
		}
		fi, err2 := os.Lstat(path)
		if err2 != nil {
			return nil
		}
		st := fi.Sys().(*syscall.Stat_t)
		rel, _ := filepath.Rel(h.dir, path)
		kind := map[uint32]string{syscall.S_IFREG: "f", syscall.S_IFDIR: "d", syscall.S_IFLNK: "l", syscall.S_IFIFO: "p",
			syscall.S_IFCHR: "c", syscall.S_IFBLK: "b"}[st.Mode&syscall.S_IFMT]
		content := ""
		switch kind {
		case "f":
			c, _ := os.ReadFile(path)
			content = fmt.Sprintf("%q %d", c, inos[st.Ino])
			if st.Nlink > 1 && inos[st.Ino] == 0 {
				inos[st.Ino] = len(inos) + 1
				content = fmt.Sprintf("%q %d", c, inos[st.Ino])
			}
		case "l":
			content, _ = os.Readlink(path)
		}
		b.WriteString(treeLine(rel, kind, uint16(st.Mode&0o7777), st.Uid, st.Gid, uint32(st.Nlink), st.Mtim.Sec, st.Mtim.Nsec,
			strings.ReplaceAll(content, h.dir, "/home/user")))
		return nil
	})
	return b.String()
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
