package getdate_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/orrery-world/orrery/internal/clock"
	"github.com/orrery-world/orrery/internal/machine/gnu/getdate"
)

// realDates asks the real date about every line: "" is an invalid date, otherwise seconds and nanoseconds.
func realDates(t *testing.T, tz string, lines []string) []string {
	t.Helper()
	out, err := exec.Command("date", "--version").Output()
	if err != nil || !strings.HasPrefix(string(out), "date (GNU coreutils) 9.1\n") {
		if os.Getenv("CI") == "true" {
			t.Fatal("these tests need Debian 12's coreutils 9.1")
		}
		t.Skip("SKIPPED: these tests need Debian 12's coreutils 9.1 to compare with")
	}
	file := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("date", "-f", file, "+=%s.%N")
	cmd.Env = []string{"LANG=C.UTF-8", "TZ=" + tz}
	var both bytes.Buffer
	cmd.Stdout, cmd.Stderr = &both, &both
	_ = cmd.Run()
	// Standard output is held back while errors are printed at once, so their order is lost: ask again for the bad ones.
	bad := map[string]bool{}
	var good []string
	for line := range strings.Lines(both.String()) {
		line = strings.TrimSuffix(line, "\n")
		if rest, ok := strings.CutPrefix(line, "="); ok {
			good = append(good, rest)
		} else if m := invalid.FindStringSubmatch(line); m != nil {
			bad[m[1]] = true
		}
	}
	got := make([]string, len(lines))
	for i, line := range lines {
		if bad[line] {
			continue
		}
		if len(good) == 0 {
			t.Fatal("fewer answers than questions")
		}
		got[i], good = good[0], good[1:]
	}
	if len(good) > 0 {
		t.Fatal("more answers than questions")
	}
	return got
}

var invalid = regexp.MustCompile("date: invalid date ‘(.*)’$")

// glibcYears is as far as glibc's own arithmetic for daylight saving time goes: it counts days in 32 bits.
const glibcYears = 100_000_000_000_000

// compareDates compares with the real date; dates that depend on the present may differ by the seconds between the two.
func compareDates(t *testing.T, tz string, lines []string) {
	t.Helper()
	now := getdate.OfNanos(time.Now().UnixNano())
	r := getdate.Reader{Zone: clock.ParseTZ(tz)}
	want := realDates(t, tz, lines)
	wrong := 0
	for i, line := range lines {
		got := ""
		at, ok := r.Parse(line, now)
		if ok {
			got = fmt.Sprintf("%d.%09d", at.Sec, at.Nsec)
		}
		if got == want[i] {
			continue
		}
		if ok && (at.Sec > glibcYears || at.Sec < -glibcYears) {
			continue
		}
		if ok && want[i] != "" {
			var sec int64
			var ns int
			fmt.Sscanf(want[i], "%d.%d", &sec, &ns)
			if d := sec - at.Sec; d >= -1 && d <= 20 {
				continue
			}
		}
		if wrong++; wrong <= 30 {
			t.Errorf("TZ=%s %q: %s, want %s", tz, line, got, want[i])
		}
	}
	t.Logf("TZ=%s: %d of %d differ", tz, wrong, len(lines))
}

var datePieces = []string{"now", "today", "yesterday", "tomorrow", "monday", "fri", "sat,", "tues", "next", "last", "this", "first", "third", "twelfth",
	"1", "2", "3", "10", "12", "23", "59", "60", "99", "100", "1234", "2024", "20240229", "0", "00", "+1", "-2", "+0530", "-08:00", "+3:30", "- 4", "+ 5",
	"day", "days", "week", "weeks", "month", "months", "year", "years", "hour", "hours", "min", "minutes", "sec", "seconds", "fortnight", "ago", "hence",
	"10:00", "23:59:59", "1:2:3.5", "00:00", "24:00", "12:30:60", "7:05 pm", "am", "pm", "p.m.", "A.M.", "12 am", "jan", "Feb", "MARCH", "sept", "dec.",
	"2024-02-29", "2023-02-29", "99-1-1", "2024-12-31", "1/2", "2/30", "12/31/99", "2024/6/1", "17 jun", "jun 17, 2021", "1-mar-2020", "oct-5-1999",
	"UTC", "GMT", "Z", "z", "EST", "EDT", "CET", "CEST", "PST", "DST", "KST", "A", "M", "N", "Y", "J", "T", "T10:00", "t12",
	"2024-06-01T12:00:00Z", "1.5 sec", "-1.5 seconds", "1,25", "@", "@5", "@-1.5", "(x)", "/", ":", ",", "-", "+", ".", ";",
	"garbage", "noon", "E.S.T.", "Mon, 14 Aug 2006 02:34:56 -0600", "TZ=\"Asia/Seoul\"", "9999", "10000-01-01", "1900-01-01", "1969-12-31"}

func randomDate(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.Intn(5) {
		b.WriteString(datePieces[r.Intn(len(datePieces))])
		if r.Intn(6) > 0 {
			b.WriteByte(' ')
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// TestDatesAgainstReal compares random dates; DATES says how many (default 4000 in each zone).
func TestDatesAgainstReal(t *testing.T) {
	n := 4000
	if s := os.Getenv("DATES"); s != "" {
		fmt.Sscan(s, &n)
	}
	for i, tz := range []string{"UTC0", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "EST5EDT,M3.2.0,M11.1.0", "Australia/Lord_Howe"} {
		r := rand.New(rand.NewSource(int64(i + n)))
		seen := map[string]bool{}
		var lines []string
		for len(lines) < n {
			if s := randomDate(r); !seen[s] {
				seen[s] = true
				lines = append(lines, s)
			}
		}
		compareDates(t, tz, lines)
	}
}

// TestLeapsAgainstReal asks for dates at which the local clocks leap, each of a process of its own.
func TestLeapsAgainstReal(t *testing.T) {
	for _, tz := range []string{"America/New_York", "Europe/Berlin", "Asia/Seoul", "Australia/Lord_Howe"} {
		for _, s := range []string{"2024-11-03 01:30", "2024-11-03 01:30 EST", "2024-11-03 01:30 EDT", "2024-11-02 01:30 tomorrow", "2024-11-04 01:30 yesterday",
			"2024-10-27 02:30", "2024-10-26 02:30 tomorrow", "2024-10-28 02:30 yesterday", "2024-10-27 02:30 CET", "2024-10-27 02:30 CEST",
			"2024-03-10 02:30", "2024-03-09 02:30 tomorrow", "2024-03-11 02:30 yesterday", "2024-03-10 02:30 Z", "2024-03-31 02:30",
			"2024-03-30 02:30 tomorrow", "2024-04-01 02:30 yesterday", "2024-03-31 02:30 UTC", "2024-04-07 01:45", "2024-10-06 02:15",
			"2024-04-06 01:45 tomorrow", "2024-06-01 12:00 6 months", "2024-06-01 12:00 EDT 6 months", "1987-05-10 02:30", "KST DST", "2024-01-01 KST DST"} {
			compareDates(t, tz, []string{s})
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range datePieces {
		f.Add(s, int64(1_700_000_000), "Europe/Berlin")
	}
	f.Add("2024-11-03 01:30 EDT 3 days ago next year", int64(0), "EST5EDT")
	f.Fuzz(func(t *testing.T, s string, now int64, tz string) {
		at, ok := getdate.Parse(s, getdate.Time{Sec: now % (1 << 40)}, clock.ParseTZ(tz))
		if ok && (at.Nsec < 0 || at.Nsec >= 1e9) {
			t.Errorf("%q: %d nanoseconds", s, at.Nsec)
		}
		if again, ok2 := getdate.Parse(s, getdate.Time{Sec: now % (1 << 40)}, clock.ParseTZ(tz)); again != at || ok != ok2 {
			t.Errorf("%q: %v, then %v", s, at, again)
		}
		_, _ = getdate.ParseStamp(s, getdate.YearLast, getdate.Time{Sec: now % (1 << 40)}, nil)
	})
}
