// Package jq is the simulated jq 1.6 of Debian 12: its language, its builtins, its error texts and its way of printing.
//
// A program text becomes a tree of nodes (lexer.go, parser.go, rules.go), names in it are given their meanings (resolve.go),
// and code for a stack machine with backtracking is written (emit.go) and run (vm.go). The machine's instructions and their
// order follow jq's, because what counts as a path, what try catches and in which order results come all depend on them.
package jq

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// Program is jq. It exits 0, 1 and 4 with -e after a last result of false or null or none at all, 2 after a usage or file
// error, 3 after a program that does not compile, 4 after a malformed input, 5 after an uncaught error, or as halt_error says.
func Program(_ context.Context, p *kern.Proc) int {
	h := &host{p: p}
	o := &options{printer: printer{pretty: true, indent: 2}, named: newObj(0)}
	c := &commandLine{h: h, p: p, o: o}
	if c.parse(); c.stop {
		return finish(p, c.status)
	}
	return finish(p, run(c))
}

// finish writes what is held back.
func finish(p *kern.Proc, status int) int {
	if err := p.Stdout.Flush(); err != nil {
		_, _ = p.Stderr.WriteString("Error: writing output failed: " + kern.ErrText(err) + "\n")
		return 2
	}
	return status
}

func run(c *commandLine) int {
	p, o, h := c.p, c.o, c.h
	c.colors()
	if !o.hasProgram {
		if p.IsTerminal(0) && p.IsTerminal(1) {
			c.usage(2)
			return c.status
		}
		o.program = "."
	}
	s := &session{h: h, opt: o, in: newInput(h, o)}
	s.setOrigins()
	if s.in.parser != nil {
		s.in.parser.abort = s.abort
	}
	main, status := s.compile()
	if main == nil {
		return status
	}
	m := newVM(h, s, main)
	defer m.mem.release(m)
	ret := s.runAll(m)
	if s.in.failures != 0 {
		ret = 2
	}
	switch {
	case ret >= 10 && o.exitStatus:
		return ret - 10
	case ret >= 10 && !o.exact:
		return 0
	}
	return ret & 0xFF
}

// runAll runs the program on every input.
func (s *session) runAll(m *vm) int {
	if s.opt.nullInput {
		return s.process(m, nil)
	}
	ret := 0
	for s.in.failures == 0 {
		v, ok, err := s.in.read()
		switch {
		case ok:
			ret = s.process(m, v) // after halt too
		case err == nil:
			return ret
		case s.opt.seq:
			_, _ = s.h.p.Stderr.WriteString("ignoring parse error: " + err.msg + "\n")
		default:
			_, _ = s.h.p.Stderr.WriteString("parse error: " + err.msg + "\n")
			return 4
		}
	}
	return ret
}

func newInput(h *host, o *options) *input {
	in := &input{h: h, slurp: o.slurp, files: o.files}
	if len(in.files) == 0 {
		in.files = []string{"-"}
	}
	if !o.rawInput {
		in.parser = newJSONParser(h.tick)
		in.parser.seq = o.seq
		in.parser.streamErrors = o.streamErrs
		if o.seq {
			in.parser.state = jsonLost
		}
		if o.stream {
			in.parser.stream = &streamer{}
		}
	}
	return in
}

// colors decides whether and how the output is coloured.
func (c *commandLine) colors() {
	pr := &c.o.printer
	pr.color = (c.p.IsTerminal(1) || c.o.color) && !c.o.noColor
	pr.colors = &defaultColors
	spec, ok := c.p.Getenv("JQ_COLORS")
	if !ok {
		return
	}
	colors := defaultColors
	for i := range colors {
		if spec == "" {
			break
		}
		var code string
		code, spec, _ = strings.Cut(spec, ":")
		if len(code) > 12 || strings.Trim(code, "0123456789;") != "" {
			c.warn("Failed to set $JQ_COLORS\n")
			return
		}
		colors[i] = "\x1b[" + code + "m"
	}
	pr.colors = &colors
}
