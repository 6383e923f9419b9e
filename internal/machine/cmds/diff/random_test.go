package diff_test

import (
	"fmt"
	"math/rand"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/diff"
	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

var programs = difftest.Programs{"diff": diff.Program}

// amount returns how many random cases to run: DIFFS, or n.
func amount(n int) int {
	if s := os.Getenv("DIFFS"); s != "" {
		fmt.Sscan(s, &n)
	}
	return n
}

// randomText returns lines of which many occur more than once.
func randomText(r *rand.Rand, lines, words int) []string {
	out := make([]string, lines)
	for i := range out {
		out[i] = fmt.Sprintf("w%d", r.Intn(words))
	}
	return out
}

// mutate changes, inserts, deletes, moves and repeats lines.
func mutate(r *rand.Rand, in []string, times, words int) []string {
	out := append([]string(nil), in...)
	for range times {
		i, n := r.Intn(len(out)+1), 1+r.Intn(4)
		j := min(i+n, len(out))
		switch r.Intn(5) {
		case 0:
			out = append(out[:i:i], out[j:]...)
		case 1, 2:
			out = append(out[:i:i], append(randomText(r, n, words), out[i:]...)...)
		case 3:
			for k := i; k < j; k++ {
				out[k] = fmt.Sprintf("w%d", r.Intn(words))
			}
		case 4:
			out = append(out[:j:j], append(append([]string(nil), out[i:j]...), out[j:]...)...)
		}
	}
	return out
}

func joined(r *rand.Rand, lines []string) string {
	s := strings.Join(lines, "\n")
	if len(lines) > 0 && r.Intn(6) > 0 {
		s += "\n"
	}
	return s
}

var times = regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9} [-+]\d{4}`)

func noTimes(s string) string { return times.ReplaceAllString(s, "TIME") }

// TestHunksAgainstReal compares the choice of changes on random files.
func TestHunksAgainstReal(t *testing.T) {
	n := amount(150)
	r := rand.New(rand.NewSource(int64(n)))
	bad := 0
	for range n {
		words := []int{2, 3, 5, 10, 30, 200, 3000}[r.Intn(7)]
		size := []int{5, 20, 60, 300, 1500}[r.Intn(5)]
		a := randomText(r, r.Intn(size), words)
		var b []string
		if r.Intn(4) == 0 {
			b = randomText(r, r.Intn(size), words)
		} else {
			b = mutate(r, a, 1+r.Intn(1+size/3), words)
		}
		args := [][]string{{"-a"}, {"-u"}, {"-c"}, {"-n"}, {"-d"}, {"-U1"}, {"-e"}, {"--horizon-lines=5"}, {"-u", "--speed-large-files"}, {"-u", "-d"}}[r.Intn(10)]
		c := difftest.Case{Args: append(append([]string{"diff"}, args...), "a", "b"),
			Files: []difftest.Entry{{Name: "a", Content: joined(r, a)}, {Name: "b", Content: joined(r, b)}}, Normal: noTimes}
		if !difftest.Compare(t, programs, &c) {
			if bad++; bad > 5 {
				t.FailNow()
			}
		}
	}
}
