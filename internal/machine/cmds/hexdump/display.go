package hexdump

import (
	"fmt"
	"math"

	"github.com/orrery-world/orrery/internal/machine/gnu/format"
)

// run shows the input block by block.
func (d *dumper) run() {
	d.p.Hold(int64(2 * d.block))
	d.cur, d.prev = make([]byte, d.block), make([]byte, d.block)
	for d.block > 0 && d.fill() {
		d.p.Tick(1 + d.block>>3)
		for _, f := range d.formats {
			d.show(f)
		}
		d.address += int64(d.block)
		if d.p.Stdout.Err() != nil {
			return
		}
	}
	if d.block == 0 {
		// Formats that take no data still open the files.
		for d.fd >= 0 || d.next() {
			d.done()
			d.fd = -1
		}
		return
	}
	if d.end == nil {
		return
	}
	if d.stop == 0 {
		if d.address == 0 {
			return
		}
		d.stop = d.address
	}
	var b []byte
	for i := range d.end.pieces {
		p := &d.end.pieces[i]
		b = append(b, p.before...)
		if p.conv != "" {
			b = p.number(b, uint64(d.stop), p.conv[2])
		}
		b = append(b, p.after...)
	}
	d.p.Stdout.Write(b)
}

// fill reads the next block that is to be shown; false at the end. Blocks that equal the one before are passed over.
func (d *dumper) fill() bool {
	for {
		d.cur, d.prev = d.prev, d.cur
		n := d.read(d.cur)
		if n < d.block {
			if n == 0 {
				return false
			}
			d.stop = d.address + int64(n)
			if !d.all && !d.first && string(d.cur[:n]) == string(d.prev[:n]) && d.starred {
				// A partial block that goes on as the squeezed ones did is shown all the same.
				d.starred = false
			}
			clear(d.cur[n:])
			return true
		}
		if d.all || d.first || string(d.cur) != string(d.prev) {
			d.first, d.starred = false, false
			return true
		}
		if !d.starred {
			d.p.Stdout.WriteString("*\n")
		}
		d.starred = true
		d.address += int64(d.block)
		d.p.Tick(1 + d.block>>3)
	}
}

// show applies a format string to the block.
func (d *dumper) show(f *formatString) {
	at := 0
	var b []byte
	for _, u := range f.units {
		if u.ignored {
			break
		}
		for rep := range u.reps {
			d.p.Tick(1)
			for i := range u.pieces {
				p := &u.pieces[i]
				after := p.after
				if rep+1 == u.reps && i+1 == len(u.pieces) && u.trailing >= 0 {
					after = after[:u.trailing]
				}
				b = append(b, p.before...)
				if p.conv != "" {
					b = d.convert(b, p, at)
				}
				b = append(b, after...)
				at += p.bytes
			}
		}
	}
	d.p.Stdout.Write(b)
}

// convert appends one conversion of the bytes at place at.
func (d *dumper) convert(b []byte, p *piece, at int) []byte {
	address := d.address + int64(at)
	if d.stop > 0 && address >= d.stop {
		// Beyond the data: blanks of the same width.
		pad := format.Spec{Verb: 's', Minus: p.spec.Minus, Width: p.spec.Width}
		return pad.AppendString(b, "")
	}
	if at+p.bytes > len(d.cur) {
		return b
	}
	data := d.cur[at : at+p.bytes]
	switch p.conv {
	case "_ad", "_ao", "_ax":
		return p.number(b, uint64(address), p.conv[2])
	case "c":
		return p.text(b, 'c', string(data))
	case "_c":
		return p.text(b, 's', escape(data[0]))
	case "_p":
		c := data[0]
		if c < ' ' || c >= 0x7f {
			c = '.'
		}
		return p.text(b, 's', string(rune(c)))
	case "_u":
		return p.text(b, 's', name(data[0]))
	case "s":
		s := data
		for i, c := range s {
			if c == 0 {
				s = s[:i]
				break
			}
		}
		return p.text(b, 's', string(s))
	case "e", "E", "f", "g", "G":
		spec := p.spec
		spec.Verb = p.conv[0]
		if len(data) == 4 {
			return spec.AppendFloat64(b, float64(math.Float32frombits(uint32(little(data)))))
		}
		return spec.AppendFloat64(b, math.Float64frombits(little(data)))
	case "d", "i":
		spec := p.spec
		spec.Verb = 'd'
		shift := 64 - 8*len(data)
		return spec.AppendInt(b, int64(little(data)<<shift)>>shift)
	}
	return p.number(b, little(data), p.conv[0])
}

func little(b []byte) (v uint64) {
	for i := len(b) - 1; i >= 0; i-- {
		v = v<<8 | uint64(b[i])
	}
	return v
}

func (p *piece) number(b []byte, v uint64, verb byte) []byte {
	spec := p.spec
	spec.Verb = verb
	return spec.AppendUint(b, v)
}

func (p *piece) text(b []byte, verb byte, s string) []byte {
	spec := p.spec
	spec.Verb = verb
	if verb == 'c' {
		return spec.AppendChar(b, s[0])
	}
	return spec.AppendString(b, s)
}

// escape is how %_c shows a byte.
func escape(c byte) string {
	for i, x := range []byte("\x00\a\b\f\n\r\t\v") {
		if c == x {
			return `\` + "0abfnrtv"[i:i+1]
		}
	}
	if c >= ' ' && c < 0x7f {
		return string(rune(c))
	}
	return fmt.Sprintf("%03o", c)
}

var names = [...]string{"nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "lf", "vt", "ff", "cr", "so", "si", "dle",
	"dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc", "fs", "gs", "rs", "us"}

// name is how %_u shows a byte.
func name(c byte) string {
	switch {
	case int(c) < len(names):
		return names[c]
	case c == 0x7f:
		return "del"
	case c < 0x7f:
		return string(rune(c))
	}
	return fmt.Sprintf("%02x", c)
}
