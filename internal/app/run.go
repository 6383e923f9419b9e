package app

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/domain/terminal"
	"github.com/orrery-world/orrery/internal/session"
)

// RunOptions say what `orrery run` runs and where.
type RunOptions struct {
	Start
	Mounts  []string // HOST:GUEST
	Allow   []string // programs that may run for real
	Command string   // one command line; used when HasCommand is set
	Has     bool     // Command was given, maybe empty
	Script  []string // path of a script and its arguments; none or "-" reads standard input
	Session string   // name of the session; empty for a machine that is forgotten afterwards
	Reset   bool     // begin the session anew
	JSON    bool
}

// RunResult is what `orrery run --json` prints.
type RunResult struct {
	Session     string             `json:"session,omitempty"`
	Observation orrery.Observation `json:"observation"`
}

// Run runs one command line or script and passes its streams and exit status on.
func (a *App) Run(ctx context.Context, o RunOptions) error {
	text, err := a.action(&o)
	if err != nil {
		return err
	}
	w, err := a.World(WorldOptions{o.Mounts, o.Allow, func(s string) bool { return s == o.Scenario }})
	if err != nil {
		return err
	}
	var obs orrery.Observation
	if o.Session == "" {
		obs, err = once(ctx, w, o.Start, text)
	} else {
		obs, err = a.inSession(ctx, w, o, text)
	}
	if err != nil {
		return err
	}
	return a.show(obs, o)
}

// action returns the command line to play and completes the start state for it.
func (a *App) action(o *RunOptions) (string, error) {
	switch {
	case o.Session != "" && len(o.Mounts) > 0:
		return "", orrery.Unsupportedf("a session cannot keep a mount: what has not been looked at is still on the host").
			Hinted("give it the files in a scenario, or leave out --session")
	case o.Session != "":
		o.Mode = "session"
	case o.Reset:
		return "", orrery.Invalidf("--reset needs --session NAME")
	}
	switch {
	case o.Has && len(o.Script) > 0:
		return "", orrery.Invalidf("-c and a script do not go together").Hinted("quote the whole command line after -c")
	case o.Has:
		return o.Command, nil
	case len(o.Script) == 0 && a.Terminal():
		return "", orrery.Invalidf("there is nothing to run").Hinted(`orrery run -c "COMMAND", orrery run SCRIPT, or orrery shell for a prompt`)
	case len(o.Script) == 0 || o.Script[0] == "-":
		text, err := io.ReadAll(a.In)
		if err != nil {
			return "", readError(err)
		}
		o.Mode = "session"
		return string(text), nil
	}
	text, err := readFile(o.Script[0])
	if err != nil {
		var e *orrery.Error
		if strings.ContainsAny(o.Script[0], " ;|") && errors.As(err, &e) && e.Hint == "" {
			return "", e.Hinted("a command line goes after -c")
		}
		return "", err
	}
	if o.Session != "" {
		if len(o.Script) > 1 {
			return "", orrery.Invalidf("a script in a session takes no arguments: the session's own shell reads it").
				Hinted("set them with `set -- ARG...` first")
		}
		return string(text), nil
	}
	name := filepath.Base(o.Script[0])
	o.Files = append(o.Files, terminal.File{Path: scriptPath(o.Cwd, name), Content: string(text), Mode: "0755"})
	words := []string{"bash", "--", quote(name)}
	for _, arg := range o.Script[1:] {
		words = append(words, quote(arg))
	}
	return strings.Join(words, " "), nil
}

// scriptPath puts the script into the directory where the shell starts.
func scriptPath(cwd, name string) string {
	if cwd == "" {
		return name
	}
	return filepath.Join(cwd, name)
}

// quote writes a word so that the shell takes it as it stands.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func readError(err error) error {
	if orrery.KindOf(err) == orrery.Canceled {
		return err
	}
	return orrery.Infraf("standard input: %w", err)
}

// once plays one action on a machine that is forgotten afterwards.
func once(ctx context.Context, w orrery.World, start Start, text string) (orrery.Observation, error) {
	s, err := start.scenario()
	if err != nil {
		return orrery.Observation{}, err
	}
	e, err := w.Open(ctx, s)
	if err != nil {
		return orrery.Observation{}, err
	}
	obs, err := e.Step(ctx, orrery.Action{Text: text})
	return obs, also(err, orrery.Close(e))
}

// inSession plays one action in a named session and keeps its state.
func (a *App) inSession(ctx context.Context, w orrery.World, o RunOptions, text string) (obs orrery.Observation, err error) {
	dir, err := a.Config.Sessions()
	if err != nil {
		return obs, err
	}
	held, err := session.Store{Dir: dir}.Open(ctx, o.Session)
	if err != nil {
		return obs, err
	}
	defer func() { err = also(err, held.Close()) }()
	if o.Reset {
		if err := held.Remove(); err != nil {
			return obs, err
		}
	}
	e, err := reopen(ctx, w, held, o)
	if err != nil {
		return obs, err
	}
	defer func() { err = also(err, orrery.Close(e)) }()
	if obs, err = e.Step(ctx, orrery.Action{Text: text}); err != nil {
		return obs, err
	}
	if obs.Done {
		return obs, held.Remove() // its shell has exited; the next call begins anew
	}
	snap, err := orrery.TakeSnapshot(ctx, e)
	if err != nil {
		return obs, err
	}
	return obs, held.Keep(snap)
}

// reopen returns the session's episode where it was left, or a new one.
func reopen(ctx context.Context, w orrery.World, held *session.Session, o RunOptions) (orrery.Episode, error) {
	snap, ok, err := held.Load()
	if err != nil {
		return nil, err
	}
	if !ok {
		s, err := o.scenario()
		if err != nil {
			return nil, err
		}
		return w.Open(ctx, s)
	}
	if !o.IsZero() {
		return nil, orrery.Errorf(orrery.Conflict, "the session %q exists and has its start state already", o.Session).
			Hinted("leave out --scenario, --user and --cwd, or begin anew with --reset")
	}
	e, err := orrery.Restore(ctx, w, snap)
	if errors.Is(err, orrery.Corrupt) {
		return nil, held.Misfit(err)
	}
	return e, err
}

// show passes the answer on.
func (a *App) show(obs orrery.Observation, o RunOptions) error {
	r, ok := obs.Terminal()
	if !ok {
		r = orrery.TerminalResult{Stdout: obs.Text}
	}
	for _, w := range obs.Warnings {
		// What is not simulated has said so on the command's standard error already.
		if !strings.HasPrefix(w, orrery.UnknownWarning("")) {
			a.Say("warning: %s", w)
		}
	}
	if o.JSON {
		if err := a.JSON(RunResult{Session: o.Session, Observation: obs}); err != nil {
			return err
		}
		return Exit(r.Exit)
	}
	if err := a.write(r.Stdout); err != nil {
		return err
	}
	if _, err := a.Err.Write(r.Stderr); err != nil {
		return orrery.Infraf("standard error: %w", err)
	}
	return Exit(r.Exit)
}

// also joins the error of closing something to the one before, which stays as it is where it is alone.
func also(err, closing error) error {
	switch {
	case closing == nil:
		return err
	case err == nil:
		return closing
	default:
		return errors.Join(err, closing)
	}
}
