package kern

import (
	"io"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

type fileKind uint8

const (
	kindNode fileKind = iota // a node of the tree
	kindPipeRead
	kindPipeWrite
	kindBytes   // fixed input, such as a here-document
	kindSink    // output that leaves the machine
	kindCapture // output that the shell collects
	kindNull
	kindZero
	kindRandom
	kindFull
	kindFeed // input that a Feed gives
)

// The flags of Open.
const (
	ReadOnly  = 0
	WriteOnly = 1
	ReadWrite = 2
	accMode   = 3
	Creat     = 1 << 6
	Excl      = 1 << 7
	Trunc     = 1 << 9
	Append    = 1 << 10
	NoFollow  = 1 << 17
	Directory = 1 << 16
)

// File is an open file description: descriptors of several processes may share it and with it the position.
type File struct {
	kind  fileKind
	refs  int
	flags int
	ino   tree.Ino
	off   int64
	path  string // as opened, absolute, for /proc/self/fd
	pipe  *Pipe
	bytes []byte
	runs  []tree.Run
	sink  *Sink
	rng   uint64
	owner *Proc // of a capture: who holds what is collected
	// Terminal says that isatty is true.
	Terminal bool
	// Columns and Rows are the size of a terminal; 0 stands for 80 and 24.
	Columns, Rows int
}

// Sink collects what leaves the machine on one stream, with labels, up to the output budget.
type Sink struct {
	Bytes []byte
	Runs  []tree.Run
	// Also receives the same bytes: the merged stream of a terminal.
	Also *Sink
}

func (s *Sink) add(b []byte, l tree.Label) {
	for ; s != nil; s = s.Also {
		s.Runs = tree.AppendRun(s.Runs, int64(len(s.Bytes)), int64(len(b)), l)
		s.Bytes = append(s.Bytes, b...)
	}
}

// NewSink returns a description that writes to s.
func NewSink(s *Sink) *File { return &File{kind: kindSink, flags: WriteOnly, sink: s} }

// StdFiles returns the descriptors of a process that reads nothing and writes to out and err.
func StdFiles(out, err *Sink) []*File {
	s := &struct {
		files [3]File
		list  [3]*File
	}{}
	s.files = [3]File{*NewNull(), *NewSink(out), *NewSink(err)}
	s.list = [3]*File{&s.files[0], &s.files[1], &s.files[2]}
	return s.list[:]
}

// Label returns the join of the labels of all that was written.
func (s *Sink) Label() tree.Label { return tree.JoinRuns(s.Runs) }

// NewCapture returns a description that collects into s what is written: it counts as memory that p holds, not as output.
func (p *Proc) NewCapture(s *Sink) *File {
	return &File{kind: kindCapture, flags: WriteOnly, sink: s, pipe: &Pipe{}, owner: p}
}

// WaitClosed waits until no process has the description f, which is not p's own, open any more.
func (p *Proc) WaitClosed(f *File) {
	for f.refs > 0 {
		p.K.park(&f.pipe.readable)
	}
}

// NewBytes returns a description that reads b, whose labels are runs (nil: all exact). It can be sought, as a here-document.
func NewBytes(b []byte, runs []tree.Run) *File { return &File{kind: kindBytes, bytes: b, runs: runs} }

// NewNull returns a description of /dev/null.
func NewNull() *File { return &File{kind: kindNull, flags: ReadWrite, path: "/dev/null"} }

// FD returns the description of descriptor fd, or nil when it is closed.
func (p *Proc) FD(fd int) *File {
	if fd < 0 || fd >= len(p.fds) {
		return nil
	}
	return p.fds[fd]
}

// OpenFDs returns the open descriptors in order.
func (p *Proc) OpenFDs() []int {
	var out []int
	for i, f := range p.fds {
		if f != nil {
			out = append(out, i)
		}
	}
	return out
}

// SetFD makes f (nil: nothing) descriptor fd and closes what was there.
func (p *Proc) SetFD(fd int, f *File) error {
	if fd < 0 || fd >= p.K.opt.Limits.Files {
		return tree.EBADF
	}
	for len(p.fds) <= fd {
		p.fds = append(p.fds, nil)
	}
	if f != nil {
		f.refs++
	}
	old := p.fds[fd]
	p.fds[fd] = f
	if old != nil {
		p.K.release(old)
	}
	return nil
}

// AddFD gives f the lowest free descriptor that is at least from.
func (p *Proc) AddFD(f *File, from int) (int, error) {
	fd := from
	for fd < len(p.fds) && p.fds[fd] != nil {
		fd++
	}
	if fd >= p.K.opt.Limits.Files {
		return -1, tree.EMFILE
	}
	return fd, p.SetFD(fd, f)
}

// Dup makes descriptor to the same description as from.
func (p *Proc) Dup(from, to int) error {
	f := p.FD(from)
	if f == nil {
		return tree.EBADF
	}
	if from == to {
		return nil
	}
	return p.SetFD(to, f)
}

// Close closes a descriptor.
func (p *Proc) Close(fd int) error {
	if p.FD(fd) == nil {
		return tree.EBADF
	}
	return p.SetFD(fd, nil)
}

// Hold keeps f open without a descriptor, until Release.
func (f *File) Hold() *File { f.refs++; return f }

// Release undoes Hold.
func (p *Proc) Release(f *File) { p.K.release(f) }

// release drops one reference.
func (k *Kernel) release(f *File) {
	if f.refs--; f.refs > 0 {
		return
	}
	switch f.kind {
	case kindCapture:
		k.wakeAll(&f.pipe.readable)
	case kindPipeRead:
		f.pipe.readers--
		k.wakeAll(&f.pipe.writable)
	case kindPipeWrite:
		f.pipe.writers--
		k.wakeAll(&f.pipe.readable)
	case kindNode:
		if n := k.FS.Node(f.ino); n != nil && n.Nlink == 0 {
			k.reap(f.ino)
		}
	}
}

// reap frees a node without names unless a process still has it open.
func (k *Kernel) reap(i tree.Ino) {
	for _, p := range k.procs {
		for _, f := range p.fds {
			if f != nil && f.kind == kindNode && f.ino == i {
				return
			}
		}
	}
	k.FS.Reap(i)
}

// Read reads up to len(b) bytes from fd and joins their labels into p's. At the end it returns 0 and io.EOF.
func (p *Proc) Read(fd int, b []byte) (int, error) {
	n, runs, err := p.ReadRuns(fd, b)
	if runs != nil {
		p.label |= tree.JoinRuns(runs)
	}
	return n, err
}

// ReadRuns is Read for programs that only move bytes: it leaves p's label alone and returns the labels of what was read
// (nil: all exact).
func (p *Proc) ReadRuns(fd int, b []byte) (int, []tree.Run, error) {
	f := p.FD(fd)
	if f == nil || f.flags&accMode == WriteOnly {
		return 0, nil, tree.EBADF
	}
	p.Tick(1 + len(b)>>12)
	if len(b) == 0 {
		return 0, nil, nil
	}
	n, runs, err := f.read(p, b)
	if n == 0 && err == nil {
		err = io.EOF
	}
	return n, runs, err
}

func (f *File) read(p *Proc, b []byte) (n int, runs []tree.Run, err error) {
	switch f.kind {
	case kindNode:
		node := p.K.FS.Load(f.ino)
		if node == nil {
			return 0, nil, tree.EIO
		}
		if node.Kind == tree.Dir {
			return 0, nil, tree.EISDIR
		}
		n, runs = node.ReadAt(b, f.off)
		f.off += int64(n)
	case kindBytes:
		if f.off < int64(len(f.bytes)) {
			n = copy(b, f.bytes[f.off:])
			runs = tree.SliceRuns(f.runs, f.off, int64(n))
			f.off += int64(n)
		}
	case kindPipeRead:
		return f.pipe.read(p, b)
	case kindZero, kindFull:
		clear(b)
		n = len(b)
	case kindRandom:
		for i := range b {
			f.rng = f.rng*6364136223846793005 + 1442695040888963407
			b[i] = byte(f.rng >> 33)
		}
		n = len(b)
	case kindFeed:
		return f.readFeed(p, b)
	}
	return n, runs, nil
}

// Write writes all of b to fd with the label derived from what p has read. A write to a pipe that nobody reads kills the
// process, or is EPIPE when it ignores SIGPIPE.
func (p *Proc) Write(fd int, b []byte) (int, error) { return p.WriteLabel(fd, b, p.label.Derive()) }

// WriteLabel writes all of b to fd with label l.
func (p *Proc) WriteLabel(fd int, b []byte, l tree.Label) (int, error) {
	f := p.FD(fd)
	if f == nil || f.flags&accMode == ReadOnly {
		return 0, tree.EBADF
	}
	p.Tick(1 + len(b)>>12)
	return f.write(p, b, l)
}

// WriteRuns writes all of b to fd with a label for each byte (nil: all exact).
func (p *Proc) WriteRuns(fd int, b []byte, runs []tree.Run) (int, error) {
	if len(runs) == 0 {
		return p.WriteLabel(fd, b, tree.Exact)
	}
	n := 0
	for _, r := range runs {
		m := min(int(r.N), len(b)-n)
		k, err := p.WriteLabel(fd, b[n:n+m], r.L)
		n += k
		if err != nil {
			return n, err
		}
	}
	if n < len(b) {
		k, err := p.WriteLabel(fd, b[n:], tree.Exact)
		return n + k, err
	}
	return n, nil
}

func (f *File) write(p *Proc, b []byte, l tree.Label) (int, error) {
	k := p.K
	switch f.kind {
	case kindNode:
		n := k.FS.Node(f.ino)
		if n == nil {
			return 0, tree.EIO
		}
		if f.flags&Append != 0 {
			f.off = n.Size()
		}
		if len(b) == 0 {
			return 0, nil
		}
		if err := k.FS.WriteAt(f.ino, b, f.off, l); err != nil {
			return 0, k.quota(err)
		}
		f.off += int64(len(b))
		if n.Perm&0o6000 != 0 && p.Cred.UID != 0 {
			return len(b), k.FS.DropIDs(f.ino)
		}
	case kindPipeWrite:
		return f.pipe.write(p, b, l)
	case kindSink:
		return k.writeSink(f.sink, b, l)
	case kindCapture:
		f.owner.Hold(int64(len(b)))
		f.sink.add(b, l)
	case kindFull:
		return 0, tree.ENOSPC
	}
	return len(b), nil
}

// writeSink lets out what the output budget allows and stops the step with the rest.
func (k *Kernel) writeSink(s *Sink, b []byte, l tree.Label) (int, error) {
	if left := k.opt.Limits.Output - k.used.Output; int64(len(b)) > left {
		s.add(b[:left], l)
		k.used.Output += left
		k.exhaust("output")
	}
	k.used.Output += int64(len(b))
	s.add(b, l)
	return len(b), nil
}

// quota turns a full quota into the end of the step; other errors stay.
func (k *Kernel) quota(err error) error {
	if err == tree.EDQUOT {
		bytes, _ := k.FS.Usage()
		if lim := k.FS.Limits; lim.Inodes > 0 && bytes < lim.Bytes/2 {
			if _, inodes := k.FS.Usage(); inodes >= lim.Inodes {
				k.exhaust("inodes")
			}
		}
		k.exhaust("bytes")
	}
	return err
}

// Seek moves the position of fd and returns it. Whence is 0 for the start, 1 for here, 2 for the end.
func (p *Proc) Seek(fd int, off int64, whence int) (int64, error) {
	f := p.FD(fd)
	if f == nil {
		return 0, tree.EBADF
	}
	switch f.kind {
	case kindPipeRead, kindPipeWrite, kindSink, kindFeed, kindCapture:
		return 0, tree.ESPIPE
	case kindNull, kindZero, kindFull, kindRandom:
		return 0, nil
	}
	size := int64(len(f.bytes))
	if f.kind == kindNode {
		if n := p.K.FS.Load(f.ino); n != nil {
			size = n.Size()
		}
	}
	switch whence {
	case 1:
		off += f.off
	case 2:
		off += size
	}
	if off < 0 {
		return 0, tree.EINVAL
	}
	f.off = off
	return off, nil
}

// Window returns the size of the terminal that fd is, in characters; ok is false when it is none.
func (p *Proc) Window(fd int) (columns, rows int, ok bool) {
	f := p.FD(fd)
	if f == nil || !f.Terminal {
		return 0, 0, false
	}
	columns, rows = f.Columns, f.Rows
	if columns <= 0 {
		columns = 80
	}
	if rows <= 0 {
		rows = 24
	}
	return columns, rows, true
}

// IsTerminal says whether fd is a terminal.
func (p *Proc) IsTerminal(fd int) bool {
	f := p.FD(fd)
	return f != nil && f.Terminal
}
