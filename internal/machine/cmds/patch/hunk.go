package patch

import (
	"bytes"
	"math"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
)

// hunkLine is a line of a hunk: what it is (' ' in both files, '-' and '+' in one, '!' in one beside lines of the other) and its
// text with its newline, if it has one.
type hunkLine struct {
	flag byte
	text []byte
}

// hunk is one change of a patch. Its two sides hold the lines of the old and the new file.
type hunk struct {
	first, newFirst int
	old, new        []hunkLine
	merged          []hunkLine // of a unified diff: both in the order of the patch
	prefix, suffix  int        // lines of context at either end
	function        []byte
	startLine       int
}

// get returns the next line of the patch, without indentation; nil at the end. A backslash line behind it takes its newline away.
func (pt *patcher) get() []byte {
	for pt.at < len(pt.lines) {
		line := pt.clean(pt.lines[pt.at])
		pt.at++
		pt.p.Tick(1 + len(line)>>6)
		if len(line) == 0 {
			continue
		}
		if line[len(line)-1] != '\n' {
			pt.say("patch unexpectedly ends in middle of line\n")
			return nil
		}
		return line
	}
	return nil
}

// clean takes indentation and a carriage return off a line.
func (pt *patcher) clean(line []byte) []byte {
	h := &pt.head
	for n := 0; n < h.indent && len(line) > 0 && (line[0] == ' ' || line[0] == '\t' || line[0] == 'X'); line = line[1:] {
		if line[0] == '\t' {
			n = (n + 8) &^ 7
		} else {
			n++
		}
	}
	for range h.nested {
		line = bytes.TrimPrefix(line, []byte("- "))
	}
	if h.stripCR && len(line) >= 2 && line[len(line)-2] == '\r' {
		line = append(line[:len(line)-2:len(line)-2], '\n')
	}
	return line
}

// incomplete takes a line "\ No newline at end of file" and says whether there was one.
func (pt *patcher) incomplete() bool {
	if pt.at >= len(pt.lines) {
		return false
	}
	line := pt.clean(pt.lines[pt.at])
	if len(line) < 2 || line[0] != '\\' || line[1] != ' ' && line[1] != '\t' {
		return false
	}
	pt.at++
	return true
}

// text is the text of a line, without its newline when the patch says that it has none.
func (pt *patcher) text(line []byte) []byte {
	if pt.incomplete() {
		return bytes.TrimSuffix(line, []byte{'\n'})
	}
	return line
}

// malformed gives up at a line that cannot be.
func (pt *patcher) malformed(line []byte) int {
	return pt.fatal("malformed patch at line %d: %s", pt.at, line)
}

func (pt *patcher) chopped() int { return pt.fatal("unexpected end of file in patch") }

// nextHunk reads a hunk; nil when there is none any more.
func (pt *patcher) nextHunk() (*hunk, int) {
	switch pt.head.kind {
	case kindUnified:
		return pt.unified()
	case kindContext, kindNewContext:
		return pt.contextDiff()
	case kindNormal:
		return pt.normal()
	}
	return nil, gnu.Go
}

// scanNumber reads a line number.
func scanNumber(s []byte) (n int, rest []byte, ok bool) {
	i := 0
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		if n > math.MaxInt32/16 {
			return 0, nil, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s[i:], i > 0
}

// scanRange reads "12,3" or "12", which is one line.
func scanRange(s []byte) (first, count int, rest []byte, ok bool) {
	first, s, ok = scanNumber(s)
	if !ok {
		return 0, 0, nil, false
	}
	if len(s) == 0 || s[0] != ',' {
		return first, 1, s, true
	}
	count, s, ok = scanNumber(s[1:])
	return first, count, s, ok
}

// unifiedHead reads "@@ -a,b +c,d @@".
func unifiedHead(line []byte) (h *hunk, nOld, nNew int, ok bool) {
	h = &hunk{}
	var s []byte
	if h.first, nOld, s, ok = scanRange(line[4:]); !ok {
		return nil, 0, 0, false
	}
	s = bytes.TrimPrefix(s, []byte(" "))
	if len(s) == 0 || s[0] != '+' {
		return nil, 0, 0, false
	}
	if h.newFirst, nNew, s, ok = scanRange(s[1:]); !ok {
		return nil, 0, 0, false
	}
	s = bytes.TrimPrefix(s, []byte(" "))
	if len(s) == 0 || s[0] != '@' {
		return nil, 0, 0, false
	}
	if bytes.HasPrefix(s, []byte("@@ ")) {
		h.function = bytes.TrimRight(s[2:], "\n")
	}
	if nOld == 0 {
		h.first++ // what is added stands behind the line
	}
	if nNew == 0 {
		h.newFirst++
	}
	return h, nOld, nNew, true
}

// missingNumber says whether a hunk's line lacks a number where one must be.
func missingNumber(line []byte) bool {
	for i, c := range line {
		if (c == '-' || c == '+' || c == ',') && (i+1 == len(line) || line[i+1] < '0' || line[i+1] > '9') {
			return true
		}
		if c == '@' && i > 2 {
			break
		}
	}
	return false
}

// forgiven is how many blank lines may be missing at the end of a patch.
const forgiven = 3

// unified reads a hunk of a unified diff.
func (pt *patcher) unified() (*hunk, int) {
	start := pt.at
	line := pt.get()
	if !bytes.HasPrefix(line, []byte("@@ -")) {
		pt.at = start
		return nil, gnu.Go
	}
	h, nOld, nNew, ok := unifiedHead(line)
	if !ok {
		if missingNumber(line) {
			return nil, pt.fatal("missing line number at line %d: %s", pt.at, line)
		}
		return nil, pt.malformed(line)
	}
	h.startLine = pt.at
	pt.p.Hold(int64(min(nOld+nNew, len(pt.lines)-pt.at)) * 64)
	context, changed := 0, false
	for len(h.old) < nOld || len(h.new) < nNew {
		line := pt.get()
		if line == nil {
			if nNew-len(h.new) >= forgiven {
				return nil, pt.chopped()
			}
			line = []byte(" \n") // blank lines at the end may have been cut off
		}
		flag, text := line[0], line[1:]
		if flag == '\t' || flag == '\n' {
			flag, text = ' ', line // the blank was eaten
		}
		if flag == '=' {
			flag = ' '
		}
		if flag != ' ' && flag != '-' && flag != '+' || flag != '+' && len(h.old) >= nOld || flag != '-' && len(h.new) >= nNew {
			return nil, pt.malformed(line)
		}
		l := hunkLine{flag, pt.text(text)}
		h.merged = append(h.merged, l)
		if flag != '+' {
			h.old = append(h.old, l)
		}
		if flag != '-' {
			h.new = append(h.new, l)
		}
		if flag == ' ' {
			context++
			continue
		}
		if !changed {
			h.prefix = context
		}
		changed, context = true, 0
	}
	if !changed {
		return nil, pt.malformed(line2(line, h))
	}
	h.suffix = context
	return h, gnu.Go
}

// line2 is the last line that was read of a hunk.
func line2(line []byte, h *hunk) []byte {
	if len(h.merged) == 0 {
		return line
	}
	l := h.merged[len(h.merged)-1]
	return append([]byte{l.flag}, l.text...)
}

// reversed returns the hunk the other way round.
func (h *hunk) reversed() *hunk {
	r := &hunk{first: h.newFirst, newFirst: h.first, prefix: h.prefix, suffix: h.suffix, function: h.function, startLine: h.startLine}
	turn := func(in []hunkLine) []hunkLine {
		out := make([]hunkLine, len(in))
		for i, l := range in {
			switch l.flag {
			case '-':
				l.flag = '+'
			case '+':
				l.flag = '-'
			}
			out[i] = l
		}
		return out
	}
	r.old, r.new = turn(h.new), turn(h.old)
	return r
}

// normal reads a hunk of a normal diff.
func (pt *patcher) normal() (*hunk, int) {
	start := pt.at
	line := pt.get()
	if line == nil || !isCommand(line) {
		pt.at = start
		return nil, gnu.Go
	}
	first, s, ok := scanNumber(line)
	last := first
	if ok && s[0] == ',' {
		last, s, ok = scanNumber(s[1:])
	}
	if !ok || len(s) == 0 {
		return nil, pt.malformed(line)
	}
	letter := s[0]
	newFirst, s, ok := scanNumber(s[1:])
	newLast := newFirst
	if ok && len(s) > 0 && s[0] == ',' {
		newLast, _, ok = scanNumber(s[1:])
	}
	if !ok {
		return nil, pt.malformed(line)
	}
	h := &hunk{first: first, newFirst: newFirst, startLine: pt.at}
	nOld, nNew := last-first+1, newLast-newFirst+1
	switch letter {
	case 'a':
		h.first++
		nOld = 0
	case 'd':
		h.newFirst++
		nNew = 0
	}
	if nOld < 0 || nNew < 0 {
		return nil, pt.malformed(line)
	}
	var st int
	if h.old, st = pt.normalSide(nOld, '<', '-'); st != gnu.Go {
		return nil, st
	}
	if letter == 'c' {
		if line = pt.get(); line == nil {
			return nil, pt.chopped()
		}
		if line[0] != '-' {
			return nil, pt.fatal("'---' expected at line %d of patch", pt.at)
		}
	}
	h.new, st = pt.normalSide(nNew, '>', '+')
	return h, st
}

// normalSide reads the lines of one side of a normal hunk.
func (pt *patcher) normalSide(n int, mark, flag byte) ([]hunkLine, int) {
	var out []hunkLine
	for range n {
		line := pt.get()
		if line == nil {
			return nil, pt.chopped()
		}
		if line[0] != mark || len(line) < 2 || line[1] != ' ' && line[1] != '\t' {
			return nil, pt.fatal("'%s' followed by space or tab expected at line %s of patch", string(rune(mark)), strconv.Itoa(pt.at))
		}
		out = append(out, hunkLine{flag, pt.text(line[2:])})
	}
	return out, gnu.Go
}
