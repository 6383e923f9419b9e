package main

import (
	"context"

	"github.com/orrery-world/orrery/internal/app"
)

type stepCmd struct {
	Mount []string `sep:"none" placeholder:"HOST:GUEST" help:"Show a host directory in every machine. It is never written; may be repeated."`
	allowFlags
	MaxEpisodes int `default:"1024" placeholder:"N" help:"Episodes that may be open at once; default 1024."`
}

// Help is the long text of `orrery step --help`.
func (*stepCmd) Help() string {
	return `Every line on standard input is a request, every line on standard output its reply, in order.
docs/reference/step.md describes every field.

  {"op":"open"}                                      -> {"ep":"e1"}
  {"op":"step","ep":"e1","action":"echo hi > a"}     -> {"ep":"e1","observation":{...}}
  {"op":"fork","ep":"e1"}                            -> {"ep":"e2"}
  {"op":"close","ep":"e1"}                           -> {"ep":"e1"}`
}

// Run answers requests until standard input ends.
func (c *stepCmd) Run(ctx context.Context, a *app.App) error {
	return a.Step(ctx, app.StepOptions{Mounts: c.Mount, Allow: c.AllowExec, MaxEpisodes: c.MaxEpisodes})
}
