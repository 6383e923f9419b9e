package scenario

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/orrery-world/orrery"
)

// FuzzParse: every error is invalid and has a place; and a section that is cut out of the file
// means by itself what it means in the file.
func FuzzParse(f *testing.F) {
	full, err := os.ReadFile("testdata/full.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(full)
	for _, s := range []string{
		"", "domain: web\n", "{\"domain\": \"os\", \"os\": {\"a\": [1, \"x\"]}}", "{os: it's, task: 'a, b'}",
		"os: |2-\n   a\n  b\nseed: 1\n", "os: >\n  a\n\n  b\n", "os: a\n  b\nseed: 1\n", "os:\n- - a\n  - b\n- c\n", "os: {a: 1, # }\n b: 2}\n",
		"os: \"a\n  b\"\nseed: 0b1\n", "domain: os\nhistory:\n- action: a\n  observation: {text: \"\\x00\"}\n", "---\nos:\r\n  a: 1\r\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 1<<14 {
			return
		}
		s, err := Parse("s.yaml", in, Options{})
		if err != nil {
			if orrery.KindOf(err) != orrery.Invalid || !strings.HasPrefix(err.Error(), "s.yaml:") {
				t.Fatalf("error of kind %s: %v", orrery.KindOf(err), err)
			}
			return
		}
		checkSection(t, in, s)
	})
}

func checkSection(t *testing.T, in []byte, s orrery.Scenario) {
	t.Helper()
	if s.Section.IsZero() {
		return
	}
	if lines := bytes.Count(in, []byte("\n")) + 1; s.Section.Line < 1 || s.Section.Line > lines {
		t.Fatalf("section on line %d of %d", s.Section.Line, lines)
	}
	whole, err := parse(orrery.Section{Line: 1, Data: in})
	if err != nil {
		t.Fatal(err)
	}
	pairs, _, _ := entries(whole)
	for _, kv := range pairs {
		if key, _ := text(kv.Key); key != string(s.Domain) {
			continue
		}
		alone, err := parse(s.Section)
		if err != nil {
			t.Fatalf("section %q: %v", s.Section.Data, err)
		}
		if got, want := dump(alone), dump(kv.Value); got != want {
			t.Fatalf("section %q means %s, in the file it means %s", s.Section.Data, got, want)
		}
	}
}
