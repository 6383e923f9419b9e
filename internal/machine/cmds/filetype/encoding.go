package filetype

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// encoding is what text is written in.
type encoding struct {
	text    bool
	name    string
	charset string
	longest int // of the lines, when very long
	lf      int
	crlf    int
	cr      int
	nel     int
	escapes bool
	strikes bool
}

// The classes of byte: T appears in plain ASCII text, I in ISO-8859, X in other extended sets, F never.
func class(c byte) byte {
	switch {
	case c >= 7 && c <= 13 || c == 27 || c >= 0x20 && c < 0x7f:
		return 'T'
	case c < 0x20 || c == 0x7f:
		return 'F'
	case c == 0x85 || c >= 0xa0:
		return 'I'
	}
	return 'X'
}

// encode finds out whether b is text and of which kind.
func encode(b []byte) encoding {
	var e encoding
	worst := byte('T')
	for _, c := range b {
		switch k := class(c); {
		case k == 'F':
			worst = 'F'
		case k == 'X' && worst != 'F', k == 'I' && worst == 'T':
			worst = k
		}
	}
	switch {
	case worst == 'T':
		e.name, e.charset = "ASCII", "us-ascii"
	case len(b) >= 2 && (b[0] == 0xfe && b[1] == 0xff || b[0] == 0xff && b[1] == 0xfe):
		order := "big"
		if b[0] == 0xff {
			order = "little"
		}
		e.name, e.charset, e.text = "Unicode text, UTF-16, "+order+"-endian", "utf-16"+order[:1]+"e", true
		var narrow []byte // the characters of ASCII; others do not end lines
		for i := 2; i+1 < len(b); i += 2 {
			hi, lo := b[i], b[i+1]
			if order == "little" {
				hi, lo = lo, hi
			}
			if hi != 0 {
				lo = 'x'
			}
			narrow = append(narrow, lo)
		}
		e.lines(narrow)
		return e
	case validUTF8(b):
		e.name, e.charset = "Unicode text, UTF-8", "utf-8"
		if strings.HasPrefix(string(b), "\xef\xbb\xbf") {
			e.name = "Unicode text, UTF-8 (with BOM)"
		}
	case worst == 'I':
		e.name, e.charset = "ISO-8859", "iso-8859-1"
	case worst == 'X':
		e.name, e.charset = "Non-ISO extended-ASCII", "unknown-8bit"
	default:
		e.charset = "binary"
		return e
	}
	e.text = true
	e.lines(b)
	return e
}

// validUTF8 says whether b is UTF-8 text, a character cut off at the end not counted.
func validUTF8(b []byte) bool {
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			if class(b[i]) == 'F' {
				return false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n <= 1 {
			return !utf8.FullRune(b[i:]) && i > 0
		}
		i += n
	}
	return true
}

// maxLine is the length from which a line is very long.
const maxLine = 300

func (e *encoding) lines(b []byte) {
	start := 0
	for i, c := range b {
		switch {
		case c == '\n':
			if i > 0 && b[i-1] == '\r' {
				e.crlf++
				e.cr--
			} else {
				e.lf++
			}
		case c == '\r':
			e.cr++
		case c == 0x85 && e.charset != "utf-8":
			e.nel++
		case c == 27:
			e.escapes = true
		case c == '\b':
			e.strikes = true
		}
		if c == '\n' || c == '\r' {
			if n := i - start; n > maxLine && n > e.longest {
				e.longest = n
			}
			start = i + 1
		}
	}
	if n := len(b) - start; n > maxLine && n > e.longest {
		e.longest = n
	}
	if e.nel > 0 && e.charset == "iso-8859-1" {
		e.name, e.charset = "ASCII", "us-ascii"
	}
}

// describe writes the encoding as file does; tail stands behind the word "text".
func (e *encoding) describe(tail string) string {
	s := e.name + " text" + tail
	if e.longest > 0 {
		s += ", with very long lines (" + strconv.Itoa(e.longest) + ")"
	}
	var ends []string
	for _, x := range []struct {
		n    int
		name string
	}{{e.crlf, "CRLF"}, {e.cr, "CR"}, {e.lf, "LF"}, {e.nel, "NEL"}} {
		if x.n > 0 {
			ends = append(ends, x.name)
		}
	}
	switch {
	case len(ends) == 0:
		s += ", with no line terminators"
	case len(ends) > 1 || ends[0] != "LF":
		s += ", with " + strings.Join(ends, ", ") + " line terminators"
	}
	if e.escapes {
		s += ", with escape sequences"
	}
	if e.strikes {
		s += ", with overstriking"
	}
	return s
}
