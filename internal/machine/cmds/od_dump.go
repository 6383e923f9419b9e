package cmds

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu/format"
)

// dump prints all lines.
func (o *odState) dump() {
	o.p.Hold(int64(2 * o.block))
	cur, prev := make([]byte, o.block), make([]byte, o.block)
	end := uint64(math.MaxUint64)
	if o.limited {
		end = o.offset + o.limit
	}
	first, starred := true, false
	for o.offset < end {
		n := o.read(cur[:min(uint64(o.block), end-o.offset)])
		if n == 0 {
			break
		}
		o.p.Tick(n)
		if n == o.block && !first && !o.all && string(cur) == string(prev) {
			if !starred {
				o.p.Stdout.WriteString("*\n")
			}
			starred = true
		} else {
			starred = false
			o.block1(cur, n)
		}
		first = false
		o.offset += uint64(n)
		cur, prev = prev, cur
		if n < o.block || o.p.Stdout.Err() != nil {
			break
		}
	}
	if o.radix != 'n' {
		o.p.Stdout.Write(append(o.address(nil), '\n'))
	}
}

// block1 prints a block of n bytes in all types.
func (o *odState) block1(b []byte, n int) {
	clear(b[n:])
	for i := range o.types {
		t := &o.types[i]
		line := o.line[:0]
		if i == 0 {
			line = o.address(line)
		} else if o.radix != 'n' {
			width := 7
			if o.radix == 'x' {
				width = 6
			}
			if o.label >= 0 {
				width += 3 + width
			}
			line = append(line, strings.Repeat(" ", width)...)
		}
		fields := o.block / t.size
		shown := (n + t.size - 1) / t.size
		left := t.pad
		for k := range shown {
			next := t.pad * (fields - k - 1) / fields
			line = o.item(line, t, b[k*t.size:(k+1)*t.size], left-next+t.field)
			left = next
		}
		if t.chars {
			blank := fields - shown
			line = append(line, strings.Repeat(" ", blank*t.field+t.pad*blank/fields)...)
			line = append(line, "  >"...)
			for _, c := range b[:n] {
				if c < ' ' || c >= 0x7f {
					c = '.'
				}
				line = append(line, c)
			}
			line = append(line, '<')
		}
		o.line = append(line, '\n')
		o.p.Stdout.Write(o.line)
	}
}

// odNames are the names of control characters, by number, with the one for a blank at the end.
var odNames = [...]string{"nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "nl", "vt", "ff", "cr", "so", "si", "dle",
	"dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc", "fs", "gs", "rs", "us", "sp"}

// item formats one item in width columns.
func (o *odState) item(line []byte, t *odType, b []byte, width int) []byte {
	var buf [64]byte
	s := buf[:0]
	switch t.kind {
	case 'a':
		c := b[0] & 0x7f
		switch {
		case c == 0x7f:
			s = append(s, "del"...)
		case c <= ' ':
			s = append(s, odNames[c]...)
		default:
			s = append(s, c)
		}
	case 'c':
		s = odChar(s, b[0])
	case 'f':
		s = o.float(s, b)
	default:
		s = odInteger(s, t, o.value(b))
	}
	for n := len(s); n < width; n++ {
		line = append(line, ' ')
	}
	return append(line, s...)
}

func odChar(s []byte, c byte) []byte {
	if i := strings.IndexByte("\x00\a\b\f\n\r\t\v", c); i >= 0 {
		return append(s, '\\', "0abfnrtv"[i])
	}
	if c >= ' ' && c < 0x7f {
		return append(s, c)
	}
	return append(s, '0'+c>>6, '0'+c>>3&7, '0'+c&7)
}

// value reads an integer in the byte order that was asked for.
func (o *odState) value(b []byte) uint64 {
	v := uint64(0)
	for i := range b {
		c := b[len(b)-1-i]
		if o.big {
			c = b[i]
		}
		v = v<<8 | uint64(c)
	}
	return v
}

func odInteger(s []byte, t *odType, v uint64) []byte {
	switch t.kind {
	case 'd':
		shift := 64 - 8*t.size
		return strconv.AppendInt(s, int64(v<<shift)>>shift, 10)
	case 'u':
		return strconv.AppendUint(s, v, 10)
	}
	base := 8
	if t.kind == 'x' {
		base = 16
	}
	var digits [24]byte
	d := strconv.AppendUint(digits[:0], v, base)
	for n := len(d); n < t.field; n++ {
		s = append(s, '0')
	}
	return append(s, d...)
}

// float formats a floating-point number with just as many digits as identify it.
func (o *odState) float(s, b []byte) []byte {
	switch len(b) {
	case 4:
		v := math.Float32frombits(uint32(o.value(b)))
		f := format.FromFloat64(float64(v))
		for prec := odDigits(math.Abs(float64(v)) < 0x1p-126, 6); ; prec++ {
			out := odG(s, f, prec)
			w, _, _ := format.ParseFloat64(string(out[len(s):]))
			if prec >= 9 || float32(w) == v || v != v {
				return out
			}
		}
	case 8:
		v := math.Float64frombits(o.value(b))
		f := format.FromFloat64(v)
		for prec := odDigits(math.Abs(v) < 0x1p-1022, 15); ; prec++ {
			out := odG(s, f, prec)
			w, _, _ := format.ParseFloat64(string(out[len(s):]))
			if prec >= 17 || w == v || v != v {
				return out
			}
		}
	}
	f := o.longDouble(b)
	for prec := odDigits(f.Mant&(1<<63) == 0, 18); ; prec++ {
		out := odG(s, f, prec)
		w, _, _ := format.ParseFloat(string(out[len(s):]))
		if c, ok := w.Cmp(f); prec >= 21 || !ok || c == 0 {
			return out
		}
	}
}

// odDigits returns the digits to begin with: those that the type always holds, but one for numbers of less precision.
func odDigits(subnormal bool, usual int) int {
	if subnormal {
		return 1
	}
	return usual
}

func odG(s []byte, f format.Float, prec int) []byte {
	spec := format.Spec{Verb: 'g', HasPrec: true, Prec: prec}
	return spec.AppendFloat(s, f)
}

// longDouble reads an 80-bit number as x86 stores it in 16 bytes.
func (o *odState) longDouble(b []byte) format.Float {
	var c [16]byte
	for i := range c {
		c[i] = b[i]
		if o.big {
			c[i] = b[15-i]
		}
	}
	mant := binary.LittleEndian.Uint64(c[:8])
	high := binary.LittleEndian.Uint16(c[8:10])
	f := format.Float{Mant: mant, Neg: high&0x8000 != 0}
	exp := int(high & 0x7fff)
	switch {
	case exp == 0x7fff && mant == 1<<63:
		f.Kind, f.Mant = format.Inf, 0
	case exp == 0x7fff || exp != 0 && mant&(1<<63) == 0:
		f.Kind, f.Mant = format.NaN, 0
	case mant == 0:
	case exp == 0:
		f.Exp = 1 - 16383 - 63
	default:
		f.Exp = exp - 16383 - 63
	}
	return f
}

// dumpStrings prints the runs of printable characters that end in a NUL.
func (o *odState) dumpStrings() {
	var s []byte
	start := o.offset
	end := uint64(math.MaxUint64)
	if o.limited {
		end = o.offset + o.limit
	}
	buf := make([]byte, 4096)
	for o.offset < end {
		n := o.read(buf[:min(uint64(len(buf)), end-o.offset)])
		if n == 0 {
			return
		}
		o.p.Tick(n)
		for i, c := range buf[:n] {
			if c >= ' ' && c < 0x7f {
				s = append(s, c)
				continue
			}
			if c == 0 && uint64(len(s)) >= o.strings {
				here := o.offset
				o.offset = start
				line := o.address(nil)
				o.offset = here
				if o.radix != 'n' {
					line = append(line, ' ')
				}
				o.p.Stdout.Write(append(append(line, s...), '\n'))
			}
			s, start = s[:0], o.offset+uint64(i)+1
		}
		o.offset += uint64(n)
	}
}
