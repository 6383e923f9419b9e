package sed

import (
	"errors"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/regex"
)

// delimited reads up to the delimiter, which a backslash hides; it returns false when the text is not closed. In a regular
// expression the delimiter may also stand in a bracket expression.
func (s *script) delimited(delim int, isRegex bool) (string, bool) {
	var b strings.Builder
	for {
		ch := s.next()
		switch {
		case ch == delim:
			return b.String(), true
		case ch == eof:
			return "", false
		case ch == '\n':
			s.back(ch)
			return "", false
		case ch == '\\':
			ch = s.next()
			switch {
			case ch == eof:
				return "", false
			case ch == delim && !(delim == '&' && !isRegex):
			case ch == '\n' && isRegex:
			case ch == 'n' && isRegex:
				ch = '\n'
			default:
				b.WriteByte('\\')
			}
			b.WriteByte(byte(ch))
		case ch == '[' && isRegex && delim != '[':
			b.WriteByte('[')
			if !s.bracket(&b) {
				return "", false
			}
		default:
			b.WriteByte(byte(ch))
		}
	}
}

// bracket copies the rest of a bracket expression.
func (s *script) bracket(b *strings.Builder) bool {
	text := s.chunks[s.at].text
	end := bracketEnd(text, s.pos)
	if nl := strings.IndexByte(text[s.pos:min(end, len(text))], '\n'); nl >= 0 {
		s.pos += nl
		return false
	}
	if end >= len(text) {
		s.pos = len(text)
		return false
	}
	b.WriteString(text[s.pos : end+1])
	s.pos = end + 1
	return true
}

// bracketEnd returns the index of the ] that closes the bracket expression whose [ is before text[i]; len(text) when none
// does.
func bracketEnd(text string, i int) int {
	if i < len(text) && text[i] == '^' {
		i++
	}
	for first := true; i < len(text); first = false {
		switch {
		case text[i] == ']' && !first:
			return i
		case text[i] == '[' && i+1 < len(text) && strings.IndexByte(".:=", text[i+1]) >= 0:
			if k := strings.Index(text[i+2:], text[i+1:i+2]+"]"); k >= 0 {
				i += k + 4
				continue
			}
		}
		i++
	}
	return len(text)
}

// compile makes the expression of an address or of s; nil stands for the last one used.
func (s *script) compile(text string, icase, multi bool) *regex.Regexp {
	if text == "" {
		if icase || multi {
			s.fail("cannot specify modifiers on empty regexp")
		}
		return nil
	}
	opt := regex.Options{Syntax: regex.BRE, Tool: regex.Sed, ICase: icase, Newline: multi && s.cfg.eol == '\n'}
	if s.cfg.extended {
		opt.Syntax = regex.ERE
	}
	s.p.Tick(1 + len(text)/8)
	re, err := regex.Compile(s.unescape(text), opt)
	if err == nil {
		return re
	}
	var e *regex.Error
	if errors.As(err, &e) && e.Code == regex.ClassSyntax {
		s.p.Errorf("%s", err.Error())
		s.p.Exit(panicked)
	}
	s.fail(err.Error())
	return nil
}

// unescape turns the escapes that name characters into these characters. With --posix the operators that GNU adds to basic
// expressions stand for themselves.
func (s *script) unescape(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	inside := 0 // up to where a bracket expression goes
	for i := 0; i < len(text); i++ {
		ch := text[i]
		if ch == '[' && i >= inside {
			inside = bracketEnd(text, i+1)
		}
		if ch != '\\' || i+1 == len(text) {
			b.WriteByte(ch)
			continue
		}
		c, n := escape(text[i+1:], true)
		switch {
		case n > 0:
			if c == '\\' && i >= inside {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
			i += n
		case i >= inside:
			if !(s.cfg.posix && !s.cfg.extended && strings.IndexByte("+?|wWsSbB<>`'", text[i+1]) >= 0) {
				b.WriteByte(ch)
			}
			b.WriteByte(text[i+1])
			i++
		default:
			b.WriteByte(ch)
		}
	}
	return b.String()
}
