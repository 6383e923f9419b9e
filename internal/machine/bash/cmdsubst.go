package bash

import (
	"context"
	"io"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// command expands $(...): the output of the commands without the newlines at its end. The status of the last such command
// is $?.
func (b *build) command(p *syntax.CmdSubst) Str {
	sh := b.sh
	sh.p.Tick(1)
	var out []byte
	var l tree.Label
	if r := fileRedirect(p); r != nil {
		out, l = b.readFile(r)
	} else {
		var status int
		out, l, status = sh.capture(b.ctx, b.body(p))
		sh.status = status
	}
	s := Str{S: string(out), L: l}
	if strings.IndexByte(s.S, 0) >= 0 {
		sh.errf("warning: command substitution: ignored null byte in input")
		s.S = strings.ReplaceAll(s.S, "\x00", "")
	}
	s.S = strings.TrimRight(s.S, "\n")
	return s
}

// body is what the subshell of a command substitution runs.
func (b *build) body(p *syntax.CmdSubst) func(context.Context, *Shell) int {
	unit := b.unit
	if unit == nil {
		unit = b.sh.unit
	}
	return func(ctx context.Context, sub *Shell) int {
		sub.unit = unit
		if unit != nil {
			if text, late := unit.Backquoted(p); late {
				return sub.runText(ctx, Str{S: text, L: sub.label}, parse.Substitution)
			}
		}
		return sub.runStmts(ctx, p.Stmts)
	}
}

// fileRedirect returns the redirection of $(<file), or nil.
func fileRedirect(p *syntax.CmdSubst) *syntax.Redirect {
	if len(p.Stmts) != 1 {
		return nil
	}
	s := p.Stmts[0]
	if s.Cmd != nil || s.Negated || s.Background || len(s.Redirs) != 1 || s.Redirs[0].Op != syntax.RdrIn || s.Redirs[0].N != nil {
		return nil
	}
	return s.Redirs[0]
}

// readFile is $(<file).
func (b *build) readFile(r *syntax.Redirect) ([]byte, tree.Label) {
	sh := b.sh
	sh.status = 1
	c := *sh
	if b.unit != nil {
		c.unit = b.unit
	}
	name, ok := c.redirectTarget(b.ctx, r.Word)
	if !ok {
		return nil, 0
	}
	keep := sh.p.Label()
	fd, err := sh.p.Open(name.S, kern.ReadOnly, 0)
	sh.p.SetLabel(keep)
	if err != nil {
		sh.errf("%s: %s", name.S, kern.ErrText(err))
		return nil, 0
	}
	defer sh.p.Close(fd)
	sh.status = 0
	var out []byte
	var l tree.Label
	buf := make([]byte, 4096)
	for {
		n, runs, err := sh.p.ReadRuns(fd, buf)
		sh.p.Tick(1 + n/64)
		b.held += int64(n)
		sh.p.Hold(int64(n))
		out, l = append(out, buf[:n]...), l|tree.JoinRuns(runs)
		if err == io.EOF || n == 0 {
			return out, l
		}
		if err != nil {
			sh.errf("%s: %s", name.S, kern.ErrText(err))
			sh.status = 1
			return out, l
		}
	}
}
