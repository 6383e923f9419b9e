package gnu

import (
	"strconv"
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
// width, the modifiers E and O, and %N, %P, %s, %:z.
func Strftime(format string, ns int64, z Zone) string {
	t := getdate.OfNanos(ns)
	return string(AppendTime(nil, format, t.Sec, t.Nsec, z))
}

// AppendTime is Strftime for a time in seconds since 1970 and nanoseconds; it appends to b.
func AppendTime(b []byte, format string, sec int64, nsec int, z Zone) []byte {
	p := z.At(sec)
	t := timeText{sec: sec, nsec: nsec, z: p, c: clock.CivilOfSeconds(sec + p.Offset)}
	return t.format(b, format)
}

type timeText struct {
	sec  int64
	nsec int
	z    clock.Period
	c    clock.Civil
}

type timeSpec struct {
	pad    byte // 0: the conversion's own
	upper  bool
	swap   bool
	width  int
	colons int
}

func (t *timeText) format(b []byte, f string) []byte {
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			b = append(b, f[i])
			continue
		}
		start := i
		var s timeSpec
		i++
		for ; i < len(f) && strings.IndexByte("_-0^#+", f[i]) >= 0; i++ {
			switch f[i] {
			case '^':
				s.upper = true
			case '#':
				s.swap = true
			default:
				s.pad = f[i]
			}
		}
		for ; i < len(f) && f[i] >= '0' && f[i] <= '9' && s.width < 1000; i++ {
			s.width = s.width*10 + int(f[i]-'0')
		}
		if i < len(f) && (f[i] == 'E' || f[i] == 'O') {
			i++
		}
		for ; i < len(f) && f[i] == ':'; i++ {
			s.colons++
		}
		if i == len(f) {
			return append(b, f[start:]...)
		}
		var ok bool
		if b, ok = t.convert(b, f[i], s); !ok {
			b = append(b, f[start:i+1]...)
		}
	}
	return b
}

// convert appends one conversion; ok is false for an unknown one.
func (t *timeText) convert(b []byte, conv byte, s timeSpec) (_ []byte, ok bool) {
	if sub, ok := compoundFormats[conv]; ok {
		return t.text(b, string(t.format(nil, sub)), s), true
	}
	if out, ok := t.number(b, conv, s); ok {
		return out, true
	}
	c := t.c
	wd := clock.Weekday(c.Days())
	switch conv {
	case '%':
		return t.text(b, "%", s), true
	case 'n':
		return t.text(b, "\n", s), true
	case 't':
		return t.text(b, "\t", s), true
	case 'a':
		return t.text(b, dayNames[wd][:3], s.upperOn()), true
	case 'A':
		return t.text(b, dayNames[wd], s.upperOn()), true
	case 'b', 'h':
		return t.text(b, monthNames[c.Month-1][:3], s.upperOn()), true
	case 'B':
		return t.text(b, monthNames[c.Month-1], s.upperOn()), true
	case 'p', 'P':
		x := "AM"
		if c.Hour >= 12 {
			x = "PM"
		}
		if conv == 'P' || s.swap {
			x = strings.ToLower(x)
		}
		return t.text(b, x, s), true
	case 'Z':
		x := t.z.Abbr
		if s.swap {
			x = strings.ToLower(x)
		}
		return t.text(b, x, s), true
	case 'z':
		return t.offset(b, s), true
	case 'N':
		return t.nanos(b, s), true
	}
	return b, false
}

// upperOn makes # mean upper case, as it does for names.
func (s timeSpec) upperOn() timeSpec {
	s.upper = s.upper || s.swap
	return s
}

var compoundFormats = map[byte]string{'c': "%a %b %e %H:%M:%S %Y", 'D': "%m/%d/%y", 'F': "%+4Y-%m-%d", 'r': "%I:%M:%S %p", 'R': "%H:%M",
	'T': "%H:%M:%S", 'x': "%m/%d/%y", 'X': "%H:%M:%S"}

func (t *timeText) text(b []byte, x string, s timeSpec) []byte {
	if s.upper {
		x = strings.ToUpper(x)
	}
	pad := byte(' ')
	if s.pad == '0' || s.pad == '+' {
		pad = '0'
	}
	if s.pad != '-' {
		for k := len(x); k < s.width; k++ {
			b = append(b, pad)
		}
	}
	return append(b, x...)
}

// number appends a numeric conversion.
func (t *timeText) number(b []byte, conv byte, s timeSpec) ([]byte, bool) {
	c := t.c
	days := c.Days()
	n, digits, pad := int64(0), 2, byte('0')
	switch conv {
	case 'd':
		n = int64(c.Day)
	case 'e':
		n, pad = int64(c.Day), '_'
	case 'H':
		n = int64(c.Hour)
	case 'k':
		n, pad = int64(c.Hour), '_'
	case 'I', 'l':
		n = int64((c.Hour+11)%12 + 1)
		if conv == 'l' {
			pad = '_'
		}
	case 'j':
		n, digits = int64(c.YearDay()), 3
	case 'm':
		n = int64(c.Month)
	case 'M':
		n = int64(c.Minute)
	case 'S':
		n = int64(c.Second)
	case 's':
		n, digits = t.sec, 1
	case 'q':
		n, digits = int64((c.Month+2)/3), 1
	case 'u':
		n, digits = int64((clock.Weekday(days)+6)%7+1), 1
	case 'w':
		n, digits = int64(clock.Weekday(days)), 1
	case 'U':
		n = int64(c.SundayWeek())
	case 'W':
		n = int64(c.MondayWeek())
	case 'y':
		n = (c.Year%100 + 100) % 100
	case 'C':
		n = c.Year / 100
	case 'Y':
		n, digits = c.Year, 4
		if s.pad == '+' && s.width == 0 {
			s.width = 4
		}
	case 'G', 'g', 'V':
		n, digits = isoNumber(conv, days)
	default:
		return b, false
	}
	return putNumber(b, n, digits, pad, s), true
}

// isoNumber is the year of the ISO week, its last two digits, or the week itself.
func isoNumber(conv byte, days int64) (n int64, digits int) {
	y, w := clock.ISOWeek(days)
	switch conv {
	case 'G':
		return y, 4
	case 'g':
		return (y%100 + 100) % 100, 2
	}
	return int64(w), 2
}

func putNumber(b []byte, n int64, digits int, pad byte, s timeSpec) []byte {
	switch s.pad {
	case '_', '0', '-':
		pad = s.pad
	}
	if s.width > 0 {
		digits = s.width
	}
	x := strconv.FormatInt(n, 10)
	if pad == '-' {
		return append(b, x...)
	}
	if pad == '_' {
		pad = ' '
	} else if n < 0 {
		b, x, digits = append(b, '-'), x[1:], digits-1
	}
	for k := len(x); k < digits; k++ {
		b = append(b, pad)
	}
	return append(b, x...)
}

func (t *timeText) offset(b []byte, s timeSpec) []byte {
	off, sign := t.z.Offset, "+"
	if off < 0 {
		off, sign = -off, "-"
	}
	two := func(n int64) string { return string([]byte{'0' + byte(n/10%10), '0' + byte(n%10)}) }
	h, m, sec := off/3600, off/60%60, off%60
	x := two(h)
	switch {
	case s.colons == 0:
		x += two(m)
	case s.colons == 1:
		x += ":" + two(m)
	case s.colons == 2 || sec != 0:
		x += ":" + two(m) + ":" + two(sec)
	case m != 0:
		x += ":" + two(m)
	}
	for len(x)+1 < s.width && s.pad != '-' && s.pad != '_' {
		x = "0" + x
	}
	x = sign + x
	if s.pad == '_' {
		for len(x) < s.width {
			x = " " + x
		}
	}
	return append(b, x...)
}

func (t *timeText) nanos(b []byte, s timeSpec) []byte {
	x := strconv.FormatInt(int64(t.nsec)+clock.NanosPerSecond, 10)[1:]
	if s.width > 0 && s.width < 9 {
		x = x[:s.width]
	}
	b = append(b, x...)
	for k := 9; k < s.width; k++ {
		b = append(b, '0')
	}
	return b
}
