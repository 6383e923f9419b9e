package bash

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// dynamic computes a variable each time it is read and sees what is assigned to it. It holds no state: that is the shell's.
type dynamic struct {
	get func(sh *Shell, v *Var)
	set func(sh *Shell, s Str)
}

func ignoreSet(*Shell, Str) {}

func number(n int64) Str { return Str{S: strconv.FormatInt(n, 10)} }

// dynamics are the variables that bash computes.
var dynamics = map[string]*dynamic{
	"RANDOM": {
		func(sh *Shell, v *Var) { v.Str = number(int64(sh.nextRandom())) },
		func(sh *Shell, s Str) {
			n, _ := strconv.ParseInt(s.S, 10, 64)
			sh.random = uint32(n)
		},
	},
	"SRANDOM": {func(sh *Shell, v *Var) { v.Str = number(int64(sh.nextRandom())<<17 ^ int64(sh.nextRandom())) }, ignoreSet},
	"SECONDS": {
		func(sh *Shell, v *Var) { v.Str = number((sh.p.K.Now() - sh.started) / kern.Second) },
		func(sh *Shell, s Str) {
			n, _ := strconv.ParseInt(s.S, 10, 64)
			sh.started = sh.p.K.Now() - n*kern.Second
		},
	},
	"EPOCHSECONDS": {func(sh *Shell, v *Var) { v.Str = number(sh.p.K.Now() / kern.Second) }, ignoreSet},
	"EPOCHREALTIME": {func(sh *Shell, v *Var) {
		us := sh.p.K.Now() / 1000
		frac := strconv.FormatInt(us%1e6+1e6, 10)[1:]
		v.Str = Str{S: strconv.FormatInt(us/1e6, 10) + "." + frac}
	}, ignoreSet},
	"LINENO":        {func(sh *Shell, v *Var) { v.Str = number(int64(sh.line)) }, ignoreSet},
	"BASHPID":       {func(sh *Shell, v *Var) { v.Str = number(int64(sh.p.PID)) }, ignoreSet},
	"BASH_SUBSHELL": {func(sh *Shell, v *Var) { v.Str = number(int64(sh.subs)) }, ignoreSet},
	"BASH_COMMAND":  {func(sh *Shell, v *Var) { v.Str = Str{S: sh.cmdText, L: sh.label} }, ignoreSet},
	"BASH_ARGV0":    {func(sh *Shell, v *Var) { v.Str = sh.arg0 }, func(sh *Shell, s Str) { sh.arg0 = s }},
	"HISTCMD":       {func(_ *Shell, v *Var) { v.Str = Str{S: "0"} }, ignoreSet},
	"_":             {func(sh *Shell, v *Var) { v.Str = sh.lastArg }, func(sh *Shell, s Str) { sh.lastArg = s }},
	"PIPESTATUS": {func(sh *Shell, v *Var) {
		a := &Array{}
		for i, s := range sh.pipes {
			a.put(int64(i), number(int64(s)))
		}
		v.Arr = a
	}, ignoreSet},
	"DIRSTACK": {func(sh *Shell, v *Var) {
		a := &Array{}
		a.put(0, sh.pwd)
		for i, d := range sh.dirs {
			a.put(int64(i+1), d)
		}
		v.Arr = a
	}, ignoreSet},
	"GROUPS": {func(sh *Shell, v *Var) {
		a := &Array{}
		a.put(0, number(int64(sh.p.Cred.GID)))
		for _, g := range sh.p.Cred.Groups {
			if g != sh.p.Cred.GID {
				a.put(int64(len(a.elems)), number(int64(g)))
			}
		}
		v.Arr = a
	}, ignoreSet},
	"PPID":        {func(sh *Shell, v *Var) { v.Str = number(int64(sh.ppid)) }, ignoreSet},
	"UID":         {func(sh *Shell, v *Var) { v.Str = number(int64(sh.p.RUID)) }, ignoreSet},
	"EUID":        {func(sh *Shell, v *Var) { v.Str = number(int64(sh.p.Cred.UID)) }, ignoreSet},
	"SHELLOPTS":   {func(sh *Shell, v *Var) { v.Str = Str{S: sh.optionList()} }, ignoreSet},
	"BASHOPTS":    {func(sh *Shell, v *Var) { v.Str = Str{S: sh.shoptList()} }, ignoreSet},
	"FUNCNAME":    {func(sh *Shell, v *Var) { v.Arr, v.Set = sh.stackArray(frameName) }, ignoreSet},
	"BASH_SOURCE": {func(sh *Shell, v *Var) { v.Arr, v.Set = sh.stackArray(frameSource) }, ignoreSet},
	"BASH_LINENO": {func(sh *Shell, v *Var) { v.Arr, v.Set = sh.stackArray(frameLine) }, ignoreSet},
	"BASH_ARGC":   {func(_ *Shell, v *Var) { v.Arr = &Array{} }, ignoreSet},
	"BASH_ARGV":   {func(_ *Shell, v *Var) { v.Arr = &Array{} }, ignoreSet},
	"BASH_ALIASES": {func(sh *Shell, v *Var) {
		a := &Array{}
		for _, n := range sh.aliases.names() {
			a.putKey(n, sh.aliases.m[n])
		}
		v.Arr = a
	}, ignoreSet},
	"BASH_CMDS": {func(_ *Shell, v *Var) { v.Arr = &Array{} }, ignoreSet},
}

// dynamicAttrs are the attributes that the computed variables have from the start; the rest have none.
var dynamicAttrs = map[string]Attr{"RANDOM": AttrInteger, "SRANDOM": AttrInteger, "SECONDS": AttrInteger,
	"PIPESTATUS": AttrArray, "DIRSTACK": AttrArray, "GROUPS": AttrArray, "FUNCNAME": AttrArray, "BASH_SOURCE": AttrArray,
	"BASH_LINENO": AttrArray, "BASH_ARGC": AttrArray, "BASH_ARGV": AttrArray, "BASH_ALIASES": AttrAssoc, "BASH_CMDS": AttrAssoc,
	"PPID": AttrInteger | AttrReadonly, "UID": AttrInteger | AttrReadonly, "EUID": AttrInteger | AttrReadonly,
	"SHELLOPTS": AttrReadonly, "BASHOPTS": AttrReadonly, "HISTCMD": AttrInteger, "LINENO": AttrInteger, "BASHPID": AttrInteger}

// nextRandom is bash's generator: Park and Miller's minimal standard, the two halves of its state folded.
func (sh *Shell) nextRandom() uint32 {
	step := func() uint32 {
		x := int64(sh.random)
		if x == 0 {
			x = 123459876
		}
		hi, lo := x/127773, x%127773
		x = 16807*lo - 2836*hi
		if x < 0 {
			x += 0x7fffffff
		}
		sh.random = uint32(x)
		return sh.random
	}
	r := step()
	return (r>>16 ^ r&0xffff) & 0x7fff
}

// The columns of the call stack arrays.
const (
	frameName = iota
	frameSource
	frameLine
)

// stackArray builds FUNCNAME and its kin, innermost call first.
func (sh *Shell) stackArray(what int) (*Array, bool) {
	a := &Array{}
	n := int64(0)
	add := func(s Str) {
		a.put(n, s)
		n++
	}
	for i := len(sh.frames) - 1; i >= 0; i-- {
		f := sh.frames[i]
		if f.temp {
			continue
		}
		switch what {
		case frameName:
			add(Str{S: f.name, L: sh.label})
		case frameSource:
			add(Str{S: f.source, L: sh.label})
		case frameLine:
			add(number(int64(f.line)))
		}
	}
	main := sh.voice == VoiceScript
	switch {
	case what == frameName && len(sh.frames) > 0 && main:
		add(Str{S: "main"})
	case what == frameSource && main:
		add(sh.arg0)
	case what == frameLine && main:
		add(Str{S: "0"})
	}
	return a, n > 0
}

// tilded shortens a directory below the home directory to ~.
func (sh *Shell) tilded(d Str) Str {
	home, ok := sh.lookup("HOME")
	if !ok || home.Str.S == "" || home.Str.S == "/" {
		return d
	}
	h := home.Str.S
	if d.S == h || len(d.S) > len(h) && d.S[:len(h)] == h && d.S[len(h)] == '/' {
		return Str{S: "~" + d.S[len(h):], L: d.L}
	}
	return d
}

// onChange reacts to the assignment of a variable that the shell itself uses.
func (sh *Shell) onChange(name string) {
	switch name {
	case "PATH":
		sh.hashed = nil
	case "OPTIND":
		v, _ := sh.global.get(name)
		n, _ := strconv.Atoi(v.Str.S)
		sh.getopt = getoptState{ind: n}
	case "POSIXLY_CORRECT":
		_, set := sh.global.get(name)
		sh.opts.put(optPosix, set)
	}
}

// baseVars are the variables that every bash starts with; dashVars those of dash. They are never changed.
var (
	baseVars = makeBaseVars()
	dashVars = map[string]Var{"OPTARG": {}, "IFS": {Set: true, Str: Str{S: " \t\n"}}, "PS1": {Set: true, Str: Str{S: "$ "}},
		"PS2": {Set: true, Str: Str{S: "> "}}, "PS4": {Set: true, Str: Str{S: "+ "}}, "OPTIND": {Set: true, Str: Str{S: "1"}},
		"PPID": {Set: true, dynamic: dynamics["PPID"]}}
)

func makeBaseVars() map[string]Var {
	m := map[string]Var{}
	for name, d := range dynamics {
		m[name] = Var{Set: true, Attr: dynamicAttrs[name], dynamic: d}
	}
	for name, s := range map[string]string{"IFS": " \t\n", "PS4": "+ ", "OPTIND": "1", "OPTERR": "1", "BASH": "/bin/bash",
		"BASH_VERSION": "5.2.15(1)-release", "HOSTTYPE": "x86_64", "OSTYPE": "linux-gnu", "MACHTYPE": "x86_64-pc-linux-gnu",
		"TERM": "dumb", "BASH_LOADABLES_PATH": "/usr/local/lib/bash:/usr/lib/bash:/opt/local/lib/bash:/usr/pkg/lib/bash:/opt/pkg/lib/bash:.",
		"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"} {
		m[name] = Var{Set: true, Str: Str{S: s}}
	}
	info := &Array{}
	for i, s := range []string{"5", "2", "15", "1", "release", "x86_64-pc-linux-gnu"} {
		info.put(int64(i), Str{S: s})
	}
	m["BASH_VERSINFO"] = Var{Set: true, Attr: AttrArray | AttrReadonly, Arr: info}
	return m
}

// optionList is SHELLOPTS, shoptList BASHOPTS.
func (sh *Shell) optionList() string {
	var on []string
	for i, n := range setNames {
		if sh.opts.has(setOption(i)) {
			on = append(on, n)
		}
	}
	return strings.Join(on, ":")
}

func (sh *Shell) shoptList() string {
	var on []string
	for i, n := range shoptNames {
		if sh.opts.hasShopt(shoptOption(i)) {
			on = append(on, n)
		}
	}
	return strings.Join(on, ":")
}
