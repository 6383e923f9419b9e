package jsonl

import (
	"errors"
	"io"

	"github.com/orrery-world/orrery"
)

// EpisodeReader reads one recorded episode and verifies its chain line by line.
type EpisodeReader struct {
	lines *Reader
	chain orrery.Chain
	head  orrery.EpisodeRecord
	turns int
	ended bool
}

// Entry is one line of a recorded episode after the first: exactly one field is set.
type Entry struct {
	Turn   *orrery.TurnRecord
	Anchor *orrery.AnchorRecord
	Inject *orrery.InjectRecord
	End    *orrery.EndRecord
}

// NewEpisodeReader reads the first line. Errors name file and line: invalid for what is not a
// recorded episode, unsupported for another version of the format, corrupt for a broken chain.
func NewEpisodeReader(name string, r io.Reader, o ReaderOptions) (*EpisodeReader, error) {
	e := &EpisodeReader{lines: NewReader(name, r, o)}
	rec, err := e.record()
	if errors.Is(err, io.EOF) {
		return nil, orrery.Invalidf("empty, not a recorded episode").At(name, 1, "")
	}
	if err != nil {
		return nil, err
	}
	if rec.Type != orrery.RecordEpisode {
		return nil, e.lines.Errorf(orrery.Invalid, "type", "is %q, a recorded episode begins with %q", rec.Type, orrery.RecordEpisode)
	}
	if err := e.payload(rec, &e.head); err != nil {
		return nil, err
	}
	if e.head.Format != orrery.RecordFormat {
		return nil, e.lines.Errorf(orrery.Unsupported, "data.format", "is %q, this build reads %q", e.head.Format, orrery.RecordFormat)
	}
	return e, nil
}

// Header returns the first line's payload.
func (e *EpisodeReader) Header() orrery.EpisodeRecord { return e.head }

// Complete reports whether the end line has been read. A recording without one was cut off or is
// still going on.
func (e *EpisodeReader) Complete() bool { return e.ended }

// Line returns the number of the line that was read last.
func (e *EpisodeReader) Line() int { return e.lines.Line() }

// Next returns the next line, or io.EOF after the last. Turns come numbered without a gap.
func (e *EpisodeReader) Next() (Entry, error) {
	rec, err := e.record()
	if err != nil {
		return Entry{}, err
	}
	if e.ended {
		return Entry{}, e.lines.Errorf(orrery.Corrupt, "", "a line after the end of the episode")
	}
	var n Entry
	switch rec.Type {
	case orrery.RecordTurn:
		n.Turn = &orrery.TurnRecord{}
		if err = e.payload(rec, n.Turn); err == nil {
			err = e.checkTurn(n.Turn)
		}
	case orrery.RecordAnchor:
		n.Anchor = &orrery.AnchorRecord{}
		err = e.payload(rec, n.Anchor)
	case orrery.RecordInject:
		n.Inject = &orrery.InjectRecord{}
		err = e.payload(rec, n.Inject)
	case orrery.RecordEnd:
		n.End = &orrery.EndRecord{}
		if err = e.payload(rec, n.End); err == nil && n.End.Turns != e.turns-e.parentTurns() {
			err = e.lines.Errorf(orrery.Corrupt, "data.turns", "says %d turns, the file has %d", n.End.Turns, e.turns-e.parentTurns())
		}
		e.ended = err == nil
	default:
		err = e.lines.Errorf(orrery.Invalid, "type", "%q is not a line of a recorded episode", rec.Type)
	}
	if err != nil {
		return Entry{}, err
	}
	return n, nil
}

// Trajectory reads all that is left as a trajectory. Anchored observations replace the recorded
// ones when real is set.
func (e *EpisodeReader) Trajectory(real bool) (orrery.Trajectory, error) {
	t := orrery.Trajectory{ID: e.head.ID, Domain: e.head.Scenario.Domain, System: e.head.Scenario.System}
	for {
		n, err := e.Next()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return orrery.Trajectory{}, err
		}
		if n.Turn != nil {
			t.Turns = append(t.Turns, n.Turn.Turn)
		}
		if n.Anchor != nil && real && len(t.Turns) > 0 {
			t.Turns[len(t.Turns)-1].Observation = n.Anchor.Real
		}
	}
}

func (e *EpisodeReader) parentTurns() int {
	if e.head.Parent == nil {
		return 0
	}
	return e.head.Parent.Turn
}

// checkTurn makes sure of a turn's number and that its observation is the one it was summed from.
func (e *EpisodeReader) checkTurn(t *orrery.TurnRecord) error {
	if e.turns == 0 {
		e.turns = e.parentTurns()
	}
	if t.N != e.turns+1 {
		return e.lines.Errorf(orrery.Corrupt, "data.n", "turn %d after turn %d", t.N, e.turns)
	}
	sum, err := t.Turn.Observation.Digest()
	if err != nil {
		return e.lines.blame(err)
	}
	if sum != t.Sum {
		return e.lines.Errorf(orrery.Corrupt, "data.sum", "says %.12s, the observation as this build reads it sums to %.12s", t.Sum, sum)
	}
	e.turns = t.N
	return nil
}

// record reads one line and moves the chain over it.
func (e *EpisodeReader) record() (orrery.Record, error) {
	var rec orrery.Record
	if err := e.lines.Decode(&rec); err != nil {
		return orrery.Record{}, err
	}
	if err := e.chain.Verify(rec); err != nil {
		return orrery.Record{}, e.lines.blame(err)
	}
	return rec, nil
}

func (e *EpisodeReader) payload(rec orrery.Record, v any) error {
	if err := Unmarshal(rec.Data, v); err != nil {
		blamed := e.lines.blame(err)
		if blamed.Field != "" {
			return blamed.At("", 0, "data."+blamed.Field)
		}
		return blamed.At("", 0, "data")
	}
	return nil
}
