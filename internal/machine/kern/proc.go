package kern

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// Status is how a process ended.
type Status struct {
	Code   int    // exit status, when Signal is 0
	Signal Signal // the signal that killed it, or 0
}

// Exit returns the status as a shell shows it in $?: the code, or 128 plus the signal.
func (s Status) Exit() int {
	if s.Signal != 0 {
		return 128 + int(s.Signal)
	}
	return s.Code
}

type procState uint8

const (
	procAlive procState = iota
	procDead            // ended, not yet waited for
	procReaped
)

// EnvVar is one variable of a process's environment with the label of its value.
type EnvVar struct {
	Name, Value string
	Label       tree.Label
}

// Proc is one process. Its exported fields are set before it starts; a child inherits them.
type Proc struct {
	K              *Kernel
	PID, PPID      int
	PGID           int
	Args           []string // Args[0] is the name it was called by
	Env            []EnvVar // read-only, shared; see Getenv
	Cwd            tree.Ino
	Umask          uint16
	Cred           tree.Cred
	RUID           uint32
	Nice           int
	Stdout, Stderr *Out // buffered as C's stdio buffers them
	// FailStatus is the exit status when standard output cannot be written; 0 stands for 1.
	FailStatus int

	fds     []*File
	label   tree.Label
	held    int64 // bytes that it keeps in memory, see Hold
	thread  *thread
	state   procState
	status  Status
	killed  Signal
	waiters waitQueue
	ignored uint64 // signals with SIG_IGN, bit n for signal n
	caught  uint64 // signals that the program handles
	pending uint64 // caught signals that have arrived

	// Room for what every process has, so that it costs no allocation of its own.
	outs    [2]Out
	outRoom [64]byte
	fdRoom  [4]*File
}

// Template describes the first process of a Run.
type Template struct {
	Args  []string
	Env   []EnvVar
	Cwd   tree.Ino
	Umask uint16
	Cred  tree.Cred
	PID   int // 0: the next one
	PPID  int
	// FDs are its descriptors; a nil entry is closed.
	FDs []*File
}

// NewProc returns a process that is not a child of another, for Run.
func (k *Kernel) NewProc(t Template) *Proc {
	p := &Proc{K: k, PID: t.PID, PPID: t.PPID, Args: t.Args, Env: t.Env, Cwd: t.Cwd, Umask: t.Umask, Cred: t.Cred, RUID: t.Cred.UID}
	p.share(t.FDs)
	p.enter()
	p.PGID = p.PID
	return p
}

// enter gives p its pid and its streams and puts it into the table.
func (p *Proc) enter() {
	k := p.K
	if p.PID == 0 {
		p.PID = k.nextPID
		k.nextPID++
	}
	p.initOut()
	alive := 0
	for _, q := range k.procs {
		if q.state == procAlive {
			alive++
		}
	}
	if k.procs == nil {
		k.procs = k.procRoom[:0]
	}
	k.procs = append(k.procs, p)
	if alive >= k.opt.Limits.Procs {
		k.exhaust("processes")
	}
}

// Fork returns a child of p that has not started: it has p's directory, environment, descriptors and signal dispositions
// (caught signals are back to their default). Change its descriptors with SetFD, then call Run or Start, exactly one of
// them.
func (p *Proc) Fork() *Proc {
	p.Tick(forkTicks)
	c := &Proc{K: p.K, PPID: p.PID, PGID: p.PGID, Args: p.Args, Env: p.Env, Cwd: p.Cwd, Umask: p.Umask, Cred: p.Cred,
		RUID: p.RUID, Nice: p.Nice, label: p.label, ignored: p.ignored}
	c.share(p.fds)
	c.enter()
	return c
}

// share gives p the descriptors of another process.
func (p *Proc) share(fds []*File) {
	p.fds = append(p.fdRoom[:0], fds...)
	for _, f := range fds {
		if f != nil {
			f.refs++
		}
	}
}

// forkTicks is what a new process costs in work, so that steps of all kinds take about the same time.
const forkTicks = 20

// Abandon ends a forked child that will not be started.
func (p *Proc) Abandon() { p.exit(Status{}); p.Reap() }

// Run runs fn as p on the caller's thread and returns its status; p is then reaped.
func (p *Proc) Run(ctx context.Context, fn Program) Status {
	k := p.K
	t := k.current
	if t.base+len(t.stack) >= k.opt.Limits.Depth {
		k.exhaust("depth")
	}
	t.stack = append(t.stack, p)
	p.thread = t
	p.body(ctx, fn)
	t.stack = t.stack[:len(t.stack)-1]
	p.Reap()
	return p.status
}

// Start runs fn as p on a thread of its own. The caller goes on; p runs when the caller next waits.
func (p *Proc) Start(ctx context.Context, fn Program) { p.start(fn) }

func (p *Proc) start(fn Program) {
	k := p.K
	base := 0
	if t := k.current; t != nil {
		if base = t.base + len(t.stack); base >= k.opt.Limits.Depth {
			k.exhaust("depth")
		}
	}
	p.thread = k.newThread(p, fn)
	p.thread.base = base
}

// body runs fn and turns every way to leave it into an exit.
func (p *Proc) body(ctx context.Context, fn Program) {
	defer p.left()
	code := fn(ctx, p)
	code = p.closeStdout(code)
	p.exit(Status{Code: code & 0xff})
}

// left ends a process that is being unwound, and the unwinding itself when it was meant for this process.
func (p *Proc) left() {
	r := recover()
	if r == nil {
		return
	}
	u, ok := r.(unwind)
	if !ok {
		p.fault(r)
		r = unwind{}
	}
	if u.proc == p && p.K.aborted == nil {
		p.thread.cut(p)
		p.exit(Status{Signal: p.killed})
		return
	}
	p.exit(Status{Signal: SIGKILL})
	panic(r)
}

// cut drops the processes that ran nested inside p from the thread's stack.
func (t *thread) cut(p *Proc) {
	for i, q := range t.stack {
		if q == p {
			t.stack = t.stack[:i+1]
			return
		}
	}
}

// Exit ends the process at once with the given status, from anywhere inside its program.
func (p *Proc) Exit(code int) {
	code = p.closeStdout(code)
	p.exit(Status{Code: code & 0xff})
	panic(unwind{p})
}

// exit closes everything that p has and tells its parent.
func (p *Proc) exit(s Status) {
	if p.state != procAlive {
		return
	}
	p.status, p.state = s, procDead
	p.K.used.Memory -= p.held
	p.held = 0
	for i, f := range p.fds {
		if f != nil {
			p.fds[i] = nil
			p.K.release(f)
		}
	}
	p.K.wakeAll(&p.waiters)
	if parent := p.K.Proc(p.PPID); parent != nil && parent.caught&(1<<SIGCHLD) != 0 {
		parent.Signal(SIGCHLD)
	}
}

// Reap takes an ended process out of the table.
func (p *Proc) Reap() {
	p.state = procReaped
	for i, q := range p.K.procs {
		if q == p {
			p.K.procs = append(p.K.procs[:i], p.K.procs[i+1:]...)
			return
		}
	}
}

// Join waits until child has ended, whatever signals arrive, and returns its status.
func (p *Proc) Join(child *Proc) Status {
	for child.state == procAlive {
		p.K.park(&child.waiters)
	}
	if child.state == procDead {
		child.Reap()
	}
	return child.status
}

// Wait waits until child has ended and returns its status; ok is false when a caught signal arrived first.
func (p *Proc) Wait(child *Proc) (s Status, ok bool) {
	for {
		if p.pending != 0 {
			return Status{}, false
		}
		if child.state != procAlive {
			break
		}
		p.K.park(&child.waiters)
	}
	if child.state == procDead {
		child.Reap()
	}
	return child.status, true
}

// Ended returns the status of a process that has ended; ok is false while it lives.
func (p *Proc) Ended() (s Status, ok bool) { return p.status, p.state != procAlive }

// Procs returns the processes that are alive, by pid.
func (k *Kernel) Procs() []*Proc {
	var out []*Proc
	for _, p := range k.procs {
		if p.state == procAlive {
			out = append(out, p)
		}
	}
	return out
}

// Proc returns the living process with the given pid, or nil.
func (k *Kernel) Proc(pid int) *Proc {
	for _, p := range k.procs {
		if p.PID == pid && p.state == procAlive {
			return p
		}
	}
	return nil
}

// Name returns the last component of the name that the process was called by; it is what its messages begin with.
func (p *Proc) Name() string {
	if len(p.Args) == 0 {
		return ""
	}
	return p.Args[0][strings.LastIndexByte(p.Args[0], '/')+1:]
}

// Invoked returns the name that the process was called by as it was given, which may be a path; GNU's messages begin with it.
func (p *Proc) Invoked() string {
	if len(p.Args) == 0 {
		return ""
	}
	return p.Args[0]
}

// Getenv returns the value of an environment variable and whether it is set. The label of its value is joined into p's.
func (p *Proc) Getenv(name string) (string, bool) {
	for i := range p.Env {
		if p.Env[i].Name == name {
			p.label |= p.Env[i].Label
			return p.Env[i].Value, true
		}
	}
	return "", false
}

// Taint joins l into the label of the process: what it writes from now on depends on bytes of label l.
func (p *Proc) Taint(l tree.Label) { p.label |= l }

// Label returns the join of the labels of all that the process has read.
func (p *Proc) Label() tree.Label { return p.label }

// SetLabel replaces the process's label. Only a program that tracks the label of each of its values, as the shell does, may
// lower it.
func (p *Proc) SetLabel(l tree.Label) { p.label = l }

// WaitAny waits until one of the children has ended, or a caught signal has arrived.
func (p *Proc) WaitAny(children []*Proc) {
	for p.pending == 0 {
		for _, c := range children {
			if c.state != procAlive {
				return
			}
		}
		for _, c := range children {
			c.waiters.threads = append(c.waiters.threads, p.K.current)
		}
		p.K.park(nil)
		for _, c := range children {
			c.waiters.remove(p.K.current)
		}
	}
}

// WaitReadable waits until fd has something to read or has ended, at most until the clock shows deadline (nanoseconds since
// 1970); it says whether there is something.
func (p *Proc) WaitReadable(fd int, deadline int64) bool {
	f := p.FD(fd)
	if f == nil || f.kind != kindPipeRead {
		return true
	}
	for f.pipe.off == len(f.pipe.buf) && f.pipe.writers > 0 {
		if p.K.now >= deadline {
			return false
		}
		p.K.at(deadline)
		p.K.park(&f.pipe.readable)
	}
	return true
}

// Readable says whether a read from fd would return at once.
func (p *Proc) Readable(fd int) bool {
	f := p.FD(fd)
	return f != nil && (f.kind != kindPipeRead || f.pipe.off < len(f.pipe.buf) || f.pipe.writers == 0)
}
