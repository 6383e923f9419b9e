package machine_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/orrery-world/orrery/internal/machine"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// FuzzStep runs any text as a command line, alone and in a session: no fault, the same answer twice, and the session lives on
// unless its shell has exited.
func FuzzStep(f *testing.F) {
	for _, l := range append(append([]string{}, mixed...), sixSteps...) {
		f.Add(l)
	}
	for _, b := range bombs {
		f.Add(b.line)
	}
	for _, lines := range markers {
		for _, l := range lines {
			f.Add(l)
		}
	}
	opt := machine.Options{Limits: kern.Limits{Steps: 100_000, Output: 1 << 16, Memory: 4 << 20}, Disk: tree.Limits{Bytes: 4 << 20, Inodes: 500},
		Files: []machine.File{{Path: "f", Content: []byte(markerA), Label: tree.Imagined}, {Path: "g", Content: []byte("one\ntwo\n")}}}
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) > 2000 || strings.Contains(line, "\x00") {
			t.Skip()
		}
		hang := time.AfterFunc(20*time.Second, func() { panic("no end: " + line) })
		defer hang.Stop()
		for _, mode := range []machine.Mode{machine.Exec, machine.Session} {
			o := opt
			o.Mode = mode
			m := newMachine(t, o)
			first, second := fuzzStep(t, m.Fork(), line), fuzzStep(t, m.Fork(), line)
			if first != second {
				t.Errorf("two answers to %q:\n%q\n%q", line, first, second)
			}
			fuzzStep(t, m, line)
			if !m.Ended() {
				fuzzStep(t, m, "echo alive")
			}
		}
	})
}

func fuzzStep(t *testing.T, m *machine.Machine, line string) string {
	r, err := m.Step(context.Background(), line)
	var fault *kern.Fault
	if errors.As(err, &fault) {
		t.Fatalf("%q: %v\n%s", line, fault, fault.Stack)
	}
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	return string(r.Merged.Bytes) + strings.Join(r.Warnings, ",") + r.Cwd + string(rune(r.Exit)) + m.Digest()
}
