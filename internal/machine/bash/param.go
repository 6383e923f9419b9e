package bash

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// param is what a parameter stands for: one string or a list.
type param struct {
	name string // as messages show it
	set  bool
	one  Str
	list bool // $@, $*, a[@], a[*]
	star bool // $*, a[*]: joined in double quotes
	all  []Str
	// The variable and its subscript, to assign to; ref is "" for parameters that cannot be assigned.
	ref, index string
	indexed    bool
	via        bool   // reached by an indirect reference
	plain      bool   // ${a[*]} without an operator
	base       string // the variable, also of a list; "" for $@ and the like
}

// scalar returns the value of a parameter other than $@ and $*.
func (sh *Shell) scalar(name string) (Str, bool) {
	c := name[0]
	if c == '_' && len(name) == 1 {
		return sh.lastArg, true
	}
	if c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' {
		v, ok := sh.lookup(name)
		if !ok {
			return Str{}, false
		}
		return v.Scalar()
	}
	if c >= '0' && c <= '9' {
		return sh.positional(name)
	}
	return sh.special(c)
}

func (sh *Shell) positional(name string) (Str, bool) {
	n, err := strconv.Atoi(name)
	switch {
	case err != nil || n > len(sh.params):
		return Str{}, false
	case n == 0:
		return sh.arg0, true
	}
	return sh.params[n-1], true
}

// special returns the value of $?, $$, $!, $# and $-.
func (sh *Shell) special(c byte) (Str, bool) {
	switch c {
	case '?':
		return Str{S: strconv.Itoa(sh.status)}, true
	case '#':
		return Str{S: strconv.Itoa(len(sh.params))}, true
	case '$':
		return Str{S: strconv.Itoa(sh.pid)}, true
	case '!':
		if sh.lastBg == 0 {
			return Str{}, false
		}
		return Str{S: strconv.Itoa(sh.lastBg)}, true
	case '-':
		return Str{S: sh.optionLetters()}, true
	}
	return Str{}, false
}

// param expands ${...}; q says that it stands in double quotes.
func (b *build) param(pe *syntax.ParamExp, q bool) {
	if text, bad := parse.BadSubst(pe); bad {
		b.badSubst(b.shownAround(text))
	}
	if simpleParam(pe) {
		b.simple(pe, q)
		return
	}
	if b.sh.dash && (pe.Excl || pe.Index != nil) {
		b.badSubst("")
	}
	switch {
	case pe.Names != 0:
		b.emitKeys(b.prefixNames(pe.Param.Value), pe.Names == syntax.NamesPrefix, "", q)
		return
	case pe.Excl && b.keys(pe, q):
		return
	}
	v := b.resolve(pe)
	v.plain = v.base != "" && pe.Exp == nil && pe.Repl == nil && pe.Slice == nil
	if pe.Length {
		b.length(pe, v, q)
		return
	}
	b.operate(pe, v, q)
}

// badSubst ends the command with bash's message.
func (b *build) badSubst(text string) {
	if b.sh.dash {
		b.sh.errf("Bad substitution")
	} else {
		b.sh.errf("%s: bad substitution", text)
	}
	b.sh.discard(1)
}

// shownAround is the string around an expansion as messages show it, or text when that is not known.
func (b *build) shownAround(text string) string {
	if n := len(b.around); n > 0 && b.sh.unit != nil {
		if s := b.sh.unit.Between(b.around[0], b.around[n-1]); strings.Contains(s, text) {
			return s
		}
	}
	return text
}

// simple expands $name.
func (b *build) simple(pe *syntax.ParamExp, q bool) {
	name := pe.Param.Value
	if c := name[0]; c == '@' || c == '*' {
		b.emit(param{list: true, star: c == '*', all: b.sh.params, set: true}, q)
		return
	}
	s, ok := b.sh.scalar(name)
	if !ok && b.sh.option(optNounset) {
		if pe.Short && !b.sh.dash {
			name = dollarName(name)
		}
		b.unbound(name)
	}
	if q {
		b.text(s.S, s.L)
	} else {
		b.value(s)
	}
}

// dollarName gives a parameter as messages show it: names bare, positional parameters with a dollar sign.
func dollarName(name string) string {
	if c := name[0]; c >= '0' && c <= '9' || c == '!' {
		return "$" + name
	}
	return name
}

func (b *build) unbound(name string) {
	if b.sh.dash {
		b.sh.errf("%s: parameter not set", name)
	} else {
		b.sh.errf("%s: unbound variable", name)
	}
	b.sh.fatal(1)
}

// emit adds the value of a parameter to the word.
func (b *build) emit(v param, q bool) {
	if !v.list {
		if q {
			b.text(v.one.S, v.one.L)
		} else {
			b.value(v.one)
		}
		return
	}
	b.sh.p.Tick(len(v.all))
	switch {
	case q && (v.star || !b.split):
		sep := " "
		if v.star && (!b.doc || v.plain) || b.sh.dash {
			sep = b.joiner()
		}
		b.text("", 0)
		for i, s := range v.all {
			if i > 0 {
				b.text(sep, 0)
			}
			b.text(s.S, s.L)
		}
	case q:
		b.quotedList(v.all)
	case !b.split:
		sep := " "
		if v.star || b.sh.dash {
			sep = b.joiner()
		}
		for i, s := range v.all {
			if i > 0 {
				b.value(Str{S: sep})
			}
			b.value(s)
		}
	default:
		b.openList(v.all)
	}
}

// quotedList adds the elements of "$@": each is a field; the first joins what stands before, the last what follows.
func (b *build) quotedList(all []Str) {
	if len(all) == 0 {
		b.noStart = true
		return
	}
	for i, s := range all {
		if i > 0 {
			b.begun = true
			b.end()
			b.sep = sepNone
		}
		b.text(s.S, s.L)
	}
}

// openList adds the elements of an unquoted $@ or $*, which are split.
func (b *build) openList(all []Str) {
	sep := b.joiner()
	for i, s := range all {
		if i > 0 {
			if sep != "" && !b.sh.dash {
				b.splitValue(Str{S: sep})
			} else if b.begun {
				b.end()
			}
		}
		b.value(s)
	}
}

// emitKeys adds the list of ${!prefix*} or ${!a[*]}. Where IFS is empty, the unquoted form with a star is one word, joined
// with sep.
func (b *build) emitKeys(all []Str, star bool, sep string, q bool) {
	if star && !q && b.split && b.separators() == "" {
		b.value(joinStrs(all, sep))
		return
	}
	b.emit(param{list: true, star: star, all: all, set: true}, q)
}

// prefixNames returns the names that begin with prefix.
func (b *build) prefixNames(prefix string) []Str {
	var out []Str
	for _, n := range b.sh.varNames() {
		if strings.HasPrefix(n, prefix) {
			out = append(out, Str{S: n})
		}
	}
	return out
}

// keys expands ${!a[@]}; false means that pe is no such thing.
func (b *build) keys(pe *syntax.ParamExp, q bool) bool {
	c := listIndex(pe)
	if c == 0 || pe.Exp != nil || pe.Repl != nil || pe.Slice != nil {
		return false
	}
	b.emitKeys(b.sh.keysOf(pe.Param.Value), c == '*', " ", q)
	return true
}

// keysOf returns the subscripts of an array in its order.
func (sh *Shell) keysOf(name string) []Str {
	v, ok := sh.lookup(name)
	if !ok {
		return nil
	}
	switch {
	case v.Attr&AttrAssoc != 0:
		list := v.Arr.Ordered()
		out := make([]Str, len(list))
		for i, e := range list {
			out[i] = Str{S: e.Key, L: e.KeyL}
		}
		return out
	case v.Attr&AttrArray != 0:
		list := v.Arr.Elems()
		out := make([]Str, len(list))
		for i, e := range list {
			out[i] = Str{S: strconv.FormatInt(e.Index, 10), L: e.KeyL}
		}
		return out
	case v.Set:
		return []Str{{S: "0"}}
	}
	return nil
}

// listIndex returns '@' or '*' when the subscript of pe is that, else 0.
func listIndex(pe *syntax.ParamExp) byte {
	if w, ok := pe.Index.(*syntax.Word); ok && len(w.Parts) == 1 {
		if l, ok := w.Parts[0].(*syntax.Lit); ok && (l.Value == "@" || l.Value == "*") {
			return l.Value[0]
		}
	}
	return 0
}

// resolve finds what the parameter of pe stands for, through indirection if asked.
func (b *build) resolve(pe *syntax.ParamExp) param {
	name := pe.Param.Value
	var v param
	if c := listIndex(pe); c != 0 {
		v = b.sh.elements(name, c == '*')
		v.name = name + "[" + string(c) + "]"
	} else if pe.Index != nil {
		v = b.subscripted(name, pe.Index, pe.Length)
	} else {
		v = b.named(name)
	}
	if pe.Excl {
		return b.indirect(name, v)
	}
	return v
}

// named is the value of a parameter without a subscript.
func (b *build) named(name string) param {
	if c := name[0]; c == '@' || c == '*' {
		return param{name: name, list: true, star: c == '*', all: b.sh.params, set: len(b.sh.params) > 0}
	}
	v := param{name: name}
	v.one, v.set = b.sh.scalar(name)
	if validName(name) {
		v.ref, v.base = name, name
	}
	return v
}

// elements is the value of name[@].
func (sh *Shell) elements(name string, star bool) param {
	v := param{name: name, list: true, star: star, base: name}
	x, ok := sh.lookup(name)
	if !ok {
		return v
	}
	var list []Elem
	switch {
	case x.Attr&AttrAssoc != 0:
		list = x.Arr.Ordered()
	case x.Attr&AttrArray != 0:
		list = x.Arr.Elems()
	case x.Set:
		v.all, v.set = []Str{x.Str}, true
		return v
	}
	sh.p.Tick(1 + len(list)/4)
	v.all, v.set = make([]Str, len(list)), len(list) > 0
	for i := range list {
		v.all[i] = list[i].Val
	}
	return v
}

// subscripted is the value of name[index].
func (b *build) subscripted(name string, index syntax.ArithmExpr, length bool) param {
	v := param{ref: name, base: name, indexed: true}
	x, ok := b.sh.lookup(name)
	var l tree.Label
	if !ok || x.Attr&AttrAssoc == 0 {
		var i int64
		i, l = b.sh.arithStr(b.ctx, b.indexText(index))
		if length && i < 0 && -i > lastIndex(&x)+1 {
			b.badLength(index)
		}
		v = b.element(&x, ok, v, i)
	} else {
		w, _ := index.(*syntax.Word)
		key := b.keyText(w)
		v.index, l = key.S, key.L
		if v.index == "" {
			b.emptyKey(name, index, length)
		} else {
			v.one, v.set = x.Arr.GetKey(v.index)
		}
	}
	v.one.L |= l.Derive()
	if !v.set {
		v.name = name + "[" + b.rawIndex(index) + "]"
	}
	return v
}

// emptyKey reports an empty key of an associative array, in the words that bash has for each use.
func (b *build) emptyKey(name string, index syntax.ArithmExpr, length bool) {
	if length {
		b.badLength(index)
	}
	b.sh.errf("%s: bad array subscript", name)
}

// badLength reports the subscript of ${#a[i]}, cut as bash cuts it.
func (b *build) badLength(index syntax.ArithmExpr) {
	b.sh.errf("%s]: bad array subscript", b.rawIndex(index))
	b.sh.discard(1)
}

// keyText expands the key of an associative array.
func (b *build) keyText(w *syntax.Word) Str {
	if w == nil || len(w.Parts) == 0 {
		return Str{}
	}
	if len(w.Parts) == 1 {
		switch p := w.Parts[0].(type) {
		case *syntax.Lit:
			if strings.IndexByte(p.Value, '\\') < 0 {
				return Str{S: p.Value, L: b.sh.label}
			}
		case *syntax.ParamExp:
			if s, ok := b.sh.fastParam(p); ok {
				return s
			}
		}
	}
	c := b.sub()
	for _, p := range w.Parts {
		c.part(p)
	}
	return c.str()
}

// element is element i of a variable that is no associative array.
func (b *build) element(x *Var, ok bool, v param, i int64) param {
	v.index = strconv.FormatInt(i, 10)
	if i < 0 {
		last := lastIndex(x)
		if !ok || -i > last+1 {
			b.sh.errf("%s: bad array subscript", v.ref)
			return v
		}
		i += last + 1
	}
	switch {
	case !ok:
	case x.Attr&AttrArray != 0:
		v.one, v.set = x.Arr.Get(i)
	case i == 0:
		v.one, v.set = x.Scalar()
	}
	return v
}

// lastIndex is the largest index of an array, -1 when it is empty; a scalar counts as one element.
func lastIndex(v *Var) int64 {
	if v.Attr&AttrArray == 0 {
		if v.Set {
			return 0
		}
		return -1
	}
	e := v.Arr.Elems()
	if len(e) == 0 {
		return -1
	}
	return e[len(e)-1].Index
}

// joined is a list as one string.
func (b *build) joined(v param) Str {
	sep := " "
	if v.star {
		sep = b.joiner()
	}
	return joinStrs(v.all, sep)
}

func joinStrs(all []Str, sep string) Str {
	if len(all) == 1 {
		return all[0]
	}
	var sb strings.Builder
	var out Str
	for i, s := range all {
		if i > 0 {
			sb.WriteString(sep)
		}
		sb.WriteString(s.S)
		out.L |= s.L
	}
	out.S = sb.String()
	return out
}
