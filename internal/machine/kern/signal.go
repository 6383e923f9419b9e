package kern

import "github.com/orrery-world/orrery/internal/machine/tree"

// Signal is a signal number, as in Linux on x86-64.
type Signal uint8

// The signals that the kernel itself sends or treats in a way of their own.
const (
	SIGHUP  Signal = 1
	SIGINT  Signal = 2
	SIGQUIT Signal = 3
	SIGKILL Signal = 9
	SIGUSR1 Signal = 10
	SIGSEGV Signal = 11
	SIGUSR2 Signal = 12
	SIGPIPE Signal = 13
	SIGALRM Signal = 14
	SIGTERM Signal = 15
	SIGCHLD Signal = 17
	SIGCONT Signal = 18
	SIGSTOP Signal = 19
	SIGTSTP Signal = 20
	SIGTTIN Signal = 21
	SIGTTOU Signal = 22
)

var signalNames = [...]string{"EXIT", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
	"PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF",
	"WINCH", "IO", "PWR", "SYS"}

// Name returns the signal's name without SIG, or "".
func (s Signal) Name() string {
	if int(s) < len(signalNames) {
		return signalNames[s]
	}
	return ""
}

// SignalByName returns the signal called name (without SIG, upper case) and whether there is one.
func SignalByName(name string) (Signal, bool) {
	for i, n := range signalNames {
		if n == name && i > 0 {
			return Signal(i), true
		}
	}
	return 0, false
}

// Disposition is what a process does on a signal.
type Disposition uint8

// The dispositions.
const (
	Default Disposition = iota
	Ignore
	Catch // the signal becomes pending; see TakePending
)

// SetSignal sets what p does on s.
func (p *Proc) SetSignal(s Signal, d Disposition) {
	bit := uint64(1) << s
	p.ignored &^= bit
	p.caught &^= bit
	switch d {
	case Ignore:
		p.ignored |= bit
	case Catch:
		p.caught |= bit
	}
}

// SignalDisposition returns what p does on s.
func (p *Proc) SignalDisposition(s Signal) Disposition {
	bit := uint64(1) << s
	switch {
	case p.ignored&bit != 0:
		return Ignore
	case p.caught&bit != 0:
		return Catch
	}
	return Default
}

// Pending says whether caught signals have arrived.
func (p *Proc) Pending() bool { return p.pending != 0 }

// TakePending returns the lowest caught signal that has arrived and clears it; 0 when there is none.
func (p *Proc) TakePending() Signal {
	for s := Signal(1); s < 64 && p.pending != 0; s++ {
		if bit := uint64(1) << s; p.pending&bit != 0 {
			p.pending &^= bit
			return s
		}
	}
	return 0
}

// Signal delivers s to p. A process that dies of it is unwound: at once when it is the one running, else when it next would
// run.
func (p *Proc) Signal(s Signal) {
	if p.state != procAlive || s == 0 {
		return
	}
	bit := uint64(1) << s
	switch {
	case s != SIGKILL && s != SIGSTOP && p.ignored&bit != 0:
		return
	case s != SIGKILL && s != SIGSTOP && p.caught&bit != 0:
		p.pending |= bit
		if t := p.thread; t != nil && len(t.stack) > 0 && t.stack[len(t.stack)-1] == p {
			p.K.wake(t)
		}
		return
	case s == SIGCHLD || s == SIGCONT || s == SIGSTOP || s >= SIGTSTP && s <= SIGTTOU || s == 23 || s == 28:
		return
	}
	p.killed = s
	t := p.thread
	switch {
	case t == nil:
		p.exit(Status{Signal: s})
	case t == p.K.current:
		panic(unwind{p})
	default:
		p.K.wake(t)
	}
}

// Kill sends s to the process with the given pid (to the group -pid when negative, to p's own group when 0), as kill(2).
// Signal 0 only asks whether it could be sent.
func (p *Proc) Kill(pid int, s Signal) error {
	var found, allowed bool
	for _, q := range append([]*Proc(nil), p.K.procs...) {
		if !(pid > 0 && q.PID == pid || pid == 0 && q.PGID == p.PGID || pid < -1 && q.PGID == -pid) {
			continue
		}
		if q.state == procReaped {
			continue
		}
		found = true
		if p.Cred.UID != 0 && p.Cred.UID != q.Cred.UID && p.Cred.UID != q.RUID {
			continue
		}
		allowed = true
		if q != p {
			q.Signal(s)
		}
	}
	switch {
	case pid == 1 && p.Cred.UID != 0:
		return tree.EPERM
	case !found:
		return tree.ESRCH
	case !allowed:
		return tree.EPERM
	}
	if pid == p.PID || pid == 0 || pid == -p.PGID {
		p.Signal(s)
	}
	return nil
}
