package jq

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

func itoa(n int) string { return strconv.Itoa(n) }

// session is what one run of jq has beside the program: its input and output.
type session struct {
	h      *host
	opt    *options
	in     *input
	exit   int   // status after halt
	last   value // what halt_error prints
	env    *obj
	libs   value
	origin value
	prog   value
}

// environment returns the environment as an object.
func (s *session) environment() value {
	if s.env == nil {
		p := s.h.p
		s.env = newObj(len(p.Env))
		for _, e := range p.Env {
			p.Taint(e.Label)
			s.env.put(newStr(validText(e.Name)), newStr(validText(e.Value)))
		}
	}
	return s.env
}

func (s *session) jqOrigin() value   { return s.origin }
func (s *session) progOrigin() value { return s.prog }
func (s *session) searchList() value { return s.libs }

// sigABRT is the signal by which a failed assertion ends a program, sigFPE that of a division that has no result.
const (
	sigABRT = kern.Signal(6)
	sigFPE  = kern.Signal(8)
)

// abort ends jq where the real one has a failed assertion: what it had not written yet is lost.
func (s *session) abort(msg string) {
	_, _ = s.h.p.Stderr.WriteString("jq: " + msg + "\n")
	s.kill(sigABRT)
}

func nextInput(m *vm, _ []value) (value, *failure) {
	v, ok, err := m.io.in.read()
	switch {
	case err != nil:
		return nil, fail(err.msg)
	case !ok:
		return nil, fail("break")
	}
	return v, nil
}

func debugValue(m *vm, a []value) (value, *failure) {
	pr := m.io.opt.printer
	pr.pretty = false
	line := m.h.write(nil, &pr, newArr([]value{newStr("DEBUG:"), a[0]}), 0)
	_, _ = m.h.p.Stderr.Write(append(line, '\n'))
	return a[0], nil
}

func printStderr(m *vm, a []value) (value, *failure) {
	_, _ = m.h.p.Stderr.WriteString(m.h.dump(a[0]))
	return a[0], nil
}

// The statuses that become others unless -e asks for them.
const (
	statusFalse = 11 // the last result was false or null
	statusNone  = 14 // there was no result
)

// process runs the program on one input and prints the results.
func (s *session) process(m *vm, input value) int {
	out := s.h.p.Stdout
	ret := statusNone
	s.last = nil
	m.start(input)
	v, ok, err := m.next(true)
	for ; ok; v, ok, err = m.next(false) {
		ret = s.printResult(v)
		if !s.opt.noNewline {
			_ = out.WriteByte('\n')
		}
		if s.opt.unbuffered {
			_ = out.Flush()
		}
	}
	switch {
	case m.halted:
		s.opt.exact = true
		s.printHalt()
		return s.exit
	case err != nil:
		s.uncaught(err)
		return 5
	}
	return ret
}

func (s *session) printResult(v value) int {
	out := s.h.p.Stdout
	if t, isStr := v.(*str); isStr && s.opt.raw {
		if s.opt.printer.ascii {
			_, _ = out.Write(appendString(nil, t.s, true))
		} else {
			_, _ = out.WriteString(t.s)
		}
		return 0
	}
	if s.opt.seq {
		_ = out.WriteByte('\x1e')
	}
	_, _ = out.Write(s.h.write(nil, &s.opt.printer, v, 0))
	if !truthy(v) {
		return statusFalse
	}
	return 0
}

func (s *session) printHalt() {
	switch v := s.last.(type) {
	case nil:
	case *str:
		text, _, _ := strings.Cut(v.s, "\x00")
		_, _ = s.h.p.Stderr.WriteString(text)
	default:
		_, _ = s.h.p.Stderr.WriteString(s.h.dump(v) + "\n")
	}
}

func (s *session) uncaught(f *failure) {
	text := "jq: error (at " + s.in.position() + ")"
	if msg, ok := f.msg.(*str); ok {
		line, _, _ := strings.Cut(msg.s, "\x00")
		text += ": " + line
	} else {
		text += " (not a string): " + s.h.dump(f.msg)
	}
	_, _ = s.h.p.Stderr.WriteString(text + "\n")
}

// kill ends jq where the real one does what gets it killed.
func (s *session) kill(sig kern.Signal) {
	p := s.h.p
	p.Stdout.Discard()
	p.Signal(sig)
	p.Exit(128 + int(sig))
}
