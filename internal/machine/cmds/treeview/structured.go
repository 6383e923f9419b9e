package treeview

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

func (v *viewer) intro() {
	switch {
	case v.json:
		v.put("[" + v.newline())
	case v.xml:
		v.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + v.newline() + "<tree>" + v.newline())
	}
}

// newline ends a line of JSON or XML; with -i everything stands in one.
func (v *viewer) newline() string {
	if v.flat {
		return ""
	}
	return "\n"
}

func (v *viewer) indent(depth int) string {
	if v.flat {
		return ""
	}
	return strings.Repeat("  ", depth)
}

func typeName(n *node) string {
	switch n.st.Kind {
	case tree.Dir:
		return "directory"
	case tree.Symlink:
		return "link"
	case tree.CharDev:
		return "char"
	case tree.BlockDev:
		return "block"
	case tree.Fifo:
		return "fifo"
	case tree.Socket:
		return "socket"
	}
	return "file"
}

// fields are the names and values of the metadata asked for; quoted ones are text.
func (v *viewer) fields(n *node) (names, values []string, text []bool) {
	add := func(name, value string, isText bool) {
		names, values, text = append(names, name), append(values, value), append(text, isText)
	}
	if v.inodes {
		add("inode", strconv.FormatUint(uint64(n.st.Ino), 10), false)
	}
	if v.device {
		add("dev", strconv.FormatUint(gnu.DevOf(&n.st), 10), false)
	}
	if v.prot {
		add("mode", pad0(strconv.FormatUint(uint64(n.st.Perm), 8)), true)
		add("prot", tree.ModeString(n.st.Kind, n.st.Perm), true)
	}
	if v.owner {
		add("user", v.p.K.UserName(n.st.UID), true)
	}
	if v.group {
		add("group", v.p.K.GroupName(n.st.GID), true)
	}
	if v.size {
		add("size", strings.TrimLeft(v.sizeText(n.size), " "), v.human)
	}
	if v.date {
		add("time", v.dateText(n), true)
	}
	return names, values, text
}

func pad0(s string) string {
	for len(s) < 4 {
		s = "0" + s
	}
	return s
}

func jsonText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case strings.IndexByte("\b\f\n\r\t", c) >= 0:
			b.WriteString(`\` + "bfnrt"[strings.IndexByte("\b\f\n\r\t", c):][:1])
		case c < 0x20 || c == 0x7f:
			const hex = "0123456789abcdef"
			b.WriteString(`\u00` + string([]byte{hex[c>>4], hex[c&15]}))
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func (v *viewer) jsonRoot(n *node, missing, more bool) {
	if missing {
		v.put(`,"name":` + jsonText(n.name) + `,"contents":[{"error": ` + jsonText(n.note) + "}" + v.newline() + v.newline() + v.indent(1) + "]}" + v.newline())
		return
	}
	v.jsonNode(n, n.name, 1)
	if more {
		v.put(",")
	}
	v.put(v.newline())
}

// jsonNode writes one file without the end of its line.
func (v *viewer) jsonNode(n *node, full string, depth int) {
	name := n.name
	if v.full {
		name = full
	}
	v.put(v.indent(depth) + `{"type":"` + typeName(n) + `","name":` + jsonText(name))
	if n.link != "" {
		v.put(`,"target":` + jsonText(n.link))
	}
	names, values, text := v.fields(n)
	for i := range names {
		val := values[i]
		if text[i] {
			val = jsonText(val)
		}
		v.put(`,"` + names[i] + `":` + val)
	}
	switch {
	case n.note != "":
		v.put(`,"contents":[{"error": ` + jsonText(n.note) + "}" + v.newline())
		if depth == 1 {
			v.put(v.newline() + v.indent(1) + "]")
		} else {
			v.put(v.indent(depth-1) + "]")
		}
	case len(n.kids) > 0:
		v.put(`,"contents":[` + v.newline())
		for i, k := range n.kids {
			v.count(k)
			v.jsonNode(k, gnu.Join(full, k.name), depth+1)
			if i < len(n.kids)-1 {
				v.put(",")
			}
			v.put(v.newline())
		}
		v.put(v.indent(depth) + "]")
	}
	v.put("}")
}

func (v *viewer) jsonReport() {
	if v.noReport {
		v.put(v.newline() + "]\n")
		return
	}
	v.put("," + v.newline() + v.indent(1) + `{"type":"report"`)
	if v.du {
		v.put(`,"size":` + strconv.FormatInt(v.bytes, 10))
	}
	v.put(`,"directories":` + itoa(v.dirCount))
	if !v.dirs {
		v.put(`,"files":` + itoa(v.fileCount))
	}
	v.put("}" + v.newline() + "]\n")
}

var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func (v *viewer) xmlNode(n *node, full string, depth int, missing bool) {
	name := n.name
	if v.full {
		name = full
	}
	kind := typeName(n)
	if missing {
		kind = "unknown"
	} else {
		v.put(v.indent(depth) + "<" + kind)
	}
	v.put(` name="` + xmlEscaper.Replace(name) + `"`)
	if n.link != "" {
		v.put(` target="` + xmlEscaper.Replace(n.link) + `"`)
	}
	if !missing {
		names, values, _ := v.fields(n)
		for i := range names {
			v.put(" " + names[i] + `="` + values[i] + `"`)
		}
	}
	v.put(">")
	switch {
	case n.note != "":
		v.put("<error>" + n.note + "</error>")
		if depth == 1 {
			v.put(v.newline() + v.indent(1))
		}
	case len(n.kids) > 0:
		v.put(v.newline())
		for _, k := range n.kids {
			v.count(k)
			v.xmlNode(k, gnu.Join(full, k.name), depth+1, false)
		}
		v.put(v.indent(depth))
	}
	v.put("</" + kind + ">" + v.newline())
}

func (v *viewer) xmlReport() {
	if !v.noReport {
		v.put(v.indent(1) + "<report>" + v.newline())
		if v.du {
			v.put(v.indent(2) + "<size>" + strconv.FormatInt(v.bytes, 10) + "</size>" + v.newline())
		}
		v.put(v.indent(2) + "<directories>" + itoa(v.dirCount) + "</directories>" + v.newline())
		if !v.dirs {
			v.put(v.indent(2) + "<files>" + itoa(v.fileCount) + "</files>" + v.newline())
		}
		v.put(v.indent(1) + "</report>" + v.newline())
	}
	v.put("</tree>\n")
}
