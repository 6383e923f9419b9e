package gnu

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/clock"
)

// ParseStamp reads a time as touch -t does, [[CC]YY]MMDDhhmm[.ss], and returns it in nanoseconds since 1970.
func ParseStamp(s string, now int64, z Zone) (ns int64, ok bool) {
	digits, sec, hasSec := strings.Cut(s, ".")
	if hasSec && len(sec) != 2 || len(digits)%2 != 0 || len(digits) < 8 || len(digits) > 12 {
		return 0, false
	}
	var pair []int
	for i := 0; i+2 <= len(digits+sec); i += 2 {
		n, ok := twoDigits((digits + sec)[i:])
		if !ok {
			return 0, false
		}
		pair = append(pair, n)
	}
	c := z.Civil(now)
	c.Nanosecond, c.Second = 0, 0
	switch len(digits) {
	case 12:
		c.Year, pair = int64(pair[0]*100+pair[1]), pair[2:]
	case 10:
		y := pair[0]
		if y <= 68 {
			y += 100
		}
		c.Year, pair = int64(y+1900), pair[1:]
	}
	c.Month, c.Day, c.Hour, c.Minute = pair[0], pair[1], pair[2], pair[3]
	if hasSec {
		c.Second = pair[4]
	}
	if !validCivil(c) {
		return 0, false
	}
	return z.Nanos(c), true
}

func twoDigits(s string) (int, bool) {
	if s[0] < '0' || s[0] > '9' || s[1] < '0' || s[1] > '9' {
		return 0, false
	}
	return int(s[0]-'0')*10 + int(s[1]-'0'), true
}

func validCivil(c clock.Civil) bool {
	return c.Month >= 1 && c.Month <= 12 && c.Day >= 1 && c.Day <= clock.DaysIn(c.Year, c.Month) && c.Hour < 24 && c.Minute < 60 &&
		c.Second <= 60
}

// ParseDate reads a date in the common forms of date -d: ISO dates with an optional time and zone, @SECONDS, now, today,
// yesterday, tomorrow, and offsets such as "2 days ago" or "+1 week".
func ParseDate(s string, now int64, z Zone) (ns int64, ok bool) {
	s = strings.TrimSpace(s)
	if rest, found := strings.CutPrefix(s, "@"); found {
		return epochSeconds(rest)
	}
	d := dateWords{now: now, z: z, c: z.Civil(now)}
	d.day = s == "" // an empty date is the present day at midnight
	for _, w := range splitDate(s) {
		if !d.word(w) {
			return 0, false
		}
	}
	return d.result()
}

func epochSeconds(s string) (int64, bool) {
	whole, frac, _ := strings.Cut(s, ".")
	sec, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || sec > 9e9 || sec < -9e9 {
		return 0, false
	}
	n, ok := fraction(frac)
	if strings.HasPrefix(whole, "-") {
		n = -n
	}
	return sec*clock.NanosPerSecond + n, ok
}

// fraction reads the digits behind a decimal point as nanoseconds.
func fraction(s string) (int64, bool) {
	n, scale := int64(0), int64(clock.NanosPerSecond)
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		if scale /= 10; scale > 0 {
			n += int64(s[i]-'0') * scale
		}
	}
	return n, true
}

// splitDate cuts a date at blanks and at the T between date and time.
func splitDate(s string) []string {
	w := strings.Fields(s)
	if len(w) > 0 && len(w[0]) > 11 && w[0][4] == '-' && (w[0][10] == 'T' || w[0][10] == 't') {
		w = append([]string{w[0][:10], w[0][11:]}, w[1:]...)
	}
	return w
}

type dateWords struct {
	now          int64
	z            Zone
	c            clock.Civil
	day, time    bool // given by the user
	days, months int64
	shift        int64 // nanoseconds
	num          *int64
	last         struct {
		n    int64
		unit string
	}
}

func (d *dateWords) word(w string) bool {
	switch lw := strings.ToLower(w); lw {
	case "now", "today":
		return true
	case "yesterday":
		d.days--
		return true
	case "tomorrow":
		d.days++
		return true
	case "ago":
		if d.last.unit == "" {
			return false
		}
		return d.add(-2*d.last.n, d.last.unit)
	case "z", "utc", "gmt":
		d.z = Zone{0, "UTC"}
		return true
	default:
		if d.num != nil {
			n := *d.num
			d.num = nil
			d.last.n, d.last.unit = n, lw
			return d.add(n, lw)
		}
		if n, ok := map[string]int64{"next": 1, "last": -1, "a": 1}[lw]; ok {
			d.num = &n
			return true
		}
	}
	return d.isoDate(w) || d.isoTime(w) || d.number(w)
}

func (d *dateWords) number(w string) bool {
	i := len(w)
	for i > 0 && (w[i-1] < '0' || w[i-1] > '9') {
		i--
	}
	n, err := strconv.ParseInt(w[:i], 10, 32)
	if err != nil {
		return false
	}
	if i < len(w) {
		d.last.n, d.last.unit = n, strings.ToLower(w[i:])
		return d.add(n, d.last.unit)
	}
	d.num = &n
	return true
}

func (d *dateWords) add(n int64, unit string) bool {
	unit = strings.TrimSuffix(unit, "s")
	switch unit {
	case "sec", "second":
		d.shift += n * clock.NanosPerSecond
	case "min", "minute":
		d.shift += n * 60 * clock.NanosPerSecond
	case "hour":
		d.shift += n * 3600 * clock.NanosPerSecond
	case "day":
		d.days += n
	case "week":
		d.days += 7 * n
	case "fortnight":
		d.days += 14 * n
	case "month":
		d.months += n
	case "year":
		d.months += 12 * n
	default:
		return false
	}
	return true
}

func (d *dateWords) isoDate(w string) bool {
	p := strings.Split(w, "-")
	if len(p) == 1 && len(w) == 8 {
		p = []string{w[:4], w[4:6], w[6:]}
	}
	if len(p) != 3 || d.day {
		return false
	}
	var n [3]int
	for i, x := range p {
		v, err := strconv.ParseUint(x, 10, 16)
		if err != nil {
			return false
		}
		n[i] = int(v)
	}
	d.c.Year, d.c.Month, d.c.Day = int64(n[0]), n[1], n[2]
	d.day = true
	return n[1] >= 1 && n[1] <= 12 && n[2] >= 1 && n[2] <= clock.DaysIn(d.c.Year, n[1])
}

// isoTime reads hh:mm[:ss[.frac]] with a zone behind it, or a zone alone.
func (d *dateWords) isoTime(w string) bool {
	if i := strings.LastIndexAny(w, "+-Zz"); i >= 0 && (i > 0 || d.time) {
		zone := w[i:]
		if zone == "Z" || zone == "z" {
			d.z = Zone{0, "UTC"}
		} else if !d.zoneOffset(zone) {
			return false
		}
		if w = w[:i]; w == "" {
			return true
		}
	}
	p := strings.Split(w, ":")
	if len(p) < 2 || len(p) > 3 || d.time {
		return false
	}
	d.time = true
	var frac string
	if len(p) == 3 {
		p[2], frac, _ = strings.Cut(p[2], ".")
	}
	var n [3]int
	for i, x := range p {
		v, err := strconv.ParseUint(x, 10, 8)
		if err != nil {
			return false
		}
		n[i] = int(v)
	}
	ns, ok := fraction(frac)
	d.c.Hour, d.c.Minute, d.c.Second, d.c.Nanosecond = n[0], n[1], n[2], int(ns)
	return ok && n[0] < 24 && n[1] < 60 && n[2] <= 60
}

func (d *dateWords) zoneOffset(s string) bool {
	digits := strings.Replace(s[1:], ":", "", 1)
	v, err := strconv.ParseUint(digits, 10, 16)
	if err != nil || len(digits) > 4 {
		return false
	}
	h, m := int64(v), int64(0)
	if len(digits) > 2 {
		h, m = int64(v/100), int64(v%100)
	}
	off := h*3600 + m*60
	if s[0] == '-' {
		off = -off
	}
	d.z = Zone{off, ""}
	return h <= 24 && m < 60
}

func (d *dateWords) result() (int64, bool) {
	if d.num != nil {
		return 0, false
	}
	c := d.c
	if d.day && !d.time {
		c.Hour, c.Minute, c.Second, c.Nanosecond = 0, 0, 0, 0
	}
	m := int64(c.Month) - 1 + d.months
	y := c.Year
	for ; m < 0; m += 12 {
		y--
	}
	c.Year, c.Month = y+m/12, int(m%12)+1
	date := clock.DateOf(clock.Days(c.Year, c.Month, c.Day) + d.days)
	c.Date = date
	return d.z.Nanos(c) + d.shift, c.Year > 1700 && c.Year < 2250
}
