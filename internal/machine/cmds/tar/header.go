package tar

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// blockSize is the size of a header and the unit of an archive, in bytes.
const blockSize = 512

// format is a dialect of the archive.
type format uint8

const (
	formatGNU format = iota
	formatOldGNU
	formatPax
	formatUstar
	formatV7
)

// Where the fields of a header are: offset and length.
var (
	fieldName     = [2]int{0, 100}
	fieldMode     = [2]int{100, 8}
	fieldUID      = [2]int{108, 8}
	fieldGID      = [2]int{116, 8}
	fieldSize     = [2]int{124, 12}
	fieldMtime    = [2]int{136, 12}
	fieldSum      = [2]int{148, 8}
	fieldLink     = [2]int{157, 100}
	fieldUname    = [2]int{265, 32}
	fieldGname    = [2]int{297, 32}
	fieldDevMajor = [2]int{329, 8}
	fieldDevMinor = [2]int{337, 8}
	fieldPrefix   = [2]int{345, 155}
)

const (
	typeOffset  = 156
	magicOffset = 257
)

// member is one thing in an archive.
type member struct {
	name, link   string
	typ          byte
	mode         uint16
	uid, gid     int64
	uname, gname string
	size         int64 // of the content in the archive
	real         int64 // of the file, when it is sparse
	mtime        int64 // nanoseconds since 1970
	atime, ctime int64 // of a pax header; 0: unknown
	major, minor int64
	trailing     bool   // the name ended in a slash
	stored       string // the name as the archive has it
	target       string // the name that it stands for here
	nothing      bool   // --strip-components leaves nothing of the name
	format       format
	block        int64 // where its first header begins
	sparse       []extent
	isSparse     bool
	label        tree.Label
	pax          bool
}

// extent is a stretch of data in a sparse file.
type extent struct{ off, n int64 }

func (m *member) isDir() bool {
	return m.typ == '5' || m.typ == 'D' || (m.typ == '0' || m.typ == 0) && m.trailing
}

// isFile says whether the member is restored as a file of content. Types that nobody knows are.
func (m *member) isFile() bool {
	switch m.typ {
	case '1', '2', '3', '4', '5', '6', 'D', 'V', 'M', 'N':
		return false
	}
	return !m.isDir()
}

func text(h []byte, f [2]int) string {
	s := string(h[f[0] : f[0]+f[1]])
	if i := strings.IndexByte(s, 0); i >= 0 {
		s = s[:i]
	}
	return s
}

// number reads a numeric field: octal digits, or a number to the base 256 when its first bit says so.
func number(h []byte, f [2]int) (int64, bool) {
	b := h[f[0] : f[0]+f[1]]
	if b[0]&0x80 != 0 {
		return wideNumber(b)
	}
	s := strings.Trim(string(b), " \x00")
	if i := strings.IndexAny(s, " \x00"); i >= 0 {
		s = s[:i]
	}
	if s == "" {
		return 0, true
	}
	v, err := strconv.ParseUint(s, 8, 63)
	return int64(v), err == nil
}

// wideNumber reads a number to the base 256 in two's complement; its first byte is 0x80 or 0xff.
func wideNumber(b []byte) (int64, bool) {
	v := int64(b[0] & 0x3f)
	if b[0]&0x40 != 0 {
		v -= 0x40
	}
	for _, c := range b[1:] {
		if v > 1<<55 || v < -1<<55 {
			return 0, false
		}
		v = v<<8 | int64(c)
	}
	return v, true
}

// putNumber writes a number in octal with a final NUL; it reports whether the field can hold it so.
func putNumber(h []byte, f [2]int, v int64) bool {
	s := strconv.FormatUint(uint64(v), 8)
	if v < 0 || len(s) > f[1]-1 {
		return false
	}
	b := h[f[0] : f[0]+f[1]]
	pad := f[1] - 1 - len(s)
	for i := range pad {
		b[i] = '0'
	}
	copy(b[pad:], s)
	b[f[1]-1] = 0
	return true
}

// putWide writes a number to the base 256.
func putWide(h []byte, f [2]int, v int64) {
	b := h[f[0] : f[0]+f[1]]
	for i := len(b) - 1; i > 0; i-- {
		b[i] = byte(v)
		v >>= 8
	}
	b[0] = 0x80
	if v < 0 {
		b[0] = 0xff
	}
}

func putText(h []byte, f [2]int, s string) { copy(h[f[0]:f[0]+f[1]], s) }

// checksums returns the sums of a header's bytes taken as unsigned and as signed numbers, its own checksum as blanks.
func checksums(h []byte) (unsigned, signed int64) {
	for i, c := range h[:blockSize] {
		if i >= fieldSum[0] && i < fieldSum[0]+fieldSum[1] {
			c = ' '
		}
		unsigned += int64(c)
		signed += int64(int8(c))
	}
	return unsigned, signed
}

// seal writes the checksum.
func seal(h []byte) {
	sum, _ := checksums(h)
	putNumber(h, [2]int{fieldSum[0], 7}, sum)
	h[fieldSum[0]+7] = ' '
}

type headerState uint8

const (
	headerGood headerState = iota
	headerZero
	headerBad
	headerEOF
)

// check says what a block is: a header, a block of zeros or neither.
func check(h []byte) headerState {
	zero := true
	for _, c := range h[:blockSize] {
		if c != 0 {
			zero = false
			break
		}
	}
	if zero {
		return headerZero
	}
	want, ok := number(h, fieldSum)
	u, s := checksums(h)
	if !ok || want != u && want != s {
		return headerBad
	}
	return headerGood
}

// decode reads the fields of a header.
func decode(h []byte) member {
	m := member{name: text(h, fieldName), link: text(h, fieldLink), typ: h[typeOffset]}
	magic := string(h[magicOffset : magicOffset+8])
	switch {
	case magic == "ustar  \x00":
		m.format = formatGNU
	case strings.HasPrefix(magic, "ustar\x00"):
		m.format = formatUstar
		if prefix := text(h, fieldPrefix); prefix != "" {
			m.name = prefix + "/" + m.name
		}
	default:
		m.format = formatV7
	}
	mode, _ := number(h, fieldMode)
	m.mode = uint16(mode & 0o7777)
	m.uid, _ = number(h, fieldUID)
	m.gid, _ = number(h, fieldGID)
	m.size, _ = number(h, fieldSize)
	mtime, _ := number(h, fieldMtime)
	m.mtime = nanos(mtime)
	if m.format != formatV7 {
		m.uname, m.gname = text(h, fieldUname), text(h, fieldGname)
		if m.typ == '3' || m.typ == '4' {
			m.major, _ = number(h, fieldDevMajor)
			m.minor, _ = number(h, fieldDevMinor)
		}
	}
	if m.size < 0 {
		m.size = 0
	}
	m.real = m.size
	return m
}

// nanos turns seconds into nanoseconds, held within what can be told.
func nanos(sec int64) int64 {
	const most = 9_200_000_000
	return max(-most, min(sec, most)) * 1e9
}
