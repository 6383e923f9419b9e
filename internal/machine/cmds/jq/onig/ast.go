// Package onig matches regular expressions as the Oniguruma library does with its Perl_NG syntax over UTF-8, which is what jq
// uses: a backtracking matcher with look-around, back-references, atomic groups, conditions and calls of groups. Every step is
// counted, so that a budget ends a pattern that backtracks for ever.
package onig

// Options are the flags of a pattern.
type Options struct {
	IgnoreCase bool
	Extend     bool // blanks and comments in the pattern are ignored
	DotAll     bool // . matches a newline
	Longest    bool
	NotEmpty   bool
}

type kind uint8

const (
	kEmpty  kind = iota
	kChar        // r
	kAny         // . ; all says that newlines count
	kClass       // set
	kAssert      // op
	kGroup       // capture n of list[0]
	kCat
	kAlt
	kRepeat // list[0] from min to max times
	kAtomic // list[0] without going back into it
	kLook   // list[0] ahead or behind
	kBackref
	kCall // group n again
	kCond // if group n took part, list[0], else list[1]
	kKeep // the match begins here
	kNewline
	kCluster // a character with its marks
	kBound   // between two such; neg: not there
	kFail
)

const unlimited = -1

type node struct {
	kind       kind
	r          rune
	fold       bool // ignoring case
	all        bool
	neg        bool // of a look-around
	behind     bool
	lazy       bool
	possessive bool
	op         assertion
	n          int
	refs       []int
	name       string
	min, max   int
	set        *set
	list       []*node
	cond       *node // of kCond without a group: the pattern
	minLen     int   // of a look-behind, in characters
}

type assertion uint8

const (
	beginBuf assertion = iota
	endBuf
	semiEndBuf
	beginLine
	endLine
	wordBound
	notWordBound
	searchStart
)

// Error is a malformed pattern; its text is Oniguruma's.
type Error struct{ Text string }

// Error returns the text.
func (e *Error) Error() string { return e.Text }

// Unsupported is a pattern that is not malformed but beyond this package.
type Unsupported struct{ What string }

// Error says what it is.
func (e *Unsupported) Error() string { return "regular expression: " + e.What }
