// Package ctype answers the character questions that C programs ask of the
// C.UTF-8 locale of glibc 2.36 (towupper, iswalpha and their relatives), so
// that regular expressions, tr, globs and case conversion all agree with the
// real tools. It derives the answers from Go's Unicode tables and corrects the
// places where the two libraries differ; a test compares every code point
// with recorded digests.
package ctype

import (
	"unicode"
	"unicode/utf8"
)

// Class is one named character class, as in the bracket item [:alpha:].
type Class uint16

// The classes of POSIX, and Word, which is what \w matches (alnum and "_").
// The values are single bits so that sets of classes fit one Class.
const (
	Alpha Class = 1 << iota
	Upper
	Lower
	Digit
	Alnum
	Punct
	Space
	Blank
	Cntrl
	Graph
	Print
	Xdigit
	Word
)

// names lists the classes in the order of their bits.
var names = [...]string{
	"alpha", "upper", "lower", "digit", "alnum", "punct",
	"space", "blank", "cntrl", "graph", "print", "xdigit",
}

// ByName returns the class with a POSIX name such as "alpha"; the second
// result is false for any other name.
func ByName(name string) (Class, bool) {
	for i, n := range names {
		if n == name {
			return Class(1) << i, true
		}
	}
	return 0, false
}

// ascii holds the classes of each ASCII character.
var ascii = buildASCII()

func buildASCII() (t [utf8.RuneSelf]Class) {
	for c := range t {
		t[c] = asciiClasses(rune(c))
	}
	return t
}

func asciiClasses(c rune) Class {
	var k Class
	switch {
	case c >= 'a' && c <= 'z':
		k = Alpha | Lower | Alnum | Word
	case c >= 'A' && c <= 'Z':
		k = Alpha | Upper | Alnum | Word
	case c >= '0' && c <= '9':
		k = Digit | Xdigit | Alnum | Word
	case c < ' ' || c == 0x7f:
		k = Cntrl
	case c == '_':
		k = Punct | Word
	case c != ' ':
		k = Punct
	}
	if c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' {
		k |= Xdigit
	}
	if c >= '\t' && c <= '\r' || c == ' ' {
		k |= Space
	}
	if c == '\t' || c == ' ' {
		k |= Blank
	}
	if c > ' ' && c < 0x7f {
		k |= Graph
	}
	if c >= ' ' && c < 0x7f {
		k |= Print
	}
	return k
}

// Is reports whether r belongs to at least one of the classes in set.
// Surrogates and values outside Unicode belong to none.
func Is(r rune, set Class) bool {
	if r >= 0 && r < utf8.RuneSelf {
		return ascii[r]&set != 0
	}
	if r < 0 || r > unicode.MaxRune || set == 0 || isNewer(r) {
		return false
	}
	return set&(Alpha|Alnum|Word) != 0 && isAlpha(r) ||
		set&Upper != 0 && isUpper(r) ||
		set&Lower != 0 && isLower(r) ||
		set&Space != 0 && isSpace(r) ||
		set&Blank != 0 && isBlank(r) ||
		set&Cntrl != 0 && unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) ||
		set&Print != 0 && isPrint(r) ||
		set&Graph != 0 && isPrint(r) && !isSpace(r) ||
		set&Punct != 0 && isPrint(r) && !isSpace(r) && !isAlpha(r)
}

// ToUpper is towupper: the single-character upper case of r, or r.
func ToUpper(r rune) rune {
	if r < utf8.RuneSelf {
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}
	return unicode.ToUpper(r)
}

// ToLower is towlower: the single-character lower case of r, or r.
func ToLower(r rune) rune {
	if r < utf8.RuneSelf {
		if r >= 'A' && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return r
	}
	return unicode.ToLower(r)
}

// isAlpha leaves out the signs that only Unicode 15 calls alphabetic.
func isAlpha(r rune) bool {
	switch r {
	case 0xc04, 0xf82, 0xf83, 0x11080, 0x11081:
		return false
	}
	return unicode.In(r, unicode.L, unicode.Nd, unicode.Nl, unicode.Other_Alphabetic)
}

func isUpper(r rune) bool {
	return unicode.ToLower(r) != r || unicode.In(r, unicode.Lu, unicode.Other_Uppercase)
}

// isLower leaves out the letters that only Unicode 15 calls lower case.
func isLower(r rune) bool {
	switch r {
	case 0x10fc, 0xa7f2, 0xa7f3, 0xa7f4, 0xab69:
		return false
	}
	return unicode.ToUpper(r) != r || unicode.In(r, unicode.Ll, unicode.Other_Lowercase)
}

// isSpace leaves out the no-break spaces, which glibc calls punctuation.
func isSpace(r rune) bool {
	switch r {
	case 0x85, 0xa0, 0x2007, 0x202f:
		return false
	}
	return unicode.IsSpace(r)
}

func isBlank(r rune) bool {
	return isSpace(r) && unicode.Is(unicode.Zs, r)
}

func isPrint(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P,
		unicode.S, unicode.Zs, unicode.Cf, unicode.Co)
}
