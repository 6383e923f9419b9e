package diff_test

import (
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

var trees = []difftest.Entry{
	{Name: "a/"}, {Name: "b/"}, {Name: "a/f", Content: "a\nb\nc\n"}, {Name: "b/f", Content: "a\nB\nc\n"}, {Name: "a/same", Content: "same\n"},
	{Name: "b/same", Content: "same\n"}, {Name: "a/bin", Content: "x\x00y"}, {Name: "b/bin", Content: "x\x00z"}, {Name: "a/sub/"}, {Name: "b/sub/"},
	{Name: "a/sub/g", Content: "1\n"}, {Name: "b/sub/g", Content: "2\n"}, {Name: "a/only1/"}, {Name: "b/only2/"}, {Name: "a/only1/x", Content: "x\n"},
	{Name: "b/only2/y", Content: "y\n"}, {Name: "a/only", Content: "o\n"}, {Name: "b/onlyb", Content: "o\n"}, {Name: "a/sp ace", Content: "x"},
	{Name: "b/sp ace", Content: "y"}, {Name: "a/nl\nx", Content: "x"}, {Name: "b/nl\nx", Content: "y"}, {Name: "a/q\"t\\b", Content: "x\n"},
	{Name: "b/q\"t\\b", Content: "y\n"}, {Name: "a/t/"}, {Name: "b/t", Content: "\n"}, {Name: "a/l", Link: "f"}, {Name: "b/l", Link: "same"}, {Name: "a/e"},
	{Name: "b/e", Content: "x\n"}, {Name: "a/gone", Link: "nowhere"}, {Name: "b/gone", Link: "elsewhere"}, {Name: "a/한글", Content: "1\n"}, {Name: "b/한글", Content: "2\n"},
	{Name: "a/UP", Content: "up\n"}, {Name: "b/up", Content: "down\n"}, {Name: "a/hard", Hard: "a/f"}, {Name: "one", Content: "a\nb\nc\n"}, {Name: "two", Content: "a\nB\nc\n"},
	{Name: "noend", Content: "a\nb\nc"}, {Name: "pats", Content: "f\n  \ns*\nonly?\n"}, {Name: "empty"}, {Name: "it's", Content: "x\n"}, {Name: "a/x1.o", Content: "1"}, {Name: "b/x1.o", Content: "2"},
}

const commandLines = `
a b
-r a b
-rq a b
-rs a b
-ru a b
-rN a b
-rNq a b
-rNu a b
-rP a b
-r --unidirectional-new-file a b
-r --no-dereference a b
-rc a b
-r -x f -x same a b
-r -x s* a b
-r -xs* -x *.o a b
--exclude=*.o --recursive --brief a b
-r -X pats a b
-rX pats a b
-r -X nope a b
-r -S l a b
-r --starting-file=same a b
-r --ignore-file-name-case a b
-r --ignore-file-name-case --no-ignore-file-name-case a b
-re a b
-rn a b
-ry -W40 a b
-r -D X a b
a -r b
a b -r -u
-r -- a b
-r -U 1 a b
-r --unified=1 a b
-r --label x -u a b
-r --color=always -u a b
one two
one one
-s one one
-s one a/f
one noend
-u one noend
-c noend one
-y noend one
-n noend one
-e noend one
one nope
nope one
nope nope2
-N one nope
-Nu nope one
-N nope nope2
-N nope a
-N a nope
-N a b
-P a b
-rP a nope
-rP nope a
-rN --no-dereference a b
--old-group-format=x --old-group-format=y one two
--line-format=x --old-line-format=y one two
--line-format=x -u one two
-P one nope
-P nope one
a one
one a
a two
a/f b
one b nope
one
one --
-u
- a
- -
- one
one -
-u - one --label x
--from-file=one two a/f
--to-file=one two a/f
--from-file=a b/f b/same
--from-file=a --to-file=b x
--from-file=nope one two
--from-file=one
-u -c one two
-U x one two
-U -1 one two
-U 99999999999999999999 one two
-C -1 one two
-3 one two
-W x one two
-W 0 one two
-y -W 20 -W 30 one two
-y -W 20 -W 20 one two
--tabsize=0 one two
--tabsize=3 --tabsize=4 one two
--color=x one two
--color=never one two
--color one two
-L X -L Y -L Z -u one two
-L X -q one two
-L X -s one a/f
--normal -u one two
-q -u one two
-y -u one two
-D X -D Y one two
-D X -D X one two
--horizon-lines=x one two
--bogus
-o
--re one two
--rec a b
--ignore one two
-I ( one two
-I \( one two
-F [ one two
a/bin b/bin
-a a/bin b/bin
-q a/bin b/bin
-s a/bin a/bin
one a/bin
a/t b/t
a/l b/l
--no-dereference a/l b/l
--no-dereference a/l b/f
--no-dereference a/gone b/gone
a/gone b/gone
-N a/gone b/gone
one/x two
-N one/x two
-i one two
-is one two
-E -b -w -q one two
it's one
-u it's one
--label= -u one two
-uF b one two
--palette=ad=1 -u one two
--color=always --palette=xx -u one two
--color=always --palette=ad=34:de=35:ln=1;2:hd=4:rs=0 -u one two
--left-column one two
--suppress-common-lines one two
-hu one two
--binary one two
-u empty one
-c empty one
empty one
-e empty one
-y empty one
-u one empty
-H one two
-d one two
--speed-large-files --minimal one two
-v -u
--version
`

func TestCommandLines(t *testing.T) {
	n := 0
	for line := range strings.Lines(commandLines) {
		args := strings.Fields(line)
		if len(args) == 0 {
			continue
		}
		n++
		difftest.Compare(t, programs, &difftest.Case{Args: append([]string{"diff"}, args...), Files: trees, Stdin: "a\nb\nstdin\n", Normal: noTimes})
	}
	t.Logf("%d command lines", n)
}
