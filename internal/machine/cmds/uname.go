package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var (
	unameSpec = gnu.Spec{
		Options: []gnu.Option{
			{Short: 'a', Long: "all"}, {Short: 's', Long: "kernel-name"}, {Short: 's', Long: "sysname"}, {Short: 'n', Long: "nodename"},
			{Short: 'r', Long: "kernel-release"}, {Short: 'r', Long: "release"}, {Short: 'v', Long: "kernel-version"},
			{Short: 'm', Long: "machine"}, {Short: 'p', Long: "processor"}, {Short: 'i', Long: "hardware-platform"},
			{Short: 'o', Long: "operating-system"},
		},
		Version: gnu.CoreutilsVersion("uname", "David MacKenzie"),
	}
	archSpec  = gnu.Spec{Version: gnu.CoreutilsVersion("arch", "David MacKenzie and Karel Zak")}
	nprocSpec = gnu.Spec{
		Options: []gnu.Option{{Long: "all"}, {Long: "ignore", Arg: gnu.Required}},
		Version: gnu.CoreutilsVersion("nproc", "Giuseppe Scrivano"),
	}
	ttySpec = gnu.Spec{
		Options: []gnu.Option{{Short: 's', Long: "silent"}, {Short: 's', Long: "quiet"}},
		Status:  2,
		Version: gnu.CoreutilsVersion("tty", "David MacKenzie"),
	}
)

func uname(_ context.Context, p *kern.Proc) int {
	const order = "snrvmpio"
	want, all := "", false
	args, status, ok := unameSpec.Parse(p, func(key, _ string) int {
		if key == "a" {
			all = true
		}
		want += key
		return gnu.Go
	})
	if !ok {
		return status
	}
	if status, bad := noOperands(p, args, 1); bad {
		return status
	}
	if want == "" {
		want = "s"
	}
	values := [...]string{"Linux", p.K.Hostname(), kern.KernelRelease, kern.KernelVersion, kern.Architecture, "unknown", "unknown", "GNU/Linux"}
	var out []string
	for i := range len(order) {
		if strings.IndexByte(want, order[i]) >= 0 || all && values[i] != "unknown" {
			if all && values[i] == "unknown" {
				continue
			}
			out = append(out, values[i])
		}
	}
	p.Stdout.WriteString(strings.Join(out, " ") + "\n")
	return 0
}

func arch(_ context.Context, p *kern.Proc) int {
	args, status, ok := archSpec.Parse(p, nil)
	if !ok {
		return status
	}
	if status, bad := noOperands(p, args, 1); bad {
		return status
	}
	p.Stdout.WriteString(kern.Architecture + "\n")
	return 0
}

func nproc(_ context.Context, p *kern.Proc) int {
	all, ignore := false, uint64(0)
	args, status, ok := nprocSpec.Parse(p, func(key, val string) int {
		if key == "all" {
			all = true
			return gnu.Go
		}
		n, st := xnum.Parse(val, "")
		if st&^xnum.Overflow != xnum.OK {
			p.Errorf("invalid number: %s", gnu.Quote(val))
			return 1
		}
		ignore = n
		return gnu.Go
	})
	if !ok {
		return status
	}
	if status, bad := noOperands(p, args, 1); bad {
		return status
	}
	n := uint64(kern.CPUs)
	if !all {
		n = ompThreads(p, n)
	}
	if ignore < n {
		n -= ignore
	} else {
		n = 1
	}
	p.Stdout.WriteString(strconv.FormatUint(n, 10) + "\n")
	return 0
}

// ompThreads applies OpenMP's variables.
func ompThreads(p *kern.Proc, n uint64) uint64 {
	limit := ^uint64(0)
	if v, ok := p.Getenv("OMP_THREAD_LIMIT"); ok {
		if x, err := strconv.ParseUint(strings.TrimSpace(v), 10, 64); err == nil && x > 0 {
			limit = x
		}
	}
	if v, ok := p.Getenv("OMP_NUM_THREADS"); ok {
		first, _, _ := strings.Cut(v, ",")
		if x, err := strconv.ParseUint(strings.TrimSpace(first), 10, 64); err == nil && x > 0 {
			n = x
		}
	}
	return min(n, limit)
}

func tty(_ context.Context, p *kern.Proc) int {
	silent := false
	args, status, ok := ttySpec.Parse(p, func(_, _ string) int {
		silent = true
		return gnu.Go
	})
	if !ok {
		return status
	}
	if status, bad := noOperands(p, args, 2); bad {
		return status
	}
	if p.IsTerminal(0) {
		if !silent {
			p.Stdout.WriteString("/dev/pts/0\n")
		}
		return 0
	}
	if !silent {
		p.Stdout.WriteString("not a tty\n")
	}
	return 1
}
