package bash

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// quotables are the characters that mean something in a pattern, a regular expression or a replacement.
const quotables = "*?[]\\!^-@+()|{}.$&"

// escapePattern, escapeRegex and escapeReplacement append c so that it stands for itself.
func escapePattern(dst []byte, c byte) []byte {
	if strings.IndexByte("*?[]\\!^-@+()|", c) >= 0 {
		dst = append(dst, '\\')
	}
	return append(dst, c)
}

// escapeAll escapes every quoted character, as bash does for case and [[; set -x shows it.
func escapeAll(dst []byte, c byte) []byte {
	if c&0xc0 == 0x80 {
		return append(dst, c)
	}
	return append(dst, '\\', c)
}

func escapeRegex(dst []byte, c byte) []byte {
	if strings.IndexByte(".[]\\()*+?{}|^$", c) >= 0 {
		dst = append(dst, '\\')
	}
	return append(dst, c)
}

func escapeReplacement(dst []byte, c byte) []byte {
	if c == '&' || c == '\\' {
		dst = append(dst, '\\')
	}
	return append(dst, c)
}

// escapeSpans returns buf with the characters in the quoted stretches escaped. It returns buf itself when there are none.
func escapeSpans(buf []byte, quoted []span, esc func([]byte, byte) []byte) []byte {
	if len(quoted) == 0 {
		return buf
	}
	out := make([]byte, 0, len(buf)+8)
	at := 0
	for _, q := range quoted {
		out = append(out, buf[at:q.from]...)
		for _, c := range buf[q.from:q.to] {
			out = esc(out, c)
		}
		at = q.to
	}
	return append(out, buf[at:]...)
}

// printable says whether the terminal would show r as a character.
func printable(r rune) bool {
	if r < 0x7f {
		return r >= 0x20
	}
	return ctype.Is(r, ctype.Print)
}

// needsAnsi says whether s has bytes that only $'...' can show.
func needsAnsi(s string) bool {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if c < 0x20 || c == 0x7f {
				return true
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || !printable(r) {
			return true
		}
		i += n
	}
	return false
}

// quoteAnsi writes s as $'...'.
func quoteAnsi(s string) string {
	var sb strings.Builder
	sb.WriteString("$'")
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		c := s[i]
		switch {
		case c == '\\' || c == '\'':
			sb.WriteByte('\\')
			sb.WriteByte(c)
		case c == 0x1b:
			sb.WriteString(`\E`)
		case c < 0x20 && strings.IndexByte("\a\b\f\n\r\t\v", c) >= 0:
			sb.WriteByte('\\')
			sb.WriteByte("abfnrtv"[strings.IndexByte("\a\b\f\n\r\t\v", c)])
		case r == utf8.RuneError && n <= 1 || !printable(r):
			for k := range n {
				octal(&sb, s[i+k])
			}
		default:
			sb.WriteString(s[i : i+n])
		}
		i += n
	}
	sb.WriteByte('\'')
	return sb.String()
}

func octal(sb *strings.Builder, c byte) {
	sb.Write([]byte{'\\', '0' + c>>6, '0' + c>>3&7, '0' + c&7})
}

// singleQuoted writes s in single quotes.
func singleQuoted(s string) string {
	if s == "'" {
		return `\'`
	}
	if strings.IndexByte(s, '\'') < 0 {
		return "'" + s + "'"
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// quoteSingle quotes s as ${x@Q}, alias and trap -p do: always.
func quoteSingle(s string) string {
	if needsAnsi(s) {
		return quoteAnsi(s)
	}
	return singleQuoted(s)
}

// hasMeta says whether s has a character that the shell would not take as it is.
func hasMeta(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\n', '\'', '"', '\\', '|', '&', ';', '(', ')', '<', '>', '!', '{', '}', '*', '[', ']', '?', '^', '$', '`':
			return true
		case '~':
			if i == 0 || s[i-1] == '=' || s[i-1] == ':' {
				return true
			}
		case '#':
			if i == 0 {
				return true
			}
		}
	}
	return false
}

// quoteValue quotes s as set shows values: only when it must be, and not when it is empty.
func quoteValue(s string) string {
	switch {
	case needsAnsi(s):
		return quoteAnsi(s)
	case hasMeta(s):
		return singleQuoted(s)
	}
	return s
}

// quoteDouble quotes s as declare -p and export -p do.
func quoteDouble(s string) string {
	if needsAnsi(s) {
		return quoteAnsi(s)
	}
	return doubleQuoted(s)
}

func doubleQuoted(s string) string {
	if !strings.ContainsAny(s, "\"$`\\") {
		return `"` + s + `"`
	}
	var sb strings.Builder
	sb.WriteByte('"')
	for i := 0; i < len(s); i++ {
		if strings.IndexByte("\"$`\\", s[i]) >= 0 {
			sb.WriteByte('\\')
		}
		sb.WriteByte(s[i])
	}
	sb.WriteByte('"')
	return sb.String()
}

// quoteKey quotes the key of an associative array as declare -p does.
func quoteKey(s string) string {
	switch {
	case needsAnsi(s):
		return quoteAnsi(s)
	case s == "" || hasMeta(s):
		return doubleQuoted(s)
	}
	return s
}

// quoteBackslash quotes s as printf %q does.
func quoteBackslash(s string) string {
	if s == "" {
		return "''"
	}
	if needsAnsi(s) {
		return quoteAnsi(s)
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if strings.IndexByte(" '\"\\|&;()<>!{}*[]?^$`,", c) >= 0 || c == '~' && (i == 0 || s[i-1] == '=' || s[i-1] == ':') ||
			c == '#' && i == 0 {
			sb.WriteByte('\\')
		}
		sb.WriteByte(c)
	}
	return sb.String()
}

// xtraceWord quotes a word as set -x shows it.
func xtraceWord(s string) string {
	switch {
	case s == "":
		return "''"
	case hasMeta(s):
		return singleQuoted(s)
	case needsAnsi(s):
		return quoteAnsi(s)
	}
	return s
}

// traceWord quotes a word as set -x shows it; dash does not quote.
func (sh *Shell) traceWord(s string) string {
	if sh.dash {
		return s
	}
	return xtraceWord(s)
}

// ansiC replaces the backslash escapes of $'...'. A NUL ends the string.
func ansiC(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var out []byte
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			out = append(out, s[i])
			i++
			continue
		}
		var n int
		var nul bool
		if out, n, nul = ansiEscape(out, s[i+1:]); nul {
			out = out[:len(out)-1]
			break
		}
		i += 1 + n
	}
	return string(out)
}

// ansiEscape appends what the escape beginning behind a backslash stands for and returns its length.
func ansiEscape(out []byte, s string) ([]byte, int, bool) {
	c := s[0]
	if i := strings.IndexByte("abfnrtveE", c); i >= 0 {
		return append(out, "\a\b\f\n\r\t\v\x1b\x1b"[i]), 1, false
	}
	switch c {
	case '\\', '\'', '"', '?':
		return append(out, c), 1, false
	case 'x':
		return ansiHex(out, s)
	case 'u', 'U':
		return ansiRune(out, s)
	case 'c':
		if len(s) < 2 {
			return append(out, '\\', 'c'), 1, false
		}
		n := 2
		if s[1] == '\\' && len(s) > 2 && s[2] == '\\' {
			n = 3
		}
		v := s[1] & 0x1f
		if s[1] == '?' {
			v = 0x7f
		}
		return append(out, v), n, v == 0
	}
	if c >= '0' && c <= '7' {
		n, v := 0, 0
		for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
			v = v*8 + int(s[n]-'0')
			n++
		}
		return append(out, byte(v)), n, byte(v) == 0
	}
	return append(out, '\\', c), 1, false
}

// ansiHex is \xHH and \x{HHH}.
func ansiHex(out []byte, s string) ([]byte, int, bool) {
	n, v := 1, 0
	brace := len(s) > 1 && s[1] == '{'
	if brace {
		n++
	}
	start := n
	for n < len(s) && (brace || n < start+2) && hexDigit(s[n]) >= 0 {
		v = v<<4&0xfff0 | hexDigit(s[n])
		n++
	}
	if n == start && !brace {
		return append(out, '\\', 'x'), 1, false
	}
	if brace {
		if n == len(s) || s[n] != '}' {
			return append(out, '\\', 'x'), 1, false
		}
		n++
	}
	return append(out, byte(v)), n, byte(v) == 0
}

// ansiRune is \uHHHH and \UHHHHHHHH.
func ansiRune(out []byte, s string) ([]byte, int, bool) {
	limit := 4
	if s[0] == 'U' {
		limit = 8
	}
	n, v := 1, 0
	for n < len(s) && n <= limit && hexDigit(s[n]) >= 0 {
		v = v<<4 | hexDigit(s[n])
		n++
	}
	if n == 1 {
		return append(out, '\\', s[0]), 1, false
	}
	return appendUCS(out, uint32(v)), n, v == 0
}

// appendUCS appends v as UTF-8 does for any number up to 31 bits, surrogates too, as bash's encoder does.
func appendUCS(out []byte, v uint32) []byte {
	switch {
	case v < 0x80:
		return append(out, byte(v))
	case v < 0x800:
		return append(out, 0xc0|byte(v>>6), 0x80|byte(v&0x3f))
	case v < 0x10000:
		return append(out, 0xe0|byte(v>>12), 0x80|byte(v>>6&0x3f), 0x80|byte(v&0x3f))
	case v < 0x200000:
		return append(out, 0xf0|byte(v>>18), 0x80|byte(v>>12&0x3f), 0x80|byte(v>>6&0x3f), 0x80|byte(v&0x3f))
	case v < 0x4000000:
		return append(out, 0xf8|byte(v>>24), 0x80|byte(v>>18&0x3f), 0x80|byte(v>>12&0x3f), 0x80|byte(v>>6&0x3f), 0x80|byte(v&0x3f))
	case v < 0x80000000:
		return append(out, 0xfc|byte(v>>30), 0x80|byte(v>>24&0x3f), 0x80|byte(v>>18&0x3f), 0x80|byte(v>>12&0x3f),
			0x80|byte(v>>6&0x3f), 0x80|byte(v&0x3f))
	}
	return out
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
