package wide

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

// The digest is that of wcwidth's answers, as one byte each (255 for -1), for every code point up to 0x10FFFF, taken from
// glibc 2.36 with LC_ALL=C.UTF-8.
func TestWidthIsGlibcs(t *testing.T) {
	b := make([]byte, 0x110000)
	for r := range b {
		b[r] = byte(Width(rune(r)))
	}
	sum := sha256.Sum256(b)
	if got := hex.EncodeToString(sum[:]); got != "e8b909c5763fcfe9598bb9740607353750eecf3ade996e9a6f91d48f99616511" {
		t.Errorf("digest %s", got)
	}
}

func TestString(t *testing.T) {
	for s, want := range map[string]int{"": 0, "abc": 3, "한글": 4, "e\u0301": 1, "a\tb": 2, "\xff": 0} {
		if got := String(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}
