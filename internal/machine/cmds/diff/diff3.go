package diff

import (
	"bytes"
	"context"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var diff3Spec = gnu.Spec{
	Options: []gnu.Option{
		{Long: "diff-program", Arg: gnu.Required, Unsupported: true}, {Short: '3', Long: "easy-only"}, {Short: 'e', Long: "ed"},
		{Short: 'T', Long: "initial-tab"}, {Short: 'L', Long: "label", Arg: gnu.Required}, {Short: 'm', Long: "merge"}, {Short: 'x', Long: "overlap-only"},
		{Short: 'A', Long: "show-all"}, {Short: 'E', Long: "show-overlap"}, {Long: "strip-trailing-cr"}, {Short: 'a', Long: "text"}, {Short: 'X'},
		{Short: 'i'}, {Short: 'v', Long: "version"},
	},
	Status: 2, TryPrefix: true, Version: Version("diff3", "Randy Smith"),
}

// The odd one out of three files.
type oddOne int8

const (
	oddFirst oddOne = iota
	oddSecond
	oddThird
	allDiffer
)

// merger is one run of diff3.
type merger struct {
	p                                     *kern.Proc
	showAll, flagging, overlap, easy      bool
	final, merge, script, tab, text, noCR bool
	exclusive                             int // options of which only one may be given
	labels                                []string
	names                                 [3]string
	files                                 [3]text
	order                                 [3]int // what is compared: first, second, and the one common to both comparisons
	conflicts                             bool
	out                                   []byte
}

// Diff3 is diff3. Its exit status is 1 when a merge has conflicts and 2 for trouble.
func Diff3(_ context.Context, p *kern.Proc) int {
	m := &merger{p: p}
	operands, status, ok := diff3Spec.Parse(p, m.option)
	if !ok {
		return status
	}
	d := differ{p: p}
	m.script = m.exclusive > 0 && !m.merge
	if m.exclusive == 0 && m.merge {
		m.showAll, m.flagging = true, true
	}
	switch {
	case m.exclusive > 1 || m.final && m.merge || len(m.labels) > 0 && !m.flagging:
		return d.fail("incompatible options")
	case len(operands) < 3:
		last := p.Args[len(p.Args)-1]
		if len(operands) > 0 {
			last = operands[len(operands)-1]
		}
		return d.fail("missing operand after '%s'", last)
	case len(operands) > 3:
		return d.fail("extra operand '%s'", operands[3])
	}
	copy(m.names[:], operands)
	if status := m.read(); status != gnu.Go {
		return status
	}
	blocks := m.blocks()
	for i := len(m.labels); i < 3; i++ {
		m.labels = append(m.labels, m.names[i])
	}
	switch {
	case m.merge:
		m.merged(blocks)
	case m.script:
		m.edScript(blocks)
	default:
		m.listing(blocks)
	}
	m.flush()
	if m.conflicts {
		return 1
	}
	return 0
}

func (m *merger) option(key, val string) int {
	switch key {
	case "A":
		m.showAll, m.flagging = true, true
		m.exclusive++
	case "x", "X":
		m.overlap = true
		m.exclusive++
	case "3":
		m.easy = true
		m.exclusive++
	case "E":
		m.flagging = true
		m.exclusive++
	case "e":
		m.exclusive++
	case "i":
		m.final = true
	case "m":
		m.merge = true
	case "T":
		m.tab = true
	case "a":
		m.text = true
	case "strip-trailing-cr":
		m.noCR = true
	case "L":
		if len(m.labels) == 3 {
			d := differ{p: m.p}
			return d.fail("too many file label options")
		}
		m.labels = append(m.labels, val)
	case "v":
		m.p.Stdout.WriteString(diff3Spec.Version + "\n")
		return 0
	}
	return gnu.Go
}

// read reads the files and decides which is common to both comparisons: the old one for merges, the last one otherwise, but
// never standard input, which cannot be read twice.
func (m *merger) read() int {
	p := m.p
	common := 2
	if m.script || m.merge {
		common = 1
	}
	if m.names[common] == "-" {
		common = 3 - common
		if m.names[0] == "-" || m.names[common] == "-" {
			p.Errorf("'-' specified for more than one input file")
			return 2
		}
	}
	m.order = [3]int{0, 3 - common, common}
	for _, name := range m.names {
		if name == "-" {
			continue
		}
		st, err := p.Stat(name)
		if err == nil && st.IsDir() {
			p.Errorf("%s: Is a directory", name)
			return 2
		}
		if err != nil {
			p.Errorf("%s: %s", name, kern.ErrText(err))
			return 2
		}
	}
	if m.merge && m.names[0] == "-" {
		p.Errorf("failed to reopen ‘-’ with mode ‘r’: No such file or directory")
		return 2
	}
	for _, i := range [3]int{m.order[1], m.order[0], m.order[2]} {
		name := m.names[i]
		var err error
		if name == "-" {
			m.files[i].data, err = p.ReadAll(0)
		} else {
			m.files[i].data, err = p.ReadFile(name)
		}
		if err != nil {
			p.Errorf("%s: %s", name, kern.ErrText(err))
			return 2
		}
	}
	return gnu.Go
}

// span is a run of lines: the first and the one behind the last, counted from 0.
type span struct{ from, to int }

func (s span) lines() int { return s.to - s.from }

// pairBlock is a difference between one file and the common one.
type pairBlock struct{ own, common span }

// block is a difference among the three files.
type block struct {
	odd   oddOne
	spans [3]span // by file
}

// compare lists the differences of a file and the common one.
func (m *merger) compare(file int) []pairBlock {
	d := &differ{p: m.p, style: styleNormal, tabSize: 8, horizon: 100, stripCR: m.noCR}
	a, b := m.files[file], m.files[m.order[2]]
	a.cut(d)
	b.cut(d)
	m.files[file], m.files[m.order[2]] = a, b
	var out []pairBlock
	for _, c := range d.compareLines(&a, &b) {
		p := pairBlock{span{c.A, c.A + c.NumA}, span{c.B, c.B + c.NumB}}
		out = append(out, p)
		m.complain(&a, p.own)
		m.complain(&b, p.common)
	}
	return out
}

// complain tells of a last line without a newline, which a script cannot give.
func (m *merger) complain(t *text, s span) {
	if m.script && t.noEnd && s.lines() > 0 && s.to == t.lines {
		m.p.Errorf("No newline at end of file")
	}
}

// blocks joins differences of both comparisons that touch one another.
func (m *merger) blocks() []block {
	second := m.compare(m.order[1])
	rest := [2][]pairBlock{m.compare(m.order[0]), second}
	var out []block
	last := block{}
	for len(rest[0]) > 0 || len(rest[1]) > 0 {
		m.p.Tick(1)
		base := 0
		if len(rest[0]) == 0 || len(rest[1]) > 0 && rest[0][0].common.from > rest[1][0].common.from {
			base = 1
		}
		var using [2][]pairBlock
		take := func(i int) span {
			b := rest[i][0]
			using[i], rest[i] = append(using[i], b), rest[i][1:]
			return b.common
		}
		common := take(base)
		for high := base; len(rest[1-high]) > 0 && rest[1-high][0].common.from <= common.to; {
			if next := take(1 - high); next.to > common.to {
				common.to, high = next.to, 1-high
			}
		}
		last = m.join(using, common, last)
		out = append(out, last)
	}
	return out
}

// join makes one block of differences that touch.
func (m *merger) join(using [2][]pairBlock, common span, last block) block {
	b := block{}
	c := m.order[2]
	b.spans[c] = common
	for i, list := range using {
		f := m.order[i]
		if len(list) == 0 {
			shift := last.spans[f].to - last.spans[c].to
			b.spans[f] = span{common.from + shift, common.to + shift}
			continue
		}
		first, end := list[0], list[len(list)-1]
		b.spans[f] = span{first.own.from - (first.common.from - common.from), end.own.to + common.to - end.common.to}
	}
	switch {
	case len(using[0]) == 0:
		b.odd = oddOne(m.order[1])
	case len(using[1]) == 0:
		b.odd = oddOne(m.order[0])
	case m.same(b, m.order[0], m.order[1]):
		b.odd = oddOne(c)
	default:
		b.odd = allDiffer
	}
	return b
}

// same says whether a block's lines are the same in two files.
func (m *merger) same(b block, i, j int) bool {
	x, y := b.spans[i], b.spans[j]
	if x.lines() != y.lines() {
		return false
	}
	for k := range x.lines() {
		a, b := m.files[i].line(x.from+k), m.files[j].line(y.from+k)
		if m.script {
			a, b = bytes.TrimSuffix(a, newline), bytes.TrimSuffix(b, newline)
		}
		if !bytes.Equal(a, b) {
			return false
		}
	}
	m.p.Tick(1 + x.lines()/8)
	return true
}

func (m *merger) str(s string) { m.out = append(m.out, s...) }

func (m *merger) number(n int) { m.out = strconv.AppendInt(m.out, int64(n), 10) }

func (m *merger) spill() {
	if len(m.out) >= 4096 {
		m.flush()
	}
}

func (m *merger) flush() {
	m.p.Tick(1 + len(m.out)>>6)
	_, _ = m.p.Stdout.Write(m.out)
	m.out = m.out[:0]
}

// listing prints the differences for people.
func (m *merger) listing(blocks []block) {
	prefix := "  "
	if m.tab {
		prefix = "\t"
	}
	for i := range blocks {
		b := &blocks[i]
		m.str("====")
		order, quiet := [3]int{0, 1, 2}, 0 // of two files that are alike only one is shown
		switch b.odd {
		case oddFirst:
			quiet = 1
		case oddSecond:
			order = [3]int{0, 2, 1}
		case allDiffer:
			quiet = 3
		}
		if b.odd != allDiffer {
			m.number(int(b.odd) + 1)
		}
		m.str("\n")
		for _, f := range order {
			m.head(f, b.spans[f])
			if f == quiet {
				continue
			}
			for k := b.spans[f].from; k < b.spans[f].to; k++ {
				line := m.files[f].line(k)
				m.str(prefix)
				m.out = append(m.out, line...)
				if line[len(line)-1] != '\n' {
					m.str("\n" + noNewline)
				}
				m.spill()
			}
		}
	}
}

// head prints where a block is in a file.
func (m *merger) head(f int, s span) {
	m.number(f + 1)
	m.str(":")
	switch s.lines() {
	case 0:
		m.number(s.from)
		m.str("a\n")
		return
	case 1:
	default:
		m.number(s.from + 1)
		m.str(",")
	}
	m.number(s.to)
	m.str("c\n")
}
