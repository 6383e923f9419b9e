package gnu

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Style is one of GNU's ways to write a name, as in ls --quoting-style.
type Style uint8

// The quoting styles.
const (
	StyleLiteral Style = iota
	StyleShell
	StyleShellAlways
	StyleShellEscape
	StyleShellEscapeAlways
	StyleC
	StyleCMaybe
	StyleEscape
	StyleLocale
	StyleCLocale
)

// QuoteStyles are the names of the styles in the order of the constants, as ls accepts them.
var QuoteStyles = []string{"literal", "shell", "shell-always", "shell-escape", "shell-escape-always", "c", "c-maybe",
	"escape", "locale", "clocale"}

// QuoteAs writes s in a style. The bytes of extra are treated as special too.
func QuoteAs(s string, style Style, extra string) string {
	switch style {
	case StyleShell:
		return shellStyle(s, false, false, extra)
	case StyleShellAlways:
		return shellStyle(s, false, true, extra)
	case StyleShellEscape:
		return shellStyle(s, true, false, extra)
	case StyleShellEscapeAlways:
		return shellStyle(s, true, true, extra)
	case StyleC:
		return `"` + cStyle(s, `"`, extra) + `"`
	case StyleCMaybe:
		if q := cStyle(s, `"`, extra); q != s {
			return `"` + q + `"`
		}
		return s
	case StyleEscape:
		return cStyle(s, "", extra)
	case StyleLocale, StyleCLocale:
		return "‘" + cStyle(s, "’", extra) + "’"
	}
	return s
}

// Printable says whether a rune can be shown, as glibc's iswprint does in C.UTF-8.
func Printable(r rune) bool {
	if r < 0x7f {
		return r >= 0x20
	}
	return unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Co)
}

// next returns the rune at the start of s, its length, and whether it can be shown.
func next(s string) (r rune, n int, printable bool) {
	if c := s[0]; c < utf8.RuneSelf {
		return rune(c), 1, c >= 0x20 && c < 0x7f
	}
	r, n = utf8.DecodeRuneInString(s)
	return r, n, (r != utf8.RuneError || n > 1) && Printable(r)
}

// cStyle writes s with C's escapes for what cannot be shown, for backslashes, and for the closing quote end.
func cStyle(s, end, extra string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n, printable := next(s[i:])
		switch {
		case end != "" && strings.HasPrefix(s[i:], end):
			n = len(end)
			b.WriteByte('\\')
			b.WriteString(end)
		case !printable:
			for k := range n {
				b.WriteString(cByte(s[i+k]))
			}
		case r == '\\':
			b.WriteString(`\\`)
		case n == 1 && extra != "" && strings.IndexByte(extra, s[i]) >= 0:
			b.WriteByte('\\')
			b.WriteByte(s[i])
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// shellClass says of the character at s[i:] whether it makes quotes necessary and whether it means the same between single
// and double quotes.
func shellClass(s string, i, n int, r rune, printable, escapes bool, extra string) (special, compat bool) {
	switch {
	case extra != "" && n == 1 && strings.IndexByte(extra, s[i]) >= 0:
		return true, true
	case r == '\n' || r == '\t' || r == '\r':
		return true, false
	case !printable:
		return escapes, false
	case r == '{' || r == '}':
		return len(s) == 1, len(s) == 1
	case r == '#' || r == '~':
		return i == 0, i == 0
	case r == ' ':
		return true, true
	case r == '\'':
		return true, true
	case r < 0x80 && strings.IndexByte("!\"$&()*;<=>?[\\^`|", byte(r)) >= 0:
		return true, false
	}
	return false, true
}

// shellStyle quotes s for a shell; with escapes, what cannot be shown is written as $'...', without it stays as it is.
func shellStyle(s string, escapes, always bool, extra string) string {
	special, compat, quote, pending := s == "", true, false, false
	for i := 0; i < len(s); {
		r, n, printable := next(s[i:])
		sp, co := shellClass(s, i, n, r, printable, escapes, extra)
		special, compat = special || sp, compat && co
		pending = escapes && !printable
		quote = quote || r == '\''
		i += n
	}
	switch {
	case !special && !always:
		return s
	case quote && compat:
		return `"` + s + `"`
	}
	// With an apostrophe in s, coreutils 9.1 writes the name in a second pass that starts in the state in which the first
	// one ended.
	return shellPieces(s, escapes, pending && quote)
}

// shellPieces writes s as 'text'$'\n'”text', the form for names with bytes that cannot be shown.
func shellPieces(s string, escapes, pending bool) string {
	var b strings.Builder
	b.WriteByte('\'')
	for i := 0; i < len(s); {
		r, n, printable := next(s[i:])
		switch {
		case escapes && !printable:
			if !pending {
				b.WriteString("'$'")
				pending = true
			}
			for k := range n {
				b.WriteString(cByte(s[i+k]))
			}
			i += n
			continue
		case r == '\'':
			b.WriteString(`'\''`)
			pending = false
		default:
			if pending {
				b.WriteString("''")
				pending = false
			}
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	b.WriteByte('\'')
	return b.String()
}
