package jq

import (
	"strconv"
	"unicode/utf8"
)

// printer writes values as JSON.
type printer struct {
	pretty, tab bool
	indent      int // blanks a level
	sorted      bool
	ascii       bool
	color       bool
	colors      *[7]string // of null, false, true, numbers, strings, arrays, objects
}

const (
	colorReset = "\x1b[0m"
	colorField = "\x1b[34;1m"
	// maxPrint is the depth below which values are not printed.
	maxPrint = 256
)

var defaultColors = [7]string{"\x1b[1;30m", "\x1b[0;39m", "\x1b[0;39m", "\x1b[0;39m", "\x1b[0;32m", "\x1b[1;39m", "\x1b[1;39m"}

var compact printer

// dump returns v as compact JSON.
func (h *host) dump(v value) string { return string(h.write(nil, &compact, v, 0)) }

// truncated returns the beginning of v as JSON in fewer than size bytes.
func (h *host) truncated(v value, size int) string { return cut(h.dump(v), size) }

func cut(s string, size int) string {
	if i := indexNUL(s); i >= 0 {
		s = s[:i]
	}
	if len(s) <= size-1 {
		return s
	}
	return validText(s[:size-4] + "...")
}

func indexNUL(s string) int {
	for i := range len(s) {
		if s[i] == 0 {
			return i
		}
	}
	return -1
}

// truncated is for the short constants of a program.
func truncated(v value, size int) string {
	return cut(string((*host)(nil).write(nil, &compact, v, 0)), size)
}

func (pr *printer) newline(b []byte, depth int) []byte {
	if !pr.pretty {
		return b
	}
	b = append(b, '\n')
	c, n := byte(' '), depth*pr.indent
	if pr.tab {
		c, n = '\t', depth
	}
	for ; n > 0; n-- {
		b = append(b, c)
	}
	return b
}

// print appends v to b.
func (h *host) write(b []byte, pr *printer, v value, depth int) []byte {
	h.grow(len(b))
	color := ""
	if pr.color {
		color = pr.colors[kindOrder(v)-1]
		b = append(b, color...)
	}
	if depth > maxPrint {
		b = append(b, "<skipped: too deep>"...)
	} else {
		b = h.printValue(b, pr, v, depth, color)
	}
	if pr.color {
		b = append(b, colorReset...)
	}
	return b
}

func (h *host) printValue(b []byte, pr *printer, v value, depth int, color string) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case float64:
		return appendNumber(b, v)
	case *str:
		return appendString(b, v.s, pr.ascii)
	case *arr:
		return h.printArray(b, pr, v, depth, color)
	case *obj:
		return h.printObject(b, pr, v, depth, color)
	}
	return b
}

func (h *host) printArray(b []byte, pr *printer, v *arr, depth int, color string) []byte {
	if len(v.v) == 0 {
		return append(b, "[]"...)
	}
	b = pr.newline(append(b, '['), depth+1)
	for i, e := range v.v {
		if i > 0 {
			b = pr.newline(append(b, ','), depth+1)
		}
		b = h.write(b, pr, e, depth+1)
		b = append(b, color...)
	}
	b = pr.newline(b, depth)
	return append(append(b, color...), ']')
}

func (h *host) printObject(b []byte, pr *printer, v *obj, depth int, color string) []byte {
	if len(v.e) == 0 {
		return append(b, "{}"...)
	}
	b = pr.newline(append(b, '{'), depth+1)
	var keys []*str
	if pr.sorted {
		keys = v.sortedKeys()
	}
	for i := range v.e {
		k, e := v.e[i].k, v.e[i].v
		if pr.sorted {
			k = keys[i]
			e, _ = v.get(k.s)
		}
		if i > 0 {
			b = pr.newline(append(b, ','), depth+1)
		}
		if pr.color {
			b = append(append(b, colorReset...), colorField...)
		}
		b = appendString(b, k.s, pr.ascii)
		if pr.color {
			b = append(append(b, colorReset...), color...)
		}
		b = append(b, ':')
		if pr.pretty {
			b = append(b, ' ')
		}
		if pr.color {
			b = append(b, colorReset...)
		}
		b = h.write(b, pr, e, depth+1)
		b = append(b, color...)
	}
	b = pr.newline(b, depth)
	return append(append(b, color...), '}')
}

const hexDigits = "0123456789abcdef"

func appendEscape(b []byte, c rune) []byte {
	return append(b, '\\', 'u', hexDigits[c>>12&15], hexDigits[c>>8&15], hexDigits[c>>4&15], hexDigits[c&15])
}

// appendString writes a JSON string.
func appendString(b []byte, s string, ascii bool) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < 0x7F && c != '"' && c != '\\' || c >= utf8.RuneSelf && !ascii {
			i++
			continue
		}
		b = append(b, s[from:i]...)
		if c < utf8.RuneSelf {
			b = appendControl(b, c)
			i++
		} else {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r > 0xFFFF {
				r -= 0x10000
				b = appendEscape(b, 0xD800|r>>10)
				r = 0xDC00 | r&0x3FF
			}
			b = appendEscape(b, r)
			i += n
		}
		from = i
	}
	return append(append(b, s[from:]...), '"')
}

func appendControl(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, `\b`...)
	case '\t':
		return append(b, `\t`...)
	case '\r':
		return append(b, `\r`...)
	case '\n':
		return append(b, `\n`...)
	case '\f':
		return append(b, `\f`...)
	}
	return appendEscape(b, rune(c))
}
