package kern

import (
	"context"
	"slices"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/tree"
)

// TestElapse: a program that takes time outside wakes those who wait for the clock, in order.
func TestElapse(t *testing.T) {
	k := New(tree.New(0), 0, 1, Options{})
	var said []string
	p := k.NewProc(Template{})
	_, err := k.Run(t.Context(), p, func(ctx context.Context, p *Proc) int {
		if at, ok := p.Deadline(); ok {
			t.Errorf("a deadline at %d though nobody waits", at)
		}
		c := p.Fork()
		c.Start(ctx, func(_ context.Context, c *Proc) int {
			c.Sleep(5 * Second)
			said = append(said, "slept")
			return 0
		})
		p.Yield()
		at, ok := p.Deadline()
		if !ok || at != 5*Second {
			t.Errorf("deadline %d, %v", at, ok)
		}
		p.Elapse(3 * Second)
		said = append(said, "three")
		p.Elapse(at)
		said = append(said, "five")
		return 0
	})
	if err != nil || !slices.Equal(said, []string{"three", "slept", "five"}) || k.Now() != 5*Second {
		t.Errorf("%v, %v, now %d", said, err, k.Now())
	}
}

// TestUnread: what is put back into a pipe is read again first, with its labels.
func TestUnread(t *testing.T) {
	k := New(tree.New(0), 0, 1, Options{})
	r, w := (&Proc{K: k}).Pipe()
	p := k.NewProc(Template{FDs: []*File{r, w}})
	_, err := k.Run(t.Context(), p, func(_ context.Context, p *Proc) int {
		buf := make([]byte, 16)
		for _, s := range []struct {
			text  string
			label tree.Label
		}{{"ab", tree.Imagined}, {"cd", tree.Exact}} {
			if _, err := p.WriteLabel(1, []byte(s.text), s.label); err != nil {
				t.Error(err)
			}
		}
		n, runs, err := p.ReadRuns(0, buf[:3])
		if err != nil || n != 3 {
			t.Fatalf("%d, %v", n, err)
		}
		p.Unread(0, buf[1:3], tree.SliceRuns(runs, 1, 2))
		n, runs, err = p.ReadRuns(0, buf)
		if err != nil || string(buf[:n]) != "bcd" || !slices.Equal(runs, []tree.Run{{N: 1, L: tree.Imagined}, {N: 2}}) {
			t.Errorf("%q %v %v", buf[:n], runs, err)
		}
		return 0
	})
	if err != nil {
		t.Error(err)
	}
}
