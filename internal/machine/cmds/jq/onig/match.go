package onig

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// choice is an entry of the backtracking stack: a place to go back to (pc >= 0), perhaps with a span of characters that can
// be given back one by one down to lo, or the old value of a register.
type choice struct {
	pc, pos int
	lo      int // -1: no span
	reg     int
}

type callFrame struct {
	up   *callFrame
	ret  int
	deep int
	regs []int // those of loops, as they were
}

type matcher struct {
	re      *Regexp
	s       string
	from    int // where the search began
	regs    []int
	stack   []choice
	frame   *callFrame
	frames  []*callFrame // what frame was before each change that can be undone
	tick    func(n int)
	steps   int
	retries int
	best    []int // the longest match so far, when that is wanted
}

// errRetry is the error of a match that backtracked too often. The text is Oniguruma's.
var errRetry = &Error{"retry-limit-in-match over"}

var errStack = &Error{"match-stack limit over"}

const (
	maxRetries = 10_000_000
	maxStack   = 1 << 21
	maxCalls   = 2000
)

// Groups returns the number of capture groups.
func (re *Regexp) Groups() int { return re.groups }

// EachName calls f for every named group, name by name in the order of first appearance.
func (re *Regexp) EachName(f func(name string, group int)) {
	for _, g := range re.names {
		f(g.name, g.n)
	}
}

// Search finds the first match at or after from and returns pairs of byte offsets for the match and each group, -1 for one
// that took no part; nil when there is none. tick is told of the work done, in steps.
func (re *Regexp) Search(s string, from int, tick func(n int)) ([]int, error) {
	tick(1 + (len(s)-min(from, len(s)))/256)
	if from > len(s) || !strings.Contains(s[from:], re.needed) {
		return nil, nil
	}
	m := &matcher{re: re, s: s, from: from, regs: make([]int, re.regs), tick: tick}
	for at := from; at <= len(s); {
		if re.first >= 0 {
			i := strings.IndexRune(s[at:], re.first)
			if i < 0 {
				break
			}
			at += i
		}
		ok, err := m.run(at)
		if err != nil {
			return nil, err
		}
		if ok {
			regs := m.regs[:2*(re.groups+1)]
			if !re.opt.Longest {
				return regs, nil
			}
			m.best = append(m.best[:0], regs...)
		}
		if at == len(s) {
			break
		}
		_, n := utf8.DecodeRuneInString(s[at:])
		at += n
	}
	return m.best, nil
}

func (m *matcher) set(reg, v int) {
	m.stack = append(m.stack, choice{pc: -1, reg: reg, pos: m.regs[reg], lo: -1})
	m.regs[reg] = v
}

// back returns to the last choice; ok is false when there is none.
func (m *matcher) back() (pc, pos int, ok bool) {
	for len(m.stack) > 0 {
		top := len(m.stack) - 1
		c := &m.stack[top]
		switch {
		case c.pc < 0:
			m.restore(c)
			m.stack = m.stack[:top]
		case c.lo >= 0:
			_, n := utf8.DecodeLastRuneInString(m.s[:c.pos])
			c.pos -= n
			pc, pos = c.pc, c.pos
			if c.pos <= c.lo {
				m.stack = m.stack[:top]
			}
			return pc, pos, true
		default:
			pc, pos = c.pc, c.pos
			m.stack = m.stack[:top]
			return pc, pos, true
		}
	}
	return 0, 0, false
}

// restore takes back one change.
func (m *matcher) restore(c *choice) {
	if c.reg >= 0 {
		m.regs[c.reg] = c.pos
		return
	}
	last := len(m.frames) - 1
	m.frame, m.frames = m.frames[last], m.frames[:last]
}

func (m *matcher) reset(at int) {
	for i := range m.regs {
		m.regs[i] = -1
	}
	m.regs[0] = at
	m.stack, m.frame, m.retries, m.frames = m.stack[:0], nil, 0, m.frames[:0]
}

// run matches at one place.
func (m *matcher) run(at int) (bool, error) {
	m.reset(at)
	pc, pos, ok := 0, at, true
	for {
		if m.steps++; m.steps&63 == 0 {
			m.tick(16)
		}
		if !ok {
			if m.retries++; m.retries > maxRetries {
				return false, errRetry
			}
			if pc, pos, ok = m.back(); !ok {
				return false, nil
			}
		}
		if len(m.stack) > maxStack {
			return false, errStack
		}
		in := &m.re.prog[pc]
		if in.op == opMatch {
			if !m.accept(at, pos) {
				ok = false
				continue
			}
			m.regs[1] = pos
			return true, nil
		}
		pc, pos, ok = m.step(in, pc, pos)
	}
}

// accept says whether a match from at to pos is wanted. The first match at a place that is longer than any before it is taken,
// even if going on would find one longer still.
func (m *matcher) accept(at, pos int) bool {
	if m.re.opt.NotEmpty && pos == at {
		return false
	}
	return !m.re.opt.Longest || m.best == nil || pos-at > m.best[1]-m.best[0]
}

// step executes one instruction; ok is false when it does not match. (Long: it is one table.)
func (m *matcher) step(in *instr, pc, pos int) (int, int, bool) {
	switch in.op {
	case opChar, opFold, opAny, opAnyAll, opSet:
		n := m.one(in.op, in.r, in.n, pos)
		return pc + 1, pos + n, n > 0
	case opSplit:
		m.stack = append(m.stack, choice{pc: in.y, pos: pos, lo: -1})
		return in.x, pos, true
	case opJump:
		return in.x, pos, true
	case opSave:
		m.set(in.x, pos)
	case opSetZero:
		m.set(in.x, 0)
	case opAssert:
		return pc + 1, pos, m.assert(assertion(in.x), pos)
	case opSpan:
		return m.span(in.n, pc, pos)
	case opBackref:
		n, ok := m.backref(in.n, pos)
		return pc + 1, pos + n, ok
	case opCall:
		return m.call(in.x, pc, pos)
	case opReturn:
		return m.ret(pos)
	case opCond:
		for _, g := range in.n.refs {
			if m.regs[2*g+1] >= 0 {
				return pc + 1, pos, true
			}
		}
		return in.y, pos, true
	case opNewline:
		n := newlineLen(m.s[pos:])
		return pc + 1, pos + n, n > 0
	case opCluster:
		n := clusterLen(m.s[pos:])
		return pc + 1, pos + n, n > 0
	case opMark:
		m.set(in.x, len(m.stack))
		if in.y >= 0 {
			m.set(in.y, pos)
		}
	case opCut:
		m.cut(m.regs[in.x])
	case opCutBack:
		m.cut(m.regs[in.x])
		return pc + 1, m.regs[in.y], true
	case opFailLook:
		m.undo(m.regs[in.x])
		return 0, 0, false
	case opCount:
		m.set(in.x, m.regs[in.x]+1)
	case opLoop:
		return m.loop(in, pc, pos)
	case opEmpty:
		if pos == m.regs[in.x] && (in.z < 0 || m.regs[in.z] >= in.n.min) {
			return in.y, pos, true
		}
	case opBehind:
		at := m.stepBack(pos, in.n.minLen)
		return pc + 1, at, at >= 0
	case opBehindEnd:
		return pc + 1, pos, pos == m.regs[in.x]
	case opBound:
		return pc + 1, pos, m.bound(pos) != in.n.neg
	case opFail:
		return 0, 0, false
	}
	return pc + 1, pos, true
}

// one matches a single character and returns its length, or 0.
func (m *matcher) one(op opcode, want rune, n *node, pos int) int {
	if pos >= len(m.s) {
		return 0
	}
	r, size := rune(m.s[pos]), 1
	if r >= utf8.RuneSelf {
		r, size = utf8.DecodeRuneInString(m.s[pos:])
	}
	ok := false
	switch op {
	case opChar:
		ok = r == want
	case opFold:
		ok = sameFold(r, want)
	case opAny:
		ok = r != '\n'
	case opAnyAll:
		ok = true
	case opSet:
		ok = n.set.has(r)
	}
	if !ok {
		return 0
	}
	return size
}

func sameFold(a, b rune) bool {
	if a == b {
		return true
	}
	for f := unicode.SimpleFold(a); f != a; f = unicode.SimpleFold(f) {
		if f == b {
			return true
		}
	}
	return false
}

// span takes as many characters as it may and leaves a choice to take fewer.
func (m *matcher) span(n *node, pc, pos int) (int, int, bool) {
	body := n.list[0]
	op := opSet
	switch {
	case body.kind == kChar && body.fold:
		op = opFold
	case body.kind == kChar:
		op = opChar
	case body.kind == kAny && body.all:
		op = opAnyAll
	case body.kind == kAny:
		op = opAny
	}
	lo, count := pos, 0
	for n.max == unlimited || count < n.max {
		size := m.one(op, body.r, body, pos)
		if size == 0 {
			break
		}
		pos += size
		if count++; count == n.min {
			lo = pos
		}
		if count&63 == 0 {
			m.tick(8)
		}
	}
	if count < n.min {
		return 0, 0, false
	}
	if pos > lo {
		m.stack = append(m.stack, choice{pc: pc + 1, pos: pos, lo: lo})
	}
	return pc + 1, pos, true
}

func (m *matcher) loop(in *instr, pc, pos int) (int, int, bool) {
	count := m.regs[in.x]
	n := in.n
	switch {
	case count < n.min:
	case n.max != unlimited && count >= n.max:
		return in.y, pos, true
	case n.lazy:
		m.stack = append(m.stack, choice{pc: in.z, pos: pos, lo: -1})
		return in.y, pos, true
	default:
		m.stack = append(m.stack, choice{pc: in.y, pos: pos, lo: -1})
	}
	m.set(in.x, count+1)
	return pc + 1, pos, true
}

// cut forgets the choices above a height of the stack but keeps what is to be undone.
func (m *matcher) cut(height int) {
	keep := height
	for i := height; i < len(m.stack); i++ {
		if m.stack[i].pc < 0 {
			m.stack[keep] = m.stack[i]
			keep++
		}
	}
	m.stack = m.stack[:keep]
}

// undo takes back everything down to a height of the stack.
func (m *matcher) undo(height int) {
	for len(m.stack) > height {
		if c := &m.stack[len(m.stack)-1]; c.pc < 0 {
			m.restore(c)
		}
		m.stack = m.stack[:len(m.stack)-1]
	}
}

func (m *matcher) assert(op assertion, pos int) bool {
	switch op {
	case beginBuf:
		return pos == 0
	case endBuf:
		return pos == len(m.s)
	case semiEndBuf:
		return pos == len(m.s) || pos == len(m.s)-1 && m.s[pos] == '\n'
	case beginLine:
		return pos == 0 || m.s[pos-1] == '\n' && pos < len(m.s)
	case endLine:
		return pos == len(m.s) || m.s[pos] == '\n'
	case searchStart:
		return pos == m.from
	}
	before, _ := utf8.DecodeLastRuneInString(m.s[:pos])
	after, _ := utf8.DecodeRuneInString(m.s[pos:])
	bound := (pos > 0 && isWord(before)) != (pos < len(m.s) && isWord(after))
	return bound == (op == wordBound)
}
