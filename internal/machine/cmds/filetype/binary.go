package filetype

import (
	"bytes"
	"encoding/binary"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
)

// result is what a test found.
type result struct {
	text, mime string
	alone      bool // the text stands by itself, without the encoding behind it
	executable bool
}

// imageText describes an executable of the base image.
func imageText(name string) string {
	const hex = "0123456789abcdef"
	id := make([]byte, 40)
	h := uint64(0xcbf29ce484222325)
	for i := range id {
		for k := range len(name) {
			h = (h ^ uint64(name[k])) * 0x100000001b3
		}
		h ^= uint64(i)
		id[i] = hex[h>>28&15]
	}
	return "ELF 64-bit LSB pie executable, x86-64, version 1 (SYSV), dynamically linked, interpreter /lib64/ld-linux-x86-64.so.2, BuildID[sha1]=" +
		string(id) + ", for GNU/Linux 3.2.0, stripped"
}

func has(b []byte, off int, s string) bool {
	return len(b) >= off+len(s) && string(b[off:off+len(s)]) == s
}

// be and le read numbers; what is beyond the end is zero.
func be(b []byte, off, n int) uint64 {
	var v uint64
	for i := range n {
		v <<= 8
		if off+i < len(b) {
			v |= uint64(b[off+i])
		}
	}
	return v
}

func le(b []byte, off, n int) uint64 {
	var v uint64
	for i := n - 1; i >= 0; i-- {
		v <<= 8
		if off+i < len(b) {
			v |= uint64(b[off+i])
		}
	}
	return v
}

func num(v uint64) string { return strconv.FormatUint(v, 10) }

// signature tests for formats that begin with a signature.
func signature(b []byte) result {
	switch {
	case has(b, 0, "\x7fELF"):
		return elf(b)
	case has(b, 0, "\x1f\x8b"):
		return result{text: gzip(b), mime: "application/gzip"}
	case has(b, 0, "BZh"):
		return result{text: "bzip2 compressed data, block size = " + string(b[3:min(4, len(b))]) + "00k", mime: "application/x-bzip2"}
	case has(b, 0, "\xfd7zXZ\x00"):
		check := map[uint64]string{0: ", no checksum", 1: ", checksum CRC32", 4: ", checksum CRC64", 10: ", checksum SHA-256"}[be(b, 7, 1)&15]
		return result{text: "XZ compressed data" + check, mime: "application/x-xz"}
	case has(b, 0, "\x28\xb5\x2f\xfd"):
		return result{text: "Zstandard compressed data (v0.8+), Dictionary ID: None", mime: "application/zstd"}
	case has(b, 0, "PK\x03\x04"):
		return zip(b)
	case has(b, 257, "ustar  \x00"):
		return result{text: "POSIX tar archive (GNU)", mime: "application/x-tar"}
	case has(b, 257, "ustar\x00"):
		return result{text: "POSIX tar archive", mime: "application/x-tar"}
	case has(b, 0, "\x89PNG\r\n\x1a\n"):
		return result{text: png(b), mime: "image/png"}
	case has(b, 0, "GIF87a"), has(b, 0, "GIF89a"):
		return result{text: "GIF image data, version " + string(b[3:6]) + ", " + num(le(b, 6, 2)) + " x " + num(le(b, 8, 2)), mime: "image/gif"}
	case has(b, 0, "\xff\xd8\xff"):
		return result{text: jpeg(b), mime: "image/jpeg"}
	case has(b, 0, "%PDF-"):
		end := bytes.IndexAny(b[5:], "\r\n ")
		if end < 0 {
			end = len(b) - 5
		}
		return result{text: "PDF document, version " + string(b[5:5+min(end, 3)]), mime: "application/pdf", alone: true}
	case has(b, 0, "SQLite format 3\x00") && len(b) >= 100:
		return result{text: sqlite(b), mime: "application/vnd.sqlite3"}
	case has(b, 0, "\x00asm"):
		return result{text: "WebAssembly (wasm) binary module version 0x" + strconv.FormatUint(le(b, 4, 4), 16) + " (MVP)", mime: "application/wasm"}
	case has(b, 0, "RIFF") && has(b, 8, "WAVE"):
		return result{text: "RIFF (little-endian) data, WAVE audio", mime: "audio/x-wav"}
	case has(b, 0, "!<arch>\n"):
		return result{text: "current ar archive", mime: "application/x-archive", alone: true}
	}
	return result{}
}

func elf(b []byte) result {
	s := "ELF"
	s += map[uint64]string{1: " 32-bit", 2: " 64-bit"}[be(b, 4, 1)]
	read := le
	switch be(b, 5, 1) {
	case 1:
		s += " LSB"
	case 2:
		s += " MSB"
		read = be
	}
	mime := "application/octet-stream"
	kind := read(b, 16, 2)
	if k, ok := map[uint64][2]string{1: {" relocatable", "application/x-object"}, 2: {" executable", "application/x-executable"},
		3: {" shared object", "application/x-sharedlib"}, 4: {" core file", "application/x-coredump"}}[kind]; ok && len(b) > 17 {
		s, mime = s+k[0], k[1]
	}
	if len(b) > 20 {
		if m, ok := map[uint64]string{3: "Intel 80386", 40: "ARM", 62: "x86-64", 183: "ARM aarch64", 243: "UCB RISC-V"}[read(b, 18, 2)]; ok {
			s += ", " + m
		}
		if read(b, 20, 4) == 1 {
			s += ", version 1"
		}
	}
	return result{text: s + " (SYSV)", mime: mime}
}

// gzip describes a gzip file by its header and the size at its end.
func gzip(b []byte) string {
	s := "gzip compressed data"
	flags, off := be(b, 3, 1), 10
	if flags&1 != 0 {
		s += ", ASCII"
	}
	if flags&4 != 0 {
		off += 2 + int(le(b, 10, 2))
	}
	if flags&8 != 0 && off < len(b) {
		name, _, _ := bytes.Cut(b[off:], []byte{0})
		s += ", was \"" + string(name) + "\""
	}
	if t := le(b, 4, 4); t != 0 {
		s += ", last modified: " + gnu.Strftime("%a %b %e %H:%M:%S %Y", int64(t)*1e9, nil)
	}
	switch be(b, 8, 1) {
	case 2:
		s += ", max compression"
	case 4:
		s += ", max speed"
	}
	if os, ok := map[uint64]string{0: "FAT filesystem (MS-DOS, OS/2, NT)", 3: "Unix", 7: "Macintosh", 11: "NTFS filesystem (NT)"}[be(b, 9, 1)]; ok {
		s += ", from " + os
	}
	if len(b) >= 18 {
		s += ", original size modulo 2^32 " + num(uint64(binary.LittleEndian.Uint32(b[len(b)-4:])))
	}
	return s
}

func zip(b []byte) result {
	v := le(b, 4, 1)
	s := "Zip archive data, at least v" + num(v/10) + "." + num(v%10) + " to extract"
	if m, ok := map[uint64]string{0: "store", 8: "deflate", 12: "bzip2", 14: "lzma"}[le(b, 8, 2)]; ok {
		s += ", compression method=" + m
	}
	return result{text: s, mime: "application/zip"}
}

func png(b []byte) string {
	s := "PNG image data, " + num(be(b, 16, 4)) + " x " + num(be(b, 20, 4)) + ", " + num(be(b, 24, 1)) + "-bit"
	s += map[uint64]string{0: " grayscale", 2: "/color RGB", 3: " colormap", 4: " gray+alpha", 6: "/color RGBA"}[be(b, 25, 1)]
	if be(b, 28, 1) == 1 {
		return s + ", interlaced"
	}
	return s + ", non-interlaced"
}

func jpeg(b []byte) string {
	s := "JPEG image data"
	if !has(b, 6, "JFIF\x00") {
		return s
	}
	s += ", JFIF standard " + num(be(b, 11, 1)) + "." + pad2(num(be(b, 12, 1)))
	unit, x, y := be(b, 13, 1), be(b, 14, 2), be(b, 16, 2)
	s += map[uint64]string{0: ", aspect ratio", 1: ", resolution (DPI)", 2: ", resolution (DPCM)"}[unit]
	return s + ", density " + num(x) + "x" + num(y) + ", segment length " + num(be(b, 4, 2))
}

func pad2(s string) string {
	if len(s) < 2 {
		return "0" + s
	}
	return s
}

func sqlite(b []byte) string {
	s := "SQLite 3.x database"
	if id := be(b, 68, 4); id != 0 {
		s += ", application id " + num(id)
	}
	if v := be(b, 60, 4); v != 0 {
		s += ", user version " + num(v)
	}
	s += ", last written using SQLite version " + num(be(b, 96, 4))
	if n := be(b, 24, 4); n != 0 {
		s += ", file counter " + num(n)
	}
	s += ", database pages " + num(be(b, 28, 4)) + ", cookie 0x" + strconv.FormatUint(be(b, 40, 4), 16) + ", schema " + num(be(b, 44, 4))
	s += map[uint64]string{1: ", UTF-8", 2: ", UTF-16 little endian", 3: ", UTF-16 big endian"}[be(b, 56, 4)]
	return s + ", version-valid-for " + num(be(b, 92, 4))
}
