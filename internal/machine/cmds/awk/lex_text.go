package awk

import (
	"strconv"
	"strings"
)

// str reads a string constant.
func (l *lexer) str() token {
	s := l.src.text
	i := l.pos + 1
	for i < len(s) && s[i] != '"' && s[i] != '\n' {
		if s[i] == '\\' && i+1 < len(s) {
			if s[i+1] == '\n' {
				l.line++
			}
			i++
		}
		i++
	}
	if i >= len(s) || s[i] == '\n' {
		l.ps.fatalAt(l.line, "runaway string constant "+clip(s[l.pos:min(i, len(s))])+" ...")
	}
	l.text = unescape(s[l.pos+1 : i])
	l.pos = i + 1
	return tString
}

// clip shortens what a message shows of the program.
func clip(s string) string { return s[:min(len(s), 11)] }

// unescape resolves the escapes of a string.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch k := strings.IndexByte("\"\\abfnrtv", s[i]); {
		case s[i] == '\n':
		case k >= 0:
			b.WriteByte("\"\\\a\b\f\n\r\t\v"[k])
		case s[i] >= '0' && s[i] <= '7':
			n := 0
			j := i
			for ; j < len(s) && j < i+3 && s[j] >= '0' && s[j] <= '7'; j++ {
				n = n*8 + int(s[j]-'0')
			}
			b.WriteByte(byte(n))
			i = j - 1
		case s[i] == 'x' && i+1 < len(s) && isHex(s[i+1]):
			j := i + 1
			for j < len(s) && j < i+3 && isHex(s[j]) {
				j++
			}
			n, _ := strconv.ParseUint(s[i+1:j], 16, 8)
			b.WriteByte(byte(n))
			i = j - 1
		default:
			b.WriteByte('\\')
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// slash is a division or the beginning of a regular expression, by what stands before it.
func (l *lexer) slash() token {
	switch l.tok {
	case tName, tNumber, tString, tRegex, tRParen, tRBox, tDollar, tInc, tDec, tLength, tBuiltin:
		l.pos++
		if l.peekByte() == '=' {
			l.pos++
			l.text = "/="
			return tDivAsg
		}
		l.text = "/"
		return tDiv
	}
	return l.regex()
}

func (l *lexer) regex() token {
	s := l.src.text
	i := l.pos + 1
	var b strings.Builder
	box := 0 // position in a bracket expression: 0 outside, 1 after [, 2 after the first character
	for ; ; i++ {
		if i >= len(s) || s[i] == '\n' {
			l.ps.fatalAt(l.line, "runaway regular expression "+clip(s[l.pos:min(i, len(s))])+" ...")
		}
		c := s[i]
		switch {
		case c == '/' && box == 0:
			l.text = b.String()
			l.pos = i + 1
			return tRegex
		case c == '\\' && i+1 < len(s) && s[i+1] == '/':
			b.WriteByte('/')
			i++
			box = min(box*2, 2)
			continue
		case c == '\\' && i+1 < len(s) && s[i+1] == '\n':
			l.line++
			i++
			continue
		case c == '\\' && i+1 < len(s) && box == 0:
			b.WriteByte(c)
			i++
			c = s[i]
		case c == '[' && box == 0:
			box = 1
			if i+1 < len(s) && s[i+1] == '^' {
				b.WriteByte(c)
				i++
				c = '^'
			}
		case c == ']' && box == 2:
			box = 0
		case box == 1:
			box = 2
		}
		b.WriteByte(c)
	}
}
