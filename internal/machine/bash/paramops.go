package bash

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
)

// length expands ${#name}.
func (b *build) length(pe *syntax.ParamExp, v param, q bool) {
	n := 0
	switch {
	case v.list && !v.set && pe.Index != nil && b.sh.option(optNounset) && !b.sh.assigned(pe.Param.Value):
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

// bytewise says whether every byte is a character: in the locale C, and always in dash.
func (sh *Shell) bytewise() bool {
	if sh.dash {
		return true
	}
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

// assigned says whether a variable has a value, if only that of an empty array.
func (sh *Shell) assigned(name string) bool {
	v, ok := sh.lookup(name)
	return ok && (v.Set || v.Arr.Len() > 0)
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
	case !v.list && !v.set || v.list && len(v.all) == 0 && (v.base != "" || pe.Slice == nil):
		// Nothing to work on: what the operator says is not even expanded.
		if pe.Exp != nil && pe.Exp.Op == syntax.OtherParamOps {
			v = b.transform(pe, v, q && b.split && !v.star)
		}
	case pe.Slice != nil:
		v = b.slice(pe, v)
	case pe.Repl != nil:
		v = b.replace(pe.Repl, v, q)
	case pe.Exp != nil && pe.Exp.Op == syntax.OtherParamOps:
		v = b.transform(pe, v, q && b.split && !v.star)
	case pe.Exp != nil && (v.list || v.one.S != ""):
		if v = b.trim(pe.Exp, v, q); v.list && v.base != "" && !q && b.split && b.separators() == "" && isTrim(pe.Exp.Op) {
			v = param{one: joinStrs(v.all, " "), set: true}
		}
	}
	b.emit(v, q)
}

// isTrim says whether an operator removes a prefix or a suffix.
func isTrim(op syntax.ParExpOperator) bool {
	return op == syntax.RemSmallPrefix || op == syntax.RemLargePrefix || op == syntax.RemSmallSuffix || op == syntax.RemLargeSuffix
}

// null says whether the value is empty.
func (b *build) null(v param, q bool) bool {
	if !v.list {
		return v.one.S == ""
	}
	if v.via || b.whole && !q {
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
		around := b.around
		b.braced, b.around = true, w.Parts
		for _, p := range w.Parts {
			b.quotedPart(p)
		}
		b.around = around
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
		if b.sh.dash {
			b.sh.errf("%s: bad variable name", v.name)
			b.sh.discard(2)
		}
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
		if b.sh.dash {
			msg = "parameter not set or null"
		}
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
	defer m.release()
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
			s.S = b.changeCase(s.S, pat.S, m, e.Op == syntax.UpperAll, ctype.ToUpper)
		case parse.ToggleFirst, parse.ToggleAll:
			s.S = b.changeCase(s.S, pat.S, m, e.Op == parse.ToggleAll, toggleCase)
		case syntax.LowerFirst, syntax.LowerAll:
			s.S = b.changeCase(s.S, pat.S, m, e.Op == syntax.LowerAll, ctype.ToLower)
		}
		return s
	})
}

// toggleCase turns upper case into lower case and the other way round.
func toggleCase(r rune) rune {
	if ctype.Is(r, ctype.Upper) {
		return ctype.ToLower(r)
	}
	return ctype.ToUpper(r)
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
