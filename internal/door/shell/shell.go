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
	"unicode/utf8"

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
}

// more is the prompt for a further line of one command.
const more = "> "

// Shell is one conversation.
type shell struct {
	e        orrery.Episode
	in       *bufio.Reader
	out, err io.Writer
	o        Options
	last     orrery.Observation
	status   int
	steps    int
}

// Run talks until the input or the episode ends and returns the last command's exit status. Errors are
// those of the streams and canceled; what a step cannot do is told, and the talk goes on.
func Run(ctx context.Context, e orrery.Episode, in io.Reader, out, errs io.Writer, o Options) (status int, err error) {
	s := &shell{e: e, in: bufio.NewReader(in), out: out, err: errs, o: o}
	for {
		text, err := s.read()
		if text == "" && errors.Is(err, io.EOF) {
			if o.Prompt != nil {
				fmt.Fprintln(out, "exit")
			}
			return s.status, nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			if orrery.KindOf(err) == orrery.Canceled {
				return s.status, err
			}
			return s.status, orrery.Infraf("input: %w", err)
		}
		done, err := s.line(ctx, text)
		if done || err != nil {
			return s.status, err
		}
	}
}

// read returns the lines of one command. At the end of the input it returns what there is and io.EOF.
func (s *shell) read() (string, error) {
	var text strings.Builder
	for {
		if s.o.Prompt != nil {
			prompt := more
			if text.Len() == 0 {
				prompt = s.o.Prompt(s.o.Cwd)
			}
			if _, err := io.WriteString(s.out, prompt); err != nil {
				return "", err
			}
		}
		line, err := s.in.ReadString('\n')
		text.WriteString(line)
		if err != nil || text.Len() == len(line) && strings.HasPrefix(line, ":") || s.o.Complete == nil || s.o.Complete(text.String()) {
			return text.String(), err
		}
	}
}

// line plays one command, or one of ours; done says that the talk is over.
func (s *shell) line(ctx context.Context, text string) (done bool, err error) {
	command := strings.TrimSuffix(text, "\n")
	if word, ok := ours(command); ok {
		return s.own(word)
	}
	if strings.TrimSpace(command) == "" {
		return false, nil
	}
	obs, err := s.e.Step(ctx, orrery.Action{Text: command})
	if err != nil {
		if ctxErr := orrery.ContextError(ctx); ctxErr != nil {
			return true, ctxErr
		}
		_, err = fmt.Fprintf(s.err, "orrery: %v\n", err)
		return false, err
	}
	s.steps++
	s.last = obs
	return obs.Done, s.show(obs)
}

// show writes an observation as a terminal would.
func (s *shell) show(obs orrery.Observation) error {
	r, ok := obs.Terminal()
	if !ok {
		r = orrery.TerminalResult{Stdout: obs.Text, Cwd: s.o.Cwd}
	}
	s.status, s.o.Cwd = r.Exit, r.Cwd
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

// ours tells a line for Orrery from one for the shell, where a colon is a command of its own.
func ours(line string) (word string, ok bool) {
	word, ok = strings.CutPrefix(strings.TrimSpace(line), ":")
	if !ok || word == "" || word[0] < 'a' || word[0] > 'z' {
		return "", false
	}
	return word, true
}

const help = `Lines are played in a simulated machine that is in memory only.
  :effects   what the last command changed
  :help      this list
  :quit      leave, as Ctrl-D does
`

func (s *shell) own(word string) (done bool, err error) {
	switch word {
	case "help":
		_, err = io.WriteString(s.out, help)
	case "effects":
		_, err = io.WriteString(s.out, s.effects())
	case "quit":
		done = true
	default:
		_, err = fmt.Fprintf(s.err, "orrery: there is no :%s (:help lists what there is)\n", word)
	}
	return done, err
}

// effects describes what the last step changed, one change a line.
func (s *shell) effects() string {
	if s.steps == 0 {
		return "nothing has run yet\n"
	}
	if len(s.last.Effects) == 0 {
		return "the last command changed nothing\n"
	}
	var b strings.Builder
	for _, e := range s.last.Effects {
		fmt.Fprintf(&b, "%-15s %s", e.Kind, e.Name)
		if e.Kind == orrery.CwdChanged || e.Kind == orrery.VariableChanged {
			fmt.Fprintf(&b, ": %s -> %s", value(e.Before), value(e.After))
		} else if e.Before != nil || e.After != nil {
			fmt.Fprintf(&b, " (%s)", sides(e))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// longest is how much of a value is shown, in bytes.
const longest = 60

func value(s *orrery.Side) string {
	if s == nil {
		return "unset"
	}
	if len(s.Content) <= longest {
		return fmt.Sprintf("%q", s.Content)
	}
	cut := s.Content[:longest]
	for len(cut) > 0 && !utf8.RuneStart(s.Content[len(cut)]) {
		cut = cut[:len(cut)-1]
	}
	return fmt.Sprintf("%q...", cut)
}

// sides says how a file differs.
func sides(e orrery.Effect) string {
	switch {
	case e.Before == nil:
		return fmt.Sprintf("%s, %d bytes, mode %04o", e.After.Type, e.After.Size, e.After.Mode)
	case e.After == nil:
		return fmt.Sprintf("%s, %d bytes", e.Before.Type, e.Before.Size)
	case e.Kind == orrery.FileMode:
		return fmt.Sprintf("mode %04o -> %04o", e.Before.Mode, e.After.Mode)
	case e.Kind == orrery.FileOwner:
		return fmt.Sprintf("owner %d:%d -> %d:%d", e.Before.UID, e.Before.GID, e.After.UID, e.After.GID)
	default:
		return fmt.Sprintf("%d -> %d bytes", e.Before.Size, e.After.Size)
	}
}
