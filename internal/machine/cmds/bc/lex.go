package bc

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

type kind uint8

const (
	tokEOF    kind = iota
	tokEOL         // end of line
	tokNumber      // text: the digits
	tokName
	tokString // text: what is between the quotes
	tokAssign // text: "=" or the operator before it
	tokRel
	tokIncr // "++" or "--"
	tokAnd
	tokOr
	tokNot
	tokWord // a word of the language; text: the word
	tokChar // one character; text: it
)

type token struct {
	kind kind
	text string
}

func (t token) is(s string) bool { return (t.kind == tokChar || t.kind == tokWord) && t.text == s }

// words are the words of the language.
var words = map[string]bool{"auto": true, "break": true, "continue": true, "define": true, "else": true, "for": true, "halt": true,
	"history": true, "ibase": true, "if": true, "last": true, "length": true, "limits": true, "obase": true, "print": true,
	"quit": true, "random": true, "read": true, "return": true, "scale": true, "sqrt": true, "void": true, "warranty": true,
	"while": true}

// lexer reads tokens from the sources one after another.
type lexer struct {
	p     *kern.Proc
	open  func() bool // opens the next source
	fd    int
	name  string
	line  int
	buf   []byte
	at    int
	ended bool
	warn  func(msg string) // prints a complaint that does not end the line
}

// peek returns the character n places on, -1 at the end of the last source.
func (l *lexer) peek(n int) int {
	for l.at+n >= len(l.buf) {
		if l.ended || !l.fill() {
			return -1
		}
	}
	return int(l.buf[l.at+n])
}

// fill reads more of the present source.
func (l *lexer) fill() bool {
	if l.at > 0 {
		l.buf = l.buf[:copy(l.buf, l.buf[l.at:])]
		l.at = 0
	}
	if cap(l.buf)-len(l.buf) < 1024 {
		l.p.Hold(int64(cap(l.buf)) + 2048)
		l.buf = append(make([]byte, 0, 2*cap(l.buf)+2048), l.buf...)
	}
	n, err := l.p.Read(l.fd, l.buf[len(l.buf):cap(l.buf)])
	l.buf = l.buf[:len(l.buf)+n]
	if n > 0 {
		return true
	}
	_ = err
	if len(l.buf) > l.at {
		// The source ends inside a token; the next one goes on only when it is done.
		l.ended = true
		return false
	}
	l.line = 1
	if !l.open() {
		l.ended = true
		return false
	}
	return l.fill()
}

// resume goes on with the next source after one has ended inside a token.
func (l *lexer) resume() {
	if l.ended && l.at == len(l.buf) && l.open() {
		l.ended = false
		l.line = 1
	} else if l.ended && l.at == len(l.buf) {
		l.line = 1
	}
}

func isDigit(c int) bool { return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' }
func isLower(c int) bool { return c >= 'a' && c <= 'z' }

// next returns the next token.
func (l *lexer) next() token {
	for {
		l.p.Tick(1)
		c := l.peek(0)
		switch {
		case c < 0:
			if l.resume(); l.ended {
				return token{}
			}
		case c == ' ' || c == '\t':
			l.at++
		case c == '\\' && l.peek(1) == '\n':
			l.at += 2
			l.line++
		case c == '\n':
			l.at++
			l.line++
			return token{kind: tokEOL}
		case c == '#':
			for c = l.peek(0); c >= 0 && c != '\n'; c = l.peek(0) {
				l.at++
			}
		case c == '/' && l.peek(1) == '*':
			l.comment()
		default:
			if t, ok := l.token(c); ok {
				return t
			}
		}
	}
}

func (l *lexer) comment() {
	l.at += 2
	for {
		c := l.peek(0)
		switch {
		case c < 0:
			_ = l.p.Stdout.Flush()
			l.p.Stderr.WriteString("EOF encountered in a comment.\n")
			return
		case c == '*' && l.peek(1) == '/':
			l.at += 2
			return
		case c == '\n':
			l.line++
		}
		l.at++
	}
}

// token reads a token that begins with c; ok is false when the character is illegal.
func (l *lexer) token(c int) (token, bool) {
	switch {
	case isDigit(c) || c == '.' && isDigit(l.afterBreaks(1)):
		return token{tokNumber, l.number()}, true
	case isLower(c):
		n := 1
		for c = l.peek(n); isLower(c) || c >= '0' && c <= '9' || c == '_'; c = l.peek(n) {
			n++
		}
		s := l.take(n)
		if words[s] {
			return token{tokWord, s}, true
		}
		return token{tokName, s}, true
	case c == '"':
		return l.quoted()
	}
	return l.operator(c)
}

func (l *lexer) take(n int) string {
	s := string(l.buf[l.at : l.at+n])
	l.at += n
	return s
}

func (l *lexer) quoted() (token, bool) {
	n := 1
	lines := 0
	for c := l.peek(n); c != '"'; c = l.peek(n) {
		if c < 0 {
			return l.illegal('"')
		}
		if c == '\n' {
			lines++
		}
		n++
	}
	l.line += lines
	s := l.take(n + 1)
	return token{tokString, s[1 : len(s)-1]}, true
}

func (l *lexer) operator(c int) (token, bool) {
	two := string([]byte{byte(c), byte(max(l.peek(1), 0))})
	switch two {
	case "==", "<=", ">=", "!=":
		l.at += 2
		return token{tokRel, two}, true
	case "&&":
		l.at += 2
		return token{tokAnd, two}, true
	case "||":
		l.at += 2
		return token{tokOr, two}, true
	case "++", "--":
		l.at += 2
		return token{tokIncr, two}, true
	case "+=", "-=", "*=", "/=", "%=", "^=":
		l.at += 2
		return token{tokAssign, two[:1]}, true
	}
	s := string(rune(c))
	switch {
	case c == '<' || c == '>':
		l.at++
		return token{tokRel, s}, true
	case c == '=':
		l.at++
		return token{tokAssign, "="}, true
	case c == '!':
		l.at++
		return token{tokNot, s}, true
	case c == '.':
		l.at++
		return token{tokWord, "last"}, true
	case c < 0x80 && strings.IndexByte("+-;(){}[],*/%^&", byte(c)) >= 0:
		l.at++
		return token{tokChar, s}, true
	}
	return l.illegal(c)
}

func (l *lexer) illegal(c int) (token, bool) {
	s := string(rune(c))
	switch {
	case c < ' ':
		s = "^" + string(rune(c+'@'))
	case c >= 0x7f:
		s = `\` + strconv.FormatInt(int64(c), 8)
	}
	l.at++
	l.warn("illegal character: " + s)
	return token{}, false
}

// afterBreaks returns the character n places on, passing over line breaks that a backslash hides.
func (l *lexer) afterBreaks(n int) int {
	for l.peek(n) == '\\' && l.peek(n+1) == '\n' {
		n += 2
	}
	return l.peek(n)
}

// number reads digits, perhaps over several lines, and drops the zeros that say nothing.
func (l *lexer) number() string {
	var b strings.Builder
	point := false
	for {
		c := l.peek(0)
		switch {
		case isDigit(c):
			b.WriteByte(byte(c))
		case c == '.' && !point:
			point = true
			b.WriteByte('.')
		case c == '\\' && l.peek(1) == '\n':
			l.at++
			l.line++
		default:
			return trimNumber(b.String())
		}
		l.at++
	}
}

func trimNumber(s string) string {
	s = strings.TrimLeft(s, "0")
	s = strings.TrimSuffix(s, ".")
	if s == "" {
		return "0"
	}
	return s
}
