package lines_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/door/lines"
	"github.com/orrery-world/orrery/internal/scenario"
	"github.com/orrery-world/orrery/worldtest"
)

func options() lines.Options {
	return lines.Options{
		World: worldtest.Notes{},
		Scenario: func(name string, text []byte) (orrery.Scenario, error) {
			s, err := scenario.Parse(name, text, scenario.Options{})
			s.Section.Data = []byte("a first")
			return s, err
		},
		ReadFile: func(name string) ([]byte, error) {
			if name != "notes.yaml" {
				return nil, orrery.Invalidf("no file %s", name)
			}
			return []byte("domain: mcp\n"), nil
		},
		MaxEpisodes: 3,
	}
}

// serve sends requests and returns the replies.
func serve(t *testing.T, o lines.Options, requests ...string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := lines.Serve(t.Context(), strings.NewReader(strings.Join(requests, "\n")), &out, o); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestConversation(t *testing.T) {
	talk := []struct{ request, reply string }{
		{`{"op":"open","scenario":{"domain":"mcp"},"id":7}`, `{"id":7,"ep":"e1"}`},
		{`{"op":"step","ep":"e1","action":"set b two","id":"x"}`, `{"id":"x","ep":"e1","observation":{"text":"","effects":[{"kind":"record","name":"b","after":{"hash":"3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3","size":3,"content":"two"}}],"valid":true}}`},
		{`{"op":"fork","ep":"e1"}`, `{"ep":"e2"}`},
		{`{"op":"step","ep":"e2","action":{"text":"set b three"}}`, `{"ep":"e2","observation":{"text":"","effects":[{"kind":"record","name":"b","before":{"hash":"3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3","size":3,"content":"two"},"after":{"hash":"8b5b9db0c13db24256c829aa364aa90c6d2eba318b9232a4ab9313b954d3555f","size":5,"content":"three"}}],"valid":true}}`},
		{`{"op":"step","ep":"e1","action":{"text":"get","text_b64":"bGlzdA=="}}`, `{"ep":"e1","observation":{"text":"a=first\nb=two\nturns=1\n","usage":{"output":22},"valid":true}}`},
		{`{"op":"open","scenario":"domain: mcp"}`, `{"ep":"e3"}`},
		{`{"op":"open","scenario_file":"notes.yaml"}`, `{"error":{"kind":"capacity","message":"3 episodes are open, which is the limit","line":7,"hint":"close some, or raise --max-episodes"}}`},
		{`{"op":"close","ep":"e3"}`, `{"ep":"e3"}`},
		{`{"op":"close","ep":"e3"}`, `{"error":{"kind":"invalid","message":"no episode \"e3\" is open","line":9,"field":"ep"}}`},
		{`{"op":"open","scenario_file":"notes.yaml","seed":4}`, `{"ep":"e4"}`},
		{`{"op":"step","ep":"e4","action":"sing"}`, `{"error":{"kind":"invalid","message":"\"sing\" is not an action here","line":11}}`},
	}
	var requests []string
	for _, l := range talk {
		requests = append(requests, l.request)
	}
	for i, got := range serve(t, options(), requests...) {
		if got != talk[i].reply {
			t.Errorf("%s\ngot  %s\nwant %s", talk[i].request, got, talk[i].reply)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ request, want string }{
		{`{"op":"step"}`, `"field":"ep"`},
		{`{"op":"step","ep":"e1"}`, `"field":"action"`},
		{`{"op":"opne"}`, `there is no op \"opne\"`},
		{`{}`, `"hint":"ops: open, step, fork, snapshot, restore, state, close"`},
		{`{"op":"open","ep":"e1"}`, `the op open does not take this field`},
		{`{"op":"open","scenario":"{}","scenario_file":"x"}`, `do not go together`},
		{`{"op":"open","scenario_file":"other.yaml"}`, `no file other.yaml`},
		{`{"op":"open","scenario":"domain: mcp\nsede: 3\n"}`, `"file":"scenario","line":2,"field":"sede"`},
		{`{"op":"restore","snapshot":"AAAA"}`, `"kind":"corrupt"`},
		{`{"op":"restore","snapshot":"%"}`, `"kind":"invalid"`},
		{`{"op":"open","id":3,"colour":1}`, `{"id":3,"error":{"kind":"invalid","message":"json: unknown field \"colour\"","line":1}}`},
		{`[]`, `is a JSON array, wanted object`},
		{`{"op":`, `not JSON`},
	} {
		got := serve(t, options(), c.request)
		if len(got) != 1 || !strings.Contains(got[0], c.want) || !strings.Contains(got[0], `"error":`) {
			t.Errorf("%s\ngot  %s\nwant %s", c.request, got, c.want)
		}
	}
}

func TestSnapshotAndRestore(t *testing.T) {
	got := serve(t, options(), `{"op":"open","scenario":{"domain":"mcp"}}`, `{"op":"step","ep":"e1","action":"set b two"}`, `{"op":"snapshot","ep":"e1"}`, `{"op":"state","ep":"e1"}`)
	var saved struct {
		Snapshot []byte `json:"snapshot"`
	}
	if err := json.Unmarshal([]byte(got[2]), &saved); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(got[3], `"digest":`) || !strings.Contains(got[3], `"turns":1`) {
		t.Errorf("state %s", got[3])
	}
	again, err := json.Marshal(map[string]any{"op": "restore", "snapshot": saved.Snapshot})
	if err != nil {
		t.Fatal(err)
	}
	got = serve(t, options(), string(again), `{"op":"step","ep":"e1","action":"get b"}`)
	if !strings.Contains(got[1], `"text":"two"`) {
		t.Errorf("after restore: %s", got)
	}
}

// closer is a world whose episodes count that they were closed.
type closer struct {
	worldtest.Notes
	closed *int
}

type closing struct {
	orrery.Episode
	closed *int
}

func (w closer) Open(ctx context.Context, s orrery.Scenario) (orrery.Episode, error) {
	e, err := w.Notes.Open(ctx, s)
	return closing{e, w.closed}, err
}

func (e closing) Close() error {
	*e.closed++
	return nil
}

func TestEverythingIsClosed(t *testing.T) {
	closed, o := 0, options()
	o.World = closer{closed: &closed}
	open := `{"op":"open","scenario_file":"notes.yaml"}`
	serve(t, o, open, open, open, `{"op":"close","ep":"e2"}`)
	if closed != 3 {
		t.Errorf("%d of 3 episodes were closed", closed)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, fmt.Errorf("no reader") }

func TestStreamsThatFail(t *testing.T) {
	if err := lines.Serve(t.Context(), strings.NewReader("{}\n"), broken{}, options()); !errors.Is(err, orrery.Infra) {
		t.Errorf("output: %v", err)
	}
	o := options()
	o.MaxLine = 4
	if err := lines.Serve(t.Context(), strings.NewReader("{     }\n"), io.Discard, o); !errors.Is(err, orrery.Invalid) {
		t.Errorf("long line: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := lines.Serve(ctx, strings.NewReader("{}\n"), io.Discard, options()); !errors.Is(err, orrery.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

func FuzzServe(f *testing.F) {
	f.Add(`{"op":"open","scenario":{"domain":"mcp"}}` + "\n" + `{"op":"step","ep":"e1","action":"list"}`)
	f.Add(`{"op":"restore","snapshot":"b3JyZXJ5LXNuYXBzaG90LzEK"}`)
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		if err := lines.Serve(t.Context(), strings.NewReader(in), &out, options()); err != nil {
			t.Skip()
		}
		asked := 0
		for line := range strings.Lines(in) {
			if strings.TrimRight(line, "\r\n \t") != "" {
				asked++
			}
		}
		replies := strings.Count(out.String(), "\n")
		if replies != asked {
			t.Fatalf("%d replies to %d requests", replies, asked)
		}
	})
}
