package patch

import (
	"strconv"
)

// reject keeps a hunk that could not be applied.
func (w *work) reject(h *hunk) {
	pt := w.pt
	format := pt.rejectFormat
	if format == kindNone {
		format = kindNewContext
		if pt.head.kind == kindUnified {
			format = kindUnified
		}
	}
	if len(w.rejects) == 0 {
		w.rejectHeader(format)
	}
	if format == kindUnified {
		w.rejectUnified(h)
	} else {
		w.rejectContext(h)
	}
}

func (w *work) rejectHeader(format kind) {
	h := &w.pt.head
	marks := [2]string{"*** ", "--- "}
	if format == kindUnified {
		marks = [2]string{"--- ", "+++ "}
	}
	for i, mark := range marks {
		k := i
		if w.pt.reverse {
			k = 1 - i
		}
		name := "/dev/null"
		if h.names[k] != nil {
			name = *h.names[k]
		} else if h.names[indexName] != nil {
			name = *h.names[indexName]
		}
		w.rejects = append(append(w.rejects, mark...), name...)
		if t := h.timeText[k]; t != "" {
			w.rejects = append(append(w.rejects, '\t'), t...)
		}
		w.rejects = append(w.rejects, '\n')
	}
}

func (w *work) rejectUnified(h *hunk) {
	span := func(first, n int) {
		if n == 0 {
			first--
		}
		w.rejects = strconv.AppendInt(w.rejects, int64(first), 10)
		if n != 1 {
			w.rejects = append(w.rejects, ',')
			w.rejects = strconv.AppendInt(w.rejects, int64(n), 10)
		}
	}
	w.rejects = append(w.rejects, "@@ -"...)
	span(h.first+w.growth, len(h.old))
	w.rejects = append(w.rejects, " +"...)
	span(h.newFirst+w.growth, len(h.new))
	w.rejects = append(w.rejects, " @@"...)
	w.rejects = append(append(w.rejects, h.function...), '\n')
	for _, l := range h.unifiedLines() {
		w.rejects = append(append(w.rejects, l.flag), l.text...)
	}
}

// unifiedLines returns both sides of a hunk as a unified diff has them.
func (h *hunk) unifiedLines() []hunkLine {
	var out []hunkLine
	i, j := 0, 0
	for i < len(h.old) || j < len(h.new) {
		switch {
		case i < len(h.old) && h.old[i].flag != ' ':
			out = append(out, hunkLine{'-', h.old[i].text})
			i++
		case j < len(h.new) && h.new[j].flag != ' ':
			out = append(out, hunkLine{'+', h.new[j].text})
			j++
		case i < len(h.old):
			out = append(out, hunkLine{' ', h.old[i].text})
			i, j = i+1, j+1
		default:
			j++
		}
	}
	return out
}

func (w *work) rejectContext(h *hunk) {
	span := func(first, n int) {
		if n == 0 {
			first = 0
		}
		w.rejects = strconv.AppendInt(w.rejects, int64(first), 10)
		if n > 1 {
			w.rejects = append(w.rejects, ',')
			w.rejects = strconv.AppendInt(w.rejects, int64(first+n-1), 10)
		}
	}
	old, changed := h.old, h.new
	stars, dashes := "", " -----\n"
	switch w.pt.head.kind {
	case kindUnified:
		old, changed = h.contextLines()
		fallthrough
	case kindNewContext:
		stars, dashes = " ****", " ----\n"
	}
	w.rejects = append(append(append(w.rejects, "***************"...), h.function...), "\n*** "...)
	span(h.first+w.growth, len(old))
	w.rejects = append(append(w.rejects, stars...), '\n')
	lines := func(list []hunkLine) {
		for _, l := range list {
			w.rejects = append(append(w.rejects, l.flag, ' '), l.text...)
		}
	}
	lines(old)
	w.rejects = append(w.rejects, "--- "...)
	span(h.newFirst+w.growth, len(changed))
	w.rejects = append(w.rejects, dashes...)
	lines(changed)
}

// contextLines returns both sides with '!' for lines that stand beside lines of the other side.
func (h *hunk) contextLines() (old, changed []hunkLine) {
	old, changed = append(old, h.old...), append(changed, h.new...)
	i, j := 0, 0
	for i < len(old) || j < len(changed) {
		a, b := i, j
		for i < len(old) && old[i].flag != ' ' {
			i++
		}
		for j < len(changed) && changed[j].flag != ' ' {
			j++
		}
		both := i > a && j > b
		for k := a; k < i; k++ {
			old[k].flag = flagIf(both, '-')
		}
		for k := b; k < j; k++ {
			changed[k].flag = flagIf(both, '+')
		}
		i, j = i+1, j+1
	}
	return old, changed
}

func flagIf(both bool, alone byte) byte {
	if both {
		return '!'
	}
	return alone
}
