package worldtest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/orrery-world/orrery"
)

// whole are all actions and then the probe.
func (h Harness) whole() []orrery.Action {
	return append(append([]orrery.Action(nil), h.Actions...), h.Probe...)
}

func checkDeterminism(ctx context.Context, h Harness) error {
	want := ""
	for i := range max(h.Repeats, 3) {
		got, err := h.transcript(ctx, i%2 == 1)
		if err != nil {
			return err
		}
		if i == 0 {
			want = got
		}
		if err := same(fmt.Sprintf("run %d of the same scenario and actions", i+1), want, got); err != nil {
			return err
		}
	}
	return nil
}

// transcript plays everything in a new world, on one processor when single is set.
func (h Harness) transcript(ctx context.Context, single bool) (string, error) {
	if single {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	}
	e, err := h.open(ctx)
	if err != nil {
		return "", err
	}
	got, err := play(ctx, e, h.whole())
	return got, errors.Join(err, orrery.Close(e))
}

func checkConcurrentEpisodes(ctx context.Context, h Harness) error {
	w, err := h.World()
	if err != nil {
		return fmt.Errorf("new world: %w", err)
	}
	const n = 8
	var transcripts [n]string
	var errs [n]error
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			e, err := w.Open(ctx, h.Scenario)
			if err != nil {
				errs[i] = fmt.Errorf("open: %w", err)
				return
			}
			transcripts[i], errs[i] = play(ctx, e, h.whole())
		})
	}
	wg.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	for i := range n {
		if err := same(fmt.Sprintf("%d episodes of one world at once, number %d", n, i+1), transcripts[0], transcripts[i]); err != nil {
			return err
		}
	}
	return nil
}

func checkObservations(ctx context.Context, h Harness) error {
	e, err := h.open(ctx)
	if err != nil {
		return err
	}
	for i, a := range h.whole() {
		o, err := e.Step(ctx, a)
		if err != nil {
			return fmt.Errorf("step %d (%q): %w", i+1, a.Text, err)
		}
		if err := o.Check(); err != nil {
			return fmt.Errorf("step %d (%q): %w", i+1, a.Text, err)
		}
		data, err := o.MarshalJSON()
		if err != nil {
			return fmt.Errorf("step %d (%q): %w", i+1, a.Text, err)
		}
		var back orrery.Observation
		if err := back.UnmarshalJSON(data); err != nil {
			return fmt.Errorf("step %d (%q): its JSON is not read again: %w", i+1, a.Text, err)
		}
		again, err := back.MarshalJSON()
		if err != nil || string(again) != string(data) {
			return fmt.Errorf("step %d (%q): JSON changes on the way\nwrote %s\nread  %s, %v", i+1, a.Text, data, again, err)
		}
	}
	return nil
}

// checkErrors makes Step fail between the actions and compares with an episode where it did not.
func checkErrors(ctx context.Context, h Harness) error {
	want, err := h.transcript(ctx, false)
	if err != nil {
		return err
	}
	e, err := h.open(ctx)
	if err != nil {
		return err
	}
	ended, end := context.WithCancel(ctx)
	end()
	got := ""
	for _, a := range h.whole() {
		o, err := e.Step(ended, a)
		if orrery.KindOf(err) != orrery.Canceled {
			return fmt.Errorf("step %q with an ended context: error %v (kind %q, text %q), want kind canceled", a.Text, err, orrery.KindOf(err), o.Text)
		}
		for _, bad := range h.Invalid {
			o, err := e.Step(ctx, bad)
			if orrery.KindOf(err) != orrery.Invalid {
				return fmt.Errorf("step %q: error %v (kind %q, text %q), want kind invalid", bad.Text, err, orrery.KindOf(err), o.Text)
			}
		}
		line, err := play(ctx, e, []orrery.Action{a})
		if err != nil {
			return fmt.Errorf("after steps that failed: %w", err)
		}
		got += line
	}
	return same("with failing steps between, which must leave the episode as it was", want, got)
}

// countdown is a context that ends by itself after it has been asked a number of times, so that a
// step is interrupted at the same place in every run. For a step that asks once and then waits, it
// also ends with the context it was made from.
type countdown struct {
	context.Context
	mu   sync.Mutex
	left int
	done chan struct{}
}

// patience is how long a step may wait on a countdown without asking it.
const patience = 200 * time.Millisecond

// newCountdown returns a countdown; release frees what it holds.
func newCountdown(ctx context.Context, asks int) (c *countdown, release func()) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	c = &countdown{Context: ctx, left: asks, done: make(chan struct{})}
	stop := context.AfterFunc(ctx, func() { c.ask(asks) })
	return c, func() { stop(); cancel() }
}

// ask counts n questions and reports whether the context has ended.
func (c *countdown) ask(n int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left > 0 {
		if c.left = max(0, c.left-n); c.left == 0 {
			close(c.done)
		}
	}
	return c.left == 0
}

// Done counts as a question, since a world may ask only by selecting on it.
func (c *countdown) Done() <-chan struct{} {
	c.ask(1)
	return c.done
}

// Err returns context.Canceled once the questions are used up.
func (c *countdown) Err() error {
	if c.ask(1) {
		return context.Canceled
	}
	return nil
}

// interrupt plays the slow step under a countdown; it must be canceled.
func (h Harness) interrupt(ctx context.Context, e orrery.Episode, asks int) error {
	c, release := newCountdown(ctx, asks)
	defer release()
	o, err := e.Step(c, *h.Slow)
	if orrery.KindOf(err) != orrery.Canceled {
		return fmt.Errorf("slow step %q whose context ended when asked %d times: error %v (kind %q, text %.80q), want kind canceled",
			h.Slow.Text, asks, err, orrery.KindOf(err), o.Text)
	}
	return nil
}

func checkCancellation(ctx context.Context, h Harness) error {
	first, second := h.halves()
	rest := append(append([]orrery.Action(nil), second...), h.Probe...)
	plain, err := h.openAt(ctx, first)
	if err != nil {
		return err
	}
	want, err := play(ctx, plain, rest)
	if err != nil {
		return err
	}
	for _, asks := range []int{1, 2, 3, 10, 50} {
		e, err := h.openAt(ctx, first)
		if err != nil {
			return err
		}
		if err := h.interrupt(ctx, e, asks); err != nil {
			return err
		}
		got, err := play(ctx, e, rest)
		if err != nil {
			return fmt.Errorf("after a canceled step: %w", err)
		}
		if err := same("after a canceled step, which must leave the episode as it was", want, got); err != nil {
			return err
		}
	}
	return nil
}

func checkBudgets(ctx context.Context, h Harness) error {
	for _, b := range h.Budgets {
		own := h
		if b.Scenario != nil {
			own.Scenario = *b.Scenario
		}
		want := ""
		for i := range 3 {
			got, err := own.overrun(ctx, b)
			if err != nil {
				return fmt.Errorf("budget %q: %w", b.Name, err)
			}
			if i == 0 {
				want = got
			}
			if err := same(fmt.Sprintf("budget %q, run %d", b.Name, i+1), want, got); err != nil {
				return err
			}
		}
	}
	return nil
}

// overrun plays a step that a budget stops, then the probe if the episode has not ended with it.
func (h Harness) overrun(ctx context.Context, b Budget) (string, error) {
	e, err := h.open(ctx)
	if err != nil {
		return "", err
	}
	o, err := e.Step(ctx, b.Action)
	if err != nil {
		return "", fmt.Errorf("step %q: %w; a budget stops a step with an observation", b.Action.Text, err)
	}
	name, ok := o.Budget()
	if !ok || b.Name != "" && name != b.Name {
		return "", fmt.Errorf("step %q has the warnings %q, want %q", b.Action.Text, o.Warnings, orrery.BudgetWarning(b.Name))
	}
	line, err := o.MarshalJSON()
	if err != nil {
		return "", err
	}
	if o.Done {
		return string(line) + "\n", nil
	}
	rest, err := play(ctx, e, h.Probe)
	if err != nil {
		return "", fmt.Errorf("the episode does not live on: %w", err)
	}
	return string(line) + "\n" + rest, nil
}

func checkDone(ctx context.Context, h Harness) error {
	e, err := h.open(ctx)
	if err != nil {
		return err
	}
	o, err := e.Step(ctx, *h.End)
	if err != nil {
		return fmt.Errorf("step %q: %w", h.End.Text, err)
	}
	if !o.Done {
		return fmt.Errorf("step %q does not end the episode", h.End.Text)
	}
	for _, a := range []orrery.Action{h.Actions[0], *h.End} {
		o, err := e.Step(ctx, a)
		if orrery.KindOf(err) != orrery.Invalid {
			return fmt.Errorf("step %q after the end: error %v (kind %q, text %q), want kind invalid", a.Text, err, orrery.KindOf(err), o.Text)
		}
	}
	return nil
}

// checkGoroutines counts at every step boundary, also after steps that were canceled or stopped.
func checkGoroutines(ctx context.Context, h Harness) error {
	before := settled(0)
	e, err := h.open(ctx)
	if err != nil {
		return err
	}
	atBoundary := func(after string) error {
		if now := settled(before); now > before {
			return fmt.Errorf("after %s there are %d goroutines, before the episode there were %d", after, now, before)
		}
		return nil
	}
	if err := atBoundary("open"); err != nil {
		return err
	}
	if h.Slow != nil {
		if err := h.interrupt(ctx, e, 10); err != nil {
			return err
		}
		if err := atBoundary("a canceled step"); err != nil {
			return err
		}
	}
	for _, a := range h.whole() {
		if _, err := e.Step(ctx, a); err != nil {
			return fmt.Errorf("step %q: %w", a.Text, err)
		}
		if err := atBoundary(fmt.Sprintf("step %q", a.Text)); err != nil {
			return err
		}
	}
	if err := orrery.Close(e); err != nil {
		return fmt.Errorf("close: %w", err)
	}
	return atBoundary("close")
}

// settled returns the number of goroutines, giving those that have done their work, but not yet left,
// the time to leave: until there are at most want, or many turns of the scheduler have passed.
func settled(want int) int {
	n := runtime.NumGoroutine()
	for range 10_000 {
		if n <= want {
			break
		}
		runtime.Gosched()
		n = runtime.NumGoroutine()
	}
	return n
}
