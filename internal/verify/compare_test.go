package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/clock"
	"github.com/orrery-world/orrery/internal/wrap"
	"github.com/orrery-world/orrery/worldtest"
)

// parrot is a terminal world that answers with what its action says: `out TEXT`, `err TEXT`,
// `exit N TEXT`, `cd DIR`, `warn WARNING`, `fail`, `panic`.
type parrot struct{}

type parrotEpisode struct{ cwd string }

func (parrot) Open(_ context.Context, s orrery.Scenario) (orrery.Episode, error) {
	if s.Name == "refused" {
		return nil, orrery.Invalidf("no such start")
	}
	return &parrotEpisode{cwd: "/home/user"}, nil
}

func (e *parrotEpisode) Step(_ context.Context, a orrery.Action) (orrery.Observation, error) {
	verb, rest, _ := strings.Cut(a.Text, " ")
	r := orrery.TerminalResult{}
	o := orrery.Observation{Valid: true}
	switch verb {
	case "out":
		r.Stdout = []byte(rest)
	case "err":
		r.Stderr = []byte(rest)
	case "exit":
		r.Exit = 3
	case "cd":
		e.cwd = rest
	case "warn":
		o.Warn(rest)
	case "fail":
		return orrery.Observation{}, orrery.Unsupportedf("that cannot be done")
	case "panic":
		panic("broken")
	}
	r.Cwd = e.cwd
	o.Result = r
	return o, nil
}

func (e *parrotEpisode) State(context.Context) (orrery.State, error) {
	return orrery.State{Domain: orrery.Terminal, NowNS: 1_750_000_000 * clock.NanosPerSecond}, nil
}

// exec returns an exec case; every step is an action and the recorded stdout.
func exec(id string, steps ...string) Case {
	c := Case{File: "f.jsonl", Line: len(id), ID: id, Mode: ModeExec}
	for _, s := range steps {
		action, stdout, _ := strings.Cut(s, "|")
		c.Steps = append(c.Steps, Step{Action: orrery.Action{Domain: orrery.Terminal, Text: action}, Want: Answer{Stdout: stdout, Cwd: "/home/user"}})
	}
	return c
}

func options(name string) Options {
	return Options{Scenario: func(m Mode) (orrery.Scenario, error) {
		if m == ModeSession {
			return orrery.Scenario{}, orrery.Unsupportedf("no sessions here")
		}
		return orrery.Scenario{Name: name, Domain: orrery.Terminal}, nil
	}}
}

func compareCases(t *testing.T, o Options, cases ...Case) *Report {
	t.Helper()
	r, err := Compare(t.Context(), parrot{}, cases, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCompareCounts(t *testing.T) {
	session, pty := exec("sss", "out a|a"), exec("pppp", "x")
	session.Mode, pty.Mode = ModeSession, ModePTY
	r := compareCases(t, options(""),
		exec("a", "out hi|hi", "out on 2025-06-15 10:00|on YYYY-MM-DD hh:hh"),
		exec("bb", "out hi|ho", "err x|", "exit|", "cd /tmp|", "cd /home/user|"),
		exec("ccc", "warn unknown: python3|", "fail|", "panic|", "warn budget: steps|", "warn unsupported option: ls --zz|", "warn unknown: python3|"),
		session, pty)
	if r.Episodes != 3 || r.ExactEpisodes != 1 || r.Steps != 13 || r.ExactSteps != 7 || r.Skipped != 2 {
		t.Errorf("tally %+v", r.Tally)
	}
	want := map[string]Count{"stdout": {13, 10}, "stderr": {13, 10}, "exit": {13, 10}, "cwd": {13, 10}}
	if d := cmp.Diff(want, r.Fields); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Named{{"python3", 2}}, r.Unknown); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Named{{"ls --zz", 1}}, r.Unsupported); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Named{{"steps", 1}}, r.Budgets); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Named{{"infra", 1}, {"unsupported", 1}}, r.Errors); d != "" {
		t.Error(d)
	}
	var wrong []string
	for _, f := range r.Failures {
		wrong = append(wrong, fmt.Sprintf("%s %d %v", f.ID, f.Step, f.Differ))
	}
	if d := cmp.Diff([]string{"bb 1 [stdout]", "bb 2 [stderr]", "bb 3 [exit]", "bb 4 [cwd]", "ccc 2 []", "ccc 3 []"}, wrong); d != "" {
		t.Error(d)
	}
	if len(r.SkippedList) != 2 || r.SkippedList[0].Reason != "no sessions here" || r.SkippedList[1].ID != "pppp" {
		t.Errorf("skipped %+v", r.SkippedList)
	}
	if r.Modes[ModePTY].Skipped != 1 || r.Modes[ModeExec].Steps != 13 {
		t.Errorf("modes %+v", r.Modes)
	}
}

func TestCompareDoesNotDependOnWorkers(t *testing.T) {
	var cases []Case
	for i := range 60 {
		cases = append(cases, exec(fmt.Sprintf("case-%d", i), fmt.Sprintf("out %d|%d", i, i%7), "warn unknown: a|", "fail|"))
	}
	var first []byte
	for _, workers := range []int{0, 1, 3, 100} {
		o := options("")
		o.Workers = workers
		done := make(chan int, len(cases))
		r, err := Compare(t.Context(), parrot{}, cases, o, func(n int) { done <- n })
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		}
		if !bytes.Equal(first, got) {
			t.Errorf("%d workers report otherwise", workers)
		}
		if len(done) != len(cases) {
			t.Errorf("%d of %d trajectories told their progress", len(done), len(cases))
		}
	}
}

func TestCompareStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Compare(ctx, parrot{}, []Case{exec("a", "out")}, options(""), nil); orrery.KindOf(err) != orrery.Canceled {
		t.Errorf("error %v", err)
	}
}

func TestRefusedStartIsCounted(t *testing.T) {
	r := compareCases(t, options("refused"), exec("a", "out a|a", "out b|b"))
	if r.Steps != 2 || r.ExactSteps != 0 || len(r.Failures) != 2 || r.Failures[1].Error.Kind != orrery.Invalid {
		t.Errorf("report %+v", r)
	}
}

type recording struct{ bytes.Buffer }

func (*recording) Close() error { return nil }

// TestRecordedEpisode records a world of notes and plays the recording back, then against a world that
// answers otherwise.
func TestRecordedEpisode(t *testing.T) {
	h := worldtest.NotesHarness(nil)
	var file recording
	w := wrap.Record(worldtest.Notes{}, wrap.RecordOptions{Sink: func(string) (io.WriteCloser, error) { return &file, nil }})
	e, err := w.Open(t.Context(), h.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range h.Actions {
		if _, err := e.Step(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	if err := orrery.Close(e); err != nil {
		t.Fatal(err)
	}
	cases, _, err := Read("rec.jsonl", bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	for counts, exact := range map[int]int{0: len(h.Actions), 3: len(h.Actions) - 1} {
		r, err := Compare(t.Context(), worldtest.Notes{Counts: counts}, cases, Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Steps != len(h.Actions) || r.ExactSteps != exact || r.Modes[ModeEpisode].Steps != r.Steps {
			t.Errorf("counts %d: %+v", counts, r.Tally)
		}
		if counts == 3 && strings.Join(r.Failures[0].Differ, " ") != "text observation" {
			t.Errorf("differ %v", r.Failures[0].Differ)
		}
	}
}
