package fnmatch

import "github.com/orrery-world/orrery/internal/machine/gnu/ctype"

// bracket is a [...] expression.
type bracket struct {
	not    bool
	ranges [][2]rune
	exact  []rune // [.x.] and [=x=], which case folding leaves alone
	class  ctype.Class
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
		if i >= len(s) {
			return nil, 0
		}
		if s[i] == ']' && !first {
			return b, i + 1
		}
		if s[i] == '[' && i+1 < len(s) && s[i+1] == ':' {
			if name, j := delimited(s, i+2, ':'); j > 0 {
				c, _ := ctype.ByName(string(name))
				b.class |= c
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
		if i > 0 && s[i-1] == ']' && lo == hi {
			// Only [.x.] and [=x=] end in a bracket.
			b.exact = append(b.exact, lo)
			continue
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
	for _, e := range b.exact {
		if e == orig {
			return !b.not
		}
	}
	return (orig < badByte && ctype.Is(orig, b.class)) != b.not
}
