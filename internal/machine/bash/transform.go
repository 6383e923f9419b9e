package bash

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
)

// transform applies ${x@operator}; words says that each word of the result is a field.
func (b *build) transform(pe *syntax.ParamExp, v param, words bool) param {
	op := ""
	if pe.Exp.Word != nil && len(pe.Exp.Word.Parts) == 1 {
		if l, ok := pe.Exp.Word.Parts[0].(*syntax.Lit); ok {
			op = l.Value
		}
	}
	switch op {
	case "Q":
		return v.each(func(s Str) Str { return Str{S: quoteSingle(s.S), L: s.L} })
	case "E":
		return v.each(func(s Str) Str { return Str{S: ansiC(s.S), L: s.L} })
	case "P":
		return v.each(func(s Str) Str { return b.sh.promptStr(b.ctx, s) })
	case "U":
		return v.each(func(s Str) Str { return Str{S: b.changeCase(s.S, "", nil, true, ctype.ToUpper), L: s.L} })
	case "L":
		return v.each(func(s Str) Str { return Str{S: b.changeCase(s.S, "", nil, true, ctype.ToLower), L: s.L} })
	case "u":
		return v.each(func(s Str) Str { return Str{S: b.changeCase(s.S, "", nil, false, ctype.ToUpper), L: s.L} })
	case "a":
		return b.attributes(v)
	case "A":
		return b.assignments(v, words)
	case "K", "k":
		return b.pairs(v, op == "K")
	}
	if v.set {
		b.sh.errf("%s: bad substitution", b.shownAround(b.source(pe)))
		b.sh.fatal(1)
	}
	return v
}

// attributes is ${x@a}.
func (b *build) attributes(v param) param {
	x, ok := b.sh.lookup(v.base)
	if !ok {
		return v.each(func(Str) Str { return Str{} })
	}
	letters := Str{S: attrLetters(x.Attr)}
	if !v.list || len(v.all) == 0 {
		return param{one: letters, set: true}
	}
	return v.each(func(Str) Str { return letters })
}

// attrLetters gives attributes as the letters of declare's options, in declare -p's order.
func attrLetters(a Attr) string {
	var sb strings.Builder
	for _, x := range []struct {
		a Attr
		c byte
	}{{AttrArray, 'a'}, {AttrAssoc, 'A'}, {AttrInteger, 'i'}, {AttrNameref, 'n'}, {AttrReadonly, 'r'}, {AttrTrace, 't'},
		{AttrExport, 'x'}, {AttrCapital, 'c'}, {AttrLower, 'l'}, {AttrUpper, 'u'}} {
		if a&x.a != 0 {
			sb.WriteByte(x.c)
		}
	}
	return sb.String()
}

// assignments is ${x@A}: text that makes the variable again.
func (b *build) assignments(v param, words bool) param {
	name := v.base
	if !validName(name) {
		if v.list {
			v = v.each(func(s Str) Str { return Str{S: quoteSingle(s.S), L: s.L} })
			switch {
			case words && len(v.all) > 0:
				v.all = append([]Str{{S: "set"}, {S: "--"}}, v.all...)
			case len(v.all) > 0:
				v.all[0].S = "set -- " + v.all[0].S
			}
			return v
		}
		return param{}
	}
	x, ok := b.sh.lookup(name)
	if !ok {
		return param{}
	}
	letters := attrLetters(x.Attr)
	if v.list && x.IsArray() {
		s := Str{S: name, L: x.Label()}
		if x.Set || x.Arr.Len() > 0 {
			s.S += "=" + arrayText(&x)
		}
		if words {
			v.all = []Str{{S: "declare"}, {S: "-" + letters}, s}
			return v
		}
		s.S = "declare -" + letters + " " + s.S
		return param{one: s, set: true}
	}
	one, set := v.one, v.set
	if v.list {
		one, set = x.Str, x.Set
	}
	text := name
	if letters != "" {
		text = "declare -" + letters + " " + name
	} else if !set {
		return param{}
	}
	if set {
		text += "=" + quoteSingle(one.S)
	}
	return param{one: Str{S: text, L: one.L}, set: true}
}

// arrayText is the value of an array as declare -p shows it: ([0]="a" [1]="b").
func arrayText(x *Var) string {
	var sb strings.Builder
	sb.WriteByte('(')
	if x.Attr&AttrAssoc != 0 {
		for _, e := range x.Arr.Ordered() {
			sb.WriteByte('[')
			sb.WriteString(quoteKey(e.Key))
			sb.WriteString("]=")
			sb.WriteString(quoteDouble(e.Val.S))
			sb.WriteByte(' ')
		}
	} else {
		for i, e := range x.Arr.Elems() {
			if i > 0 {
				sb.WriteByte(' ')
			}
			sb.WriteByte('[')
			sb.WriteString(itoa(e.Index))
			sb.WriteString("]=")
			sb.WriteString(quoteDouble(e.Val.S))
		}
	}
	sb.WriteByte(')')
	return sb.String()
}

// pairs is ${a[@]@K}, one string of subscripts and quoted values, and ${a[@]@k}, where each is a word of its own.
func (b *build) pairs(v param, quoted bool) param {
	x, ok := b.sh.lookup(v.base)
	if !ok || !v.list || !x.IsArray() {
		return v.each(func(s Str) Str { return Str{S: quoteSingle(s.S), L: s.L} })
	}
	list := x.Arr.Elems()
	if x.Attr&AttrAssoc != 0 {
		list = x.Arr.Ordered()
	}
	var all []Str
	for _, e := range list {
		key := e.Key
		if x.Attr&AttrAssoc == 0 {
			key = itoa(e.Index)
		} else if quoted {
			key = quoteKey(key)
		}
		val := e.Val
		if quoted {
			val.S = quoteDouble(val.S)
		}
		all = append(all, Str{S: key}, val)
	}
	if !quoted {
		v.all = all
		return v
	}
	s := joinStrs(all, " ")
	if x.Attr&AttrAssoc != 0 && len(all) > 0 {
		s.S += " "
	}
	return param{one: s, set: len(all) > 0}
}
