package jq

import (
	"encoding/base64"
	"strings"
)

// formatValue is @NAME.
func formatValue(m *vm, a []value) (value, *failure) {
	f, ok := a[1].(*str)
	if !ok {
		return nil, m.typeError(a[1], "is not a valid format")
	}
	v := a[0]
	name, _, _ := strings.Cut(f.s, "\x00")
	switch name {
	case "json":
		return newStr(m.h.dump(v)), nil
	case "text":
		return newStr(m.h.toString(v)), nil
	case "csv", "tsv":
		return m.row(v, name)
	case "html":
		return m.newStr(escapeText(m.h.toString(v), htmlEscape)), nil
	case "uri":
		return m.newStr(uriText(m.h.toString(v))), nil
	case "sh":
		return m.shellWords(v)
	case "base64":
		return m.newStr(base64.StdEncoding.EncodeToString([]byte(m.h.toString(v)))), nil
	case "base64d":
		return m.base64Decode(newStr(m.h.toString(v)))
	}
	return nil, fail(f.s + " is not a valid format")
}

// escapeText replaces characters; one that escape returns "" for stays. A NUL becomes \0.
func escapeText(s string, escape func(c byte) string) string {
	var b strings.Builder
	from := 0
	for i := range len(s) {
		e := escape(s[i])
		if s[i] == 0 {
			e = `\0`
		}
		if e != "" {
			b.WriteString(s[from:i])
			b.WriteString(e)
			from = i + 1
		}
	}
	b.WriteString(s[from:])
	return b.String()
}

func htmlEscape(c byte) string {
	switch c {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '\'':
		return "&apos;"
	case '"':
		return "&quot;"
	}
	return ""
}

func csvEscape(c byte) string {
	if c == '"' {
		return `""`
	}
	return ""
}

func tsvEscape(c byte) string {
	switch c {
	case '\t':
		return `\t`
	case '\r':
		return `\r`
	case '\n':
		return `\n`
	case '\\':
		return `\\`
	}
	return ""
}

func shellEscape(c byte) string {
	if c == '\'' {
		return `'\''`
	}
	return ""
}

func (m *vm) row(v value, name string) (value, *failure) {
	list, ok := v.(*arr)
	if !ok {
		return nil, m.typeError(v, "cannot be "+name+"-formatted, only array")
	}
	sep, quote, escape := byte(','), `"`, csvEscape
	if name == "tsv" {
		sep, quote, escape = '\t', "", tsvEscape
	}
	var b []byte
	for i, e := range list.v {
		if i > 0 {
			b = append(b, sep)
		}
		m.h.grow(len(b))
		switch e := e.(type) {
		case nil:
		case bool:
			b = append(b, m.h.dump(e)...)
		case float64:
			if e == e {
				b = appendNumber(b, e)
			}
		case *str:
			b = append(append(append(b, quote...), escapeText(e.s, escape)...), quote...)
		default:
			return nil, m.typeError(e, "is not valid in a csv row")
		}
	}
	return m.newStr(string(b)), nil
}

func (m *vm) shellWords(v value) (value, *failure) {
	words := []value{v}
	if list, ok := v.(*arr); ok {
		words = list.v
	}
	var b []byte
	for i, e := range words {
		if i > 0 {
			b = append(b, ' ')
		}
		m.h.grow(len(b))
		switch e := e.(type) {
		case *str:
			b = append(append(append(b, '\''), escapeText(e.s, shellEscape)...), '\'')
		case *arr, *obj:
			return nil, m.typeError(e, "can not be escaped for shell")
		default:
			b = append(b, m.h.dump(e)...)
		}
	}
	return m.newStr(string(b)), nil
}

func uriText(s string) string {
	const hex = "0123456789ABCDEF"
	var b []byte
	for i := range len(s) {
		c := s[i]
		if isName(c) || strings.IndexByte("-_.!~*'()", c) >= 0 && c != 0 {
			b = append(b, c)
		} else {
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(b)
}

// base64Decode decodes up to the first =; whatever else is no digit is an error.
func (m *vm) base64Decode(s *str) (value, *failure) {
	var out []byte
	code, n := 0, 0
	for i := 0; i < len(s.s) && s.s[i] != '='; i++ {
		d := base64Digit(s.s[i])
		if d < 0 {
			return nil, m.typeError(s, "is not valid base64 data")
		}
		code = code<<6 | d
		if n++; n == 4 {
			out = append(out, byte(code>>16), byte(code>>8), byte(code))
			code, n = 0, 0
		}
	}
	switch n {
	case 3:
		out = append(out, byte(code>>10), byte(code>>2))
	case 2:
		out = append(out, byte(code>>4))
	case 1:
		return nil, m.typeError(s, "trailing base64 byte found")
	}
	return m.newStr(validText(string(out))), nil
}

func base64Digit(c byte) int {
	switch {
	case c >= 'A' && c <= 'Z':
		return int(c - 'A')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 26
	case isDigit(c):
		return int(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return -1
}
