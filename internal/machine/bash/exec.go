package bash

import (
	"context"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
	"mvdan.cc/sh/v3/syntax"
)

// runStmts runs a list of statements in order and returns the status of the last one.
func (sh *Shell) runStmts(ctx context.Context, stmts []*syntax.Stmt) int {
	for _, st := range stmts {
		sh.runStmt(ctx, st)
		if sh.flow != flowNone {
			break
		}
	}
	return sh.status
}

// runStmt runs one statement and sets $?.
func (sh *Shell) runStmt(ctx context.Context, st *syntax.Stmt) int {
	sh.p.Tick(1)
	if sh.p.Pending() {
		sh.runPending(ctx)
	}
	if sh.opts.has(optNoexec) && sh.voice != VoiceInteractive {
		return sh.status
	}
	if st.Background {
		return sh.background(ctx, st)
	}
	mark := len(sh.procFDs)
	if st.Negated {
		sh.quiet++
		sh.runCommand(ctx, st)
		sh.quiet--
		if sh.flow == flowNone {
			sh.status = b2i(sh.status == 0)
		}
	} else {
		sh.runCommand(ctx, st)
	}
	if len(sh.procFDs) > mark {
		sh.closeProcSubst(mark)
	}
	return sh.status
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// runCommand runs a statement's command with its redirections.
func (sh *Shell) runCommand(ctx context.Context, st *syntax.Stmt) {
	switch c := st.Cmd.(type) {
	case nil, *syntax.CallExpr, *syntax.DeclClause:
		sh.simple(ctx, st)
		sh.checkErrexit(ctx)
		return
	case *syntax.BinaryCmd:
		if len(st.Redirs) == 0 {
			sh.binary(ctx, c, st)
			return
		}
	case *syntax.FuncDecl:
		sh.declareFunc(c)
		return
	case *syntax.Subshell:
		sh.fg = st
		sh.setLine(c.Pos())
		if sh.traps != nil && !sh.inTrap {
			sh.cmdText = sh.unit.Format(st)
		}
		sh.status = sh.subshell(ctx, c, st.Redirs)
		if !sh.dash {
			sh.setLine(c.Rparen)
		}
		sh.setPipes(sh.status)
		sh.checkErrexit(ctx)
		return
	}
	undo, ok := sh.redirectCompound(ctx, st.Cmd, st.Redirs)
	if !ok {
		sh.undo(undo)
		sh.status = 1
		sh.setPipes(1)
		sh.checkErrexit(ctx)
		return
	}
	if undo == nil {
		sh.compound(ctx, st.Cmd, st)
		return
	}
	defer sh.undo(undo)
	sh.compound(ctx, st.Cmd, st)
	_ = sh.p.Stdout.Flush()
}

// binary runs && and || lists and pipelines.
func (sh *Shell) binary(ctx context.Context, c *syntax.BinaryCmd, st *syntax.Stmt) {
	if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
		sh.pipeline(ctx, c)
		if _, sub := c.Y.Cmd.(*syntax.Subshell); sub && sh.traps != nil && !sh.dash && !sh.opts.has(optErrexit) {
			sh.checkErrexit(ctx) // a subshell at the end counts as a command of its own, so that the ERR trap runs twice
		}
		sh.checkErrexit(ctx)
		return
	}
	sh.quiet++
	sh.runStmt(ctx, c.X)
	sh.quiet--
	if sh.flow != flowNone || (sh.status == 0) != (c.Op == syntax.AndStmt) {
		return
	}
	sh.runStmt(ctx, c.Y)
}

// checkErrexit runs the ERR trap and ends the shell after a failed command, where that counts.
func (sh *Shell) checkErrexit(ctx context.Context) {
	if sh.status == 0 || sh.quiet > 0 || sh.flow != flowNone {
		return
	}
	if sh.traps != nil && !sh.inTrap {
		sh.errTrap(ctx)
	}
	if sh.opts.has(optErrexit) && sh.flow == flowNone {
		sh.exit(sh.status)
	}
}

func (sh *Shell) setPipes(status int) {
	if status >= 0 && status < len(singlePipe) {
		sh.pipes = singlePipe[status : status+1 : status+1]
		return
	}
	sh.pipes = []int{status}
}

// singlePipe holds the value of PIPESTATUS after each ending of a single command. It is never changed.
var singlePipe = func() (t [256]int) {
	for i := range t {
		t[i] = i
	}
	return t
}()

// noUnit is what a shell executes before it has read anything.
var noUnit parse.Unit

// Fork returns a copy of the shell for process p; with nil, for a shell at rest, one that waits for Enter.
func (sh *Shell) Fork(p *kern.Proc) *Shell {
	c := newShell()
	global, funcs, aliases := c.global, c.funcs, c.aliases
	*c = *sh
	c.p, c.global, c.funcs, c.aliases = p, global, funcs, aliases
	sh.global.forkInto(global)
	sh.funcs.forkInto(funcs)
	sh.aliases.forkInto(aliases)
	if len(sh.frames) > 0 {
		c.frames = make([]*frame, len(sh.frames))
		for i, f := range sh.frames {
			g := *f
			g.locals = f.locals.fork()
			c.frames[i] = &g
		}
	}
	c.procFDs = nil
	if p == nil {
		c.jobs = sh.jobs.freeze()
	}
	c.tail = false
	return c
}

// sub returns a copy for a subshell of this shell: one level deeper, with jobs and traps as subshells have them.
func (sh *Shell) sub(p *kern.Proc) *Shell {
	c := sh.Fork(p)
	c.subs++
	c.jobs = sh.jobs.forSubshell()
	c.traps = sh.traps.forSubshell(p, sh.opts.has(optErrtrace), sh.opts.has(optFunctrace))
	c.opts.put(optMonitor, false)
	c.flow = flowNone
	return c
}

// runSub runs body as a subshell and returns its status; jumps end here.
func (sh *Shell) runSub(ctx context.Context, body func(ctx context.Context, sub *Shell)) (status int) {
	defer func() {
		if r := recover(); r != nil {
			j, ok := r.(jump)
			if !ok {
				panic(r)
			}
			status = j.status
		}
		status = sh.finish(ctx, status)
	}()
	body(ctx, sh)
	return sh.status
}

// finish runs the EXIT trap of a shell that ends and flushes its output.
func (sh *Shell) finish(ctx context.Context, status int) int {
	sh.flow = flowNone
	sh.status = status
	status = sh.exitTrap(ctx, status)
	_ = sh.p.Stdout.Flush()
	return status
}

// subshell runs ( ... ).
func (sh *Shell) subshell(ctx context.Context, c *syntax.Subshell, redirs []*syntax.Redirect) int {
	_ = sh.p.Stdout.Flush()
	child := sh.p.Fork()
	st := child.Run(ctx, func(ctx context.Context, p *kern.Proc) int {
		return sh.sub(p).runSub(ctx, func(ctx context.Context, sub *Shell) {
			sub.nameLine(c.Rparen)
			undo, ok := sub.redirectCompound(ctx, c, redirs)
			if !ok {
				sub.undo(undo)
				sub.status = 1
				return
			}
			sub.runStmts(ctx, c.Stmts)
		})
	})
	return sh.waited(st, child)
}

// waited turns the end of a foreground process into $? and tells what a shell that is not interactive tells then: which
// signal killed it, and which background jobs signals have killed.
func (sh *Shell) waited(st kern.Status, child *kern.Proc) int {
	if signalTold(st.Signal) {
		sh.tellSignal(st.Signal, child)
	}
	if sh.jobs != nil {
		sh.notifyJobs()
	}
	return st.Exit()
}

// pipeline runs the stages of a pipe from left to right, each in a process of its own.
func (sh *Shell) pipeline(ctx context.Context, c *syntax.BinaryCmd) {
	stages := appendStages(make([]stage, 0, 4), c)
	_ = sh.p.Stdout.Flush()
	procs := make([]*kern.Proc, len(stages))
	last := len(stages) - 1
	inPlace := sh.shopt(shoptLastpipe) && !sh.opts.has(optMonitor)
	var in *kern.File
	for i, s := range stages {
		if i == last && inPlace {
			break
		}
		child := sh.p.Fork()
		procs[i] = child
		if in != nil {
			_ = child.SetFD(0, in)
		}
		if i < last {
			r, w := sh.p.Pipe()
			_ = child.SetFD(1, w)
			if s.both {
				_ = child.SetFD(2, w)
			}
			in = r.Hold()
			if inPlace {
				child.Start(ctx, sh.stageProgram(child, s.stmt))
			} else {
				child.Start(ctx, sh.waitedStage(s.stmt))
			}
		}
		if i > 0 {
			sh.p.Release(stages[i-1].read)
		}
		stages[i].read = in
	}
	sh.p.Yield()
	sh.pipes = make([]int, len(stages))
	if inPlace {
		sh.lastInPlace(ctx, stages[last].stmt, in)
	} else {
		st := procs[last].Run(ctx, sh.waitedStage(stages[last].stmt))
		sh.pipes[last] = sh.waited(st, procs[last])
	}
	sh.waitStages(procs[:last])
	if sh.traps != nil && !sh.dash { // the line that the ERR trap sees
		if c, ok := stages[last].stmt.Cmd.(*syntax.Subshell); ok {
			sh.setLine(c.Rparen)
		} else {
			sh.setLine(stages[last].stmt.Pos())
		}
	}
}

// waitStages waits for all stages but the last and sets the status of the pipeline.
func (sh *Shell) waitStages(procs []*kern.Proc) {
	pipes := sh.pipes
	for i, p := range procs {
		pipes[i] = sh.p.Join(p).Exit()
	}
	sh.pipes = pipes
	sh.status = pipes[len(pipes)-1]
	if sh.opts.has(optPipefail) {
		for _, s := range pipes {
			if s != 0 {
				sh.status = s
			}
		}
	}
}

// lastInPlace runs the last stage of a pipeline in the shell itself, for shopt lastpipe.
func (sh *Shell) lastInPlace(ctx context.Context, st *syntax.Stmt, in *kern.File) {
	u := &undoList{}
	sh.saveFD(u, 0)
	_ = sh.p.SetFD(0, in)
	sh.p.Release(in)
	defer sh.undo(u)
	pipes := sh.pipes
	sh.runStmt(ctx, st)
	pipes[len(pipes)-1] = sh.status
	sh.pipes = pipes
}

type stage struct {
	stmt *syntax.Stmt
	both bool // |& after it
	read *kern.File
}

func appendStages(list []stage, c *syntax.BinaryCmd) []stage {
	add := func(st *syntax.Stmt) {
		if b, ok := st.Cmd.(*syntax.BinaryCmd); ok && (b.Op == syntax.Pipe || b.Op == syntax.PipeAll) && len(st.Redirs) == 0 &&
			!st.Negated {
			list = appendStages(list, b)
			return
		}
		list = append(list, stage{stmt: st})
	}
	add(c.X)
	list[len(list)-1].both = c.Op == syntax.PipeAll
	add(c.Y)
	return list
}

// stageProgram is what a stage of a pipeline, or a background command, runs in its process. The subshell is made now: what
// the shell does before the process runs does not show in it.
func (sh *Shell) stageProgram(child *kern.Proc, st *syntax.Stmt) kern.Program {
	sub := sh.sub(child)
	return func(ctx context.Context, _ *kern.Proc) int {
		return sub.runSub(ctx, func(ctx context.Context, sub *Shell) {
			if _, ok := st.Cmd.(*syntax.CallExpr); ok && !st.Negated && !st.Background && sub.traps.any() {
				sub.simple(ctx, st) // the ERR trap runs once, for the whole pipeline
				return
			}
			sub.runLast(ctx, st)
		})
	}
}

// waitedStage is stageProgram for a shell that does nothing until the process has ended.
func (sh *Shell) waitedStage(st *syntax.Stmt) kern.Program {
	return func(ctx context.Context, p *kern.Proc) int {
		if prog := sh.plainStage(p, st); prog != nil {
			return prog(ctx, p)
		}
		return sh.stageProgram(p, st)(ctx, p)
	}
}

// runLast runs the only command of a subshell: an external program takes the subshell's process.
func (sh *Shell) runLast(ctx context.Context, st *syntax.Stmt) {
	if _, ok := st.Cmd.(*syntax.CallExpr); ok && !st.Negated && (sh.traps == nil || !sh.traps.any()) {
		sh.tail = true
		sh.simple(ctx, st)
		return
	}
	if s, ok := st.Cmd.(*syntax.Subshell); ok && len(st.Redirs) == 0 && !st.Negated {
		sh.subs++
		sh.runStmts(ctx, s.Stmts)
		if sh.traps != nil {
			sh.setLine(s.Rparen)
			sh.checkErrexit(ctx)
		}
		return
	}
	sh.runStmt(ctx, st)
}

// capture runs body in a subshell and returns what it writes to standard output, for command substitution.
func (sh *Shell) capture(ctx context.Context, body func(ctx context.Context, sub *Shell)) (out []byte, l tree.Label, status int) {
	_ = sh.p.Stdout.Flush()
	var sink kern.Sink
	f := sh.p.NewCapture(&sink)
	child := sh.p.Fork()
	_ = child.SetFD(1, f)
	end := child.Run(ctx, func(ctx context.Context, p *kern.Proc) int {
		sub := sh.sub(p)
		if !sh.opts.has(optPosix) && !sh.shopt(shoptInheritErrexit) {
			sub.opts.put(optErrexit, false)
		}
		return sub.runSub(ctx, body)
	})
	sh.p.WaitClosed(f)
	sh.p.Hold(-int64(len(sink.Bytes)))
	return sink.Bytes, sink.Label(), end.Exit()
}
