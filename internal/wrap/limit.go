package wrap

import (
	"context"

	"github.com/orrery-world/orrery"
)

// Limit returns a world whose episodes end when a budget is used up. The scenario's limits count,
// within those of the operator; zero means no bound. The step that uses a budget up still happens: its
// observation has Done set and the warning "budget: turns" (or output, programs, tokens). An action
// that is too long is invalid.
func Limit(inner orrery.World, operator orrery.Limits) orrery.World {
	return &limitWorld{inner: inner, operator: operator}
}

type limitWorld struct {
	inner    orrery.World
	operator orrery.Limits
}

const limitFormat = "limit/1"

func (w *limitWorld) Open(ctx context.Context, s orrery.Scenario) (orrery.Episode, error) {
	e, err := w.inner.Open(ctx, s)
	if err != nil {
		return nil, err
	}
	return &limited{base: base{e}, state: limitState{Limits: tighter(w.operator, s.Limits)}}, nil
}

// Restore keeps the limits that the episode was opened with, within those of the operator now.
func (w *limitWorld) Restore(ctx context.Context, s orrery.Snapshot) (orrery.Episode, error) {
	var state limitState
	inside, err := unnest(limitFormat, s, &state)
	if err != nil {
		return nil, err
	}
	e, err := orrery.Restore(ctx, w.inner, inside)
	if err != nil {
		return nil, err
	}
	state.Limits = tighter(w.operator, state.Limits)
	return &limited{base: base{e}, state: state}, nil
}

// tighter returns the smaller of each pair of limits, where zero is no limit.
func tighter(a, b orrery.Limits) orrery.Limits {
	return orrery.Limits{
		Turns:       smaller(a.Turns, b.Turns),
		ActionBytes: smaller(a.ActionBytes, b.ActionBytes),
		Output:      smaller(a.Output, b.Output),
		Programs:    smaller(a.Programs, b.Programs),
		Tokens:      smaller(a.Tokens, b.Tokens),
	}
}

func smaller[T int | int64](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// limited is an episode with budgets. Its state is a plain value, so that a fork copies it.
type limited struct {
	base
	state limitState
}

type limitState struct {
	Limits   orrery.Limits `json:"limits"`
	Turns    int           `json:"turns"`
	Output   int64         `json:"output"`
	Programs int64         `json:"programs"`
	Tokens   int64         `json:"tokens"`
	Done     bool          `json:"done"`
}

// Step plays the action inside and charges the budgets for it.
func (l *limited) Step(ctx context.Context, a orrery.Action) (orrery.Observation, error) {
	if err := l.admit(a); err != nil {
		return orrery.Observation{}, err
	}
	o, err := l.inner.Step(ctx, a)
	if err != nil {
		return orrery.Observation{}, err
	}
	l.charge(&o)
	return o, nil
}

// Stream streams from inside and charges the budgets at the end.
func (l *limited) Stream(ctx context.Context, a orrery.Action, emit func(orrery.Chunk) error) (orrery.Observation, error) {
	if err := l.admit(a); err != nil {
		return orrery.Observation{}, err
	}
	o, err := orrery.Stream(ctx, l.inner, a, emit)
	if err != nil {
		return orrery.Observation{}, err
	}
	l.charge(&o)
	return o, nil
}

func (l *limited) admit(a orrery.Action) error {
	if l.state.Done {
		return orrery.Invalidf("the episode has ended")
	}
	if most := l.state.Limits.ActionBytes; most > 0 && len(a.Text) > most {
		return orrery.Invalidf("the action has %d bytes; this episode takes %d", len(a.Text), most)
	}
	return nil
}

// charge adds the step to what is used and ends the episode when a budget is used up.
func (l *limited) charge(o *orrery.Observation) {
	s := &l.state
	s.Turns++
	s.Output += int64(len(o.Text))
	s.Programs += o.Usage.Programs
	s.Tokens += o.Usage.Tokens()
	for _, b := range []struct {
		name       string
		used, most int64
	}{
		{"turns", int64(s.Turns), int64(s.Limits.Turns)},
		{"output", s.Output, s.Limits.Output},
		{"programs", s.Programs, s.Limits.Programs},
		{"tokens", s.Tokens, s.Limits.Tokens},
	} {
		if b.most > 0 && b.used >= b.most {
			o.Done = true
			o.Warnings = append([]string(nil), o.Warnings...) // the inside may keep its own
			o.Warn(orrery.BudgetWarning(b.name))
		}
	}
	s.Done = o.Done
}

// Fork forks the inside; what is used so far counts for both.
func (l *limited) Fork(ctx context.Context) (orrery.Episode, error) {
	e, err := orrery.Fork(ctx, l.inner)
	if err != nil {
		return nil, err
	}
	return &limited{base: base{e}, state: l.state}, nil
}

// Snapshot saves what is used with the snapshot of the inside.
func (l *limited) Snapshot(ctx context.Context) (orrery.Snapshot, error) {
	s, err := orrery.TakeSnapshot(ctx, l.inner)
	if err != nil {
		return orrery.Snapshot{}, err
	}
	return nest(limitFormat, l.state, s)
}
