package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/orrery-world/orrery/internal/stats"
)

func near(a, b, eps float64) bool { return math.Abs(a-b) <= eps }

// Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3 (score, no continuity
// correction), 95 %.
func TestWilsonAgainstNewcombe(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		got := stats.Wilson(c.k, c.n, stats.Z95)
		if !near(got.Low, c.low, 5e-5) || !near(got.High, c.high, 5e-5) {
			t.Errorf("%d of %d: %.4f to %.4f, published %.4f to %.4f", c.k, c.n, got.Low, got.High, c.low, c.high)
		}
	}
}

func TestWilsonEdges(t *testing.T) {
	if got := stats.Wilson(0, 0, stats.Z95); got != (stats.Interval{Low: 0, High: 1}) {
		t.Errorf("nothing measured: %v", got)
	}
	for n := 1; n < 200; n++ {
		none, all := stats.Wilson(0, n, stats.Z95), stats.Wilson(n, n, stats.Z95)
		if none.Low != 0 || all.High != 1 {
			t.Fatalf("n %d: %v and %v", n, none, all)
		}
		if !near(none.High, 1-all.Low, 1e-12) {
			t.Fatalf("n %d: not symmetric, %v and %v", n, none, all)
		}
	}
}

func TestMcNemar(t *testing.T) {
	for _, c := range []struct {
		b, c int
		want float64
	}{
		{0, 0, 1},
		{1, 9, 22.0 / 1024},              // 2 (1 + 10) / 2^10
		{5, 5, 1},                        // twice more than half, capped
		{0, 12, 2.0 / 4096},              // 2 / 2^12
		{10, 0, 2.0 / 1024},              // 2 / 2^10
		{2, 6, 2 * (1 + 8 + 28) / 256.0}, // 2 (1 + 8 + 28) / 2^8
		{86, 150, 3.716e-05},             // approval ratings, Agresti, Categorical Data Analysis, ch. 10: 150 against 86
	} {
		if got := stats.McNemar(c.b, c.c); math.Abs(got-c.want) > 1e-3*c.want {
			t.Errorf("%d against %d: %.6g, want %.6g", c.b, c.c, got, c.want)
		}
		if stats.McNemar(c.b, c.c) != stats.McNemar(c.c, c.b) {
			t.Errorf("%d against %d is not symmetric", c.b, c.c)
		}
	}
	if got := stats.McNemar(4000, 6000); got <= 0 || got > 1e-80 {
		t.Errorf("large counts: %g", got)
	}
}

// The mouse data of Efron and Tibshirani, An Introduction to the Bootstrap (1993), table 2.1: with
// resamples without end, the standard error of the treatment mean is 23.36, of its median 37.83.
func TestBootstrapAgainstEfronAndTibshirani(t *testing.T) {
	treatment := []float64{94, 197, 16, 38, 99, 141, 23}
	before := slices.Clone(treatment)
	mean := stats.Bootstrap(treatment, stats.Mean, stats.BootstrapOptions{Resamples: 40_000, Seed: 1})
	median := stats.Bootstrap(treatment, stats.Median, stats.BootstrapOptions{Resamples: 40_000, Seed: 1})
	if !near(mean.Error, 23.36, 0.35) || !near(median.Error, 37.83, 0.6) {
		t.Errorf("standard errors %.2f and %.2f, published 23.36 and 37.83", mean.Error, median.Error)
	}
	if !near(mean.Estimate, 86.86, 0.005) || median.Estimate != 94 {
		t.Errorf("estimates %.2f and %.2f", mean.Estimate, median.Estimate)
	}
	if mean.Interval.Low > mean.Estimate || mean.Interval.High < mean.Estimate {
		t.Errorf("interval %v around %v", mean.Interval, mean.Estimate)
	}
	if !slices.Equal(treatment, before) {
		t.Error("the data was changed")
	}
}

func TestBootstrapIsSeeded(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 6, 7, 8}
	run := func(seed uint64) stats.Resampled {
		return stats.Bootstrap(x, stats.Mean, stats.BootstrapOptions{Resamples: 500, Seed: seed})
	}
	if run(1) != run(1) {
		t.Error("the same seed gives other numbers")
	}
	if run(1) == run(2) {
		t.Error("another seed gives the same numbers")
	}
	if got := stats.Bootstrap(nil, stats.Mean, stats.BootstrapOptions{}); !math.IsNaN(got.Estimate) || !math.IsNaN(got.Interval.Low) {
		t.Errorf("no data: %v", got)
	}
}

func TestQuantile(t *testing.T) {
	x := []float64{1, 2, 3, 4}
	for _, c := range []struct{ q, want float64 }{{0, 1}, {0.5, 2.5}, {1, 4}, {0.25, 1.75}, {-1, 1}, {2, 4}} {
		if got := stats.Quantile(x, c.q); got != c.want {
			t.Errorf("quantile %v: %v, want %v", c.q, got, c.want)
		}
	}
	if !math.IsNaN(stats.Quantile(nil, 0.5)) || !math.IsNaN(stats.Median(nil)) {
		t.Error("no values have a quantile")
	}
}
