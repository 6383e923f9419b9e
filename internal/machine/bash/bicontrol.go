package bash

import (
	"context"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// biEval is eval.
func biEval(ctx context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "")
	if st != 0 {
		return st
	}
	text := joinFields(f.rest)
	if text.S == "" {
		return 0
	}
	return sh.evalString(ctx, text, "eval")
}

func joinFields(fs []Field) Str {
	switch len(fs) {
	case 0:
		return Str{}
	case 1:
		return fs[0]
	}
	parts := make([]string, len(fs))
	var out Str
	for i, f := range fs {
		parts[i] = f.S
		out.L |= f.L
	}
	out.S = strings.Join(parts, " ")
	return out
}

// biSource is source and the dot.
func biSource(ctx context.Context, sh *Shell, args []Field) int {
	name := args[0].S
	f, st := sh.options(args, "")
	if st != 0 {
		return st
	}
	if len(f.rest) == 0 {
		if sh.dash {
			return 0
		}
		sh.errf("%s: filename argument required", name)
		return sh.usage(name)
	}
	file := sh.sourcePath(f.rest[0].S)
	saved := sh.p.Label()
	sh.p.SetLabel(0)
	st1, err := sh.p.Stat(file)
	b := []byte(nil)
	if err == nil && !st1.IsDir() {
		b, err = sh.p.ReadFile(file)
	}
	text := Str{S: string(b), L: sh.p.Label()}
	sh.p.SetLabel(saved)
	switch {
	case sh.dash && err != nil:
		sh.errf("%s: cannot open %s: %s", name, f.rest[0].S, strings.TrimSuffix(kern.ErrText(err), " or directory"))
		sh.fatal(2)
	case err != nil:
		sh.errf("%s: %s", shown(f.rest[0].S), kern.ErrText(err))
		if sh.opts.has(optPosix) && sh.voice != VoiceInteractive {
			sh.exit(1)
		}
		return 1
	case st1.IsDir():
		sh.errf("%s: %s: is a directory", name, f.rest[0].S)
		return 1
	case looksBinary(b):
		sh.errf("%s: %s: cannot execute binary file", name, f.rest[0].S)
		return 126
	}
	st2 := sh.sourceFile(ctx, file, text, f.rest[1:])
	if sh.traps != nil {
		sh.returnTrap(ctx)
	}
	return st2
}

// sourcePath finds the file of source: in PATH when its name has no slash, else, for bash, in the present directory.
func (sh *Shell) sourcePath(name string) string {
	if hasSlash(name) || !sh.shopt(shoptSourcepath) && !sh.dash {
		return name
	}
	if v, ok := sh.lookup("PATH"); ok {
		for _, dir := range pathDirs(v.Str.S) {
			file := dir + "/" + name
			if st, err := sh.p.Stat(file); err == nil && !st.IsDir() && sh.p.Access(file, 4) == nil {
				return file
			}
		}
	}
	return name
}

// biExec is exec: with a command it becomes that program, without one its redirections stay.
func biExec(ctx context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "cla:")
	if st != 0 {
		return st
	}
	if len(f.rest) == 0 {
		return 0
	}
	if !f.has('c') {
		sh.leave()
	}
	env := sh.environ("")
	if f.has('c') {
		env = nil
	}
	name := f.rest[0].S
	v, _ := sh.lookup("PATH")
	file, err := sh.p.LookPath(name, v.Str.S)
	if err != nil && !hasSlash(name) {
		if sh.dash {
			sh.errf("exec: %s: not found", name)
		} else {
			sh.errf("exec: %s: not found", name)
		}
		return sh.execFailed(127)
	}
	if hasSlash(name) {
		file = name
		if name[0] != '/' {
			file = canonical(strings.TrimSuffix(sh.pwd.S, "/") + "/" + name)
		}
		name = file
	}
	argv := make([]string, len(f.rest))
	l := sh.label
	for i, a := range f.rest {
		argv[i] = a.S
		l |= a.L
	}
	for _, x := range f.flags {
		switch x.c {
		case 'a':
			argv[0] = x.val.S
		case 'l':
			argv[0] = "-" + argv[0]
		}
	}
	prog, err := sh.p.Load(file, argv, appendUnderscore(env, file))
	if err != nil {
		sh.line = max(sh.line, 1)
		st := sh.execError(name, file, err)
		if !sh.dash {
			sh.errf("exec: %s: cannot execute: %s", name, kern.ErrText(err))
		}
		return sh.execFailed(st)
	}
	sh.p.SetLabel(l)
	_ = sh.p.Stdout.Flush()
	sh.traps = nil
	sh.exit(prog(ctx, sh.p))
	return 0
}

// execFailed ends a shell that is not interactive, unless shopt execfail is on.
func (sh *Shell) execFailed(status int) int {
	if sh.voice != VoiceInteractive && !sh.shopt(shoptExecfail) {
		sh.exit(status)
	}
	return status
}

// biExit is exit.
func biExit(_ context.Context, sh *Shell, args []Field) int {
	rest := args[1:]
	if len(rest) > 0 && rest[0].S == "--" {
		rest = rest[1:]
	}
	if sh.voice == VoiceInteractive && sh.subs == 0 {
		_, _ = sh.p.Stderr.WriteString("exit\n")
	}
	status := sh.status
	if sh.exiting {
		status = sh.exitStatus
	}
	if len(rest) > 0 {
		n, err := strconv.ParseInt(strings.TrimSpace(rest[0].S), 10, 64)
		switch {
		case err != nil && sh.dash:
			sh.errf("exit: Illegal number: %s", rest[0].S)
			sh.exit(2)
		case err != nil:
			sh.errf("exit: %s: numeric argument required", rest[0].S)
			sh.exit(2)
		case len(rest) > 1:
			sh.errf("exit: too many arguments")
			sh.discard(1)
		}
		status = int(n & 0xff)
	}
	sh.exit(status)
	return status
}

// biReturn is return.
func biReturn(_ context.Context, sh *Shell, args []Field) int {
	rest := args[1:]
	if len(rest) > 0 && rest[0].S == "--" {
		rest = rest[1:]
	}
	status := sh.status
	if len(rest) > 0 {
		n, err := strconv.ParseInt(strings.TrimSpace(rest[0].S), 10, 64)
		switch {
		case err != nil && sh.dash:
			sh.errf("return: Illegal number: %s", rest[0].S)
			sh.exit(2)
		case err != nil:
			sh.errf("return: %s: numeric argument required", rest[0].S)
			n = 2
		case len(rest) > 1:
			sh.errf("return: too many arguments")
			sh.discard(1)
		}
		status = int(n & 0xff)
	}
	if len(sh.frames) == 0 || len(sh.frames) == 1 && sh.frames[0].temp {
		if sh.dash {
			sh.exit(status)
		}
		sh.errf("return: can only `return' from a function or sourced script")
		return 2
	}
	sh.flow = flowReturn
	return status
}

// biBreak is break and continue.
func biBreak(_ context.Context, sh *Shell, args []Field) int {
	name := args[0].S
	n := 1
	if len(args) > 1 {
		v, err := strconv.Atoi(args[1].S)
		switch {
		case err != nil && sh.dash:
			sh.errf("%s: Illegal number: %s", name, args[1].S)
			sh.exit(2)
		case err != nil:
			sh.errf("%s: %s: numeric argument required", name, args[1].S)
			sh.exit(128)
		case len(args) > 2:
			sh.errf("%s: too many arguments", name)
			sh.discard(1)
		}
		n = v
	}
	if sh.loops == 0 {
		if !sh.dash {
			sh.errf("%s: only meaningful in a `for', `while', or `until' loop", name)
		}
		return 0
	}
	if n < 1 {
		sh.errf("%s: %d: loop count out of range", name, n)
		sh.flow, sh.flowN = flowBreak, sh.loops
		return 1
	}
	sh.flow, sh.flowN = flowBreak, min(n, sh.loops)
	if name == "continue" {
		sh.flow = flowContinue
	}
	return 0
}

// biShift is shift.
func biShift(_ context.Context, sh *Shell, args []Field) int {
	n := 1
	rest := args[1:]
	if len(rest) > 0 && rest[0].S == "--" {
		rest = rest[1:]
	}
	if len(rest) > 0 {
		v, err := strconv.Atoi(rest[0].S)
		switch {
		case err != nil && sh.dash:
			sh.errf("shift: Illegal number: %s", rest[0].S)
			sh.exit(2)
		case err != nil:
			sh.errf("shift: %s: numeric argument required", rest[0].S)
			return 1
		case len(rest) > 1:
			sh.errf("shift: too many arguments")
			sh.discard(1)
		}
		n = v
	}
	switch {
	case n < 0 && !sh.dash:
		sh.errf("shift: %d: shift count out of range", n)
		return 1
	case n > len(sh.params):
		if sh.dash {
			sh.errf("shift: can't shift that many")
			sh.exit(2)
		}
		if sh.shopt(shoptShiftVerbose) {
			sh.errf("shift: %d: shift count out of range", n)
		}
		return 1
	}
	sh.params = sh.params[n:]
	return 0
}

// biTrap is trap.
func biTrap(_ context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "lp")
	switch {
	case st != 0:
		return st
	case f.has('l'):
		sh.listSignals()
		return 0
	case f.has('p') || len(f.rest) == 0:
		return sh.showTraps(f.rest)
	}
	cmd, sigs := f.rest[0], f.rest[1:]
	remove := cmd.S == "-"
	if _, ok := signalNumber(cmd.S, true); len(sigs) == 0 && (ok || !sh.dash) {
		if !ok {
			return sh.usage("trap")
		}
		sigs, remove = f.rest, true
	} else if n, err := strconv.Atoi(cmd.S); err == nil && n >= 0 {
		sigs, remove = f.rest, true
	}
	status := 0
	for _, s := range sigs {
		n, ok := signalNumber(s.S, true)
		if !ok {
			if sh.dash {
				sh.plain("trap: " + s.S + ": bad trap")
			} else {
				sh.errf("trap: %s: invalid signal specification", s.S)
			}
			status = 1
			continue
		}
		if n == int(kern.SIGKILL) || n == int(kern.SIGSTOP) {
			continue
		}
		sh.setTrap(n, cmd, remove)
	}
	return status
}

// showTraps prints traps as commands that set them again.
func (sh *Shell) showTraps(sigs []Field) int {
	if sh.traps == nil {
		return 0
	}
	show := func(n int) {
		if cmd, ok := sh.traps.cmds[n]; ok {
			name := trapName(n)
			if sh.dash {
				name = strings.TrimPrefix(name, "SIG")
			}
			sh.say(Str{S: "trap -- " + quoteSingle(cmd.S) + " " + name + "\n", L: cmd.L})
		}
	}
	if len(sigs) == 0 {
		nums := make([]int, 0, len(sh.traps.cmds))
		for n := range sh.traps.cmds {
			nums = append(nums, n)
		}
		sort.Ints(nums)
		for _, n := range nums {
			show(n)
		}
		return 0
	}
	for _, s := range sigs {
		n, ok := signalNumber(s.S, true)
		if !ok {
			sh.errf("trap: %s: invalid signal specification", s.S)
			return 1
		}
		show(n)
	}
	return 0
}

// listSignals prints the table of trap -l and kill -l.
func (sh *Shell) listSignals() {
	var b strings.Builder
	for n := 1; n <= 64; n++ {
		if n == 32 || n == 33 {
			continue
		}
		fmt.Fprintf(&b, "%2d) SIG%s", n, longSignalName(n))
		col := n
		if n > 33 {
			col = n - 2
		}
		if n == 64 {
			b.WriteString("\t\n")
		} else if col%5 == 0 {
			b.WriteByte('\n')
		} else {
			b.WriteByte('\t')
		}
	}
	sh.say(Str{S: b.String()})
}

// longSignalName returns the name of any signal, real-time ones included, without SIG.
func longSignalName(n int) string {
	switch {
	case n == 34:
		return "RTMIN"
	case n > 34 && n <= 49:
		return "RTMIN+" + strconv.Itoa(n-34)
	case n >= 50 && n < 64:
		return "RTMAX-" + strconv.Itoa(64-n)
	case n == 64:
		return "RTMAX"
	}
	return kern.Signal(n).Name()
}

// biTimes is times: a machine in memory uses no processor time of its own.
func biTimes(_ context.Context, sh *Shell, args []Field) int {
	if _, st := sh.options(args, ""); st != 0 {
		return st
	}
	sh.say(Str{S: "0m0.000s 0m0.000s\n0m0.000s 0m0.000s\n"})
	return 0
}

// biCaller is caller.
func biCaller(_ context.Context, sh *Shell, args []Field) int {
	var calls []*frame
	for i := len(sh.frames) - 1; i >= 0; i-- {
		if !sh.frames[i].temp {
			calls = append(calls, sh.frames[i])
		}
	}
	if len(calls) == 0 {
		return 1
	}
	name := func(i int) (fn, source string) {
		if i < len(calls) {
			return calls[i].name, calls[i].source
		}
		fn, source = "main", sh.arg0.S
		if sh.voice != VoiceScript {
			source = "NULL"
		}
		return fn, source
	}
	if len(args) == 1 {
		_, source := name(1)
		sh.say(Str{S: strconv.Itoa(calls[0].line) + " " + source + "\n"})
		return 0
	}
	n, err := strconv.Atoi(args[1].S)
	if err != nil {
		sh.errf("caller: %s: invalid number", args[1].S)
		return sh.usage("caller")
	}
	if n < 0 || n >= len(calls) {
		return 1
	}
	if n+1 == len(calls) && sh.voice != VoiceScript {
		return 1
	}
	fn, source := name(n + 1)
	sh.say(Str{S: strconv.Itoa(calls[n].line) + " " + fn + " " + source + "\n"})
	return 0
}
