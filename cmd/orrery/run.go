package main

import (
	"context"

	"github.com/orrery-world/orrery/internal/app"
)

// startFlags are the flags about an episode's start state.
type startFlags struct {
	Scenario string   `placeholder:"FILE" help:"Scenario file with the start state."`
	Mount    []string `sep:"none" placeholder:"HOST:GUEST" help:"Show a host directory in the machine. It is read when looked at and never written; may be repeated."`
	User     string   `placeholder:"NAME" help:"User of the shell; root is root."`
	Cwd      string   `placeholder:"DIR" help:"Directory in which the shell starts."`
	allowFlags
}

func (f *startFlags) start() app.Start {
	return app.Start{Scenario: f.Scenario, User: f.User, Cwd: f.Cwd}
}

// allowFlags say what may run for real.
type allowFlags struct {
	AllowExec []string `placeholder:"NAME" sep:"none" help:"Run this program for real, in a sandbox, on the machine's files: python3, node, jq, git and others of this host, or NAME=wasi:FILE; may be repeated."`
}

type runCmd struct {
	Command *string    `short:"c" placeholder:"CMD" help:"Run this command line."`
	Session string     `placeholder:"NAME" help:"Run in this session: files, directory and variables stay for the next call."`
	Reset   bool       `help:"Begin the session anew."`
	JSON    bool       `help:"Print the observation as one JSON object instead of the streams."`
	Start   startFlags `embed:""`
	Script  []string   `arg:"" optional:"" passthrough:"partial" help:"Script file and its arguments; - or none reads standard input."`
}

func (c *runCmd) json() bool { return c.JSON }

// Help is the long text of `orrery run --help`.
func (*runCmd) Help() string {
	return `Standard output, standard error and the exit status are those of the command.

  orrery run -c 'mkdir a; ls -l'
  orrery run --mount .:/home/user/src script.sh ARG
  orrery run --session work -c 'cd src; x=1'
  orrery run --session work -c 'pwd; echo $x'`
}

// Run runs one command line or script.
func (c *runCmd) Run(ctx context.Context, a *app.App) error {
	o := app.RunOptions{Start: c.Start.start(), Mounts: c.Start.Mount, Allow: c.Start.AllowExec, Script: c.Script, Session: c.Session, Reset: c.Reset, JSON: c.JSON}
	if c.Command != nil {
		o.Command, o.Has = *c.Command, true
	}
	return a.Run(ctx, o)
}
