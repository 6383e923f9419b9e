// Package worldtest is the conformance suite for any [orrery.World]. A world's own test hands [Run] a
// [Harness]; the suite proves what design and callers rely on: determinism, fork isolation, snapshot
// and restore, errors that leave the episode untouched, cancellation, budgets, no goroutine at a
// step boundary, wrappers that keep their state across forks, and Step after Done.
package worldtest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/orrery-world/orrery"
)

// Harness tells the suite about one world. World, Scenario, Actions and Probe are needed; a check
// whose field is left out is skipped, and says so.
type Harness struct {
	// World returns a new world; two of them must answer alike.
	World func() (orrery.World, error)
	// Scenario is what episodes are opened with.
	Scenario orrery.Scenario
	// Actions are at least two actions that read and change state, so that every answer depends on
	// the ones before. Under a wrapper they should reach what the wrapper does (its limit, its control).
	Actions []orrery.Action
	// Probe are actions that show the whole state. They may change it.
	Probe []orrery.Action
	// Divert is an action whose change Probe shows; without it fork isolation is not proved.
	Divert *orrery.Action
	// Invalid are actions that Step refuses with an error of kind invalid.
	Invalid []orrery.Action
	// Slow is an action that runs until its context ends, or long enough to be caught at it: it asks the
	// context fifty times, or waits on it.
	Slow *orrery.Action
	// Budgets are actions that a budget stops.
	Budgets []Budget
	// End is an action that ends the episode.
	End *orrery.Action

	// CannotFork and CannotSnapshot say that the world leaves these out; then they must be unsupported.
	CannotFork, CannotSnapshot bool
	// Stateless says that the world has no Stater; otherwise its digest is checked.
	Stateless bool
	// Repeats is how many times determinism is tried; 0 means 3.
	Repeats int
}

// Budget is an action that a budget stops: the observation carries the warning "budget: NAME".
type Budget struct {
	Name     string           // of the budget; empty accepts any
	Scenario *orrery.Scenario // nil means the harness's own
	Action   orrery.Action
}

// Run runs the suite. It counts goroutines, so it must not run beside other tests (t.Parallel).
func Run(t *testing.T, h Harness) {
	t.Helper()
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			if why := c.skip(h); why != "" {
				t.Skip(why)
			}
			if err := c.run(t.Context(), h); err != nil {
				t.Error(err)
			}
		})
	}
}

// check proves one promise. skip says what the harness lacks for it, "" for nothing.
type check struct {
	name string
	skip func(Harness) string
	run  func(context.Context, Harness) error
}

var checks = [...]check{
	{"harness", never, checkHarness},
	{"determinism", never, checkDeterminism},
	{"many at once", never, checkConcurrentEpisodes},
	{"observations", never, checkObservations},
	{"errors leave it untouched", never, checkErrors},
	{"cancellation", needs("Slow", func(h Harness) bool { return h.Slow != nil }), checkCancellation},
	{"budgets", needs("Budgets", func(h Harness) bool { return len(h.Budgets) > 0 }), checkBudgets},
	{"done", needs("End", func(h Harness) bool { return h.End != nil }), checkDone},
	{"no goroutine at a step boundary", never, checkGoroutines},
	{"fork goes on", never, checkForkGoesOn},
	{"fork isolation", needs("Divert", func(h Harness) bool { return h.Divert != nil }), checkForkIsolation},
	{"snapshot and restore", never, checkSnapshot},
	{"damaged snapshot", never, checkDamagedSnapshot},
	{"state", needs("a Stater", func(h Harness) bool { return !h.Stateless }), checkState},
}

func never(Harness) string { return "" }

func needs(what string, has func(Harness) bool) func(Harness) string {
	return func(h Harness) string {
		if has(h) {
			return ""
		}
		return "the harness has no " + what
	}
}

func checkHarness(_ context.Context, h Harness) error {
	if h.World == nil || len(h.Actions) < 2 || len(h.Probe) == 0 {
		return fmt.Errorf("the harness needs World, at least two Actions, and Probe")
	}
	return nil
}

// open opens an episode of a new world.
func (h Harness) open(ctx context.Context) (orrery.Episode, error) {
	w, err := h.World()
	if err != nil {
		return nil, fmt.Errorf("new world: %w", err)
	}
	e, err := w.Open(ctx, h.Scenario)
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	return e, nil
}

// openAt opens an episode and plays the given actions.
func (h Harness) openAt(ctx context.Context, actions []orrery.Action) (orrery.Episode, error) {
	e, err := h.open(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := play(ctx, e, actions); err != nil {
		return nil, err
	}
	return e, nil
}

// play steps through actions and returns the observations as JSON, one a line: what is compared.
func play(ctx context.Context, e orrery.Episode, actions []orrery.Action) (string, error) {
	var b strings.Builder
	for i, a := range actions {
		o, err := e.Step(ctx, a)
		if err != nil {
			return "", fmt.Errorf("step %d (%q): %w", i+1, a.Text, err)
		}
		line, err := json.Marshal(o)
		if err != nil {
			return "", fmt.Errorf("step %d (%q): %w", i+1, a.Text, err)
		}
		fmt.Fprintf(&b, "%q -> %s\n", a.Text, line)
	}
	return b.String(), nil
}

// same compares two transcripts and names the first line that differs.
func same(what, want, got string) error {
	if want == got {
		return nil
	}
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Errorf("%s: step %d differs\nwant %s\ngot  %s", what, i+1, w[i], g[i])
		}
	}
	return fmt.Errorf("%s: %d steps, want %d", what, len(g)-1, len(w)-1)
}

// halves splits the actions in the middle.
func (h Harness) halves() (first, second []orrery.Action) {
	m := len(h.Actions) / 2
	return h.Actions[:m], h.Actions[m:]
}

// shape names the types of an episode and all that it wraps.
func shape(e orrery.Episode) string {
	var names []string
	for e != nil {
		names = append(names, fmt.Sprintf("%T", e))
		w, ok := e.(orrery.Wrapper)
		if !ok {
			break
		}
		e = w.Unwrap()
	}
	return strings.Join(names, " around ")
}
