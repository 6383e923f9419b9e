package machine

import (
	"context"

	"github.com/orrery-world/orrery/internal/machine/bash"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// shellState is a session between two steps.
//
// A session with programs in the background cannot be kept as it stands, for no goroutine may outlive a step. It is kept as
// the last state in which nothing ran and the lines since: the next step runs them again, which gives the same programs at
// the same place, and then goes on.
type shellState struct {
	sh    *bash.Shell // nil before the first step
	fds   []*kern.File
	umask uint16
	lines int // input lines read so far
	ended bool
	// quiet is the machine before the oldest line that still has programs running, since are the lines from there on.
	quiet *Machine
	since []string
	// out and err are the sinks that descriptors of the session refer to.
	out, err *kern.Sink
}

func (s *shellState) fork() *shellState {
	c := *s
	if s.sh != nil {
		c.sh = s.sh.Fork(nil)
	}
	return &c
}

// session runs line in the session's shell.
func (m *Machine) session(ctx context.Context, line string, r *Result) error {
	s := m.shell
	start, lines := m, []string{line}
	if s.quiet != nil {
		start, lines = s.quiet.Fork(), append(append([]string(nil), s.since...), line)
	}
	before := start.Fork()
	end, live, err := start.play(ctx, lines, r)
	if err != nil {
		return err
	}
	if start != m {
		*m = *start
	}
	m.shell.ended = end
	m.shell.quiet, m.shell.since = nil, nil
	if live && !end {
		m.shell.quiet, m.shell.since = before, lines
	}
	r.Ended = end
	return nil
}

// play runs lines in one Run of the kernel; only the last one's output is kept. It says whether the shell has exited and
// whether programs are still running.
func (m *Machine) play(ctx context.Context, lines []string, r *Result) (ended, live bool, err error) {
	s := m.shell
	out, errs := &kern.Sink{}, &kern.Sink{} // of the lines that are played again
	if len(lines) == 1 {
		out, errs = &r.Stdout, &r.Stderr
	}
	fds, pid := kern.CloneFiles(s.fds, map[*kern.Sink]*kern.Sink{s.out: out, s.err: errs}), 0
	if s.sh == nil {
		fds = kern.StdFiles(out, errs)
		s.umask = 0o022
	} else {
		pid = s.sh.PID()
	}
	start := kern.CloneFiles(fds, nil)
	last := map[*kern.Sink]*kern.Sink{out: &r.Stdout, errs: &r.Stderr}
	p := m.k.NewProc(kern.Template{PID: pid, Args: []string{"bash"}, Env: m.env, Cwd: m.cwd, Umask: s.umask, Cred: m.cred, PPID: 1, FDs: fds})
	m.k.HoldOutput = false
	st, err := m.k.Run(ctx, p, func(ctx context.Context, p *kern.Proc) int {
		ended = m.readLines(ctx, p, lines, last)
		s.fds, s.umask = p.TakeFDs(), p.Umask
		return s.sh.Status()
	})
	if err != nil && !isBudget(err) {
		return false, false, err
	}
	if err != nil { // stopped in the middle: descriptors are those from before
		s.sh.Recover()
		s.fds = kern.CloneFiles(start, last)
	}
	s.out, s.err = &r.Stdout, &r.Stderr
	r.Exit = st.Exit()
	if wd := s.sh.Pwd(); wd != "" {
		m.pwd = wd
	}
	m.cwd, m.cred = p.Cwd, p.Cred
	return ended, err == nil && m.k.Live(), nil
}

// readLines lets the session's shell, made when there is none yet, read lines as process p, and points its output at the
// step's own sinks before the last one. It says whether the shell has exited.
func (m *Machine) readLines(ctx context.Context, p *kern.Proc, lines []string, last map[*kern.Sink]*kern.Sink) (ended bool) {
	s := m.shell
	if s.sh == nil {
		voice := bash.VoiceStdin
		if m.opt.Mode == Interactive {
			voice = bash.VoiceInteractive
		}
		s.sh = bash.New(p, bash.Config{Voice: voice})
	}
	s.sh.Enter(p)
	for i, line := range lines {
		if i > 0 {
			p.Drain()
			m.k.Reset()
			if i == len(lines)-1 {
				p.Redirect(last)
			}
		}
		if s.lines, ended = s.sh.RunInput(ctx, line+"\n", s.lines); ended {
			return true
		}
		if m.opt.Feeder {
			s.lines++
		}
	}
	return false
}
