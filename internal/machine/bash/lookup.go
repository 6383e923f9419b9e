package bash

import (
	"context"
	"errors"
	"sort"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// errAssign says that an assignment failed; the shell has printed why.
var errAssign = errors.New("assignment failed")

// maxNameref bounds chains of namerefs.
const maxNameref = 8

// scope returns the table in which name is visible, innermost first; the global table when it is nowhere.
func (sh *Shell) scope(name string) *Table {
	for i := len(sh.frames) - 1; i >= 0; i-- {
		if t := sh.frames[i].locals; t != nil {
			if t.m.has(name) {
				return t
			}
		}
	}
	return sh.global
}

// resolve follows namerefs from name to the variable that is meant, which may be an element "name[index]".
func (sh *Shell) resolve(name string) string {
	for range maxNameref {
		v, ok := sh.scope(name).get(name)
		if !ok || v.Attr&AttrNameref == 0 || v.Str.S == "" {
			return name
		}
		name = v.Str.S
		if strings.IndexByte(name, '[') >= 0 {
			return name
		}
	}
	sh.errf("warning: %s: circular name reference", name)
	return name
}

// lookup returns the variable called name, with namerefs followed and the value of a dynamic variable computed.
func (sh *Shell) lookup(name string) (Var, bool) {
	v, ok := sh.scope(name).get(name)
	if !ok {
		return Var{}, false
	}
	if v.Attr&AttrNameref != 0 {
		to := sh.resolve(name)
		if to == name {
			return v, ok
		}
		if base, index, indexed, ok := splitRef(to); indexed && ok {
			return sh.lookupElem(base, index)
		}
		if v, ok = sh.scope(to).get(to); !ok {
			return Var{}, false
		}
	}
	if v.dynamic != nil {
		w := v // the other variables stay off the heap
		w.dynamic.get(sh, &w)
		return w, ok
	}
	return v, ok
}

// lookupElem returns element index of an array as a scalar variable.
func (sh *Shell) lookupElem(name, index string) (Var, bool) {
	v, ok := sh.lookup(name)
	if !ok {
		return Var{}, false
	}
	s, set := Str{}, false
	switch {
	case v.Attr&AttrAssoc != 0:
		s, set = v.Arr.GetKey(index)
	case v.Attr&AttrArray != 0:
		i, err := sh.index(&v, index)
		if err != nil {
			return Var{}, false
		}
		s, set = v.Arr.Get(i)
	case index == "0":
		s, set = v.Str, v.Set
	}
	return Var{Str: s, Set: set, Attr: v.Attr &^ (AttrArray | AttrAssoc)}, set
}

// index evaluates the subscript of an indexed array; negative ones count from the end.
func (sh *Shell) index(v *Var, raw string) (int64, error) {
	i, err := sh.arithInt(raw)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		if n := len(v.Arr.Elems()); n > 0 {
			i += v.Arr.elems[n-1].Index + 1
		} else if v.Attr&AttrArray == 0 && v.Set {
			i++
		}
	}
	if i < 0 {
		return 0, tree.EINVAL
	}
	return i, nil
}

// varNames returns the names of all visible variables in order.
func (sh *Shell) varNames() []string {
	names := sh.global.names()
	for _, f := range sh.frames {
		if f.locals != nil {
			names = append(names, f.locals.names()...)
		}
	}
	sort.Strings(names)
	out := names[:0]
	for i, n := range names {
		if i == 0 || n != names[i-1] {
			out = append(out, n)
		}
	}
	return out
}

// setVar assigns a scalar as name=s does.
func (sh *Shell) setVar(name string, s Str) error {
	name = sh.resolve(name)
	if base, index, indexed, ok := splitRef(name); indexed && ok {
		return sh.setElem(base, index, s)
	}
	return sh.assignIn(sh.scope(name), name, s)
}

// assignIn assigns a scalar to name in table t, with the attributes that the variable has there.
func (sh *Shell) assignIn(t *Table, name string, s Str) error {
	v, _ := t.get(name)
	if v.Attr&AttrReadonly != 0 {
		sh.readonlyError(name)
		return errAssign
	}
	if v.dynamic != nil {
		v.dynamic.set(sh, s)
		return nil
	}
	s, err := sh.convert(&v, s)
	if err != nil {
		return err
	}
	switch {
	case v.Attr&AttrAssoc != 0:
		t.own()
		t.edit(&v).putKey("0", s)
	case v.Attr&AttrArray != 0:
		t.own()
		t.edit(&v).put(0, s)
	default:
		v.Str = s
	}
	v.Set = true
	if sh.opts.has(optAllexport) {
		v.Attr |= AttrExport
	}
	sh.store(t, name, v)
	return nil
}

// readonlyError says that name cannot be assigned; dash gives up then.
func (sh *Shell) readonlyError(name string) {
	if sh.dash {
		sh.errf("%s: is read only", name)
		sh.exit(2)
	}
	sh.errf("%s: readonly variable", name)
}

// store puts v into t and lets go of what depended on the old value.
func (sh *Shell) store(t *Table, name string, v Var) {
	sh.p.Hold(int64(len(v.Str.S)))
	t.set(name, v)
	if v.Attr&AttrExport != 0 {
		sh.env = nil
	}
	sh.onChange(name)
}

// convert applies the attributes -i, -l, -u and -c to a new value.
func (sh *Shell) convert(v *Var, s Str) (Str, error) {
	switch {
	case v.Attr&AttrInteger != 0:
		n, err := sh.arithInt(s.S)
		if err != nil {
			sh.errf("%s%s", sh.inBuiltin(), err)
			sh.discard(1)
		}
		s.S = strconv.FormatInt(n, 10)
	case v.Attr&AttrLower != 0:
		s.S = strings.ToLower(s.S)
	case v.Attr&AttrUpper != 0:
		s.S = strings.ToUpper(s.S)
	case v.Attr&AttrCapital != 0:
		s.S = capitalize(s.S)
	}
	return s, nil
}

func capitalize(s string) string {
	for i := range s {
		if i > 0 {
			return strings.ToUpper(s[:i]) + strings.ToLower(s[i:])
		}
	}
	return strings.ToUpper(s)
}

// setElem assigns name[index]=s. The index of an indexed array is evaluated, that of an associative one is the key itself.
func (sh *Shell) setElem(name, index string, s Str) error {
	name = sh.resolve(name)
	return sh.setElemIn(sh.scope(name), name, index, s)
}

func (sh *Shell) setElemIn(t *Table, name, index string, s Str) error {
	v, _ := t.get(name)
	if v.Attr&AttrReadonly != 0 {
		sh.errf("%s: readonly variable", name)
		return errAssign
	}
	s, err := sh.convert(&v, s)
	if err != nil {
		return err
	}
	if v.dynamic != nil {
		return nil
	}
	t.own()
	if v.Attr&AttrAssoc != 0 {
		if index == "" {
			sh.errf("%s[%s]: bad array subscript", name, index)
			return errAssign
		}
		arr := t.edit(&v)
		arr.putKey(index, s)
		arr.markKey(true, 0, index, sh.indexL)
	} else {
		i, err := sh.index(&v, index)
		if err == error(tree.EINVAL) {
			sh.errf("%s[%s]: bad array subscript", name, index)
			return errAssign
		}
		if err != nil {
			sh.errf("%s", err)
			return errAssign
		}
		sh.toArray(t, &v)
		arr := t.edit(&v)
		arr.put(i, s)
		arr.markKey(false, i, "", sh.indexL)
	}
	sh.indexL = tree.Exact
	v.Set = true
	sh.p.Hold(int64(len(s.S)) + 48)
	sh.store(t, name, v)
	return nil
}

// inBuiltin is the prefix of messages about values while a declaration runs.
func (sh *Shell) inBuiltin() string {
	if sh.running == "" {
		return ""
	}
	return sh.running + ": "
}

// toArray makes an indexed array of a scalar: its value becomes element 0.
func (sh *Shell) toArray(t *Table, v *Var) {
	if v.IsArray() {
		return
	}
	v.Attr |= AttrArray
	if v.Set {
		t.edit(v).put(0, v.Str)
	}
	v.Str = Str{}
}

// setVarAttrs changes the variable called name, or makes it, where it is visible.
func (sh *Shell) setVarAttrs(name string, f func(*Var)) error {
	t := sh.scope(name)
	v, _ := t.get(name)
	f(&v)
	t.set(name, v)
	sh.env = nil
	sh.onChange(name)
	return nil
}

// localTable returns the table of the innermost function, or the global one.
func (sh *Shell) localTable() *Table {
	for i := len(sh.frames) - 1; i >= 0; i-- {
		if f := sh.frames[i]; f.name != sourceFrame {
			if f.locals == nil {
				f.locals = newTable()
			}
			return f.locals
		}
	}
	return sh.global
}

// inFunction says whether a function is being executed.
func (sh *Shell) inFunction() bool {
	for _, f := range sh.frames {
		if f.name != sourceFrame {
			return true
		}
	}
	return false
}

// unsetVar removes a variable. A local one of the innermost function stays visible as unset.
func (sh *Shell) unsetVar(name string) error {
	t := sh.scope(name)
	v, ok := t.get(name)
	if !ok {
		return nil
	}
	if v.Attr&AttrReadonly != 0 {
		sh.errf("unset: %s: cannot unset: readonly variable", name)
		return errAssign
	}
	if t != sh.global && t == sh.innermost() {
		t.set(name, Var{})
	} else {
		t.unset(name)
	}
	sh.env = nil
	sh.onChange(name)
	return nil
}

func (sh *Shell) innermost() *Table {
	if n := len(sh.frames); n > 0 {
		return sh.frames[n-1].locals
	}
	return nil
}

// unsetElem removes one element of an array.
func (sh *Shell) unsetElem(name, index string) error {
	t := sh.scope(name)
	v, ok := t.get(name)
	if !ok {
		return nil
	}
	if v.Attr&AttrReadonly != 0 {
		sh.errf("unset: %s: cannot unset: readonly variable", name)
		return errAssign
	}
	if !v.IsArray() {
		if i, err := sh.arithInt(index); err == nil && i == 0 {
			return sh.unsetVar(name)
		}
		sh.errf("unset: %s: not an array variable", name)
		return errAssign
	}
	t.own()
	if v.Attr&AttrAssoc != 0 {
		if index == "@" || index == "*" {
			return sh.unsetVar(name)
		}
		t.edit(&v).removeKey(index)
		t.set(name, v)
		return nil
	}
	if index == "@" || index == "*" {
		return sh.unsetVar(name)
	}
	i, err := sh.index(&v, index)
	if err != nil {
		sh.errf("unset: [%s]: bad array subscript", index)
		return errAssign
	}
	t.edit(&v).remove(i)
	t.set(name, v)
	return nil
}

// arithInt evaluates text as an arithmetic expression, for builtins and subscripts.
func (sh *Shell) arithInt(s string) (int64, error) {
	if n, ok := smallInt(s); ok {
		return n, nil
	}
	n, _, err := sh.evalArith(context.Background(), Str{S: s})
	return n, err
}
