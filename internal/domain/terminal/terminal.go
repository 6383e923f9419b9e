// Package terminal is the room of the terminal domain: it opens episodes on the exact [machine] and turns command lines into
// observations with spans and effects.
//
// An action's text is one command line (it may span lines, as with a here-document). The scenario's section is described by
// [Section].
package terminal

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/machine"
	"github.com/orrery-world/orrery/internal/machine/cmds/web"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/scenario"
)

// Options say what World New makes. The zero value works.
type Options struct {
	// Mounts are laid over every machine. Default none: a machine sees nothing of the host.
	Mounts []machine.Mount
	// Build names the build in snapshots. Default "dev".
	Build string
	// Executor makes real programs for those that AllowExec or a scenario's allow_exec names. Without one none is allowed.
	Executor Executor
	// AllowExec are programs that every machine may run for real, NAME or NAME=MODE.
	AllowExec []string
	// ReadFile reads a file that a scenario file names, beside it or below; nil lets none be named.
	ReadFile func(scenario, name string) ([]byte, error)
	// EffectContent caps the bytes of file content in an effect. Default 64 KiB; negative keeps none.
	EffectContent int
}

// World opens terminal episodes on the exact machine.
type World struct{ opt Options }

// New returns the exact terminal world.
func New(o Options) *World {
	if o.Build == "" {
		o.Build = "dev"
	}
	switch {
	case o.EffectContent == 0:
		o.EffectContent = 64 << 10
	case o.EffectContent < 0:
		o.EffectContent = 0
	}
	return &World{opt: o}
}

// Open starts a machine as the scenario's section says. History is played: when the machine answers otherwise than the
// history says, the scenario is unsupported.
func (w *World) Open(ctx context.Context, s orrery.Scenario) (orrery.Episode, error) {
	if s.Domain != "" && s.Domain != orrery.Terminal {
		return nil, orrery.Invalidf("the terminal world cannot open a scenario of domain %q", s.Domain)
	}
	sec := Section{}
	if err := scenario.Decode(s.Section, string(orrery.Terminal), &sec); err != nil {
		return nil, err
	}
	opt, err := sec.options(s.Section)
	if err != nil {
		return nil, err
	}
	opt.Mounts = w.opt.Mounts
	allowed, err := w.programs(sec.AllowExec)
	if err != nil {
		return nil, err
	}
	sites, err := w.answers(sec.Sites, s.Section)
	if err != nil {
		return nil, err
	}
	opt.Files = append(missing(allowed), opt.Files...)
	opt.Programs = netPrograms(allowed, sites)
	m, err := machine.New(opt)
	if err != nil {
		return nil, s.Section.Errorf(1, string(orrery.Terminal), "%w", err)
	}
	e := &Episode{w: w, m: m, allow: sec.AllowExec, sites: sites}
	for i, t := range s.History {
		o, err := e.Step(ctx, t.Action)
		if err != nil {
			return nil, err
		}
		if string(o.Text) != string(t.Observation.Text) {
			return nil, orrery.Unsupportedf("history: the exact machine answers turn %d otherwise than the history says", i+1)
		}
	}
	return e, nil
}

// Episode is one running machine.
type Episode struct {
	w     *World
	m     *machine.Machine
	turns int
	done  bool
	allow []string // programs that the scenario allows to run for real
	sites web.Sites
}

// Step runs one command line. After the session's shell has exited it is invalid.
func (e *Episode) Step(ctx context.Context, a orrery.Action) (orrery.Observation, error) {
	if a.Domain != "" && a.Domain != orrery.Terminal {
		return orrery.Observation{}, orrery.Invalidf("action is of domain %q, this episode is a terminal", a.Domain)
	}
	if e.done {
		return orrery.Observation{}, orrery.Invalidf("the shell has exited: the episode is over")
	}
	before, cwd := e.m.Fork(), e.m.Cwd()
	r, err := e.m.Step(ctx, a.Text)
	if err != nil {
		return orrery.Observation{}, stepError(ctx, err)
	}
	e.turns++
	e.done = r.Ended
	return e.observe(before, cwd, r), nil
}

func stepError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return orrery.ContextError(ctx)
	}
	var b *kern.BudgetError
	if errors.As(err, &b) {
		return orrery.Errorf(orrery.Capacity, "%w", err)
	}
	return orrery.Infraf("%w", err)
}

// observe makes an observation of a step's result.
func (e *Episode) observe(before *machine.Machine, cwd string, r *machine.Result) orrery.Observation {
	o := orrery.Observation{
		Text:     r.Merged.Bytes,
		Result:   orrery.TerminalResult{Stdout: r.Stdout.Bytes, Stderr: r.Stderr.Bytes, Exit: r.Exit, Cwd: r.Cwd},
		Warnings: r.Warnings,
		Done:     r.Ended,
		Valid:    true,
	}
	o.Spans = appendSpans(o.Spans, "text", &r.Merged)
	o.Spans = appendSpans(o.Spans, "stdout", &r.Stdout)
	o.Spans = appendSpans(o.Spans, "stderr", &r.Stderr)
	o.Effects = e.effects(before, cwd, r)
	for _, name := range r.Used.Unknown {
		o.MarkUnknown(name)
	}
	return o
}

// episodeState is the layout of a snapshot's state: the machine's and what the episode adds.
type episodeState struct {
	Turns   int
	Done    bool
	Machine json.RawMessage
	Allow   []string  `json:",omitempty"`
	Sites   web.Sites `json:",omitempty"`
}

// Snapshot returns the episode's whole state.
func (e *Episode) Snapshot(context.Context) (orrery.Snapshot, error) {
	data, err := e.m.Snapshot()
	if errors.Is(err, machine.ErrUnsaved) {
		return orrery.Snapshot{}, orrery.Unsupportedf("%w", err)
	}
	if err != nil {
		return orrery.Snapshot{}, orrery.Infraf("snapshot: %w", err)
	}
	state, err := json.Marshal(episodeState{e.turns, e.done, data, e.allow, e.sites})
	if err != nil {
		return orrery.Snapshot{}, orrery.Infraf("snapshot: %w", err)
	}
	s := e.w.format()
	s.State = state
	return s, nil
}

// format is what snapshots of this world say of themselves.
func (w *World) format() orrery.Snapshot {
	return orrery.Snapshot{Format: "terminal/1+" + machine.SnapshotFormat, Build: w.opt.Build, Base: machine.BaseDigest()}
}

// Restore reopens an episode. A snapshot of another format, build or base image is corrupt.
func (w *World) Restore(_ context.Context, s orrery.Snapshot) (orrery.Episode, error) {
	if err := s.Check(w.format()); err != nil {
		return nil, err
	}
	var st episodeState
	if err := json.Unmarshal(s.State, &st); err != nil {
		return nil, orrery.Corruptf("snapshot: %w", err)
	}
	programs, err := w.programs(st.Allow)
	if err != nil {
		return nil, err
	}
	m, err := machine.Restore(st.Machine, netPrograms(programs, st.Sites))
	if err != nil {
		return nil, orrery.Corruptf("snapshot: %w", err)
	}
	return &Episode{w: w, m: m, turns: st.Turns, done: st.Done, allow: st.Allow, sites: st.Sites}, nil
}

// Fork returns an independent copy of the episode.
func (e *Episode) Fork(context.Context) (orrery.Episode, error) {
	c := *e
	c.m = e.m.Fork()
	return &c, nil
}

// State describes the machine.
func (e *Episode) State(context.Context) (orrery.State, error) {
	detail, err := json.Marshal(map[string]any{"cwd": e.m.Cwd()})
	if err != nil {
		return orrery.State{}, orrery.Infraf("state: %w", err)
	}
	return orrery.State{Domain: orrery.Terminal, Digest: e.m.Digest() + "-" + strconv.Itoa(e.turns), Turns: e.turns, NowNS: e.m.Now(),
		Done: e.done, Detail: detail}, nil
}
