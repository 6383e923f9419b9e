package cmds

import (
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

func TestCmp(t *testing.T) {
	files := []difftest.Entry{{Name: "c1", Content: "abcdef\nghi\n"}, {Name: "c2", Content: "abXdef\nghi\n"}, {Name: "c3", Content: "abc"},
		{Name: "c4", Content: "abcdef\n"}, {Name: "c5"}, {Name: "c6", Content: "a\n\x01\x80\xff\x7fb"}, {Name: "c7", Content: "A\n\x02\x81\xfex "},
		{Name: "d/"}, {Name: "big1", Content: strings.Repeat("line of text\n", 2000)}, {Name: "big2", Content: strings.Repeat("line of text\n", 1900) + "!"},
		{Name: "hard", Hard: "c1"}}
	n := 0
	for line := range strings.Lines(`c1 c2|c1 c1|c1 c3|c3 c1|c1 c4|c4 c1|-b c1 c2|-l c1 c2|-lb c6 c7|-s c1 c2|-s c1 c3|-l c1 c3|-n 2 c1 c2|-n 3 c1 c2|-n 3 c1 c3|-n 4 c1 c3
-i 3 c1 c2|-i 3:2 c1 c2|c1 c2 3|c1 c2 3 3|c1 c2 3 3 4|c1||c1 nope|nope c1|nope nope2|-s nope c1|c1 c5|c5 c1|-s c1 c5|-l -s c1 c2|-n x c1 c2|-i x c1 c2|-i 1:x c1 c2
-n 1K c1 c2|-i 1kB c1 c2|--bogus|-c c1 c2|--print-chars c1 c2|-b c1 c3|-lb c1 c3|d d|d c1|c1 d|-n 0 c1 c2|-i 100 c1 c2|-i 5 c1 c3|-v|--version|--ignore-initial=1:2 --bytes=2 c1 c2
-bn3 c6 c7|-b c6 c7|-i 1 -i 3 c6 c7|-n 1 -n 5 c6 c7|c1 -|- c1|- -|-l c5 c1|-n 9223372036854775808 c1 c2|-n 1Z c1 c2|-n 1Q c1 c2|-i -1 c1 c2|c1 c2 x|c1 c2 1 -2|-n 10 c1 c3
-i 4 -b c1 c3|big1 big2|-l big1 big2|-b big1 big2|-s big1 big2|-i 24699 big1 big2|-l - c2|-l c1 -|-i 2 - c1|- c1 3 3|c1 hard|c1 hard 1 2|-l big1 c1 13|--quiet c1 c2|--pr c1 c2`) {
		for args := range strings.SplitSeq(strings.TrimSpace(line), "|") {
			n++
			difftest.Compare(t, DiffPrograms(), &difftest.Case{Args: append([]string{"cmp"}, strings.Fields(args)...), Files: files, Stdin: "abcdef\nGHI\n"})
		}
	}
	t.Logf("%d command lines", n)
}
