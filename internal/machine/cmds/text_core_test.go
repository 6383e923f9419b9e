package cmds

import "testing"

func TestHead(t *testing.T) {
	diffTextFile(t, "head", nil)
}

func TestTail(t *testing.T) {
	diffTextFile(t, "tail", nil)
}

func TestWc(t *testing.T) {
	diffTextFile(t, "wc", map[string]string{"list0": "abc\x00nope\x00\x00seq\x00", "list1": "-\x00abc\x00", "nl\nname": "x\n"})
}

func TestUniq(t *testing.T) {
	diffTextFile(t, "uniq", map[string]string{"f": "1 a\n2 a\n3 b\n4 B\n5  b\nx\n", "ends": "a\na"})
}

func TestCut(t *testing.T) {
	diffTextFile(t, "cut", map[string]string{"f": "a:b:c:d\n:x::y\nnodelim\n\n:\n", "one": "a\n", "a": "a", "tabs": "a\tb\tc\nd\te\nf\n"})
}

func TestTr(t *testing.T) {
	diffTextFile(t, "tr", nil)
}

func TestTee(t *testing.T) {
	diffTextFile(t, "tee", nil)
}
