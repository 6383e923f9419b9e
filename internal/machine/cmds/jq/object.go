package jq

import (
	"slices"
	"strings"
)

type entry struct {
	k *str
	v value
}

// obj is an object; keys keep the order in which they came. Objects that differ in values only, or of which one has more keys
// at its end, share an index.
type obj struct {
	e   []entry
	idx *keyIndex
}

// keyIndex finds the places of the first n keys of every object that shares it.
type keyIndex struct {
	at map[string]int32
	n  int
}

// indexFrom is the size from which an object has an index.
const indexFrom = 12

func newObj(n int) *obj { return &obj{e: make([]entry, 0, n)} }

// find returns the place of a key, or -1.
func (o *obj) find(k string) int {
	if len(o.e) < indexFrom {
		for i := range o.e {
			if o.e[i].k.s == k {
				return i
			}
		}
		return -1
	}
	if o.idx == nil {
		o.idx = &keyIndex{at: make(map[string]int32, 2*len(o.e))}
		for i := range o.e {
			o.idx.at[o.e[i].k.s] = int32(i)
		}
		o.idx.n = len(o.e)
	}
	if i, ok := o.idx.at[k]; ok && int(i) < len(o.e) {
		return int(i)
	}
	return -1
}

func (o *obj) get(k string) (value, bool) {
	if i := o.find(k); i >= 0 {
		return o.e[i].v, true
	}
	return nil, false
}

// put sets a key of an object that nobody else knows yet.
func (o *obj) put(k *str, v value) {
	if i := o.find(k.s); i >= 0 {
		o.e[i].v = v
		return
	}
	o.grown(k, v, o)
}

// grown makes into the object that has one more key than o.
func (o *obj) grown(k *str, v value, into *obj) {
	idx := o.idx
	if idx != nil && idx.n == len(o.e) {
		idx.at[k.s] = int32(len(o.e))
		idx.n++
	} else {
		idx = nil
	}
	into.e, into.idx = append(o.e, entry{k, v}), idx
}

// with returns the object with a key set.
func (o *obj) with(k *str, v value) *obj {
	out := &obj{}
	if i := o.find(k.s); i >= 0 {
		out.e, out.idx = slices.Clone(o.e), o.idx
		out.e[i].v = v
		return out
	}
	base := &obj{e: make([]entry, len(o.e), len(o.e)+len(o.e)/4+1), idx: o.idx}
	copy(base.e, o.e)
	base.grown(k, v, out)
	return out
}

// without returns the object with a key removed.
func (o *obj) without(k string) *obj {
	i := o.find(k)
	if i < 0 {
		return o
	}
	out := &obj{e: make([]entry, 0, len(o.e)-1)}
	out.e = append(append(out.e, o.e[:i]...), o.e[i+1:]...)
	return out
}

// merged returns the object with the keys of another set.
func (o *obj) merged(b *obj) *obj {
	if len(b.e) == 1 {
		return o.with(b.e[0].k, b.e[0].v)
	}
	out := &obj{e: make([]entry, len(o.e), len(o.e)+len(b.e))}
	copy(out.e, o.e)
	for _, e := range b.e {
		out.put(e.k, e.v)
	}
	return out
}

// sortedKeys returns the keys in the order of their bytes.
func (o *obj) sortedKeys() []*str {
	keys := make([]*str, len(o.e))
	for i := range o.e {
		keys[i] = o.e[i].k
	}
	slices.SortFunc(keys, func(a, b *str) int { return strings.Compare(a.s, b.s) })
	return keys
}

// mergedDeep merges objects that both have under a key, too.
func (h *host) mergedDeep(a, b *obj, depth int) *obj {
	h.enter(depth)
	h.tick(len(a.e)/16 + len(b.e))
	out := &obj{e: slices.Clone(a.e)}
	for _, e := range b.e {
		v := e.v
		if y, ok := v.(*obj); ok {
			old, _ := out.get(e.k.s)
			if x, ok := old.(*obj); ok {
				v = h.mergedDeep(x, y, depth+1)
			}
		}
		out.put(e.k, v)
	}
	return out
}
