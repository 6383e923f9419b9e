package bc

// randomState is the generator behind C's random(), started as a program that never calls srandom.
type randomState struct {
	r  [34]int32
	at int
}

// random returns the next number of C's random().
func (b *interp) random() int64 {
	if b.rnd == nil {
		b.rnd = newRandom()
	}
	return int64(b.rnd.next())
}

func newRandom() *randomState {
	s := &randomState{}
	s.r[0] = 1
	for i := 1; i < 31; i++ {
		v := int64(s.r[i-1]) * 16807 % 2147483647
		if v < 0 {
			v += 2147483647
		}
		s.r[i] = int32(v)
	}
	for i := 31; i < 34; i++ {
		s.r[i] = s.r[i-31]
	}
	s.at = 34
	for range 310 {
		s.next()
	}
	return s
}

func (s *randomState) next() uint32 {
	i := s.at % 34
	v := s.r[(i+34-31)%34] + s.r[(i+34-3)%34]
	s.r[i] = v
	s.at++
	return uint32(v) >> 1
}
