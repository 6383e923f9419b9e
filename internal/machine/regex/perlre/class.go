package perlre

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// set is a set of characters.
type set struct {
	not    bool
	fold   bool
	ascii  bool // only ASCII characters are in it, whatever the rest says
	ranges []rune
	tables []table
	subs   []*set
}

type table struct {
	not bool
	t   *unicode.RangeTable
}

// has says whether r is in the set.
func (s *set) has(r rune) bool {
	if s.ascii && r >= utf8.RuneSelf {
		return false
	}
	in := s.inRanges(r)
	if !in && s.fold {
		for f := unicode.SimpleFold(r); f != r && !in; f = unicode.SimpleFold(f) {
			in = s.inRanges(f)
		}
	}
	return (in || s.inClasses(r)) != s.not
}

func (s *set) inRanges(r rune) bool {
	for i := 0; i+1 < len(s.ranges); i += 2 {
		if s.ranges[i] <= r && r <= s.ranges[i+1] {
			return true
		}
	}
	return false
}

func (s *set) inClasses(r rune) bool {
	for _, t := range s.tables {
		if unicode.Is(t.t, r) != t.not {
			return true
		}
	}
	for _, sub := range s.subs {
		if sub.has(r) {
			return true
		}
	}
	return false
}

func isWord(r rune) bool {
	return r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

func hasCase(r rune) bool { return unicode.SimpleFold(r) != r }

var shorthand = map[byte][]rune{
	'd': {'0', '9'}, 'w': {'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}, 's': {'\t', '\r', ' ', ' '},
	'h': {'\t', '\t', ' ', ' ', 0xa0, 0xa0, 0x1680, 0x1680, 0x180e, 0x180e, 0x2000, 0x200a, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000},
	'v': {'\n', '\r', 0x85, 0x85, 0x2028, 0x2029}, 'n': {'\n', '\n'},
}

// classEscape reads \d, \W, \p{L} and the like. Outside of a class \D, \W and \S take ASCII characters alone, as PCRE2's
// compiled matcher does.
func (ps *parser) classEscape(inClass bool) (*set, error) {
	c := ps.s[ps.i+1]
	if c == 'p' || c == 'P' {
		return ps.property(c == 'P')
	}
	ps.i += 2
	lower := c | 0x20
	s := &set{ranges: shorthand[lower], not: c != lower}
	s.ascii = !inClass && (c == 'D' || c == 'W' || c == 'S')
	return s, nil
}

// property reads \pL or \p{^Name}.
func (ps *parser) property(not bool) (*set, error) {
	rest := ps.s[ps.i+2:]
	if rest == "" {
		return nil, fail("malformed \\P or \\p sequence")
	}
	name, size := rest[:1], 1
	if rest[0] == '{' {
		end := strings.IndexByte(rest, '}')
		if end < 0 {
			return nil, fail("malformed \\P or \\p sequence")
		}
		name, size = rest[1:end], end+1
	}
	ps.i += 2 + size
	if strings.HasPrefix(name, "^") {
		not, name = !not, name[1:]
	}
	s := &set{not: not}
	switch name {
	case "Any":
		s.ranges = []rune{0, unicode.MaxRune}
		return s, nil
	case "L&":
		s.tables = []table{{t: unicode.Lu}, {t: unicode.Ll}, {t: unicode.Lt}}
		return s, nil
	case "Xan", "Xwd":
		s.tables = []table{{t: unicode.L}, {t: unicode.N}}
		if name == "Xwd" {
			s.ranges = []rune{'_', '_'}
		}
		return s, nil
	case "Xsp", "Xps":
		s.ranges, s.tables = shorthand['s'], []table{{t: unicode.Z}}
		return s, nil
	}
	t := unicode.Categories[name]
	if t == nil {
		t = unicode.Scripts[name]
	}
	if t == nil {
		return nil, fail("unknown property after \\P or \\p")
	}
	s.tables = []table{{t: t}}
	return s, nil
}

var posixClasses = map[string][]rune{
	"alpha": {'A', 'Z', 'a', 'z'}, "lower": {'a', 'z'}, "upper": {'A', 'Z'}, "alnum": {'0', '9', 'A', 'Z', 'a', 'z'},
	"ascii": {0, 127}, "blank": {'\t', '\t', ' ', ' '}, "cntrl": {0, 31, 127, 127}, "digit": {'0', '9'}, "graph": {33, 126},
	"print": {32, 126}, "punct": {33, 47, 58, 64, 91, 96, 123, 126}, "space": {'\t', '\r', ' ', ' '},
	"word": {'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}, "xdigit": {'0', '9', 'A', 'F', 'a', 'f'},
}

// bracket reads a character class.
func (ps *parser) bracket() (*node, error) {
	if strings.HasPrefix(ps.s[ps.i:], "[:") {
		if end := strings.Index(ps.s[ps.i+2:], ":]"); end >= 0 && strings.IndexAny(ps.s[ps.i+2:ps.i+2+end], "]\\") < 0 {
			return nil, fail("POSIX named classes are supported only within a class")
		}
	}
	ps.i++
	s := &set{fold: ps.flags.fold}
	if ps.peek() == '^' {
		s.not = true
		ps.i++
	}
	for first := true; ; first = false {
		if !ps.more() {
			return nil, fail("missing terminating ] for character class")
		}
		if ps.peek() == ']' && !first {
			ps.i++
			return &node{kind: kSet, set: s}, nil
		}
		if err := ps.classItem(s); err != nil {
			return nil, err
		}
	}
}

// classItem reads one character, range or class within brackets.
func (ps *parser) classItem(s *set) error {
	lo, sub, err := ps.classAtom()
	if err != nil {
		return err
	}
	if lo < 0 && sub == nil {
		return nil
	}
	rest := ps.s[ps.i:]
	isRange := len(rest) > 1 && rest[0] == '-' && rest[1] != ']'
	if sub != nil {
		if isRange {
			return fail("invalid range in character class")
		}
		s.subs = append(s.subs, sub)
		return nil
	}
	hi := lo
	if isRange {
		ps.i++
		if hi, sub, err = ps.classAtom(); err != nil {
			return err
		}
		switch {
		case sub != nil:
			return fail("invalid range in character class")
		case hi < lo:
			return fail("range out of order in character class")
		}
	}
	s.ranges = append(s.ranges, lo, hi)
	return nil
}

// classAtom reads a character, or a set such as \d or [:alpha:]; neither is there for \E.
func (ps *parser) classAtom() (rune, *set, error) {
	rest := ps.s[ps.i:]
	switch {
	case strings.HasPrefix(rest, "[:"):
		end := strings.Index(rest[2:], ":]")
		if end < 0 || strings.IndexAny(rest[2:2+end], "]\\") >= 0 {
			break
		}
		name := rest[2 : 2+end]
		bare := strings.TrimPrefix(name, "^")
		if ps.flags.fold && (bare == "upper" || bare == "lower") {
			bare, name = "alpha", strings.Replace(name, bare, "alpha", 1)
		}
		ranges := posixClasses[bare]
		if ranges == nil {
			return 0, nil, fail("unknown POSIX class name")
		}
		ps.i += end + 4
		return 0, &set{ranges: ranges, not: bare != name}, nil
	case rest[0] == '\\':
		return ps.classBackslash(rest)
	}
	r, n := utf8.DecodeRuneInString(rest)
	ps.i += n
	return r, nil, nil
}

func (ps *parser) classBackslash(rest string) (rune, *set, error) {
	if len(rest) < 2 {
		return 0, nil, fail("\\ at end of pattern")
	}
	switch rest[1] {
	case 'd', 'D', 'w', 'W', 's', 'S', 'h', 'H', 'v', 'V', 'p', 'P':
		s, err := ps.classEscape(true)
		return 0, s, err
	case 'b':
		ps.i += 2
		return '\b', nil, nil
	case 'E', 'Q':
		ps.i += 2
		return -1, nil, nil
	case 'N', 'R', 'X', 'B':
		return 0, nil, fail("escape sequence is invalid in character class")
	}
	r, err := ps.charEscape()
	return r, nil, err
}
