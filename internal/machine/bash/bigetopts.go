package bash

import (
	"context"
	"strings"
)

// biGetopts is getopts.
func biGetopts(_ context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "")
	if st != 0 {
		return st
	}
	if len(f.rest) < 2 {
		return sh.usage("getopts")
	}
	spec, name, list := f.rest[0].S, f.rest[1].S, sh.params
	if len(f.rest) > 2 {
		list = f.rest[2:]
	}
	if !validName(name) {
		sh.errf("getopts: `%s': not a valid identifier", name)
		return 1
	}
	g := &sh.getopt
	if g.ind < 1 {
		g.ind, g.at = 1, 0
	}
	opt, arg, status := sh.nextOption(spec, list)
	ind := *g
	_ = sh.setVar("OPTIND", number(int64(ind.ind)))
	sh.getopt = ind
	if err := sh.setVar(name, opt); err != nil {
		return 1
	}
	if arg == nil {
		_ = sh.unsetVar("OPTARG")
	} else {
		_ = sh.setVar("OPTARG", *arg)
	}
	return status
}

// nextOption reads one option from list as getopt(3) does.
func (sh *Shell) nextOption(spec string, list []Str) (opt Str, arg *Str, status int) {
	g := &sh.getopt
	if g.at == 0 {
		if g.ind > len(list) {
			return Str{S: "?"}, nil, 1
		}
		s := list[g.ind-1].S
		if s == "--" {
			g.ind++
			return Str{S: "?"}, nil, 1
		}
		if len(s) < 2 || s[0] != '-' {
			return Str{S: "?"}, nil, 1
		}
		g.at = 1
	}
	cur := list[g.ind-1]
	if g.at >= len(cur.S) {
		g.ind, g.at = g.ind+1, 0
		return sh.nextOption(spec, list)
	}
	c := cur.S[g.at]
	g.at++
	last := g.at >= len(cur.S)
	silent := strings.HasPrefix(spec, ":")
	k := strings.IndexByte(spec, c)
	if k < 0 || c == ':' {
		if last {
			g.ind, g.at = g.ind+1, 0
		}
		return sh.badGetopt(silent, "illegal option -- ", c)
	}
	if k+1 >= len(spec) || spec[k+1] != ':' {
		if last {
			g.ind, g.at = g.ind+1, 0
		}
		return Str{S: string(rune(c)), L: cur.L}, nil, 0
	}
	v := Str{S: cur.S[g.at:], L: cur.L}
	g.ind, g.at = g.ind+1, 0
	if v.S == "" {
		if g.ind > len(list) {
			if silent {
				a := Str{S: string(rune(c))}
				return Str{S: ":"}, &a, 0
			}
			return sh.badGetopt(false, "option requires an argument -- ", c)
		}
		v = list[g.ind-1]
		g.ind++
	}
	return Str{S: string(rune(c)), L: cur.L}, &v, 0
}

func (sh *Shell) badGetopt(silent bool, msg string, c byte) (Str, *Str, int) {
	if silent {
		a := Str{S: string(rune(c))}
		return Str{S: "?"}, &a, 0
	}
	if v, ok := sh.lookup("OPTERR"); !ok || v.Str.S != "0" {
		_ = sh.p.Stdout.Flush()
		name := sh.arg0.S
		if sh.dash {
			msg = map[bool]string{true: "Illegal option -", false: "No arg for -"}[strings.HasPrefix(msg, "illegal")]
			tail := ""
			if strings.HasPrefix(msg, "No") {
				tail = " option"
			}
			_, _ = sh.p.Stderr.WriteString(msg + string(rune(c)) + tail + "\n")
		} else {
			_, _ = sh.p.Stderr.WriteString(name + ": " + msg + string(rune(c)) + "\n")
		}
	}
	return Str{S: "?"}, nil, 0
}
