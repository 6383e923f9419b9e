package jq

import (
	"strings"
	"unicode/utf8"
)

func (h *host) toString(v value) string {
	if s, ok := v.(*str); ok {
		return s.s
	}
	return h.dump(v)
}

func twoStrings(a []value) (x, y string, ok bool) {
	s, ok1 := a[0].(*str)
	t, ok2 := a[1].(*str)
	if !ok1 || !ok2 {
		return "", "", false
	}
	return s.s, t.s, true
}

func startsWith(_ *vm, a []value) (value, *failure) {
	x, y, ok := twoStrings(a)
	if !ok {
		return nil, fail("startswith() requires string inputs")
	}
	return strings.HasPrefix(x, y), nil
}

func endsWith(_ *vm, a []value) (value, *failure) {
	x, y, ok := twoStrings(a)
	if !ok {
		return nil, fail("endswith() requires string inputs")
	}
	return strings.HasSuffix(x, y), nil
}

func trimLeft(m *vm, a []value) (value, *failure) {
	if x, y, ok := twoStrings(a); ok && strings.HasPrefix(x, y) {
		return m.newStr(x[len(y):]), nil
	}
	return a[0], nil
}

func trimRight(m *vm, a []value) (value, *failure) {
	if x, y, ok := twoStrings(a); ok && strings.HasSuffix(x, y) {
		return m.newStr(x[:len(x)-len(y)]), nil
	}
	return a[0], nil
}

func split(m *vm, a []value) (value, *failure) {
	x, y, ok := twoStrings(a)
	if !ok {
		return nil, fail("split input and separator must be strings")
	}
	return m.splitString(x, y), nil
}

// splitString cuts s at each sep; an empty one cuts between all characters, and an empty s has no parts.
func (m *vm) splitString(s, sep string) value {
	var out []value
	switch {
	case sep == "":
		for i := 0; i < len(s); {
			_, n := utf8.DecodeRuneInString(s[i:])
			out = append(out, newStr(s[i:i+n]))
			i += n
		}
	case s != "":
		for _, part := range strings.Split(s, sep) {
			out = append(out, newStr(validText(part)))
		}
	}
	m.allocated(len(s) + 48*len(out))
	return newArr(out)
}

func stringIndices(m *vm, a []value) (value, *failure) {
	x, y, _ := twoStrings(a)
	var out []value
	if y == "" {
		m.h.p.Exhaust("steps") // jq searches the same place for ever
	}
	for i := 0; ; {
		j := strings.Index(x[i:], y)
		if j < 0 {
			break
		}
		out = append(out, float64(i+j))
		i += j + len(y)
	}
	m.allocated(len(x) + 24*len(out))
	return newArr(out), nil
}

func explode(m *vm, a []value) (value, *failure) {
	s, ok := a[0].(*str)
	if !ok {
		return nil, fail("explode input must be a string")
	}
	out := make([]value, 0, len(s.s))
	for _, r := range s.s {
		out = append(out, float64(r))
	}
	m.allocated(24 * len(out))
	return newArr(out), nil
}

func implode(m *vm, a []value) (value, *failure) {
	v, ok := a[0].(*arr)
	if !ok {
		return nil, fail("implode input must be an array")
	}
	b := make([]byte, 0, len(v.v))
	for _, e := range v.v {
		f, ok := e.(float64)
		if !ok {
			m.io.abort("src/jv.c:727: jv_string_implode: Assertion `jv_get_kind(n) == JV_KIND_NUMBER' failed.")
		}
		r := toInt(f)
		if r > utf8.MaxRune {
			r = utf8.RuneError
		}
		if r < 0 {
			m.io.abort("src/jv_unicode.c:101: jvp_utf8_encode: Assertion `codepoint >= 0 && codepoint <= 0x10FFFF' failed.")
		}
		b = appendCodepoint(b, rune(r))
	}
	return m.newStr(string(b)), nil
}

func byteLength(m *vm, a []value) (value, *failure) {
	if s, ok := a[0].(*str); ok {
		return float64(len(s.s)), nil
	}
	return nil, m.typeError(a[0], "only strings have UTF-8 byte length")
}

func fromJSON(m *vm, a []value) (value, *failure) {
	s, ok := a[0].(*str)
	if !ok {
		return nil, m.typeError(a[0], "only strings can be parsed")
	}
	return m.parsed(s.s)
}

func (m *vm) parsed(text string) (value, *failure) {
	v, err := m.h.parseJSON(text)
	if err != nil {
		return nil, fail(validText(err.msg))
	}
	m.allocated(2 * len(text))
	return v, nil
}

func toNumber(m *vm, a []value) (value, *failure) {
	switch v := a[0].(type) {
	case float64:
		return v, nil
	case *str:
		text := v.s
		if i := indexNUL(text); i >= 0 {
			text = text[:i]
		}
		n, err := m.parsed(text)
		if err != nil {
			return nil, err
		}
		if _, ok := n.(float64); ok {
			return n, nil
		}
	}
	return nil, m.typeError(a[0], "cannot be parsed as a number")
}
