// Package fnmatch matches names against shell patterns as POSIX fnmatch does, in a UTF-8 locale, with bash's extended
// patterns as an option. Patterns are compiled once; matching needs time polynomial in the lengths, never more.
package fnmatch

import (
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
)

// Options say how a pattern is read and matched. The zero value is fnmatch with no flags.
type Options struct {
	// Pathname lets a slash be matched by a slash in the pattern alone.
	Pathname bool
	// Period lets a leading period be matched by a period in the pattern alone; with Pathname also one after a slash.
	Period bool
	// NoEscape makes a backslash an ordinary character.
	NoEscape bool
	// CaseFold ignores case.
	CaseFold bool
	// ExtGlob reads bash's ?(a|b) *(a|b) +(a|b) @(a|b) !(a|b).
	ExtGlob bool
	// Tick, when set, is called with units of work as matching goes on.
	Tick func(n int)
}

// Pattern is a compiled pattern.
type Pattern struct {
	items []item
	opt   Options
	ext   bool
	// literal is set for a pattern without special characters, suffix for one that is "*" and ordinary text.
	literal, suffix string
	kind            shortcut
}

type shortcut uint8

const (
	general shortcut = iota
	onlyLiteral
	starSuffix
)

type itemKind uint8

const (
	lit itemKind = iota
	anyOne
	star
	set
	group
)

type item struct {
	kind itemKind
	r    rune
	set  *bracket
	op   byte     // of a group: ? * + @ !
	alts [][]item // of a group
}

// Match says whether name matches pattern.
func Match(pattern, name string, opt Options) bool { return Compile(pattern, opt).Match(name) }

// Compile reads a pattern. Every string is a pattern: what is not well formed stands for itself.
func Compile(pattern string, opt Options) *Pattern {
	c := compiler{opt: opt, s: decode(pattern)}
	p := &Pattern{items: c.sequence(0), opt: opt, ext: c.ext}
	p.shorten()
	return p
}

// Literal returns the only name that the pattern matches, when there is but one.
func (p *Pattern) Literal() (string, bool) { return p.literal, p.kind == onlyLiteral }

func (p *Pattern) shorten() {
	if p.opt.CaseFold || p.ext {
		return
	}
	items, k := p.items, onlyLiteral
	if len(items) > 0 && items[0].kind == star && !p.opt.Pathname && !p.opt.Period {
		items, k = items[1:], starSuffix
	}
	var b strings.Builder
	for _, it := range items {
		if it.kind != lit {
			return
		}
		writeRune(&b, it.r)
	}
	if p.kind = k; k == onlyLiteral {
		p.literal = b.String()
	} else {
		p.suffix = b.String()
	}
}

// Bytes that are not UTF-8 are carried as runes from badByte on, so that each is a character of its own.
const badByte = 0x110000

func decode(s string) []rune {
	out := make([]rune, 0, len(s))
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			if r, n = utf8.DecodeRuneInString(s[i:]); r == utf8.RuneError && n == 1 {
				r = badByte + rune(s[i])
			}
		}
		out = append(out, r)
		i += n
	}
	return out
}

func writeRune(b *strings.Builder, r rune) {
	if r >= badByte {
		b.WriteByte(byte(r - badByte))
		return
	}
	b.WriteRune(r)
}

// maxNest bounds groups within groups.
const maxNest = 100

type compiler struct {
	opt  Options
	s    []rune
	i    int
	nest int
	ext  bool
}

// sequence reads items up to the end, or inside a group up to the next | or ).
func (c *compiler) sequence(in rune) []item {
	var out []item
	for c.i < len(c.s) {
		r := c.s[c.i]
		if in != 0 && (r == '|' || r == ')') {
			return out
		}
		if c.opt.ExtGlob && c.i+1 < len(c.s) && c.s[c.i+1] == '(' && strings.ContainsRune("?*+@!", r) {
			if g, ok := c.group(byte(r)); ok {
				out = append(out, g)
				continue
			}
		}
		c.i++
		switch r {
		case '?':
			out = append(out, item{kind: anyOne})
		case '*':
			if n := len(out); n == 0 || out[n-1].kind != star {
				out = append(out, item{kind: star})
			}
		case '[':
			if b, end := parseBracket(c.s, c.i, &c.opt); b != nil {
				out = append(out, item{kind: set, set: b})
				c.i = end
				continue
			}
			out = append(out, c.char(r))
		case '\\':
			if !c.opt.NoEscape && c.i < len(c.s) {
				r = c.s[c.i]
				c.i++
			}
			out = append(out, c.char(r))
		default:
			out = append(out, c.char(r))
		}
	}
	return out
}

func (c *compiler) char(r rune) item {
	if c.opt.CaseFold {
		r = fold(r)
	}
	return item{kind: lit, r: r}
}

// group reads op(a|b); ok is false, and nothing is consumed, when it is not closed.
func (c *compiler) group(op byte) (item, bool) {
	start := c.i
	if c.nest >= maxNest {
		return item{}, false
	}
	c.nest++
	defer func() { c.nest-- }()
	g := item{kind: group, op: op}
	c.i += 2
	for {
		g.alts = append(g.alts, c.sequence(')'))
		if c.i >= len(c.s) {
			c.i = start
			return item{}, false
		}
		c.i++
		if c.s[c.i-1] == ')' {
			c.ext = true
			return g, true
		}
	}
}

func fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	if r >= badByte {
		return r
	}
	return ctype.ToLower(r)
}
