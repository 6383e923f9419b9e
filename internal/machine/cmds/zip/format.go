// Package zip holds Info-ZIP's zip 3.0, unzip 6.00 and zipinfo.
package zip

import (
	"bytes"
	"errors"

	"github.com/orrery-world/orrery/internal/clock"
	"github.com/orrery-world/orrery/internal/machine/gnu"
)

// entry is a file in an archive.
type entry struct {
	name            string
	madeBy, needed  uint16
	flags, method   uint16
	time, date      uint16
	crc             uint32
	packed, size    int64
	extra           []byte // of the central directory
	comment         string
	internal        uint16
	external        uint32
	offset          int64 // of the local header
	dataAt, dataEnd int64 // of the packed content; -1 when the local header is broken
	raw             []byte
	keep            bool
	zip64           bool
}

const (
	sigLocal   = "PK\x03\x04"
	sigCentral = "PK\x01\x02"
	sigEnd     = "PK\x05\x06"
	sigEnd64   = "PK\x06\x06"
	sigLoc64   = "PK\x06\x07"
	sigDesc    = "PK\x07\x08"

	localSize   = 30
	centralSize = 46
	endSize     = 22

	stored   = 0
	deflated = 8
	bzipped  = 12

	flagEncrypted  = 1
	flagDescriptor = 8
)

var (
	errNoEnd   = errors.New("no end of central directory")
	errCentral = errors.New("bad central directory")
)

func le16(b []byte) uint16 { return uint16(b[0]) | uint16(b[1])<<8 }
func le32(b []byte) uint32 { return uint32(le16(b)) | uint32(le16(b[2:]))<<16 }
func le64(b []byte) int64  { return int64(uint64(le32(b)) | uint64(le32(b[4:]))<<32) }

func put16(b []byte, v uint16) []byte { return append(b, byte(v), byte(v>>8)) }
func put32(b []byte, v uint32) []byte { return put16(put16(b, uint16(v)), uint16(v>>16)) }
func put64(b []byte, v uint64) []byte { return put32(put32(b, uint32(v)), uint32(v>>32)) }

// archive is a zip file that was read.
type archive struct {
	b       []byte
	entries []*entry
	comment string
	central int64 // offset and end of the central directory
	end     int64
	extra   int64 // bytes before the archive proper
}

// parse reads the directory of an archive. Tick is called with units of work.
func parse(b []byte, tick func(int)) (*archive, error) {
	at := -1
	for i := len(b) - endSize; i >= 0 && i >= len(b)-endSize-(1<<16); i-- {
		if string(b[i:i+4]) == sigEnd {
			at = i
			break
		}
	}
	tick(1 + min(len(b), 1<<16)>>6)
	if at < 0 {
		return nil, errNoEnd
	}
	a := &archive{b: b, end: int64(at)}
	n := int(le16(b[at+10:]))
	size, off := int64(le32(b[at+12:])), int64(le32(b[at+16:]))
	a.comment = string(b[at+endSize : min(len(b), at+endSize+int(le16(b[at+20:])))])
	if at >= 20 && string(b[at-20:at-16]) == sigLoc64 {
		if e := le64(b[at-12:]); e >= 0 && e+56 <= int64(len(b)) && string(b[e:e+4]) == sigEnd64 {
			n, size, off = int(min(le64(b[e+32:]), 1<<24)), le64(b[e+40:]), le64(b[e+48:])
			a.end = e
		}
	}
	if size < 0 || off < 0 || size > a.end {
		return nil, errCentral
	}
	a.extra = a.end - size - off
	a.central = a.end - size
	pos := a.central
	for range n {
		tick(1)
		e, next, ok := a.centralEntry(pos)
		if !ok {
			return a, errCentral
		}
		a.entries = append(a.entries, e)
		pos = next
	}
	return a, nil
}

func (a *archive) centralEntry(pos int64) (*entry, int64, bool) {
	b := a.b
	if pos < 0 || pos+centralSize > int64(len(b)) || string(b[pos:pos+4]) != sigCentral {
		return nil, 0, false
	}
	h := b[pos:]
	nl, xl, cl := int64(le16(h[28:])), int64(le16(h[30:])), int64(le16(h[32:]))
	end := pos + centralSize + nl + xl + cl
	if end > int64(len(b)) {
		return nil, 0, false
	}
	e := &entry{madeBy: le16(h[4:]), needed: le16(h[6:]), flags: le16(h[8:]), method: le16(h[10:]), time: le16(h[12:]), date: le16(h[14:]),
		crc: le32(h[16:]), packed: int64(le32(h[20:])), size: int64(le32(h[24:])), internal: le16(h[36:]), external: le32(h[38:]),
		offset: int64(le32(h[42:])), keep: true}
	h = h[centralSize:]
	e.name, e.extra, e.comment = string(h[:nl]), h[nl:nl+xl], string(h[nl+xl:nl+xl+cl])
	e.wide()
	e.offset += a.extra
	e.dataAt = -1
	if o := e.offset; o >= 0 && o+localSize <= int64(len(b)) && string(b[o:o+4]) == sigLocal {
		e.dataAt = o + localSize + int64(le16(b[o+26:])) + int64(le16(b[o+28:]))
		if e.dataAt > int64(len(b)) {
			e.dataAt = -1
		} else {
			e.dataEnd = min(e.dataAt+max(e.packed, 0), int64(len(b)))
		}
	}
	return e, end, true
}

// wide takes the sizes of more than 32 bits from the extra field.
func (e *entry) wide() {
	x := e.field(1)
	for _, v := range [...]*int64{&e.size, &e.packed, &e.offset} {
		if *v == 0xffffffff && len(x) >= 8 {
			*v, x = le64(x), x[8:]
		}
	}
}

// field returns an extra field by its number, or nil.
func (e *entry) field(id uint16) []byte {
	for x := e.extra; len(x) >= 4; {
		n := int(le16(x[2:]))
		if n > len(x)-4 {
			return nil
		}
		if le16(x) == id {
			return x[4 : 4+n]
		}
		x = x[4+n:]
	}
	return nil
}

const fieldTime = 0x5455

// unixTime returns the modification time in seconds since 1970: that of the extra field, or else that of the DOS time in a zone.
func (e *entry) unixTime(z gnu.Zone) int64 {
	if x := e.field(fieldTime); len(x) >= 5 && x[0]&1 != 0 {
		return int64(int32(le32(x[1:])))
	}
	return z.Unix(e.civil(), -1, 0)
}

// restoredTime is unixTime as it counts for a file that is restored: the local header says.
func (a *archive) restoredTime(e *entry, z gnu.Zone) int64 {
	l := *e
	if from := e.offset + localSize + int64(len(e.name)); e.dataAt >= from {
		l.extra = a.b[from:e.dataAt]
	}
	return l.unixTime(z)
}

// civil returns the DOS time.
func (e *entry) civil() clock.Civil {
	return clock.Civil{Date: clock.Date{Year: int64(e.date>>9) + 1980, Month: int(e.date >> 5 & 15), Day: int(e.date & 31)},
		Hour: int(e.time >> 11), Minute: int(e.time >> 5 & 63), Second: int(e.time&31) * 2}
}

// dosTime turns a time into DOS's: even seconds, from 1980 on.
func dosTime(sec int64, z gnu.Zone) (time, date uint16) {
	c := z.Civil(sec + sec&1)
	if c.Year < 1980 {
		return 0, 1<<5 | 1
	}
	return uint16(c.Hour<<11 | c.Minute<<5 | c.Second>>1), uint16((c.Year-1980)<<9) | uint16(c.Month<<5|c.Day)
}

// mode returns the Unix mode of a file made on Unix, or one that its DOS attributes stand for.
func (e *entry) mode() uint32 {
	if m := e.external >> 16; m != 0 && e.madeBy>>8 == 3 {
		return m
	}
	if e.isDir() {
		return 0o40755
	}
	if e.external&1 != 0 {
		return 0o100444
	}
	return 0o100644
}

func (e *entry) isDir() bool { return len(e.name) > 0 && e.name[len(e.name)-1] == '/' }

func (e *entry) isLink() bool { return e.madeBy>>8 == 3 && e.external>>16&0o170000 == 0o120000 }

// localHeader writes the header that stands before the content.
func (e *entry) localHeader(extra []byte, crc uint32, packed, size int64) []byte {
	b := append(make([]byte, 0, localSize+len(e.name)+len(extra)), sigLocal...)
	b = put16(put16(put16(b, e.needed), e.flags), e.method)
	b = put32(put16(put16(b, e.time), e.date), crc)
	b = put32(put32(b, uint32(packed)), uint32(size))
	b = put16(put16(b, uint16(len(e.name))), uint16(len(extra)))
	return append(append(b, e.name...), extra...)
}

// centralHeader writes the header of the directory.
func (e *entry) centralHeader() []byte {
	b := append(make([]byte, 0, centralSize+len(e.name)+len(e.extra)+len(e.comment)), sigCentral...)
	b = put16(put16(put16(put16(b, e.madeBy), e.needed), e.flags), e.method)
	b = put32(put16(put16(b, e.time), e.date), e.crc)
	b = put32(put32(b, uint32(e.packed)), uint32(e.size))
	b = put16(put16(put16(b, uint16(len(e.name))), uint16(len(e.extra))), uint16(len(e.comment)))
	b = put32(put16(put16(b, 0), e.internal), e.external)
	b = put32(b, uint32(e.offset))
	return append(append(append(b, e.name...), e.extra...), e.comment...)
}

// endRecord writes what follows the directory.
func endRecord(n int, size, off int64, comment string, wide bool) []byte {
	var b bytes.Buffer
	if wide {
		x := put64([]byte(sigEnd64), 44)
		x = put32(put32(put16(put16(x, 0x31e), 45), 0), 0)
		x = put64(put64(put64(put64(x, uint64(n)), uint64(n)), uint64(size)), uint64(off))
		x = append(x, sigLoc64...)
		x = put32(put64(put32(x, 0), uint64(off+size)), 1)
		b.Write(x)
	}
	e := put16(put16(put16(put16([]byte(sigEnd), 0), 0), uint16(n)), uint16(n))
	e = put16(put32(put32(e, uint32(size)), uint32(off)), uint16(len(comment)))
	b.Write(e)
	b.WriteString(comment)
	return b.Bytes()
}

// percent is how much smaller packed is than size, rounded as Info-ZIP does.
func percent(size, packed int64) int64 {
	if size == 0 {
		return 0
	}
	return (1 + 200*(size-packed)/size) / 2
}
