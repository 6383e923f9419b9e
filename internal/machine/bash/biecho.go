package bash

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"
)

// biEcho is echo.
func biEcho(_ context.Context, sh *Shell, args []Field) int {
	rest := args[1:]
	newline, escapes := true, sh.shopt(shoptXpgEcho) || sh.dash
	for len(rest) > 0 && echoFlag(rest[0].S, sh.dash) {
		for _, c := range rest[0].S[1:] {
			switch c {
			case 'n':
				newline = false
			case 'e':
				escapes = true
			case 'E':
				escapes = false
			}
		}
		rest = rest[1:]
	}
	for i, a := range rest {
		if i > 0 {
			sh.say(Str{S: " "})
		}
		if !escapes || strings.IndexByte(a.S, '\\') < 0 {
			sh.say(a)
			continue
		}
		text, stop := echoEscapes(a.S, sh.dash)
		sh.say(Str{S: text, L: a.L})
		if stop {
			return 0
		}
	}
	if newline {
		sh.say(Str{S: "\n"})
	}
	return 0
}

func echoFlag(s string, dash bool) bool {
	if dash {
		return s == "-n"
	}
	if len(s) < 2 || s[0] != '-' {
		return false
	}
	return strings.Trim(s[1:], "neE") == ""
}

// echoEscapes expands the escapes of echo -e; stop says that \c ended the output.
func echoEscapes(s string, dash bool) (out string, stop bool) {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case c == 'c':
			return string(b), true
		case c == '0':
			n, k := digits(s[i+1:], 8, 3)
			b, i = append(b, byte(n)), i+k
		case dash && c >= '1' && c <= '7':
			n, k := digits(s[i:], 8, 3)
			b, i = append(b, byte(n)), i+k-1
		default:
			var k int
			b, k = commonEscape(b, s[i:], dash)
			i += k - 1
		}
	}
	return string(b), false
}

// digits reads up to most digits of a base and returns their value and count.
func digits(s string, base, most int) (n, k int) {
	for k < most && k < len(s) {
		d, err := strconv.ParseUint(s[k:k+1], base, 8)
		if err != nil {
			break
		}
		n = n*base + int(d)
		k++
	}
	return n, k
}

// commonEscape appends what the escape at the start of s (without its backslash) stands for in echo -e, printf and %b, and
// returns how many bytes of s it took. What is no escape stays, with its backslash.
func commonEscape(b []byte, s string, dash bool) ([]byte, int) {
	if k := strings.IndexByte(`abfnrtv\`, s[0]); k >= 0 {
		return append(b, "\a\b\f\n\r\t\v\\"[k]), 1
	}
	if dash {
		return append(b, '\\', s[0]), 1
	}
	switch s[0] {
	case 'e', 'E':
		return append(b, 0x1b), 1
	case 'x':
		if n, k := digits(s[1:], 16, 2); k > 0 {
			return append(b, byte(n)), k + 1
		}
	case 'u', 'U':
		most := 4
		if s[0] == 'U' {
			most = 8
		}
		if n, k := digits(s[1:], 16, most); k > 0 {
			return appendRune(b, n), k + 1
		}
	}
	return append(b, '\\', s[0]), 1
}

// appendRune appends a code point as UTF-8, also those that are no characters, as bash does.
func appendRune(b []byte, n int) []byte {
	if n <= utf8.MaxRune && (n < 0xd800 || n > 0xdfff) {
		return utf8.AppendRune(b, rune(n))
	}
	switch {
	case n < 0x10000:
		return append(b, 0xe0|byte(n>>12), 0x80|byte(n>>6&0x3f), 0x80|byte(n&0x3f))
	case n < 0x200000:
		return append(b, 0xf0|byte(n>>18), 0x80|byte(n>>12&0x3f), 0x80|byte(n>>6&0x3f), 0x80|byte(n&0x3f))
	case n < 0x4000000:
		return append(b, 0xf8|byte(n>>24), 0x80|byte(n>>18&0x3f), 0x80|byte(n>>12&0x3f), 0x80|byte(n>>6&0x3f), 0x80|byte(n&0x3f))
	}
	return append(b, 0xfc|byte(n>>30&1), 0x80|byte(n>>24&0x3f), 0x80|byte(n>>18&0x3f), 0x80|byte(n>>12&0x3f),
		0x80|byte(n>>6&0x3f), 0x80|byte(n&0x3f))
}
