package orrery_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/orrery-world/orrery"
)

func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want orrery.ErrorKind
	}{
		{nil, ""},
		{orrery.Invalidf("x"), orrery.Invalid},
		{fmt.Errorf("open: %w", orrery.Corruptf("x")), orrery.Corrupt},
		{fmt.Errorf("open: %w", orrery.Capacity), orrery.Capacity},
		{orrery.Errorf(orrery.Capacity, "queue: %w", orrery.Infraf("x")), orrery.Capacity},
		{context.Canceled, orrery.Canceled},
		{fmt.Errorf("x: %w", context.DeadlineExceeded), orrery.Canceled},
		{io.ErrUnexpectedEOF, orrery.Infra},
	} {
		if got := orrery.KindOf(c.err); got != c.want {
			t.Errorf("KindOf(%v) = %q, want %q", c.err, got, c.want)
		}
	}
}

func TestErrorsIs(t *testing.T) {
	err := fmt.Errorf("outer: %w", orrery.Infraf("stream: %w", io.ErrUnexpectedEOF))
	if !errors.Is(err, orrery.Infra) || errors.Is(err, orrery.Invalid) {
		t.Errorf("kind is not seen through wrapping: %v", err)
	}
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("cause is not seen through an Error: %v", err)
	}
	for _, k := range orrery.ErrorKinds() {
		if e := orrery.Errorf(k, "x"); !errors.Is(e, k) || orrery.KindOf(e) != k {
			t.Errorf("kind %s is lost", k)
		}
	}
}

func TestErrorText(t *testing.T) {
	e := orrery.Invalidf("must be absolute")
	for _, c := range []struct {
		err  error
		want string
	}{
		{e, "must be absolute"},
		{e.At("s.yaml", 3, "terminal.cwd"), "s.yaml:3: terminal.cwd: must be absolute"},
		{e.At("s.yaml", 3, ""), "s.yaml:3: must be absolute"},
		{e.At("s.yaml", 0, ""), "s.yaml: must be absolute"},
		{e.At("", 3, "cwd"), "line 3: cwd: must be absolute"},
		{e.At("", 0, "cwd").Hinted("write /home"), "cwd: must be absolute (write /home)"},
		{&orrery.Error{Kind: orrery.Capacity}, "capacity"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if e.File != "" || e.Hint != "" {
		t.Error("At or Hinted changed the error it was called on")
	}
}

func TestContextError(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	if err := orrery.ContextError(ctx); err != nil {
		t.Fatalf("alive: %v", err)
	}
	cancel(io.ErrClosedPipe)
	if err := orrery.ContextError(ctx); !errors.Is(err, orrery.Canceled) || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("ended: %v", err)
	}
}
