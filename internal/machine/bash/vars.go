package bash

import (
	"sort"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// Attr holds the attributes of a variable, as declare sets them.
type Attr uint16

// The attributes of variables.
const (
	AttrExport Attr = 1 << iota
	AttrReadonly
	AttrInteger
	AttrLower
	AttrUpper
	AttrCapital // declare -c
	AttrNameref
	AttrTrace
	AttrArray // indexed array
	AttrAssoc // associative array
	attrGone  // a variable of the base table that has been unset
)

// Str is a string with the label of its bytes.
type Str struct {
	S string
	L tree.Label
}

// Elem is one element of an array. Key is the index or the key.
type Elem struct {
	Index int64
	Key   string
	KeyL  tree.Label // of the index or key itself
	Val   Str
}

// Array holds the elements of an indexed array, by index, or of an associative one, by insertion. It is copied before it is
// changed when its owner is not the table's present identity.
type Array struct {
	owner *tableID
	elems []Elem
	byKey map[string]int // places of the keys of a large associative array; nil until it is needed
}

// Len returns the number of elements.
func (a *Array) Len() int {
	if a == nil {
		return 0
	}
	return len(a.elems)
}

// find returns the place of index i among the elements of an indexed array and whether it is there.
func (a *Array) find(i int64) (int, bool) {
	if a == nil {
		return 0, false
	}
	if n := len(a.elems); n > 0 && a.elems[n-1].Index == int64(n-1) { // dense, the usual kind
		if i >= int64(n) {
			return n, false
		}
		if i >= 0 {
			return int(i), true
		}
	}
	return sort.Find(len(a.elems), func(k int) int {
		switch e := a.elems[k].Index; {
		case i < e:
			return -1
		case i > e:
			return 1
		}
		return 0
	})
}

// Get returns element i of an indexed array.
func (a *Array) Get(i int64) (Str, bool) {
	if k, ok := a.find(i); ok {
		return a.elems[k].Val, true
	}
	return Str{}, false
}

// GetKey returns the element of an associative array with the given key.
func (a *Array) GetKey(key string) (Str, bool) {
	if i, ok := a.findKey(key); ok {
		return a.elems[i].Val, true
	}
	return Str{}, false
}

// findKey returns the place of a key among the elements of an associative array.
func (a *Array) findKey(key string) (int, bool) {
	if a == nil {
		return 0, false
	}
	if len(a.elems) > 16 {
		if a.byKey == nil {
			a.byKey = make(map[string]int, len(a.elems))
			for i := range a.elems {
				a.byKey[a.elems[i].Key] = i
			}
		}
		i, ok := a.byKey[key]
		return i, ok
	}
	for i := range a.elems {
		if a.elems[i].Key == key {
			return i, true
		}
	}
	return 0, false
}

// Elems returns the elements of an indexed array in order of index.
func (a *Array) Elems() []Elem {
	if a == nil {
		return nil
	}
	return a.elems
}

// Ordered returns the elements of an associative array in the order in which bash lists them: by bucket of its hash table
// (FNV-1 over the key), the newest first within one.
func (a *Array) Ordered() []Elem {
	if a == nil {
		return nil
	}
	buckets := uint32(1024)
	for len(a.elems) >= int(buckets)*2 {
		buckets *= 4
	}
	type placed struct {
		bucket uint32
		at     int
	}
	order := make([]placed, len(a.elems))
	for i := range a.elems {
		order[i] = placed{hashString(a.elems[i].Key) & (buckets - 1), i}
	}
	sort.Slice(order, func(i, j int) bool {
		if order[i].bucket != order[j].bucket {
			return order[i].bucket < order[j].bucket
		}
		return order[i].at > order[j].at
	})
	out := make([]Elem, len(order))
	for i, o := range order {
		out[i] = a.elems[o.at]
	}
	return out
}

// hashString is the 32-bit FNV-1 hash, which bash's tables use.
func hashString(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h *= 16777619
		h ^= uint32(int32(int8(s[i]))) // bash hashes signed characters
	}
	return h
}

// Var is one variable. It is a value: change a copy and store it with Shell.setVar or Table.set.
type Var struct {
	Attr Attr
	Set  bool // has a value; an array has one when it has been assigned, even empty
	Str  Str  // value of a scalar
	Arr  *Array
	// dynamic computes the value each time (RANDOM, SECONDS, LINENO, ...); nil for ordinary variables.
	dynamic *dynamic
}

// IsArray says whether the variable is an indexed or associative array.
func (v *Var) IsArray() bool { return v.Attr&(AttrArray|AttrAssoc) != 0 }

// Scalar returns the value as $name gives it: of an array, element 0.
func (v *Var) Scalar() (Str, bool) {
	switch {
	case v.Attr&AttrAssoc != 0:
		return v.Arr.GetKey("0")
	case v.Attr&AttrArray != 0:
		return v.Arr.Get(0)
	}
	return v.Str, v.Set
}

// Label returns the join of the labels of all values of the variable.
func (v *Var) Label() tree.Label {
	l := v.Str.L
	for _, e := range v.Arr.Elems() {
		l |= e.Val.L | e.KeyL
	}
	return l
}

// Table maps names to variables. Forks share its map until one of them writes.
type Table struct {
	m      varMap         // what has been stored
	env    *Environ       // what the shell found in its environment; m hides it
	base   map[string]Var // what every shell starts with; never changed
	shared bool
	id     *tableID
}

// tableID is the identity of a table between two forks: arrays made under it may be changed in place.
type tableID struct{ _ byte }

func newTable() *Table { return &Table{id: new(tableID)} }

// fork returns a table that shares t's content.
func (t *Table) fork() *Table {
	if t == nil {
		return nil
	}
	c := &Table{}
	t.forkInto(c)
	return c
}

// forkInto is fork with room for the copy.
func (t *Table) forkInto(c *Table) {
	t.shared, t.id = true, nil
	*c = Table{m: t.m, env: t.env, base: t.base, shared: true}
}

// identity returns the table's present identity, made when it is first needed.
func (t *Table) identity() *tableID {
	if t.id == nil {
		t.id = new(tableID)
	}
	return t.id
}

func (t *Table) get(name string) (Var, bool) {
	v, ok := t.stored(name)
	if !ok && t.base != nil {
		v, ok = t.base[name]
	}
	if v.Attr&attrGone != 0 {
		return Var{}, false
	}
	return v, ok
}

// stored returns the variable called name if it is not one of the base table; it may be the mark of one that is gone.
func (t *Table) stored(name string) (Var, bool) {
	v, ok := t.m.get(name)
	if !ok && t.env != nil {
		return t.env.get(name)
	}
	return v, ok
}

// each calls f for all that stored would return, in no fixed order.
func (t *Table) each(f func(name string, v *Var)) {
	t.m.each(f)
	if t.env == nil {
		return
	}
	for _, x := range t.env.vars {
		if !t.m.has(x.name) {
			f(x.name, &x.v)
		}
	}
}

func (t *Table) own() {
	if t.shared {
		t.m, t.shared = t.m.clone(), false
	}
}

func (t *Table) set(name string, v Var) {
	t.own()
	t.m.set(name, v)
}

func (t *Table) unset(name string) {
	_, given := t.env.find(name)
	if _, ok := t.base[name]; ok || given {
		t.set(name, Var{Attr: attrGone})
		return
	}
	if t.m.has(name) {
		t.own()
		t.m.remove(name)
	}
}

// names returns the names in order.
func (t *Table) names() []string {
	out := make([]string, 0, t.m.size()+len(t.base))
	t.each(func(k string, v *Var) {
		if v.Attr&attrGone == 0 {
			out = append(out, k)
		}
	})
	for k := range t.base {
		if _, ok := t.stored(k); !ok {
			out = append(out, k)
		}
	}
	sort.Strings(out)
	return out
}

// edit returns the variable's array for changing, as an indexed one or (assoc) an associative one.
func (t *Table) edit(v *Var) *Array {
	switch {
	case v.Arr == nil:
		v.Arr = &Array{owner: t.identity()}
	case v.Arr.owner != t.identity():
		v.Arr = &Array{owner: t.identity(), elems: append(make([]Elem, 0, len(v.Arr.elems)+1), v.Arr.elems...)}
	}
	return v.Arr
}

// put stores element i.
func (a *Array) put(i int64, s Str) {
	k, ok := a.find(i)
	if ok {
		a.elems[k].Val = s
		return
	}
	a.elems = append(a.elems, Elem{})
	copy(a.elems[k+1:], a.elems[k:])
	a.elems[k] = Elem{Index: i, Val: s}
}

// putKey stores the element with the given key.
func (a *Array) putKey(key string, s Str) {
	if i, ok := a.findKey(key); ok {
		a.elems[i].Val = s
		return
	}
	if a.byKey != nil {
		a.byKey[key] = len(a.elems)
	}
	a.elems = append(a.elems, Elem{Key: key, Val: s})
}

// markKey joins l into the label of the key of the element stored last under index i or key.
func (a *Array) markKey(assoc bool, i int64, key string, l tree.Label) {
	if l == tree.Exact {
		return
	}
	k, ok := 0, false
	if assoc {
		k, ok = a.findKey(key)
	} else {
		k, ok = a.find(i)
	}
	if ok {
		a.elems[k].KeyL |= l
	}
}

// remove drops element i; removeKey drops the one with the given key.
func (a *Array) remove(i int64) {
	if k, ok := a.find(i); ok {
		a.elems = append(a.elems[:k], a.elems[k+1:]...)
	}
}

func (a *Array) removeKey(key string) {
	if i, ok := a.findKey(key); ok {
		a.elems = append(a.elems[:i], a.elems[i+1:]...)
		a.byKey = nil
	}
}

// validName says whether s can be the name of a variable.
func validName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// splitRef splits "name[index]" into its parts; ok is false when s is neither that nor a name.
func splitRef(s string) (name, index string, indexed, ok bool) {
	i := strings.IndexByte(s, '[')
	if i < 0 {
		return s, "", false, validName(s)
	}
	if !strings.HasSuffix(s, "]") || len(s) == i+2 {
		return s[:i], "", true, false
	}
	return s[:i], s[i+1 : len(s)-1], true, validName(s[:i])
}
