package sed

import (
	"io"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// list prints the pattern space as l does: escaped, in lines of bounded length.
func (x *machine) list(c *command) {
	limit := x.cfg.length
	if c.number >= 0 {
		limit = c.number
	}
	var b []byte
	width := 0
	var piece [4]byte
	for _, ch := range x.space {
		n := escaped(&piece, ch)
		if limit > 0 && width+n > limit-1 {
			b = append(b, '\\', '\n')
			width = 0
		}
		b = append(b, piece[:n]...)
		width += n
	}
	x.p.Tick(len(x.space) / 64)
	x.out.complete(x.cfg.eol)
	x.out.write(append(b, '$', x.cfg.eol))
}

// escaped puts the visible form of ch into piece and returns its length.
func escaped(piece *[4]byte, ch byte) int {
	if ch == '\\' {
		piece[0], piece[1] = '\\', '\\'
		return 2
	}
	if ch >= 0x20 && ch < 0x7f {
		piece[0] = ch
		return 1
	}
	piece[0] = '\\'
	if i := strings.IndexByte("\a\b\f\n\r\t\v", ch); i >= 0 {
		piece[1] = "abfnrtv"[i]
		return 2
	}
	piece[1], piece[2], piece[3] = '0'+ch>>6, '0'+ch>>3&7, '0'+ch&7
	return 4
}

// execute does the e command: it runs a command, or the pattern space, whose output takes its place.
func (x *machine) execute(c *command) {
	if len(c.text) == 0 {
		out := x.shell(string(x.space))
		if n := len(out); n > 0 && out[n-1] == x.cfg.eol {
			out = out[:n-1]
		}
		x.space = append(x.space[:0], out...)
		return
	}
	x.out.complete(x.cfg.eol)
	x.out.write(x.shell(string(c.text)))
}

// shell runs a command with sh and returns what it prints.
func (x *machine) shell(command string) []byte {
	_ = x.p.Stdout.Flush()
	r, w := x.p.Pipe()
	child, err := x.p.Spawn(x.ctx, "sh", []string{"sh", "-c", command}, func(c *kern.Proc) { _ = c.SetFD(1, w) })
	if err != nil {
		x.p.Errorf("error subprocess: %s", kern.ErrText(err))
		x.p.Exit(panicked)
	}
	fd, err := x.p.AddFD(r, 3)
	if err != nil {
		x.p.Exit(panicked)
	}
	var out []byte
	buf := make([]byte, 1024)
	for {
		n, err := x.p.Read(fd, buf)
		x.p.Hold(int64(n))
		out = append(out, buf[:n]...)
		if err == io.EOF || err != nil {
			break
		}
	}
	_ = x.p.Close(fd)
	x.p.Wait(child)
	return out
}
