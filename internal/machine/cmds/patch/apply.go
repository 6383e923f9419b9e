package patch

import (
	"bytes"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// work is the patching of one file.
type work struct {
	pt       *patcher
	in       [][]byte // its lines
	out      []byte
	copied   int // lines of in that are out already
	outName  string
	already  string // the name that the file had before an earlier run renamed it
	hunks    int
	failed   int
	mismatch bool
	inOffset int // how far the last hunk was from where the patch said
	growth   int // lines that hunks have added so far
	rejects  []byte
}

// apply applies the patch that was recognized to its file.
func (pt *patcher) apply() int {
	w := &work{pt: pt}
	if pt.head.kind == kindBinary {
		pt.at++
		pt.someFailed = true
		if !pt.skipRest {
			pt.say("File ", pt.quote(pt.inName), ": git binary diffs are not supported.\n")
		}
		return gnu.Go
	}
	if !pt.skipRest {
		if status := w.open(); status != gnu.Go {
			return status
		}
	}
	if pt.head.kind == kindEd {
		return w.edScript()
	}
	for {
		h, status := pt.nextHunk()
		if status != gnu.Go {
			return status
		}
		if h == nil {
			break
		}
		w.hunks++
		if pt.reverse {
			h = h.reversed()
		}
		w.hunk(h)
	}
	return w.finish()
}

// open reads the file and says so.
func (w *work) open() int {
	pt := w.pt
	h := &pt.head
	w.outName = pt.inName
	if pt.output != "" {
		w.outName = pt.output
	} else if h.git && (h.renamed() || h.copied()) {
		from, to := h.names[side(pt.reverse)], h.names[side(!pt.reverse)]
		switch {
		case to != nil && pt.inName == *to && h.renamed():
			w.already = *from
		case to != nil && !(pt.reverse && h.copied()):
			w.outName = *to
		}
	}
	if pt.inExists && !isRegular(&pt.inStat) {
		pt.say("File ", pt.quote(pt.inName), " is not a regular file -- refusing to patch\n")
		pt.skipRest = true
		return gnu.Go
	}
	if pt.inExists {
		content, err := pt.content(pt.inName)
		if err != nil {
			return pt.fatal("Can't open file %s : %s", pt.quote(pt.inName), kern.ErrText(err))
		}
		pt.p.Tick(1 + len(content)>>6)
		pt.p.Hold(int64(bytes.Count(content, []byte{'\n'})) * 24)
		w.in = splitLines(content)
	}
	if status := w.checkVersion(); status != gnu.Go {
		return status
	}
	if h.kind != kindEd {
		w.announce()
	}
	return gnu.Go
}

// content reads a file as the patches so far have left it.
func (pt *patcher) content(name string) ([]byte, error) {
	_, err := pt.p.Lstat(name)
	for i := range pt.pending {
		if c := &pt.pending[i]; c.source == name || c.name == name && err != nil {
			if st := pt.carryOut(); st != gnu.Go {
				return nil, tree.EIO
			}
			break
		}
	}
	return pt.p.ReadFile(name)
}

// checkVersion looks for the word that a Prereq line asks for.
func (w *work) checkVersion() int {
	pt := w.pt
	want := pt.head.prereq
	if want == "" || pt.reverse {
		return gnu.Go
	}
	for _, l := range w.in {
		for _, word := range bytes.Fields(l) {
			if string(word) == want {
				if pt.talk == talkVerbose {
					pt.say("Good.  This file appears to be the ", want, " version.\n")
				}
				return gnu.Go
			}
		}
		pt.p.Tick(1)
	}
	switch {
	case pt.force:
		if pt.talk != talkSilent {
			pt.say("Warning: this file doesn't appear to be the ", want, " version -- patching anyway.\n")
		}
	case pt.batch:
		return pt.fatal("This file doesn't appear to be the %s version -- aborting.", want)
	default:
		if answer := pt.ask("This file doesn't appear to be the " + want + " version -- patch anyway? [n] "); answer == "" || answer[0] != 'y' {
			return pt.fatal("aborted")
		}
	}
	return gnu.Go
}

func (w *work) announce() {
	pt := w.pt
	if pt.talk == talkSilent {
		return
	}
	verb := "patching"
	if pt.dryRun {
		verb = "checking"
	}
	pt.say(verb, " file ", pt.quote(w.outName))
	if w.already != "" {
		pt.say(" (already renamed from ", pt.quote(w.already), ")")
	}
	if w.outName != pt.inName {
		how := "read"
		switch {
		case !pt.head.git:
		case pt.head.copied():
			how = "copied"
		case pt.head.renamed():
			how = "renamed"
		}
		pt.say(" (", how, " from ", pt.quote(pt.inName), ")")
	}
	pt.say("\n")
	if pt.talk == talkVerbose {
		pt.say("Using Plan A...\n")
	}
}

// hunk applies one hunk, or keeps it among the rejects.
func (w *work) hunk(h *hunk) {
	pt := w.pt
	where, fuzz := 0, 0
	if !pt.skipRest {
		where, fuzz, h = w.find(h)
	}
	if pt.skipRest || where == 0 {
		at := h.first + w.growth
		w.failed++
		w.reject(h)
		if pt.talk == talkVerbose || !pt.skipRest && pt.talk != talkSilent {
			verdict := "FAILED"
			endings := ""
			if pt.skipRest {
				verdict = "ignored"
			} else if w.otherEndings(h) {
				endings = " (different line endings)"
			}
			pt.say("Hunk #", strconv.Itoa(w.hunks), " ", verdict, " at ", strconv.Itoa(at), endings, ".\n")
		}
		return
	}
	at := where + w.growth
	w.put(h, where)
	if pt.talk == talkVerbose || pt.talk != talkSilent && (fuzz > 0 || w.inOffset != 0) {
		pt.say("Hunk #", strconv.Itoa(w.hunks), " succeeded at ", strconv.Itoa(at))
		if fuzz > 0 {
			pt.say(" with fuzz ", strconv.Itoa(fuzz))
		}
		if w.inOffset != 0 {
			pt.say(" (offset ", strconv.Itoa(w.inOffset), " line", plural(w.inOffset), ")")
		}
		pt.say(".\n")
	}
}

// find looks for the place of a hunk with as little fuzz as possible. The first hunk is tried the other way round too, which
// may turn the whole patch around.
func (w *work) find(h *hunk) (where, fuzz int, _ *hunk) {
	pt := w.pt
	most := min(pt.fuzz, max(h.prefix, h.suffix))
	for fuzz = 0; ; fuzz++ {
		where = w.locate(h, fuzz)
		if where == 1 && pt.head.absent[side(pt.reverse)] == 2 && len(w.in) > 0 {
			where = 0 // the patch makes a file that is there already
		}
		if where == 0 || fuzz > 0 || w.inOffset != 0 {
			w.mismatch = true
		}
		if w.hunks == 1 && where == 0 && !pt.force && !pt.applied && pt.reverse == pt.reverseFlag {
			var again bool
			if where, h, again = w.turn(h, fuzz); again {
				fuzz--
				continue
			}
		}
		if pt.skipRest || where != 0 || fuzz >= most {
			return where, fuzz, h
		}
	}
}

// turn tries a hunk the other way round. Again says that it must be looked for anew as it was, since it is to be applied anyway.
func (w *work) turn(h *hunk, fuzz int) (where int, _ *hunk, again bool) {
	pt := w.pt
	back := h.reversed()
	if where = w.locate(back, fuzz); where == 0 {
		return 0, h, false
	}
	text := "Reversed (or previously applied) patch detected!"
	if pt.reverse {
		text = "Unreversed patch detected!"
	}
	if pt.reversible(text) {
		pt.reverse = !pt.reverse
		return where, back, false
	}
	pt.applied = true
	return 0, h, !pt.skipRest
}

// locate returns the line (from 1) at which a hunk fits with some fuzz, 0 when there is none.
func (w *work) locate(h *hunk, fuzz int) int {
	guess := h.first + w.inOffset
	n := len(h.old)
	if n == 0 {
		return guess // an empty range fits anywhere
	}
	context := max(h.prefix, h.suffix)
	prefixFuzz, suffixFuzz := fuzz+h.prefix-context, fuzz+h.suffix-context
	// Lines left out at the end need not be there; those left out at the start must be.
	maxUp := len(w.in) - guess - (n - max(suffixFuzz, 0)) + 1
	maxDown := guess - w.copied - 1
	if guess <= maxDown {
		maxDown = guess - 1
	}
	try := func(offset, prefixFuzz, suffixFuzz int) bool {
		if !w.matches(h, guess+offset, prefixFuzz, suffixFuzz) {
			return false
		}
		w.inOffset += offset
		return true
	}
	if prefixFuzz < 0 && h.first <= 1 {
		// It can only be at the start of the file, perhaps be the whole of it.
		if suffixFuzz < 0 && (n != len(w.in) || h.prefix < w.copied) {
			return 0
		}
		offset := 1 - guess
		if w.copied <= h.prefix && offset <= maxUp && try(offset, 0, max(suffixFuzz, 0)) {
			return guess + offset
		}
		return 0
	}
	prefixFuzz = max(prefixFuzz, 0)
	if suffixFuzz < 0 {
		// It can only be at the end.
		offset := guess - (len(w.in) - n + 1)
		if offset <= maxDown && try(-offset, prefixFuzz, 0) {
			return guess - offset
		}
		return 0
	}
	for offset := max(0, min(-maxUp, maxDown+1)); offset <= maxUp || offset <= maxDown; offset++ {
		if offset <= maxUp && try(offset, prefixFuzz, suffixFuzz) {
			return guess + offset
		}
		if offset > 0 && offset <= maxDown && -offset <= maxUp && try(-offset, prefixFuzz, suffixFuzz) {
			return guess - offset
		}
	}
	return 0
}

// matches says whether a hunk's old lines, less the fuzz at both ends, stand at a line.
func (w *work) matches(h *hunk, at, prefixFuzz, suffixFuzz int) bool {
	for i := prefixFuzz; i < len(h.old)-suffixFuzz; i++ {
		k := at - 1 + i
		w.pt.p.Tick(1)
		if k < 0 || k >= len(w.in) || !w.equal(w.in[k], h.old[i].text) {
			return false
		}
	}
	return true
}

func (w *work) equal(a, b []byte) bool {
	if w.pt.loose {
		return similar(a, b)
	}
	return bytes.Equal(a, b)
}

// similar compares lines without regard to how much white space there is, and to newlines at the end.
func similar(a, b []byte) bool {
	a, b = bytes.TrimSuffix(a, []byte{'\n'}), bytes.TrimSuffix(b, []byte{'\n'})
	blank := func(s []byte) bool { return len(s) > 0 && (s[0] == ' ' || s[0] == '\t') }
	for {
		if len(b) == 0 || blank(b) {
			for blank(b) {
				b = b[1:]
			}
			if len(a) > 0 {
				if !blank(a) {
					return false
				}
				for blank(a) {
					a = a[1:]
				}
			}
			if len(a) == 0 || len(b) == 0 {
				return len(a) == len(b)
			}
			continue
		}
		if len(a) == 0 || a[0] != b[0] {
			return false
		}
		a, b = a[1:], b[1:]
	}
}

// put applies a hunk at a line: context lines stay as the file has them.
func (w *work) put(h *hunk, where int) {
	i, j := 0, 0
	for i < len(h.old) || j < len(h.new) {
		switch {
		case i < len(h.old) && h.old[i].flag != ' ':
			w.copyTo(where - 1 + i)
			w.copied++
			i++
		case j < len(h.new) && h.new[j].flag != ' ':
			w.copyTo(where - 1 + i)
			w.emit(h.new[j].text)
			j++
		default:
			i, j = i+1, j+1
		}
	}
	w.growth += len(h.new) - len(h.old)
}

func (w *work) emit(line []byte) {
	w.pt.p.Tick(1)
	if n := len(w.out); n > 0 && w.out[n-1] != '\n' {
		w.out = append(w.out, '\n')
	}
	w.out = append(w.out, line...)
}

// copyTo copies lines of the input up to line n.
func (w *work) copyTo(n int) {
	for n = min(n, len(w.in)); w.copied < n; w.copied++ {
		w.emit(w.in[w.copied])
	}
}

// otherEndings says whether a hunk would fit but for carriage returns at the ends of lines.
func (w *work) otherEndings(h *hunk) bool {
	at := h.first + w.inOffset
	if at < 1 || at > len(w.in) || len(h.old) == 0 {
		return false
	}
	cr := func(s []byte) bool { return len(s) >= 2 && s[len(s)-2] == '\r' && s[len(s)-1] == '\n' }
	lf := func(s []byte) bool { return len(s) >= 1 && s[len(s)-1] == '\n' }
	a, b := w.in[at-1], h.old[0].text
	return lf(a) && lf(b) && cr(a) != cr(b)
}
