package deflate

const (
	litCodes     = 286
	distCodes    = 30
	lenCodes     = 19
	endBlock     = 256
	maxBits      = 15
	maxLenBits   = 7
	heapSize     = 2*litCodes + 1
	rep3to6      = 16
	zeros3to10   = 17
	zeros11to138 = 18
)

var (
	extraLen  = [29]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	extraDist = [distCodes]uint8{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13}
	extraBits = [lenCodes]uint8{16: 2, 17: 3, 18: 7}
	lenOrder  = [lenCodes]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	tables    = makeTables()
)

// codeTables say which code stands for a length or a distance, and hold the fixed codes.
type codeTables struct {
	length   [256]uint8
	baseLen  [29]int
	dist     [512]uint8 // distances up to 256 as they are, above by their upper bits
	baseDist [distCodes]int
	litLen   [litCodes + 2]uint8
	litCode  [litCodes + 2]uint16
	distLen  [distCodes]uint8
	distCode [distCodes]uint16
}

func makeTables() *codeTables {
	t := &codeTables{}
	n := 0
	for c := range 28 {
		t.baseLen[c] = n
		for range 1 << extraLen[c] {
			t.length[n] = uint8(c)
			n++
		}
	}
	t.length[n-1] = 28
	t.baseLen[28] = 255
	d := 0
	for c := range 16 {
		t.baseDist[c] = d
		for range 1 << extraDist[c] {
			t.dist[d] = uint8(c)
			d++
		}
	}
	d >>= 7
	for c := 16; c < distCodes; c++ {
		t.baseDist[c] = d << 7
		for range 1 << (extraDist[c] - 7) {
			t.dist[256+d] = uint8(c)
			d++
		}
	}
	var count [maxBits + 1]int
	for i := range t.litLen {
		switch {
		case i <= 143:
			t.litLen[i] = 8
		case i <= 255:
			t.litLen[i] = 9
		case i <= 279:
			t.litLen[i] = 7
		default:
			t.litLen[i] = 8
		}
		count[t.litLen[i]]++
	}
	assign(t.litLen[:], t.litCode[:], &count)
	for i := range t.distLen {
		t.distLen[i] = 5
		t.distCode[i] = reverse(uint16(i), 5)
	}
	return t
}

func (t *codeTables) distCodeOf(d int) int {
	if d < 256 {
		return int(t.dist[d])
	}
	return int(t.dist[256+d>>7])
}

// assign gives canonical codes to code lengths.
func assign(lens []uint8, codes []uint16, count *[maxBits + 1]int) {
	var next [maxBits + 1]uint16
	code := uint16(0)
	for b := 1; b <= maxBits; b++ {
		code = (code + uint16(count[b-1])) << 1
		next[b] = code
	}
	for i, l := range lens {
		if l != 0 {
			codes[i] = reverse(next[l], l)
			next[l]++
		}
	}
}

func reverse(code uint16, n uint8) uint16 {
	r := uint16(0)
	for ; n > 0; n-- {
		r = r<<1 | code&1
		code >>= 1
	}
	return r
}

// tree is one Huffman code in the making.
type tree struct {
	freq    [heapSize]uint16
	parent  [heapSize]uint16
	lens    [heapSize]uint8
	codes   [litCodes]uint16
	n       int // codes
	maxCode int
	fixed   []uint8 // lengths of the fixed code, or nil
	extra   []uint8
	base    int // of extra
	limit   uint8
}

type symbol struct {
	dist uint16 // 0: a literal
	lc   uint8
}

// trees collects the symbols of a block and writes it.
type trees struct {
	lit, dist, bl tree
	syms          []symbol
	matches       int
	optLen        int
	staticLen     int

	heap    [heapSize]int
	heapLen int
	heapMax int
	depth   [heapSize]uint8
	count   [maxBits + 1]int
}

func (t *trees) reset() {
	t.lit.n, t.lit.fixed, t.lit.extra, t.lit.base, t.lit.limit = litCodes, tables.litLen[:], extraLen[:], endBlock+1, maxBits
	t.dist.n, t.dist.fixed, t.dist.extra, t.dist.limit = distCodes, tables.distLen[:], extraDist[:], maxBits
	t.bl.n, t.bl.extra, t.bl.limit = lenCodes, extraBits[:], maxLenBits
	if t.syms == nil {
		t.syms = make([]symbol, 0, 1024)
	}
	t.startBlock()
}

func (t *trees) startBlock() {
	clear(t.lit.freq[:litCodes])
	clear(t.dist.freq[:distCodes])
	clear(t.bl.freq[:lenCodes])
	t.lit.freq[endBlock] = 1
	t.optLen, t.staticLen, t.matches = 0, 0, 0
	t.syms = t.syms[:0]
}

// add counts a literal (dist 0) or a match of length lc+3.
func (t *trees) add(dist, lc int) {
	t.syms = append(t.syms, symbol{uint16(dist), uint8(lc)})
	if dist == 0 {
		t.lit.freq[lc]++
		return
	}
	t.matches++
	t.lit.freq[int(tables.length[lc])+endBlock+1]++
	t.dist.freq[tables.distCodeOf(dist-1)]++
}

// less orders nodes by frequency, then by depth.
func (t *trees) less(tr *tree, n, m int) bool {
	return tr.freq[n] < tr.freq[m] || tr.freq[n] == tr.freq[m] && t.depth[n] <= t.depth[m]
}

// sift moves the node at k down the heap.
func (t *trees) sift(tr *tree, k int) {
	v := t.heap[k]
	for j := k << 1; j <= t.heapLen; j <<= 1 {
		if j < t.heapLen && t.less(tr, t.heap[j+1], t.heap[j]) {
			j++
		}
		if t.less(tr, v, t.heap[j]) {
			break
		}
		t.heap[k] = t.heap[j]
		k = j
	}
	t.heap[k] = v
}

// build makes the code of a tree from its frequencies.
func (t *trees) build(tr *tree) {
	maxCode := -1
	t.heapLen, t.heapMax = 0, heapSize
	for n := range tr.n {
		if tr.freq[n] != 0 {
			t.heapLen++
			t.heap[t.heapLen] = n
			maxCode = n
			t.depth[n] = 0
		} else {
			tr.lens[n] = 0
		}
	}
	for t.heapLen < 2 {
		n := 0
		if maxCode < 2 {
			maxCode++
			n = maxCode
		}
		t.heapLen++
		t.heap[t.heapLen] = n
		tr.freq[n] = 1
		t.depth[n] = 0
		t.optLen--
		if tr.fixed != nil {
			t.staticLen -= int(tr.fixed[n])
		}
	}
	tr.maxCode = maxCode
	for n := t.heapLen / 2; n >= 1; n-- {
		t.sift(tr, n)
	}
	t.combine(tr)
	t.lengths(tr)
	clear(tr.codes[:tr.n])
	assign(tr.lens[:maxCode+1], tr.codes[:], &t.count)
}

// combine joins the two rarest nodes until one is left.
func (t *trees) combine(tr *tree) {
	for node := tr.n; ; node++ {
		n := t.heap[1]
		t.heap[1] = t.heap[t.heapLen]
		t.heapLen--
		t.sift(tr, 1)
		m := t.heap[1]
		t.heapMax--
		t.heap[t.heapMax] = n
		t.heapMax--
		t.heap[t.heapMax] = m
		tr.freq[node] = tr.freq[n] + tr.freq[m]
		t.depth[node] = max(t.depth[n], t.depth[m]) + 1
		tr.parent[n], tr.parent[m] = uint16(node), uint16(node)
		t.heap[1] = node
		t.sift(tr, 1)
		if t.heapLen < 2 {
			break
		}
	}
	t.heapMax--
	t.heap[t.heapMax] = t.heap[1]
}

// lengths sets the length of each code, none beyond the limit, and adds up the size of the block.
func (t *trees) lengths(tr *tree) {
	clear(t.count[:])
	tr.lens[t.heap[t.heapMax]] = 0
	overflow := 0
	h := t.heapMax + 1
	for ; h < heapSize; h++ {
		n := t.heap[h]
		b := tr.lens[tr.parent[n]] + 1
		if b > tr.limit {
			b = tr.limit
			overflow++
		}
		tr.lens[n] = b
		if n > tr.maxCode || n >= tr.n {
			continue
		}
		t.count[b]++
		x := 0
		if n >= tr.base {
			x = int(tr.extra[n-tr.base])
		}
		t.optLen += int(tr.freq[n]) * (int(b) + x)
		if tr.fixed != nil {
			t.staticLen += int(tr.freq[n]) * (int(tr.fixed[n]) + x)
		}
	}
	if overflow > 0 {
		t.shorten(tr, overflow)
	}
}

// shorten repairs lengths after some have been cut to the limit.
func (t *trees) shorten(tr *tree, overflow int) {
	for ; overflow > 0; overflow -= 2 {
		b := tr.limit - 1
		for t.count[b] == 0 {
			b--
		}
		t.count[b]--
		t.count[b+1] += 2
		t.count[tr.limit]--
	}
	h := heapSize
	for b := tr.limit; b != 0; b-- {
		for n := t.count[b]; n != 0; {
			h--
			m := t.heap[h]
			if m > tr.maxCode || m >= tr.n {
				continue
			}
			if tr.lens[m] != b {
				t.optLen += (int(b) - int(tr.lens[m])) * int(tr.freq[m])
				tr.lens[m] = b
			}
			n--
		}
	}
}
