package bash

import (
	"context"
	"sort"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// biCommand is command.
func biCommand(ctx context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "pVv")
	if st != 0 {
		return st
	}
	if len(f.rest) == 0 {
		return 0
	}
	if f.has('v') || f.has('V') {
		status := 1
		for _, a := range f.rest {
			if sh.describe(a.S, f.has('V')) {
				status = 0
				continue
			}
			if f.has('V') {
				if sh.dash {
					sh.say(Str{S: a.S + ": not found\n"})
					status = 127
				} else {
					sh.errf("command: %s: not found", a.S)
				}
			} else if sh.dash {
				status = 127
			}
		}
		return status
	}
	name := f.rest[0].S
	if b, ok := sh.builtin(name); ok {
		return b.run(ctx, sh, f.rest)
	}
	sh.external(ctx, nil, f.rest, nil, false)
	return sh.status
}

// describe prints what a name is, as command -v or -V does, and says whether it is anything.
func (sh *Shell) describe(name string, verbose bool) bool {
	if a, ok := sh.aliases.m[name]; ok && (sh.shopt(shoptExpandAliases) || sh.dash) {
		if verbose {
			sh.say(Str{S: name + " is aliased to `" + a.S + "'\n", L: a.L})
		} else {
			sh.say(Str{S: "alias " + name + "=" + quoteSingle(a.S) + "\n", L: a.L})
		}
		return true
	}
	text := ""
	switch {
	case syntax.IsKeyword(name) || isKeyword(name):
		text = name + " is a shell keyword"
	case sh.funcs.get(name) != nil:
		if verbose {
			if sh.dash {
				sh.say(Str{S: name + " is a shell function\n"})
				return true
			}
			sh.say(Str{S: name + " is a function\n"})
			sh.say(sh.funcText(name))
			return true
		}
		text = name
	default:
		if b, ok := sh.builtin(name); ok {
			text = name + " is a shell builtin"
			if b.special && (sh.dash || sh.opts.has(optPosix)) {
				text = name + " is a special shell builtin"
			}
			break
		}
		file, hashed, ok := sh.which(name)
		if !ok {
			return false
		}
		text = name + " is " + file
		if hashed {
			text = name + " is hashed (" + file + ")"
		}
		if !verbose {
			sh.say(Str{S: file + "\n"})
			return true
		}
	}
	if !verbose {
		text = name
	}
	sh.say(Str{S: text + "\n"})
	return true
}

func isKeyword(s string) bool {
	switch s {
	case "if", "then", "else", "elif", "fi", "case", "esac", "for", "select", "while", "until", "do", "done", "in", "function",
		"time", "{", "}", "!", "[[", "]]", "coproc":
		return true
	}
	return false
}

// which finds the program that name would run.
func (sh *Shell) which(name string) (file string, hashed, ok bool) {
	if hasSlash(name) {
		st, err := sh.p.Stat(name)
		return name, false, err == nil && !st.IsDir() && sh.p.Access(name, 1) == nil
	}
	if file := sh.hashed.get(name); file != "" {
		return file, true, true
	}
	v, _ := sh.lookup("PATH")
	file, err := sh.p.LookPath(name, v.Str.S)
	return file, false, err == nil
}

// biType is type.
func biType(_ context.Context, sh *Shell, args []Field) int {
	if sh.dash {
		status := 0
		for _, a := range args[1:] {
			if !sh.describe(a.S, true) {
				sh.say(Str{S: a.S + ": not found\n"})
				status = 127
			}
		}
		return status
	}
	f, st := sh.options(args, "afptP")
	if st != 0 {
		return st
	}
	status := 0
	for _, a := range f.rest {
		if !sh.typeOf(a.S, &f) {
			status = 1
			if !f.has('t') && !f.has('p') && !f.has('P') {
				sh.errf("type: %s: not found", a.S)
			}
		}
	}
	return status
}

// typeOf prints what a name is for type and its options.
func (sh *Shell) typeOf(name string, f *flagSet) bool {
	all, kind, path, force := f.has('a'), f.has('t'), f.has('p'), f.has('P')
	found := false
	show := func(short, long string, more ...Str) bool {
		found = true
		switch {
		case kind:
			sh.say(Str{S: short + "\n"})
		case path && short != "file":
		default:
			sh.say(Str{S: long + "\n"})
			for _, m := range more {
				sh.say(m)
			}
		}
		return !all
	}
	if !force {
		if a, ok := sh.aliases.m[name]; ok && sh.shopt(shoptExpandAliases) && show("alias", name+" is aliased to `"+a.S+"'") {
			return true
		}
		if isKeyword(name) && show("keyword", name+" is a shell keyword") {
			return true
		}
		if !f.has('f') && sh.funcs.get(name) != nil && show("function", name+" is a function", sh.funcText(name)) {
			return true
		}
		if b, ok := sh.builtin(name); ok {
			text := name + " is a shell builtin"
			if b.special && sh.opts.has(optPosix) {
				text = name + " is a special shell builtin"
			}
			if show("builtin", text) {
				return true
			}
		}
	}
	return sh.typeFiles(name, f, found)
}

func (sh *Shell) typeFiles(name string, f *flagSet, found bool) bool {
	all, kind, bare := f.has('a'), f.has('t'), f.has('p') || f.has('P')
	say := func(file string, hashed bool) {
		switch {
		case kind:
			sh.say(Str{S: "file\n"})
		case bare:
			sh.say(Str{S: file + "\n"})
		case hashed:
			sh.say(Str{S: name + " is hashed (" + file + ")\n"})
		default:
			sh.say(Str{S: name + " is " + file + "\n"})
		}
	}
	if !all {
		file, hashed, ok := sh.which(name)
		if ok {
			say(file, hashed)
		}
		return found || ok
	}
	if hasSlash(name) {
		if file, _, ok := sh.which(name); ok {
			say(file, false)
			found = true
		}
		return found
	}
	v, _ := sh.lookup("PATH")
	for _, dir := range pathDirs(v.Str.S) {
		file := dir + "/" + name
		if st, err := sh.p.Stat(file); err == nil && !st.IsDir() && sh.p.Access(file, 1) == nil {
			say(file, false)
			found = true
		}
	}
	return found
}

// biBuiltin is builtin.
func biBuiltin(ctx context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "")
	if st != 0 {
		return st
	}
	if len(f.rest) == 0 {
		return 0
	}
	b, ok := sh.builtin(f.rest[0].S)
	if !ok {
		sh.errf("builtin: %s: not a shell builtin", f.rest[0].S)
		return 1
	}
	return b.run(ctx, sh, f.rest)
}

// biHash is hash.
func biHash(_ context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "lrp:dt")
	if st != 0 {
		return st
	}
	if f.has('r') {
		sh.hashed = nil
		return 0
	}
	if len(f.rest) == 0 {
		if sh.hashed == nil {
			if !sh.dash {
				_ = sh.p.Stdout.Flush()
				sh.say(Str{S: "hash: hash table empty\n"})
			}
			return 0
		}
		sh.listHashed()
		return 0
	}
	status := 0
	for _, a := range f.rest {
		if !sh.hashOne(a.S, &f) {
			status = 1
		}
	}
	return status
}

func (sh *Shell) hashOne(name string, f *flagSet) bool {
	put := func(file string) { sh.hashed = sh.hashed.with(name, file, 0) }
	for _, x := range f.flags {
		if x.c == 'p' {
			put(x.val.S)
			return true
		}
	}
	file, hashed, ok := sh.which(name)
	switch {
	case f.has('t') && hashed:
		sh.say(Str{S: file + "\n"})
		return true
	case f.has('d') && hashed:
		sh.hashed = sh.hashed.without(name)
		return true
	case f.has('t') || f.has('d') || !ok:
		if _, isB := sh.builtin(name); isB && !f.has('t') {
			return true
		}
		sh.errf("hash: %s: not found", name)
		return false
	}
	if !hasSlash(name) {
		put(file)
	}
	return true
}

// biEnable is enable.
func biEnable(_ context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "adnpsf:")
	if st != 0 {
		return st
	}
	if len(f.rest) == 0 || f.has('p') {
		names := make([]string, 0, len(builtinTable()))
		for n := range builtinTable() {
			names = append(names, n)
		}
		sort.Strings(names)
		for _, n := range names {
			off := sh.disabled[n]
			if f.has('a') || off == f.has('n') {
				sh.say(Str{S: "enable " + strings.Repeat("-n ", b2i(off)) + n + "\n"})
			}
		}
		return 0
	}
	status := 0
	for _, a := range f.rest {
		if _, ok := builtinTable()[a.S]; !ok {
			sh.errf("enable: %s: not a shell builtin", a.S)
			status = 1
			continue
		}
		m := map[string]bool{}
		for k, v := range sh.disabled {
			m[k] = v
		}
		m[a.S] = f.has('n')
		sh.disabled = m
	}
	return status
}
