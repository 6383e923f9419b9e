package gnu

import (
	"strings"

	"github.com/orrery-world/orrery/internal/clock"
	"github.com/orrery-world/orrery/internal/machine/gnu/getdate"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// Zone is a time zone; nil is UTC.
type Zone = *clock.Zone

// LocalZone returns the zone of a process: the one that TZ names, or else the one that /etc/localtime is a link to.
func LocalZone(p *kern.Proc) Zone {
	tz, ok := p.Getenv("TZ")
	return ZoneOf(p, tz, ok)
}

// ZoneOf is LocalZone for a given TZ; set is false when it is not set.
func ZoneOf(p *kern.Proc, tz string, set bool) Zone {
	if set {
		return clock.ParseTZ(tz)
	}
	to, err := p.Readlink("/etc/localtime")
	if err != nil {
		return nil
	}
	_, name, _ := strings.Cut(to, "zoneinfo/")
	if name == "" || name == "Etc/UTC" {
		return nil
	}
	return clock.LoadZone(name)
}

// ParseDate reads a date as date -d does, relative to now, and returns it in nanoseconds since 1970. Ok is false when it is
// not valid or too far away.
func ParseDate(s string, now int64, z Zone) (ns int64, ok bool) {
	t, ok := getdate.Parse(s, getdate.OfNanos(now), z)
	if !ok {
		return 0, false
	}
	return t.Nanos()
}
