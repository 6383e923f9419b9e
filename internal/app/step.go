package app

import (
	"context"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/door/lines"
	"github.com/orrery-world/orrery/internal/scenario"
)

// StepOptions say how `orrery step` serves.
type StepOptions struct {
	Mounts      []string // HOST:GUEST
	Allow       []string // programs that may run for real
	MaxEpisodes int      // open at once
}

// Step answers requests on standard input, one JSON object a line, until it ends.
func (a *App) Step(ctx context.Context, o StepOptions) error {
	if o.MaxEpisodes < 1 {
		return orrery.Invalidf("--max-episodes %d: wanted at least 1", o.MaxEpisodes)
	}
	named := map[string]bool{}
	w, err := a.World(WorldOptions{o.Mounts, o.Allow, func(s string) bool { return named[s] }})
	if err != nil {
		return err
	}
	return lines.Serve(ctx, a.In, a.Out, lines.Options{
		World:       w,
		MaxEpisodes: o.MaxEpisodes,
		ReadFile: func(name string) ([]byte, error) {
			named[name] = true
			return readFile(name)
		},
		Scenario: func(name string, text []byte) (orrery.Scenario, error) {
			return scenario.Parse(name, text, scenario.Options{})
		},
	})
}
