package gnu

import (
	"strconv"

	"github.com/orrery-world/orrery/internal/clock"
)

// timeNumber is the value of a numeric conversion.
type timeNumber struct {
	n      int64
	minus  bool
	digits int
	pad    byte
	year   bool // it may bear a sign
}

// number returns the value of a numeric conversion.
func (t *timeText) number(conv byte) (v timeNumber, ok bool) {
	v = timeNumber{digits: 2, pad: '0'}
	c := t.c
	switch conv {
	case 'd', 'e':
		v.n = int64(c.Day)
	case 'H', 'k':
		v.n = int64(c.Hour)
	case 'I', 'l':
		v.n = int64((c.Hour+11)%12 + 1)
	case 'j':
		v.n, v.digits = int64(c.YearDay()), 3
	case 'm':
		v.n = int64(c.Month)
	case 'M':
		v.n = int64(c.Minute)
	case 'S':
		v.n = int64(c.Second)
	case 's':
		v.n, v.digits = t.sec, 1
		if t.libc {
			v.pad = '_'
		}
	case 'q':
		v.n, v.digits = int64((c.Month+2)/3), 1
	case 'u':
		v.n, v.digits = int64((clock.Weekday(c.Days())+6)%7+1), 1
	case 'w':
		v.n, v.digits = int64(clock.Weekday(c.Days())), 1
	case 'U':
		v.n = int64(c.SundayWeek())
	case 'W':
		v.n = int64(c.MondayWeek())
	case 'V', 'G', 'g', 'C', 'y', 'Y':
		t.yearish(conv, &v)
	default:
		return v, false
	}
	if conv == 'e' || conv == 'k' || conv == 'l' {
		v.pad = '_'
	}
	if v.n < 0 {
		v.minus, v.n = true, -v.n
	}
	return v, true
}

// yearish sets v to a year or part of one, or the week of a year.
func (t *timeText) yearish(conv byte, v *timeNumber) {
	year := t.c.Year
	if conv == 'V' || conv == 'G' || conv == 'g' {
		y, week := clock.ISOWeek(t.c.Days())
		if conv == 'V' {
			v.n = int64(week)
			return
		}
		year = y
	}
	v.year = true
	switch conv {
	case 'Y', 'G':
		v.n, v.digits = year, 4
	case 'C':
		v.n, v.minus = year/100, year < 0 // "-0" for the years before 0
	default:
		if v.n = year % 100; v.n < 0 {
			v.n = -v.n
		}
	}
}

// alternative writes a number as a locale's other digits would stand: padded like a text.
func (t *timeText) alternative(conv byte, v timeNumber, s timeSpec) {
	sub := timeText{}
	switch {
	case conv == 'C' && v.minus:
		v.n, v.digits = (99-t.c.Year)/100, 0
	case conv == 'C' || conv == 'Y' || conv == 'G':
		v.digits = 0
	case conv == 'y' && t.c.Year < 0:
		v.n = (t.c.Year%100 + 100) % 100
	case conv == 'g':
		year, _ := clock.ISOWeek(t.c.Days())
		v.n = (year%100 + 100) % 100
	}
	sub.putNumber(v, timeSpec{width: -1})
	t.text(string(sub.b), s)
}

func (t *timeText) putNumber(v timeNumber, s timeSpec) {
	t.putDigits(strconv.FormatInt(v.n, 10), v, s)
}

// putDigits writes a number with its sign and padding.
func (t *timeText) putDigits(x string, v timeNumber, s timeSpec) {
	pad := s.pad
	if pad == 0 {
		pad = v.pad
	}
	sign := byte(0)
	switch limit := int64(9999); {
	case v.minus:
		sign = '-'
	case v.year && s.pad == '+':
		if v.digits == 2 {
			limit = 99
		}
		if v.n > limit || s.width > v.digits {
			sign = '+'
		}
	}
	if t.libc && s.width >= 0 {
		if pad == '-' {
			pad = '_'
		} else {
			s.width = max(s.width, v.digits)
		}
	}
	t.putSigned(sign, x, pad, v.digits, s.width)
}

func (t *timeText) putSigned(sign byte, x string, pad byte, digits, width int) {
	if width < 0 {
		width = digits
	}
	n := width - len(x)
	if sign != 0 {
		n--
	}
	if pad == '-' {
		n = 0
	}
	if pad == '_' {
		t.fill(' ', n)
		n = 0
	}
	if sign != 0 {
		t.b = append(t.b, sign)
	}
	t.fill('0', n)
	t.b = append(t.b, x...)
}

// offset is %z with up to three colons.
func (t *timeText) offset(s timeSpec) {
	off, sign := t.z.Offset, byte('+')
	if off < 0 || off == 0 && t.z.Abbr == "-00" {
		off, sign = -off, '-'
	}
	two := func(n int64) string { return string([]byte{'0' + byte(n/10%10), '0' + byte(n%10)}) }
	x, m, sec := strconv.FormatInt(off/3600, 10), off/60%60, off%60
	digits := 5
	switch {
	case s.colons == 0:
		x = strconv.FormatInt(off/3600*100+m, 10)
	case s.colons == 2 || s.colons == 3 && sec != 0:
		x, digits = x+":"+two(m)+":"+two(sec), 9
	case s.colons == 1 || m != 0:
		x, digits = x+":"+two(m), 6
	default:
		digits = 3
	}
	pad := s.pad
	switch {
	case pad == 0:
		pad = '0'
	case pad == '_' && t.libc:
		t.b = append(t.b, sign)
		t.fill(' ', 4-len(x))
		t.b = append(t.b, x...)
		return
	}
	if s.modifier == 'O' && sign == '+' {
		sub := timeText{}
		sub.putSigned(sign, x, '0', digits, -1)
		t.text(string(sub.b), s)
		return
	}
	t.putSigned(sign, x, pad, digits, s.width)
}

// nanos is %N: the width cuts digits off or adds zeros behind.
func (t *timeText) nanos(s timeSpec) {
	x := strconv.FormatInt(int64(t.nsec)+clock.NanosPerSecond, 10)[1:]
	if s.width >= 0 && s.width < len(x) {
		x = x[:max(s.width, 1)]
	}
	width := max(s.width, len(x))
	switch {
	case s.pad == '-', s.pad == '_':
		for len(x) > 1 && x[len(x)-1] == '0' {
			x = x[:len(x)-1]
		}
		t.b = append(t.b, x...)
		if s.pad == '_' {
			t.fill(' ', width-len(x))
		}
	default:
		t.b = append(t.b, x...)
		t.fill('0', width-len(x))
	}
}
