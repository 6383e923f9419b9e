package sed

import (
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// chunk is one -e expression or -f file.
type chunk struct {
	text   string
	file   string // "" for an expression
	number int    // of an expression
}

// script is the program while it is read, and what comes out of it.
type script struct {
	p      *kern.Proc
	cfg    *config
	chunks []chunk
	at     int // index of the current chunk
	pos    int // in its text

	cmds    []command
	open    []brace
	labels  map[string]int
	outputs []*output
	inputs  []*reader
}

// brace is a { that has not been closed.
type brace struct {
	index int
	where string
}

// eof is what next returns at the end of a chunk.
const eof = -1

// maxCommands bounds a script.
const maxCommands = 1 << 20

// next returns the next character of the chunk.
func (s *script) next() int {
	c := &s.chunks[s.at]
	if s.pos >= len(c.text) {
		// The end counts as a place too, so that back undoes it.
		s.pos = len(c.text) + 1
		return eof
	}
	s.pos++
	return int(c.text[s.pos-1])
}

func (s *script) back(ch int) {
	if ch == eof {
		s.pos = len(s.chunks[s.at].text)
		return
	}
	s.pos--
}

func (s *script) peek() int {
	ch := s.next()
	s.back(ch)
	return ch
}

func isBlank(ch int) bool { return ch == ' ' || ch == '\t' }

func isSpace(ch int) bool { return ch == ' ' || ch >= '\t' && ch <= '\r' }

func isDigit(ch int) bool { return ch >= '0' && ch <= '9' }

// nonblank returns the next character that is neither space nor tab.
func (s *script) nonblank() int {
	ch := s.next()
	for isBlank(ch) {
		ch = s.next()
	}
	return ch
}

// where says where the script is being read, as messages begin.
func (s *script) where(pos int) string {
	c := &s.chunks[min(s.at, len(s.chunks)-1)]
	if c.file != "" {
		return "file " + c.file + " line " + strconv.Itoa(1+strings.Count(c.text[:min(pos, len(c.text))], "\n")) + ":"
	}
	return "-e expression #" + strconv.Itoa(c.number) + ", char " + strconv.Itoa(min(pos, len(c.text))) + ":"
}

// fail ends sed because of an error in the script.
func (s *script) fail(text string) {
	pos := s.pos
	if c := &s.chunks[min(s.at, len(s.chunks)-1)]; c.file != "" && pos > 0 && pos <= len(c.text) && c.text[pos-1] == '\n' {
		pos--
	}
	s.failAt(s.where(pos), text)
}

func (s *script) failAt(where, text string) {
	s.p.Errorf("%s %s", where, text)
	s.p.Exit(badUsage)
}

// number reads the digits that begin with ch; what is too large is cut.
func (s *script) number(ch int) int {
	n := 0
	for ; isDigit(ch); ch = s.next() {
		if n < 1<<40 {
			n = n*10 + ch - '0'
		}
	}
	s.back(ch)
	return n
}

// endOfCommand makes sure that nothing follows a command.
func (s *script) endOfCommand() {
	switch ch := s.nonblank(); ch {
	case '}', '#':
		s.back(ch)
	case eof, '\n', ';':
	case '\r':
		if s.peek() == '\n' || s.peek() == eof {
			return
		}
		s.fail("extra characters after command")
	default:
		s.fail("extra characters after command")
	}
}

// word reads a label: it ends at white space, a semicolon or a brace.
func (s *script) word() string {
	ch := s.nonblank()
	var b strings.Builder
	for ch != eof && !isSpace(ch) && ch != ';' && ch != '}' {
		b.WriteByte(byte(ch))
		ch = s.next()
	}
	s.back(ch)
	return b.String()
}

// rest reads the rest of the line.
func (s *script) rest() string {
	ch := s.nonblank()
	var b strings.Builder
	for ch != eof && ch != '\n' {
		b.WriteByte(byte(ch))
		ch = s.next()
	}
	return b.String()
}

// text reads the argument of a, i and c.
func (s *script) text() []byte {
	ch := s.nonblank()
	if ch == eof || ch == '\n' {
		s.fail("expected \\ after `a', `c' or `i'")
	}
	if ch == '\\' {
		keep := s.pos
		ch = s.nonblank()
		switch {
		case ch == '\n':
		case ch == eof:
			if !s.nextChunk() {
				return nil
			}
		default:
			s.pos = keep
		}
	} else {
		if s.cfg.posix {
			s.fail("expected \\ after `a', `c' or `i'")
		}
		s.back(ch)
	}
	return s.lines()
}

// nextChunk goes on in the next -e or -f, as a text that ends in a backslash does.
func (s *script) nextChunk() bool {
	if s.at+1 >= len(s.chunks) {
		return false
	}
	s.at, s.pos = s.at+1, 0
	return true
}

// lines reads text up to a newline that no backslash hides.
func (s *script) lines() []byte {
	b := []byte{}
	for {
		ch := s.next()
		if ch == '\\' {
			if ch = s.next(); ch == eof {
				if !s.nextChunk() {
					break
				}
				b = append(b, '\n')
				continue
			}
			text := s.chunks[s.at].text
			if c, n := escape(text[s.pos-1:], true); n > 0 {
				b = append(b, c)
				s.pos += n - 1
				continue
			}
			b = append(b, byte(ch))
			continue
		}
		if ch == eof || ch == '\n' {
			break
		}
		b = append(b, byte(ch))
	}
	s.p.Hold(int64(len(b)))
	return append(b, '\n')
}

// escape reads what follows a backslash when it names one character: a f n r t v cX dNNN oNNN xHH. It returns how many bytes
// it takes, 0 when it is something else. Newline says whether n is one of them.
func escape(s string, newline bool) (c byte, n int) {
	switch s[0] {
	case 'a':
		return '\a', 1
	case 'f':
		return '\f', 1
	case 'n':
		if newline {
			return '\n', 1
		}
	case 'r':
		return '\r', 1
	case 't':
		return '\t', 1
	case 'v':
		return '\v', 1
	case 'c':
		if len(s) < 2 {
			return 0, 0
		}
		c = s[1]
		if 'a' <= c && c <= 'z' {
			c -= 0x20
		}
		n = 2
		if c == '\\' && len(s) > 2 && s[2] == '\\' {
			n = 3
		}
		return c ^ 0x40, n
	case 'd':
		return digits(s, 10, 3)
	case 'o':
		return digits(s, 8, 3)
	case 'x':
		return digits(s, 16, 2)
	}
	return 0, 0
}

func digits(s string, base, limit int) (c byte, n int) {
	v := 0
	for n = 1; n <= limit && n < len(s); n++ {
		d, err := strconv.ParseUint(s[n:n+1], base, 8)
		if err != nil {
			break
		}
		v = v*base + int(d)
	}
	if n == 1 {
		return 0, 0
	}
	return byte(v), n
}
