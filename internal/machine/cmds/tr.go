package cmds

import (
	"context"
	"io"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var trSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'c', Long: "complement"},
		{Short: 'C'},
		{Short: 'd', Long: "delete"},
		{Short: 's', Long: "squeeze-repeats"},
		{Short: 't', Long: "truncate-set1"},
	},
	Order:   true,
	Version: "tr" + coreutilsTail + "Jim Meyering.",
}

type trState struct {
	p                                      *kern.Proc
	complement, remove, squeeze, truncated bool
}

func runTr(_ context.Context, p *kern.Proc) int {
	t := trState{p: p}
	args, st, ok := trSpec.Parse(p, func(key, _ string) int {
		switch key {
		case "c", "C":
			t.complement = true
		case "d":
			t.remove = true
		case "s":
			t.squeeze = true
		case "t":
			t.truncated = true
		}
		return gnu.Go
	})
	if !ok {
		return st
	}
	if st := t.operands(args); st != gnu.Go {
		return st
	}
	s1 := trParse(p, args[0])
	if s1 == nil {
		return 1
	}
	var s2 *trSet
	if len(args) > 1 {
		if s2 = trParse(p, args[1]); s2 == nil {
			return 1
		}
	}
	translate := s2 != nil && !t.remove
	if msg := t.validate(s1, s2, translate); msg != "" {
		p.Errorf("%s", msg)
		return 1
	}
	var f trFilter
	switch {
	case t.remove:
		f.dropOn, f.drop = true, t.members(s1)
		if t.squeeze {
			f.squeezeOn, f.squeeze = true, s2.members()
		}
	case translate:
		t.translation(&f, s1, s2)
		if t.squeeze {
			f.squeezeOn, f.squeeze = true, s2.members()
		}
	default:
		f.squeezeOn, f.squeeze = true, t.members(s1)
	}
	return f.run(p)
}

// operands checks how many strings were given.
func (t *trState) operands(args []string) int {
	p := t.p
	least, most := 1, 2
	if t.remove == t.squeeze {
		least = 2
	}
	if t.remove && !t.squeeze {
		most = 1
	}
	switch {
	case len(args) == 0:
		return gnu.Usage(p, 1, "missing operand")
	case len(args) < least:
		p.Errorf("missing operand after %s", gnu.Quote(args[len(args)-1]))
		if t.squeeze {
			p.Stderr.WriteString("Two strings must be given when both deleting and squeezing repeats.\n")
		} else {
			p.Stderr.WriteString("Two strings must be given when translating.\n")
		}
	case len(args) > most:
		p.Errorf("extra operand %s", gnu.Quote(args[most]))
		if len(args) == 2 {
			p.Stderr.WriteString("Only one string may be given when deleting without squeezing repeats.\n")
		}
	default:
		return gnu.Go
	}
	gnu.Try(p)
	return 1
}

// members returns the characters of the first set, complemented if -c was given.
func (t *trState) members(s *trSet) [256]bool {
	m := s.members()
	if t.complement {
		for i := range m {
			m[i] = !m[i]
		}
	}
	return m
}

// validate checks what GNU demands of the two sets, gives open repeats their length and extends a short second set.
func (t *trState) validate(s1, s2 *trSet, translate bool) string {
	if s1.openRepeats() > 0 {
		return "the [c*] repeat construct may not appear in string1"
	}
	len1 := s1.length()
	if t.complement {
		len1 = 0
		for _, in := range t.members(s1) {
			if in {
				len1++
			}
		}
	}
	if s2 == nil {
		return ""
	}
	if s2.openRepeats() > 1 {
		return "only one [c*] repeat construct may appear in string2"
	}
	if !translate {
		if s2.openRepeats() > 0 {
			return "the [c*] construct may appear in string2 only when translating"
		}
		return ""
	}
	s2.fill(len1)
	if s2.has(trEquiv) {
		return "[=c=] expressions may not appear in string2 when translating"
	}
	for _, e := range s2.list {
		if e.kind == trClass && e.name != "upper" && e.name != "lower" {
			return "when translating, the only character classes that may appear in\nstring2 are 'upper' and 'lower'"
		}
	}
	len2 := s2.length()
	if !t.complement && s2.has(trClass) {
		cut1, cut2, ok := s1.alignCases(t.p, s2)
		if !ok {
			return "misaligned [:upper:] and/or [:lower:] construct"
		}
		len1, len2 = len1-cut1, len2-cut2
	}
	if len1 > len2 && !t.truncated {
		if len2 == 0 {
			return "when not truncating set1, string2 must be non-empty"
		}
		last := s2.list[len(s2.list)-1]
		if last.kind == trClass {
			return "when translating with string1 longer than string2,\nthe latter string must not end with a character class"
		}
		s2.list = append(s2.list, trElem{kind: trRepeat, hi: last.hi, count: len1 - len2})
		len2 = len1
	}
	if t.complement && s1.has(trClass) && !(len2 == len1 && s2.homogeneous()) {
		return "when translating with complemented character classes,\nstring2 must map all characters in the domain to one"
	}
	return ""
}

// translation fills the table of f.
func (t *trState) translation(f *trFilter, s1, s2 *trSet) {
	f.mapOn = true
	for i := range f.table {
		f.table[i] = byte(i)
	}
	b := s2.walk()
	if t.complement {
		for i, in := range t.members(s1) {
			if in {
				c, _, ok := b.next()
				if !ok {
					break
				}
				f.table[i] = c
			}
		}
		return
	}
	a := s1.walk()
	for {
		t.p.Tick(1)
		c1, class1, ok1 := a.next()
		c2, class2, ok2 := b.next()
		switch {
		case ok1 && ok2 && class1 == "lower" && class2 == "upper":
			for c := 'a'; c <= 'z'; c++ {
				f.table[c] = byte(c - 'a' + 'A')
			}
		case ok1 && ok2 && class1 == "upper" && class2 == "lower":
			for c := 'A'; c <= 'Z'; c++ {
				f.table[c] = byte(c - 'A' + 'a')
			}
		case !ok1 || !ok2:
			return
		default:
			f.table[c1] = c2
		}
		if class2 != "" {
			a.skip()
			b.skip()
		}
	}
}

// trFilter is what tr does to each byte.
type trFilter struct {
	table                    [256]byte
	drop, squeeze            [256]bool
	mapOn, dropOn, squeezeOn bool
}

func (f *trFilter) run(p *kern.Proc) int {
	buf := make([]byte, readSize(p, 0, 8192))
	last := -1
	for {
		n, err := p.Read(0, buf)
		p.Tick(n >> 6)
		out := buf[:0]
		for _, c := range buf[:n] {
			if f.dropOn && f.drop[c] {
				continue
			}
			if f.mapOn {
				c = f.table[c]
			}
			if f.squeezeOn {
				if int(c) == last && f.squeeze[c] {
					continue
				}
				last = int(c)
			}
			out = append(out, c)
		}
		p.Stdout.Write(out)
		if p.Stdout.Err() != nil {
			return 1
		}
		if err == io.EOF {
			return 0
		}
		if err != nil {
			p.Errorf("read error: %s", kern.ErrText(err))
			return 1
		}
	}
}
