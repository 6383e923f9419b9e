package gzip

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// header is what a member begins with.
type header struct {
	name   string
	mtime  int64
	flags  byte
	plain  bool // not compressed: -cdf copies it
	begins []byte
	none   bool // there is no further member
}

// method reads the header of a member; ok is false after an error. Behind the first member nothing at all, zeros and garbage are
// all right: none says so.
func (z *zipper) method(s *source, first bool) (h header, ok bool) {
	if first {
		z.headerBytes = 0
	}
	a, err := s.ReadByte()
	if err != nil {
		if !first && err == io.EOF {
			return header{none: true}, true
		}
		return h, z.endOfFile(s)
	}
	if !first && a == 0 {
		return z.zeros(s)
	}
	b, err := s.ReadByte()
	if err != nil {
		if first && z.force && z.stdout && !z.list {
			return header{plain: true, begins: []byte{a}}, true
		}
		if !first {
			return z.garbage()
		}
		return h, z.endOfFile(s)
	}
	if a != 0x1f || b != 0x8b {
		return z.notGzip(a, b, first)
	}
	start := s.n - 2
	if !z.readHeader(s, &h) {
		return h, false
	}
	if first {
		z.headerBytes = s.n - start + 8
	}
	return h, true
}

// notGzip handles data that does not begin as a member does.
func (z *zipper) notGzip(a, b byte, first bool) (header, bool) {
	switch {
	case !first:
		return z.garbage()
	case a == 0x1f && (b == 0x9d || b == 0x1e || b == 0xa0) || a == 'P' && b == 'K':
		z.p.K.Warn("gzip: a format other than gzip's own is not simulated")
		z.error("orrery: this compressed format is not simulated")
		z.status = 1
		return header{}, false
	case z.force && z.stdout && !z.list && !z.test:
		return header{plain: true, begins: []byte{a, b}}, true
	}
	z.lined(z.name + ": not in gzip format")
	z.status = 1
	return header{}, false
}

// lined prints an error with an empty line before it, as gzip does in the middle of its work.
func (z *zipper) lined(msg string) {
	_ = z.p.Stdout.Flush()
	z.errs("\ngzip: " + msg + "\n")
}

func (z *zipper) garbage() (header, bool) {
	if !z.quiet {
		z.lined(z.name + ": decompression OK, trailing garbage ignored")
	}
	if z.status == 0 {
		z.status = 2
	}
	return header{none: true}, true
}

// zeros reads zero bytes behind a member.
func (z *zipper) zeros(s *source) (header, bool) {
	for {
		b, err := s.ReadByte()
		if err != nil {
			if z.verbose > 0 {
				if !z.quiet {
					z.lined(z.name + ": decompression OK, trailing zero bytes ignored")
				}
				if z.status == 0 {
					z.status = 2
				}
			}
			return header{none: true}, true
		}
		if b != 0 {
			return z.garbage()
		}
	}
}

func (z *zipper) endOfFile(s *source) bool {
	if s.err != nil {
		z.lined(z.name + ": " + kern.ErrText(s.err))
	} else {
		z.lined(z.name + ": unexpected end of file")
	}
	z.status = 1
	z.fatal = true
	return false
}

// readHeader reads what follows the magic number.
func (z *zipper) readHeader(s *source, h *header) bool {
	var f [8]byte
	for i := range f {
		b, err := s.ReadByte()
		if err != nil {
			return z.endOfFile(s)
		}
		f[i] = b
		if i == 0 && b != 8 {
			z.fail(z.name + ": unknown method " + strconv.Itoa(int(b)) + " -- not supported")
			return false
		}
		if i == 1 && !z.headerFlags(b) {
			return false
		}
	}
	h.flags = f[1]
	h.mtime = int64(f[2]) | int64(f[3])<<8 | int64(f[4])<<16 | int64(f[5])<<24
	if h.flags&flagExtra != 0 && !z.skipExtra(s) {
		return false
	}
	if h.flags&flagName != 0 {
		name, ok := z.cString(s)
		if !ok {
			return false
		}
		h.name = name
	}
	if h.flags&flagComment != 0 {
		if _, ok := z.cString(s); !ok {
			return false
		}
	}
	if h.flags&flagHeaderCRC != 0 {
		for range 2 {
			if _, err := s.ReadByte(); err != nil {
				return z.endOfFile(s)
			}
		}
	}
	return true
}

func (z *zipper) headerFlags(b byte) bool {
	switch {
	case b&flagEncrypted != 0:
		z.fail(z.name + " is encrypted -- not supported")
	case b&flagReserved != 0:
		z.fail(fmt.Sprintf("%s has flags 0x%x -- not supported", z.name, b))
	default:
		return true
	}
	return false
}

func (z *zipper) skipExtra(s *source) bool {
	lo, err := s.ReadByte()
	hi, err2 := s.ReadByte()
	if err != nil || err2 != nil {
		return z.endOfFile(s)
	}
	for range int(lo) | int(hi)<<8 {
		if _, err := s.ReadByte(); err != nil {
			return z.endOfFile(s)
		}
	}
	return true
}

func (z *zipper) cString(s *source) (string, bool) {
	var b strings.Builder
	for {
		c, err := s.ReadByte()
		if err != nil {
			return "", z.endOfFile(s)
		}
		if c == 0 {
			return b.String(), true
		}
		if b.Len() < 1<<12 {
			b.WriteByte(c)
		}
		z.p.Tick(1)
	}
}
