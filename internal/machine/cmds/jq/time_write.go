package jq

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/clock"
)

var (
	dayNames   = [...]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
	monthNames = [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
		"November", "December"}
)

// timeWriter writes a time as strftime of the C library does. Fields out of range are written as they are, or as "?".
type timeWriter struct {
	t     *tm
	zone  clock.Period
	out   []byte
	limit int
}

// spec is one conversion: its flags and width.
type spec struct {
	pad         byte // '_', '-', '0' or 0
	upper, swap bool
	width       int
}

func (w *timeWriter) format(f string) {
	for i := 0; i < len(f) && len(w.out) < w.limit; i++ {
		if f[i] != '%' {
			w.out = append(w.out, f[i])
			continue
		}
		from := i
		var s spec
		for i++; i < len(f) && strings.IndexByte("_-0^#", f[i]) >= 0; i++ {
			switch f[i] {
			case '^':
				s.upper = true
			case '#':
				s.swap = true
			default:
				s.pad = f[i]
			}
		}
		for ; i < len(f) && isDigit(f[i]) && s.width < 1<<20; i++ {
			s.width = s.width*10 + int(f[i]-'0')
		}
		bad := ""
		if i < len(f) && f[i] == 'E' {
			i++
			bad = "aAbBdDeFgGhHIjklmMSUVwWEO"
		} else if i < len(f) && f[i] == 'O' {
			i++
			bad = "aAcDFxXYEO"
		}
		if i >= len(f) || strings.IndexByte(bad, f[i]) >= 0 || !w.conversion(f[i], s) {
			w.text(f[from:min(i+1, len(f))], spec{pad: s.pad, width: s.width})
		}
	}
}

// text writes a word, padded to the width.
func (w *timeWriter) text(s string, sp spec) {
	if sp.upper {
		s = strings.ToUpper(s)
	}
	c := " "
	if sp.pad == '0' {
		c = "0"
	}
	w.out = append(w.out, strings.Repeat(c, max(min(sp.width, w.limit)-len(s), 0))...)
	w.out = append(w.out, s...)
}

// number writes n in at least digits digits, filled up with pad.
func (w *timeWriter) number(n int64, digits int, pad byte, sp spec) {
	if sp.pad != 0 {
		pad = sp.pad
	}
	if pad == '-' {
		pad, digits = ' ', 0
	}
	if pad == '_' {
		pad = ' '
	}
	s := strconv.FormatInt(max(n, -n), 10)
	fill := max(max(digits, min(sp.width, w.limit))-len(s), 0)
	if n < 0 {
		fill = max(fill-1, 0)
		if pad == '0' {
			w.out = append(w.out, '-')
		} else {
			s = "-" + s
		}
	}
	w.out = append(append(w.out, strings.Repeat(string(pad), fill)...), s...)
}

func name(list []string, i int, short bool) string {
	if i < 0 || i >= len(list) {
		return "?"
	}
	if short {
		return list[i][:3]
	}
	return list[i]
}

// sub writes a conversion that stands for a format.
func (w *timeWriter) sub(f string, sp spec) bool {
	from := len(w.out)
	w.format(f)
	s := string(w.out[from:])
	w.out = w.out[:from]
	w.text(s, sp)
	return true
}

// conversion writes one; false says that there is no such one. (Long: it is one table.)
func (w *timeWriter) conversion(c byte, sp spec) bool {
	t := w.t
	two := func(n int, pad byte) bool {
		w.number(int64(n), 2, pad, sp)
		return true
	}
	word := func(s string) bool {
		w.text(s, sp)
		return true
	}
	hour12 := (t.hour+11)%12 + 1
	if t.hour > 12 {
		hour12 = t.hour - 12
	} else if t.hour == 0 {
		hour12 = 12
	} else {
		hour12 = t.hour
	}
	year := int64(int32(t.year + 1900))
	switch c {
	case '%', 'n', 't':
		return word(map[byte]string{'%': "%", 'n': "\n", 't': "\t"}[c])
	case 'a', 'A':
		sp.upper = sp.upper || sp.swap
		return word(name(dayNames[:], t.wday, c == 'a'))
	case 'b', 'h', 'B':
		sp.upper = sp.upper || sp.swap
		return word(name(monthNames[:], t.mon, c != 'B'))
	case 'c':
		return w.sub("%a %b %e %H:%M:%S %Y", sp)
	case 'C':
		w.number(floorDiv(year, 100), 1, '0', sp)
	case 'd':
		return two(t.mday, '0')
	case 'D', 'x':
		return w.sub("%m/%d/%y", sp)
	case 'e':
		return two(t.mday, '_')
	case 'F':
		return w.sub("%Y-%m-%d", sp)
	case 'g', 'G', 'V':
		return w.iso(c, sp)
	case 'H':
		return two(t.hour, '0')
	case 'I':
		return two(hour12, '0')
	case 'j':
		w.number(int64(t.yday)+1, 3, '0', sp)
	case 'k':
		return two(t.hour, '_')
	case 'l':
		return two(hour12, '_')
	case 'm':
		return two(t.mon+1, '0')
	case 'M':
		return two(t.min, '0')
	case 'p', 'P':
		return w.half(c, sp)
	case 'r':
		return w.sub("%I:%M:%S %p", sp)
	case 'R':
		return w.sub("%H:%M", sp)
	case 's':
		w.number(t.seconds()-w.zone.Offset, 1, '0', sp)
	case 'S':
		return two(t.sec, '0')
	case 'T', 'X':
		return w.sub("%H:%M:%S", sp)
	case 'u':
		w.number(int64((t.wday-1+7)%7+1), 1, '0', sp)
	case 'U':
		return two((t.yday-t.wday+7)/7, '0')
	case 'w':
		w.number(int64(t.wday), 1, '0', sp)
	case 'W':
		return two((t.yday-(t.wday-1+7)%7+7)/7, '0')
	case 'y':
		return two(int(year-100*floorDiv(year, 100)), '0')
	case 'Y':
		w.number(year, 1, '0', sp)
	case 'z':
		w.offset(sp)
	case 'Z':
		zone := w.zone.Abbr
		if sp.swap {
			zone, sp.upper = strings.ToLower(zone), false
		}
		return word(zone)
	default:
		return false
	}
	return true
}

func (w *timeWriter) half(c byte, sp spec) bool {
	s := "AM"
	if w.t.hour > 11 {
		s = "PM"
	}
	if c == 'P' || sp.swap {
		s, sp.upper = strings.ToLower(s), false
	}
	w.text(s, sp)
	return true
}

// offset writes the offset of the zone, which is always 0 here: the sign by itself as wide as asked for, then the number.
func (w *timeWriter) offset(sp spec) {
	sign := sp
	if sp.pad == '-' || sp.pad == 0 {
		sign.pad = '_'
	}
	if sp.width > 0 && sp.pad == '-' {
		sp.pad = '_'
	}
	w.text("+", sign)
	w.number(0, 4, '0', sp)
}

// isoDays is the number of days since the Monday of ISO week 1 of the year.
func isoDays(yday, wday int) int {
	const enough = 3 * 7
	return yday - (yday-wday+4+enough)%7 + 4 - 1
}

func (w *timeWriter) iso(c byte, sp spec) bool {
	t := w.t
	year := int64(t.year) + 1900
	length := func(y int64) int { return int(clock.Days(y+1, 1, 1) - clock.Days(y, 1, 1)) }
	days := isoDays(t.yday, t.wday)
	if days < 0 {
		year--
		days = isoDays(t.yday+length(year), t.wday)
	} else if d := isoDays(t.yday-length(year), t.wday); d >= 0 {
		year++
		days = d
	}
	switch c {
	case 'g':
		w.number(year-100*floorDiv(year, 100), 2, '0', sp)
	case 'G':
		w.number(year, 1, '0', sp)
	default:
		w.number(int64(days/7+1), 2, '0', sp)
	}
	return true
}
