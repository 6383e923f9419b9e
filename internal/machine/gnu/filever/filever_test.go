package filever

import (
	"slices"
	"strings"
	"testing"
)

// The order is that of sort -V (coreutils 9.1).
func TestOrder(t *testing.T) {
	want := strings.Fields(". .. .~ .a.b .b ..x .5 .a.5 ... ~. a~ a a.b a1 a2 a10 a-1 foo.c~ foo.c foo.h v1.0~rc1 v1.0 v1.9 v1.10")
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortStableFunc(got, Compare)
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for _, a := range want {
		for _, b := range want {
			if (Compare(a, b) < 0) != (Compare(b, a) > 0) {
				t.Errorf("%q and %q", a, b)
			}
		}
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("a1.tar.gz", "a~.b")
	f.Fuzz(func(t *testing.T, a, b string) {
		if x, y := Compare(a, b), Compare(b, a); (x < 0) != (y > 0) || (x == 0) != (y == 0) {
			t.Errorf("%d and %d", x, y)
		}
	})
}
