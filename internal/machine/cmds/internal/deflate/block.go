package deflate

import "io"

// bits writes numbers of bits, the lowest first.
type bits struct {
	w     io.Writer
	acc   uint64
	n     uint
	buf   []byte
	total int64
	err   error
}

func (b *bits) put(v uint32, n uint) {
	b.acc |= uint64(v) << b.n
	for b.n += n; b.n >= 8; b.n -= 8 {
		b.buf = append(b.buf, byte(b.acc))
		b.acc >>= 8
	}
	if len(b.buf) >= 1<<14 {
		b.send()
	}
}

func (b *bits) send() {
	b.total += int64(len(b.buf))
	if b.err == nil {
		_, b.err = b.w.Write(b.buf)
	}
	b.buf = b.buf[:0]
}

// align fills up to a whole byte.
func (b *bits) align() {
	if b.n > 0 {
		b.put(0, 8-b.n)
	}
}

func (b *bits) finish() error {
	b.align()
	b.send()
	return b.err
}

// flushBlock writes the block of the collected symbols in the shortest of the three ways. Raw is its text, or nil when the
// window does not hold all of it any more.
func (t *trees) flushBlock(out *bits, raw []byte, size int, eof bool) {
	last := uint32(0)
	if eof {
		last = 1
	}
	t.build(&t.lit)
	t.build(&t.dist)
	blCodes := t.buildLengths()
	opt := (t.optLen + 3 + 7) >> 3
	static := (t.staticLen + 3 + 7) >> 3
	opt = min(opt, static)
	switch {
	case size+4 <= opt && raw != nil:
		out.put(last, 3)
		out.align()
		out.put(uint32(size), 16)
		out.put(uint32(^uint16(size)), 16)
		out.buf = append(out.buf, raw...)
	case static == opt:
		out.put(1<<1|last, 3)
		t.symbols(out, tables.litLen[:], tables.litCode[:], tables.distLen[:], tables.distCode[:])
	default:
		out.put(2<<1|last, 3)
		t.sendTrees(out, blCodes)
		t.symbols(out, t.lit.lens[:], t.lit.codes[:], t.dist.lens[:], t.dist.codes[:])
	}
	t.startBlock()
}

func (t *trees) symbols(out *bits, litLen []uint8, litCode []uint16, distLen []uint8, distCode []uint16) {
	for _, s := range t.syms {
		lc := int(s.lc)
		if s.dist == 0 {
			out.put(uint32(litCode[lc]), uint(litLen[lc]))
			continue
		}
		c := int(tables.length[lc])
		out.put(uint32(litCode[c+endBlock+1]), uint(litLen[c+endBlock+1]))
		if x := extraLen[c]; x != 0 {
			out.put(uint32(lc-tables.baseLen[c]), uint(x))
		}
		d := int(s.dist) - 1
		c = tables.distCodeOf(d)
		out.put(uint32(distCode[c]), uint(distLen[c]))
		if x := extraDist[c]; x != 0 {
			out.put(uint32(d-tables.baseDist[c]), uint(x))
		}
	}
	out.put(uint32(litCode[endBlock]), uint(litLen[endBlock]))
}

// lengthRuns calls f for each symbol of the code in which code lengths are written: a length, or a run of one.
func lengthRuns(lens []uint8, maxCode int, f func(sym int, times int)) {
	prev, next := -1, int(lens[0])
	count, most, least := 0, 7, 4
	if next == 0 {
		most, least = 138, 3
	}
	for n := 0; n <= maxCode; n++ {
		cur := next
		next = 0xffff
		if n < maxCode {
			next = int(lens[n+1])
		}
		count++
		if count < most && cur == next {
			continue
		}
		switch {
		case count < least:
			for range count {
				f(cur, 0)
			}
		case cur != 0:
			if cur != prev {
				f(cur, 0)
				count--
			}
			f(rep3to6, count)
		case count <= 10:
			f(zeros3to10, count)
		default:
			f(zeros11to138, count)
		}
		count, prev = 0, cur
		switch {
		case next == 0:
			most, least = 138, 3
		case cur == next:
			most, least = 6, 3
		default:
			most, least = 7, 4
		}
	}
}

// buildLengths makes the code for the code lengths and returns how many of its own lengths must be sent.
func (t *trees) buildLengths() int {
	count := func(sym, _ int) { t.bl.freq[sym]++ }
	lengthRuns(t.lit.lens[:], t.lit.maxCode, count)
	lengthRuns(t.dist.lens[:], t.dist.maxCode, count)
	t.build(&t.bl)
	last := lenCodes - 1
	for ; last >= 3; last-- {
		if t.bl.lens[lenOrder[last]] != 0 {
			break
		}
	}
	t.optLen += 3*(last+1) + 5 + 5 + 4
	return last + 1
}

func (t *trees) sendTrees(out *bits, blCodes int) {
	out.put(uint32(t.lit.maxCode+1-257), 5)
	out.put(uint32(t.dist.maxCode), 5)
	out.put(uint32(blCodes-4), 4)
	for i := range blCodes {
		out.put(uint32(t.bl.lens[lenOrder[i]]), 3)
	}
	send := func(sym, times int) {
		out.put(uint32(t.bl.codes[sym]), uint(t.bl.lens[sym]))
		switch sym {
		case rep3to6:
			out.put(uint32(times-3), 2)
		case zeros3to10:
			out.put(uint32(times-3), 3)
		case zeros11to138:
			out.put(uint32(times-11), 7)
		}
	}
	lengthRuns(t.lit.lens[:], t.lit.maxCode, send)
	lengthRuns(t.dist.lens[:], t.dist.maxCode, send)
}
