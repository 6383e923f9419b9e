package hunks

// shift moves each run of changed lines of s where it can go: up and down while the lines at its edges are equal, so that runs
// that touch become one; then as far down as it can, or back up to the last place where the other text has a change too.
func shift(s, other *side, tick func(int)) {
	// Line i is at i+1 in both arrays of marks; mark[0] and the last are false.
	lines, mark, theirs := s.lines, s.changed, other.changed
	n := len(lines)
	i, j := 0, 0 // j is the line of the other text that stands beside line i
	for {
		for i < n && !mark[i+1] {
			for theirs[j+1] {
				j++
			}
			i, j = i+1, j+1
		}
		if i == n {
			return
		}
		start := i
		for mark[i+1] {
			i++
		}
		for theirs[j+1] {
			j++
		}
		beside := n // the last end of the run beside a change of the other text; n for none
		for length := -1; length != i-start; {
			length = i - start
			tick(1)
			for start > 0 && lines[start-1] == lines[i-1] {
				start, i = start-1, i-1
				mark[start+1], mark[i+1] = true, false
				for mark[start] {
					start--
				}
				for j--; theirs[j+1]; j-- {
				}
			}
			beside = n
			if theirs[j] {
				beside = i
			}
			for i < n && lines[start] == lines[i] {
				mark[start+1], mark[i+1] = false, true
				start, i = start+1, i+1
				for mark[i+1] {
					i++
				}
				for j++; theirs[j+1]; j++ {
					beside = i
				}
			}
		}
		for beside < i {
			start, i = start-1, i-1
			mark[start+1], mark[i+1] = true, false
			for j--; theirs[j+1]; j-- {
			}
		}
	}
}
