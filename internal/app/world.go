package app

import (
	"context"
	"os"
	"path/filepath"

	"github.com/goccy/go-yaml"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/domain/terminal"
	"github.com/orrery-world/orrery/internal/executed"
	"github.com/orrery-world/orrery/internal/machine"
	"github.com/orrery-world/orrery/internal/scenario"
	"github.com/orrery-world/orrery/internal/wrap"
)

// WorldOptions say what a world's machines may use of this host.
type WorldOptions struct {
	Mounts []string // HOST:GUEST, host directories that every machine sees and never writes
	Allow  []string // programs that may run for real, NAME or NAME=MODE
	// Beside says whether the user has named this scenario file: it may then name files beside it. Nil: none may.
	Beside func(scenario string) bool
}

// World returns the world that this build plays scenarios in.
func (a *App) World(o WorldOptions) (orrery.World, error) {
	var laid []machine.Mount
	for _, m := range o.Mounts {
		mount, err := parseMount(m)
		if err != nil {
			return nil, err
		}
		laid = append(laid, mount)
	}
	w := terminal.New(terminal.Options{Mounts: laid, Build: ThisVersion().build(), AllowExec: o.Allow, ReadFile: o.beside,
		Executor: executed.New(executed.Options{Launcher: a.Config.Launcher, Cache: a.Config.Cache("wasi")})})
	if err := w.Check(); err != nil {
		return nil, err
	}
	// The limit is the scenario's own; the operator sets none.
	return wrap.Limit(worlds{terminal: w}, orrery.Limits{}), nil
}

// worlds chooses a world by the scenario's domain.
type worlds struct {
	terminal orrery.World
}

// Open opens the scenario in the world of its domain.
func (w worlds) Open(ctx context.Context, s orrery.Scenario) (orrery.Episode, error) {
	if s.World != "" && s.World != "exact" {
		return nil, orrery.Unsupportedf("the world %q is not in this build", s.World).At(s.Section.File, 0, "world").
			Hinted("write world: exact")
	}
	if s.Domain != "" && s.Domain != orrery.Terminal {
		return nil, orrery.Unsupportedf("the domain %q has no world in this build", s.Domain).At(s.Section.File, 0, "domain").
			Hinted("this build plays domain: terminal")
	}
	return w.terminal.Open(ctx, s)
}

// Restore reopens an episode; only the terminal world has any.
func (w worlds) Restore(ctx context.Context, s orrery.Snapshot) (orrery.Episode, error) {
	return orrery.Restore(ctx, w.terminal, s)
}

// Start is what the command line says about an episode's start state. The zero value is a fresh machine.
type Start struct {
	Scenario string // path of a scenario file
	User     string
	Cwd      string
	Mode     string // of the shell, where the scenario file does not say
	Files    []terminal.File
}

// IsZero reports whether nothing was asked for that only a new episode can have.
func (s Start) IsZero() bool {
	return s.Scenario == "" && s.User == "" && s.Cwd == "" && len(s.Files) == 0
}

// scenario returns the scenario to open.
func (s Start) scenario() (orrery.Scenario, error) {
	out := orrery.Scenario{Domain: orrery.Terminal}
	if s.Scenario != "" {
		data, err := readFile(s.Scenario)
		if err != nil {
			return orrery.Scenario{}, err
		}
		if out, err = scenario.Parse(s.Scenario, data, scenario.Options{}); err != nil {
			return orrery.Scenario{}, err
		}
	}
	if out.Domain != orrery.Terminal {
		return out, nil
	}
	var section terminal.Section
	if err := scenario.Decode(out.Section, string(orrery.Terminal), &section); err != nil {
		return orrery.Scenario{}, err
	}
	if section.Mode != "" && s.User == "" && s.Cwd == "" && len(s.Files) == 0 {
		return out, nil // as it stands, so that errors name its own lines
	}
	if section.Mode == "" {
		section.Mode = s.Mode
	}
	if s.User != "" {
		section.User = s.User
	}
	if s.Cwd != "" {
		section.Cwd = s.Cwd
	}
	section.Files = append(section.Files, s.Files...)
	data, err := yaml.MarshalWithOptions(section, yaml.JSON())
	if err != nil {
		return orrery.Scenario{}, orrery.Infraf("scenario: %w", err)
	}
	out.Section.Data = data
	return out, nil
}

// beside reads a file that a scenario file names: only what is in its folder or below can be named.
func (o WorldOptions) beside(scenarioFile, name string) ([]byte, error) {
	if o.Beside == nil || !o.Beside(scenarioFile) {
		return nil, orrery.Unsupportedf("file %s: only a scenario file that you name yourself may name others", name).Hinted("write its content as body")
	}
	root, err := os.OpenRoot(filepath.Dir(scenarioFile))
	if err != nil {
		return nil, orrery.Invalidf("%w", err)
	}
	data, err := root.ReadFile(name)
	if err = also(err, root.Close()); err != nil {
		return nil, orrery.Invalidf("%w", err)
	}
	return data, nil
}

// readFile reads a file that the user named; that it cannot be read is the user's to cure.
func readFile(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, orrery.Invalidf("%w", err)
	}
	return data, nil
}
