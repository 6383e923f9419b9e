// Package stats holds the few statistics that Orrery prints: Wilson intervals for proportions,
// McNemar's exact test for paired ones, and a seeded bootstrap for everything else.
package stats

import (
	"math"
	"slices"

	"github.com/orrery-world/orrery/internal/rng"
)

// Interval is a confidence interval.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Z95 is the two-sided 95 % quantile of the normal distribution.
const Z95 = 1.959963984540054

// Wilson returns the score interval of a proportion: k of n, at z standard deviations (Z95 for
// 95 %), without continuity correction. For n = 0 nothing is known: it returns 0 to 1.
func Wilson(k, n int, z float64) Interval {
	if n <= 0 {
		return Interval{0, 1}
	}
	p, nf, z2 := float64(k)/float64(n), float64(n), z*z
	mid := (p + z2/(2*nf)) / (1 + z2/nf)
	half := z / (1 + z2/nf) * math.Sqrt(p*(1-p)/nf+z2/(4*nf*nf))
	i := Interval{max(0, mid-half), min(1, mid+half)}
	// Rounding must not move the two bounds that are exact.
	if k == 0 {
		i.Low = 0
	}
	if k == n {
		i.High = 1
	}
	return i
}

// McNemar returns the two-sided p-value of the exact test for paired proportions: b items only the
// first arm got right, c only the second. Items on which both agree do not count. Without any
// disagreement it is 1.
func McNemar(b, c int) float64 {
	n := b + c
	if n == 0 {
		return 1
	}
	// Twice the smaller tail of a fair coin, in logarithms so that large counts do not underflow.
	logN, _ := math.Lgamma(float64(n + 1))
	tail := 0.0
	for i := range min(b, c) + 1 {
		li, _ := math.Lgamma(float64(i + 1))
		lr, _ := math.Lgamma(float64(n - i + 1))
		tail += math.Exp(logN - li - lr - float64(n)*math.Ln2)
	}
	return min(1, 2*tail)
}

// Mean returns the arithmetic mean, NaN for no values.
func Mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// Median returns the middle value, or the mean of the two middle ones; NaN for no values. It does
// not change x.
func Median(x []float64) float64 {
	s := slices.Sorted(slices.Values(x))
	if len(s) == 0 {
		return math.NaN()
	}
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

// Quantile returns the q-quantile (0 to 1) of sorted values by linear interpolation between the
// closest ranks; NaN for no values.
func Quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := min(max(q, 0), 1) * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}

// Resampled is the outcome of a bootstrap.
type Resampled struct {
	Estimate float64  // the statistic of the data itself
	Error    float64  // its standard error: the standard deviation over the resamples
	Interval Interval // the percentile interval
}

// BootstrapOptions say how to resample. The zero value is usable.
type BootstrapOptions struct {
	Resamples int     // 0 means 10,000
	Level     float64 // of the interval; 0 means 0.95
	Seed      uint64  // the same seed gives the same numbers
}

// Bootstrap resamples the items of data with replacement and returns what the statistic does. Paired
// arms are compared by handing in the differences item by item. Without data all numbers are NaN.
func Bootstrap(data []float64, statistic func([]float64) float64, o BootstrapOptions) Resampled {
	if o.Resamples <= 0 {
		o.Resamples = 10_000
	}
	if o.Level <= 0 || o.Level >= 1 {
		o.Level = 0.95
	}
	if len(data) == 0 {
		nan := math.NaN()
		return Resampled{nan, nan, Interval{nan, nan}}
	}
	r := rng.New(o.Seed)
	sample, values := make([]float64, len(data)), make([]float64, o.Resamples)
	for i := range values {
		for j := range sample {
			sample[j] = data[r.Intn(len(data))]
		}
		values[i] = statistic(sample)
	}
	slices.Sort(values)
	mean, sq := Mean(values), 0.0
	for _, v := range values {
		sq += (v - mean) * (v - mean)
	}
	edge := (1 - o.Level) / 2
	return Resampled{
		Estimate: statistic(data),
		Error:    math.Sqrt(sq / float64(len(values))),
		Interval: Interval{Quantile(values, edge), Quantile(values, 1-edge)},
	}
}
