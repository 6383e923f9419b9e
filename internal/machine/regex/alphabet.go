package regex

import (
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
)

// alphabet maps the bytes of the text to columns of the transition table:
// bytes that no instruction and no context tells apart share a column.
type alphabet struct {
	column [256]uint8
	// limit is the first byte that begins a longer symbol: 0x80, or 0x100 in
	// byte mode.
	limit uint16
	// columns counts those of single bytes. Column columns stands for all
	// symbols above when uniform, and columns+1 for stray bytes.
	columns int
	// sample holds one byte of each column.
	sample [256]uint8
	// uniform says that all valid symbols of several bytes are alike.
	uniform bool
	icase   bool
	bytes   bool
	// newline says that a newline makes ^ and $ match.
	newline bool
	words   bool
}

func newAlphabet(p *prog, opt Options) *alphabet {
	a := &alphabet{
		limit: utf8.RuneSelf, icase: opt.ICase, bytes: opt.Bytes,
		newline: p.asserts && opt.Newline, words: p.words,
	}
	if opt.Bytes {
		a.limit = 256
	}
	// Some letters outside of ASCII have upper-case forms inside.
	a.uniform = !p.words && !opt.ICase
	sp := splitter{a: a, columns: 1}
	for i := range p.insts {
		if in := &p.insts[i]; in.op == iRune {
			if in.arg >= utf8.RuneSelf {
				a.uniform = false
			}
			sp.split(func(r rune) bool { return r == in.arg })
		}
	}
	for _, s := range p.sets {
		if !s.uniformHigh() {
			a.uniform = false
		}
		sp.split(s.contains)
	}
	if a.newline {
		sp.split(func(r rune) bool { return r == '\n' })
	}
	if a.words {
		sp.split(func(r rune) bool { return isWord(r, a.bytes) })
	}
	a.columns = sp.columns
	for b := int(a.limit) - 1; b >= 0; b-- {
		a.sample[a.column[b]] = uint8(b)
	}
	return a
}

// splitter refines the columns by one predicate after another.
type splitter struct {
	a       *alphabet
	columns int
	seen    [256]uint8 // per column: 1 has bytes outside, 2 inside, 3 both
	moved   [256]uint8 // column for the bytes inside, where both
}

func (s *splitter) split(in func(rune) bool) {
	if s.columns == int(s.a.limit) {
		return
	}
	clear(s.seen[:s.columns])
	for b := range int(s.a.limit) {
		s.seen[s.a.column[b]] |= 1 << inside(in, s.a.fold(rune(b)))
	}
	n := s.columns
	for c := range n {
		if s.seen[c] == 3 {
			s.moved[c] = uint8(s.columns)
			s.columns++
		}
	}
	if n == s.columns {
		return
	}
	for b := range int(s.a.limit) {
		c := s.a.column[b]
		if int(c) < n && s.seen[c] == 3 && in(s.a.fold(rune(b))) {
			s.a.column[b] = s.moved[c]
		}
	}
}

func inside(in func(rune) bool, r rune) int {
	if in(r) {
		return 1
	}
	return 0
}

// fold brings a symbol into the form that programs compare.
func (a *alphabet) fold(r rune) rune {
	if a.icase {
		return upper(r, a.bytes)
	}
	return r
}

// next reads the symbol at in[i:], not folded.
func (a *alphabet) next(in []byte, i int) (r rune, size int) {
	if c := in[i]; uint16(c) < a.limit {
		return rune(c), 1
	}
	r, size = utf8.DecodeRune(in[i:])
	if size == 1 {
		return badByte + rune(in[i]), 1
	}
	return r, size
}

// last reads the symbol that ends before in[i].
func (a *alphabet) last(in []byte, i int) (r rune, size int) {
	if c := in[i-1]; uint16(c) < a.limit {
		return rune(c), 1
	}
	r, size = utf8.DecodeLastRune(in[:i])
	if size == 1 {
		return badByte + rune(in[i-1]), 1
	}
	return r, size
}

// contextOf is the context that the symbol r gives to a position beside it.
func (a *alphabet) contextOf(r rune) context {
	if r == '\n' && a.newline {
		return ctxNewline
	}
	if a.words && isWord(r, a.bytes) {
		return ctxWord
	}
	return 0
}

func isWord(r rune, bytes bool) bool {
	if bytes && r >= utf8.RuneSelf {
		return false
	}
	return ctype.Is(r, ctype.Word)
}

// before is the context to the left of in[i].
func (a *alphabet) before(in []byte, i int, opt *MatchOptions) context {
	if i == 0 {
		if opt.NotBOL {
			return ctxBuffer
		}
		return ctxBuffer | ctxNewline
	}
	r, _ := a.last(in, i)
	return a.contextOf(r)
}

// after is the context to the right of a position before in[i].
func (a *alphabet) after(in []byte, i int, opt *MatchOptions) context {
	if i == len(in) {
		if opt.NotEOL {
			return ctxBuffer
		}
		return ctxBuffer | ctxNewline
	}
	r, _ := a.next(in, i)
	return a.contextOf(r)
}
