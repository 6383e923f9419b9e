package web

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/clock"
)

const months = "JanFebMarAprMayJunJulAugSepOctNovDec"

// httpDate reads a time of a header, such as "Wed, 21 Oct 2015 07:28:00 GMT", as nanoseconds since 1970.
func httpDate(s string) (int64, bool) {
	f := strings.Fields(s)
	if len(f) != 6 || len(f[2]) != 3 || f[5] != "GMT" {
		return 0, false
	}
	day, err1 := strconv.Atoi(f[1])
	year, err2 := strconv.ParseInt(f[3], 10, 32)
	month := strings.Index(months, f[2])
	parts := strings.Split(f[4], ":")
	if err1 != nil || err2 != nil || month < 0 || month%3 != 0 || len(parts) != 3 || day < 1 || day > 31 || year < 1970 {
		return 0, false
	}
	seconds := int64(0)
	for i, most := range []int64{23, 59, 60} {
		n, err := strconv.ParseInt(parts[i], 10, 16)
		if err != nil || n < 0 || n > most {
			return 0, false
		}
		seconds = seconds*60 + n
	}
	return (clock.Days(year, month/3+1, day)*86400 + seconds) * clock.NanosPerSecond, true
}

// stamp writes a virtual time as wget does.
func stamp(ns int64) string {
	c := clock.CivilOf(ns)
	return strconv.FormatInt(c.Year, 10) + "-" + two(int64(c.Month)) + "-" + two(int64(c.Day)) + " " + two(int64(c.Hour)) + ":" +
		two(int64(c.Minute)) + ":" + two(int64(c.Second))
}
