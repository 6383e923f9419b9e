package onig

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// backref matches what a group matched; of several groups of one name, the first that fits.
func (m *matcher) backref(n *node, pos int) (int, bool) {
	for _, g := range n.refs {
		from, to := m.regs[2*g], m.regs[2*g+1]
		if from < 0 || to < from {
			continue
		}
		want := m.s[from:to]
		m.tick(len(want) / 64)
		if !n.fold {
			if strings.HasPrefix(m.s[pos:], want) {
				return len(want), true
			}
			continue
		}
		if size, ok := foldPrefix(m.s[pos:], want); ok {
			return size, true
		}
	}
	return 0, false
}

func foldPrefix(s, want string) (int, bool) {
	i := 0
	for _, w := range want {
		r, n := utf8.DecodeRuneInString(s[i:])
		if n == 0 || !sameFold(r, w) {
			return 0, false
		}
		i += n
	}
	return i, true
}

// setFrame changes the chain of calls so that going back undoes it.
func (m *matcher) setFrame(f *callFrame) {
	m.frames = append(m.frames, m.frame)
	m.stack = append(m.stack, choice{pc: -1, reg: -1, lo: -1})
	m.frame = f
}

// call enters a group again; loops in it start afresh, those around it go on afterwards.
func (m *matcher) call(to, pc, pos int) (int, int, bool) {
	f := &callFrame{up: m.frame, ret: pc + 1, regs: append([]int(nil), m.regs[2*(m.re.groups+1):]...)}
	if m.frame != nil {
		f.deep = m.frame.deep + 1
	}
	if f.deep > maxCalls {
		return 0, 0, false
	}
	m.tick(len(f.regs) / 8)
	m.setFrame(f)
	return to, pos, true
}

func (m *matcher) ret(pos int) (int, int, bool) {
	f := m.frame
	base := 2 * (m.re.groups + 1)
	for i, v := range f.regs {
		if m.regs[base+i] != v {
			m.set(base+i, v)
		}
	}
	m.setFrame(f.up)
	return f.ret, pos, true
}

func newlineLen(s string) int {
	if strings.HasPrefix(s, "\r\n") {
		return 2
	}
	r, n := utf8.DecodeRuneInString(s)
	if r >= '\n' && r <= '\r' || r == 0x85 || r == 0x2028 || r == 0x2029 {
		return n
	}
	return 0
}

// clusterLen returns the length of a character with the marks and joiners behind it.
func clusterLen(s string) int {
	if s == "" {
		return 0
	}
	if strings.HasPrefix(s, "\r\n") {
		return 2
	}
	r, i := utf8.DecodeRuneInString(s)
	flags := r >= 0x1F1E6 && r <= 0x1F1FF
	for i < len(s) {
		next, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.In(next, unicode.Mn, unicode.Me, unicode.Mc) || next == 0x200D || next >= 0x1F3FB && next <= 0x1F3FF:
		case r == 0x200D && next > 0x2000:
		case flags && next >= 0x1F1E6 && next <= 0x1F1FF:
			flags = false
		default:
			return i
		}
		if unicode.Is(unicode.Cc, r) {
			return i
		}
		r = next
		i += n
	}
	return i
}

// stepBack returns the place n characters before pos, or -1.
func (m *matcher) stepBack(pos, n int) int {
	for ; n > 0; n-- {
		if pos == 0 {
			return -1
		}
		_, size := utf8.DecodeLastRuneInString(m.s[:pos])
		pos -= size
	}
	return pos
}

// bound says whether pos is between two characters with their marks.
func (m *matcher) bound(pos int) bool {
	if pos == 0 || pos == len(m.s) {
		return true
	}
	_, n := utf8.DecodeLastRuneInString(m.s[:pos])
	return clusterLen(m.s[pos-n:]) == n
}
