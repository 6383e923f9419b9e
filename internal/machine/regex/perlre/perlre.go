// Package perlre matches the regular expressions of Perl as PCRE2 does for grep -P in a UTF-8 locale: the first match in the
// order of alternatives and quantifiers, with look-around, back-references, atomic groups and \K. Letters, digits and spaces
// of \w, \d and \s are those of ASCII; \p{...} knows Unicode.
//
// Bytes that are not UTF-8 match nothing. A pattern without back-references takes time linear in the text for every position of
// the pattern; one with them is stopped after as many steps as PCRE2 allows.
package perlre

import (
	"bytes"
	"errors"
)

// Options say how a pattern is read.
type Options struct {
	// ICase ignores case.
	ICase bool
	// Line accepts only matches of the whole text.
	Line bool
	// Tick, when set, is called with units of work as matching goes on.
	Tick func(n int)
}

// Error is a malformed pattern; its text is PCRE2's.
type Error struct{ Text string }

// Error returns the text.
func (e *Error) Error() string { return e.Text }

// Unsupported is a construct that PCRE2 knows and this package does not.
type Unsupported struct{ What string }

// Error names the construct.
func (e *Unsupported) Error() string { return "unsupported in a Perl expression: " + e.What }

// ErrLimit says that a match took more steps than PCRE2 allows.
var ErrLimit = errors.New("exceeded PCRE's backtracking limit")

// Regexp is a compiled expression. It never changes.
type Regexp struct {
	prog   *prog
	groups int
	refs   bool // there are back-references, so that a state cannot be known to fail
	prefix []byte
	opt    Options
}

// Compile reads a pattern.
func Compile(pattern string, opt Options) (*Regexp, error) {
	ps := &parser{s: pattern, names: map[string]int{}}
	ps.flags.fold = opt.ICase
	n, err := ps.parse()
	if err != nil {
		return nil, err
	}
	if opt.Line {
		n = &node{kind: kCat, subs: []*node{{kind: kBOL}, {kind: kGroup, subs: []*node{n}}, {kind: kEOL}}}
	}
	c := &compiler{}
	p, err := c.program(n)
	if err != nil {
		return nil, err
	}
	return &Regexp{prog: p, groups: ps.groups, refs: ps.maxRef > 0, prefix: literalPrefix(n), opt: opt}, nil
}

// literalPrefix returns the bytes that every match begins with.
func literalPrefix(n *node) []byte {
	switch n.kind {
	case kChar:
		if !n.fold {
			return []byte(string(n.r))
		}
	case kCat:
		var out []byte
		for _, s := range n.subs {
			if s.kind != kChar || s.fold {
				if len(out) == 0 && s.kind == kGroup {
					return literalPrefix(s)
				}
				break
			}
			out = append(out, string(s.r)...)
		}
		return out
	case kGroup:
		return literalPrefix(n.subs[0])
	}
	return nil
}

// Find returns the bounds of the first match that begins at or after in[from:]; start is -1 when there is none. Text before
// from is seen by assertions.
func (re *Regexp) Find(in []byte, from int) (start, end int, err error) {
	m := &matcher{re: re, in: in}
	for at := from; at <= len(in); {
		if re.prefix != nil {
			i := bytes.Index(in[at:], re.prefix)
			if i < 0 {
				return -1, -1, nil
			}
			at += i
		}
		ok, err := m.run(re.prog, at)
		if err != nil {
			return -1, -1, err
		}
		if ok {
			return m.caps[0], m.caps[1], nil
		}
		_, n := decode(in, at)
		at += max(n, 1)
	}
	return -1, -1, nil
}
