package terminal

import (
	"sort"
	"strconv"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/machine"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// labels maps the machine's labels to provenances, in join order.
var labels = []struct {
	l tree.Label
	p orrery.Provenance
}{{tree.Recalled, orrery.Recalled}, {tree.Recorded, orrery.Recorded}, {tree.Executed, orrery.Executed},
	{tree.Injected, orrery.Injected}, {tree.Imagined, orrery.Imagined}, {tree.Derived, orrery.Derived}}

// provenance returns the provenance of bytes with label l: that which joins last.
func provenance(l tree.Label) orrery.Provenance {
	p := orrery.Exact
	for _, x := range labels {
		if l&x.l != 0 {
			p = p.Join(x.p)
		}
	}
	return p
}

func labelOf(p orrery.Provenance) tree.Label {
	for _, x := range labels {
		if x.p == p {
			return x.l
		}
	}
	return tree.Exact
}

// appendSpans adds a span for every run of a stream that is not exact.
func appendSpans(spans []orrery.Span, field string, s *kern.Sink) []orrery.Span {
	at := 0
	for _, r := range s.Runs {
		if p := provenance(r.L); p != orrery.Exact {
			if k := len(spans) - 1; k >= 0 && spans[k].Field == field && spans[k].Kind == p && spans[k].Offset+spans[k].Length == at {
				spans[k].Length += int(r.N)
			} else {
				spans = append(spans, orrery.Span{Field: field, Offset: at, Length: int(r.N), Kind: p})
			}
		}
		at += int(r.N)
	}
	return spans
}

// effects lists what a step changed: files by path, then directory, variables, processes and network attempts.
func (e *Episode) effects(before *machine.Machine, cwd string, r *machine.Result) []orrery.Effect {
	var out []orrery.Effect
	for i := range r.Changes {
		out = e.fileEffects(out, &r.Changes[i])
	}
	if r.Cwd != cwd {
		out = append(out, orrery.Effect{Kind: orrery.CwdChanged, Name: "cwd", Before: e.side([]byte(cwd)), After: e.side([]byte(r.Cwd))})
	}
	for _, v := range e.m.ChangedVars(before) {
		x := orrery.Effect{Kind: orrery.VariableChanged, Name: v.Name}
		if v.Old != nil {
			x.Before = e.side([]byte(*v.Old))
		}
		if v.New != nil {
			x.After = e.side([]byte(*v.New))
		}
		out = append(out, x)
	}
	for _, target := range r.Used.Network {
		out = append(out, orrery.Effect{Kind: orrery.NetworkAttempt, Name: target})
	}
	return out
}

func (e *Episode) side(content []byte) *orrery.Side {
	return orrery.NewSide(content, e.w.opt.EffectContent)
}

// fileEffects adds the effects of one change in the tree.
func (e *Episode) fileEffects(out []orrery.Effect, c *tree.Change) []orrery.Effect {
	add := func(k orrery.EffectKind) {
		x := orrery.Effect{Kind: k, Name: c.Path}
		if c.Old != nil {
			x.Before = e.fileSide(c.Old)
		}
		if c.New != nil {
			x.After = e.fileSide(c.New)
		}
		out = append(out, x)
	}
	switch {
	case c.Created():
		add(orrery.FileCreated)
		return out
	case c.Removed():
		add(orrery.FileRemoved)
		return out
	case c.Content():
		add(orrery.FileModified)
	}
	if c.Mode() {
		add(orrery.FileMode)
	}
	if c.Owner() {
		add(orrery.FileOwner)
	}
	return out
}

var fileTypes = map[tree.Kind]string{tree.Regular: "file", tree.Dir: "dir", tree.Symlink: "symlink", tree.Fifo: "fifo",
	tree.CharDev: "char", tree.BlockDev: "block", tree.Socket: "socket"}

func (e *Episode) fileSide(n *tree.Node) *orrery.Side {
	s := &orrery.Side{}
	switch n.Kind {
	case tree.Regular:
		s = e.side(n.Bytes())
	case tree.Symlink:
		s = e.side([]byte(n.Target))
	}
	s.Type, s.Mode, s.UID, s.GID = fileTypes[n.Kind], uint32(n.Perm), n.UID, n.GID
	return s
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func itoa(i int) string { return strconv.Itoa(i) }
