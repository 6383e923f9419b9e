package textdiff_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/textdiff"
)

func TestUnified(t *testing.T) {
	for _, c := range []struct{ name, want, got, diff string }{
		{"equal", "a\n", "a\n", ""},
		{"a line", "a\nb\nc\n", "a\nx\nc\n", "--- want\n+++ got\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"},
		{"no final newline", "a", "a\n", "--- want\n+++ got\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{"carriage return", "a\r\n", "a\n", "--- want\n+++ got\n@@ -1,1 +1,1 @@\n-a\\r\n+a\n"},
		{"escape sequence and bytes", "\x1b[1mx\xff\n", "x\n", "--- want\n+++ got\n@@ -1,1 +1,1 @@\n-\\x1b[1mx\\xff\n+x\n"},
		{"spelling and byte differ", "\\x1b\n", "\x1b\n", "--- want\n+++ got\n@@ -1,1 +1,1 @@\n-\\\\x1b\n+\\x1b\n"},
		{"unlike spaces", "a b\n", "a\u00a0b\n", "--- want\n+++ got\n@@ -1,1 +1,1 @@\n-a b\n+a\\u00a0b\n"},
		{"letters stay", "é\\d\n", "e\\d\n", "--- want\n+++ got\n@@ -1,1 +1,1 @@\n-é\\d\n+e\\d\n"},
		{"nothing wanted", "", "a\n", "--- want\n+++ got\n@@ -0,0 +1,1 @@\n+a\n"},
	} {
		if got := textdiff.Unified([]byte(c.want), []byte(c.got), textdiff.Options{}); got != c.diff {
			t.Errorf("%s: %q\nwant %q", c.name, got, c.diff)
		}
	}
}

func TestBounds(t *testing.T) {
	a, b := strings.Repeat("a\n", 500), strings.Repeat("b\n", 500)
	got := textdiff.Unified([]byte(a), []byte(b), textdiff.Options{Want: "bash", Got: "orrery", MaxLines: 5})
	if lines := strings.Split(got, "\n"); len(lines) != 7 || lines[0] != "--- bash" || lines[5] != "and 998 more lines" {
		t.Errorf("capped diff %q", got)
	}
	got = textdiff.Unified([]byte("aaaaX"), []byte("aaaaY"), textdiff.Options{MaxBytes: 4})
	if !strings.Contains(got, "first 4 bytes are equal") {
		t.Errorf("difference past the bound: %q", got)
	}
	got = textdiff.Unified([]byte("aaaaX"), []byte("baaaY"), textdiff.Options{MaxBytes: 4})
	if !strings.Contains(got, "only the first 4 bytes were compared; the sides have 5 and 5 bytes") {
		t.Errorf("cut sides: %q", got)
	}
}

// FuzzUnified: what differs is shown, and nothing that a terminal would obey is in what is shown.
func FuzzUnified(f *testing.F) {
	f.Add([]byte("a\nb"), []byte("a\r\nb\x1b[0m"))
	f.Add([]byte("\\\x1b"), []byte("\\x1b"))
	f.Add([]byte("\\\\x"), []byte("\\x41"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		got := textdiff.Unified(a, b, textdiff.Options{MaxBytes: 1 << 12})
		if (got == "") != bytes.Equal(a, b) {
			t.Fatalf("%q and %q: diff %q", a, b, got)
		}
		if len(a) <= 1<<12 && len(b) <= 1<<12 && strings.Contains(got, "\nthe first 4096 bytes are equal") {
			t.Errorf("%q and %q are spelt alike", a, b)
		}
		if strings.ContainsAny(got, "\x1b\r\a\b\v\f\x00") {
			t.Errorf("%q and %q: control characters in %q", a, b, got)
		}
	})
}
