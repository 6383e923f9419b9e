package gnu

import (
	"strings"

	"github.com/orrery-world/orrery/internal/clock"
	"github.com/orrery-world/orrery/internal/machine/gnu/getdate"
)

var (
	dayNames   = [...]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
	monthNames = [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
		"November", "December"}
)

// Strftime writes the time ns (nanoseconds since 1970) in a zone by a format with GNU's extensions: the flags _ - 0 ^ # +, a
// width, the modifiers E and O, and %N, %P, %q, %s, %:z.
func Strftime(format string, ns int64, z Zone) string {
	t := getdate.OfNanos(ns)
	return string(AppendTime(nil, format, t.Sec, t.Nsec, z))
}

// AppendTime is Strftime for a time in seconds since 1970 and nanoseconds; it appends to b.
func AppendTime(b []byte, format string, sec int64, nsec int, z Zone) []byte {
	p := z.At(sec)
	t := timeText{sec: sec, nsec: nsec, z: p, c: clock.CivilOfSeconds(sec + p.Offset), b: b}
	t.format(format, timeSpec{width: -1})
	return t.b
}

// AppendLibcTime writes a time as C's own strftime does, which bash and find use: it knows no nanoseconds, no flag + and no
// colons in %:z.
func AppendLibcTime(b []byte, format string, sec int64, z Zone) []byte {
	p := z.At(sec)
	t := timeText{sec: sec, z: p, c: clock.CivilOfSeconds(sec + p.Offset), b: b, libc: true}
	t.format(format, timeSpec{width: -1})
	return t.b
}

// maxTimeText bounds the text that widths can ask for; no program may print that much.
const maxTimeText = 16 << 20

type timeText struct {
	sec  int64
	nsec int
	z    clock.Period
	c    clock.Civil
	b    []byte
	libc bool
}

// timeSpec is one conversion.
type timeSpec struct {
	text     string // from % to the conversion's letter
	pad      byte   // 0: the conversion's own
	upper    bool
	swap     bool
	width    int  // -1: none
	modifier byte // E, O or 0
	colons   int
}

// format writes a format; outer gives padding and width to the years in it.
func (t *timeText) format(f string, outer timeSpec) {
	for i := 0; i < len(f) && len(t.b) < maxTimeText; i++ {
		if f[i] != '%' {
			t.b = append(t.b, f[i])
			continue
		}
		start := i
		s := timeSpec{width: -1}
		for i++; i < len(f) && strings.IndexByte(t.flags(), f[i]) >= 0; i++ {
			switch f[i] {
			case '^':
				s.upper = true
			case '#':
				s.swap = true
			default:
				s.pad = f[i]
			}
		}
		for ; i < len(f) && f[i] >= '0' && f[i] <= '9'; i++ {
			s.width = min(max(s.width, 0)*10+int(f[i]-'0'), maxTimeText)
		}
		if i < len(f) && (f[i] == 'E' || f[i] == 'O') {
			s.modifier = f[i]
			i++
		}
		for !t.libc && i+s.colons < len(f) && f[i+s.colons] == ':' {
			s.colons++
		}
		switch {
		case i == len(f):
			s.text = f[start:]
			t.bad(s)
			return
		case s.colons > 0 && i+s.colons < len(f) && f[i+s.colons] == 'z':
			i += s.colons
		default:
			s.colons = 0
		}
		s.text = f[start : i+1]
		if s.pad == 0 && s.width < 0 && outer.pad != 0 && strings.IndexByte("YCyGg", f[i]) >= 0 {
			s.pad, s.width = outer.pad, outer.width
		}
		t.convert(f[i], s)
	}
}

// The conversions that a modifier may stand before.
const (
	takesE = "cCnpPqrRstTuxXyYzZ"
	takesO = "bBhCdegGHIjklmMnNpPrRsStTuUVwWyzZ"
)

func (t *timeText) flags() string {
	if t.libc {
		return "_-0^#"
	}
	return "_-0^#+"
}

// convert writes one conversion.
func (t *timeText) convert(conv byte, s timeSpec) {
	if strings.IndexByte("bBh", conv) >= 0 {
		s.upper = s.upper || s.swap
	}
	if t.refused(conv, s) {
		return
	}
	if n, ok := t.number(conv); ok {
		if !t.libc && (!n.minus || s.modifier == 'E') && (s.modifier != 0 && strings.IndexByte("suq", conv) < 0 || s.modifier == 'O' && conv == 'u') {
			t.alternative(conv, n, s)
		} else {
			t.putNumber(n, s)
		}
		return
	}
	switch conv {
	case '%':
		t.text("%", s)
	case 'n':
		t.text("\n", s)
	case 't':
		t.text("\t", s)
	case 'z':
		t.offset(s)
	case 'N':
		t.nanos(s)
	case 'F':
		if t.libc {
			t.compound(conv, s)
		} else {
			t.fullDate(s)
		}
	case 'c', 'D', 'r', 'R', 'T', 'x', 'X':
		t.compound(conv, s)
	default:
		if name, ok := t.name(conv, &s); ok {
			t.text(name, s)
		} else {
			t.bad(s)
		}
	}
}

// refused writes a conversion that does not go with its modifier, colons or flags, and %%.
func (t *timeText) refused(conv byte, s timeSpec) bool {
	switch {
	case s.modifier == 'O' && conv == 'q' && !t.libc:
		s.text = "%Oq"
		t.bad(s)
		return true
	case s.modifier == 'O' && s.colons > 0 && s.colons < 4 && t.z.Offset >= 0:
		s.text = "%O:"
		t.bad(s)
		return true
	case t.libc && (conv == 'q' || conv == 'N'):
		t.bad(s)
		return true
	case t.libc && conv == '%':
		t.text("%", s)
		return true
	case conv == '%' && s.text != "%%":
		s.width++
		t.bad(s)
		return true
	case s.modifier == 'E' && strings.IndexByte(takesE, conv) < 0, s.modifier == 'O' && strings.IndexByte(takesO, conv) < 0,
		s.colons > 3:
		t.bad(s)
		return true
	}
	return false
}

// name returns a day, month, half of the day or zone.
func (t *timeText) name(conv byte, s *timeSpec) (string, bool) {
	switch conv {
	case 'a', 'A':
		s.upper = s.upper || s.swap
		name := dayNames[clock.Weekday(t.c.Days())]
		if conv == 'a' {
			name = name[:3]
		}
		return name, true
	case 'b', 'h':
		return monthNames[t.c.Month-1][:3], true
	case 'B':
		return monthNames[t.c.Month-1], true
	case 'p', 'P':
		half := "AM"
		if t.c.Hour >= 12 {
			half = "PM"
		}
		if conv == 'P' || s.swap {
			s.upper = false
			half = strings.ToLower(half)
		}
		return half, true
	case 'Z':
		if s.swap {
			s.upper = false
			return strings.ToLower(t.z.Abbr), true
		}
		return t.z.Abbr, true
	}
	return "", false
}

// bad writes a conversion that is none, as it stands.
func (t *timeText) bad(s timeSpec) { t.text(s.text, s) }

func (t *timeText) fill(c byte, n int) {
	for ; n > 0 && len(t.b) < maxTimeText; n-- {
		t.b = append(t.b, c)
	}
}

func (t *timeText) text(x string, s timeSpec) {
	if s.upper {
		x = strings.ToUpper(x)
	}
	switch s.pad {
	case '-':
		if t.libc {
			t.fill(' ', s.width-len(x))
		}
	case '0', '+':
		t.fill('0', s.width-len(x))
	default:
		t.fill(' ', s.width-len(x))
	}
	t.b = append(t.b, x...)
}

func compoundFormat(conv byte) string {
	switch conv {
	case 'c':
		return "%a %b %e %H:%M:%S %Y"
	case 'r':
		return "%I:%M:%S %p"
	case 'R':
		return "%H:%M"
	case 'F':
		return "%Y-%m-%d"
	case 'T', 'X':
		return "%H:%M:%S"
	}
	return "%m/%d/%y"
}

func (t *timeText) compound(conv byte, s timeSpec) {
	sub := timeText{sec: t.sec, nsec: t.nsec, z: t.z, c: t.c, b: make([]byte, 0, 32)}
	outer := timeSpec{width: -1}
	switch conv {
	case 'D':
		if t.libc {
			break
		}
		outer.pad = s.pad
	case 'c':
		outer.pad = '-'
	case 'x':
		sub.c.Year = (t.c.Year%100 + 100) % 100
	}
	sub.format(compoundFormat(conv), outer)
	t.text(string(sub.b), s)
}

// fullDate is %F: padding and width are the year's.
func (t *timeText) fullDate(s timeSpec) {
	outer := timeSpec{pad: s.pad, width: -1}
	switch {
	case s.pad == 0 && s.width < 0:
		outer.pad, outer.width = '+', 4
	default:
		outer.width = max(s.width-6, 0)
	}
	if outer.pad == 0 {
		outer.pad = '0'
	}
	sub := timeText{sec: t.sec, nsec: t.nsec, z: t.z, c: t.c}
	sub.format("%Y-%m-%d", outer)
	t.text(string(sub.b), s)
}
