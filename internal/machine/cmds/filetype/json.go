package filetype

import "bytes"

// maxNest bounds arrays and objects within one another.
const maxNest = 500

// jsonScan reads JSON as leniently as file does: a comma before a closing bracket does not matter.
type jsonScan struct {
	b        []byte
	i, depth int
}

// jsonTest tests for one JSON array or object, or several lines of them.
func jsonTest(b []byte) result {
	s := jsonScan{b: b}
	s.blank()
	if s.i >= len(b) || b[s.i] != '{' && b[s.i] != '[' || !s.value() {
		return result{}
	}
	s.blank()
	if s.i == len(b) {
		return result{text: "JSON text data", mime: "application/json", alone: true}
	}
	for s.i < len(b) {
		if b[s.i] != '{' && b[s.i] != '[' || !s.value() {
			return result{}
		}
		s.blank()
	}
	return result{text: "New Line Delimited JSON text data", mime: "application/x-ndjson", alone: true}
}

func (s *jsonScan) blank() {
	for s.i < len(s.b) && bytes.IndexByte([]byte(" \t\r\n"), s.b[s.i]) >= 0 {
		s.i++
	}
}

func (s *jsonScan) value() bool {
	s.blank()
	if s.i >= len(s.b) {
		return false
	}
	switch c := s.b[s.i]; {
	case c == '"':
		return s.text()
	case c == '{' || c == '[':
		return s.list(c)
	case c == '-' || c >= '0' && c <= '9':
		for s.i < len(s.b) && bytes.IndexByte([]byte("+-.eE0123456789"), s.b[s.i]) >= 0 {
			s.i++
		}
		return true
	}
	for _, w := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(s.b[s.i:], []byte(w)) {
			s.i += len(w)
			return true
		}
	}
	return false
}

func (s *jsonScan) text() bool {
	for s.i++; s.i < len(s.b); s.i++ {
		switch s.b[s.i] {
		case '\\':
			s.i++
		case '"':
			s.i++
			return true
		}
	}
	return false
}

// list reads an array or an object.
func (s *jsonScan) list(open byte) bool {
	shut := byte(']')
	if open == '{' {
		shut = '}'
	}
	if s.depth++; s.depth > maxNest {
		return false
	}
	defer func() { s.depth-- }()
	for s.i++; ; {
		s.blank()
		if s.i >= len(s.b) {
			return false
		}
		if s.b[s.i] == shut {
			s.i++
			return true
		}
		if open == '{' {
			if s.b[s.i] != '"' || !s.text() {
				return false
			}
			if s.blank(); s.i >= len(s.b) || s.b[s.i] != ':' {
				return false
			}
			s.i++
		}
		if !s.value() {
			return false
		}
		if s.blank(); s.i < len(s.b) && s.b[s.i] == ',' {
			s.i++
		} else if s.i >= len(s.b) || s.b[s.i] != shut {
			return false
		}
	}
}

// csvTest tests for at least three lines with the same number of commas.
func csvTest(b []byte) bool {
	fields, want, lines := 0, 0, 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			for i++; i < len(b); i++ {
				if b[i] == '"' {
					if i+1 < len(b) && b[i+1] == '"' {
						i++
						continue
					}
					break
				}
			}
		case ',':
			fields++
		case '\n':
			lines++
			switch {
			case want == 0 && fields == 0, want != 0 && fields != want:
				return false
			}
			want, fields = fields, 0
			if lines == 10 {
				return true
			}
		}
	}
	return want > 0 && lines > 2
}
