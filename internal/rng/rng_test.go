package rng_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/orrery-world/orrery/internal/rng"
)

// The published test vector of SplitMix64 for the seed 1234567.
func TestPublishedVector(t *testing.T) {
	r := rng.New(1234567)
	for i, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
	} {
		if got := r.Uint64(); got != want {
			t.Fatalf("number %d is %d, want %d", i, got, want)
		}
	}
}

func TestCopyAndStateGoOnFromTheSamePlace(t *testing.T) {
	a := rng.New(7)
	a.Uint64()
	b, c := a, rng.New(a.State())
	want := a.Uint64()
	if x, y := b.Uint64(), c.Uint64(); x != want || y != want {
		t.Errorf("copy %d, state %d, want %d", x, y, want)
	}
}

func TestDerive(t *testing.T) {
	r := rng.New(7)
	a, b, again, empty := r.Derive("pids"), r.Derive("names"), r.Derive("pids"), r.Derive("")
	va, vb, vagain, vempty := a.Uint64(), b.Uint64(), again.Uint64(), empty.Uint64()
	if va != vagain {
		t.Error("the same label gives another stream")
	}
	if va == vb || va == vempty || vb == vempty {
		t.Error("two labels give one stream")
	}
	if r.State() != 7 {
		t.Error("Derive moved the generator")
	}
}

func TestUniform(t *testing.T) {
	const n, draws = 6, 60_000
	r := rng.New(1)
	var count [n]int
	for range draws {
		count[r.Intn(n)]++
	}
	// Chi squared with 5 degrees of freedom; 20.5 is passed once in a thousand seeds.
	chi := 0.0
	for _, c := range count {
		d := float64(c) - draws/n
		chi += d * d / (draws / n)
	}
	if chi > 20.5 {
		t.Errorf("chi squared %.1f for counts %v", chi, count)
	}
	sum := 0.0
	for range draws {
		f := r.Float64()
		if f < 0 || f >= 1 {
			t.Fatalf("Float64 gave %v", f)
		}
		sum += f
	}
	if mean := sum / draws; math.Abs(mean-0.5) > 0.006 {
		t.Errorf("mean %.4f", mean)
	}
	for _, n := range []int{-1, 0, 1} {
		if got := r.Intn(n); got != 0 {
			t.Errorf("Intn(%d) = %d", n, got)
		}
	}
	if got := r.Uint64n(math.MaxUint64); got == math.MaxUint64 {
		t.Error("Uint64n reached its bound")
	}
}

func TestShuffleIsAPermutation(t *testing.T) {
	r := rng.New(3)
	p := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	r.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
	var seen [10]bool
	moved := false
	for i, v := range p {
		seen[v] = true
		moved = moved || i != v
	}
	for v, ok := range seen {
		if !ok {
			t.Errorf("%d is lost", v)
		}
	}
	if !moved {
		t.Error("nothing moved")
	}
}

func TestReadInWords(t *testing.T) {
	whole, parts := make([]byte, 24), make([]byte, 24)
	a, b := rng.New(9), rng.New(9)
	if n, err := a.Read(whole); n != 24 || err != nil {
		t.Fatal(n, err)
	}
	for i := 0; i < 24; i += 8 {
		if _, err := b.Read(parts[i : i+8]); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(whole, parts) {
		t.Errorf("%x and %x", whole, parts)
	}
}
