// Package shell is the door for a person: it reads command lines, plays them in one episode and shows what
// comes back. Lines that begin with a colon and a word are for Orrery itself.
package shell

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/orrery-world/orrery"
)

// Options say how to talk. The zero value shows no prompt and takes every line as complete.
type Options struct {
	// Prompt returns the prompt in the given directory; nil shows none, as on a pipe.
	Prompt func(cwd string) string
	// Complete reports whether lines read so far make a command; nil means that each line does.
	Complete func(text string) bool
	// Cwd is the directory before the first step.
	Cwd string
	// Editor reads the lines and shows what comes back instead of the three streams; nil on a pipe.
	Editor *Editor
	// Color says that colours may be shown.
	Color bool
	// World takes back what :save has written; nil when it cannot.
	World orrery.World
	// Write and Read are the files that :save and :load name; nil when there are none.
	Write func(name string, data []byte) error
	Read  func(name string) ([]byte, error)
}

// more is the prompt for a further line of one command.
const more = "> "

// shell is one conversation.
type shell struct {
	e        orrery.Episode
	in       *bufio.Reader
	out, err io.Writer
	o        Options
	last     orrery.Observation
	exit     int // of the last command
	counts
	places []place
}

// counts is what the status line tells.
type counts struct {
	steps, changes, exact int
	shown                 int // steps when the status line was last shown
}

// Run talks until the input or the episode ends and returns the last command's exit status. It closes the
// episode, and those that took its place. Errors are those of the streams and canceled; what a step cannot
// do is told, and the talk goes on.
func Run(ctx context.Context, e orrery.Episode, in io.Reader, out, errs io.Writer, o Options) (status int, err error) {
	s := &shell{e: e, in: bufio.NewReader(in), out: out, err: errs, o: o}
	if o.Editor != nil {
		s.out, s.err = o.Editor, o.Editor
	}
	defer func() { err = errors.Join(err, s.close()) }()
	for {
		text, err := s.read(ctx)
		if errors.Is(err, errInterrupt) {
			s.exit = 130
			continue
		}
		if text == "" && errors.Is(err, io.EOF) {
			if o.Prompt != nil {
				fmt.Fprintln(s.out, "exit")
			}
			return s.exit, nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			if orrery.KindOf(err) == orrery.Canceled {
				return s.exit, err
			}
			return s.exit, orrery.Infraf("input: %w", err)
		}
		done, err := s.line(ctx, text)
		if done || err != nil {
			return s.exit, err
		}
	}
}

func (s *shell) close() error {
	err := orrery.Close(s.e)
	for _, p := range s.places {
		err = errors.Join(err, orrery.Close(p.e))
	}
	return err
}

// read returns the lines of one command. At the end of the input it returns what there is and io.EOF.
func (s *shell) read(ctx context.Context) (string, error) {
	var text strings.Builder
	if err := s.tell(); err != nil {
		return "", err
	}
	for {
		prompt := ""
		if s.o.Prompt != nil {
			prompt = more
			if text.Len() == 0 {
				prompt = s.o.Prompt(s.o.Cwd)
			}
		}
		line, err := s.one(ctx, prompt)
		text.WriteString(line)
		if err != nil || text.Len() == len(line) && strings.HasPrefix(line, ":") || s.o.Complete == nil || s.o.Complete(text.String()) {
			return text.String(), err
		}
	}
}

// one reads one line with its newline.
func (s *shell) one(ctx context.Context, prompt string) (string, error) {
	if s.o.Editor == nil {
		if _, err := io.WriteString(s.out, prompt); err != nil {
			return "", err
		}
		return s.in.ReadString('\n')
	}
	line, err := s.o.Editor.line(prompt, func(line string, pos int) (string, int, bool) {
		return s.completing(ctx, line, pos)
	})
	if err != nil {
		return line, err
	}
	return line + "\n", nil
}

// tell shows the status line above a prompt, when it has something new.
func (s *shell) tell() error {
	if s.o.Editor == nil || s.shown == s.steps {
		return nil
	}
	s.shown = s.steps
	_, err := io.WriteString(s.out, s.paint(dim, s.status())+"\n")
	return err
}

// status says how many steps there were, what they changed, and how many came back exact to the last byte.
func (s *shell) status() string {
	if s.steps == 0 {
		return "0 steps"
	}
	return fmt.Sprintf("%s, %s, %d %% exact", count(s.steps, "step"), count(s.changes, "effect"), 100*s.exact/s.steps)
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// line plays one command, or one of ours; done says that the talk is over.
func (s *shell) line(ctx context.Context, text string) (done bool, err error) {
	command := strings.TrimSuffix(text, "\n")
	if word, arg, ok := ours(command); ok {
		return s.own(ctx, word, arg)
	}
	if strings.TrimSpace(command) == "" {
		return false, nil
	}
	obs, err := s.step(ctx, command)
	if err != nil {
		if ctxErr := orrery.ContextError(ctx); ctxErr != nil {
			return true, ctxErr
		}
		if orrery.KindOf(err) == orrery.Canceled {
			s.exit = 130
			_, err = io.WriteString(s.err, "^C\norrery: interrupted; the machine is as it was before the command\n")
			return false, err
		}
		_, err = fmt.Fprintf(s.err, "orrery: %v\n", err)
		return false, err
	}
	s.count(obs)
	s.last = obs
	return obs.Done, s.show(obs)
}

// step plays a command, which Ctrl-C stops where there is an editor to hear it.
func (s *shell) step(ctx context.Context, command string) (orrery.Observation, error) {
	if s.o.Editor != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		defer cancel()
		defer s.o.Editor.during(cancel)()
	}
	return s.e.Step(ctx, orrery.Action{Text: command})
}

// count keeps the books. A step is exact when all its bytes are and nothing was unknown.
func (s *shell) count(o orrery.Observation) {
	s.steps++
	s.changes += len(o.Effects)
	if o.Outcome == orrery.OutcomeKnown && len(o.Spans) == 0 {
		s.exact++
	}
}

// show writes an observation as a terminal would.
func (s *shell) show(obs orrery.Observation) error {
	r, ok := obs.Terminal()
	if !ok {
		r = orrery.TerminalResult{Stdout: obs.Text, Cwd: s.o.Cwd}
	}
	s.exit, s.o.Cwd = r.Exit, r.Cwd
	if _, err := s.out.Write(r.Stdout); err != nil {
		return err
	}
	if _, err := s.err.Write(r.Stderr); err != nil {
		return err
	}
	for _, w := range obs.Warnings {
		if strings.HasPrefix(w, orrery.UnknownWarning("")) {
			continue // the command's standard error has said it
		}
		if _, err := fmt.Fprintf(s.err, "orrery: warning: %s\n", w); err != nil {
			return err
		}
	}
	return nil
}
