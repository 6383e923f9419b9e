package gnu

import (
	"strings"
)

// Quote quotes s as GNU's quote() does in a UTF-8 locale: ‘s’, with what cannot be shown in C's escapes.
func Quote(s string) string { return "‘" + cEscape(s, "’") + "’" }

// cEscape writes s with C's escapes for what is not printable.
func cEscape(s, end string) string {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f || s[i] == '\\' {
			return cStyle(s, end, "")
		}
	}
	return s
}

func cByte(c byte) string {
	if i := strings.IndexByte("\a\b\f\n\r\t\v", c); i >= 0 {
		return `\` + "abfnrtv"[i:i+1]
	}
	return string([]byte{'\\', '0' + c>>6, '0' + c>>3&7, '0' + c&7})
}

// QuoteAF quotes s as GNU's quoteaf() does: always, for a shell: 's', or with $'...' pieces for what cannot be shown.
func QuoteAF(s string) string { return shellStyle(s, true, true, "") }

// QuoteF quotes s as GNU's quotef() does: for a shell, and only when s needs it. A colon needs it too, since a colon follows
// the name in messages.
func QuoteF(s string) string { return shellStyle(s, true, false, ":") }
