// Package lalr computes LALR(1) parsing tables with the conflict resolution and the default reductions of Bison, so that a
// parser driven by them finds a syntax error at the same token, in the same state, as a parser made by Bison. It runs when the
// tables are generated, never in the product.
package lalr

import (
	"errors"
	"fmt"
	"strings"
)

// Assoc says what happens between two operators of one precedence.
type Assoc uint8

// The associativities; None has a precedence but leaves equal ones in conflict.
const (
	None Assoc = iota
	Left
	Right
	NonAssoc
)

// Level is one line of operators of equal precedence; later levels bind tighter.
type Level struct {
	Assoc  Assoc
	Tokens []string
}

// Rule is one production. Right lists symbols separated by blanks. Prec names the token whose precedence it has instead of
// that of its last token.
type Rule struct{ Left, Right, Prec string }

// Grammar is a grammar in the order that numbers its symbols: tokens as listed, nonterminals as they appear on left sides. The
// first two tokens are the end of input and the error token.
type Grammar struct {
	Tokens []string
	Levels []Level
	Rules  []Rule
	Start  string
}

// Entry is one action of a state: Act is above 0 for a shift to state Act-1, below 0 for a reduction by rule -Act-1 and 0
// for an error that the grammar asks for.
type Entry struct {
	Token int
	Act   int
}

// Tables drive a parser. State 0 is the first.
type Tables struct {
	Names   []string // symbols, tokens first
	NTokens int
	Rows    [][]Entry // explicit actions of each state by token; a state without any takes its default unseen
	Default []int     // the rule that a state reduces by on other tokens, or -1
	Goto    []map[int]int
	Left    []int // of each rule, its symbol
	Len     []int // of each rule, the number of symbols on its right
	Accept  int   // the state in which the end of input accepts
}

type item struct{ rule, dot int }

type state struct {
	kernel []item
	items  []item // closure, the kernel first
	index  map[item]int
	next   map[int]int
	look   []bitset
	errs   bitset // tokens that are errors because their operators do not associate
	shifts bool   // has transitions on tokens, before conflicts are resolved
}

type bitset []uint64

func (b bitset) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }
func (b bitset) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitset) clear(i int)    { b[i/64] &^= 1 << (i % 64) }

func (b bitset) or(c bitset) (changed bool) {
	for i := range b {
		if c[i]&^b[i] != 0 {
			b[i] |= c[i]
			changed = true
		}
	}
	return changed
}

type prec struct {
	level int // 0: none
	assoc Assoc
}

type builder struct {
	names    []string
	num      map[string]int
	ntok     int
	left     []int
	right    [][]int
	byLeft   map[int][]int
	tokPrec  []prec
	rulePrec []prec
	nullable []bool
	first    []bitset
	states   []*state
	byKernel map[string]int
}

// Build computes the tables of g. Conflicts that precedence does not resolve are an error.
func Build(g *Grammar) (*Tables, error) {
	b := &builder{num: map[string]int{}, byLeft: map[int][]int{}, byKernel: map[string]int{}}
	if err := b.load(g); err != nil {
		return nil, err
	}
	b.firsts()
	b.automaton()
	b.lookaheads()
	return b.tables()
}

func (b *builder) load(g *Grammar) error {
	for _, t := range g.Tokens {
		b.num[t] = len(b.names)
		b.names = append(b.names, t)
	}
	b.ntok = len(b.names)
	b.tokPrec = make([]prec, b.ntok)
	for i, l := range g.Levels {
		for _, t := range l.Tokens {
			n, ok := b.num[t]
			if !ok {
				return fmt.Errorf("unknown token %s", t)
			}
			b.tokPrec[n] = prec{i + 1, l.Assoc}
		}
	}
	rules := append([]Rule{{"$accept", g.Start + " " + g.Tokens[0], ""}}, g.Rules...)
	for _, r := range rules {
		if _, ok := b.num[r.Left]; !ok {
			b.num[r.Left] = len(b.names)
			b.names = append(b.names, r.Left)
		}
	}
	for i, r := range rules {
		l := b.num[r.Left]
		var rhs []int
		var p prec
		for _, s := range strings.Fields(r.Right) {
			n, ok := b.num[s]
			if !ok {
				return fmt.Errorf("rule %d: unknown symbol %s", i, s)
			}
			if n < b.ntok {
				p = b.tokPrec[n]
			}
			rhs = append(rhs, n)
		}
		if r.Prec != "" {
			p = b.tokPrec[b.num[r.Prec]]
		}
		b.left, b.right, b.rulePrec = append(b.left, l), append(b.right, rhs), append(b.rulePrec, p)
		b.byLeft[l] = append(b.byLeft[l], i)
	}
	return nil
}

func (b *builder) bits() bitset { return make(bitset, (b.ntok+63)/64) }

func (b *builder) firsts() {
	b.nullable = make([]bool, len(b.names))
	for range b.names {
		b.first = append(b.first, b.bits())
	}
	for i := range b.ntok {
		b.first[i].set(i)
	}
	for changed := true; changed; {
		changed = false
		for r, rhs := range b.right {
			l, all := b.left[r], true
			for _, s := range rhs {
				if b.first[l].or(b.first[s]) {
					changed = true
				}
				if !b.nullable[s] {
					all = false
					break
				}
			}
			if all && !b.nullable[l] {
				b.nullable[l], changed = true, true
			}
		}
	}
}

func key(kernel []item) string { return fmt.Sprint(kernel) }

func (b *builder) automaton() {
	b.state([]item{{0, 0}})
	for i := 0; i < len(b.states); i++ {
		s := b.states[i]
		var order []int
		kernels := map[int][]item{}
		for _, it := range s.items {
			if it.dot < len(b.right[it.rule]) {
				sym := b.right[it.rule][it.dot]
				if kernels[sym] == nil {
					order = append(order, sym)
				}
				kernels[sym] = append(kernels[sym], item{it.rule, it.dot + 1})
			}
		}
		for _, sym := range order {
			s.next[sym] = b.state(kernels[sym])
		}
	}
}

func (b *builder) state(kernel []item) int {
	for i := 1; i < len(kernel); i++ {
		for j := i; j > 0 && less(kernel[j], kernel[j-1]); j-- {
			kernel[j], kernel[j-1] = kernel[j-1], kernel[j]
		}
	}
	k := key(kernel)
	if n, ok := b.byKernel[k]; ok {
		return n
	}
	s := &state{kernel: kernel, next: map[int]int{}, index: map[item]int{}, errs: b.bits()}
	add := func(it item) {
		if _, ok := s.index[it]; !ok {
			s.index[it] = len(s.items)
			s.items = append(s.items, it)
			s.look = append(s.look, b.bits())
		}
	}
	for _, it := range kernel {
		add(it)
	}
	for i := 0; i < len(s.items); i++ {
		it := s.items[i]
		if it.dot < len(b.right[it.rule]) {
			for _, r := range b.byLeft[b.right[it.rule][it.dot]] {
				add(item{r, 0})
			}
		}
	}
	b.byKernel[k] = len(b.states)
	b.states = append(b.states, s)
	return len(b.states) - 1
}

func less(a, b item) bool {
	return a.rule < b.rule || a.rule == b.rule && a.dot < b.dot
}

// lookaheads carries tokens along closures and transitions until nothing changes.
func (b *builder) lookaheads() {
	for changed := true; changed; {
		changed = false
		for _, s := range b.states {
			for i, it := range s.items {
				rhs := b.right[it.rule]
				if it.dot == len(rhs) {
					continue
				}
				sym := rhs[it.dot]
				to := b.states[s.next[sym]]
				if to.look[to.index[item{it.rule, it.dot + 1}]].or(s.look[i]) {
					changed = true
				}
				if sym < b.ntok {
					continue
				}
				ahead, all := b.bits(), true
				for _, t := range rhs[it.dot+1:] {
					ahead.or(b.first[t])
					if !b.nullable[t] {
						all = false
						break
					}
				}
				if all {
					ahead.or(s.look[i])
				}
				for _, r := range b.byLeft[sym] {
					if s.look[s.index[item{r, 0}]].or(ahead) {
						changed = true
					}
				}
			}
		}
	}
}

func (b *builder) tables() (*Tables, error) {
	t := &Tables{Names: b.names, NTokens: b.ntok, Left: b.left}
	for _, r := range b.right {
		t.Len = append(t.Len, len(r))
	}
	var errs []error
	renumber := b.reachable(&errs)
	for i, s := range b.states {
		if renumber[i] < 0 {
			continue
		}
		row, def := b.row(s, renumber)
		t.Rows, t.Default = append(t.Rows, row), append(t.Default, def)
		goes := map[int]int{}
		for sym, to := range s.next {
			if sym >= b.ntok {
				goes[sym] = renumber[to]
			}
		}
		t.Goto = append(t.Goto, goes)
		if s.kernel[0] == (item{0, 2}) {
			t.Accept = renumber[i]
		}
	}
	return t, errors.Join(errs...)
}

// reachable resolves the conflicts of all states and numbers those that can still be reached.
func (b *builder) reachable(errs *[]error) []int {
	for i, s := range b.states {
		if err := b.resolve(s); err != nil {
			*errs = append(*errs, fmt.Errorf("state %d: %w", i, err))
		}
	}
	num := make([]int, len(b.states))
	for i := range num {
		num[i] = -1
	}
	num[0] = 0
	queue := []int{0}
	for len(queue) > 0 {
		s := b.states[queue[0]]
		queue = queue[1:]
		for sym := range b.names {
			if to, ok := s.next[sym]; ok && num[to] < 0 {
				num[to] = 0
				queue = append(queue, to)
			}
		}
	}
	n := 0
	for i := range num {
		if num[i] == 0 {
			num[i] = n
			n++
		}
	}
	return num
}
