package machine_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/orrery-world/orrery/internal/machine"
)

// sixSteps is the session by which shell engines are compared: a fresh machine each time.
var sixSteps = []string{
	"mkdir -p proj/src && cd proj && echo hi > a.txt",
	"cat proj/a.txt | grep hi | wc -l",
	"for i in 1 2 3; do echo line $i >> proj/b.txt; done",
	"ls -la proj; cat nope",
	"sed -n '1,2p' proj/b.txt | sort -r | head -1",
	"find proj -type f | sort",
}

func newMachine(tb testing.TB, o machine.Options) *machine.Machine {
	tb.Helper()
	m, err := machine.New(o)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// run runs lines; the working directory of each is the home directory, as the session that is measured has it.
func run(tb testing.TB, m *machine.Machine, lines ...string) *machine.Result {
	tb.Helper()
	var r *machine.Result
	for _, l := range lines {
		var err error
		if r, err = m.Step(context.Background(), l); err != nil {
			tb.Fatal(err)
		}
	}
	return r
}

func BenchmarkSixSteps(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	b.ReportAllocs()
	lines := make([]string, len(sixSteps))
	for i, l := range sixSteps {
		lines[i] = "cd ~; " + l
	}
	before := cpuTime()
	for b.Loop() {
		m, err := machine.New(machine.Options{Cwd: "/home/user"})
		if err != nil {
			b.Fatal(err)
		}
		for _, l := range lines { // without run, whose bookkeeping for failures costs time too
			if _, err := m.Step(context.Background(), l); err != nil {
				b.Fatal(err)
			}
		}
	}
	n := float64(b.N) * float64(len(sixSteps))
	b.ReportMetric(n/b.Elapsed().Seconds(), "commands/s")
	b.ReportMetric(n/(cpuTime()-before), "commands/cpu-s")
}

// cpuTime is what this process has used of the processor, in seconds: a shared machine slows the clock on the wall, not this.
func cpuTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

func BenchmarkOneStep(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for i, l := range sixSteps {
		b.Run(fmt.Sprint(i+1), func(b *testing.B) {
			m := newMachine(b, machine.Options{})
			for _, l := range sixSteps[:i] {
				run(b, m, "cd ~; "+l)
			}
			b.ReportAllocs()
			for b.Loop() {
				run(b, m.Fork(), "cd ~; "+l)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		newMachine(b, machine.Options{})
	}
}

func BenchmarkEcho(b *testing.B) {
	m := newMachine(b, machine.Options{})
	b.ReportAllocs()
	for b.Loop() {
		run(b, m.Fork(), "echo hi")
	}
}

func BenchmarkLoop20k(b *testing.B) {
	m := newMachine(b, machine.Options{})
	for b.Loop() {
		run(b, m.Fork(), "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo $i")
	}
}

// filled returns a session with 50 variables, 50 functions and 1,000 files.
func filled(tb testing.TB) *machine.Machine {
	m := newMachine(tb, machine.Options{Mode: machine.Session})
	var s strings.Builder
	for i := range 50 {
		fmt.Fprintf(&s, "v%d=value%d; f%d() { echo %d; }; ", i, i, i, i)
	}
	run(tb, m, s.String(), "mkdir d; i=0; while [ $i -lt 1000 ]; do echo $i > d/f$i; i=$((i+1)); done")
	return m
}

func BenchmarkFork(b *testing.B) {
	m := filled(b)
	b.ReportAllocs()
	for b.Loop() {
		m.Fork()
	}
}
