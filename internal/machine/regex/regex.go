package regex

import (
	"bytes"
	"strings"
	"sync"
)

// Regexp is a compiled pattern. It is immutable and safe for concurrent use.
type Regexp struct {
	opt      Options
	nsub     int
	size     int
	backrefs bool
	anchored bool // matches begin only at the begin of the text
	isLit    bool // matches are exactly lit, anywhere
	lit      []byte
	prefix   []byte // nil, or every match begins with it
	required []byte // nil, or every match contains it
	warnings []string
	root     *node
	// lines, when set, is the pattern as grep's line matcher reads it. It
	// answers Test, and must accept the text before Find looks for bounds.
	lines *Regexp

	once    sync.Once
	forward *prog
	capture *prog
	alpha   *alphabet
	pool    sync.Pool
}

// scratch is the work space of one match.
type scratch struct {
	search
	options MatchOptions
	ticks   ticker
	fwd     *dfa
	sift    *sifter
	refs    *backtracker
	prev    []int
}

// Compile translates a pattern. A malformed one yields an *Error, whose text
// is the one of the real tools.
func Compile(pattern string, opt Options) (*Regexp, error) {
	return CompileList([]string{pattern}, opt)
}

// CompileList translates several patterns of which any may match, like the
// lines of the pattern list of grep. Back-references refer to groups of their
// own pattern; the groups are numbered through. Without patterns nothing
// matches.
func CompileList(patterns []string, opt Options) (*Regexp, error) {
	if len(patterns) == 1 && plain(patterns[0], opt) {
		return &Regexp{opt: opt, isLit: true, lit: []byte(patterns[0])}, nil
	}
	if opt.Syntax == AWK {
		opt.Bytes = true
	}
	re, brace, err := compileList(patterns, opt, false)
	if err == nil && brace {
		re.isLit = false
		re.lines, _, err = compileList(patterns, opt, true)
	}
	return re, err
}

// compileList compiles in the grammar of grep's line matcher or not; brace
// says that the other grammar makes a difference.
func compileList(patterns []string, opt Options, selecting bool) (re *Regexp, brace bool, err error) {
	re = &Regexp{opt: opt}
	var subs []*node
	for _, src := range patterns {
		root, b, err := re.parse(src, selecting)
		if err != nil {
			return nil, false, err
		}
		subs = append(subs, root)
		brace = brace || b
	}
	return re, brace, re.build(subs)
}

// build joins the trees of all patterns and prepares the search.
func (re *Regexp) build(subs []*node) error {
	opt := re.opt
	root := &node{op: opSet, set: &charSet{}}
	if len(subs) == 1 {
		root = subs[0]
	} else if len(subs) > 1 {
		root = joined(opAlt, subs...)
	}
	if opt.Word {
		root = between(noWordBefore, root, noWordAfter)
	}
	if opt.Line {
		root = between(lineBegin, root, lineEnd)
	}
	if re.size = programSize(root); re.size > maxProgram {
		return fail(TooBig)
	}
	re.root = root
	re.analyse()
	if re.backrefs {
		re.programs()
		if len(usedGroups(re.capture)) > maxRefs {
			return fail(TooBig)
		}
	}
	return nil
}

// Size returns the number of instructions of the program, to which the work of
// making it is proportional.
func (re *Regexp) Size() int { return re.size }

// parse reads one pattern and adds its groups, warnings and back-references
// to those of re.
func (re *Regexp) parse(src string, selecting bool) (root *node, brace bool, err error) {
	if re.opt.Syntax == AWK {
		root, err = parseMawk(src, re.opt)
		return root, false, err
	}
	p, root, err := parse(src, re.opt, re.nsub, selecting)
	if err != nil {
		return nil, false, err
	}
	re.nsub = p.nsub
	re.backrefs = re.backrefs || p.backrefs
	re.warnings = append(re.warnings, p.warnings...)
	return root, p.brace, nil
}

func between(before assertion, n *node, after assertion) *node {
	return joined(opCat, &node{op: opAssert, assert: before}, n, &node{op: opAssert, assert: after})
}

// plain reports whether the pattern is a literal in every respect, which
// makes the compilation of simple words cheap.
func plain(pattern string, opt Options) bool {
	if pattern == "" || opt.Word || opt.Line || opt.ICase {
		return false
	}
	special := `\^$.[*`
	if opt.Syntax != BRE {
		special = `\^$.[*+?(){|`
	}
	return !strings.ContainsAny(pattern, special) && (opt.Tool != Sed || !strings.Contains(pattern, ")"))
}

// analyse finds the literals and anchors that speed up matching.
func (re *Regexp) analyse() {
	asserts := hasAssert(re.root)
	re.anchored = asserts && beginsAt(re.root, re.opt.Newline)
	l := literalsOf(re.root, re.opt)
	if l.exact && !asserts && re.nsub == 0 && l.prefix != "" {
		re.isLit, re.lit = true, []byte(l.prefix)
		return
	}
	if l.prefix != "" && !re.anchored {
		re.prefix = []byte(l.prefix)
	}
	if len(l.required) > len(re.prefix) {
		re.required = []byte(l.required)
	}
}

func hasAssert(n *node) bool {
	if n.op == opAssert {
		return true
	}
	for _, s := range n.sub {
		if hasAssert(s) {
			return true
		}
	}
	return false
}

// beginsAt reports whether every match of n begins where the text does.
func beginsAt(n *node, multi bool) bool {
	switch n.op {
	case opAssert:
		return n.assert == bufBegin || n.assert == lineBegin && !multi
	case opGroup:
		return beginsAt(n.sub[0], multi)
	case opRepeat:
		return n.min > 0 && beginsAt(n.sub[0], multi)
	case opCat:
		for _, s := range n.sub {
			if beginsAt(s, multi) {
				return true
			}
			if s.op != opAssert && s.op != opEmpty {
				return false
			}
		}
	case opAlt:
		for _, s := range n.sub {
			if !beginsAt(s, multi) {
				return false
			}
		}
		return true
	}
	return false
}

// NumSubexp returns the number of groups.
func (re *Regexp) NumSubexp() int { return re.nsub }

// Warnings returns what grep -E writes to standard error after "grep:
// warning: ", one text each, in order.
func (re *Regexp) Warnings() []string { return re.warnings }

// Literal returns the text that every match contains, or nil when none is
// known, so that a caller can pass over text without it. exact says that
// the matches are just its occurrences. The result must not be changed.
func (re *Regexp) Literal() (text []byte, exact bool) {
	switch {
	case re.isLit:
		return re.lit, true
	case re.required != nil:
		return re.required, false
	}
	return re.prefix, false
}

// programs builds what matching needs, at the first match.
func (re *Regexp) programs() {
	re.once.Do(func() {
		re.forward = compile(re.root, progForward)
		re.capture = re.forward
		if re.nsub > 0 || re.backrefs {
			re.capture = compile(re.root, progCapture)
		}
		re.alpha = newAlphabet(re.forward, re.opt)
	})
}

// begin takes a work space for a match over in.
func (re *Regexp) begin(in []byte, opt *MatchOptions) *scratch {
	s, ok := re.pool.Get().(*scratch)
	if !ok {
		re.programs()
		s = &scratch{fwd: newDFA(re.forward, re.alpha)}
		s.search.prefix, s.search.once = re.prefix, re.anchored
		s.search.opt, s.search.t = &s.options, &s.ticks
	}
	s.in, s.options, s.ticks = in, *opt, ticker{tick: opt.Tick}
	return s
}

// end gives the work space back, with nothing of the text held.
func (re *Regexp) end(s *scratch) {
	s.in, s.options, s.ticks = nil, MatchOptions{}, ticker{}
	re.pool.Put(s)
}

// Test reports whether there is a match that begins at from or later. It is
// faster than Find because any match will do.
func (re *Regexp) Test(in []byte, from int, opt MatchOptions) (bool, error) {
	if re.lines != nil {
		return re.lines.Test(in, from, opt)
	}
	if re.isLit {
		start, err := re.literal(in, from, &opt)
		return start >= 0, err
	}
	if no, err := re.hopeless(in, from, &opt); no || err != nil {
		return false, err
	}
	s := re.begin(in, &opt)
	s.earliest = true
	start, _, err := re.find(s, from)
	if err == nil {
		err = s.ticks.flush()
	}
	re.end(s)
	return start >= 0 && err == nil, err
}

// Find returns the bounds of the leftmost-longest match that begins at from or
// later; start is -1 when there is none, as always with from beyond the end.
// Text before from is seen by assertions only.
func (re *Regexp) Find(in []byte, from int, opt MatchOptions) (start, end int, err error) {
	if re.isLit {
		start, err = re.literal(in, from, &opt)
		return start, start + len(re.lit), err
	}
	if no, err := re.hopeless(in, from, &opt); no || err != nil {
		return -1, -1, err
	}
	s := re.begin(in, &opt)
	s.earliest = false
	start, end, err = re.find(s, from)
	if err == nil {
		err = s.ticks.flush()
	}
	re.end(s)
	if err != nil {
		return -1, -1, err
	}
	return start, end, nil
}

// Match is Find with the submatches: the result holds a pair of offsets for
// the match and each group, -1 for a group that took no part. It is nil when
// nothing matches.
func (re *Regexp) Match(in []byte, from int, opt MatchOptions) ([]int, error) {
	return re.MatchAppend(nil, in, from, opt)
}

// MatchAppend is Match with the offsets appended to dst, so that the memory
// can be used again. It returns nil when nothing matches.
func (re *Regexp) MatchAppend(dst []int, in []byte, from int, opt MatchOptions) ([]int, error) {
	if re.nsub == 0 {
		start, end, err := re.Find(in, from, opt)
		if start < 0 || err != nil {
			return nil, err
		}
		return append(dst, start, end), nil
	}
	if no, err := re.hopeless(in, from, &opt); no || err != nil {
		return nil, err
	}
	s := re.begin(in, &opt)
	defer re.end(s)
	s.earliest = false
	start, end, err := re.find(s, from)
	if err != nil {
		return nil, err
	}
	if start < 0 {
		return nil, s.ticks.flush()
	}
	trail, err := re.trace(s, start, end)
	if err != nil {
		return nil, err
	}
	n := 2 * (re.nsub + 1)
	if len(s.prev) < n {
		s.prev = make([]int, n)
	}
	base := len(dst)
	dst = append(dst, start, end)
	for len(dst) < base+n {
		dst = append(dst, -1)
	}
	replay(trail, dst[base:], s.prev[:n])
	return dst, s.ticks.flush()
}

// literal searches the text of a plain pattern.
func (re *Regexp) literal(in []byte, from int, opt *MatchOptions) (int, error) {
	if from > len(in) {
		return -1, nil
	}
	k := bytes.Index(in[from:], re.lit)
	seen := len(in) - from
	if k >= 0 {
		seen = k
		k += from
	}
	if opt.Tick != nil {
		if err := opt.Tick(1 + seen/literalBytes); err != nil {
			return -1, err
		}
	}
	return k, nil
}

// hopeless reports whether a cheap look already rules a match out.
func (re *Regexp) hopeless(in []byte, from int, opt *MatchOptions) (bool, error) {
	steps := 1
	no := re.anchored && from > 0 || from > len(in)
	if re.lines != nil {
		ok, err := re.lines.Test(in, 0, *opt)
		if !ok || err != nil {
			return true, err
		}
	}
	if !no && re.required != nil {
		steps += (len(in) - from) / literalBytes
		no = !bytes.Contains(in[from:], re.required)
	}
	if no && opt.Tick != nil {
		return true, opt.Tick(steps)
	}
	return no, nil
}

// find is the common part of matching; with s.earliest the bounds are those
// of any match.
func (re *Regexp) find(s *scratch, from int) (start, end int, err error) {
	end, err = s.fwd.forward(&s.search, from)
	if end < 0 || err != nil {
		return -1, -1, err
	}
	if s.earliest && !re.backrefs {
		return from, end, nil
	}
	if re.backrefs {
		return re.findRefs(s, from)
	}
	if re.anchored && re.nsub == 0 {
		return from, end, nil
	}
	if s.sift == nil {
		s.sift = newSifter(re.capture, re.alpha)
	}
	start, err = s.sift.run(&s.search, from, end, re.nsub > 0)
	return start, end, err
}

// findRefs is find for patterns with back-references, of which it is known
// that they may match.
func (re *Regexp) findRefs(s *scratch, from int) (start, end int, err error) {
	if s.refs == nil {
		s.refs = newBacktracker(re.capture, re.alpha)
	}
	last := len(s.in)
	if re.anchored {
		last = from
	}
	return s.refs.find(&s.search, from, last)
}

// trace returns the path of the match found last.
func (re *Regexp) trace(s *scratch, start, end int) ([]event, error) {
	if re.backrefs {
		return s.refs.best, nil
	}
	err := s.sift.walk(&s.search, start, end)
	return s.sift.trail, err
}
