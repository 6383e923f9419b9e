package onig

import (
	"strings"
)

// escape parses what follows a backslash outside of a class.
func (p *parser) escape() *node {
	if !p.more() {
		return p.fail("end pattern at escape")
	}
	r := p.rune()
	if c := classEscape(r); c != nil {
		return &node{kind: kClass, set: &set{sub: []class{*c}}}
	}
	switch r {
	case 'A':
		return &node{kind: kAssert, op: beginBuf}
	case 'z':
		return &node{kind: kAssert, op: endBuf}
	case 'Z':
		return &node{kind: kAssert, op: semiEndBuf}
	case 'b':
		return &node{kind: kAssert, op: wordBound}
	case 'B':
		return &node{kind: kAssert, op: notWordBound}
	case 'G':
		return &node{kind: kAssert, op: searchStart}
	case 'K':
		return &node{kind: kKeep}
	case 'R':
		return &node{kind: kNewline}
	case 'y', 'Y':
		return &node{kind: kBound, neg: r == 'Y'}
	case 'X':
		return &node{kind: kCluster}
	case 'N':
		return &node{kind: kAny}
	case 'O':
		return &node{kind: kAny, all: true}
	case 'Q':
		return p.quoted()
	case 'p', 'P':
		if p.peek("{") {
			return p.propertyNode(r == 'P')
		}
	case 'k', 'g':
		if p.peek("<") || p.peek("'") {
			return p.namedRef(r)
		}
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if n := p.numberRef(); n != nil {
			return n
		}
	}
	if (r == 'x' || r == 'o') && p.peek("{") {
		return p.codepoints(r)
	}
	return p.literal(p.charEscape(r))
}

// codepoints parses the code points in braces behind \x or \o.
func (p *parser) codepoints(r rune) *node {
	list, ok := p.braced(r)
	if !ok {
		return p.literal(p.charEscape(r))
	}
	n := &node{kind: kCat}
	for _, c := range list {
		n.list = append(n.list, p.literal(c))
	}
	return n
}

func classEscape(r rune) *class {
	switch r {
	case 'w', 'W':
		return &class{isWord, r == 'W'}
	case 'd', 'D':
		return &class{isDigit, r == 'D'}
	case 's', 'S':
		return &class{isSpace, r == 'S'}
	}
	return nil
}

// charEscape returns the character that an escape stands for; r follows the backslash.
func (p *parser) charEscape(r rune) rune {
	switch r {
	case 't':
		return '\t'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 'f':
		return '\f'
	case 'v':
		return '\v'
	case 'a':
		return '\a'
	case 'e':
		return 0x1B
	case 'c':
		return p.control()
	case 'x':
		return p.hex()
	case '0', '1', '2', '3', '4', '5', '6', '7':
		p.i--
		return p.octal(3)
	}
	return r
}

func (p *parser) control() rune {
	if !p.more() {
		p.fail("end pattern at control")
		return 0
	}
	r := p.rune()
	if r == '\\' && p.more() {
		r = p.charEscape(p.rune())
	}
	if r == '?' {
		return 0x7F
	}
	return r & 0x9F
}

func (p *parser) octal(n int) rune {
	var r rune
	for ; n > 0 && p.more() && p.s[p.i] >= '0' && p.s[p.i] <= '7'; n-- {
		r = r*8 + rune(p.s[p.i]-'0')
		p.i++
	}
	return r & 0xFF
}

func hexValue(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c >= 'a' && c <= 'f':
		return rune(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}

func (p *parser) hex() rune {
	if p.peek("{") {
		return 'x'
	}
	var r rune
	for n := 0; n < 2 && p.more() && hexValue(p.s[p.i]) >= 0; n++ {
		r = r*16 + hexValue(p.s[p.i])
		p.i++
	}
	return r
}

// maxCode is the largest code point that a pattern may name; those above Unicode match nothing.
const maxCode = 0x1FFFFF

// braced reads {DIGITS DIGITS...} behind x or o; ok is false when that is not what is there.
func (p *parser) braced(kind rune) (list []rune, ok bool) {
	base, long := rune(16), 8
	if kind == 'o' {
		base, long = 8, 11
	}
	body, rest, found := strings.Cut(p.s[p.i+1:], "}")
	words := strings.Fields(body)
	if !found || len(words) == 0 || hexValue(words[0][0]) < 0 {
		return nil, false
	}
	for _, w := range words {
		r := rune(0)
		if len(w) > long || base == 8 && strings.Trim(w, "01234567") != "" {
			p.fail("too long wide-char value")
			return nil, true
		}
		for _, c := range []byte(w) {
			v := hexValue(c)
			if v < 0 {
				return nil, false
			}
			if r = r*base + v; r > maxCode {
				p.fail("invalid code point value")
				return nil, true
			}
		}
		list = append(list, r)
	}
	p.i = len(p.s) - len(rest)
	return list, true
}

// quoted parses \Q...\E.
func (p *parser) quoted() *node {
	text, rest, found := strings.Cut(p.s[p.i:], `\E`)
	p.i += len(text)
	if found {
		p.i = len(p.s) - len(rest)
	}
	n := &node{kind: kCat}
	for _, r := range text {
		n.list = append(n.list, p.char(r))
	}
	if len(n.list) == 0 {
		return nil
	}
	last := n.list[len(n.list)-1] // an operator behind the quotes is about the last character
	n.list[len(n.list)-1] = p.repeats(last)
	n.list = foldSequences(n.list)
	return n
}

func (p *parser) propertyNode(neg bool) *node {
	c, ok := p.propertyClass(neg)
	if !ok {
		return &node{}
	}
	return &node{kind: kClass, set: &set{sub: []class{c}}}
}

// propertyClass parses {NAME} or {^NAME}.
func (p *parser) propertyClass(neg bool) (class, bool) {
	p.i++
	end := strings.IndexByte(p.s[p.i:], '}')
	if end < 0 {
		p.fail("end pattern with unmatched parenthesis")
		return class{}, false
	}
	name := p.s[p.i : p.i+end]
	p.i += end + 1
	plain := strings.TrimPrefix(name, "^")
	in := property(plain)
	if in == nil {
		if beyond(plain) {
			p.unsupported("character property " + plain)
		} else {
			p.fail("invalid character property name {" + plain + "}")
		}
		return class{}, false
	}
	return class{in, neg != (plain != name)}, true
}

// namedRef parses \k<NAME> and \g<NAME>.
func (p *parser) namedRef(r rune) *node {
	end := byte('>')
	if p.s[p.i] == '\'' {
		end = '\''
	}
	p.i++
	if r == 'k' && p.more() && strings.IndexByte(p.s[p.i:], end) < 0 {
		return p.fail("invalid group name <" + p.s[p.i:] + ">")
	}
	name, ok := p.groupName(end)
	if !ok {
		return &node{}
	}
	if r == 'g' {
		return p.callNode(name)
	}
	return p.reference(&node{kind: kBackref, fold: p.f.fold}, name)
}

// numberRef parses \N as a back-reference if there can be such a group, or else nil.
func (p *parser) numberRef() *node {
	from := p.i
	p.i--
	n, digits := p.decimal()
	if n <= p.groups || digits == 1 {
		return p.reference(&node{kind: kBackref, fold: p.f.fold}, p.s[p.i-digits:p.i])
	}
	p.i = from
	return nil
}
