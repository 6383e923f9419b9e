// Package getdate reads dates as GNU programs let people write them ("2024-02-29 10:00 +1 year", "next monday", "@1.5"), and
// the stamps of touch -t and date's operand.
package getdate

import (
	"strings"

	"github.com/orrery-world/orrery/internal/clock"
)

// Time is a point in time: seconds since 1970 and nanoseconds, 0 to 999,999,999.
type Time struct {
	Sec  int64
	Nsec int
}

// OfNanos returns the time that is ns nanoseconds after 1970.
func OfNanos(ns int64) Time {
	sec := ns / clock.NanosPerSecond
	rest := ns % clock.NanosPerSecond
	if rest < 0 {
		sec, rest = sec-1, rest+clock.NanosPerSecond
	}
	return Time{sec, int(rest)}
}

// Nanos returns the time in nanoseconds since 1970; ok is false when it does not fit.
func (t Time) Nanos() (ns int64, ok bool) {
	const limit = 1<<63/clock.NanosPerSecond - 1
	if t.Sec > limit || t.Sec < -limit {
		return 0, false
	}
	return t.Sec*clock.NanosPerSecond + int64(t.Nsec), true
}

// maxLength bounds what is looked at; no date is that long.
const maxLength = 1 << 16

// Parse reads a date relative to now in a zone, nil for UTC. Ok is false when it is not a valid date.
func Parse(s string, now Time, z *clock.Zone) (t Time, ok bool) {
	r := Reader{Zone: z}
	return r.Parse(s, now)
}

// Reader reads one date after another. Like C's mktime it prefers, of two times that local clocks show alike, the one with the
// offset of the last date.
type Reader struct {
	Zone  *clock.Zone // nil for UTC
	guess int64
}

// Parse reads a date relative to now. Ok is false when it is not a valid date.
func (r *Reader) Parse(s string, now Time) (t Time, ok bool) {
	z := r.Zone
	if len(s) > maxLength {
		return Time{}, false
	}
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	if rest, found := strings.CutPrefix(s, `TZ="`); found {
		tz, after, closed := quotedZone(rest)
		if !closed {
			// Not a zone after all: the words are read as any others, and fail.
			return Time{}, false
		}
		z, s = clock.ParseTZ(tz), strings.TrimLeft(after, " \t\n\v\f\r")
	}
	p := parser{lex: lexer{s: s}, zone: z, now: now, guess: &r.guess}
	p.start()
	if !p.parse() {
		return Time{}, false
	}
	if p.stamp {
		return p.at, true
	}
	return p.result()
}

// quotedZone reads a zone up to its closing quote; a backslash stands before a quote or a backslash.
func quotedZone(s string) (zone, rest string, ok bool) {
	var b []byte
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return string(b), s[i+1:], true
		case s[i] == '\\':
			if i++; i == len(s) || s[i] != '\\' && s[i] != '"' {
				return "", "", false
			}
		}
		b = append(b, s[i])
	}
	return "", "", false
}

// result puts together what was read.
func (p *parser) result() (Time, bool) {
	if p.times|p.dates|p.days|p.dsts|(p.localZones+p.zones) > 1 {
		return Time{}, false
	}
	c, ok := p.calendar()
	if !ok {
		return Time{}, false
	}
	dst := p.dst()
	sec, ok := p.mktime(c, dst)
	if !ok {
		return Time{}, false
	}
	if p.days > 0 && p.dates == 0 {
		c.Date = p.zone.Civil(sec).Date
		if !p.weekday(&c) {
			return Time{}, false
		}
		if sec, ok = p.makeTime(c, -1); !ok {
			return Time{}, false
		}
	}
	if sec, ok = p.addDate(c, sec, dst); !ok {
		return Time{}, false
	}
	if p.zones > 0 {
		var o bool
		if sec, o = addOverflow(sec, p.zone.At(sec).Offset-p.offset, false); o {
			return Time{}, false
		}
	}
	return p.addTime(sec)
}

// dst says what is known of daylight saving time: 1 or 0, or -1 for nothing.
func (p *parser) dst() int {
	switch {
	case p.localZones > 0:
		return p.localDST
	case p.dates|p.days|p.times != 0:
		return -1
	case p.zone.At(p.now.Sec).DST:
		return 1
	}
	return 0
}

// calendar returns date and time of day without the relative parts.
func (p *parser) calendar() (c clock.Civil, ok bool) {
	c.Year, ok = p.year.full()
	const limit = 1 << 30
	if !ok || p.month > limit || p.day > limit || p.minute > limit || p.second > limit {
		return c, false
	}
	c.Month, c.Day = int(p.month), int(p.day)
	if p.times > 0 || p.rels > 0 && p.dates == 0 && p.days == 0 {
		h, ok := hour24(p.hour, p.meridian)
		if !ok {
			return c, false
		}
		c.Hour, c.Minute, c.Second, c.Nanosecond = int(h), int(p.minute), int(p.second), p.nsec
		return c, true
	}
	p.nsec = 0
	return c, true
}

// mktime turns a date into seconds and refuses one that does not exist.
func (p *parser) mktime(c clock.Civil, dst int) (int64, bool) {
	sec, ok := p.makeTime(c, dst)
	if !ok {
		return 0, false
	}
	back := p.zone.Civil(sec)
	back.Nanosecond = c.Nanosecond
	if back == c {
		return sec, true
	}
	if p.zones == 0 {
		return 0, false
	}
	// The local clocks may leap over it while those of the zone given do not.
	p.zone, p.zones = clock.FixedZone("", p.offset), 0
	sec = c.Seconds() - p.offset
	back = p.zone.Civil(sec)
	back.Nanosecond = c.Nanosecond
	return sec, back == c
}

// weekday moves c to the day of the week that was asked for.
func (p *parser) weekday(c *clock.Civil) bool {
	wd := int64(clock.Weekday(c.Days()))
	n := p.dayOrdinal
	if n > 0 && wd != p.dayNumber {
		n--
	}
	if n > 1<<40 || n < -1<<40 {
		return false
	}
	c.Date = clock.DateOf(c.Days() + (p.dayNumber-wd+7)%7 + 7*n)
	return c.Year <= maxYear && c.Year >= minYear
}

// addDate adds the years, months and days of the relative parts.
func (p *parser) addDate(c clock.Civil, sec int64, dst int) (int64, bool) {
	if p.rel.year|p.rel.month|p.rel.day == 0 {
		return sec, true
	}
	year, o1 := addOverflow(c.Year, p.rel.year, false)
	month, o2 := addOverflow(int64(c.Month), p.rel.month, false)
	day, o3 := addOverflow(int64(c.Day), p.rel.day, false)
	const limit = 1 << 31
	if o1 || o2 || o3 || month > limit || month < -limit || day > limit || day < -limit || year > limit || year < -limit {
		return 0, false
	}
	c.Year, c.Month, c.Day = year, int(month), int(day)
	return p.makeTime(c, dst)
}

// addTime adds the hours, minutes and seconds of the relative parts.
func (p *parser) addTime(sec int64) (Time, bool) {
	nsec := int64(p.nsec) + p.rel.nsec
	carry := nsec / clock.NanosPerSecond
	if nsec -= carry * clock.NanosPerSecond; nsec < 0 {
		nsec, carry = nsec+clock.NanosPerSecond, carry-1
	}
	bad := false
	h, o := mulOverflow(p.rel.hour, 3600)
	sec, bad = addOverflow(sec, h, o)
	m, o := mulOverflow(p.rel.minute, 60)
	sec, bad = addOverflow(sec, m, bad || o)
	sec, bad = addOverflow(sec, p.rel.second, bad)
	sec, bad = addOverflow(sec, carry, bad)
	return Time{sec, int(nsec)}, !bad
}

// The years that C's struct tm can hold.
const (
	maxYear = 1<<31 - 1 + 1900
	minYear = -(1 << 31) + 1900
)

// makeTime is C's mktime; ok is false for years that it cannot hold.
func (p *parser) makeTime(c clock.Civil, dst int) (int64, bool) {
	return makeTime(p.zone, c, dst, p.guess)
}

func makeTime(z *clock.Zone, c clock.Civil, dst int, guess *int64) (int64, bool) {
	sec := z.Unix(c, dst, *guess)
	*guess = c.Seconds() - sec
	y := z.Civil(sec).Year
	return sec, y <= maxYear && y >= minYear
}

func addOverflow(a, b int64, bad bool) (int64, bool) {
	s := a + b
	return s, bad || (s > a) != (b > 0) && b != 0
}

func mulOverflow(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, false
	}
	p := a * b
	return p, p/b != a || a == -1<<63 && b == -1
}

// meridian of a time of day.
const (
	hours24 = iota
	beforeNoon
	afterNoon
)

func hour24(h int64, meridian int) (int64, bool) {
	if meridian == hours24 {
		return h, h >= 0 && h < 24
	}
	if h < 1 || h > 12 {
		return 0, false
	}
	h %= 12
	if meridian == afterNoon {
		h += 12
	}
	return h, true
}
