package onig

import (
	"strings"
	"unicode/utf8"
)

// maxNest bounds groups inside groups; it is Oniguruma's own.
const maxNest = 4096

// flags are the options in force at a place in a pattern.
type flags struct{ fold, extend, dotAll, lines bool }

type parser struct {
	s      string
	i      int
	f      flags
	groups int
	names  []groupName
	depth  int
	err    error
	calls  []*node // calls, conditions and back-references, checked at the end
}

type groupName struct {
	name string
	n    int
}

// fail keeps the first error.
func (p *parser) fail(text string) *node {
	if p.err == nil {
		p.err = &Error{text}
	}
	p.i = len(p.s)
	return &node{}
}

func (p *parser) more() bool { return p.i < len(p.s) }

func (p *parser) peek(s string) bool { return strings.HasPrefix(p.s[p.i:], s) }

func (p *parser) take(s string) bool {
	if p.peek(s) {
		p.i += len(s)
		return true
	}
	return false
}

func (p *parser) rune() rune {
	r, n := utf8.DecodeRuneInString(p.s[p.i:])
	p.i += n
	return r
}

// alternatives parses up to a closing parenthesis or the end.
func (p *parser) alternatives() *node {
	if p.depth++; p.depth > maxNest {
		return p.fail("too deep nest level of parse")
	}
	saved := p.f
	alts := []*node{p.sequence()}
	for p.take("|") {
		alts = append(alts, p.sequence())
	}
	p.f = saved
	p.depth--
	if len(alts) == 1 {
		return alts[0]
	}
	return &node{kind: kAlt, list: alts}
}

func (p *parser) sequence() *node {
	n := &node{kind: kCat}
	for p.more() && !p.peek("|") && !p.peek(")") {
		if p.f.extend && p.skipBlank() {
			continue
		}
		from := p.i
		item := p.atom()
		if item == nil {
			continue
		}
		if item.kind == kEmpty && item.all { // options for the rest of the group
			n.list = append(n.list, p.alternatives())
			break
		}
		n.list = append(n.list, p.repeats(item, from))
	}
	return n
}

func (p *parser) skipBlank() bool {
	switch c := p.s[p.i]; {
	case c == ' ' || c >= '\t' && c <= '\r':
		p.i++
	case c == '#':
		for p.more() && p.s[p.i] != '\n' {
			p.i++
		}
	default:
		return false
	}
	return true
}

// repeats parses the operators behind an atom.
func (p *parser) repeats(n *node, from int) *node {
	for p.more() {
		if p.f.extend && p.skipBlank() {
			continue
		}
		lo, hi, interval, ok := p.quantifier()
		if !ok {
			break
		}
		if n.kind == kAssert || n.kind == kLook || n.kind == kKeep {
			return p.fail("target of repeat operator is invalid")
		}
		r := &node{kind: kRepeat, min: lo, max: hi, list: []*node{n}, pos: from}
		switch {
		case p.take("?"):
			r.lazy = true
		case p.take("+"):
			r.possessive = true
		}
		_ = interval
		n = r
	}
	return n
}

func (p *parser) quantifier() (lo, hi int, interval, ok bool) {
	switch {
	case p.take("*"):
		return 0, unlimited, false, true
	case p.take("+"):
		return 1, unlimited, false, true
	case p.take("?"):
		return 0, 1, false, true
	case p.peek("{"):
		lo, hi, ok = p.interval()
		return lo, hi, true, ok
	}
	return 0, 0, false, false
}

// maxRepeat is the largest bound of an interval.
const maxRepeat = 100000

// interval parses {n}, {n,} and {n,m}; anything else is plain text.
func (p *parser) interval() (lo, hi int, ok bool) {
	from := p.i
	p.i++
	lo, digits := p.decimal()
	hi = lo
	if digits > 0 && p.take(",") {
		if hi, digits = p.decimal(); digits == 0 {
			hi, digits = unlimited, 1
		}
	}
	if digits == 0 || !p.take("}") {
		p.i = from
		return 0, 0, false
	}
	if lo > maxRepeat || hi > maxRepeat {
		p.fail("too big number for repeat range")
	} else if hi != unlimited && hi < lo {
		p.fail("upper is smaller than lower in repeat range")
	}
	return lo, hi, true
}

func (p *parser) decimal() (n, digits int) {
	for p.more() && p.s[p.i] >= '0' && p.s[p.i] <= '9' {
		if n <= maxRepeat {
			n = n*10 + int(p.s[p.i]-'0')
		}
		p.i++
		digits++
	}
	return n, digits
}

// atom parses one item; nil stands for nothing, as after a comment.
func (p *parser) atom() *node {
	switch p.s[p.i] {
	case '(':
		p.i++
		return p.group()
	case '[':
		p.i++
		return p.class()
	case '\\':
		p.i++
		return p.escape()
	case '.':
		p.i++
		return &node{kind: kAny, all: p.f.dotAll}
	case '^':
		p.i++
		return p.anchor(beginBuf, beginLine)
	case '$':
		p.i++
		return p.anchor(semiEndBuf, endLine)
	case '*', '+', '?':
		return p.fail("target of repeat operator is not specified")
	case '{':
		if _, _, ok := p.interval(); ok {
			return p.fail("target of repeat operator is not specified")
		}
	}
	return p.char(p.rune())
}

func (p *parser) anchor(buf, line assertion) *node {
	if p.f.lines {
		buf = line
	}
	return &node{kind: kAssert, op: buf}
}

func (p *parser) char(r rune) *node { return &node{kind: kChar, r: r, fold: p.f.fold} }

// closeGroup parses what is inside a group and its end.
func (p *parser) closeGroup() *node {
	n := p.alternatives()
	if !p.take(")") {
		p.fail("end pattern with unmatched parenthesis")
	}
	return n
}

func (p *parser) group() *node {
	if p.take("*") {
		return p.fail("undefined callout name")
	}
	if !p.take("?") {
		return p.capture("")
	}
	if !p.more() {
		return p.fail("end pattern in group")
	}
	switch {
	case p.take(":"):
		return p.closeGroup()
	case p.take("="):
		return p.look(false, false)
	case p.take("!"):
		return p.look(false, true)
	case p.take(">"):
		return &node{kind: kAtomic, list: []*node{p.closeGroup()}}
	case p.take("<="):
		return p.look(true, false)
	case p.take("<!"):
		return p.look(true, true)
	case p.take("<"):
		if !p.more() {
			return p.fail("end pattern with unmatched parenthesis")
		}
		return p.named('>')
	case p.take("'"):
		return p.named('\'')
	case p.take("#"):
		return p.comment()
	case p.take("("):
		return p.condition()
	case p.peek("~"):
		p.err = &Unsupported{"absent operator"}
		return p.fail("")
	}
	return p.special()
}

// special parses (?R), (?&name), (?1) and options.
func (p *parser) special() *node {
	switch c := p.s[p.i]; {
	case c == 'R' || c == '&' || c == '-' || c == '+' || c >= '0' && c <= '9':
		return p.perlCall(c)
	}
	return p.options()
}

func (p *parser) perlCall(c byte) *node {
	if c == '&' {
		p.i++
	}
	from := p.i
	for p.more() && p.s[p.i] != ')' && p.s[p.i] != ':' {
		p.i++
	}
	ref := p.s[from:p.i]
	if !p.take(")") {
		return p.fail("invalid group name <>")
	}
	if ref == "R" {
		ref = "0"
	}
	if c != '&' && strings.Trim(ref[min(1, len(ref)):], "0123456789") != "" {
		return p.fail("invalid group name <>")
	}
	return p.callNode(ref)
}

func (p *parser) comment() *node {
	for p.more() {
		switch c := p.s[p.i]; {
		case c == ')':
			p.i++
			return nil
		case c == '\\' && p.i+1 < len(p.s):
			p.i += 2
		default:
			p.i++
		}
	}
	return p.fail("end pattern in group")
}

// options parses (?imsx-imsx) and (?imsx-imsx:...). Those without a group hold to the end of the one around them.
func (p *parser) options() *node {
	f, off := p.f, false
	for p.more() {
		c := p.s[p.i]
		p.i++
		switch c {
		case '-':
			off = true
		case 'i':
			f.fold = !off
		case 'x':
			f.extend = !off
		case 's':
			f.dotAll = !off
		case 'm':
			f.lines = !off
		case ')':
			p.f = f
			return &node{all: true}
		case ':':
			saved := p.f
			p.f = f
			n := p.closeGroup()
			p.f = saved
			return n
		default:
			return p.fail("undefined group option")
		}
	}
	return p.fail("end pattern in group")
}

func (p *parser) capture(name string) *node {
	p.groups++
	n := p.groups
	if name != "" {
		p.names = append(p.names, groupName{name, n})
	}
	return &node{kind: kGroup, n: n, list: []*node{p.closeGroup()}}
}

func (p *parser) look(behind, neg bool) *node {
	n := &node{kind: kLook, behind: behind, neg: neg, list: []*node{p.closeGroup()}}
	if behind && p.err == nil {
		var ok bool
		if n.minLen, n.maxLen, ok = lengths(n.list[0]); !ok {
			return p.fail("invalid pattern in look-behind")
		}
	}
	return n
}

// groupName reads a name up to its end.
func (p *parser) groupName(end byte) (string, bool) {
	from := p.i
	for p.more() && p.s[p.i] != end && p.s[p.i] != ')' {
		p.i++
	}
	name := p.s[from:p.i]
	switch {
	case name == "" && (!p.more() || p.s[p.i] == end):
		p.fail("group name is empty")
	case !p.more() || p.s[p.i] != end:
		p.fail("invalid group name <" + name + ">")
	default:
		p.i++
		return name, true
	}
	return "", false
}

func (p *parser) named(end byte) *node {
	name, ok := p.groupName(end)
	if !ok {
		return &node{}
	}
	if c := name[0]; c >= '0' && c <= '9' || c == '-' || c == '+' {
		return p.fail("invalid group name <" + name + ">")
	}
	return p.capture(name)
}

// reference resolves a group by name or number; the numbers are checked when all groups are known.
func (p *parser) reference(n *node, ref string) *node {
	n.name = ref
	p.calls = append(p.calls, n)
	digits := strings.TrimLeft(ref, "+-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return n
	}
	num := 0
	for i := 0; i < len(digits) && num < maxRepeat; i++ {
		num = num*10 + int(digits[i]-'0')
	}
	switch ref[0] {
	case '-':
		num = p.groups + 1 - num
	case '+':
		num += p.groups
	}
	n.refs = []int{num}
	return n
}

func (p *parser) callNode(ref string) *node { return p.reference(&node{kind: kCall}, ref) }

// condition parses (?(cond)yes|no).
func (p *parser) condition() *node {
	from := p.i
	for p.more() && p.s[p.i] != ')' {
		p.i++
	}
	ref := strings.Trim(p.s[from:p.i], "<>'")
	if !p.take(")") {
		return p.fail("end pattern in group")
	}
	n := p.reference(&node{kind: kCond}, ref)
	n.list = []*node{p.sequence(), {}}
	if p.take("|") {
		n.list[1] = p.sequence()
	}
	if p.peek("|") {
		return p.fail("invalid if-else syntax")
	}
	if !p.take(")") {
		return p.fail("end pattern with unmatched parenthesis")
	}
	return n
}

// resolve gives every reference its groups.
func (p *parser) resolve() {
	for _, n := range p.calls {
		if n.refs == nil {
			for _, g := range p.names {
				if g.name == n.name {
					n.refs = append(n.refs, g.n)
				}
			}
			if n.refs == nil {
				p.fail("undefined name <" + n.name + "> reference")
				return
			}
			continue
		}
		if num := n.refs[0]; num > p.groups || num < 0 || num == 0 && n.kind != kCall {
			if n.kind == kCall {
				p.fail("undefined group <" + n.name + "> reference")
			} else {
				p.fail("invalid backref number/name")
			}
			return
		}
	}
}
