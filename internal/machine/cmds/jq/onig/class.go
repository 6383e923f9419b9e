package onig

import "strings"

// class parses a character class; its [ has been read.
func (p *parser) class() *node {
	s := &set{fold: p.f.fold}
	s.neg = p.take("^")
	first := true
	for {
		if !p.more() {
			return p.fail("premature end of char-class")
		}
		if p.peek("]") {
			if !first || !strings.Contains(p.s[p.i+1:], "]") {
				break
			}
		}
		first = false
		p.classItem(s)
		if p.err != nil {
			return &node{}
		}
	}
	p.i++
	if len(s.ranges) == 0 && len(s.sub) == 0 {
		return p.fail("empty char-class")
	}
	return &node{kind: kClass, set: s}
}

// classItem parses a character, a range or a predefined class.
func (p *parser) classItem(s *set) {
	lo, isClass := p.classAtom(s)
	if p.err != nil {
		return
	}
	if !p.peek("-") || p.peek("-]") {
		if !isClass {
			s.ranges = append(s.ranges, rng{lo, lo})
		}
		return
	}
	if isClass {
		if p.i+1 < len(p.s) {
			p.fail("unmatched range specifier in char-class")
		}
		return
	}
	p.i++
	if !p.more() {
		p.fail("premature end of char-class")
		return
	}
	hi, isClass := p.classAtom(&set{})
	switch {
	case p.err != nil:
	case isClass:
		p.fail("char-class value at end of range")
	case hi < lo:
		p.fail("empty range in char class")
	default:
		s.ranges = append(s.ranges, rng{lo, hi})
	}
}

// classAtom parses one item; isClass says that it is a class, which has been added to s.
func (p *parser) classAtom(s *set) (r rune, isClass bool) {
	if p.take("[:") {
		if p.posix(s) {
			return 0, true
		}
		p.i--
		return '[', false
	}
	r = p.rune()
	if r != '\\' {
		return r, false
	}
	if !p.more() {
		p.fail("end pattern at escape")
		return 0, false
	}
	r = p.rune()
	if c := classEscape(r); c != nil {
		s.sub = append(s.sub, *c)
		return 0, true
	}
	switch {
	case (r == 'p' || r == 'P') && p.peek("{"):
		c, _ := p.propertyClass(r == 'P')
		s.sub = append(s.sub, c)
		return 0, true
	case r == 'b':
		return '\b', false
	case (r == 'x' || r == 'o') && p.peek("{"):
		if list, ok := p.braced(r); ok && len(list) > 0 {
			for _, c := range list[:len(list)-1] {
				s.ranges = append(s.ranges, rng{c, c})
			}
			return list[len(list)-1], false
		}
	}
	return p.charEscape(r), false
}

// posix parses NAME:] ; false says that this is no such class.
func (p *parser) posix(s *set) bool {
	end := strings.Index(p.s[p.i:], ":]")
	if end < 0 || end > 20 {
		return false
	}
	name := p.s[p.i : p.i+end]
	plain := strings.TrimPrefix(name, "^")
	in := posixClass(plain)
	if in == nil {
		p.fail("invalid POSIX bracket type")
		return true
	}
	p.i += end + 2
	s.sub = append(s.sub, class{in, plain != name})
	return true
}
