package jq

import (
	"math"
	"slices"
)

// sliceBounds returns the bounds that a slice key gives in something of length n; they must be numbers. Bad says what to
// complain about otherwise.
func sliceBounds(key *obj, n int, bad string) (from, to int, err *failure) {
	bound := func(name string, missing int) (float64, bool) {
		v, found := key.get(name)
		if v == nil && found {
			return float64(missing), true
		}
		f, isNum := v.(float64)
		return f, isNum
	}
	start, ok1 := bound("start", 0)
	end, ok2 := bound("end", n)
	if !ok1 || !ok2 {
		return 0, 0, fail(bad)
	}
	if start != start {
		return 0, 0, &failure{fatal: "src/jv_aux.c:47: parse_slice: Assertion `0 <= start && start <= end && end <= len' failed."}
	}
	size := float64(n)
	if start < 0 {
		start += size
	}
	if end < 0 {
		end += size
	}
	from, to = int(math.Min(math.Max(start, 0), size)), n
	if end <= size {
		to = int(math.Ceil(end))
	}
	return from, max(to, from), nil
}

const badSlice = "Start and end indices of an array slice must be numbers"

// get returns what is under a key.
func (h *host) get(t, k value) (value, *failure) {
	switch x := t.(type) {
	case *obj:
		if key, ok := k.(*str); ok {
			v, _ := x.get(key.s)
			return v, nil
		}
	case *arr:
		switch key := k.(type) {
		case float64:
			return element(x, key), nil
		case *obj:
			from, to, err := sliceBounds(key, len(x.v), badSlice)
			if err != nil {
				return nil, err
			}
			return x.slice(from, to), nil
		case *arr:
			return h.indexes(x, key), nil
		}
	case *str:
		if key, ok := k.(*obj); ok {
			h.tick(len(x.s) / 64)
			from, to, err := sliceBounds(key, x.length(), "Start and end indices of an string slice must be numbers")
			if err != nil {
				return nil, err
			}
			return newStr(cutRunes(x.s, from, to)), nil
		}
	case nil:
		switch k.(type) {
		case *str, float64, *obj:
			return nil, nil
		}
	}
	if s, ok := k.(*str); ok && len(s.s) < 30 {
		return nil, fail("Cannot index " + kindName(t) + ` with string "` + s.s + `"`)
	}
	return nil, fail("Cannot index " + kindName(t) + " with " + kindName(k))
}

// element returns element f of an array, from the end when negative; null when there is none.
func element(a *arr, f float64) value {
	i := toInt(f)
	if float64(i) != f {
		return nil
	}
	if i < 0 {
		i += len(a.v)
	}
	if i < 0 || i >= len(a.v) {
		return nil
	}
	return a.v[i]
}

// cutRunes returns the code points of s from one number up to another.
func cutRunes(s string, from, to int) string {
	n, start := 0, len(s)
	for i := range s {
		if n == from {
			start = i
		}
		if n == to {
			return s[min(start, i):i]
		}
		n++
	}
	return s[start:]
}

// indexes returns where the elements of b stand in a.
func (h *host) indexes(a, b *arr) *arr {
	var out []value
	for i := range a.v {
		at := -1
		for j, want := range b.v {
			switch {
			case j == 0 && !h.equal(a.v[i], want, 0), j > 0 && (i+j >= len(a.v) || !h.equal(a.v[i+j], want, 0)):
				at = -1
			case j == 0 && at == -1:
				at = i
			}
		}
		if at > -1 {
			out = append(out, float64(at))
		}
	}
	return newArr(out)
}

// maxArray is the length from which an array is an error of the machine rather than of the program.
const maxArray = 1 << 28

// set returns t with v under a key.
func (m *vm) set(t, k, v value) (value, *failure) {
	switch key := k.(type) {
	case *str:
		switch x := t.(type) {
		case nil:
			o := newObj(1)
			o.put(key, v)
			return o, nil
		case *obj:
			m.allocated(24 * len(x.e))
			return x.with(key, v), nil
		}
	case float64:
		switch x := t.(type) {
		case nil:
			return m.setElement(emptyArr, toInt(key), v)
		case *arr:
			return m.setElement(x, toInt(key), v)
		}
	case *obj:
		switch x := t.(type) {
		case nil:
			return m.setSlice(emptyArr, key, v)
		case *arr:
			return m.setSlice(x, key, v)
		}
	}
	return nil, fail("Cannot update field at " + kindName(k) + " index of " + kindName(t))
}

func (m *vm) setElement(a *arr, i int, v value) (value, *failure) {
	if i < 0 {
		i += len(a.v)
	}
	if i < 0 {
		return nil, fail("Out of bounds negative array index")
	}
	if i == len(a.v) {
		return m.append(a, []value{v}), nil
	}
	if i >= maxArray {
		m.h.p.Exhaust("memory")
	}
	n := max(len(a.v), i+1)
	m.h.room(16 * n)
	m.allocated(16 * n)
	out := make([]value, n)
	copy(out, a.v)
	out[i] = v
	return newArr(out), nil
}

func (m *vm) setSlice(a *arr, key *obj, v value) (value, *failure) {
	from, to, err := sliceBounds(key, len(a.v), badSlice)
	if err != nil {
		return nil, err
	}
	with, ok := v.(*arr)
	if !ok {
		return nil, fail("A slice of an array can only be assigned another array")
	}
	m.allocated(16 * (len(a.v) + len(with.v)))
	return newArr(slices.Concat(a.v[:from], with.v, a.v[to:])), nil
}

func has(t, k value) (value, *failure) {
	switch x := t.(type) {
	case nil:
		return false, nil
	case *obj:
		if key, ok := k.(*str); ok {
			return x.find(key.s) >= 0, nil
		}
	case *arr:
		if key, ok := k.(float64); ok {
			i := toInt(key)
			return i >= 0 && i < len(x.v), nil
		}
	}
	return nil, fail("Cannot check whether " + kindName(t) + " has a " + kindName(k) + " key")
}

const badPath = "Path must be specified as an array"

func (m *vm) setPath(t, path, v value) (value, *failure) {
	p, ok := path.(*arr)
	if !ok {
		return nil, fail(badPath)
	}
	return m.setAt(t, p.v, v, 0)
}

func (m *vm) setAt(t value, path []value, v value, depth int) (value, *failure) {
	m.h.enter(depth)
	if len(path) == 0 {
		return v, nil
	}
	old, err := m.h.get(t, path[0])
	if err != nil {
		return nil, err
	}
	inner, err := m.setAt(old, path[1:], v, depth+1)
	if err != nil {
		return nil, err
	}
	return m.set(t, path[0], inner)
}

func getPath(m *vm, a []value) (value, *failure) {
	p, ok := a[1].(*arr)
	if !ok {
		return nil, fail(badPath)
	}
	v := a[0]
	for _, k := range p.v {
		var err *failure
		if v, err = m.h.get(v, k); err != nil {
			return nil, err
		}
	}
	m.h.tick(len(p.v))
	if m.subexp == 0 && m.path.on && identical(a[0], m.atPath) {
		m.path.path = append(m.path.path, p.v...)
		m.atPath = v
	}
	return v, nil
}

func (m *vm) delPaths(t, paths value) (value, *failure) {
	p, ok := paths.(*arr)
	if !ok {
		return nil, fail("Paths must be specified as an array")
	}
	list := m.sorted(p.v, p.v)
	sorted := make([][]value, len(list))
	for i := range list {
		path, ok := list[i].v.(*arr)
		if !ok {
			return nil, fail("Path must be specified as array, not " + kindName(list[i].v))
		}
		sorted[i] = path.v
	}
	if len(sorted) == 0 {
		return t, nil
	}
	if len(sorted[0]) == 0 {
		return nil, nil
	}
	return m.delSorted(t, sorted, 0)
}

// delSorted deletes sorted paths, all of them longer than start.
func (m *vm) delSorted(t value, paths [][]value, start int) (value, *failure) {
	m.h.enter(start)
	var drop []value
	for i := 0; i < len(paths); {
		key := paths[i][start]
		j := i + 1
		for j < len(paths) && m.h.equal(key, paths[j][start], 0) {
			j++
		}
		if len(paths[i]) == start+1 {
			drop = append(drop, key)
			i = j
			continue
		}
		sub, err := m.h.get(t, key)
		if err != nil {
			return nil, err
		}
		if sub != nil {
			if sub, err = m.delSorted(sub, paths[i:j], start+1); err != nil {
				return nil, err
			}
			if t, err = m.set(t, key, sub); err != nil {
				return nil, err
			}
		}
		i = j
	}
	return m.delKeys(t, drop)
}

func (m *vm) delKeys(t value, keys []value) (value, *failure) {
	if t == nil || len(keys) == 0 {
		return t, nil
	}
	switch x := t.(type) {
	case *arr:
		return m.delElements(x, keys)
	case *obj:
		for _, k := range keys {
			key, ok := k.(*str)
			if !ok {
				return nil, fail("Cannot delete " + kindName(k) + " field of object")
			}
			m.allocated(24 * len(x.e))
			x = x.without(key.s)
		}
		return x, nil
	}
	return nil, fail("Cannot delete fields from " + kindName(t))
}

func (m *vm) delElements(a *arr, keys []value) (value, *failure) {
	gone := make([]bool, len(a.v))
	for _, k := range keys {
		switch k := k.(type) {
		case float64:
			i := toInt(k)
			if k < 0 {
				i += len(a.v)
			}
			if i >= 0 && i < len(gone) {
				gone[i] = true
			}
		case *obj:
			from, to, err := sliceBounds(k, len(a.v), badSlice)
			if err != nil {
				return nil, err
			}
			for i := from; i < to; i++ {
				gone[i] = true
			}
		default:
			return nil, fail("Cannot delete " + kindName(k) + " element of array")
		}
	}
	m.allocated(17 * len(a.v))
	var out []value
	for i, v := range a.v {
		if !gone[i] {
			out = append(out, v)
		}
	}
	return newArr(out), nil
}
