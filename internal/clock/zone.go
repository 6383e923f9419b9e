package clock

import (
	"sort"
	"strings"
)

// Zone is a time zone with its history. A nil Zone is UTC.
type Zone struct {
	trans []int64 // seconds at which another period begins, ascending
	index []uint8 // the period that begins there
	types []Period
	rule  *posixRule // from after the last transition on; nil: the last period goes on
}

// Period is what holds in a zone for a time.
type Period struct {
	Offset int64  // seconds east of UTC
	DST    bool   // daylight saving time
	Abbr   string // "CEST"
}

var utcPeriod = Period{Abbr: "UTC"}

// FixedZone returns a zone that always has the same offset, in seconds east of UTC.
func FixedZone(abbr string, offset int64) *Zone {
	return &Zone{types: []Period{{Offset: offset, Abbr: abbr}}}
}

// At returns what holds at a time in seconds since 1970.
func (z *Zone) At(sec int64) Period {
	if z == nil {
		return utcPeriod
	}
	if n := len(z.trans); n == 0 || sec >= z.trans[n-1] {
		switch {
		case z.rule != nil:
			return z.rule.at(sec)
		case n > 0:
			return z.types[z.index[n-1]]
		}
		return z.types[0]
	}
	i := sort.Search(len(z.trans), func(i int) bool { return z.trans[i] > sec })
	if i == 0 {
		return z.types[0]
	}
	return z.types[z.index[i-1]]
}

// Names returns the abbreviations of the zone's standard and daylight saving time, as they are around the given time; dst is
// "" when the zone has none then.
func (z *Zone) Names(sec int64) (std, dst string) {
	const halfYear = 183 * SecondsPerDay
	for _, t := range [3]int64{sec, sec + halfYear, sec - halfYear} {
		p := z.At(t)
		switch {
		case p.DST && dst == "":
			dst = p.Abbr
		case !p.DST && std == "":
			std = p.Abbr
		}
	}
	return std, dst
}

// Civil returns date and time of day in the zone of a time in seconds since 1970.
func (z *Zone) Civil(sec int64) Civil { return CivilOfSeconds(sec + z.At(sec).Offset) }

// searchStep and searchSpan bound the search for a period with the wanted daylight saving time, as C's mktime does it.
const (
	searchStep = 601_200
	searchSpan = 268_828_200
	maxGuesses = 6
)

// Unix returns the time in seconds since 1970 at which the zone's clocks show c, as C's mktime does: fields beyond their ranges
// carry over. Dst is 1 or 0 when daylight saving time is known to hold or not, -1 when not known. The search begins at the
// offset guess, 0 for mktime's first use in a process and then that of the last result; of two times that fit, it decides.
// A time that the clocks leap over gives one beside the leap. When there is no period with the wanted dst near, the result is
// an hour off.
func (z *Zone) Unix(c Civil, dst int, guess int64) int64 {
	local := c.Seconds()
	t, leapt := z.converge(local, dst, guess)
	if leapt || dst < 0 || z.At(t).DST == (dst != 0) {
		return t
	}
	for d := int64(searchStep); d < searchSpan; d += searchStep {
		for _, at := range [2]int64{t - d, t + d} {
			if p := z.At(at); p.DST == (dst != 0) {
				return local - p.Offset
			}
		}
	}
	if dst != 0 {
		return t - 3600
	}
	return t + 3600
}

// converge corrects the guess until it fits; leapt says that nothing fits.
func (z *Zone) converge(local int64, dst int, guess int64) (t int64, leapt bool) {
	t = local - guess
	t1, t2, wasDST := t, t, false
	for range maxGuesses {
		p := z.At(t)
		next := local - p.Offset
		if next == t {
			return t, false
		}
		if t == t1 && t != t2 && (dst < 0 && (p.DST || !wasDST) || dst >= 0 && (dst != 0) != p.DST) {
			return t, true
		}
		t1, t2, t, wasDST = t2, t, next, p.DST
	}
	return t, true
}

// ParseTZ returns the zone that a value of TZ names, as glibc reads it: a name of the time zone database, possibly as a path
// below /usr/share/zoneinfo, or a POSIX rule. What is neither has offset 0 and as abbreviation the letters it begins with.
func ParseTZ(tz string) *Zone {
	tz = strings.TrimPrefix(tz, ":")
	if tz == "" {
		return nil
	}
	name := tz
	for _, dir := range []string{"/usr/share/zoneinfo/", "posix/"} {
		name = strings.TrimPrefix(name, dir)
	}
	if z := LoadZone(name); z != nil {
		return z
	}
	return posixZone(tz)
}
