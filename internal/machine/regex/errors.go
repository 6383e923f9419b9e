package regex

// ErrorCode tells the kinds of pattern errors apart.
type ErrorCode uint8

// The codes of glibc, followed by those of other programs.
const (
	BadPattern ErrorCode = iota + 1
	BadCollation
	BadClass
	TrailingBackslash
	BadBackref
	UnmatchedBracket
	UnmatchedParen
	UnmatchedBrace
	BadInterval
	BadRange
	OutOfMemory
	BadRepeat
	TooBig
	UnmatchedCloseParen
	// ClassSyntax is the complaint of grep and sed about [:space:] outside
	// of a bracket expression. Sed prints it without its usual position and
	// exits with status 4.
	ClassSyntax
	// MawkSyntax is an error of the AWK syntax; the text says which.
	MawkSyntax
)

var errorTexts = [...]string{
	BadPattern:          "Invalid regular expression",
	BadCollation:        "Invalid collation character",
	BadClass:            "Invalid character class name",
	TrailingBackslash:   "Trailing backslash",
	BadBackref:          "Invalid back reference",
	UnmatchedBracket:    "Unmatched [, [^, [:, [., or [=",
	UnmatchedParen:      `Unmatched ( or \(`,
	UnmatchedBrace:      `Unmatched \{`,
	BadInterval:         `Invalid content of \{\}`,
	BadRange:            "Invalid range end",
	OutOfMemory:         "Memory exhausted",
	BadRepeat:           "Invalid preceding regular expression",
	TooBig:              "Regular expression too big",
	UnmatchedCloseParen: `Unmatched ) or \)`,
	ClassSyntax:         "character class syntax is [[:space:]], not [:space:]",
	MawkSyntax:          "syntax error",
}

// Error is a malformed pattern. Its text is exactly what the simulated
// program prints after its own prefix.
type Error struct {
	Code ErrorCode
	// Detail replaces the text of the code when it is not empty.
	Detail string
}

// Error returns the text, such as "Unmatched ( or \(".
func (e *Error) Error() string {
	if e.Detail != "" {
		return e.Detail
	}
	return errorTexts[e.Code]
}

func fail(c ErrorCode) *Error { return &Error{Code: c} }

func mawkError(text string) *Error { return &Error{Code: MawkSyntax, Detail: text} }
