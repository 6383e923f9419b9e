package patch

import (
	"bytes"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/getdate"
)

// The names that a header may give.
const (
	oldName = iota
	newName
	indexName
)

// stamp is the time in a header: unknown, the epoch for a file that is not there, or another.
type stamp struct {
	known bool
	epoch bool
	at    getdate.Time
}

// header is what stands before the hunks of a patch.
type header struct {
	kind       kind
	start      int // line of the first hunk
	indent     int
	stripCR    bool
	nested     int
	names      [3]*string
	times      [2]stamp
	timeText   [2]string
	modes      [2]uint16
	renames    [2]bool
	copies     [2]bool
	git        bool
	extended   bool
	absent     [2]int // 0: the file is there; 1: it seems not to be; 2: it is not
	prereq     string
	first      int // line of the first ed or normal command, -1 for none
	firstIsEd  bool
	firstDent  int
	firstCR    bool
	wantHeader bool
	atEnd      bool
}

func (h *header) setName(i int, n named) {
	h.names[i], h.times[i], h.timeText[i] = n.name, n.time, n.timeText
}

func (h *header) renamed() bool { return h.renames[oldName] && h.renames[newName] }
func (h *header) copied() bool  { return h.copies[oldName] && h.copies[newName] }

// recognize reads a header and finds out the format of the patch and the file it is for.
func (pt *patcher) recognize() (kind, int) {
	h := &pt.head
	h.first, h.wantHeader = -1, pt.target == "" && !pt.posix && pt.forced != kindEd && pt.forced != kindNormal
	k := pt.scan()
	if k == kindNone {
		if pt.target != "" {
			pt.named()
		}
		return k, gnu.Go
	}
	if h.kind = k; pt.posix {
		h.git = false
	}
	if pt.target != "" {
		pt.named()
		return k, gnu.Go
	}
	if status := pt.chooseFile(); status != gnu.Go {
		return k, status
	}
	return k, gnu.Go
}

// named takes the file that the command line gives.
func (pt *patcher) named() {
	pt.inName = pt.target
	st, err := pt.stat(pt.target)
	pt.inExists, pt.inStat = err == nil, st
	if !pt.posix && pt.head.kind != kindNone {
		best := 0
		if err != nil {
			best = -1
		}
		_ = pt.checkAbsence([]candidate{{pt.target, st, err}}, best)
	}
}

// dent is the width of the blanks before a line; rest is what follows.
func dent(line []byte) (n int, rest []byte) {
	i := 0
	for ; i < len(line) && (line[i] == ' ' || line[i] == '\t' || line[i] == 'X'); i++ {
		if line[i] == '\t' {
			n = (n + 8) &^ 7
		} else {
			n++
		}
	}
	return n, line[i:]
}

// scan goes through the lines until the first hunk.
func (pt *patcher) scan() kind {
	h := &pt.head
	command, stars := false, false
	starsDent := 0
	for i := pt.base; ; i++ {
		pt.p.Tick(1)
		if i >= len(pt.lines) {
			return pt.scanEnd(i)
		}
		line := pt.lines[i]
		if line[0] == '#' {
			continue
		}
		cr := len(line) >= 2 && line[len(line)-2] == '\r' && !pt.binary
		n, s := dent(line)
		lastCommand, lastStars := command, stars
		command, stars = isCommand(s), false
		if !h.wantHeader && h.first < 0 && (command || edLetter(s) != 0) {
			h.first, h.firstIsEd, h.firstDent, h.firstCR = i, edLetter(s) != 0, n, cr
		}
		if pt.headerLine(s, cr, lastStars, i) {
			return kindUnified
		}
		if h.git && bytes.HasPrefix(s, []byte("GIT binary patch")) {
			h.start, h.stripCR = i, cr
			return kindBinary
		}
		if h.wantHeader {
			continue
		}
		if k := pt.hunkStart(i, n, s, cr, lastCommand, lastStars && starsDent == n); k != kindNone {
			return k
		}
		if stars = bytes.HasPrefix(s, []byte("********")); stars {
			starsDent = n
		}
	}
}

// scanEnd is reached when there are no hunks.
func (pt *patcher) scanEnd(i int) kind {
	h := &pt.head
	h.start = i
	switch {
	case h.git && h.extended:
		return kindUnified
	case h.first >= 0 && h.firstIsEd && (pt.forced == kindNone || pt.forced == kindEd):
		h.start, h.indent, h.stripCR = h.first, h.firstDent, h.firstCR
		return kindEd
	}
	return kindNone
}

// hunkStart says of what format a hunk is that begins here.
func (pt *patcher) hunkStart(i, n int, s []byte, cr, lastCommand, lastStars bool) kind {
	h := &pt.head
	allow := func(k ...kind) bool {
		for _, x := range k {
			if pt.forced == x {
				return true
			}
		}
		return pt.forced == kindNone
	}
	switch {
	case allow(kindEd) && h.first >= 0 && string(s) == ".\n":
		h.start, h.indent, h.stripCR = h.first, h.firstDent, h.firstCR
		return kindEd
	case allow(kindUnified) && bytes.HasPrefix(s, []byte("@@ -")):
		pt.unifiedStart(i, n, s, cr)
		return kindUnified
	case allow(kindContext, kindNewContext) && lastStars && bytes.HasPrefix(s, []byte("*** ")):
		h.start, h.indent, h.stripCR = i-1, n, cr
		if zero(s[4:]) {
			h.absent[oldName] = absence(h.times[oldName])
		}
		k := kindContext
		if t := bytes.TrimRight(s, "\r\n"); len(t) > 0 && t[len(t)-1] == '*' {
			k = kindNewContext
		}
		pt.peekContext(k)
		return k
	case allow(kindNormal) && lastCommand && (bytes.HasPrefix(s, []byte("< ")) || bytes.HasPrefix(s, []byte("> "))):
		h.start, h.indent, h.stripCR = i-1, n, cr
		return kindNormal
	}
	return kindNone
}

// unifiedStart finishes the header of a unified diff, whose names were taken the other way round.
func (pt *patcher) unifiedStart(i, n int, s []byte, cr bool) {
	h := &pt.head
	h.names[0], h.names[1] = h.names[1], h.names[0]
	h.times[0], h.times[1] = h.times[1], h.times[0]
	h.timeText[0], h.timeText[1] = h.timeText[1], h.timeText[0]
	if zero(s[4:]) {
		h.absent[oldName] = absence(h.times[oldName])
	}
	s = s[4:]
	for len(s) > 0 && s[0] != ' ' && s[0] != '\n' {
		s = s[1:]
	}
	s = bytes.TrimLeft(s, " ")
	if len(s) > 0 && s[0] == '+' && zero(s[1:]) {
		h.absent[newName] = absence(h.times[newName])
	}
	h.start, h.indent = i, n
	h.stripCR = h.stripCR || cr
}

func absence(t stamp) int {
	if t.known && t.epoch {
		return 2
	}
	return 1
}

// zero says whether text begins with the number 0.
func zero(s []byte) bool {
	return len(s) > 0 && s[0] == '0' && (len(s) == 1 || s[1] < '0' || s[1] > '9')
}

// isCommand says whether a line is a command of a normal diff.
func isCommand(s []byte) bool {
	n := 0
	digits := func() {
		for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == ',') {
			n++
		}
	}
	if len(s) == 0 || s[0] < '0' || s[0] > '9' {
		return false
	}
	digits()
	if n == len(s) || s[n] != 'd' && s[n] != 'c' && s[n] != 'a' {
		return false
	}
	n++
	digits()
	for n < len(s) && (s[n] == ' ' || s[n] == '\t') {
		n++
	}
	if n < len(s) && s[n] == '\r' {
		n++
	}
	return n < len(s) && s[n] == '\n'
}

// edLetter returns the letter of a line that is a command of an ed script, 0 when it is none.
func edLetter(s []byte) byte {
	digits := func() (n int) {
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		s = s[n:]
		return n
	}
	pair := false
	if digits() > 0 && len(s) > 0 && s[0] == ',' {
		s = s[1:]
		if pair = true; digits() == 0 {
			return 0
		}
	}
	if len(s) == 0 {
		return 0
	}
	letter := s[0]
	s = s[1:]
	switch letter {
	case 'a', 'i':
		if pair {
			return 0
		}
	case 'c', 'd':
	case 's':
		var ok bool
		if s, ok = bytes.CutPrefix(s, []byte("/.//")); !ok {
			return 0
		}
	default:
		return 0
	}
	s = bytes.TrimLeft(s, " \t")
	if len(s) > 0 && s[0] == '\r' {
		s = s[1:]
	}
	if len(s) == 0 || s[0] != '\n' {
		return 0
	}
	return letter
}
