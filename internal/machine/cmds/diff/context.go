package diff

// header prints the names and times of both files.
func (w *writer) header(c *pair, markA, markB string) {
	d := w.d
	for i, mark := range [2]string{markA, markB} {
		w.color(colorHeader)
		w.str(mark + " ")
		if i < len(d.labels) {
			w.str(d.labels[i])
		} else {
			w.str(escape(c.f[i].name))
			w.str("\t")
			d.out = append(d.out, d.stamp(&c.f[i])...)
		}
		w.color(colorReset)
		w.str("\n")
	}
	w.lastFn, w.fn = 0, -1
}

// groups calls f for each group of changes that are printed as one hunk.
func (w *writer) groups(f func(group []change)) {
	for from := 0; from < len(w.changes); {
		to := w.groupEnd(from)
		g := w.changes[from:to]
		for i := range g {
			if !g[i].ignore {
				f(g)
				break
			}
		}
		from = to
	}
}

// groupEnd finds the first change that is too far away to belong to the same hunk.
func (w *writer) groupEnd(i int) int {
	context := w.d.context
	for {
		c := &w.changes[i]
		i++
		if i == len(w.changes) {
			return i
		}
		limit := 2*context + 1
		if w.changes[i].ignore {
			limit = context
		}
		if w.changes[i].A-(c.A+c.NumA) >= limit {
			return i
		}
	}
}

// around returns the lines of both texts that a hunk shows.
func (w *writer) around(g []change) (a0, a1, b0, b1 int) {
	first, last := &g[0], &g[len(g)-1]
	context := w.d.context
	a0, b0 = max(first.A-context, 0), max(first.B-context, 0)
	a1, b1 = min(last.A+last.NumA+context, w.a.lines), min(last.B+last.NumB+context, w.b.lines)
	return a0, a1, b0, b1
}

// function prints the last line before a hunk that looks like the head of a function.
func (w *writer) function(before int) {
	d := w.d
	if d.functionRE == nil {
		return
	}
	for i := before - 1; i >= w.lastFn; i-- {
		if d.matches(d.functionRE, w.a.bare(i)) {
			w.fn = i
			break
		}
	}
	w.lastFn = before
	if w.fn < 0 {
		return
	}
	line := w.a.bare(w.fn)
	for len(line) > 0 && isSpace(line[0]) {
		line = line[1:]
	}
	line = line[:min(len(line), 40)]
	for len(line) > 0 && isSpace(line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	w.str(" ")
	d.out = append(d.out, line...)
}

func (w *writer) contextHunk(g []change) {
	a0, a1, b0, b1 := w.around(g)
	w.str("***************")
	w.function(a0)
	w.str("\n")
	w.color(colorLine)
	w.str("*** ")
	w.contextRange(a0, a1)
	w.str(" ****")
	w.color(colorReset)
	w.str("\n")
	deletes, inserts := false, false
	for i := range g {
		deletes, inserts = deletes || g[i].NumA > 0, inserts || g[i].NumB > 0
	}
	if deletes {
		w.contextLines(w.a, a0, a1, colorDelete, g, func(c *change) (int, int, string) { return c.A, c.NumA, mark(c.NumB > 0, "-") })
	}
	w.color(colorLine)
	w.str("--- ")
	w.contextRange(b0, b1)
	w.str(" ----")
	w.color(colorReset)
	w.str("\n")
	if inserts {
		w.contextLines(w.b, b0, b1, colorAdd, g, func(c *change) (int, int, string) { return c.B, c.NumB, mark(c.NumA > 0, "+") })
	}
}

// mark is the flag of a changed line: "!" when the change has lines on the other side.
func mark(both bool, single string) string {
	if both {
		return "!"
	}
	return single
}

// contextLines prints one side of a hunk.
func (w *writer) contextLines(t *text, from, to int, color byte, g []change, side func(*change) (at, n int, flag string)) {
	k := 0
	for i := from; i < to; i++ {
		flag := " "
		for k < len(g) {
			at, n, f := side(&g[k])
			if i < at {
				break
			}
			if i < at+n {
				flag = f
				break
			}
			k++
		}
		w.colored(color, flag, t.line(i))
	}
}

func (w *writer) contextRange(from, to int) {
	if to > from+1 {
		w.number(from + 1)
		w.str(",")
	}
	w.number(to)
}

func (w *writer) unifiedRange(from, to int) {
	switch to - from {
	case 1:
		w.number(to)
	case 0:
		w.number(from)
		w.str(",0")
	default:
		w.number(from + 1)
		w.str(",")
		w.number(to - from)
	}
}

func (w *writer) unifiedHunk(g []change) {
	a0, a1, b0, b1 := w.around(g)
	w.color(colorLine)
	w.str("@@ -")
	w.unifiedRange(a0, a1)
	w.str(" +")
	w.unifiedRange(b0, b1)
	w.str(" @@")
	w.color(colorReset)
	w.function(a0)
	w.str("\n")
	i := a0
	for k := range g {
		c := &g[k]
		for ; i < c.A; i++ {
			w.unifiedLine(0, " ", w.a.line(i))
		}
		for ; i < c.A+c.NumA; i++ {
			w.unifiedLine(colorDelete, "-", w.a.line(i))
		}
		for j := c.B; j < c.B+c.NumB; j++ {
			w.unifiedLine(colorAdd, "+", w.b.line(j))
		}
	}
	for ; i < a1; i++ {
		w.unifiedLine(0, " ", w.a.line(i))
	}
}

// unifiedLine prints a line of a unified hunk: the flag stands right before it.
func (w *writer) unifiedLine(color byte, flag string, line []byte) {
	w.color(color)
	d := w.d
	empty := d.blankEmpty && len(line) == 1 && line[0] == '\n'
	switch {
	case flag == " " && d.initialTab && !empty:
		w.str("\t")
	case flag == " " && empty:
	case d.initialTab && !empty:
		w.str(flag + "\t")
	default:
		w.str(flag)
	}
	body := line
	if line[len(line)-1] == '\n' {
		body = line[:len(line)-1]
	}
	w.body("", body)
	if color != 0 {
		w.color(colorReset)
	}
	w.str("\n")
	if len(body) == len(line) {
		w.str(noNewline)
	}
	d.spill()
}
