package regex

import "bytes"

// block is how many bytes are searched between two calls of Tick.
const block = 4096

// ticker counts steps and reports them in portions.
type ticker struct {
	tick    func(n int) error
	pending int
}

// add counts n steps.
func (t *ticker) add(n int) error {
	t.pending += n
	if t.pending >= block {
		return t.flush()
	}
	return nil
}

func (t *ticker) flush() error {
	n := t.pending
	t.pending = 0
	if n == 0 || t.tick == nil {
		return nil
	}
	return t.tick(n)
}

// search is one run of an automaton over a text.
type search struct {
	in       []byte
	opt      *MatchOptions
	t        *ticker
	earliest bool   // the first match end is enough
	prefix   []byte // every match begins with these bytes
	once     bool   // matches begin at from only
}

// forward returns the end of the leftmost-longest match that begins at from
// or later, or -1. With earliest it may return the end of any match.
func (d *dfa) forward(s *search, from int) (end int, err error) {
	a, in := d.a, s.in
	end = -1
	i := from
	if s.prefix != nil {
		if i, err = s.skip(i); i < 0 || err != nil {
			return -1, err
		}
	}
	var row int32
	if s.once {
		row = d.row([]int32{d.p.start}, a.before(in, i, s.opt), false)
	} else {
		row = d.row(nil, a.before(in, i, s.opt), true)
	}
	weight := d.p.weight()
	for i < len(in) {
		stop := min(i+block, len(in))
		began := i
		var done bool
		if row, i, done = d.scan(s, row, i, stop, &end); done {
			return end, s.t.add((i - began + 1) * weight)
		}
		if err := s.t.add((i - began) * weight); err != nil {
			return -1, err
		}
		if s.prefix != nil && !d.p.asserts && d.state(row).idle() {
			if i, err = s.skip(i); i < 0 || err != nil {
				return end, err
			}
		}
	}
	if d.final(row, a.after(in, len(in), s.opt)) {
		end = len(in)
	}
	return end, nil
}

// skip moves i to the next place where the prefix stands; -1 is none.
func (s *search) skip(i int) (int, error) {
	k := bytes.Index(s.in[i:], s.prefix)
	if k < 0 {
		return -1, s.t.add(1 + (len(s.in)-i)/literalBytes)
	}
	return i + k, s.t.add(1 + k/literalBytes)
}

// literalBytes is how many bytes of literal search count as one step.
const literalBytes = 16

// idle reports whether the state knows nothing but that a match may begin.
func (s *state) idle() bool { return s.seed && len(s.list) == 0 }

// scan runs from the state at row over in[i:stop], keeping the last match end
// in *end. done says that the search is over.
func (d *dfa) scan(s *search, row int32, i, stop int, end *int) (int32, int, bool) {
	in, trans, column, limit := s.in, d.trans, &d.a.column, d.a.limit
	for i < stop {
		c := in[i]
		size := 1
		var v int32
		if uint16(c) < limit {
			if v = trans[row+int32(column[c])]; v > 0 {
				row = v
				i++
				continue
			}
			if v == unknown {
				row = d.makeRoom(row)
				v = d.step(row, rune(c))
				trans = d.trans
				trans[row+int32(column[c])] = v
			}
		} else {
			_, v, size = d.wideStep(row, in, i)
			trans = d.trans
		}
		if v < 0 {
			if v != dead {
				*end = i
				if s.earliest {
					return 0, i, true
				}
			}
			if v >= deadMatch {
				return 0, i, true
			}
			v = -v
		}
		row = v
		i += size
	}
	return row, i, false
}

// wideStep is the transition on the symbol at in[i:], which has no byte
// column. It returns the row again because the cache may be emptied.
func (d *dfa) wideStep(row int32, in []byte, i int) (from, to int32, size int) {
	r, size := d.a.next(in, i)
	from, to = d.wideRow(row, r)
	return from, to, size
}

func (d *dfa) wideRow(row int32, r rune) (from, to int32) {
	if d.a.uniform {
		at := int32(d.a.columns)
		if r >= badByte {
			at++
		}
		if v := d.trans[row+at]; v != unknown {
			return row, v
		}
		row = d.makeRoom(row)
		v := d.step(row, r)
		d.trans[row+at] = v
		return row, v
	}
	if v, ok := d.wide[wideKey{row, r}]; ok {
		return row, v
	}
	row = d.makeRoom(row)
	v := d.step(row, r)
	if d.wide == nil {
		d.wide = map[wideKey]int32{}
	}
	d.wide[wideKey{row, r}] = v
	return row, v
}
