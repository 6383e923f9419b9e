package ctype

import (
	"fmt"
	"hash/crc32"
	"strings"
	"testing"
	"unicode"
)

// digests were recorded on Debian 12 by a C program that calls iswctype,
// towupper and towlower for every code point under setlocale(LC_ALL,
// "C.UTF-8"), writes ranges as "LO-HI" or pairs as "FROM:TO" in lower-case
// hexadecimal joined by spaces, and takes the CRC-32 (IEEE) of the line.
var digests = []struct {
	name string
	crc  uint32
}{
	{"alpha", 0xe99c4bac},
	{"upper", 0xb5a9838a},
	{"lower", 0x47183aad},
	{"digit", 0x4b73f561},
	{"alnum", 0xe66edbb1},
	{"punct", 0xabbc810f},
	{"space", 0x045070ad},
	{"blank", 0x7275407e},
	{"cntrl", 0xb5fc353f},
	{"graph", 0xf728af78},
	{"print", 0xac4a49c9},
	{"xdigit", 0xd85f2a97},
	{"toupper", 0x445830ab},
	{"tolower", 0x11cbf674},
}

func TestAgainstGlibc(t *testing.T) {
	for _, d := range digests {
		var line string
		switch d.name {
		case "toupper":
			line = pairs(ToUpper)
		case "tolower":
			line = pairs(ToLower)
		default:
			c, ok := ByName(d.name)
			if !ok {
				t.Fatalf("no class %q", d.name)
			}
			line = ranges(c)
		}
		if got := crc32.ChecksumIEEE([]byte(line)); got != d.crc {
			t.Errorf("%s: digest %08x, glibc has %08x", d.name, got, d.crc)
		}
	}
}

func ranges(c Class) string {
	var out []string
	start := rune(-1)
	for r := rune(0); r <= unicode.MaxRune+1; r++ {
		in := r <= unicode.MaxRune && Is(r, c)
		if in && start < 0 {
			start = r
		}
		if !in && start >= 0 {
			out = append(out, fmt.Sprintf("%x-%x", start, r-1))
			start = -1
		}
	}
	return strings.Join(out, " ")
}

func pairs(f func(rune) rune) string {
	var out []string
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if f(r) != r {
			out = append(out, fmt.Sprintf("%x:%x", r, f(r)))
		}
	}
	return strings.Join(out, " ")
}

func TestWordAndNames(t *testing.T) {
	if !Is('_', Word) || Is('-', Word) || !Is(0xe9, Word) || Is('_', Alnum) {
		t.Error("Word is not alnum and underscore")
	}
	if _, ok := ByName("word"); ok {
		t.Error("ByName accepts a name that POSIX does not have")
	}
}
