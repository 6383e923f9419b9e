// Package textdiff shows how two texts differ, as a unified diff that is safe to print.
package textdiff

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"
)

// Options bound and name a diff. The zero value is usable.
type Options struct {
	Want, Got string // names of the two sides; empty means "want" and "got"
	MaxBytes  int    // of either side that is looked at; 0 means 1 MiB
	MaxLines  int    // of the diff that are shown; 0 means 200
}

// Unified returns the unified diff from want to got, "" when they are equal. Bytes that a terminal
// would not show, or would obey, are written as \x1b, \r and the like, so that two texts which
// differ never look the same; what is cut off is said in the last line.
func Unified(want, got []byte, o Options) string {
	if bytes.Equal(want, got) {
		return ""
	}
	if o.Want == "" {
		o.Want = "want"
	}
	if o.Got == "" {
		o.Got = "got"
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = 1 << 20
	}
	if o.MaxLines <= 0 {
		o.MaxLines = 200
	}
	w, wCut := visible(want, o.MaxBytes)
	g, gCut := visible(got, o.MaxBytes)
	out := string(diff.Diff(o.Want, []byte(w), o.Got, []byte(g)))
	if out == "" {
		return fmt.Sprintf("--- %s\n+++ %s\nthe first %d bytes are equal; the sides have %d and %d bytes\n", o.Want, o.Got, o.MaxBytes, len(want), len(got))
	}
	// The library begins with a line "diff want got", which says nothing more than the next two.
	if _, rest, ok := strings.Cut(out, "\n"); ok && strings.HasPrefix(out, "diff ") {
		out = rest
	}
	out = capLines(out, o.MaxLines)
	if wCut || gCut {
		out += fmt.Sprintf("only the first %d bytes were compared; the sides have %d and %d bytes\n", o.MaxBytes, len(want), len(got))
	}
	return out
}

func capLines(s string, limit int) string {
	end := 0
	for range limit {
		n := strings.IndexByte(s[end:], '\n')
		if n < 0 {
			return s
		}
		end += n + 1
	}
	if rest := strings.Count(s[end:], "\n"); rest > 0 {
		return s[:end] + fmt.Sprintf("and %d more lines\n", rest)
	}
	return s
}

// visible spells out what would not be seen. A backslash is doubled only where it would read as one
// of these spellings, so that ordinary text stays as it is and no two texts are spelt alike.
func visible(b []byte, limit int) (text string, cut bool) {
	if len(b) > limit {
		b, cut = b[:limit], true
	}
	var out strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case r == '\\' && ambiguous(b[1:]):
			out.WriteString(`\\`)
		case plain(r, n):
			out.WriteRune(r)
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&out, `\x%02x`, b[0])
		default:
			q := strconv.QuoteRuneToASCII(r)
			out.WriteString(q[1 : len(q)-1])
		}
		b = b[n:]
	}
	return out.String(), cut
}

// plain reports whether a rune of n bytes is shown as it is.
func plain(r rune, n int) bool {
	switch r {
	case '\n', '\t', ' ':
		return true
	case utf8.RuneError:
		return n > 1
	}
	return unicode.IsGraphic(r) && !unicode.IsSpace(r)
}

// ambiguous reports whether a backslash before rest would read as a spelling of something else.
func ambiguous(rest []byte) bool {
	if len(rest) == 0 {
		return false
	}
	r, n := utf8.DecodeRune(rest)
	return !plain(r, n) || strings.IndexByte(`abfnrtvxuU\`, rest[0]) >= 0
}
