package gnu

import (
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/clock"
)

// The expectations are those of Debian 12's programs: chmod and stat -c %a, ls -h and --si, ls --quoting-style.

func TestMode(t *testing.T) {
	for _, tt := range []struct {
		mode string
		old  uint16
		dir  bool
		want uint16
		ok   bool
	}{
		{"644", 0o777, false, 0o644, true}, {"755", 0o2700, true, 0o2755, true}, {"00755", 0o2700, true, 0o755, true},
		{"u+x", 0o644, false, 0o744, true}, {"+x", 0o644, false, 0o755, true}, {"a=r", 0o777, false, 0o444, true},
		{"g=u", 0o740, false, 0o770, true}, {"o=u-x", 0o740, false, 0o746, true}, {"u+X", 0o600, false, 0o600, true},
		{"+X", 0o600, true, 0o711, true}, {"u=rw,go=", 0o777, false, 0o600, true}, {"=", 0o777, false, 0, true},
		{"u+s,g+s,+t", 0o755, false, 0o7755, true}, {"-w", 0o666, false, 0o466, true}, {"u=rwx+s-x", 0, false, 0o4600, true},
		{"999", 0, false, 0, false}, {"77777", 0, false, 0, false}, {"u", 0, false, 0, false}, {"u+rw,", 0, false, 0, false}, {"", 0, false, 0, false},
		{"7x", 0, false, 0, false}, {"u+7", 0, false, 0, false}, {"+7", 0, false, 0o7, true},
	} {
		m, ok := ParseMode(tt.mode)
		if ok != tt.ok {
			t.Errorf("%q: ok %v", tt.mode, ok)
			continue
		}
		if got, _ := m.Adjust(tt.old, tt.dir, 0o022); ok && got != tt.want {
			t.Errorf("%q of %o: %o, want %o", tt.mode, tt.old, got, tt.want)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, tt := range []struct {
		n          uint64
		human, dec string
	}{
		{0, "0", "0"}, {999, "999", "999"}, {1000, "1000", "1.0k"}, {1023, "1023", "1.1k"}, {1024, "1.0K", "1.1k"}, {1025, "1.1K", "1.1k"},
		{10137, "9.9K", "11k"}, {10138, "10K", "11k"}, {10240, "10K", "11k"}, {1047552, "1023K", "1.1M"}, {1047553, "1.0M", "1.1M"}, {1048577, "1.1M", "1.1M"},
		{123456, "121K", "124k"}, {999999999, "954M", "1.0G"}, {1 << 40, "1.0T", "1.1T"}, {1<<64 - 1, "16E", "19E"},
	} {
		if got := (SizeFormat{Block: 1, Auto: true}).Format(tt.n, 1); got != tt.human {
			t.Errorf("%d: %q, want %q", tt.n, got, tt.human)
		}
		if got := (SizeFormat{Block: 1, Auto: true, SI: true}).Format(tt.n, 1); got != tt.dec {
			t.Errorf("%d: %q, want %q (SI)", tt.n, got, tt.dec)
		}
	}
	if got := (SizeFormat{Block: 1 << 20, Suffix: "M"}).Format(1<<20+1, 1); got != "2M" {
		t.Errorf("rounded up: %q", got)
	}
}

func TestQuoteStyles(t *testing.T) {
	for _, tt := range []struct {
		style Style
		in    string
		want  string
	}{
		{StyleShellEscape, "plain", "plain"}, {StyleShellEscape, "a b", "'a b'"}, {StyleShellEscape, "it's", `"it's"`},
		{StyleShellEscape, "it's $x", `'it'\''s $x'`}, {StyleShellEscape, "a\nb", `'a'$'\n''b'`}, {StyleShellEscape, "", "''"},
		{StyleShell, "a\nb", "'a\nb'"}, {StyleShell, "\x80", "\x80"}, {StyleShellAlways, "a", "'a'"}, {StyleC, "a\"b\\\t", `"a\"b\\\t"`},
		{StyleCMaybe, "a b", "a b"}, {StyleCMaybe, "a\tb", `"a\tb"`}, {StyleEscape, "a\x01é\xff", `a\001é\377`}, {StyleLocale, "a’b'", `‘a\’b'’`},
		{StyleShellEscape, "{", "'{'"}, {StyleShellEscape, "a{", "a{"}, {StyleShellEscape, "#a", "'#a'"}, {StyleShellEscape, "a#", "a#"},
	} {
		if got := QuoteAs(tt.in, tt.style, ""); got != tt.want {
			t.Errorf("style %d of %q: %s, want %s", tt.style, tt.in, got, tt.want)
		}
	}
	if got := QuoteF("a:b"); got != "'a:b'" {
		t.Errorf("QuoteF: %s", got)
	}
	if got := QuoteAF("a:b"); got != "'a:b'" {
		t.Errorf("QuoteAF: %s", got)
	}
}

// Expectations of TestStrftime are those of ls --time-style=+FORMAT.
func TestStrftime(t *testing.T) {
	const at = 981173106*1e9 + 7_000_000 // 2001-02-03 04:05:06.007 UTC, a Saturday
	for _, tt := range []struct{ format, want string }{
		{"%Y-%m-%d %H:%M:%S.%N %z", "2001-02-03 04:05:06.007000000 +0000"}, {"%b %e  %Y", "Feb  3  2001"}, {"%a %A %^a %#b", "Sat Saturday SAT FEB"},
		{"%-d|%_d|%05d|%3N|%-N", "3| 3|00003|007|007"}, {"%I %l %p %P %#p", "04  4 AM am am"}, {"%j %U %W %V %G %u %w", "034 04 05 05 2001 6 6"},
		{"%s %C %y %q %%%n%t", "981173106 20 01 1 %\n\t"}, {"%:z %::z %:::z", "+00:00 +00:00:00 +00"}, {"%D %F %T %R %r %c", "02/03/01 2001-02-03 04:05:06 04:05 04:05:06 AM Sat Feb  3 04:05:06 2001"},
		{"%!|%", "%!|%"}, {"%10Y|%-10Y|%_10Y", "0000002001|2001|      2001"}, {"%Ey %Od %h", "01 03 Feb"},
	} {
		if got := Strftime(tt.format, at, nil); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.format, got, tt.want)
		}
	}
	if got := Strftime("%H:%M %Z %z", at, clock.ParseTZ("JST-9")); got != "13:05 JST +0900" {
		t.Errorf("in a zone: %q", got)
	}
}

func TestPaths(t *testing.T) {
	for _, tt := range []struct{ in, base, dir string }{
		{"a", "a", "."}, {"a/b", "b", "a"}, {"/a", "a", "/"}, {"//", "", "/"}, {"", "", "."}, {"a//b//", "b", "a"}, {"/a/b/", "b", "/a"},
	} {
		if b, d := Base(tt.in), Dir(tt.in); b != tt.base || d != tt.dir {
			t.Errorf("%q: base %q dir %q", tt.in, b, d)
		}
	}
}

func FuzzMode(f *testing.F) {
	for _, s := range []string{"755", "u+rwx,go-w", "=,+x-w=r", "a+X", "+t"} {
		f.Add(s, uint16(0o644))
	}
	f.Fuzz(func(t *testing.T, s string, old uint16) {
		if m, ok := ParseMode(s); ok {
			if got, _ := m.Adjust(old, false, 0o022); got&^0o7777 != 0 {
				t.Errorf("%q: %o", s, got)
			}
		}
	})
}

func FuzzQuote(f *testing.F) {
	f.Add("it's\n", uint8(3))
	f.Add("\xff\x00é", uint8(5))
	f.Fuzz(func(t *testing.T, s string, style uint8) {
		q := QuoteAs(s, Style(style%10), " ")
		if Style(style%10) == StyleEscape && strings.ContainsAny(q, "\n\x00") {
			t.Errorf("%q: %q", s, q)
		}
	})
}

func FuzzStrftime(f *testing.F) {
	f.Add("%Y-%m-%d %5N %:::z %-e", int64(0))
	f.Fuzz(func(_ *testing.T, s string, at int64) { Strftime(s, at, nil) })
}

func FuzzBlockSize(f *testing.F) {
	f.Add("1K")
	f.Add("KiB")
	f.Fuzz(func(t *testing.T, s string) {
		if f, bad := ParseBlockSize(s); bad == "" && f.Block == 0 {
			t.Errorf("%q: a block of no bytes", s)
		}
	})
}
