package bash

import (
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu/format"
)

// maxWidth bounds widths and precisions: bash's own limit, INT_MAX; the memory budget ends what is larger than fits.
const maxWidth = 1<<31 - 1

// directive handles the conversion at the start of s and returns its length; ok is false when printf must stop.
func (pf *printer) directive(s string) (n int, ok bool) {
	if strings.HasPrefix(s, "%%") {
		pf.buf = append(pf.buf, '%')
		return 2, true
	}
	d := format.Scan(s)
	if i := strings.IndexByte(d.Length, 'q'); i >= 0 { // C's length modifier is bash's conversion
		end := d.Size
		if d.Verb != 0 {
			end--
		}
		d.Verb, d.Size = 'q', end-len(d.Length)+i+1
	}
	if d.WidthArg {
		a, given := pf.next()
		d.SetWidth(clamp(pf.integer(a, given)))
	}
	if d.PrecArg {
		a, given := pf.next()
		d.SetPrec(clamp(pf.integer(a, given)))
	}
	if d.Verb == 0 {
		pf.sh.errf("printf: `%s': missing format character", s[:d.Size])
		pf.status, pf.stop = 1, true
		return d.Size, false
	}
	if d.Verb == '(' && !pf.sh.dash {
		if n, ok := pf.timeDirective(s, d); ok {
			return n, true
		}
	}
	if !pf.convert(d.Spec) {
		if pf.sh.dash {
			pf.sh.errf("printf: %s: invalid directive", s[:d.Size])
			pf.status, pf.stop = 2, true
		} else {
			pf.sh.errf("printf: `%c': invalid format character", d.Verb)
			pf.status, pf.stop = 1, true
		}
		return d.Size, false
	}
	return d.Size, true
}

func clamp(v int64) int { return int(max(min(v, maxWidth), -maxWidth)) }

// convert prints the next argument; it is false for an unknown conversion.
func (pf *printer) convert(sp format.Spec) bool {
	// The bound is held before the text is made, so that no width is too large to be refused, and only what was made after.
	bound, before := int64(sp.Bound()), len(pf.buf)
	pf.hold(bound)
	defer func() { pf.hold(int64(len(pf.buf)-before) - bound) }()
	switch sp.Verb {
	case 's', 'b', 'q', 'Q':
		if pf.sh.dash && (sp.Verb == 'q' || sp.Verb == 'Q') {
			return false
		}
		pf.text(sp)
	case 'c':
		a, _ := pf.next()
		c := byte(0)
		if a.S != "" {
			c = a.S[0]
		}
		pf.buf = sp.AppendChar(pf.buf, c)
	case 'd', 'i':
		a, ok := pf.next()
		pf.buf = sp.AppendInt(pf.buf, pf.integer(a, ok))
	case 'u', 'o', 'x', 'X':
		a, ok := pf.next()
		pf.buf = sp.AppendUint(pf.buf, pf.unsigned(a, ok))
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		a, ok := pf.next()
		pf.buf = sp.AppendFloat(pf.buf, pf.float(a, ok))
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

// text prints a string; width and precision count bytes.
func (pf *printer) text(sp format.Spec) {
	a, _ := pf.next()
	s := a.S
	switch sp.Verb {
	case 'b':
		s = pf.percentB(s)
	case 'q':
		s = quoteBackslash(s)
	case 'Q':
		if sp.HasPrec && sp.Prec < len(s) {
			s = s[:sp.Prec]
		}
		s, sp.HasPrec = quoteBackslash(s), false
	}
	pf.hold(int64(len(s)))
	pf.buf = sp.AppendString(pf.buf, s)
	pf.hold(-int64(len(s)))
}

// checkNumber reports what is wrong with a number of which n bytes were read.
func (pf *printer) checkNumber(s string, n int, outOfRange bool) {
	switch {
	case n < len(s) || n == 0 && s != "":
		switch {
		case !pf.sh.dash && strings.HasPrefix(s, "0x") && n > 0:
			pf.sh.errf("printf: %s: invalid hex number", s)
		case !pf.sh.dash && strings.HasPrefix(s, "0") && n > 0:
			pf.sh.errf("printf: %s: invalid octal number", s)
		case !pf.sh.dash:
			pf.sh.errf("printf: %s: invalid number", s)
		case n == 0:
			pf.sh.errf("printf: %s: expected numeric value", s)
		default:
			pf.sh.errf("printf: %s: not completely converted", s)
		}
		pf.status = 1
	case outOfRange:
		if pf.sh.dash {
			pf.sh.errf("printf: %s: Numerical result out of range", s)
		} else {
			pf.sh.errf("printf: warning: %s: Numerical result out of range", s)
		}
	}
}

// integer reads a signed argument: C's notations, or a quote and a character.
func (pf *printer) integer(a Field, given bool) int64 {
	if c, ok := quotedChar(a.S); ok || !given {
		return int64(c)
	}
	v, n, over := format.ParseInt(a.S, 0)
	pf.checkNumber(a.S, n, over)
	return v
}

// unsigned reads an unsigned argument.
func (pf *printer) unsigned(a Field, given bool) uint64 {
	if c, ok := quotedChar(a.S); ok || !given {
		return uint64(c)
	}
	v, n, over := format.ParseUint(a.S, 0)
	pf.checkNumber(a.S, n, over)
	return v
}

// float reads a floating-point argument with the precision of a long double.
func (pf *printer) float(a Field, given bool) format.Float {
	if c, ok := quotedChar(a.S); ok || !given {
		return format.FromInt(int64(c))
	}
	v, n, over := format.ParseFloat(a.S)
	pf.checkNumber(a.S, n, over)
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
