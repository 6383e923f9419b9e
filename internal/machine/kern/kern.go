// Package kern is the machine's kernel: processes, descriptors, pipes, signals, a virtual clock and budgets over a
// [tree.FS], all in memory and all deterministic.
//
// # Programs
//
// A program is a [Program]: a function of its process. It reads and writes through descriptors ([Proc.Read], [Proc.Stdout]),
// names files by path relative to the process's directory ([Proc.Open], [Proc.Stat], ...), starts other programs only through
// [Proc.Spawn] or [Proc.Exec] and returns its exit status. Work that grows with the input calls [Proc.Tick]: the kernel stops a
// step at the same tick on every machine. A process that must die at once (signal, broken pipe, budget) is unwound by the
// kernel from inside the call that noticed; programs need no code for that, but must not recover.
//
// # Threads
//
// Programs run one at a time on threads, which are coroutines: a thread gives way only when it must wait (pipe, child, timer),
// and the next one is chosen in a fixed order. When nobody can run, the virtual clock jumps to the next timer. No thread is
// left when [Kernel.Run] returns.
//
// # Labels
//
// Every byte has a [tree.Label]. What a process reads is joined into its own label ([Proc.Taint]); what it writes bears the
// label derived from that. Programs that only move bytes use the Runs variants, which keep the label of each byte. Labels
// follow data, not control flow: an exit status and the choice of a branch carry none.
package kern

import (
	"context"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// Program is what an executable file does: it runs as p and returns its exit status (0 to 255). The context is only for
// handing on; programs learn of cancellation by being unwound.
type Program func(ctx context.Context, p *Proc) int

// Millisecond and Second are durations of the virtual clock.
const (
	Millisecond int64 = 1e6
	Second      int64 = 1e9
)

// Options say what kind of machine a Kernel is. Zero fields get the default named.
type Options struct {
	// Programs maps the names that executable images in the tree carry to programs.
	Programs map[string]Program
	// Unknown runs an executable of the base image that has no program. Default: the typed outcome unknown.
	Unknown Program
	// Hostname is the node name. Default "sandbox".
	Hostname string
	// Limits bound one call of Run. Zero fields get those of DefaultLimits.
	Limits Limits
}

// Limits bound what one Run may use; passing one stops everything that runs, with status 137 and a warning
// "budget: NAME". NAME is given with each field.
type Limits struct {
	Steps  int64 // "steps": ticks of work
	Output int64 // "output": bytes written to the sinks
	Memory int64 // "memory": bytes held in pipes, variables and buffers
	Depth  int   // "depth": nested calls of shells and programs on one thread
	Procs  int   // "processes": processes alive at one time
	Time   int64 // "time": nanoseconds of the virtual clock
	Files  int   // descriptors of one process; more is EMFILE, not a stop
}

// DefaultLimits are the bounds used where Options name none.
var DefaultLimits = Limits{Steps: 20_000_000, Output: 4 << 20, Memory: 64 << 20, Depth: 200, Procs: 512,
	Time: 3600 * Second, Files: 1024}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits
	set := func(v *int64, d int64) {
		if *v <= 0 {
			*v = d
		}
	}
	set(&l.Steps, d.Steps)
	set(&l.Output, d.Output)
	set(&l.Memory, d.Memory)
	set(&l.Time, d.Time)
	for _, x := range []struct {
		v *int
		d int
	}{{&l.Depth, d.Depth}, {&l.Procs, d.Procs}, {&l.Files, d.Files}} {
		if *x.v <= 0 {
			*x.v = x.d
		}
	}
	return l
}

// Kernel runs processes over a file tree. Between two calls of Run it is a value: Fork copies it.
type Kernel struct {
	FS *tree.FS

	opt     *Options
	now     int64
	nextPID int
	users   userCache
	fifos   map[tree.Ino]*Pipe

	// HoldOutput makes Run go on until no background process has the step's output open, as a reader that waits for the end
	// of a pipe does.
	HoldOutput bool

	// live during Run
	live     bool
	ctx      context.Context
	procs    []*Proc // alive or not yet waited for, by pid
	ready    []*thread
	idle     []*coroutine // whose thread has come to its end
	current  *thread
	timers   []timer
	alarms   []*alarm
	seq      int64
	started  int64 // clock at the start of Run
	used     Used
	warnings []string
	aborted  error // why everything stops

	main     thread     // the thread of Run itself
	procRoom [4]*Proc   // for procs
	locks    []fileLock // see Flock
}

// Used is what a Run has consumed so far.
type Used struct {
	Steps, Output, Memory int64
	Unknown               []string // programs whose result could not be computed, in order
	Network               []string // addresses or hosts that a program tried to reach
}

// New returns a kernel over fs whose clock starts at now (nanoseconds since 1970) and whose next process is firstPID.
func New(fs *tree.FS, now int64, firstPID int, opt Options) *Kernel {
	opt.Limits = opt.Limits.withDefaults()
	if opt.Hostname == "" {
		opt.Hostname = "sandbox"
	}
	if opt.Unknown == nil {
		opt.Unknown = unknownProgram
	}
	fs.Now = now
	return &Kernel{FS: fs, opt: &opt, now: now, nextPID: firstPID}
}

// Fork returns an independent copy of a kernel on which nothing runs, in constant time.
func (k *Kernel) Fork() *Kernel {
	return &Kernel{FS: k.FS.Fork(), opt: k.opt, now: k.now, nextPID: k.nextPID, users: k.users}
}

// Now returns the virtual time in nanoseconds since 1970.
func (k *Kernel) Now() int64 { return k.now }

// SetNow moves the clock; it is for restoring a machine.
func (k *Kernel) SetNow(ns int64) { k.now, k.FS.Now = ns, ns }

// NextPID returns the pid of the next process.
func (k *Kernel) NextPID() int { return k.nextPID }

// Hostname returns the machine's node name.
func (k *Kernel) Hostname() string { return k.opt.Hostname }

// Limits returns the bounds in force.
func (k *Kernel) Limits() Limits { return k.opt.Limits }

// Used returns what the present Run has consumed, or the last one when none runs.
func (k *Kernel) Used() Used { return k.used }

// Warnings returns the warnings of the present or last Run.
func (k *Kernel) Warnings() []string { return k.warnings }

// Warn adds a warning to the step's result, once.
func (k *Kernel) Warn(text string) {
	for _, w := range k.warnings {
		if w == text {
			return
		}
	}
	k.warnings = append(k.warnings, text)
}

// Live says that background processes were left when the last Run ended.
func (k *Kernel) Live() bool { return k.live }

// Reset starts the budgets and warnings afresh within a Run, where one command line follows another.
func (k *Kernel) Reset() { k.used, k.warnings, k.started = Used{}, nil, k.now }

// NoteUnknown records that the result of program name could not be computed.
func (k *Kernel) NoteUnknown(name string) { k.used.Unknown = append(k.used.Unknown, name) }

// NoteNetwork records that a program tried to reach target.
func (k *Kernel) NoteNetwork(target string) { k.used.Network = append(k.used.Network, target) }

// advance moves the clock forward.
func (k *Kernel) advance(ns int64) {
	k.now += ns
	k.FS.Now = k.now
	if k.now-k.started > k.opt.Limits.Time {
		k.exhaust("time")
	}
}

func unknownProgram(_ context.Context, p *Proc) int {
	p.K.NoteUnknown(p.Name())
	p.Stderr.WriteString("orrery: " + p.Name() + ": this program is not simulated, so its result is unknown; --allow-exec " + p.Name() + " runs the real one\n")
	return 127
}
