package bash

import (
	"context"
	"fmt"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"mvdan.cc/sh/v3/syntax"
)

// job is a background command.
type job struct {
	id   int
	pid  int
	proc *kern.Proc  // nil for a job that ended in an earlier step
	end  kern.Status // how it ended, when proc is nil
	text string
	told bool // its end has been shown
	old  bool // it had ended when a later job left the list: it is not the current job any more
}

// ended returns the job's status; ok is false while one of its processes lives.
func (j *job) ended() (st kern.Status, ok bool) {
	if j.proc == nil {
		return j.end, true
	}
	return j.proc.Ended()
}

// freeze returns the jobs as they stand after a step, without their processes.
func (t *jobTable) freeze() *jobTable {
	if t == nil || len(t.list) == 0 && len(t.done) == 0 {
		return nil
	}
	c := &jobTable{foreign: t.foreign}
	for _, j := range t.list {
		k := *j
		k.end, _ = j.ended()
		k.proc = nil
		c.list = append(c.list, &k)
	}
	for pid, st := range t.done {
		if c.done == nil {
			c.done = make(map[int]kern.Status, len(t.done))
		}
		c.done[pid] = st
	}
	return c
}

// jobTable holds the jobs of a shell and the statuses of those that wait has not asked for.
type jobTable struct {
	list []*job
	done map[int]kern.Status // of jobs that have left the list, by pid
	// foreign says that the jobs are the parent's: a subshell shows them but cannot wait for them.
	foreign bool
}

func (t *jobTable) forSubshell() *jobTable {
	if t == nil {
		return nil
	}
	return &jobTable{list: t.list, foreign: true}
}

func (t *jobTable) nextID() int {
	id := 1
	for _, j := range t.list {
		id = max(id, j.id+1)
	}
	return id
}

func (t *jobTable) drop(j *job) {
	for i, k := range t.list {
		if k == j {
			last := i == len(t.list)-1
			t.list = append(t.list[:i:i], t.list[i+1:]...)
			for _, k := range t.list {
				if _, dead := k.ended(); dead && last {
					k.old = true
				}
			}
			return
		}
	}
}

// jobsOwn returns the shell's own job table, made when first needed.
func (sh *Shell) jobsOwn() *jobTable {
	if sh.jobs == nil || sh.jobs.foreign {
		sh.jobs = &jobTable{}
	}
	return sh.jobs
}

// background starts a command with &.
func (sh *Shell) background(ctx context.Context, st *syntax.Stmt) int {
	_ = sh.p.Stdout.Flush()
	t := sh.jobsOwn()
	sh.reapJobs()
	fg := *st
	fg.Background = false
	child := sh.p.Fork()
	if !sh.opts.has(optMonitor) {
		child.SetSignal(kern.SIGINT, kern.Ignore)
		child.SetSignal(kern.SIGQUIT, kern.Ignore)
		_ = child.SetFD(0, kern.NewNull())
	} else {
		child.PGID = child.PID
	}
	j := &job{id: t.nextID(), pid: child.PID, proc: child, text: sh.unit.Format(&fg)}
	t.list = append(t.list, j)
	sh.lastBg = child.PID
	child.Start(ctx, sh.stageProgram(child, &fg))
	if sh.voice == VoiceInteractive && sh.subs == 0 {
		_, _ = sh.p.Stderr.WriteString(fmt.Sprintf("[%d] %d\n", j.id, j.pid))
	}
	sh.status = 0
	return 0
}

// reapJobs moves jobs that have ended, and of which that has been shown or need not be, out of the list.
func (sh *Shell) reapJobs() {
	t := sh.jobs
	if t == nil || t.foreign {
		return
	}
	for _, j := range append([]*job(nil), t.list...) {
		st, ok := j.ended()
		if !ok || (sh.voice == VoiceInteractive || sh.voice == VoiceStdin && sh.subs == 0) && !j.told {
			continue
		}
		if st.Signal != 0 && st.Signal != kern.SIGINT && st.Signal != kern.SIGPIPE && !j.told && sh.voice != VoiceInteractive {
			continue // still to be told
		}
		t.finish(j, st)
	}
}

func (t *jobTable) finish(j *job, st kern.Status) {
	if t.done == nil {
		t.done = map[int]kern.Status{}
	}
	t.done[j.pid] = st
	t.drop(j)
	if j.proc != nil {
		j.proc.Reap()
	}
}

// notifyJobs tells of background jobs that a signal has killed, as a shell that is not interactive does when it has waited
// for a command in the foreground. bash -c also forgets the jobs that have ended then.
func (sh *Shell) notifyJobs() {
	t := sh.jobs
	if t == nil || t.foreign || sh.dash || sh.voice == VoiceInteractive {
		return
	}
	for _, j := range append([]*job(nil), t.list...) {
		st, ok := j.ended()
		if !ok {
			continue
		}
		if loud := signalTold(st.Signal) && st.Signal != kern.SIGTERM; loud || sh.voice == VoiceCommand {
			if loud && !j.told {
				sh.errf("%5d %-24s%s", j.pid, signalText(st.Signal), j.text)
			}
			t.finish(j, st)
		}
	}
}

// signalTold says whether a shell reports that a signal killed a program.
func signalTold(s kern.Signal) bool { return s != 0 && s != kern.SIGINT && s != kern.SIGPIPE }

// tellSignal says which signal killed a foreground process.
func (sh *Shell) tellSignal(s kern.Signal, child *kern.Proc) {
	switch {
	case sh.voice == VoiceInteractive, s == kern.SIGTERM && !sh.dash:
		sh.plain(signalText(s))
	case sh.dash:
		sh.plain(signalText(s) + " ")
	default:
		text := ""
		if sh.fg != nil {
			text = sh.unit.Format(sh.fg)
		} else if len(child.Args) > 0 {
			text = child.Args[0]
		}
		sh.errf("%5d %-24s%s", child.PID, signalText(s), text)
	}
}

var signalTexts = map[kern.Signal]string{kern.SIGHUP: "Hangup", kern.SIGINT: "Interrupt", kern.SIGQUIT: "Quit", 4: "Illegal instruction",
	5: "Trace/breakpoint trap", 6: "Aborted", 7: "Bus error", 8: "Floating point exception", kern.SIGKILL: "Killed",
	kern.SIGUSR1: "User defined signal 1", kern.SIGSEGV: "Segmentation fault", kern.SIGUSR2: "User defined signal 2",
	kern.SIGPIPE: "Broken pipe", kern.SIGALRM: "Alarm clock", kern.SIGTERM: "Terminated", 16: "Stack fault", 24: "CPU time limit exceeded",
	25: "File size limit exceeded", 26: "Virtual timer expired", 27: "Profiling timer expired", 29: "I/O possible", 30: "Power failure",
	31: "Bad system call"}

// signalText is what strsignal gives for a signal.
func signalText(s kern.Signal) string {
	if t, ok := signalTexts[s]; ok {
		return t
	}
	return "Signal " + strconv.Itoa(int(s))
}

// findJob returns the job that a spec such as %1, %+, %-, %name or %?text means; ambiguous says that several fit.
func (sh *Shell) findJob(spec string) (j *job, ambiguous bool) {
	if sh.jobs == nil || len(sh.jobs.list) == 0 {
		return nil, false
	}
	list := sh.jobs.list
	s := spec
	if len(s) > 0 && s[0] == '%' {
		s = s[1:]
	}
	switch s {
	case "", "%", "+":
		return list[len(list)-1], false
	case "-":
		return list[max(0, len(list)-2)], false
	}
	if n, err := strconv.Atoi(s); err == nil {
		for _, j := range list {
			if j.id == n {
				return j, false
			}
		}
		return nil, false
	}
	for _, k := range list {
		if jobMatches(k.text, s) {
			if j != nil {
				return nil, true
			}
			j = k
		}
	}
	return j, false
}

func jobMatches(text, s string) bool {
	if s[0] == '?' {
		for i := 0; i+len(s)-1 <= len(text); i++ {
			if text[i:i+len(s)-1] == s[1:] {
				return true
			}
		}
		return false
	}
	return len(text) >= len(s) && text[:len(s)] == s
}

// jobLine is a job as the jobs builtin prints it.
func (sh *Shell) jobLine(j *job, long bool) string {
	mark := byte(' ')
	if n := len(sh.jobs.list); j.old {
		mark = ' '
	} else if n > 0 && sh.jobs.list[n-1] == j {
		mark = '+'
	} else if n > 1 && sh.jobs.list[n-2] == j {
		mark = '-'
	}
	state := "Running"
	amp := " &"
	if st, ok := j.ended(); ok {
		amp = ""
		switch {
		case st.Signal != 0:
			state = signalText(st.Signal)
		case st.Code == 0:
			state = "Done"
		default:
			state = "Exit " + strconv.Itoa(st.Code)
		}
	}
	if long {
		return fmt.Sprintf("[%d]%c %5d %-24s%s%s\n", j.id, mark, j.pid, state, j.text, amp)
	}
	return fmt.Sprintf("[%d]%c  %-24s%s%s\n", j.id, mark, state, j.text, amp)
}
