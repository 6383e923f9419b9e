package digest

import (
	"encoding/hex"
	"strings"
	"testing"
)

// The expected values are those of b2sum and cksum -a sm3 (coreutils 9.1).
func TestDigests(t *testing.T) {
	for _, tt := range []struct{ in, blake, sm3 string }{
		{"", "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8", "1ab21d8355cfa17f8e61194831e81a8f22bec8c728fefb747ed035eb5082aa2b"},
		{"abc", "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319", "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0"},
		{strings.Repeat("x", 300), "5aa7fbbf37986bb2a5d547c0d3c4d4326a24d786e7d57bf93fc784176e38b33d", "29e18679e3c57a999429ccb351c5c6093989fb6f0ceae2a6487a10c9c0bc95f6"},
	} {
		b := NewBLAKE2b(32)
		_, _ = b.Write([]byte(tt.in))
		var s SM3
		_, _ = s.Write([]byte(tt.in))
		if got := hex.EncodeToString(b.Sum(nil)); got != tt.blake {
			t.Errorf("BLAKE2b of %d bytes: %s", len(tt.in), got)
		}
		if got := hex.EncodeToString(s.Sum(nil)); got != tt.sm3 {
			t.Errorf("SM3 of %d bytes: %s", len(tt.in), got)
		}
	}
}

// The expected values are those of cksum, sum -r and sum -s (coreutils 9.1).
func TestSums(t *testing.T) {
	var c CRC
	var b BSD
	var s SysV
	for range 3 {
		_, _ = c.Write([]byte("hello\n"))
		_, _ = b.Write([]byte("hello\n"))
		_, _ = s.Write([]byte("hello\n"))
	}
	if v, n := c.Value(); v != 3339376660 || n != 18 {
		t.Errorf("crc %d %d", v, n)
	}
	if v, n := b.Value(); v != 26094 || n != 1 {
		t.Errorf("bsd %d %d", v, n)
	}
	if v, n := s.Value(); v != 1626 || n != 1 {
		t.Errorf("sysv %d %d", v, n)
	}
}
