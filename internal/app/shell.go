package app

import (
	"context"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/domain/terminal"
	"github.com/orrery-world/orrery/internal/door/shell"
	"github.com/orrery-world/orrery/internal/scenario"
	"github.com/orrery-world/orrery/internal/session"
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
	w, err := a.World(WorldOptions{o.Mounts, o.Allow, func(s string) bool { return s == o.Scenario }})
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
	so := shell.Options{Complete: terminal.Complete, Cwd: look.cwd, World: w, Write: session.Replace, Read: readSnapshot}
	if !a.Terminal() {
		return a.talk(ctx, e, so)
	}
	so.Prompt = look.prompt
	so.Color = !a.Config.NoColor && !a.dumb()
	a.Say("a simulated machine, nothing on this one is touched; :help tells more")
	restore, err := a.edit(&so)
	if err != nil {
		return also(err, orrery.Close(e))
	}
	defer restore()
	return a.talk(ctx, e, so)
}

// dumb reports whether the terminal obeys no escapes.
func (a *App) dumb() bool { return a.Config.Term == "" || a.Config.Term == "dumb" }

func (a *App) talk(ctx context.Context, e orrery.Episode, o shell.Options) error {
	status, err := shell.Run(ctx, e, a.In, a.Out, a.Err, o)
	if err != nil {
		return err
	}
	return Exit(status)
}

// edit puts the terminal into raw mode and gives the talk an editor; restore undoes it. A terminal that
// cannot be edited on keeps its own line discipline.
func (a *App) edit(o *shell.Options) (restore func(), err error) {
	in, ok := a.In.(*interruptible).from.(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) || a.dumb() {
		return func() {}, nil
	}
	fd := int(in.Fd())
	before, err := term.MakeRaw(fd)
	if err != nil {
		return nil, orrery.Infraf("terminal: %w", err)
	}
	o.Editor = shell.NewEditor(a.In, a.Out, func() (width, height int) {
		// A terminal that does not know its size is taken as it was.
		width, height, _ = term.GetSize(fd)
		return width, height
	})
	return func() {
		if err := term.Restore(fd, before); err != nil {
			a.Say("terminal: %v", err)
		}
	}, nil
}

// readSnapshot returns the bytes of a file that :save has written.
func readSnapshot(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, orrery.Infraf("%w", err)
	}
	return data, nil
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
