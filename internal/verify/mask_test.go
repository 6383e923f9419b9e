package verify

import (
	"testing"

	"github.com/orrery-world/orrery/internal/clock"
)

// The expected texts are what masks() of tools/record/record-cases.py makes of the same texts at the
// same time.
func TestMasksAreTheRecorders(t *testing.T) {
	m := NewMasks(1_750_000_000 * clock.NanosPerSecond) // 2025-06-15 15:06:40
	for _, c := range []struct{ in, want string }{
		{"-rw-r--r-- 1 user user 3 Jun 15 15:06 a\n", "-rw-r--r-- 1 user user 3 Mmm dd hh:mm a\n"},
		{"drwx Jun 15 15:06 x Jun 14 15:06\n", "drwx Mmm dd hh:mm x Jun 14 15:06\n"},
		{"2025-06-15 15:06:40.123456789 +0000\n", "YYYY-MM-DD hh:hh:hh.hhhhhhhhh +0000\n"},
		{"2025-06-15T15:06:40+00:00 2025-06-15 2025-06-15 15:06", "YYYY-MM-DDThh:hh:hh+00:00 YYYY-MM-DD YYYY-MM-DD hh:hh"},
		{"x2025-06-15 é2025-06-15 _2025-06-15 -2025-06-15", "x2025-06-15 é2025-06-15 _2025-06-15 -YYYY-MM-DD"},
		{"2025-06-150", "YYYY-MM-DD0"},
		{"Jun 15 15:060 Jun 15 15:06é Jun  15 15:06.", "Jun 15 15:060 Jun 15 15:06é Mmm dd hh:mm."},
		{"[1] 1234\n[2]+ 99 Running\n[1]+  Done x\n a [1] 1234\n[1] 1234x [1] 7\n", "[1] PID\n[2]+ PID Running\n[1]+  Done x\n a [1] 1234\n[1] 1234x [1] 7\n"},
		{"bash: line 3:  1234 Killed sleep\nbash: line 4: 55 User defined signal 1\nline 3: 5 Terminated", "bash: line 3:  PID Killed sleep\nbash: line 4: PID User defined signal 1\nline 3: PID Terminated"},
		{"2025-06-15 15:06:4", "YYYY-MM-DD hh:hh:4"},
		{"日2025-06-15 15:06:40.5日", "日2025-06-15 15:06:40.5日"},
		{"[3] 12é\n[3] 12_\n[4]-   4567\r\n", "[3] 12é\n[3] 12_\n[4]-   PID\r\n"},
		{"Jun 15 15:06\nJun 15 15:06Jun 15 15:06 Jun 15 15:06", "Mmm dd hh:mm\nJun 15 15:06Jun 15 15:06 Mmm dd hh:mm"},
		{"", ""},
	} {
		if got := m.Apply(c.in); got != c.want {
			t.Errorf("mask of %q\ngot  %q\nwant %q", c.in, got, c.want)
		}
	}
}

func TestMasksAroundMidnight(t *testing.T) {
	for _, c := range []struct {
		seconds int64
		want    string
	}{
		{1_750_026_600, "YYYY-MM-DD 2025-06-16 2025-06-14"}, // 22:30 on June 15
		{1_750_030_200, "YYYY-MM-DD YYYY-MM-DD 2025-06-14"}, // 23:30
		{1_750_032_000, "YYYY-MM-DD YYYY-MM-DD 2025-06-14"}, // 00:00 on June 16
		{1_750_035_601, "2025-06-15 YYYY-MM-DD 2025-06-14"}, // 01:00:01
	} {
		if got := NewMasks(c.seconds * clock.NanosPerSecond).Apply("2025-06-15 2025-06-16 2025-06-14"); got != c.want {
			t.Errorf("at %d: got %q, want %q", c.seconds, got, c.want)
		}
	}
}

// The expected texts are Python's bytes.decode("utf-8", "replace").
func TestReadableIsTheRecorders(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a\xffb", "a\ufffdb"},
		{"\xe3\x81", "\ufffd"},
		{"\xe3\x81\xe3\x81\x82", "\ufffd\u3042"},
		{"\xf0\x9f\x98", "\ufffd"},
		{"\xf0\x9f\x98\xff", "\ufffd\ufffd"},
		{"\xc0\x80", "\ufffd\ufffd"},
		{"\xed\xa0\x80", "\ufffd\ufffd\ufffd"},
		{"\xe0\x80\x80", "\ufffd\ufffd\ufffd"},
		{"\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd"},
		{"\xf5\x80", "\ufffd\ufffd"},
		{"\x80\x80", "\ufffd\ufffd"},
		{"\xc3(", "\ufffd("},
		{"\xff\xfe\x00", "\ufffd\ufffd\x00"},
		{"\xf0\x80\x80\x80", "\ufffd\ufffd\ufffd\ufffd"},
		{"\xf1\x80\x80A", "\ufffdA"},
		{"日本 ok", "日本 ok"},
	} {
		if got := readable([]byte(c.in)); got != c.want {
			t.Errorf("%q: got %+q, want %+q", c.in, got, c.want)
		}
	}
}
