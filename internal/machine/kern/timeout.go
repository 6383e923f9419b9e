package kern

// alarm is a wait with a time limit for a child that may keep the processor busy. The virtual clock stands still while
// programs compute, so a busy child uses up its time when it has used a share of the step's work.
type alarm struct {
	t     *thread
	at    int64 // virtual time
	steps int64 // the work count at which the time is over
}

// alarmShare is the part of the work that is left which a child with a time limit may use.
const alarmShare = 4

// WaitUntil waits until child has ended or the virtual clock has reached the time at (nanoseconds since 1970; 0: no limit).
// Ended is false when the time was over or a caught signal arrived first.
func (p *Proc) WaitUntil(child *Proc, at int64) (s Status, ended bool) {
	k := p.K
	if at == 0 {
		return p.Wait(child)
	}
	a := &alarm{t: k.current, at: at, steps: k.used.Steps + (k.opt.Limits.Steps-k.used.Steps)/alarmShare}
	k.alarms = append(k.alarms, a)
	defer k.dropAlarm(a)
	for child.state == procAlive && k.now < at && p.pending == 0 {
		k.at(at)
		seq := k.seq
		k.park(&child.waiters)
		k.dropTimer(seq)
	}
	if child.state == procAlive {
		return Status{}, false
	}
	if child.state == procDead {
		child.Reap()
	}
	return child.status, true
}

func (k *Kernel) dropAlarm(a *alarm) {
	for i, x := range k.alarms {
		if x == a {
			k.alarms = append(k.alarms[:i], k.alarms[i+1:]...)
			return
		}
	}
}

// dropTimer forgets a timer that has not fired.
func (k *Kernel) dropTimer(seq int64) {
	for i, t := range k.timers {
		if t.seq == seq {
			k.timers = append(k.timers[:i], k.timers[i+1:]...)
			return
		}
	}
}

// checkAlarms lets the time pass for waits whose child has computed long enough; the running thread then gives way.
func (p *Proc) checkAlarms() {
	k := p.K
	rung := false
	for _, a := range k.alarms {
		if k.used.Steps >= a.steps && a.t != k.current {
			if a.at > k.now {
				k.advance(a.at - k.now)
			}
			k.wake(a.t)
			rung = true
		}
	}
	if rung {
		p.Yield()
	}
}
