package cmds

import (
	"context"
	"math"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var sleepSpec = gnu.Spec{Version: gnu.CoreutilsVersion("sleep", "Jim Meyering and Paul Eggert")}

// interval reads a time such as "1.5", "2m" or "1h" in nanoseconds, rounded up.
func interval(s string) (ns int64, ok bool) {
	unit := 1.0
	num := s
	if s != "" {
		if i := strings.IndexByte("smhd", s[len(s)-1]); i >= 0 {
			unit = [...]float64{1, 60, 3600, 86400}[i]
			num = s[:len(s)-1]
		}
	}
	if num == "" || strings.IndexByte(num, '_') >= 0 {
		return 0, false
	}
	if l := strings.ToLower(num); strings.Contains(l, "0x") && strings.IndexByte(l, 'p') < 0 {
		num += "p0"
	}
	v, err := strconv.ParseFloat(strings.TrimLeft(num, " \t\n"), 64)
	if err != nil && math.Abs(v) != math.Inf(1) && v != 0 {
		return 0, false
	}
	if err != nil && !strings.Contains(err.Error(), "range") || math.IsNaN(v) || v < 0 {
		return 0, false
	}
	x := math.Ceil(v * unit * 1e9)
	if x > 1e18 {
		return 1e18, true
	}
	return int64(x), true
}

func sleep(_ context.Context, p *kern.Proc) int {
	args, status, ok := sleepSpec.Parse(p, nil)
	if !ok {
		return status
	}
	if len(args) == 0 {
		return gnu.Usage(p, 1, "missing operand")
	}
	total, bad := int64(0), false
	for _, a := range args {
		ns, ok := interval(a)
		if !ok {
			p.Errorf("invalid time interval %s", gnu.Quote(a))
			bad = true
		}
		total = min(total+ns, 1e18)
	}
	if bad {
		gnu.Try(p)
		return 1
	}
	p.Sleep(total)
	return 0
}
