package kern

import (
	"fmt"
	"runtime/debug"
)

// Fault is a mistake in a program of the machine itself: it panicked. Run stops everything and returns it, so that a mistake
// costs its step and not the host's process.
type Fault struct {
	Program string // the process's name
	Value   any    // what it panicked with
	Stack   []byte // where
}

// Error says which program failed and how.
func (f *Fault) Error() string {
	return fmt.Sprintf("fault in the simulated %s: %v", f.Program, f.Value)
}

// fault stops everything because of a panic in p that the kernel did not start.
func (p *Proc) fault(value any) {
	if p.K.aborted == nil {
		p.K.aborted = &Fault{Program: p.Name(), Value: value, Stack: debug.Stack()}
	}
}
