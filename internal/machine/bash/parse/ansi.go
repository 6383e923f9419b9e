package parse

import (
	"strings"
	"unicode/utf8"
)

// DecodeAnsi returns the text that $'...' stands for, given what is between
// the quotes.
func DecodeAnsi(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 >= len(s) {
			out = append(out, s[i])
			i++
			continue
		}
		var stop bool
		out, i, stop = ansiEscape(out, s, i+1)
		if stop {
			break
		}
	}
	return string(out)
}

// ansiEscape decodes the escape whose letter is s[i]. A NUL ends the text.
func ansiEscape(out []byte, s string, i int) ([]byte, int, bool) {
	c := s[i]
	if k := strings.IndexByte("abeEfnrtv\\'\"?", c); k >= 0 {
		return append(out, "\a\b\x1b\x1b\f\n\r\t\v\\'\"?"[k]), i + 1, false
	}
	switch {
	case c >= '0' && c <= '7':
		v, n := digits(s[i:], 8, 3)
		return appendByte(out, byte(v), i+n)
	case c == 'x':
		if i+1 < len(s) && s[i+1] == '{' {
			v, n := digits(s[i+2:], 16, 8)
			if n > 0 && i+2+n < len(s) && s[i+2+n] == '}' {
				return appendByte(out, byte(v), i+3+n)
			}
		}
		if v, n := digits(s[i+1:], 16, 2); n > 0 {
			return appendByte(out, byte(v), i+1+n)
		}
	case c == 'u' || c == 'U':
		most := 4
		if c == 'U' {
			most = 8
		}
		if v, n := digits(s[i+1:], 16, most); n > 0 {
			if v == 0 {
				return out, i, true
			}
			return utf8.AppendRune(out, rune(v)), i + 1 + n, false
		}
	case c == 'c' && i+1 < len(s):
		n := 2
		if s[i+1] == '\\' && i+2 < len(s) && s[i+2] == '\\' {
			n = 3
		}
		if s[i+1] == '?' {
			return append(out, 0x7f), i + n, false
		}
		return appendByte(out, upper(s[i+1])&0x1f, i+n)
	}
	return append(out, '\\', c), i + 1, false
}

func appendByte(out []byte, c byte, next int) ([]byte, int, bool) {
	if c == 0 {
		return out, next, true
	}
	return append(out, c), next, false
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 32
	}
	return c
}

// digits reads at most so many digits of a base and says how many it took.
func digits(s string, base uint32, most int) (v uint32, n int) {
	for n < len(s) && n < most {
		c := s[n]
		var d uint32
		switch {
		case c >= '0' && c <= '9':
			d = uint32(c - '0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			d = uint32(c|0x20-'a') + 10
		default:
			return v, n
		}
		if d >= base {
			return v, n
		}
		v = v*base + d
		n++
	}
	return v, n
}
