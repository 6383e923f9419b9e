package cmds

import (
	"math"
	"strings"
)

// fmtWord is a word of a paragraph, the blanks after it, and what is known of a line that begins with it.
type fmtWord struct {
	text       []byte
	space      int
	paren      bool // begins with an opening bracket or quote
	period     bool // ends in a full stop, perhaps with closing brackets after it
	punct      bool // ends in punctuation
	final      bool // ends a sentence
	lineLength int
	next       int // the word that begins the next line
	best       int
}

// The costs of line breaks, as squares of columns.
const (
	fmtLineCost      = 70 * 70
	fmtNoBreakCost   = 600 * 600
	fmtSentenceBonus = 50 * 50
	fmtParenBonus    = 40 * 40
	fmtPunctBonus    = 40 * 40
	fmtLineCredit    = 3 * 3
	fmtWidow         = 200 * 200
	fmtOrphan        = 150 * 150
)

func shortCost(n int) int  { return (n * 10) * (n * 10) }
func raggedCost(n int) int { return shortCost(n) / 2 }

func (w *fmtWord) classify() {
	t := w.text
	w.paren = strings.IndexByte("(['`\"", t[0]) >= 0
	last := t[len(t)-1]
	w.punct = last > ' ' && last < 0x7f && !(last|0x20 >= 'a' && last|0x20 <= 'z') && !(last >= '0' && last <= '9')
	for len(t) > 1 && strings.IndexByte(")]'\"", t[len(t)-1]) >= 0 {
		t = t[:len(t)-1]
	}
	w.period = strings.IndexByte(".?!", t[len(t)-1]) >= 0
}

// line reads the words of a line that begins with c and the start of the next line.
func (f *fmtState) line(c int) int {
	for {
		f.p.Tick(1)
		var w fmtWord
		for {
			if f.chars == fmtMaxChars {
				f.setOther(true)
				f.flush(&w)
			}
			w.text = append(w.text, byte(c))
			f.chars++
			if c = f.in.get(); c < 0 || c == ' ' || c >= '\t' && c <= '\r' {
				break
			}
		}
		f.in.col += len(w.text)
		w.classify()
		start := f.in.col
		c = f.space(c)
		w.space = f.in.col - start
		w.final = c < 0 || w.period && (c == '\n' || w.space > 1)
		if c == '\n' || c < 0 || f.uniform {
			w.space = 1
			if w.final {
				w.space = 2
			}
		}
		if len(f.words) == fmtMaxWords-2 {
			f.setOther(true)
			f.flush(&w)
		}
		f.words = append(f.words, w)
		if c == '\n' || c < 0 {
			return f.lineStart()
		}
	}
}

// flush prints the greater part of a paragraph that is too long to be looked at as a whole; w is the word being read.
func (f *fmtState) flush(w *fmtWord) {
	if len(f.words) == 0 {
		f.out = append(f.out, w.text...)
		w.text, f.chars = w.text[:0], 0
		return
	}
	f.optimize()
	at, best := len(f.words), math.MaxInt
	for i := f.words[0].next; i != len(f.words); i = f.words[i].next {
		gain := f.words[i].best - f.bestAt(f.words[i].next)
		if gain < best {
			at, best = i, gain
		}
		if best <= math.MaxInt-fmtLineCredit {
			best += fmtLineCredit
		}
	}
	f.put(at)
	f.words = append(f.words[:0], f.words[at:]...)
	f.chars = len(w.text)
	for i := range f.words {
		f.chars += len(f.words[i].text)
	}
}

func (f *fmtState) bestAt(i int) int {
	if i == len(f.words) {
		return 0
	}
	return f.words[i].best
}

// optimize chooses the line breaks that cost least, beginning from the end.
func (f *fmtState) optimize() {
	for start := len(f.words) - 1; start >= 0; start-- {
		s := &f.words[start]
		f.p.Tick(1)
		length := f.otherIndent
		if start == 0 {
			length = f.firstIndent
		}
		length += len(s.text)
		best := math.MaxInt
		for w := start + 1; ; w++ {
			cost := f.lineCost(w, length) + f.bestAt(w)
			if start == 0 && f.lastLength > 0 {
				cost += raggedCost(length - f.lastLength)
			}
			if cost < best {
				best, s.next, s.lineLength = cost, w, length
			}
			if w == len(f.words) {
				break
			}
			if length += f.words[w-1].space + len(f.words[w].text); length >= f.width {
				break
			}
		}
		s.best = best + f.baseCost(start)
	}
}

// lineCost is the cost of a line of the given length that ends before word next.
func (f *fmtState) lineCost(next, length int) int {
	if next == len(f.words) {
		return 0
	}
	cost := shortCost(f.goal - length)
	if f.words[next].next != len(f.words) {
		cost += raggedCost(length - f.words[next].lineLength)
	}
	return cost
}

// baseCost is the cost of beginning a line with word i.
func (f *fmtState) baseCost(i int) int {
	cost := fmtLineCost
	w := &f.words[i]
	if i > 0 {
		switch prev := &f.words[i-1]; {
		case prev.period && prev.final:
			cost -= fmtSentenceBonus
		case prev.period:
			cost += fmtNoBreakCost
		case prev.punct:
			cost -= fmtPunctBonus
		case i > 1 && f.words[i-2].final:
			cost += fmtWidow / (len(prev.text) + 2)
		}
	}
	if w.paren {
		cost -= fmtParenBonus
	} else if w.final {
		cost += fmtOrphan / (len(w.text) + 2)
	}
	return cost
}

// put prints the lines that begin before word end.
func (f *fmtState) put(end int) {
	indent := f.firstIndent
	for i := 0; i != end; i = f.words[i].next {
		f.outCol = 0
		f.blanks(f.prefixIndent)
		f.out = append(f.out, f.prefix...)
		f.outCol += len(f.prefix)
		f.blanks(indent - f.outCol)
		for j := i; j < f.words[i].next; j++ {
			w := &f.words[j]
			f.out = append(f.out, w.text...)
			f.outCol += len(w.text)
			if j+1 < f.words[i].next {
				f.blanks(w.space)
			}
		}
		f.lastLength = f.outCol
		f.out = append(f.out, '\n')
		indent = f.otherIndent
	}
}

// blanks moves n columns on, with tabs if the input had any.
func (f *fmtState) blanks(n int) {
	target := f.outCol + n
	if tab := target / 8 * 8; f.tabs && f.outCol+1 < tab {
		for f.outCol < tab {
			f.out = append(f.out, '\t')
			f.outCol = (f.outCol/8 + 1) * 8
		}
	}
	for f.outCol < target {
		f.out = append(f.out, ' ')
		f.outCol++
	}
}
