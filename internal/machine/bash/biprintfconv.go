package bash

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// directive handles the conversion at the start of s and returns its length; ok is false when printf must stop.
func (pf *printer) directive(s string) (n int, ok bool) {
	if len(s) > 1 && s[1] == '%' {
		pf.buf = append(pf.buf, '%')
		return 2, true
	}
	sp := convSpec{Prec: -1}
	i := 1
	for ; i < len(s) && strings.IndexByte("-+ #0'", s[i]) >= 0; i++ {
		sp.SetFlag(s[i])
	}
	i += pf.star(s[i:], &sp.Width, &sp)
	if i < len(s) && s[i] == '.' {
		sp.Prec = 0
		i++
		i += pf.star(s[i:], &sp.Prec, nil)
	}
	for i < len(s) && strings.IndexByte("hlLjtz", s[i]) >= 0 {
		i++
	}
	if i >= len(s) {
		pf.sh.errf("printf: `%s': missing format character", s[:i])
		pf.status, pf.stop = 1, true
		return i, false
	}
	if s[i] == '(' && !pf.sh.dash {
		if n, ok := pf.timeDirective(s, i, sp); ok {
			return n, true
		}
	}
	sp.Verb = s[i]
	if !pf.convert(sp) {
		pf.sh.errf("printf: `%s': invalid format character", s[i:i+1])
		pf.status, pf.stop = 1, true
		return i, false
	}
	return i + 1, true
}

// star reads a width or precision, which may be *; it returns how many bytes it took.
func (pf *printer) star(s string, to *int, sp *convSpec) int {
	if s != "" && s[0] == '*' {
		a, _ := pf.next()
		v := pf.integer(a, a.S != "")
		if v < 0 && sp != nil {
			sp.SetFlag('-')
			v = -v
		}
		*to = int(min(v, maxWidth))
		return 1
	}
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i > 0 {
		v, err := strconv.Atoi(s[:i])
		if err != nil {
			v = maxWidth
		}
		*to = min(v, maxWidth)
	}
	return i
}

// maxWidth bounds widths and precisions; the memory budget ends what is larger.
const maxWidth = 1 << 30

// convert prints the next argument; it is false for an unknown conversion.
func (pf *printer) convert(sp convSpec) bool {
	pf.sh.p.Hold(int64(max(sp.Width, sp.Prec, 0)))
	switch sp.Verb {
	case 's':
		a, _ := pf.next()
		pf.text(sp, a.S)
	case 'b':
		a, _ := pf.next()
		pf.text(sp, pf.percentB(a.S))
	case 'q':
		if pf.sh.dash {
			return false
		}
		a, _ := pf.next()
		pf.text(sp, quoteBackslash(a.S))
	case 'Q':
		if pf.sh.dash {
			return false
		}
		a, _ := pf.next()
		s := cut(a.S, sp.Prec)
		sp.Prec = -1
		pf.text(sp, quoteBackslash(s))
	case 'c':
		a, _ := pf.next()
		if a.S != "" {
			a.S = a.S[:1]
		} else {
			a.S = "\x00"
		}
		sp.Prec = -1
		pf.text(sp, a.S)
	case 'd', 'i':
		a, ok := pf.next()
		pf.buf = formatInt(pf.buf, sp, pf.integer(a, ok))
	case 'u', 'o', 'x', 'X':
		a, ok := pf.next()
		pf.buf = formatUint(pf.buf, sp, uint64(pf.integer(a, ok)))
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		a, ok := pf.next()
		pf.float(sp, a, ok)
	case 'n':
		a, ok := pf.next()
		if ok && validName(a.S) {
			_ = pf.sh.setVar(a.S, number(int64(len(pf.buf))))
		}
	default:
		return false
	}
	return true
}

// text prints a string with width and precision, which count bytes.
func (pf *printer) text(sp convSpec, s string) {
	s = cut(s, sp.Prec)
	n := sp.Width - len(s)
	pad := func() {
		for range max(n, 0) {
			pf.buf = append(pf.buf, ' ')
		}
	}
	if !sp.Minus {
		pad()
	}
	pf.add(s)
	if sp.Minus {
		pad()
	}
}

// cut shortens s to prec bytes, if prec is not negative.
func cut(s string, prec int) string {
	if prec < 0 || prec >= len(s) {
		return s
	}
	return s[:prec]
}

// badNumber says what is wrong with a number.
func (pf *printer) badNumber(s, what string) {
	if pf.sh.dash {
		what = map[string]string{"invalid number": "expected numeric value", "warning": "not completely converted"}[what]
		pf.sh.errf("printf: %s: %s", s, what)
	} else {
		pf.sh.errf("printf: %s: %s", s, what)
	}
	pf.status = 1
}

// integer reads an integer argument: C's notations, or a quote and a character.
func (pf *printer) integer(a Field, given bool) int64 {
	if !given {
		return 0
	}
	s := a.S
	if c, ok := quotedChar(s); ok {
		return int64(c)
	}
	v, n, overflow := parseInt(s)
	switch {
	case overflow:
		pf.sh.errf("printf: warning: %s: Numerical result out of range", s)
		pf.status = 1
	case n < len(s) || n == 0:
		if s == "" && !pf.sh.dash {
			pf.badNumber(s, "invalid number")
			break
		}
		if pf.sh.dash && n > 0 {
			pf.badNumber(s, "warning")
		} else {
			pf.badNumber(s, "invalid number")
		}
	}
	return v
}

// quotedChar is the value of an argument that begins with a quote: the code of the character after it.
func quotedChar(s string) (rune, bool) {
	if s == "" || s[0] != '\'' && s[0] != '"' {
		return 0, false
	}
	if len(s) == 1 {
		return 0, true
	}
	r, n := utf8.DecodeRuneInString(s[1:])
	if r == utf8.RuneError && n <= 1 {
		return rune(s[1]), true
	}
	return r, true
}

// float prints a floating-point argument with the precision of a long double.
func (pf *printer) float(sp convSpec, a Field, given bool) {
	v := 0.0
	if given {
		if c, ok := quotedChar(a.S); ok {
			v = float64(c)
		} else {
			var err error
			if v, err = strconv.ParseFloat(a.S, 64); err != nil {
				pf.badNumber(a.S, "invalid number")
			}
		}
	}
	verb := "%" + sp.flags()
	if sp.Width > 0 {
		verb += strconv.Itoa(sp.Width)
	}
	if sp.Prec >= 0 {
		verb += "." + strconv.Itoa(sp.Prec)
	}
	pf.buf = fmt.Appendf(pf.buf, verb+string(rune(sp.Verb)), v)
}

type convSpec struct {
	Minus, Plus, Space, Alt, Zero bool
	Width, Prec                   int
	Verb                          byte
}

func (s *convSpec) SetFlag(c byte) {
	switch c {
	case '-':
		s.Minus = true
	case '+':
		s.Plus = true
	case ' ':
		s.Space = true
	case '#':
		s.Alt = true
	case '0':
		s.Zero = true
	}
}

func (s *convSpec) flags() string {
	out := ""
	for _, f := range []struct {
		on bool
		c  string
	}{{s.Minus, "-"}, {s.Plus, "+"}, {s.Space, " "}, {s.Alt, "#"}, {s.Zero, "0"}} {
		if f.on {
			out += f.c
		}
	}
	return out
}

func formatInt(b []byte, sp convSpec, v int64) []byte {
	sign := ""
	u := uint64(v)
	switch {
	case v < 0:
		sign, u = "-", -u
	case sp.Plus:
		sign = "+"
	case sp.Space:
		sign = " "
	}
	return padNumber(b, sp, sign, strconv.FormatUint(u, 10), u == 0)
}

func formatUint(b []byte, sp convSpec, v uint64) []byte {
	base, prefix := 10, ""
	switch sp.Verb {
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
		if sp.Alt && v != 0 {
			prefix = "0x"
		}
	}
	d := strconv.FormatUint(v, base)
	if base == 8 && sp.Alt && v != 0 {
		d = "0" + d
	}
	if sp.Verb == 'X' {
		d, prefix = strings.ToUpper(d), strings.ToUpper(prefix)
	}
	return padNumber(b, sp, prefix, d, v == 0)
}

func padNumber(b []byte, sp convSpec, sign, d string, zero bool) []byte {
	if sp.Prec >= 0 {
		if zero && sp.Prec == 0 {
			d = ""
		}
		for len(d) < sp.Prec {
			d = "0" + d
		}
	} else if sp.Zero && !sp.Minus {
		for len(d)+len(sign) < sp.Width {
			d = "0" + d
		}
	}
	n := sp.Width - len(sign) - len(d)
	if !sp.Minus {
		for ; n > 0; n-- {
			b = append(b, ' ')
		}
	}
	b = append(append(b, sign...), d...)
	for ; n > 0; n-- {
		b = append(b, ' ')
	}
	return b
}

func parseInt(s string) (v int64, n int, overflow bool) {
	for n = len(s); n > 0; n-- {
		x, err := strconv.ParseInt(strings.TrimLeft(s[:n], " \t\n"), 0, 64)
		if err == nil && s[n-1] != '_' {
			return x, n, false
		}
	}
	return 0, 0, false
}
