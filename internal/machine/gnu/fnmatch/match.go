package fnmatch

import "strings"

// Match says whether name matches the pattern.
func (p *Pattern) Match(name string) bool {
	switch p.kind {
	case onlyLiteral:
		return name == p.literal
	case starSuffix:
		return strings.HasSuffix(name, p.suffix)
	}
	m := matcher{p: p, s: decode(name)}
	if p.ext {
		return m.reaches(p.items, 0, len(m.s))
	}
	return m.simple()
}

type matcher struct {
	p *Pattern
	s []rune
}

func (m *matcher) tick(n int) {
	if m.p.opt.Tick != nil {
		m.p.opt.Tick(n)
	}
}

// hidden says that s[i] is a leading period, which only a period matches.
func (m *matcher) hidden(i int) bool {
	return m.p.opt.Period && m.s[i] == '.' && (i == 0 || m.p.opt.Pathname && m.s[i-1] == '/')
}

// one says whether a single item matches s[i].
func (m *matcher) one(it *item, i int) bool {
	r := m.s[i]
	switch it.kind {
	case lit:
		if m.p.opt.CaseFold {
			r = fold(r)
		}
		return r == it.r
	case anyOne:
		return !(r == '/' && m.p.opt.Pathname) && !m.hidden(i)
	case set:
		return !(r == '/' && m.p.opt.Pathname) && !m.hidden(i) && it.set.match(r, m.p.opt.CaseFold)
	}
	return false
}

// starMay says whether a star may take s[i].
func (m *matcher) starMay(i int) bool { return !(m.s[i] == '/' && m.p.opt.Pathname) && !m.hidden(i) }

// simple matches a pattern without groups: on a mismatch the last star takes one more character. A star that cannot take
// the next character (a slash) ends the search, for no earlier star could help.
func (m *matcher) simple() bool {
	items := m.p.items
	i, k, starK, starI := 0, 0, -1, 0
	for i < len(m.s) || k < len(items) {
		switch {
		case k < len(items) && items[k].kind == star && !(i < len(m.s) && m.hidden(i)):
			starK, starI = k, i
			k++
			continue
		case k < len(items) && i < len(m.s) && m.one(&items[k], i):
			i++
			k++
			continue
		}
		if starK < 0 || starI >= len(m.s) || !m.starMay(starI) {
			return false
		}
		m.tick(1)
		starI++
		i, k = starI, starK+1
	}
	return true
}

// reaches says whether items match exactly s[from:to].
func (m *matcher) reaches(items []item, from, to int) bool {
	at := make([]bool, to-from+1)
	at[0] = true
	return m.run(items, at, from)[to-from]
}

// run takes the set of positions (relative to base) where items may begin and returns the set of those where they may end.
func (m *matcher) run(items []item, at []bool, base int) []bool {
	for k := range items {
		m.tick(1 + len(at)/16)
		it := &items[k]
		next := make([]bool, len(at))
		switch it.kind {
		case star:
			on := false
			for i := range at {
				if on = on || at[i] && !(base+i < len(m.s) && m.hidden(base+i)); on {
					next[i] = true
					on = i+1 < len(at) && m.starMay(base+i)
				}
			}
		case group:
			m.group(it, at, next, base)
		default:
			for i := 0; i+1 < len(at); i++ {
				if at[i] && m.one(it, base+i) {
					next[i+1] = true
				}
			}
		}
		at = next
	}
	return at
}

func (m *matcher) group(it *item, at, next []bool, base int) {
	if it.op == '!' {
		m.not(it, at, next, base)
		return
	}
	if it.op == '?' || it.op == '*' {
		copy(next, at)
	}
	for {
		grown := false
		for _, alt := range it.alts {
			for i, ok := range m.run(alt, at, base) {
				if ok && !next[i] {
					next[i] = true
					grown = true
				}
			}
		}
		if !grown || it.op == '?' || it.op == '@' {
			return
		}
		at = append([]bool(nil), next...)
	}
}

// not marks every position that the alternatives do not reach.
func (m *matcher) not(it *item, at, next []bool, base int) {
	for i := range at {
		if !at[i] {
			continue
		}
		if i+1 < len(at) && m.hidden(base+i) {
			next[i] = true
			continue
		}
		from := make([]bool, len(at)-i)
		from[0] = true
		hit := make([]bool, len(from))
		for _, alt := range it.alts {
			for j, ok := range m.run(alt, from, base+i) {
				hit[j] = hit[j] || ok
			}
		}
		for j := range hit {
			if j > 0 && !(base+i+j-1 < len(m.s) && (m.s[base+i+j-1] != '/' || !m.p.opt.Pathname)) {
				break
			}
			next[i+j] = next[i+j] || !hit[j]
		}
	}
}
