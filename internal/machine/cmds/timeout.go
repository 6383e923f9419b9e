package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var timeoutSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'k', Long: "kill-after", Arg: gnu.Required}, {Short: 's', Long: "signal", Arg: gnu.Required}, {Short: 'v', Long: "verbose"},
		{Long: "foreground"}, {Long: "preserve-status"},
	},
	Status:  125,
	Order:   true,
	Version: gnu.CoreutilsVersion("timeout", "Padraig Brady"),
}

// signalOperand reads a signal by name, with or without SIG, or by number.
func signalOperand(s string) (kern.Signal, bool) {
	if n, err := strconv.ParseUint(s, 10, 32); err == nil {
		if n > 255 {
			return 0, false
		}
		n &= 0x7f
		return kern.Signal(n), n < 65
	}
	up := strings.ToUpper(s)
	if sig, ok := kern.SignalByName(strings.TrimPrefix(up, "SIG")); ok {
		return sig, true
	}
	switch strings.TrimPrefix(up, "SIG") {
	case "EXIT":
		return 0, true
	case "IOT":
		return 6, true
	case "CLD":
		return 17, true
	case "POLL":
		return 29, true
	}
	return 0, false
}

type timeouter struct {
	p                             *kern.Proc
	signal                        kern.Signal
	killAfter                     int64
	verbose, foreground, preserve bool
	command                       string
	child                         *kern.Proc
}

func timeout(ctx context.Context, p *kern.Proc) int {
	t := timeouter{p: p, signal: kern.SIGTERM}
	args, status, ok := timeoutSpec.Parse(p, t.set)
	if !ok {
		return status
	}
	if len(args) < 2 {
		gnu.Try(p)
		return 125
	}
	limit, ok := interval(args[0])
	if !ok {
		p.Errorf("invalid time interval %s", gnu.Quote(args[0]))
		gnu.Try(p)
		return 125
	}
	args = args[1:]
	t.command = args[0]
	if !t.foreground {
		p.PGID = p.PID
	}
	child, err := p.Spawn(ctx, args[0], args, func(c *kern.Proc) { c.PGID = p.PGID })
	if err != nil {
		return cannotRun(p, "failed to run command ", gnu.Quote(args[0]), err)
	}
	t.child = child
	return t.wait(limit)
}

func (t *timeouter) set(key, val string) int {
	switch key {
	case "k":
		ns, ok := interval(val)
		if !ok {
			t.p.Errorf("invalid time interval %s", gnu.Quote(val))
			gnu.Try(t.p)
			return 125
		}
		t.killAfter = ns
	case "s":
		s, ok := signalOperand(val)
		if !ok {
			t.p.Errorf("%s: invalid signal", gnu.Quote(val))
			gnu.Try(t.p)
			return 125
		}
		t.signal = s
	case "v":
		t.verbose = true
	case "foreground":
		t.foreground = true
	case "preserve-status":
		t.preserve = true
	}
	return gnu.Go
}

// wait waits for the child, sends it signals when its time is over, and returns the exit status.
func (t *timeouter) wait(limit int64) int {
	p := t.p
	for _, s := range []kern.Signal{kern.SIGTERM, kern.SIGINT, kern.SIGHUP, kern.SIGQUIT} {
		if p.SignalDisposition(s) == kern.Default {
			p.SetSignal(s, kern.Catch)
		}
	}
	timedOut, sig := false, t.signal
	for {
		at := int64(0)
		if limit > 0 {
			at = p.K.Now() + limit
		}
		st, ended := p.WaitUntil(t.child, at)
		if ended {
			return t.status(st, timedOut)
		}
		if got := p.TakePending(); got != 0 {
			// A signal for timeout itself is passed on to the command.
			t.send(got)
			limit = 0
			continue
		}
		timedOut = true
		t.send(sig)
		limit, t.killAfter = t.killAfter, 0
		sig = kern.SIGKILL
	}
}

func (t *timeouter) send(sig kern.Signal) {
	p := t.p
	if t.verbose {
		name := sig.Name()
		if sig == 0 {
			name = "EXIT"
		}
		p.Errorf("sending signal %s to command %s", name, gnu.Quote(t.command))
	}
	_ = p.Kill(t.child.PID, sig)
	if t.foreground {
		return
	}
	if sig != kern.SIGKILL {
		p.SetSignal(sig, kern.Ignore)
	}
	_ = p.Kill(0, sig)
}

func (t *timeouter) status(st kern.Status, timedOut bool) int {
	p := t.p
	if st.Signal != 0 {
		if !timedOut {
			// The command died of a signal: so does timeout.
			p.SetSignal(st.Signal, kern.Default)
			p.Signal(st.Signal)
		}
		if timedOut && st.Signal == kern.SIGKILL {
			t.preserve = true
		}
	}
	if timedOut && !t.preserve {
		return 124
	}
	return st.Exit()
}
