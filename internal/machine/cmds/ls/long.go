package ls

import (
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/wide"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// halfYear is the age in nanoseconds from which a time counts as old.
const halfYear = 31556952 / 2 * 1e9

// idText is the text of an owner or a group; the last one is kept, for most files of a directory have the same.
type idText struct {
	known  bool
	id     uint32
	text   string
	isName bool
}

func (l *lister) userText(uid uint32) (s string, isName bool) {
	t := &l.user
	if !t.known || t.id != uid {
		*t = idText{known: true, id: uid, text: strconv.FormatUint(uint64(uid), 10)}
		if !l.numeric {
			if u := l.p.K.UserByID(uid); u != nil {
				t.text, t.isName = u.Name, true
			}
		}
	}
	return t.text, t.isName
}

func (l *lister) groupText(gid uint32) (s string, isName bool) {
	t := &l.groupName
	if !t.known || t.id != gid {
		*t = idText{known: true, id: gid, text: strconv.FormatUint(uint64(gid), 10)}
		if !l.numeric {
			if g := l.p.K.GroupByID(gid); g != nil {
				t.text, t.isName = g.Name, true
			}
		}
	}
	return t.text, t.isName
}

func isDevice(k tree.Kind) bool { return k == tree.CharDev || k == tree.BlockDev }

func cells(s string) int {
	if plainASCII(s) {
		return len(s)
	}
	return wide.String(s)
}

// longWidths measures the fields of the long format.
func (l *lister) longWidths(f *entry, w *widths) {
	if !f.hasSt {
		w.links, w.owner, w.group, w.author, w.size = max(w.links, 1), max(w.owner, 1), max(w.group, 1), max(w.author, 1), max(w.size, 1)
		return
	}
	w.links = max(w.links, len(strconv.FormatUint(uint64(f.st.Nlink), 10)))
	if l.owner || l.author {
		s, _ := l.userText(f.st.UID)
		w.owner = max(w.owner, cells(s))
		w.author = w.owner
	}
	if l.group {
		s, _ := l.groupText(f.st.GID)
		w.group = max(w.group, cells(s))
	}
	if isDevice(f.kind) {
		w.major = max(w.major, len(strconv.Itoa(int(f.st.Rdev.Major))))
		w.minor = max(w.minor, len(strconv.Itoa(int(f.st.Rdev.Minor))))
		w.size = max(w.size, w.major+2+w.minor)
		return
	}
	w.size = max(w.size, len(l.sizes.Format(uint64(f.st.Size), 1)))
}

// person writes a user or a group: names at the left of the field, numbers at the right.
func (l *lister) person(s string, isName bool, width int) {
	if !isName {
		l.right(s, width)
		return
	}
	l.put(s)
	l.spaces(max(width-cells(s), 0) + 1)
}

// longLine prints the line of one file.
func (l *lister) longLine(f *entry, w *widths) {
	l.normal()
	if l.inode {
		l.right(l.inodeText(f), w.inode)
	}
	if l.size {
		l.right(l.blockText(f), w.blocks)
	}
	links := "?"
	if f.hasSt {
		l.put(tree.ModeString(f.kind, f.st.Perm))
		links = strconv.FormatUint(uint64(f.st.Nlink), 10)
	} else {
		l.put("?-dlcbps"[f.kind:f.kind+1] + "?????????")
	}
	l.put(" ")
	l.right(links, w.links)
	l.people(f, w)
	switch {
	case !f.hasSt:
		l.right("?", w.size)
	case isDevice(f.kind):
		gap := max(0, w.size-(w.major+2+w.minor))
		major, minor := strconv.Itoa(int(f.st.Rdev.Major)), strconv.Itoa(int(f.st.Rdev.Minor))
		l.spaces(w.major + gap - len(major))
		l.put(major + ", ")
		l.right(minor, w.minor)
	default:
		l.right(l.sizes.Format(uint64(f.st.Size), 1), w.size)
	}
	l.time(f)
	l.name(f, f.shown, f.quoted, false, 0)
	if f.kind == tree.Symlink {
		if f.isLink {
			l.linkTarget(f)
		}
	} else if m := l.mark(f.kind, f.hasSt, f.st.Perm); m != 0 {
		_ = l.p.Stdout.WriteByte(m)
	}
}

func (l *lister) people(f *entry, w *widths) {
	user, isName := "?", true
	if f.hasSt {
		user, isName = l.userText(f.st.UID)
	}
	if l.owner {
		l.person(user, isName, w.owner)
	}
	if l.group {
		group, isName := "?", true
		if f.hasSt {
			group, isName = l.groupText(f.st.GID)
		}
		l.person(group, isName, w.group)
	}
	if l.author {
		l.person(user, isName, w.author)
	}
	if l.context {
		l.put("? ")
	}
}

func (l *lister) time(f *entry) {
	if !f.hasSt {
		l.right("?", len(gnu.Strftime(l.newTime, 0, l.zone)))
		return
	}
	when, now := l.timeOf(f), l.p.K.Now()
	format := l.oldTime
	if when > now-halfYear && when <= now {
		format = l.newTime
	}
	l.put(gnu.Strftime(format, when, l.zone))
	l.put(" ")
}
