package bash

import (
	"context"
	"sort"
	"strings"
)

// keywords are bash's reserved words in the order of compgen -k.
var keywords = [...]string{"if", "then", "else", "elif", "fi", "case", "esac", "for", "select", "while", "until", "do", "done", "in",
	"function", "time", "{", "}", "!", "[[", "]]", "coproc"}

// compgenActions are the names that -A takes, with the letter each has here; 0: it lists nothing outside of a terminal.
var compgenActions = map[string]byte{"alias": 'a', "arrayvar": 'Y', "binding": 0, "builtin": 'b', "command": 'c', "directory": 'd',
	"disabled": 'N', "enabled": 'b', "export": 'e', "file": 'f', "function": 'F', "group": 0, "helptopic": 'H', "hostname": 0,
	"job": 0, "keyword": 'k', "running": 0, "service": 0, "setopt": 'O', "shopt": 'T', "signal": 0, "stopped": 0, "user": 0,
	"variable": 'v'}

// biCompgen lists names for the actions that can be known.
func biCompgen(ctx context.Context, sh *Shell, args []Field) int {
	f, st := sh.options(args, "abcdefgjksuvo:A:G:W:F:C:X:P:S:")
	if st != 0 {
		return st
	}
	word, before, after, filter := "", "", "", ""
	if len(f.rest) > 0 {
		word = f.rest[0].S
	}
	for _, x := range f.flags {
		switch x.c {
		case 'P':
			before = x.val.S
		case 'S':
			after = x.val.S
		case 'X':
			filter = x.val.S
		case 'A':
			if _, ok := compgenActions[x.val.S]; !ok {
				sh.errf("compgen: %s: invalid action name", x.val.S)
				return 2
			}
		}
	}
	found := 1
	for _, x := range f.flags {
		for _, s := range sh.completions(ctx, x, word) {
			if !strings.HasPrefix(s, word) && x.c != 'G' || filter != "" && sh.filtered(filter, s) {
				continue
			}
			sh.say(Str{S: before + s + after + "\n", L: x.val.L})
			found = 0
		}
	}
	return found
}

// filtered says whether compgen's -X drops s: it matches the pattern, or with ! it does not.
func (sh *Shell) filtered(pattern, s string) bool {
	if p, not := strings.CutPrefix(pattern, "!"); not {
		return !sh.match(p, s, false)
	}
	return sh.match(pattern, s, false)
}

// completions returns the candidates of one action of compgen.
func (sh *Shell) completions(ctx context.Context, x flagVal, word string) []string {
	c := x.c
	if c == 'A' {
		c = compgenActions[x.val.S]
	}
	switch c {
	case 'v':
		return sh.varNames()
	case 'e', 'Y':
		return sh.varsWith(map[byte]Attr{'e': AttrExport, 'Y': AttrArray}[c])
	case 'a':
		return sh.aliases.names()
	case 'W':
		return sh.wordList(ctx, x.val)
	case 'b':
		return sh.builtinNames()
	case 'F':
		return sh.funcs.names()
	case 'k':
		return keywords[:]
	case 'O':
		return setNames[:]
	case 'T':
		return shoptNames[:]
	case 'H':
		return helpTopics[:]
	case 'N':
		var out []string
		for n, off := range sh.disabled {
			if off {
				out = append(out, n)
			}
		}
		sort.Strings(out)
		return out
	case 'G':
		return sh.globbed(x.val)
	case 'f', 'd':
		return sh.fileNames(word, c == 'd')
	case 'c':
		return sh.commandNames(word)
	}
	return nil
}

// wordList expands the text of -W and splits it.
func (sh *Shell) wordList(ctx context.Context, text Str) []string {
	b := sh.newBuild(ctx)
	parts, unit := sh.parseDocument(text.S)
	b.within(unit, func() {
		for _, p := range parts {
			b.quotedPart(p)
		}
	})
	ifs := b.separators()
	return strings.FieldsFunc(b.str().S, func(r rune) bool { return strings.ContainsRune(ifs, r) })
}

func (sh *Shell) varsWith(a Attr) (out []string) {
	for _, n := range sh.varNames() {
		if v, ok := sh.scope(n).get(n); ok && v.Attr&a != 0 {
			out = append(out, n)
		}
	}
	return out
}

func (sh *Shell) globbed(pattern Str) (out []string) {
	list, _ := sh.glob(pattern.S, pattern.L)
	for _, f := range list {
		out = append(out, f.S)
	}
	return out
}

func (sh *Shell) builtinNames() (out []string) {
	for n := range builtinTable() {
		if _, ok := sh.builtin(n); ok {
			out = append(out, n)
		}
	}
	sort.Strings(out)
	return out
}

// fileNames returns the entries of the directory in which word stands.
func (sh *Shell) fileNames(word string, dirs bool) (out []string) {
	dir, shown := ".", ""
	if i := strings.LastIndexByte(word, '/'); i >= 0 {
		dir, shown = word[:i+1], word[:i+1]
	}
	list, err := sh.p.ReadDirQuiet(dir)
	if err != nil {
		return nil
	}
	for _, e := range list {
		if dirs {
			if st, err := sh.p.Stat(dir + "/" + e.Name); err != nil || !st.IsDir() {
				continue
			}
		}
		out = append(out, shown+e.Name)
	}
	return out
}

// commandNames returns what can stand first in a command: aliases, keywords, functions, builtins and programs.
func (sh *Shell) commandNames(word string) []string {
	out := append(sh.aliases.names(), keywords[:]...)
	out = append(append(out, sh.funcs.names()...), sh.builtinNames()...)
	v, _ := sh.lookup("PATH")
	for _, dir := range pathDirs(v.Str.S) {
		list, err := sh.p.ReadDirQuiet(dir)
		if err != nil {
			continue
		}
		for _, e := range list {
			sh.p.Tick(1)
			if !strings.HasPrefix(e.Name, word) {
				continue
			}
			if st, err := sh.p.Stat(dir + "/" + e.Name); err == nil && !st.IsDir() && st.Perm&0o111 != 0 {
				out = append(out, e.Name)
			}
		}
	}
	return out
}
