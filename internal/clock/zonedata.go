package clock

import (
	"compress/flate"
	_ "embed" // the time zone database
	"encoding/binary"
	"io"
	"strconv"
	"strings"
	"sync"
)

// zonePack is the IANA time zone database (public domain), packed by the test of this package: compressed, an index of lines
// "NAME OFFSET LENGTH", an empty line, and the second parts of the compiled files (RFC 8536), each once.
//
//go:embed zones.bin
var zonePack string

// zones unpacks the database when a zone is first asked for by name.
var zones = sync.OnceValue(func() zoneTable {
	b, err := io.ReadAll(flate.NewReader(strings.NewReader(zonePack)))
	if err != nil {
		return zoneTable{}
	}
	index, data, _ := strings.Cut(string(b), "\n\n")
	return zoneTable{"\n" + index + "\n", data}
})

type zoneTable struct{ index, data string }

// find returns the compiled rules of a zone.
func (t *zoneTable) find(name string) (string, bool) {
	if name == "" || strings.ContainsAny(name, " \n") {
		return "", false
	}
	i := strings.Index(t.index, "\n"+name+" ")
	if i < 0 {
		return "", false
	}
	line, _, _ := strings.Cut(t.index[i+len(name)+2:], "\n")
	off, length, _ := strings.Cut(line, " ")
	from, _ := strconv.Atoi(off)
	n, _ := strconv.Atoi(length)
	return t.data[from : from+n], true
}

// LoadZone returns a zone of the time zone database by its name ("Europe/Berlin"), nil when there is none.
func LoadZone(name string) *Zone {
	t := zones()
	data, ok := t.find(name)
	if !ok {
		return nil
	}
	return parseTZif(data)
}

// parseTZif reads the 64-bit part of a compiled zone; nil when it is damaged.
func parseTZif(s string) *Zone {
	const header = 44
	if len(s) < header {
		return nil
	}
	count := func(i int) int { return int(binary.BigEndian.Uint32([]byte(s[20+4*i : 24+4*i]))) }
	nIsUT, nIsStd, nLeap, nTrans, nTypes, nChars := count(0), count(1), count(2), count(3), count(4), count(5)
	times := header
	index := times + 8*nTrans
	types := index + nTrans
	chars := types + 6*nTypes
	end := chars + nChars + 12*nLeap + nIsStd + nIsUT
	if end > len(s) || nTypes == 0 {
		return nil
	}
	z := &Zone{trans: make([]int64, nTrans), index: []byte(s[index:types]), types: make([]Period, nTypes)}
	for i := range z.trans {
		z.trans[i] = int64(binary.BigEndian.Uint64([]byte(s[times+8*i : times+8*i+8])))
	}
	for i := range z.types {
		t := s[types+6*i : types+6*i+6]
		abbr, _, _ := strings.Cut(s[chars+int(t[5]):chars+nChars], "\x00")
		z.types[i] = Period{Offset: int64(int32(binary.BigEndian.Uint32([]byte(t[:4])))), DST: t[4] != 0, Abbr: abbr}
	}
	if footer := strings.Trim(s[end:], "\n"); footer != "" {
		z.rule = posixZone(footer).rule
	}
	return z
}
