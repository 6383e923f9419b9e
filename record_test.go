package orrery_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/orrery-world/orrery"
)

func TestChain(t *testing.T) {
	var write orrery.Chain
	first, err := write.Append(orrery.RecordEpisode, orrery.EpisodeRecord{Format: orrery.RecordFormat})
	if err != nil {
		t.Fatal(err)
	}
	fork := write
	before := write.Last()
	if _, err := write.Append(orrery.RecordTurn, math.NaN()); !errors.Is(err, orrery.Invalid) || write.Last() != before {
		t.Errorf("what JSON cannot carry: %v, chain moved: %v", err, write.Last() != before)
	}
	second, err := write.Append(orrery.RecordEnd, orrery.EndRecord{Turns: 0})
	if err != nil {
		t.Fatal(err)
	}
	if fork.Last() != before || write.Last() == before {
		t.Error("a copy of a chain is not independent")
	}

	var read orrery.Chain
	for i, line := range [][]byte{first, second} {
		var r orrery.Record
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		changed := r
		changed.Data = json.RawMessage(strings.Replace(string(r.Data), "{", "{ ", 1))
		if err := read.Verify(changed); !errors.Is(err, orrery.Corrupt) {
			t.Errorf("line %d with another byte: %v", i, err)
		}
		changed = r
		changed.Type = orrery.RecordInject
		if err := read.Verify(changed); !errors.Is(err, orrery.Corrupt) {
			t.Errorf("line %d with another type: %v", i, err)
		}
		if err := read.Verify(r); err != nil {
			t.Errorf("line %d: %v", i, err)
		}
	}
	if read.Last() != write.Last() {
		t.Error("reader and writer end with different hashes")
	}
}

func TestCheckReplay(t *testing.T) {
	o := orrery.Observation{Text: []byte("a"), Valid: true}
	sum, err := o.Digest()
	if err != nil {
		t.Fatal(err)
	}
	rec := orrery.TurnRecord{N: 4, Sum: sum}
	if err := rec.CheckReplay(o); err != nil {
		t.Errorf("the same answer: %v", err)
	}
	o.Text = []byte("b")
	other, err := o.Digest()
	if err != nil {
		t.Fatal(err)
	}
	err = rec.CheckReplay(o)
	if !errors.Is(err, orrery.Corrupt) || !strings.Contains(err.Error(), sum[:12]) || !strings.Contains(err.Error(), other[:12]) {
		t.Errorf("another answer must be corrupt and name both digests: %v", err)
	}
}
