package jq

import (
	"strings"

	"github.com/orrery-world/orrery/internal/clock"
	"github.com/orrery-world/orrery/internal/machine/gnu"
)

// timeReader reads a time as strptime of the C library does.
type timeReader struct {
	in                                                                      string
	t                                                                       tm
	century                                                                 int
	week                                                                    int
	haveI, pm, haveWday, haveYday, haveMon, haveMday, wantCentury, wantDays bool
	sunWeek, monWeek                                                        bool
	epoch                                                                   *int64
}

// parse reads what a format says; nested formats are those that a conversion stands for.
func (r *timeReader) parse(f string, nested int) bool {
	for i := 0; i < len(f); i++ {
		if isSpace(f[i]) {
			r.blanks()
			continue
		}
		if f[i] != '%' || i+1 == len(f) {
			if r.in == "" || r.in[0] != f[i] {
				return false
			}
			r.in = r.in[1:]
			continue
		}
		i++
		for i < len(f) && strings.IndexByte("-_0^#", f[i]) >= 0 {
			i++
		}
		if i < len(f) && (f[i] == 'E' || f[i] == 'O') {
			i++
		}
		if i == len(f) || !r.conversion(f[i], nested) {
			return false
		}
	}
	return true
}

func (r *timeReader) blanks() { r.in = strings.TrimLeft(r.in, " \t\n\v\f\r") }

// number reads up to n digits whose value is from lo to hi.
func (r *timeReader) number(lo, hi, n int, to *int) bool {
	s := strings.TrimLeft(r.in, " ")
	if s == "" || !isDigit(s[0]) {
		return false
	}
	v, i := 0, 0
	for ; i < n && i < len(s) && isDigit(s[i]); i++ {
		v = v*10 + int(s[i]-'0')
	}
	if v < lo || v > hi {
		return false
	}
	*to, r.in = v, s[i:]
	return true
}

// word reads one of the names, whole or its first three letters.
func (r *timeReader) word(list []string, to *int) bool {
	for i, w := range list {
		for _, n := range [...]int{len(w), 3} {
			if len(r.in) >= n && strings.EqualFold(r.in[:n], w[:n]) {
				*to, r.in = i, r.in[n:]
				return true
			}
		}
	}
	return false
}

// conversion reads one. (Long: it is one table.)
func (r *timeReader) conversion(c byte, nested int) bool {
	t := &r.t
	var n int
	sub := func(f string) bool {
		r.wantDays = true
		return nested < 3 && r.parse(f, nested+1)
	}
	switch c {
	case '%':
		if !strings.HasPrefix(r.in, "%") {
			return false
		}
		r.in = r.in[1:]
	case 'n', 't':
		r.blanks()
	case 'a', 'A':
		r.haveWday = true
		return r.word(dayNames[:], &t.wday)
	case 'b', 'B', 'h':
		r.haveMon, r.wantDays = true, true
		return r.word(monthNames[:], &t.mon)
	case 'c':
		return sub("%a %b %e %H:%M:%S %Y")
	case 'C':
		r.wantDays = true
		return r.number(0, 99, 2, &r.century)
	case 'd', 'e':
		r.haveMday, r.wantDays = true, true
		return r.number(1, 31, 2, &t.mday)
	case 'x', 'D':
		return sub("%m/%d/%y")
	case 'F':
		return sub("%Y-%m-%d")
	case 'H', 'k':
		r.haveI = false
		return r.number(0, 23, 2, &t.hour)
	case 'I', 'l':
		if !r.number(1, 12, 2, &t.hour) {
			return false
		}
		t.hour %= 12
		r.haveI = true
	case 'j':
		if !r.number(1, 366, 3, &t.yday) {
			return false
		}
		t.yday--
		r.haveYday = true
	case 'm':
		if !r.number(1, 12, 2, &t.mon) {
			return false
		}
		t.mon--
		r.haveMon, r.wantDays = true, true
	case 'M':
		return r.number(0, 59, 2, &t.min)
	case 'p', 'P':
		return r.half()
	case 'r':
		return sub("%I:%M:%S %p")
	case 'R':
		return r.parse("%H:%M", nested+1)
	case 'T', 'X':
		return r.parse("%H:%M:%S", nested+1)
	case 's':
		return r.seconds()
	case 'S':
		return r.number(0, 61, 2, &t.sec)
	case 'u':
		if !r.number(1, 7, 1, &t.wday) {
			return false
		}
		t.wday %= 7
		r.haveWday = true
	case 'w':
		r.haveWday = true
		return r.number(0, 6, 1, &t.wday)
	case 'U', 'W':
		r.sunWeek, r.monWeek = r.sunWeek || c == 'U', r.monWeek || c == 'W'
		return r.number(0, 53, 2, &r.week)
	case 'V':
		return r.number(0, 53, 2, &n)
	default:
		return r.yearOrZone(c)
	}
	return true
}

// yearOrZone reads the rarer conversions.
func (r *timeReader) yearOrZone(c byte) bool {
	t := &r.t
	var n int
	switch c {
	case 'g':
		return r.number(0, 99, 2, &n)
	case 'G':
		if len(r.in) < 1 || !isDigit(r.in[0]) {
			return false
		}
		r.in = strings.TrimLeft(r.in, "0123456789")
	case 'y':
		if !r.number(0, 99, 2, &n) {
			return false
		}
		if n < 69 {
			n += 100
		}
		t.year, r.wantDays, r.wantCentury = n, true, true
	case 'Y':
		if !r.number(0, 9999, 4, &n) {
			return false
		}
		t.year, r.wantDays, r.wantCentury, r.century = n-1900, true, false, -1
	case 'z':
		return r.zone()
	case 'Z':
		r.blanks()
		r.in = r.in[len(r.in)-len(strings.TrimLeftFunc(r.in, func(c rune) bool { return !strings.ContainsRune(" \t\n\v\f\r", c) })):]
	default:
		return false
	}
	return true
}

func (r *timeReader) half() bool {
	if len(r.in) < 2 || r.in[1]|0x20 != 'm' {
		return false
	}
	switch r.in[0] | 0x20 {
	case 'a':
		r.pm = false
	case 'p':
		r.pm = true
	default:
		return false
	}
	r.in = r.in[2:]
	return true
}

// seconds reads seconds since 1970; the zone is taken into account at the end.
func (r *timeReader) seconds() bool {
	if r.in == "" || !isDigit(r.in[0]) {
		return false
	}
	n, i := int64(0), 0
	for ; i < len(r.in) && isDigit(r.in[i]); i++ {
		if n = n*10 + int64(r.in[i]-'0'); n > maxSeconds {
			return false
		}
	}
	r.in = r.in[i:]
	r.epoch = &n
	r.t = tmOf(n)
	return true
}

// zone reads +hh, +hhmm or +hh:mm, or Z. Nothing comes of it.
func (r *timeReader) zone() bool {
	r.blanks()
	if strings.HasPrefix(r.in, "Z") {
		r.in = r.in[1:]
		return true
	}
	if r.in == "" || r.in[0] != '+' && r.in[0] != '-' {
		return false
	}
	s, n, v := r.in[1:], 0, 0
	for n < 4 && s != "" && isDigit(s[0]) {
		v = v*10 + int(s[0]-'0')
		n++
		s = s[1:]
		if n == 2 && len(s) > 1 && s[0] == ':' && isDigit(s[1]) {
			s = s[1:]
		}
	}
	switch n {
	case 2:
	case 4:
		if v%100 >= 60 {
			return false
		}
	default:
		return false
	}
	r.in = s
	return true
}

// finish derives what the text did not say from what it did.
func (r *timeReader) finish(zone gnu.Zone) {
	t := &r.t
	if r.epoch != nil {
		r.t = tmOf(*r.epoch + zone.At(*r.epoch).Offset)
	}
	if r.haveI && r.pm {
		t.hour += 12
	}
	if r.century != -1 {
		if r.wantCentury {
			t.year = t.year%100 + (r.century-19)*100
		} else {
			t.year = (r.century - 19) * 100
		}
	}
	if r.wantDays && !r.haveWday {
		if !(r.haveMon && r.haveMday) && r.haveYday {
			r.fromYearDay()
		}
		if r.haveMon || t.mon <= 11 {
			t.wday = clock.Weekday(t.days())
			if t.year == -1900 && t.mon < 2 {
				t.wday = (t.wday + 1) % 7 // the C library divides toward zero
			}
		}
	}
	if r.wantDays && !r.haveYday && (r.haveMon || t.mon <= 11) {
		t.yday = t.yearDay()
	}
	if (r.sunWeek || r.monWeek) && r.haveWday {
		r.fromWeek()
	}
}

// fromYearDay fills in month and day of the month.
func (r *timeReader) fromYearDay() {
	t := &r.t
	year := int64(t.year) + 1900
	d := clock.DateOf(clock.Days(year, 1, 1) + int64(t.yday))
	mon, mday := d.Month-1, d.Day
	if d.Year > year {
		mon, mday = 12, d.Day
	}
	if !r.haveMon {
		t.mon = mon
	}
	if !r.haveMday {
		t.mday = mday
	}
	r.haveMon, r.haveMday = true, true
}

// fromWeek finds the day from the number of the week and the day of the week.
func (r *timeReader) fromWeek() {
	t := &r.t
	first := clock.Weekday(clock.Days(int64(t.year)+1900, 1, 1))
	off := 1
	if r.sunWeek {
		off = 0
	}
	if !r.haveYday {
		t.yday = (7-(first-off))%7 + (r.week-1)*7 + (t.wday-off+7)%7
	}
	if !r.haveMday || !r.haveMon {
		mon, mday := r.haveMon, r.haveMday
		r.fromYearDay()
		r.haveMon, r.haveMday = mon, mday
	}
}
