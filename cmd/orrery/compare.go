package main

import (
	"context"

	"github.com/orrery-world/orrery/internal/app"
)

type compareCmd struct {
	Files    []string `arg:"" name:"file" help:"Recorded shell cases or recorded episodes (JSON lines)."`
	Diff     bool     `help:"Also print the steps that differ, with a diff of each field."`
	MaxDiff  int      `placeholder:"N" help:"Print at most N of them."`
	MinExact float64  `placeholder:"R" help:"Exit with status 3 when less than this share of the steps is exact (0 to 1)."`
	allowFlags
	JSON bool `help:"Print the report as one JSON object."`
	Jobs int  `short:"j" placeholder:"N" help:"Trajectories to play at once; default one for every core."`
}

func (c *compareCmd) json() bool { return c.JSON }

// Help is the long text of `orrery compare --help`.
func (*compareCmd) Help() string {
	return `Every trajectory starts from a fresh machine and is played to its end, whatever went wrong before.
A step is exact when standard output, standard error, exit status and directory are equal byte for
byte after the recorder's masks. docs/reference/cases.md describes the files.

  orrery compare testdata/corpus/*.jsonl
  orrery compare --diff --max-diff 5 cases.jsonl`
}

// Run plays recorded trajectories and prints how many answers are exact.
func (c *compareCmd) Run(ctx context.Context, a *app.App) error {
	return a.Compare(ctx, app.CompareOptions{Files: c.Files, Allow: c.AllowExec, Diff: c.Diff, MaxDiff: c.MaxDiff, MinExact: c.MinExact, JSON: c.JSON, Jobs: c.Jobs})
}
