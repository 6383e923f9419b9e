package cmds

import (
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

// dateCases never set the clock: the real date would do it when the tests run as root.
var dateCases = []string{
	"-d @0", "-u -d @0", "-ud @1700000000.5 +%s.%N", "-d @0 -R", "-R -d @1e3", "-d @-1 -Ins", "-Ihours -d @0", "-Iminutes -d @0", "-Iseconds -d @0",
	"-Idate -d @0", "-I -d @0", "-Ix -d @0", "-Is -d @0", "-Im -d @0", "--iso-8601=h -d @0", "--iso-8601 -d @0", "--rfc-3339=date -d @0",
	"--rfc-3339=seconds -d @0", "--rfc-3339=n -d @0.25", "--rfc-3339=x", "--rfc-3339", "--rfc-822 -d @0", "--rfc-2822 -d @0", "--rfc-email -d @0",
	"--rfc -d @0", "-d garbage", "--date=garbage", "-d", "-x", "--bogus", "-d now -r f", "-f f -d now", "-r nonexistent", "-f nonexistent", "-f f",
	"-f -", "-f f +%F", "-d @0 +%F +%T", "-d @0 x", "-d @0 01010101", "-R -I", "-R -R", "-I -d @0 +%F", "+%F -I", "-d @0 --resolution", "--resolution",
	"--resolution +%F", "-d @0 +", "-d @0 +%", "-d @0 +%%", "-d @0 +%-N", "-d @0 +%%-N", "-d @9223372036854775807",
	"-d @67768036191676799", "-d @67768036191730000", "-d @-67768040609740800", "-d @-67768040609740801", "-d @0 -d @5", "-d @0 +a -u", "-d @0 -u +%Z",
	"-r f +x", "-d 2024-02-30", "-d 2024-02-29T25:00", "--utc -d @5 -R", "--universal -d @5", "--uct -d @5", "--debugg",
	"-f bad", "-f bad +%s", "-d @0 +%c|%x|%X|%r|%p|%P", "-d @0 +%G-W%V-%u",
}

func TestDate(t *testing.T) {
	for _, tz := range []string{"", "TZ=America/New_York", "TZ=Asia/Seoul", "TZ=EST5EDT,M3.2.0,M11.1.0", "TZ=Nowhere/City", "TZ=<-03>3"} {
		for _, args := range dateCases {
			c := difftest.Case{Args: append([]string{"date"}, strings.Fields(args)...), Stdin: "@7\n2001-09-09 01:46:40 UTC\nwhat\n",
				Files: []difftest.Entry{{Name: "f", Content: "@1\n@2\n"}, {Name: "bad", Content: "@1\nnonsense\n\xff\x80\n@3"}}}
			if tz != "" {
				c.Env = []string{tz}
			}
			if !difftest.Compare(t, DiffPrograms(), &c) {
				t.Log(tz)
			}
		}
	}
}

// TestDateSets cannot ask the real program. Recorded as an unprivileged user: date ARGS.
func TestDateSets(t *testing.T) {
	for _, c := range []struct{ args, out, err string }{
		{"-u 0101010119", "Tue Jan  1 01:01:00 UTC 2019\n", "date: cannot set date: Operation not permitted\n"},
		{"-u 010101011999.60", "Fri Jan  1 01:02:00 UTC 1999\n", "date: cannot set date: Operation not permitted\n"},
		{"-u -R 010101011999.59", "Fri, 01 Jan 1999 01:01:59 +0000\n", "date: cannot set date: Operation not permitted\n"},
		{"-u 010101011999.61", "", "date: invalid date ‘010101011999.61’\n"},
		{"-u 1331010101", "", "date: invalid date ‘1331010101’\n"},
		{"-u 0101010119.5", "", "date: invalid date ‘0101010119.5’\n"},
		{"0101", "", "date: invalid date ‘0101’\n"},
		{"%F", "", "date: invalid date ‘%F’\n"},
		{"-s garbage", "", "date: invalid date ‘garbage’\n"},
		{"-s @86400 +%F", "1970-01-02\n", "date: cannot set date: Operation not permitted\n"},
	} {
		r, err := difftest.Simulated(DiffPrograms(), &difftest.Case{Args: append([]string{"date"}, strings.Fields(c.args)...)})
		if err != nil || r.Out != c.out || r.Err != c.err || r.Exit != 1 {
			t.Errorf("date %s: %+v %v", c.args, r, err)
		}
	}
}
