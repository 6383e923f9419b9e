package bash

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/tree"
	"mvdan.cc/sh/v3/syntax"
)

// assign performs one assignment; table says in which table a name is assigned. With trace it is shown as set -x does.
func (sh *Shell) assign(ctx context.Context, a *syntax.Assign, table func(name string) *Table, trace bool) error {
	name := sh.resolve(a.Name.Value)
	base, refIndex, indexed, ok := splitRef(name)
	if !indexed || !ok {
		base = name
	}
	t := table(base)
	if a.Array != nil {
		if trace {
			sh.traceArray(ctx, a)
		}
		return sh.assignArray(ctx, t, base, a.Array, a.Append)
	}
	var val Str
	if a.Value != nil {
		val = sh.literalAssign(ctx, a.Value)
	}
	index := refIndex
	if a.Index != nil {
		indexed = true
		index = sh.subscript(ctx, base, a.Index)
	}
	sh.msgL |= val.L
	if trace {
		op := "="
		if a.Append {
			op = "+="
		}
		lhs := a.Name.Value
		if a.Index != nil {
			lhs += "[" + sh.unit.Text(a.Index) + "]"
		}
		sh.trace(ctx, lhs+op+sh.traceWord(val.S))
	}
	if a.Append {
		val, ok = sh.appended(t, base, index, indexed, val)
		if !ok {
			return errAssign
		}
	}
	if a.Index != nil && index == "" {
		sh.errf("%s[%s]: bad array subscript", a.Name.Value, sh.unit.Text(a.Index))
		return errAssign
	}
	if indexed {
		return sh.setElemIn(t, base, index, val)
	}
	return sh.assignIn(t, base, val)
}

// appended returns the value that += gives: concatenation, or the sum for an integer.
func (sh *Shell) appended(t *Table, name, index string, indexed bool, val Str) (Str, bool) {
	v, _ := t.get(name)
	old, _ := v.Scalar()
	if v.dynamic != nil {
		v.dynamic.get(sh, &v)
		old = v.Str
	}
	if indexed {
		old = Str{}
		if e, ok := sh.elemOf(&v, index); ok {
			old = e
		}
	}
	if v.Attr&AttrInteger == 0 {
		return Str{S: old.S + val.S, L: old.L | val.L}, true
	}
	n, err := sh.arithInt(val.S)
	if err != nil {
		sh.errf("%s", err)
		return Str{}, false
	}
	m, err := sh.arithInt(old.S)
	if err != nil {
		sh.errf("%s", err)
		return Str{}, false
	}
	s := number(n + m)
	s.L = old.L | val.L
	return s, true
}

func (sh *Shell) elemOf(v *Var, index string) (Str, bool) {
	if v.Attr&AttrAssoc != 0 {
		return v.Arr.GetKey(index)
	}
	i, err := sh.index(v, index)
	if err != nil {
		return Str{}, false
	}
	if v.Attr&AttrArray == 0 {
		return v.Str, v.Set && i == 0
	}
	return v.Arr.Get(i)
}

// subscript gives the index of an assignment as setElem takes it.
func (sh *Shell) subscript(ctx context.Context, name string, x syntax.ArithmExpr) string {
	if u, ok := x.(*syntax.UnaryArithm); ok {
		x = u.X
	}
	if w, ok := x.(*syntax.Word); ok && len(w.Parts) == 0 {
		return ""
	}
	return sh.expandIndex(ctx, name, sh.unit.Text(x))
}

// assignArray performs name=( ... ) or name+=( ... ).
func (sh *Shell) assignArray(ctx context.Context, t *Table, name string, x *syntax.ArrayExpr, add bool) error {
	v, _ := t.get(name)
	if v.Attr&AttrReadonly != 0 {
		sh.errf("%s: readonly variable", name)
		return errAssign
	}
	if v.dynamic != nil {
		v = Var{Attr: v.Attr}
	}
	elems, err := sh.arrayElems(ctx, &v, name, x)
	if err != nil {
		return err
	}
	return sh.storeArray(t, name, elems, add)
}

// newElem is one element of a compound assignment; index is "" for the next one.
type newElem struct {
	index string
	keyL  tree.Label // of the index
	at    bool       // index was given
	add   bool       // [i]+=v
	val   Str
}

// arrayElems expands the words of a compound assignment.
func (sh *Shell) arrayElems(ctx context.Context, v *Var, name string, x *syntax.ArrayExpr) ([]newElem, error) {
	var out []newElem
	for i := 0; i < len(x.Elems); i++ {
		e := x.Elems[i]
		if e.Index != nil {
			n := newElem{at: true}
			if _, ok := e.Index.(*syntax.UnaryArithm); ok {
				n.add = true
			}
			n.index = sh.subscript(ctx, name, e.Index)
			n.keyL = sh.indexL
			if e.Value != nil {
				n.val = sh.literalAssign(ctx, e.Value)
			}
			out = append(out, n)
			continue
		}
		if v.Attr&AttrAssoc != 0 {
			s := sh.literal(ctx, e.Value)
			out = append(out, newElem{val: s})
			continue
		}
		for _, f := range sh.fields(ctx, []*syntax.Word{e.Value}) {
			out = append(out, newElem{val: f})
		}
	}
	return out, nil
}

// storeArray assigns elements to an array, after dropping the old ones unless add.
func (sh *Shell) storeArray(t *Table, name string, elems []newElem, add bool) error {
	v, _ := t.get(name)
	t.own()
	if add {
		sh.toArray(t, &v)
	} else {
		v.Arr, v.Str = &Array{owner: t.identity()}, Str{}
		if v.Attr&AttrAssoc == 0 {
			v.Attr |= AttrArray
		}
	}
	v.dynamic, v.Set = nil, true
	arr := t.edit(&v)
	var err error
	if v.Attr&AttrAssoc != 0 {
		err = sh.fillAssoc(&v, arr, name, elems)
	} else {
		err = sh.fillIndexed(&v, arr, name, elems)
	}
	sh.store(t, name, v)
	return err
}

func (sh *Shell) fillIndexed(v *Var, arr *Array, name string, elems []newElem) error {
	next := int64(0)
	if n := len(arr.elems); n > 0 {
		next = arr.elems[n-1].Index + 1
	}
	for _, e := range elems {
		sh.p.Tick(1)
		sh.p.Hold(int64(len(e.val.S)) + 48)
		if e.at {
			i, err := sh.index(v, e.index)
			if err == error(tree.EINVAL) {
				sh.errf("[%s]=%s: bad array subscript", e.index, e.val.S)
				continue
			}
			if err != nil {
				sh.errf("%s", err)
				return errAssign
			}
			next = i
		}
		val := e.val
		if e.add {
			if old, ok := arr.Get(next); ok && v.Attr&AttrInteger == 0 {
				val = Str{S: old.S + val.S, L: old.L | val.L}
			}
		}
		val, err := sh.convert(v, val)
		if err != nil {
			return err
		}
		arr.put(next, val)
		arr.markKey(false, next, "", e.keyL)
		next++
	}
	return nil
}

// fillAssoc stores [key]=value elements, or a list of keys and values in turn.
func (sh *Shell) fillAssoc(v *Var, arr *Array, name string, elems []newElem) error {
	pairs := len(elems) > 0 && !elems[0].at
	for i := 0; i < len(elems); i++ {
		e := elems[i]
		sh.p.Tick(1)
		sh.p.Hold(int64(len(e.val.S)+len(e.index)) + 64)
		key, val, keyL := e.index, e.val, e.keyL
		switch {
		case pairs:
			key, val, keyL = e.val.S, Str{}, e.val.L
			if i+1 < len(elems) {
				i++
				val = elems[i].val
			}
			if key == "" {
				sh.errf("%s: bad array subscript", name)
				continue
			}
		case !e.at:
			sh.errf("%s: %s: must use subscript when assigning associative array", name, e.val.S)
			continue
		case key == "":
			sh.errf("[%s]=%s: bad array subscript", key, val.S)
			continue
		}
		if e.add {
			if old, ok := arr.GetKey(key); ok {
				val = Str{S: old.S + val.S, L: old.L | val.L}
			}
		}
		val, err := sh.convert(v, val)
		if err != nil {
			return err
		}
		arr.putKey(key, val)
		arr.markKey(true, 0, key, keyL)
	}
	return nil
}

// traceArray shows a compound assignment as set -x does.
func (sh *Shell) traceArray(ctx context.Context, a *syntax.Assign) {
	op := "="
	if a.Append {
		op = "+="
	}
	sh.trace(ctx, a.Name.Value+op+strings.ReplaceAll(sh.unit.Text(a.Array), "\n", " "))
}
