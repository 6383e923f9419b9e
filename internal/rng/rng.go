// Package rng is the deterministic source of randomness: SplitMix64, written out here so that the
// same seed gives the same numbers in every build and on every machine. Not for secrets.
package rng

import "math/bits"

// Rand is a generator. It is a plain value: a copy goes on independently from the same place. The
// zero value is the generator with seed 0. It is not safe for concurrent use.
type Rand struct {
	state uint64
}

// New returns a generator with the given seed.
func New(seed uint64) Rand { return Rand{state: seed} }

const golden = 0x9E3779B97F4A7C15

// Uint64 returns the next number, uniform over all 64-bit values.
func (r *Rand) Uint64() uint64 {
	r.state += golden
	return mix(r.state)
}

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood 2014, constants of variant 13 by Stafford).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Uint64n returns a number uniform over 0 to n-1, without bias, and 0 when n is 0 or 1.
func (r *Rand) Uint64n(n uint64) uint64 {
	if n < 2 {
		return 0
	}
	// Lemire's multiplication: the low half tells when a number falls into the uneven rest.
	hi, lo := bits.Mul64(r.Uint64(), n)
	if lo < n {
		rest := -n % n
		for lo < rest {
			hi, lo = bits.Mul64(r.Uint64(), n)
		}
	}
	return hi
}

// Intn returns a number uniform over 0 to n-1, and 0 when n is below 2.
func (r *Rand) Intn(n int) int {
	if n < 2 {
		return 0
	}
	return int(r.Uint64n(uint64(n)))
}

// Float64 returns a number uniform over [0, 1) in steps of 2^-53.
func (r *Rand) Float64() float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// Shuffle puts n things into random order; swap exchanges two of them.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Intn(i+1))
	}
}

// Read fills p with random bytes. It always fills all of p and never fails.
func (r *Rand) Read(p []byte) (int, error) {
	for i := 0; i < len(p); {
		for v, k := r.Uint64(), 0; k < 8 && i < len(p); k++ {
			p[i] = byte(v)
			v >>= 8
			i++
		}
	}
	return len(p), nil
}

// Derive returns a generator for a purpose of its own, named by label: it depends on r's place and
// on the label, and r itself does not move. Streams of different labels do not disturb one another.
func (r Rand) Derive(label string) Rand {
	h := mix(r.state + golden)
	for i := range len(label) {
		h = mix(h ^ uint64(label[i]) + golden)
	}
	return Rand{state: mix(h ^ uint64(len(label)))}
}

// State returns the generator's place, for a snapshot; New(State()) goes on from there.
func (r Rand) State() uint64 { return r.state }
