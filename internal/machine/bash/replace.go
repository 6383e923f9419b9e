package bash

import (
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

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
	defer m.release()
	if m.misread && !m.stars {
		return v
	}
	return v.each(func(s Str) Str {
		if pat.S == "" && anchor == 0 {
			return s
		}
		x := substitution{b: b, m: m, rep: rep.S, expand: expand, all: r.All}
		out := x.run(s.S, anchor)
		if !x.changed {
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

// substitution replaces matches in one string.
type substitution struct {
	b       *build
	m       *matcher
	rep     string
	expand  bool // rep has an "&" or a backslash
	all     bool
	sb      strings.Builder
	changed bool
}

// put adds the replacement of a match.
func (x *substitution) put(match string) {
	n := x.sb.Len()
	if x.expand {
		expandAmpersand(&x.sb, x.rep, match)
	} else {
		x.sb.WriteString(x.rep)
	}
	x.b.grow(x.sb.Len() - n)
	x.changed = true
}

// run replaces in s and returns the result; anchor is '#' or '%' for a match at the beginning or the end.
func (x *substitution) run(s string, anchor byte) string {
	switch anchor {
	case '#':
		n, ok := x.m.longest(s, 0)
		if !ok {
			return s
		}
		x.put(s[:n])
		return x.sb.String() + s[n:]
	case '%':
		i, ok := x.m.suffixAt(s, true)
		if !ok {
			return s
		}
		x.sb.WriteString(s[:i])
		x.put(s[i:])
		return x.sb.String()
	}
	if s == "" {
		if x.m.match("") {
			x.put("")
		}
		return x.sb.String()
	}
	return x.scan(s)
}

// scan replaces the first match, or all.
func (x *substitution) scan(s string) string {
	i := 0
	for i < len(s) {
		at, end, ok := x.m.find(s, i)
		if !ok {
			break
		}
		if !x.changed {
			x.sb.Grow(len(s) + len(x.rep))
		}
		x.sb.WriteString(s[i:at])
		x.put(s[at:end])
		i = end
		if end == at { // an empty match: bash goes on behind the next character
			_, n := utf8.DecodeRuneInString(s[at:])
			x.sb.WriteString(s[at : at+n])
			i += n
		}
		if !x.all {
			break
		}
	}
	if !x.changed {
		return s
	}
	x.sb.WriteString(s[i:])
	x.b.grow(len(s) - i)
	return x.sb.String()
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
