package bash

import (
	"context"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"mvdan.cc/sh/v3/syntax"
)

// processSubst starts the command of <( ) or >( ) and returns the path of its other end.
func (sh *Shell) processSubst(ctx context.Context, ps *syntax.ProcSubst) string {
	_ = sh.p.Stdout.Flush()
	r, w := sh.p.Pipe()
	child := sh.p.Fork()
	mine := r
	if ps.Op == syntax.CmdIn {
		_ = child.SetFD(1, w)
	} else {
		_ = child.SetFD(0, r)
		mine = w
	}
	fd := 63
	for fd > firstSavedFD && sh.p.FD(fd) != nil {
		fd--
	}
	_ = sh.p.SetFD(fd, mine)
	sh.procFDs = append(sh.procFDs, fd)
	unit := sh.unit
	for _, n := range sh.procFDs {
		_ = child.SetFD(n, nil)
	}
	sub := sh.sub(child)
	child.Start(ctx, func(ctx context.Context, _ *kern.Proc) int {
		return sub.runSub(ctx, func(ctx context.Context, sub *Shell) {
			sub.unit = unit
			sub.runStmts(ctx, ps.Stmts)
		})
	})
	sh.lastBg = child.PID
	return "/dev/fd/" + strconv.Itoa(fd)
}

// closeProcSubst closes the ends of process substitutions beyond the first n.
func (sh *Shell) closeProcSubst(n int) {
	for _, fd := range sh.procFDs[n:] {
		_ = sh.p.SetFD(fd, nil)
	}
	sh.procFDs = sh.procFDs[:n]
}

// coproc starts a coprocess whose two descriptors go into an array.
func (sh *Shell) coproc(ctx context.Context, c *syntax.CoprocClause) {
	name := "COPROC"
	if c.Name != nil {
		name = sh.literal(ctx, c.Name).S
	}
	outR, outW := sh.p.Pipe()
	inR, inW := sh.p.Pipe()
	child := sh.p.Fork()
	_ = child.SetFD(0, inR)
	_ = child.SetFD(1, outW)
	r, _ := sh.p.AddFD(outR, 60)
	w, _ := sh.p.AddFD(inW, 60)
	t := sh.jobsOwn()
	t.list = append(t.list, &job{id: t.nextID(), pid: child.PID, proc: child, text: "coproc " + name})
	sh.lastBg = child.PID
	child.Start(ctx, sh.stageProgram(child, c.Stmt))
	v := Var{Attr: AttrArray, Set: true}
	sh.global.own()
	arr := sh.global.edit(&v)
	arr.put(0, number(int64(r)))
	arr.put(1, number(int64(w)))
	sh.global.set(name, v)
	_ = sh.setVar(name+"_PID", number(int64(child.PID)))
	sh.status = 0
}
