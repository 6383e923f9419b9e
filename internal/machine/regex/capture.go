package regex

import "errors"

// ErrMemory is returned when finding the submatches of a very long match
// would need too much memory.
var ErrMemory = errors.New("Memory exhausted") //nolint:staticcheck // glibc's text

// Limits of the work space of one match.
const (
	maxVisited = 1 << 27 // bits
	maxTrail   = 1 << 22 // entries, and of the stack too
)

// event is one passage through the start or end of a group.
type event struct {
	slot     int32 // 2n or 2n+1
	pos      int32
	optional bool
}

// choice is a lower-priority way that is still to be tried.
type choice struct {
	pc, pos int32
	trail   int32 // length of the trail to return to
}

// tracer finds the path of a match whose ends are known: of all the paths
// from start to end it takes the first in the order of priorities, as glibc
// does. Because a split that failed once at a position will fail again, the
// work is bounded by the number of splits times the length.
type tracer struct {
	p       *prog
	a       *alphabet
	splits  []int32 // number of each split instruction, from 0
	nsplit  int
	visited []uint64
	stack   []choice
	trail   []event
}

func newTracer(p *prog, a *alphabet) *tracer {
	t := &tracer{p: p, a: a, splits: make([]int32, len(p.insts))}
	for i := range p.insts {
		if p.insts[i].op == iSplit {
			t.splits[i] = int32(t.nsplit)
			t.nsplit++
		}
	}
	return t
}

// run fills the trail with the path from start to end, which must exist.
func (t *tracer) run(s *search, start, end int) error {
	width := end - start + 1
	if width > maxVisited/max(t.nsplit, 1) {
		return ErrMemory
	}
	bits := (width*t.nsplit + 63) / 64
	if cap(t.visited) < bits {
		t.visited = make([]uint64, bits)
	}
	t.visited = t.visited[:bits]
	clear(t.visited)
	t.stack = append(t.stack[:0], choice{pc: t.p.start, pos: int32(start)})
	t.trail = t.trail[:0]
	if err := s.t.add(1 + bits/16); err != nil {
		return err
	}
	for len(t.stack) > 0 {
		c := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.trail = t.trail[:c.trail]
		steps, found := t.follow(s, c, start, end)
		if err := s.t.add(steps); err != nil {
			return err
		}
		if found {
			return nil
		}
		if len(t.stack) > maxTrail || len(t.trail) > maxTrail {
			return ErrMemory
		}
	}
	return errors.New("regex: the automata disagree") // not reached
}

// follow walks from one choice until it fails or the match ends, leaving the
// alternatives on the stack.
func (t *tracer) follow(s *search, c choice, start, end int) (steps int, found bool) {
	pc, pos := c.pc, int(c.pos)
	for {
		steps++
		in := &t.p.insts[pc]
		switch in.op {
		case iMatch:
			return steps, pos == end
		case iSplit:
			bit := (pos-start)*t.nsplit + int(t.splits[pc])
			if t.visited[bit/64]&(1<<(bit%64)) != 0 {
				return steps, false
			}
			t.visited[bit/64] |= 1 << (bit % 64)
			t.stack = append(t.stack, choice{pc: in.alt, pos: int32(pos), trail: int32(len(t.trail))})
		case iSave:
			t.trail = append(t.trail, event{slot: in.arg, pos: int32(pos), optional: in.optional})
		case iAssert:
			if !assertion(in.arg).holds(t.a.before(s.in, pos, s.opt), t.a.after(s.in, pos, s.opt)) {
				return steps, false
			}
		default:
			if pos >= end {
				return steps, false
			}
			r, size := t.a.next(s.in, pos)
			if !t.p.matches(in, t.a.fold(r)) {
				return steps, false
			}
			pos += size
		}
		pc = in.out
	}
}

// replay turns the trail into submatch offsets as glibc does: groups keep
// what an earlier round of a repetition captured, and an optional group that
// matches the empty text after it has matched before is undone, with the
// groups inside it. loc holds a pair for each group; prev is work space of the
// same length.
func replay(trail []event, loc, prev []int) {
	for i := 2; i < len(loc); i++ {
		loc[i] = -1
	}
	copy(prev, loc)
	for _, e := range trail {
		pos := int(e.pos)
		if e.slot&1 == 0 {
			loc[e.slot], loc[e.slot+1] = pos, -1
			continue
		}
		start := e.slot - 1
		switch {
		case loc[start] < pos:
			loc[e.slot] = pos
			copy(prev, loc)
		case e.optional && prev[start] >= 0:
			copy(loc, prev)
		default:
			loc[e.slot] = pos
		}
	}
}
