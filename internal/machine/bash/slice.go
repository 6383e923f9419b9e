package bash

import (
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// slice applies ${x:offset:length}.
func (b *build) slice(pe *syntax.ParamExp, v param) param {
	from := b.indexText(pe.Slice.Offset)
	off := b.sliceArg(v.name, from)
	count, has, text := int64(0), pe.Slice.Length != nil, Str{}
	if has {
		text = b.indexText(pe.Slice.Length)
		count = b.sliceArg(v.name, text)
	}
	if l := (from.L | text.L).Derive(); l != 0 {
		v = v.each(func(s Str) Str { return Str{S: s.S, L: s.L | l} })
	}
	if v.list {
		v.all = b.sliceList(v, off, count, has, text.S)
		return v
	}
	if !v.set {
		return v
	}
	s := v.one.S
	ascii := isASCII(s) || b.sh.bytewise()
	n := int64(len(s))
	if !ascii {
		n = int64(utf8.RuneCountInString(s))
	}
	b.sh.p.Tick(len(s) / 64)
	if off < 0 {
		if off += n; off < 0 {
			v.one.S = ""
			return v
		}
	}
	if off > n {
		v.one.S = ""
		return v
	}
	end := n
	if has {
		if count < 0 {
			if end = n + count; end < off {
				b.sliceError(text.S)
			}
		} else if count < n-off {
			end = off + count
		}
	}
	if ascii {
		v.one.S = s[off:end]
	} else {
		v.one.S = s[runeOffset(s, off):runeOffset(s, end)]
	}
	return v
}

// sliceArg evaluates an offset or a length of the parameter called name.
func (b *build) sliceArg(name string, s Str) int64 {
	if n, ok := smallInt(s.S); ok {
		return n
	}
	n, _, err := b.sh.evalArith(b.ctx, s)
	if err != nil {
		if err != errPrinted {
			b.sh.errf("%s: %s", name, err.Error())
		}
		b.sh.discard(1)
	}
	return n
}

func (b *build) sliceError(text string) {
	b.sh.errf("%s: substring expression < 0", text)
	b.sh.discard(1)
}

// runeOffset returns the place of character n of s.
func runeOffset(s string, n int64) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// sliceList is ${@:offset:length} and ${a[@]:offset:length}.
func (b *build) sliceList(v param, off, count int64, has bool, text string) []Str {
	all := v.all
	var at []int64 // indices of a sparse array
	n := int64(len(all))
	if v.base == "" { // positional: $0 is element 0
		all = append([]Str{b.sh.arg0}, all...)
		n = int64(len(all))
	} else if x, ok := b.sh.lookup(v.base); ok && x.Attr&AttrAssoc != 0 {
		// Elements count from 1, and 0 is the first, too.
		if off > 0 {
			off--
		}
	} else if ok && x.Attr&AttrArray != 0 {
		for _, e := range x.Arr.Elems() {
			at = append(at, e.Index)
		}
		n = lastIndex(&x) + 1
	}
	if off < 0 {
		if off += n; off < 0 {
			return nil
		}
	}
	if at != nil {
		k := 0
		for k < len(at) && at[k] < off {
			k++
		}
		off = int64(k)
	}
	if has && count < 0 {
		b.sliceError(text)
	}
	n = int64(len(all))
	if off > n {
		return nil
	}
	if !has || count > n-off {
		count = n - off
	}
	return all[off : off+count]
}
