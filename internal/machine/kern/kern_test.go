package kern_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

func run(t *testing.T, opt kern.Options, fn kern.Program) (out string, st kern.Status, k *kern.Kernel, err error) {
	t.Helper()
	k = kern.New(tree.New(0), 0, 100, opt)
	var s kern.Sink
	p := k.NewProc(kern.Template{Args: []string{"test"}, Cwd: tree.Root, FDs: []*kern.File{kern.NewNull(), kern.NewSink(&s), kern.NewSink(&s)}})
	st, err = k.Run(context.Background(), p, fn)
	return string(s.Bytes), st, k, err
}

func yes(_ context.Context, p *kern.Proc) int {
	for {
		if _, err := p.Write(1, []byte("y\n")); err != nil {
			return 1
		}
	}
}

func TestPipelineEndsByBrokenPipe(t *testing.T) {
	var left kern.Status
	out, st, k, err := run(t, kern.Options{}, func(ctx context.Context, p *kern.Proc) int {
		r, w := p.Pipe()
		a, b := p.Fork(), p.Fork()
		a.SetFD(1, w)
		b.SetFD(0, r)
		a.Start(ctx, yes)
		p.Yield()
		b.Run(ctx, func(_ context.Context, p *kern.Proc) int {
			buf := make([]byte, 4)
			n, _ := p.Read(0, buf)
			p.Write(1, buf[:n])
			return 0
		})
		left, _ = p.Wait(a)
		return 3
	})
	if err != nil || out != "y\ny\n" || st.Code != 3 || left.Signal != kern.SIGPIPE {
		t.Errorf("out %q status %+v yes %+v err %v", out, st, left, err)
	}
	if n := len(k.Procs()); n != 0 {
		t.Errorf("%d processes left", n)
	}
}

func TestClockJumps(t *testing.T) {
	_, _, k, err := run(t, kern.Options{}, func(ctx context.Context, p *kern.Proc) int {
		c := p.Fork()
		c.Start(ctx, func(_ context.Context, p *kern.Proc) int { p.Sleep(5 * kern.Second); return 0 })
		p.Sleep(2 * kern.Second)
		p.Wait(c)
		return 0
	})
	if err != nil || k.Now() != 5*kern.Second {
		t.Errorf("clock %d err %v", k.Now(), err)
	}
}

func TestBudgets(t *testing.T) {
	forkBomb := func(ctx context.Context, p *kern.Proc) int {
		var fn kern.Program
		fn = func(ctx context.Context, p *kern.Proc) int {
			p.Fork().Start(ctx, fn)
			p.Fork().Start(ctx, fn)
			p.Sleep(kern.Second)
			return 0
		}
		return fn(ctx, p)
	}
	nest := func(ctx context.Context, p *kern.Proc) int {
		var fn kern.Program
		fn = func(ctx context.Context, p *kern.Proc) int { return p.Fork().Run(ctx, fn).Exit() }
		return fn(ctx, p)
	}
	for _, tt := range []struct {
		name string
		fn   kern.Program
	}{
		{"output", yes},
		{"processes", forkBomb},
		{"depth", nest},
		{"time", func(_ context.Context, p *kern.Proc) int { p.Sleep(1e18); return 0 }},
		{"steps", func(_ context.Context, p *kern.Proc) int {
			for {
				p.Tick(1)
			}
		}},
		{"memory", func(_ context.Context, p *kern.Proc) int {
			for {
				p.Hold(1 << 20)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, st, k, err := run(t, kern.Options{}, tt.fn)
			var b *kern.BudgetError
			if !errors.As(err, &b) || b.Name != tt.name || st.Exit() != 137 {
				t.Fatalf("err %v status %+v", err, st)
			}
			if w := k.Warnings(); len(w) != 1 || w[0] != "budget: "+tt.name {
				t.Errorf("warnings %q", w)
			}
			if tt.name == "output" && int64(len(out)) != kern.DefaultLimits.Output {
				t.Errorf("%d bytes of output", len(out))
			}
		})
	}
}

func TestLabelsFollowBytes(t *testing.T) {
	_, _, _, err := run(t, kern.Options{}, func(_ context.Context, p *kern.Proc) int {
		fd, err := p.Open("/f", kern.ReadWrite|kern.Creat, 0o644)
		if err != nil {
			t.Error(err)
			return 1
		}
		p.WriteLabel(fd, []byte("abc"), tree.Exact)
		p.WriteLabel(fd, []byte("XYZ"), tree.Imagined)
		p.Seek(fd, 0, 0)
		buf := make([]byte, 4)
		_, runs, _ := p.ReadRuns(fd, buf)
		if len(runs) != 2 || runs[0] != (tree.Run{N: 3}) || runs[1] != (tree.Run{N: 1, L: tree.Imagined}) {
			t.Errorf("runs %v", runs)
		}
		if p.Label() != tree.Exact {
			t.Error("ReadRuns tainted the process")
		}
		if _, err := p.Read(fd, buf); err != nil && err != io.EOF {
			t.Error(err)
		}
		if p.Label() != tree.Imagined {
			t.Error("Read did not taint the process")
		}
		return 0
	})
	if err != nil {
		t.Error(err)
	}
}

func TestFaultStopsTheRun(t *testing.T) {
	for _, own := range []bool{true, false} {
		_, _, k, err := run(t, kern.Options{}, func(ctx context.Context, p *kern.Proc) int {
			c := p.Fork()
			boom := func(context.Context, *kern.Proc) int { var none []int; return none[p.PID] }
			if own {
				return c.Run(ctx, boom).Exit()
			}
			c.Start(ctx, boom)
			p.Join(c)
			return 0
		})
		var f *kern.Fault
		if !errors.As(err, &f) || f.Program != "test" || len(f.Stack) == 0 {
			t.Errorf("err %v", err)
		}
		if len(k.Procs()) != 0 {
			t.Error("processes left")
		}
	}
}

// TestHeldMemoryEndsWithItsProcess proves that only living processes hold memory, and that a capture is its reader's.
func TestHeldMemoryEndsWithItsProcess(t *testing.T) {
	_, st, _, err := run(t, kern.Options{}, func(ctx context.Context, p *kern.Proc) int {
		for range 100 {
			p.Fork().Run(ctx, func(_ context.Context, p *kern.Proc) int {
				p.Hold(kern.DefaultLimits.Memory / 2)
				return 0
			})
		}
		if m := p.K.Used().Memory; m != 0 {
			t.Errorf("%d bytes are held by nobody", m)
		}
		var sink kern.Sink
		child := p.Fork()
		_ = child.SetFD(1, p.NewCapture(&sink))
		child.Run(ctx, func(_ context.Context, p *kern.Proc) int {
			p.Stdout.WriteString("kept")
			return 0
		})
		if m := p.K.Used().Memory; m != 4 {
			t.Errorf("a capture of 4 bytes holds %d", m)
		}
		return 0
	})
	if err != nil || st.Exit() != 0 {
		t.Errorf("status %+v, error %v", st, err)
	}
}
