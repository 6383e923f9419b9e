package perlre

import "strings"

// paren reads what begins with (.
func (ps *parser) paren() (*node, error) {
	rest := ps.s[ps.i:]
	switch {
	case strings.HasPrefix(rest, "(?#"):
		end := strings.IndexByte(rest, ')')
		if end < 0 {
			return nil, fail("missing ) after (?# comment")
		}
		ps.i += end + 1
		return nil, nil
	case strings.HasPrefix(rest, "(*"):
		return ps.verb()
	case !strings.HasPrefix(rest, "(?"):
		ps.i++
		ps.groups++
		return ps.group(&node{kind: kGroup, n: ps.groups})
	}
	for _, p := range []struct {
		text string
		n    node
	}{
		{"(?:", node{kind: kGroup}}, {"(?|", node{kind: kGroup, n: -1}}, {"(?>", node{kind: kAtomic}}, {"(?=", node{kind: kLook}}, {"(?!", node{kind: kLook, not: true}},
		{"(?<=", node{kind: kLook, behind: true}}, {"(?<!", node{kind: kLook, behind: true, not: true}},
	} {
		if strings.HasPrefix(rest, p.text) {
			ps.i += len(p.text)
			return ps.group(&p.n)
		}
	}
	return ps.special(rest)
}

// group reads the inside of a group up to its ).
func (ps *parser) group(n *node) (*node, error) {
	sub, err := ps.alternatives(n.n < 0)
	n.n = max(n.n, 0)
	if err != nil {
		return nil, err
	}
	if ps.peek() != ')' || !ps.more() {
		return nil, fail("missing closing parenthesis")
	}
	ps.i++
	n.subs = []*node{sub}
	if n.kind == kLook && n.behind {
		if err := checkBehind(sub); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// special reads named groups, back-references by name, and settings.
func (ps *parser) special(rest string) (*node, error) {
	body := rest[2:]
	switch {
	case body == "":
		return nil, fail("missing closing parenthesis")
	case strings.HasPrefix(body, "P<") || strings.HasPrefix(body, "<") || strings.HasPrefix(body, "'"):
		return ps.named(strings.TrimPrefix(body, "P"))
	case strings.HasPrefix(body, "P="):
		end := strings.IndexByte(body, ')')
		if end < 0 {
			return nil, fail("syntax error in subpattern name (missing terminator?)")
		}
		ps.i += 2 + end + 1
		return ps.refByName(body[2:end])
	case strings.IndexByte("R(&+0123456789C", body[0]) >= 0 || strings.HasPrefix(body, "P>"):
		return nil, &Unsupported{"(?" + body[:1]}
	case len(body) > 1 && body[0] == '-' && body[1] >= '0' && body[1] <= '9':
		return nil, &Unsupported{"(?-" + body[1:2]}
	}
	return ps.settings(body)
}

// settings reads (?i) and (?i:...).
func (ps *parser) settings(body string) (*node, error) {
	f, on := ps.flags, true
	for k := 0; k < len(body); k++ {
		switch body[k] {
		case '^':
			f = flags{}
		case '-':
			on = false
		case 'i':
			f.fold = on
		case 'm':
			f.multi = on
		case 's':
			f.dotAll = on
		case 'x':
			f.extended = on
		case 'J', 'n', 'U':
			return nil, &Unsupported{"(?" + body[k:k+1]}
		case ')':
			ps.i += 2 + k + 1
			ps.flags = f
			return nil, nil
		case ':':
			ps.i += 2 + k + 1
			saved := ps.flags
			ps.flags = f
			n, err := ps.group(&node{kind: kGroup})
			ps.flags = saved
			return n, err
		default:
			return nil, fail("unrecognized character after (? or (?-")
		}
	}
	return nil, fail("missing closing parenthesis")
}

// named reads a named group, of which body is <name>... or 'name'...
func (ps *parser) named(body string) (*node, error) {
	closer := byte('>')
	if body[0] == '\'' {
		closer = '\''
	}
	end := 1
	for end < len(body) && isWord(rune(body[end])) {
		end++
	}
	if end >= len(body) || body[end] != closer {
		return nil, fail("syntax error in subpattern name (missing terminator?)")
	}
	name := body[1:end]
	switch {
	case name == "":
		return nil, fail("subpattern name expected")
	case name[0] >= '0' && name[0] <= '9':
		return nil, fail("subpattern name must start with a non-digit")
	}
	if _, dup := ps.names[name]; dup {
		return nil, fail("two named subpatterns have the same name (PCRE2_DUPNAMES not set)")
	}
	ps.i += strings.Index(ps.s[ps.i:], body) + end + 1
	ps.groups++
	ps.names[name] = ps.groups
	return ps.group(&node{kind: kGroup, n: ps.groups})
}

func (ps *parser) refByName(name string) (*node, error) {
	n, ok := ps.names[name]
	if !ok {
		return nil, fail("reference to non-existent subpattern")
	}
	return ps.ref(n), nil
}

func (ps *parser) ref(n int) *node {
	ps.maxRef = max(ps.maxRef, n)
	return &node{kind: kRef, n: n, fold: ps.flags.fold}
}

// verb reads (*UTF) and the like at the begin of a pattern.
func (ps *parser) verb() (*node, error) {
	for _, v := range []string{"(*UTF)", "(*UTF8)", "(*NO_JIT)", "(*NO_START_OPT)"} {
		if ps.i == 0 && strings.HasPrefix(ps.s, v) {
			ps.i = len(v)
			return nil, nil
		}
	}
	for _, v := range []string{"ACCEPT", "FAIL", "F)", "COMMIT", "PRUNE", "SKIP", "THEN"} {
		if strings.HasPrefix(ps.s[ps.i+2:], v) {
			return nil, &Unsupported{"(*" + strings.TrimSuffix(v, ")")}
		}
	}
	return nil, fail("(*VERB) not recognized or malformed")
}

// checkBehind makes sure that every alternative of a look-behind has one length.
func checkBehind(n *node) error {
	alts := []*node{n}
	if n.kind == kAlt {
		alts = n.subs
	}
	for _, a := range alts {
		if width(a) < 0 {
			return fail("lookbehind assertion is not fixed length")
		}
	}
	return nil
}

// width returns how many characters n takes, -1 when that varies.
func width(n *node) int {
	switch n.kind {
	case kChar, kAny, kSet:
		return 1
	case kRef:
		return -1
	case kGroup, kAtomic:
		return width(n.subs[0])
	case kRepeat:
		w := width(n.subs[0])
		if w < 0 || n.min != n.max {
			return -1
		}
		return w * n.min
	case kCat:
		sum := 0
		for _, s := range n.subs {
			w := width(s)
			if w < 0 {
				return -1
			}
			sum += w
		}
		return sum
	case kAlt:
		w := width(n.subs[0])
		for _, s := range n.subs[1:] {
			if width(s) != w {
				return -1
			}
		}
		return w
	}
	return 0
}
