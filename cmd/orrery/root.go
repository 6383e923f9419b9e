package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/app"
	"github.com/orrery-world/orrery/internal/config"
)

// cli is the command line; each command is in a file of its own.
type cli struct {
	Run     runCmd     `cmd:"" help:"Run one command line or script in a simulated machine."`
	Compare compareCmd `cmd:"" help:"Play recorded trajectories and count the answers that are exact."`
	Shell   shellCmd   `cmd:"" help:"Give a prompt on a simulated machine."`
	Step    stepCmd    `cmd:"" help:"Drive episodes from any language: JSON lines in, one reply a line out."`
	Version versionCmd `cmd:"" help:"Print what this build is."`
}

const description = `A deterministic runtime for the environments that AI agents act in.

  orrery shell                             a prompt on a machine that is in memory only
  orrery run -c 'echo hello > a; cat a'    one command on one`

// jsonCommand is a command that knows whether its answer is wanted as JSON.
type jsonCommand interface{ json() bool }

// run is the whole program: it returns the exit status. The context's end interrupts it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env []string) int {
	a := app.New(ctx, stdin, stdout, stderr, config.Load(env))
	helped := false
	k, err := parser(kong.Writers(stdout, stderr), kong.Exit(func(int) { helped = true }), kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(a))
	if err != nil {
		return a.Fail(orrery.Infraf("command line: %w", err), false)
	}
	args = spelling(args)
	asJSON := slices.Contains(args, "--json")
	if len(args) == 0 {
		args = []string{"--help"}
		k.Stdout = stderr
		defer func() { k.Stdout = stdout }()
	}
	if err := knownCommand(k, args); err != nil {
		return a.Fail(err, asJSON)
	}
	parsed, err := k.Parse(args)
	switch {
	case helped && k.Stdout == stderr:
		return app.ExitUsage
	case helped:
		return app.ExitOK
	case err != nil:
		return a.Fail(usage(err), asJSON)
	}
	if cmd, ok := parsed.Selected().Target.Addr().Interface().(jsonCommand); ok {
		asJSON = cmd.json()
	}
	return a.Fail(parsed.Run(), asJSON)
}

// parser returns the parser of the command line.
func parser(options ...kong.Option) (*kong.Kong, error) {
	var c cli
	return kong.New(&c, append(options, kong.Name("orrery"), kong.Description(description),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 100}))...)
}

// spelling turns what people type in other programs into ours: help COMMAND, --version.
func spelling(args []string) []string {
	switch {
	case len(args) > 0 && args[0] == "help":
		return append(slices.Clone(args[1:]), "--help")
	case len(args) == 1 && args[0] == "--version":
		return []string{"version"}
	}
	return args
}

// knownCommand refuses a command that does not exist and guesses which one was meant.
func knownCommand(k *kong.Kong, args []string) error {
	if strings.HasPrefix(args[0], "-") {
		return nil
	}
	var names []string
	for _, n := range k.Model.Children {
		if !n.Hidden {
			names = append(names, n.Name)
		}
		if n.Name == args[0] {
			return nil
		}
	}
	err := orrery.Invalidf("there is no command %q", args[0])
	if guess := nearest(args[0], names); guess != "" {
		return err.Hinted(fmt.Sprintf("did you mean orrery %s?", guess))
	}
	return err.Hinted("commands: " + strings.Join(names, ", "))
}

// nearest returns the name that differs from a word by at most two slips, or begins with it; "" for none.
func nearest(word string, names []string) string {
	best, least := "", 3
	for _, n := range names {
		d := slips(word, n)
		if len(word) > 1 && strings.HasPrefix(n, word) {
			d = 1
		}
		if d < least && d < len(n) {
			best, least = n, d
		}
	}
	return best
}

// slips counts letters that are missing, added, changed or swapped with the next one.
func slips(a, b string) int {
	const longest = 64
	if len(a) > longest {
		return longest
	}
	prev2, prev, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], prev2[j-2]+1)
			}
		}
		prev2, prev, row = prev, row, prev2
	}
	return prev[len(b)]
}

// usage words an error of the command line parser and says where help is.
func usage(err error) error {
	var e *kong.ParseError
	if !errors.As(err, &e) {
		return orrery.Invalidf("%w", err)
	}
	help := "orrery --help"
	if n := e.Context.Selected(); n != nil {
		help = "orrery " + n.Path() + " --help"
		help = strings.Replace(help, "orrery orrery", "orrery", 1)
	}
	return orrery.Invalidf("%w", err).Hinted("see " + help)
}
