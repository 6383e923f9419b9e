package cmds

import (
	"bytes"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// compare orders two lines by their join fields; a is of the first file and b of the second unless both are of file only.
func (j *joinState) compare(a, b *joinLine, fileA, fileB int) int {
	x, y := a.field(j.key[fileA]), b.field(j.key[fileB])
	if !j.ignoreCase {
		return bytes.Compare(x, y)
	}
	for i := 0; i < len(x) && i < len(y); i++ {
		if c, d := upperByte(x[i]), upperByte(y[i]); c != d {
			return int(c) - int(d)
		}
	}
	return len(x) - len(y)
}

// advance reads the next line of a file; ok is false when the program must end with status.
func (j *joinState) advance(i int) (status int, ok bool) {
	in := &j.in[i]
	if in.cur != nil {
		in.prev = in.cur
	}
	text, _, err := in.lines.Next()
	if err != nil {
		in.cur = nil
		if notEOF(err) != nil {
			j.p.Errorf("read error: %s", kern.ErrText(err))
			return 1, false
		}
		return 0, true
	}
	in.n++
	in.cur = j.split(text)
	if in.prev == nil || j.check == checkNever || j.check == checkDefault && !j.oddPrinted || in.disorder {
		return 0, true
	}
	if j.compare(in.prev, in.cur, i, i) > 0 {
		j.p.Errorf("%s:%d: is not sorted: %s", j.names[i], in.n, in.cur.text)
		in.disorder = true
		if j.check == checkAlways {
			return 1, false
		}
	}
	return 0, true
}

func (j *joinState) run() int {
	for i := range j.in {
		if st, ok := j.advance(i); !ok {
			return st
		}
	}
	if j.auto {
		for i := range j.in {
			if j.in[i].cur != nil {
				j.autoCount[i] = len(j.in[i].cur.fields)
			}
		}
	}
	if j.header && (j.in[0].cur != nil || j.in[1].cur != nil) {
		j.join(j.in[0].cur, j.in[1].cur)
		for i := range j.in {
			if j.in[i].cur == nil {
				continue
			}
			j.in[i].cur = nil
			if st, ok := j.advance(i); !ok {
				return st
			}
		}
	}
	if st, ok := j.merge(); !ok {
		return st
	}
	if st, ok := j.rest(); !ok {
		return st
	}
	if j.in[0].disorder || j.in[1].disorder {
		j.p.Errorf("input is not in sorted order")
		return 1
	}
	return 0
}

// merge joins the lines as long as both files have some.
func (j *joinState) merge() (status int, ok bool) {
	for j.in[0].cur != nil && j.in[1].cur != nil {
		j.p.Tick(1)
		c := j.compare(j.in[0].cur, j.in[1].cur, 0, 1)
		if c != 0 {
			i := 0
			if c > 0 {
				i = 1
			}
			if j.unpaired[i] {
				j.alone(i)
			}
			if st, ok := j.advance(i); !ok {
				return st, false
			}
			j.oddPrinted = true
			continue
		}
		var groups [2][]*joinLine
		for i := range groups {
			first := j.in[i].cur
			for j.in[i].cur != nil && j.compare(first, j.in[i].cur, i, i) == 0 {
				groups[i] = append(groups[i], j.in[i].cur)
				j.p.Hold(int64(len(j.in[i].cur.text)))
				if st, ok := j.advance(i); !ok {
					return st, false
				}
			}
		}
		if j.paired {
			for _, a := range groups[0] {
				for _, b := range groups[1] {
					j.p.Tick(1)
					j.join(a, b)
				}
			}
		}
	}
	return 0, true
}

// rest prints, or only checks, what is left of one file when the other is at its end.
func (j *joinState) rest() (status int, ok bool) {
	for i := range j.in {
		if !j.unpaired[i] && j.check == checkNever {
			continue
		}
		for j.in[i].cur != nil {
			if j.unpaired[i] {
				j.alone(i)
			}
			if j.in[i].disorder && !j.unpaired[i] {
				break
			}
			if st, ok := j.advance(i); !ok {
				return st, false
			}
		}
	}
	return 0, true
}

func (j *joinState) alone(i int) {
	if i == 0 {
		j.join(j.in[0].cur, nil)
	} else {
		j.join(nil, j.in[1].cur)
	}
}

// join prints a line made of a and b; either may be missing.
func (j *joinState) join(a, b *joinLine) {
	sep := byte(' ')
	if j.tab >= 0 {
		sep = byte(j.tab)
	}
	out := j.buf[:0]
	first := true
	put := func(f []byte) {
		if !first {
			out = append(out, sep)
		}
		first = false
		if len(f) == 0 {
			out = append(out, j.empty...)
		}
		out = append(out, f...)
	}
	lines := [2]*joinLine{a, b}
	main := a
	key := j.key[0]
	if main == nil {
		main, key = b, j.key[1]
	}
	switch {
	case len(j.out) > 0:
		for _, o := range j.out {
			if o.file == 0 {
				put(main.field(key))
			} else {
				put(lines[o.file-1].field(o.field))
			}
		}
	default:
		put(main.field(key))
		for i, l := range lines {
			n := 0
			if j.auto {
				n = j.autoCount[i]
			} else if l != nil {
				n = len(l.fields)
			}
			for k := range n {
				if k != j.key[i] {
					put(l.field(k))
				}
			}
		}
	}
	j.buf = append(out, j.eol)
	j.p.Stdout.Write(j.buf)
}
