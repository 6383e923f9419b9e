package bash

import (
	"slices"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// Environ is an environment made ready for shells that find it: their variables and what they hand on. It is never
// changed, so that any number of shells share it.
type Environ struct {
	list     []kern.EnvVar // as given
	vars     []namedVar    // by name
	funcs    []kern.EnvVar // exported functions
	children []kern.EnvVar // the exported variables as children get them
}

type namedVar struct {
	name string
	v    Var
}

// Prepare makes an environment ready for bash on a machine called hostname, or, with dash, for Debian's /bin/sh.
func Prepare(list []kern.EnvVar, hostname string, dash bool) *Environ {
	e := &Environ{list: list, vars: make([]namedVar, 0, len(list)+3)}
	for _, x := range list {
		if name, ok := strings.CutPrefix(x.Name, "BASH_FUNC_"); ok && !dash {
			if strings.HasSuffix(name, "%%") {
				e.funcs = append(e.funcs, x)
			}
			continue
		}
		if !validName(x.Name) || x.Name == "_" || x.Name == "SHELLOPTS" || x.Name == "BASHOPTS" {
			continue
		}
		e.vars = append(e.vars, namedVar{x.Name, Var{Attr: AttrExport, Set: true, Str: Str{S: x.Value, L: x.Label}}})
	}
	e.sort()
	if !dash {
		e.addOwn(hostname)
	}
	e.children = make([]kern.EnvVar, 0, len(e.vars))
	for i := range e.vars {
		if v := &e.vars[i].v; v.Attr&AttrExport != 0 && v.Set {
			e.children = append(e.children, kern.EnvVar{Name: e.vars[i].name, Value: v.Str.S, Label: v.Str.L})
		}
	}
	sortByBucket(e.children)
	return e
}

// sort puts the variables in order of their names; of several with one name the last counts.
func (e *Environ) sort() {
	slices.SortStableFunc(e.vars, func(a, b namedVar) int { return strings.Compare(a.name, b.name) })
	out := e.vars[:0]
	for i, v := range e.vars {
		if i+1 == len(e.vars) || e.vars[i+1].name != v.name {
			out = append(out, v)
		}
	}
	e.vars = out
}

// addOwn adds what bash itself makes of its environment.
func (e *Environ) addOwn(hostname string) {
	level := 0
	if v, ok := e.get("SHLVL"); ok {
		level, _ = strconv.Atoi(v.Str.S)
	}
	e.put("SHLVL", Var{Attr: AttrExport, Set: true, Str: number(int64(max(level+1, 0)))})
	if _, ok := e.get("OLDPWD"); !ok {
		e.put("OLDPWD", Var{Attr: AttrExport})
	}
	if _, ok := e.get("HOSTNAME"); !ok {
		e.put("HOSTNAME", Var{Set: true, Str: Str{S: hostname}})
	}
}

// List returns the environment as it was given to Prepare. It must not be changed.
func (e *Environ) List() []kern.EnvVar { return e.list }

// find returns the place of name and whether it is there.
func (e *Environ) find(name string) (int, bool) {
	if e == nil {
		return 0, false
	}
	lo, hi := 0, len(e.vars)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		switch s := e.vars[mid].name; {
		case s == name:
			return mid, true
		case s < name:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return lo, false
}

func (e *Environ) get(name string) (Var, bool) {
	if i, ok := e.find(name); ok {
		return e.vars[i].v, true
	}
	return Var{}, false
}

// put is for Prepare only.
func (e *Environ) put(name string, v Var) {
	i, ok := e.find(name)
	if !ok {
		e.vars = slices.Insert(e.vars, i, namedVar{name: name})
	}
	e.vars[i].v = v
}

// environ returns the environment for a child: exported variables in the order of bash's hash table, with `_` last.
func (sh *Shell) environ(file string) []kern.EnvVar {
	if sh.env == nil {
		sh.env = sh.buildEnv()
	}
	if file == "" {
		return sh.env
	}
	return appendUnderscore(sh.env, file)
}

func (sh *Shell) buildEnv() []kern.EnvVar {
	if sh.hasLocals() || sh.global.env == nil {
		return sh.collectEnv()
	}
	given := sh.global.env
	changed := false
	for name, v := range sh.global.m {
		_, ok := given.find(name)
		changed = changed || ok || v.Attr&AttrExport != 0
	}
	for _, f := range sh.funcs.m {
		changed = changed || f.export
	}
	if !changed {
		return given.children
	}
	env := make([]kern.EnvVar, 0, len(given.children)+len(sh.global.m))
	for i := range given.children {
		if _, ok := sh.global.m[given.children[i].Name]; !ok {
			env = append(env, given.children[i])
		}
	}
	for name, v := range sh.global.m {
		env = sh.addEnv(env, name, &v)
	}
	return sh.addFuncs(env)
}

// hasLocals says whether functions have variables of their own that a child would see.
func (sh *Shell) hasLocals() bool {
	for _, f := range sh.frames {
		if f.locals != nil {
			return true
		}
	}
	return false
}

// collectEnv makes the environment of all visible variables.
func (sh *Shell) collectEnv() []kern.EnvVar {
	env := make([]kern.EnvVar, 0, 16)
	if !sh.hasLocals() {
		sh.global.each(func(name string, v *Var) { env = sh.addEnv(env, name, v) })
		return sh.addFuncs(env)
	}
	for _, name := range sh.varNames() {
		if v, ok := sh.scope(name).get(name); ok {
			env = sh.addEnv(env, name, &v)
		}
	}
	return sh.addFuncs(env)
}

// addEnv adds a variable if children get it.
func (sh *Shell) addEnv(env []kern.EnvVar, name string, v *Var) []kern.EnvVar {
	if v.Attr&AttrExport == 0 || !v.Set || v.IsArray() || name == "_" {
		return env
	}
	s := v.Str
	if v.dynamic != nil {
		w := *v
		v.dynamic.get(sh, &w)
		s = w.Str
	}
	return append(env, kern.EnvVar{Name: name, Value: s.S, Label: s.L})
}

// addFuncs adds the exported functions and puts everything in order.
func (sh *Shell) addFuncs(env []kern.EnvVar) []kern.EnvVar {
	for name, f := range sh.funcs.m {
		if f.export {
			env = append(env, kern.EnvVar{Name: "BASH_FUNC_" + name + "%%", Value: f.envText(name), Label: f.label})
		}
	}
	sortByBucket(env)
	return env
}

// sortByBucket sorts variables as they stand in bash's hash table.
func sortByBucket(env []kern.EnvVar) {
	slices.SortFunc(env, func(a, b kern.EnvVar) int {
		if d := int(hashString(a.Name)&1023) - int(hashString(b.Name)&1023); d != 0 {
			return d
		}
		return strings.Compare(a.Name, b.Name)
	})
}

func appendUnderscore(env []kern.EnvVar, file string) []kern.EnvVar {
	out := make([]kern.EnvVar, len(env), len(env)+1)
	copy(out, env)
	return append(out, kern.EnvVar{Name: "_", Value: file})
}

// mergeEnv lays the variables of t over env.
func (sh *Shell) mergeEnv(env []kern.EnvVar, t *Table) []kern.EnvVar {
	out := append(make([]kern.EnvVar, 0, len(env)+len(t.m)), env...)
next:
	for _, name := range t.names() {
		v := t.m[name]
		s, _ := v.Scalar()
		e := kern.EnvVar{Name: name, Value: s.S, Label: s.L}
		for i := range out {
			if out[i].Name == name {
				out[i] = e
				continue next
			}
		}
		out = append(out, e)
	}
	return out
}
