package gnu

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Quote quotes s as GNU's quote() does in a UTF-8 locale: ‘s’, with what cannot be shown in C's escapes.
func Quote(s string) string { return "‘" + cEscape(s, "’") + "’" }

// cEscape writes s with C's escapes for what is not printable.
func cEscape(s, end string) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f || s[i] == '\\' {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case strings.HasPrefix(s[i:], end):
			b.WriteString(`\` + end)
			i += len(end)
			continue
		case r == utf8.RuneError && n <= 1 || r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0:
			for k := range n {
				b.WriteString(cByte(s[i+k]))
			}
		case r == '\\':
			b.WriteString(`\\`)
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

func cByte(c byte) string {
	if i := strings.IndexByte("\a\b\f\n\r\t\v", c); i >= 0 {
		return `\` + "abfnrtv"[i:i+1]
	}
	return fmt.Sprintf(`\%03o`, c)
}

// QuoteAF quotes s as GNU's quoteaf() does: always, for a shell: 's', or with $'...' pieces for what cannot be shown.
func QuoteAF(s string) string { return shellQuote(s, true) }

// QuoteF quotes s as GNU's quotef() does: for a shell, and only when s needs it.
func QuoteF(s string) string { return shellQuote(s, false) }

// shellSafe says whether s can stand in a shell command as it is.
func shellSafe(s string) bool {
	if s == "" {
		return false
	}
	if strings.IndexByte("#~", s[0]) >= 0 {
		return false
	}
	if s == "{" || s == "}" {
		return false
	}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n <= 1 || r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0 ||
			r < 0x80 && strings.IndexByte(" !\"$&'()*;<=>?[\\^`|", byte(r)) >= 0 {
			return false
		}
		i += n
	}
	return true
}

func shellQuote(s string, always bool) string {
	if shellSafe(s) {
		if always {
			return "'" + s + "'"
		}
		return s
	}
	if !strings.ContainsRune(s, '\'') {
		if !hasUnprintable(s) {
			return "'" + s + "'"
		}
	} else if !hasUnprintable(s) && !strings.ContainsAny(s, "\"$`\\!") {
		return `"` + s + `"`
	}
	return shellPieces(s)
}

func hasUnprintable(s string) bool {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n <= 1 || r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return true
		}
		i += n
	}
	return false
}

// shellPieces writes s as 'text'$'\n”text', the form for names with bytes that cannot be shown.
func shellPieces(s string) string {
	var b strings.Builder
	b.WriteByte('\'')
	escape := false
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n <= 1 || r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0:
			if !escape {
				b.WriteString("'$'")
				escape = true
			}
			for k := range n {
				b.WriteString(cByte(s[i+k]))
			}
		case r == '\'':
			b.WriteString(`'\''`)
			escape = false
		default:
			if escape {
				b.WriteString("''")
				escape = false
			}
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	b.WriteByte('\'')
	return b.String()
}
