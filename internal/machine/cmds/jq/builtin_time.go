package jq

import (
	"math"

	"github.com/orrery-world/orrery/internal/clock"
	"github.com/orrery-world/orrery/internal/machine/gnu"
)

// tm is a broken-down time as C has it. Nothing keeps its fields within their ranges.
type tm struct {
	year, mon, mday, hour, min, sec, wday, yday int // year 1900 is 0, January is 0
}

func tmOf(sec int64) tm {
	c := clock.CivilOfSeconds(sec)
	days := floorDiv(sec, clock.SecondsPerDay)
	return tm{int(c.Year - 1900), c.Month - 1, c.Day, c.Hour, c.Minute, c.Second, clock.Weekday(days), c.YearDay() - 1}
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// days returns the number of days since 1970 of the date, whose month and day may be out of range.
func (t *tm) days() int64 {
	months := int64(t.mon)
	year := int64(t.year) + 1900 + floorDiv(months, 12)
	return clock.Days(year, int(months-12*floorDiv(months, 12))+1, 1) + int64(t.mday) - 1
}

// seconds returns the seconds since 1970 of the time, in no zone.
func (t *tm) seconds() int64 {
	return t.days()*clock.SecondsPerDay + int64(t.hour)*3600 + int64(t.min)*60 + int64(t.sec)
}

func (t *tm) array(sec float64) *arr {
	return newArr([]value{float64(int32(t.year + 1900)), float64(t.mon), float64(t.mday), float64(t.hour), float64(t.min), sec,
		float64(t.wday), float64(t.yday)})
}

// tmFrom reads the array form; ok is false when it is incomplete.
func tmFrom(a *arr) (t tm, ok bool) {
	for i, f := range [...]*int{&t.year, &t.mon, &t.mday, &t.hour, &t.min, &t.sec, &t.wday, &t.yday} {
		if i >= len(a.v) {
			return t, false
		}
		n, ok := a.v[i].(float64)
		if !ok {
			return t, false
		}
		*f = toInt(n)
	}
	t.year = int(int32(t.year - 1900))
	return t, true
}

// maxSeconds is a bound of the times whose years C can hold; inRange says exactly which.
const maxSeconds = 1e17

func (t *tm) inRange() bool { return t.year == int(int32(t.year)) }

func (m *vm) brokenDown(v value, name string, local bool) (value, *failure) {
	f, ok := v.(float64)
	if !ok {
		return nil, fail(name + "() requires numeric inputs")
	}
	sec := toInt64(f)
	var t tm
	if ok = sec < maxSeconds && sec > -maxSeconds; ok {
		if local {
			sec += gnu.LocalZone(m.h.p).At(sec).Offset
		}
		t = tmOf(sec)
		ok = t.inRange()
	}
	if !ok {
		what := "errror"
		if local {
			what = "error"
		}
		return nil, fail(what + " converting number of seconds since epoch to datetime")
	}
	return t.array(float64(t.sec) + (f - math.Floor(f))), nil
}

func mktime(m *vm, a []value) (value, *failure) {
	list, ok := a[0].(*arr)
	if !ok {
		return nil, fail("mktime requires array inputs")
	}
	t, ok := tmFrom(list)
	if !ok {
		return nil, fail("mktime requires parsed datetime inputs")
	}
	sec := t.seconds()
	if sec-gnu.LocalZone(m.h.p).At(sec).Offset == -1 {
		return nil, fail("invalid gmtime representation")
	}
	return float64(sec), nil
}

func (m *vm) formatTime(v, format value, local bool) (value, *failure) {
	name := "strftime/1"
	if local {
		name = "strflocaltime/1"
	}
	f, isStr := format.(*str)
	switch v.(type) {
	case float64:
		what := "gmtime"
		if local {
			what = "localtime"
		}
		var err *failure
		if v, err = m.brokenDown(v, what, local); err != nil {
			return nil, &failure{fatal: "src/jv.c:333: jv_array_get: Assertion `jv_get_kind(j) == JV_KIND_ARRAY' failed."}
		}
		if !isStr {
			m.io.abort("src/jv.c:746: jv_string_value: Assertion `jv_get_kind(j) == JV_KIND_STRING' failed.")
		}
	case *arr:
		if !isStr {
			return nil, fail(name + " requires a string format")
		}
	default:
		return nil, fail(name + " requires parsed datetime inputs")
	}
	t, ok := tmFrom(v.(*arr))
	if !ok {
		return nil, fail(name + " requires parsed datetime inputs")
	}
	text := cstring([]byte(f.s))
	w := timeWriter{t: &t, zone: gnu.LocalZone(m.h.p).At(t.seconds()), limit: len(text) + 100}
	w.format(text)
	if len(w.out) == 0 || len(w.out) >= w.limit {
		return nil, fail(name + ": unknown system failure")
	}
	return m.newStr(validText(string(w.out))), nil
}

func now(m *vm, _ []value) (value, *failure) {
	usec := m.h.p.K.Now() / 1000
	return float64(usec/1e6) + float64(usec%1e6)/1e6, nil
}

func strptime(m *vm, a []value) (value, *failure) {
	in, format, ok := twoStrings(a)
	if !ok {
		return nil, fail("strptime/1 requires string inputs and arguments")
	}
	in, format = cstring([]byte(in)), cstring([]byte(format))
	r := timeReader{in: in, t: tm{wday: 8, yday: 367}, century: -1}
	if !r.parse(format, 0) || r.in != "" && !isSpace(r.in[0]) {
		return nil, fail(`date "` + in + `" does not match format "` + format + `"`)
	}
	r.finish(gnu.LocalZone(m.h.p))
	t := &r.t
	if t.mday != 0 && t.mon >= 0 && t.mon <= 11 {
		if t.wday == 8 {
			t.wday = guessWeekday(t)
		}
		if t.yday == 367 {
			t.yday = t.yearDay()
		}
	}
	out := t.array(float64(t.sec))
	if r.in != "" {
		out = out.appended(newStr(r.in))
	}
	return out, nil
}

// guessWeekday is what jq computes where the C library did not.
func guessWeekday(t *tm) int {
	year, century := (1900+t.year)%100, (1900+t.year)/100
	if t.mon < 2 {
		year--
	}
	mon := t.mon - 1
	if mon < 1 {
		mon += 12
	}
	day := (t.mday + int(math.Floor(2.6*float64(mon)-0.2)) + year + int(math.Floor(float64(year)/4)) + century/4 - 2*century) % 7
	if day < 0 {
		day += 7
	}
	return day
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// yearDay computes the day of the year, from 0, of month and day.
func (t *tm) yearDay() int {
	year := int64(t.year) + 1900
	return int(clock.Days(year, t.mon+1, 1)-clock.Days(year, 1, 1)) + t.mday - 1
}
