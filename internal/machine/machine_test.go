package machine_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine"
)

func step(t *testing.T, m *machine.Machine, line string) *machine.Result {
	t.Helper()
	r, err := m.Step(context.Background(), line)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSmoke(t *testing.T) {
	m, err := machine.New(machine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range strings.Split(os.Getenv("LINES_"), ";;") {
		r := step(t, m, l)
		t.Logf("$ %s\n%s|E %s|%d %s %v", l, r.Stdout.Bytes, r.Stderr.Bytes, r.Exit, r.Cwd, r.Warnings)
	}
}
