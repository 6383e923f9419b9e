package jq

import (
	"math"
	"strings"
)

func add(m *vm, a []value) (value, *failure) {
	switch x := a[1].(type) {
	case nil:
		return a[2], nil
	case float64:
		if y, ok := a[2].(float64); ok {
			return x + y, nil
		}
	case *str:
		if y, ok := a[2].(*str); ok {
			m.h.room(len(x.s) + len(y.s))
			return m.newStr(x.s + y.s), nil
		}
	case *arr:
		if y, ok := a[2].(*arr); ok {
			return m.append(x, y.v), nil
		}
	case *obj:
		if y, ok := a[2].(*obj); ok {
			m.allocated(24 * (len(x.e) + len(y.e)))
			return x.merged(y), nil
		}
	}
	if a[2] == nil {
		return a[1], nil
	}
	return nil, m.typeError2(a[1], a[2], "cannot be added")
}

// append returns an array with more elements.
func (m *vm) append(a *arr, more []value) *arr {
	size := len(more)
	if !a.fits(size) {
		size = 2 * (len(a.v) + size)
		m.h.room(16 * size)
	}
	m.allocated(16 * size)
	return a.appended(more...)
}

// newStr makes a string that the program keeps.
func (m *vm) newStr(s string) *str {
	m.allocated(len(s))
	return newStr(s)
}

// allocated counts n bytes that an operation made.
func (m *vm) allocated(n int) {
	m.h.tick(n / 64)
	m.mem.add(n + 32)
}

func subtract(m *vm, a []value) (value, *failure) {
	if x, ok := a[1].(float64); ok {
		if y, ok := a[2].(float64); ok {
			return x - y, nil
		}
	}
	x, ok1 := a[1].(*arr)
	y, ok2 := a[2].(*arr)
	if !ok1 || !ok2 {
		return nil, m.typeError2(a[1], a[2], "cannot be subtracted")
	}
	var out []value
	for _, v := range x.v {
		drop := false
		for _, w := range y.v {
			if drop = m.h.equal(v, w, 0); drop {
				break
			}
		}
		if !drop {
			out = append(out, v)
		}
	}
	return newArr(out), nil
}

func multiply(m *vm, a []value) (value, *failure) {
	switch x := a[1].(type) {
	case float64:
		switch y := a[2].(type) {
		case float64:
			return x * y, nil
		case *str:
			return m.repeated(y, x), nil
		}
	case *str:
		if y, ok := a[2].(float64); ok {
			return m.repeated(x, y), nil
		}
	case *obj:
		if y, ok := a[2].(*obj); ok {
			return m.h.mergedDeep(x, y, 0), nil
		}
	}
	return nil, m.typeError2(a[1], a[2], "cannot be multiplied")
}

// repeated returns a string n times; fewer than one time is null.
func (m *vm) repeated(s *str, n float64) value {
	count := toInt(n - 1)
	if count < 0 {
		return nil
	}
	if count == 0 || s.s == "" {
		return s
	}
	if int64(count) > math.MaxInt32/int64(len(s.s)) {
		m.h.p.Exhaust("memory")
	}
	m.h.room(len(s.s) * (count + 1))
	return m.newStr(strings.Repeat(s.s, count+1))
}

func divideValues(m *vm, a []value) (value, *failure) {
	if x, ok := a[1].(float64); ok {
		if y, ok := a[2].(float64); ok {
			if y == 0 {
				return nil, m.typeError2(a[1], a[2], "cannot be divided because the divisor is zero")
			}
			return x / y, nil
		}
	}
	x, ok1 := a[1].(*str)
	y, ok2 := a[2].(*str)
	if !ok1 || !ok2 {
		return nil, m.typeError2(a[1], a[2], "cannot be divided")
	}
	return m.splitString(x.s, y.s), nil
}

func modulo(m *vm, a []value) (value, *failure) {
	x, ok1 := a[1].(float64)
	y, ok2 := a[2].(float64)
	if !ok1 || !ok2 {
		return nil, m.typeError2(a[1], a[2], "cannot be divided (remainder)")
	}
	n, d := toInt64(x), toInt64(y)
	if d == 0 {
		return nil, m.typeError2(a[1], a[2], "cannot be divided (remainder) because the divisor is zero")
	}
	if d == -1 {
		if n == math.MinInt64 {
			m.io.kill(sigFPE)
		}
		return float64(0), nil
	}
	return float64(n % d), nil
}

func negateValue(m *vm, a []value) (value, *failure) {
	if x, ok := a[0].(float64); ok {
		return -x, nil
	}
	return nil, m.typeError(a[0], "cannot be negated")
}

func containsValue(m *vm, a []value) (value, *failure) {
	if kindOrder(a[0]) != kindOrder(a[1]) {
		return nil, m.typeError2(a[0], a[1], "cannot have their containment checked")
	}
	return m.h.contains(a[0], a[1], 0), nil
}

func length(m *vm, a []value) (value, *failure) {
	switch v := a[0].(type) {
	case nil:
		return float64(0), nil
	case float64:
		return math.Abs(v), nil
	case *str:
		m.h.tick(len(v.s) / 64)
		return float64(v.length()), nil
	case *arr:
		return float64(len(v.v)), nil
	case *obj:
		return float64(len(v.e)), nil
	}
	return nil, m.typeError(a[0], "has no length")
}

func keys(m *vm, a []value) (value, *failure) {
	if o, ok := a[0].(*obj); ok {
		m.h.tick(len(o.e))
		return keyArray(o.sortedKeys()), nil
	}
	return keysUnsorted(m, a)
}

func keyArray(list []*str) value {
	out := make([]value, len(list))
	for i, k := range list {
		out[i] = k
	}
	return newArr(out)
}

func keysUnsorted(m *vm, a []value) (value, *failure) {
	switch v := a[0].(type) {
	case *arr:
		out := make([]value, len(v.v))
		for i := range out {
			out[i] = float64(i)
		}
		m.allocated(24 * len(out))
		return newArr(out), nil
	case *obj:
		out := make([]value, len(v.e))
		for i := range out {
			out[i] = v.e[i].k
		}
		m.allocated(16 * len(out))
		return newArr(out), nil
	}
	return nil, m.typeError(a[0], "has no keys")
}

// keyed is an element with what it is sorted by.
type keyed struct {
	v, key value
}

// sorted orders elements stably, by merging halves as the C library does.
func (m *vm) sorted(vals, keys []value) []keyed {
	list := make([]keyed, len(vals))
	for i := range vals {
		list[i] = keyed{vals[i], keys[i]}
	}
	m.allocated(64 * len(list))
	m.mergeSort(list, make([]keyed, len(list)))
	return list
}

func (m *vm) mergeSort(list, tmp []keyed) {
	if len(list) < 2 {
		return
	}
	half := len(list) / 2
	a, b := list[:half], list[half:]
	m.mergeSort(a, tmp)
	m.mergeSort(b, tmp)
	out := tmp[:0]
	for len(a) > 0 && len(b) > 0 {
		if m.h.compare(a[0].key, b[0].key, 0) <= 0 {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	out = append(out, a...)
	copy(list, out) // what is left of b is in place
}

func sortValue(m *vm, a []value) (value, *failure) {
	v, ok := a[0].(*arr)
	if !ok {
		return nil, m.typeError(a[0], "cannot be sorted, as it is not an array")
	}
	return sortedArray(m.sorted(v.v, v.v)), nil
}

func sortedArray(list []keyed) *arr {
	out := make([]value, len(list))
	for i := range list {
		out[i] = list[i].v
	}
	return newArr(out)
}

// twoArrays returns values and keys of equal number, or complains.
func (m *vm) twoArrays(a []value) (vals, keys []value, err *failure) {
	x, ok1 := a[0].(*arr)
	y, ok2 := a[1].(*arr)
	if !ok1 || !ok2 || len(x.v) != len(y.v) {
		return nil, nil, m.typeError2(a[0], a[1], "cannot be sorted, as they are not both arrays")
	}
	return x.v, y.v, nil
}

func sortBy(m *vm, a []value) (value, *failure) {
	vals, keys, err := m.twoArrays(a)
	if err != nil {
		return nil, err
	}
	return sortedArray(m.sorted(vals, keys)), nil
}

func groupBy(m *vm, a []value) (value, *failure) {
	vals, keys, err := m.twoArrays(a)
	if err != nil {
		return nil, err
	}
	list := m.sorted(vals, keys)
	var out []value
	for i := 0; i < len(list); {
		j := i + 1
		for j < len(list) && m.h.equal(list[i].key, list[j].key, 0) {
			j++
		}
		out = append(out, sortedArray(list[i:j]))
		i = j
	}
	return newArr(out), nil
}

func (m *vm) extreme(vals, keys value, least bool) (value, *failure) {
	x, ok1 := vals.(*arr)
	y, ok2 := keys.(*arr)
	if !ok1 || !ok2 {
		return nil, m.typeError2(vals, keys, "cannot be iterated over")
	}
	if len(x.v) != len(y.v) {
		return nil, m.typeError2(vals, keys, "have wrong length")
	}
	if len(x.v) == 0 {
		return nil, nil
	}
	best := 0
	for i := 1; i < len(x.v); i++ {
		if (m.h.compare(y.v[i], y.v[best], 0) < 0) == least {
			best = i
		}
	}
	return x.v[best], nil
}

func raiseError(_ *vm, a []value) (value, *failure) {
	if a[1] == nil {
		return nil, &failure{empty: true}
	}
	return nil, &failure{msg: a[1]}
}

func halt(m *vm, _ []value) (value, *failure) {
	m.halted = true
	m.io.exit = 0
	return true, nil
}

func haltError(m *vm, a []value) (value, *failure) {
	code, ok := a[1].(float64)
	if !ok {
		return nil, m.typeError(a[0], "halt_error/1: number required")
	}
	m.halted = true
	m.io.exit, m.io.last = toInt(code), a[0]
	return true, nil
}

func listBuiltins(*vm, []value) (value, *failure) {
	var out []value
	for _, name := range strings.Fields(builtinNames) {
		out = append(out, newStr(name))
	}
	return newArr(out), nil
}
