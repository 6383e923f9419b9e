package tree

// chunkSize is the span of file content that is copied at once when a shared file changes.
const chunkSize = 64 << 10

// owner is the identity of one FS between two forks. A structure whose owner is the FS's own may be changed in place; any
// other is shared with a fork and is copied first. It has a size, so that every allocation is a different pointer.
type owner struct{ _ byte }

// chunk holds up to chunkSize bytes. A nil chunk is a hole: zeros.
type chunk struct {
	owner *owner
	b     []byte
	runs  []Run
}

// data is the content of a regular file: a list of chunks, each full but perhaps the last.
type data struct {
	owner  *owner
	size   int64
	chunks []*chunk
}

// chunkLen returns how many bytes of the file fall into chunk i.
func (d *data) chunkLen(i int) int {
	return int(min(chunkSize, d.size-int64(i)*chunkSize))
}

// readAt copies content from off into p and returns the count and the runs of what was copied.
func (d *data) readAt(p []byte, off int64) (int, []Run) {
	if off >= d.size || off < 0 {
		return 0, nil
	}
	want := int(min(int64(len(p)), d.size-off))
	var runs []Run
	n := 0
	for n < want {
		i, at := int((off+int64(n))/chunkSize), int((off+int64(n))%chunkSize)
		m := min(want-n, d.chunkLen(i)-at)
		c := d.chunks[i]
		var have int
		if c != nil && at < len(c.b) {
			have = copy(p[n:n+m], c.b[at:])
		}
		clear(p[n+have : n+m])
		if c != nil && c.runs != nil || runs != nil {
			runs = appendChunkRuns(runs, int64(n), c, int64(at), int64(m))
		}
		n += m
	}
	return n, runs
}

func appendChunkRuns(runs []Run, have int64, c *chunk, at, m int64) []Run {
	if c == nil || c.runs == nil {
		return AppendRun(runs, have, m, Exact)
	}
	done := int64(0)
	for _, r := range SliceRuns(c.runs, at, m) {
		runs = AppendRun(runs, have+done, r.N, r.L)
		done += r.N
	}
	return AppendRun(runs, have+done, m-done, Exact)
}

// own makes chunk i writable by o.
func (d *data) own(o *owner, i int) *chunk {
	if d.owner != o {
		d.chunks = append(make([]*chunk, 0, len(d.chunks)+1), d.chunks...)
		d.owner = o
	}
	c := d.chunks[i]
	switch {
	case c == nil:
		c = &chunk{owner: o}
	case c.owner != o:
		c = &chunk{owner: o, b: append(make([]byte, 0, len(c.b)+len(c.b)/4+16), c.b...), runs: append([]Run(nil), c.runs...)}
	default:
		return c
	}
	d.chunks[i] = c
	return c
}

// resize sets the size; new bytes are zeros.
func (d *data) resize(o *owner, size int64) {
	n := int((size + chunkSize - 1) / chunkSize)
	old := d.size
	if d.owner != o || n < len(d.chunks) {
		d.chunks = append(make([]*chunk, 0, n), d.chunks[:min(n, len(d.chunks))]...)
		d.owner = o
	}
	for len(d.chunks) < n {
		d.chunks = append(d.chunks, nil)
	}
	d.size = size
	if size < old && n > 0 && d.chunks[n-1] != nil {
		c := d.own(o, n-1)
		if keep := d.chunkLen(n - 1); len(c.b) > keep {
			c.b = c.b[:keep]
			c.runs = SliceRuns(c.runs, 0, int64(keep))
		}
	}
}

// writeAt stores p at off, growing the file, with one label for all of p.
func (d *data) writeAt(o *owner, p []byte, off int64, l Label) {
	if end := off + int64(len(p)); end > d.size {
		d.resize(o, end)
	}
	for len(p) > 0 {
		i, at := int(off/chunkSize), int(off%chunkSize)
		c := d.own(o, i)
		m := min(len(p), chunkSize-at)
		c.write(p[:m], at, l)
		p, off = p[m:], off+int64(m)
	}
}

func (c *chunk) write(p []byte, at int, l Label) {
	if at > len(c.b) {
		c.b = append(c.b, make([]byte, at-len(c.b))...)
	}
	if l != Exact || c.runs != nil {
		c.relabel(at, len(p), l)
	}
	k := copy(c.b[at:], p)
	c.b = append(c.b, p[k:]...)
}

// relabel sets the label of [at, at+n), which may reach past the present end.
func (c *chunk) relabel(at, n int, l Label) {
	var out []Run
	have := int64(0)
	add := func(runs []Run) {
		for _, r := range runs {
			out = AppendRun(out, have, r.N, r.L)
			have += r.N
		}
	}
	pad := func(to int64) {
		if have < to {
			out = AppendRun(out, have, to-have, Exact)
			have = to
		}
	}
	total := int64(len(c.b))
	add(SliceRuns(c.runs, 0, min(int64(at), total)))
	pad(int64(at))
	out = AppendRun(out, have, int64(n), l)
	have += int64(n)
	if rest := total - have; rest > 0 {
		add(SliceRuns(c.runs, have, rest))
		pad(total)
	}
	c.runs = out
}

// label returns the join of all labels in the content.
func (d *data) label() Label {
	l := Exact
	for _, c := range d.chunks {
		if c != nil {
			l |= JoinRuns(c.runs)
		}
	}
	return l
}
