package bash

import (
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
)

// tokKind is the kind of one element of a pattern.
type tokKind uint8

const (
	tokChar  tokKind = iota
	tokAny           // ?
	tokStar          // *
	tokSet           // [...]
	tokGroup         // ?(...) *(...) +(...) @(...) !(...)
)

// token is one element of a pattern.
type token struct {
	kind tokKind
	r    rune
	set  *charSet
	*group
}

// group is an extended pattern such as @(a|b).
type group struct {
	op   byte
	id   int // number within the pattern
	alts [][]token
}

// charSet is a bracket expression.
type charSet struct {
	not     bool
	ranges  []rune // pairs, inclusive
	classes ctype.Class
}

func (c *charSet) has(r rune, fold bool) bool {
	in := c.holds(r)
	if !in && fold {
		in = c.holds(ctype.ToLower(r)) || c.holds(ctype.ToUpper(r))
	}
	return in != c.not
}

func (c *charSet) holds(r rune) bool {
	for i := 0; i < len(c.ranges); i += 2 {
		if c.ranges[i] <= r && r <= c.ranges[i+1] {
			return true
		}
	}
	return c.classes != 0 && ctype.Is(r, c.classes)
}

// rawByte is added to a byte that is no part of a character.
const rawByte = 0x200000

// runeAt decodes the character of s at i. Bytes that are none get values of their own.
func runeAt(s string, i int) (rune, int) {
	if c := s[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if r == utf8.RuneError && n == 1 {
		return rawByte + rune(s[i]), 1
	}
	return r, n
}

// hasMagic says whether unquoted text may hold a pattern: a character that matches others, or the parenthesis of an extended
// pattern.
func hasMagic(s string) bool { return strings.ContainsAny(s, "*?[(\\") }

// isPlain says whether a pattern matches one string only, that without its backslashes.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '*', '?', '[', '(':
			return false
		}
	}
	return true
}

// patParser compiles a pattern.
type patParser struct {
	s      string
	ext    bool
	bytes  bool
	dash   bool // only "!" negates a bracket expression
	groups int
	depth  int
	// misread says that there is [^]...] in the pattern: ${x/pattern/} takes it for longer than it is and never finds it.
	misread bool
}

// compile returns a matcher for the pattern.
func (sh *Shell) compile(pattern string, fold bool) *matcher {
	return sh.compileExt(pattern, fold, sh.shopt(shoptExtglob))
}

// compileExt is compile that is told whether extended patterns count; [[ always lets them.
func (sh *Shell) compileExt(pattern string, fold, ext bool) *matcher {
	m := &matcher{sh: sh, fold: fold, text: pattern}
	if !fold && isPlain(pattern) {
		m.plain, m.text = true, unescape(pattern)
		return m
	}
	p := patParser{s: pattern, ext: ext, bytes: !isASCII(pattern) && sh.bytewise(), dash: sh.dash}
	m.toks, _ = p.seq(m.space[:0], 0, "")
	m.groups, m.misread = p.groups, p.misread
	for _, t := range m.toks {
		m.stars = m.stars || t.kind == tokStar || t.kind == tokGroup
	}
	return m
}

// seq appends to out the elements from i up to one of the bytes in stop or the end and returns the place where it stopped.
func (p *patParser) seq(out []token, i int, stop string) ([]token, int) {
	for i < len(p.s) {
		c := p.s[i]
		if strings.IndexByte(stop, c) >= 0 {
			break
		}
		if p.ext && i+1 < len(p.s) && p.s[i+1] == '(' && strings.IndexByte("?*+@!", c) >= 0 {
			if t, end, ok := p.readGroup(i); ok {
				out = append(out, t)
				i = end
				continue
			}
		}
		switch c {
		case '*':
			if n := len(out); n == 0 || out[n-1].kind != tokStar {
				out = append(out, token{kind: tokStar})
			}
			i++
		case '?':
			out = append(out, token{kind: tokAny})
			i++
		case '[':
			if set, end, ok := p.bracket(i); ok {
				out = append(out, token{kind: tokSet, set: set})
				i = end
				continue
			}
			out = append(out, token{kind: tokChar, r: '['})
			i++
		default:
			if c == '\\' && i+1 < len(p.s) {
				i++
			}
			r, n := p.at(i)
			out = append(out, token{kind: tokChar, r: r})
			i += n
		}
	}
	return out, i
}

// at decodes the character at i.
func (p *patParser) at(i int) (rune, int) {
	if p.bytes && p.s[i] >= utf8.RuneSelf {
		return rawByte + rune(p.s[i]), 1
	}
	return runeAt(p.s, i)
}

// readGroup reads an extended pattern such as @(a|b).
func (p *patParser) readGroup(i int) (token, int, bool) {
	if p.depth >= maxBraces || !p.closed(i+1) {
		return token{}, 0, false
	}
	p.depth++
	t := token{kind: tokGroup, group: &group{op: p.s[i], id: p.groups}}
	p.groups++
	i += 2
	for {
		alt, end := p.seq(nil, i, "|)")
		t.alts = append(t.alts, alt)
		i = end + 1
		if end >= len(p.s) || p.s[end] == ')' {
			break
		}
	}
	p.depth--
	return t, min(i, len(p.s)), true
}

// closed says whether the parenthesis at i has a partner.
func (p *patParser) closed(i int) bool {
	depth := 0
	for ; i < len(p.s); i++ {
		switch p.s[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return true
			}
		case '[':
			if _, end, ok := p.bracket(i); ok {
				i = end - 1
			}
		}
	}
	return false
}

// bracket reads a bracket expression.
func (p *patParser) bracket(i int) (*charSet, int, bool) {
	s := p.s
	c := &charSet{}
	i++
	if i < len(s) && (s[i] == '!' || s[i] == '^' && !p.dash) {
		c.not = true
		i++
		p.misread = p.misread || i < len(s) && s[i] == ']'
	}
	for first := true; ; first = false {
		if i >= len(s) {
			return nil, 0, false
		}
		if s[i] == ']' && !first {
			return c, i + 1, true
		}
		if name, end, ok := bracketName(s, i, ':'); ok {
			i = end
			if k, known := ctype.ByName(name); known {
				c.classes |= k
			} else if name == "word" {
				c.classes |= ctype.Word
			} else if name == "ascii" {
				c.ranges = append(c.ranges, 0, 0x7f)
			}
			continue
		}
		lo, end, ok := p.bracketChar(i)
		if !ok {
			return nil, 0, false
		}
		i = end
		hi := lo
		if i+1 < len(s) && s[i] == '-' && s[i+1] != ']' {
			if hi, end, ok = p.bracketChar(i + 1); !ok {
				return nil, 0, false
			}
			i = end
		}
		c.ranges = append(c.ranges, lo, hi)
	}
}

// bracketName reads [:name:] and its kin.
func bracketName(s string, i int, c byte) (string, int, bool) {
	if i+1 >= len(s) || s[i] != '[' || s[i+1] != c {
		return "", 0, false
	}
	n := strings.Index(s[i+2:], string([]byte{c, ']'}))
	if n < 0 {
		return "", 0, false
	}
	return s[i+2 : i+2+n], i + n + 4, true
}

// collatingNames are the names of characters in [.name.], each behind its character.
const collatingNames = "! exclamation-mark \" quotation-mark # number-sign $ dollar-sign % percent-sign & ampersand ' apostrophe ( left-parenthesis " +
	") right-parenthesis * asterisk + plus-sign , comma - hyphen - minus - hyphen-minus . period . full-stop / slash / solidus 0 zero 1 one 2 two 3 three " +
	"4 four 5 five 6 six 7 seven 8 eight 9 nine : colon ; semicolon < less-than-sign = equals-sign > greater-than-sign ? question-mark " +
	"@ commercial-at [ left-square-bracket \\ backslash \\ reverse-solidus ] right-square-bracket ^ circumflex ^ circumflex-accent _ underscore " +
	"_ low-line ` grave-accent { left-brace { left-curly-bracket | vertical-line } right-brace } right-curly-bracket ~ tilde   space \t tab \n newline "

// bracketChar reads one character of a bracket expression.
func (p *patParser) bracketChar(i int) (rune, int, bool) {
	s := p.s
	for _, c := range []byte{'.', '='} {
		if name, end, ok := bracketName(s, i, c); ok && name != "" {
			if r, n := runeAt(name, 0); n == len(name) {
				return r, end, true
			}
			if i := strings.Index(collatingNames, " "+name+" "); i >= 0 && c == '.' {
				return rune(collatingNames[i-1]), end, true
			}
			return -1, end, true
		}
	}
	if s[i] == '\\' && i+1 < len(s) {
		i++
	}
	r, n := p.at(i)
	return r, i + n, true
}

// match says whether s matches pattern as a whole. The work is polynomial in the length of both, extended patterns included.
func (sh *Shell) match(pattern, s string, fold bool) bool {
	return sh.matchExt(pattern, s, fold, sh.shopt(shoptExtglob))
}

// matchExt is match that is told whether extended patterns count.
func (sh *Shell) matchExt(pattern, s string, fold, ext bool) bool {
	m := sh.compileExt(pattern, fold, ext)
	defer m.release()
	return m.match(s)
}
