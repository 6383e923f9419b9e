package regex

import "github.com/orrery-world/orrery/internal/machine/gnu/ctype"

// parser turns a GNU pattern into a syntax tree by recursive descent. It
// keeps one token of look-ahead in tok.
type parser struct {
	src  string
	opt  Options
	d    dialect
	tok  token
	base int // groups of earlier patterns
	nsub int
	// complete has a bit for each of the groups 1 to 9 whose text a
	// back-reference may use here.
	complete uint16
	backrefs bool
	warnings []string
	// selecting asks for the grammar of grep's line matcher; brace says that
	// this would make a difference.
	selecting, brace bool
	// exprStart says that no symbol or group was seen since the last
	// alternative began, which decides about warnings.
	exprStart bool
}

// parse reads a whole pattern; groups are numbered from base+1.
func parse(src string, opt Options, base int, selecting bool) (*parser, *node, error) {
	p := &parser{
		src: src, opt: opt, d: dialectOf(opt.Syntax, opt.Tool), base: base, nsub: base,
		exprStart: true, selecting: selecting,
	}
	p.tok = p.peek(0, true)
	n, err := p.alternatives(0)
	if err != nil {
		return nil, nil, err
	}
	return p, n, nil
}

// advance reads the next token.
func (p *parser) advance(caret bool) { p.tok = p.peek(p.tok.end, caret) }

// alternatives reads branches up to the end or the ")" of nesting level nest.
func (p *parser) alternatives(nest int) (*node, error) {
	initial := p.complete
	first, err := p.branch(nest)
	if err != nil || p.tok.kind != tokAlt {
		return first, err
	}
	complete := p.complete
	subs := []*node{first}
	for p.tok.kind == tokAlt {
		p.advance(true)
		p.exprStart = true
		p.complete = initial
		n, err := p.branch(nest)
		if err != nil {
			return nil, err
		}
		complete |= p.complete
		subs = append(subs, n)
	}
	p.complete = complete
	return joined(opAlt, subs...), nil
}

// branch reads a sequence of repeated expressions, perhaps empty.
func (p *parser) branch(nest int) (*node, error) {
	var subs []*node
	for p.tok.kind != tokEnd && p.tok.kind != tokAlt && (nest == 0 || p.tok.kind != tokClose) {
		n, err := p.expression(nest)
		if err != nil {
			return nil, err
		}
		if n != nil && n.op != opEmpty {
			subs = append(subs, n)
		}
	}
	switch len(subs) {
	case 0:
		return &node{op: opEmpty}, nil
	case 1:
		return subs[0], nil
	}
	return joined(opCat, subs...), nil
}

// expression reads one operand and the repetitions after it. It returns nil
// for an operator that the dialect skips.
func (p *parser) expression(nest int) (*node, error) {
	n, done, err := p.operand(nest)
	if err != nil || done {
		return n, err
	}
	p.exprStart = false
	for isRepeat(p.tok.kind) {
		literal, err := p.repeat(&n)
		if err != nil {
			return nil, err
		}
		if literal {
			break
		}
		if n.depth > maxDepth {
			return nil, fail(TooBig)
		}
		if p.d.dupInvalid && (p.tok.kind == tokStar || p.tok.kind == tokOpenBrace) {
			return nil, fail(BadRepeat)
		}
	}
	return n, nil
}

func isRepeat(k tokenKind) bool {
	return k == tokStar || k == tokPlus || k == tokQuest || k == tokOpenBrace
}

// operand reads what a repetition can follow. done says that none can:
// after an anchor, or when an operator was skipped.
func (p *parser) operand(nest int) (n *node, done bool, err error) {
	t := p.tok
	switch t.kind {
	case tokOpen:
		n, err = p.group(nest)
		return n, false, err
	case tokBracket:
		n, err = p.bracket()
		if err != nil {
			return nil, false, err
		}
		p.advance(false)
		return n, false, nil
	case tokAny:
		n = &node{op: opSet, set: p.anySet()}
	case tokClass:
		n = &node{op: opSet, set: p.classSet(t)}
	case tokBackref:
		if p.complete&(1<<t.n) == 0 {
			return nil, false, fail(BadBackref)
		}
		p.backrefs = true
		n = &node{op: opBackref, n: p.base + t.n}
	case tokAssert:
		p.advance(false)
		return &node{op: opAssert, assert: t.assert}, true, nil
	case tokTrailing:
		return nil, false, fail(TrailingBackslash)
	case tokStar, tokPlus, tokQuest, tokOpenBrace:
		if skipped, err := p.misplaced(); skipped || err != nil {
			return nil, true, err
		}
		n = p.literal(t.r)
	case tokClose:
		if !p.d.closeLiteral {
			return nil, false, fail(UnmatchedCloseParen)
		}
		n = p.literal(t.r)
	default:
		n = p.literal(t.r)
	}
	p.advance(false)
	return n, false, nil
}

// misplaced handles a repetition operator without an operand: an error,
// skipped, or (false, nil) literal.
func (p *parser) misplaced() (skipped bool, err error) {
	if p.d.leadInvalid || p.d.dupInvalid && p.tok.kind == tokOpenBrace {
		return false, fail(BadRepeat)
	}
	if !p.d.leadSkip {
		return false, nil
	}
	if p.tok.kind == tokOpenBrace {
		return p.misplacedBrace(), nil
	}
	if p.exprStart {
		p.warnings = append(p.warnings, string(p.tok.r)+" at start of expression")
	}
	p.advance(false)
	return true, nil
}

// misplacedBrace handles an open brace without operand for grep, whose two
// matchers disagree about it. The one that selects lines skips a whole
// interval, and takes a malformed one literally; the one that finds the bounds
// of a match skips the brace alone.
func (p *parser) misplacedBrace() (skipped bool) {
	p.brace = true
	q := parser{src: p.src, opt: p.opt, d: p.d, tok: p.tok}
	lo, _, err := q.interval()
	ok := lo >= 0 && err == nil
	if ok && p.exprStart {
		p.warnings = append(p.warnings, "{...} at start of expression")
	}
	switch {
	case !p.selecting:
		p.advance(false)
		return true
	case ok:
		p.tok = q.tok
		p.advance(false)
		return true
	}
	return false
}

// group reads a parenthesised expression; tok is its "(".
func (p *parser) group(nest int) (*node, error) {
	if nest >= maxDepth || p.nsub >= maxGroups {
		return nil, fail(TooBig)
	}
	p.nsub++
	n := p.nsub
	p.advance(true)
	p.exprStart = true
	var sub *node
	if p.tok.kind == tokClose {
		sub = &node{op: opEmpty}
	} else {
		var err error
		if sub, err = p.alternatives(nest + 1); err != nil {
			return nil, err
		}
	}
	if p.tok.kind != tokClose {
		return nil, fail(UnmatchedParen)
	}
	if k := n - p.base; k <= 9 {
		p.complete |= 1 << k
	}
	p.advance(false)
	g := joined(opGroup, sub)
	g.n = n
	return g, nil
}

// repeat applies the repetition operator tok to *n. literal says that it is
// an open brace that is no operator here and becomes the next operand.
func (p *parser) repeat(n **node) (literal bool, err error) {
	lo, hi := 0, -1
	switch p.tok.kind {
	case tokPlus:
		lo = 1
	case tokQuest:
		hi = 1
	case tokOpenBrace:
		open := p.tok
		if lo, hi, err = p.interval(); err != nil {
			return false, err
		}
		if lo < 0 {
			p.tok = open
			p.tok.kind = tokRune
			return true, nil
		}
	}
	p.advance(false)
	if hi == 0 || (*n).op == opEmpty {
		*n = &node{op: opEmpty}
		return false, nil
	}
	r := joined(opRepeat, *n)
	r.min, r.max = lo, hi
	*n = r
	return false, nil
}

// interval reads {LO,HI} with tok at the brace, and leaves tok at the closing
// one. hi is -1 without a limit; lo is -1 when the dialect wants the text
// taken literally.
func (p *parser) interval() (lo, hi int, err error) {
	const none, bad = -1, -2
	lo = p.number()
	if lo == none {
		if p.tok.kind != tokRune || p.tok.r != ',' {
			return 0, 0, fail(BadInterval)
		}
		lo = 0
	}
	hi = lo
	if lo != bad && p.tok.kind == tokRune && p.tok.r == ',' {
		hi = p.number()
	}
	if lo == bad || hi == bad {
		if p.d.braceLiteral {
			return -1, 0, nil
		}
		if p.tok.kind == tokEnd || p.tok.kind == tokTrailing {
			return 0, 0, fail(UnmatchedBrace)
		}
		return 0, 0, fail(BadInterval)
	}
	if hi >= 0 && lo > hi || p.tok.kind != tokCloseBrace {
		return 0, 0, fail(BadInterval)
	}
	if max(lo, hi) > maxRepeat {
		return 0, 0, fail(TooBig)
	}
	return lo, hi, nil
}

// number reads digits up to a comma, a closing brace or the end. It returns
// -1 for no digits and -2 for anything else.
func (p *parser) number() int {
	n := -1
	for {
		p.advance(false)
		t := p.tok
		switch {
		case t.kind == tokEnd || t.kind == tokTrailing:
			return -2
		case t.kind == tokCloseBrace || t.kind == tokRune && t.r == ',':
			return n
		case t.kind != tokRune || t.r < '0' || t.r > '9' || n == -2:
			n = -2
		case n < 0:
			n = int(t.r - '0')
		default:
			n = min(maxRepeat+1, n*10+int(t.r-'0'))
		}
	}
}

func (p *parser) literal(r rune) *node {
	if p.opt.ICase {
		r = upper(r, p.opt.Bytes)
	}
	return &node{op: opRune, r: r}
}

// upper is the form in which symbols are compared under ICase.
func upper(r rune, bytes bool) rune {
	if r >= badByte || bytes && r >= 0x80 {
		return r
	}
	return ctype.ToUpper(r)
}

func (p *parser) anySet() *charSet {
	s := &charSet{neg: true}
	if p.opt.Newline {
		s.add('\n')
	}
	return s
}

// classSet is the set of \w, \W, \s or \S. Under REG_NEWLINE \W and \S
// still match a newline when the class does not contain it.
func (p *parser) classSet(t token) *charSet {
	s := &charSet{neg: t.neg}
	s.addClass(t.class, p.opt.Bytes)
	return s
}
