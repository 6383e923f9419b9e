package worldtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/orrery-world/orrery"
)

func TestNotesConform(t *testing.T) { Run(t, NotesHarness(nil)) }

// TestStrippedWorldConforms: a world that leaves the optional interfaces out passes when it says so.
func TestStrippedWorldConforms(t *testing.T) {
	h := NotesHarness(func(w orrery.World) orrery.World {
		return bent{w, func(e *notes) orrery.Episode { return stripped{e} }}
	})
	h.CannotFork, h.CannotSnapshot, h.Stateless = true, true, true
	Run(t, h)
	if err := checkForkGoesOn(t.Context(), NotesHarness(nil)); err != nil {
		t.Fatal(err)
	}
	h = NotesHarness(nil)
	h.CannotFork, h.CannotSnapshot = true, true
	for _, c := range []struct {
		name string
		run  func(context.Context, Harness) error
	}{{"fork", checkForkGoesOn}, {"snapshot", checkSnapshot}} {
		if err := c.run(t.Context(), h); err == nil {
			t.Errorf("%s: a world that can passes as one that cannot", c.name)
		}
	}
}

// stripped is an episode that can nothing but Step.
type stripped struct{ inner orrery.Episode }

func (s stripped) Step(ctx context.Context, a orrery.Action) (orrery.Observation, error) {
	return s.inner.Step(ctx, a)
}

// bent is Notes with every episode passed through bend.
type bent struct {
	orrery.World
	bend func(*notes) orrery.Episode
}

func (w bent) Open(ctx context.Context, s orrery.Scenario) (orrery.Episode, error) {
	return w.through(w.World.Open(ctx, s))
}

func (w bent) Restore(ctx context.Context, s orrery.Snapshot) (orrery.Episode, error) {
	return w.through(orrery.Restore(ctx, w.World, s))
}

func (w bent) through(e orrery.Episode, err error) (orrery.Episode, error) {
	if err != nil {
		return nil, err
	}
	return w.bend(e.(*notes)), nil
}

// flawed is Notes with single methods replaced; nil means the right one.
type flawed struct {
	*notes
	flaw *flaw
}

type flaw struct {
	step     func(*flawed, context.Context, orrery.Action) (orrery.Observation, error)
	fork     func(*flawed, context.Context) (orrery.Episode, error)
	snapshot func(*flawed, context.Context) (orrery.Snapshot, error)
	state    func(*flawed, context.Context) (orrery.State, error)
}

func (f *flawed) Step(ctx context.Context, a orrery.Action) (orrery.Observation, error) {
	if f.flaw.step != nil {
		return f.flaw.step(f, ctx, a)
	}
	return f.notes.Step(ctx, a)
}

func (f *flawed) Fork(ctx context.Context) (orrery.Episode, error) {
	if f.flaw.fork != nil {
		return f.flaw.fork(f, ctx)
	}
	n, err := f.notes.Fork(ctx)
	if err != nil {
		return nil, err
	}
	return &flawed{n.(*notes), f.flaw}, nil
}

func (f *flawed) Snapshot(ctx context.Context) (orrery.Snapshot, error) {
	if f.flaw.snapshot != nil {
		return f.flaw.snapshot(f, ctx)
	}
	return f.notes.Snapshot(ctx)
}

func (f *flawed) State(ctx context.Context) (orrery.State, error) {
	if f.flaw.state != nil {
		return f.flaw.state(f, ctx)
	}
	return f.notes.State(ctx)
}

// with returns a harness for Notes with a flaw.
func with(f flaw) Harness {
	return NotesHarness(func(w orrery.World) orrery.World {
		return bent{w, func(e *notes) orrery.Episode { return &flawed{e, &f} }}
	})
}

// restoring returns a harness for Notes whose Restore is replaced.
func restoring(restore func(Notes, context.Context, orrery.Snapshot) (orrery.Episode, error)) Harness {
	return NotesHarness(func(w orrery.World) orrery.World { return restorer{w.(Notes), restore} })
}

type restorer struct {
	Notes
	restore func(Notes, context.Context, orrery.Snapshot) (orrery.Episode, error)
}

func (r restorer) Restore(ctx context.Context, s orrery.Snapshot) (orrery.Episode, error) {
	return r.restore(r.Notes, ctx, s)
}

// failing returns the names of the checks that a harness fails.
func failing(ctx context.Context, h Harness) (names []string, errs []string) {
	for _, c := range checks {
		if c.skip(h) != "" {
			continue
		}
		if err := c.run(ctx, h); err != nil {
			names = append(names, c.name)
			errs = append(errs, fmt.Sprintf("%s: %.300v", c.name, err))
		}
	}
	return names, errs
}

// TestEveryCheckCatches runs the suite on worlds with one flaw each. want is the check that has to
// catch it; others may catch it too.
func TestEveryCheckCatches(t *testing.T) {
	caught := map[string]bool{}
	for _, c := range flaws() {
		t.Run(c.name, func(t *testing.T) {
			names, errs := failing(t.Context(), c.h)
			for _, want := range c.want {
				if !slices.Contains(names, want) {
					t.Errorf("%q does not catch it; caught by %q", want, names)
				}
				caught[want] = true
			}
			if len(names) > c.most {
				t.Errorf("caught by %d checks, at most %d should:\n%s", len(names), c.most, strings.Join(errs, "\n"))
			}
		})
	}
	for _, c := range checks {
		if !caught[c.name] {
			t.Errorf("no flawed world shows that %q catches anything", c.name)
		}
	}
}

type flawCase struct {
	name string
	h    Harness
	want []string
	most int // checks that may catch it
}

func flaws() []flawCase {
	empty := NotesHarness(nil)
	empty.Probe = nil
	blind := NotesHarness(nil)
	blind.Probe = []orrery.Action{{Text: "get b"}}
	return slices.Concat([]flawCase{
		{"harness without a probe", empty, []string{"harness"}, 2},
		{"harness whose probe is blind", blind, []string{"fork isolation"}, 1},
	}, stepFlaws(), copyFlaws(), wrapperFlaws())
}

func stepFlaws() []flawCase {
	type step = func(*flawed, context.Context, orrery.Action) (orrery.Observation, error)
	after := func(edit func(*flawed, *orrery.Observation)) step {
		return func(f *flawed, ctx context.Context, a orrery.Action) (orrery.Observation, error) {
			o, err := f.notes.Step(ctx, a)
			if err == nil {
				edit(f, &o)
			}
			return o, err
		}
	}
	var mu sync.Mutex
	shared := 0
	forever := make(chan struct{})
	return []flawCase{
		{"answers by chance", with(flaw{step: after(func(_ *flawed, o *orrery.Observation) { o.Usage.Calls = rand.Int64() })}),
			[]string{"determinism", "many at once"}, 9},
		{"episodes of one world count together", with(flaw{step: after(func(_ *flawed, o *orrery.Observation) {
			mu.Lock()
			defer mu.Unlock()
			shared++
			o.Usage.Calls = int64(shared)
		})}), []string{"many at once", "determinism"}, 9},
		{"span past the end", with(flaw{step: after(func(_ *flawed, o *orrery.Observation) {
			o.Spans = []orrery.Span{{Field: "text", Offset: 0, Length: 1 << 20}}
		})}), []string{"observations"}, 1},
		{"an error counts as a turn", with(flaw{step: func(f *flawed, ctx context.Context, a orrery.Action) (orrery.Observation, error) {
			o, err := f.notes.Step(ctx, a)
			if err != nil {
				f.notes.state.Turns++
			}
			return o, err
		}}), []string{"errors leave it untouched", "cancellation"}, 2},
		{"does not mind an ended context", with(flaw{step: func(f *flawed, ctx context.Context, a orrery.Action) (orrery.Observation, error) {
			if a.Text == "forever" {
				return f.notes.Step(ctx, a)
			}
			return f.notes.Step(context.WithoutCancel(ctx), a)
		}}), []string{"errors leave it untouched"}, 1},
		{"takes what is invalid", with(flaw{step: func(f *flawed, ctx context.Context, a orrery.Action) (orrery.Observation, error) {
			o, err := f.notes.Step(ctx, a)
			if orrery.KindOf(err) == orrery.Invalid && !f.notes.state.Done {
				return orrery.Observation{Text: []byte("what?"), Valid: true}, nil
			}
			return o, err
		}}), []string{"errors leave it untouched"}, 1},
		{"cannot be interrupted", with(flaw{step: func(f *flawed, ctx context.Context, a orrery.Action) (orrery.Observation, error) {
			if a.Text == "forever" {
				return orrery.Observation{Text: []byte("done"), Valid: true}, nil
			}
			return f.notes.Step(ctx, a)
		}}), []string{"cancellation"}, 2},
		{"waits on the context without asking it again, which is right", with(flaw{step: func(f *flawed, ctx context.Context, a orrery.Action) (orrery.Observation, error) {
			if a.Text == "forever" {
				<-ctx.Done()
			}
			return f.notes.Step(ctx, a)
		}}), nil, 0},
		{"an interrupted step leaves traces", with(flaw{step: func(f *flawed, ctx context.Context, a orrery.Action) (orrery.Observation, error) {
			if a.Text == "forever" {
				f.notes.set("trace", "x")
			}
			return f.notes.Step(ctx, a)
		}}), []string{"cancellation"}, 1},
		{"a budget is an error", with(flaw{step: func(f *flawed, ctx context.Context, a orrery.Action) (orrery.Observation, error) {
			if a.Text == "count 1000000" {
				return orrery.Observation{}, orrery.Errorf(orrery.Cutoff, "too much")
			}
			return f.notes.Step(ctx, a)
		}}), []string{"budgets"}, 1},
		{"a budget stops in silence", with(flaw{step: after(func(_ *flawed, o *orrery.Observation) { o.Warnings = nil })}), []string{"budgets"}, 1},
		{"a budget stops anywhere", with(flaw{step: after(func(_ *flawed, o *orrery.Observation) {
			if _, ok := o.Budget(); ok {
				o.Text = fmt.Appendf(nil, "stopped at %d", rand.Int())
			}
		})}), []string{"budgets"}, 1},
		{"a budget breaks the episode", with(flaw{step: after(func(f *flawed, o *orrery.Observation) {
			_, f.notes.state.Done = o.Budget()
			f.notes.state.Done = f.notes.state.Done || o.Done
		})}), []string{"budgets"}, 1},
		{"goes on after its end", with(flaw{step: after(func(f *flawed, _ *orrery.Observation) { f.notes.state.Done = false })}), []string{"done"}, 1},
		{"never ends", with(flaw{step: after(func(_ *flawed, o *orrery.Observation) { o.Done = false })}), []string{"done"}, 1},
		{"leaves a goroutine", with(flaw{step: after(func(*flawed, *orrery.Observation) { go func() { <-forever }() })}),
			[]string{"no goroutine at a step boundary"}, 1},
		{"digest by chance", with(flaw{state: func(f *flawed, ctx context.Context) (orrery.State, error) {
			s, err := f.notes.State(ctx)
			s.Digest = fmt.Sprint(rand.Int())
			return s, err
		}}), []string{"state"}, 1},
		{"digest that never changes", with(flaw{state: func(f *flawed, ctx context.Context) (orrery.State, error) {
			s, err := f.notes.State(ctx)
			s.Digest = "d"
			return s, err
		}}), []string{"state"}, 1},
		{"looking changes it", with(flaw{state: func(f *flawed, ctx context.Context) (orrery.State, error) {
			f.notes.state.Turns++
			return f.notes.State(ctx)
		}}), []string{"state"}, 1},
	}
}

func copyFlaws() []flawCase {
	return []flawCase{
		{"a fork is the episode itself", with(flaw{fork: func(f *flawed, _ context.Context) (orrery.Episode, error) { return f, nil }}),
			[]string{"fork isolation", "fork goes on"}, 2},
		{"a fork shares its table", with(flaw{fork: func(f *flawed, _ context.Context) (orrery.Episode, error) {
			n := *f.notes
			return &flawed{&n, f.flaw}, nil
		}}), []string{"fork isolation"}, 2},
		{"a fork starts anew", with(flaw{fork: func(f *flawed, ctx context.Context) (orrery.Episode, error) {
			n, err := f.notes.Fork(ctx)
			if err != nil {
				return nil, err
			}
			n.(*notes).state.Turns = 0
			return &flawed{n.(*notes), f.flaw}, nil
		}}), []string{"fork goes on"}, 2},
		{"a snapshot changes the episode", with(flaw{snapshot: func(f *flawed, ctx context.Context) (orrery.Snapshot, error) {
			s, err := f.notes.Snapshot(ctx)
			f.notes.state.Turns++
			return s, err
		}}), []string{"snapshot and restore"}, 1},
		{"a snapshot loses what is not UTF-8", with(flaw{snapshot: func(f *flawed, ctx context.Context) (orrery.Snapshot, error) {
			n, err := f.notes.Fork(ctx)
			if err != nil {
				return orrery.Snapshot{}, err
			}
			for name, text := range n.(*notes).state.Notes {
				n.(*notes).state.Notes[name] = []byte(strings.ToValidUTF8(string(text), "?"))
			}
			return n.(*notes).Snapshot(ctx)
		}}), []string{"snapshot and restore"}, 1},
		{"restores what another build wrote", restoring(func(w Notes, ctx context.Context, s orrery.Snapshot) (orrery.Episode, error) {
			s.Build = notesFit.Build
			return w.Restore(ctx, s)
		}), []string{"damaged snapshot"}, 1},
		{"restores anything", restoring(func(w Notes, ctx context.Context, s orrery.Snapshot) (orrery.Episode, error) {
			e, err := w.Restore(ctx, s)
			if err != nil {
				return w.Open(ctx, orrery.Scenario{Domain: notesDomain})
			}
			return e, nil
		}), []string{"damaged snapshot"}, 1},
		{"a misfit is infra", restoring(func(w Notes, ctx context.Context, s orrery.Snapshot) (orrery.Episode, error) {
			e, err := w.Restore(ctx, s)
			if err != nil {
				return nil, orrery.Infraf("cannot restore")
			}
			return e, nil
		}), []string{"damaged snapshot"}, 1},
		{"a misfit names nothing", restoring(func(w Notes, ctx context.Context, s orrery.Snapshot) (orrery.Episode, error) {
			e, err := w.Restore(ctx, s)
			if err != nil {
				return nil, orrery.Corruptf("it does not fit")
			}
			return e, nil
		}), []string{"damaged snapshot"}, 1},
	}
}

// counter is a wrapper with state of its own: it numbers the steps in the usage. fork says how it is
// forked.
type counter struct {
	inner orrery.Episode
	n     *int64
	fork  func(c *counter, inner orrery.Episode) orrery.Episode
}

func (c *counter) Unwrap() orrery.Episode { return c.inner }

func (c *counter) Step(ctx context.Context, a orrery.Action) (orrery.Observation, error) {
	o, err := c.inner.Step(ctx, a)
	if err == nil {
		*c.n++
		o.Usage.Calls = *c.n
	}
	return o, err
}

func (c *counter) Fork(ctx context.Context) (orrery.Episode, error) {
	f, err := orrery.Fork(ctx, c.inner)
	if err != nil {
		return nil, err
	}
	return c.fork(c, f), nil
}

func wrapperFlaws() []flawCase {
	counting := func(fork func(c *counter, inner orrery.Episode) orrery.Episode) Harness {
		h := NotesHarness(func(w orrery.World) orrery.World {
			return bent{w, func(e *notes) orrery.Episode { return &counter{e, new(int64), fork} }}
		})
		h.CannotSnapshot = true
		return h
	}
	return []flawCase{
		{"a wrapper that keeps its state", counting(func(c *counter, inner orrery.Episode) orrery.Episode {
			n := *c.n
			return &counter{inner, &n, c.fork}
		}), nil, 0},
		{"a wrapper that is lost on fork", counting(func(_ *counter, inner orrery.Episode) orrery.Episode { return inner }),
			[]string{"fork goes on", "fork isolation"}, 2},
		{"a wrapper that starts anew on fork", counting(func(c *counter, inner orrery.Episode) orrery.Episode {
			return &counter{inner, new(int64), c.fork}
		}), []string{"fork goes on"}, 2},
		{"a wrapper that shares its state with its fork", counting(func(c *counter, inner orrery.Episode) orrery.Episode {
			return &counter{inner, c.n, c.fork}
		}), []string{"fork goes on", "fork isolation"}, 2},
	}
}
