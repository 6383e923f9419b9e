package patch

import (
	"bytes"

	"github.com/orrery-world/orrery/internal/machine/gnu"
)

// contextRange reads "*** a,b ****" behind its stars: the first line and how many there are.
func contextRange(s []byte) (first, count int, ok bool) {
	first, s, ok = scanNumber(bytes.TrimLeft(s, " "))
	if !ok {
		return 0, 0, false
	}
	last := first
	if len(s) > 0 && s[0] == ',' {
		if last, _, ok = scanNumber(s[1:]); !ok {
			return 0, 0, false
		}
	}
	if first == 0 && last == 0 {
		return 0, 0, true
	}
	return first, last - first + 1, last >= first
}

// contextDiff reads a hunk of a context diff.
func (pt *patcher) contextDiff() (*hunk, int) {
	start := pt.at
	line := pt.get()
	if !bytes.HasPrefix(line, []byte("********")) {
		pt.at = start
		return nil, gnu.Go
	}
	h := &hunk{function: bytes.TrimRight(bytes.TrimLeft(line, "*"), "\n"), startLine: pt.at}
	line = pt.get()
	if !bytes.HasPrefix(line, []byte("*** ")) {
		pt.at = start
		return nil, gnu.Go
	}
	nOld, nNew := 0, 0
	var ok bool
	if h.first, nOld, ok = contextRange(line[4:]); !ok {
		return nil, pt.malformed(line)
	}
	var status int
	if h.old, status = pt.contextSide(nOld, '-'); status != gnu.Go {
		return nil, status
	}
	if line = pt.get(); line == nil {
		return nil, pt.chopped()
	}
	if !bytes.HasPrefix(line, []byte("--- ")) {
		return nil, pt.malformed(line)
	}
	if h.newFirst, nNew, ok = contextRange(line[4:]); !ok {
		return nil, pt.malformed(line)
	}
	if h.new, status = pt.contextSide(nNew, '+'); status != gnu.Go {
		return nil, status
	}
	return h, pt.completeContext(h, nOld, nNew)
}

// contextSide reads the lines of one side, which may be left out as a whole.
func (pt *patcher) contextSide(n int, single byte) ([]hunkLine, int) {
	var out []hunkLine
	for len(out) < n {
		start := pt.at
		line := pt.get()
		if line == nil || bytes.HasPrefix(line, []byte("***")) || bytes.HasPrefix(line, []byte("--- ")) && single == '-' && len(out) == 0 {
			pt.at = start
			break
		}
		flag := line[0]
		switch {
		case flag == '\n':
			out = append(out, hunkLine{' ', pt.text(line)})
			continue
		case flag != ' ' && flag != '!' && flag != single || len(line) < 2:
			if len(out) == 0 {
				pt.at = start
				return nil, gnu.Go
			}
			return nil, pt.malformed(line)
		case line[1] == ' ' || line[1] == '\t':
			line = line[2:]
		case line[1] == '\n':
			line = line[1:]
		default:
			if len(out) == 0 {
				pt.at = start
				return nil, gnu.Go
			}
			return nil, pt.malformed(line)
		}
		out = append(out, hunkLine{flag, pt.text(line)})
	}
	return out, gnu.Go
}

// completeContext fills in the side that was left out because it has context only, and checks the numbers.
func (pt *patcher) completeContext(h *hunk, nOld, nNew int) int {
	onlyContext := func(in []hunkLine) (out []hunkLine) {
		for _, l := range in {
			if l.flag == ' ' {
				out = append(out, l)
			}
		}
		return out
	}
	if len(h.old) == 0 && nOld > 0 {
		h.old = onlyContext(h.new)
		if len(h.old) == 0 {
			nOld = 0
			h.first++
		}
	}
	if len(h.new) == 0 && nNew > 0 {
		h.new = onlyContext(h.old)
		if len(h.new) == 0 {
			nNew = 0
			h.newFirst++
		}
	}
	if len(h.old) != nOld || len(h.new) != nNew {
		return pt.fatal("replacement text or line numbers mangled in hunk at line %d", h.startLine)
	}
	if nOld == 0 && h.first == 0 {
		h.first = 1
	}
	if nNew == 0 && h.newFirst == 0 {
		h.newFirst = 1
	}
	h.prefix, h.suffix = contextEnds(h)
	return gnu.Go
}

// contextEnds counts the lines of context at either end of a hunk.
func contextEnds(h *hunk) (prefix, suffix int) {
	prefix, suffix = -1, -1
	for _, lines := range [2][]hunkLine{h.old, h.new} {
		i, j := 0, 0
		for i < len(lines) && lines[i].flag == ' ' {
			i++
		}
		for j < len(lines) && lines[len(lines)-1-j].flag == ' ' {
			j++
		}
		if i == len(lines) {
			continue // nothing changed on this side
		}
		if prefix < 0 || i < prefix {
			prefix = i
		}
		if suffix < 0 || j < suffix {
			suffix = j
		}
	}
	return max(prefix, 0), max(suffix, 0)
}

// peekContext looks at the first hunk of a context diff to see whether it removes the whole file.
func (pt *patcher) peekContext(k kind) {
	h := &pt.head
	at, talk, was := pt.at, pt.talk, h.kind
	pt.at, pt.talk, h.kind = h.start, talkSilent, k
	defer func() { pt.at, pt.talk, h.kind = at, talk, was }()
	for i := h.start + 1; i < len(pt.lines); i++ {
		line := pt.clean(pt.lines[i])
		if bytes.HasPrefix(line, []byte("--- ")) {
			if first, n, ok := contextRange(line[4:]); ok && n == 0 && first == 0 {
				h.absent[newName] = absence(h.times[newName])
			}
			return
		}
		if bytes.HasPrefix(line, []byte("********")) {
			return
		}
		pt.p.Tick(1)
	}
}
