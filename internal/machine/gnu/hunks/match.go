package hunks

// matcher compares the kept lines of two texts. Diagonals are numbered x-y; forward[d] and backward[d] (shifted by base) are
// how far along x the search from either end has come on diagonal d.
type matcher struct {
	a, b              *side
	forward, backward []int
	base              int
	patience          int // cost at which a search gives up looking for the shortest answer
	speed             bool
	tick              func(int)
}

const (
	leastPatience = 4096
	unreached     = -1
	farAway       = int(^uint(0) >> 1)
)

func newMatcher(a, b *side, o Options) *matcher {
	diagonals := len(a.kept) + len(b.kept) + 3
	m := &matcher{a: a, b: b, forward: make([]int, diagonals), backward: make([]int, diagonals), base: len(b.kept) + 1, patience: 1,
		speed: o.Speed, tick: o.Tick}
	for d := diagonals; d > 0; d >>= 2 {
		m.patience *= 2
	}
	m.patience = max(m.patience, leastPatience)
	return m
}

// compare marks the differences between lines x0 to x1 of a and y0 to y1 of b.
func (m *matcher) compare(x0, x1, y0, y1 int, minimal bool) {
	xs, ys := m.a.kept, m.b.kept
	before := x1 - x0
	for x0 < x1 && y0 < y1 && xs[x0] == ys[y0] {
		x0, y0 = x0+1, y0+1
	}
	for x0 < x1 && y0 < y1 && xs[x1-1] == ys[y1-1] {
		x1, y1 = x1-1, y1-1
	}
	m.tick(1 + (before-(x1-x0))/32)
	switch {
	case x0 == x1:
		for ; y0 < y1; y0++ {
			m.b.mark(int(m.b.where[y0]))
		}
	case y0 == y1:
		for ; x0 < x1; x0++ {
			m.a.mark(int(m.a.where[x0]))
		}
	default:
		p := m.split(x0, x1, y0, y1, minimal)
		m.compare(x0, p.x, y0, p.y, p.first)
		m.compare(p.x, x1, p.y, y1, p.second)
	}
}

// point is where a comparison is cut in two, and whether the halves must be searched for the shortest answer.
type point struct {
	x, y          int
	first, second bool
}

// search is one run of the bidirectional search in the rectangle x0..x1, y0..y1.
type search struct {
	*matcher
	x0, x1, y0, y1 int
	fmin, fmax     int // diagonals that the forward search has reached
	bmin, bmax     int
	long           bool // a long run of equal lines was seen at this cost
}

// longRun is how many equal lines in a row count as long.
const longRun = 20

// split finds a point on a shortest path, or a promising one when that takes too long.
func (m *matcher) split(x0, x1, y0, y1 int, minimal bool) point {
	s := search{matcher: m, x0: x0, x1: x1, y0: y0, y1: y1}
	fmid, bmid := x0-y0, x1-y1
	s.fmin, s.fmax, s.bmin, s.bmax = fmid, fmid, bmid, bmid
	m.forward[m.base+fmid], m.backward[m.base+bmid] = x0, x1
	odd := (fmid-bmid)&1 != 0
	for cost := 1; ; cost++ {
		s.long = false
		if x, d, ok := s.stepForward(odd); ok {
			return point{x, x - d, true, true}
		}
		if x, d, ok := s.stepBackward(!odd); ok {
			return point{x, x - d, true, true}
		}
		m.tick(1 + (s.fmax-s.fmin+s.bmax-s.bmin)/32)
		if minimal {
			continue
		}
		if cost > 200 && s.long && m.speed {
			if p, ok := s.trust(cost, fmid, bmid); ok {
				return p
			}
		}
		if cost >= m.patience {
			return s.giveUp()
		}
	}
}

// stepForward takes the search from the start one edit further. When it meets the other one, met is true.
func (s *search) stepForward(check bool) (x, d int, met bool) {
	fd, base := s.forward, s.base
	if s.fmin > s.x0-s.y1 {
		s.fmin--
		fd[base+s.fmin-1] = unreached
	} else {
		s.fmin++
	}
	if s.fmax < s.x1-s.y0 {
		s.fmax++
		fd[base+s.fmax+1] = unreached
	} else {
		s.fmax--
	}
	xs, ys := s.a.kept, s.b.kept
	for d := s.fmax; d >= s.fmin; d -= 2 {
		x := fd[base+d+1]
		if below := fd[base+d-1]; below >= x {
			x = below + 1
		}
		from := x
		for x < s.x1 && x-d < s.y1 && xs[x] == ys[x-d] {
			x++
		}
		s.long = s.long || x-from > longRun
		fd[base+d] = x
		if check && d >= s.bmin && d <= s.bmax && s.backward[base+d] <= x {
			return x, d, true
		}
	}
	return 0, 0, false
}

// stepBackward is stepForward from the end.
func (s *search) stepBackward(check bool) (x, d int, met bool) {
	bd, base := s.backward, s.base
	if s.bmin > s.x0-s.y1 {
		s.bmin--
		bd[base+s.bmin-1] = farAway
	} else {
		s.bmin++
	}
	if s.bmax < s.x1-s.y0 {
		s.bmax++
		bd[base+s.bmax+1] = farAway
	} else {
		s.bmax--
	}
	xs, ys := s.a.kept, s.b.kept
	for d := s.bmax; d >= s.bmin; d -= 2 {
		x := bd[base+d-1]
		if above := bd[base+d+1]; above <= x {
			x = above - 1
		}
		from := x
		for x > s.x0 && x-d > s.y0 && xs[x-1] == ys[x-d-1] {
			x--
		}
		s.long = s.long || from-x > longRun
		bd[base+d] = x
		if check && d >= s.fmin && d <= s.fmax && x <= s.forward[base+d] {
			return x, d, true
		}
	}
	return 0, 0, false
}

// giveUp cuts at the point that either search has carried farthest.
func (s *search) giveUp() point {
	best, bestX := unreached, 0
	for d := s.fmax; d >= s.fmin; d -= 2 {
		x := min(s.forward[s.base+d], s.x1)
		y := x - d
		if y > s.y1 {
			x, y = s.y1+d, s.y1
		}
		if x+y > best {
			best, bestX = x+y, x
		}
	}
	least, leastX := farAway, 0
	for d := s.bmax; d >= s.bmin; d -= 2 {
		x := max(s.backward[s.base+d], s.x0)
		y := x - d
		if y < s.y0 {
			x, y = s.y0+d, s.y0
		}
		if x+y < least {
			least, leastX = x+y, x
		}
	}
	if s.x1+s.y1-least < best-(s.x0+s.y0) {
		return point{bestX, best - bestX, true, false}
	}
	return point{leastX, least - leastX, false, true}
}

// trust looks for a path that has come far for its cost and ends in a long run of equal lines.
func (s *search) trust(cost, fmid, bmid int) (p point, ok bool) {
	xs, ys := s.a.kept, s.b.kept
	best := 0
	for d := s.fmax; d >= s.fmin; d -= 2 {
		off := d - fmid
		x := s.forward[s.base+d]
		y := x - d
		v := (x-s.x0)*2 - off
		if v <= 12*(cost+abs(off)) || v <= best || x < s.x0+longRun || x >= s.x1 || y < s.y0+longRun || y >= s.y1 {
			continue
		}
		if n := 1; equalRun(longRun, func() bool { n++; return xs[x-n+1] == ys[y-n+1] }) {
			best, p = v, point{x, y, true, false}
		}
	}
	if best > 0 {
		return p, true
	}
	for d := s.bmax; d >= s.bmin; d -= 2 {
		off := d - bmid
		x := s.backward[s.base+d]
		y := x - d
		v := (s.x1-x)*2 + off
		if v <= 12*(cost+abs(off)) || v <= best || x <= s.x0 || x > s.x1-longRun || y <= s.y0 || y > s.y1-longRun {
			continue
		}
		if n := -1; equalRun(longRun, func() bool { n++; return xs[x+n] == ys[y+n] }) {
			best, p = v, point{x, y, false, true}
		}
	}
	return p, best > 0
}

// equalRun says whether the next n pairs are equal.
func equalRun(n int, next func() bool) bool {
	for range n {
		if !next() {
			return false
		}
	}
	return true
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
