package bash

import (
	"context"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"mvdan.cc/sh/v3/syntax"
)

// substLines says how the lines of the commands in a substitution count: bash numbers its own layout of them, from the line of
// the command that holds them.
type substLines struct {
	unit  *parse.Unit
	stmts []*syntax.Stmt // nil: all are on one line
	base  int
}

// stmtLine makes the line of a simple command the present one.
func (sh *Shell) stmtLine(st *syntax.Stmt) {
	if sh.subst == nil || sh.subst.unit != sh.unit {
		sh.setLine(st.Pos())
		return
	}
	sh.line = sh.subst.base
	if sh.subst.stmts != nil {
		sh.line += sh.unit.SubstLine(sh.subst.stmts, st)
	}
}

// commandSubst returns the output of $( ... ) without trailing newlines; it sets $?.
func (sh *Shell) commandSubst(ctx context.Context, cs *syntax.CmdSubst) Str {
	if b, l, ok := sh.catSubst(ctx, cs); ok {
		return Str{S: trimOutput(sh, b), L: l.L}
	}
	unit := sh.unit
	out, l, status := sh.capture(ctx, func(ctx context.Context, sub *Shell) {
		sub.unit = unit
		sub.evals++
		sub.redirLine = 0
		sub.subst = &substLines{unit: unit, base: sub.line}
		if cs.Left.Line() != cs.Right.Line() {
			sub.subst.stmts = cs.Stmts
		}
		if text, ok := unit.Backquoted(cs); ok {
			sub.runText(ctx, text, parse.Options{Name: sub.name, Mode: parse.Substitution, FirstLine: sub.line})
			return
		}
		switch {
		case len(cs.Stmts) == 1 && !cs.Stmts[0].Background:
			sub.runLast(ctx, cs.Stmts[0])
		case len(cs.Stmts) > 0:
			sub.runStmts(ctx, cs.Stmts)
		default:
			sub.status = 0
		}
	})
	sh.status, sh.substStatus = status, status
	sh.didSubst = true
	return Str{S: trimOutput(sh, out), L: l}
}

// trimOutput drops NUL bytes, with bash's warning, and the newlines at the end.
func trimOutput(sh *Shell, b []byte) string {
	n := len(b)
	for n > 0 && b[n-1] == '\n' {
		n--
	}
	b = b[:n]
	zeros := 0
	for _, c := range b {
		if c == 0 {
			zeros++
		}
	}
	if zeros == 0 {
		return string(b)
	}
	if !sh.dash {
		sh.errf("warning: command substitution: ignored null byte in input")
	}
	out := make([]byte, 0, n-zeros)
	for _, c := range b {
		if c != 0 {
			out = append(out, c)
		}
	}
	return string(out)
}

// catSubst is $(< file).
func (sh *Shell) catSubst(ctx context.Context, cs *syntax.CmdSubst) ([]byte, Str, bool) {
	if len(cs.Stmts) != 1 || sh.dash {
		return nil, Str{}, false
	}
	st := cs.Stmts[0]
	if st.Cmd != nil || len(st.Redirs) != 1 || st.Redirs[0].Op != syntax.RdrIn || st.Redirs[0].N != nil || st.Negated {
		return nil, Str{}, false
	}
	target, ok := sh.redirectTarget(ctx, st.Redirs[0].Word)
	sh.didSubst = true
	sh.status, sh.substStatus = 1, 1
	if !ok {
		return nil, Str{}, true
	}
	saved := sh.p.Label()
	sh.p.SetLabel(0)
	b, err := sh.p.ReadFile(target.S)
	l := sh.p.Label()
	sh.p.SetLabel(saved)
	if err != nil {
		sh.errf("%s: %s", target.S, kern.ErrText(err))
		return nil, Str{}, true
	}
	sh.status, sh.substStatus = 0, 0
	return b, Str{L: l.Join(target.L)}, true
}
