package cmds

import (
	"fmt"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// xxdEBCDIC shows the characters of EBCDIC from 0x40 on, "." for those that cannot be shown.
const xxdEBCDIC = " ...........<(+|&.........!$*);~-/.........,%_>?.........`:#@'=\".abcdefghi.......jklmnopqr^....." +
	"..stuvwxyz...[...............]..{ABCDEFGHI......}JKLMNOPQR......\\.STUVWXYZ......0123456789......"

// dump prints the usual lines: address, groups, characters.
func (x *xxdState) dump() int {
	base := x.offset
	if x.seekGiven {
		base += x.seek
	}
	row := make([]byte, 0, x.cols)
	at := int64(0)
	for {
		row = row[:0]
		for int64(len(row)) < x.cols {
			c := x.next()
			if c < 0 {
				break
			}
			row = append(row, byte(c))
		}
		if len(row) == 0 {
			break
		}
		zero := x.autoskip && strings.Trim(string(row), "\x00") == ""
		x.row(base+at, row)
		at += int64(len(row))
		if int64(len(row)) < x.cols {
			x.show(false)
			return x.finish()
		}
		x.show(zero)
	}
	// The last of many lines of zeros is always shown.
	if x.zeros--; x.zeros > 0 {
		x.star()
		x.p.Stdout.Write(x.line)
	}
	return x.finish()
}

// show prints the line. Of many that are all zeros it prints the first and, in place of the others, a "*".
func (x *xxdState) show(zero bool) {
	if !zero {
		x.star()
		x.p.Stdout.Write(x.line)
		x.zeros = 0
		return
	}
	switch x.zeros {
	case 0:
		x.p.Stdout.Write(x.line)
	case 1:
		x.held = append(x.held[:0], x.line...)
	}
	x.zeros++
}

// star prints what stands for the lines that were held back: the line itself if it was one.
func (x *xxdState) star() {
	if x.zeros == 2 {
		x.p.Stdout.Write(x.held)
	} else if x.zeros > 2 {
		x.p.Stdout.WriteString("*\n")
	}
}

// row formats one line into x.line.
func (x *xxdState) row(addr int64, row []byte) {
	b := x.line[:0]
	if x.decimal {
		b = fmt.Appendf(b, "%08d:", uint64(addr))
	} else {
		b = fmt.Appendf(b, "%08x:", uint64(addr))
	}
	cell := 2
	if x.kind == xxdBits {
		cell = 8
	}
	start := len(b)
	text := start + 3 + int(x.cols)*cell + (int(x.cols)-1)/int(x.group)
	room := text + int(x.cols) + int(x.group)*cell + 2
	for len(b) < room {
		b = append(b, ' ')
	}
	hex := x.hex()
	for i, c := range row {
		k := i
		if x.kind == xxdLittle {
			k ^= int(x.group) - 1
		}
		// With -e and a last group that is not whole, digits and characters share places, and the later ones win.
		at := start + 1 + k*cell + k/int(x.group)
		if x.kind == xxdBits {
			for bit := range 8 {
				b[at+bit] = '0' + c>>(7-bit)&1
			}
		} else {
			b[at], b[at+1] = hex[c>>4], hex[c&15]
		}
		b[text+i] = x.character(c)
	}
	x.line = append(b[:text+len(row)], '\n')
}

// character returns what is shown for a byte at the end of the line.
func (x *xxdState) character(c byte) byte {
	if x.ebcdic {
		if c < 0x40 {
			return '.'
		}
		return xxdEBCDIC[c-0x40]
	}
	if c < ' ' || c >= 0x7f {
		return '.'
	}
	return c
}

// reverse turns a dump back into bytes.
func (x *xxdState) reverse() int {
	var base int64
	if x.seekGiven {
		base = x.seek
		if x.seekNeg {
			base = -base
		}
	}
	r := xxdReverse{x: x, base: base, col: x.cols, n1: -1, garbage: true, plain: x.kind == xxdPlain}
	for c := x.get(); c >= 0; c = x.get() {
		if st := r.char(c); st != 0 {
			return st
		}
	}
	return x.finish()
}

// xxdReverse is the state of reading a dump.
type xxdReverse struct {
	x          *xxdState
	base       int64
	want, have int64 // where the next byte belongs, where the output is
	col        int64 // bytes of the line so far; cols and more while the address is read
	n1, n2, n3 int   // the last digits; -1 for what is none
	garbage    bool  // skip what is no digit
	plain      bool
}

func xxdDigit(c int) int {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	}
	return -1
}

// char takes the next character of the dump.
func (r *xxdReverse) char(c int) (status int) {
	if c == '\r' || r.plain && (c == ' ' || c == '\n' || c == '\t') {
		return 0
	}
	r.n3, r.n2, r.n1 = r.n2, r.n1, xxdDigit(c)
	if r.n1 < 0 && r.garbage {
		return 0
	}
	r.garbage = false
	if r.col >= r.x.cols && !r.plain {
		if r.n1 < 0 {
			r.col = 0
			return 0
		}
		r.want = r.want<<4 | int64(r.n1)
		return 0
	}
	if r.base+r.want != r.have {
		if st := r.move(); st != 0 {
			return st
		}
	}
	switch {
	case r.n2 >= 0 && r.n1 >= 0:
		r.x.p.Stdout.WriteByte(byte(r.n2<<4 | r.n1))
		r.have++
		r.want++
		r.n1 = -1
		if r.col++; r.col >= r.x.cols && !r.plain {
			r.skipLine()
		}
	case r.n1 < 0 && r.n2 < 0 && r.n3 < 0:
		r.skipLine()
	}
	if c == '\n' {
		r.newLine()
	}
	return 0
}

// skipLine passes over the rest of a line.
func (r *xxdReverse) skipLine() {
	for c := r.x.get(); c != '\n' && c >= 0; c = r.x.get() {
	}
	r.newLine()
}

func (r *xxdReverse) newLine() {
	r.garbage = true
	if !r.plain {
		r.want = 0
	}
	r.col = r.x.cols
}

// move brings the output to where the next byte belongs: by seeking, or with zeros.
func (r *xxdReverse) move() int {
	p := r.x.p
	to := r.base + r.want
	_ = p.Stdout.Flush()
	if _, err := p.Seek(1, to-r.have, 1); err == nil {
		r.have = to
		return 0
	} else if err != error(tree.ESPIPE) && to >= r.have {
		return 0
	}
	if to < r.have {
		return r.x.die(5, "Sorry, cannot seek backwards.")
	}
	for ; r.have < to; r.have++ {
		p.Tick(1)
		p.Stdout.WriteByte(0)
	}
	return 0
}
