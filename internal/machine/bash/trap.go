package bash

import (
	"context"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"mvdan.cc/sh/v3/syntax"
)

// The traps that are not signals have numbers above those of all signals.
const (
	trapExit   = 0
	trapDebug  = 65
	trapErr    = 66
	trapReturn = 67
)

// trapTable holds the commands of trap. It is copied, never changed, once a shell has it.
type trapTable struct {
	cmds map[int]Str
	// inherited are traps of the parent that a subshell shows until it sets its own.
	inherited bool
}

func (t *trapTable) any() bool { return t != nil && !t.inherited && len(t.cmds) > 0 }

// get returns the command for a trap and whether one is set.
func (t *trapTable) get(n int) (Str, bool) {
	if t == nil || t.inherited {
		return Str{}, false
	}
	s, ok := t.cmds[n]
	return s, ok
}

// set returns a table in which trap n is s, or unset when remove.
func (t *trapTable) set(n int, s Str, remove bool) *trapTable {
	c := &trapTable{cmds: map[int]Str{}}
	if t != nil && !t.inherited {
		for k, v := range t.cmds {
			c.cmds[k] = v
		}
	}
	if remove {
		delete(c.cmds, n)
	} else {
		c.cmds[n] = s
	}
	return c
}

// forSubshell returns what a subshell has: ignored signals stay ignored, the others go back to their default. The traps of
// commands stay where errtrace and functrace say so.
func (t *trapTable) forSubshell(p *kern.Proc, errtrace, functrace bool) *trapTable {
	if t == nil {
		return nil
	}
	kept := map[int]Str{}
	for n, s := range t.cmds {
		if s.S == "" || n == trapErr && errtrace || (n == trapDebug || n == trapReturn) && functrace {
			kept[n] = s
			continue
		}
		if n > 0 && n < trapDebug {
			p.SetSignal(kern.Signal(n), kern.Default)
		}
	}
	if len(kept) == len(t.cmds) || len(kept) > 0 && (errtrace || functrace) {
		return &trapTable{cmds: kept}
	}
	return &trapTable{cmds: t.cmds, inherited: true}
}

// setTrap sets, ignores (empty command) or removes trap n.
func (sh *Shell) setTrap(n int, cmd Str, remove bool) {
	sh.traps = sh.traps.set(n, cmd, remove)
	if n == trapExit || n >= trapDebug {
		return
	}
	d := kern.Catch
	switch {
	case remove:
		d = kern.Default
	case cmd.S == "":
		d = kern.Ignore
	}
	sh.p.SetSignal(kern.Signal(n), d)
}

// trapName returns the name that trap -p shows.
func trapName(n int) string {
	switch n {
	case trapExit:
		return "EXIT"
	case trapDebug:
		return "DEBUG"
	case trapErr:
		return "ERR"
	case trapReturn:
		return "RETURN"
	}
	return "SIG" + kern.Signal(n).Name()
}

// runTrap runs a trap's command and keeps $?.
func (sh *Shell) runTrap(ctx context.Context, cmd Str, name string) {
	status, pipes, line, text := sh.status, sh.pipes, sh.line, sh.cmdText
	was := sh.inTrap
	sh.inTrap = true
	sh.evalString(ctx, cmd, name)
	sh.inTrap = was
	if sh.flow == flowNone {
		sh.status = status
	}
	sh.pipes, sh.line, sh.cmdText = pipes, line, text
}

// runPending runs the traps of signals that have arrived.
func (sh *Shell) runPending(ctx context.Context) {
	for {
		s := sh.p.TakePending()
		if s == 0 {
			return
		}
		if cmd, ok := sh.traps.get(int(s)); ok && cmd.S != "" {
			sh.runTrap(ctx, cmd, "trap")
		}
	}
}

// exitTrap runs the EXIT trap of a shell that ends with status and returns the status it then ends with.
func (sh *Shell) exitTrap(ctx context.Context, status int) (end int) {
	cmd, ok := sh.traps.get(trapExit)
	if !ok || cmd.S == "" {
		return status
	}
	end = status
	sh.traps = sh.traps.set(trapExit, Str{}, true)
	defer func() {
		if r := recover(); r != nil {
			j, isJump := r.(jump)
			if !isJump {
				panic(r)
			}
			if j.kind == jumpExit {
				end = j.status
			}
		}
	}()
	sh.frames, sh.loops, sh.evals = nil, 0, -1
	sh.status, sh.exitStatus, sh.exiting = status, status, true
	sh.runTrap(ctx, cmd, "exit trap")
	return end
}

// errTrap runs the ERR trap after a command that failed.
func (sh *Shell) errTrap(ctx context.Context) {
	if cmd, ok := sh.traps.get(trapErr); ok && cmd.S != "" && (len(sh.frames) == 0 || sh.opts.has(optErrtrace) || !sh.inFunction()) {
		sh.runTrap(ctx, cmd, "error trap")
	}
}

// debugTrap runs the DEBUG trap before a command.
func (sh *Shell) debugTrap(ctx context.Context, st *syntax.Stmt) {
	if !sh.inTrap && st != nil {
		sh.cmdText = sh.unit.Text(st.Cmd)
	}
	if cmd, ok := sh.traps.get(trapDebug); ok && cmd.S != "" && !sh.inTrap && (!sh.inFunction() || sh.opts.has(optFunctrace)) {
		sh.runTrap(ctx, cmd, "debug trap")
	}
}

// hideReturnTrap takes the RETURN trap away for a function that does not inherit it; what it returns puts the trap back
// unless the function has set one.
func (sh *Shell) hideReturnTrap(fn *function) (restore func()) {
	cmd, ok := sh.traps.get(trapReturn)
	if !ok || sh.opts.has(optFunctrace) || fn.trace {
		return func() {}
	}
	sh.traps = sh.traps.set(trapReturn, Str{}, true)
	return func() {
		if _, set := sh.traps.get(trapReturn); !set {
			sh.traps = sh.traps.set(trapReturn, cmd, false)
		}
	}
}

// returnTrap runs the RETURN trap at the end of a function or a sourced file.
func (sh *Shell) returnTrap(ctx context.Context) {
	if cmd, ok := sh.traps.get(trapReturn); ok && cmd.S != "" && !sh.inTrap {
		sh.runTrap(ctx, cmd, "return trap")
	}
}

// signalNumber reads a signal as trap and kill take it: a number, a name with or without SIG, in any case.
func signalNumber(s string, traps bool) (int, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, n >= 0 && n <= 64
	}
	up := upperASCII(s)
	if traps {
		switch up {
		case "EXIT":
			return trapExit, true
		case "DEBUG":
			return trapDebug, true
		case "ERR":
			return trapErr, true
		case "RETURN":
			return trapReturn, true
		}
	}
	if len(up) > 3 && up[:3] == "SIG" {
		up = up[3:]
	}
	sig, ok := kern.SignalByName(up)
	return int(sig), ok
}

func upperASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}
