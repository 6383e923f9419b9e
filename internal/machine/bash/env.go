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

// With returns the environment with the variables of change instead of, or besides, its own. They must be ordinary ones.
func (e *Environ) With(change ...kern.EnvVar) *Environ {
	n := len(change)
	c := &Environ{funcs: e.funcs}
	c.list = append(make([]kern.EnvVar, 0, len(e.list)+n), e.list...)
	c.vars = append(make([]namedVar, 0, len(e.vars)+n), e.vars...)
	c.children = append(make([]kern.EnvVar, 0, len(e.children)+n), e.children...)
	for _, x := range change {
		c.list = putEnv(c.list, x)
		c.children = putEnv(c.children, x)
		c.put(x.Name, Var{Attr: AttrExport, Set: true, Str: Str{S: x.Value, L: x.Label}})
	}
	sortByBucket(c.children)
	return c
}

// putEnv replaces the variable of x's name, or adds it.
func putEnv(list []kern.EnvVar, x kern.EnvVar) []kern.EnvVar {
	for i := range list {
		if list[i].Name == x.Name {
			list[i] = x
			return list
		}
	}
	return append(list, x)
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

// put is for an environment that is being made.
func (e *Environ) put(name string, v Var) {
	i, ok := e.find(name)
	if !ok {
		e.vars = slices.Insert(e.vars, i, namedVar{name: name})
	}
	e.vars[i].v = v
}

// environ returns the environment for a child: exported variables in the order of bash's hash table, with `_` last when
// file is not "". What cannot change unnoticed is kept for the next child.
func (sh *Shell) environ(file string) []kern.EnvVar {
	env, last := sh.env, sh.envFile
	if env == nil {
		var live bool
		env, live = sh.buildEnv()
		if last = file; file != "" {
			env = append(env, kern.EnvVar{Name: "_", Value: file})
		}
		if !live {
			sh.env, sh.envFile = env, file
		}
	}
	if last == file {
		return env
	}
	if last != "" {
		env = env[: len(env)-1 : len(env)-1]
	}
	if file == "" {
		return env
	}
	return appendUnderscore(env, file)
}

// buildEnv makes the environment; live says that there are variables in it whose value is computed.
func (sh *Shell) buildEnv() (env []kern.EnvVar, live bool) {
	add := func(name string, v *Var) {
		if v.Attr&AttrExport == 0 || !v.Set || v.IsArray() || name == "_" {
			return
		}
		s := v.Str
		if v.dynamic != nil {
			live = true
			random := sh.random // looking at it here does not draw the next number
			w := *v
			v.dynamic.get(sh, &w)
			s, sh.random = w.Str, random
		}
		env = append(env, kern.EnvVar{Name: name, Value: s.S, Label: s.L})
	}
	given := sh.global.env
	switch {
	case sh.hasLocals():
		for _, name := range sh.varNames() {
			if v, ok := sh.scope(name).get(name); ok {
				add(name, &v)
			}
		}
	case given == nil:
		sh.global.each(add)
	case !sh.changedEnv():
		return given.children[:len(given.children):len(given.children)], false // a shared list is not appended to
	default:
		env = make([]kern.EnvVar, 0, len(given.children)+sh.global.m.size()+1)
		for i := range given.children {
			if !sh.global.m.has(given.children[i].Name) {
				env = append(env, given.children[i])
			}
		}
		sh.global.m.each(add)
	}
	return sh.addFuncs(env), live
}

// changedEnv says whether children get something else than what the shell found itself.
func (sh *Shell) changedEnv() bool {
	changed := false
	sh.global.m.each(func(name string, v *Var) {
		_, given := sh.global.env.find(name)
		changed = changed || given || v.Attr&AttrExport != 0
	})
	if changed {
		return true
	}
	for _, f := range sh.funcs.m {
		if f.export {
			return true
		}
	}
	return false
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

// addFuncs adds the exported functions and puts everything in order.
func (sh *Shell) addFuncs(env []kern.EnvVar) []kern.EnvVar {
	for name, f := range sh.funcs.m {
		if f.export {
			env = append(env, kern.EnvVar{Name: "BASH_FUNC_" + name + "%%", Value: f.envText(name), Label: f.label})
		}
	}
	sortByBucket(env)
	if env == nil {
		env = []kern.EnvVar{} // known to be empty
	}
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
	out := append(make([]kern.EnvVar, 0, len(env)+t.m.size()), env...)
next:
	for _, name := range t.names() {
		v, _ := t.m.get(name)
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
