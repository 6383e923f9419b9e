package worldtest

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/orrery-world/orrery"
)

// fork forks an episode. A world that says it cannot must answer unsupported; then f is nil.
func (h Harness) fork(ctx context.Context, e orrery.Episode) (f orrery.Episode, err error) {
	f, err = orrery.Fork(ctx, e)
	if h.CannotFork {
		if orrery.KindOf(err) != orrery.Unsupported {
			return nil, fmt.Errorf("fork: error %v (kind %q), want kind unsupported", err, orrery.KindOf(err))
		}
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("fork: %w", err)
	}
	if got, want := shape(f), shape(e); got != want {
		return nil, fmt.Errorf("the fork of %s is %s", want, got)
	}
	return f, nil
}

// checkForkGoesOn: at every step boundary, a fork answers from there on as the episode itself does.
func checkForkGoesOn(ctx context.Context, h Harness) error {
	all := h.whole()
	e, err := h.open(ctx)
	if err != nil {
		return err
	}
	var forks []orrery.Episode
	var at []string // what the episode answered from each fork on
	for _, a := range all {
		f, err := h.fork(ctx, e)
		if err != nil || f == nil {
			return err
		}
		line, err := play(ctx, e, []orrery.Action{a})
		if err != nil {
			return err
		}
		forks, at = append(forks, f), append(at, "")
		for i := range at {
			at[i] += line
		}
	}
	for i, f := range forks {
		got, err := play(ctx, f, all[i:])
		if err != nil {
			return fmt.Errorf("fork after %d steps: %w", i, err)
		}
		if err := same(fmt.Sprintf("fork after %d steps", i), at[i], got); err != nil {
			return err
		}
	}
	return nil
}

// checkForkIsolation: neither side of a fork, nor a fork of a fork, sees what another one changes.
func checkForkIsolation(ctx context.Context, h Harness) error {
	first, _ := h.halves()
	control, err := h.openAt(ctx, first)
	if err != nil {
		return err
	}
	untouched, err := play(ctx, control, h.Probe)
	if err != nil {
		return err
	}
	divert := append([]orrery.Action{*h.Divert}, h.Probe...)
	if control, err = h.openAt(ctx, first); err != nil {
		return err
	}
	diverted, err := play(ctx, control, divert)
	if err != nil {
		return err
	}
	if _, tail, _ := strings.Cut(diverted, "\n"); tail == untouched {
		return fmt.Errorf("harness: Probe does not show what Divert (%q) changes", h.Divert.Text)
	}
	for _, c := range []struct {
		who   string
		order []int // which of parent, child and grandchild plays Divert, in this order; all others are probed after
	}{
		{"the parent", []int{0}}, {"the fork", []int{1}}, {"the fork of the fork", []int{2}}, {"fork and parent", []int{1, 0}},
	} {
		if err := h.isolated(ctx, first, c.who, c.order, divert, diverted, untouched); err != nil {
			return err
		}
	}
	return nil
}

func (h Harness) isolated(ctx context.Context, first []orrery.Action, who string, order []int, divert []orrery.Action, diverted, untouched string) error {
	parent, err := h.openAt(ctx, first)
	if err != nil {
		return err
	}
	child, err := h.fork(ctx, parent)
	if err != nil || child == nil {
		return err
	}
	grandchild, err := h.fork(ctx, child)
	if err != nil {
		return err
	}
	family := []orrery.Episode{parent, child, grandchild}
	names := []string{"the parent", "the fork", "the fork of the fork"}
	for _, i := range order {
		got, err := play(ctx, family[i], divert)
		if err != nil {
			return fmt.Errorf("%s: %w", names[i], err)
		}
		if err := same(names[i]+", which changed something", diverted, got); err != nil {
			return err
		}
		family[i] = nil
	}
	for i, e := range family {
		if e == nil {
			continue
		}
		got, err := play(ctx, e, h.Probe)
		if err != nil {
			return fmt.Errorf("%s: %w", names[i], err)
		}
		if err := same(fmt.Sprintf("%s after a change in %s", names[i], who), untouched, got); err != nil {
			return err
		}
	}
	return nil
}

// snapshot saves an episode, through bytes. ok is false for a world that rightly says it cannot.
func (h Harness) snapshot(ctx context.Context, e orrery.Episode) (s orrery.Snapshot, ok bool, err error) {
	s, err = orrery.TakeSnapshot(ctx, e)
	if h.CannotSnapshot {
		if orrery.KindOf(err) != orrery.Unsupported {
			return s, false, fmt.Errorf("snapshot: error %v (kind %q), want kind unsupported", err, orrery.KindOf(err))
		}
		return s, false, nil
	}
	if err != nil {
		return s, false, fmt.Errorf("snapshot: %w", err)
	}
	data, err := s.MarshalBinary()
	if err != nil {
		return s, false, fmt.Errorf("snapshot: %w", err)
	}
	var back orrery.Snapshot
	if err := back.UnmarshalBinary(data); err != nil {
		return s, false, fmt.Errorf("snapshot: %w", err)
	}
	return back, true, nil
}

func (h Harness) restore(ctx context.Context, s orrery.Snapshot) (orrery.Episode, error) {
	w, err := h.World()
	if err != nil {
		return nil, fmt.Errorf("new world: %w", err)
	}
	return orrery.Restore(ctx, w, s)
}

// again saves an episode twice, which must give the same bytes, and restores it.
func (h Harness) again(ctx context.Context, e orrery.Episode) (orrery.Episode, error) {
	first, _, err := h.snapshot(ctx, e)
	if err != nil {
		return nil, err
	}
	second, _, err := h.snapshot(ctx, e)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(first.State, second.State) {
		return nil, fmt.Errorf("two snapshots of the same state differ, in %d and %d bytes", len(first.State), len(second.State))
	}
	return h.restore(ctx, second)
}

// checkSnapshot: at every step boundary, an episode restored in a new world answers from there on as
// the episode itself does, which the snapshot has not changed.
func checkSnapshot(ctx context.Context, h Harness) error {
	all := h.whole()
	want, err := h.transcript(ctx, false)
	if err != nil {
		return err
	}
	e, err := h.open(ctx)
	if err != nil {
		return err
	}
	got := ""
	for i, a := range all {
		s, ok, err := h.snapshot(ctx, e)
		if err != nil || !ok {
			return err
		}
		restored, err := h.restore(ctx, s)
		if err != nil {
			return fmt.Errorf("restore after %d steps: %w", i, err)
		}
		if got, want := shape(restored), shape(e); got != want {
			return fmt.Errorf("the restored %s is %s", want, got)
		}
		if i%2 == 1 { // every other time, save and restore the restored one once more
			if restored, err = h.again(ctx, restored); err != nil {
				return fmt.Errorf("restored after %d steps: %w", i, err)
			}
		}
		rest, err := play(ctx, restored, all[i:])
		if err != nil {
			return fmt.Errorf("restored after %d steps: %w", i, err)
		}
		if err := same(fmt.Sprintf("restored after %d steps", i), from(want, i), rest); err != nil {
			return err
		}
		line, err := play(ctx, e, []orrery.Action{a})
		if err != nil {
			return err
		}
		got += line
	}
	return same("with snapshots taken between, which must leave the episode as it was", want, got)
}

// from drops the first n lines of a transcript.
func from(transcript string, n int) string {
	return strings.Join(strings.SplitAfter(transcript, "\n")[n:], "")
}

// checkDamagedSnapshot: whatever does not fit is corrupt, with both sides named, and never a panic.
func checkDamagedSnapshot(ctx context.Context, h Harness) error {
	e, err := h.openAt(ctx, h.Actions[:1])
	if err != nil {
		return err
	}
	good, ok, err := h.snapshot(ctx, e)
	if err != nil || !ok {
		return err
	}
	for _, c := range []struct {
		what string
		edit func(*orrery.Snapshot)
		name string // what the error must name
	}{
		{"format", func(s *orrery.Snapshot) { s.Format = "weather/9" }, "weather/9"},
		{"build", func(s *orrery.Snapshot) { s.Build = "another-build" }, "another-build"},
		{"base image", func(s *orrery.Snapshot) { s.Base = "another-base" }, "another-base"},
		{"state", func(s *orrery.Snapshot) { s.State = nil }, ""},
		{"state", func(s *orrery.Snapshot) { s.State = []byte("\x00\xff{[not a state") }, ""},
	} {
		bad := good
		c.edit(&bad)
		_, err := h.restore(ctx, bad)
		if orrery.KindOf(err) != orrery.Corrupt {
			return fmt.Errorf("restore with another %s: error %v (kind %q), want kind corrupt", c.what, err, orrery.KindOf(err))
		}
		if !strings.Contains(err.Error(), c.name) {
			return fmt.Errorf("restore with another %s: the error %q does not name %q", c.what, err, c.name)
		}
	}
	return nil
}

// checkState: the digest is the same for the same state, another for another, and looking changes nothing.
func checkState(ctx context.Context, h Harness) error {
	var digests [2][]string
	for i := range digests {
		e, err := h.open(ctx)
		if err != nil {
			return err
		}
		for n, a := range append([]orrery.Action{{}}, h.Actions...) {
			if n > 0 {
				if _, err := e.Step(ctx, a); err != nil {
					return fmt.Errorf("step %q: %w", a.Text, err)
				}
			}
			s, ok := orrery.StaterOf(e)
			if !ok {
				return fmt.Errorf("%s has no Stater", shape(e))
			}
			first, err := s.State(ctx)
			if err != nil {
				return fmt.Errorf("state: %w", err)
			}
			second, err := s.State(ctx)
			if err != nil || first.Digest != second.Digest {
				return fmt.Errorf("looking at the state changes it, from %s to %s, %v", first.Digest, second.Digest, err)
			}
			if first.Digest == "" || first.Turns != n {
				return fmt.Errorf("after %d steps the state has the digest %q and %d turns", n, first.Digest, first.Turns)
			}
			digests[i] = append(digests[i], first.Digest)
		}
	}
	for n := range digests[0] {
		if digests[0][n] != digests[1][n] {
			return fmt.Errorf("after %d steps, two runs have the digests %s and %s", n, digests[0][n], digests[1][n])
		}
	}
	if last := len(digests[0]) - 1; digests[0][0] == digests[0][last] {
		return fmt.Errorf("the digest is the same before and after all actions: %s", digests[0][0])
	}
	return nil
}
