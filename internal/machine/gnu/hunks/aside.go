package hunks

// verdict says whether a line is set aside before texts are compared.
type verdict uint8

const (
	keep  verdict = iota
	drop          // it matches nothing
	maybe         // it matches so much that it helps little
)

// setAside decides for each line of both texts whether it takes part in the comparison. Lines that do not are changed.
func setAside(a, b *side, classes int, minimal bool) {
	countA, countB := make([]int32, classes), make([]int32, classes)
	for _, c := range a.lines {
		countA[c]++
	}
	for _, c := range b.lines {
		countB[c]++
	}
	a.sift(judge(a.lines, countB), minimal)
	b.sift(judge(b.lines, countA), minimal)
}

// judge looks at how often each line occurs in the other text.
func judge(lines, other []int32) []verdict {
	many := int32(5)
	for t := len(lines) / 64 >> 2; t > 0; t >>= 2 {
		many *= 2
	}
	v := make([]verdict, len(lines))
	for i, c := range lines {
		switch n := other[c]; {
		case n == 0:
			v[i] = drop
		case n > many:
			v[i] = maybe
		}
	}
	settle(v)
	return v
}

// settle decides about the doubtful lines: they are set aside only within a run of lines to set aside that begins and ends
// with a certain one.
func settle(v []verdict) {
	for i := 0; i < len(v); i++ {
		switch v[i] {
		case maybe:
			v[i] = keep
		case drop:
			end, doubtful := i, 0
			for end < len(v) && v[end] != keep {
				if v[end] == maybe {
					doubtful++
				}
				end++
			}
			for v[end-1] == maybe {
				end--
				v[end] = keep
				doubtful--
			}
			settleRun(v[i:end], doubtful)
			i = end - 1
		}
	}
}

// settleRun decides about the doubtful lines of one run.
func settleRun(run []verdict, doubtful int) {
	if doubtful*4 > len(run) {
		for i := range run {
			if run[i] == maybe {
				run[i] = keep
			}
		}
		return
	}
	// Keep stretches of doubtful lines that are long for this run.
	limit := 1
	for t := len(run) >> 2 >> 2; t > 0; t >>= 2 {
		limit *= 2
	}
	limit++
	for i := 0; i < len(run); {
		j := i
		for j < len(run) && run[j] == maybe {
			j++
		}
		if j-i >= limit {
			for k := i; k < j; k++ {
				run[k] = keep
			}
		}
		i = max(j, i+1)
	}
	keepEdge(len(run), func(i int) *verdict { return &run[i] })
	keepEdge(len(run), func(i int) *verdict { return &run[len(run)-1-i] })
}

// keepEdge keeps doubtful lines near one end of a run: up to three certain ones in a row, or the first certain one that is at
// least eight lines in.
func keepEdge(n int, at func(int) *verdict) {
	certain := 0
	for i := 0; i < n; i++ {
		v := at(i)
		if i >= 8 && *v == drop {
			return
		}
		switch *v {
		case maybe:
			*v = keep
			certain = 0
		case keep:
			certain = 0
		default:
			if certain++; certain == 3 {
				return
			}
		}
	}
}

// sift fills kept and where, and marks what was set aside as changed.
func (s *side) sift(v []verdict, minimal bool) {
	s.kept, s.where = make([]int32, 0, len(v)), make([]int32, 0, len(v))
	for i, c := range s.lines {
		if minimal || v[i] == keep {
			s.kept, s.where = append(s.kept, c), append(s.where, int32(i))
		} else {
			s.mark(i)
		}
	}
}
