package cmds

import (
	"encoding/hex"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// sumTally counts what was found in a file of checksums.
type sumTally struct {
	proper, improper, mismatched, unread int
	matched                              bool
	oldForm                              int // -1: unknown, 0: two characters between sum and name, 1: one
}

// sumLine is one line of checksums.
type sumLine struct {
	algo *sumAlgo
	size int
	sum  string
	name string
}

// verify checks the sums listed in a file.
func (s *sums) verify(list string) bool {
	p := s.p
	fd, done, err := gnu.OpenInput(p, list)
	if err != nil {
		p.Errorf("%s: %s", gnu.QuoteF(list), kern.ErrText(err))
		return false
	}
	defer done()
	shown := gnu.QuoteF(list)
	if list == "-" {
		shown = gnu.QuoteF("standard input")
	}
	t := sumTally{oldForm: -1}
	lines := gnu.NewLines(p, fd, '\n')
	for n := 1; ; n++ {
		raw, _, err := lines.Next()
		if err != nil {
			if notEOF(err) != nil {
				p.Errorf("%s: read error", shown)
				return false
			}
			break
		}
		text := strings.TrimSuffix(string(raw), "\r")
		if text == "" || text[0] == '#' {
			continue
		}
		l, ok := s.parseLine(text, &t)
		if !ok || l.name == "-" && list == "-" {
			t.improper++
			if s.warn {
				p.Errorf("%s: %d: improperly formatted %s checksum line", shown, n, s.algo.tag)
			}
			continue
		}
		t.proper++
		s.verifyOne(l, &t)
	}
	return s.verdict(shown, &t)
}

// verdict prints the warnings about one list and says whether all was well.
func (s *sums) verdict(shown string, t *sumTally) bool {
	p := s.p
	if t.proper == 0 {
		p.Errorf("%s: no properly formatted checksum lines found", shown)
		return false
	}
	if !s.status {
		warn := func(n int, one, many string) {
			if n == 1 {
				p.Errorf("WARNING: %d %s", n, one)
			} else if n > 1 {
				p.Errorf("WARNING: %d %s", n, many)
			}
		}
		warn(t.improper, "line is improperly formatted", "lines are improperly formatted")
		warn(t.unread, "listed file could not be read", "listed files could not be read")
		warn(t.mismatched, "computed checksum did NOT match", "computed checksums did NOT match")
		if s.ignoreMissing && !t.matched {
			p.Errorf("%s: no file was verified", shown)
		}
	}
	return t.matched && t.mismatched == 0 && t.unread == 0 && (!s.strict || t.improper == 0)
}

// parseLine reads "SUM  NAME", "SUM *NAME", "SUM NAME" or "TAG (NAME) = SUM".
func (s *sums) parseLine(text string, t *sumTally) (l sumLine, ok bool) {
	text = strings.TrimLeft(text, " \t")
	escaped := strings.HasPrefix(text, `\`)
	if escaped {
		text = text[1:]
	}
	defer func() {
		if ok && escaped {
			l.name, ok = unescapeName(l.name)
		}
	}()
	if l, ok, tagged := s.taggedLine(text); tagged {
		return l, ok
	}
	if s.algo.make == nil {
		return l, false
	}
	n := 0
	for n < len(text) && isHex(text[n]) {
		n++
	}
	l = sumLine{algo: s.algo, size: s.size(), sum: text[:n]}
	if s.algo == &algoBLAKE && s.lengthText == "" {
		l.size = n / 2
	}
	if l.size == 0 || l.size > s.algo.size || n != 2*l.size || n >= len(text) || text[n] != ' ' && text[n] != '\t' {
		return l, false
	}
	rest := text[n+1:]
	if len(rest) <= 1 || rest[0] != ' ' && rest[0] != '*' {
		if t.oldForm == 0 || rest == "" {
			return l, false
		}
		t.oldForm = 1
	} else if t.oldForm != 1 {
		t.oldForm = 0
		rest = rest[1:]
	}
	l.name = rest
	return l, true
}

// taggedLine reads the form that begins with the name of an algorithm; tagged says that the line does.
func (s *sums) taggedLine(text string) (l sumLine, ok, tagged bool) {
	for _, a := range cksumAlgos {
		if a.make == nil || !strings.HasPrefix(text, a.tag) || s.algo.make != nil && a != s.algo {
			continue
		}
		rest := text[len(a.tag):]
		size := a.size
		if a == &algoBLAKE && strings.HasPrefix(rest, "-") {
			bits := 0
			i := 1
			for ; i < len(rest) && rest[i] >= '0' && rest[i] <= '9' && bits < 1000; i++ {
				bits = bits*10 + int(rest[i]-'0')
			}
			if bits == 0 || bits > 512 || bits%8 != 0 {
				return l, false, true
			}
			size, rest = bits/8, rest[i:]
		}
		if !strings.HasPrefix(rest, " (") && !strings.HasPrefix(rest, "(") {
			continue
		}
		rest = strings.TrimPrefix(rest, " ")[1:]
		i := strings.LastIndexByte(rest, ')')
		if i < 0 {
			return l, false, true
		}
		sum := strings.TrimLeft(rest[i+1:], " \t")
		if !strings.HasPrefix(sum, "=") {
			return l, false, true
		}
		sum = strings.TrimLeft(sum[1:], " \t")
		if len(sum) != 2*size {
			return l, false, true
		}
		for k := range len(sum) {
			if !isHex(sum[k]) {
				return l, false, true
			}
		}
		return sumLine{a, size, sum, rest[:i]}, true, true
	}
	return l, false, false
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }

func unescapeName(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		if i++; i == len(s) {
			return "", false
		}
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case '\\':
			b.WriteByte('\\')
		default:
			return "", false
		}
	}
	return b.String(), true
}

// verifyOne compares the sum of one file and prints the result.
func (s *sums) verifyOne(l sumLine, t *sumTally) {
	p := s.p
	tell := func(result string) {
		name := l.name
		if strings.IndexByte(name, '\n') >= 0 {
			name = `\` + escapeName(name)
		}
		p.Stdout.WriteString(name + ": " + result + "\n")
	}
	fd, done, err := gnu.OpenInput(p, l.name)
	var got []byte
	if err == nil {
		w := l.algo.make(l.size)
		err = s.feed(fd, w)
		done()
		got = w.Sum(nil)
	}
	switch {
	case err == error(tree.ENOENT) && s.ignoreMissing:
		return
	case err != nil:
		p.Errorf("%s: %s", gnu.QuoteF(l.name), kern.ErrText(err))
		t.unread++
		if !s.status {
			tell("FAILED open or read")
		}
		return
	}
	want, _ := hex.DecodeString(l.sum)
	switch {
	case string(want) != string(got):
		t.mismatched++
		if !s.status {
			tell("FAILED")
		}
	default:
		t.matched = true
		if !s.status && !s.quiet {
			tell("OK")
		}
	}
}
