package verify

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orrery-world/orrery"
)

const goodExec = `{"id":"a","mode":"exec","steps":[{"cmd":"ls","stdout":"","stderr":"","exit":0,"cwd":"/home/user","masked":["date"]}]}`

func TestReadCases(t *testing.T) {
	in := goodExec + "\n\n" +
		`{"id":"b","mode":"pty","steps":[{"keystrokes":"ls\n","duration":0.5,"screen":"$ ls"}],"level":"easy"}` + "\n" +
		`{"id":"c","mode":"session","steps":[{"cmd":"x","stdout":"1","stderr":"2","exit":3,"cwd":"/","took":4}],"level":"easy"}`
	cases, warnings, err := Read("f.jsonl", strings.NewReader(in))
	if err != nil {
		t.Fatal(err)
	}
	action := func(text string) orrery.Action { return orrery.Action{Domain: orrery.Terminal, Text: text} }
	want := []Case{
		{File: "f.jsonl", Line: 1, ID: "a", Mode: ModeExec, Steps: []Step{{Action: action("ls"), Want: Answer{Cwd: "/home/user"}, Masked: []string{"date"}}}},
		{File: "f.jsonl", Line: 3, ID: "b", Mode: ModePTY, Steps: []Step{{Action: action("ls\n"), Want: Answer{Text: "$ ls"}}}},
		{File: "f.jsonl", Line: 4, ID: "c", Mode: ModeSession, Steps: []Step{{Action: action("x"), Want: Answer{Stdout: "1", Stderr: "2", Exit: 3, Cwd: "/"}}}},
	}
	if d := cmp.Diff(want, cases, cmp.AllowUnexported(Answer{})); d != "" {
		t.Error(d)
	}
	wantWarnings := []string{
		`f.jsonl:3: the field "level" is not of this format and was left out`,
		`f.jsonl:4: the field "took" is not of this format and was left out`,
	}
	if d := cmp.Diff(wantWarnings, warnings); d != "" {
		t.Error(d)
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct {
		name, line, want string
		kind             orrery.ErrorKind
	}{
		{"no id", `{"mode":"exec","steps":[]}`, "f:2: id: is missing", orrery.Invalid},
		{"no mode", `{"id":"x","steps":[]}`, "f:2: mode: is missing (modes: exec, session, pty)", orrery.Invalid},
		{"another mode", `{"id":"x","mode":"episode","steps":[{}]}`, `f:2: mode: there is no mode "episode" (modes: exec, session, pty)`, orrery.Invalid},
		{"no steps", `{"id":"x","mode":"exec","steps":[]}`, "f:2: steps: is missing or empty", orrery.Invalid},
		{"twice the same id", goodExec, `f:2: id: "a" is already the case of line 1`, orrery.Invalid},
		{"wrong type", `{"id":7,"mode":"exec","steps":[]}`, "f:2: id: is a JSON number, wanted string", orrery.Invalid},
		{"a step without cwd", `{"id":"x","mode":"exec","steps":[{"cmd":"","stdout":"","stderr":"","exit":0}]}`, "f:2: steps[0].cwd: is missing", orrery.Invalid},
		{"wrong type in a step", `{"id":"x","mode":"exec","steps":[{"cmd":"","stdout":"","stderr":"","exit":"0","cwd":""}]}`, "f:2: steps[0].exit: is a JSON string, wanted int", orrery.Invalid},
		{"wrong type beside an unknown field", `{"id":"x","mode":"exec","steps":[{"zz":1,"cmd":3}]}`, "f:2: steps[0].cmd: is a JSON number, wanted string", orrery.Invalid},
		{"a slip", `{"id":"x","mode":"exec","steps":[{"cmd":"","stdot":"","stderr":"","exit":0,"cwd":""}]}`, "f:2: steps[0].stdout: is missing", orrery.Invalid},
		{"pty without screen", `{"id":"x","mode":"pty","steps":[{"keystrokes":"","duration":1}]}`, "f:2: steps[0].screen: is missing", orrery.Invalid},
		{"not JSON", `{"id":`, "f:2: not JSON: ends in the middle of a value, after byte 6", orrery.Invalid},
		{"a list", `[]`, "f:2: is a JSON array, wanted object", orrery.Invalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := Read("f", strings.NewReader(goodExec+"\n"+c.line+"\n"))
			if err == nil || err.Error() != c.want || !errors.Is(err, c.kind) {
				t.Errorf("error %v (kind %s)\nwant  %s", err, orrery.KindOf(err), c.want)
			}
		})
	}
	for in, want := range map[string]string{
		"":                   "f:1: has no lines (a case file has one JSON object a line: id, mode, steps)",
		`{"type":"episode"}`: "f:1: this episode line and those before it hash to",
		`{"type":"turn"}`:    "f:1: this turn line and those before it hash to",
	} {
		if _, _, err := Read("f", strings.NewReader(in)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", in, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(goodExec))
	f.Add([]byte(`{"type":"episode","hash":"","data":{}}`))
	f.Add([]byte(`{"id":"b","mode":"pty","steps":[{"keystrokes":"","duration":0,"screen":""}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		cases, _, err := Read("f", strings.NewReader(string(data)))
		if err != nil {
			var e *orrery.Error
			if !errors.As(err, &e) || e.File != "f" || e.Line == 0 {
				t.Fatalf("the error %v does not name the line", err)
			}
			return
		}
		for _, c := range cases {
			if c.ID == "" || c.Line == 0 || len(c.Steps) == 0 && c.Mode != ModeEpisode {
				t.Fatalf("accepted %+v", c)
			}
		}
	})
}
