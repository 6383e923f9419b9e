package bash

import (
	"context"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// maxNesting bounds how deep expansions may contain one another.
const maxNesting = 1000

// build collects the results of expanding words: a field at a time when it splits, one string otherwise.
type build struct {
	sh  *Shell
	ctx context.Context
	out []Field
	// globs are the fields that hold pattern characters which are not quoted.
	globs []pendingGlob

	buf    []byte
	lab    tree.Label
	quoted []span // stretches of buf in which pattern characters stand for themselves
	magic  bool   // buf has a pattern character that is not quoted
	begun  bool   // there is a field even if buf is empty
	sep    sepState

	split    bool // split the results of expansions
	assign   bool // the word is the value of an assignment: tildes count after colons
	whole    bool // the value of an assignment or a here-string
	patterns bool // quoting matters in the result: a pattern or a regular expression
	spanAll  bool // all quoted text is marked, not only what has pattern characters
	inRegex  bool // the word is a regular expression
	doc      bool // here-document: quotes are ordinary characters
	operand  bool // inside the word of ${x:-word}: literal text is split too
	braced   bool // inside the braces of a quoted expansion
	held     int64
	ifsText  string
	ifsSet   bool
	ifsKnown bool
	depth    int
	noStart  bool // a quoted "$@" gave nothing
	// around is the string that is being expanded, as messages show it: a word, or what is between quotes or braces.
	around []syntax.WordPart
}

// span is the stretch [from, to) of the buffer.
type span struct{ from, to int }

// pendingGlob is a field of out that is a pattern; the pattern proper has quoted characters escaped.
type pendingGlob struct {
	at      int
	pattern string
}

// sepState is what ended the field before the present one.
type sepState uint8

const (
	sepNone  sepState = iota
	sepBlank          // blanks only: one other separator belongs to them
	sepOther          // another separator
)

func (sh *Shell) newBuild(ctx context.Context) *build { return &build{sh: sh, ctx: ctx} }

// sub returns a builder for a part of the word that is used as one string.
func (b *build) sub() *build {
	c := &build{sh: b.sh, ctx: b.ctx, depth: b.depth + 1, around: b.around}
	if c.depth > maxNesting {
		c.sh.errf("maximum expansion depth exceeded (%d)", maxNesting)
		c.sh.discard(1)
	}
	return c
}

// grow counts n more bytes of result.
func (b *build) grow(n int) {
	b.sh.p.Tick(1 + n/32)
	if n >= 1024 {
		b.held += int64(n)
		b.sh.p.Hold(int64(n))
	}
}

// release gives back what the builder held.
func (b *build) release() {
	if b.held != 0 {
		b.sh.p.Hold(-b.held)
		b.held = 0
	}
}

// end finishes the present field.
func (b *build) end() {
	const fieldSize = 48 // of a Str and a small allocation
	f := Field{S: string(b.buf), L: b.lab}
	b.grow(len(f.S))
	b.held += fieldSize
	b.sh.p.Hold(fieldSize)
	if b.magic && b.split {
		b.globs = append(b.globs, pendingGlob{len(b.out), string(escapeSpans(b.buf, b.quoted, escapePattern))})
	}
	b.out = append(b.out, f)
	b.reset()
}

func (b *build) reset() {
	b.buf, b.quoted = b.buf[:0], b.quoted[:0]
	b.lab, b.magic, b.begun = 0, false, false
}

// str returns the collected string.
func (b *build) str() Str {
	s := Str{S: string(b.buf), L: b.lab}
	b.release()
	return s
}

// take returns the collected string with its quoted characters escaped.
func (b *build) take(esc func([]byte, byte) []byte) Str {
	return Str{S: string(escapeSpans(b.buf, b.quoted, esc)), L: b.lab}
}

// fieldWord expands one word to fields.
func (b *build) fieldWord(w *syntax.Word) {
	if b.sh.option(optBraceExpand) && hasBrace(w.Parts) {
		b.braces(w.Parts, b.braceWord)
		return
	}
	b.word(w.Parts)
	b.endWord()
}

// endWord finishes the last field of a word, if there is one.
func (b *build) endWord() {
	if len(b.buf) > 0 || b.begun {
		b.end()
	}
	b.reset()
	b.sep = sepNone
}

// word expands the parts of a whole word.
func (b *build) word(parts []syntax.WordPart) {
	around := b.around
	b.around = parts
	for i, p := range parts {
		if l, ok := p.(*syntax.Lit); ok {
			b.litPart(l.Value, i == 0, i == len(parts)-1)
			continue
		}
		b.part(p)
	}
	b.around = around
}

// litPart adds literal text, with tildes where they count.
func (b *build) litPart(s string, first, last bool) {
	if strings.IndexByte(s, '~') >= 0 {
		s = b.tildes(s, first, last)
	}
	b.unquoted(s)
}

// unquoted adds literal text that is not in quotes; backslashes quote.
func (b *build) unquoted(s string) {
	l := b.sh.label
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			b.open(s, l)
			return
		}
		b.open(s[:i], l)
		if i+1 == len(s) {
			b.text(`\`, l)
			return
		}
		n := 2
		if s[i+1] != '\n' {
			b.text(s[i+1:i+n], l)
		}
		s = s[i+n:]
	}
}

// open adds literal text in which pattern characters count. In the word of an expansion it is split.
func (b *build) open(s string, l tree.Label) {
	if s == "" {
		return
	}
	if b.operand && b.split {
		b.value(Str{S: s, L: l})
		return
	}
	b.begun, b.sep, b.lab = true, sepNone, b.lab|l
	if !b.magic && hasMagic(s) {
		b.magic = true
	}
	b.grow(len(s))
	b.buf = append(b.buf, s...)
}

// text adds quoted text.
func (b *build) text(s string, l tree.Label) {
	b.begun, b.sep, b.lab = true, sepNone, b.lab|l
	if s == "" {
		return
	}
	b.grow(len(s))
	n := len(b.buf)
	b.buf = append(b.buf, s...)
	if b.spanAll || (b.patterns || b.split) && strings.ContainsAny(s, quotables) {
		if k := len(b.quoted); k > 0 && b.quoted[k-1].to == n {
			b.quoted[k-1].to = len(b.buf)
		} else {
			b.quoted = append(b.quoted, span{n, len(b.buf)})
		}
	}
}

// value adds the result of an expansion that is not in quotes.
func (b *build) value(s Str) {
	if s.S == "" {
		b.lab |= s.L
		return
	}
	if !b.split {
		b.lab |= s.L
		b.grow(len(s.S))
		b.buf = append(b.buf, s.S...)
		return
	}
	b.splitValue(s)
}

// part expands one part of a word that is not in quotes.
func (b *build) part(p syntax.WordPart) {
	switch p := p.(type) {
	case *syntax.Lit:
		b.unquoted(p.Value)
	case *syntax.SglQuoted:
		b.single(p)
	case *syntax.DblQuoted:
		b.double(p.Parts)
	case *syntax.ParamExp:
		b.param(p, false)
	case *syntax.CmdSubst:
		b.value(b.sh.commandSubst(b.ctx, p))
	case *syntax.ArithmExp:
		b.value(b.arithmetic(p))
	case *syntax.ProcSubst:
		b.text(b.sh.processSubst(b.ctx, p), b.sh.label)
	}
}

// single adds text in single quotes.
func (b *build) single(p *syntax.SglQuoted) {
	s := p.Value
	if p.Dollar {
		s = ansiC(s)
	}
	b.text(s, b.sh.label)
}

// double expands text in double quotes.
func (b *build) double(parts []syntax.WordPart) {
	if len(parts) == 0 {
		b.text("", b.sh.label)
		return
	}
	// Inside, ${x:-word} starts a new context of quotes.
	operand, braced := b.operand, b.braced
	b.operand, b.braced = false, false
	around := b.around
	b.around = parts
	n, had := len(b.out), len(b.buf)
	begun := b.begun
	b.noStart = false
	for _, p := range parts {
		b.quotedPart(p)
	}
	if b.noStart && len(b.out) == n && len(b.buf) == had {
		b.begun = begun
	}
	b.noStart = false
	b.operand, b.braced, b.around = operand, braced, around
}

// quotedPart expands one part of a text in double quotes or of a here-document.
func (b *build) quotedPart(p syntax.WordPart) {
	switch p := p.(type) {
	case *syntax.Lit:
		b.quotedLit(p.Value)
	case *syntax.ParamExp:
		b.param(p, true)
	case *syntax.CmdSubst:
		s := b.sh.commandSubst(b.ctx, p)
		b.text(s.S, s.L)
	case *syntax.ArithmExp:
		s := b.arithmetic(p)
		b.text(s.S, s.L)
	case *syntax.DblQuoted:
		// The quotes inside "${x:-"word"}": they go, and the text is quoted as it was.
		for _, q := range p.Parts {
			b.quotedPart(q)
		}
	case *syntax.SglQuoted:
		b.quotedSingle(p)
	case *syntax.ProcSubst:
		b.text(b.source(p), b.sh.label)
	}
}

// quotedSingle adds single quotes in the text of an expression, where they are ordinary characters.
func (b *build) quotedSingle(p *syntax.SglQuoted) {
	if p.Dollar {
		b.text(ansiC(p.Value), b.sh.label)
		return
	}
	b.text("'"+p.Value+"'", b.sh.label)
}

// quotedLit adds literal text in double quotes; a backslash quotes what is special there.
func (b *build) quotedLit(s string) {
	l := b.sh.label
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			break
		}
		if i+1 == len(s) {
			break
		}
		c := s[i+1]
		special := c == '$' || c == '`' || c == '\\' || c == '\n' || c == '"' && (!b.doc || b.braced) || c == '}' && b.braced
		if !special {
			b.text(s[:i+2], l)
		} else {
			b.text(s[:i], l)
			if c != '\n' {
				b.text(s[i+1:i+2], l)
			}
		}
		s = s[i+2:]
	}
	b.text(s, l)
}
