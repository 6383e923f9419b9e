package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/orrery-world/orrery"
)

// Fields are the parts of an answer that are compared, in their fixed order.
func Fields() []string { return []string{"stdout", "stderr", "exit", "cwd", "text", "observation"} }

// Outcome is how one step came out.
type Outcome struct {
	Step     int      `json:"step"` // from 1
	Action   string   `json:"action"`
	Compared []string `json:"-"`                  // the fields that were compared
	Differ   []string `json:"fields,omitempty"`   // those of them that differ; empty for an exact step
	Want     Answer   `json:"want"`               // as recorded
	Got      Answer   `json:"got"`                // as answered, masked; empty when there is an Error
	Masked   []string `json:"masked,omitempty"`   // what the recorder levelled in this step
	Warnings []string `json:"warnings,omitempty"` // of the observation
	Error    *Failure `json:"error,omitempty"`    // the step could not be played at all
}

// Exact reports whether the step was played and all compared fields are equal.
func (o Outcome) Exact() bool { return o.Error == nil && len(o.Differ) == 0 }

// Failure says why there is no answer.
type Failure struct {
	Kind    orrery.ErrorKind `json:"kind"`
	Message string           `json:"message"`
}

// Played is one trajectory with how its steps came out.
type Played struct {
	Case     Case
	Skipped  string // why it was not played; empty when it was
	Outcomes []Outcome
}

// Exact reports whether the whole trajectory was played without a wrong step.
func (p Played) Exact() bool {
	return p.Skipped == "" && !slices.ContainsFunc(p.Outcomes, func(o Outcome) bool { return !o.Exact() })
}

// Options say how trajectories are played. Scenario is needed for shell cases, the rest may stay empty.
type Options struct {
	// Scenario returns the start state of a mode of shell cases, or an unsupported error for a mode that
	// this world does not play; trajectories of that mode are then skipped.
	Scenario func(Mode) (orrery.Scenario, error)
	Workers  int // trajectories at once; 0 means 1
}

// Play plays one trajectory. Its only error is the end of the context: whatever else goes wrong is the
// outcome of a step, and the steps after it are still played.
func Play(ctx context.Context, w orrery.World, c Case, o Options) (Played, error) {
	p := Played{Case: c}
	s, err := startOf(c, o)
	if errors.Is(err, orrery.Unsupported) {
		p.Skipped = err.Error()
		return p, nil
	}
	var e orrery.Episode
	if err == nil {
		e, err = open(ctx, w, s)
	}
	if err == nil {
		defer func() { _ = orrery.Close(e) }() // the answers are there; nothing is lost with it
	}
	for i, step := range c.Steps {
		if err := orrery.ContextError(ctx); err != nil {
			return Played{}, err
		}
		out := Outcome{Step: i + 1, Action: step.Action.Text, Want: step.Want, Masked: step.Masked}
		if err != nil {
			out.Error = failure(err)
			p.Outcomes = append(p.Outcomes, out)
			continue
		}
		obs, stepErr := take(ctx, e, step.Action)
		if stepErr != nil {
			if ctxErr := orrery.ContextError(ctx); ctxErr != nil {
				return Played{}, ctxErr
			}
			out.Error = failure(stepErr)
			p.Outcomes = append(p.Outcomes, out)
			continue
		}
		out.compare(obs, c.Mode, masksNow(ctx, e))
		p.Outcomes = append(p.Outcomes, out)
	}
	return p, nil
}

// startOf returns the scenario that a trajectory starts from.
func startOf(c Case, o Options) (orrery.Scenario, error) {
	switch {
	case c.Scenario != nil:
		return *c.Scenario, nil
	case c.Mode == ModePTY:
		return orrery.Scenario{}, orrery.Unsupportedf("keystrokes and screens are not played yet")
	case o.Scenario == nil:
		return orrery.Scenario{}, orrery.Unsupportedf("there is no start state for the mode %s", c.Mode)
	}
	return o.Scenario(c.Mode)
}

// open and take turn a panic of the world into an error: one broken program must not take the other
// trajectories with it.
func open(ctx context.Context, w orrery.World, s orrery.Scenario) (e orrery.Episode, err error) {
	defer caught(&err)
	return w.Open(ctx, s)
}

func take(ctx context.Context, e orrery.Episode, a orrery.Action) (o orrery.Observation, err error) {
	defer caught(&err)
	return e.Step(ctx, a)
}

func caught(err *error) {
	if r := recover(); r != nil {
		*err = orrery.Infraf("the world broke down: %v", r)
	}
}

func failure(err error) *Failure {
	return &Failure{Kind: orrery.KindOf(err), Message: err.Error()}
}

// masksNow returns the masks for a step that has just ended, by the episode's own clock.
func masksNow(ctx context.Context, e orrery.Episode) Masks {
	if s, ok := orrery.StaterOf(e); ok {
		if state, err := s.State(ctx); err == nil {
			return NewMasks(state.NowNS)
		}
	}
	return Masks{rules: pidRules}
}

// compare puts the masks on an observation and notes which fields differ from the recorded answer.
func (out *Outcome) compare(obs orrery.Observation, mode Mode, masks Masks) {
	out.Warnings = obs.Warnings
	got, err := answerOf(obs, mode == ModeEpisode)
	if err != nil {
		out.Error = failure(err)
		return
	}
	if mode != ModeEpisode {
		// A recording may hold a fixed date that is the virtual day: what is masked on one side is on both.
		got.Stdout, got.Stderr = masks.Apply(got.Stdout), masks.Apply(got.Stderr)
		out.Want.Stdout, out.Want.Stderr = masks.Apply(out.Want.Stdout), masks.Apply(out.Want.Stderr)
	}
	out.Got = got
	if !got.terminal && mode != ModeEpisode {
		out.Error = &Failure{Kind: orrery.Unsupported, Message: "the observation has no terminal result"}
		return
	}
	differs := func(field string, equal bool) {
		out.Compared = append(out.Compared, field)
		if !equal {
			out.Differ = append(out.Differ, field)
		}
	}
	if mode != ModeEpisode || out.Want.terminal || got.terminal {
		differs("stdout", out.Want.Stdout == got.Stdout)
		differs("stderr", out.Want.Stderr == got.Stderr)
		differs("exit", out.Want.Exit == got.Exit)
		differs("cwd", out.Want.Cwd == got.Cwd)
	}
	if mode == ModeEpisode {
		differs("text", out.Want.Text == got.Text)
		differs("observation", out.Want.Digest == got.Digest)
	}
}

// answerOf takes from an observation what is compared. whole adds the text and the digest.
func answerOf(o orrery.Observation, whole bool) (Answer, error) {
	var a Answer
	if t, ok := o.Terminal(); ok {
		a = Answer{Stdout: readable(t.Stdout), Stderr: readable(t.Stderr), Exit: t.Exit, Cwd: readable([]byte(t.Cwd)), terminal: true}
	}
	if !whole {
		return a, nil
	}
	a.Text = readable(o.Text)
	sum, err := o.Digest()
	if err != nil {
		return Answer{}, err
	}
	a.Digest = sum
	return a, nil
}

// field returns one compared field as bytes for a diff.
func (a Answer) field(name string) []byte {
	switch name {
	case "stdout":
		return []byte(a.Stdout)
	case "stderr":
		return []byte(a.Stderr)
	case "exit":
		return fmt.Appendf(nil, "%d\n", a.Exit)
	case "cwd":
		return []byte(a.Cwd + "\n")
	case "text":
		return []byte(a.Text)
	case "observation":
		return []byte(a.Digest + "\n")
	default:
		return nil
	}
}

// named returns what follows a prefix in an observation's warnings.
func named(warnings []string, prefix string) (names []string) {
	for _, w := range warnings {
		if name, ok := strings.CutPrefix(w, prefix); ok {
			names = append(names, strings.TrimLeft(name, ": "))
		}
	}
	return names
}
