package digest

import (
	"encoding/binary"
	"math/bits"
)

// SM3 computes the digest of GB/T 32905. The zero value is ready.
type SM3 struct {
	v    [8]uint32
	n    uint64
	buf  [64]byte
	live bool
}

var sm3IV = [8]uint32{0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e}

// Write adds b; it never fails.
func (d *SM3) Write(b []byte) (int, error) {
	if !d.live {
		d.v, d.live = sm3IV, true
	}
	for _, c := range b {
		d.buf[d.n%64] = c
		if d.n++; d.n%64 == 0 {
			d.compress()
		}
	}
	return len(b), nil
}

// Sum appends the digest to b. Nothing may be written afterwards.
func (d *SM3) Sum(b []byte) []byte {
	length := d.n * 8
	_, _ = d.Write([]byte{0x80})
	for d.n%64 != 56 {
		_, _ = d.Write([]byte{0})
	}
	_, _ = d.Write(binary.BigEndian.AppendUint64(nil, length))
	for _, v := range d.v {
		b = binary.BigEndian.AppendUint32(b, v)
	}
	return b
}

func (d *SM3) compress() {
	rot := bits.RotateLeft32
	var w [68]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(d.buf[4*i:])
	}
	for i := 16; i < 68; i++ {
		x := w[i-16] ^ w[i-9] ^ rot(w[i-3], 15)
		w[i] = x ^ rot(x, 15) ^ rot(x, 23) ^ rot(w[i-13], 7) ^ w[i-6]
	}
	a, b, c, e := d.v[0], d.v[1], d.v[2], d.v[3]
	f, g, h, k := d.v[4], d.v[5], d.v[6], d.v[7]
	for i := range 64 {
		t, ff, gg := uint32(0x79cc4519), a^b^c, f^g^h
		if i >= 16 {
			t, ff, gg = 0x7a879d8a, a&b|a&c|b&c, f&g|^f&h
		}
		s1 := rot(rot(a, 12)+f+rot(t, i%32), 7)
		s2 := s1 ^ rot(a, 12)
		t1 := ff + e + s2 + (w[i] ^ w[i+4])
		t2 := gg + k + s1 + w[i]
		a, b, c, e = t1, a, rot(b, 9), c
		f, g, h, k = t2^rot(t2, 9)^rot(t2, 17), f, rot(g, 19), h
	}
	for i, x := range [8]uint32{a, b, c, e, f, g, h, k} {
		d.v[i] ^= x
	}
}

// CRC computes the checksum of POSIX's cksum. The zero value is ready.
type CRC struct {
	c uint32
	n uint64
}

// crcTable holds the remainder of each byte for the polynomial 0x04C11DB7.
var crcTable = makeCRC()

func makeCRC() (t [256]uint32) {
	for i := range t {
		c := uint32(i) << 24
		for range 8 {
			if c&(1<<31) != 0 {
				c = c<<1 ^ 0x04c11db7
			} else {
				c <<= 1
			}
		}
		t[i] = c
	}
	return t
}

// Write adds b; it never fails.
func (d *CRC) Write(b []byte) (int, error) {
	c := d.c
	for _, x := range b {
		c = c<<8 ^ crcTable[byte(c>>24)^x]
	}
	d.c = c
	d.n += uint64(len(b))
	return len(b), nil
}

// Value returns the checksum and the number of bytes.
func (d *CRC) Value() (sum uint32, size uint64) {
	c := d.c
	for n := d.n; n > 0; n >>= 8 {
		c = c<<8 ^ crcTable[byte(c>>24)^byte(n)]
	}
	return ^c, d.n
}

// BSD computes the checksum of sum -r. The zero value is ready.
type BSD struct {
	c uint16
	n uint64
}

// Write adds b; it never fails.
func (d *BSD) Write(b []byte) (int, error) {
	for _, x := range b {
		d.c = d.c>>1 + d.c<<15 + uint16(x)
	}
	d.n += uint64(len(b))
	return len(b), nil
}

// Value returns the checksum and the number of blocks of 1024 bytes.
func (d *BSD) Value() (sum uint32, blocks uint64) { return uint32(d.c), (d.n + 1023) / 1024 }

// SysV computes the checksum of sum -s. The zero value is ready.
type SysV struct {
	s uint32
	n uint64
}

// Write adds b; it never fails.
func (d *SysV) Write(b []byte) (int, error) {
	for _, x := range b {
		d.s += uint32(x)
	}
	d.n += uint64(len(b))
	return len(b), nil
}

// Value returns the checksum and the number of blocks of 512 bytes.
func (d *SysV) Value() (sum uint32, blocks uint64) {
	r := d.s&0xffff + d.s>>16
	return r&0xffff + r>>16, (d.n + 511) / 512
}
