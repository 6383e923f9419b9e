package gzip

import (
	"bytes"
	"compress/flate"
	"errors"
	"hash/crc32"
	"io"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/deflate"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// source is the input, read in blocks and handed out by the byte where that is asked for.
type source struct {
	z   *zipper
	fd  int
	buf []byte
	off int
	n   int64 // bytes handed out
	err error // that reading gave, other than the end
}

const blockSize = 32 << 10

func (z *zipper) source(fd int) *source {
	z.in, z.out = 0, 0
	return &source{z: z, fd: fd}
}

func (s *source) fill() error {
	if s.buf == nil {
		s.buf = make([]byte, 0, s.z.blockFor(s.fd))
	}
	n, err := s.z.p.Read(s.fd, s.buf[:cap(s.buf)])
	s.buf, s.off = s.buf[:n], 0
	if n > 0 {
		return nil
	}
	if err == nil {
		err = io.EOF
	}
	if err != io.EOF {
		s.err = err
	}
	return err
}

// blockFor is the size of a buffer for a descriptor: no more than a small file needs.
func (z *zipper) blockFor(fd int) int {
	if st, err := z.p.StatFD(fd); err == nil && st.Kind == tree.Regular && st.Size < blockSize {
		return int(st.Size) + 1
	}
	return blockSize
}

// ReadByte returns the next byte.
func (s *source) ReadByte() (byte, error) {
	if s.off >= len(s.buf) {
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
	s.off++
	s.n++
	return s.buf[s.off-1], nil
}

// Read fills b with what is at hand.
func (s *source) Read(b []byte) (int, error) {
	if s.off >= len(s.buf) {
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(b, s.buf[s.off:])
	s.off += n
	s.n += int64(n)
	return n, nil
}

// sink writes to a descriptor and keeps the first error.
type sink struct {
	z   *zipper
	fd  int
	n   int64
	err error
}

// Write writes to the descriptor.
func (w *sink) Write(b []byte) (int, error) {
	w.z.p.Tick(1 + len(b)>>6)
	n, err := w.z.p.Write(w.fd, b)
	w.n += int64(n)
	if err != nil && w.err == nil {
		w.err = err
	}
	return n, err
}

const (
	flagHeaderCRC = 2
	flagExtra     = 4
	flagName      = 8
	flagComment   = 16
	flagEncrypted = 32
	flagReserved  = 0xc0
)

// resetter is a flate reader that can begin anew.
type resetter interface {
	io.Reader
	flate.Resetter
}

// unzip decompresses all members; it reports whether the output is good.
func (z *zipper) unzip(s *source, h *header, fd int) bool {
	w := &sink{z: z, fd: fd}
	if z.test {
		w.fd = -1
	}
	if h.plain {
		return z.copyPlain(s, h, w)
	}
	z.out = 0
	for members := 0; ; members++ {
		z.out = 0
		if !z.member(s, w) {
			return false
		}
		z.in = s.n
		next, ok := z.method(s, false)
		if !ok {
			return false
		}
		if next.none {
			return true
		}
		z.headerBytes = 0
	}
}

func (z *zipper) copyPlain(s *source, h *header, w *sink) bool {
	_, _ = w.Write(h.begins)
	for w.err == nil {
		if s.off >= len(s.buf) && s.fill() != nil {
			break
		}
		_, _ = w.Write(s.buf[s.off:])
		s.n += int64(len(s.buf) - s.off)
		s.off = len(s.buf)
	}
	z.in, z.out, z.headerBytes = s.n, s.n, 0
	return z.written(w)
}

// written reports a failed write.
func (z *zipper) written(w *sink) bool {
	if w.err == nil {
		return true
	}
	name := "stdout"
	if w.fd != 1 {
		name = z.name
	}
	z.lined(name + ": " + kern.ErrText(w.err))
	z.status, z.fatal = 1, true
	return false
}

// member decompresses one member and checks its sums.
func (z *zipper) member(s *source, w *sink) bool {
	if z.inflate == nil {
		z.inflate = flate.NewReader(s).(resetter)
		z.window = make([]byte, 0, blockSize)
		z.p.Hold(2 * blockSize)
	} else {
		_ = z.inflate.Reset(s, nil)
	}
	sum := uint32(0)
	size := int64(0)
	var err error
	for err == nil {
		var n int
		n, err = io.ReadFull(z.inflate, z.window[:blockSize])
		z.p.Tick(1 + n>>6)
		b := z.window[:n]
		var corrupt flate.CorruptInputError
		if errors.As(err, &corrupt) && n < blockSize {
			break // what the window holds is lost
		}
		sum = crc32.Update(sum, crc32.IEEETable, b)
		size += int64(n)
		if w.fd >= 0 {
			if _, _ = w.Write(b); w.err != nil {
				return z.written(w)
			}
		}
	}
	z.out = size
	z.sum = sum
	switch {
	case err == io.EOF || z.ended(s, err):
	case errors.Is(err, io.ErrUnexpectedEOF):
		return z.endOfFile(s)
	default:
		z.lined(z.name + ": invalid compressed data--format violated")
		z.status, z.fatal = 1, true
		return false
	}
	return z.checkSums(s, sum, size)
}

// ended tells the end of a stream within a block from the end of the input: io.ReadFull reports both alike.
func (z *zipper) ended(_ *source, err error) bool {
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		return false
	}
	_, e := z.inflate.Read(make([]byte, 1))
	return e == io.EOF
}

func (z *zipper) checkSums(s *source, sum uint32, size int64) bool {
	var t [8]byte
	for i := range t {
		b, err := s.ReadByte()
		if err != nil {
			return z.endOfFile(s)
		}
		t[i] = b
	}
	le := func(b []byte) uint32 { return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24 }
	ok := true
	if le(t[:4]) != sum {
		z.lined(z.name + ": invalid compressed data--crc error")
		ok = false
	}
	if le(t[4:]) != uint32(size) {
		z.lined(z.name + ": invalid compressed data--length error")
		ok = false
	}
	if !ok {
		z.status = 1
	}
	return ok
}

// zip compresses one stream into a member.
func (z *zipper) zip(s *source, fd int, name string, st *kern.Stat) bool {
	head := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3}
	switch z.level {
	case 1:
		head[8] = 4
	case 9:
		head[8] = 2
	}
	if z.noTime == 0 && st.Kind == tree.Regular {
		if sec := st.Mtime / 1e9; sec > 0 && sec < 1<<32 {
			head[4], head[5], head[6], head[7] = byte(sec), byte(sec>>8), byte(sec>>16), byte(sec>>24)
		}
	}
	if name == "" && z.named {
		name = "stdin" // gzip still has the name of the file before on its mind
	}
	if z.noName == 0 && name != "" {
		z.named = true
		head[3] |= flagName
		head = append(append(head, name...), 0)
	}
	w := &sink{z: z, fd: fd}
	sum := &summed{s: s}
	if z.deflate == nil {
		z.deflate = &deflate.Writer{Tick: z.p.Tick}
		z.p.Hold(256 << 10)
	}
	// The header and the stream go out together, so that a label of the input is on all of it.
	body := &headed{w: w, head: head}
	in, _, err := z.deflate.Compress(body, sum, z.level)
	if s.err != nil {
		z.lined(z.name + ": " + kern.ErrText(s.err))
		z.status = 1
		return false
	}
	if err == nil {
		c, n := sum.sum, uint32(in)
		_, err = body.Write([]byte{byte(c), byte(c >> 8), byte(c >> 16), byte(c >> 24), byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})
		body.flush()
	}
	z.in, z.out = in, w.n
	z.headerBytes = int64(len(head)) + 8
	return z.written(w)
}

// headed puts a header before the first bytes that are written, and collects small writes.
type headed struct {
	w    *sink
	head []byte
	buf  bytes.Buffer
}

// Write collects b.
func (h *headed) Write(b []byte) (int, error) {
	if h.head != nil {
		h.buf.Write(h.head)
		h.head = nil
	}
	h.buf.Write(b)
	if h.buf.Len() >= blockSize {
		h.flush()
	}
	return len(b), h.w.err
}

func (h *headed) flush() {
	_, _ = h.w.Write(h.buf.Bytes())
	h.buf.Reset()
}

// summed counts the checksum of what is read.
type summed struct {
	s   *source
	sum uint32
}

// Read reads from the source until b is full.
func (r *summed) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		k, err := r.s.Read(b[n:])
		r.sum = crc32.Update(r.sum, crc32.IEEETable, b[n:n+k])
		n += k
		if err != nil {
			return n, err
		}
	}
	return n, nil
}
