package app

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/clock"
	"github.com/orrery-world/orrery/internal/verify"
)

// CompareOptions say what `orrery compare` plays and prints.
type CompareOptions struct {
	Files    []string
	Allow    []string // programs that may run for real
	Diff     bool
	MaxDiff  int     // steps that Diff prints; 0 means all
	MinExact float64 // least share of exact steps, 0 to 1
	JSON     bool
	Jobs     int // trajectories at once; 0 means one for every core
}

// Compare plays recorded trajectories through the exact world and reports how many answers are the
// recorded ones.
func (a *App) Compare(ctx context.Context, o CompareOptions) error {
	if math.IsNaN(o.MinExact) || o.MinExact < 0 || o.MinExact > 1 {
		return orrery.Invalidf("--min-exact %v: wanted a share from 0 to 1", o.MinExact).Hinted("--min-exact 0.95 means 95 %")
	}
	if o.Jobs < 0 {
		return orrery.Invalidf("--jobs %d: wanted a number that is not negative", o.Jobs)
	}
	var cases []verify.Case
	var warnings []string
	for _, name := range o.Files {
		more, warned, err := readCases(name)
		if err != nil {
			return err
		}
		cases, warnings = append(cases, more...), append(warnings, warned...)
	}
	w, err := a.World(WorldOptions{Allow: o.Allow})
	if err != nil {
		return err
	}
	if o.Jobs == 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	progress, done := a.progress("episodes", len(cases))
	report, err := verify.Compare(ctx, w, cases, verify.Options{Scenario: recorderScenario, Workers: o.Jobs}, progress)
	done()
	if err != nil {
		return err
	}
	if report.Skipped > 0 {
		warnings = append(warnings, fmt.Sprintf("%d of %d episodes were skipped: %s", report.Skipped, len(cases), report.SkippedList[0].Reason))
	}
	report.Warnings = append(report.Warnings, warnings...)
	a.Warn(warnings)
	if o.JSON {
		err = a.JSON(report)
	} else if err = verify.Print(a.Out, report, verify.PrintOptions{Diff: o.Diff, MaxSteps: o.MaxDiff}); err != nil {
		err = orrery.Infraf("standard output: %w", err)
	}
	if err != nil {
		return err
	}
	if report.ExactRate < o.MinExact {
		a.Say("%.4f of the steps are exact, --min-exact asks for %v", report.ExactRate, o.MinExact)
		return Exit(ExitThreshold)
	}
	return nil
}

func readCases(name string) ([]verify.Case, []string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, orrery.Invalidf("%w", err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, nil, also(orrery.Invalidf("is a directory").At(name, 0, "").Hinted("name its files: "+filepath.Join(name, "*.jsonl")), f.Close())
	}
	cases, warnings, err := verify.Read(name, f)
	if closeErr := f.Close(); err == nil && closeErr != nil {
		err = orrery.Infraf("read: %w", closeErr).At(name, 0, "")
	}
	return cases, warnings, err
}

// recorderScenario is the recorder's world: a fresh home of the user "user" on the host "sandbox". In a
// session the recorder feeds a line of its own after each step, which bash counts.
func recorderScenario(mode verify.Mode) (orrery.Scenario, error) {
	s := orrery.Scenario{Domain: orrery.Terminal}
	switch mode {
	case verify.ModeExec:
		s.Section.Data = []byte("mode: exec\n")
	case verify.ModeSession:
		s.Section.Data = []byte("mode: session\nrecorder: true\n")
	default:
		return orrery.Scenario{}, orrery.Unsupportedf("the mode %s is not played", mode)
	}
	s.Section.Line = 1
	return s, nil
}

// progress returns a function to tell how many of total are done, which writes on a terminal only, and
// one to call at the end.
func (a *App) progress(what string, total int) (tell func(done int), end func()) {
	if !isTerminal(a.Err) {
		return nil, func() {}
	}
	const every = 200 * time.Millisecond
	watch, last := clock.Start(), make(chan time.Duration, 1)
	last <- 0
	tell = func(done int) {
		at := <-last
		now := watch.Elapsed()
		if now-at >= every {
			at = now
			rate := float64(done) / now.Seconds()
			left := time.Duration(float64(total-done) / rate * float64(time.Second)).Round(time.Second)
			fmt.Fprintf(a.Err, "\r\x1b[K%d/%d %s, %.0f a second, %s left", done, total, what, rate, left)
		}
		last <- at
	}
	return tell, func() { fmt.Fprint(a.Err, "\r\x1b[K") }
}
