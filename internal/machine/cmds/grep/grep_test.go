package grep_test

import (
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/grep"
	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

var programs = difftest.Programs{"grep": grep.Program, "egrep": grep.Egrep, "fgrep": grep.Fgrep}

var files = []difftest.Entry{
	{Name: "a", Content: "abc\ndef\nabc def\nfoo\n"},
	{Name: "n", Content: "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n21\n22\n23\n24\n25\n"},
	{Name: "b", Content: "abc\x00x\nabc\n"},
	{Name: "enc", Content: "ab\xff\nok ab\n\xffab\n"},
	{Name: "noeol", Content: "one\ntwo abc"},
	{Name: "empty", Content: ""},
	{Name: "u", Content: "straße\nÉCOLE école\nнет да\nw_1 w-1\n"},
	{Name: "code.c", Content: "int main(void) {\n\treturn foo(1, 2);\n}\n/* foo bar */\nstatic int fool;\n"},
	{Name: "r/a.c", Content: "foo\n"}, {Name: "r/sub/b.h", Content: "a foo b\n"}, {Name: "r/.hid/c.c", Content: "foo\n"},
	{Name: "r/node_modules/d.c", Content: "foo\n"}, {Name: "r/UP.C", Content: "foo FOO\n"}, {Name: "r/lnk", Link: "../a"},
	{Name: "r/dlnk", Link: "sub"}, {Name: "r/broken", Link: "nowhere"},
	{Name: "pats", Content: "foo\nabc\n"}, {Name: "pats2", Content: "foo\n\n"},
	{Name: "pp", Content: "user=bob id=123\nfoo bar foo\naaa bbb\nÉcole naïve é\n(x) [y] {z}\n\ttab\nab12cd\n2024-01-02\nfoo.bar\nABC\n<a href=\"u\">\naab\nabcd\n"},
	{Name: "log", Content: "2024-01-01 ERROR x=1\n2024-01-01 INFO y=2\n2024-01-02 ERROR x=3 [core]\n2024-01-03 WARN 10.0.0.1\n"},
}

// each runs the argument lists of a file through the real program and the simulated one.
func each(t *testing.T, name, stdin string, sorted bool) {
	t.Helper()
	for _, args := range difftest.Load(t, "testdata/"+name+".txt") {
		difftest.Compare(t, programs, &difftest.Case{Args: args, Stdin: stdin, Files: files, Sorted: sorted})
	}
}
