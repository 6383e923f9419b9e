package regex

import "unicode/utf8"

// literals is what is known about the text of every match of a tree.
type literals struct {
	exact    bool   // the match is prefix, byte for byte, and nothing else
	prefix   string // every match begins with it
	suffix   string // every match ends with it
	required string // every match contains it
}

// maxLiteral bounds the length of the strings collected.
const maxLiteral = 256

// literalsOf analyses a tree. Assertions count as empty text, so exact must
// not be used when there are any.
func literalsOf(n *node, opt Options) literals {
	switch n.op {
	case opEmpty, opAssert:
		return literals{exact: true}
	case opRune:
		if s, ok := literalText(n.r, opt); ok {
			return literals{exact: true, prefix: s, suffix: s, required: s}
		}
	case opCat:
		l := literals{exact: true}
		for _, s := range n.sub {
			l = l.followedBy(literalsOf(s, opt))
		}
		return l
	case opGroup:
		return literalsOf(n.sub[0], opt)
	case opRepeat:
		if n.min == 0 {
			break
		}
		l := literalsOf(n.sub[0], opt)
		if n.min != 1 || n.max != 1 {
			l.exact = false
		}
		return l
	}
	return literals{}
}

// literalText is the encoding of a symbol that only itself can match.
func literalText(r rune, opt Options) (string, bool) {
	if opt.ICase && (r >= utf8.RuneSelf || r >= 'A' && r <= 'Z') {
		return "", false
	}
	switch {
	case r >= badByte:
		return string([]byte{byte(r - badByte)}), true
	case opt.Bytes:
		return string([]byte{byte(r)}), true
	}
	return string(r), true
}

func (l literals) followedBy(m literals) literals {
	out := literals{exact: l.exact && m.exact, prefix: l.prefix, suffix: m.suffix}
	if l.exact {
		out.prefix = l.prefix + m.prefix
	}
	if m.exact {
		out.suffix = l.suffix + m.suffix
	}
	out.required = longest(longest(l.required, m.required), longest(l.suffix+m.prefix, out.prefix))
	if len(out.prefix) > maxLiteral {
		out.prefix, out.exact = out.prefix[:maxLiteral], false
	}
	if n := len(out.suffix); n > maxLiteral {
		out.suffix, out.exact = out.suffix[n-maxLiteral:], false
	}
	if len(out.required) > maxLiteral {
		out.required = out.required[:maxLiteral]
	}
	return out
}

func longest(a, b string) string {
	if len(b) > len(a) {
		return b
	}
	return a
}
