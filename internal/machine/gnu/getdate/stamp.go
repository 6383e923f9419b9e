package getdate

import (
	"strings"

	"github.com/orrery-world/orrery/internal/clock"
)

// Stamp says where the year stands in a stamp.
type Stamp uint8

// The forms of a stamp.
const (
	YearFirst Stamp = iota // touch -t: [[CC]YY]MMDDhhmm[.ss]
	YearLast               // date: MMDDhhmm[[CC]YY][.ss]
)

// ParseStamp reads a stamp; what it leaves out is taken from now.
func ParseStamp(s string, form Stamp, now Time, z *clock.Zone) (t Time, ok bool) {
	digits, sec, hasSec := strings.Cut(s, ".")
	if hasSec && len(sec) != 2 || len(digits)%2 != 0 || len(digits) < 8 || len(digits) > 12 {
		return Time{}, false
	}
	var pairs [7]int
	all := digits + sec
	for i := 0; i+2 <= len(all); i += 2 {
		if !isDigit(all[i]) || !isDigit(all[i+1]) {
			return Time{}, false
		}
		pairs[i/2] = int(all[i]-'0')*10 + int(all[i+1]-'0')
	}
	n := len(digits) / 2
	year, rest := pairs[:n-4], pairs[n-4:n]
	if form == YearLast {
		year, rest = pairs[4:n], pairs[:4]
	}
	c := clock.Civil{Date: clock.Date{Year: z.Civil(now.Sec).Year, Month: rest[0], Day: rest[1]}, Hour: rest[2], Minute: rest[3]}
	switch len(year) {
	case 2:
		c.Year = int64(year[0]*100 + year[1])
	case 1:
		c.Year = int64(1900 + year[0])
		if year[0] <= 68 {
			c.Year += 100
		}
	}
	if hasSec {
		c.Second = pairs[n]
	}
	if c.Month < 1 || c.Month > 12 || c.Day < 1 || c.Day > clock.DaysIn(c.Year, c.Month) {
		return Time{}, false
	}
	leap := int64(0)
	if c.Second == 60 {
		c.Second, leap = 59, 1
	}
	guess := int64(0)
	at, ok := makeTime(z, c, -1, &guess)
	if back := z.Civil(at); !ok || back != c {
		return Time{}, false
	}
	return Time{at + leap, 0}, true
}
