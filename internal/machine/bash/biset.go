package bash

import (
	"context"
	"fmt"
	"strconv"
)

// biSet is set.
func biSet(_ context.Context, sh *Shell, args []Field) int {
	rest := args[1:]
	if len(rest) == 0 {
		sh.listVars()
		if !sh.opts.has(optPosix) && !sh.dash {
			sh.listFuncs()
		}
		return 0
	}
	for len(rest) > 0 {
		s := rest[0].S
		switch {
		case s == "--":
			sh.params = rest[1:]
			return 0
		case s == "-":
			sh.opts.put(optXtrace, false)
			sh.opts.put(optVerbose, false)
			if len(rest) > 1 {
				sh.params = rest[1:]
			}
			return 0
		case len(s) < 2 || s[0] != '-' && s[0] != '+':
			sh.params = rest
			return 0
		}
		rest = rest[1:]
		for i := 1; i < len(s); i++ {
			if s[i] != 'o' {
				if !sh.setLetter(s[i], s[0] == '-') {
					return sh.badOption("set", s[:1]+s[i:i+1])
				}
				continue
			}
			if len(rest) == 0 {
				sh.listOptions(s[0] == '-')
				return 0
			}
			if !sh.setLong(rest[0].S, s[0] == '-') {
				if sh.dash {
					sh.errf("set: Illegal option -o %s", rest[0].S)
					sh.exit(2)
				} else {
					sh.errf("set: %s: invalid option name", rest[0].S)
				}
				return 2
			}
			rest = rest[1:]
		}
	}
	return 0
}

func (sh *Shell) setLetter(c byte, on bool) bool {
	for i, l := range setLetters {
		if l == c {
			sh.opts.put(setOption(i), on)
			return true
		}
	}
	return false
}

func (sh *Shell) setLong(name string, on bool) bool {
	for i, n := range setNames {
		if n == name {
			sh.opts.put(setOption(i), on)
			switch {
			case setOption(i) == optVi && on:
				sh.opts.put(optEmacs, false)
			case setOption(i) == optEmacs && on:
				sh.opts.put(optVi, false)
			}
			return true
		}
	}
	return false
}

// dashOptions are the options of dash in the order of its set -o, with the names that it does not share left out of setNames.
var dashOptions = []string{"errexit", "noglob", "ignoreeof", "interactive", "monitor", "noexec", "stdin", "xtrace", "verbose", "vi",
	"emacs", "noclobber", "allexport", "notify", "nounset", "privileged", "nolog", "debug"}

func (sh *Shell) listDashOptions() {
	sh.say(Str{S: "Current option settings\n"})
	for _, n := range dashOptions {
		i := indexOf(setNames[:], n)
		sh.say(Str{S: fmt.Sprintf("%-16s%s\n", n, onOff(i >= 0 && sh.opts.has(setOption(i))))})
	}
}

// listOptions prints set -o, or set +o as commands.
func (sh *Shell) listOptions(table bool) {
	if sh.dash && table {
		sh.listDashOptions()
		return
	}
	for i, n := range setNames {
		on := sh.opts.has(setOption(i))
		if table {
			sh.say(Str{S: fmt.Sprintf("%-15s\t%s\n", n, onOff(on))})
			continue
		}
		sign := "+"
		if on {
			sign = "-"
		}
		sh.say(Str{S: "set " + sign + "o " + n + "\n"})
	}
}

func onOff(b bool) string {
	if b {
		return "on"
	}
	return "off"
}

// biShopt is shopt.
func biShopt(_ context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "pqsuo")
	if st != 0 {
		return st
	}
	on, off, quiet := f.has('s'), f.has('u'), f.has('q')
	if on && off {
		sh.errf("shopt: cannot set and unset shell options simultaneously")
		return 1
	}
	if f.has('o') {
		return sh.shoptSet(f, on, off, quiet)
	}
	if len(f.rest) == 0 {
		for i, n := range shoptNames {
			if v := sh.shopt(shoptOption(i)); (!on || v) && (!off || !v) && !quiet {
				sh.sayShopt(n, v, f.has('p'))
			}
		}
		return 0
	}
	status := 0
	for _, a := range f.rest {
		i := indexOf(shoptNames[:], a.S)
		if i < 0 {
			sh.errf("shopt: %s: invalid shell option name", a.S)
			status = 1
			continue
		}
		switch {
		case on || off:
			sh.opts.putShopt(shoptOption(i), on)
		default:
			v := sh.shopt(shoptOption(i))
			if !v {
				status = 1
			}
			if !quiet {
				sh.sayShopt(a.S, v, f.has('p'))
			}
		}
	}
	return status
}

func (sh *Shell) sayShopt(name string, v, command bool) {
	if command {
		flag := "-u"
		if v {
			flag = "-s"
		}
		sh.say(Str{S: "shopt " + flag + " " + name + "\n"})
		return
	}
	sh.say(Str{S: fmt.Sprintf("%-15s\t%s\n", name, onOff(v))})
}

func indexOf(list []string, s string) int {
	for i, x := range list {
		if x == s {
			return i
		}
	}
	return -1
}

// shoptSet is shopt -o: the options of set.
func (sh *Shell) shoptSet(f flagSet, on, off, quiet bool) int {
	if len(f.rest) == 0 {
		for i, n := range setNames {
			if v := sh.opts.has(setOption(i)); (!on || v) && (!off || !v) {
				sh.sayShopt(n, v, false)
			}
		}
		return 0
	}
	status := 0
	for _, a := range f.rest {
		i := indexOf(setNames[:], a.S)
		switch {
		case i < 0:
			sh.errf("shopt: %s: invalid option name", a.S)
			status = 1
		case on || off:
			sh.opts.put(setOption(i), on)
		default:
			v := sh.opts.has(setOption(i))
			if !v {
				status = 1
			}
			if !quiet {
				if f.has('p') {
					sh.say(Str{S: "set " + map[bool]string{true: "-", false: "+"}[v] + "o " + a.S + "\n"})
				} else {
					sh.sayShopt(a.S, v, false)
				}
			}
		}
	}
	return status
}

// biUnset is unset.
func biUnset(ctx context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "fvn")
	if st != 0 {
		return st
	}
	if f.has('f') && f.has('v') {
		sh.errf("unset: cannot simultaneously unset a function and a variable")
		return 1
	}
	status := 0
	for _, a := range f.rest {
		if !sh.unsetOne(ctx, a.S, f) {
			status = 1
		}
	}
	return status
}

func (sh *Shell) unsetOne(ctx context.Context, ref string, f flagSet) bool {
	if f.has('f') {
		if sh.readonlyFunc(ref) {
			sh.errf("unset: %s: cannot unset: readonly function", ref)
			return false
		}
		sh.unsetFunc(ref)
		return true
	}
	name, index, indexed, ok := splitRef(ref)
	if !ok {
		if !f.has('v') && sh.unsetFunc(ref) {
			return true
		}
		if sh.dash {
			sh.errf("unset: %s: bad variable name", ref)
			return false
		}
		if !f.has('v') {
			return true
		}
		sh.errf("unset: `%s': not a valid identifier", ref)
		return false
	}
	if !f.has('n') {
		name = sh.resolve(name)
		if base, i, ind, ok := splitRef(name); ind && ok {
			name, index, indexed = base, i, true
		}
	}
	if indexed {
		return sh.unsetElem(name, sh.expandIndex(ctx, name, index)) == nil
	}
	if _, ok := sh.scope(name).get(name); !ok && !f.has('v') && !f.has('n') {
		if sh.readonlyFunc(name) {
			sh.errf("unset: %s: cannot unset: readonly function", name)
			return false
		}
		sh.unsetFunc(name)
		return true
	}
	return sh.unsetVar(name) == nil
}

// biLet is let.
func biLet(_ context.Context, sh *Shell, args []Field) int {
	rest := args[1:]
	if len(rest) > 0 && rest[0].S == "--" {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		sh.errf("let: expression expected")
		return 1
	}
	n := int64(0)
	for _, a := range rest {
		v, err := sh.arithInt(a.S)
		if err != nil {
			if err != errAssign && err != errPrinted {
				sh.errf("let: %s", err)
			}
			return 1
		}
		n = v
	}
	return b2i(n == 0)
}

// biUlimit is ulimit: it reports the limits of a usual Debian process; setting is accepted where it can lower nothing that
// the machine's own budgets do not bound.
func biUlimit(_ context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "SHabcdefiklmnpqrstuvxPRT")
	if st != 0 {
		return st
	}
	which := byte('f')
	for _, x := range f.flags {
		switch x.c {
		case 'S', 'H':
		case 'a':
			for _, l := range ulimits {
				unit := "(" + l.unit + "-" + string(rune(l.c)) + ")"
				sh.say(Str{S: fmt.Sprintf("%-20s %20s %s\n", l.name, unit, l.value)})
			}
			return 0
		default:
			which = x.c
		}
	}
	if len(f.rest) > 0 {
		s := f.rest[0].S
		if _, err := strconv.ParseUint(s, 10, 64); err != nil && s != "unlimited" && s != "hard" && s != "soft" {
			sh.errf("ulimit: %s: invalid number", s)
			return 1
		}
		return 0
	}
	for _, l := range ulimits {
		if l.c == which {
			sh.say(Str{S: l.value + "\n"})
		}
	}
	return 0
}

var ulimits = []struct {
	c                 byte
	name, unit, value string
}{{'R', "real-time non-blocking time ", "microseconds, ", "unlimited"}, {'c', "core file size", "blocks, ", "0"},
	{'d', "data seg size", "kbytes, ", "unlimited"}, {'e', "scheduling priority", "", "0"}, {'f', "file size", "blocks, ", "unlimited"},
	{'i', "pending signals", "", "63702"}, {'l', "max locked memory", "kbytes, ", "8192"}, {'m', "max memory size", "kbytes, ", "unlimited"},
	{'n', "open files", "", "1024"}, {'p', "pipe size", "512 bytes, ", "8"}, {'q', "POSIX message queues", "bytes, ", "819200"},
	{'r', "real-time priority", "", "0"}, {'s', "stack size", "kbytes, ", "8192"}, {'t', "cpu time", "seconds, ", "unlimited"},
	{'u', "max user processes", "", "63702"}, {'v', "virtual memory", "kbytes, ", "unlimited"}, {'x', "file locks", "", "unlimited"}}
