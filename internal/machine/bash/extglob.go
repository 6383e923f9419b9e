package bash

// Extended patterns are matched with sets of places: what a sequence of elements turns a set of places where it may begin
// into is the set of places where it may end. One round of a group at one place is computed once, so the work is polynomial
// whatever is nested in what.

// places is a set of places in the subject, as bits.
type places []uint64

func newPlaces(n int) places    { return make(places, n/64+1) }
func (p places) add(i int)      { p[i>>6] |= 1 << (i & 63) }
func (p places) has(i int) bool { return p[i>>6]>>(i&63)&1 != 0 }
func (p places) addAll(q places) { // q has p's size
	for k := range p {
		p[k] |= q[k]
	}
}

func (p places) empty() bool {
	for _, w := range p {
		if w != 0 {
			return false
		}
	}
	return true
}

// longestExt returns the end of the longest or shortest match of a pattern with groups that begins at i.
func (m *matcher) longestExt(s string, i int, long bool) (int, bool) {
	if m.subject != s || m.memo == nil {
		m.release()
		m.subject, m.memo = s, map[memoKey][]int32{}
	}
	from := newPlaces(len(s))
	from.add(i)
	ends := m.run(m.toks, from)
	m.done()
	if long {
		for k := len(s); k >= i; k-- {
			if ends.has(k) {
				return k, true
			}
		}
		return 0, false
	}
	for k := i; k <= len(s); k++ {
		if ends.has(k) {
			return k, true
		}
	}
	return 0, false
}

// run returns where toks can end when it begins at a place in from.
func (m *matcher) run(toks []token, from places) places {
	for k := range toks {
		if from.empty() {
			return from
		}
		m.work += len(from)
		m.tick()
		switch t := &toks[k]; t.kind {
		case tokStar:
			from = m.runStar(from)
		case tokGroup:
			from = m.runGroup(t, from)
		default:
			to := newPlaces(len(m.subject))
			for i := range len(m.subject) {
				if from.has(i) {
					m.tick()
					if r, n := m.at(m.subject, i); m.one(t, r) {
						to.add(i + n)
					}
				}
			}
			from = to
		}
	}
	return from
}

// runStar returns every place at a character's boundary from the first place on.
func (m *matcher) runStar(from places) places {
	to := newPlaces(len(m.subject))
	i := 0
	for !from.has(i) {
		i++
	}
	for {
		m.tick()
		to.add(i)
		if i >= len(m.subject) {
			return to
		}
		_, n := m.at(m.subject, i)
		i += n
	}
}

// runGroup returns where a group can end.
func (m *matcher) runGroup(t *token, from places) places {
	size := len(m.subject)
	to := newPlaces(size)
	switch t.op {
	case '!':
		for i := range size + 1 {
			if from.has(i) {
				m.runNot(t, i, to)
			}
		}
		return to
	case '?', '@':
		if t.op == '?' {
			to.addAll(from)
		}
		for i := range size + 1 {
			if from.has(i) {
				for _, e := range m.round(t, i) {
					to.add(int(e))
				}
			}
		}
		return to
	}
	m.repeat(t, from, to)
	if t.op == '*' {
		to.addAll(from)
	}
	return to
}

// repeat adds to `to` the places that one or more rounds lead to.
func (m *matcher) repeat(t *token, from, to places) {
	var todo []int32
	seen := newPlaces(len(m.subject))
	for i := range len(m.subject) + 1 {
		if from.has(i) {
			todo = append(todo, int32(i))
			seen.add(i)
		}
	}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range m.round(t, int(i)) {
			m.tick()
			to.add(int(e))
			if !seen.has(int(e)) {
				seen.add(int(e))
				todo = append(todo, e)
			}
		}
	}
}

// runNot adds the places that !(...) at i leads to: all but those where one of its patterns ends.
func (m *matcher) runNot(t *token, i int, to places) {
	ends := m.round(t, i)
	k := 0
	for e := i; ; {
		m.tick()
		for k < len(ends) && int(ends[k]) < e {
			k++
		}
		if k >= len(ends) || int(ends[k]) != e {
			to.add(e)
		}
		if e >= len(m.subject) {
			return
		}
		_, n := m.at(m.subject, e)
		e += n
	}
}

// round returns, in order, where one of a group's patterns can end when it begins at i.
func (m *matcher) round(t *token, i int) []int32 {
	key := memoKey{t.id, int32(i)}
	if ends, ok := m.memo[key]; ok {
		return ends
	}
	all := newPlaces(len(m.subject))
	for _, alt := range t.alts {
		from := newPlaces(len(m.subject))
		from.add(i)
		all.addAll(m.run(alt, from))
	}
	ends := []int32{}
	for k := i; k <= len(m.subject); k++ {
		if all.has(k) {
			ends = append(ends, int32(k))
		}
	}
	m.sh.p.Tick(1 + len(m.subject)/64 + len(ends)/16)
	size := int64(64 + 4*len(ends))
	m.held += size
	m.sh.p.Hold(size)
	m.memo[key] = ends
	return ends
}
