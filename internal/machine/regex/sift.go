package regex

import (
	"encoding/binary"
	"errors"
	"slices"
)

// ErrMemory is returned when finding the submatches of a very long match
// would need too much memory. The text is glibc's.
var ErrMemory = errors.New("Memory exhausted")

// Limits of the work space of a match.
const (
	maxSiftBytes = 1 << 25 // memory of the states of one run
	keepSift     = 1 << 17 // memory of the states kept for the next run
	maxTrail     = 1 << 22 // events, choices and such
)

// sifter runs a program from right to left over a match whose end is known.
// Its states are the sets of instructions from which that end is reached, so
// that the leftmost start is the last state that holds the start of the
// program, and the path of the match can be walked from left to right without
// ever going wrong. Like dfa it is scratch space that caches its states.
type sifter struct {
	p      *prog
	a      *alphabet
	words  int // length of a set
	stride int // transitions of one state, contexts included
	trans  []int32
	sets   []uint64 // the sets of all states
	index  map[string]int32
	wide   map[siftKey]int32
	bytes  int
	path   []int32 // state numbers from the end of the match to its start
	work   []uint64
	key    []byte
	via    sparse
	trail  []event
}

// siftKey is a transition on a symbol without a column.
type siftKey struct {
	state int32
	r     rune
	left  context
}

// event is one passage through the start or end of a group.
type event struct {
	slot     int32 // 2n or 2n+1
	pos      int32
	optional bool
}

func newSifter(p *prog, a *alphabet) *sifter {
	f := &sifter{p: p, a: a, words: (len(p.insts) + 63) / 64, stride: a.columns + 2, index: map[string]int32{}}
	if p.asserts {
		f.stride *= contexts
	}
	f.work = make([]uint64, f.words)
	f.via.init(len(p.insts))
	f.reset()
	return f
}

// reset empties the cache. State 0 is the empty set; transitions hold the
// number of the next state plus one, or 0 when they are not known.
func (f *sifter) reset() {
	f.trans, f.sets, f.bytes = f.trans[:0], f.sets[:0], 0
	clear(f.index)
	clear(f.wide)
	clear(f.work)
	f.add()
}

// add returns the number of the state whose set is in work.
func (f *sifter) add() int32 {
	k := f.key[:0]
	for _, w := range f.work {
		k = binary.LittleEndian.AppendUint64(k, w)
	}
	f.key = k
	if n, ok := f.index[string(k)]; ok {
		return n
	}
	n := int32(len(f.sets) / f.words)
	f.index[string(k)] = n
	f.sets = append(f.sets, f.work...)
	for range f.stride {
		f.trans = append(f.trans, 0)
	}
	f.bytes += 2*len(k) + 4*f.stride
	return n
}

func (f *sifter) has(state, pc int32) bool {
	return f.sets[int(state)*f.words+int(pc>>6)]&(1<<(pc&63)) != 0
}

func (f *sifter) put(pc int) { f.work[pc>>6] |= 1 << (pc & 63) }

func (f *sifter) inWork(pc int32) bool { return f.work[pc>>6]&(1<<(pc&63)) != 0 }

// initial is the state at the end of the match.
func (f *sifter) initial(left, right context) int32 {
	clear(f.work)
	for pc := range f.p.insts {
		if f.p.insts[pc].op == iMatch {
			f.put(pc)
		}
	}
	f.closure(left, right)
	return f.add()
}

// step is the state before the symbol r, which is not folded, given the state
// after it and the context before it.
func (f *sifter) step(state int32, r rune, left context) int32 {
	clear(f.work)
	folded := f.a.fold(r)
	for pc := range f.p.insts {
		in := &f.p.insts[pc]
		if (in.op == iRune || in.op == iSet || in.op == iAny) && f.has(state, in.out) && f.p.matches(in, folded) {
			f.put(pc)
		}
	}
	f.closure(left, f.a.contextOf(r))
	return f.add()
}

// closure adds the instructions that reach the set in work without a symbol.
// Most instructions come after those they go to, so that few rounds are
// needed.
func (f *sifter) closure(left, right context) {
	for changed := true; changed; {
		changed = false
		for pc := range f.p.insts {
			if f.inWork(int32(pc)) {
				continue
			}
			in := &f.p.insts[pc]
			ok := false
			switch in.op {
			case iSplit:
				ok = f.inWork(in.out) || f.inWork(in.alt)
			case iSave:
				ok = f.inWork(in.out)
			case iAssert:
				ok = f.inWork(in.out) && assertion(in.arg).holds(left, right)
			}
			if ok {
				f.put(pc)
				changed = true
			}
		}
	}
}

// run returns the leftmost start, not before from, of a match that ends at
// end, or -1. With record it keeps the path for walk.
func (f *sifter) run(s *search, from, end int, record bool) (start int, err error) {
	if f.bytes > keepSift {
		f.reset()
	}
	f.path = f.path[:0]
	start = -1
	weight := f.p.weight()
	var left context
	if f.p.asserts {
		left = f.a.before(s.in, end, s.opt)
	}
	state := f.initial(left, f.a.after(s.in, end, s.opt))
	for i := end; ; {
		if record {
			f.path = append(f.path, state)
		}
		if f.has(state, f.p.start) {
			start = i
		}
		if i == from || state == 0 {
			return start, nil
		}
		r, size := f.a.last(s.in, i)
		if record {
			for range size - 1 {
				f.path = append(f.path, 0)
			}
		}
		i -= size
		if f.p.asserts {
			left = f.a.before(s.in, i, s.opt)
		}
		state = f.back(state, r, left)
		if err := s.t.add(weight); err != nil {
			return -1, err
		}
		if f.bytes > maxSiftBytes || len(f.path) > maxSiftBytes {
			if record {
				return -1, ErrMemory
			}
			state = f.renew(state)
		}
	}
}

// renew empties the cache except for one state, and returns its new number.
func (f *sifter) renew(state int32) int32 {
	set := slices.Clone(f.sets[int(state)*f.words:][:f.words])
	f.reset()
	copy(f.work, set)
	return f.add()
}

// back is step with the cache before it.
func (f *sifter) back(state int32, r rune, left context) int32 {
	at := f.a.columns
	switch {
	case r < badByte && uint32(r) < uint32(f.a.limit):
		at = int(f.a.column[r])
	case !f.a.uniform:
		k := siftKey{state, r, left}
		next, ok := f.wide[k]
		if !ok {
			next = f.step(state, r, left)
			if f.wide == nil {
				f.wide = map[siftKey]int32{}
			}
			f.wide[k] = next
			f.bytes += 32
		}
		return next
	case r >= badByte:
		at++
	}
	if f.p.asserts {
		at = at*contexts + int(left)
	}
	at += int(state) * f.stride
	if next := f.trans[at]; next != 0 {
		return next - 1
	}
	next := f.step(state, r, left)
	f.trans[at] = next + 1
	return next
}

// walk fills the trail with the way of the match from start to end that run
// recorded. At a split the first way is preferred, unless it was taken at this
// very position before: that is how glibc ends rounds that match nothing.
func (f *sifter) walk(s *search, start, end int) error {
	f.trail = f.trail[:0]
	f.via.clear()
	pc, pos := f.p.start, start
	idle := 0
	for {
		state := f.path[end-pos]
		in := &f.p.insts[pc]
		switch in.op {
		case iMatch:
			return nil
		case iSplit:
			f.via.add(pc)
			if f.has(state, in.out) && (!f.via.has(in.out) || !f.has(state, in.alt)) {
				pc = in.out
			} else {
				pc = in.alt
			}
		case iSave:
			f.via.add(pc)
			f.trail = append(f.trail, event{slot: in.arg, pos: int32(pos), optional: in.optional})
			pc = in.out
		case iAssert:
			f.via.add(pc)
			pc = in.out
		default:
			_, size := f.a.next(s.in, pos)
			pos += size
			pc = in.out
			f.via.clear()
			idle = 0
		}
		if idle++; idle > 2*len(f.p.insts) {
			pc = f.leave(pc, pos, f.path[end-pos])
			idle = 0
		}
		if len(f.trail) > maxTrail {
			return ErrMemory
		}
		if err := s.t.add(1); err != nil {
			return err
		}
	}
}

// leave follows the shortest way from pc to an instruction that reads a symbol
// or matches. Walk needs it when its rule of preference goes in circles.
func (f *sifter) leave(pc int32, pos int, state int32) int32 {
	f.via.clear()
	f.via.add(pc)
	queue, parent := []int32{pc}, []int{-1}
	at := 0
	for ; at < len(queue); at++ {
		in := &f.p.insts[queue[at]]
		if in.op != iSplit && in.op != iSave && in.op != iAssert {
			break
		}
		ways := [2]int32{in.out, in.out}
		if in.op == iSplit {
			ways[1] = in.alt
		}
		for _, w := range ways {
			if f.has(state, w) && f.via.add(w) {
				queue, parent = append(queue, w), append(parent, at)
			}
		}
	}
	if at == len(queue) {
		return pc
	}
	pc = queue[at]
	mark := len(f.trail)
	for at = parent[at]; at >= 0; at = parent[at] {
		if in := &f.p.insts[queue[at]]; in.op == iSave {
			f.trail = append(f.trail, event{slot: in.arg, pos: int32(pos), optional: in.optional})
		}
	}
	slices.Reverse(f.trail[mark:])
	return pc
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
