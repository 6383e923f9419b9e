package lalr

import (
	"fmt"
	"sort"
)

// reductions returns the complete items of a state by rule.
func (b *builder) reductions(s *state) []int {
	var out []int
	for i, it := range s.items {
		if it.dot == len(b.right[it.rule]) && it.rule != 0 {
			out = append(out, i)
		}
	}
	sort.Slice(out, func(i, j int) bool { return s.items[out[i]].rule < s.items[out[j]].rule })
	return out
}

// resolve removes actions that precedence decides against.
func (b *builder) resolve(s *state) error {
	for sym := range s.next {
		s.shifts = s.shifts || sym < b.ntok
	}
	var err error
	for _, i := range b.reductions(s) {
		r := s.items[i].rule
		for t := range b.ntok {
			to, shifts := s.next[t]
			if !s.look[i].has(t) || !shifts {
				continue
			}
			rp, tp := b.rulePrec[r], b.tokPrec[t]
			switch {
			case rp.level == 0 || tp.level == 0 || rp.level == tp.level && tp.assoc == None:
				err = fmt.Errorf("conflict of rule %d with token %s to state %d", r, b.names[t], to)
			case tp.level < rp.level, tp.level == rp.level && tp.assoc == Left:
				delete(s.next, t)
			case tp.level > rp.level, tp.assoc == Right:
				s.look[i].clear(t)
			default:
				s.look[i].clear(t)
				delete(s.next, t)
				s.errs.set(t)
			}
		}
	}
	return err
}

// row returns the explicit actions of a state and its default reduction: the most common one, which is left out of the row,
// unless the state can shift the error token.
func (b *builder) row(s *state, num []int) (row []Entry, def int) {
	reds := b.reductions(s)
	act := make([]int, b.ntok)
	explicit := make([]bool, b.ntok)
	for k := len(reds) - 1; k >= 0; k-- {
		for t := range b.ntok {
			if s.look[reds[k]].has(t) {
				act[t], explicit[t] = -s.items[reds[k]].rule-1, true
			}
		}
	}
	consistent := len(reds) == 1 && !s.shifts
	for t := range b.ntok {
		if to, ok := s.next[t]; ok {
			act[t], explicit[t] = num[to]+1, true
		}
		if s.errs.has(t) {
			act[t], explicit[t] = 0, true
		}
	}
	def = -1
	if _, shiftsError := s.next[1]; !shiftsError && len(reds) > 0 {
		def = b.common(s, reds, act, explicit, consistent)
	}
	for t := range b.ntok {
		if explicit[t] && !(def < 0 && act[t] == 0) && !(def >= 0 && act[t] == -def-1) {
			row = append(row, Entry{t, act[t]})
		}
	}
	if consistent {
		row = nil
	}
	return row, def
}

func (b *builder) common(s *state, reds, act []int, explicit []bool, consistent bool) int {
	if consistent {
		return s.items[reds[0]].rule
	}
	best, most := -1, 0
	for _, i := range reds {
		n := 0
		for t := range act {
			if explicit[t] && act[t] == -s.items[i].rule-1 {
				n++
			}
		}
		if n > most {
			best, most = s.items[i].rule, n
		}
	}
	return best
}
