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
	s       string
	i       int
	f       flags
	groups  int
	names   []groupName
	depth   int
	err     error
	calls   []*node // calls, conditions and back-references, checked at the end
	byNum   []*node // groups by number
	behinds []*node // look-behinds, checked at the end
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
		if p.skip() {
			continue
		}
		item := p.atom()
		if item == nil {
			continue
		}
		if item.kind == kEmpty && item.all { // options for the rest of the group
			n.list = append(n.list, p.alternatives())
			break
		}
		n.list = append(n.list, p.repeats(item))
	}
	n.list = foldSequences(n.list)
	return n
}

// skip passes over a comment, and over a blank if those do not count.
func (p *parser) skip() bool {
	if p.take("(?#") {
		p.comment()
		return true
	}
	if !p.f.extend {
		return false
	}
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
func (p *parser) repeats(n *node) *node {
	for p.more() {
		if p.skip() {
			continue
		}
		lo, hi, ok := p.quantifier()
		if !ok {
			break
		}
		if unrepeatable(n) {
			return p.fail("target of repeat operator is invalid")
		}
		r := &node{kind: kRepeat, min: lo, max: hi, list: []*node{n}}
		switch {
		case p.take("?"):
			r.lazy = true
		case p.take("+"):
			r.possessive = true
		}
		n = r
	}
	return n
}

// unrepeatable says that a node matches a place rather than text.
func unrepeatable(n *node) bool {
	switch n.kind {
	case kAssert, kLook, kKeep, kFail:
		return true
	case kCat:
		return len(n.list) == 1 && unrepeatable(n.list[0])
	}
	return false
}

func (p *parser) quantifier() (lo, hi int, ok bool) {
	switch {
	case p.take("*"):
		return 0, unlimited, true
	case p.take("+"):
		return 1, unlimited, true
	case p.take("?"):
		return 0, 1, true
	case p.peek("{"):
		return p.interval()
	}
	return 0, 0, false
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
	return p.literal(p.rune())
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
		return p.callout()
	}
	if !p.take("?") {
		return p.capture("")
	}
	if !p.more() {
		return p.fail("end pattern in group")
	}
	switch {
	case p.take(":"):
		return &node{kind: kCat, all: true, list: []*node{p.closeGroup()}}
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
	case p.take("("):
		return p.condition()
	case p.take("~"):
		return p.absent()
	case p.peek("{"):
		return p.unsupported("callouts")
	}
	return p.special()
}

func (p *parser) unsupported(what string) *node {
	if p.err == nil {
		p.err = &Unsupported{what}
	}
	return p.fail("")
}

// callout parses (*NAME), of which only FAIL does anything by itself.
func (p *parser) callout() *node {
	if !p.more() {
		return p.fail("invalid callout pattern")
	}
	from := p.i
	for p.more() && (p.s[p.i] == '_' || p.s[p.i]|0x20 >= 'a' && p.s[p.i]|0x20 <= 'z' || p.i > from && p.s[p.i] >= '0' && p.s[p.i] <= '9') {
		p.i++
	}
	name := p.s[from:p.i]
	switch {
	case name == "":
		return p.fail("invalid callout name")
	case !strings.Contains(p.s[p.i:], ")"):
		return p.fail("end pattern in group")
	case name == "FAIL" && p.take(")"):
		return &node{kind: kFail}
	}
	for _, known := range [...]string{"FAIL", "MISMATCH", "MAX", "ERROR", "COUNT", "TOTAL_COUNT", "CMP"} {
		if name == known {
			return p.unsupported("callouts")
		}
	}
	return p.fail("undefined callout name")
}

// absent parses (?~X): as much as there is before X.
func (p *parser) absent() *node {
	if !p.more() {
		return p.fail("end pattern in group")
	}
	if p.peek("|") {
		return p.unsupported("absent operator with a range")
	}
	not := &node{kind: kLook, neg: true, list: []*node{p.closeGroup()}}
	step := &node{kind: kCat, list: []*node{not, {kind: kAny, all: true}}}
	return &node{kind: kRepeat, max: unlimited, list: []*node{step}}
}

// special parses (?R), (?&name) and options.
func (p *parser) special() *node {
	rest := p.s[p.i:]
	switch {
	case strings.HasPrefix(rest, "R)"):
		p.i += 2
		n := p.callNode("0")
		n.all = true // may call itself for ever: that fails
		return n
	case rest[0] == '&':
		p.i++
		name, ok := p.groupName(')')
		if !ok {
			return &node{}
		}
		return p.callNode(name)
	case rest == "-" || len(rest) > 1 && rest[0] == '-' && (rest[1] == ')' || len(rest) == 2):
		return p.fail("invalid group name <->")
	case rest[0] == '-' && (rest[1] < '0' || rest[1] > '9'):
		return p.fail("invalid group name <>")
	}
	return p.options()
}

// comment passes over what is left of (?#...).
func (p *parser) comment() {
	for p.more() {
		switch c := p.s[p.i]; {
		case c == ')':
			p.i++
			return
		case c == '\\' && p.i+1 < len(p.s):
			p.i += 2
		default:
			p.i++
		}
	}
	p.fail("end pattern in group")
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
			if p.s[p.i-2] == '?' {
				return p.fail("undefined group option")
			}
			p.f = f
			return &node{all: true}
		case ':':
			saved := p.f
			p.f = f
			n := &node{kind: kCat, neg: true, all: true, list: []*node{p.closeGroup()}}
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
	n := &node{kind: kGroup, n: p.groups}
	p.byNum = append(p.byNum, n)
	if name != "" {
		p.names = append(p.names, groupName{name, n.n})
	}
	n.list = []*node{p.closeGroup()}
	return n
}

func (p *parser) look(behind, neg bool) *node {
	n := &node{kind: kLook, behind: behind, neg: neg, list: []*node{p.closeGroup()}}
	if behind {
		p.behinds = append(p.behinds, n)
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
