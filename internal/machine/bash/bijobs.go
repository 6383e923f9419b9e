package bash

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// biJobs is jobs.
func biJobs(ctx context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "lnprsx")
	if st != 0 {
		return st
	}
	if f.has('x') && len(f.rest) > 0 {
		sh.call(ctx, nil, f.rest, nil, false)
		return sh.status
	}
	if sh.jobs == nil {
		if len(f.rest) > 0 {
			sh.errf("jobs: %s: no such job", f.rest[0].S)
			return 1
		}
		return 0
	}
	list := sh.jobs.list
	if len(f.rest) > 0 {
		list = nil
		for _, a := range f.rest {
			j, _ := sh.findJob(a.S)
			if j == nil {
				sh.errf("jobs: %s: no such job", a.S)
				return 1
			}
			list = append(list, j)
		}
	}
	for _, j := range append([]*job(nil), list...) {
		st, ended := j.ended()
		if f.has('r') && ended || f.has('s') {
			continue
		}
		if f.has('p') {
			sh.say(Str{S: strconv.Itoa(j.pid) + "\n"})
			continue
		}
		sh.say(Str{S: sh.jobLine(j, f.has('l')), L: sh.label})
		if ended && !sh.jobs.foreign {
			j.told = true
			defer sh.jobs.finish(j, st)
		}
	}
	return 0
}

// biWait is wait.
func biWait(_ context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "fnp:")
	if st != 0 {
		return st
	}
	t := sh.jobsOwn()
	if f.has('n') {
		return sh.waitAny(f)
	}
	if len(f.rest) == 0 {
		for _, j := range append([]*job(nil), t.list...) {
			if st, ok := sh.waitJob(j); !ok {
				return st
			}
			end, _ := j.ended()
			sh.tellWaited(j, end)
			t.finish(j, end)
		}
		t.done = nil
		return 0
	}
	status := 0
	for _, a := range f.rest {
		status = sh.waitOne(a.S)
	}
	return status
}

// waitJob waits until a job has ended; ok is false when a trapped signal came first, with the status that wait then has.
func (sh *Shell) waitJob(j *job) (status int, ok bool) {
	for {
		if _, dead := j.ended(); dead {
			return 0, true
		}
		if _, ok := sh.p.Wait(j.proc); !ok {
			s := sh.p.TakePending()
			if cmd, has := sh.traps.get(int(s)); has && cmd.S != "" {
				sh.runTrap(context.Background(), cmd, "trap")
			}
			return 128 + int(s), false
		}
	}
}

// tellWaited says that a signal killed the job that wait waited for.
func (sh *Shell) tellWaited(j *job, st kern.Status) {
	if !signalTold(st.Signal) || st.Signal == kern.SIGTERM || j.told || sh.dash || sh.voice == VoiceInteractive {
		return
	}
	j.told = true
	sh.errf("%5d %-24s%s", j.pid, signalText(st.Signal), j.text)
}

func (sh *Shell) waitOne(s string) int {
	t := sh.jobsOwn()
	var j *job
	if strings.HasPrefix(s, "%") {
		if j, _ = sh.findJob(s); j == nil {
			sh.errf("wait: %s: no such job", s)
			return 127
		}
	} else {
		pid, err := strconv.Atoi(s)
		if err != nil || pid < 0 {
			if sh.dash {
				sh.errf("wait: Illegal number: %s", s)
				return 2
			}
			sh.errf("wait: `%s': not a pid or valid job spec", s)
			return 1
		}
		for _, k := range t.list {
			if k.pid == pid {
				j = k
			}
		}
		if j == nil {
			if st, ok := t.done[pid]; ok {
				return st.Exit()
			}
			if !sh.dash {
				sh.errf("wait: pid %d is not a child of this shell", pid)
			}
			return 127
		}
	}
	if status, ok := sh.waitJob(j); !ok {
		return status
	}
	st, _ := j.ended()
	sh.tellWaited(j, st)
	t.finish(j, st)
	return st.Exit()
}

// waitAny is wait -n: the first job to end.
func (sh *Shell) waitAny(f flagSet) int {
	t := sh.jobsOwn()
	for {
		if len(t.list) == 0 {
			return 127
		}
		for _, j := range t.list {
			if st, ok := j.ended(); ok {
				for _, x := range f.flags {
					if x.c == 'p' {
						_ = sh.setVar(x.val.S, number(int64(j.pid)))
					}
				}
				t.finish(j, st)
				return st.Exit()
			}
		}
		procs := make([]*kern.Proc, 0, len(t.list))
		for _, j := range t.list {
			procs = append(procs, j.proc)
		}
		sh.p.WaitAny(procs)
	}
}

// biKill is kill.
func biKill(_ context.Context, sh *Shell, args []Field) int {
	rest := args[1:]
	sig, list := int(kern.SIGTERM), false
	for len(rest) > 0 && strings.HasPrefix(rest[0].S, "-") && len(rest[0].S) > 1 {
		s := rest[0].S
		rest = rest[1:]
		switch {
		case s == "--":
		case s == "-l" || s == "-L":
			list = true
			continue
		case s == "-s" || s == "-n":
			if len(rest) == 0 {
				sh.errf("kill: %s: option requires an argument", s)
				return 1
			}
			n, ok := signalNumber(rest[0].S, false)
			if !ok {
				sh.errf("kill: %s: invalid signal specification", rest[0].S)
				return 1
			}
			sig, rest = n, rest[1:]
			continue
		default:
			n, ok := signalNumber(s[1:], false)
			if !ok {
				if sh.dash {
					sh.errf("kill: Illegal option %s", s[:2])
					return 2
				}
				sh.errf("kill: %s: invalid signal specification", s[1:])
				return 1
			}
			sig = n
			continue
		}
		break
	}
	if list {
		return sh.killList(rest)
	}
	if len(rest) == 0 {
		if sh.dash {
			sh.errf("kill: Usage: kill [-s sigspec | -signum | -sigspec] [pid | job]... or\nkill -l [exitstatus]")
			return 2
		}
		return sh.usage("kill")
	}
	status := 1
	for _, a := range rest {
		if sh.killOne(a.S, kern.Signal(sig)) {
			status = 0
		}
	}
	return status
}

func (sh *Shell) killOne(s string, sig kern.Signal) bool {
	pid := 0
	if strings.HasPrefix(s, "%") {
		j, _ := sh.findJob(s)
		if j == nil {
			sh.errf("kill: %s: no such job", s)
			return false
		}
		if _, ended := j.ended(); ended {
			sh.errf("kill: (%d) - No such process", j.pid)
			return false
		}
		pid = j.pid
	} else {
		n, err := strconv.Atoi(s)
		if err != nil {
			if sh.dash {
				sh.errf("kill: Illegal number: %s", s)
				return false
			}
			sh.errf("kill: %s: arguments must be process or job IDs", s)
			return false
		}
		pid = n
	}
	_ = sh.p.Stdout.Flush()
	if err := sh.p.Kill(pid, sig); err != nil {
		if sh.dash {
			sh.plain("sh: " + strconv.Itoa(sh.line) + ": kill: " + kern.ErrText(err))
			return false
		}
		sh.errf("kill: (%d) - %s", pid, kern.ErrText(err))
		return false
	}
	return true
}

// killList is kill -l.
func (sh *Shell) killList(rest []Field) int {
	if len(rest) == 0 {
		sh.listSignals()
		return 0
	}
	status := 0
	for _, a := range rest {
		if n, err := strconv.Atoi(a.S); err == nil {
			if n > 128 {
				n -= 128
			}
			if name := longSignalName(n); name != "" && n > 0 {
				sh.say(Str{S: name + "\n"})
				continue
			}
		} else if n, ok := signalNumber(a.S, false); ok {
			sh.say(number(int64(n)))
			sh.say(Str{S: "\n"})
			continue
		}
		sh.errf("kill: %s: invalid signal specification", a.S)
		status = 1
	}
	return status
}

// biFg and biBg need job control, which only an interactive shell has.
func biFg(_ context.Context, sh *Shell, args []Field) int {
	if !sh.opts.has(optMonitor) {
		sh.errf("fg: no job control")
		return 1
	}
	spec := "%+"
	if len(args) > 1 {
		spec = args[1].S
	}
	j, _ := sh.findJob(spec)
	if j == nil {
		if len(args) == 1 {
			spec = "current"
		}
		sh.errf("fg: %s: no such job", spec)
		return 1
	}
	sh.say(Str{S: j.text + "\n", L: sh.label})
	_ = sh.p.Stdout.Flush()
	if status, ok := sh.waitJob(j); !ok {
		return status
	}
	st, _ := j.ended()
	sh.jobs.finish(j, st)
	return st.Exit()
}

func biBg(_ context.Context, sh *Shell, args []Field) int {
	if !sh.opts.has(optMonitor) {
		sh.errf("bg: no job control")
		return 1
	}
	spec := "%+"
	if len(args) > 1 {
		spec = args[1].S
	}
	j, _ := sh.findJob(spec)
	if j == nil {
		if len(args) == 1 {
			spec = "current"
		}
		sh.errf("bg: %s: no such job", spec)
		return 1
	}
	sh.errf("bg: job %d already in background", j.id)
	return 0
}

// biDisown is disown.
func biDisown(_ context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "har")
	if st != 0 {
		return st
	}
	t := sh.jobsOwn()
	if f.has('a') {
		t.list = nil
		return 0
	}
	specs := f.rest
	if len(specs) == 0 {
		specs = []Field{{S: "%+"}}
	}
	status := 0
	for _, a := range specs {
		j, _ := sh.findJob(a.S)
		if pid, err := strconv.Atoi(a.S); err == nil {
			j = nil
			for _, k := range t.list {
				if k.pid == pid {
					j = k
				}
			}
		}
		if j == nil {
			name := a.S
			if len(f.rest) == 0 {
				name = "current"
			}
			sh.errf("disown: %s: no such job", name)
			status = 1
			continue
		}
		if !f.has('h') {
			t.drop(j)
		}
	}
	return status
}

// biHistory is history and fc: a shell that is not interactive has none.
func biHistory(_ context.Context, sh *Shell, args []Field) int {
	valid := "cd:anrwps"
	if args[0].S == "fc" {
		valid = "e:lnrs"
	}
	f, st := sh.options(args, valid)
	if st != 0 || args[0].S == "fc" {
		return st
	}
	for _, x := range f.flags {
		switch x.c {
		case 'd':
			sh.errf("history: %s: history position out of range", x.val.S)
			return 1
		case 'c', 's', 'p', 'a', 'n', 'r', 'w':
			return 0
		}
	}
	switch {
	case len(f.rest) > 1:
		sh.errf("history: too many arguments")
		sh.discard(1) // bash gives up the whole line here
	case len(f.rest) == 1:
		if _, err := strconv.Atoi(f.rest[0].S); err != nil {
			sh.errf("history: %s: numeric argument required", f.rest[0].S)
			return 1
		}
	}
	return 0
}
