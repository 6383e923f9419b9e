package kern

import (
	"context"
	"errors"
	"iter"
	"sort"
)

// BudgetError says that a Run was stopped because it used up the budget named.
type BudgetError struct{ Name string }

// Error gives the budget's name.
func (e *BudgetError) Error() string { return "budget: " + e.Name }

// thread is what runs on a coroutine: processes, innermost last, for a process that runs another in the foreground and waits
// for it lends it its thread.
type thread struct {
	co    *coroutine // nil for the main thread, which runs on the goroutine that called Run
	fn    Program    // of the first process
	stack []*Proc
	room  [4]*Proc // for stack
	base  int      // nesting of the process that started the thread
	state threadState
	on    *waitQueue // what it waits for, while parked
	done  bool
	main  bool
}

// coroutine runs one thread after the other, within one Run.
type coroutine struct {
	resume func() (struct{}, bool)
	stop   func()
	yield  func(struct{}) bool
	next   *thread // to be run
}

type threadState uint8

const (
	threadReady threadState = iota
	threadRunning
	threadParked
)

// waitQueue holds threads that wait for one thing, in order of arrival.
type waitQueue struct{ threads []*thread }

type timer struct {
	at, seq int64
	t       *thread
}

// unwind is the value that the kernel panics with to leave a program: up to and including proc, or everything if nil.
type unwind struct{ proc *Proc }

// Run runs fn as process init and returns when it has ended and no thread can go on: every background process has ended, or
// waits for a timer or for what will never come (see HoldOutput). A stopped Run returns a *BudgetError or the context's
// error; the tree keeps what was done until then.
//
// The process runs on the caller's own goroutine, which also resumes the other threads while it waits.
func (k *Kernel) Run(ctx context.Context, init *Proc, fn Program) (Status, error) {
	k.ctx, k.aborted = ctx, nil
	k.started, k.used, k.warnings = k.now, Used{}, nil
	k.ready, k.timers, k.alarms = k.ready[:0], k.timers[:0], nil
	main := &k.main
	*main = thread{main: true, state: threadRunning}
	main.stack = append(main.room[:0], init)
	init.held = 0
	k.current, init.thread = main, main
	k.protect(func() { init.body(ctx, fn) })
	main.done = true
	k.schedule(nil)
	k.stopAll()
	k.ctx, k.current = nil, nil
	main.stack, main.room = nil, [4]*Proc{}
	if k.aborted != nil {
		var b *BudgetError
		if errors.As(k.aborted, &b) {
			k.Warn(b.Error())
			return Status{Code: 137}, k.aborted
		}
		return Status{}, k.aborted
	}
	return init.status, nil
}

// protect runs f and ends an unwinding that leaves it.
func (k *Kernel) protect(f func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(unwind); !ok {
				panic(r)
			}
		}
	}()
	f()
}

// schedule resumes threads until it is main's turn, or, when main is nil, until none can go on.
func (k *Kernel) schedule(main *thread) {
	for k.aborted == nil {
		if err := k.ctx.Err(); err != nil {
			k.aborted = err
			return
		}
		if len(k.ready) == 0 {
			if main == nil && !(k.HoldOutput && k.sinksHeld()) || !k.fireTimer() {
				return
			}
			continue
		}
		t := k.ready[0]
		k.ready = k.ready[1:]
		if t.done {
			continue
		}
		k.current, t.state = t, threadRunning
		if t == main {
			return
		}
		t.co.resume()
		k.current = nil
	}
}

// suspend gives way until the thread is resumed; false means that everything stops.
func (k *Kernel) suspend(t *thread) bool {
	if t.main {
		k.schedule(t)
		k.current = t
		return k.aborted == nil
	}
	return t.co.yield(struct{}{}) && k.aborted == nil
}

// fireTimer jumps to the next timer. Without one, everybody waits for ever: the clock runs out, unless all that is left are
// background processes.
func (k *Kernel) fireTimer() bool {
	for len(k.timers) > 0 {
		next := k.timers[0]
		k.timers = k.timers[1:]
		if next.t.done || next.t.state != threadParked {
			continue
		}
		if next.at > k.now {
			if next.at-k.started > k.opt.Limits.Time {
				k.aborted = &BudgetError{"time"}
				return false
			}
			k.now, k.FS.Now = next.at, next.at
		}
		k.wake(next.t)
		return true
	}
	for _, p := range k.procs {
		if p.state == procAlive && p.thread != nil && !p.thread.done {
			k.aborted = &BudgetError{"time"}
			break
		}
	}
	return false
}

// sinksHeld says whether a living process still has one of the step's output sinks open.
func (k *Kernel) sinksHeld() bool {
	for _, p := range k.procs {
		if p.state != procAlive {
			continue
		}
		for _, f := range p.fds {
			if f != nil && f.kind == kindSink {
				return true
			}
		}
	}
	return false
}

// stopAll ends every thread that is left.
func (k *Kernel) stopAll() {
	k.live = false
	for _, p := range k.procs {
		k.live = k.live || p.running()
	}
	if k.live { // what stops takes itself out of the table
		for _, p := range append([]*Proc(nil), k.procs...) {
			if p.running() {
				p.thread.co.stop()
			}
		}
	}
	for _, c := range k.idle {
		c.stop()
	}
	k.procs, k.ready, k.timers, k.idle, k.procRoom = nil, nil, nil, nil, [4]*Proc{}
}

// growStack makes the stack of a new coroutine as large as nearly every program needs, in one step: growing it little by little
// copies it each time. The place i that is looked at is not a constant, or the compiler would see that no room is needed.
//
//go:noinline
func growStack(i int) byte {
	var room [12 << 10]byte
	return room[i]
}

// running says whether p has a thread that has not come to its end.
func (p *Proc) running() bool { return p.thread != nil && !p.thread.done }

// newThread makes a ready thread that runs fn as process p.
func (k *Kernel) newThread(p *Proc, fn Program) *thread {
	t := &thread{fn: fn}
	t.stack = append(t.room[:0], p)
	if n := len(k.idle); n > 0 {
		t.co, k.idle = k.idle[n-1], k.idle[:n-1]
	} else {
		t.co = k.newCoroutine()
	}
	t.co.next = t
	k.ready = append(k.ready, t)
	return t
}

// newCoroutine makes a coroutine that runs its next thread whenever it is resumed and the one before has come to its end.
func (k *Kernel) newCoroutine() *coroutine {
	c := &coroutine{}
	c.resume, c.stop = iter.Pull(func(yield func(struct{}) bool) {
		c.yield = yield
		growStack(len(k.idle) & 1)
		for {
			t := c.next
			p := t.stack[0]
			k.protect(func() { p.body(k.ctx, t.fn) })
			t.done = true
			k.idle = append(k.idle, c)
			if !yield(struct{}{}) {
				return
			}
		}
	})
	return c
}

// park waits until somebody wakes the thread.
func (k *Kernel) park(q *waitQueue) {
	t := k.current
	t.state, t.on = threadParked, q
	if q != nil {
		q.threads = append(q.threads, t)
	}
	ok := k.suspend(t)
	if q != nil {
		q.remove(t)
	}
	t.on = nil
	if !ok {
		panic(unwind{})
	}
	k.checkKilled()
}

// Yield lets every other ready thread run first.
func (p *Proc) Yield() {
	k := p.K
	t := k.current
	t.state = threadReady
	k.ready = append(k.ready, t)
	if !k.suspend(t) {
		panic(unwind{})
	}
	k.checkKilled()
}

// drainRounds bounds how often Drain lets the others run: a process that never waits would keep it for ever.
const drainRounds = 1000

// Drain lets every other thread run until all of them wait.
func (p *Proc) Drain() {
	for range drainRounds {
		if len(p.K.ready) == 0 {
			return
		}
		p.Yield()
	}
}

// checkKilled unwinds the present thread when a process on it has been killed.
func (k *Kernel) checkKilled() {
	for _, p := range k.current.stack {
		if p.killed != 0 {
			panic(unwind{p})
		}
	}
}

func (k *Kernel) wake(t *thread) {
	if t.state == threadParked && !t.done {
		t.state = threadReady
		k.ready = append(k.ready, t)
	}
}

func (q *waitQueue) remove(t *thread) {
	for i, x := range q.threads {
		if x == t {
			q.threads = append(q.threads[:i], q.threads[i+1:]...)
			return
		}
	}
}

// wakeAll readies every thread in q.
func (k *Kernel) wakeAll(q *waitQueue) {
	for _, t := range q.threads {
		k.wake(t)
	}
}

// at arranges for the present thread to be woken at time ns.
func (k *Kernel) at(ns int64) {
	k.seq++
	tm := timer{ns, k.seq, k.current}
	i := sort.Search(len(k.timers), func(i int) bool { return k.timers[i].at > ns })
	k.timers = append(k.timers, timer{})
	copy(k.timers[i+1:], k.timers[i:])
	k.timers[i] = tm
}

// Sleep waits for ns nanoseconds of virtual time. It returns early, with false, when a signal that the process catches
// arrives.
func (p *Proc) Sleep(ns int64) bool {
	end := p.K.now + max(ns, 0)
	for p.K.now < end {
		if p.pending != 0 {
			return false
		}
		p.K.at(end)
		p.K.park(nil)
	}
	return true
}

// exhaust stops everything: the budget called name is used up.
func (k *Kernel) exhaust(name string) { k.abort(&BudgetError{name}) }

func (k *Kernel) abort(err error) {
	if k.aborted == nil {
		k.aborted = err
	}
	panic(unwind{})
}

// Tick counts n units of work and stops the step when its budget is used up or its context is done.
func (p *Proc) Tick(n int) {
	k := p.K
	before := k.used.Steps
	k.used.Steps += int64(n)
	if k.used.Steps > k.opt.Limits.Steps {
		k.exhaust("steps")
	}
	if before>>12 != k.used.Steps>>12 {
		k.checkCtx()
		if len(k.alarms) > 0 {
			p.checkAlarms()
		}
	}
}

func (k *Kernel) checkCtx() {
	if k.ctx == nil {
		return
	}
	if err := context.Cause(k.ctx); err != nil {
		k.abort(err)
	}
}

// Hold counts n bytes that a program keeps in memory (negative when it lets them go) and stops the step when it holds too
// much. A process that ends lets go of all that it holds. The count starts afresh with every Run.
func (p *Proc) Hold(n int64) {
	k := p.K
	p.held += n
	k.used.Memory += n
	if k.used.Memory > k.opt.Limits.Memory {
		k.exhaust("memory")
	}
}

// Exhaust stops everything that runs because the budget called name is used up.
func (p *Proc) Exhaust(name string) { p.K.exhaust(name) }
