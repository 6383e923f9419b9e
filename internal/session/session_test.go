package session_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/session"
)

func open(t *testing.T, s session.Store, name string) *session.Session {
	t.Helper()
	held, err := s.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return held
}

func closed(t *testing.T, s *session.Session) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestKeepAndLoad(t *testing.T) {
	store := session.Store{Dir: filepath.Join(t.TempDir(), "a", "sessions")}
	s := open(t, store, "one")
	if _, ok, err := s.Load(); ok || err != nil {
		t.Fatalf("a new session: %v, %v", ok, err)
	}
	for _, state := range []string{"first", "second, longer", "3"} {
		want := orrery.Snapshot{Format: "f/1", Build: "b", State: []byte(state)}
		if err := s.Keep(want); err != nil {
			t.Fatal(err)
		}
		closed(t, s)
		s = open(t, store, "one")
		got, ok, err := s.Load()
		if err != nil || !ok {
			t.Fatalf("%v, %v", ok, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	}
	if err := s.Remove(); err != nil {
		t.Fatal(err)
	}
	if err := s.Remove(); err != nil {
		t.Errorf("a second time: %v", err)
	}
	if _, ok, err := s.Load(); ok || err != nil {
		t.Errorf("after Remove: %v, %v", ok, err)
	}
	closed(t, s)
}

func TestSecondUserWaitsThenIsRefused(t *testing.T) {
	store := session.Store{Dir: t.TempDir(), Wait: 30 * time.Millisecond}
	s := open(t, store, "one")
	if _, err := store.Open(t.Context(), "one"); !errors.Is(err, orrery.Conflict) {
		t.Errorf("error %v", err)
	}
	other := open(t, store, "two")
	closed(t, other)
	closed(t, s)
	closed(t, open(t, store, "one"))
}

func TestDamagedFile(t *testing.T) {
	store := session.Store{Dir: t.TempDir()}
	s := open(t, store, "one")
	defer closed(t, s)
	file := filepath.Join(store.Dir, "one.snapshot")
	if err := os.WriteFile(file, []byte("no snapshot"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err := s.Load()
	if !errors.Is(err, orrery.Corrupt) || !strings.HasPrefix(err.Error(), file+": ") || !strings.Contains(err.Error(), "--reset") {
		t.Errorf("error %v", err)
	}
}

func TestNames(t *testing.T) {
	store := session.Store{Dir: t.TempDir()}
	for _, name := range []string{"", ".", "..", ".x", "-x", "a/b", "../a", "a b", "é", "a\x00", strings.Repeat("a", 129)} {
		if _, err := store.Open(t.Context(), name); !errors.Is(err, orrery.Invalid) {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"a", "A.b_c-9", strings.Repeat("a", 128)} {
		closed(t, open(t, store, name))
	}
}
