package regex

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
)

// The error texts of mawk, which follow "regular expression compile failed".
const (
	mawkMissingOperand = "missing operand"
	mawkMissingParen   = "missing ')'"
	mawkBadClass       = "bad class -- [], [^] or ["
	mawkCaretRepeat    = "syntax error ^* or ^+"
)

// mawkParser reads the language of mawk: bytes, no intervals, every operator
// needs an operand.
type mawkParser struct {
	src   string
	i     int
	opt   Options
	depth int
}

func parseMawk(src string, opt Options) (*node, error) {
	p := &mawkParser{src: src, opt: opt}
	if src == "" {
		return &node{op: opEmpty}, nil
	}
	return p.alternatives()
}

func (p *mawkParser) atEnd() bool { return p.i >= len(p.src) }

func (p *mawkParser) alternatives() (*node, error) {
	first, err := p.branch()
	if err != nil {
		return nil, err
	}
	subs := []*node{first}
	for !p.atEnd() && p.src[p.i] == '|' {
		p.i++
		n, err := p.branch()
		if err != nil {
			return nil, err
		}
		subs = append(subs, n)
	}
	if len(subs) == 1 {
		return first, nil
	}
	return joined(opAlt, subs...), nil
}

func (p *mawkParser) branch() (*node, error) {
	var subs []*node
	for !p.atEnd() && p.src[p.i] != '|' && (p.src[p.i] != ')' || p.depth == 0) {
		n, err := p.repeated()
		if err != nil {
			return nil, err
		}
		subs = append(subs, n)
	}
	switch len(subs) {
	case 0:
		return nil, mawkError(mawkMissingOperand)
	case 1:
		return subs[0], nil
	}
	return joined(opCat, subs...), nil
}

// repeated reads one operand and the operators after it.
func (p *mawkParser) repeated() (*node, error) {
	caret := p.src[p.i] == '^'
	n, err := p.operand()
	if err != nil {
		return nil, err
	}
	for !p.atEnd() && strings.IndexByte("*+?", p.src[p.i]) >= 0 {
		if caret && p.src[p.i] != '?' {
			return nil, mawkError(mawkCaretRepeat)
		}
		r := joined(opRepeat, n)
		r.max = -1
		switch p.src[p.i] {
		case '+':
			r.min = 1
		case '?':
			r.max = 1
		}
		if r.depth > maxDepth {
			return nil, fail(TooBig)
		}
		n = r
		p.i++
	}
	return n, nil
}

func (p *mawkParser) operand() (*node, error) {
	c := p.src[p.i]
	p.i++
	switch c {
	case '(':
		return p.group()
	case '*', '+', '?':
		return nil, mawkError(mawkMissingOperand)
	case '^':
		return &node{op: opAssert, assert: bufBegin}, nil
	case '$':
		return &node{op: opAssert, assert: bufEnd}, nil
	case '.':
		return &node{op: opSet, set: &charSet{neg: true}}, nil
	case '[':
		return p.class()
	case '\\':
		c = p.escape()
	}
	return p.literal(c), nil
}

func (p *mawkParser) literal(c byte) *node {
	r := rune(c)
	if p.opt.ICase {
		r = upper(r, true)
	}
	return &node{op: opRune, r: r}
}

// group reads a parenthesised expression after its "(". Mawk captures
// nothing.
func (p *mawkParser) group() (*node, error) {
	if p.depth >= maxDepth {
		return nil, fail(TooBig)
	}
	if p.atEnd() {
		return nil, mawkError(mawkMissingParen)
	}
	p.depth++
	n, err := p.alternatives()
	p.depth--
	if err != nil {
		return nil, err
	}
	if p.atEnd() {
		return nil, mawkError(mawkMissingParen)
	}
	p.i++
	return n, nil
}

// escape reads what follows a backslash and returns the byte it stands for. A
// trailing backslash stands for itself.
func (p *mawkParser) escape() byte {
	if p.atEnd() {
		return '\\'
	}
	c := p.src[p.i]
	p.i++
	switch c {
	case 'a':
		return '\a'
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'v':
		return '\v'
	case 'x':
		if v, n := digits(p.src[p.i:], 16, 2); n > 0 {
			p.i += n
			return v
		}
	case '0', '1', '2', '3', '4', '5', '6', '7':
		v, n := digits(p.src[p.i-1:], 8, 3)
		p.i += n - 1
		return v
	}
	return c
}

// digits reads up to limit digits of a base; the value is cut to a byte.
func digits(s string, base, limit int) (v byte, n int) {
	value := 0
	for n < limit && n < len(s) {
		d := digit(s[n])
		if d >= base {
			break
		}
		value = value*base + d
		n++
	}
	return byte(value), n
}

// digit is the value of a hexadecimal digit, or 16.
func digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return 16
}

// class reads a bracket expression after its "[".
func (p *mawkParser) class() (*node, error) {
	s := &charSet{}
	if !p.atEnd() && p.src[p.i] == '^' {
		s.neg = true
		p.i++
	}
	for first := true; ; first = false {
		if p.atEnd() {
			return nil, mawkError(mawkBadClass)
		}
		c := p.src[p.i]
		if c == ']' && !first {
			p.i++
			return &node{op: opSet, set: s}, nil
		}
		if c == '[' && p.i+1 < len(p.src) && p.src[p.i+1] == ':' {
			if err := p.named(s); err != nil {
				return nil, err
			}
			continue
		}
		lo := p.member()
		if hi, ok := p.rangeEnd(lo); ok {
			s.addRange(p.fold(lo), p.fold(hi))
			continue
		}
		s.add(p.fold(lo))
	}
}

// fold applies ICase to a member of a class.
func (p *mawkParser) fold(c byte) rune {
	if p.opt.ICase {
		return upper(rune(c), true)
	}
	return rune(c)
}

// member reads one byte of a class, which may be an escape.
func (p *mawkParser) member() byte {
	c := p.src[p.i]
	p.i++
	if c == '\\' {
		return p.escape()
	}
	return c
}

// rangeEnd reads "-HI" when it makes a range with lo. A reversed range is no
// range but three members.
func (p *mawkParser) rangeEnd(lo byte) (hi byte, ok bool) {
	if p.i+1 >= len(p.src) || p.src[p.i] != '-' || p.src[p.i+1] == ']' {
		return 0, false
	}
	back := p.i
	p.i++
	if p.src[p.i] != '[' || p.i+1 >= len(p.src) || p.src[p.i+1] != ':' {
		if hi = p.member(); hi >= lo {
			return hi, true
		}
	}
	p.i = back
	return 0, false
}

// named reads [:name:] inside a class.
func (p *mawkParser) named(s *charSet) error {
	end := strings.Index(p.src[p.i+2:], ":]")
	if end < 0 {
		return mawkError(mawkBadClass)
	}
	c, ok := ctype.ByName(p.src[p.i+2 : p.i+2+end])
	if !ok {
		return mawkError(mawkBadClass)
	}
	s.addClass(c, true)
	p.i += end + 4
	return nil
}
