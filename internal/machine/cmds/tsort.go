package cmds

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var tsortSpec = gnu.Spec{Version: "tsort" + coreutilsTail + "Mark Kettenis."}

// tsortNode is one item with those that must come after it, the latest relation first.
type tsortNode struct {
	name    string
	before  int // items that must come before and have not been printed
	after   []int
	printed bool
	via     int // the item from which a loop came here, or -1
}

type tsortState struct {
	p     *kern.Proc
	file  string
	nodes []tsortNode
	index map[string]int
	queue []int
}

func runTsort(_ context.Context, p *kern.Proc) int {
	files, st, ok := tsortSpec.Parse(p, func(string, string) int { return gnu.Go })
	if !ok {
		return st
	}
	if len(files) > 1 {
		return gnu.Usage(p, 1, "extra operand "+gnu.Quote(files[1]))
	}
	t := tsortState{p: p, file: "-", index: map[string]int{}}
	if len(files) == 1 {
		t.file = files[0]
	}
	fd, done, err := gnu.OpenInput(p, t.file)
	if err != nil {
		p.Errorf("%s: %s", gnu.QuoteF(t.file), kern.ErrText(err))
		return 1
	}
	defer done()
	data, err := p.ReadAll(fd)
	if err != nil && err != io.EOF {
		data = nil
	}
	words := bytes.FieldsFunc(data, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' })
	if len(words)%2 != 0 {
		p.Errorf("%s: input contains an odd number of tokens", gnu.QuoteF(t.file))
		return 1
	}
	for i := 0; i < len(words); i += 2 {
		p.Tick(1)
		t.relate(t.node(string(words[i])), t.node(string(words[i+1])))
	}
	return t.run()
}

func (t *tsortState) node(name string) int {
	i, ok := t.index[name]
	if !ok {
		i = len(t.nodes)
		t.index[name] = i
		t.nodes = append(t.nodes, tsortNode{name: name, via: -1})
		t.p.Hold(int64(len(name)) + 64)
	}
	return i
}

func (t *tsortState) relate(a, b int) {
	if a != b {
		t.nodes[b].before++
		t.nodes[a].after = append(t.nodes[a].after, b)
	}
}

// run prints the items in order. When all that are left wait for one another, a loop is told and cut.
func (t *tsortState) run() int {
	byName := make([]int, len(t.nodes))
	for i := range byName {
		byName[i] = i
	}
	slices.SortFunc(byName, func(a, b int) int { return strings.Compare(t.nodes[a].name, t.nodes[b].name) })
	status := 0
	for left := len(t.nodes); left > 0; {
		t.queue = t.queue[:0]
		for _, i := range byName {
			if t.nodes[i].before == 0 && !t.nodes[i].printed {
				t.queue = append(t.queue, i)
			}
		}
		for k := 0; k < len(t.queue); k++ {
			n := &t.nodes[t.queue[k]]
			t.p.Tick(1)
			t.p.Stdout.WriteString(n.name)
			t.p.Stdout.WriteByte('\n')
			n.printed = true
			left--
			for _, s := range slices.Backward(n.after) {
				if t.nodes[s].before--; t.nodes[s].before == 0 {
					t.queue = append(t.queue, s)
				}
			}
		}
		if left > 0 {
			t.p.Errorf("%s: input contains a loop:", gnu.QuoteF(t.file))
			status = 1
			t.cutLoop(byName)
		}
	}
	return status
}

// cutLoop follows relations backwards until it comes to an item for the second time, prints the loop and forgets the relation
// that closes it.
func (t *tsortState) cutLoop(byName []int) {
	head := -1
	for {
		for _, k := range byName {
			n := &t.nodes[k]
			t.p.Tick(1)
			if n.before == 0 {
				continue
			}
			if head < 0 {
				head = k
				continue
			}
			at := lastIndex(n.after, head)
			if at < 0 {
				continue
			}
			if n.via < 0 {
				n.via, head = head, k
				continue
			}
			t.tellLoop(head, k)
			t.nodes[n.after[at]].before--
			n.after = slices.Delete(n.after, at, at+1)
			return
		}
	}
}

func lastIndex(s []int, v int) int {
	for i, x := range slices.Backward(s) {
		if x == v {
			return i
		}
	}
	return -1
}

// tellLoop prints the items from head to last and clears the trace.
func (t *tsortState) tellLoop(head, last int) {
	for i, told := head, false; i >= 0; {
		if !told {
			t.p.Errorf("%s", t.nodes[i].name)
		}
		told = told || i == last
		i, t.nodes[i].via = t.nodes[i].via, -1
	}
}
