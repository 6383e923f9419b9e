package orrery_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/orrery-world/orrery"
)

func TestObservationCheck(t *testing.T) {
	span := func(spans ...orrery.Span) orrery.Observation {
		return orrery.Observation{Text: []byte("abcdef"), Result: orrery.TerminalResult{Stdout: []byte("abc")}, Spans: spans}
	}
	for _, c := range []struct {
		name string
		obs  orrery.Observation
		want string // part of the error; empty for none
	}{
		{"zero", orrery.Observation{}, ""},
		{"spans", span(orrery.Span{"text", 0, 2, orrery.Imagined}, orrery.Span{"stdout", 0, 3, orrery.Derived}, orrery.Span{"text", 2, 4, orrery.Recalled}), ""},
		{"span past the end", span(orrery.Span{"stdout", 1, 3, orrery.Imagined}), "span 0 covers bytes 1 to 4"},
		{"span that overflows", span(orrery.Span{"stdout", math.MaxInt, 2, orrery.Imagined}), "span 0"},
		{"empty span", span(orrery.Span{"stdout", 1, 0, orrery.Imagined}), "span 0"},
		{"spans over one another", span(orrery.Span{"text", 0, 2, orrery.Imagined}, orrery.Span{"text", 1, 1, orrery.Imagined}), "span 1"},
		{"no such field", span(orrery.Span{"content", 0, 1, orrery.Imagined}), `the field "content"`},
		{"no such provenance", span(orrery.Span{"text", 0, 1, 99}), "provenance 99"},
		{"no such effect", orrery.Observation{Effects: []orrery.Effect{{Kind: "file_moved"}}}, `"file_moved"`},
		{"effect of nothing", orrery.Observation{Effects: []orrery.Effect{{Kind: orrery.CwdChanged}}}, "neither before nor after"},
		{"network attempt", orrery.Observation{Effects: []orrery.Effect{{Kind: orrery.NetworkAttempt, Name: "example.com:443"}}}, ""},
		{"no such outcome", orrery.Observation{Outcome: "perhaps"}, `"perhaps"`},
		{"unknown yet valid", orrery.Observation{Outcome: orrery.OutcomeUnknown, Valid: true}, "not valid"},
		{"reward", orrery.Observation{Reward: ptr(math.Inf(-1))}, "reward"},
	} {
		err := c.obs.Check()
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (!errors.Is(err, orrery.Invalid) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}

func TestProvenance(t *testing.T) {
	all := orrery.Provenances()
	for _, p := range all {
		text, err := p.MarshalText()
		var back orrery.Provenance
		if err != nil || back.UnmarshalText(text) != nil || back != p {
			t.Errorf("%v is written %q and read %v, %v", p, text, back, err)
		}
		if orrery.Exact.Join(p) != p {
			t.Errorf("exact changes %v", p)
		}
		for _, q := range all {
			if p.Join(q) != q.Join(p) {
				t.Errorf("%v and %v join differently by order", p, q)
			}
			if (p.Invented() || q.Invented()) && !p.Join(q).Invented() {
				t.Errorf("joining %v and %v loses the model's part", p, q)
			}
		}
		if p.Invented() != p.Computed().Invented() {
			t.Errorf("computing from %v changes whether a model had a part in it", p)
		}
	}
	if _, err := orrery.Provenance(99).MarshalText(); !errors.Is(err, orrery.Invalid) {
		t.Errorf("provenance 99: %v", err)
	}
	o := orrery.Observation{Text: []byte("abc"), Spans: []orrery.Span{{"text", 1, 1, orrery.Imagined}}}
	for i, want := range []orrery.Provenance{orrery.Exact, orrery.Imagined, orrery.Exact} {
		if got := o.Provenance("text", i); got != want {
			t.Errorf("byte %d is %v, want %v", i, got, want)
		}
	}
}

func TestUnknown(t *testing.T) {
	o := orrery.UnknownTerminal("frobnicate", "/home/user")
	r, ok := o.Terminal()
	if !ok || r.Exit != 127 || r.Cwd != "/home/user" || o.Valid || !o.IsUnknown() {
		t.Errorf("unknown outcome %+v", o)
	}
	if s := string(r.Stderr); strings.Contains(s, "not found") || !strings.Contains(s, "frobnicate") || !strings.HasSuffix(s, "\n") {
		t.Errorf("its words are %q", s)
	}
	if err := o.Check(); err != nil {
		t.Error(err)
	}
	o.MarkUnknown("frobnicate")
	if len(o.Warnings) != 1 {
		t.Errorf("warnings %q", o.Warnings)
	}
}

func TestWarnings(t *testing.T) {
	var o orrery.Observation
	if name, ok := o.Budget(); ok {
		t.Errorf("budget %q of nothing", name)
	}
	o.Warn("unsupported option: ls --zero")
	o.Warn(orrery.BudgetWarning("output"))
	o.Warn(orrery.BudgetWarning("output"))
	if name, ok := o.Budget(); !ok || name != "output" || len(o.Warnings) != 2 {
		t.Errorf("budget %q, warnings %q", name, o.Warnings)
	}
}

func TestNewSide(t *testing.T) {
	content := []byte("hello")
	for _, c := range []struct {
		limit int
		want  string
		cut   bool
	}{{-1, "hello", false}, {5, "hello", false}, {2, "he", true}, {0, "", true}} {
		s := orrery.NewSide(content, c.limit)
		if string(s.Content) != c.want || s.Truncated != c.cut || s.Size != 5 {
			t.Errorf("limit %d: %+v", c.limit, s)
		}
		// printf hello | sha256sum
		if s.Hash != "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824" {
			t.Errorf("hash %s", s.Hash)
		}
	}
	s := orrery.NewSide(content, -1)
	content[0] = 'j'
	if string(s.Content) != "hello" {
		t.Error("a side shares the caller's bytes")
	}
}
