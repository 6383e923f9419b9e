//go:build !linux

package sandbox

import (
	"context"
	"fmt"
	"runtime"
)

// Run is a program that runs in a sandbox.
type Run struct{}

// Start refuses: only Linux has what it takes.
func Start(context.Context, Job) (*Run, error) {
	return nil, fmt.Errorf("%w: real programs are run on Linux only, with its namespaces; this is %s", ErrUnavailable, runtime.GOOS)
}

// Stop has nothing to stop.
func (*Run) Stop() {}

// Read has nothing that was read.
func (*Run) Read() []string { return nil }

// Signal has nobody to send it to.
func (*Run) Signal(int) {}

// Kill has nothing to kill.
func (*Run) Kill() {}

// Done never has a run that ends.
func (*Run) Done() <-chan struct{} { return nil }

// Wait has nothing to wait for.
func (*Run) Wait() (Result, error) { return Result{}, ErrUnavailable }

// Child says that this process is not the inner one of a sandbox.
func Child([]string) (status int, ours bool) { return 0, false }
