package regex

// Syntax selects the pattern language.
type Syntax uint8

const (
	// BRE is the basic syntax with the GNU operators \+ \? \| and \w.
	BRE Syntax = iota
	// ERE is the extended syntax, with back-references as GNU has them.
	ERE
	// AWK is the language of mawk 1.3.4-20200120: bytes instead of
	// characters, no intervals, C escapes, no back-references.
	AWK
	// Emacs is the default language of find -regex: basic, but with + and ?
	// as operators and without intervals.
	Emacs
)

// Tool selects the corner cases in which GNU programs differ although they
// share a syntax: what a misplaced operator or brace means.
type Tool uint8

const (
	// Libc behaves as bash does with extended patterns, and expr, csplit and
	// nl with basic ones.
	Libc Tool = iota
	// Grep allows misplaced operators (see Regexp.Warnings) and literal
	// braces.
	Grep
	// Sed rejects an unmatched ")" and the class syntax [:space:].
	Sed
)

// Options says how to compile a pattern. The zero value is a basic regular
// expression over UTF-8 text as regcomp compiles it.
type Options struct {
	Syntax Syntax
	Tool   Tool
	// ICase ignores case by comparing upper-case forms, as glibc does.
	ICase bool
	// Newline is REG_NEWLINE, and the M flag of sed: "." and non-matching
	// lists do not match a newline, and ^ and $ also match at newlines inside
	// the text.
	Newline bool
	// Bytes matches bytes instead of UTF-8 characters (the C locale). In
	// UTF-8 mode a byte that is not part of a valid character is matched only
	// by the same byte in the pattern.
	Bytes bool
	// Word accepts only matches between non-word characters (grep -w).
	Word bool
	// Line accepts only matches of the whole text (grep -x); with Newline, of
	// whole lines.
	Line bool
}

// MatchOptions says how to match. The zero value matches a complete text.
type MatchOptions struct {
	// NotBOL and NotEOL say that the begin or end of the text is not a line
	// boundary for ^ and $.
	NotBOL, NotEOL bool
	// Tick, when set, is told of every step the matcher took, in portions. An
	// error from it ends the match and is returned unchanged. The portions
	// depend only on the pattern, the text and these options.
	Tick func(n int) error
}

// Limits of a pattern. They bound the memory of a compiled program.
const (
	// maxRepeat is RE_DUP_MAX of glibc.
	maxRepeat = 32767
	// maxProgram bounds the instructions of a program after intervals are
	// expanded.
	maxProgram = 200_000
	// maxDepth bounds the nesting of groups and operators.
	maxDepth = 1000
	// maxGroups bounds the number of groups.
	maxGroups = 32767
)
