package orrery

import (
	"context"
	"encoding/json"
	"io"
)

// The optional interfaces. Ask an episode for Forker, Snapshotter, Anchorer, Injector, Streamer and
// io.Closer directly, best through the functions below: an episode that cannot answers unsupported.
// A wrapper implements them all by calling the episode inside and wrapping the answer anew with its
// own state copied; a caller that looked through the wrapper would lose that state. Only Stater,
// which is read-only, is looked for through wrappers: see [StaterOf].

// Forker is an episode that can be split in two which never see one another's changes.
type Forker interface {
	// Fork returns a copy of a quiescent episode; it costs microseconds and shares what is unchanged.
	Fork(ctx context.Context) (Episode, error)
}

// Snapshotter is an episode that can be put into bytes. Its World takes them back as a [Restorer].
type Snapshotter interface {
	// Snapshot returns the whole state; it does not change the episode.
	Snapshot(ctx context.Context) (Snapshot, error)
}

// Restorer is a world that reopens episodes from snapshots.
type Restorer interface {
	// Restore returns an episode that goes on where the snapshot was taken. A snapshot that does
	// not fit is corrupt, with both sides named.
	Restore(ctx context.Context, s Snapshot) (Episode, error)
}

// Anchorer is an episode that can be told what really came back for the last turn.
type Anchorer interface {
	// Anchor reconciles the state with the real observation and returns how far off the own one was.
	Anchor(ctx context.Context, real Observation) (Divergence, error)
}

// Divergence is the distance of a prediction from the real observation.
type Divergence struct {
	Exact    bool     `json:"exact"`              // byte for byte the same in all compared fields
	Distance float64  `json:"distance"`           // 0 for the same, 1 for nothing in common
	Fields   []string `json:"fields,omitempty"`   // the fields that differ, such as "stdout"
	Repaired bool     `json:"repaired,omitempty"` // the state now agrees with what really came back
}

// Stater is an episode whose state can be looked at.
type Stater interface {
	// State describes the state; it never changes it.
	State(ctx context.Context) (State, error)
}

// State is a read-only description of an episode's state.
type State struct {
	Domain Domain          `json:"domain"`
	Digest string          `json:"digest"`           // equal states have equal digests
	Turns  int             `json:"turns"`            // steps played so far
	NowNS  int64           `json:"now_ns,omitempty"` // virtual time since 1970-01-01 UTC, in nanoseconds
	Done   bool            `json:"done,omitempty"`
	Detail json.RawMessage `json:"detail,omitempty"` // what the world wants to show, a JSON value
}

// Injector is an episode whose state a control can change from outside.
type Injector interface {
	// Inject applies a fault and returns what it changed. A fault that the world does not know is
	// unsupported.
	Inject(ctx context.Context, f Fault) ([]Effect, error)
}

// Fault is one perturbation of an episode's state.
type Fault struct {
	Kind   string          `json:"kind"`             // the world's name for it, such as "disk_full"
	Target string          `json:"target,omitempty"` // path, tool or host that it is aimed at
	Params json.RawMessage `json:"params,omitempty"` // a JSON value of the fault's own shape
}

// Streamer is an episode that can show an observation while it is made.
type Streamer interface {
	// Stream is Step, calling emit with each piece as it comes. Joined by field, the pieces are the
	// fields of the returned observation. An error from emit ends the step as an error would.
	Stream(ctx context.Context, a Action, emit func(Chunk) error) (Observation, error)
}

// Chunk is one piece of an observation that is still being made.
type Chunk struct {
	Field string     // "text", "stdout" or "stderr"
	Data  []byte     // valid until emit returns
	Kind  Provenance // of all of Data
}

// Wrapper is an episode around another one.
type Wrapper interface {
	// Unwrap returns the episode inside. Use it only to look, never to act.
	Unwrap() Episode
}

// StaterOf returns the Stater of an episode, looking through wrappers.
func StaterOf(e Episode) (Stater, bool) {
	for e != nil {
		if s, ok := e.(Stater); ok {
			return s, true
		}
		w, ok := e.(Wrapper)
		if !ok {
			break
		}
		e = w.Unwrap()
	}
	return nil, false
}

// Fork forks an episode, or answers unsupported when it cannot.
func Fork(ctx context.Context, e Episode) (Episode, error) {
	if f, ok := e.(Forker); ok {
		return f.Fork(ctx)
	}
	return nil, Unsupportedf("this episode cannot be forked")
}

// TakeSnapshot puts an episode into bytes, or answers unsupported when it cannot.
func TakeSnapshot(ctx context.Context, e Episode) (Snapshot, error) {
	if s, ok := e.(Snapshotter); ok {
		return s.Snapshot(ctx)
	}
	return Snapshot{}, Unsupportedf("this episode cannot be saved")
}

// Restore reopens an episode from a snapshot, or answers unsupported when the world cannot.
func Restore(ctx context.Context, w World, s Snapshot) (Episode, error) {
	if r, ok := w.(Restorer); ok {
		return r.Restore(ctx, s)
	}
	return nil, Unsupportedf("this world cannot restore a snapshot")
}

// Anchor tells an episode what really came back, or answers unsupported when it cannot be told.
func Anchor(ctx context.Context, e Episode, real Observation) (Divergence, error) {
	if a, ok := e.(Anchorer); ok {
		return a.Anchor(ctx, real)
	}
	return Divergence{}, Unsupportedf("this episode cannot be anchored")
}

// Inject applies a fault to an episode, or answers unsupported when it takes none.
func Inject(ctx context.Context, e Episode, f Fault) ([]Effect, error) {
	if i, ok := e.(Injector); ok {
		return i.Inject(ctx, f)
	}
	return nil, Unsupportedf("this episode takes no faults")
}

// Stream plays a step with pieces shown as they come. An episode that cannot stream plays a plain
// step and calls emit not at all: the caller reads the returned observation.
func Stream(ctx context.Context, e Episode, a Action, emit func(Chunk) error) (Observation, error) {
	if s, ok := e.(Streamer); ok {
		return s.Stream(ctx, a, emit)
	}
	return e.Step(ctx, a)
}

// Close releases what an episode holds, if it holds anything.
func Close(e Episode) error {
	if c, ok := e.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
