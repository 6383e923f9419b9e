// Package randint draws the numbers and permutations that GNU programs make from random bytes, so that shuf and sort -R give
// the same results as the real ones when they are given the same source.
package randint

import "io"

// Source gives random bytes: a file's, or the machine's own.
type Source struct {
	// R is where bytes come from; nil: a generator that Seed starts.
	R io.Reader
	// Seed starts the generator.
	Seed uint64

	num, max uint64 // randomness that is left over
}

// fill reads len(b) bytes.
func (s *Source) fill(b []byte) error {
	if s.R != nil {
		_, err := io.ReadFull(s.R, b)
		if err == io.ErrUnexpectedEOF {
			err = io.EOF
		}
		return err
	}
	for i := range b {
		s.Seed = s.Seed*6364136223846793005 + 1442695040888963407
		b[i] = byte(s.Seed >> 33)
	}
	return nil
}

// Below returns a number from 0 to n-1; n 0 stands for 2^64. The error is io.EOF when the source has no more bytes.
func (s *Source) Below(n uint64) (uint64, error) {
	most := n - 1
	num, limit := s.num, s.max
	for {
		for limit < most {
			var b [1]byte
			if err := s.fill(b[:]); err != nil {
				return 0, err
			}
			num = num<<8 + uint64(b[0])
			limit = limit<<8 + 255
		}
		if limit == most {
			s.num, s.max = 0, 0
			return num, nil
		}
		// Only a multiple of n among the values 0 to limit is used; what lies above is not thrown away but kept for
		// the next try.
		excess := limit - most
		rest := excess % n
		got := num % n
		if num <= limit-rest {
			s.num, s.max = num/n, excess/n
			return got, nil
		}
		num, limit = got, rest-1
	}
}

// Permutation returns the first h elements of a random permutation of 0 to n-1. It calls tick once for each.
func (s *Source) Permutation(h, n uint64, tick func()) ([]uint64, error) {
	if h == 0 {
		return nil, nil
	}
	if h == 1 {
		v, err := s.Below(n)
		return []uint64{v}, err
	}
	if n > 1<<16 && n/h > 32 {
		return s.sparse(h, n, tick)
	}
	v := make([]uint64, n)
	for i := range v {
		v[i] = uint64(i)
	}
	for i := uint64(0); i < h; i++ {
		tick()
		j, err := s.Below(n - i)
		if err != nil {
			return nil, err
		}
		v[i], v[i+j] = v[i+j], v[i]
	}
	return v[:h], nil
}

// sparse is Permutation for few elements of many.
func (s *Source) sparse(h, n uint64, tick func()) ([]uint64, error) {
	moved := map[uint64]uint64{}
	at := func(i uint64) uint64 {
		if v, ok := moved[i]; ok {
			return v
		}
		return i
	}
	out := make([]uint64, h)
	for i := range out {
		tick()
		j, err := s.Below(n - uint64(i))
		if err != nil {
			return nil, err
		}
		j += uint64(i)
		a, b := at(uint64(i)), at(j)
		out[i], moved[j] = b, a
		delete(moved, uint64(i))
	}
	return out, nil
}
