// Package deflate compresses to RFC 1951 with the choices of gzip: the same chains, lazy matches and block boundaries at each
// level, so that the size and the bytes of what gzip and zip make are the same.
package deflate

import (
	"io"
)

const (
	windowSize   = 1 << 15
	windowMask   = windowSize - 1
	bufferSize   = 2 * windowSize
	hashBits     = 15
	hashSize     = 1 << hashBits
	hashMask     = hashSize - 1
	hashShift    = 5
	minMatch     = 3
	maxMatch     = 258
	minLookahead = maxMatch + minMatch + 1
	maxDist      = windowSize - minLookahead
	tooFar       = 4096
	symbols      = 1 << 15 // most symbols of a block
)

// config is how hard a level looks for matches.
type config struct {
	good, lazy, nice, chain int
}

// levels are the known settings of levels 1 to 9; the first three do not look for a better match at the next byte.
var levels = [10]config{{}, {4, 4, 8, 4}, {4, 5, 16, 8}, {4, 6, 32, 32}, {4, 4, 16, 16}, {8, 16, 32, 32}, {8, 16, 128, 128},
	{8, 32, 128, 256}, {32, 128, 258, 1024}, {32, 258, 258, 4096}}

// Writer compresses one stream after another. What the window holds of an earlier stream can decide between equal matches at
// the end of the next, as in the real programs, so a program keeps one Writer.
type Writer struct {
	// Tick is told of work done; it may unwind.
	Tick func(n int)
	// Zip compresses as zip does where it differs from gzip.
	Zip bool

	level int
	cfg   config
	out   bits
	src   io.Reader
	err   error
	eof   bool

	window     [bufferSize + maxMatch]byte
	head       [hashSize]uint16
	prev       [windowSize]uint16
	insH       uint32
	blockStart int
	strStart   int
	matchStart int
	lookahead  int
	prevLength int
	work       int

	trees trees
	read  int64
}

// Compress reads src to its end, writes the compressed stream to w and returns the number of bytes of both.
func (d *Writer) Compress(w io.Writer, src io.Reader, level int) (in, out int64, err error) {
	d.level, d.cfg, d.src = level, levels[level], src
	d.out = bits{w: w}
	d.err, d.eof, d.read = nil, false, 0
	d.trees.reset()
	d.start()
	if level <= 3 {
		d.fast()
	} else {
		d.slow()
	}
	if d.err == nil {
		d.err = d.out.finish()
	}
	return d.read, d.out.total, d.err
}

func (d *Writer) start() {
	clear(d.head[:])
	d.strStart, d.blockStart, d.matchStart, d.insH = 0, 0, 0, 0
	d.lookahead = 0
	d.more(bufferSize)
	for d.lookahead < minLookahead && !d.eof {
		d.fill()
	}
	for i := range minMatch - 1 {
		d.updateHash(d.window[i])
	}
}

func (d *Writer) updateHash(c byte) { d.insH = (d.insH<<hashShift ^ uint32(c)) & hashMask }

// insert enters the string at strStart and returns the last one with the same hash.
func (d *Writer) insert() int {
	d.updateHash(d.window[d.strStart+minMatch-1])
	h := d.head[d.insH]
	d.prev[d.strStart&windowMask] = h
	d.head[d.insH] = uint16(d.strStart)
	return int(h)
}

// more reads up to n bytes into the window.
func (d *Writer) more(n int) {
	if d.eof || n <= 0 {
		return
	}
	at := d.strStart + d.lookahead
	k, err := d.src.Read(d.window[at : at+n])
	d.lookahead += k
	d.read += int64(k)
	if err != nil {
		d.eof = true
		if err != io.EOF {
			d.err = err
		}
		clear(d.window[at+k : at+k+minMatch-1])
	}
}

// fill makes room in the window, by half of it, and reads.
func (d *Writer) fill() {
	n := bufferSize - d.lookahead - d.strStart
	if d.strStart >= windowSize+maxDist {
		copy(d.window[:windowSize], d.window[windowSize:bufferSize])
		d.matchStart -= windowSize
		d.strStart -= windowSize
		d.blockStart -= windowSize
		for i, v := range d.head {
			d.head[i] = slide(v)
		}
		for i, v := range d.prev {
			d.prev[i] = slide(v)
		}
		n += windowSize
		d.tick(hashSize / 16)
	}
	d.more(n)
}

func slide(v uint16) uint16 {
	if v >= windowSize {
		return v - windowSize
	}
	return 0
}

func (d *Writer) tick(n int) {
	if d.work += n; d.work >= 1024 {
		if d.Tick != nil {
			d.Tick(d.work / 64)
		}
		d.work = 0
	}
}

// longest finds the longest match for the string at strStart in the chain that begins at cur. It leaves matchStart as it is
// when there is none longer than the previous one.
func (d *Writer) longest(cur int) int {
	chain := d.cfg.chain
	scan := d.strStart
	best := d.prevLength
	limit := 0
	if scan > maxDist {
		limit = scan - maxDist
	}
	if d.prevLength >= d.cfg.good {
		chain >>= 2
	}
	w := &d.window
	end1, end := w[scan+best-1], w[scan+best]
	steps := 0
	for {
		steps++
		if w[cur+best] == end && w[cur+best-1] == end1 && w[cur] == w[scan] && w[cur+1] == w[scan+1] {
			n := 3
			for n < maxMatch && w[scan+n] == w[cur+n] {
				n++
			}
			steps += n >> 2
			if n > best {
				d.matchStart, best = cur, n
				if n >= d.cfg.nice {
					break
				}
				end1, end = w[scan+best-1], w[scan+best]
			}
		}
		cur = int(d.prev[cur&windowMask])
		if chain--; cur <= limit || chain == 0 {
			break
		}
	}
	d.tick(steps)
	return best
}

// flush ends a block.
func (d *Writer) flush(eof bool) {
	var raw []byte
	if d.blockStart >= 0 {
		raw = d.window[d.blockStart:d.strStart]
	}
	d.trees.flushBlock(&d.out, raw, d.strStart-d.blockStart, eof)
	if d.err == nil {
		d.err = d.out.err
	}
	d.blockStart = d.strStart
}

// refill reads on when too little is ahead.
func (d *Writer) refill() {
	for d.lookahead < minLookahead && !d.eof {
		d.fill()
	}
}

// fast takes every match at once.
func (d *Writer) fast() {
	matchLength := 0
	d.prevLength = minMatch - 1
	for d.lookahead != 0 && d.err == nil {
		d.tick(1)
		h := d.insert()
		if h != 0 && d.strStart-h <= maxDist && d.strStart <= bufferSize-minLookahead {
			matchLength = min(d.longest(h), d.lookahead)
		}
		var full bool
		if matchLength >= minMatch {
			full = d.tally(d.strStart-d.matchStart, matchLength-minMatch)
			d.lookahead -= matchLength
			if matchLength <= d.cfg.lazy {
				for matchLength--; matchLength != 0; matchLength-- {
					d.strStart++
					d.insert()
				}
				d.strStart++
			} else {
				d.strStart += matchLength
				matchLength = 0
				d.insH = uint32(d.window[d.strStart])
				d.updateHash(d.window[d.strStart+1])
			}
		} else {
			full = d.tally(0, int(d.window[d.strStart]))
			d.lookahead--
			d.strStart++
		}
		if full {
			d.flush(false)
		}
		d.refill()
	}
	d.flush(true)
}

// slow takes a match only when the next byte does not begin a longer one.
func (d *Writer) slow() {
	available := false
	matchLength := minMatch - 1
	for d.lookahead != 0 && d.err == nil {
		d.tick(1)
		h := d.insert()
		d.prevLength = matchLength
		prevMatch := d.matchStart
		matchLength = minMatch - 1
		if h != 0 && d.prevLength < d.cfg.lazy && d.strStart-h <= maxDist && d.strStart <= bufferSize-minLookahead {
			matchLength = min(d.longest(h), d.lookahead)
			if matchLength == minMatch && d.strStart-d.matchStart > tooFar {
				matchLength--
			}
		}
		switch {
		case d.prevLength >= minMatch && matchLength <= d.prevLength:
			full := d.tally(d.strStart-1-prevMatch, d.prevLength-minMatch)
			d.lookahead -= d.prevLength - 1
			for d.prevLength -= 2; d.prevLength > 0; d.prevLength-- {
				d.strStart++
				d.insert()
			}
			available = false
			matchLength = minMatch - 1
			d.strStart++
			if full {
				d.flush(false)
			}
		case available:
			if d.tally(0, int(d.window[d.strStart-1])) {
				d.flush(false)
			}
			d.strStart++
			d.lookahead--
		default:
			available = true
			d.strStart++
			d.lookahead--
		}
		d.refill()
	}
	if available {
		d.tally(0, int(d.window[d.strStart-1]))
	}
	d.flush(true)
}

// tally adds a symbol to the block and reports whether the block is full.
func (d *Writer) tally(dist, lc int) bool {
	t := &d.trees
	t.add(dist, lc)
	n := len(t.syms)
	if d.level > 2 && n&0xfff == 0 {
		// The block ends early when it seems to compress well with few matches: what follows may be of another kind.
		length := int64(n) * 8
		for c := range distCodes {
			length += int64(t.dist.freq[c]) * (5 + int64(extraDist[c]))
		}
		length >>= 3
		if t.matches < n/2 && length < int64(d.strStart-d.blockStart)/2 {
			return true
		}
	}
	return n == symbols-1 || t.matches == symbols
}
