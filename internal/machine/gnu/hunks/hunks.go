// Package hunks finds which lines differ between two texts, and chooses among the shortest answers the one that GNU diff 3.8
// prints. Lines are given as numbers: equal lines bear the same number.
//
// It works in three steps: lines that match nothing, or next to nothing, in the other text are set aside; the rest is compared
// with Myers' algorithm ("An O(ND) difference algorithm and its variations", 1986), searching from both ends; and each run of
// changed lines is moved as far down as it can go, unless that parts it from a run in the other text.
package hunks

// Options for Compare. The zero value is what diff does without options.
type Options struct {
	// Minimal sets no lines aside and never gives up early (diff -d).
	Minimal bool
	// Speed takes long runs of equal lines on trust (diff --speed-large-files).
	Speed bool
	// Tick is called with an amount of work, about one for a line looked at; nil for none.
	Tick func(n int)
}

// Compare returns for each line of a and b whether it is deleted or inserted. Numbers must be from 0 to classes-1.
func Compare(a, b []int32, classes int, o Options) (deleted, inserted []bool) {
	// One element more on both sides, always false, ends the searches of shift.
	fa, fb := &side{lines: a, changed: make([]bool, len(a)+2)}, &side{lines: b, changed: make([]bool, len(b)+2)}
	if o.Tick == nil {
		o.Tick = func(int) {}
	}
	o.Tick(len(a) + len(b))
	setAside(fa, fb, classes, o.Minimal)
	m := newMatcher(fa, fb, o)
	m.compare(0, len(fa.kept), 0, len(fb.kept), o.Minimal)
	shift(fa, fb, o.Tick)
	shift(fb, fa, o.Tick)
	return fa.changed[1 : len(a)+1], fb.changed[1 : len(b)+1]
}

// side is one of the two texts.
type side struct {
	lines   []int32
	kept    []int32 // lines that were not set aside
	where   []int32 // index of each of them in lines
	changed []bool  // of line i at i+1
}

func (s *side) mark(i int) { s.changed[i+1] = true }

// Hunk is a run of changed lines: the first line in each text and how many there are.
type Hunk struct {
	A, B       int
	NumA, NumB int
}

// Hunks lists the runs of changed lines in order.
func Hunks(deleted, inserted []bool) []Hunk {
	var out []Hunk
	i, j := 0, 0
	for i < len(deleted) || j < len(inserted) {
		h := Hunk{A: i, B: j}
		for i < len(deleted) && deleted[i] {
			i++
		}
		for j < len(inserted) && inserted[j] {
			j++
		}
		if h.NumA, h.NumB = i-h.A, j-h.B; h.NumA+h.NumB > 0 {
			out = append(out, h)
			continue
		}
		i, j = i+1, j+1
	}
	return out
}
