package regex

import (
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
)

// tokenKind is the kind of a lexical element outside of bracket expressions.
type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokRune
	tokAny
	tokBracket // "[", its contents still to be read
	tokOpen
	tokClose
	tokAlt
	tokStar
	tokPlus
	tokQuest
	tokOpenBrace
	tokCloseBrace
	tokAssert
	tokBackref
	tokClass // \w \W \s \S
	tokTrailing
)

type token struct {
	kind   tokenKind
	r      rune // the symbol, when the token is taken literally
	n      int  // number of a back-reference
	assert assertion
	class  ctype.Class
	neg    bool
	end    int // offset after the token
}

// dialect is a syntax and tool broken down to the properties that the
// tokenizer and the parser ask for.
type dialect struct {
	bare         bool // ( ) | { } + ? are operators without a backslash
	emacs        bool // + and ? are operators, braces never
	anchorsEver  bool // ^ and $ are anchors everywhere
	leadInvalid  bool // an operator without operand is an error
	leadSkip     bool // ... or is skipped with a warning; otherwise it is literal
	dupInvalid   bool // \{ without operand, or * after another repeat, is an error
	braceLiteral bool // a malformed interval is literal text
	closeLiteral bool // an unmatched ) is literal
	colonInvalid bool // [:space:] outside of brackets is an error
}

func dialectOf(s Syntax, t Tool) dialect {
	switch s {
	case ERE:
		return dialect{
			bare: true, anchorsEver: true,
			leadInvalid: t != Grep, leadSkip: t == Grep,
			braceLiteral: t == Grep, closeLiteral: t != Sed, colonInvalid: t != Libc,
		}
	case Emacs:
		return dialect{emacs: true}
	}
	return dialect{dupInvalid: t == Sed, colonInvalid: t != Libc}
}

// decode reads one symbol of the pattern or the text at in[i:].
func decode(in string, i int, bytes bool) (r rune, size int) {
	c := in[i]
	if c < utf8.RuneSelf || bytes {
		return rune(c), 1
	}
	r, size = utf8.DecodeRuneInString(in[i:])
	if size == 1 {
		return badByte + rune(c), 1
	}
	return r, size
}

// peek reads the token at offset i. caret says that a "^" here begins a
// basic subexpression.
func (p *parser) peek(i int, caret bool) token {
	if i >= len(p.src) {
		return token{kind: tokEnd, end: i}
	}
	r, size := decode(p.src, i, p.opt.Bytes)
	t := token{kind: tokRune, r: r, end: i + size}
	if r == '\\' {
		return p.peekEscape(t)
	}
	d := &p.d
	switch r {
	case '.':
		t.kind = tokAny
	case '[':
		t.kind = tokBracket
	case '*':
		t.kind = tokStar
	case '+', '?':
		if d.bare || d.emacs {
			t.kind = operatorKind(r)
		}
	case '(', ')', '|', '{', '}':
		if d.bare {
			t.kind = operatorKind(r)
		}
	case '^':
		if d.anchorsEver || caret || i == 0 {
			t.kind, t.assert = tokAssert, lineBegin
		}
	case '$':
		if d.anchorsEver || p.dollarEnds(i+1) {
			t.kind, t.assert = tokAssert, lineEnd
		}
	}
	return t
}

// dollarEnds reports whether a "$" before offset i ends a basic expression.
func (p *parser) dollarEnds(i int) bool {
	if i == len(p.src) {
		return true
	}
	if p.src[i] != '\\' {
		return false
	}
	k := p.peek(i, false).kind
	return k == tokAlt || k == tokClose
}

func operatorKind(r rune) tokenKind {
	switch r {
	case '+':
		return tokPlus
	case '?':
		return tokQuest
	case '(':
		return tokOpen
	case ')':
		return tokClose
	case '|':
		return tokAlt
	case '{':
		return tokOpenBrace
	case '}':
		return tokCloseBrace
	}
	return tokRune
}

// peekEscape reads the token that begins with the backslash t.
func (p *parser) peekEscape(t token) token {
	if t.end >= len(p.src) {
		t.kind = tokTrailing
		return t
	}
	r, size := decode(p.src, t.end, p.opt.Bytes)
	t.r = r
	t.end += size
	switch r {
	case '(', ')', '|':
		if !p.d.bare {
			t.kind = operatorKind(r)
		}
	case '{', '}', '+', '?':
		if !p.d.bare && !p.d.emacs {
			t.kind = operatorKind(r)
		}
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		t.kind, t.n = tokBackref, int(r-'0')
	case 'w', 'W':
		t.kind, t.class, t.neg = tokClass, ctype.Word, r == 'W'
	case 's', 'S':
		t.kind, t.class, t.neg = tokClass, ctype.Space, r == 'S'
	default:
		if a, ok := escapedAssertion(r); ok {
			t.kind, t.assert = tokAssert, a
		}
	}
	return t
}

func escapedAssertion(r rune) (assertion, bool) {
	switch r {
	case '`':
		return bufBegin, true
	case '\'':
		return bufEnd, true
	case 'b':
		return wordEdge, true
	case 'B':
		return notWordEdge, true
	case '<':
		return wordBegin, true
	case '>':
		return wordEnd, true
	}
	return 0, false
}
