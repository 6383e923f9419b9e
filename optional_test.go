package orrery_test

import (
	"context"
	"errors"
	"testing"

	"github.com/orrery-world/orrery"
)

// plain can nothing but Step; looker can be looked at; wrapper hides either.
type plain struct{}

func (plain) Step(context.Context, orrery.Action) (orrery.Observation, error) {
	return orrery.Observation{Text: []byte("stepped"), Valid: true}, nil
}

type looker struct{ plain }

func (looker) State(context.Context) (orrery.State, error) { return orrery.State{Digest: "d"}, nil }

type wrapper struct{ inner orrery.Episode }

func (w wrapper) Step(ctx context.Context, a orrery.Action) (orrery.Observation, error) {
	return w.inner.Step(ctx, a)
}
func (w wrapper) Unwrap() orrery.Episode { return w.inner }

func TestStaterOfLooksThroughWrappers(t *testing.T) {
	s, ok := orrery.StaterOf(wrapper{wrapper{looker{}}})
	if !ok {
		t.Fatal("not found through two wrappers")
	}
	if st, err := s.State(context.Background()); err != nil || st.Digest != "d" {
		t.Errorf("state %+v, %v", st, err)
	}
	for _, e := range []orrery.Episode{nil, plain{}, wrapper{plain{}}, wrapper{}} {
		if _, ok := orrery.StaterOf(e); ok {
			t.Errorf("found one in %#v", e)
		}
	}
}

func TestWhatAnEpisodeCannotDoIsUnsupported(t *testing.T) {
	ctx := context.Background()
	e := plain{}
	_, fork := orrery.Fork(ctx, e)
	_, snapshot := orrery.TakeSnapshot(ctx, e)
	_, restore := orrery.Restore(ctx, nil, orrery.Snapshot{})
	_, anchor := orrery.Anchor(ctx, e, orrery.Observation{})
	_, inject := orrery.Inject(ctx, e, orrery.Fault{Kind: "disk_full"})
	for name, err := range map[string]error{"fork": fork, "snapshot": snapshot, "restore": restore, "anchor": anchor, "inject": inject} {
		if !errors.Is(err, orrery.Unsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := orrery.Close(e); err != nil {
		t.Errorf("nothing to close: %v", err)
	}
	emit := func(orrery.Chunk) error { t.Error("a plain episode emitted a piece"); return nil }
	if o, err := orrery.Stream(ctx, e, orrery.Action{}, emit); err != nil || string(o.Text) != "stepped" {
		t.Errorf("stream of a plain episode: %q, %v", o.Text, err)
	}
}

func TestDomains(t *testing.T) {
	for _, d := range orrery.Domains() {
		if !d.Known() {
			t.Errorf("%s is not known", d)
		}
	}
	if orrery.Domain("Terminal").Known() {
		t.Error("names are in lower case")
	}
}
