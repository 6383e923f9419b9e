// Package wrap holds decorators: worlds around worlds. Each implements the optional interfaces of an
// episode by calling the episode inside and wrapping the answer anew with its own state copied; what
// the inside cannot do, the wrapper answers unsupported. Only [orrery.Stater] is left to be found
// through a wrapper.
package wrap

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"strings"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/jsonl"
)

// base is the part that all wrapping episodes share: what changes nothing in the wrapper.
type base struct {
	inner orrery.Episode
}

// Unwrap returns the episode inside, to look at.
func (b *base) Unwrap() orrery.Episode { return b.inner }

// Anchor tells the episode inside what really came back.
func (b *base) Anchor(ctx context.Context, real orrery.Observation) (orrery.Divergence, error) {
	return orrery.Anchor(ctx, b.inner, real)
}

// Inject applies a fault to the episode inside.
func (b *base) Inject(ctx context.Context, f orrery.Fault) ([]orrery.Effect, error) {
	return orrery.Inject(ctx, b.inner, f)
}

// Close closes the episode inside.
func (b *base) Close() error { return orrery.Close(b.inner) }

// around joins a wrapper's format with the one inside.
const around = " around "

// nest puts a wrapper's own state in front of the snapshot of the episode inside. The labels stay
// those of the inside, behind the wrapper's format, so that a misfit is named in plain words.
func nest(format string, own any, inner orrery.Snapshot) (orrery.Snapshot, error) {
	head, err := json.Marshal(own)
	if err != nil {
		return orrery.Snapshot{}, orrery.Invalidf("snapshot: %w", err)
	}
	s := inner
	s.Format = format + around + inner.Format
	s.State = make([]byte, 0, binary.MaxVarintLen64+len(head)+len(inner.State))
	s.State = binary.AppendUvarint(s.State, uint64(len(head)))
	s.State = append(s.State, head...)
	s.State = append(s.State, inner.State...)
	return s, nil
}

// unnest is the inverse of nest: it reads the wrapper's own state and returns the snapshot inside. A
// snapshot that was not taken of this wrapper is corrupt.
func unnest(format string, s orrery.Snapshot, own any) (orrery.Snapshot, error) {
	innerFormat, ok := strings.CutPrefix(s.Format, format+around)
	if !ok {
		return orrery.Snapshot{}, orrery.Corruptf("snapshot: its format is %q, this world's is %q around another", s.Format, format)
	}
	n, w := binary.Uvarint(s.State)
	if w <= 0 || n > uint64(len(s.State)-w) {
		return orrery.Snapshot{}, orrery.Corruptf("snapshot: the state of %q runs past the end", format)
	}
	if err := jsonl.Unmarshal(s.State[w:w+int(n)], own); err != nil {
		return orrery.Snapshot{}, orrery.Corruptf("snapshot: the state of %q: %w", format, err)
	}
	s.Format, s.State = innerFormat, s.State[w+int(n):]
	return s, nil
}
