package regex

import (
	"bytes"
	"slices"
)

// maxRefs bounds the groups that the back-references of one program use.
const maxRefs = 9

// maxMemo bounds the remembered failures of one backtracking match.
const maxMemo = 1 << 16

// refState is what the rest of a backtracking match depends on: the place in
// the program and the text, and the groups that back-references use.
type refState struct {
	pc, pos int32
	groups  [maxRefs][2]int32
}

// undo restores one slot when backtracking.
type undo struct {
	slot int32
	old  int32
}

// refChoice is a way still to be tried.
type refChoice struct {
	pc, pos int32
	trail   int32
	undo    int32
}

// backtracker matches programs with back-references. It tries all paths in
// the order of priorities and keeps the first of the longest ones.
type backtracker struct {
	p     *prog
	a     *alphabet
	used  []int32 // the groups that back-references use
	slots []int32
	memo  map[refState]struct{}
	stack []refChoice
	undos []undo
	trail []event
	best  []event
}

func newBacktracker(p *prog, a *alphabet) *backtracker {
	b := &backtracker{p: p, a: a, memo: map[refState]struct{}{}, used: usedGroups(p)}
	for _, g := range b.used {
		if n := int(2*g + 2); n > len(b.slots) {
			b.slots = make([]int32, n)
		}
	}
	return b
}

// usedGroups lists the groups that back-references name.
func usedGroups(p *prog) []int32 {
	var used []int32
	for i := range p.insts {
		if in := &p.insts[i]; in.op == iBackref && !slices.Contains(used, in.arg) {
			used = append(used, in.arg)
		}
	}
	return used
}

// find returns the leftmost-longest match with start in [from, last]. The
// path is left in best.
func (b *backtracker) find(s *search, from, last int) (start, end int, err error) {
	for i := from; i <= last; {
		end, err := b.at(s, i)
		if err != nil {
			return -1, -1, err
		}
		if end >= 0 {
			return i, end, nil
		}
		if i == len(s.in) {
			break
		}
		_, size := b.a.next(s.in, i)
		i += size
	}
	return -1, -1, nil
}

// at returns the end of the longest match that starts at start, or -1.
func (b *backtracker) at(s *search, start int) (end int, err error) {
	end = -1
	b.forget()
	for i := range b.slots {
		b.slots[i] = -1
	}
	b.undos, b.trail = b.undos[:0], b.trail[:0]
	b.stack = append(b.stack[:0], refChoice{pc: b.p.start, pos: int32(start)})
	for len(b.stack) > 0 {
		c := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		b.trail = b.trail[:c.trail]
		for n := len(b.undos); n > int(c.undo); n-- {
			u := b.undos[n-1]
			b.slots[u.slot] = u.old
		}
		b.undos = b.undos[:c.undo]
		steps, e := b.follow(s, c)
		if err := s.t.add(steps); err != nil {
			return -1, err
		}
		if e > end {
			end = e
			b.best = append(b.best[:0], b.trail...)
			if end == len(s.in) || s.earliest {
				return end, nil
			}
		}
		if len(b.stack) > maxTrail || len(b.trail) > maxTrail || len(b.undos) > maxTrail {
			return -1, ErrMemory
		}
	}
	return end, nil
}

// follow walks from one choice until it fails (-1) or matches, and returns
// where the match ends.
func (b *backtracker) follow(s *search, c refChoice) (steps, end int) {
	pc, pos := c.pc, int(c.pos)
	for {
		steps++
		in := &b.p.insts[pc]
		switch in.op {
		case iMatch:
			return steps, pos
		case iSplit:
			if !b.enter(pc, pos) {
				return steps, -1
			}
			b.stack = append(b.stack, refChoice{
				pc: in.alt, pos: int32(pos), trail: int32(len(b.trail)), undo: int32(len(b.undos)),
			})
		case iSave:
			b.trail = append(b.trail, event{slot: in.arg, pos: int32(pos), optional: in.optional})
			b.save(in.arg, int32(pos))
		case iAssert:
			if !assertion(in.arg).holds(b.a.before(s.in, pos, s.opt), b.a.after(s.in, pos, s.opt)) {
				return steps, -1
			}
		case iBackref:
			size, cost := b.reference(s.in, int(in.arg), pos)
			steps += cost
			if size < 0 {
				return steps, -1
			}
			pos += size
		default:
			if pos >= len(s.in) {
				return steps, -1
			}
			r, size := b.a.next(s.in, pos)
			if !b.p.matches(in, b.a.fold(r)) {
				return steps, -1
			}
			pos += size
		}
		pc = in.out
	}
}

// save stores a group boundary for back-references.
func (b *backtracker) save(slot, pos int32) {
	if int(slot) < len(b.slots) {
		b.undos = append(b.undos, undo{slot, b.slots[slot]})
		b.slots[slot] = pos
	}
}

// enter reports whether a split is met for the first time in this situation.
// When the memory for situations is full, the check that stops empty loops
// is left to the caller's budget, with older entries forgotten.
func (b *backtracker) enter(pc int32, pos int) bool {
	st := refState{pc: pc, pos: int32(pos)}
	for i, g := range b.used {
		st.groups[i] = [2]int32{b.slots[2*g], b.slots[2*g+1]}
	}
	if _, ok := b.memo[st]; ok {
		return false
	}
	if len(b.memo) >= maxMemo {
		b.forget()
	}
	b.memo[st] = struct{}{}
	return true
}

// forget empties the memo. Clearing a map costs its capacity, so a large one
// is replaced.
func (b *backtracker) forget() {
	if len(b.memo) > 256 {
		b.memo = map[refState]struct{}{}
		return
	}
	clear(b.memo)
}

// reference compares the text at pos with group g and returns its length, or
// -1 when it differs or the group is unset.
func (b *backtracker) reference(in []byte, g, pos int) (size, cost int) {
	from, to := int(b.slots[2*g]), int(b.slots[2*g+1])
	if from < 0 || to < from {
		return -1, 0
	}
	text := in[from:to]
	cost = len(text) / literalBytes
	if !b.a.icase {
		if !bytes.HasPrefix(in[pos:], text) {
			return -1, cost
		}
		return len(text), cost
	}
	i := pos
	for j := 0; j < len(text); {
		if i >= len(in) {
			return -1, cost
		}
		x, n := b.a.next(text, j)
		y, m := b.a.next(in, i)
		if b.a.fold(x) != b.a.fold(y) {
			return -1, cost
		}
		j += n
		i += m
	}
	return i - pos, cost
}
