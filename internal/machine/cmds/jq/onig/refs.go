package onig

import "strings"

// reference resolves a group by name or number; the numbers are checked when all groups are known. A name that is used for
// anything but a call must be known by now.
func (p *parser) reference(n *node, ref string) *node {
	n.name = ref
	p.calls = append(p.calls, n)
	if i := strings.LastIndexAny(ref, "+-"); i > 0 && strings.Trim(ref[i+1:], "0123456789") == "" && n.kind == kBackref {
		return p.unsupported("back-references to a level of recursion")
	}
	digits := strings.TrimLeft(ref, "+-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		if n.kind != kCall && !p.byName(n) {
			return p.fail("undefined name <" + ref + "> reference")
		}
		return n
	}
	num := 0
	for i := 0; i < len(digits) && num < maxRepeat; i++ {
		num = num*10 + int(digits[i]-'0')
	}
	switch {
	case num == 0 && len(digits) < len(ref):
		return p.fail("invalid group name <" + ref + ">")
	case ref[0] == '-':
		num = p.groups + 1 - num
	case ref[0] == '+':
		num += p.groups
	}
	n.refs = []int{num}
	return n
}

func (p *parser) byName(n *node) bool {
	for _, g := range p.names {
		if g.name == n.name {
			n.refs = append(n.refs, g.n)
		}
	}
	return n.refs != nil
}

func (p *parser) callNode(ref string) *node { return p.reference(&node{kind: kCall}, ref) }

// condition parses (?(cond)yes|no), where cond is a group or a pattern.
func (p *parser) condition() *node {
	if !strings.Contains(p.s[p.i:], ")") {
		return p.fail("end pattern in group")
	}
	n := &node{kind: kCond}
	ref, rest, _ := strings.Cut(p.s[p.i:], ")")
	quoted := len(ref) > 2 && (ref[0] == '<' && ref[len(ref)-1] == '>' || ref[0] == '\'' && ref[len(ref)-1] == '\'')
	if quoted {
		ref = ref[1 : len(ref)-1]
	}
	isRef := quoted || ref != "" && strings.Trim(strings.TrimLeft(ref, "+-"), "0123456789") == "" && strings.Trim(ref, "+-") != ""
	if isRef {
		p.i = len(p.s) - len(rest)
		if p.reference(n, ref); p.err != nil {
			return n
		}
	} else {
		if p.take("*") {
			n.cond = p.callout()
		} else {
			n.cond = p.closeGroup()
		}
		if p.err != nil {
			return n
		}
	}
	return p.branches(n, isRef)
}

func (p *parser) branches(n *node, isRef bool) *node {
	if !p.more() {
		return p.fail("end pattern in group")
	}
	if p.peek(")") && !isRef {
		return p.fail("invalid if-else syntax")
	}
	n.list = []*node{p.sequence(), {}}
	if p.take("|") {
		n.list[1] = p.alternatives()
	}
	if !p.take(")") {
		return p.fail("end pattern with unmatched parenthesis")
	}
	return n
}

// resolve checks all references, then look-behinds, then calls.
func (p *parser) resolve(root *node) {
	for _, n := range p.calls {
		if n.kind != kCall && (n.refs[0] > p.groups || n.refs[0] < 1) {
			p.fail("invalid backref number/name")
			return
		}
	}
	for _, n := range p.calls {
		switch {
		case n.kind != kCall:
		case n.refs == nil && !p.byName(n):
			p.fail("undefined name <" + n.name + "> reference")
			return
		case n.refs[0] > p.groups || n.refs[0] < 0:
			p.fail("undefined group <" + n.name + "> reference")
			return
		}
	}
	p.byNum = append([]*node{{kind: kGroup, list: []*node{root}}}, p.byNum...)
	for _, n := range p.calls {
		if n.kind == kCall && !n.all && p.endless(p.byNum[n.refs[0]]) {
			p.fail("never ending recursion")
			return
		}
	}
	for _, n := range p.behinds {
		if !p.fixLength(n) {
			p.fail("invalid pattern in look-behind")
			return
		}
	}
}

// How a group comes back to itself.
const (
	recurs       = 1 << iota
	recursAlways // whatever is matched
	recursEmpty  // with nothing matched on the way
)

// endless says that a call of group g may never end.
func (p *parser) endless(g *node) bool {
	r := p.recursion(g.list[0], true, g, map[*node]bool{})
	return r&(recursAlways|recursEmpty) != 0
}

// recursion says how n leads to the group g; atHead is true while nothing has been matched.
func (p *parser) recursion(n *node, atHead bool, g *node, busy map[*node]bool) int {
	switch n.kind {
	case kCat:
		r := 0
		for _, m := range n.list {
			x := p.recursion(m, atHead, g, busy)
			if x&recursEmpty != 0 {
				return x
			}
			r |= x
			if lo, _ := p.span(m, 0); lo > 0 {
				atHead = false
			}
		}
		return r
	case kAlt:
		r, always := 0, recursAlways
		for _, m := range n.list {
			x := p.recursion(m, atHead, g, busy)
			if x&recursEmpty != 0 {
				return x
			}
			r |= x & recurs
			always &= x
		}
		return r | always
	case kRepeat:
		if n.max == 0 {
			return 0
		}
		r := p.recursion(n.list[0], atHead, g, busy)
		if r&recursEmpty == 0 && n.min == 0 {
			r &^= recursAlways
		}
		return r
	case kCall:
		return p.recursion(p.byNum[n.refs[0]], atHead, g, busy)
	case kGroup:
		switch {
		case busy[n]:
			return 0
		case n == g && atHead:
			return recursEmpty
		case n == g:
			return recurs | recursAlways
		}
		busy[n] = true
		defer delete(busy, n)
		return p.recursion(n.list[0], atHead, g, busy)
	case kAtomic, kLook:
		return p.recursion(n.list[0], atHead, g, busy)
	case kCond:
		r := 0
		for _, m := range n.list {
			r |= p.recursion(m, atHead, g, busy) &^ recursAlways
		}
		return r
	}
	return 0
}

// fixLength gives a look-behind the one length that it must have. Repetitions at its beginning count as their least number,
// for more makes no difference.
func (p *parser) fixLength(n *node) bool {
	n.list[0] = leastRepeat(n.list[0])
	if !allowedBehind(n.list[0], n.neg) {
		return false
	}
	lo, hi := p.span(n.list[0], 0)
	n.minLen = lo
	return lo == hi
}

func leastRepeat(n *node) *node {
	for n.kind == kCat && len(n.list) == 1 && !n.neg {
		if inner := n.list[0]; n.all && inner.kind == kCat && len(inner.list) != 1 {
			return n
		}
		n = n.list[0]
	}
	c := *n
	switch n.kind {
	case kRepeat:
		c.max = n.min
	case kCat:
		if len(n.list) > 1 && n.list[0].kind == kRepeat {
			c.list = append([]*node{leastRepeat(n.list[0])}, n.list[1:]...)
		}
	case kAlt:
		c.list = nil
		for _, m := range n.list {
			m = leastRepeat(m)
			if m.kind == kCat && len(m.list) == 0 || m.kind == kRepeat && m.max == 0 {
				return &node{kind: kCat} // something optional, of which nothing is enough
			}
			c.list = append(c.list, m)
		}
	}
	return &c
}

func allowedBehind(n *node, neg bool) bool {
	switch n.kind {
	case kNewline, kCluster:
		return false
	case kGroup:
		if neg {
			return false
		}
	case kLook:
		return n.behind
	}
	for _, m := range n.list {
		if !allowedBehind(m, neg) {
			return false
		}
	}
	return true
}

// span returns how many characters a node can match, at least and at most.
func (p *parser) span(n *node, depth int) (lo, hi int) {
	if depth > 50 {
		return 0, unlimited
	}
	switch n.kind {
	case kChar, kAny, kClass:
		return 1, 1
	case kNewline:
		return 1, 2
	case kCluster:
		return 1, unlimited
	case kCat, kGroup, kAtomic:
		for _, m := range n.list {
			l, h := p.span(m, depth+1)
			lo, hi = lo+l, addLength(hi, h)
		}
		return lo, hi
	case kRepeat:
		l, h := p.span(n.list[0], depth+1)
		switch {
		case h == 0 || n.max == 0:
			return 0, 0
		case h == unlimited || n.max == unlimited:
			return l * n.min, unlimited
		}
		return l * n.min, h * n.max
	case kAlt, kCond:
		for i, m := range n.list {
			l, h := p.span(m, depth+1)
			if i == 0 {
				lo, hi = l, h
				continue
			}
			lo = min(lo, l)
			if h == unlimited || hi == unlimited {
				hi = unlimited
			} else {
				hi = max(hi, h)
			}
		}
		return lo, hi
	case kBackref, kCall:
		if n.refs == nil {
			return 0, unlimited
		}
		return p.span(p.byNum[n.refs[0]], depth+10)
	}
	return 0, 0
}

func addLength(a, b int) int {
	if a == unlimited || b == unlimited {
		return unlimited
	}
	return a + b
}
