package tree

// Label says where bytes come from. The zero Label is exact: the machine computed the bytes itself. Other origins are bits,
// so that the label of something made from two inputs is their Join.
type Label uint8

// The origins that a byte can have besides being exact.
const (
	Injected Label = 1 << iota // put there by a control
	Executed                   // printed or written by a real program run in a sandbox
	Recalled                   // seen earlier in the episode and kept
	Recorded                   // from a recording or a site file
	Derived                    // computed from imagined input
	Imagined                   // a model's words
)

// Exact is the label of bytes that the machine computed from nothing but exact bytes.
const Exact Label = 0

// Join returns the label of something made from both inputs.
func (l Label) Join(m Label) Label { return l | m }

// Derive returns the label of a result computed from input with label l: what was computed from imagined bytes is derived.
func (l Label) Derive() Label {
	if l&Imagined != 0 {
		l = l&^Imagined | Derived
	}
	return l
}

// Run is a stretch of N bytes that share a Label.
type Run struct {
	N int64
	L Label
}

// AppendRun appends n bytes of label l to runs that describe `have` bytes so far. A nil slice stands for all exact, so
// nothing is stored until the first byte that is not.
func AppendRun(runs []Run, have, n int64, l Label) []Run {
	if n <= 0 {
		return runs
	}
	if len(runs) == 0 {
		if l == Exact {
			return nil
		}
		if have > 0 {
			runs = append(runs, Run{have, Exact})
		}
	}
	if k := len(runs); k > 0 && runs[k-1].L == l {
		runs[k-1].N += n
		return runs
	}
	return append(runs, Run{n, l})
}

// SliceRuns returns the runs that describe bytes [from, from+n).
func SliceRuns(runs []Run, from, n int64) []Run {
	if len(runs) == 0 || n <= 0 {
		return nil
	}
	var out []Run
	var pos, have int64
	for _, r := range runs {
		lo, hi := max(pos, from), min(pos+r.N, from+n)
		if lo < hi {
			out = AppendRun(out, have, hi-lo, r.L)
			have += hi - lo
		}
		pos += r.N
		if pos >= from+n {
			break
		}
	}
	return out
}

// JoinRuns returns the join of all labels in runs.
func JoinRuns(runs []Run) Label {
	l := Exact
	for _, r := range runs {
		l |= r.L
	}
	return l
}
