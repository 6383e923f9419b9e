package grep

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
	"github.com/orrery-world/orrery/internal/machine/regex"
	"github.com/orrery-world/orrery/internal/machine/regex/perlre"
)

// finder is the compiled pattern list: a few plain strings, or one expression for the whole list.
type finder struct {
	literals [][]byte
	fold     bool // letters of the literals match in both cases; all are ASCII
	re       *regex.Regexp
	perl     *perlre.Regexp
	all      bool // every line matches
	quick    []byte
}

// silent is what compile returns when the message has been printed.
const silent = "\x00"

// maxLiterals is how many plain strings are looked for one by one.
const maxLiterals = 4

// compile turns the patterns into a finder; it returns grep's message when one is not well formed.
func (g *grep) compile() string {
	c, f := &g.cfg, &g.find
	if c.syntax == 'P' {
		return g.perl()
	}
	plain := len(c.patterns) <= maxLiterals
	for _, pat := range c.patterns {
		g.p.Tick(1 + len(pat)/8)
		plain = plain && (c.syntax == 'F' || isLiteral(pat, c.syntax == 'E')) && (!c.fold || foldable(pat))
	}
	if !plain {
		return g.expression()
	}
	f.fold = c.fold
	for _, pat := range c.patterns {
		f.literals = append(f.literals, []byte(pat))
		f.all = f.all || pat == "" && !c.word && !c.line
	}
	if len(f.literals) == 1 && !f.fold && len(f.literals[0]) > 0 {
		f.quick = f.literals[0]
	}
	return ""
}

// perl compiles the pattern of -P.
func (g *grep) perl() string {
	c := &g.cfg
	if len(c.patterns) != 1 {
		return "the -P option only supports a single pattern"
	}
	pat := c.patterns[0]
	if c.word && !c.line {
		pat = `(?<!\w)(?:` + pat + `)(?!\w)`
	}
	re, err := perlre.Compile(pat, perlre.Options{ICase: c.fold, Line: c.line, Tick: g.p.Tick})
	var no *perlre.Unsupported
	if errors.As(err, &no) {
		gnu.UnsupportedOption(g.p, "-P "+no.What)
		return silent
	}
	if err != nil {
		return err.Error()
	}
	g.find.perl = re
	return ""
}

// expression compiles the whole list into one expression.
func (g *grep) expression() string {
	c := &g.cfg
	opt := regex.Options{Syntax: regex.BRE, Tool: regex.Grep, ICase: c.fold, Word: c.word, Line: c.line}
	list := c.patterns
	switch c.syntax {
	case 'E':
		opt.Syntax = regex.ERE
	case 'F':
		list = make([]string, len(c.patterns))
		for i, pat := range c.patterns {
			list[i] = quoteBasic(pat)
		}
	}
	re, err := regex.CompileList(list, opt)
	if err != nil {
		return err.Error()
	}
	g.p.Tick(16 + re.Size())
	for _, w := range re.Warnings() {
		g.p.Errorf("warning: %s", w)
	}
	g.find.re = re
	if text, _ := re.Literal(); len(text) > 0 && !c.fold {
		g.find.quick = text
	}
	return ""
}

// isLiteral says whether a pattern has no special characters, so that it stands for itself.
func isLiteral(s string, extended bool) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\', '[', '.', '*', '^', '$':
			return false
		case '(', ')', '{', '}', '|', '+', '?':
			if extended {
				return false
			}
		}
	}
	return utf8.ValidString(s)
}

// foldable says that case matters only among ASCII letters; k and s also stand for the Kelvin sign and the long s.
func foldable(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i] | 0x20; s[i] >= utf8.RuneSelf || c == 'k' || c == 's' {
			return false
		}
	}
	return true
}

func quoteBasic(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(`\[.*^$`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// selects says whether a line matches.
func (g *grep) selects(text []byte) bool {
	if g.find.all {
		return true
	}
	if g.find.re == nil {
		_, _, ok := g.next(text, 0)
		return ok
	}
	ok, err := g.find.re.Test(text, 0, regex.MatchOptions{Tick: g.tick})
	if err != nil {
		g.abort(err)
	}
	return ok
}

// abort ends the program because matching has failed.
func (g *grep) abort(err error) {
	if err == perlre.ErrLimit {
		g.p.Errorf("%s: %s", g.scan.name, err.Error())
		g.p.Exit(trouble)
	}
	g.p.Errorf("%s", err.Error())
	g.p.Exit(trouble)
}

// next finds the leftmost and there the longest match at or after from, under -w and -x.
func (g *grep) next(text []byte, from int) (s, e int, ok bool) {
	if g.find.perl != nil {
		s, e, err := g.find.perl.Find(text, from)
		if err != nil {
			g.abort(err)
		}
		return s, e, s >= 0
	}
	if g.find.re != nil {
		s, e, err := g.find.re.Find(text, from, regex.MatchOptions{Tick: g.tick})
		if err != nil {
			g.abort(err)
		}
		return s, e, s >= 0
	}
	for _, l := range g.find.literals {
		if a, b, hit := g.literal(l, text, from); hit && (!ok || a < s || a == s && b > e) {
			s, e, ok = a, b, true
		}
	}
	return s, e, ok
}

func (g *grep) literal(l, text []byte, from int) (s, e int, ok bool) {
	if g.cfg.line {
		if from == 0 && len(l) == len(text) && g.equal(l, text) {
			return 0, len(text), true
		}
		return 0, 0, false
	}
	for {
		i := g.index(text[from:], l)
		if i < 0 {
			return 0, 0, false
		}
		s, e = from+i, from+i+len(l)
		if !g.cfg.word || wordBounded(text, s, e) {
			return s, e, true
		}
		if from = s + runeLen(text[s:]); from > len(text) {
			return 0, 0, false
		}
	}
}

func (g *grep) equal(a, b []byte) bool {
	if g.find.fold {
		return foldIndex(a, b) == 0
	}
	return bytes.Equal(a, b)
}

func (g *grep) index(text, l []byte) int {
	if g.find.fold {
		return foldIndex(text, l)
	}
	return bytes.Index(text, l)
}

// foldIndex is bytes.Index without regard to the case of ASCII letters.
func foldIndex(text, l []byte) int {
next:
	for i := 0; i+len(l) <= len(text); i++ {
		for k, c := range l {
			if d := text[i+k]; c != d && (c|0x20 != d|0x20 || c|0x20 < 'a' || c|0x20 > 'z') {
				continue next
			}
		}
		return i
	}
	return -1
}

// wordBounded says whether no word character touches text[s:e] from outside.
func wordBounded(text []byte, s, e int) bool {
	if s > 0 {
		if r, _ := utf8.DecodeLastRune(text[:s]); wordRune(r) {
			return false
		}
	}
	if e < len(text) {
		if r, _ := utf8.DecodeRune(text[e:]); wordRune(r) {
			return false
		}
	}
	return true
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return ctype.Is(r, ctype.Word)
}
