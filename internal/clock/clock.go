// Package clock is the only place that reads the time. Everybody else is handed a [Clock]; the
// machine, which may not even import package time, counts nanoseconds since 1970-01-01 UTC and
// turns them into dates with the pure calendar arithmetic here.
package clock

import (
	"context"
	"sync/atomic"
	"time"
)

// Clock tells the time.
type Clock interface {
	// Now returns nanoseconds since 1970-01-01 00:00:00 UTC, leap seconds not counted.
	Now() int64
}

// Real is the host's wall clock.
type Real struct{}

// Now reads the host's wall clock.
func (Real) Now() int64 { return time.Now().UnixNano() }

// Virtual is a clock that moves only when told to. Its zero value stands at the epoch. It is safe
// for concurrent use; it must not be copied after first use (see Fork).
type Virtual struct {
	ns atomic.Int64
}

// NewVirtual returns a virtual clock that stands at the given time.
func NewVirtual(ns int64) *Virtual {
	v := &Virtual{}
	v.ns.Store(ns)
	return v
}

// Now returns where the clock stands.
func (v *Virtual) Now() int64 { return v.ns.Load() }

// Advance moves the clock on by ns nanoseconds and returns the new time. It never moves back: a
// negative distance moves it not at all, and the clock stops at the end of its range.
func (v *Virtual) Advance(ns int64) int64 {
	for {
		old := v.ns.Load()
		now := old
		if ns > 0 {
			if now += ns; now < old {
				now = maxInt64
			}
		}
		if v.ns.CompareAndSwap(old, now) {
			return now
		}
	}
}

// Fork returns an independent clock that stands at the same time.
func (v *Virtual) Fork() *Virtual { return NewVirtual(v.Now()) }

const maxInt64 = 1<<63 - 1

// Watch measures how long something took on the host; it is not touched by changes of the wall clock.
type Watch struct {
	start time.Time
}

// Start starts a watch.
func Start() Watch { return Watch{start: time.Now()} }

// Elapsed returns the time since Start.
func (w Watch) Elapsed() time.Duration { return time.Since(w.start) }

// Sleep waits on the host until d has passed or ctx ends, and returns the cause of ctx's end.
func Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
