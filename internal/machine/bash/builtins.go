package bash

import (
	"context"
	"strings"
	"sync"
)

// builtinTable returns the table of commands that the shell runs itself. It is made once, when first needed, since its
// functions use it themselves, and never changed.
func builtinTable() map[string]builtin {
	tableOnce.Do(func() { table = makeBuiltins() })
	return table
}

var (
	tableOnce sync.Once
	table     map[string]builtin
)

// dashBuiltins are those that dash has; the others are programs or nothing to it.
var dashBuiltins = " . : [ alias bg break cd chdir command continue echo eval exec exit export false fg getopts hash jobs kill local " +
	"printf pwd read readonly return set shift test times trap true type ulimit umask unalias unset wait "

func makeBuiltins() map[string]builtin {
	m := map[string]builtin{}
	add := func(f func(context.Context, *Shell, []Field) int, names ...string) {
		for _, n := range names {
			m[n] = builtin{run: f}
		}
	}
	add(biTrue, "true")
	add(biFalse, "false")
	add(biCd, "cd")
	m["chdir"] = builtin{run: biCd, dash: true}
	add(biPwd, "pwd")
	add(biPushd, "pushd")
	add(biPopd, "popd")
	add(biDirs, "dirs")
	add(biEcho, "echo")
	add(biPrintf, "printf")
	add(biRead, "read")
	add(biMapfile, "mapfile", "readarray")
	add(biShopt, "shopt")
	add(declBuiltin, "declare", "typeset", "local")
	add(biGetopts, "getopts")
	add(biTest, "test", "[")
	add(biType, "type")
	add(biCommand, "command")
	add(biBuiltin, "builtin")
	add(biHash, "hash")
	add(biEnable, "enable")
	add(biAlias, "alias")
	add(biUnalias, "unalias")
	add(biKill, "kill")
	add(biWait, "wait")
	add(biJobs, "jobs")
	add(biFg, "fg")
	add(biBg, "bg")
	add(biDisown, "disown")
	add(biLet, "let")
	add(biUmask, "umask")
	add(biUlimit, "ulimit")
	add(biCaller, "caller")
	add(biHelp, "help")
	add(biHistory, "history", "fc")
	add(biRefuse, "bind", "complete", "compopt", "suspend", "logout")
	add(biCompgen, "compgen")
	for n, f := range map[string]func(context.Context, *Shell, []Field) int{":": biTrue, ".": biSource, "source": biSource,
		"eval": biEval, "exec": biExec, "exit": biExit, "return": biReturn, "break": biBreak, "continue": biBreak, "set": biSet,
		"shift": biShift, "unset": biUnset, "export": declBuiltin, "readonly": declBuiltin, "trap": biTrap, "times": biTimes} {
		m[n] = builtin{run: f, special: true}
	}
	return m
}

// builtin returns the builtin called name, unless it has been disabled.
func (sh *Shell) builtin(name string) (builtin, bool) {
	b, ok := builtinTable()[name]
	if !ok || b.dash && !sh.dash || sh.dash && !strings.Contains(dashBuiltins, " "+name+" ") {
		return builtin{}, false
	}
	if sh.disabled != nil && sh.disabled[name] {
		return builtin{}, false
	}
	return b, true
}

// usage prints the usage line of a builtin and returns status 2.
func (sh *Shell) usage(name string) int {
	sh.plain(name + ": usage: " + usages[name])
	return 2
}

// badOption says that a builtin does not have an option, prints its usage and returns 2.
func (sh *Shell) badOption(name, opt string) int {
	if sh.dash {
		sh.errf("%s: Illegal option %s", name, opt)
		if b, ok := sh.builtin(name); ok && b.special {
			sh.exit(2)
		}
		return 2
	}
	sh.errf("%s: %s: invalid option", name, opt)
	return sh.usage(name)
}

// usages are the synopses that bash prints after a usage error.
var usages = map[string]string{
	"cd": "cd [-L|[-P [-e]] [-@]] [dir]", "pwd": "pwd [-LP]", "pushd": "pushd [-n] [+N | -N | dir]", "popd": "popd [-n] [+N | -N]",
	"dirs": "dirs [-clpv] [+N] [-N]", "printf": "printf [-v var] format [arguments]",
	"read":      "read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]",
	"mapfile":   "mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
	"readarray": "readarray [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
	"shopt":     "shopt [-pqsu] [-o] [optname ...]",
	"getopts":   "getopts optstring name [arg ...]", "type": "type [-afptP] name [name ...]", "command": "command [-pVv] command [arg ...]",
	"builtin": "builtin [shell-builtin [arg ...]]", "hash": "hash [-lr] [-p pathname] [-dt] [name ...]",
	"enable": "enable [-a] [-dnps] [-f filename] [name ...]", "alias": "alias [-p] [name[=value] ... ]", "unalias": "unalias [-a] name [name ...]",
	"kill": "kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]", "wait": "wait [-fn] [-p var] [id ...]",
	"jobs": "jobs [-lnprs] [jobspec ...] or jobs -x command [args]", "fg": "fg [job_spec]", "bg": "bg [job_spec ...]",
	"disown": "disown [-h] [-ar] [jobspec ... | pid ...]", "umask": "umask [-p] [-S] [mode]",
	"ulimit": "ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]", "caller": "caller [expr]", "source": "source filename [arguments]",
	".": ". filename [arguments]", "exec": "exec [-cl] [-a name] [command [argument ...]] [redirection ...]", "unset": "unset [-f] [-v] [-n] [name ...]",
	"set": "set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]", "trap": "trap [-lp] [[arg] signal_spec ...]",
	"shift": "shift [n]", "eval": "eval [arg ...]", "help": "help [-dms] [pattern ...]", "history": "history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]",
	"bind":    "bind [-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x keyseq:shell-command] [keyseq:readline-function or readline-command]",
	"suspend": "suspend [-f]", "logout": "logout [n]", "compopt": "compopt [-o|+o option] [-DEI] [name ...]",
	"fc": "fc [-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]", "let": "let arg [arg ...]", "times": "times",
	"compgen":  "compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [word]",
	"complete": "complete [-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [name ...]",
}

// flagSet reads the options of a builtin.
type flagSet struct {
	flags []flagVal
	rest  []Field
}

type flagVal struct {
	c   byte
	val Field
}

func (f *flagSet) has(c byte) bool {
	for _, x := range f.flags {
		if x.c == c {
			return true
		}
	}
	return false
}

// options reads leading options of a builtin: valid are the letters, those followed by ':' take an argument. A status other
// than 0 means that the builtin must end with it.
func (sh *Shell) options(args []Field, valid string) (f flagSet, status int) {
	name := args[0].S
	rest := args[1:]
	for len(rest) > 0 {
		s := rest[0].S
		if s == "--" {
			rest = rest[1:]
			break
		}
		if len(s) < 2 || s[0] != '-' {
			break
		}
		if sh.wantsHelp(name, rest) {
			return f, 2
		}
		label := rest[0].L
		rest = rest[1:]
		for i := 1; i < len(s); i++ {
			k := strings.IndexByte(valid, s[i])
			if k < 0 || s[i] == ':' {
				return f, sh.badOption(name, "-"+s[i:i+1])
			}
			if k+1 >= len(valid) || valid[k+1] != ':' {
				f.flags = append(f.flags, flagVal{c: s[i]})
				continue
			}
			v := Str{S: s[i+1:], L: label}
			if v.S == "" {
				if len(rest) == 0 {
					if sh.dash {
						sh.errf("%s: No arg for -%c option", name, s[i])
						return f, 2
					}
					sh.errf("%s: -%c: option requires an argument", name, s[i])
					return f, sh.usage(name)
				}
				v, rest = rest[0], rest[1:]
			}
			f.flags = append(f.flags, flagVal{s[i], v})
			break
		}
	}
	f.rest = rest
	return f, 0
}

func biTrue(context.Context, *Shell, []Field) int  { return 0 }
func biFalse(context.Context, *Shell, []Field) int { return 1 }

// biRefuse is for what only matters to an interactive shell: outside of one it gives bash's refusals.
func biRefuse(_ context.Context, sh *Shell, args []Field) int {
	name := args[0].S
	if name == "bind" {
		sh.errf("bind: warning: line editing not enabled")
	}
	valid := map[string]string{"bind": "lpsvPSVXm:f:q:u:r:x:", "complete": "abcdefgjksuvprDEIo:A:G:W:F:C:X:P:S:", "compopt": "o:DEI", "suspend": "f"}[name]
	f, st := sh.options(args, valid)
	if st != 0 {
		return st
	}
	switch name {
	case "suspend":
		sh.errf("suspend: cannot suspend: no job control")
		return 1
	case "logout":
		sh.errf("logout: not login shell: use `exit'")
		return 1
	case "compopt":
		if len(f.rest) == 0 {
			sh.errf("compopt: not currently executing completion function")
			return 1
		}
	case "bind":
		return 1
	}
	return 0
}
