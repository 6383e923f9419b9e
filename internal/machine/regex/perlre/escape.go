package perlre

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// escape reads what begins with a backslash, outside of a class.
func (ps *parser) escape() (*node, error) {
	if ps.i+1 >= len(ps.s) {
		return nil, fail("\\ at end of pattern")
	}
	c := ps.s[ps.i+1]
	if k, ok := simpleEscapes[c]; ok {
		ps.i += 2
		return &node{kind: k}, nil
	}
	switch c {
	case 'Q':
		return ps.literal()
	case 'E':
		ps.i += 2
		return nil, nil
	case 'd', 'D', 'w', 'W', 's', 'S', 'h', 'H', 'v', 'V', 'N', 'p', 'P':
		if c == 'N' && strings.HasPrefix(ps.s[ps.i+2:], "{U+") {
			break
		}
		s, err := ps.classEscape(false)
		return &node{kind: kSet, set: s}, err
	case 'R':
		ps.i += 2
		return newline(), nil
	case 'X':
		ps.i += 2
		return cluster(), nil
	case 'G', 'C':
		return nil, &Unsupported{"\\" + string(rune(c))}
	case 'k', 'g':
		return ps.reference(c)
	}
	if c >= '1' && c <= '9' {
		if n, ok := ps.numbered(); ok {
			return n, nil
		}
	}
	r, err := ps.charEscape()
	if err != nil {
		return nil, err
	}
	return ps.char(r), nil
}

var simpleEscapes = map[byte]kind{'A': kBegin, 'z': kEnd, 'Z': kEndNL, 'b': kWord, 'B': kNotWord, 'K': kKeep}

// newline is \R: \r\n or one of the characters that end a line.
func newline() *node {
	crlf := &node{kind: kCat, subs: []*node{{kind: kChar, r: '\r'}, {kind: kChar, r: '\n'}}}
	one := &node{kind: kSet, set: &set{ranges: []rune{'\n', '\r', 0x85, 0x85, 0x2028, 0x2029}}}
	return &node{kind: kAtomic, subs: []*node{{kind: kAlt, subs: []*node{crlf, one}}}}
}

// cluster is \X: a character with the marks after it.
func cluster() *node {
	mark := &set{tables: []table{{t: unicode.M}}, ranges: []rune{0x200d, 0x200d}}
	marks := &node{kind: kRepeat, max: -1, subs: []*node{{kind: kSet, set: mark}}}
	crlf := &node{kind: kCat, subs: []*node{{kind: kChar, r: '\r'}, {kind: kChar, r: '\n'}}}
	one := &node{kind: kCat, subs: []*node{{kind: kAny, dotAll: true}, marks}}
	return &node{kind: kAtomic, subs: []*node{{kind: kAlt, subs: []*node{crlf, one}}}}
}

// literal reads \Q...\E as a group of characters.
func (ps *parser) literal() (*node, error) {
	text := ps.s[ps.i+2:]
	end := strings.Index(text, "\\E")
	skip := end + 2
	if end < 0 {
		end, skip = len(text), len(text)
	}
	text = text[:end]
	ps.i += 2 + skip
	if text == "" {
		return nil, nil
	}
	cat := &node{kind: kCat}
	for _, r := range text {
		cat.subs = append(cat.subs, ps.char(r))
	}
	// A quantifier after \E repeats the last character alone.
	if n := len(cat.subs); n > 1 {
		last, err := ps.quantified(cat.subs[n-1])
		if err != nil {
			return nil, err
		}
		cat.subs[n-1] = last
		return &node{kind: kGroup, subs: []*node{cat}}, nil
	}
	return cat.subs[0], nil
}

// numbered reads \1 and the like; ok is false for what is an octal escape instead.
func (ps *parser) numbered() (*node, bool) {
	j := ps.i + 1
	for j < len(ps.s) && ps.s[j] >= '0' && ps.s[j] <= '9' {
		j++
	}
	n, _ := digits(ps.s[ps.i+1 : j])
	if n >= 10 && n > ps.groups && ps.s[ps.i+1] < '8' {
		return nil, false
	}
	ps.i = j
	return ps.ref(n), true
}

// reference reads \k<n>, \g{n} and the like.
func (ps *parser) reference(c byte) (*node, error) {
	rest := ps.s[ps.i+2:]
	if rest == "" {
		return nil, fail("\\" + string(rune(c)) + " is not followed by a braced, angle-bracketed, or quoted name")
	}
	closer := map[byte]byte{'{': '}', '<': '>', '\'': '\''}[rest[0]]
	name := ""
	switch {
	case closer != 0 && (c == 'k' || rest[0] == '{'):
		end := strings.IndexByte(rest[1:], closer)
		if end < 0 {
			return nil, fail("syntax error in subpattern name (missing terminator?)")
		}
		name = rest[1 : 1+end]
		ps.i += 2 + end + 2
	case c == 'g' && (rest[0] == '-' || rest[0] >= '0' && rest[0] <= '9'):
		j := 1
		for j < len(rest) && rest[j] >= '0' && rest[j] <= '9' {
			j++
		}
		name = rest[:j]
		ps.i += 2 + j
	case c == 'g':
		return nil, &Unsupported{"\\g" + rest[:1]}
	default:
		return nil, fail("\\k is not followed by a braced, angle-bracketed, or quoted name")
	}
	if n, err := strconv.Atoi(name); err == nil && c == 'g' {
		if n < 0 {
			n += ps.groups + 1
		}
		if n < 1 {
			return nil, fail("reference to non-existent subpattern")
		}
		return ps.ref(n), nil
	}
	return ps.refByName(name)
}

// charEscape reads an escape that stands for one character.
func (ps *parser) charEscape() (rune, error) {
	c := ps.s[ps.i+1]
	ps.i += 2
	rest := ps.s[ps.i:]
	if k := strings.IndexByte("aefnrt", c); k >= 0 {
		return rune("\a\x1b\f\n\r\t"[k]), nil
	}
	switch {
	case c == 'x':
		return ps.hex(rest)
	case c == 'o':
		if rest == "" || rest[0] != '{' {
			return 0, fail("missing opening brace after \\o")
		}
		return ps.braced(rest, 8)
	case c == 'N' && strings.HasPrefix(rest, "{U+"):
		ps.i += 2
		return ps.braced(rest[2:], 16)
	case c == 'c':
		if rest == "" {
			return 0, fail("\\c at end of pattern")
		}
		ps.i++
		return rune(strings.ToUpper(rest[:1])[0] ^ 0x40), nil
	case c >= '0' && c <= '7':
		j := 0
		for j < len(rest) && j < 2 && rest[j] >= '0' && rest[j] <= '7' {
			j++
		}
		n, _ := strconv.ParseUint(string(rune(c))+rest[:j], 8, 32)
		ps.i += j
		return rune(n), nil
	case strings.IndexByte("LlUuF", c) >= 0:
		return 0, fail("PCRE2 does not support \\F, \\L, \\l, \\N{name}, \\U, or \\u")
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		return 0, fail("unrecognized character follows \\")
	case c >= utf8.RuneSelf:
		r, n := utf8.DecodeRuneInString(ps.s[ps.i-1:])
		ps.i += n - 1
		return r, nil
	}
	return rune(c), nil
}

func (ps *parser) hex(rest string) (rune, error) {
	if strings.HasPrefix(rest, "{") {
		return ps.braced(rest, 16)
	}
	j := 0
	for j < len(rest) && j < 2 && strings.IndexByte("0123456789abcdefABCDEF", rest[j]) >= 0 {
		j++
	}
	n, _ := strconv.ParseUint("0"+rest[:j], 16, 32)
	ps.i += j
	return rune(n), nil
}

// braced reads {digits}.
func (ps *parser) braced(rest string, base int) (rune, error) {
	end := strings.IndexByte(rest, '}')
	if end < 0 {
		return 0, fail("missing terminating } or ] for escape")
	}
	n, err := strconv.ParseUint(rest[1:end], base, 64)
	switch {
	case err != nil && !strings.Contains(err.Error(), "range"):
		return 0, fail("non-hex character in \\x{} (closing brace missing?)")
	case err != nil || n > unicode.MaxRune:
		return 0, fail("character code point value in \\x{} or \\o{} is too large")
	}
	ps.i += end + 1
	return rune(n), nil
}
