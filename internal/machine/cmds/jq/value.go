package jq

import (
	"math"
	"strings"
	"unicode/utf8"
)

// value is a JSON value: nil for null, bool, float64, *str, *arr or *obj. Values never change once a program can see them;
// pointers are compared where jq asks whether something is still the very same value.
type value any

// str is a string of valid UTF-8.
type str struct{ s string }

func newStr(s string) *str { return &str{s: s} }

// length returns the number of code points.
func (s *str) length() int { return utf8.RuneCountInString(s.s) }

// arr is an array. Arrays that grow by appending share one backing slice: only the newest may append in place.
type arr struct {
	v    []value
	used *int // elements taken of the backing slice
}

func newArr(v []value) *arr {
	n := len(v)
	return &arr{v: v, used: &n}
}

// fits says whether n more elements need no copy of the others.
func (a *arr) fits(n int) bool { return *a.used == len(a.v) && cap(a.v)-len(a.v) >= n }

// appended returns the array with more elements at its end.
func (a *arr) appended(v ...value) *arr {
	if a.fits(len(v)) {
		*a.used += len(v)
		return &arr{v: append(a.v, v...), used: a.used}
	}
	b := make([]value, len(a.v)+len(v), 2*(len(a.v)+len(v))+2)
	copy(b[copy(b, a.v):], v)
	return newArr(b)
}

// slice returns the elements from i up to j, without room to grow in place.
func (a *arr) slice(i, j int) *arr {
	if i == 0 && j == len(a.v) && j > 0 {
		return a
	}
	return newArr(a.v[i:j:j])
}

// kindNames are the types in the order in which jq sorts them; false and true are both boolean.
func kindName(v value) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64:
		return "number"
	case *str:
		return "string"
	case *arr:
		return "array"
	default:
		return "object"
	}
}

func kindOrder(v value) int {
	switch v := v.(type) {
	case nil:
		return 1
	case bool:
		if v {
			return 3
		}
		return 2
	case float64:
		return 4
	case *str:
		return 5
	case *arr:
		return 6
	default:
		return 7
	}
}

// truthy says whether a condition holds.
func truthy(v value) bool {
	b, isBool := v.(bool)
	return v != nil && (!isBool || b)
}

// identical says that two values are the same one, as path expressions need it.
func identical(a, b value) bool {
	x, ok := a.(float64)
	if y, ok2 := b.(float64); ok && ok2 {
		return math.Float64bits(x) == math.Float64bits(y)
	}
	return a == b
}

// maxDepth bounds recursion into values that programs nest.
const maxDepth = 10000

// enter counts one level of recursion.
func (h *host) enter(depth int) {
	h.tick(1)
	if depth > maxDepth {
		h.p.Exhaust("depth")
	}
}

// equal compares without regard to the order of keys.
func (h *host) equal(a, b value, depth int) bool {
	h.enter(depth)
	switch a := a.(type) {
	case *str:
		b, ok := b.(*str)
		return ok && a.s == b.s
	case *arr:
		b, ok := b.(*arr)
		if !ok || len(a.v) != len(b.v) {
			return false
		}
		if a == b {
			return true
		}
		for i := range a.v {
			if !h.equal(a.v[i], b.v[i], depth+1) {
				return false
			}
		}
		return true
	case *obj:
		b, ok := b.(*obj)
		if !ok || len(a.e) != len(b.e) {
			return false
		}
		if a == b {
			return true
		}
		for i := range a.e {
			v, found := b.get(a.e[i].k.s)
			if !found || !h.equal(a.e[i].v, v, depth+1) {
				return false
			}
		}
		return true
	}
	return a == b
}

// compare orders values as sort does.
func (h *host) compare(a, b value, depth int) int {
	h.enter(depth)
	if x, y := kindOrder(a), kindOrder(b); x != y {
		return x - y
	}
	switch a := a.(type) {
	case float64:
		return compareNumbers(a, b.(float64))
	case *str:
		return strings.Compare(a.s, b.(*str).s)
	case *arr:
		b := b.(*arr)
		for i := 0; i < len(a.v) && i < len(b.v); i++ {
			if c := h.compare(a.v[i], b.v[i], depth+1); c != 0 {
				return c
			}
		}
		return len(a.v) - len(b.v)
	case *obj:
		return h.compareObjects(a, b.(*obj), depth)
	}
	return 0
}

// compareNumbers puts nan before every number, another nan too.
func compareNumbers(a, b float64) int {
	switch {
	case a != a:
		return -1
	case b != b:
		return 1
	case a < b:
		return -1
	case a == b:
		return 0
	}
	return 1
}

func (h *host) compareObjects(a, b *obj, depth int) int {
	ka, kb := a.sortedKeys(), b.sortedKeys()
	h.tick(len(ka) + len(kb))
	for i := 0; i < len(ka) && i < len(kb); i++ {
		if c := strings.Compare(ka[i].s, kb[i].s); c != 0 {
			return c
		}
	}
	if len(ka) != len(kb) {
		return len(ka) - len(kb)
	}
	for _, k := range ka {
		x, _ := a.get(k.s)
		y, _ := b.get(k.s)
		if c := h.compare(x, y, depth+1); c != 0 {
			return c
		}
	}
	return 0
}

// contains says whether b is part of a.
func (h *host) contains(a, b value, depth int) bool {
	h.enter(depth)
	switch x := a.(type) {
	case *obj:
		if y, ok := b.(*obj); ok {
			for i := range y.e {
				v, found := x.get(y.e[i].k.s)
				if !found || !h.contains(v, y.e[i].v, depth+1) {
					return false
				}
			}
			return true
		}
	case *arr:
		if y, ok := b.(*arr); ok {
			for _, want := range y.v {
				found := false
				for _, v := range x.v {
					if found = h.contains(v, want, depth+1); found {
						break
					}
				}
				if !found {
					return false
				}
			}
			return true
		}
	case *str:
		if y, ok := b.(*str); ok {
			h.tick(len(x.s) / 64)
			hay, _, _ := strings.Cut(x.s, "\x00")
			needle, _, _ := strings.Cut(y.s, "\x00")
			return strings.Contains(hay, needle)
		}
	}
	return h.equal(a, b, depth)
}

// validText replaces what is not UTF-8 as jq does.
func validText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		n, bad := badSequence(s[i:])
		if bad {
			b.WriteRune(utf8.RuneError)
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// badSequence returns the length of the character at the front of s and whether it is invalid; as much of an invalid one is
// taken as its first byte promises.
func badSequence(s string) (n int, bad bool) {
	if r, n := utf8.DecodeRuneInString(s); r != utf8.RuneError || n > 1 {
		return n, false
	}
	want := 1
	switch c := s[0]; {
	case c >= 0xC2 && c <= 0xDF:
		want = 2
	case c >= 0xE0 && c <= 0xEF:
		want = 3
	case c >= 0xF0 && c <= 0xF4:
		want = 4
	}
	if want > len(s) {
		return len(s), true
	}
	for i := 1; i < want; i++ {
		if s[i]&0xC0 != 0x80 {
			return i, true
		}
	}
	return want, true
}
