package app

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/domain/terminal"
	"github.com/orrery-world/orrery/internal/door/shell"
	"github.com/orrery-world/orrery/internal/scenario"
)

// ShellOptions say in what machine `orrery shell` gives a prompt.
type ShellOptions struct {
	Start
	Mounts []string // HOST:GUEST
	Allow  []string // programs that may run for real
}

// Shell gives a prompt; on a pipe it reads lines without one.
func (a *App) Shell(ctx context.Context, o ShellOptions) error {
	o.Mode = "interactive"
	s, err := o.scenario()
	if err != nil {
		return err
	}
	w, err := a.World(o.Mounts, o.Allow)
	if err != nil {
		return err
	}
	e, err := w.Open(ctx, s)
	if err != nil {
		return err
	}
	look, err := newLook(s)
	if err != nil {
		return also(err, orrery.Close(e))
	}
	so := shell.Options{Complete: terminal.Complete, Cwd: look.cwd}
	if a.Terminal() {
		so.Prompt = look.prompt
		a.Say("a simulated machine, nothing on this one is touched; :help tells more")
	}
	status, err := shell.Run(ctx, e, a.In, a.Out, a.Err, so)
	if err = also(err, orrery.Close(e)); err != nil {
		return err
	}
	return Exit(status)
}

// look is what a prompt shows of a machine.
type look struct {
	user, host, home, cwd string
}

func newLook(s orrery.Scenario) (look, error) {
	var section terminal.Section
	if err := scenario.Decode(s.Section, string(orrery.Terminal), &section); err != nil {
		return look{}, err
	}
	l := look{user: section.User, host: section.Hostname, home: section.Home, cwd: section.Cwd}
	if l.user == "" {
		l.user = "user"
	}
	if l.host == "" {
		l.host = "sandbox"
	}
	if l.home == "" {
		l.home = "/home/" + l.user
		if l.user == "root" {
			l.home = "/root"
		}
	}
	if l.cwd == "" {
		l.cwd = l.home
	}
	return l, nil
}

// prompt is Debian's: user@host:directory and $, or # for root.
func (l look) prompt(cwd string) string {
	if rest, ok := strings.CutPrefix(cwd, l.home); ok && (rest == "" || rest[0] == '/') {
		cwd = "~" + rest
	}
	end := "$ "
	if l.user == "root" {
		end = "# "
	}
	return l.user + "@" + l.host + ":" + cwd + end
}
