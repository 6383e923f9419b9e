package bash

import (
	"context"
	"strings"
)

// biAlias is alias.
func biAlias(_ context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "p")
	if st != 0 {
		return st
	}
	prefix := "alias "
	if sh.dash {
		prefix = ""
	}
	show := func(n string) {
		a := sh.aliases.m[n]
		sh.say(Str{S: prefix + n + "=" + quoteSingle(a.S) + "\n", L: a.L})
	}
	if len(f.rest) == 0 || f.has('p') {
		for _, n := range sh.aliases.names() {
			show(n)
		}
	}
	status := 0
	for _, a := range f.rest {
		name, text, set := strings.Cut(a.S, "=")
		switch {
		case set && name != "":
			if strings.ContainsAny(name, " \t\n$`/'\"\\&|;()<>") {
				sh.errf("alias: `%s': invalid alias name", name)
				status = 1
				continue
			}
			sh.aliases.set(name, Str{S: text, L: a.L})
		default:
			if _, ok := sh.aliases.m[a.S]; !ok {
				sh.aliasMissing("alias", a.S)
				status = 1
				continue
			}
			show(a.S)
		}
	}
	return status
}

func (sh *Shell) aliasMissing(cmd, name string) {
	if sh.dash {
		sh.plain(cmd + ": " + name + " not found")
		return
	}
	sh.errf("%s: %s: not found", cmd, name)
}

// biUnalias is unalias.
func biUnalias(_ context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "a")
	if st != 0 {
		return st
	}
	if f.has('a') {
		sh.aliases = &aliasTable{}
		return 0
	}
	if len(f.rest) == 0 {
		if sh.dash {
			return 0
		}
		return sh.usage("unalias")
	}
	status := 0
	for _, a := range f.rest {
		if _, ok := sh.aliases.m[a.S]; !ok {
			sh.aliasMissing("unalias", a.S)
			status = 1
			continue
		}
		sh.aliases.unset(a.S)
	}
	return status
}
