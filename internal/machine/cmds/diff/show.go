package diff

import (
	"bytes"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/regex"
)

// show prints the changes and returns the exit status.
func (d *differ) show(c *pair, changes []change) int {
	status := 0
	for i := range changes {
		if !changes[i].ignore {
			status = 1
		}
	}
	if d.brief {
		if status != 0 {
			d.say("Files ", d.label(c, 0), " and ", d.label(c, 1), " differ\n")
		}
		return status
	}
	if status != 0 || !d.silent() {
		d.print(c, changes)
	}
	if d.style == styleEd || d.style == styleForwardEd {
		for i := range c.f {
			if c.f[i].noEnd {
				d.flush()
				d.p.Errorf("%s: No newline at end of file\n", c.f[i].name)
				status = 2
			}
		}
	}
	return status
}

// print prints the changes in the format asked for.
func (d *differ) print(c *pair, changes []change) {
	if c.parent != nil {
		d.say("diff", d.switches, " ", escape(d.label(c, 0)), " ", escape(d.label(c, 1)), "\n")
	}
	w := writer{d: d, a: &c.f[0].text, b: &c.f[1].text, changes: changes}
	switch d.style {
	case styleContext:
		w.header(c, "***", "---")
		w.groups(w.contextHunk)
	case styleUnified:
		w.header(c, "---", "+++")
		w.groups(w.unifiedHunk)
	case styleEd:
		for i := len(changes) - 1; i >= 0; i-- {
			w.ed(&changes[i])
		}
	case styleForwardEd:
		for i := range changes {
			w.forwardEd(&changes[i])
		}
	case styleRCS:
		for i := range changes {
			w.rcs(&changes[i])
		}
	case styleSide:
		w.sides()
	case styleIfdef:
		w.merged()
	default:
		for i := range changes {
			w.normal(&changes[i])
		}
	}
}

// writer prints one comparison.
type writer struct {
	d       *differ
	a, b    *text
	changes []change
	lastFn  int // where the search for functions goes on
	fn      int // the last line that matched, -1 for none
	started bool
}

// number appends a decimal number.
func (w *writer) number(n int) { w.d.out = strconv.AppendInt(w.d.out, int64(n), 10) }

func (w *writer) str(s string) { w.d.out = append(w.d.out, s...) }

// span prints a range of lines, counted from 0 with to the first line behind it: "3,5", or one number when it has at most one
// line, which then is the last.
func (w *writer) span(sep string, from, to int) {
	if to > from+1 {
		w.number(from + 1)
		w.str(sep)
	}
	w.number(to)
}

// letter is d for deleted, a for added, c for changed lines.
func letter(c *change) string {
	switch {
	case c.NumB == 0:
		return "d"
	case c.NumA == 0:
		return "a"
	}
	return "c"
}

func (w *writer) normal(c *change) {
	if c.ignore {
		return
	}
	w.color(colorLine)
	w.span(",", c.A, c.A+c.NumA)
	w.str(letter(c))
	w.span(",", c.B, c.B+c.NumB)
	w.color(colorReset)
	w.str("\n")
	for i := c.A; i < c.A+c.NumA; i++ {
		w.colored(colorDelete, "<", w.a.line(i))
	}
	if c.NumA > 0 && c.NumB > 0 {
		w.str("---\n")
	}
	for i := c.B; i < c.B+c.NumB; i++ {
		w.colored(colorAdd, ">", w.b.line(i))
	}
}

// colored prints a line behind its flag.
func (w *writer) colored(c byte, flag string, line []byte) {
	w.color(c)
	w.flagged(flag, line, c != 0 && w.d.color)
}

// flagged prints a line behind its flag; reset puts the end of the colour before the newline.
func (w *writer) flagged(flag string, line []byte, reset bool) {
	body := bytes.TrimSuffix(line, newline)
	switch {
	case w.d.blankEmpty && len(body) == 0 && len(line) > 0:
		if flag != " " {
			w.str(flag)
		}
	case w.d.initialTab:
		w.str(flag + "\t")
	default:
		w.str(flag + " ")
	}
	w.body(flag, body)
	if reset {
		w.color(colorReset)
	}
	w.str("\n")
	if len(body) == len(line) {
		w.str(noNewline)
	}
	w.d.spill()
}

const noNewline = "\\ No newline at end of file\n"

// body prints a line without its newline, with tabs expanded if that is asked for. A carriage return begins the line anew.
func (w *writer) body(flag string, line []byte) {
	d := w.d
	d.p.Tick(1 + len(line)>>6)
	if !d.expandTabs {
		d.out = append(d.out, line...)
		return
	}
	column := 0
	for i, c := range line {
		switch {
		case c == '\t':
			n := d.tabSize - column%d.tabSize
			column += n
			for range n {
				d.out = append(d.out, ' ')
				d.spill()
			}
		case c == '\r':
			d.out = append(d.out, c)
			column = 0
			if flag != "" && i+1 < len(line) {
				w.str(flag + " ")
			}
		case c == '\b':
			if column > 0 {
				column--
				d.out = append(d.out, c)
			}
		default:
			if c >= ' ' && c < 0x7f {
				column++
			}
			d.out = append(d.out, c)
		}
	}
}

// plain prints a line as it stands.
func (w *writer) plain(line []byte) {
	body := bytes.TrimSuffix(line, newline)
	w.body("", body)
	if len(body) < len(line) {
		w.str("\n")
	}
	w.d.spill()
}

func (w *writer) ed(c *change) {
	if c.ignore {
		return
	}
	w.span(",", c.A, c.A+c.NumA)
	w.str(letter(c) + "\n")
	if c.NumB == 0 {
		return
	}
	inserting := true
	for i := c.B; i < c.B+c.NumB; i++ {
		line := w.b.line(i)
		if !inserting {
			w.str("a\n")
			inserting = true
		}
		if string(line) == ".\n" {
			w.str("..\n.\ns/.//\n")
			inserting = false
		} else {
			w.plain(line)
		}
	}
	if inserting {
		w.str(".\n")
	}
}

func (w *writer) forwardEd(c *change) {
	if c.ignore {
		return
	}
	w.str(letter(c))
	w.span(" ", c.A, c.A+c.NumA)
	w.str("\n")
	if c.NumB == 0 {
		return
	}
	for i := c.B; i < c.B+c.NumB; i++ {
		w.plain(w.b.line(i))
	}
	w.str(".\n")
}

func (w *writer) rcs(c *change) {
	if c.ignore {
		return
	}
	if c.NumA > 0 {
		w.str("d")
		w.number(c.A + 1)
		w.str(" ")
		w.number(c.NumA)
		w.str("\n")
	}
	if c.NumB == 0 {
		return
	}
	w.str("a")
	w.number(c.A + c.NumA)
	w.str(" ")
	w.number(c.NumB)
	w.str("\n")
	for i := c.B; i < c.B+c.NumB; i++ {
		w.plain(w.b.line(i))
	}
}

// trivial says whether no line of a change counts: all are blank or match -I.
func (d *differ) trivial(a, b *text, c *change) bool {
	for i := c.A; i < c.A+c.NumA; i++ {
		if !d.trivialLine(a.line(i)) {
			return false
		}
	}
	for i := c.B; i < c.B+c.NumB; i++ {
		if !d.trivialLine(b.line(i)) {
			return false
		}
	}
	return true
}

func (d *differ) trivialLine(line []byte) bool {
	d.p.Tick(1)
	line = bytes.TrimSuffix(line, newline)
	if d.ignoreBlank {
		rest := line
		if d.white >= whiteTrailing {
			rest = bytes.TrimRight(rest, " \t\n\v\f\r")
		}
		if len(rest) == 0 {
			return true
		}
	}
	return d.ignoreRE != nil && d.matches(d.ignoreRE, line)
}

func (d *differ) matches(re *regex.Regexp, line []byte) bool {
	ok, err := re.Test(line, 0, regex.MatchOptions{Tick: func(n int) error { d.p.Tick(n); return nil }})
	return ok && err == nil
}
