// Package digest holds the checksums that the standard library lacks: BLAKE2b, SM3 and the sums of cksum and sum.
package digest

import (
	"encoding/binary"
	"math/bits"
)

var blakeIV = [8]uint64{0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179}

// blakeSigma is the order in which the words of a block are used in each round.
var blakeSigma = [10][16]byte{
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	{14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
	{11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
	{7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
	{9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
	{2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
	{12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
	{13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
	{6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
	{10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
}

// BLAKE2b computes a BLAKE2b digest (RFC 7693) without a key. Make one with NewBLAKE2b.
type BLAKE2b struct {
	h    [8]uint64
	t    uint64 // bytes compressed
	buf  [128]byte
	n    int
	size int
}

// NewBLAKE2b returns a digest of size bytes, 1 to 64.
func NewBLAKE2b(size int) *BLAKE2b {
	d := &BLAKE2b{h: blakeIV, size: size}
	d.h[0] ^= 0x01010000 ^ uint64(size)
	return d
}

// Write adds b; it never fails.
func (d *BLAKE2b) Write(b []byte) (int, error) {
	total := len(b)
	for len(b) > 0 {
		if d.n == len(d.buf) {
			d.t += uint64(d.n)
			d.compress(false)
			d.n = 0
		}
		k := copy(d.buf[d.n:], b)
		d.n += k
		b = b[k:]
	}
	return total, nil
}

// Sum appends the digest to b. Nothing may be written afterwards.
func (d *BLAKE2b) Sum(b []byte) []byte {
	d.t += uint64(d.n)
	clear(d.buf[d.n:])
	d.compress(true)
	var out [64]byte
	for i, v := range d.h {
		binary.LittleEndian.PutUint64(out[8*i:], v)
	}
	return append(b, out[:d.size]...)
}

func (d *BLAKE2b) compress(last bool) {
	var m, v [16]uint64
	for i := range m {
		m[i] = binary.LittleEndian.Uint64(d.buf[8*i:])
	}
	copy(v[:8], d.h[:])
	copy(v[8:], blakeIV[:])
	v[12] ^= d.t
	if last {
		v[14] = ^v[14]
	}
	mix := func(a, b, c, e int, x, y uint64) {
		v[a] += v[b] + x
		v[e] = bits.RotateLeft64(v[e]^v[a], -32)
		v[c] += v[e]
		v[b] = bits.RotateLeft64(v[b]^v[c], -24)
		v[a] += v[b] + y
		v[e] = bits.RotateLeft64(v[e]^v[a], -16)
		v[c] += v[e]
		v[b] = bits.RotateLeft64(v[b]^v[c], -63)
	}
	for r := range 12 {
		s := &blakeSigma[r%10]
		for i := range 4 {
			mix(i, 4+i, 8+i, 12+i, m[s[2*i]], m[s[2*i+1]])
		}
		for i := range 4 {
			mix(i, 4+(i+1)%4, 8+(i+2)%4, 12+(i+3)%4, m[s[8+2*i]], m[s[9+2*i]])
		}
	}
	for i := range d.h {
		d.h[i] ^= v[i] ^ v[i+8]
	}
}
