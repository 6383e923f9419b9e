package fnmatch

import (
	"unicode"
)

// bracket is a [...] expression.
type bracket struct {
	not    bool
	ranges [][2]rune
	class  []func(rune) bool
}

// parseBracket reads the expression whose [ is before s[i]. It returns nil when the expression is not closed, so that the [
// stands for itself.
func parseBracket(s []rune, i int, opt *Options) (b *bracket, end int) {
	b = &bracket{}
	if i < len(s) && (s[i] == '!' || s[i] == '^') {
		b.not = true
		i++
	}
	for first := true; ; first = false {
		if i >= len(s) || s[i] == '/' && opt.Pathname {
			return nil, 0
		}
		if s[i] == ']' && !first {
			return b, i + 1
		}
		if s[i] == '[' && i+1 < len(s) && s[i+1] == ':' {
			if name, j := delimited(s, i+2, ':'); j > 0 {
				f := class(name, opt.CaseFold)
				if f == nil {
					f = func(rune) bool { return false }
				}
				b.class = append(b.class, f)
				i = j
				continue
			}
		}
		lo, j, ok := element(s, i, opt)
		if !ok {
			return nil, 0
		}
		i = j
		hi := lo
		if i+1 < len(s) && s[i] == '-' && s[i+1] != ']' {
			if hi, j, ok = element(s, i+1, opt); !ok {
				return nil, 0
			}
			i = j
		}
		b.add(lo, hi, opt.CaseFold)
	}
}

func (b *bracket) add(lo, hi rune, folded bool) {
	if folded {
		lo, hi = fold(lo), fold(hi)
	}
	b.ranges = append(b.ranges, [2]rune{lo, hi})
}

// element reads one character of an expression: plain, escaped, [.x.] or [=x=].
func element(s []rune, i int, opt *Options) (r rune, next int, ok bool) {
	r = s[i]
	if r == '[' && i+1 < len(s) && (s[i+1] == '.' || s[i+1] == '=') {
		if name, j := delimited(s, i+2, s[i+1]); j > 0 && len(name) == 1 {
			return name[0], j, true
		}
	}
	if r == '\\' && !opt.NoEscape {
		if i+1 >= len(s) {
			return 0, 0, false
		}
		return s[i+1], i + 2, true
	}
	return r, i + 1, true
}

// delimited returns the text up to mark and ], and the index after it; 0 when there is none.
func delimited(s []rune, i int, mark rune) (text []rune, next int) {
	for j := i; j+1 < len(s); j++ {
		if s[j] == mark && s[j+1] == ']' {
			return s[i:j], j + 2
		}
	}
	return nil, 0
}

func (b *bracket) match(r rune, folded bool) bool {
	orig := r
	if folded {
		r = fold(r)
	}
	for _, q := range b.ranges {
		if q[0] <= r && r <= q[1] {
			return !b.not
		}
	}
	for _, f := range b.class {
		if orig < badByte && f(orig) {
			return !b.not
		}
	}
	return b.not
}

// class returns the test of a character class, or nil.
func class(name []rune, folded bool) func(rune) bool {
	switch string(name) {
	case "alpha":
		return unicode.IsLetter
	case "digit":
		return func(r rune) bool { return '0' <= r && r <= '9' }
	case "alnum":
		return func(r rune) bool {
			return '0' <= r && r <= '9' || unicode.IsLetter(r) || r > 0x7f && unicode.IsDigit(r)
		}
	case "upper":
		if folded {
			return unicode.IsLetter
		}
		return unicode.IsUpper
	case "lower":
		if folded {
			return unicode.IsLetter
		}
		return unicode.IsLower
	case "space":
		return func(r rune) bool { return r == ' ' || '\t' <= r && r <= '\r' || r > 0xa0 && unicode.IsSpace(r) }
	case "blank":
		return func(r rune) bool { return r == ' ' || r == '\t' || r > 0xa0 && unicode.Is(unicode.Zs, r) }
	case "punct":
		return func(r rune) bool {
			return r > ' ' && r != 0x7f && unicode.IsPrint(r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
		}
	case "cntrl":
		return unicode.IsControl
	case "print":
		return unicode.IsPrint
	case "graph":
		return func(r rune) bool { return r != ' ' && unicode.IsGraphic(r) && !unicode.IsSpace(r) }
	case "xdigit":
		return func(r rune) bool { return '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'f' }
	case "word":
		return func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	}
	return nil
}
