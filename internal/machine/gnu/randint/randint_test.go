package randint

import (
	"io"
	"slices"
	"strings"
	"testing"
)

func TestPermutationsAgree(t *testing.T) {
	for seed := range uint64(20) {
		a := Source{Seed: seed}
		b := Source{Seed: seed}
		n := uint64(1000)
		x, err1 := a.Permutation(40, n, func() {})
		y, err2 := b.sparse(40, n, func() {})
		if err1 != nil || err2 != nil || !slices.Equal(x, y) {
			t.Fatalf("seed %d: %v and %v", seed, x, y)
		}
	}
}

func TestSourceEnds(t *testing.T) {
	s := Source{R: strings.NewReader("ab")}
	for range 2 {
		if _, err := s.Below(256); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Below(256); err != io.EOF {
		t.Errorf("error %v", err)
	}
}
