package diff_test

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/diff"
	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

var threePrograms = difftest.Programs{"diff": diff.Program, "diff3": diff.Diff3, "sdiff": diff.Sdiff}

// TestDiff3AgainstReal merges random texts.
func TestDiff3AgainstReal(t *testing.T) {
	n := amount(150)
	r := rand.New(rand.NewSource(int64(n)))
	bad := 0
	for range n {
		words := []int{3, 20, 300}[r.Intn(3)]
		o := randomText(r, r.Intn(30), words)
		if r.Intn(4) == 0 {
			o = append(o, ".", "..x")
		}
		mine, yours := mutate(r, o, r.Intn(5), words), mutate(r, o, r.Intn(5), words)
		args := [][]string{{}, {}, {"-m"}, {"-m"}, {"-A"}, {"-e"}, {"-E"}, {"-x"}, {"-X"}, {"-3"}, {"-ei"}, {"-mE"}, {"-me"}, {"-m3"}, {"-mx"}, {"-mX"}, {"-mA"}, {"-T"},
			{"-m", "-L", "a", "-L", "b", "-L", "c"}, {"-EL", "a"}, {"-a"}, {"--merge", "--label=x"}}[r.Intn(22)]
		names := [][]string{{"m", "o", "y"}, {"m", "o", "y"}, {"m", "o", "y"}, {"-", "o", "y"}, {"m", "-", "y"}, {"m", "o", "-"}}[r.Intn(6)]
		c := difftest.Case{Args: append(append([]string{"diff3"}, args...), names...), Stdin: joined(r, o),
			Files: []difftest.Entry{{Name: "m", Content: joined(r, mine)}, {Name: "o", Content: joined(r, o)}, {Name: "y", Content: joined(r, yours)}}}
		if !difftest.Compare(t, threePrograms, &c) {
			if bad++; bad > 5 {
				t.FailNow()
			}
		}
	}
}

func TestDiff3AndSdiff(t *testing.T) {
	files := []difftest.Entry{{Name: "o", Content: "1\n2\n3\n4\n5\n"}, {Name: "m", Content: "1\ntwo\n3\n4\n5\n"}, {Name: "y", Content: "1\n2\n3\nfour\n5\n6\n"}, {Name: "d/"},
		{Name: "cr", Content: "1\r\n2\r\n3\r\n"}, {Name: "blank", Content: "1\n\n2 \n3\n4\n5\n"}}
	n := 0
	for line := range strings.Lines(`diff3 m o|diff3 m o y z|diff3|diff3 m|diff3 m nope y|diff3 nope o y|diff3 -L a -L b -L c -L d m o y|diff3 --bogus|diff3 - - y|diff3 m - -|diff3 -m m - -|diff3 - o -
diff3 -e -x m o y|diff3 -m -i m o y|diff3 -L a m o y|diff3 -L a -X m o y|diff3 -L a -x m o y|diff3 -L a -3 m o y|diff3 -v|diff3 --version|diff3 d o y|diff3 m d y|diff3 m m m|diff3 -m m m m|diff3 m o m
diff3 --strip-trailing-cr cr o y|diff3 cr o y|diff3 -m cr o y|diff3 --m m o y|diff3 --show m o y|diff3 -im m o y|diff3 -A -m m o y
sdiff m y|sdiff -w 40 m y|sdiff -s m y|sdiff -l m y|sdiff -w 30 -l m y|sdiff m|sdiff|sdiff m y z|sdiff nope y|sdiff -W m y|sdiff -b m blank|sdiff -B o blank|sdiff --bogus|sdiff m m
sdiff -i -E -b -W -B m y|sdiff -I [0-9] m y|sdiff -w x m y|sdiff -t -w 50 m y|sdiff -v|sdiff -d -H -a m y|sdiff --tabsize=4 m y|sdiff d y|sdiff d d|sdiff m -|sdiff - y|sdiff --width=20 --left m y
sdiff --strip-trailing-cr cr o|sdiff -Z o blank|sdiff --text m y`) {
		for args := range strings.SplitSeq(strings.TrimSpace(line), "|") {
			n++
			difftest.Compare(t, threePrograms, &difftest.Case{Args: strings.Fields(args), Files: files, Stdin: "1\nstdin\n3\n"})
		}
	}
	t.Logf("%d command lines", n)
}
