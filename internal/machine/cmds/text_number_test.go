package cmds

import (
	"strings"
	"testing"
)

func TestSeqPrintf(t *testing.T) { diffTextFile(t, "seqprintf", nil) }

func TestOd(t *testing.T) { diffTextFile(t, "od", dumpFiles) }

// dumpFiles are binary inputs: numbers of all sizes, runs of zeros and strings.
var dumpFiles = map[string]string{
	"bin":   "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00\x01\x00\x00\x00\xc0\x10\x00\x00\x00\x00\x00\x00@\x00\x00\x00",
	"zeros": strings.Repeat("\x00", 100),
	"strs":  "hello\x00ab\x00\x01a b c\x00unended",
	"flt":   "\x00\x00\x80\x3f\x00\x00\x00\xc0\xcd\xcc\xcc\x3d\x00\x00\x80\x7f\x00\x00\xc0\x7f\x01\x00\x00\x00\x00\x00\x00\x80\xff\xff\x7f\x7f\xdb\x0f\x49\x40",
	"dbl":   "\x00\x00\x00\x00\x00\x00\xf0\x3f\x9a\x99\x99\x99\x99\x99\xb9\x3f\x18\x2d\x44\x54\xfb\x21\x09\x40\x00\x00\x00\x00\x00\x00\xf0\xff\x00\x00\x00\x00\x00\x00\xf8\x7f\x01\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xef\x7f",
	"ldb":   "\x00\x00\x00\x00\x00\x00\x00\x80\xff\x3f\x00\x00\x00\x00\x00\x00\xcd\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xfb\x3f\x00\x00\x00\x00\x00\x00\x35\xc2\x68\x21\xa2\xda\x0f\xc9\x00\xc0\x00\x00\x00\x00\x00\x00",
}

// xxdFiles are dumps to turn back, good and bad, and inputs with many zeros.
var xxdFiles = map[string]string{
	"bin": dumpFiles["bin"], "zeros": dumpFiles["zeros"], "nl\nf": "x\n", "9f": "y",
	"zskip": "hi\n" + strings.Repeat("\x00", 80) + "hi\n" + strings.Repeat("\x00", 40) + "x",
	"z48":   strings.Repeat("\x00", 48), "z64": strings.Repeat("\x00", 64), "z33": strings.Repeat("\x00", 33), "z32": strings.Repeat("\x00", 32),
	"all": allBytes(),
	"h1":  "00000000: 310a 320a 330a 340a 350a 360a 370a 380a  1.2.3.4.5.6.7.8.\n00000010: 390a 3130 0a31 310a 3132 0a              9.10.11.12.\n",
	"h2":  "310a320a330a340a350a360a370a380a390a31300a31310a31320a\n",
	"h3":  "00000000: 6162 6364\n00000008: 65\n",
	"h4":  "00000004: 6162\n00000000: 63\n",
	"h5":  "616 2x63\nzz64\n",
	"h6":  "0: 61 62zz\n",
	"h7":  "junk\n10: 61\n",
	"h8":  "61\n62 6",
	"h9":  "hello\n",
	"h10": "0000: 68656c6c6f20776f726c6421 more\n",
	"h11": "0: 61\n5: 62\n3: 63\n",
	"h12": "2: 58 59\n",
	"h13": "0: 6g62\n",
	"h14": "00: 61 62  cd ef\n",
	"h15": "0x10: 61\n",
	"h16": "61 62 63",
	"h17": "0a 0b\r\n0c\r\n",
	"h18": "00000000: 31 0a 32 0a 33 0a 34 0a 35 0a 36 0a 37 0a 38 0a  1.2.3.4.5.6.7.8.\n00000010: 39 0a 31 30 0a 31 31 0a 31 32 0a                 9.10.11.12.\n",
	"h19": "00000000: 0a320a31 0a340a33 0a360a35 0a380a37  1.2.3.4.5.6.7.8.\n00000010: 30310a39 0a31310a   0a3231           9.10.11.12.\n",
	"h20": "00000000: 00110001 00001010 00110010 00001010 00110011 00001010  1.2.3.\n00000006: 00110100 00001010 00110101 00001010 00110110 00001010  4.5.6.\n0000000c: 00110111 00001010 00111000 00001010 00111001 00001010  7.8.9.\n00000012: 00110001 00110000 00001010 00110001 00110001 00001010  10.11.\n00000018: 00110001 00110010 00001010                             12.\n",
	"h21": "",
	"h22": "\n\n0: 61\n\n1: 62\n",
	"h23": "00000000: 6162 6364 6566 6768 696a 6b6c 6d6e 6f70  abcdefghijklmnop\n00000010: 7172\n",
}

func allBytes() string {
	var b [256]byte
	for i := range b {
		b[i] = byte(i)
	}
	return string(b[:])
}

func TestXxd(t *testing.T) { diffTextFile(t, "xxd", xxdFiles) }

func TestHexdump(t *testing.T) {
	files := map[string]string{"rep": strings.Repeat("abcdefghijklmnop", 5) + "abc", "fmtfile": "# comment\n\n\"%02x \"\n  4/1 \"%d \" \"\\n\"\n"}
	for _, n := range []string{"bin", "zeros", "all", "z33", "z48"} {
		files[n] = xxdFiles[n]
	}
	diffTextFile(t, "hexdump", files)
}

func TestNumfmt(t *testing.T) {
	diffTextFile(t, "numfmt", map[string]string{"hdr": "size\n1000\n2000\n", "tab": "a 1000 x\n  b   20000   y\nc\t3000\tz\n", "ind": "1000\n   2000\n",
		"nulnum": "1000\x002000\x00", "noeolnum": "1000\n2000"})
}

func TestStrings(t *testing.T) {
	diffTextFile(t, "strings", map[string]string{"st": "abc\x00abcd\x00\x01hello world\n\ttab\x80xyzzy\xc3\xa9end\nshort\n ab\nlast one", "s16": "h\x00e\x00l\x00l\x00o\x00\x00\x00a\x00b\x00"})
}
