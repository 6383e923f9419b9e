package tar

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// printCreated shows a member as it is archived: by the name that the user knows.
func (t *tarball) printCreated(name string, m *member, st *kern.Stat) {
	shown := name
	if st != nil && st.IsDir() && !strings.HasSuffix(shown, "/") {
		shown += "/"
	}
	if t.o.showStored {
		shown = m.name
	}
	t.printMember(shown, m, t.o.verbose > 1)
}

// printMember shows a member by name, or with long as a line like those of ls -l.
func (t *tarball) printMember(name string, m *member, long bool) {
	t.blockPrefix(m.block)
	if !long {
		t.out.WriteString(t.shown(name) + "\n")
		return
	}
	user, group := m.uname, m.gname
	if user == "" || t.o.numeric {
		user = strconv.FormatInt(m.uid, 10)
	}
	if group == "" || t.o.numeric {
		group = strconv.FormatInt(m.gid, 10)
	}
	size := strconv.FormatInt(m.real, 10)
	if m.typ == '1' || m.typ == '2' || m.typ == '5' {
		size = "0"
	}
	if m.typ == '3' || m.typ == '4' {
		size = fmt.Sprintf("%d,%d", m.major, m.minor)
	}
	when := t.timeText(m)
	t.dateWidth = max(t.dateWidth, len(when))
	pad := len(user) + 1 + len(group) + 1 + len(size)
	t.width = max(t.width, pad)
	fmt.Fprintf(t.out, "%s %s/%s %s%s %-*s %s", modeText(m), user, group, strings.Repeat(" ", t.width-pad), size, t.dateWidth, when,
		t.shown(name))
	t.out.WriteString(t.linkText(m) + "\n")
}

func (t *tarball) blockPrefix(at int64) {
	if t.o.blockNumbers {
		t.out.WriteString("block " + strconv.FormatInt(at/blockSize, 10) + ": ")
	}
}

func (t *tarball) linkText(m *member) string {
	switch m.typ {
	case '2':
		return " -> " + t.shown(m.link)
	case '1':
		return " link to " + t.shown(m.link)
	case 'V':
		return "--Volume Header--"
	case 'M':
		return "--Continued at byte " + strconv.FormatInt(m.size, 10) + "--"
	case 0, '0', '3', '4', '5', '6', '7', 'S', 'D', 'N':
		return ""
	}
	return " unknown file type " + gnu.Quote(string(rune(m.typ)))
}

// modeText is the first column, such as "-rw-r--r--".
func modeText(m *member) string {
	kind := tree.Regular
	first := byte(0)
	switch m.typ {
	case '1':
		first = 'h'
	case '2':
		kind = tree.Symlink
	case '3':
		kind = tree.CharDev
	case '4':
		kind = tree.BlockDev
	case '5', 'D':
		kind = tree.Dir
	case '6':
		kind = tree.Fifo
	case '7':
		first = 'C'
	case 'V', 'M', 'N':
		first = m.typ
	case 0, '0', 'S':
		if m.trailing {
			kind = tree.Dir
		}
	default:
		first = '?'
	}
	s := tree.ModeString(kind, m.mode)
	if first != 0 {
		s = string(rune(first)) + s[1:]
	}
	return s
}

func (t *tarball) timeText(m *member) string {
	zone := t.zone
	if t.o.utc {
		zone = nil
	}
	if !t.o.fullTime {
		return gnu.Strftime("%Y-%m-%d %H:%M", m.mtime, zone)
	}
	s := gnu.Strftime("%Y-%m-%d %H:%M:%S", m.mtime, zone)
	if ns := m.mtime - floorSeconds(m.mtime)*1e9; ns != 0 {
		s += strings.TrimRight(fmt.Sprintf(".%09d", ns), "0")
	}
	return s
}
