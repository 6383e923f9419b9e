package bash

import (
	"context"
	"sort"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"github.com/orrery-world/orrery/internal/machine/tree"
	"mvdan.cc/sh/v3/syntax"
)

// sourceFrame is the name of a frame that is not a function call.
const sourceFrame = "source"

// maxCalls is how deep functions and sourced files may nest before the budget "depth" is used up. Bash itself has no limit
// and dies of a full stack.
const maxCalls = 4000

// function is a defined function. It is not changed after its definition.
type function struct {
	decl   *syntax.FuncDecl
	unit   *parse.Unit
	source string
	line   int
	label  tree.Label
	export bool
	trace  bool
}

// envText is what the environment of a child says of an exported function.
func (f *function) envText(name string) string {
	text := strings.TrimPrefix(f.unit.FormatFunction(f.decl), name+" ")
	text = strings.Replace(text, "() \n{ \n   ", "() { ", 1)
	return strings.ReplaceAll(text, "\n    ", "\n ")
}

// funcTable maps names to functions; forks share it until one of them writes.
type funcTable struct {
	m      map[string]*function
	shared bool
}

// forkInto makes c a table that shares t's content.
func (t *funcTable) forkInto(c *funcTable) {
	t.shared = true
	*c = funcTable{m: t.m, shared: true}
}

func (t *funcTable) get(name string) *function { return t.m[name] }

func (t *funcTable) own() {
	if t.shared || t.m == nil {
		m := make(map[string]*function, len(t.m)+1)
		for k, v := range t.m {
			m[k] = v
		}
		t.m, t.shared = m, false
	}
}

func (t *funcTable) set(name string, f *function) {
	t.own()
	t.m[name] = f
}

func (t *funcTable) names() []string {
	out := make([]string, 0, len(t.m))
	for k := range t.m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// unsetFunc removes a function and says whether there was one.
func (sh *Shell) unsetFunc(name string) bool {
	if sh.funcs.get(name) == nil {
		return false
	}
	sh.funcs.own()
	delete(sh.funcs.m, name)
	sh.env = nil
	return true
}

// declareFunc defines a function.
func (sh *Shell) declareFunc(c *syntax.FuncDecl) {
	name := c.Name.Value
	sh.status = 0
	if !validFuncName(name) {
		sh.errf("`%s': not a valid identifier", name)
		sh.status = 1
		return
	}
	source := sh.sourceName()
	if old := sh.funcs.get(name); old != nil && sh.readonlyFunc(name) {
		sh.errf("%s: readonly function", name)
		sh.status = 1
		return
	}
	sh.p.Hold(256)
	sh.env = nil
	sh.funcs.set(name, &function{decl: c, unit: sh.unit, source: source, line: int(c.Pos().Line()), label: sh.label})
}

func validFuncName(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '$', '`', '<', '>', '"', '\'', '\\', '&', '|', ';', '(', ')', ' ', '\t', '\n':
			return false
		}
	}
	return s != ""
}

// readonlyFunc says whether readonly -f was used on a function: it is remembered under a name that no variable can have.
func (sh *Shell) readonlyFunc(name string) bool {
	v, ok := sh.global.get("f " + name)
	return ok && v.Attr&AttrReadonly != 0
}

// sourceName is what BASH_SOURCE gives for code defined or run here.
func (sh *Shell) sourceName() string {
	for i := len(sh.frames) - 1; i >= 0; i-- {
		if f := sh.frames[i]; !f.temp && f.source != "" {
			return f.source
		}
	}
	switch sh.voice {
	case VoiceScript:
		return sh.arg0.S
	case VoiceCommand:
		return "environment"
	}
	return "main"
}

// enter counts a nested call and stops the step when there are too many.
func (sh *Shell) enter() {
	if sh.depth++; sh.depth > maxCalls {
		sh.p.Exhaust("depth")
	}
}

// callFunc runs a function with arguments args[1:].
func (sh *Shell) callFunc(ctx context.Context, fn *function, name string, args []Field, assigns []*syntax.Assign) {
	f := &frame{name: name, source: fn.source, line: sh.line, params: sh.params, loops: sh.loops}
	if len(assigns) > 0 {
		f.locals = newTable()
		_ = sh.assignTemp(ctx, assigns, f.locals) // what cannot be assigned has been told; the function runs
		sh.env = nil
	}
	if v, ok := sh.lookup("FUNCNEST"); ok {
		if n, err := sh.arithInt(v.Str.S); err == nil && n > 0 && sh.funcDepth() >= int(n) {
			sh.errf("%s: maximum function nesting level exceeded (%d)", name, n)
			sh.discard(1)
		}
	}
	sh.enter()
	unit, label, line := sh.unit, sh.label, sh.line
	restore := sh.hideReturnTrap(fn)
	sh.frames = append(sh.frames, f)
	n := len(sh.frames)
	sh.params, sh.loops = args[1:], 0
	sh.unit, sh.label = fn.unit, label|fn.label
	named := sh.nameLine(fn.decl.Pos())
	defer func() {
		sh.depth--
		sh.redirLine = named
		sh.frames = sh.frames[:n-1]
		sh.params, sh.loops = f.params, f.loops
		sh.unit, sh.label, sh.line = unit, label, line
		if f.opts != nil {
			sh.opts = *f.opts
		}
		if f.locals != nil {
			sh.env = nil
			sh.localsGone(f)
		}
	}()
	sh.runStmt(ctx, fn.decl.Body)
	if sh.flow == flowReturn {
		sh.flow = flowNone
	}
	if sh.traps != nil {
		sh.returnTrap(ctx)
	}
	restore()
	sh.setPipes(sh.status)
}

// localsGone reacts to the end of local variables that the shell uses itself.
func (sh *Shell) localsGone(f *frame) {
	for _, name := range [...]string{"PATH", "OPTIND"} {
		if _, ok := f.locals.get(name); ok {
			sh.onChange(name)
		}
	}
}

func (sh *Shell) funcDepth() int {
	n := 0
	for _, f := range sh.frames {
		if f.name != sourceFrame {
			n++
		}
	}
	return n
}
