package parse

import (
	"io"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// eof is what the character functions return at the end of the text.
const eof = -1

// mark says that the line with the given number starts at an offset of the buffer.
type mark struct{ off, line int }

// aliasSpan is a stretch of the buffer that came from an alias. Within it the
// same name is not expanded again.
type aliasSpan struct {
	name  string
	end   int
	blank bool // its text ended with a blank: the next word is looked up too
}

// Parser reads units from a text or from a source of lines. It is not safe for
// concurrent use.
type Parser struct {
	opt    Options
	source func(more bool) (string, Input)
	text   string // what is left of a fixed text
	fixed  bool

	// The unit being read. buf holds its text: input lines as they come, with
	// backslash-newline removed and aliases replaced.
	buf     []byte
	pos     int
	marks   []mark
	aliases []aliasSpan
	raw     []string // the input lines of the unit
	replay  []string // lines to read again after a Wait
	lineNo  int      // number of the last line read, or tried to read
	ended   bool     // the source said End
	counted bool     // and lineNo counts that
	done    bool     // a fatal error or the end was reported

	record *recorder // what is read goes into a cache
	cached *program  // what is repeated from one
	step   int

	// line is the text that buf holds from lineOff on, when nothing in it was
	// changed: words within it need no copy.
	line    string
	lineOff int
	clean   bool
	shared  bool // a copy of the parser may come back: copy before changing

	tok       token
	have      bool // tok has been read and not been used
	pending   []*pendingDoc
	subs      []sub
	depth     int
	inSubst   int // nesting of $( and <(
	inArray   int // > 0 between the parentheses of NAME=(
	arrays    int // the same, counting those around substitutions
	aliasText int // bytes that aliases have added
	echo      string
	inDoc     bool // a here-document is being read
	skipFrom  int  // bodies read ahead stand at buf[skipFrom:skipTo]
	skipTo    int
	twice     string // text read again up to twiceEnd
	twiceEnd  int
	stopAt    int    // offset of a newline that counts as the end of the text
	onEOF     string // said besides when the text ends inside a word
	condLine  int    // line of the innermost [[, or 0
	onSubst   bool   // right behind $(
	resume    bool   // the next error is of the kind that drain follows
	arithShut byte   // the bracket that ends the arithmetic text being read
	arithLine int    // where that began
	warnings  []Message
	docs      map[*syntax.Redirect]string
	texts     map[*syntax.CmdSubst]string

	wordRoom []litWord // room for words to come
	rawRoom  [1]string // for raw
	markRoom [2]mark   // for marks
}

// New returns a parser over a text that is there as a whole.
func New(src string, opt Options) *Parser {
	p := newParser(opt)
	p.text, p.fixed = src, true
	return p
}

// NewLines returns a parser that asks a function for each line, not before it
// is needed. more says that a command has begun and continues on the line.
func NewLines(next func(more bool) (string, Input), opt Options) *Parser {
	p := newParser(opt)
	p.source = next
	return p
}

func newParser(opt Options) *Parser {
	if opt.MaxDepth <= 0 {
		opt.MaxDepth = DefaultMaxDepth
	}
	if opt.FirstLine <= 0 {
		opt.FirstLine = 1
	}
	p := &Parser{opt: opt, lineNo: opt.FirstLine - 1}
	p.marks = p.markRoom[:0]
	return p
}

// SetExtGlob turns extended globs on or off for the units that follow.
func (p *Parser) SetExtGlob(on bool) { p.opt.ExtGlob = on }

// SetAlias replaces the alias lookup for the units that follow.
func (p *Parser) SetAlias(f func(name string) (string, bool)) {
	p.opt.Alias = f
	if f != nil {
		p.record = nil
	}
}

// AtEnd says whether a parser of a whole text has read all of it.
func (p *Parser) AtEnd() bool {
	if p.cached != nil {
		return p.step >= len(p.cached.steps)
	}
	return p.done || p.text == "" && p.pos >= len(p.buf) && len(p.replay) == 0
}

// LineNo returns the number of the last line read.
func (p *Parser) LineNo() int { return p.lineNo }

// stopParse carries an abort from deep inside the parser to Next, which turns
// it into its result.
type stopParse struct{ err error }

// Next returns the next complete command line. It returns io.EOF at the end,
// ErrWait, or a *SyntaxError.
func (p *Parser) Next() (u *Unit, err error) {
	if p.cached != nil {
		if u, err, ok := p.repeat(); ok {
			return u, err
		}
	}
	if p.record == nil {
		return p.read()
	}
	before, rec := p.state(), p.record
	u, err = p.read()
	rec.note(p, before, u, err)
	return u, err
}

// read reads the next unit from the text.
func (p *Parser) read() (u *Unit, err error) {
	if p.done {
		return nil, io.EOF
	}
	p.begin()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stopParse:
			if e, ok := r.err.(*SyntaxError); ok && e.Kind != Discard && !e.Incomplete && (e.cond || e.resume || e.Kind == Quiet) && p.opt.Mode != Interactive {
				p.drain(e)
			}
			u, err = nil, p.fail(r.err)
		default:
			panic(r)
		}
	}()
	return p.unit()
}

// begin drops the unit before, keeping what of the buffer was not used.
func (p *Parser) begin() {
	rest := p.buf[min(p.pos, len(p.buf)):]
	first := p.lineNo
	p.buf, p.pos, p.clean = append([]byte(nil), rest...), 0, false
	p.marks = p.marks[:0]
	if len(rest) > 0 {
		p.marks = append(p.marks, mark{0, first})
	}
	p.raw = p.rawRoom[:0:1]
	p.aliases, p.pending, p.subs = nil, nil, p.subs[:0]
	p.have, p.depth, p.inSubst, p.inArray, p.arrays, p.aliasText = false, 0, 0, 0, 0, 0
	p.warnings, p.docs, p.texts = nil, nil, nil
	p.inDoc, p.skipFrom, p.skipTo = false, -1, 0
	p.twiceEnd, p.stopAt, p.onEOF, p.condLine, p.onSubst, p.arithShut, p.resume = -1, -1, "", 0, false, 0, false
}

// fail turns an abort into the error that Next returns.
func (p *Parser) fail(err error) error {
	p.have = false
	if err == ErrWait {
		p.replay = append(append([]string(nil), p.raw...), p.replay...)
		p.lineNo -= len(p.raw)
		p.buf, p.pos = nil, 0
		return err
	}
	p.buf, p.pos = nil, 0
	if se, ok := err.(*SyntaxError); ok && (se.Kind == Discard || p.opt.Mode == Interactive) && !p.ended {
		return err
	}
	p.done = true
	return err
}

// fetch appends the next line to the buffer. It returns false at the end.
func (p *Parser) fetch() bool {
	if p.ended {
		return p.atTextEnd()
	}
	line, in := p.nextLine()
	switch in {
	case Wait:
		panic(stopParse{ErrWait})
	case End:
		p.ended = true
		return p.atTextEnd()
	}
	p.tick(len(line))
	p.raw = append(p.raw, line)
	p.lineNo++
	p.marks = append(p.marks, mark{len(p.buf), p.lineNo})
	if strings.IndexByte(line, 0) >= 0 {
		line = strings.ReplaceAll(line, "\x00", "")
	}
	if !strings.HasSuffix(line, "\n") && !p.opt.Dash {
		line = p.lastLine(line)
	}
	if !p.inDoc {
		p.echo = line
	}
	p.line, p.lineOff, p.clean = line, len(p.buf), true
	p.buf = append(p.buf, line...)
	return true
}

// tick charges work to the budget.
func (p *Parser) tick(n int) {
	if p.opt.Tick == nil {
		return
	}
	if err := p.opt.Tick(n); err != nil {
		panic(stopParse{err})
	}
}

// atTextEnd counts the end of the text as a line, once, but not for here-documents.
func (p *Parser) atTextEnd() bool {
	if !p.counted && !p.inDoc {
		p.counted = true
		if n := len(p.raw); p.opt.Dash && n > 0 && !strings.HasSuffix(p.raw[n-1], "\n") {
			return false // dash counts newlines, not lines
		}
		p.lineNo++
		p.marks = append(p.marks, mark{len(p.buf), p.lineNo})
	}
	return false
}

// lastLine completes a line that has no newline. A backslash at the very end
// stands for itself in a string and for nothing in a file.
func (p *Parser) lastLine(line string) string {
	n := 0
	for n < len(line) && line[len(line)-1-n] == '\\' {
		n++
	}
	if n%2 == 1 {
		if p.opt.Mode == Script || p.opt.Mode == Stdin || p.opt.Mode == Interactive {
			return line[:len(line)-1] + "\n"
		}
		return line + "\\\n"
	}
	return line + "\n"
}

func (p *Parser) nextLine() (string, Input) {
	if len(p.replay) > 0 {
		s := p.replay[0]
		p.replay = p.replay[1:]
		return s, Line
	}
	if !p.fixed {
		return p.source(len(p.buf) > 0)
	}
	if p.text == "" {
		return "", End
	}
	i := strings.IndexByte(p.text, '\n')
	if i < 0 {
		i = len(p.text) - 1
	}
	s := p.text[:i+1]
	p.text = p.text[i+1:]
	return s, Line
}

// ch returns the character at the position without using it. Reading on past
// the buffer fetches a line.
func (p *Parser) ch() int {
	if p.pos == p.skipFrom {
		p.pos = p.skipTo
	}
	for p.pos >= len(p.buf) {
		if !p.fetch() {
			return eof
		}
	}
	return int(p.buf[p.pos])
}

// ahead returns the character n places further, within the line read so far.
func (p *Parser) ahead(n int) int {
	if p.pos+n < len(p.buf) {
		return int(p.buf[p.pos+n])
	}
	return eof
}

// atJoin reports whether backslash-newline stands at the position.
func (p *Parser) atJoin() bool {
	return p.ahead(0) == '\\' && p.ahead(1) == '\n'
}

// join removes the backslash-newline at the position.
func (p *Parser) join() {
	p.unshare()
	if p.pos+2 == len(p.buf) {
		p.buf = p.buf[:p.pos]
		p.fetch()
		return
	}
	p.splice(p.pos, p.pos+2, nil)
}

// unshare readies the buffer and what points into it for a change.
func (p *Parser) unshare() {
	p.clean = false
	if p.shared {
		p.shared = false
		p.buf, p.marks, p.aliases = slices.Clone(p.buf), slices.Clone(p.marks), slices.Clone(p.aliases)
	}
}

// splice replaces buf[start:end] and moves everything that points behind it.
func (p *Parser) splice(start, end int, text []byte) {
	p.unshare()
	p.buf = slices.Replace(p.buf, start, end, text...)
	delta := len(text) - (end - start)
	for i := range p.marks {
		if p.marks[i].off >= end {
			p.marks[i].off += delta
		}
	}
	for i := range p.aliases {
		if p.aliases[i].end >= end {
			p.aliases[i].end += delta
		}
	}
}

// str returns buf[a:b] as a string, without copying when it can.
func (p *Parser) str(a, b int) string {
	if p.clean && a >= p.lineOff && b <= p.lineOff+len(p.line) {
		return p.line[a-p.lineOff : b-p.lineOff]
	}
	return string(p.buf[a:b])
}

// lineAt returns the number of the line that holds an offset.
func (p *Parser) lineAt(off int) int {
	return p.marks[p.markAt(off)].line
}

func (p *Parser) markAt(off int) int {
	if n := len(p.marks); n > 8 {
		i, found := slices.BinarySearchFunc(p.marks, off, func(m mark, off int) int { return m.off - off })
		for found && i+1 < n && p.marks[i+1].off == off {
			i++
		}
		if !found && i > 0 {
			i--
		}
		return i
	}
	for i := len(p.marks) - 1; i > 0; i-- {
		if p.marks[i].off <= off {
			return i
		}
	}
	return 0
}

// at makes a position of an offset.
func (p *Parser) at(off int) syntax.Pos {
	m := p.marks[p.markAt(off)]
	return syntax.NewPos(uint(off), uint(m.line), uint(off-m.off+1))
}

// echoed returns the line to show below a syntax error: the one read last,
// here-documents apart, or what bash looked at twice because (( did not begin arithmetic.
func (p *Parser) echoed() string {
	if p.pos <= p.twiceEnd {
		return strings.TrimSuffix(p.twice, "\n")
	}
	return strings.TrimSuffix(p.echo, "\n")
}
