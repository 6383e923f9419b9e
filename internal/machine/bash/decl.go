package bash

import (
	"context"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// declArg is one operand of declare and its kin: a name with what is assigned to it.
type declArg struct {
	text   string // as given, for messages
	name   string
	index  string
	isElem bool
	has    bool // there is a value
	add    bool // +=
	val    Str
	array  *syntax.ArrayExpr
}

// declClause runs declare, typeset, local, export or readonly as the parser read it.
func (sh *Shell) declClause(ctx context.Context, d *syntax.DeclClause, redirs []*syntax.Redirect) {
	name := d.Variant.Value
	if sh.funcs.get(name) != nil {
		sh.call(ctx, nil, sh.declFields(ctx, d), redirs, false)
		return
	}
	var flags []Field
	var args []declArg
	traced := []Field{{S: name}}
	for _, a := range sh.braceAssigns(ctx, d.Args) {
		if a.Naked && a.Name == nil {
			for _, f := range sh.fields(ctx, []*syntax.Word{a.Value}) {
				traced = append(traced, f)
				if len(args) == 0 && isDeclFlag(f.S) {
					flags = append(flags, f)
				} else {
					args = append(args, sh.declArgOf(ctx, f))
				}
			}
			continue
		}
		arg := sh.declAssign(ctx, a)
		args = append(args, arg)
		traced = append(traced, Str{S: arg.text})
	}
	sh.traceArgs(traced)
	sh.withRedirects(ctx, redirs, func() {
		sh.status = sh.declare(ctx, name, flags, args)
		sh.status = sh.flushBuiltin(name, sh.status)
		sh.setPipes(sh.status)
	})
	if len(traced) > 0 {
		sh.lastArg = traced[len(traced)-1]
	}
}

func isDeclFlag(s string) bool { return len(s) > 1 && (s[0] == '-' || s[0] == '+') }

// declFields gives the words of a declaration for a function that has taken its name.
func (sh *Shell) declFields(ctx context.Context, d *syntax.DeclClause) []Field {
	out := []Field{{S: d.Variant.Value, L: sh.label}}
	for _, a := range sh.braceAssigns(ctx, d.Args) {
		if a.Naked && a.Name == nil {
			out = append(out, sh.fields(ctx, []*syntax.Word{a.Value})...)
			continue
		}
		arg := sh.declAssign(ctx, a)
		out = append(out, Str{S: arg.text, L: arg.val.L})
	}
	return out
}

// declAssign expands an operand that the parser read as an assignment or a name.
func (sh *Shell) declAssign(ctx context.Context, a *syntax.Assign) declArg {
	arg := declArg{name: a.Name.Value, text: a.Name.Value, add: a.Append, has: !a.Naked, array: a.Array}
	if a.Index != nil {
		arg.isElem = true
		arg.index = sh.unit.Text(a.Index)
		arg.text += "[" + arg.index + "]"
	}
	if a.Naked {
		return arg
	}
	op := "="
	if a.Append {
		op = "+="
	}
	if a.Array != nil {
		arg.text += op + sh.unit.Text(a.Array)
		return arg
	}
	if a.Value != nil {
		arg.val = sh.literalAssign(ctx, a.Value)
	}
	arg.text += op + arg.val.S
	return arg
}

// declArgOf reads an operand that came from an expansion: "name", "name=value", "name[i]=value" or "name=(...)".
func (sh *Shell) declArgOf(ctx context.Context, f Field) declArg {
	arg := declArg{text: f.S, name: f.S}
	i := strings.IndexByte(f.S, '=')
	if i < 0 {
		if n, idx, indexed, ok := splitRef(f.S); ok && indexed {
			arg.name, arg.index, arg.isElem = n, idx, true
		}
		return arg
	}
	lhs := f.S[:i]
	lhs, arg.add = strings.CutSuffix(lhs, "+")
	arg.name, arg.has, arg.val = lhs, true, Str{S: f.S[i+1:], L: f.L}
	if n, idx, indexed, ok := splitRef(lhs); ok && indexed {
		arg.name, arg.index, arg.isElem = n, idx, true
	}
	return arg
}

// declBuiltin adapts declare and its kin to the table of builtins, for when they are called through an expansion, command
// or builtin.
func declBuiltin(ctx context.Context, sh *Shell, args []Field) int {
	var flags []Field
	rest := args[1:]
	for len(rest) > 0 && isDeclFlag(rest[0].S) {
		flags = append(flags, rest[0])
		end := rest[0].S == "--"
		rest = rest[1:]
		if end {
			break
		}
	}
	list := make([]declArg, len(rest))
	for i, f := range rest {
		list[i] = sh.declArgOf(ctx, f)
	}
	return sh.declare(ctx, args[0].S, flags, list)
}

// declFlags are the options of declare and its kin.
type declFlags struct {
	on, off     Attr
	print       bool // -p
	funcs       bool // -f
	funcNames   bool // -F
	global      bool // -g
	inherit     bool // -I
	exportUnset bool // export -n
	local       bool // the variables become local
}

var declUsage = map[string]string{
	"declare":  "declare: usage: declare [-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]",
	"typeset":  "typeset: usage: typeset [-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]",
	"local":    "local: usage: local [option] name[=value] ...",
	"export":   "export: usage: export [-fn] [name[=value] ...] or export -p",
	"readonly": "readonly: usage: readonly [-aAf] [name[=value] ...] or readonly -p",
}

var declAttrs = map[byte]Attr{'a': AttrArray, 'A': AttrAssoc, 'i': AttrInteger, 'l': AttrLower, 'u': AttrUpper, 'c': AttrCapital,
	'n': AttrNameref, 'r': AttrReadonly, 't': AttrTrace, 'x': AttrExport}

// parseDecl reads the options; ok is false when they are wrong, which has been reported.
func (sh *Shell) parseDecl(cmd string, flags []Field) (d declFlags, ok bool) {
	valid := map[string]string{"export": "fnp", "readonly": "aAfp", "local": "aAfFgiIlnrtuxcp"}[cmd]
	if valid == "" {
		valid = "aAfFgiIlnrtuxcp"
	}
	switch cmd {
	case "export":
		d.on |= AttrExport
	case "readonly":
		d.on |= AttrReadonly
	}
	for _, f := range flags {
		if f.S == "--" {
			break
		}
		for _, c := range []byte(f.S[1:]) {
			if strings.IndexByte(valid, c) < 0 {
				sh.errf("%s: %s: invalid option", cmd, f.S[:1]+string(rune(c)))
				sh.plain(declUsage[cmd])
				return d, false
			}
			sh.declFlag(cmd, &d, f.S[0] == '-', c)
		}
	}
	if cmd == "local" || (cmd == "declare" || cmd == "typeset") && !d.global && sh.inFunction() {
		d.local = true
	}
	return d, true
}

func (sh *Shell) declFlag(cmd string, d *declFlags, on bool, c byte) {
	switch {
	case c == 'p':
		d.print = true
	case c == 'f':
		d.funcs = true
	case c == 'F':
		d.funcs, d.funcNames = true, true
	case c == 'g':
		d.global = true
	case c == 'I':
		d.inherit = true
	case c == 'n' && cmd == "export":
		d.exportUnset, d.on = true, d.on&^AttrExport
	case on:
		a := declAttrs[c]
		if a&(AttrLower|AttrUpper|AttrCapital) != 0 {
			d.on &^= AttrLower | AttrUpper | AttrCapital
		}
		d.on |= a
	default:
		d.off |= declAttrs[c]
	}
}

// plain prints a line on standard error without prefix, such as a usage line.
func (sh *Shell) plain(s string) {
	_ = sh.p.Stdout.Flush()
	_, _ = sh.p.Stderr.WriteString(s + "\n")
}

// declare runs declare, typeset, local, export and readonly.
func (sh *Shell) declare(ctx context.Context, cmd string, flags []Field, args []declArg) int {
	if cmd == "local" && !sh.inFunction() {
		if sh.dash {
			sh.errf("local: not in a function")
			sh.exit(2)
		}
		sh.errf("local: can only be used in a function")
		return 1
	}
	if sh.wantsHelp(cmd, flags) {
		return 2
	}
	d, ok := sh.parseDecl(cmd, flags)
	if !ok {
		return 2
	}
	old := sh.running
	sh.running = cmd
	defer func() { sh.running = old }()
	switch {
	case d.funcs:
		return sh.declareFuncs(cmd, &d, args)
	case len(args) == 0:
		return sh.declareList(cmd, &d)
	case d.print && (cmd == "declare" || cmd == "typeset" || cmd == "local"):
		return sh.declarePrint(cmd, &d, args)
	}
	status := 0
	for i := range args {
		if !sh.declareOne(ctx, cmd, &d, &args[i]) {
			status = 1
		}
	}
	return status
}

// declareOne gives one variable its attributes and value.
func (sh *Shell) declareOne(ctx context.Context, cmd string, d *declFlags, a *declArg) bool {
	if cmd == "local" && a.text == "-" {
		f := sh.funcFrame()
		if f.opts == nil {
			o := sh.opts
			f.opts = &o
		}
		return true
	}
	if !validName(a.name) {
		if sh.dash {
			sh.errf("%s: %s: bad variable name", cmd, a.name)
			sh.exit(2)
		}
		sh.errf("%s: `%s': not a valid identifier", cmd, a.text)
		return false
	}
	name := a.name
	t := sh.global
	switch {
	case d.local:
		t = sh.localTable()
	case !d.global:
		if d.on&AttrNameref == 0 && d.off&AttrNameref == 0 {
			name = sh.resolve(name)
			if base, _, indexed, ok := splitRef(name); indexed && ok {
				name = base
			}
		}
		t = sh.scope(name)
	}
	v, had := t.get(name)
	if d.local && !had {
		if g, ok := sh.scope(name).get(name); ok && g.Attr&AttrReadonly != 0 && cmd == "local" {
			sh.errf("local: %s: readonly variable", name)
			return false
		}
		v = sh.freshLocal(d, name)
	}
	if !sh.declareAttrs(cmd, d, a, name, &v) {
		return false
	}
	return sh.declareValue(ctx, cmd, d, a, t, name, v)
}

func (sh *Shell) funcFrame() *frame {
	for i := len(sh.frames) - 1; i >= 0; i-- {
		if f := sh.frames[i]; f.name != sourceFrame {
			return f
		}
	}
	return &frame{}
}

// freshLocal is the start of a new local variable: unset, with the value from outside if it is to be inherited.
func (sh *Shell) freshLocal(d *declFlags, name string) Var {
	outer, ok := sh.scope(name).get(name)
	if ok && (d.inherit || sh.shopt(shoptLocalvarInherit)) {
		outer.Arr = outer.Arr.clone()
		return outer
	}
	if ok && outer.Attr&AttrExport != 0 && sh.tempHas(name) {
		return outer
	}
	return Var{Attr: outer.Attr & AttrExport}
}

// tempHas says whether name comes from the assignments before the present command.
func (sh *Shell) tempHas(name string) bool {
	n := len(sh.frames)
	if n == 0 || !sh.frames[n-1].temp {
		return false
	}
	_, ok := sh.frames[n-1].locals.get(name)
	return ok
}

func (a *Array) clone() *Array {
	if a == nil {
		return nil
	}
	return &Array{elems: append([]Elem(nil), a.elems...)}
}

// declareAttrs changes the attributes of v.
func (sh *Shell) declareAttrs(cmd string, d *declFlags, a *declArg, name string, v *Var) bool {
	if v.Attr&AttrReadonly != 0 {
		if d.off&AttrReadonly != 0 || a.has || d.on&(AttrArray|AttrAssoc)&^v.Attr != 0 {
			if sh.dash {
				sh.errf("%s: is read only", name)
				sh.exit(2)
			}
			if (cmd == "export" || cmd == "readonly") && a.has {
				sh.errf("%s: readonly variable", name)
				return false
			}
			sh.errf("%s: %s: readonly variable", cmd, name)
			return false
		}
	}
	switch {
	case d.on&AttrAssoc != 0 && d.on&AttrArray != 0:
		sh.errf("%s: %s: cannot convert associative to indexed array", cmd, name)
		return false
	case d.on&AttrAssoc != 0 && v.Attr&AttrArray != 0:
		sh.errf("%s: %s: cannot convert indexed to associative array", cmd, name)
		return false
	case d.on&AttrArray != 0 && v.Attr&AttrAssoc != 0:
		sh.errf("%s: %s: cannot convert associative to indexed array", cmd, name)
		return false
	case d.off&(AttrArray|AttrAssoc)&v.Attr != 0:
		sh.errf("%s: %s: cannot destroy array variables in this way", cmd, name)
		return false
	}
	if d.on&AttrNameref != 0 && a.has && !sh.checkNameref(cmd, name, a) {
		return false
	}
	if d.on&(AttrLower|AttrUpper|AttrCapital) != 0 {
		v.Attr &^= AttrLower | AttrUpper | AttrCapital
	}
	v.Attr &^= d.off
	if d.exportUnset {
		v.Attr &^= AttrExport
	}
	return true
}

func (sh *Shell) checkNameref(cmd, name string, a *declArg) bool {
	target := a.val.S
	if target == name {
		sh.errf("%s: %s: nameref variable self references not allowed", cmd, name)
		return false
	}
	if _, _, _, ok := splitRef(target); !ok && target != "" {
		sh.errf("%s: `%s': invalid variable name for name reference", cmd, target)
		return false
	}
	return true
}

// declareValue stores v with its new attributes and assigns the value.
func (sh *Shell) declareValue(ctx context.Context, cmd string, d *declFlags, a *declArg, t *Table, name string, v Var) bool {
	late := d.on & (AttrReadonly | AttrNameref) // would stand in the way of the assignment
	v.Attr |= d.on &^ late
	t.own()
	if v.Attr&AttrArray != 0 && !v.Set && v.Arr == nil || v.Attr&AttrAssoc != 0 && v.Arr == nil {
		v.Arr = &Array{owner: t.identity()}
	}
	if v.Attr&AttrArray != 0 && v.Str.S != "" || v.Attr&AttrArray != 0 && v.Set && v.Arr.Len() == 0 && d.on&AttrArray != 0 && v.dynamic == nil && v.Str != (Str{}) {
		t.edit(&v).put(0, v.Str)
		v.Str = Str{}
	}
	t.set(name, v)
	sh.env = nil
	ok := true
	if a.has && (cmd == "export" || cmd == "readonly") && sh.opts.has(optXtrace) {
		sh.trace(ctx, name+"="+xtraceWord(a.val.S))
	}
	if a.has {
		ok = sh.declareAssign(ctx, cmd, d, a, t, name)
	}
	if late != 0 {
		v, _ = t.get(name)
		v.Attr |= late
		t.set(name, v)
	}
	sh.onChange(name)
	return ok
}

// declareAssign assigns the value of a declaration.
func (sh *Shell) declareAssign(ctx context.Context, cmd string, d *declFlags, a *declArg, t *Table, name string) bool {
	v, _ := t.get(name)
	switch {
	case a.array != nil:
		return sh.assignArray(ctx, t, name, a.array, a.add) == nil
	case !a.isElem && v.IsArray() && strings.HasPrefix(a.val.S, "(") && strings.HasSuffix(a.val.S, ")"):
		return sh.assignArrayText(ctx, t, name, a)
	}
	val, index := a.val, ""
	if a.isElem {
		index = sh.expandIndex(ctx, name, a.index)
	}
	if a.add {
		var ok bool
		if val, ok = sh.appended(t, name, index, a.isElem, val); !ok {
			return false
		}
	}
	if a.isElem {
		return sh.setElemIn(t, name, index, val) == nil
	}
	return sh.assignIn(t, name, val) == nil
}
