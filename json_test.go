package orrery_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/orrery-world/orrery"
)

func ptr[T any](v T) *T { return &v }

func TestObservationJSON(t *testing.T) {
	for _, c := range []struct {
		name string
		obs  orrery.Observation
		want string
	}{
		{"zero", orrery.Observation{}, `{"text":"","valid":false}`},
		{"terminal", orrery.Observation{
			Text:   []byte("a<b>&\n"),
			Result: orrery.TerminalResult{Stdout: []byte("a<b>&\n"), Exit: 2, Cwd: "/home/user"},
			Spans:  []orrery.Span{{Field: "stdout", Offset: 1, Length: 3, Kind: orrery.Imagined}},
			Valid:  true,
		}, `{"text":"a<b>&\n","result":{"domain":"terminal","stdout":"a<b>&\n","stderr":"","exit":2,"cwd":"/home/user"},` +
			`"spans":[{"field":"stdout","offset":1,"length":3,"kind":"imagined"}],"valid":true}`},
		{"not UTF-8", orrery.Observation{Text: []byte("ok \xff\xfe!"), Result: orrery.TerminalResult{Stderr: []byte{0x80}}, Valid: true},
			`{"text":"ok \ufffd!","text_b64":"b2sg//4h","result":{"domain":"terminal","stdout":"","stderr":"\ufffd","stderr_b64":"gA==","exit":0,"cwd":""},"valid":true}`},
		{"a real U+FFFD needs no base64", orrery.Observation{Text: []byte("\uFFFD")}, `{"text":"\ufffd","valid":false}`},
		{"reward 0 is not absent", orrery.Observation{Reward: ptr(0.0), Done: true, Valid: true}, `{"text":"","done":true,"reward":0,"valid":true}`},
		{"mcp", orrery.Observation{Result: orrery.MCPResult{Content: json.RawMessage(`[{"type":"text","text":"x"}]`), IsError: true}},
			`{"text":"","result":{"domain":"mcp","content":[{"type":"text","text":"x"}],"isError":true},"valid":false}`},
		{"another domain", orrery.Observation{Result: orrery.RawResult{Domain: orrery.Web, Value: json.RawMessage(`{"url":"/"}`)}},
			`{"text":"","result":{"domain":"web","value":{"url":"/"}},"valid":false}`},
		{"effects and usage", orrery.Observation{
			Effects:  []orrery.Effect{{Kind: orrery.FileCreated, Name: "/tmp/\xff", After: &orrery.Side{Type: "file", Hash: "ab", Size: 3, Mode: 0o644, UID: 1000, GID: 1000, Content: []byte("\x00\xffz"), Truncated: true}}},
			Usage:    orrery.Usage{Programs: 1, VirtualNS: 1_000_000},
			Warnings: []string{orrery.BudgetWarning("steps")},
		}, `{"text":"","effects":[{"kind":"file_created","name":"/tmp/\ufffd","name_b64":"L3RtcC//","after":{"type":"file","hash":"ab","size":3,"mode":420,"uid":1000,"gid":1000,"content":"\u0000\ufffdz","content_b64":"AP96","truncated":true}}],` +
			`"usage":{"programs":1,"virtual_ns":1000000},"warnings":["budget: steps"],"valid":false}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.obs.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.ReplaceAll(c.want, `\ufffd`, "\uFFFD"); string(got) != want {
				t.Errorf("wrote %s\nwant  %s", got, want)
			}
			var back orrery.Observation
			if err := json.Unmarshal(got, &back); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(back, c.obs) {
				t.Errorf("read %+v\nwant %+v", back, c.obs)
			}
		})
	}
}

func TestObservationJSONErrors(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		if _, err := (orrery.Observation{Reward: &bad}).MarshalJSON(); !errors.Is(err, orrery.Invalid) {
			t.Errorf("reward %v: %v", bad, err)
		}
	}
	for _, in := range []string{`{"text":1}`, `{"result":7}`, `{"result":{"domain":"terminal","exit":"x"}}`, `{"spans":[{"kind":"guessed"}]}`} {
		var o orrery.Observation
		if err := json.Unmarshal([]byte(in), &o); err == nil {
			t.Errorf("%s was read as %+v", in, o)
		}
	}
}

func TestActionJSON(t *testing.T) {
	a := orrery.Action{Domain: orrery.Terminal, Text: "printf '\xe4'"}
	got, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	var back orrery.Action
	if err := json.Unmarshal(got, &back); err != nil || back != a {
		t.Errorf("%s was read as %+v, %v", got, back, err)
	}
	if err := json.Unmarshal([]byte(`{"txt":"ls"}`), &back); !errors.Is(err, orrery.Invalid) || !strings.Contains(err.Error(), `"txt"`) {
		t.Errorf("a misspelt field: %v", err)
	}
}

func TestScenarioJSON(t *testing.T) {
	s := orrery.Scenario{
		Name: "n", World: "exact", Domain: orrery.Terminal, Task: "t", System: "s", Seed: 1 << 63,
		Limits:  orrery.Limits{Turns: 3},
		History: []orrery.Turn{{Action: orrery.Action{Text: "ls"}, Observation: orrery.Observation{Text: []byte("x"), Valid: true}}},
		Section: orrery.Section{File: "a.yaml", Line: 4, Data: []byte("  user: \xff\n")},
	}
	got, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(got), "controls") {
		t.Errorf("an absent section is written: %s", got)
	}
	var back orrery.Scenario
	if err := json.Unmarshal(got, &back); err != nil || !reflect.DeepEqual(back, s) {
		t.Errorf("%s was read as %+v, %v", got, back, err)
	}
	if err := s.Section.Errorf(3, "terminal.user", "no such user"); err.Error() != "a.yaml:6: terminal.user: no such user" {
		t.Errorf("position: %v", err)
	}
}

// FuzzObservationJSON: whatever is read as an observation is written and read again the same.
func FuzzObservationJSON(f *testing.F) {
	f.Add([]byte(`{"text":"a","result":{"domain":"terminal","stdout":"a","exit":1},"reward":0,"valid":true}`))
	f.Add([]byte(`{"text":"\ufffd","text_b64":"/w==","effects":[{"kind":"cwd","name":"x","after":{"content":"y"}}]}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		var o, back orrery.Observation
		if json.Unmarshal(in, &o) != nil {
			return
		}
		first, err := o.MarshalJSON()
		if err != nil {
			t.Fatalf("read but not written: %v", err)
		}
		if err := json.Unmarshal(first, &back); err != nil {
			t.Fatalf("%s: %v", first, err)
		}
		second, err := back.MarshalJSON()
		if err != nil || string(first) != string(second) {
			t.Errorf("%s\nbecame %s, %v", first, second, err)
		}
	})
}
