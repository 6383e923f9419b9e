package orrery_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/orrery-world/orrery"
)

var snap = orrery.Snapshot{Format: "machine/1", Build: "b1", Base: "sha256:aa", State: []byte("\x00state\xff")}

func TestSnapshotRoundTrip(t *testing.T) {
	for _, s := range []orrery.Snapshot{snap, {}} {
		data, err := s.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		again, err := s.MarshalBinary()
		if err != nil || !bytes.Equal(data, again) {
			t.Errorf("the same snapshot gives other bytes, %v", err)
		}
		var back orrery.Snapshot
		if err := back.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		clear(data)
		if len(back.State) == 0 {
			back.State = nil
		}
		if !reflect.DeepEqual(back, s) {
			t.Errorf("read %+v, want %+v", back, s)
		}
	}
}

func TestSnapshotEveryDamagedByteIsCorrupt(t *testing.T) {
	data, err := snap.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var s orrery.Snapshot
	for i := range data {
		bad := bytes.Clone(data)
		bad[i] ^= 0x41
		if err := s.UnmarshalBinary(bad); !errors.Is(err, orrery.Corrupt) {
			t.Errorf("byte %d changed: %v", i, err)
		}
		if err := s.UnmarshalBinary(data[:i]); !errors.Is(err, orrery.Corrupt) {
			t.Errorf("cut at %d: %v", i, err)
		}
	}
	if err := s.UnmarshalBinary(append(data, 0)); !errors.Is(err, orrery.Corrupt) {
		t.Errorf("a byte too many: %v", err)
	}
}

func TestSnapshotCheckNamesBothSides(t *testing.T) {
	for _, c := range []struct {
		name string
		edit func(*orrery.Snapshot)
		want string
	}{
		{"same", func(*orrery.Snapshot) {}, ""},
		{"format", func(s *orrery.Snapshot) { s.Format = "machine/2" }, `snapshot: its format is "machine/2", this world's is "machine/1"`},
		{"build", func(s *orrery.Snapshot) { s.Build = "b2" }, `snapshot: its build is "b2", this world's is "b1"`},
		{"base", func(s *orrery.Snapshot) { s.Base = "" }, `snapshot: its base image is "", this world's is "sha256:aa"`},
	} {
		s := snap
		c.edit(&s)
		err := s.Check(snap)
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if !errors.Is(err, orrery.Corrupt) || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

func TestSnapshotLabelIsBounded(t *testing.T) {
	s := orrery.Snapshot{Build: strings.Repeat("x", 1<<12+1)}
	if _, err := s.MarshalBinary(); !errors.Is(err, orrery.Invalid) {
		t.Errorf("a huge label: %v", err)
	}
}

func FuzzSnapshot(f *testing.F) {
	if data, err := snap.MarshalBinary(); err == nil {
		f.Add(data)
	}
	f.Add([]byte("orrery-snapshot/1\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		var s orrery.Snapshot
		if err := s.UnmarshalBinary(in); err != nil && !errors.Is(err, orrery.Corrupt) {
			t.Errorf("error of kind %s: %v", orrery.KindOf(err), err)
		}
	})
}
