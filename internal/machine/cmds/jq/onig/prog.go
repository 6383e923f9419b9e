package onig

type opcode uint8

const (
	opChar opcode = iota
	opFold
	opAny
	opAnyAll
	opSet
	opSplit // try x, then y
	opJump
	opSave // the position in register x
	opAssert
	opSpan // as many characters as node sub matches, giving one back at a time
	opBackref
	opCall
	opReturn
	opCond
	opNewline
	opCluster
	opMark      // register x: the height of the stack, y: the position
	opCut       // forget the choices since mark x
	opCutBack   // the same and back to the position y
	opFailLook  // undo everything since mark x, and fail
	opSetZero   // register x
	opLoop      // a counted loop: x counts, node has the bounds, y leaves
	opCount     // one more in register x
	opEmpty     // leave to y if nothing was matched since register x, and the loop's count z suffices
	opBehind    // go back node.minLen characters
	opBehindEnd // fail unless at the place in register x
	opBound
	opFail
	opMatch
)

type instr struct {
	op      opcode
	x, y, z int
	r       rune
	n       *node
}

// Regexp is a compiled pattern. It never changes and may be shared.
type Regexp struct {
	prog   []instr
	groups int
	regs   int // registers: two for each group and the match, then those of loops
	opt    Options
	names  []groupName
	first  rune   // the character that every match begins with, or -1
	needed string // a text that every match contains
}

type compiler struct {
	prog   []instr
	regs   int
	called map[int]bool
	subs   map[int]int // where a called group begins
	fix    []int       // calls whose target is not known yet
	groups map[int]*node
}

// maxProg bounds the program that nested repetitions make.
const maxProg = 1 << 20

// Compile translates a pattern. The error is an *Error or an *Unsupported.
func Compile(pattern string, opt Options) (*Regexp, error) {
	p := &parser{s: pattern, f: flags{fold: opt.IgnoreCase, extend: opt.Extend, dotAll: opt.DotAll}}
	root := p.alternatives()
	if p.err == nil && p.more() {
		p.fail("unmatched close parenthesis")
	}
	if p.err == nil {
		p.resolve(root)
	}
	if p.err != nil {
		return nil, p.err
	}
	c := &compiler{regs: 2 * (p.groups + 1), called: map[int]bool{}, subs: map[int]int{}, groups: map[int]*node{}}
	for _, n := range p.calls {
		if n.kind == kCall {
			c.called[n.refs[0]] = true
		}
	}
	c.compileRoot(root)
	if len(c.prog) > maxProg {
		return nil, &Error{"too big number for repeat range"}
	}
	re := &Regexp{prog: c.prog, groups: p.groups, regs: c.regs, opt: opt, names: p.names, first: -1}
	re.needed, _ = needed(root, 0)
	if c.prog[0].op == opChar {
		re.first = c.prog[0].r
	}
	return re, nil
}

func (c *compiler) emit(i instr) int {
	if len(c.prog) <= maxProg {
		c.prog = append(c.prog, i)
	}
	return len(c.prog) - 1
}

func (c *compiler) reg() int {
	c.regs++
	return c.regs - 1
}

func (c *compiler) compileRoot(root *node) {
	if !c.called[0] {
		c.node(root)
		c.emit(instr{op: opMatch})
	} else {
		c.emit(instr{op: opCall, x: 2})
		c.emit(instr{op: opMatch})
		c.subs[0] = 2
		c.node(root)
		c.emit(instr{op: opReturn})
	}
	for _, i := range c.fix {
		c.prog[i].x = c.subs[c.prog[i].y]
	}
}

func (c *compiler) node(n *node) {
	if len(c.prog) > maxProg {
		return
	}
	switch n.kind {
	case kChar:
		op := opChar
		if n.fold {
			op = opFold
		}
		c.emit(instr{op: op, r: n.r})
	case kAny:
		op := opAny
		if n.all {
			op = opAnyAll
		}
		c.emit(instr{op: op})
	case kClass:
		c.emit(instr{op: opSet, n: n})
	case kAssert:
		c.emit(instr{op: opAssert, x: int(n.op)})
	case kGroup:
		c.group(n)
	case kCat:
		for _, m := range n.list {
			c.node(m)
		}
	case kAlt:
		c.alternatives(n)
	case kRepeat:
		c.repeat(n)
	case kAtomic:
		c.atomic(n.list[0])
	case kLook:
		c.look(n)
	case kBackref:
		c.emit(instr{op: opBackref, n: n})
	case kCall:
		c.fix = append(c.fix, c.emit(instr{op: opCall, y: n.refs[0]}))
	case kCond:
		c.cond(n)
	case kKeep:
		c.emit(instr{op: opSave, x: 0})
	case kNewline:
		c.emit(instr{op: opNewline})
	case kCluster:
		c.emit(instr{op: opCluster})
	case kBound:
		c.emit(instr{op: opBound, n: n})
	case kFail:
		c.emit(instr{op: opFail})
	}
}

// cond compiles a choice by whether a group took part, or whether a pattern matches here.
func (c *compiler) cond(n *node) {
	var no int
	if n.cond == nil {
		no = c.emit(instr{op: opCond, n: n})
	} else {
		mark := c.reg()
		c.emit(instr{op: opMark, x: mark, y: -1})
		no = c.emit(instr{op: opSplit})
		c.prog[no].x = no + 1
		c.node(n.cond)
		c.emit(instr{op: opCut, x: mark})
	}
	c.node(n.list[0])
	end := c.emit(instr{op: opJump})
	c.prog[no].y = len(c.prog)
	c.node(n.list[1])
	c.prog[end].x = len(c.prog)
}

func (c *compiler) group(n *node) {
	save := func() {
		c.emit(instr{op: opSave, x: 2 * n.n})
		c.node(n.list[0])
		c.emit(instr{op: opSave, x: 2*n.n + 1})
	}
	if !c.called[n.n] {
		save()
		return
	}
	at := c.emit(instr{op: opCall})
	end := c.emit(instr{op: opJump})
	c.prog[at].x = len(c.prog)
	c.subs[n.n] = len(c.prog)
	save()
	c.emit(instr{op: opReturn})
	c.prog[end].x = len(c.prog)
}

func (c *compiler) alternatives(n *node) {
	var ends []int
	for i, m := range n.list {
		if i == len(n.list)-1 {
			c.node(m)
			break
		}
		split := c.emit(instr{op: opSplit})
		c.prog[split].x = split + 1
		c.node(m)
		ends = append(ends, c.emit(instr{op: opJump}))
		c.prog[split].y = len(c.prog)
	}
	for _, e := range ends {
		c.prog[e].x = len(c.prog)
	}
}

func (c *compiler) atomic(n *node) {
	mark := c.reg()
	c.emit(instr{op: opMark, x: mark, y: -1})
	c.node(n)
	c.emit(instr{op: opCut, x: mark})
}

func (c *compiler) look(n *node) {
	mark, pos := c.reg(), c.reg()
	c.emit(instr{op: opMark, x: mark, y: pos})
	split := 0
	if n.neg {
		split = c.emit(instr{op: opSplit})
		c.prog[split].x = split + 1
	}
	if n.behind {
		c.emit(instr{op: opBehind, n: n})
		c.node(n.list[0])
		c.emit(instr{op: opBehindEnd, x: pos})
	} else {
		c.node(n.list[0])
	}
	if n.neg {
		c.emit(instr{op: opFailLook, x: mark})
		c.prog[split].y = len(c.prog)
		return
	}
	c.emit(instr{op: opCutBack, x: mark, y: pos})
}

// single says that a node matches exactly one character and nothing else.
func single(n *node) bool {
	return n.kind == kChar || n.kind == kAny || n.kind == kClass
}

func (c *compiler) repeat(n *node) {
	body := n.list[0]
	switch {
	case n.max == 0: // but groups in it may be called
		skip := c.emit(instr{op: opJump})
		c.node(body)
		c.prog[skip].x = len(c.prog)
	case n.possessive:
		greedy := *n
		greedy.possessive = false
		c.atomic(&greedy)
	case single(body) && !n.lazy:
		c.emit(instr{op: opSpan, n: n})
	case n.min == 0 && n.max == 1:
		split := c.emit(instr{op: opSplit})
		c.node(body)
		c.order(split, split+1, len(c.prog), n.lazy)
	case n.min == 0 && n.max == unlimited:
		start := c.reg()
		split := c.emit(instr{op: opSplit})
		c.emit(instr{op: opSave, x: start})
		c.node(body)
		empty := c.emit(instr{op: opEmpty, x: start, z: -1})
		c.emit(instr{op: opJump, x: split})
		c.order(split, split+1, len(c.prog), n.lazy)
		c.prog[empty].y = len(c.prog)
	default:
		count, start := c.reg(), c.reg()
		c.emit(instr{op: opSetZero, x: count})
		loop := c.emit(instr{op: opLoop, x: count, n: n})
		if n.lazy {
			skip := c.emit(instr{op: opJump})
			c.prog[loop].z = c.emit(instr{op: opCount, x: count})
			c.prog[skip].x = len(c.prog)
		}
		c.emit(instr{op: opSave, x: start})
		c.node(body)
		empty := c.emit(instr{op: opEmpty, x: start, z: count, n: n})
		c.emit(instr{op: opJump, x: loop})
		c.prog[loop].y, c.prog[empty].y = len(c.prog), len(c.prog)
	}
}

// order sets the two ways of a split: into a loop or past it.
func (c *compiler) order(split, in, out int, lazy bool) {
	if lazy {
		in, out = out, in
	}
	c.prog[split].x, c.prog[split].y = in, out
}

// needed returns the longest text that whatever n matches contains; whole says that it is all that n matches.
func needed(n *node, depth int) (text string, whole bool) {
	if depth > 20 {
		return "", false
	}
	switch n.kind {
	case kEmpty, kAssert, kKeep:
		return "", true
	case kChar:
		if n.fold {
			return "", false
		}
		return string(n.r), true
	case kGroup, kAtomic:
		return needed(n.list[0], depth+1)
	case kRepeat:
		text, whole = needed(n.list[0], depth+1)
		if n.min == 0 {
			return "", false
		}
		return text, whole && n.min == 1 && n.max == 1
	case kCat:
		run := ""
		whole = true
		for _, m := range n.list {
			t, all := needed(m, depth+1)
			if all {
				run += t
				t = run
			} else {
				run, whole = "", false
			}
			if len(t) > len(text) {
				text = t
			}
		}
		return text, whole
	}
	return "", false
}
