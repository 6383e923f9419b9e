package treeview

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

func itoa(n int) string { return strconv.Itoa(n) }

func (v *viewer) put(s string) { v.p.Stdout.WriteString(s) }

// run lists every root and prints the report.
func (v *viewer) run(roots []string) {
	v.intro()
	for i, r := range roots {
		n, err := v.look(r, r)
		if err == nil && n.st.Kind == tree.Symlink && n.isDir {
			n.st = n.to
		}
		if err == nil {
			n.link = ""
		}
		switch {
		case err != nil:
			n = &node{name: r, note: "error opening dir"}
			v.failed = true
		case !n.isDir:
			n.note = "error opening dir"
			v.fileCount++
		default:
			v.fill(n, r, 0)
			if n.note == "error opening dir" {
				v.fileCount++
			} else if len(n.kids) > 0 || n.note != "" {
				v.dirCount++
			}
		}
		v.root(n, err != nil, i < len(roots)-1)
	}
	v.outro()
}

// root prints one root with everything below it; more says that another follows.
func (v *viewer) root(n *node, missing, more bool) {
	switch {
	case v.json:
		v.jsonRoot(n, missing, more)
	case v.xml:
		v.xmlNode(n, n.name, 1, missing)
	default:
		v.line(n, "", n.name, true)
		v.textKids(n, "", n.name)
	}
}

// textKids prints the entries below a directory.
func (v *viewer) textKids(n *node, prefix, path string) {
	for i, k := range n.kids {
		v.count(k)
		branch, next := v.lines[1], v.lines[0]
		if i == len(n.kids)-1 {
			branch, next = v.lines[2], v.lines[3]
		}
		full := gnu.Join(path, k.name)
		if v.flat {
			branch, next = "", ""
		}
		v.line(k, prefix+branch, full, false)
		v.textKids(k, prefix+next, full)
	}
}

func (v *viewer) count(k *node) {
	v.bytes += k.size
	if k.isDir {
		v.dirCount++
	} else {
		v.fileCount++
	}
}

// line prints the line of one file.
func (v *viewer) line(n *node, indent, full string, root bool) {
	meta := v.meta(n)
	if meta != "" && n.st.Node != nil {
		meta = "[" + meta + "]  "
	} else {
		meta = ""
	}
	if v.ansi && indent != "" {
		indent = "\x1b(0" + indent + "\x1b(B" // the terminal's drawing characters
	}
	if v.metaFirst {
		v.put(meta + indent)
	} else {
		v.put(indent + meta)
	}
	name := n.name
	if v.full && !root {
		name = full
	}
	v.paint(n, false, v.escape(name))
	if n.link != "" {
		v.put(" -> ")
		v.paint(n, true, v.escape(n.link))
		if v.marks && !n.orphan {
			v.put(mark(n.to.Kind, n.to.Perm))
		}
	} else if v.marks && n.st.Node != nil {
		v.put(mark(n.st.Kind, n.st.Perm))
	}
	if n.note != "" {
		v.put("  [" + n.note + "]")
	}
	v.put("\n")
}

func mark(k tree.Kind, perm uint16) string {
	switch {
	case k == tree.Dir:
		return "/"
	case k == tree.Socket:
		return "="
	case k == tree.Fifo:
		return "|"
	case k == tree.Symlink:
		return "@"
	case k == tree.Regular && perm&0o111 != 0:
		return "*"
	}
	return ""
}

// escape writes a name with what cannot be shown replaced.
func (v *viewer) escape(s string) string {
	if !v.raw && !utf8.ValidString(s) {
		s = v.escapeBytes(s)
	} else if !v.raw {
		var b strings.Builder
		for _, r := range s {
			switch {
			case gnu.Printable(r):
				b.WriteRune(r)
			case v.quest:
				b.WriteByte('?')
			default:
				b.WriteString(octal(int64(r)))
			}
		}
		s = b.String()
	}
	if v.quote {
		return `"` + s + `"`
	}
	return s
}

func octal(n int64) string {
	s := strconv.FormatInt(n, 8)
	for len(s) < 3 {
		s = "0" + s
	}
	return `\` + s
}

func (v *viewer) escapeBytes(s string) string {
	if v.quest {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c >= 0x20 && c < 0x7f {
			b.WriteByte(c)
		} else {
			b.WriteString(octal(int64(c)))
		}
	}
	return b.String()
}

// sizeText writes a size as the options ask.
func (v *viewer) sizeText(n int64) string {
	if v.human {
		return pad(humanSize(n, v.si), 4)
	}
	return pad(strconv.FormatInt(n, 10), 11)
}

func pad(s string, w int) string {
	for len(s) < w {
		s = " " + s
	}
	return s
}

// humanSize writes a size in the largest unit, one decimal below ten.
func humanSize(n int64, si bool) string {
	base, units := 1024.0, "BKMGTPEZY"
	if si {
		base, units = 1000, "dkMGTPEZY"
	}
	x, i := float64(n), 0
	for x >= base && i < len(units)-1 {
		x /= base
		i++
	}
	if i == 0 {
		return strconv.FormatInt(n, 10)
	}
	if x >= 10 {
		return strconv.FormatFloat(x, 'f', 0, 64) + units[i:i+1]
	}
	return strconv.FormatFloat(x, 'f', 1, 64) + units[i:i+1]
}

const halfYear = 6 * 30 * 24 * 3600 * 1e9

func (v *viewer) dateText(n *node) string {
	f := v.timeFormat
	if f == "" {
		f = "%b %e %H:%M"
		if now := v.p.K.Now(); n.st.Mtime > now || n.st.Mtime+halfYear < now {
			f = "%b %e  %Y"
		}
	}
	when := n.st.Mtime
	if v.sort == 'c' {
		when = n.st.Ctime
	}
	return gnu.Strftime(f, when, v.zone)
}

// meta writes what stands in brackets before a name.
func (v *viewer) meta(n *node) string {
	var f []string
	if v.inodes {
		f = append(f, pad(strconv.FormatUint(uint64(n.st.Ino), 10), 7))
	}
	if v.device {
		f = append(f, pad(strconv.FormatUint(gnu.DevOf(&n.st), 10), 3))
	}
	if v.prot {
		f = append(f, tree.ModeString(max(n.st.Kind, tree.Regular), n.st.Perm))
	}
	left := func(s string) string {
		if len(s) > 32 {
			s = s[:32]
		}
		for len(s) < 8 {
			s += " "
		}
		return s
	}
	if v.owner {
		f = append(f, left(v.p.K.UserName(n.st.UID)))
	}
	if v.group {
		f = append(f, left(v.p.K.GroupName(n.st.GID)))
	}
	if v.size {
		f = append(f, v.sizeText(n.size))
	}
	if v.date {
		f = append(f, v.dateText(n))
	}
	return strings.Join(f, " ")
}

// outro prints the report.
func (v *viewer) outro() {
	switch {
	case v.json:
		v.jsonReport()
		return
	case v.xml:
		v.xmlReport()
		return
	case v.noReport:
		return
	}
	v.put("\n")
	if v.du {
		v.put(" " + v.sizeText(v.bytes))
		if v.human {
			v.put(" used in ")
		} else {
			v.put(" bytes used in ")
		}
	}
	v.put(plural(v.dirCount, "director", "y", "ies"))
	if !v.dirs {
		v.put(", " + plural(v.fileCount, "file", "", "s"))
	}
	v.put("\n")
}

func plural(n int, stem, one, many string) string {
	if n == 1 {
		return "1 " + stem + one
	}
	return itoa(n) + " " + stem + many
}
