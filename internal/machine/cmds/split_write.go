package cmds

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// write makes the file called name of the given parts of the input; false after an error.
func (s *splitState) write(name string, parts []piece) bool {
	p := s.p
	if s.filtered {
		return s.runFilter(name, parts)
	}
	if s.verbose {
		p.Stdout.WriteString("creating file " + gnu.QuoteAF(name) + "\n")
	}
	fd, err := p.Open(name, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
	if err == nil {
		err = s.send(fd, parts)
		_ = p.Close(fd)
	}
	if err != nil {
		p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
		return false
	}
	return true
}

func (s *splitState) send(fd int, parts []piece) error {
	for _, part := range parts {
		runs := tree.SliceRuns(s.in.runs, int64(part.from), int64(part.to-part.from))
		if _, err := s.p.WriteRuns(fd, s.in.buf[part.from:part.to], runs); err != nil {
			return err
		}
	}
	return nil
}

// runFilter gives the parts to a shell command that finds the name in $FILE.
func (s *splitState) runFilter(name string, parts []piece) bool {
	p := s.p
	if s.verbose {
		p.Stdout.WriteString("executing with FILE=" + gnu.QuoteAF(name) + "\n")
	}
	p.SetSignal(kern.SIGPIPE, kern.Ignore)
	r, w := p.Pipe()
	fd, err := p.AddFD(w, 3)
	if err != nil {
		p.Errorf("failed to create pipe: %s", kern.ErrText(err))
		return false
	}
	shell := "/bin/sh"
	if sh, ok := p.Getenv("SHELL"); ok && sh != "" {
		shell = sh
	}
	child, err := p.Spawn(s.ctx, shell, []string{shell[strings.LastIndexByte(shell, '/')+1:], "-c", s.filter}, func(c *kern.Proc) {
		_ = c.SetFD(0, r)
		_ = c.SetFD(fd, nil)
		c.SetSignal(kern.SIGPIPE, kern.Default)
		var env []kern.EnvVar
		for _, v := range c.Env {
			if v.Name != "FILE" {
				env = append(env, v)
			}
		}
		c.Env = append(env, kern.EnvVar{Name: "FILE", Value: name, Label: p.Label().Derive()})
	})
	if err != nil {
		p.Errorf("failed to run command: \"%s -c %s\": %s", shell, s.filter, kern.ErrText(err))
		return false
	}
	err = s.send(fd, parts)
	_ = p.Close(fd)
	st, _ := p.Wait(child)
	switch {
	case st.Signal != 0 && st.Signal != kern.SIGPIPE:
		p.Errorf("with FILE=%s, signal %s from command: %s", name, st.Signal.Name(), s.filter)
	case st.Signal == 0 && st.Code != 0:
		p.Errorf("with FILE=%s, exit %d from command: %s", name, st.Code, s.filter)
	default:
		return err == nil || err == error(tree.EPIPE)
	}
	s.p.Exit(1)
	return false
}

// robin deals the lines out like cards.
func (s *splitState) robin() int {
	if s.chunk > 0 {
		for at, k := 0, uint64(1); at < len(s.in.buf); k++ {
			end := s.lineEnd(at)
			if (k-1)%s.size+1 == s.chunk {
				s.copyOut(piece{at, end})
			}
			at = end
		}
		return 0
	}
	s.p.Hold(int64(min(s.size, 1<<40)) * 24)
	hands := make([][]piece, s.size)
	for at, k := 0, uint64(0); at < len(s.in.buf); k++ {
		end := s.lineEnd(at)
		hands[k%s.size] = append(hands[k%s.size], piece{at, end})
		at = end
	}
	first := true
	for _, h := range hands {
		s.p.Tick(1)
		if s.elide && len(h) == 0 {
			continue
		}
		name, ok := s.nextName(first)
		if !ok || !s.write(name, h) {
			return 1
		}
		first = false
	}
	return s.status
}
