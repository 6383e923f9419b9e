package ls

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/filever"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// sort puts the entries in order.
func (l *lister) sort() {
	if l.order == unsorted {
		return
	}
	l.p.Tick(1 + len(l.files)/4)
	sort.SliceStable(l.files, func(i, j int) bool {
		a, b := l.files[i], l.files[j]
		if l.dirsFirst {
			x, y := a.isDir(), b.isDir()
			if x != y {
				return x
			}
		}
		if l.reverse {
			a, b = b, a
		}
		if r := l.compare(a, b); r != 0 {
			return r < 0
		}
		return a.name < b.name
	})
}

// isDir says whether an entry is a directory or a link to one.
func (f *entry) isDir() bool {
	return f.kind == tree.Dir || f.kind == tree.Symlink && f.linkOK && f.to.IsDir()
}

func (l *lister) compare(a, b *entry) int {
	switch l.order {
	case bySize:
		return compareInt(b.st.Size, a.st.Size)
	case byTime:
		return compareInt(l.timeOf(b), l.timeOf(a))
	case byExtension:
		return strings.Compare(extension(a.name), extension(b.name))
	case byVersion:
		return filever.Compare(a.name, b.name)
	case byWidth:
		return compareInt(int64(a.cells), int64(b.cells))
	}
	return 0
}

func compareInt(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func extension(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[i:]
	}
	return ""
}

func (l *lister) timeOf(f *entry) int64 {
	switch l.when {
	case ctime:
		return f.st.Ctime
	case atime:
		return f.st.Atime
	case btime:
		return f.st.Btime
	}
	return f.st.Mtime
}

// questions replaces what cannot be shown by question marks.
func questions(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n <= 1 || !gnu.Printable(r) {
			b.WriteByte('?')
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}
