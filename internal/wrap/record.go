package wrap

import (
	"context"
	"errors"
	"io"
	"strconv"
	"sync/atomic"

	"github.com/orrery-world/orrery"
)

// RecordOptions say where recordings go. Sink is needed.
type RecordOptions struct {
	// Sink opens the file of one recording. It may be called from several episodes at once.
	Sink func(id string) (io.WriteCloser, error)
	// NewID returns an id that no other episode has. The default numbers them from "1" on; it starts
	// again with every world.
	NewID func() string
	// Build names the build that plays, for the recording's first line.
	Build string
}

// Record returns a world whose episodes are written down, line by line as they are played, in the
// format of [orrery.RecordFormat]. A fork, or an episode restored from a snapshot, gets a recording of
// its own at its first step, which names its parent.
//
// A turn whose line cannot be written has happened all the same: its observation carries a warning
// that begins with "record: ", the line is kept and tried again, and until it is written every further
// step is an infra error. Close reports it too.
func Record(inner orrery.World, o RecordOptions) orrery.World {
	if o.NewID == nil {
		var n atomic.Int64
		o.NewID = func() string { return strconv.FormatInt(n.Add(1), 10) }
	}
	return &recordWorld{inner: inner, o: o}
}

type recordWorld struct {
	inner orrery.World
	o     RecordOptions
}

const recordSnapshot = "record/1"

func (w *recordWorld) Open(ctx context.Context, s orrery.Scenario) (orrery.Episode, error) {
	e, err := w.inner.Open(ctx, s)
	if err != nil {
		return nil, err
	}
	r := w.episode(e, s, nil)
	if err := r.begin(); err != nil {
		if r.out != nil {
			err = errors.Join(err, r.out.Close())
		}
		return nil, errors.Join(err, orrery.Close(e))
	}
	return r, nil
}

func (w *recordWorld) Restore(ctx context.Context, s orrery.Snapshot) (orrery.Episode, error) {
	var state recordState
	inside, err := unnest(recordSnapshot, s, &state)
	if err != nil {
		return nil, err
	}
	e, err := orrery.Restore(ctx, w.inner, inside)
	if err != nil {
		return nil, err
	}
	return w.episode(e, state.Scenario, &state.Parent), nil
}

func (w *recordWorld) episode(e orrery.Episode, s orrery.Scenario, parent *orrery.ParentRecord) *recorded {
	r := &recorded{base: base{e}, world: w}
	r.head = orrery.EpisodeRecord{Format: orrery.RecordFormat, ID: w.o.NewID(), Build: w.o.Build, Scenario: s, Parent: parent}
	if parent != nil {
		r.turn = parent.Turn
	}
	return r
}

// recorded is an episode that is written down.
type recorded struct {
	base
	world   *recordWorld
	head    orrery.EpisodeRecord
	out     io.WriteCloser // nil until the recording is begun
	chain   orrery.Chain
	turn    int // number of the last turn, counted from the first ancestor's start
	turns   int // of this recording
	usage   orrery.Usage
	pending []byte // lines, or the rest of one, that could not be written yet
	broken  error  // a line that can never be written
}

// recordState is what a snapshot needs to go on: the scenario, and where the new recording hangs.
type recordState struct {
	Scenario orrery.Scenario     `json:"scenario"`
	Parent   orrery.ParentRecord `json:"parent"`
}

// Step plays the action inside and writes the turn down.
func (r *recorded) Step(ctx context.Context, a orrery.Action) (orrery.Observation, error) {
	if err := r.begin(); err != nil {
		return orrery.Observation{}, err
	}
	o, err := r.inner.Step(ctx, a)
	if err != nil {
		return orrery.Observation{}, err
	}
	return r.took(a, o), nil
}

// Stream streams from inside and writes the turn down at the end.
func (r *recorded) Stream(ctx context.Context, a orrery.Action, emit func(orrery.Chunk) error) (orrery.Observation, error) {
	if err := r.begin(); err != nil {
		return orrery.Observation{}, err
	}
	o, err := orrery.Stream(ctx, r.inner, a, emit)
	if err != nil {
		return orrery.Observation{}, err
	}
	return r.took(a, o), nil
}

// took writes a turn down and returns its observation, with a warning when that failed.
func (r *recorded) took(a orrery.Action, o orrery.Observation) orrery.Observation {
	r.turn++
	r.turns++
	r.usage = r.usage.Add(o.Usage)
	sum, err := o.Digest()
	if err == nil {
		err = r.write(orrery.RecordTurn, orrery.TurnRecord{N: r.turn, Turn: orrery.Turn{Action: a, Observation: o}, Sum: sum})
	} else {
		r.broken = err
	}
	if err != nil {
		o.Warnings = append([]string(nil), o.Warnings...) // the inside may keep its own
		o.Warn("record: " + err.Error())
	}
	return o
}

// Anchor tells the inside what really came back, and writes that down.
func (r *recorded) Anchor(ctx context.Context, real orrery.Observation) (orrery.Divergence, error) {
	if err := r.begin(); err != nil {
		return orrery.Divergence{}, err
	}
	d, err := orrery.Anchor(ctx, r.inner, real)
	if err != nil {
		return orrery.Divergence{}, err
	}
	// A line that is not written now is tried again before the next step, which fails if that fails.
	_ = r.write(orrery.RecordAnchor, orrery.AnchorRecord{Real: real, Divergence: d})
	return d, nil
}

// Inject applies a fault to the inside, and writes that down.
func (r *recorded) Inject(ctx context.Context, f orrery.Fault) ([]orrery.Effect, error) {
	if err := r.begin(); err != nil {
		return nil, err
	}
	effects, err := orrery.Inject(ctx, r.inner, f)
	if err != nil {
		return nil, err
	}
	// As in Anchor.
	_ = r.write(orrery.RecordInject, orrery.InjectRecord{Fault: f, Effects: effects})
	return effects, nil
}

// begin makes sure that the recording is open and complete so far; until it is, nothing may happen.
func (r *recorded) begin() error {
	if r.broken != nil {
		return orrery.Infraf("record %s: a line cannot be written: %w", r.head.ID, r.broken)
	}
	if r.out == nil {
		out, err := r.world.o.Sink(r.head.ID)
		if err != nil {
			return orrery.Infraf("record %s: open: %w", r.head.ID, err)
		}
		r.out = out
		return r.write(orrery.RecordEpisode, r.head)
	}
	return r.flush()
}

// write appends a line to what is to be written, and writes it.
func (r *recorded) write(t orrery.RecordType, payload any) error {
	line, err := r.chain.Append(t, payload)
	if err != nil {
		r.broken = err
		return err
	}
	r.pending = append(r.pending, line...)
	return r.flush()
}

// flush writes what is pending; what a failing file has not taken stays pending.
func (r *recorded) flush() error {
	if len(r.pending) == 0 {
		return nil
	}
	n, err := r.out.Write(r.pending)
	r.pending = r.pending[min(max(n, 0), len(r.pending)):]
	if err == nil && len(r.pending) > 0 {
		err = io.ErrShortWrite
	}
	if err != nil {
		return orrery.Infraf("record %s: write: %w", r.head.ID, err)
	}
	return nil
}

// parent says where a copy of this episode hangs: at its last line, or, when it has no recording of
// its own yet, where it hangs itself.
func (r *recorded) parent() orrery.ParentRecord {
	if r.out == nil && r.head.Parent != nil {
		return *r.head.Parent
	}
	return orrery.ParentRecord{ID: r.head.ID, Turn: r.turn, Hash: r.chain.Last()}
}

// Fork forks the inside. The fork's own recording begins at its first step.
func (r *recorded) Fork(ctx context.Context) (orrery.Episode, error) {
	e, err := orrery.Fork(ctx, r.inner)
	if err != nil {
		return nil, err
	}
	parent := r.parent()
	f := r.world.episode(e, r.head.Scenario, &parent)
	f.broken = r.broken
	return f, nil
}

// Snapshot saves where the recording stands with the snapshot of the inside.
func (r *recorded) Snapshot(ctx context.Context) (orrery.Snapshot, error) {
	s, err := orrery.TakeSnapshot(ctx, r.inner)
	if err != nil {
		return orrery.Snapshot{}, err
	}
	return nest(recordSnapshot, recordState{Scenario: r.head.Scenario, Parent: r.parent()}, s)
}

// Close writes the end of the recording and closes it and the inside.
func (r *recorded) Close() error {
	if r.out == nil {
		return r.base.Close()
	}
	err := r.broken
	if err == nil {
		err = r.write(orrery.RecordEnd, orrery.EndRecord{Turns: r.turns, Usage: r.usage})
	}
	closeErr := r.out.Close()
	if closeErr != nil {
		closeErr = orrery.Infraf("record %s: close: %w", r.head.ID, closeErr)
	}
	r.out = nil
	return errors.Join(err, closeErr, r.base.Close())
}
