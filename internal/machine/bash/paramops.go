package bash

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
)

// length expands ${#name}.
func (b *build) length(pe *syntax.ParamExp, v param, q bool) {
	n := 0
	switch {
	case v.list && !v.set && pe.Index != nil && b.sh.option(optNounset) && !b.sh.known(pe.Param.Value):
		b.sh.errf("%s: unbound variable", pe.Param.Value)
		b.sh.discard(1)
	case v.list:
		n = len(v.all)
	case !v.set && b.sh.option(optNounset):
		b.unbound(v.name)
	default:
		n = b.sh.length(v.one.S)
	}
	s := Str{S: strconv.Itoa(n), L: v.one.L.Derive()}
	for _, e := range v.all {
		s.L |= e.L.Derive()
	}
	b.emit(param{one: s}, q)
}

// length is the number of characters of s in the shell's locale.
func (sh *Shell) length(s string) int {
	sh.p.Tick(len(s) / 64)
	if isASCII(s) || sh.bytewise() {
		return len(s)
	}
	return utf8.RuneCountInString(s)
}

// bytewise says whether the locale is C, in which every byte is a character.
func (sh *Shell) bytewise() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v, ok := sh.lookup(name); ok {
			if s, _ := v.Scalar(); s.S != "" {
				return s.S == "C" || s.S == "POSIX"
			}
		}
	}
	return true
}

// known says whether a variable of that name exists.
func (sh *Shell) known(name string) bool {
	_, ok := sh.lookup(name)
	return ok
}

// operate applies what stands behind the name in ${...}.
func (b *build) operate(pe *syntax.ParamExp, v param, q bool) {
	if pe.Exp != nil {
		switch pe.Exp.Op {
		case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
			if v.set && (pe.Exp.Op == syntax.AlternateUnset || !b.null(v, q)) {
				b.operandWord(pe.Exp.Word, q)
			} else {
				b.nothing(v, q)
			}
			return
		case syntax.DefaultUnset, syntax.DefaultUnsetOrNull:
			if v.set && (pe.Exp.Op == syntax.DefaultUnset || !b.null(v, q)) {
				b.emit(v, q)
			} else {
				b.operandWord(pe.Exp.Word, q)
			}
			return
		case syntax.AssignUnset, syntax.AssignUnsetOrNull:
			if !v.set || pe.Exp.Op == syntax.AssignUnsetOrNull && b.null(v, q) {
				v = b.assignDefault(pe, v, q)
			}
			b.emit(v, q)
			return
		case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
			if !v.set || pe.Exp.Op == syntax.ErrorUnsetOrNull && b.null(v, q) {
				b.complain(pe, v, q)
			}
			b.emit(v, q)
			return
		}
	}
	if !v.set && !v.list && b.sh.option(optNounset) {
		b.unbound(v.name)
	}
	switch {
	case pe.Slice != nil:
		v = b.slice(pe, v)
	case pe.Repl != nil:
		v = b.replace(pe.Repl, v, q)
	case pe.Exp != nil && pe.Exp.Op == syntax.OtherParamOps:
		v = b.transform(pe, v)
	case pe.Exp != nil:
		v = b.trim(pe.Exp, v, q)
	}
	b.emit(v, q)
}

// null says whether the value is empty.
func (b *build) null(v param, q bool) bool {
	if !v.list {
		return v.one.S == ""
	}
	if v.via {
		return len(v.all) == 0
	}
	if len(v.all) > 1 && !(q && v.star && b.joiner() == "") {
		return false
	}
	for _, s := range v.all {
		if s.S != "" {
			return false
		}
	}
	return true
}

// nothing is the empty result of ${x+word}.
func (b *build) nothing(v param, q bool) {
	if !q {
		return
	}
	if v.list && !v.star && b.split {
		b.noStart = true
		return
	}
	b.text("", 0)
}

// operandWord adds the word of ${x:-word}: its literal text is split like the value it replaces.
func (b *build) operandWord(w *syntax.Word, q bool) {
	if w == nil || len(w.Parts) == 0 {
		if q {
			b.text("", 0)
		}
		return
	}
	if b.depth++; b.depth > maxNesting {
		b.sh.errf("maximum expansion depth exceeded (%d)", maxNesting)
		b.sh.discard(1)
	}
	operand, braced := b.operand, b.braced
	if q {
		b.braced = true
		for _, p := range w.Parts {
			b.quotedPart(p)
		}
	} else {
		b.operand = true
		b.word(w.Parts)
	}
	b.operand, b.braced = operand, braced
	b.depth--
}

// operandStr expands the word of an operator to one string.
func (b *build) operandStr(w *syntax.Word, q bool) Str {
	if w == nil {
		return Str{L: b.sh.label}
	}
	c := b.sub()
	c.doc = b.doc
	c.operandWord(w, q)
	return c.str()
}

// assignDefault assigns the word of ${x:=word}.
func (b *build) assignDefault(pe *syntax.ParamExp, v param, q bool) param {
	if v.ref == "" {
		name := v.name
		if !strings.HasPrefix(name, "$") {
			name = "$" + name
		}
		b.sh.errf("%s: cannot assign in this way", name)
		b.sh.discard(1)
	}
	s := b.operandStr(pe.Exp.Word, q)
	var err error
	if v.indexed {
		err = b.sh.setElem(v.ref, v.index, s)
	} else {
		err = b.sh.setVar(v.ref, s)
	}
	if err != nil {
		b.sh.discard(1)
	}
	if !v.indexed {
		if x, ok := b.sh.scalar(v.ref); ok {
			s = x
		}
	}
	v.one, v.set = s, true
	return v
}

// complain reports ${x:?word}, which ends the shell.
func (b *build) complain(pe *syntax.ParamExp, v param, q bool) {
	msg := "parameter not set"
	if pe.Exp.Op == syntax.ErrorUnsetOrNull {
		msg = "parameter null or not set"
	}
	if w := pe.Exp.Word; w != nil && len(w.Parts) > 0 {
		msg = b.operandStr(w, q).S
	}
	b.sh.errf("%s: %s", v.name, msg)
	b.sh.fatal(1)
}

// each applies f to every element.
func (v param) each(f func(Str) Str) param {
	if !v.list {
		if v.set {
			v.one = f(v.one)
		}
		return v
	}
	all := make([]Str, len(v.all))
	for i, s := range v.all {
		all[i] = f(s)
	}
	v.all = all
	return v
}

// patternOf expands the pattern of an operator.
func (b *build) patternOf(w *syntax.Word) Str {
	if w == nil || len(w.Parts) == 0 {
		return Str{}
	}
	if len(w.Parts) == 1 {
		if l, ok := w.Parts[0].(*syntax.Lit); ok && strings.IndexByte(l.Value, '\\') < 0 && !strings.HasPrefix(l.Value, "~") {
			return Str{S: l.Value, L: b.sh.label}
		}
	}
	c := b.sub()
	c.patterns = true
	c.word(w.Parts)
	s := c.take(escapePattern)
	c.release()
	return s
}

// trim applies # ## % %% and the case operators.
func (b *build) trim(e *syntax.Expansion, v param, q bool) param {
	pat := b.patternOf(e.Word)
	m := b.sh.compile(pat.S, false)
	return v.each(func(s Str) Str {
		b.grow(0)
		switch e.Op {
		case syntax.RemSmallPrefix, syntax.RemLargePrefix:
			if n := m.prefix(s.S, e.Op == syntax.RemLargePrefix); n > 0 {
				s = Str{S: s.S[n:], L: s.L | pat.L}
			}
		case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
			if n := m.suffix(s.S, e.Op == syntax.RemLargeSuffix); n < len(s.S) {
				s = Str{S: s.S[:n], L: s.L | pat.L}
			}
		case syntax.UpperFirst, syntax.UpperAll:
			s.S = b.changeCase(s.S, pat.S, m, e.Op == syntax.UpperAll, unicode.ToUpper)
		case parse.ToggleFirst, parse.ToggleAll:
			s.S = b.changeCase(s.S, pat.S, m, e.Op == parse.ToggleAll, toggleCase)
		case syntax.LowerFirst, syntax.LowerAll:
			s.S = b.changeCase(s.S, pat.S, m, e.Op == syntax.LowerAll, unicode.ToLower)
		}
		return s
	})
}

// toggleCase turns upper case into lower case and the other way round.
func toggleCase(r rune) rune {
	if unicode.IsUpper(r) {
		return unicode.ToLower(r)
	}
	return unicode.ToUpper(r)
}

// changeCase maps the characters that match the pattern; an empty one matches all.
func (b *build) changeCase(s, pat string, m *matcher, all bool, conv func(rune) rune) string {
	var sb strings.Builder
	b.grow(len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		c := s[i : i+n]
		if (r != utf8.RuneError || n > 1) && (pat == "" || m.match(c)) {
			sb.WriteRune(conv(r))
		} else {
			sb.WriteString(c)
		}
		i += n
		if !all {
			sb.WriteString(s[i:])
			break
		}
	}
	return sb.String()
}

// replace applies ${x/pattern/string}.
func (b *build) replace(r *syntax.Replace, v param, q bool) param {
	pat := b.patternOf(r.Orig)
	if !r.All && pat.S == "/" && r.With == nil && firstOpen(r.Orig) {
		return v // ${x//}
	}
	anchor := byte(0)
	if !r.All && pat.S != "" && (pat.S[0] == '#' || pat.S[0] == '%') && firstOpen(r.Orig) {
		anchor = pat.S[0]
		pat.S = pat.S[1:]
	}
	rep, expand := b.replacement(r.With, q)
	m := b.sh.compile(pat.S, b.sh.shopt(shoptNocasematch))
	if m.misread && !m.stars {
		return v
	}
	return v.each(func(s Str) Str {
		if pat.S == "" && anchor == 0 {
			return s
		}
		out, changed := b.substitute(s.S, m, rep.S, expand, anchor, r.All)
		if !changed {
			return s
		}
		return Str{S: out, L: s.L | rep.L | pat.L}
	})
}

// firstOpen says whether the first character of a pattern stands outside of quotes.
func firstOpen(w *syntax.Word) bool {
	if w == nil || len(w.Parts) == 0 {
		return false
	}
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		return !strings.HasPrefix(p.Value, `\`)
	case *syntax.ParamExp:
		return true
	}
	return false
}

// replacement expands the string of ${x/pattern/string}; expand says that it has an "&" that stands for the match, or an
// escaped one.
func (b *build) replacement(w *syntax.Word, q bool) (Str, bool) {
	if w == nil || len(w.Parts) == 0 {
		return Str{}, false
	}
	c := b.sub()
	c.patterns = true
	c.word(w.Parts)
	if !b.sh.shopt(shoptPatsubReplacement) {
		return c.str(), false
	}
	s := c.take(escapeReplacement)
	c.release()
	return s, strings.ContainsAny(s.S, `&\`)
}

// substitute replaces the first match of m in s, or all.
func (b *build) substitute(s string, m *matcher, rep string, expand bool, anchor byte, all bool) (string, bool) {
	var sb strings.Builder
	put := func(match string) {
		n := sb.Len()
		if expand {
			expandAmpersand(&sb, rep, match)
		} else {
			sb.WriteString(rep)
		}
		b.grow(sb.Len() - n)
	}
	switch anchor {
	case '#':
		n, ok := m.longest(s, 0)
		if !ok {
			return s, false
		}
		put(s[:n])
		return sb.String() + s[n:], true
	case '%':
		i, ok := m.suffixAt(s, true)
		if !ok {
			return s, false
		}
		sb.WriteString(s[:i])
		put(s[i:])
		return sb.String(), true
	}
	if s == "" {
		if !m.match("") {
			return s, false
		}
		put("")
		return sb.String(), true
	}
	i, changed := 0, false
	for i < len(s) {
		at, end, ok := m.find(s, i)
		if !ok {
			break
		}
		if !changed {
			sb.Grow(len(s) + len(rep))
		}
		changed = true
		sb.WriteString(s[i:at])
		put(s[at:end])
		i = end
		if end == at { // an empty match: bash goes on behind the next character
			_, n := utf8.DecodeRuneInString(s[at:])
			sb.WriteString(s[at : at+n])
			i += n
		}
		if !all {
			break
		}
	}
	if !changed {
		return s, false
	}
	sb.WriteString(s[i:])
	b.grow(len(s) - i)
	return sb.String(), true
}

// expandAmpersand writes rep with every "&" replaced by match; a backslash quotes "&" and itself.
func expandAmpersand(sb *strings.Builder, rep, match string) {
	for i := 0; i < len(rep); i++ {
		switch c := rep[i]; {
		case c == '&':
			sb.WriteString(match)
		case c == '\\' && i+1 < len(rep) && (rep[i+1] == '&' || rep[i+1] == '\\'):
			i++
			sb.WriteByte(rep[i])
		default:
			sb.WriteByte(c)
		}
	}
}

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
		off, n = int64(k), int64(len(all))
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
