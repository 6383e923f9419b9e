package awk

import (
	"strconv"
)

// array is an associative array. It keeps its elements as mawk does, because the order in which for (k in a) visits them can
// be seen: two hash tables, by the bytes of the key and by its integer value, whose lists move what is found to the front;
// an element that came in by an integer has no string until one is asked for. An array made by split is a plain vector until
// it is used in another way.
type array struct {
	strs, ints []*elem // heads of the lists, mask+1 of each
	mask       uint32
	size       int
	hasStr     bool
	hasInt     bool
	isSplit    bool
	vector     []value // elements 1 to n of split
}

// elem is one element.
type elem struct {
	key     string
	hash    uint32
	num     int32
	hasKey  bool
	hasNum  bool
	val     value
	nextStr *elem
	nextInt *elem
}

const (
	startBuckets = 64
	maxListLen   = 12
)

// hashString is FNV-1a.
func hashString(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

func (a *array) init() {
	if a.strs == nil {
		a.strs, a.ints = make([]*elem, startBuckets), make([]*elem, startBuckets)
		a.mask = startBuckets - 1
	}
}

// clear removes all elements.
func (a *array) clear() { *a = array{} }

// find finds the element with a key, or makes it.
func (a *array) find(k key, create bool) *elem {
	if k.isNum {
		return a.byInt(k.n, create)
	}
	return a.byString(k.s, create)
}

// byString finds the element with a key, or makes it.
func (a *array) byString(key string, create bool) *elem {
	if a.isSplit {
		a.toTable()
	}
	if a.size == 0 && !a.hasStr && !a.hasInt {
		if !create {
			return nil
		}
		a.init()
		a.hasStr = true
	}
	if !a.hasStr {
		a.addStrings()
	}
	h := hashString(key)
	i := h & a.mask
	var prev *elem
	for e := a.strs[i]; e != nil; prev, e = e, e.nextStr {
		if e.hash == h && e.key == key {
			if prev != nil {
				prev.nextStr = e.nextStr
				e.nextStr = a.strs[i]
				a.strs[i] = e
			}
			return e
		}
	}
	if !create {
		return nil
	}
	e := &elem{key: key, hash: h, hasKey: true, nextStr: a.strs[i]}
	a.strs[i] = e
	a.grow()
	return e
}

// byInt finds the element with an integer key, or makes it. A split vector answers nil for what it has; see vectorAt.
func (a *array) byInt(n int32, create bool) *elem {
	if a.isSplit {
		a.toTable()
	}
	if a.size == 0 && !a.hasStr && !a.hasInt {
		if !create {
			return nil
		}
		a.init()
	}
	i := uint32(n) & a.mask
	var prev *elem
	for e := a.ints[i]; e != nil; prev, e = e, e.nextInt {
		if e.num == n {
			if prev != nil {
				prev.nextInt = e.nextInt
				e.nextInt = a.ints[i]
				a.ints[i] = e
			}
			return e
		}
	}
	if a.hasStr {
		e := a.byString(strconv.Itoa(int(n)), create)
		if e == nil {
			return nil
		}
		// As in mawk the list is the one of the table before it grew.
		e.num, e.hasNum = n, true
		e.nextInt = a.ints[i]
		a.ints[i] = e
		a.hasInt = true
		return e
	}
	if !create {
		return nil
	}
	e := &elem{num: n, hasNum: true, nextInt: a.ints[i]}
	a.ints[i] = e
	a.hasInt = true
	a.grow()
	return e
}

// grow counts a new element and doubles the tables when their lists become long.
func (a *array) grow() {
	a.size++
	if a.size <= int(a.mask+1)*maxListLen {
		return
	}
	old := a.mask + 1
	a.mask = 2*old - 1
	a.strs = append(a.strs, make([]*elem, old)...)
	a.ints = append(a.ints, make([]*elem, old)...)
	for i := uint32(0); i < old; i++ {
		a.splitStrings(i, i+old)
		a.splitInts(i, i+old)
	}
}

// splitStrings moves the elements of list i that now belong to list j, keeping their order.
func (a *array) splitStrings(i, j uint32) {
	var keep, move *elem
	tail := [2]**elem{&keep, &move}
	for e := a.strs[i]; e != nil; {
		next := e.nextStr
		k := 0
		if e.hash&a.mask != i {
			k = 1
		}
		e.nextStr = nil
		*tail[k] = e
		tail[k] = &e.nextStr
		e = next
	}
	a.strs[i], a.strs[j] = keep, move
}

func (a *array) splitInts(i, j uint32) {
	var keep, move *elem
	tail := [2]**elem{&keep, &move}
	for e := a.ints[i]; e != nil; {
		next := e.nextInt
		k := 0
		if uint32(e.num)&a.mask != i {
			k = 1
		}
		e.nextInt = nil
		*tail[k] = e
		tail[k] = &e.nextInt
		e = next
	}
	a.ints[i], a.ints[j] = keep, move
}

// addStrings gives every element that has only a number its key.
func (a *array) addStrings() {
	for _, e := range a.ints {
		for ; e != nil; e = e.nextInt {
			if e.hasKey {
				continue
			}
			e.key, e.hasKey = strconv.Itoa(int(e.num)), true
			e.hash = hashString(e.key)
			i := e.hash & a.mask
			e.nextStr = a.strs[i]
			a.strs[i] = e
		}
	}
	a.hasStr = true
}

// toTable turns the vector of split into a table.
func (a *array) toTable() {
	v := a.vector
	a.isSplit, a.vector = false, nil
	if len(v) == 0 {
		a.size = 0
		return
	}
	n := uint32(startBuckets)
	for len(v) > int(n)*maxListLen {
		n *= 2
	}
	a.strs, a.ints, a.mask = make([]*elem, n), make([]*elem, n), n-1
	for i := range v {
		e := &elem{num: int32(i + 1), hasNum: true, val: v[i]}
		b := uint32(i+1) & a.mask
		e.nextInt = a.ints[b]
		a.ints[b] = e
	}
	a.hasInt, a.hasStr = true, false
}

// setSplit makes the array hold the pieces of split.
func (a *array) setSplit(v []value) {
	a.clear()
	a.isSplit, a.vector, a.size = true, v, len(v)
}

// vectorAt returns the element of a split vector, or nil when the array is a table or has no such element.
func (a *array) vectorAt(n int32) *value {
	if a.isSplit && n >= 1 && int(n) <= len(a.vector) {
		return &a.vector[n-1]
	}
	return nil
}

// remove takes an element out of both tables.
func (a *array) remove(e *elem) {
	if e.hasKey {
		cutString(&a.strs[e.hash&a.mask], e)
	}
	if e.hasNum {
		cutInt(&a.ints[uint32(e.num)&a.mask], e)
	}
	if a.size--; a.size == 0 {
		a.clear()
	}
}

func cutString(at **elem, e *elem) {
	for ; *at != nil; at = &(*at).nextStr {
		if *at == e {
			*at = e.nextStr
			return
		}
	}
}

func cutInt(at **elem, e *elem) {
	for ; *at != nil; at = &(*at).nextInt {
		if *at == e {
			*at = e.nextInt
			return
		}
	}
}

// keys returns the keys in the order in which mawk visits them.
func (a *array) keys() []string {
	if a.isSplit {
		a.toTable()
	}
	if a.size == 0 {
		return nil
	}
	if !a.hasStr {
		a.addStrings()
	}
	out := make([]string, 0, a.size)
	for _, e := range a.strs {
		for ; e != nil; e = e.nextStr {
			out = append(out, e.key)
		}
	}
	return out
}
