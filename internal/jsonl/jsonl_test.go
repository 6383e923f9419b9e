package jsonl_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/jsonl"
)

type item struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

func TestDecodeLines(t *testing.T) {
	in := "{\"name\":\"a\",\"n\":1}\r\n\n   \n{\"name\":\"b\",\"n\":2}"
	r := jsonl.NewReader("cases.jsonl", strings.NewReader(in), jsonl.ReaderOptions{})
	for _, want := range []struct {
		item
		line int
	}{{item{"a", 1}, 1}, {item{"b", 2}, 4}} {
		var got item
		if err := r.Decode(&got); err != nil {
			t.Fatal(err)
		}
		if got != want.item || r.Line() != want.line {
			t.Errorf("read %v on line %d, want %v on line %d", got, r.Line(), want.item, want.line)
		}
	}
	for range 2 {
		if err := r.Decode(&item{}); !errors.Is(err, io.EOF) {
			t.Fatalf("after the last line: %v", err)
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct{ name, line, want string }{
		{"unknown field", `{"name":"a","colour":1}`, `f.jsonl:2: json: unknown field "colour"`},
		{"wrong type", `{"name":"a","n":"x"}`, `f.jsonl:2: n: is a JSON string, wanted int`},
		{"not JSON", `{"name":}`, `f.jsonl:2: not JSON at byte 9: invalid character '}' looking for beginning of value`},
		{"cut off", `{"name":"a"`, `f.jsonl:2: not JSON: ends in the middle of a value, after byte 11`},
		{"two values", `{} {}`, `f.jsonl:2: more than one JSON value (the second begins near byte 5)`},
		{"not UTF-8", "{\"name\":\"\xff\"}", `f.jsonl:2: not UTF-8; JSON has to be (bytes that are not text travel as base64, for example in text_b64)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := jsonl.NewReader("f.jsonl", strings.NewReader("{}\n"+c.line+"\n{\"n\":3}\n"), jsonl.ReaderOptions{})
			var got item
			if err := r.Decode(&got); err != nil {
				t.Fatal(err)
			}
			err := r.Decode(&got)
			if err == nil || err.Error() != c.want || !errors.Is(err, orrery.Invalid) {
				t.Errorf("error %v (kind %s)\nwant  %s", err, orrery.KindOf(err), c.want)
			}
			if err := r.Decode(&got); err != nil || got.N != 3 {
				t.Errorf("the line after it: %v, %v", got, err)
			}
		})
	}
}

func TestReaderBounds(t *testing.T) {
	r := jsonl.NewReader("f", strings.NewReader("{}\n{\"name\":\"aaaaaaaaaaaaaaaaaaaaa\"}\n{}\n"), jsonl.ReaderOptions{MaxLine: 16})
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := r.Next(); !errors.Is(err, orrery.Invalid) || err.Error() != "f:2: line is longer than 16 bytes" {
			t.Errorf("long line: %v", err)
		}
	}
	broken := errors.New("disk on fire")
	r = jsonl.NewReader("f", io.MultiReader(strings.NewReader("{}\n{\"na"), iotest.ErrReader(broken)), jsonl.ReaderOptions{})
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if line, err := r.Next(); !errors.Is(err, orrery.Infra) || !errors.Is(err, broken) {
		t.Errorf("broken file: line %q, %v", line, err)
	}
}

func TestWriter(t *testing.T) {
	var b bytes.Buffer
	w := jsonl.NewWriter(&b)
	if err := w.Encode(item{"<a&b>", 1}); err != nil {
		t.Fatal(err)
	}
	if err := w.Encode(map[string]float64{"x": math.NaN()}); !errors.Is(err, orrery.Invalid) {
		t.Errorf("NaN: %v", err)
	}
	if got, want := b.String(), "{\"name\":\"<a&b>\",\"n\":1}\n"; got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
}

// record writes an episode with the given parts as lines.
func record(t *testing.T, head orrery.EpisodeRecord, parts ...any) []string {
	t.Helper()
	var chain orrery.Chain
	add := func(kind orrery.RecordType, v any) string {
		line, err := chain.Append(kind, v)
		if err != nil {
			t.Fatal(err)
		}
		return string(line)
	}
	lines := []string{add(orrery.RecordEpisode, head)}
	for _, p := range parts {
		switch p.(type) {
		case orrery.TurnRecord:
			lines = append(lines, add(orrery.RecordTurn, p))
		case orrery.AnchorRecord:
			lines = append(lines, add(orrery.RecordAnchor, p))
		case orrery.InjectRecord:
			lines = append(lines, add(orrery.RecordInject, p))
		case orrery.EndRecord:
			lines = append(lines, add(orrery.RecordEnd, p))
		default:
			lines = append(lines, add("weather", p))
		}
	}
	return lines
}

func turn(t *testing.T, n int, action, text string) orrery.TurnRecord {
	t.Helper()
	o := orrery.Observation{Text: []byte(text), Valid: true}
	sum, err := o.Digest()
	if err != nil {
		t.Fatal(err)
	}
	return orrery.TurnRecord{N: n, Turn: orrery.Turn{Action: orrery.Action{Text: action}, Observation: o}, Sum: sum}
}

func header() orrery.EpisodeRecord {
	return orrery.EpisodeRecord{Format: orrery.RecordFormat, ID: "e1", Build: "test", Scenario: orrery.Scenario{Domain: orrery.Terminal, System: "sys"}}
}

func TestEpisodeRoundTrip(t *testing.T) {
	lines := record(t, header(),
		turn(t, 1, "echo \xff <&>", "\xff\u2028\n"),
		orrery.AnchorRecord{Real: orrery.Observation{Text: []byte("really"), Valid: true}, Divergence: orrery.Divergence{Distance: 0.5}},
		orrery.InjectRecord{Fault: orrery.Fault{Kind: "disk_full"}},
		turn(t, 2, "ls", ""),
		orrery.EndRecord{Turns: 2})
	all := strings.Join(lines, "")
	for _, c := range []struct {
		real bool
		want string
	}{{false, "\xff\u2028\n"}, {true, "really"}} {
		e, err := jsonl.NewEpisodeReader("e.jsonl", strings.NewReader(all), jsonl.ReaderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		tr, err := e.Trajectory(c.real)
		if err != nil {
			t.Fatal(err)
		}
		if tr.ID != "e1" || tr.System != "sys" || len(tr.Turns) != 2 || !e.Complete() {
			t.Errorf("trajectory %+v, complete %v", tr, e.Complete())
		}
		if got := string(tr.Turns[0].Observation.Text); got != c.want || tr.Turns[0].Action.Text != "echo \xff <&>" {
			t.Errorf("first turn %q gave %q, want %q", tr.Turns[0].Action.Text, got, c.want)
		}
	}
}

func TestEpisodeDamage(t *testing.T) {
	good := record(t, header(), turn(t, 1, "a", "A"), turn(t, 2, "b", "B"), orrery.EndRecord{Turns: 2})
	fork := header()
	fork.Parent = &orrery.ParentRecord{ID: "e0", Turn: 7, Hash: "aa"}
	liar := turn(t, 1, "a", "A")
	liar.Sum = turn(t, 1, "a", "X").Sum
	other := header()
	other.Format = "orrery-episode/9"
	for _, c := range []struct {
		name  string
		lines []string
		kind  orrery.ErrorKind
		want  string // start of the error
	}{
		{"whole", good, "", ""},
		{"fork goes on counting", record(t, fork, turn(t, 8, "a", "A"), orrery.EndRecord{Turns: 1}), "", ""},
		{"cut off between lines", good[:2], "", ""},
		{"empty", nil, orrery.Invalid, "e.jsonl:1: empty"},
		{"changed", []string{good[0], strings.Replace(good[1], `"A"`, `"X"`, 1), good[2]}, orrery.Corrupt, "e.jsonl:2: this turn line"},
		{"line lost", []string{good[0], good[2]}, orrery.Corrupt, "e.jsonl:2: this turn line"},
		{"lines swapped", []string{good[0], good[2], good[1]}, orrery.Corrupt, "e.jsonl:2: this turn line"},
		{"another format", record(t, other), orrery.Unsupported, `e.jsonl:1: data.format: is "orrery-episode/9"`},
		{"no header", []string{good[1]}, orrery.Corrupt, "e.jsonl:1: this turn line"},
		{"wrong number", record(t, header(), turn(t, 2, "a", "A")), orrery.Corrupt, "e.jsonl:2: data.n: turn 2 after turn 0"},
		{"wrong sum", record(t, header(), liar), orrery.Corrupt, "e.jsonl:2: data.sum: says "},
		{"wrong count", record(t, header(), orrery.EndRecord{Turns: 1}), orrery.Corrupt, "e.jsonl:2: data.turns: says 1 turns"},
		{"goes on after its end", record(t, header(), orrery.EndRecord{}, turn(t, 1, "a", "A")), orrery.Corrupt, "e.jsonl:3: a line after the end"},
		{"strange line", record(t, header(), "rain"), orrery.Invalid, `e.jsonl:2: type: "weather"`},
		{"strange field", []string{`{"type":"episode","hash":"","data":{},"extra":1}`}, orrery.Invalid, `e.jsonl:1: json: unknown field "extra"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := readAll(strings.Join(c.lines, ""))
			if orrery.KindOf(err) != c.kind {
				t.Fatalf("kind %q, want %q: %v", orrery.KindOf(err), c.kind, err)
			}
			if err != nil && !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("error %v\nwant  %s...", err, c.want)
			}
		})
	}
}

func readAll(in string) error {
	e, err := jsonl.NewEpisodeReader("e.jsonl", strings.NewReader(in), jsonl.ReaderOptions{MaxLine: 1 << 20})
	if err != nil {
		return err
	}
	_, err = e.Trajectory(false)
	return err
}

func FuzzEpisodeReader(f *testing.F) {
	f.Add(`{"type":"episode","hash":"","data":{}}`)
	f.Add("{\"type\":\"episode\"}\n{\"type\":\"turn\",\"data\":{\"n\":1}}\n")
	f.Fuzz(func(t *testing.T, in string) {
		// Whatever is read, an error is of the reader's own kinds and names the file.
		err := readAll(in)
		switch orrery.KindOf(err) {
		case "":
		case orrery.Invalid, orrery.Unsupported, orrery.Corrupt:
			if !strings.HasPrefix(err.Error(), "e.jsonl:") {
				t.Errorf("error without a place: %v", err)
			}
		default:
			t.Errorf("error of kind %s: %v", orrery.KindOf(err), err)
		}
	})
}
