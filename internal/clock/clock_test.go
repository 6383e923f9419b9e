package clock_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orrery-world/orrery/internal/clock"
)

func TestCivilAgainstPackageTime(t *testing.T) {
	// Every day of 3,000 years, and single days far outside.
	check := func(days int64) {
		want := time.Unix(days*clock.SecondsPerDay, 0).UTC()
		d := clock.DateOf(days)
		if d.Year != int64(want.Year()) || d.Month != int(want.Month()) || d.Day != want.Day() {
			t.Fatalf("day %d: %v, package time says %v", days, d, want)
		}
		if got := d.Days(); got != days {
			t.Fatalf("day %d comes back as %d", days, got)
		}
		if got := clock.Weekday(days); got != int(want.Weekday()) {
			t.Fatalf("day %d: weekday %d, want %d", days, got, want.Weekday())
		}
		y, w := clock.ISOWeek(days)
		if wy, ww := want.ISOWeek(); y != int64(wy) || w != ww {
			t.Fatalf("day %d: ISO week %d-%d, want %d-%d", days, y, w, wy, ww)
		}
		if got := d.YearDay(); got != want.YearDay() {
			t.Fatalf("day %d: day of the year %d, want %d", days, got, want.YearDay())
		}
		if last := clock.Days(d.Year, d.Month+1, 1) - clock.Days(d.Year, d.Month, 1); int64(clock.DaysIn(d.Year, d.Month)) != last {
			t.Fatalf("%v: DaysIn says %d, the month has %d", d, clock.DaysIn(d.Year, d.Month), last)
		}
	}
	for days := int64(-500_000); days < 600_000; days++ {
		check(days)
	}
	for _, days := range []int64{-365_000_000_000, -300_000_000, -719_529, 10_000_000, 300_000_000, 365_000_000_000} {
		check(days)
	}
}

func TestCivilOf(t *testing.T) {
	for _, ns := range []int64{0, 1, -1, 1_700_000_000_123_456_789, -86_400_000_000_001, 1<<63 - 1, -1 << 63} {
		want := time.Unix(0, ns).UTC()
		c := clock.CivilOf(ns)
		got := time.Date(int(c.Year), time.Month(c.Month), c.Day, c.Hour, c.Minute, c.Second, c.Nanosecond, time.UTC)
		if !got.Equal(want) {
			t.Errorf("%d: %v, want %v", ns, got, want)
		}
		if c.Seconds() != want.Unix() {
			t.Errorf("%d: %d seconds, want %d", ns, c.Seconds(), want.Unix())
		}
	}
}

// Expected values: date -u -d DATE '+%U %W %V' of coreutils 9.1.
func TestWeeksOfTheYear(t *testing.T) {
	for _, c := range []struct {
		date   clock.Date
		u, w   int
		iso    int
		isoYr  int64
		daysOf int64
	}{
		{clock.Date{Year: 2024, Month: 1, Day: 1}, 0, 1, 1, 2024, 19723},
		{clock.Date{Year: 2023, Month: 1, Day: 1}, 1, 0, 52, 2022, 19358},
		{clock.Date{Year: 2020, Month: 12, Day: 31}, 52, 52, 53, 2020, 18627},
		{clock.Date{Year: 2021, Month: 1, Day: 3}, 1, 0, 53, 2020, 18630},
		{clock.Date{Year: 2000, Month: 2, Day: 29}, 9, 9, 9, 2000, 11016},
	} {
		y, w := clock.ISOWeek(c.date.Days())
		if c.date.SundayWeek() != c.u || c.date.MondayWeek() != c.w || w != c.iso || y != c.isoYr || c.date.Days() != c.daysOf {
			t.Errorf("%v: U %d W %d V %d G %d day %d, want %+v", c.date, c.date.SundayWeek(), c.date.MondayWeek(), w, y, c.date.Days(), c)
		}
	}
}

func TestDaysCarriesOver(t *testing.T) {
	for _, c := range []struct {
		y        int64
		m, d     int
		wy       int64
		wm, wday int
	}{
		{2023, 2, 31, 2023, 3, 3},
		{2023, 13, 1, 2024, 1, 1},
		{2023, 0, 1, 2022, 12, 1},
		{2023, -11, 1, 2022, 1, 1},
		{2024, 1, 0, 2023, 12, 31},
	} {
		if got, want := clock.Days(c.y, c.m, c.d), clock.Days(c.wy, c.wm, c.wday); got != want {
			t.Errorf("%d-%d-%d is day %d, want %d", c.y, c.m, c.d, got, want)
		}
	}
}

func TestVirtual(t *testing.T) {
	v := clock.NewVirtual(5)
	f := v.Fork()
	if got := v.Advance(10); got != 15 || v.Now() != 15 || f.Now() != 5 {
		t.Fatalf("clock %d, fork %d, want 15 and 5", v.Now(), f.Now())
	}
	if got := v.Advance(-3); got != 15 {
		t.Errorf("moved back to %d", got)
	}
	if got := v.Advance(1<<63 - 1); got != 1<<63-1 {
		t.Errorf("overflowed to %d", got)
	}
}

func TestRealWatchAndSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start, w := (clock.Real{}).Now(), clock.Start()
		if err := clock.Sleep(context.Background(), time.Hour); err != nil {
			t.Fatal(err)
		}
		if d := (clock.Real{}).Now() - start; d != int64(time.Hour) || w.Elapsed() != time.Hour {
			t.Errorf("slept %d by the wall clock and %v by the watch", d, w.Elapsed())
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := clock.Sleep(ctx, time.Hour); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Sleep past the deadline: %v", err)
		}
	})
}
