package parse

import (
	"bytes"

	"mvdan.cc/sh/v3/syntax"
)

// Operators that bash has and the tree has no name for: ${x~} and ${x~~}
// toggle the case of the first and of every character.
const (
	ToggleFirst = syntax.ArrayExclude
	ToggleAll   = syntax.ArrayIntersect
)

// param makes the tree of a ${...}, or the mark of a bad substitution.
func (b *builder) param(n sub, q quoting) *syntax.ParamExp {
	b.end = n.end - 1
	pe := &syntax.ParamExp{Dollar: b.p.at(n.start), Rbrace: b.p.at(n.end - 1)}
	if b.paramInto(pe, n.start+2, q) {
		return pe
	}
	return b.p.badSubst(n.start, n.end)
}

// at returns the byte at i, 0 at the end.
func (b *builder) at(i int) byte {
	if i < b.end {
		return b.p.buf[i]
	}
	return 0
}

// name returns the end of the parameter name at i, or i.
func (b *builder) name(i int) int {
	c := b.at(i)
	switch {
	case isLetter(c):
		return i + nameLen(b.p.buf[i:b.end])
	case c >= '0' && c <= '9':
		for c >= '0' && c <= '9' {
			i++
			c = b.at(i)
		}
		return i
	case c != 0 && bytes.IndexByte([]byte("@*#?-$!"), c) >= 0:
		return i + 1
	}
	return i
}

// paramInto reads the inside of braces; false means a bad substitution.
func (b *builder) paramInto(pe *syntax.ParamExp, i int, q quoting) bool {
	switch b.at(i) {
	case '#':
		if end := b.name(i + 1); end > i+1 && b.lengthOf(pe, i+1, end) {
			return true
		}
	case '!':
		if next := b.at(i + 1); next == '$' || next == '!' || next == '?' && i+2 < b.end {
			return false
		}
		if end := b.name(i + 1); end > i+1 && b.indirect(i+1, end) {
			pe.Excl = true
			i++
		}
	}
	end := b.name(i)
	if end == i {
		return false
	}
	pe.Param = b.p.lit(i, end)
	if b.at(end) == '[' {
		if !isLetter(b.at(i)) {
			return false
		}
		end = b.index(pe, end)
		if end < 0 {
			return false
		}
	}
	if end == b.end {
		return true
	}
	return b.operator(pe, end, q)
}

// lengthOf reads ${#name} and ${#name[sub]}.
func (b *builder) lengthOf(pe *syntax.ParamExp, i, end int) bool {
	name := end
	if b.at(end) == '[' && isLetter(b.at(i)) {
		if end = b.index(pe, end); end < 0 {
			pe.Index = nil
			return false
		}
	}
	if end != b.end {
		pe.Index = nil
		return false
	}
	pe.Length = true
	pe.Param = b.p.lit(i, name)
	return true
}

// indirect reports whether ! at the start means indirection: a name follows,
// or a special parameter that is not read as an operator on $!.
func (b *builder) indirect(i, end int) bool {
	switch b.at(i) {
	case '-', '?':
		return end == b.end
	case '#':
		return end == b.end
	case '@':
		return end == b.end
	}
	return true
}

// index reads the subscript that opens at i and returns the place behind it, or -1.
func (b *builder) index(pe *syntax.ParamExp, i int) int {
	shut := b.closing(i)
	if shut < 0 || shut == i+1 {
		return -1
	}
	inner := builder{p: b.p, base: b.base, end: shut}
	pe.Index = inner.subscript(i + 1)
	return shut + 1
}

// closing returns the place of the bracket that closes the one at i, or -1.
func (b *builder) closing(i int) int {
	depth := 0
	for ; i < b.end; i++ {
		switch c := b.p.buf[i]; c {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		case '\\':
			i++
		case '\'', '"':
			i = b.skipQuote(i, c)
		case '$', '`', '<', '>':
			if n, ok := b.note(i); ok {
				i = n.end - 1
			}
		}
	}
	return -1
}

// skipQuote returns the place of the quote that closes the one at i, or the end.
func (b *builder) skipQuote(i int, c byte) int {
	for i++; i < b.end && b.p.buf[i] != c; i++ {
		if c == '\'' {
			continue
		}
		if b.p.buf[i] == '\\' {
			i++
		} else if n, ok := b.note(i); ok {
			i = n.end - 1
		}
	}
	return i
}

// operator reads what follows the name.
func (b *builder) operator(pe *syntax.ParamExp, i int, q quoting) bool {
	c, d := b.at(i), b.at(i+1)
	double := func(one, two syntax.ParExpOperator) bool {
		if d == c {
			return b.expand(pe, two, i+2, qPlain)
		}
		return b.expand(pe, one, i+1, qPlain)
	}
	inner := q
	if q != qPlain {
		inner = qInner
	}
	switch c {
	case ':':
		return b.colon(pe, d, i+2, inner)
	case '-':
		return b.expand(pe, syntax.DefaultUnset, i+1, inner)
	case '=':
		return b.expand(pe, syntax.AssignUnset, i+1, inner)
	case '?':
		return b.expand(pe, syntax.ErrorUnset, i+1, inner)
	case '+':
		return b.expand(pe, syntax.AlternateUnset, i+1, inner)
	case '#':
		return double(syntax.RemSmallPrefix, syntax.RemLargePrefix)
	case '%':
		return double(syntax.RemSmallSuffix, syntax.RemLargeSuffix)
	}
	if b.p.opt.Dash {
		return false
	}
	switch c {
	case '^':
		return double(syntax.UpperFirst, syntax.UpperAll)
	case ',':
		return double(syntax.LowerFirst, syntax.LowerAll)
	case '~':
		return double(ToggleFirst, ToggleAll)
	case '/':
		b.replace(pe, i+1, qPlain)
		return true
	case '@', '*':
		if pe.Excl && i+1 == b.end && pe.Index == nil {
			pe.Names = syntax.NamesPrefix
			if c == '@' {
				pe.Names = syntax.NamesPrefixWords
			}
			return true
		}
		return c == '@' && b.expand(pe, syntax.OtherParamOps, i+1, qInner)
	}
	return false
}

// colon reads what follows a colon: an operator that minds the empty string,
// or an offset. d is the character behind the colon, i the place behind that.
func (b *builder) colon(pe *syntax.ParamExp, d byte, i int, q quoting) bool {
	switch d {
	case '-':
		return b.expand(pe, syntax.DefaultUnsetOrNull, i, q)
	case '=':
		return b.expand(pe, syntax.AssignUnsetOrNull, i, q)
	case '?':
		return b.expand(pe, syntax.ErrorUnsetOrNull, i, q)
	case '+':
		return b.expand(pe, syntax.AlternateUnsetOrNull, i, q)
	case 0:
		return false
	}
	b.slice(pe, i-1)
	return !b.p.opt.Dash
}

// expand notes an operator and its operand, the text from i to the end.
func (b *builder) expand(pe *syntax.ParamExp, op syntax.ParExpOperator, i int, q quoting) bool {
	pe.Exp = &syntax.Expansion{Op: op}
	if i < b.end {
		w := &syntax.Word{}
		w.Parts, _ = b.parts(nil, i, q, "")
		pe.Exp.Word = w
	}
	return true
}

// replace reads /pattern/string and //pattern/string.
func (b *builder) replace(pe *syntax.ParamExp, i int, q quoting) {
	pe.Repl = &syntax.Replace{}
	if b.at(i) == '/' {
		pe.Repl.All = true
		i++
	}
	from := i
	w := &syntax.Word{}
	if pe.Repl.All && b.at(i) == '/' { // a third slash belongs to the pattern
		i++
	}
	parts, next := b.parts(nil, i, q, "/")
	if i > from {
		parts = append([]syntax.WordPart{b.p.lit(from, i)}, parts...)
	}
	if w.Parts = parts; len(parts) > 0 {
		pe.Repl.Orig = w
	}
	if b.at(next) == '/' && next+1 < b.end {
		with := &syntax.Word{}
		with.Parts, _ = b.parts(nil, next+1, q, "")
		pe.Repl.With = with
	}
}

// slice reads offset:length.
func (b *builder) slice(pe *syntax.ParamExp, i int) {
	pe.Slice = &syntax.Slice{}
	colon := b.sliceColon(i)
	first := *b
	if colon >= 0 {
		first.end = colon
	}
	if i < first.end {
		pe.Slice.Offset = first.arith(i)
	}
	if colon >= 0 {
		pe.Slice.Length = b.arith(colon + 1)
	}
}

// sliceColon returns the place of the colon that ends an offset, or -1; the
// colons of ?: and of nested expressions do not count.
func (b *builder) sliceColon(i int) int {
	depth, quest := 0, 0
	for ; i < b.end; i++ {
		switch c := b.p.buf[i]; c {
		case '\\':
			i++
		case '\'', '"':
			i = b.skipQuote(i, c)
		case '(':
			depth++
		case ')':
			depth--
		case '?':
			quest++
		case ':':
			if depth <= 0 && quest == 0 {
				return i
			}
			quest = max(0, quest-1)
		case '$', '`':
			if n, ok := b.note(i); ok {
				i = n.end - 1
			}
		}
	}
	return -1
}
