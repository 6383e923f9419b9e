package ls

import (
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

func (l *lister) put(s string) { l.p.Stdout.WriteString(s) }
func (l *lister) putEOL()      { _ = l.p.Stdout.WriteByte(l.eol) }

func (l *lister) spaces(n int) {
	const blank = "                                "
	for n > 0 {
		k := min(n, len(blank))
		l.put(blank[:k])
		n -= k
	}
}

// right writes s at the right end of a field and a blank behind it.
func (l *lister) right(s string, width int) {
	l.spaces(width - len(s))
	l.put(s)
	l.put(" ")
}

// widths are the widths of the fields of the present group.
type widths struct {
	inode, blocks, links, owner, group, author int
	major, minor, size                         int
}

// total prints the space that the files of a directory occupy.
func (l *lister) total() {
	n := uint64(0)
	for _, f := range l.files {
		if f.hasSt {
			n += uint64(f.st.Blocks)
		}
	}
	l.put("total " + l.blocks.Format(n, 512))
	l.putEOL()
}

func (l *lister) blockText(f *entry) string {
	if !f.hasSt {
		return "?"
	}
	return l.blocks.Format(uint64(f.st.Blocks), 512)
}

func (l *lister) inodeText(f *entry) string {
	if f.st.Ino == 0 {
		return "?"
	}
	return strconv.FormatUint(uint64(f.st.Ino), 10)
}

// print prints the entries of the present group.
func (l *lister) print() {
	w := l.w
	switch l.layout {
	case single:
		for _, f := range l.files {
			l.cell(f, &w, 0)
			l.putEOL()
		}
	case long:
		for _, f := range l.files {
			l.longLine(f, &w)
			l.putEOL()
		}
	case commas:
		l.separated(&w, ',')
	case columns, across:
		if l.width == 0 {
			l.separated(&w, ' ')
		} else {
			l.table(&w)
		}
	}
}

// widen makes the fields wide enough for a file.
func (l *lister) widen(f *entry) {
	w := &l.w
	if l.inode {
		w.inode = max(w.inode, len(l.inodeText(f)))
	}
	if l.layout == long || l.size {
		w.blocks = max(w.blocks, len(l.blockText(f)))
	}
	if l.layout == long {
		l.longWidths(f, w)
	}
}

// cell prints what stands for one file outside of the long format.
func (l *lister) cell(f *entry, w *widths, col int) {
	l.normal()
	if l.inode {
		if l.layout == commas {
			l.right(l.inodeText(f), 0)
		} else {
			l.right(l.inodeText(f), w.inode)
		}
	}
	if l.size {
		if l.layout == commas {
			l.right(l.blockText(f), 0)
		} else {
			l.right(l.blockText(f), w.blocks)
		}
	}
	if l.context {
		l.put("? ")
	}
	l.name(f, f.shown, f.quoted, false, col)
	if m := l.mark(f.kind, f.hasSt, f.st.Perm); m != 0 {
		_ = l.p.Stdout.WriteByte(m)
	}
}

// cellWidth is the width of what cell prints.
func (l *lister) cellWidth(f *entry, w *widths) int {
	n := f.cells
	if l.aligned() && l.anyQuoted && !f.quoted {
		n++
	}
	if l.inode {
		if l.layout == commas {
			n += 1 + len(l.inodeText(f))
		} else {
			n += 1 + w.inode
		}
	}
	if l.size {
		if l.layout == commas {
			n += 1 + len(l.blockText(f))
		} else {
			n += 1 + w.blocks
		}
	}
	if l.context {
		n += 2
	}
	if l.mark(f.kind, f.hasSt, f.st.Perm) != 0 {
		n++
	}
	return n
}

// mark returns the character behind a name of the given type, or 0.
func (l *lister) mark(kind tree.Kind, known bool, perm uint16) byte {
	if l.marks == noIndicator {
		return 0
	}
	if kind == tree.Dir {
		return '/'
	}
	if l.marks == slashIndicator {
		return 0
	}
	switch kind {
	case tree.Regular:
		if known && l.marks == classifyIndicator && perm&0o111 != 0 {
			return '*'
		}
	case tree.Symlink:
		return '@'
	case tree.Fifo:
		return '|'
	case tree.Socket:
		return '='
	}
	return 0
}

// separated prints all names in lines with a separator.
func (l *lister) separated(w *widths, sep byte) {
	pos := 0
	for i, f := range l.files {
		n := 0
		if l.width > 0 {
			n = l.cellWidth(f, w)
		}
		if i > 0 {
			next := byte(' ')
			if l.width == 0 || pos+n+2 < l.width {
				pos += 2
			} else {
				pos, next = 0, l.eol
			}
			_, _ = l.p.Stdout.Write([]byte{sep, next})
		}
		l.cell(f, w, pos)
		pos += n
	}
	l.putEOL()
}

// minColumn is the width of the narrowest column: one character and two blanks.
const minColumn = 3

// fit finds the greatest number of columns that the names fit in, and their widths.
func (l *lister) fit(cells []int) []int {
	most := l.width / minColumn
	if l.width%minColumn != 0 {
		most++
	}
	most = max(1, min(most, len(cells)))
	for n := most; n > 1; n-- {
		l.p.Tick(1 + len(cells)/16)
		cols := make([]int, n)
		line := n * minColumn
		for i := range cols {
			cols[i] = minColumn
		}
		rows := (len(cells) + n - 1) / n
		for i, c := range cells {
			at := i % n
			if l.layout == columns {
				at = i / rows
			}
			if at != n-1 {
				c += 2
			}
			if c > cols[at] {
				line += c - cols[at]
				cols[at] = c
			}
		}
		if line < l.width {
			return cols
		}
	}
	widest := minColumn
	for _, c := range cells {
		widest = max(widest, c)
	}
	return []int{widest}
}

// table prints the names in columns.
func (l *lister) table(w *widths) {
	cells := make([]int, len(l.files))
	for i, f := range l.files {
		cells[i] = l.cellWidth(f, w)
	}
	cols := l.fit(cells)
	rows := (len(cells) + len(cols) - 1) / len(cols)
	down, right := rows, 1
	if l.layout == across {
		down, right = 1, len(cols)
	}
	for row := range rows {
		i, pos := row, 0
		if l.layout == across {
			i = row * right
		}
		for c := 0; c < len(cols) && i < len(cells); c++ {
			l.cell(l.files[i], w, pos)
			next := i + down
			if next >= len(cells) || c == len(cols)-1 {
				break
			}
			l.indent(pos+cells[i], pos+cols[c])
			pos += cols[c]
			i = next
		}
		l.putEOL()
	}
}

// indent goes from one column to another, with tabs where they reach.
func (l *lister) indent(from, to int) {
	for from < to {
		if l.tab != 0 && to/l.tab > (from+1)/l.tab {
			l.put("\t")
			from += l.tab - from%l.tab
		} else {
			l.put(" ")
			from++
		}
	}
}

// name prints a name, with its colour.
func (l *lister) name(f *entry, shown string, quoted, target bool, col int) {
	if l.aligned() && l.anyQuoted && !quoted && !target {
		l.put(" ")
	}
	if !l.color {
		l.put(shown)
		return
	}
	code := l.colors.of(f, target)
	if code == "" && !on(l.colors.norm) {
		l.put(shown)
		return
	}
	if code != "" {
		if on(l.colors.norm) {
			l.put(l.colors.left + l.colors.right)
		}
		l.paint(code)
	}
	l.put(shown)
	l.put(l.colors.reset())
	if w := len(shown); l.width > 0 && w > 0 && col/l.width != (col+w-1)/l.width {
		l.put("\x1b[K")
	}
}

// paint starts a colour; the first time the terminal is put in its normal state before.
func (l *lister) paint(code string) {
	if !l.usedColor {
		l.usedColor = true
		l.put(l.colors.reset())
	}
	l.put(l.colors.left + code + l.colors.right)
}

// normal starts the colour of ordinary text, if LS_COLORS gives it one.
func (l *lister) normal() {
	if l.color && on(l.colors.norm) {
		l.paint(l.colors.norm)
	}
}

// linkTarget prints what stands behind the arrow of a link.
func (l *lister) linkTarget(f *entry) {
	shown := f.link
	if l.style != gnu.StyleLiteral || l.quest {
		shown, _ = l.quote(f.link, l.extra)
	}
	l.put(" -> ")
	l.name(f, shown, true, true, 0)
	if l.marks != noIndicator && f.linkOK {
		if m := l.mark(f.to.Kind, true, f.to.Perm); m != 0 {
			_ = l.p.Stdout.WriteByte(m)
		}
	}
}
