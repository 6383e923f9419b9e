package diff

import (
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu/wide"
)

// sides prints both texts in two columns.
func (w *writer) sides() {
	i, j := 0, 0
	common := func(toA, toB int) {
		for ; !w.d.suppressCommon && !w.d.leftColumn && i < toA && j < toB; i, j = i+1, j+1 {
			w.pair(w.a.line(i), ' ', w.b.line(j))
		}
		for ; !w.d.suppressCommon && !w.d.leftColumn && j < toB; j++ {
			w.pair(nil, ')', w.b.line(j))
		}
		for ; !w.d.suppressCommon && i < toA; i++ {
			w.pair(w.a.line(i), '(', nil)
		}
		i, j = toA, toB
	}
	for k := range w.changes {
		c := &w.changes[k]
		if c.ignore {
			continue
		}
		common(c.A, c.B)
		for i < c.A+c.NumA && j < c.B+c.NumB {
			w.pair(w.a.line(i), '|', w.b.line(j))
			i, j = i+1, j+1
		}
		for ; j < c.B+c.NumB; j++ {
			w.pair(nil, '>', w.b.line(j))
		}
		for ; i < c.A+c.NumA; i++ {
			w.pair(w.a.line(i), '<', nil)
		}
	}
	common(w.a.lines, w.b.lines)
}

// pair prints a line of either text, or of one.
func (w *writer) pair(left []byte, sep byte, right []byte) {
	d := w.d
	switch sep {
	case '<':
		w.color(colorDelete)
	case '>':
		w.color(colorAdd)
	}
	column, ended := 0, false
	if left != nil {
		ended = left[len(left)-1] == '\n'
		column = w.halfLine(left, 0)
	}
	if sep != ' ' {
		column = w.tabTo(column, (d.half+d.column2-1)/2) + 1
		if rightEnds := right != nil && right[len(right)-1] == '\n'; sep == '|' && ended != rightEnds {
			sep = '\\'
			if ended {
				sep = '/'
			}
		}
		d.out = append(d.out, sep)
	}
	if right != nil {
		ended = ended || right[len(right)-1] == '\n'
		if right[0] != '\n' {
			w.tabTo(column, d.column2)
			w.halfLine(right, d.column2)
		}
	}
	if ended {
		w.str("\n")
	}
	if sep == '<' || sep == '>' {
		w.color(colorReset)
	}
	d.spill()
}

// tabTo moves from a column to another with tabs and blanks.
func (w *writer) tabTo(from, to int) int {
	d := w.d
	if !d.expandTabs {
		for tab := from + d.tabSize - from%d.tabSize; tab <= to; tab += d.tabSize {
			d.out = append(d.out, '\t')
			d.spill()
			from = tab
		}
	}
	for ; from < to; from++ {
		d.out = append(d.out, ' ')
		d.spill()
	}
	return to
}

// halfLine prints as much of a line as fits in a column that begins at indent, and returns how far it came.
func (w *writer) halfLine(line []byte, indent int) int {
	d := w.d
	d.p.Tick(1 + len(line)>>6)
	in, out := 0, 0
	for i := 0; i < len(line); {
		c := line[i]
		n, cells := 1, 1
		switch {
		case c == '\n':
			return out
		case c == '\t':
			w.halfTab(&in, &out)
			i++
			continue
		case c == '\r':
			d.out = append(d.out, c)
			w.tabTo(0, indent)
			in, out = 0, 0
			i++
			continue
		case c == '\b':
			w.halfBackspace(&in, &out)
			i++
			continue
		case c >= 0x80:
			r, size := utf8.DecodeRune(line[i:])
			if r == utf8.RuneError && size == 1 {
				if in < d.half {
					d.out = append(d.out, c)
				}
				i++
				continue
			}
			n, cells = size, max(wide.Width(r), 0)
		case c < ' ' && c != '\f' && c != '\v' || c == 0x7f:
			cells = 0
		case c < ' ':
			if in < d.half {
				d.out = append(d.out, c)
			}
			i++
			continue
		}
		if in += cells; in <= d.half {
			out = in
			d.out = append(d.out, line[i:i+n]...)
		}
		i += n
	}
	return out
}

func (w *writer) halfTab(in, out *int) {
	d := w.d
	n := d.tabSize - *in%d.tabSize
	if *in == *out {
		stop := *out + n
		switch {
		case d.expandTabs:
			for stop = min(stop, d.half); *out < stop; *out++ {
				d.out = append(d.out, ' ')
				d.spill()
			}
		case stop < d.half:
			*out = stop
			d.out = append(d.out, '\t')
		}
	}
	*in += n
}

func (w *writer) halfBackspace(in, out *int) {
	d := w.d
	if *in == 0 {
		return
	}
	if *in--; *in >= d.half {
		return
	}
	if *out <= *in {
		for ; *out < *in; *out++ {
			d.out = append(d.out, ' ')
			d.spill()
		}
		return
	}
	*out = *in
	d.out = append(d.out, '\b')
}
