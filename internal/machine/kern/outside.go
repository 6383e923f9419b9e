package kern

// Deadline returns the virtual time at which the next process that waits for the clock, or for a child with a time limit,
// goes on; ok is false when none does. It is for programs that run outside of the machine and take time there.
func (p *Proc) Deadline() (ns int64, ok bool) {
	k := p.K
	for _, t := range k.timers {
		if !t.t.done && t.t.state == threadParked {
			ns, ok = t.at, true
			break
		}
	}
	for _, a := range k.alarms {
		if a.t != k.current && (!ok || a.at < ns) {
			ns, ok = a.at, true
		}
	}
	return ns, ok
}

// Elapse lets the virtual time pass until ns and gives way to those who waited for it. A process that is killed by one of
// them is unwound.
func (p *Proc) Elapse(ns int64) {
	k := p.K
	if ns > k.now {
		k.advance(ns - k.now)
	}
	for len(k.timers) > 0 && k.timers[0].at <= k.now {
		t := k.timers[0].t
		k.timers = k.timers[1:]
		k.wake(t)
	}
	for _, a := range k.alarms {
		if a.at <= k.now && a.t != k.current {
			k.wake(a.t)
		}
	}
	p.Yield()
}
