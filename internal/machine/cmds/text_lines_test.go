package cmds

import (
	"strings"
	"testing"
)

func TestPasteComm(t *testing.T) {
	diffTextFile(t, "pastecomm", map[string]string{"a": "1\n2\n3\n", "b": "x\ny\n", "one": "p\nq\nr\ns\n", "u": "b\na\nc\n", "v": "a\nb\n"})
}

func TestRevTacNl(t *testing.T) {
	diffTextFile(t, "revtacnl", map[string]string{
		"sec": "\\:\\:\\:\nh\n\\:\\:\nb\n\n\n\nc\n\\:\nfoot\n\\:\\:\nb2\n", "sp": "a::b::c::", "sp2": "::a::b", "ind": "a\n\n\n\n\nb\n\nc\n",
		"colon2": "x:x:\na\nx:\nb\n", "bad": "x\na\xffb\n"})
}

func TestFoldTabs(t *testing.T) {
	diffTextFile(t, "foldtabs", map[string]string{
		"tabs": "a\tb\n\t\tc\n    d\n        e  f\tg\n  \t  x\nab  \t  cd\n          \n\t \t y\nno tabs here  at all        x\n",
		"ctl":  "abc\bdef\rghi\tjk\n\x08\x08ab\n12345678901234567890\n"})
}

func TestFmt(t *testing.T) {
	diffTextFile(t, "fmt", map[string]string{
		"para": "  The quick brown fox. Jumps over (the lazy) dog!  And then some more text follows, with commas, that is rather long.\n  Second line of it.\n\nNew para here\n   with a hanging indent that goes on and on and on and on for quite a while to fill\n   more than one line.\n\ttabbed line one\n\ttabbed line two is longer than the first one was and so on\n",
		"mail": "> quoted text that goes on\n> and on for a while, and then\n> stops.\n>\n> more\nreply\n>not this\n # c one\n # c two\n",
		"code": "a b. c d? e f! g h.) i j.\" k l: m n; o\np. q\n", "w": "word " + textSeq(1, 400), "long1": strings.Repeat("x", 6000) + " y z\n"})
}

func TestTsortFactorShuf(t *testing.T) {
	diffTextFile(t, "tsortfactorshuf", map[string]string{
		"t1": "d a\nc a\nb a\nb c\nz z\ny z\na x\n", "t2": "9 1\n5 1\n3 1\n10 2\n2 1\nb 2\n", "l1": "a b b a\n", "l2": "a b b c c a d e c d\n",
		"l3": "a b b c c b c d d a x y y x p q\n", "odd": "a b c\n", "rep": "a b a b a b\nb c b c", "rnd": "0123456789abcdefghijklmnopqrstuvwxyz9876543210",
		"fac": "12 x 13\n7\n\n  100 -1\n", "l4": "b c c b a b a c\nd e e f f d\n"})
}

func TestEcho(t *testing.T) {
	diffTextFile(t, "echo", nil)
}

func TestExpr(t *testing.T) { diffTextFile(t, "expr", nil) }

func TestJoin(t *testing.T) {
	diffTextFile(t, "join", map[string]string{
		"a": "1 one\n2 two\n3 three\n5 five\n", "b": "1 uno\n2 dos\n4 cuatro\n5 cinco x\n", "c": "x 1\ny 2\nz 3\n", "d": "p 1\nq 2\nr 2\ns 4\n",
		"colon1": "a:1\nb:2\nc:\n:4\n", "colon2": "a:x\nb:\nd:y\n", "colon3": "x:a\ny:b\n", "ci1": "A 1\nb 2\nC 3\n", "ci2": "a x\nB y\nc z\n",
		"h1": "id name\n1 bob\n3 eve\n", "h2": "id age\n1 30\n2 40\n", "dup1": "1 a\n1 b\n2 c\n", "dup2": "1 x\n1 y\n2 z\n2 w\n",
		"uns": "3 c\n1 a\n2 b\n0 d\n", "tab1": "a b\tc\nd e\tf\n", "tab2": "a b\tx\nd e\ty\n", "sp1": "a  b c\nd e\n", "sp2": "a x\nd  y\n",
		"blanks1": "  1 x\n\t2\ty  \n4\n"})
}

func TestSplit(t *testing.T) {
	diffTextFile(t, "split", map[string]string{"big7": textSeq(1, 660), "c100": textSeq(1, 100), "c260": textSeq(1, 260)})
}

func TestCsplit(t *testing.T) { diffTextFile(t, "csplit", map[string]string{"q": textSeq(1, 20)}) }

func TestColumn(t *testing.T) {
	diffTextFile(t, "column", map[string]string{"ct": "a bb ccc\ndddd e\nf\n\ng h i j\n", "cs": "id:name:x\n1::y\n2:bob\n:z:\n", "two": "a b\nc d\n",
		"blank": "  a \n\t\nb  c\n \n\nd", "esc": "a\x01b \"q\\\n", "bad": "x\xff y\nab c\n"})
}

func TestPr(t *testing.T) {
	diffTextFile(t, "pr", map[string]string{"tabs": "a\tb\n\t\tc\nlonger text\there\n", "ff": "a\nb\fc\nd\n\f\ne\n", "bytes2": "a\x01b\x7f\xc3\xa9\bx\n\x00\n"})
}
