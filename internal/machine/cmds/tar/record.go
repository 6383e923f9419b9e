package tar

import (
	"io"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// reader reads an archive record by record and hands it out in blocks, with the label of each.
type reader struct {
	t     *tarball
	fd    int
	size  int // of a record, in bytes
	buf   []byte
	have  int // bytes in buf, whole blocks only
	off   int // of the next block in buf
	runs  []tree.Run
	base  int64 // where buf begins in the archive
	raw   int64 // bytes read
	ended bool
	began bool
	seek  bool // content may be skipped by seeking
}

// pos returns where the next block begins, in bytes.
func (r *reader) pos() int64 { return r.base + int64(r.off) }

// fill reads the next record; it reports whether there was a block.
func (r *reader) fill() bool {
	if r.ended {
		return false
	}
	if r.buf == nil {
		r.buf = make([]byte, r.size)
	}
	r.base += int64(r.have)
	r.have, r.off, r.runs = 0, 0, nil
	n := 0
	for n < r.size {
		k, runs, err := r.t.p.ReadRuns(r.fd, r.buf[n:])
		if runs != nil || r.runs != nil {
			at := int64(n)
			if runs == nil {
				r.runs = tree.AppendRun(r.runs, at, int64(k), tree.Exact)
			}
			for _, x := range runs {
				r.runs = tree.AppendRun(r.runs, at, x.N, x.L)
				at += x.N
			}
		}
		n += k
		if err == io.EOF {
			break
		}
		if err != nil {
			r.t.readError(err, !r.began)
			break
		}
	}
	r.have = n / blockSize * blockSize
	r.raw += int64(n)
	if n < r.size {
		r.ended = true
	}
	r.t.records(r.have > 0, false)
	if r.have > 0 {
		r.began = true
	}
	return r.have > 0
}

// next returns the next block and its runs; ok is false at the end of the archive.
func (r *reader) next() (b []byte, runs []tree.Run, ok bool) {
	if r.off >= r.have && !r.fill() {
		return nil, nil, false
	}
	b = r.buf[r.off : r.off+blockSize]
	if r.runs != nil {
		runs = tree.SliceRuns(r.runs, int64(r.off), blockSize)
	}
	r.off += blockSize
	return b, runs, true
}

// span returns up to n bytes (a multiple of blockSize) that are at hand, at least one block.
func (r *reader) span(n int64) (b []byte, runs []tree.Run, ok bool) {
	if r.off >= r.have && !r.fill() {
		return nil, nil, false
	}
	k := int(min(n, int64(r.have-r.off)))
	b = r.buf[r.off : r.off+k]
	if r.runs != nil {
		runs = tree.SliceRuns(r.runs, int64(r.off), int64(k))
	}
	r.off += k
	return b, runs, true
}

// back gives the block that was read last back.
func (r *reader) back() { r.off -= blockSize }

// readError reports a failed read: at the very beginning nothing else can be done.
func (t *tarball) readError(err error, first bool) {
	t.errorf("%s: Cannot read: %s", t.colon(t.archive), kern.ErrText(err))
	if first {
		t.fatal("At beginning of tape, quitting now")
	}
	t.giveUp()
}

// writer collects blocks into records.
type writer struct {
	t     *tarball
	fd    int
	size  int
	buf   []byte
	runs  []tree.Run
	total int64 // bytes written to the descriptor
	base  int64 // bytes of the archive before buf
}

// pos returns how many bytes precede the next one.
func (w *writer) pos() int64 { return w.base + int64(len(w.buf)) }

// write adds bytes that carry the labels of runs (nil: all exact).
func (w *writer) write(b []byte, runs []tree.Run) {
	if w.buf == nil {
		w.buf = make([]byte, 0, w.size)
	}
	for at := 0; at < len(b); {
		k := min(w.size-len(w.buf), len(b)-at)
		if runs != nil {
			part := tree.SliceRuns(runs, int64(at), int64(k))
			if part == nil {
				part = []tree.Run{{N: int64(k)}}
			}
			have := int64(len(w.buf))
			for _, r := range part {
				w.runs = tree.AppendRun(w.runs, have, r.N, r.L)
				have += r.N
			}
		} else if w.runs != nil {
			w.runs = tree.AppendRun(w.runs, int64(len(w.buf)), int64(k), tree.Exact)
		}
		w.buf = append(w.buf, b[at:at+k]...)
		at += k
		if len(w.buf) == w.size {
			w.flush()
		}
	}
}

// labelled adds bytes of one label.
func (w *writer) labelled(b []byte, l tree.Label) {
	if l == tree.Exact {
		w.write(b, nil)
		return
	}
	w.write(b, []tree.Run{{N: int64(len(b)), L: l}})
}

func (w *writer) flush() {
	n, err := w.t.p.WriteRuns(w.fd, w.buf, w.runs)
	w.total += int64(n)
	if err != nil {
		w.t.errorf("%s: Cannot write: %s", w.t.colon(w.t.archive), kern.ErrText(err))
		w.t.giveUp()
	}
	w.base += int64(len(w.buf))
	w.buf, w.runs = w.buf[:0], nil
	w.t.records(true, true)
}

// pad fills up to the next block.
func (w *writer) pad(n int64) {
	if k := int(-n & (blockSize - 1)); k > 0 {
		w.write(zeros[:k], nil)
	}
}

// zeros is a block of them.
var zeros [blockSize]byte

// finish writes the end of the archive: two blocks of zeros and what fills the record.
func (w *writer) finish() {
	w.write(zeros[:], nil)
	w.write(zeros[:], nil)
	for len(w.buf) > 0 {
		w.write(zeros[:min(blockSize, w.size-len(w.buf))], nil)
	}
}
