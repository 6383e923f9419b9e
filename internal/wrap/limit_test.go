package wrap_test

import (
	"context"
	"errors"
	"testing"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/wrap"
	"github.com/orrery-world/orrery/worldtest"
)

// TestLimitConforms: the limit is reached by the last action of the suite, so that a fork or a restored
// episode that forgets what is used would answer differently.
func TestLimitConforms(t *testing.T) {
	h := worldtest.NotesHarness(func(w orrery.World) orrery.World {
		return wrap.Limit(w, orrery.Limits{Turns: 8, ActionBytes: 40})
	})
	short := h.Scenario
	short.Limits.Output = 10
	h.Budgets = append(h.Budgets,
		worldtest.Budget{Name: "turns", Scenario: limits(h.Scenario, orrery.Limits{Turns: 1}), Action: orrery.Action{Text: "list"}},
		worldtest.Budget{Name: "output", Scenario: &short, Action: orrery.Action{Text: "list"}})
	h.Invalid = append(h.Invalid, orrery.Action{Text: "set a 0123456789012345678901234567890123456789"})
	worldtest.Run(t, h)
}

func limits(s orrery.Scenario, l orrery.Limits) *orrery.Scenario {
	s.Limits = l
	return &s
}

// spender is a world whose every step costs the same.
type spender struct{ usage orrery.Usage }

func (s spender) Open(context.Context, orrery.Scenario) (orrery.Episode, error) { return s, nil }

func (s spender) Step(context.Context, orrery.Action) (orrery.Observation, error) {
	return orrery.Observation{Text: []byte("12345"), Usage: s.usage, Valid: true}, nil
}

func TestLimits(t *testing.T) {
	usage := orrery.Usage{Programs: 2, Prompt: 10, Thinking: 3, Completion: 2}
	for _, c := range []struct {
		name               string
		operator, scenario orrery.Limits
		steps              int // that are played until the episode ends; 0 for no end within 20
		budget             string
	}{
		{"none", orrery.Limits{}, orrery.Limits{}, 0, ""},
		{"turns", orrery.Limits{}, orrery.Limits{Turns: 3}, 3, "turns"},
		{"operator within", orrery.Limits{Turns: 2}, orrery.Limits{Turns: 3}, 2, "turns"},
		{"scenario within", orrery.Limits{Turns: 3}, orrery.Limits{Turns: 2}, 2, "turns"},
		{"output", orrery.Limits{Output: 11}, orrery.Limits{}, 3, "output"},
		{"programs", orrery.Limits{}, orrery.Limits{Programs: 4}, 2, "programs"},
		{"tokens", orrery.Limits{Tokens: 60}, orrery.Limits{Turns: 9}, 4, "tokens"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := t.Context()
			e, err := wrap.Limit(spender{usage}, c.operator).Open(ctx, orrery.Scenario{Limits: c.scenario})
			if err != nil {
				t.Fatal(err)
			}
			steps, budget := 0, ""
			for range 20 {
				o, err := e.Step(ctx, orrery.Action{})
				if err != nil {
					t.Fatal(err)
				}
				if o.Done {
					steps++
					budget, _ = o.Budget()
					break
				}
				steps++
			}
			if c.steps == 0 {
				c.steps = 20
			}
			if steps != c.steps || budget != c.budget {
				t.Errorf("%d steps, budget %q; want %d, %q", steps, budget, c.steps, c.budget)
			}
			if _, err := e.Step(ctx, orrery.Action{}); c.budget != "" && !errors.Is(err, orrery.Invalid) {
				t.Errorf("a step after the end: %v", err)
			}
		})
	}
}

func TestLimitCarriesTheOptionalInterfaces(t *testing.T) {
	ctx := t.Context()
	h := worldtest.NotesHarness(nil)
	e, err := wrap.Limit(wrap.Limit(worldtest.Notes{}, orrery.Limits{Turns: 2}), orrery.Limits{}).Open(ctx, h.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	if d, err := orrery.Anchor(ctx, e, orrery.Observation{Text: []byte("x")}); err != nil || !d.Repaired {
		t.Errorf("anchor: %+v, %v", d, err)
	}
	if effects, err := orrery.Inject(ctx, e, orrery.Fault{Kind: "forget", Target: "a"}); err != nil || len(effects) != 1 {
		t.Errorf("inject: %+v, %v", effects, err)
	}
	var got []byte
	emit := func(c orrery.Chunk) error { got = append(got, c.Data...); return nil }
	o, err := orrery.Stream(ctx, e, orrery.Action{Text: "list"}, emit)
	if err != nil || string(got) != string(o.Text) || len(got) == 0 {
		t.Errorf("stream: %q and %q, %v", got, o.Text, err)
	}
	if o, err := orrery.Stream(ctx, e, orrery.Action{Text: "list"}, emit); err != nil || !o.Done {
		t.Errorf("a streamed step is not charged: %+v, %v", o, err)
	}
	if _, err := orrery.Stream(ctx, e, orrery.Action{Text: "list"}, emit); !errors.Is(err, orrery.Invalid) {
		t.Errorf("a streamed step after the end: %v", err)
	}
	bare, err := wrap.Limit(spender{}, orrery.Limits{}).Open(ctx, h.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := orrery.Fork(ctx, bare); !errors.Is(err, orrery.Unsupported) {
		t.Errorf("fork of what cannot fork: %v", err)
	}
}
