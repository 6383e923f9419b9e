package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var (
	freeSpec = gnu.Spec{
		Options: []gnu.Option{
			{Short: 'b', Long: "bytes"}, {Long: "kilo"}, {Long: "mega"}, {Long: "giga"}, {Long: "tera"}, {Long: "peta"}, {Short: 'k', Long: "kibi"},
			{Short: 'm', Long: "mebi"}, {Short: 'g', Long: "gibi"}, {Long: "tebi"}, {Long: "pebi"}, {Short: 'h', Long: "human"}, {Long: "si"},
			{Short: 'l', Long: "lohi", Unsupported: true}, {Short: 't', Long: "total"}, {Short: 'v', Long: "committed", Unsupported: true},
			{Short: 's', Long: "seconds", Arg: gnu.Required, Unsupported: true}, {Short: 'c', Long: "count", Arg: gnu.Required, Unsupported: true},
			{Short: 'w', Long: "wide"}, {Short: 'V', Long: "version"}, {Long: "help"},
		},
		NoTry: true,
	}
	uptimeSpec = gnu.Spec{
		Options: []gnu.Option{{Short: 'p', Long: "pretty"}, {Short: 's', Long: "since"}, {Short: 'V', Long: "version"}, {Short: 'h', Long: "help"}},
		NoTry:   true,
	}
)

const freeUsage = `
Usage:
 free [options]

Options:
 -b, --bytes         show output in bytes
     --kilo          show output in kilobytes
     --mega          show output in megabytes
     --giga          show output in gigabytes
     --tera          show output in terabytes
     --peta          show output in petabytes
 -k, --kibi          show output in kibibytes
 -m, --mebi          show output in mebibytes
 -g, --gibi          show output in gibibytes
     --tebi          show output in tebibytes
     --pebi          show output in pebibytes
 -h, --human         show human-readable output
     --si            use powers of 1000 not 1024
 -l, --lohi          show detailed low and high memory statistics
 -t, --total         show total for RAM + swap
 -v, --committed     show committed memory and commit limit
 -s N, --seconds N   repeat printing every N seconds
 -c N, --count N     repeat printing N times, then exit
 -w, --wide          wide output

     --help     display this help and exit
 -V, --version  output version information and exit

For more details see free(1).
`

const uptimeUsage = `
Usage:
 uptime [options]

Options:
 -p, --pretty   show uptime in pretty format
 -h, --help     display this help and exit
 -s, --since    system up since
 -V, --version  output version information and exit

For more details see uptime(1).
`

// chosen are the options of a command line in order.
type chosen []string

func (c chosen) has(key string) bool {
	for _, k := range c {
		if k == key {
			return true
		}
	}
	return false
}

// simple parses a procps program: its options are noted in set, and help, version and errors are answered.
func simple(p *kern.Proc, s *gnu.Spec, usage string, set *chosen) (args []string, status int, ok bool) {
	own := false
	args, status, ok = s.Parse(p, func(key, _ string) int {
		switch {
		case key == "V":
			own = true
			p.Stdout.WriteString(p.Name() + " from procps-ng 4.0.2\n")
			return 0
		case key == "help" || key == "h" && usage == uptimeUsage:
			own = true
			p.Stdout.WriteString(usage)
			return 0
		}
		*set = append(*set, key)
		return gnu.Go
	})
	if !ok && !own && status == 1 {
		p.Stderr.WriteString(usage)
	}
	return args, status, ok
}

func free(_ context.Context, p *kern.Proc) int {
	var set chosen
	_, status, ok := simple(p, &freeSpec, freeUsage, &set)
	if !ok {
		return status
	}
	const total, unused, shared, cache, avail = kern.MemTotalKB, kern.MemFreeKB, kern.MemSharedKB, kern.MemCacheKB, kern.MemAvailKB
	const buffers = 61244
	f := memFormat(set)
	heads := []string{"total", "used", "free", "shared", "buff/cache", "available"}
	mem := []int64{total, total - avail, unused, shared, cache, avail}
	if set.has("w") {
		heads = []string{"total", "used", "free", "shared", "buffers", "cache", "available"}
		mem = []int64{total, total - avail, unused, shared, buffers, cache - buffers, avail}
	}
	row := func(name string, cells []string) {
		s := name
		for i, c := range cells {
			w := 12
			if i == 0 {
				w = 20 - len(name)
			}
			s += strings.Repeat(" ", max(0, w-len(c))) + c
		}
		p.Stdout.WriteString(s + "\n")
	}
	numbers := func(name string, v []int64) {
		var cells []string
		for _, n := range v {
			cells = append(cells, f(n))
		}
		row(name, cells)
	}
	row("", heads)
	numbers("Mem:", mem)
	numbers("Swap:", []int64{0, 0, 0})
	if set.has("t") {
		numbers("Total:", []int64{total, total - avail, unused})
	}
	return 0
}

// memFormat returns how an amount in units of 1024 bytes is written.
func memFormat(set chosen) func(int64) string {
	if set.has("h") {
		return func(kb int64) string { return memHuman(kb*1024, set.has("si")) }
	}
	unit := int64(1024)
	base := int64(1024)
	if set.has("si") {
		base = 1000
	}
	units := map[string]int64{"b": 1, "kilo": 1e3, "mega": 1e6, "giga": 1e9, "tera": 1e12, "peta": 1e15, "k": 1 << 10, "m": base * base,
		"g": base * base * base, "tebi": 1 << 40, "pebi": 1 << 50}
	for _, key := range set {
		if v, ok := units[key]; ok {
			unit = v
		}
	}
	if unit == 1024 && set.has("si") {
		unit = 1000
	}
	return func(kb int64) string { return strconv.FormatInt(kb*1024/unit, 10) }
}

// memHuman writes bytes in at most three digits and a unit, cut, not rounded.
func memHuman(n int64, si bool) string {
	base, units := 1024.0, []string{"B", "Ki", "Mi", "Gi", "Ti"}
	if si {
		base, units = 1000, []string{"B", "K", "M", "G", "T"}
	}
	v, i := float64(n), 0
	for i < len(units)-1 && v >= base {
		v /= base
		i++
	}
	if i > 0 && v < 10 {
		return strconv.FormatFloat(v, 'f', 1, 64) + units[i]
	}
	return strconv.FormatInt(int64(v), 10) + units[i]
}

// bootTime is when the machine was started: some hours before, at a time that stays while the day lasts.
func bootTime(now int64) int64 {
	const day = 86400 * kern.Second
	return now/day*day - (5*3600+12*60+33)*kern.Second
}

func uptime(_ context.Context, p *kern.Proc) int {
	var set chosen
	_, status, ok := simple(p, &uptimeSpec, uptimeUsage, &set)
	if !ok {
		return status
	}
	now := p.K.Now()
	boot := bootTime(now)
	zone := gnu.LocalZone(p)
	minutes := (now - boot) / (60 * kern.Second)
	hours, m := minutes/60, minutes%60
	switch {
	case set.has("s"):
		p.Stdout.WriteString(gnu.Strftime("%Y-%m-%d %H:%M:%S\n", boot, zone))
	case set.has("p"):
		p.Stdout.WriteString("up " + prettyTime(hours, m) + "\n")
	default:
		up := strconv.FormatInt(hours, 10) + ":" + twoDigitText(m)
		if len(up) < 5 {
			up = " " + up
		}
		if hours >= 24 {
			d := hours / 24
			s := " day"
			if d > 1 {
				s = " days"
			}
			up = strconv.FormatInt(d, 10) + s + ", " + padLeft(strconv.FormatInt(hours%24, 10)+":"+twoDigitText(m), 5)
		}
		p.Stdout.WriteString(gnu.Strftime(" %H:%M:%S", now, zone) + " up " + up + ",  0 user,  load average: 0.08, 0.03, 0.01\n")
	}
	return 0
}

func padLeft(s string, w int) string {
	for len(s) < w {
		s = " " + s
	}
	return s
}

func twoDigitText(n int64) string {
	s := strconv.FormatInt(n, 10)
	if len(s) < 2 {
		return "0" + s
	}
	return s
}

func prettyTime(hours, minutes int64) string {
	var parts []string
	add := func(n int64, unit string) {
		if n > 0 {
			if n > 1 {
				unit += "s"
			}
			parts = append(parts, strconv.FormatInt(n, 10)+" "+unit)
		}
	}
	add(hours/24, "day")
	add(hours%24, "hour")
	add(minutes, "minute")
	if len(parts) == 0 {
		return "0 minutes"
	}
	return strings.Join(parts, ", ")
}
