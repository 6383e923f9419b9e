package zip

import (
	"bytes"
	"compress/bzip2"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"io"
)

// toStream tests an entry or writes it to standard output.
func (u *unzipper) toStream(e *entry) {
	fd := 1
	if u.test {
		fd = -1
	}
	if u.pipe && e.isDir() {
		return
	}
	data, ok := u.packedData(e)
	if !ok {
		return
	}
	switch {
	case u.test && u.quiet == 0:
		u.p.Stdout.WriteString(fmt.Sprintf("    testing: %-22s  ", u.shown(e.name)))
	case u.toScreen && e.isDir():
		return
	case u.toScreen:
		what := map[uint16]string{stored: "extracting", bzipped: "bunzipping"}[e.method]
		if what == "" {
			what = "inflating"
		}
		u.say(what, e.name, "\n")
	}
	_ = u.p.Stdout.Flush()
	ok = u.unpack(e, data, fd)
	switch {
	case u.test && ok && u.quiet == 0:
		u.p.Stdout.WriteString(" OK\n")
	case u.toScreen && u.quiet == 0:
		u.p.Stdout.WriteString("\n")
	}
}

// packedData returns the content as the archive has it, deciphered.
func (u *unzipper) packedData(e *entry) ([]byte, bool) {
	data := u.a.b[e.dataAt:e.dataEnd]
	if e.flags&flagEncrypted == 0 {
		return data, true
	}
	if u.password == nil {
		u.skip(e, "unable to get password")
		u.skips++
		return nil, false
	}
	check := byte(e.crc >> 24)
	if e.flags&flagDescriptor != 0 {
		check = byte(e.time >> 8)
	}
	u.p.Tick(1 + len(data)>>4)
	out, ok := decipher(data, *u.password, check)
	if !ok {
		u.skip(e, "incorrect password")
		u.raise(unzipBadPass)
	}
	return out, ok
}

// reader returns a reader of an entry's content.
func (u *unzipper) reader(e *entry, data []byte) io.Reader {
	switch e.method {
	case deflated:
		return flate.NewReader(bytes.NewReader(data))
	case bzipped:
		return bzip2.NewReader(bytes.NewReader(data))
	}
	return bytes.NewReader(data)
}

// decode returns at most limit bytes of an entry's content.
func (u *unzipper) decode(e *entry, data []byte, limit int64) ([]byte, uint32, error) {
	b, err := io.ReadAll(io.LimitReader(u.reader(e, data), limit))
	u.p.Tick(1 + len(b)>>6)
	return b, crc32.ChecksumIEEE(b), err
}

// unpack writes an entry's content to fd (-1: nowhere) and checks it.
func (u *unzipper) unpack(e *entry, data []byte, fd int) bool {
	r := u.reader(e, data)
	buf := make([]byte, min(max(e.size, 512), 32<<10))
	sum := uint32(0)
	var err error
	for err == nil {
		var n int
		n, err = r.Read(buf)
		u.p.Tick(1 + n>>6)
		sum = crc32.Update(sum, crc32.IEEETable, buf[:n])
		if n > 0 && fd >= 0 {
			if _, werr := u.p.Write(fd, u.converted(e, buf[:n])); werr != nil {
				u.errs("\n" + u.shown(e.name) + ":  write error (disk full?).  Continue? (y/n/^C) \nwarning:  " + u.shown(e.name) + " is probably truncated\n")
				u.raise(50)
				return false
			}
		}
	}
	if err != io.EOF {
		u.badData(e)
		return false
	}
	if sum != e.crc {
		u.badSum(e, sum)
		return false
	}
	return true
}

func (u *unzipper) badData(e *entry) {
	name := ""
	if u.quiet > 0 || u.pipe {
		name = u.shown(e.name) + "  "
	}
	how := map[uint16]string{deflated: "inflate", bzipped: "bunzip"}[e.method]
	if u.test || u.toScreen || u.pipe {
		u.errs(" " + name + " error:  invalid compressed data to " + how + "\n")
	} else {
		u.errs("\n" + name + "  error:  invalid compressed data to " + how + "\n")
	}
	u.raise(unzipError)
}

func (u *unzipper) badSum(e *entry, sum uint32) {
	name := ""
	if u.quiet > 0 || u.pipe {
		name = fmt.Sprintf("%-22s ", u.shown(e.name))
	}
	u.errs(fmt.Sprintf("%s bad CRC %08x  (should be %08x)\n", name, sum, e.crc))
	u.raise(unzipError)
}

// converted turns line ends for -a, in files marked as text, and for -aa in all.
func (u *unzipper) converted(e *entry, b []byte) []byte {
	if u.text == 0 || u.text == 1 && e.internal&1 == 0 {
		return b
	}
	return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
}

// decipher undoes PKZIP's stream cipher; ok is false when the password is not right.
func decipher(data []byte, password string, check byte) (out []byte, ok bool) {
	if len(data) < 12 {
		return nil, false
	}
	k := [3]uint32{0x12345678, 0x23456789, 0x34567890}
	update := func(c byte) {
		k[0] = crc32.IEEETable[byte(k[0])^c] ^ k[0]>>8
		k[1] = (k[1]+k[0]&0xff)*134775813 + 1
		k[2] = crc32.IEEETable[byte(k[2])^byte(k[1]>>24)] ^ k[2]>>8
	}
	for i := range len(password) {
		update(password[i])
	}
	out = make([]byte, len(data))
	for i, c := range data {
		t := k[2]&0xffff | 2
		c ^= byte(t * (t ^ 1) >> 8)
		update(c)
		out[i] = c
	}
	return out[12:], out[11] == check
}
