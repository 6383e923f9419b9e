package patch

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/clock"
	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/getdate"
)

// headerLine takes a line that gives names or, in git's form, more; done says that a patch without hunks ends here.
func (pt *patcher) headerLine(s []byte, cr, lastStars bool, i int) (done bool) {
	h := &pt.head
	after := func(word string) ([]byte, bool) { return bytes.CutPrefix(s, []byte(word)) }
	if rest, ok := after("*** "); ok && !lastStars {
		h.setName(oldName, pt.name(rest))
		h.wantHeader = false
		return false
	}
	if rest, ok := after("+++ "); ok {
		h.setName(oldName, pt.name(rest))
		h.wantHeader, h.stripCR = false, cr
		return false
	}
	if rest, ok := after("Index:"); ok {
		h.names[indexName] = pt.name(rest).name
		h.wantHeader, h.stripCR = false, cr
		return false
	}
	if rest, ok := after("Prereq:"); ok {
		h.prereq, _, _ = strings.Cut(strings.TrimLeft(string(bytes.TrimRight(rest, "\r\n")), " \t"), " ")
		return false
	}
	if rest, ok := after("diff --git "); ok {
		if h.extended {
			h.start = i
			return true
		}
		pt.gitNames(rest)
		return false
	}
	if h.git && pt.gitLine(s) {
		h.extended = true
		return false
	}
	t := s
	for bytes.HasPrefix(t, []byte("- ")) {
		t = t[2:]
	}
	if rest, ok := bytes.CutPrefix(t, []byte("--- ")); ok {
		n := pt.name(rest)
		h.setName(newName, n)
		h.wantHeader, h.stripCR = false, cr
		if n.time.known {
			h.nested = (len(s) - len(t)) / 2
		}
	}
	return false
}

// gitLine takes an extended line of git's header.
func (pt *patcher) gitLine(s []byte) bool {
	h := &pt.head
	line := string(bytes.TrimRight(s, "\r\n"))
	after := func(word string) (string, bool) { return strings.CutPrefix(line, word) }
	mode := func(text string) uint16 {
		n, err := strconv.ParseUint(strings.TrimSpace(text), 8, 32)
		if err != nil {
			return 0
		}
		return uint16(n)
	}
	if v, ok := after("index "); ok {
		if _, m, ok := strings.Cut(v, " "); ok {
			h.modes[oldName] = mode(m)
			h.modes[newName] = h.modes[oldName]
		}
		return true
	}
	if v, ok := after("old mode "); ok {
		h.modes[oldName] = mode(v)
		return true
	}
	if v, ok := after("new mode "); ok {
		h.modes[newName] = mode(v)
		return true
	}
	if v, ok := after("deleted file mode "); ok {
		h.modes[oldName], h.absent[newName] = mode(v), 2
		return true
	}
	if v, ok := after("new file mode "); ok {
		h.modes[newName], h.absent[oldName] = mode(v), 2
		return true
	}
	for i, w := range [2]string{"from ", "to "} {
		if _, ok := after("rename " + w); ok {
			h.renames[i] = true
			return true
		}
		if _, ok := after("copy " + w); ok {
			h.copies[i] = true
			return true
		}
	}
	return false
}

// gitNames takes the two names of "diff --git a/x b/y".
func (pt *patcher) gitNames(s []byte) {
	h := &pt.head
	h.git, h.wantHeader = true, false
	h.names[oldName], h.names[newName] = nil, nil
	a, rest, ok := parseName(s)
	if !ok || len(rest) == 0 || rest[0] != ' ' && rest[0] != '\t' {
		return
	}
	b, rest, ok := parseName(rest)
	if !ok || len(bytes.TrimSpace(rest)) > 0 {
		return
	}
	sa, ok1 := pt.stripped(a)
	sb, ok2 := pt.stripped(b)
	if ok1 && ok2 {
		h.names[oldName], h.names[newName] = &sa, &sb
	}
}

// named is a name with its time.
type named struct {
	name     *string
	time     stamp
	timeText string
}

// parseName reads a name, quoted as in C or up to a blank.
func parseName(s []byte) (name string, rest []byte, ok bool) {
	s = bytes.TrimLeft(s, " \t\n\v\f\r")
	if len(s) > 0 && s[0] == '"' {
		return parseQuoted(s)
	}
	i := 0
	for i < len(s) && !isSpace(s[i]) {
		i++
	}
	return string(s[:i]), s[i:], i > 0
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// parseQuoted reads a C string.
func parseQuoted(s []byte) (name string, rest []byte, ok bool) {
	var b []byte
	for i := 1; i < len(s); i++ {
		switch c := s[i]; c {
		case '"':
			return string(b), s[i+1:], true
		case '\\':
			i++
			if i == len(s) {
				return "", nil, false
			}
			if k := strings.IndexByte(`abfnrtv\"`, s[i]); k >= 0 {
				b = append(b, "\a\b\f\n\r\t\v\\\""[k])
				continue
			}
			if i+2 >= len(s) || s[i] < '0' || s[i] > '3' || s[i+1] < '0' || s[i+1] > '7' || s[i+2] < '0' || s[i+2] > '7' {
				return "", nil, false
			}
			b = append(b, (s[i]-'0')<<6|(s[i+1]-'0')<<3|s[i+2]-'0')
			i += 2
		default:
			b = append(b, c)
		}
	}
	return "", nil, false
}

// name reads a name and the time behind it.
func (pt *patcher) name(s []byte) (n named) {
	s = bytes.TrimLeft(s, " \t\n\v\f\r")
	var name string
	rest := s
	if len(s) > 0 && s[0] == '"' {
		var ok bool
		if name, rest, ok = parseQuoted(s); !ok {
			return n
		}
	} else {
		i := nameEnd(s)
		name, rest = string(s[:i]), s[i:]
	}
	text := strings.TrimRight(string(bytes.TrimLeft(rest, " \t")), "\r\n")
	n.timeText = text
	if text != "" {
		n.time = pt.readTime(text)
	}
	if name == "/dev/null" {
		n.time, n.timeText = stamp{known: true, epoch: true}, ""
		return n
	}
	if out, ok := pt.stripped(name); ok {
		n.name = &out
	}
	return n
}

// nameEnd finds the end of a name: blanks belong to it when a tab follows later.
func nameEnd(s []byte) int {
	for i := 0; i < len(s); i++ {
		if !isSpace(s[i]) {
			continue
		}
		j := i
		for s[j] != '\t' && j+1 < len(s) && isSpace(s[j+1]) {
			j++
		}
		if s[j] != '\t' && bytes.IndexByte(s[j:], '\t') >= 0 {
			continue
		}
		return i
	}
	return len(s)
}

// readTime reads a time. Without -Z or -T only the epoch counts, in any zone.
func (pt *patcher) readTime(text string) stamp {
	zone := gnu.LocalZone(pt.p)
	if pt.setUTC {
		zone = nil
	}
	at, ok := getdate.Parse(text, getdate.OfNanos(pt.p.K.Now()), zone)
	if !ok {
		return stamp{}
	}
	const hour = clock.SecondsPerDay / 24
	s := stamp{known: true, at: at}
	s.epoch = at.Sec > -25*hour && at.Sec < 26*hour
	if pt.setTime || pt.setUTC {
		s.epoch = at.Sec == 0
	}
	return s
}

// stripped takes leading directories off a name; ok is false when it has not that many.
func (pt *patcher) stripped(name string) (string, bool) {
	left, from := pt.strip, 0
	for i := 0; i < len(name); i++ {
		if name[i] != '/' {
			continue
		}
		for i+1 < len(name) && name[i+1] == '/' {
			i++
		}
		if left--; pt.strip < 0 || left >= 0 {
			from = i + 1
		}
	}
	return name[from:], (pt.strip < 0 || left <= 0) && from < len(name)
}
