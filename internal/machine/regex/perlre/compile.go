package perlre

type opcode uint8

const (
	opChar opcode = iota
	opFold
	opAny
	opSet
	opAssert // n is the kind
	opSplit  // try x, then y
	opJump
	opSave
	opKeep
	opRef
	opLook
	opAtomic
	opMark  // remember the position in register n
	opMoved // fail unless the position differs from register n
	opMatch
)

type inst struct {
	op   opcode
	r    rune
	x, y int
	n    int
	flag bool // dotAll, multi, fold, or "must not match"
	set  *set
	alts []behind // of a look-behind
	sub  *prog
}

// behind is an alternative of a look-behind with the number of characters it takes.
type behind struct {
	width int
	p     *prog
}

type prog struct {
	insts []inst
}

const maxInsts = 100_000

type compiler struct {
	p    *prog
	regs int
	size int
}

// program compiles n into a program of its own.
func (c *compiler) program(n *node) (*prog, error) {
	saved := c.p
	p := &prog{}
	c.p = p
	defer func() { c.p = saved }()
	if err := c.emitNode(n); err != nil {
		return nil, err
	}
	c.add(inst{op: opMatch})
	return p, nil
}

func (c *compiler) add(i inst) int {
	c.size++
	c.p.insts = append(c.p.insts, i)
	return len(c.p.insts) - 1
}

func (c *compiler) emitNode(n *node) error {
	if c.size > maxInsts {
		return fail("regular expression is too large")
	}
	switch n.kind {
	case kChar:
		op := opChar
		if n.fold {
			op = opFold
		}
		c.add(inst{op: op, r: n.r})
	case kAny:
		c.add(inst{op: opAny, flag: n.dotAll})
	case kSet:
		c.add(inst{op: opSet, set: n.set})
	case kBOL, kEOL, kBegin, kEnd, kEndNL, kWord, kNotWord:
		c.add(inst{op: opAssert, n: int(n.kind), flag: n.multi})
	case kKeep:
		c.add(inst{op: opKeep})
	case kRef:
		c.add(inst{op: opRef, n: n.n, flag: n.fold})
	case kCat:
		for _, s := range n.subs {
			if err := c.emitNode(s); err != nil {
				return err
			}
		}
	case kGroup:
		return c.group(n)
	case kAlt:
		return c.alternatives(n)
	case kRepeat:
		return c.repeat(n)
	case kLook:
		return c.look(n)
	case kAtomic:
		sub, err := c.program(n.subs[0])
		c.add(inst{op: opAtomic, sub: sub})
		return err
	}
	return nil
}

func (c *compiler) group(n *node) error {
	if n.n > 0 {
		c.add(inst{op: opSave, n: 2 * n.n})
	}
	if err := c.emitNode(n.subs[0]); err != nil {
		return err
	}
	if n.n > 0 {
		c.add(inst{op: opSave, n: 2*n.n + 1})
	}
	return nil
}

func (c *compiler) alternatives(n *node) error {
	var jumps []int
	for i, s := range n.subs {
		split := -1
		if i+1 < len(n.subs) {
			split = c.add(inst{op: opSplit})
			c.p.insts[split].x = split + 1
		}
		if err := c.emitNode(s); err != nil {
			return err
		}
		if split >= 0 {
			jumps = append(jumps, c.add(inst{op: opJump}))
			c.p.insts[split].y = len(c.p.insts)
		}
	}
	for _, j := range jumps {
		c.p.insts[j].x = len(c.p.insts)
	}
	return nil
}

// repeat writes out the copies that are needed, then a loop or optional copies.
func (c *compiler) repeat(n *node) error {
	sub := n.subs[0]
	for range n.min {
		if err := c.emitNode(sub); err != nil {
			return err
		}
	}
	if n.max < 0 {
		return c.loop(n)
	}
	var splits []int
	for range n.max - n.min {
		splits = append(splits, c.add(inst{op: opSplit}))
		if err := c.emitNode(sub); err != nil {
			return err
		}
	}
	for _, s := range splits {
		c.branch(s, s+1, len(c.p.insts), n.lazy)
	}
	return nil
}

func (c *compiler) branch(at, more, done int, lazy bool) {
	c.p.insts[at].x, c.p.insts[at].y = more, done
	if lazy {
		c.p.insts[at].x, c.p.insts[at].y = done, more
	}
}

func (c *compiler) loop(n *node) error {
	split := c.add(inst{op: opSplit})
	reg := -1
	if canBeEmpty(n.subs[0]) {
		reg = c.regs
		c.regs++
		c.add(inst{op: opMark, n: reg})
	}
	if err := c.emitNode(n.subs[0]); err != nil {
		return err
	}
	if reg >= 0 {
		c.add(inst{op: opMoved, n: reg})
	}
	c.add(inst{op: opJump, x: split})
	c.branch(split, split+1, len(c.p.insts), n.lazy)
	return nil
}

func canBeEmpty(n *node) bool {
	switch n.kind {
	case kChar, kAny, kSet:
		return false
	case kGroup, kAtomic:
		return canBeEmpty(n.subs[0])
	case kRepeat:
		return n.min == 0 || canBeEmpty(n.subs[0])
	case kCat:
		for _, s := range n.subs {
			if !canBeEmpty(s) {
				return false
			}
		}
	case kAlt:
		for _, s := range n.subs {
			if canBeEmpty(s) {
				return true
			}
		}
		return false
	}
	return true
}

func (c *compiler) look(n *node) error {
	in := inst{op: opLook, flag: n.not}
	if !n.behind {
		sub, err := c.program(n.subs[0])
		if err != nil {
			return err
		}
		in.sub = sub
		c.add(in)
		return nil
	}
	alts := []*node{n.subs[0]}
	if alts[0].kind == kAlt {
		alts = alts[0].subs
	}
	for _, a := range alts {
		sub, err := c.program(a)
		if err != nil {
			return err
		}
		in.alts = append(in.alts, behind{width(a), sub})
	}
	c.add(in)
	return nil
}
