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

var pieces = []string{"alpha", "Beta", "gamma", " ", "  ", "\t", "x", "int main()", "{", "}", "#if", "αβγ", "日本", "\r", ".", "..", "a\tb", "\x01", "\xff", "long long long line of text that goes on"}

// messyText returns lines of odd pieces, some blank.
func messyText(r *rand.Rand, lines int) []string {
	out := make([]string, lines)
	for i := range out {
		for range r.Intn(4) {
			out[i] += pieces[r.Intn(len(pieces))]
		}
	}
	return out
}

// soften changes lines in ways that options can ignore.
func soften(r *rand.Rand, in []string) []string {
	out := append([]string(nil), in...)
	for range 1 + r.Intn(4) {
		if len(out) == 0 {
			return []string{"new"}
		}
		i := r.Intn(len(out))
		switch r.Intn(9) {
		case 0:
			out[i] = strings.ToUpper(out[i])
		case 1:
			out[i] += " "
		case 2:
			out[i] = strings.ReplaceAll(out[i], " ", "  ")
		case 3:
			out[i] = strings.ReplaceAll(out[i], "\t", "        ")
		case 4:
			out = append(out[:i:i], append([]string{""}, out[i:]...)...)
		case 5:
			out[i] += "\r"
		case 6:
			out[i] = "changed " + out[i]
		case 7:
			out = append(out[:i:i], out[i+1:]...)
		case 8:
			out = append(out[:i:i], append(messyText(r, 3), out[i:]...)...)
		}
	}
	return out
}

var formats = [][]string{{}, {"-u"}, {"-c"}, {"-U1"}, {"-C0"}, {"-U0"}, {"-e"}, {"-f"}, {"-n"}, {"-y"}, {"-y", "-W30"}, {"-y", "-W", "61"}, {"-y", "-t"}, {"-y", "--left-column"},
	{"-y", "--suppress-common-lines"}, {"-D", "X"}, {"-q"}, {"-s"}, {"-u5"}, {"-c", "-1"}, {"--normal"}, {"--line-format=%l|%n|%%\n"}, {"-y", "-W2"}, {"-y", "-W7"},
	{"--unchanged-group-format=[%=]", "--old-group-format=<%dn %de-%dm:%<>", "--new-group-format=>%xN %oF %5dL|%-5dL|%.3dE:%>", "--changed-group-format=%(n=N?same %<:%(f=1?one:other))\n"},
	{"--old-line-format=-%L", "--new-line-format=+%l%c'\\012'", "--unchanged-line-format= %4dn %3xn %-3on%c'!'%L"}, {"-U2", "--color=always"}, {"-c", "--color=always"}, {"--color=always"},
	{"-y", "--color=always"}, {"-u", "--label", "one"}, {"-c", "-L", "one", "-L", "two words"}, {"-up"}, {"-p"}, {"-u", "-F", "^[a-z]"}, {"-u", "-T"}, {"-c", "-T"}, {"-T"}, {"-u", "-t"},
	{"-t"}, {"-ct"}, {"-u", "--suppress-blank-empty"}, {"-c", "--suppress-blank-empty"}, {"--suppress-blank-empty"}, {"-yt", "-W40"}, {"-t", "--tabsize=3"}, {"-y", "--tabsize=4", "-W50"}}

var ignores = [][]string{{}, {}, {}, {"-i"}, {"-b"}, {"-w"}, {"-B"}, {"-E"}, {"-Z"}, {"-bB"}, {"-wB"}, {"-ZB"}, {"-EZ"}, {"-iw"}, {"--strip-trailing-cr"}, {"-I", "^$"}, {"-I", "a"},
	{"-I", "^#", "-I", "{"}, {"-BI", "x"}, {"-a"}, {"-d"}, {"-i", "-E", "-B"}}

// TestOptionsAgainstReal compares random options on messy files.
func TestOptionsAgainstReal(t *testing.T) {
	n := amount(250)
	r := rand.New(rand.NewSource(int64(n)))
	bad := 0
	for range n {
		a := messyText(r, r.Intn(25))
		b := soften(r, a)
		args := append([]string{"diff"}, formats[r.Intn(len(formats))]...)
		args = append(append(args, ignores[r.Intn(len(ignores))]...), "a", "b")
		c := difftest.Case{Args: args, Files: []difftest.Entry{{Name: "a", Content: joined(r, a)}, {Name: "b", Content: joined(r, b)}}, Normal: noTimes}
		if !difftest.Compare(t, programs, &c) {
			t.Logf("a %q\nb %q", a, b)
			if bad++; bad > 8 {
				t.FailNow()
			}
		}
	}
}
