package onig

import (
	"strings"
	"unicode"
)

// set is a character class: a list of tests of which any must hold.
type set struct {
	neg    bool
	fold   bool
	ranges []rng
	sub    []class
}

type rng struct{ lo, hi rune }

// class is a predefined class, perhaps negated.
type class struct {
	in  func(r rune) bool
	neg bool
}

func (s *set) has(r rune) bool {
	if s.hasPlain(r) {
		return !s.neg
	}
	if s.fold {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			if s.hasPlain(f) {
				return !s.neg
			}
		}
	}
	return s.neg
}

func (s *set) hasPlain(r rune) bool {
	for _, g := range s.ranges {
		if r >= g.lo && r <= g.hi {
			return true
		}
	}
	for _, c := range s.sub {
		if c.in(r) != c.neg {
			return true
		}
	}
	return false
}

func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.M, r) || unicode.Is(unicode.Nd, r) || unicode.Is(unicode.Nl, r) ||
		unicode.Is(unicode.Pc, r)
}

func isDigit(r rune) bool { return unicode.Is(unicode.Nd, r) }

func isSpace(r rune) bool {
	return r >= '\t' && r <= '\r' || r == ' ' || r == 0x85 || r >= 0x80 && unicode.Is(unicode.White_Space, r)
}

func isAlpha(r rune) bool {
	return unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Other_Alphabetic, r)
}

func isUpper(r rune) bool { return unicode.IsUpper(r) || unicode.Is(unicode.Other_Uppercase, r) }
func isLower(r rune) bool { return unicode.IsLower(r) || unicode.Is(unicode.Other_Lowercase, r) }

func isGraph(r rune) bool {
	return !isSpace(r) && !unicode.Is(unicode.Cc, r) && !unicode.Is(unicode.Cs, r) && unicode.In(r, unicode.L, unicode.M, unicode.N,
		unicode.P, unicode.S, unicode.Cf, unicode.Co)
}

func isPunct(r rune) bool { return unicode.Is(unicode.P, r) }

// posixClasses are the names in [:NAME:], which \p{NAME} knows too.
var posixClasses = [...]struct {
	name string
	in   func(r rune) bool
}{
	{"alnum", func(r rune) bool { return isAlpha(r) || isDigit(r) }},
	{"alpha", isAlpha},
	{"blank", func(r rune) bool { return r == '\t' || unicode.Is(unicode.Zs, r) }},
	{"cntrl", func(r rune) bool { return unicode.Is(unicode.Cc, r) }},
	{"digit", isDigit},
	{"graph", isGraph},
	{"lower", isLower},
	{"print", func(r rune) bool { return isGraph(r) || unicode.Is(unicode.Zs, r) }},
	{"punct", isPunct},
	{"space", isSpace},
	{"upper", isUpper},
	{"xdigit", func(r rune) bool { return r < 0x80 && strings.ContainsRune("0123456789abcdefABCDEF", r) }},
	{"word", isWord},
	{"ascii", func(r rune) bool { return r < 0x80 }},
}

func posixClass(name string) func(r rune) bool {
	for _, c := range posixClasses {
		if c.name == name {
			return c.in
		}
	}
	return nil
}

// plain leaves out what does not count in the name of a property.
func plain(s string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(s))
}

// beyond says whether there is a property of this name, of which nothing is known here.
func beyond(name string) bool {
	name = plain(name)
	for _, known := range [...]string{"emoji", "extendedpictographic", "idstart", "idcontinue", "xidstart", "xidcontinue", "age",
		"grapheme", "cased", "caseignorable", "changeswhen", "defaultignorable", "math"} {
		if strings.HasPrefix(name, known) {
			return true
		}
	}
	return strings.HasPrefix(name, "in") && len(name) > 5 && name != "inherited"
}

// property finds a character property by name, without regard to case, blanks, - and _.
func property(name string) func(r rune) bool {
	want := plain(name)
	switch want {
	case "any":
		return func(rune) bool { return true }
	case "assigned":
		return func(r rune) bool { return isGraph(r) || isSpace(r) || unicode.Is(unicode.C, r) }
	case "letter":
		want = "l"
	case "uppercase":
		return isUpper
	case "lowercase":
		return isLower
	case "alphabetic":
		return isAlpha
	case "number":
		want = "n"
	case "punctuation":
		want = "p"
	case "symbol":
		want = "s"
	case "mark":
		want = "m"
	case "separator":
		want = "z"
	case "other":
		want = "c"
	}
	if in := posixClass(want); in != nil {
		return in
	}
	for _, tables := range [...]map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts, unicode.Properties} {
		var found *unicode.RangeTable
		for k, t := range tables { // at most one key fits
			if plain(k) == want {
				found = t
			}
		}
		if found != nil {
			return func(r rune) bool { return unicode.Is(found, r) }
		}
	}
	return nil
}
