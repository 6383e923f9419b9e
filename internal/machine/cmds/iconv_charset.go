package cmds

import (
	"strings"
	"unicode/utf8"
)

// charset is one encoding.
type charset struct {
	// get reads one character: its code and its bytes. The code is -1 for bytes that stand for none; 0 bytes: more are needed.
	get func(b []byte) (r rune, n int)
	// put adds one character; it adds nothing when the encoding has none for it.
	put func(b []byte, r rune) []byte
	// bom: written with a mark of the byte order, read with either.
	bom  bool
	wide int // bytes of a unit of UTF-16 and UTF-32
}

var (
	charsetUTF8    = charset{get: getUTF8, put: putUTF8}
	charsetASCII   = charset{get: func(b []byte) (rune, int) { return getTable(b, 0x80, nil) }, put: func(b []byte, r rune) []byte { return putTable(b, r, 0x80, nil) }}
	charsetLatin1  = charset{get: func(b []byte) (rune, int) { return getTable(b, 0x100, nil) }, put: func(b []byte, r rune) []byte { return putTable(b, r, 0x100, nil) }}
	charsetLatin9  = tableCharset(latin9)
	charsetCP1252  = tableCharset(cp1252)
	charsetUTF16LE = charset{get: func(b []byte) (rune, int) { return getUTF16(b, 0) }, put: func(b []byte, r rune) []byte { return putUTF16(b, r, 0) }}
	charsetUTF16BE = charset{get: func(b []byte) (rune, int) { return getUTF16(b, 1) }, put: func(b []byte, r rune) []byte { return putUTF16(b, r, 1) }}
	charsetUTF16   = charset{get: charsetUTF16LE.get, put: charsetUTF16LE.put, bom: true, wide: 2}
	charsetUTF32LE = charset{get: func(b []byte) (rune, int) { return getUTF32(b, 0) }, put: func(b []byte, r rune) []byte { return putUTF32(b, r, 0) }}
	charsetUTF32BE = charset{get: func(b []byte) (rune, int) { return getUTF32(b, 3) }, put: func(b []byte, r rune) []byte { return putUTF32(b, r, 3) }}
	charsetUTF32   = charset{get: charsetUTF32LE.get, put: charsetUTF32LE.put, bom: true, wide: 4}
)

// charsetByName finds an encoding by any of its names; "" is that of the locale, UTF-8.
func charsetByName(name string) *charset {
	switch strings.ToUpper(name) {
	case "", "UTF-8", "UTF8":
		return &charsetUTF8
	case "ASCII", "US-ASCII", "ANSI_X3.4-1968", "ISO646-US", "646":
		return &charsetASCII
	case "LATIN1", "ISO-8859-1", "ISO8859-1", "ISO_8859-1", "ISO88591", "L1", "8859_1":
		return &charsetLatin1
	case "LATIN-9", "LATIN9", "ISO-8859-15", "ISO8859-15", "ISO_8859-15":
		return &charsetLatin9
	case "CP1252", "WINDOWS-1252", "MS-ANSI":
		return &charsetCP1252
	case "UTF-16", "UTF16":
		return &charsetUTF16
	case "UTF-16LE", "UTF16LE":
		return &charsetUTF16LE
	case "UTF-16BE", "UTF16BE":
		return &charsetUTF16BE
	case "UTF-32", "UTF32":
		return &charsetUTF32
	case "UTF-32LE", "UTF32LE":
		return &charsetUTF32LE
	case "UTF-32BE", "UTF32BE":
		return &charsetUTF32BE
	}
	return nil
}

// detect reads the mark of the byte order at the beginning of b and returns how to go on, and from where.
func (c *charset) detect(b []byte) (get func([]byte) (rune, int), pos int) {
	little, big := charsetUTF16LE.get, charsetUTF16BE.get
	if c.wide == 4 {
		little, big = charsetUTF32LE.get, charsetUTF32BE.get
	}
	if r, n := little(b); n > 0 && r == 0xFEFF {
		return little, n
	}
	if r, n := big(b); n > 0 && r == 0xFEFF {
		return big, n
	}
	return little, 0
}

func getUTF8(b []byte) (rune, int) {
	r, n := utf8.DecodeRune(b)
	if r != utf8.RuneError || n != 1 {
		return r, n
	}
	if !utf8.FullRune(b) {
		return -1, 0
	}
	return -1, 1
}

func putUTF8(b []byte, r rune) []byte { return utf8.AppendRune(b, r) }

// upperHalf are the differences of an encoding from Latin 1, by code; those with -1 stand for no character.
type upperHalf []struct {
	code byte
	r    rune
}

var (
	latin9 = upperHalf{{0xA4, 0x20AC}, {0xA6, 0x160}, {0xA8, 0x161}, {0xB4, 0x17D}, {0xB8, 0x17E}, {0xBC, 0x152}, {0xBD, 0x153}, {0xBE, 0x178}}
	cp1252 = upperHalf{{0x80, 0x20AC}, {0x81, -1}, {0x82, 0x201A}, {0x83, 0x192}, {0x84, 0x201E}, {0x85, 0x2026}, {0x86, 0x2020}, {0x87, 0x2021},
		{0x88, 0x2C6}, {0x89, 0x2030}, {0x8A, 0x160}, {0x8B, 0x2039}, {0x8C, 0x152}, {0x8D, -1}, {0x8E, 0x17D}, {0x8F, -1}, {0x90, -1},
		{0x91, 0x2018}, {0x92, 0x2019}, {0x93, 0x201C}, {0x94, 0x201D}, {0x95, 0x2022}, {0x96, 0x2013}, {0x97, 0x2014}, {0x98, 0x2DC},
		{0x99, 0x2122}, {0x9A, 0x161}, {0x9B, 0x203A}, {0x9C, 0x153}, {0x9D, -1}, {0x9E, 0x17E}, {0x9F, 0x178}}
)

func tableCharset(t upperHalf) charset {
	return charset{get: func(b []byte) (rune, int) { return getTable(b, 0x100, t) }, put: func(b []byte, r rune) []byte { return putTable(b, r, 0x100, t) }}
}

func getTable(b []byte, limit rune, t upperHalf) (rune, int) {
	for _, x := range t {
		if x.code == b[0] {
			return x.r, 1
		}
	}
	if rune(b[0]) >= limit {
		return -1, 1
	}
	return rune(b[0]), 1
}

func putTable(b []byte, r, limit rune, t upperHalf) []byte {
	for _, x := range t {
		if x.r == r {
			return append(b, x.code)
		}
		if rune(x.code) == r {
			return b
		}
	}
	if r >= limit {
		return b
	}
	return append(b, byte(r))
}

// getUTF16 reads one or two units; the byte at index swap of a unit is the low one with the other by exclusive or.
func getUTF16(b []byte, swap int) (rune, int) {
	if len(b) < 2 {
		return -1, 0
	}
	u := rune(b[swap]) | rune(b[1^swap])<<8
	switch {
	case u < 0xD800 || u >= 0xE000:
		return u, 2
	case u >= 0xDC00:
		return -1, 2
	case len(b) < 4:
		return -1, 0
	}
	v := rune(b[2+swap]) | rune(b[2+(1^swap)])<<8
	if v < 0xDC00 || v >= 0xE000 {
		return -1, 2
	}
	return 0x10000 + (u-0xD800)<<10 + (v - 0xDC00), 4
}

func putUTF16(b []byte, r rune, swap int) []byte {
	unit := func(u rune) {
		p := [2]byte{byte(u), byte(u >> 8)}
		b = append(b, p[swap], p[1^swap])
	}
	if r < 0x10000 {
		unit(r)
		return b
	}
	unit(0xD800 + (r-0x10000)>>10)
	unit(0xDC00 + (r-0x10000)&0x3FF)
	return b
}

func getUTF32(b []byte, swap int) (rune, int) {
	if len(b) < 4 {
		return -1, 0
	}
	u := uint32(b[swap]) | uint32(b[1^swap])<<8 | uint32(b[2^swap])<<16 | uint32(b[3^swap])<<24
	if u > 0x10FFFF || u >= 0xD800 && u < 0xE000 {
		return -1, 4
	}
	return rune(u), 4
}

func putUTF32(b []byte, r rune, swap int) []byte {
	p := [4]byte{byte(r), byte(r >> 8), byte(r >> 16), byte(r >> 24)}
	return append(b, p[swap], p[1^swap], p[2^swap], p[3^swap])
}
