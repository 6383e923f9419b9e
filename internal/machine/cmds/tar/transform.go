package tar

import (
	"strings"
	"unicode"

	"github.com/orrery-world/orrery/internal/machine/regex"
)

// transform is an s command of --transform.
type transform struct {
	re     *regex.Regexp
	parts  []piece
	global bool
	nth    int
	kinds  [3]bool // members, symbolic links, hard links
}

// piece is a part of a replacement: text, or a group, or a change of case for what follows.
type piece struct {
	text  string
	group int // -1: none
	op    byte
}

const kindLetters = "rsh"

// addTransforms reads one or more s commands, separated by semicolons.
func (t *tarball) addTransforms(s string) {
	kinds := [3]bool{true, true, true}
	for s != "" {
		s = strings.TrimLeft(s, " \t\n;")
		if s == "" {
			return
		}
		if rest, ok := strings.CutPrefix(s, "flags="); ok {
			i := strings.IndexByte(rest, ';')
			if i < 0 {
				i = len(rest)
			}
			for _, c := range []byte(rest[:i]) {
				t.kindFlag(&kinds, c)
			}
			s = rest[i:]
			continue
		}
		if s[0] != 's' || len(s) < 2 {
			t.usageError("Invalid transform expression")
		}
		s = t.addTransform(s[1:], kinds)
	}
}

func (t *tarball) kindFlag(kinds *[3]bool, c byte) bool {
	if i := strings.IndexByte(kindLetters, c); i >= 0 {
		kinds[i] = true
		return true
	}
	if i := strings.IndexByte(strings.ToUpper(kindLetters), c); i >= 0 {
		kinds[i] = false
		return true
	}
	return false
}

// addTransform reads a command behind its s and returns what follows it.
func (t *tarball) addTransform(s string, kinds [3]bool) string {
	delim := s[0]
	pattern, rest, ok := upTo(s[1:], delim)
	with, rest2, ok2 := upTo(rest, delim)
	if !ok || !ok2 {
		t.usageError("Invalid transform expression")
	}
	tr := &transform{kinds: kinds}
	opt := regex.Options{}
	i := 0
	for ; i < len(rest2) && rest2[i] != ';'; i++ {
		switch c := rest2[i]; {
		case c == 'g':
			tr.global = true
		case c == 'i':
			opt.ICase = true
		case c == 'x':
			opt.Syntax = regex.ERE
		case c >= '0' && c <= '9':
			n := 0
			for ; i < len(rest2) && rest2[i] >= '0' && rest2[i] <= '9'; i++ {
				n = min(n*10+int(rest2[i]-'0'), 1<<20)
			}
			i--
			tr.nth = n
		case t.kindFlag(&tr.kinds, c):
		default:
			t.usageError("Unknown flag in transform expression: " + string(rune(c)))
		}
	}
	re, err := regex.Compile(pattern, opt)
	if err != nil {
		t.usageError("Invalid transform expression: " + err.Error())
	}
	tr.re = re
	tr.parts = replacement(with, delim)
	for _, p := range tr.parts {
		if p.group > re.NumSubexp() {
			t.usageError("Invalid transform replacement: back reference out of range")
		}
	}
	t.o.transforms = append(t.o.transforms, tr)
	return rest2[i:]
}

// upTo cuts s at a delimiter that is not escaped.
func upTo(s string, delim byte) (part, rest string, ok bool) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case delim:
			return s[:i], s[i+1:], true
		}
	}
	return "", "", false
}

// replacement cuts the right side of a command into pieces.
func replacement(s string, delim byte) []piece {
	var out []piece
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			out = append(out, piece{text: b.String(), group: -1})
			b.Reset()
		}
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '&' {
			flush()
			out = append(out, piece{group: 0})
			continue
		}
		if c != '\\' || i+1 == len(s) {
			b.WriteByte(c)
			continue
		}
		i++
		switch c = s[i]; {
		case c >= '0' && c <= '9':
			flush()
			out = append(out, piece{group: int(c - '0')})
		case strings.IndexByte("LUEul", c) >= 0:
			flush()
			out = append(out, piece{group: -1, op: c})
		case strings.IndexByte("abfnrtv", c) >= 0:
			b.WriteByte("\a\b\f\n\r\t\v"[strings.IndexByte("abfnrtv", c)])
		case c == '&' || c == '\\' || c == delim:
			b.WriteByte(c)
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	flush()
	return out
}

// transformed applies the commands for names of a kind (one of kindLetters).
func (t *tarball) transformed(name string, kind byte) string {
	for _, tr := range t.o.transforms {
		if tr.kinds[strings.IndexByte(kindLetters, kind)] {
			name = tr.apply(t, name)
		}
	}
	return name
}

func (tr *transform) apply(t *tarball, name string) string {
	tail := ""
	if len(name) > 1 && strings.HasSuffix(name, "/") {
		name, tail = name[:len(name)-1], "/"
	}
	in := []byte(name)
	var b strings.Builder
	at, count := 0, 0
	opt := regex.MatchOptions{Tick: func(n int) error { t.p.Tick(n); return nil }}
	for from := 0; from <= len(in); {
		m, err := tr.re.Match(in, from, opt)
		if err != nil || m == nil {
			break
		}
		count++
		if count >= tr.nth {
			b.Write(in[at:m[0]])
			tr.expand(&b, in, m)
			at = m[1]
			if !tr.global {
				break
			}
		}
		from = m[1]
		if m[0] == m[1] {
			from++
		}
		opt.NotBOL = true
	}
	b.Write(in[at:])
	return b.String() + tail
}

// expand writes the replacement for a match.
func (tr *transform) expand(b *strings.Builder, in []byte, m []int) {
	mode, once := byte(0), byte(0)
	for _, p := range tr.parts {
		if p.op != 0 {
			switch p.op {
			case 'u', 'l':
				once = p.op
			case 'E':
				mode = 0
			default:
				mode = p.op
			}
			continue
		}
		s := p.text
		if p.group >= 0 {
			s = ""
			if lo := m[2*p.group]; lo >= 0 {
				s = string(in[lo:m[2*p.group+1]])
			}
		}
		switch mode {
		case 'U':
			s = strings.ToUpper(s)
		case 'L':
			s = strings.ToLower(s)
		}
		if once != 0 && s != "" {
			r := []rune(s)
			if once == 'u' {
				r[0] = unicode.ToUpper(r[0])
			} else {
				r[0] = unicode.ToLower(r[0])
			}
			s, once = string(r), 0
		}
		b.WriteString(s)
	}
}
