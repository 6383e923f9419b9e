package main

import (
	"context"

	"github.com/orrery-world/orrery/internal/app"
)

type shellCmd struct {
	Start startFlags `embed:""`
}

// Help is the long text of `orrery shell --help`.
func (*shellCmd) Help() string {
	return `The machine is in memory and gone afterwards. :help lists what the prompt knows beside commands.

  orrery shell
  orrery shell --mount .:/home/user/src --cwd /home/user/src`
}

// Run gives a prompt until Ctrl-D or exit.
func (c *shellCmd) Run(ctx context.Context, a *app.App) error {
	return a.Shell(ctx, app.ShellOptions{Start: c.Start.start(), Mounts: c.Start.Mount, Allow: c.Start.AllowExec})
}
