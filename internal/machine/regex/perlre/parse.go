package perlre

import (
	"strings"
	"unicode/utf8"
)

type kind uint8

const (
	kEmpty kind = iota
	kChar       // r
	kAny        // any character; dot says whether a newline too
	kSet
	kBOL
	kEOL
	kBegin   // \A
	kEnd     // \z
	kEndNL   // \Z
	kWord    // \b
	kNotWord // \B
	kGroup   // capture n, or none when n is 0
	kCat
	kAlt
	kRepeat
	kLook // look-around: behind, not
	kAtomic
	kRef
	kKeep // \K
)

// node is a part of an expression.
type node struct {
	kind         kind
	r            rune
	fold         bool
	dotAll       bool // of kAny
	multi        bool // of kBOL and kEOL
	not, behind  bool
	lazy, greedy bool
	n            int // group or reference
	min, max     int // of kRepeat; max -1 is no limit
	set          *set
	subs         []*node
}

type flags struct{ fold, multi, dotAll, extended bool }

type parser struct {
	s      string
	i      int
	flags  flags
	groups int
	names  map[string]int
	maxRef int
	later  []string // names referred to before they are known
	nest   int
}

const (
	maxNest   = 250
	maxRepeat = 65535
)

func fail(text string) error { return &Error{text} }

func (ps *parser) parse() (*node, error) {
	n, err := ps.alternatives(false)
	if err != nil {
		return nil, err
	}
	if ps.i < len(ps.s) {
		return nil, fail("unmatched closing parenthesis")
	}
	for _, name := range ps.later {
		if _, ok := ps.names[name]; !ok {
			return nil, fail("reference to non-existent subpattern")
		}
	}
	if ps.maxRef > ps.groups {
		return nil, fail("reference to non-existent subpattern")
	}
	return n, nil
}

func (ps *parser) more() bool { return ps.i < len(ps.s) }

func (ps *parser) peek() byte {
	if ps.i < len(ps.s) {
		return ps.s[ps.i]
	}
	return 0
}

// alternatives reads what | separates. With reset, the groups of every alternative are numbered from the same number on.
func (ps *parser) alternatives(reset bool) (*node, error) {
	if ps.nest++; ps.nest > maxNest {
		return nil, fail("parentheses are too deeply nested")
	}
	saved := ps.flags
	defer func() { ps.nest--; ps.flags = saved }()
	var alts []*node
	first, most := ps.groups, 0
	for {
		n, err := ps.sequence()
		if err != nil {
			return nil, err
		}
		alts = append(alts, n)
		most = max(most, ps.groups)
		if ps.peek() != '|' || !ps.more() {
			break
		}
		ps.i++
		if reset {
			ps.groups = first
		}
	}
	ps.groups = most
	if len(alts) == 1 {
		return alts[0], nil
	}
	return &node{kind: kAlt, subs: alts}, nil
}

func (ps *parser) sequence() (*node, error) {
	cat := &node{kind: kCat}
	for ps.more() && ps.peek() != '|' && ps.peek() != ')' {
		n, err := ps.atom()
		if err != nil {
			return nil, err
		}
		if n == nil {
			continue
		}
		if n, err = ps.quantified(n); err != nil {
			return nil, err
		}
		cat.subs = append(cat.subs, n)
	}
	if len(cat.subs) == 1 {
		return cat.subs[0], nil
	}
	return cat, nil
}

// skipExtended skips blanks and comments under (?x).
func (ps *parser) skipExtended() {
	for ps.flags.extended && ps.more() {
		switch c := ps.peek(); {
		case c == ' ' || c >= '\t' && c <= '\r':
			ps.i++
		case c == '#':
			for ps.more() && ps.peek() != '\n' {
				ps.i++
			}
		default:
			return
		}
	}
}

// quantified reads the quantifiers after an atom.
func (ps *parser) quantified(n *node) (*node, error) {
	for {
		ps.skipExtended()
		lo, hi, ok, err := ps.quantifier()
		if !ok || err != nil {
			return n, err
		}
		q := &node{kind: kRepeat, min: lo, max: hi, greedy: true, subs: []*node{n}}
		switch {
		case ps.peek() == '?' && ps.more():
			ps.i++
			q.greedy, q.lazy = false, true
		case ps.peek() == '+' && ps.more():
			ps.i++
			q = &node{kind: kAtomic, subs: []*node{q}}
		}
		n = q
		if c := ps.peek(); ps.more() && (c == '*' || c == '+' || c == '?') {
			return nil, fail("quantifier does not follow a repeatable item")
		}
	}
}

func (ps *parser) quantifier() (lo, hi int, ok bool, err error) {
	switch {
	case !ps.more():
		return 0, 0, false, nil
	case ps.peek() == '*':
		ps.i++
		return 0, -1, true, nil
	case ps.peek() == '+':
		ps.i++
		return 1, -1, true, nil
	case ps.peek() == '?':
		ps.i++
		return 0, 1, true, nil
	case ps.peek() == '{':
		return ps.braces()
	}
	return 0, 0, false, nil
}

// braces reads {n}, {n,} or {n,m}; anything else stands for itself.
func (ps *parser) braces() (lo, hi int, ok bool, err error) {
	end := strings.IndexByte(ps.s[ps.i:], '}')
	if end < 0 {
		return 0, 0, false, nil
	}
	body := ps.s[ps.i+1 : ps.i+end]
	a, b, two := strings.Cut(body, ",")
	lo, ok = digits(a)
	if !ok {
		return 0, 0, false, nil
	}
	hi = lo
	if two {
		hi = -1
		if b != "" {
			if hi, ok = digits(b); !ok {
				return 0, 0, false, nil
			}
		}
	}
	switch {
	case lo > maxRepeat || hi > maxRepeat:
		return 0, 0, false, fail("number too big in {} quantifier")
	case hi >= 0 && hi < lo:
		return 0, 0, false, fail("numbers out of order in {} quantifier")
	}
	ps.i += end + 1
	return lo, hi, true, nil
}

func digits(s string) (int, bool) {
	if s == "" {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = min(n*10+int(s[i]-'0'), 1<<20)
	}
	return n, true
}

// atom reads one item; nil is something that matches nothing and cannot be repeated, such as (?i).
func (ps *parser) atom() (*node, error) {
	ps.skipExtended()
	if !ps.more() || ps.peek() == '|' || ps.peek() == ')' {
		return nil, nil
	}
	c := ps.peek()
	switch c {
	case '(':
		return ps.paren()
	case '[':
		return ps.bracket()
	case '\\':
		return ps.escape()
	case '*', '+', '?':
		return nil, fail("quantifier does not follow a repeatable item")
	case '.':
		ps.i++
		return &node{kind: kAny, dotAll: ps.flags.dotAll}, nil
	case '^':
		ps.i++
		return &node{kind: kBOL, multi: ps.flags.multi}, nil
	case '$':
		ps.i++
		return &node{kind: kEOL, multi: ps.flags.multi}, nil
	}
	r, n := utf8.DecodeRuneInString(ps.s[ps.i:])
	ps.i += n
	return ps.char(r), nil
}

func (ps *parser) char(r rune) *node {
	return &node{kind: kChar, r: r, fold: ps.flags.fold && hasCase(r)}
}
