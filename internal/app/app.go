// Package app wires the house together for the commands: which world plays a scenario, where sessions
// are kept, what goes to standard output and what is talk. A command's failure is an error whose exit
// status [StatusOf] knows.
package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/api"
	"github.com/orrery-world/orrery/internal/config"
)

// App is one run of the program.
type App struct {
	In     io.Reader
	Out    io.Writer // results
	Err    io.Writer // talk
	Config config.Config
}

// New returns an App whose input ends when ctx does, even while a read is waiting.
func New(ctx context.Context, in io.Reader, out, err io.Writer, c config.Config) *App {
	return &App{In: &interruptible{ctx: ctx, from: in}, Out: out, Err: err, Config: c}
}

// Terminal reports whether a person sits at both ends: input and output are terminals.
func (a *App) Terminal() bool {
	in, ok := a.In.(*interruptible)
	return ok && isTerminal(in.from) && isTerminal(a.Out)
}

// isTerminal reports whether a stream is a character device other than a plain file or pipe.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// interruptible is a reader whose Read returns when the context ends. The read itself may go on in the
// background; what it brings is kept for the next call.
type interruptible struct {
	ctx  context.Context
	from io.Reader
	got  chan piece
	rest []byte
	err  error
}

type piece struct {
	data []byte
	err  error
}

// Read reads from the stream, or returns a canceled error.
func (r *interruptible) Read(p []byte) (int, error) {
	if len(r.rest) == 0 && r.err == nil {
		if err := r.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.rest)
	if r.rest = r.rest[n:]; n > 0 || len(p) == 0 {
		return n, nil
	}
	return 0, r.err
}

func (r *interruptible) fill() error {
	if r.got == nil {
		r.got = make(chan piece, 1)
		go func(got chan<- piece) {
			buf := make([]byte, 64<<10)
			n, err := r.from.Read(buf)
			got <- piece{buf[:n], err}
		}(r.got)
	}
	select {
	case p := <-r.got:
		r.got, r.rest, r.err = nil, p.data, p.err
		return nil
	case <-r.ctx.Done():
		return orrery.ContextError(r.ctx)
	}
}

// Printf writes to standard output; its error is infra.
func (a *App) Printf(format string, args ...any) error {
	return a.write([]byte(fmt.Sprintf(format, args...)))
}

func (a *App) write(data []byte) error {
	if len(data) == 0 {
		return nil
	}
	if _, err := a.Out.Write(data); err != nil {
		return orrery.Infraf("standard output: %w", err)
	}
	return nil
}

// JSON writes v as one line to standard output.
func (a *App) JSON(v any) error {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return orrery.Infraf("encode: %w", err)
	}
	return a.write([]byte(b.String()))
}

// Say writes a line of talk. Nobody can be told when that fails.
func (a *App) Say(format string, args ...any) {
	fmt.Fprintf(a.Err, "orrery: "+format+"\n", args...)
}

// Warn writes warnings as talk.
func (a *App) Warn(warnings []string) {
	for _, w := range warnings {
		a.Say("warning: %s", w)
	}
}

// Fail tells what went wrong, on standard error and with asJSON on standard output too, and returns the
// exit status. An [Exit] has nothing to tell.
func (a *App) Fail(err error, asJSON bool) int {
	status := StatusOf(err)
	var quiet Exit
	if err == nil || errors.As(err, &quiet) {
		return status
	}
	if orrery.KindOf(err) == orrery.Canceled {
		a.Say("interrupted")
	} else {
		a.Say("%v", err)
	}
	if asJSON {
		if err := a.JSON(api.Failed{Error: api.FromError(err)}); err != nil {
			a.Say("%v", err)
		}
	}
	return status
}
