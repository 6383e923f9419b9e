package bash

import "strings"

// indirect follows ${!name}: the value of v names the parameter that is meant.
func (b *build) indirect(name string, v param) param {
	if x, ok := b.sh.nameref(name); ok && !v.indexed {
		return param{name: name, set: true, one: Str{S: x}}
	}
	if v.list {
		s := b.joined(v)
		v.one, v.set = s, len(v.all) > 0
	}
	if !v.set {
		if !v.list && (v.ref == "" || b.sh.known(v.ref)) {
			return param{name: "!" + name}
		}
		b.sh.errf("%s: invalid indirect expansion", v.name)
		b.sh.discard(1)
	}
	t := b.target(v.one)
	t.one.L |= v.one.L
	t.name, t.via = "!"+name, true
	for i := range t.all {
		t.all[i].L |= v.one.L
	}
	return t
}

// target is the parameter that an indirect reference names.
func (b *build) target(s Str) param {
	t := s.S
	if t == "@" || t == "*" || len(t) == 1 && strings.IndexByte("?$!#-", t[0]) >= 0 || isDigits(t) || validName(t) {
		v := b.named(t)
		v.all = append([]Str(nil), v.all...)
		return v
	}
	name, index, indexed, ok := splitRef(t)
	if !ok || !indexed {
		b.sh.errf("%s: invalid variable name", t)
		b.sh.discard(1)
	}
	if index == "@" || index == "*" {
		v := b.sh.elements(name, index == "*")
		v.name = t
		return v
	}
	v := param{ref: name, base: name, indexed: true, name: t}
	x, ok := b.sh.lookup(name)
	if ok && x.Attr&AttrAssoc != 0 {
		v.index = b.sh.expandIndex(b.ctx, name, index)
		v.one, v.set = x.Arr.GetKey(v.index)
		return v
	}
	return b.element(&x, ok, v, b.sh.arith(b.ctx, Str{S: index, L: s.L}))
}

// nameref returns what a nameref names.
func (sh *Shell) nameref(name string) (string, bool) {
	v, ok := sh.scope(name).get(name)
	return v.Str.S, ok && v.Attr&AttrNameref != 0
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
