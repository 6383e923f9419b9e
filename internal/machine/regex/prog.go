package regex

import "slices"

// instOp is the kind of a program instruction.
type instOp uint8

const (
	iMatch   instOp = iota
	iRune           // one symbol equal to arg, then out
	iSet            // one symbol of sets[arg], then out
	iAny            // any symbol at all, even a stray byte, then out
	iSplit          // out, or with lower priority alt
	iSave           // store the position in slot arg, then out
	iBackref        // the text of group arg, then out
	iAssert         // condition arg, then out
)

// inst is one instruction. Programs are graphs of them: out and alt are
// indices.
type inst struct {
	op       instOp
	optional bool // iSave at the end of a group that may be repeated in vain
	arg      int32
	out, alt int32
}

// prog is a compiled program. It is not changed after compile.
type prog struct {
	insts []inst
	sets  []*charSet
	start int32
	// asserts says that contexts matter; words that word contexts do.
	asserts, words bool
}

// progKind selects what compile makes of a syntax tree.
type progKind uint8

const (
	progForward progKind = iota // no captures, back-references match anything
	progCapture                 // with captures and back-references
)

type compiler struct {
	p    *prog
	kind progKind
	// copied says that a copy of a repeated operand is being emitted.
	copied bool
}

// compile translates a tree whose size was checked by programSize.
func compile(root *node, kind progKind) *prog {
	c := compiler{p: &prog{}, kind: kind}
	match := c.emit(inst{op: iMatch})
	c.p.start = c.node(root, match, false)
	return c.p
}

func (c *compiler) emit(i inst) int32 {
	c.p.insts = append(c.p.insts, i)
	return int32(len(c.p.insts) - 1)
}

// node emits n so that it goes on to next, and returns where it starts.
// optional marks a group that a repetition may match zero times.
func (c *compiler) node(n *node, next int32, optional bool) int32 {
	switch n.op {
	case opRune:
		return c.emit(inst{op: iRune, arg: n.r, out: next})
	case opSet:
		return c.emit(inst{op: iSet, arg: c.set(n.set), out: next})
	case opCat:
		for i := len(n.sub) - 1; i >= 0; i-- {
			next = c.node(n.sub[i], next, false)
		}
		return next
	case opAlt:
		return c.alternatives(n.sub, next)
	case opRepeat:
		return c.repeat(n, next)
	case opGroup:
		return c.group(n, next, optional)
	case opBackref:
		if c.kind == progCapture {
			return c.emit(inst{op: iBackref, arg: int32(n.n), out: next})
		}
		loop := c.emit(inst{op: iSplit, alt: next})
		c.p.insts[loop].out = c.emit(inst{op: iAny, out: loop})
		return loop
	case opAssert:
		c.p.asserts = true
		c.p.words = c.p.words || n.assert >= wordEdge
		return c.emit(inst{op: iAssert, arg: int32(n.assert), out: next})
	}
	return next
}

// alternatives emits branches in the order in which glibc prefers them: as
// written, but an empty first branch comes after the second.
func (c *compiler) alternatives(subs []*node, next int32) int32 {
	if subs[0].op == opEmpty {
		subs = slices.Clone(subs)
		subs[0], subs[1] = subs[1], subs[0]
	}
	at := c.node(subs[len(subs)-1], next, false)
	for i := len(subs) - 2; i >= 0; i-- {
		at = c.emit(inst{op: iSplit, out: c.node(subs[i], next, false), alt: at})
	}
	return at
}

func (c *compiler) group(n *node, next int32, optional bool) int32 {
	if c.kind != progCapture {
		return c.node(n.sub[0], next, false)
	}
	end := c.emit(inst{op: iSave, arg: int32(2*n.n + 1), optional: optional, out: next})
	body := c.node(n.sub[0], end, false)
	return c.emit(inst{op: iSave, arg: int32(2 * n.n), out: body})
}

// repeat emits min copies of the operand followed by the optional ones.
//
// Glibc marks a group as optional when it parses the repetition, and loses
// the marks inside a tree that it copies: only the first optional copy is
// marked, and nothing inside of copies. c.copied keeps track of that.
func (c *compiler) repeat(n *node, next int32) int32 {
	sub := n.sub[0]
	outer := c.copied
	first := !outer // the first optional copy is marked
	c.copied = outer || n.min > 0
	if n.max < 0 {
		loop := c.emit(inst{op: iSplit, alt: next})
		c.p.insts[loop].out = c.node(sub, loop, first)
		next = loop
	} else {
		next = c.optional(sub, n.max-n.min, next, first)
	}
	for i := range n.min {
		c.copied = outer || i < n.min-1
		next = c.node(sub, next, false)
	}
	c.copied = outer
	return next
}

// optional emits up to k copies of sub. Glibc nests them to the left, as in
// ((x)?x)?, which shows in the submatches of rounds that match nothing.
func (c *compiler) optional(sub *node, k int, next int32, first bool) int32 {
	entry, outer := next, int32(-1)
	copied := c.copied
	for i := range k {
		split := c.emit(inst{op: iSplit, alt: next})
		if outer < 0 {
			entry = split
		} else {
			c.p.insts[outer].out = split
		}
		outer = split
		last := i == k-1
		c.copied = copied || !last
		next = c.node(sub, next, first && last)
		c.p.insts[split].out = next
	}
	c.copied = copied
	return entry
}

// set returns the index of a set, shared with an equal one.
func (c *compiler) set(s *charSet) int32 {
	for i, t := range c.p.sets {
		if t == s || t.equal(s) {
			return int32(i)
		}
	}
	c.p.sets = append(c.p.sets, s)
	return int32(len(c.p.sets) - 1)
}

// programSize returns the number of instructions that compile makes of n,
// at most one more than maxProgram.
func programSize(n *node) int {
	size := 1
	for _, s := range n.sub {
		size += programSize(s) + 1
	}
	if n.op == opRepeat {
		copies := max(n.min, n.max, 1)
		if n.max < 0 {
			copies = n.min + 1
		}
		size = min(size, maxProgram+1) * copies
	}
	return min(size, maxProgram+1)
}

// matches reports whether a symbol instruction accepts r.
func (p *prog) matches(i *inst, r rune) bool {
	switch i.op {
	case iRune:
		return i.arg == r
	case iSet:
		return p.sets[i.arg].contains(r)
	}
	return i.op == iAny
}

// weight is the number of steps that one symbol costs: more for large
// programs, whose states take longer to build, so that the real work of a
// step stays within bounds.
func (p *prog) weight() int { return 1 + len(p.insts)/16 }
