package arith

import "strings"

// A token is one operator, number or name.
type token uint8

const (
	tEnd token = iota
	tNum
	tName
	tPlus
	tMinus
	tMul
	tDiv
	tMod
	tPow
	tShl
	tShr
	tLess
	tGreater
	tLeq
	tGeq
	tEq
	tNeq
	tAnd
	tXor
	tOr
	tLand
	tLor
	tNot
	tCompl
	tQuest
	tColon
	tComma
	tAssign
	tOpAssign // with op set
	tPreInc
	tPreDec
	tLparen
	tRparen
)

func isNameStart(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
}

func isNameByte(c byte) bool { return isNameStart(c) || c-'0' <= 9 }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// next reads a token. A name is evaluated here, as soon as it is clear that no
// plain assignment follows, because that is when bash does it.
func (p *parser) next() {
	if p.err != nil {
		p.tok = tEnd
		return
	}
	if p.work++; p.work >= tickEvery {
		p.tick()
		if p.err != nil {
			return
		}
	}
	i := p.pos
	for i < len(p.src) && isSpace(p.src[i]) {
		i++
	}
	if i >= len(p.src) {
		p.pos, p.tok = i, tEnd
		return
	}
	p.start = i
	switch c := p.src[i]; {
	case c-'0' <= 9:
		p.number(i)
	case isNameStart(c):
		p.name(i)
	default:
		p.operator(i, c)
	}
}

func (p *parser) tick() {
	n := p.work
	p.work = 0
	if err := p.env.Tick(n); err != nil {
		p.stop(err)
	}
}

// name reads a name with its subscript, if any, and its value.
func (p *parser) name(i int) {
	j := i + 1
	for j < len(p.src) && isNameByte(p.src[j]) {
		j++
	}
	ref := lvalue{name: p.src[i:j]}
	if j < len(p.src) && p.src[j] == '[' {
		end := subscriptEnd(p.src, j)
		if end < 0 {
			p.pos = j
			p.fail("bad array subscript")
			return
		}
		ref.hasIndex = true
		ref.index = p.src[j+1 : end]
		j = end + 1
	}
	afterSign := p.tok == tPreInc || p.tok == tPreDec
	p.pos, p.ref, p.val = j, ref, 0
	p.tok = tName
	plain := p.peek(j)
	if p.err != nil || p.noeval > 0 || plain && !afterSign {
		return
	}
	p.val = p.load()
}

// peek looks at the token after a name and reports whether it is "=" alone.
// As in bash, what is wrong with that token is an error before the name counts.
func (p *parser) peek(i int) bool {
	for {
		for i < len(p.src) && isSpace(p.src[i]) {
			i++
		}
		if i >= len(p.src) {
			return false
		}
		switch c := p.src[i]; {
		case c == '=':
			return i+1 >= len(p.src) || p.src[i+1] != '='
		case isNameStart(c):
			for i < len(p.src) && isNameByte(p.src[i]) {
				i++
			}
			if i < len(p.src) && p.src[i] == '[' {
				if i = subscriptEnd(p.src, i); i < 0 {
					return false
				}
				i++
			}
		default:
			p.check(i, c)
			return false
		}
	}
}

// check reports the error, if any, of the token at i.
func (p *parser) check(i int, c byte) {
	if c-'0' <= 9 {
		keep := *p
		p.start = i
		if p.number(i); p.err == nil {
			*p = keep
		}
		return
	}
	if strings.IndexByte("+-=!*/%^&|<>~?:,()", c) < 0 {
		p.start = i
		p.unknown(i)
	}
}

// subscriptEnd returns the offset of the bracket that closes the one at open,
// or -1. Quotes, backslashes and nested brackets are skipped.
func subscriptEnd(s string, open int) int {
	depth := 0
	for i := open; i < len(s); i++ {
		switch s[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		case '\\':
			i++
		case '\'', '"':
			q := s[i]
			for i++; i < len(s) && s[i] != q; i++ {
				if s[i] == '\\' && q == '"' {
					i++
				}
			}
		}
	}
	return -1
}

// set makes the n bytes at i the current token.
func (p *parser) set(i, n int, t token) {
	p.pos, p.tok = i+n, t
}

// operator reads everything that is no name and no number.
func (p *parser) operator(i int, c byte) {
	var c1 byte
	if i+1 < len(p.src) {
		c1 = p.src[i+1]
	}
	switch c {
	case '+', '-':
		p.plusMinus(i, c, c1)
	case '=':
		p.choose(i, c1, '=', tEq, tAssign)
	case '!':
		p.choose(i, c1, '=', tNeq, tNot)
	case '*':
		if c1 == '*' {
			p.set(i, 2, tPow)
		} else {
			p.opAssign(i, 1, c1, tMul)
		}
	case '/':
		p.opAssign(i, 1, c1, tDiv)
	case '%':
		p.opAssign(i, 1, c1, tMod)
	case '^':
		p.opAssign(i, 1, c1, tXor)
	case '&':
		p.doubled(i, c, c1, tLand, tAnd)
	case '|':
		p.doubled(i, c, c1, tLor, tOr)
	case '<':
		p.angle(i, c, c1, tShl, tLeq, tLess)
	case '>':
		p.angle(i, c, c1, tShr, tGeq, tGreater)
	case '~':
		p.set(i, 1, tCompl)
	case '?':
		p.set(i, 1, tQuest)
	case ':':
		p.set(i, 1, tColon)
	case ',':
		p.set(i, 1, tComma)
	case '(':
		p.set(i, 1, tLparen)
	case ')':
		p.set(i, 1, tRparen)
	default:
		p.unknown(i)
	}
}

// unknown reports a character that is no part of an expression. What bash
// calls it depends on the token before.
func (p *parser) unknown(i int) {
	p.pos = i
	if p.tok == tNum || p.tok == tName {
		p.fail("syntax error: invalid arithmetic operator")
		return
	}
	p.fail("syntax error: operand expected")
}

func (p *parser) choose(i int, c1, want byte, two, one token) {
	if c1 == want {
		p.set(i, 2, two)
		return
	}
	p.set(i, 1, one)
}

func (p *parser) opAssign(i, n int, follow byte, op token) {
	if follow == '=' {
		p.op = op
		p.set(i, n+1, tOpAssign)
		return
	}
	p.set(i, n, op)
}

func (p *parser) doubled(i int, c, c1 byte, two, one token) {
	if c1 == c {
		p.set(i, 2, two)
		return
	}
	p.opAssign(i, 1, c1, one)
}

func (p *parser) angle(i int, c, c1 byte, shift, orEqual, one token) {
	switch c1 {
	case '=':
		p.set(i, 2, orEqual)
	case c:
		var c2 byte
		if i+2 < len(p.src) {
			c2 = p.src[i+2]
		}
		p.opAssign(i, 2, c2, shift)
	default:
		p.set(i, 1, one)
	}
}

// plusMinus reads + and - in all their forms. A doubled sign is an increment
// only next to a variable; otherwise it is two signs.
func (p *parser) plusMinus(i int, c, c1 byte) {
	op, pre := tPlus, tPreInc
	if c == '-' {
		op, pre = tMinus, tPreDec
	}
	if c1 == c {
		j := i + 2
		for j < len(p.src) && isSpace(p.src[j]) {
			j++
		}
		if j < len(p.src) && isNameStart(p.src[j]) {
			p.set(i, 2, pre)
			return
		}
		p.set(i, 1, op)
		return
	}
	p.opAssign(i, 1, c1, op)
}

// number reads an integer constant: decimal, 0octal, 0xhex or base#digits.
func (p *parser) number(i int) {
	j := i + 1
	for j < len(p.src) && isNumByte(p.src[j]) {
		j++
	}
	v, msg := parseNumber(p.src[i:j])
	p.pos = j
	if msg != "" {
		// bash shows the expression only as far as the number.
		p.src = p.src[:j]
		p.fail(msg)
		return
	}
	p.val, p.tok = v, tNum
}

func isNumByte(c byte) bool { return isNameByte(c) || c == '#' || c == '@' }

// parseNumber returns the value of a constant, or what is wrong with it.
func parseNumber(s string) (int64, string) {
	var v uint64
	base, fixed := uint64(10), false
	if s[0] == '0' {
		if len(s) == 1 {
			return 0, ""
		}
		s, base, fixed = s[1:], 8, true
		if s[0] == 'x' || s[0] == 'X' {
			s, base = s[1:], 16
		}
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '#' {
			d := digit(s[i], base)
			if d >= base {
				return 0, "value too great for base"
			}
			v = v*base + d
			continue
		}
		if fixed {
			return 0, "invalid number"
		}
		if v < 2 || v > 64 {
			return 0, "invalid arithmetic base"
		}
		if i+1 >= len(s) || s[i+1] == '#' {
			return 0, "invalid integer constant"
		}
		base, fixed, v = v, true, 0
	}
	return int64(v), ""
}

// digit returns the value of a digit in a base, 255 for what is none.
func digit(c byte, base uint64) uint64 {
	switch {
	case c-'0' <= 9:
		return uint64(c - '0')
	case c-'a' < 26:
		return uint64(c-'a') + 10
	case c-'A' < 26 && base <= 36:
		return uint64(c-'A') + 10
	case c-'A' < 26:
		return uint64(c-'A') + 36
	case c == '@':
		return 62
	case c == '_':
		return 63
	}
	return 255
}
