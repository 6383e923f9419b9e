package hexdump

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu/format"
)

// formatString is the argument of -e: units that are applied to one block in turn.
type formatString struct{ units []*unit }

// unit is one format with how often and to how many bytes it applies.
type unit struct {
	reps     int
	bytes    int // 0: as the conversions say
	fmt      string
	repsSet  bool
	ignored  bool // prints the last address only
	pieces   []piece
	trailing int // length of the last piece's text without the blanks at its end, -1: keep them
}

// piece is one conversion with the text around it, or text alone.
type piece struct {
	before, after string
	conv          string // "" for text, else as in the format without "%" and flags: "x", "_c", "_ax", ...
	spec          format.Spec
	bytes         int
}

// parseFormat splits a format string into units.
func parseFormat(s string) (*formatString, bool) {
	f := &formatString{}
	i := 0
	blanks := func() {
		for i < len(s) && (s[i] == ' ' || s[i] >= '\t' && s[i] <= '\r') {
			i++
		}
	}
	number := func() (n int, ok bool) {
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			n, ok = min(n*10+int(s[i]-'0'), 1<<20), true
			i++
		}
		return n, ok
	}
	for {
		if blanks(); i == len(s) {
			return f, true
		}
		u := &unit{reps: 1, trailing: -1}
		if n, ok := number(); ok {
			u.reps, u.repsSet = n, true
			if i == len(s) || s[i] != ' ' && s[i] != '\t' && s[i] != '/' {
				return nil, false
			}
			blanks()
		}
		if i < len(s) && s[i] == '/' {
			i++
			blanks()
			if n, ok := number(); ok {
				u.bytes = n
				if i == len(s) || s[i] != ' ' && s[i] != '\t' {
					return nil, false
				}
			}
			blanks()
		}
		if i == len(s) || s[i] != '"' {
			return nil, false
		}
		end := strings.IndexByte(s[i+1:], '"')
		if end < 0 {
			return nil, false
		}
		u.fmt = unescape(s[i+1 : i+1+end])
		i += end + 2
		f.units = append(f.units, u)
	}
}

func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		if k := strings.IndexByte("abfnrtv", s[i]); k >= 0 {
			b.WriteByte("\a\b\f\n\r\t\v"[k])
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// size returns the bytes that the format string takes.
func (f *formatString) size() int {
	total := 0
	for _, u := range f.units {
		if u.bytes > 0 {
			total += u.bytes * u.reps
			continue
		}
		n := 0
		for rest := u.fmt; ; {
			i := strings.IndexByte(rest, '%')
			if i < 0 {
				break
			}
			d := scan(rest[i:])
			n += d.defaultBytes()
			rest = rest[i+d.size:]
		}
		total += n * u.reps
	}
	return total
}

// directive is a conversion in a format.
type directive struct {
	spec format.Spec
	conv string
	size int
}

// scan reads the conversion at the start of s.
func scan(s string) directive {
	d := format.Scan(s)
	out := directive{spec: d.Spec, size: d.Size}
	i := 1
	for i < len(s) && strings.IndexByte("#0 -+'123456789.", s[i]) >= 0 {
		i++
	}
	switch {
	case i == len(s):
		out.size = i
	case s[i] == '_' && i+1 < len(s):
		n := 2
		if s[i+1] == 'a' || s[i+1] == 'A' {
			n = 3
		}
		n = min(n, len(s)-i)
		out.conv, out.size = s[i:i+n], i+n
	default:
		out.conv, out.size = s[i:i+1], i+1
	}
	return out
}

// defaultBytes is how many bytes a conversion takes when nothing else is said.
func (d *directive) defaultBytes() int {
	switch d.conv {
	case "c", "_c", "_p", "_u":
		return 1
	case "d", "i", "o", "u", "x", "X":
		return 4
	case "e", "E", "f", "g", "G":
		return 8
	case "s":
		return d.spec.Prec
	}
	return 0
}

// rewrite splits the formats of f into pieces and lets its last unit repeat to fill the block; it returns what is wrong.
func (d *dumper) rewrite(f *formatString) string {
	for _, u := range f.units {
		if msg := d.pieces(u); msg != "" {
			return msg
		}
		if u.ignored {
			d.end = u
		}
	}
	for i, u := range f.units {
		n := 0
		for _, p := range u.pieces {
			n += p.bytes
		}
		size := 0
		for _, v := range f.units {
			for _, p := range v.pieces {
				size += p.bytes * v.reps
			}
		}
		if i+1 == len(f.units) && size < d.block && !u.repsSet && n > 0 {
			u.reps += (d.block - size) / n
		}
		if u.reps > 1 && len(u.pieces) > 0 {
			last := &u.pieces[len(u.pieces)-1]
			if t := strings.TrimRight(last.after, " \t\n\v\f\r"); len(t) < len(last.after) {
				u.trailing = len(t)
			}
		}
	}
	return ""
}

// pieces splits the format of a unit.
func (d *dumper) pieces(u *unit) string {
	rest := u.fmt
	convs := 0
	for rest != "" {
		i := strings.IndexByte(rest, '%')
		if i < 0 {
			u.pieces = append(u.pieces, piece{before: rest})
			return ""
		}
		dir := scan(rest[i:])
		p := piece{before: rest[:i], spec: dir.spec, conv: dir.conv, bytes: dir.defaultBytes()}
		if msg := p.check(u); msg != "" {
			return msg
		}
		if strings.HasPrefix(dir.conv, "_A") {
			u.ignored = true
		}
		rest = rest[i+dir.size:]
		end := strings.IndexByte(rest, '%')
		if end < 0 {
			end = len(rest)
		}
		p.after, rest = rest[:end], rest[end:]
		if p.bytes > 0 {
			if convs++; convs > 1 && u.bytes > 0 {
				return "byte count with multiple conversion characters"
			}
		}
		u.pieces = append(u.pieces, p)
	}
	return ""
}

// check finds how many bytes the conversion takes.
func (p *piece) check(u *unit) string {
	allowed := ""
	switch p.conv {
	case "c", "_c", "_p", "_u":
		allowed = "1"
	case "d", "i", "o", "u", "x", "X":
		allowed = "1248"
	case "e", "E", "f", "g", "G":
		allowed = "48"
	case "s":
		if u.bytes > 0 {
			p.bytes = u.bytes
			p.spec.HasPrec, p.spec.Prec = true, u.bytes
		} else if !p.spec.HasPrec {
			return "%s requires a precision or a byte count"
		}
		return ""
	case "_ad", "_ao", "_ax", "_Ad", "_Ao", "_Ax":
		return ""
	default:
		return "bad conversion character %" + p.conv
	}
	if u.bytes > 0 {
		if u.bytes > 9 || strings.IndexByte(allowed, byte('0'+u.bytes)) < 0 {
			return "bad byte count for conversion character " + p.conv[len(p.conv)-1:]
		}
		p.bytes = u.bytes
	}
	return ""
}
