package verify

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/orrery-world/orrery/internal/stats"
	"github.com/orrery-world/orrery/internal/textdiff"
)

// PrintOptions choose what Print writes. The zero value writes the rates alone.
type PrintOptions struct {
	Diff     bool // also the steps that differ, before the rates
	MaxSteps int  // of them that are written; 0 means all
}

// Print writes a report for people. Errors are those of w.
func Print(w io.Writer, r *Report, o PrintOptions) error {
	b := bufio.NewWriter(w)
	if o.Diff {
		printSteps(b, r, o.MaxSteps)
	}
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "\tsteps exact\t\t95 %% interval\tepisodes exact\t\t95 %% interval\n")
	if len(r.Files) > 1 {
		for _, name := range sortedKeys(r.Files) {
			row(t, name, r.Files[name])
		}
	}
	for _, m := range Modes() {
		if tally, ok := r.Modes[m]; ok && len(r.Modes) > 1 {
			row(t, "mode "+string(m), tally)
		}
	}
	row(t, "total", r.Tally)
	if err := t.Flush(); err != nil {
		return err
	}
	printDetails(b, r)
	return b.Flush()
}

// row writes one line of the table.
func row(w io.Writer, name string, t Tally) {
	if t.Episodes == 0 {
		fmt.Fprintf(w, "%s\t%d skipped\n", name, t.Skipped)
		return
	}
	fmt.Fprintf(w, "%s\t%d/%d\t%s\t%s\t%d/%d\t%s\t%s\n", name, t.ExactSteps, t.Steps, percent(t.ExactRate), interval(t.ExactRateCI),
		t.ExactEpisodes, t.Episodes, percent(t.EpisodeRate), interval(t.EpisodeRateCI))
}

func percent(p float64) string { return fmt.Sprintf("%5.1f %%", 100*p) }

func interval(i stats.Interval) string { return fmt.Sprintf("%.1f to %.1f %%", 100*i.Low, 100*i.High) }

// printDetails writes what stands behind the rates.
func printDetails(w io.Writer, r *Report) {
	var parts []string
	for _, f := range Fields() {
		if n, ok := r.Fields[f]; ok {
			rate, _ := n.Rate()
			parts = append(parts, f+" "+strings.TrimSpace(percent(rate)))
		}
	}
	list := func(title string, parts []string) {
		if len(parts) > 0 {
			fmt.Fprintf(w, "%s: %s\n", title, strings.Join(parts, ", "))
		}
	}
	list("exact by field", parts)
	list("programs not simulated", counts(r.Unknown))
	list("options not simulated", counts(r.Unsupported))
	list("budgets that stopped a step", counts(r.Budgets))
	list("steps that could not be played", counts(r.Errors))
	if r.Skipped > 0 {
		fmt.Fprintf(w, "skipped: %d episodes (%s)\n", r.Skipped, r.SkippedList[0].Reason)
	}
}

func counts(names []Named) (parts []string) {
	const most = 20
	for i, n := range names {
		if i == most {
			return append(parts, fmt.Sprintf("and %d more", len(names)-most))
		}
		parts = append(parts, fmt.Sprintf("%s %d", n.Name, n.Count))
	}
	return parts
}

// printSteps writes the steps that differ, each with the differences of its fields.
func printSteps(w io.Writer, r *Report, most int) {
	for i, s := range r.Failures {
		if most > 0 && i == most {
			fmt.Fprintf(w, "and %d more steps that differ\n\n", len(r.Failures)-most)
			return
		}
		fmt.Fprintf(w, "%s:%d: %s step %d (%s)\n", s.File, s.Line, s.ID, s.Step, s.Mode)
		for line := range strings.Lines(s.Action) {
			fmt.Fprintf(w, "  $ %s\n", strings.TrimSuffix(line, "\n"))
		}
		for _, warning := range s.Warnings {
			fmt.Fprintf(w, "  warning: %s\n", warning)
		}
		if s.Error != nil {
			fmt.Fprintf(w, "  not played: %s: %s\n\n", s.Error.Kind, s.Error.Message)
			continue
		}
		for _, f := range s.Differ {
			printField(w, f, s.Outcome)
		}
		fmt.Fprintln(w)
	}
}

// printField writes how one field differs: short values side by side, texts as a unified diff.
func printField(w io.Writer, field string, o Outcome) {
	switch field {
	case "exit":
		fmt.Fprintf(w, "  exit: want %d, got %d\n", o.Want.Exit, o.Got.Exit)
	case "cwd":
		fmt.Fprintf(w, "  cwd: want %q, got %q\n", o.Want.Cwd, o.Got.Cwd)
	case "observation":
		fmt.Fprintf(w, "  observation: want %.12s, got %.12s (spans, effects, usage or warnings differ)\n", o.Want.Digest, o.Got.Digest)
	default:
		d := textdiff.Unified(o.Want.field(field), o.Got.field(field), textdiff.Options{Want: field + " recorded", Got: field + " answered"})
		for line := range strings.Lines(d) {
			fmt.Fprintf(w, "  %s", line)
		}
	}
}
