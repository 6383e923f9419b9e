package perlre

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// stepLimit is PCRE2's default match limit.
const stepLimit = 10_000_000

// maxVisited bounds the bits that remember which states have failed.
const maxVisited = 1 << 27

// matcher is one search.
type matcher struct {
	re    *Regexp
	in    []byte
	caps  []int
	regs  []int
	steps int
	seen  []uint64 // states of the main program that have failed, over all starting points
}

// job is a state to go back to, or a capture or register to restore.
type job struct {
	pc, pos int // pc -1: set caps[slot], -2: regs[slot]
	slot    int
}

// decode returns the character at a position; -1 for what is not UTF-8.
func decode(in []byte, i int) (rune, int) {
	if i >= len(in) {
		return -1, 0
	}
	if c := in[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	r, n := utf8.DecodeRune(in[i:])
	if r == utf8.RuneError && n == 1 {
		return -1, 1
	}
	return r, n
}

// run matches the whole expression at a position.
func (m *matcher) run(p *prog, at int) (bool, error) {
	if m.caps == nil {
		m.caps = make([]int, 2*m.re.groups+2)
		if bits := len(p.insts) * (len(m.in) + 1); !m.re.refs && bits <= maxVisited {
			m.seen = make([]uint64, bits/64+1)
		}
	}
	for i := range m.caps {
		m.caps[i] = -1
	}
	m.caps[0] = at
	end, ok, err := m.exec(p, at, m.seen)
	m.caps[1] = end
	return ok, err
}

// exec runs a program from a position and returns where it ends. Seen, when there is one, tells which states have failed.
func (m *matcher) exec(p *prog, at int, seen []uint64) (end int, ok bool, err error) {
	stack := make([]job, 1, 16)
	stack[0] = job{pc: 0, pos: at}
	for len(stack) > 0 {
		j := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch j.pc {
		case -1:
			m.caps[j.slot] = j.pos
			continue
		case -2:
			m.regs[j.slot] = j.pos
			continue
		}
		if end, ok, stack, err = m.thread(p, j, stack, seen); ok || err != nil {
			return end, ok, err
		}
	}
	return 0, false, nil
}

// count counts one step.
func (m *matcher) count() error {
	if m.steps++; m.steps&255 == 0 {
		if m.re.opt.Tick != nil {
			m.re.opt.Tick(4)
		}
		if m.steps > stepLimit {
			return ErrLimit
		}
	}
	return nil
}

// thread follows one state until it fails or matches; other ways are pushed on the stack.
func (m *matcher) thread(p *prog, j job, stack []job, seen []uint64) (int, bool, []job, error) {
	pc, pos := j.pc, j.pos
	for {
		if seen != nil {
			bit := pc*(len(m.in)+1) + pos
			if seen[bit/64]&(1<<(bit%64)) != 0 {
				return 0, false, stack, nil
			}
			seen[bit/64] |= 1 << (bit % 64)
		}
		if err := m.count(); err != nil {
			return 0, false, stack, err
		}
		in := &p.insts[pc]
		switch in.op {
		case opMatch:
			return pos, true, stack, nil
		case opJump:
			pc = in.x
			continue
		case opSplit:
			stack = append(stack, job{pc: in.y, pos: pos})
			pc = in.x
			continue
		case opSave:
			stack = append(stack, job{pc: -1, pos: m.caps[in.n], slot: in.n})
			m.caps[in.n] = pos
		case opKeep:
			stack = append(stack, job{pc: -1, pos: m.caps[0], slot: 0})
			m.caps[0] = pos
		case opMark:
			for len(m.regs) <= in.n {
				m.regs = append(m.regs, -1)
			}
			stack = append(stack, job{pc: -2, pos: m.regs[in.n], slot: in.n})
			m.regs[in.n] = pos
		case opMoved:
			if m.regs[in.n] == pos {
				// An empty round ends the loop: go on behind it.
				pc++
				pc = p.insts[p.insts[pc].x].exit()
				continue
			}
		default:
			if in.op == opAtomic && m.re.refs {
				for i := range m.caps {
					stack = append(stack, job{pc: -1, pos: m.caps[i], slot: i})
				}
			}
			next, ok, err := m.step(in, pos)
			if !ok || err != nil {
				return 0, false, stack, err
			}
			pos = next
		}
		pc++
	}
}

// exit returns where a loop goes on when it is over.
func (in *inst) exit() int { return max(in.x, in.y) }

// step does the instructions that take text or test the position.
func (m *matcher) step(in *inst, pos int) (next int, ok bool, err error) {
	switch in.op {
	case opChar, opFold, opAny, opSet:
		r, n := decode(m.in, pos)
		return pos + n, r >= 0 && in.takes(r), nil
	case opAssert:
		return pos, m.holds(in, pos), nil
	case opRef:
		next, ok = m.reference(in, pos)
		return next, ok, nil
	case opAtomic:
		return m.exec(in.sub, pos, nil)
	case opLook:
		ok, err = m.look(in, pos)
		return pos, ok, err
	}
	return pos, false, nil
}

func (in *inst) takes(r rune) bool {
	switch in.op {
	case opChar:
		return r == in.r
	case opFold:
		return sameFold(r, in.r)
	case opAny:
		return r != '\n' || in.flag
	}
	return in.set.has(r)
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

// holds tests an assertion about the position.
func (m *matcher) holds(in *inst, pos int) bool {
	n := len(m.in)
	switch kind(in.n) {
	case kBOL:
		return pos == 0 || in.flag && m.in[pos-1] == '\n' && pos < n
	case kEOL:
		return pos == n || pos == n-1 && m.in[pos] == '\n' || in.flag && m.in[pos] == '\n'
	case kBegin:
		return pos == 0
	case kEnd:
		return pos == n
	case kEndNL:
		return pos == n || pos == n-1 && m.in[pos] == '\n'
	}
	before := pos > 0 && isWord(rune(m.in[pos-1]))
	after := pos < n && isWord(rune(m.in[pos]))
	return (before != after) == (kind(in.n) == kWord)
}

// reference matches what a group has matched again; a group that has matched nothing fails.
func (m *matcher) reference(in *inst, pos int) (int, bool) {
	s, e := m.caps[2*in.n], m.caps[2*in.n+1]
	if s < 0 || e < 0 {
		return 0, false
	}
	text := m.in[s:e]
	if !in.flag {
		return pos + len(text), bytes.HasPrefix(m.in[pos:], text)
	}
	for i := 0; i < len(text); {
		a, n := decode(text, i)
		b, k := decode(m.in, pos)
		if a < 0 || b < 0 || !sameFold(a, b) {
			return 0, false
		}
		i += n
		pos += k
	}
	return pos, true
}

// look tests a look-around. Captures of one that holds stay.
func (m *matcher) look(in *inst, pos int) (bool, error) {
	saved := append([]int(nil), m.caps...)
	found := false
	var err error
	if in.sub != nil {
		_, found, err = m.exec(in.sub, pos, nil)
	} else {
		for i := range in.alts {
			if found, err = m.behind(&in.alts[i], pos); found || err != nil {
				break
			}
		}
	}
	if in.flag || !found {
		copy(m.caps, saved)
	}
	m.caps[0] = saved[0]
	return found != in.flag, err
}

func (m *matcher) behind(b *behind, pos int) (bool, error) {
	at := pos
	for range b.width {
		if at == 0 {
			return false, nil
		}
		_, n := utf8.DecodeLastRune(m.in[:at])
		at -= n
	}
	end, ok, err := m.exec(b.p, at, nil)
	return ok && end == pos, err
}
