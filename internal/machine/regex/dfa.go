package regex

import (
	"encoding/binary"
	"slices"
)

// Limits of the cache of one automaton. A full cache is emptied; results do
// not depend on what it holds.
const (
	maxStates      = 4096
	maxCacheInts   = 1 << 16
	maxWideEntries = 4096
)

// mark separates the threads of different match starts in a state's list.
const mark = -1

// Special transitions. Values above are the row of the next state, and
// values below dead-1 are the negated row of the next state after a match.
const (
	unknown   = 0
	dead      = -1
	deadMatch = -2
)

// dfa builds a deterministic automaton from a program as the text asks for
// its states. It is scratch space: one match at a time uses it.
//
// A state is a list of instructions whose closure is not yet taken, because
// assertions need the symbol to the right. The list is divided by marks into threads by start of the match, the leftmost first,
// so that a match cuts off all threads that began later.
type dfa struct {
	p      *prog
	a      *alphabet
	stride int
	trans  []int32
	states []state
	index  map[string]int32
	wide   map[wideKey]int32 // transitions on symbols without a column
	ints   int               // total length of all lists

	// work space of a single step
	seen, nextSeen sparse
	stack          []int32
	next           []int32
	key            []byte
}

// state is one state. Its row in trans begins at its index times stride;
// state 0 is the dead one.
type state struct {
	list  []int32
	left  context
	seed  bool // a match may still begin here
	final [contexts]int8
}

type wideKey struct {
	row int32
	r   rune
}

func newDFA(p *prog, a *alphabet) *dfa {
	d := &dfa{p: p, a: a, stride: a.columns + 2, index: map[string]int32{}}
	d.seen.init(len(p.insts))
	d.nextSeen.init(len(p.insts))
	d.reset()
	return d
}

// reset empties the cache.
func (d *dfa) reset() {
	d.states = append(d.states[:0], state{})
	d.trans = append(d.trans[:0], make([]int32, d.stride)...)
	clear(d.index)
	clear(d.wide)
	d.ints = 0
}

// row returns the row of the state with the given parts, adding it when it is
// new, or 0 when it is dead.
func (d *dfa) row(list []int32, left context, seed bool) int32 {
	if len(list) == 0 && !seed {
		return 0
	}
	if !d.p.asserts {
		left = 0
	}
	k := append(d.key[:0], byte(left)<<1)
	if seed {
		k[0]++
	}
	for _, x := range list {
		k = binary.LittleEndian.AppendUint32(k, uint32(x))
	}
	d.key = k
	if row, ok := d.index[string(k)]; ok {
		return row
	}
	row := int32(len(d.states) * d.stride)
	d.states = append(d.states, state{list: append([]int32(nil), list...), left: left, seed: seed})
	for range d.stride {
		d.trans = append(d.trans, unknown)
	}
	d.index[string(k)] = row
	d.ints += len(list) + d.stride
	return row
}

func (d *dfa) state(row int32) *state { return &d.states[int(row)/d.stride] }

// makeRoom empties a full cache and returns the row of the same state.
func (d *dfa) makeRoom(row int32) int32 {
	if len(d.states) < maxStates && d.ints < maxCacheInts && len(d.wide) < maxWideEntries {
		return row
	}
	s := *d.state(row)
	d.reset()
	return d.row(s.list, s.left, s.seed)
}

// step computes the transition of the state at row on the symbol r, which is
// not folded.
func (d *dfa) step(row int32, r rune) int32 {
	s := *d.state(row)
	d.nextSeen.clear()
	d.next = d.next[:0]
	matched := d.threads(&s, d.a.contextOf(r), d.a.fold(r))
	seed := s.seed && !matched
	if n := len(d.next); n > 0 && d.next[n-1] == mark {
		d.next = d.next[:n-1]
	}
	next := d.row(d.next, d.a.contextOf(r), seed)
	switch {
	case next == 0 && matched:
		return deadMatch
	case next == 0:
		return dead
	case matched:
		return -next
	}
	return next
}

// noSymbol asks threads for the match alone.
const noSymbol = -1

// threads advances all threads of s over the folded symbol r into d.next, and
// reports whether one of them matched before r. The match cuts off the
// threads of later starts.
func (d *dfa) threads(s *state, right context, r rune) bool {
	d.seen.clear()
	list := s.list
	for len(list) > 0 {
		n := 0
		for n < len(list) && list[n] != mark {
			n++
		}
		if d.group(list[:n], s.left, right, r) {
			return true
		}
		list = list[min(n+1, len(list)):]
	}
	if s.seed {
		start := [1]int32{d.p.start}
		return d.group(start[:], s.left, right, r)
	}
	return false
}

// group advances the threads of one start.
func (d *dfa) group(list []int32, left, right context, r rune) bool {
	matched := false
	before := len(d.next)
	for i := len(list) - 1; i >= 0; i-- {
		d.stack = append(d.stack, list[i])
	}
	for len(d.stack) > 0 {
		pc := d.stack[len(d.stack)-1]
		d.stack = d.stack[:len(d.stack)-1]
		if !d.seen.add(pc) {
			continue
		}
		in := &d.p.insts[pc]
		switch in.op {
		case iMatch:
			matched = true
		case iSplit:
			d.stack = append(d.stack, in.alt, in.out)
		case iAssert:
			if assertion(in.arg).holds(left, right) {
				d.stack = append(d.stack, in.out)
			}
		default:
			if r != noSymbol && d.p.matches(in, r) && d.nextSeen.add(in.out) {
				d.next = append(d.next, in.out)
			}
		}
	}
	if len(d.next) > before {
		// The order of threads of one start means nothing.
		slices.Sort(d.next[before:])
		d.next = append(d.next, mark)
	}
	return matched
}

// final reports whether the state at row matches where the right side is
// ctx.
func (d *dfa) final(row int32, ctx context) bool {
	if row == 0 {
		return false
	}
	s := d.state(row)
	if s.final[ctx] == 0 {
		d.nextSeen.clear()
		d.next = d.next[:0]
		c := *s
		s.final[ctx] = 1
		if d.threads(&c, ctx, noSymbol) {
			s.final[ctx] = 2
		}
	}
	return s.final[ctx] == 2
}

// sparse is a set of small numbers that is cleared in constant time.
type sparse struct {
	gen  uint32
	gens []uint32
}

func (s *sparse) init(n int) { s.gens = make([]uint32, n) }

func (s *sparse) clear() {
	s.gen++
	if s.gen == 0 {
		clear(s.gens)
		s.gen = 1
	}
}

// add reports whether x was not yet in the set.
func (s *sparse) add(x int32) bool {
	if s.gens[x] == s.gen {
		return false
	}
	s.gens[x] = s.gen
	return true
}

func (s *sparse) has(x int32) bool { return s.gens[x] == s.gen }
