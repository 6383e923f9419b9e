package diff

import (
	"bytes"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu/hunks"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// text is the content of a file, cut into lines.
type text struct {
	data    []byte
	starts  []int // of each line, and the end
	noEnd   bool  // the last line has no newline of its own
	lines   int
	changed []bool
}

// line returns line i with its newline, if it has one.
func (t *text) line(i int) []byte { return t.data[t.starts[i]:t.starts[i+1]] }

// bare returns line i without its newline.
func (t *text) bare(i int) []byte { return bytes.TrimSuffix(t.line(i), newline) }

var newline = []byte{'\n'}

// binarySize is how much of a file is looked at to tell whether it is text.
const binarySize = 4096

// contents compares two files by what is in them.
func (d *differ) contents(c *pair) int {
	for i := range c.f {
		if err := d.read(c, i); err != nil {
			d.flush()
			d.p.Errorf("%s: %s", c.f[i].name, kern.ErrText(err))
			return 2
		}
	}
	a, b := &c.f[0].text, &c.f[1].text
	if !d.text && (binary(a.data) || binary(b.data)) {
		if bytes.Equal(a.data, b.data) {
			d.identical(c)
			return 0
		}
		if d.brief {
			d.say("Files ", d.label(c, 0), " and ", d.label(c, 1), " differ\n")
		} else {
			d.say("Binary files ", d.label(c, 0), " and ", d.label(c, 1), " differ\n")
		}
		return 1
	}
	a.cut(d)
	b.cut(d)
	status := d.show(c, d.compareLines(a, b))
	if status == 0 {
		d.identical(c)
	}
	return status
}

func binary(b []byte) bool { return bytes.IndexByte(b[:min(len(b), binarySize)], 0) >= 0 }

// read reads a file.
func (d *differ) read(c *pair, i int) error {
	f := &c.f[i]
	switch {
	case f.absent:
		return nil
	case i == 1 && !c.f[0].absent && c.f[0].name == f.name:
		f.data = c.f[0].data
		return nil
	case f.stdin:
		var err error
		f.data, err = d.p.ReadAll(0)
		return err
	}
	var err error
	f.data, err = d.p.ReadFile(f.name)
	return err
}

// cut finds the lines. Formats that cannot show a missing newline get one added.
func (t *text) cut(d *differ) {
	if d.stripCR && bytes.Contains(t.data, []byte("\r\n")) {
		t.data = bytes.ReplaceAll(t.data, []byte("\r\n"), newline)
	}
	t.noEnd = len(t.data) > 0 && t.data[len(t.data)-1] != '\n'
	if t.noEnd && (d.style == styleEd || d.style == styleForwardEd) {
		t.data = append(t.data[:len(t.data):len(t.data)], '\n')
	}
	n := bytes.Count(t.data, newline)
	d.p.Tick(1 + len(t.data)>>6)
	d.p.Hold(int64(n) * 16)
	t.starts = make([]int, 1, n+2)
	for at := 0; at < len(t.data); {
		i := bytes.IndexByte(t.data[at:], '\n')
		if i < 0 {
			at = len(t.data)
		} else {
			at += i + 1
		}
		t.starts = append(t.starts, at)
	}
	t.lines = len(t.starts) - 1
}

// compareLines finds the changes between two texts.
func (d *differ) compareLines(a, b *text) []change {
	head, tail := d.ends(a, b)
	ea, eb, classes := d.classes(a, b, head, tail)
	deleted, inserted := hunks.Compare(ea, eb, classes, hunks.Options{Minimal: d.minimal, Speed: d.speed, Tick: d.p.Tick})
	var out []change
	for _, h := range hunks.Hunks(deleted, inserted) {
		h.A, h.B = h.A+head, h.B+head
		out = append(out, change{Hunk: h})
	}
	if d.ignoreBlank || d.ignoreRE != nil {
		for i := range out {
			out[i].ignore = d.trivial(a, b, &out[i])
		}
	}
	return out
}

// change is a run of lines that differ.
type change struct {
	hunks.Hunk
	ignore bool // no line of it counts
}

// ends returns how many lines at either end are the same in both and need not be compared. Some of them, as many as the
// horizon says, are compared nevertheless.
func (d *differ) ends(a, b *text) (head, tail int) {
	n := min(a.lines, b.lines)
	for head < n && bytes.Equal(a.line(head), b.line(head)) {
		head++
	}
	for tail < n-head && bytes.Equal(a.line(a.lines-1-tail), b.line(b.lines-1-tail)) {
		tail++
	}
	d.p.Tick(1 + (head+tail)/8)
	return max(head-d.horizon, 0), max(tail-d.horizon, 0)
}

// classes gives each line between head and tail a number; lines that count as equal get the same.
func (d *differ) classes(a, b *text, head, tail int) (ea, eb []int32, n int) {
	count := a.lines + b.lines - 2*(head+tail)
	d.p.Hold(int64(count) * 40)
	ids := make(map[string]int32, count/2+1)
	var buf []byte
	number := func(t *text) []int32 {
		out := make([]int32, 0, t.lines-head-tail)
		for i := head; i < t.lines-tail; i++ {
			line := t.line(i)
			d.p.Tick(1 + len(line)>>6)
			key := line
			if d.white < whiteTrailing || len(line) > 0 && line[len(line)-1] == '\n' {
				buf = d.normal(buf[:0], line)
			} else {
				buf = append(d.normal(buf[:0], line), '\n')
			}
			key = buf
			id, ok := ids[string(key)]
			if !ok {
				id = int32(len(ids))
				ids[string(key)] = id
			}
			out = append(out, id)
		}
		return out
	}
	ea, eb = number(a), number(b)
	return ea, eb, len(ids)
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// normal writes a line so that lines that count as equal become the same.
func (d *differ) normal(b, line []byte) []byte {
	if d.white == whiteNone && !d.ignoreCase {
		return append(b, line...)
	}
	body := bytes.TrimSuffix(line, newline)
	ended := len(body) < len(line)
	if d.white != whiteNone && d.white != whiteTabs {
		for len(body) > 0 && isSpace(body[len(body)-1]) {
			body = body[:len(body)-1]
		}
	}
	column := 0
	for i := 0; i < len(body); i++ {
		c := body[i]
		switch {
		case !isSpace(c):
			if d.ignoreCase && c >= 'A' && c <= 'Z' {
				c |= 0x20
			}
			b = append(b, c)
			column++
			if c == '\b' && column > 1 {
				column -= 2
			}
		case d.white == whiteAll:
		case d.white == whiteChange:
			b = append(b, ' ')
			for i+1 < len(body) && isSpace(body[i+1]) {
				i++
			}
		case d.white == whiteTabs && (c == '\t' || c == ' '):
			// A run of blanks becomes its width between two blanks, which can stand for nothing else.
			from := column
			for ; i < len(body) && (body[i] == '\t' || body[i] == ' '); i++ {
				if column++; body[i] == '\t' {
					column += d.tabSize - 1 - (column-1)%d.tabSize
				}
			}
			i--
			b = append(strconv.AppendInt(append(b, ' '), int64(column-from), 10), ' ')
		default:
			b = append(b, c)
			column++
		}
	}
	if ended {
		b = append(b, '\n')
	}
	return b
}
