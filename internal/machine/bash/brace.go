package bash

import (
	"context"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxBraces bounds how deep braces may nest.
const maxBraces = 200

// unit of a word for brace expansion: a byte of literal text, or something that is kept whole.
type braceUnit struct {
	c    byte
	part syntax.WordPart // nil for a byte
}

// hasBrace says whether brace expansion could change a word.
func hasBrace(parts []syntax.WordPart) bool {
	for _, p := range parts {
		if l, ok := p.(*syntax.Lit); ok && strings.IndexByte(l.Value, '{') >= 0 {
			return true
		}
	}
	return false
}

// braces calls yield with each word that the braces in parts make, in order. Words are made one at a time, so that the
// budget ends what is too much.
func (b *build) braces(parts []syntax.WordPart, yield func([]braceUnit)) {
	units := braceUnits(parts)
	b.expandBraces(nil, units, nil, 0, func(u []braceUnit) {
		b.sh.p.Tick(1 + len(u)/8)
		yield(u)
	})
}

// braceWord adds the fields of one word that braces have made.
func (b *build) braceWord(u []braceUnit) {
	for _, x := range u {
		if x.part != nil || !plainBytes[x.c] {
			b.word(braceParts(u))
			b.endWord()
			return
		}
	}
	for _, x := range u {
		b.buf = append(b.buf, x.c)
	}
	b.lab = b.sh.label
	b.endWord()
}

// braceAssigns makes the brace expansions in the values of a declaration's operands: declare x={a,b} is x=a x=b.
func (sh *Shell) braceAssigns(ctx context.Context, list []*syntax.Assign) []*syntax.Assign {
	any := false
	for _, a := range list {
		any = any || a.Value != nil && a.Name != nil && hasBrace(a.Value.Parts)
	}
	if !any || !sh.option(optBraceExpand) {
		return list
	}
	var out []*syntax.Assign
	b := sh.newBuild(ctx)
	for _, a := range list {
		if a.Value == nil || a.Name == nil {
			out = append(out, a)
			continue
		}
		b.braces(a.Value.Parts, func(u []braceUnit) {
			c := *a
			c.Value = &syntax.Word{Parts: braceParts(u)}
			out = append(out, &c)
		})
	}
	return out
}

// braceUnits breaks a word up.
func braceUnits(parts []syntax.WordPart) []braceUnit {
	var out []braceUnit
	for _, p := range parts {
		l, ok := p.(*syntax.Lit)
		if !ok {
			out = append(out, braceUnit{part: p})
			continue
		}
		s := l.Value
		for i := 0; i < len(s); i++ {
			if s[i] == '\\' && i+1 < len(s) {
				out = append(out, braceUnit{part: &syntax.Lit{Value: s[i : i+2]}})
				i++
				continue
			}
			out = append(out, braceUnit{c: s[i]})
		}
	}
	return out
}

// braceParts puts a word together again.
func braceParts(u []braceUnit) []syntax.WordPart {
	var out []syntax.WordPart
	var lit []byte
	flush := func() {
		if len(lit) > 0 {
			out = append(out, &syntax.Lit{Value: string(lit)})
			lit = lit[:0]
		}
	}
	for i, x := range u {
		if x.part == nil && len(lit) == 0 && len(out) > 0 && isNameByte(x.c) && i > 0 {
			// $x{1,2} is $x1 $x2.
			if pe, ok := out[len(out)-1].(*syntax.ParamExp); ok && pe.Short && validName(pe.Param.Value) {
				out[len(out)-1] = &syntax.ParamExp{Short: true, Dollar: pe.Dollar, Param: &syntax.Lit{Value: pe.Param.Value + string(rune(x.c))}}
				continue
			}
		}
		if l, ok := x.part.(*syntax.Lit); ok {
			lit = append(lit, l.Value...)
			continue
		}
		if x.part == nil {
			lit = append(lit, x.c)
			continue
		}
		flush()
		out = append(out, x.part)
	}
	flush()
	return out
}

// expandBraces yields every word that done followed by the expansions of u, followed by those of rest, makes. The rest is
// a chain of what stands behind the braces that enclose u.
func (b *build) expandBraces(done, u []braceUnit, rest *braceRest, depth int, yield func([]braceUnit)) {
	if depth > maxBraces {
		b.sh.p.Exhaust("depth")
	}
	for i := 0; i < len(u); i++ {
		if u[i].c != '{' {
			continue
		}
		end, commas := b.braceEnd(u, i)
		if end < 0 {
			continue
		}
		after := &braceRest{u[end+1:], rest}
		head := append(done[:len(done):len(done)], u[:i]...)
		if !anyComma(u[i+1 : end]) {
			if !b.sequence(head, u[i+1:end], after, depth, yield) {
				// Not a sequence: the braces stand for themselves.
				b.expandBraces(append(head, u[i:end+1]...), after.u, after.next, depth+1, yield)
			}
			return
		}
		from := i + 1
		for _, at := range append(commas, end) {
			b.expandBraces(head, u[from:at], after, depth+1, yield)
			from = at + 1
		}
		return
	}
	done = append(done[:len(done):len(done)], u...)
	if rest == nil {
		yield(done)
		return
	}
	b.expandBraces(done, rest.u, rest.next, depth+1, yield)
}

type braceRest struct {
	u    []braceUnit
	next *braceRest
}

// braceEnd finds the brace that closes the one at i and the commas between them; -1 when there is none. A brace before any
// comma or ".." closes nothing.
func (b *build) braceEnd(u []braceUnit, i int) (int, []int) {
	if i+1 < len(u) && u[i+1].c == '}' {
		return -1, nil
	}
	depth, parts := 0, 0
	b.sh.p.Tick(1 + (len(u)-i)/64)
	var commas []int
	for k := i + 1; k < len(u); k++ {
		switch u[k].c {
		case '{':
			depth++
		case '}':
			if depth > 0 {
				depth--
			} else if parts > 0 {
				return k, commas
			}
		case ',':
			if depth == 0 {
				commas = append(commas, k)
				parts++
			}
		case '.':
			if depth == 0 && k+2 < len(u) && u[k+1].c == '.' && u[k+2].c != '}' {
				parts++
			}
		}
	}
	return -1, nil
}

// anyComma says whether there is a comma in u, in whatever braces.
func anyComma(u []braceUnit) bool {
	for _, x := range u {
		if x.c == ',' {
			return true
		}
	}
	return false
}

// sequence expands {x..y} and {x..y..step}; false when the text is no such thing.
func (b *build) sequence(head, u []braceUnit, after *braceRest, depth int, yield func([]braceUnit)) bool {
	text := make([]byte, len(u))
	for i, x := range u {
		if x.part != nil {
			return false
		}
		text[i] = x.c
	}
	s, ok := parseSequence(string(text))
	if !ok {
		return false
	}
	for v := s.from; ; {
		b.sh.p.Tick(1)
		item := s.item(v)
		units := head[:len(head):len(head)]
		for k := 0; k < len(item); k++ {
			units = append(units, seqUnit(item[k], after))
		}
		b.expandBraces(units, after.u, after.next, depth+1, yield)
		next := v + s.step
		if s.step > 0 && (next > s.to || next < v) || s.step < 0 && (next < s.to || next > v) {
			return true
		}
		v = next
	}
}

// seqUnit is one character of a sequence's item. The backslash that {A..z} makes quotes what follows, or nothing.
func seqUnit(c byte, after *braceRest) braceUnit {
	if c == '\\' && len(after.u) == 0 && after.next == nil {
		return braceUnit{part: &syntax.DblQuoted{}}
	}
	return braceUnit{c: c}
}

// seq is a parsed sequence.
type seq struct {
	from, to, step int64
	letters        bool
	width          int
}

func (s *seq) item(v int64) string {
	if s.letters {
		return string([]byte{byte(v)})
	}
	t := strconv.FormatInt(v, 10)
	if pad := s.width - len(t); pad > 0 {
		if v < 0 {
			return "-" + strings.Repeat("0", pad) + t[1:]
		}
		return strings.Repeat("0", pad) + t
	}
	return t
}

func parseSequence(t string) (seq, bool) {
	f := strings.Split(t, "..")
	if len(f) != 2 && len(f) != 3 {
		return seq{}, false
	}
	s := seq{step: 1}
	if len(f) == 3 {
		n, err := strconv.ParseInt(f[2], 10, 64)
		if err != nil {
			return seq{}, false
		}
		s.step = n
		if n < 0 {
			s.step = -n
		}
		if s.step <= 0 {
			s.step = 1
		}
	}
	var err1, err2 error
	s.from, err1 = strconv.ParseInt(f[0], 10, 64)
	s.to, err2 = strconv.ParseInt(f[1], 10, 64)
	if err1 != nil || err2 != nil {
		if len(f[0]) != 1 || len(f[1]) != 1 || !isLetter(f[0][0]) || !isLetter(f[1][0]) {
			return seq{}, false
		}
		s.letters, s.from, s.to = true, int64(f[0][0]), int64(f[1][0])
	} else if padded(f[0]) || padded(f[1]) {
		s.width = max(len(f[0]), len(f[1]))
	}
	if s.from > s.to {
		s.step = -s.step
	}
	return s, true
}

func isNameByte(c byte) bool { return isLetter(c) || c == '_' || c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// padded says whether a number is written with leading zeros.
func padded(t string) bool {
	t = strings.TrimPrefix(t, "-")
	return len(t) > 1 && t[0] == '0'
}
