package bash

import (
	"context"
	"sort"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"mvdan.cc/sh/v3/syntax"
)

// declareText is a variable as declare -p prints it.
func declareText(name string, v *Var) Str {
	flags := attrLetters(v.Attr)
	if flags == "" {
		flags = "-"
	}
	text := "declare -" + flags + " " + name
	switch {
	case v.IsArray() && (v.Set || v.Arr.Len() > 0):
		text += "=" + arrayText(v)
	case !v.IsArray() && v.Set:
		text += "=" + quoteDouble(v.Str.S)
	}
	return Str{S: text + "\n", L: v.Label()}
}

// declareList prints all variables that have the attributes asked for.
func (sh *Shell) declareList(cmd string, d *declFlags) int {
	plain := (cmd == "declare" || cmd == "typeset") && !d.print && d.on == 0 && d.off == 0
	if plain {
		sh.listVars()
		sh.listFuncs()
		return 0
	}
	names := sh.varNames()
	if cmd == "local" {
		names = sh.localTable().names()
	}
	for _, name := range names {
		v, ok := sh.scope(name).get(name)
		if !ok || strings.HasPrefix(name, "f ") {
			continue
		}
		if v.dynamic != nil {
			v.dynamic.get(sh, &v)
		}
		switch {
		case d.on != 0 && v.Attr&d.on != d.on, cmd == "export" && v.Attr&AttrExport == 0:
			continue
		case d.on == 0 && d.print && !v.Set && v.Attr == 0:
			continue
		}
		if cmd == "local" && d.on == 0 && !d.print {
			sh.say(Str{S: setText(name, &v), L: v.Label()})
			continue
		}
		sh.say(declareText(name, &v))
	}
	return 0
}

// listVars prints variables as set does.
func (sh *Shell) listVars() {
	for _, name := range sh.varNames() {
		v, ok := sh.lookup(name)
		if !ok || !v.Set && v.Arr.Len() == 0 || strings.HasPrefix(name, "f ") {
			continue
		}
		sh.say(Str{S: setText(name, &v), L: v.Label()})
	}
}

func setText(name string, v *Var) string {
	if v.IsArray() {
		return name + "=" + arrayText(v) + "\n"
	}
	return name + "=" + quoteValue(v.Str.S) + "\n"
}

// listFuncs prints all functions.
func (sh *Shell) listFuncs() {
	for _, name := range sh.funcs.names() {
		sh.say(sh.funcText(name))
	}
}

// funcText is a function as declare -f prints it.
func (sh *Shell) funcText(name string) Str {
	f := sh.funcs.get(name)
	return Str{S: f.unit.FormatFunction(f.decl) + "\n", L: f.label}
}

// declarePrint is declare -p NAME...
func (sh *Shell) declarePrint(cmd string, d *declFlags, args []declArg) int {
	status := 0
	for _, a := range args {
		v, ok := sh.scope(a.name).get(a.name)
		if !ok || a.has {
			sh.errf("%s: %s: not found", cmd, a.text)
			status = 1
			continue
		}
		if v.dynamic != nil {
			v.dynamic.get(sh, &v)
			v.Set = true
		}
		sh.say(declareText(a.name, &v))
	}
	return status
}

// declareFuncs is declare -f and -F, export -f and readonly -f.
func (sh *Shell) declareFuncs(cmd string, d *declFlags, args []declArg) int {
	if len(args) == 0 {
		for _, name := range sh.funcs.names() {
			f := sh.funcs.get(name)
			if cmd == "export" && !f.export || cmd == "readonly" && !sh.readonlyFunc(name) {
				continue
			}
			if !d.funcNames {
				sh.say(sh.funcText(name))
			}
			if d.funcNames || cmd != "declare" && cmd != "typeset" {
				sh.say(Str{S: "declare -f" + strings.Repeat("x", b2i(f.export)) + " " + name + "\n"})
			}
		}
		return 0
	}
	status := 0
	for _, a := range args {
		f := sh.funcs.get(a.text)
		switch {
		case f == nil:
			if cmd == "export" || cmd == "readonly" {
				sh.errf("%s: %s: not a function", cmd, a.text)
			}
			status = 1
		case d.exportUnset || d.on&^AttrReadonly != 0 || cmd == "export":
			g := *f
			g.export = !d.exportUnset && (d.on&AttrExport != 0 || g.export)
			sh.funcs.set(a.text, &g)
			sh.env = nil
		case d.on&AttrReadonly != 0:
			v, _ := sh.global.get("f " + a.text)
			v.Attr |= AttrReadonly
			sh.global.set("f "+a.text, v)
		case d.funcNames:
			if sh.shopt(shoptExtdebug) {
				sh.say(Str{S: a.text + " " + strconv.Itoa(f.line) + " " + f.source + "\n"})
			} else {
				sh.say(Str{S: a.text + "\n"})
			}
		default:
			sh.say(sh.funcText(a.text))
		}
	}
	return status
}

// assignArrayText assigns "(...)" that came from an expansion, as in declare -a "x=(1 2)".
func (sh *Shell) assignArrayText(ctx context.Context, t *Table, name string, a *declArg) bool {
	u, err := parse.New("_"+"="+a.val.S+"\n", parse.Options{Name: sh.name, Mode: parse.Eval}).Next()
	if err != nil || len(u.Stmts) != 1 {
		return false
	}
	c, ok := u.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(c.Assigns) != 1 || c.Assigns[0].Array == nil {
		return false
	}
	old, label := sh.unit, sh.label
	sh.unit, sh.label = u, label|a.val.L
	defer func() { sh.unit, sh.label = old, label }()
	return sh.assignArray(ctx, t, name, c.Assigns[0].Array, a.add) == nil
}

// aliasTable maps names to alias texts; forks share it until one of them writes.
type aliasTable struct {
	m      map[string]Str
	shared bool
}

// forkInto makes c a table that shares t's content.
func (t *aliasTable) forkInto(c *aliasTable) {
	t.shared = true
	*c = aliasTable{m: t.m, shared: true}
}

func (t *aliasTable) set(name string, text Str) {
	t.own()
	t.m[name] = text
}

func (t *aliasTable) unset(name string) {
	t.own()
	delete(t.m, name)
}

func (t *aliasTable) own() {
	if t.shared || t.m == nil {
		m := make(map[string]Str, len(t.m)+1)
		for k, v := range t.m {
			m[k] = v
		}
		t.m, t.shared = m, false
	}
}

func (t *aliasTable) names() []string {
	out := make([]string, 0, len(t.m))
	for k := range t.m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
