package verify

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/stats"
)

// Count is how many of something were exact.
type Count struct {
	Total int `json:"total"`
	Exact int `json:"exact"`
}

// Rate returns the exact share, 0 of nothing, and its Wilson interval at 95 %.
func (c Count) Rate() (float64, stats.Interval) {
	interval := stats.Wilson(c.Exact, c.Total, stats.Z95)
	if c.Total == 0 {
		return 0, interval
	}
	return float64(c.Exact) / float64(c.Total), interval
}

func (c *Count) add(exact bool) {
	c.Total++
	if exact {
		c.Exact++
	}
}

// Tally is what a set of trajectories came to.
type Tally struct {
	Episodes      int              `json:"episodes"`       // whole trajectories that were played
	ExactEpisodes int              `json:"exact_episodes"` // those without a wrong step
	Steps         int              `json:"steps"`
	ExactSteps    int              `json:"exact_steps"`
	ExactRate     float64          `json:"exact_rate"`      // exact_steps / steps, 0 of nothing
	ExactRateCI   stats.Interval   `json:"exact_rate_ci"`   // Wilson, 95 %
	EpisodeRate   float64          `json:"episode_rate"`    // exact_episodes / episodes, 0 of nothing
	EpisodeRateCI stats.Interval   `json:"episode_rate_ci"` // Wilson, 95 %
	Fields        map[string]Count `json:"fields"`          // by field; steps that failed count as not exact
	Skipped       int              `json:"skipped_episodes"`
}

// Named counts one name.
type Named struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// WrongStep is a step that was not exact.
type WrongStep struct {
	File string `json:"file"`
	Line int    `json:"line"` // where its trajectory stands in File
	ID   string `json:"id"`
	Mode Mode   `json:"mode"`
	Outcome
}

// SkippedCase is a trajectory that was not played.
type SkippedCase struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	ID     string `json:"id"`
	Mode   Mode   `json:"mode"`
	Reason string `json:"reason"`
}

// Report is the outcome of a comparison.
type Report struct {
	Tally
	Modes       map[Mode]Tally   `json:"modes"`
	Files       map[string]Tally `json:"files"`
	Unknown     []Named          `json:"unknown"`     // programs that are not simulated, most frequent first
	Unsupported []Named          `json:"unsupported"` // options that are not simulated
	Budgets     []Named          `json:"budgets"`     // budgets that stopped a step
	Errors      []Named          `json:"errors"`      // kinds of errors of steps that could not be played
	Failures    []WrongStep      `json:"failures"`    // in the order of the input
	SkippedList []SkippedCase    `json:"skipped"`     // in the order of the input
	Warnings    []string         `json:"warnings"`    // about the files
}

// Compare plays all cases, several at once, and counts. The report does not depend on how many are played
// at once. Its only error is the end of the context. progress, when not nil, is called with the number
// of trajectories done so far, from several goroutines.
func Compare(ctx context.Context, w orrery.World, cases []Case, o Options, progress func(done int)) (*Report, error) {
	played := make([]Played, len(cases))
	errs := make([]error, len(cases))
	var next, done atomic.Int64
	var wg sync.WaitGroup
	for range max(1, o.Workers) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(cases) || ctx.Err() != nil {
					return
				}
				played[i], errs[i] = Play(ctx, w, cases[i], o)
				if n := done.Add(1); progress != nil {
					progress(int(n))
				}
			}
		})
	}
	wg.Wait()
	if err := orrery.ContextError(ctx); err != nil {
		return nil, err
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return count(played), nil
}

// counter gathers a report.
type counter struct {
	report                                *Report
	unknown, unsupported, budgets, errors map[string]int
}

func count(played []Played) *Report {
	c := counter{
		report:  &Report{Modes: map[Mode]Tally{}, Files: map[string]Tally{}, Failures: []WrongStep{}, SkippedList: []SkippedCase{}, Warnings: []string{}},
		unknown: map[string]int{}, unsupported: map[string]int{}, budgets: map[string]int{}, errors: map[string]int{},
	}
	for _, p := range played {
		c.episode(p)
	}
	r := c.report
	r.finish()
	for k, t := range r.Modes {
		t.finish()
		r.Modes[k] = t
	}
	for k, t := range r.Files {
		t.finish()
		r.Files[k] = t
	}
	r.Unknown, r.Unsupported, r.Budgets, r.Errors = ranked(c.unknown), ranked(c.unsupported), ranked(c.budgets), ranked(c.errors)
	return r
}

// episode counts one trajectory in the total, its mode and its file.
func (c *counter) episode(p Played) {
	r := c.report
	mode, file := r.Modes[p.Case.Mode], r.Files[p.Case.File]
	for _, t := range []*Tally{&r.Tally, &mode, &file} {
		t.add(p)
	}
	r.Modes[p.Case.Mode], r.Files[p.Case.File] = mode, file
	if p.Skipped != "" {
		r.SkippedList = append(r.SkippedList, SkippedCase{p.Case.File, p.Case.Line, p.Case.ID, p.Case.Mode, p.Skipped})
		return
	}
	for _, o := range p.Outcomes {
		for _, name := range named(o.Warnings, orrery.UnknownWarning("")) {
			c.unknown[name]++
		}
		for _, name := range named(o.Warnings, orrery.WarnUnsupportedOption) {
			c.unsupported[name]++
		}
		for _, name := range named(o.Warnings, orrery.BudgetWarning("")) {
			c.budgets[name]++
		}
		if o.Error != nil {
			c.errors[string(o.Error.Kind)]++
		}
		if !o.Exact() {
			r.Failures = append(r.Failures, WrongStep{p.Case.File, p.Case.Line, p.Case.ID, p.Case.Mode, o})
		}
	}
}

func (t *Tally) add(p Played) {
	if t.Fields == nil {
		t.Fields = map[string]Count{}
	}
	if p.Skipped != "" {
		t.Skipped++
		return
	}
	t.Episodes++
	if p.Exact() {
		t.ExactEpisodes++
	}
	for _, o := range p.Outcomes {
		t.Steps++
		if o.Exact() {
			t.ExactSteps++
		}
		fields := o.Compared
		if o.Error != nil {
			fields = Fields()[:4]
		}
		for _, f := range fields {
			n := t.Fields[f]
			n.add(o.Error == nil && !slices.Contains(o.Differ, f))
			t.Fields[f] = n
		}
	}
}

func (t *Tally) finish() {
	if t.Fields == nil {
		t.Fields = map[string]Count{}
	}
	t.ExactRate, t.ExactRateCI = Count{t.Steps, t.ExactSteps}.Rate()
	t.EpisodeRate, t.EpisodeRateCI = Count{t.Episodes, t.ExactEpisodes}.Rate()
}

// ranked orders names by how often they were counted, then by the alphabet.
func ranked(counts map[string]int) []Named {
	out := make([]Named, 0, len(counts))
	for _, name := range sortedKeys(counts) {
		out = append(out, Named{name, counts[name]})
	}
	slices.SortStableFunc(out, func(a, b Named) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out
}

// sortedKeys returns the keys of a table in the order of the alphabet.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
