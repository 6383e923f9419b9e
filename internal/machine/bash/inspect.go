package bash

import (
	"sort"
	"strings"
)

// DiffVars calls f for every global variable whose value differs between an older state of a shell (nil: none) and a newer
// one, by name. A nil side means that it did not exist.
func DiffVars(old, now *Shell, f func(name string, before, after *string)) {
	a, b := &Table{}, now.global
	if old != nil {
		a = old.global
	}
	names := make([]string, 0, 8)
	b.each(func(n string, v *Var) {
		if w, ok := a.stored(n); !ok || !sameVar(v, &w) {
			names = append(names, n)
		}
	})
	a.each(func(n string, _ *Var) {
		if _, ok := b.stored(n); !ok {
			names = append(names, n)
		}
	})
	sort.Strings(names)
	for _, n := range names {
		v, _ := a.stored(n)
		w, _ := b.stored(n)
		before, after := varText(n, &v), varText(n, &w)
		if before == nil && after == nil || before != nil && after != nil && *before == *after {
			continue
		}
		if old == nil && strings.HasPrefix(n, "BASH") {
			continue
		}
		f(n, before, after)
	}
}

func sameVar(v, w *Var) bool {
	return v.Attr == w.Attr && v.Set == w.Set && v.Str == w.Str && v.Arr == w.Arr
}

// varText is a variable's value as declare -p shows it; a plain one is its text alone.
func varText(name string, v *Var) *string {
	if v.dynamic != nil || v.Attr&attrGone != 0 || !v.Set && v.Attr == 0 && v.Arr == nil {
		return nil
	}
	s := v.Str.S
	if v.IsArray() {
		s = arrayText(v)
	}
	return &s
}
