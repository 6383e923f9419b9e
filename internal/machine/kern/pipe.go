package kern

import "github.com/orrery-world/orrery/internal/machine/tree"

// pipeSize is how much a pipe holds before its writer must wait, as in Linux.
const pipeSize = 64 << 10

// Pipe is a pipe or the buffer of a named pipe.
type Pipe struct {
	buf                []byte
	runs               []tree.Run
	off                int // start of what is unread in buf
	readers, writers   int
	readable, writable waitQueue
}

// Pipe makes a pipe and returns its two ends, each open until the last descriptor that it is given (SetFD, AddFD) is closed.
func (p *Proc) Pipe() (r, w *File) {
	a := &struct { // one allocation
		pipe Pipe
		r, w File
	}{pipe: Pipe{readers: 1, writers: 1}}
	a.r, a.w = File{kind: kindPipeRead, pipe: &a.pipe}, File{kind: kindPipeWrite, flags: WriteOnly, pipe: &a.pipe}
	return &a.r, &a.w
}

// ReadSize waits until a read from fd returns at once and says how much it can give, at most most.
func (p *Proc) ReadSize(fd, most int) int {
	f := p.FD(fd)
	if f == nil {
		return 1
	}
	left := int64(most)
	switch f.kind {
	case kindPipeRead:
		for f.pipe.off == len(f.pipe.buf) && f.pipe.writers > 0 && p.pending == 0 {
			p.K.park(&f.pipe.readable)
		}
		left = int64(len(f.pipe.buf) - f.pipe.off)
	case kindBytes:
		left = int64(len(f.bytes)) - f.off
	case kindNode:
		left = 0
		if n := p.K.FS.Load(f.ino); n != nil && n.Kind == tree.Regular {
			left = n.Size() - f.off
		}
	case kindNull:
		left = 0
	}
	return int(min(max(left, 1), int64(most)))
}

func (q *Pipe) read(p *Proc, b []byte) (int, []tree.Run, error) {
	for q.off == len(q.buf) {
		if q.writers == 0 {
			return 0, nil, nil
		}
		if p.pending != 0 {
			return 0, nil, tree.EINTR
		}
		p.K.park(&q.readable)
	}
	n := copy(b, q.buf[q.off:])
	var runs []tree.Run
	if q.runs != nil {
		runs = tree.SliceRuns(q.runs, int64(q.off), int64(n))
	}
	q.off += n
	if q.off == len(q.buf) {
		q.buf, q.runs, q.off = q.buf[:0], nil, 0
		p.K.wakeAll(&q.writable)
	}
	return n, runs, nil
}

func (q *Pipe) write(p *Proc, b []byte, l tree.Label) (int, error) {
	done := 0
	for {
		if q.readers == 0 {
			return done, p.brokenPipe()
		}
		if room := pipeSize - (len(q.buf) - q.off); room > 0 && (len(b)-done <= room || room == pipeSize || len(b) > pipeSize) {
			m := min(room, len(b)-done)
			q.push(b[done:done+m], l)
			done += m
			p.K.wakeAll(&q.readable)
		}
		if done == len(b) {
			return done, nil
		}
		p.K.park(&q.writable)
	}
}

func (q *Pipe) push(b []byte, l tree.Label) {
	if q.off > 0 && len(q.buf)+len(b) > 2*pipeSize {
		if q.runs != nil {
			q.runs = tree.SliceRuns(q.runs, int64(q.off), int64(len(q.buf)-q.off))
		}
		q.buf = q.buf[:copy(q.buf, q.buf[q.off:])]
		q.off = 0
	}
	q.runs = tree.AppendRun(q.runs, int64(len(q.buf)), int64(len(b)), l)
	q.buf = append(q.buf, b...)
}

func (p *Proc) brokenPipe() error {
	if p.ignored&(1<<SIGPIPE) != 0 {
		return tree.EPIPE
	}
	p.Signal(SIGPIPE)
	return tree.EPIPE
}

// Feed gives input on demand, such as the keys of a terminal. It returns what there is now; done says that nothing will
// follow.
type Feed interface {
	Next() (b []byte, done bool)
}

// Buffered returns how many bytes a read from fd finds in a pipe and whether more may follow; for anything else it returns 0
// and true.
func (p *Proc) Buffered(fd int) (n int, more bool) {
	f := p.FD(fd)
	if f == nil || f.kind != kindPipeRead {
		return 0, true
	}
	return len(f.pipe.buf) - f.pipe.off, f.pipe.writers > 0
}
