package wrap_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/jsonl"
	"github.com/orrery-world/orrery/internal/wrap"
	"github.com/orrery-world/orrery/worldtest"
)

// files is a sink in memory. While full is set, writes take only a part of a line and fail.
type files struct {
	mu   sync.Mutex
	data map[string]*bytes.Buffer
	full bool
}

var errFull = errors.New("disk full")

func (f *files) open(id string) (io.WriteCloser, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.data == nil {
		f.data = map[string]*bytes.Buffer{}
	}
	if f.data[id] != nil {
		return nil, errors.New("id given twice")
	}
	f.data[id] = &bytes.Buffer{}
	return file{f, f.data[id]}, nil
}

type file struct {
	files *files
	buf   *bytes.Buffer
}

func (w file) Write(p []byte) (int, error) {
	if w.files.full {
		n, _ := w.buf.Write(p[:len(p)/2])
		return n, errFull
	}
	return w.buf.Write(p)
}

func (w file) Close() error { return nil }

// read returns a recording's first line and trajectory.
func (f *files) read(t *testing.T, id string) (*jsonl.EpisodeReader, orrery.Trajectory) {
	t.Helper()
	if f.data[id] == nil {
		t.Fatalf("no recording %s", id)
	}
	r, err := jsonl.NewEpisodeReader(id, bytes.NewReader(f.data[id].Bytes()), jsonl.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	tr, err := r.Trajectory(false)
	if err != nil {
		t.Fatal(err)
	}
	return r, tr
}

func TestRecordConforms(t *testing.T) {
	worldtest.Run(t, worldtest.NotesHarness(func(w orrery.World) orrery.World {
		return wrap.Record(wrap.Limit(w, orrery.Limits{Turns: 8}), wrap.RecordOptions{Sink: new(files).open})
	}))
}

func step(t *testing.T, e orrery.Episode, text string) orrery.Observation {
	t.Helper()
	o, err := e.Step(t.Context(), orrery.Action{Text: text})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return o
}

func TestRecordingIsReadAndReplayed(t *testing.T) {
	ctx := t.Context()
	var f files
	scenario := worldtest.NotesHarness(nil).Scenario
	e, err := wrap.Record(worldtest.Notes{}, wrap.RecordOptions{Sink: f.open, Build: "b1"}).Open(ctx, scenario)
	if err != nil {
		t.Fatal(err)
	}
	step(t, e, "set a \xff<&>")
	if _, err := e.Step(ctx, orrery.Action{Text: "sing"}); !errors.Is(err, orrery.Invalid) {
		t.Fatal(err)
	}
	if _, err := orrery.Anchor(ctx, e, orrery.Observation{Text: []byte("real")}); err != nil {
		t.Fatal(err)
	}
	if _, err := orrery.Inject(ctx, e, orrery.Fault{Kind: "forget", Target: "b"}); err != nil {
		t.Fatal(err)
	}
	if _, err := orrery.Stream(ctx, e, orrery.Action{Text: "list"}, func(orrery.Chunk) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := orrery.Close(e); err != nil {
		t.Fatal(err)
	}
	r, tr := f.read(t, "1")
	if !r.Complete() || r.Header().Build != "b1" || len(tr.Turns) != 2 || tr.Turns[0].Action.Text != "set a \xff<&>" {
		t.Fatalf("complete %v, header %+v, turns %+v", r.Complete(), r.Header(), tr.Turns)
	}
	if err := replay(ctx, worldtest.Notes{}, f.data["1"].Bytes()); err != nil {
		t.Errorf("replay: %v", err)
	}
	// A build that would answer otherwise must end in corrupt.
	if err := replay(ctx, spender{}, f.data["1"].Bytes()); !errors.Is(err, orrery.Corrupt) {
		t.Errorf("replay by another world: %v", err)
	}
}

// replay plays a recording in a world and compares every answer.
func replay(ctx context.Context, w orrery.World, recording []byte) error {
	r, err := jsonl.NewEpisodeReader("r", bytes.NewReader(recording), jsonl.ReaderOptions{})
	if err != nil {
		return err
	}
	e, err := w.Open(ctx, r.Header().Scenario)
	if err != nil {
		return err
	}
	for {
		n, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		switch {
		case err != nil:
		case n.Turn != nil:
			var o orrery.Observation
			if o, err = e.Step(ctx, n.Turn.Turn.Action); err == nil {
				err = n.Turn.CheckReplay(o)
			}
		case n.Anchor != nil:
			_, err = orrery.Anchor(ctx, e, n.Anchor.Real)
		case n.Inject != nil:
			_, err = orrery.Inject(ctx, e, n.Inject.Fault)
		}
		if err != nil {
			return err
		}
	}
}

func TestForksNameTheirParent(t *testing.T) {
	ctx := t.Context()
	var f files
	w := wrap.Record(worldtest.Notes{}, wrap.RecordOptions{Sink: f.open})
	e, err := w.Open(ctx, worldtest.NotesHarness(nil).Scenario)
	if err != nil {
		t.Fatal(err)
	}
	step(t, e, "set a 1")
	child, err := orrery.Fork(ctx, e)
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := orrery.TakeSnapshot(ctx, child)
	if err != nil {
		t.Fatal(err)
	}
	grandchild, err := orrery.Fork(ctx, child) // of a fork that has not stepped yet
	if err != nil {
		t.Fatal(err)
	}
	restored, err := orrery.Restore(ctx, w, snapshot)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.data) != 1 {
		t.Errorf("%d recordings before a fork has stepped", len(f.data))
	}
	for _, c := range []struct {
		e  orrery.Episode
		id string
	}{{child, "2"}, {grandchild, "3"}, {restored, "4"}} {
		step(t, c.e, "set b 2")
		if err := orrery.Close(c.e); err != nil {
			t.Fatal(err)
		}
		r, tr := f.read(t, c.id)
		p := r.Header().Parent
		if p == nil || p.ID != "1" || p.Turn != 1 || !strings.Contains(f.data["1"].String(), p.Hash) || p.Hash == "" {
			t.Errorf("recording %s has the parent %+v", c.id, p)
		}
		if len(tr.Turns) != 1 || !r.Complete() {
			t.Errorf("recording %s has %d turns", c.id, len(tr.Turns))
		}
	}
}

func TestFullDisk(t *testing.T) {
	ctx := t.Context()
	f := files{full: true}
	w := wrap.Record(worldtest.Notes{}, wrap.RecordOptions{Sink: f.open})
	scenario := worldtest.NotesHarness(nil).Scenario
	if _, err := w.Open(ctx, scenario); !errors.Is(err, orrery.Infra) || !errors.Is(err, errFull) {
		t.Fatalf("open: %v", err)
	}
	f.full = false
	e, err := w.Open(ctx, scenario)
	if err != nil {
		t.Fatal(err)
	}
	f.full = true
	o := step(t, e, "set a 1")
	if len(o.Warnings) != 1 || !strings.HasPrefix(o.Warnings[0], "record: ") {
		t.Errorf("a turn that is not written has the warnings %q", o.Warnings)
	}
	for range 2 {
		if _, err := e.Step(ctx, orrery.Action{Text: "set a 2"}); !errors.Is(err, orrery.Infra) {
			t.Errorf("the next step: %v", err)
		}
	}
	if err := orrery.Close(e); !errors.Is(err, errFull) {
		t.Errorf("close: %v", err)
	}

	f.full = false
	if e, err = w.Open(ctx, scenario); err != nil {
		t.Fatal(err)
	}
	f.full = true
	step(t, e, "set a 1")
	f.full = false
	step(t, e, "set a 2")
	if err := orrery.Close(e); err != nil {
		t.Fatal(err)
	}
	if r, tr := f.read(t, "3"); len(tr.Turns) != 2 || !r.Complete() {
		t.Errorf("%d turns after the disk had room again, complete %v", len(tr.Turns), r.Complete())
	}
}

// nanWorld scores its steps with what is not a number.
type nanWorld struct{}

func (w nanWorld) Open(context.Context, orrery.Scenario) (orrery.Episode, error) { return w, nil }

func (nanWorld) Step(context.Context, orrery.Action) (orrery.Observation, error) {
	nan := math.NaN()
	return orrery.Observation{Reward: &nan, Valid: true}, nil
}

func TestLineThatCanNeverBeWritten(t *testing.T) {
	ctx := t.Context()
	var f files
	e, err := wrap.Record(nanWorld{}, wrap.RecordOptions{Sink: f.open}).Open(ctx, orrery.Scenario{Domain: orrery.MCP})
	if err != nil {
		t.Fatal(err)
	}
	if o := step(t, e, "x"); len(o.Warnings) != 1 {
		t.Errorf("warnings %q", o.Warnings)
	}
	if _, err := e.Step(ctx, orrery.Action{}); !errors.Is(err, orrery.Infra) {
		t.Errorf("the next step: %v", err)
	}
	if err := orrery.Close(e); err == nil {
		t.Error("closed as if all were written")
	}
	if r, tr := f.read(t, "1"); r.Complete() || len(tr.Turns) != 0 {
		t.Errorf("%d turns, complete %v", len(tr.Turns), r.Complete())
	}
}
