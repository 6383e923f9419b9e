package awk

// random is glibc's random(3) with its default table, so that srand gives the numbers that it gives on Debian.
type random struct {
	state [31]int32
	front int
	back  int
	ready bool
}

func (r *random) seed(seed uint32) {
	if seed == 0 {
		seed = 1
	}
	r.state[0] = int32(seed)
	for i := 1; i < len(r.state); i++ {
		// 16807 * x mod 2^31-1 without overflow.
		hi, lo := r.state[i-1]/127773, r.state[i-1]%127773
		w := 16807*lo - 2836*hi
		if w < 0 {
			w += 2147483647
		}
		r.state[i] = w
	}
	r.front, r.back, r.ready = 3, 0, true
	for range 310 {
		r.next()
	}
}

// next returns a number from 0 to 2^31-1.
func (r *random) next() int32 {
	r.state[r.front] += r.state[r.back]
	v := uint32(r.state[r.front]) >> 1
	r.front = (r.front + 1) % len(r.state)
	r.back = (r.back + 1) % len(r.state)
	return int32(v)
}

// rand returns a number from 0 to 1.
func (x *machine) rand() float64 {
	if !x.rng.ready {
		x.rng.seed(uint32(toInt(x.seed.toNum())))
	}
	return float64(x.rng.next()) / 2147483647
}

// srand sets the seed, to the time when v is nil, and returns the old one.
func (x *machine) srand(v *value) value {
	old := x.seed
	if v == nil {
		x.seed = num(float64(x.p.K.Now() / 1e9))
	} else {
		x.seed = *v
	}
	x.rng.seed(uint32(toInt(x.seed.toNum())))
	return old
}
