// Package scenario reads scenario files: strict YAML (of which JSON is a part) in, an
// [orrery.Scenario] out. Common fields are read here; each domain gets its own section as raw bytes
// with their position and reads it with [Decode], by the same rules. Every error names file, line
// and field.
//
// Strict means: no unknown and no repeated key, no conversion between types, and none of YAML's
// anchors, aliases, tags, merge keys and further documents.
package scenario

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/orrery-world/orrery"
)

// Options say what a scenario may ask for. The zero value is usable.
type Options struct {
	Worlds   []string // names that the field world may have; nil means DefaultWorlds
	MaxBytes int      // longest file; 0 means DefaultMaxBytes
}

// DefaultMaxBytes is the longest scenario file that is read unless told otherwise. The parser's time
// grows with the square of a file's entries: 20,000 of them, a megabyte, take it three seconds.
const DefaultMaxBytes = 1 << 20

// DefaultWorlds returns the names of the worlds that a build knows. The caller owns the slice.
func DefaultWorlds() []string { return []string{"exact", "model", "hybrid", "recorded", "remote"} }

// file is a scenario file as it is written.
type file struct {
	Name     string         `yaml:"name"`
	Domain   orrery.Domain  `yaml:"domain"`
	World    string         `yaml:"world"`
	Task     string         `yaml:"task"`
	System   string         `yaml:"system"`
	Seed     uint64         `yaml:"seed"`
	Limits   limits         `yaml:"limits"`
	History  []turn         `yaml:"history"`
	Tools    orrery.Section `yaml:"tools"`
	Success  orrery.Section `yaml:"success"`
	Controls orrery.Section `yaml:"controls"`

	Terminal orrery.Section `yaml:"terminal"`
	SWE      orrery.Section `yaml:"swe"`
	MCP      orrery.Section `yaml:"mcp"`
	Search   orrery.Section `yaml:"search"`
	Web      orrery.Section `yaml:"web"`
	Android  orrery.Section `yaml:"android"`
	OS       orrery.Section `yaml:"os"`
}

type limits struct {
	Turns       uint32 `yaml:"turns"`
	ActionBytes uint32 `yaml:"action_bytes"`
	Output      uint32 `yaml:"output"`
	Programs    uint32 `yaml:"programs"`
	Tokens      uint32 `yaml:"tokens"`
}

// turn is a turn of the history. Either half may be plain text.
type turn struct {
	Action      action      `yaml:"action,required"`
	Observation observation `yaml:"observation,required"`
}

type action struct {
	Text  string     `yaml:"text"`
	Exact base64Text `yaml:"text_b64"`
}

// UnmarshalText takes an action that is written as plain text.
func (a *action) UnmarshalText(text []byte) error {
	a.Text = string(text)
	return nil
}

type observation struct {
	Text        string     `yaml:"text"`
	TextExact   base64Text `yaml:"text_b64"`
	Stdout      *string    `yaml:"stdout"`
	StdoutExact base64Text `yaml:"stdout_b64"`
	Stderr      *string    `yaml:"stderr"`
	StderrExact base64Text `yaml:"stderr_b64"`
	Exit        *uint8     `yaml:"exit"`
	Cwd         *string    `yaml:"cwd"`
	Done        bool       `yaml:"done"`
	Reward      *float64   `yaml:"reward"`
	Invalid     bool       `yaml:"invalid"`
}

// UnmarshalText takes an observation that is written as plain text.
func (o *observation) UnmarshalText(text []byte) error {
	o.Text = string(text)
	return nil
}

// base64Text is text that stands for bytes.
type base64Text []byte

// UnmarshalText decodes standard base64.
func (b *base64Text) UnmarshalText(text []byte) error {
	out, err := base64.StdEncoding.DecodeString(string(text))
	if err != nil {
		return orrery.Invalidf("is not base64: %w", err)
	}
	*b = out
	return nil
}

// Parse reads a scenario file; name is the file as the user named it. Errors are invalid and name
// file, line and field.
func Parse(name string, data []byte, o Options) (orrery.Scenario, error) {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.Worlds == nil {
		o.Worlds = DefaultWorlds()
	}
	if len(data) > o.MaxBytes {
		return orrery.Scenario{}, orrery.Invalidf("has %d bytes; a scenario may have %d", len(data), o.MaxBytes).At(name, 0, "")
	}
	var f file
	d, err := decode(orrery.Section{File: name, Line: 1, Data: data}, "", &f)
	if err != nil {
		return orrery.Scenario{}, err
	}
	s := orrery.Scenario{
		Name: f.Name, World: f.World, Domain: f.Domain, Task: f.Task, System: f.System, Seed: f.Seed,
		Limits: orrery.Limits{Turns: int(f.Limits.Turns), ActionBytes: int(f.Limits.ActionBytes), Output: int64(f.Limits.Output),
			Programs: int64(f.Limits.Programs), Tokens: int64(f.Limits.Tokens)},
		Tools: f.Tools, Success: f.Success, Controls: f.Controls,
	}
	if err := f.chooseDomain(d, &s); err != nil {
		return orrery.Scenario{}, err
	}
	if s.World != "" && !slices.Contains(o.Worlds, s.World) {
		return orrery.Scenario{}, d.errorf("world", "there is no world %q", s.World).Hinted("worlds: " + strings.Join(o.Worlds, ", "))
	}
	s.History, err = f.history(d, s.Domain)
	if err != nil {
		return orrery.Scenario{}, err
	}
	return s, nil
}

// chooseDomain settles the scenario's domain and its section: the field domain and the one section
// must agree, and either may be left out.
func (f *file) chooseDomain(d *decoder, s *orrery.Scenario) error {
	sections := map[orrery.Domain]orrery.Section{
		orrery.Terminal: f.Terminal, orrery.SWE: f.SWE, orrery.MCP: f.MCP, orrery.Search: f.Search,
		orrery.Web: f.Web, orrery.Android: f.Android, orrery.OS: f.OS,
	}
	if s.Domain != "" && !s.Domain.Known() {
		return d.errorf("domain", "there is no domain %q", s.Domain).Hinted("domains: " + domainNames())
	}
	for _, name := range orrery.Domains() {
		section := sections[name]
		if section.IsZero() {
			continue
		}
		if s.Domain == "" {
			s.Domain = name
		}
		if s.Domain != name {
			return d.errorf(string(name), "this section does not belong to the domain %q", s.Domain)
		}
		s.Section = section
	}
	if s.Domain == "" {
		return d.errorf("domain", "is missing").Hinted("write one of " + domainNames())
	}
	return nil
}

func domainNames() string {
	var names []string
	for _, d := range orrery.Domains() {
		names = append(names, string(d))
	}
	return strings.Join(names, ", ")
}

// history turns the written turns into the contract's.
func (f *file) history(d *decoder, domain orrery.Domain) ([]orrery.Turn, error) {
	var turns []orrery.Turn
	for i, t := range f.History {
		a := orrery.Action{Domain: domain, Text: t.Action.Text}
		if t.Action.Exact != nil {
			a.Text = string(t.Action.Exact)
		}
		o, typed := t.Observation.observation()
		if typed && domain != orrery.Terminal && domain != orrery.SWE {
			return nil, d.errorf(item("history", i)+".observation", "stdout, stderr, exit and cwd belong to the domains terminal and swe, not to %q", domain)
		}
		turns = append(turns, orrery.Turn{Action: a, Observation: o})
	}
	return turns, nil
}

// observation returns the contract's observation and whether it has a terminal result.
func (o *observation) observation() (obs orrery.Observation, typed bool) {
	obs = orrery.Observation{Text: orBytes(&o.Text, o.TextExact), Done: o.Done, Reward: o.Reward, Valid: !o.Invalid}
	if o.Stdout == nil && o.StdoutExact == nil && o.Stderr == nil && o.StderrExact == nil && o.Exit == nil && o.Cwd == nil {
		return obs, false
	}
	r := orrery.TerminalResult{Stdout: orBytes(o.Stdout, o.StdoutExact), Stderr: orBytes(o.Stderr, o.StderrExact)}
	if o.Exit != nil {
		r.Exit = int(*o.Exit)
	}
	if o.Cwd != nil {
		r.Cwd = *o.Cwd
	}
	obs.Result = r
	return obs, true
}

// orBytes returns the exact bytes where they are given, else the text's.
func orBytes(text *string, exact []byte) []byte {
	switch {
	case exact != nil:
		return exact
	case text == nil || *text == "":
		return nil
	default:
		return []byte(*text)
	}
}
