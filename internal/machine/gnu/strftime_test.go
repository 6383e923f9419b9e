package gnu_test

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/clock"
	"github.com/orrery-world/orrery/internal/machine/gnu"
)

func randomFormat(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.Intn(4) {
		b.WriteString("[")
		b.WriteByte('%')
		for range r.Intn(3) {
			b.WriteByte("_-0^#+"[r.Intn(6)])
		}
		if r.Intn(3) == 0 {
			fmt.Fprint(&b, r.Intn(14))
		}
		if r.Intn(6) == 0 {
			b.WriteByte("EO"[r.Intn(2)])
		}
		if r.Intn(6) == 0 {
			b.WriteString(":::::"[:1+r.Intn(5)])
			if r.Intn(4) > 0 {
				b.WriteByte('z')
				b.WriteString("]")
				continue
			}
		}
		b.WriteByte("aAbBcCdDeFgGhHIjklmMnNpPqrRsStTuUVwWxXyYzZ%zzNsYCaBpLfiJKQvEO;. ~+"[r.Intn(66)])
		b.WriteString("]")
	}
	if r.Intn(20) == 0 {
		b.WriteString("%" + []string{"", "_", "5", "E", "O", ":", "::", "-5E"}[r.Intn(8)])
	}
	return b.String()
}

// TestStrftimeAgainstReal compares random formats with the real date; FORMATS says how many (default 150).
func TestStrftimeAgainstReal(t *testing.T) {
	out, err := exec.Command("date", "--version").Output()
	if err != nil || !strings.HasPrefix(string(out), "date (GNU coreutils) 9.1\n") {
		if os.Getenv("CI") == "true" {
			t.Fatal("these tests need Debian 12's coreutils 9.1")
		}
		t.Skip("SKIPPED: these tests need Debian 12's coreutils 9.1 to compare with")
	}
	n := 150
	if s := os.Getenv("FORMATS"); s != "" {
		fmt.Sscan(s, &n)
	}
	r := rand.New(rand.NewSource(int64(n)))
	wrong := 0
	for range n {
		type stamp struct {
			sec  int64
			nsec int
		}
		var times []stamp
		var lines strings.Builder
		for _, sec := range []int64{0, 1700000000, -1, 951782400, 253402300800, -62167219201, -62135596800, -70000000000, 400000000000,
			r.Int63n(1 << 33), r.Int63n(1<<38) - 1<<37, r.Int63n(1 << 32), 1704067199} {
			s := stamp{sec, r.Intn(1e9)}
			if r.Intn(3) == 0 {
				s.nsec = s.nsec / 1e6 * 1e6
			}
			if s.sec < 0 {
				s.nsec = 0 // a fraction counts backwards
			}
			times = append(times, s)
			fmt.Fprintf(&lines, "@%d.%09d\n", s.sec, s.nsec)
		}
		tz := []string{"UTC0", "Asia/Kolkata", "America/St_Johns", "<x-+1>5:30:15", "Europe/Berlin", "abc-10"}[r.Intn(6)]
		f := randomFormat(r)
		file := filepath.Join(t.TempDir(), "t")
		if err := os.WriteFile(file, []byte(lines.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("date", "-f", file, "+"+f)
		cmd.Env = []string{"LANG=C.UTF-8", "TZ=" + tz}
		want, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		var got []byte
		z := clock.ParseTZ(tz)
		for _, s := range times {
			from := len(got)
			got = append(gnu.AppendTime(got, strings.ReplaceAll(f, "%-N", "%9N"), s.sec, s.nsec, z), '\n')
			if end := min(len(got), len(want)); string(got[from:]) != string(want[from:end]) {
				if wrong++; wrong <= 40 {
					t.Errorf("TZ=%s @%d.%09d %q:\n got %q\nwant %q", tz, s.sec, s.nsec, f, got[from:], strings.SplitAfter(string(want[from:]), "\n")[0])
				}
				break
			}
		}
	}
	t.Logf("%d of %d formats differ", wrong, n)
}

// oddOffset is %z or %s with a width: C pads the one twice and takes the sign of the other for a digit.
var oddOffset = regexp.MustCompile("[0-9-][#^]*[EO]?[zs]")

// TestLibcTimeAgainstBash compares random formats with the real bash's printf, which calls C's strftime.
func TestLibcTimeAgainstBash(t *testing.T) {
	out, err := exec.Command("bash", "--version").Output()
	if err != nil || !strings.HasPrefix(string(out), "GNU bash, version 5.2.15") {
		if os.Getenv("CI") == "true" {
			t.Fatal("these tests need Debian 12's bash 5.2.15")
		}
		t.Skip("SKIPPED: these tests need Debian 12's bash 5.2.15 to compare with")
	}
	n := 150
	if s := os.Getenv("FORMATS"); s != "" {
		fmt.Sscan(s, &n)
	}
	r := rand.New(rand.NewSource(int64(n)))
	wrong := 0
	for range n {
		tz := []string{"UTC0", "Asia/Kolkata", "America/St_Johns", "Europe/Berlin"}[r.Intn(4)]
		f := randomFormat(r)
		if oddOffset.MatchString(f) {
			continue
		}
		sec := []int64{0, 1700000000, 951782400, 253402300800, r.Int63n(1 << 33), -1000000000}[r.Intn(6)]
		cmd := exec.Command("bash", "-c", "printf \"%($1)T|\" $2", "bash", f, fmt.Sprint(sec))
		cmd.Env = []string{"LANG=C.UTF-8", "TZ=" + tz}
		want, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := string(gnu.AppendLibcTime(nil, f, sec, clock.ParseTZ(tz))); got+"|" != string(want) && len(got) < 128 {
			if wrong++; wrong <= 40 {
				t.Errorf("TZ=%s @%d %q:\n got %q\nwant %q", tz, sec, f, got, strings.TrimSuffix(string(want), "|"))
			}
		}
	}
	t.Logf("%d of %d formats differ", wrong, n)
}
