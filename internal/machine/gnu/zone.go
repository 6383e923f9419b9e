package gnu

import (
	"strings"

	"github.com/orrery-world/orrery/internal/clock"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// Zone is a time zone with one offset all year.
type Zone struct {
	Offset int64 // seconds east of UTC
	Abbr   string
}

// LocalZone returns the zone that TZ names, as far as TZ is a POSIX string without daylight saving time ("JST-9"); anything
// else is UTC, as on a machine without time zone files.
func LocalZone(p *kern.Proc) Zone {
	tz, _ := p.Getenv("TZ")
	tz = strings.TrimPrefix(tz, ":")
	i := 0
	for i < len(tz) && (tz[i]|0x20 >= 'a' && tz[i]|0x20 <= 'z') {
		i++
	}
	abbr, rest := tz[:i], tz[i:]
	if strings.HasPrefix(tz, "<") {
		if j := strings.IndexByte(tz, '>'); j > 0 {
			abbr, rest = tz[1:j], tz[j+1:]
		}
	}
	off, ok := posixOffset(rest)
	if len(abbr) < 3 || !ok {
		if len(abbr) < 3 || strings.Contains(tz, "/") {
			abbr = "UTC"
		}
		return Zone{0, abbr}
	}
	return Zone{-off, abbr}
}

// posixOffset reads [+-]hh[:mm[:ss]].
func posixOffset(s string) (sec int64, ok bool) {
	sign := int64(1)
	if s != "" && (s[0] == '-' || s[0] == '+') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	if s == "" {
		return 0, false
	}
	unit := int64(3600)
	for _, part := range strings.SplitN(s, ":", 3) {
		n := int64(0)
		for i := range len(part) {
			if part[i] < '0' || part[i] > '9' || n > 999 {
				return 0, false
			}
			n = n*10 + int64(part[i]-'0')
		}
		sec += n * unit
		unit /= 60
	}
	return sign * sec, true
}

// Civil returns date and time of day in the zone of ns nanoseconds since 1970.
func (z Zone) Civil(ns int64) clock.Civil { return clock.CivilOf(ns + z.Offset*clock.NanosPerSecond) }

// Nanos returns the time in nanoseconds since 1970 at which the zone's clocks show c.
func (z Zone) Nanos(c clock.Civil) int64 {
	return (c.Seconds()-z.Offset)*clock.NanosPerSecond + int64(c.Nanosecond)
}
