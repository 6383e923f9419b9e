package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/config"
)

func TestEveryErrorKindHasAStatusOfItsOwn(t *testing.T) {
	seen := map[int]orrery.ErrorKind{}
	for _, kind := range orrery.ErrorKinds() {
		status := StatusOf(orrery.Errorf(kind, "x"))
		if other, ok := seen[status]; ok || status == ExitOK || status == ExitThreshold {
			t.Errorf("%s has the status %d, as %q has", kind, status, other)
		}
		seen[status] = kind
	}
	last := -1
	for _, row := range Statuses() {
		if row.Status <= last || row.Meaning == "" {
			t.Errorf("row %+v after %d", row, last)
		}
		last = row.Status
	}
}

func TestStatusOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{Exit(0), 0},
		{fmt.Errorf("with more: %w", Exit(77)), 77},
		{errors.New("unclassified"), 1},
		{context.Canceled, 130},
		{fmt.Errorf("open: %w", orrery.Corruptf("x")), 10},
	} {
		if got := StatusOf(c.err); got != c.want {
			t.Errorf("%v: %d, want %d", c.err, got, c.want)
		}
	}
}

func TestFail(t *testing.T) {
	for _, c := range []struct {
		err       error
		json      bool
		out, errs string
	}{
		{nil, true, "", ""},
		{Exit(3), true, "", ""},
		{orrery.Invalidf("no <good>"), false, "", "orrery: no <good>\n"},
		{orrery.Invalidf("no <good>"), true, "{\"error\":{\"kind\":\"invalid\",\"message\":\"no <good>\"}}\n", "orrery: no <good>\n"},
	} {
		var out, errs bytes.Buffer
		a := New(t.Context(), strings.NewReader(""), &out, &errs, config.Config{})
		if a.Fail(c.err, c.json); out.String() != c.out || errs.String() != c.errs {
			t.Errorf("%v: %q %q", c.err, out.String(), errs.String())
		}
	}
}

func TestInputEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	defer w.Close()
	in := New(ctx, r, io.Discard, io.Discard, config.Config{}).In
	go func() { _, _ = w.Write([]byte("abcdef")) }()
	buf := make([]byte, 4)
	for _, want := range []string{"abcd", "ef"} {
		if n, err := in.Read(buf); string(buf[:n]) != want || err != nil {
			t.Fatalf("%q, %v", buf[:n], err)
		}
	}
	cancel()
	if _, err := in.Read(buf); !errors.Is(err, orrery.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

func TestInputPassesTheEndOn(t *testing.T) {
	in := New(t.Context(), strings.NewReader("abc"), io.Discard, io.Discard, config.Config{}).In
	data, err := io.ReadAll(in)
	if string(data) != "abc" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{"": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$x\n": "'$x\n'"} {
		if got := quote(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}
