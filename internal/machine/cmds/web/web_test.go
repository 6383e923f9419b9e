package web

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// run runs a command line against sites and returns the kernel beside what came out.
func run(t *testing.T, sites Sites, line string) (k *kern.Kernel, out, errs *kern.Sink, exit int) {
	t.Helper()
	k = kern.New(tree.New(0), 0, 1, kern.Options{})
	out, errs = &kern.Sink{}, &kern.Sink{}
	p := k.NewProc(kern.Template{Args: words(line), Cwd: tree.Root, FDs: []*kern.File{kern.NewNull(), kern.NewSink(out), kern.NewSink(errs)}})
	program := map[string]kern.Program{"curl": Curl(sites), "wget": Wget(sites)}[p.Args[0]]
	st, err := k.Run(t.Context(), p, func(ctx context.Context, p *kern.Proc) int { return program(ctx, p) })
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return k, out, errs, st.Exit()
}

// TestUnknown: what no site answers is unknown, in Orrery's voice, and the attempt is noted.
func TestUnknown(t *testing.T) {
	sites := Sites{{URL: "known.example/page"}, {URL: "https://*.secure.example/*", Method: "POST"}}
	for _, c := range []struct{ line, network string }{
		{"curl http://other.example/", "other.example:80"},
		{"curl -s https://known.example:8443/page", "known.example:8443"},
		{"curl -fsSL known.example/other", "known.example:80"},
		{"curl https://api.secure.example/x", "api.secure.example:443"},
		{"curl -d x http://api.secure.example/x", "api.secure.example:80"},
		{"wget -q http://other.example/", "other.example:80"},
		{"wget other.example:81/x", "other.example:81"},
		{"curl ftp://other.example/x", "ftp://other.example/x"},
	} {
		k, out, errs, exit := run(t, sites, c.line)
		used := k.Used()
		if exit != UnknownStatus || len(used.Unknown) != 1 || !slices.Equal(used.Network, []string{c.network}) || len(out.Bytes) > 0 ||
			!strings.Contains(string(errs.Bytes), "orrery: "+words(c.line)[0]+": there is no network here") {
			t.Errorf("%s: exit %d, unknown %q, network %q, %q", c.line, exit, used.Unknown, used.Network, errs.Bytes)
		}
	}
	if k, out, _, exit := run(t, sites, "curl -sd x https://api.secure.example/x"); exit != 0 || len(k.Used().Unknown) > 0 || len(out.Bytes) > 0 {
		t.Errorf("a site that answers: %d, %q", exit, out.Bytes)
	}
}

// TestRecorded: all that depends on an answer is labelled recorded.
func TestRecorded(t *testing.T) {
	sites := Sites{{URL: "*", Body: []byte("body\n")}}
	for _, line := range []string{"curl -si http://x/", "wget -qO- http://x/", "curl -s http://x/ -w '%{http_code}'"} {
		_, out, _, _ := run(t, sites, line)
		if len(out.Runs) != 1 || out.Runs[0].L != tree.Recorded || out.Runs[0].N != int64(len(out.Bytes)) {
			t.Errorf("%s: %q has runs %v", line, out.Bytes, out.Runs)
		}
	}
}

// TestDelay: an answer takes its time on the virtual clock, and comes too late for those who do not wait.
func TestDelay(t *testing.T) {
	sites := Sites{{URL: "slow/", Delay: 3 * kern.Second, Body: []byte("slow\n")}}
	for _, c := range []struct {
		line   string
		exit   int
		took   int64
		stderr string
	}{
		{"curl -sS http://slow/", 0, 3 * kern.Second, ""},
		{"curl -sS -m 1.5 http://slow/", 28, 1500 * kern.Millisecond, "curl: (28) Operation timed out after 1500 milliseconds with 0 bytes received\n"},
		{"curl -sS -m 2 --retry 2 http://slow/", 28, 9 * kern.Second, strings.Repeat("curl: (28) Operation timed out after 2000 milliseconds with 0 bytes received\n", 3)},
		{"wget -nv -T 1 -t 2 http://slow/", 4, 3 * kern.Second, "Read error (Connection timed out) in headers.\nRetrying.\n\nRead error (Connection timed out) in headers.\nGiving up.\n\n"},
	} {
		k, _, errs, exit := run(t, sites, c.line)
		if exit != c.exit || k.Now() != c.took || string(errs.Bytes) != c.stderr {
			t.Errorf("%s: exit %d after %d: %q", c.line, exit, k.Now(), errs.Bytes)
		}
	}
	_, _, errs, _ := run(t, sites, "curl -o f http://slow/")
	if want := "\r  0     0    0     0    0     0      0      0 --:--:--  0:00:03 --:--:--     0"; !strings.Contains(string(errs.Bytes), want) {
		t.Errorf("the meter of a slow answer: %q", errs.Bytes)
	}
}

// TestUnsupported: an option that matters and is not simulated ends the program.
func TestUnsupported(t *testing.T) {
	for _, line := range []string{"curl -x proxy http://x/", "curl -K file", "curl --next", "wget -r http://x/", "wget --mirror http://x/", "wget -N http://x/"} {
		k, _, errs, exit := run(t, Sites{{URL: "*"}}, line)
		if exit != 2 || len(k.Warnings()) != 1 || !strings.HasPrefix(string(errs.Bytes), "orrery: ") {
			t.Errorf("%s: exit %d, %q, %q", line, exit, k.Warnings(), errs.Bytes)
		}
	}
}

// TestOptionTable: curl finds every option of its table by name, and the ones without effect exist.
func TestOptionTable(t *testing.T) {
	table := curlOptions()
	for i := range table.options {
		if o, yes, problem := table.long(table.options[i].name); o == nil || o.name != table.options[i].name || !yes || problem != "" {
			t.Errorf("%s: %v %v %q", table.options[i].name, o, yes, problem)
		}
	}
	for name := range table.noEffect {
		if _, _, problem := table.long(name); problem != "" && problem != "is unknown" {
			t.Errorf("%s %s", name, problem)
		}
	}
	if o, yes, _ := table.long("no-location"); o == nil || o.name != "location" || yes {
		t.Errorf("--no-location: %v %v", o, yes)
	}
}

func TestTargets(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"example.com", "http://example.com/"}, {"HTTPS://Example.com:443/A?b#c", "https://example.com/A?b"}, {"http://u:p@h:8/", "http://h:8/"},
		{"http://h/a/./b/../c/", "http://h/a/c/"}, {"http://h?q", "http://h/?q"}, {"http://[::1]:80/", "http://[::1]/"}, {"http://h:99999/", ""}, {"http://", ""},
	} {
		got := ""
		if u, ok := parseTarget(c.in); ok {
			got = u.String()
		}
		if got != c.out {
			t.Errorf("%s: %s, want %s", c.in, got, c.out)
		}
	}
	base, _ := parseTarget("http://h/a/b?c")
	for _, c := range []struct{ ref, out string }{
		{"/x", "http://h/x"}, {"x", "http://h/a/x"}, {"../x?y", "http://h/x?y"}, {"?z", "http://h/a/b?z"}, {"//g/x", "http://g/x"}, {"https://g", "https://g/"},
	} {
		if u, ok := base.follow(c.ref); !ok || u.String() != c.out {
			t.Errorf("%s: %v, want %s", c.ref, u, c.out)
		}
	}
}

func FuzzTarget(f *testing.F) {
	for _, s := range []string{"http://u@h:1/a/../b?c#d", "h", "//x", "http://[::1]:2"} {
		f.Add(s, "/x/../y?z")
	}
	f.Fuzz(func(t *testing.T, s, ref string) {
		u, ok := parseTarget(s)
		if !ok {
			return
		}
		if again, ok := parseTarget(u.String()); !ok || again.String() != u.String() {
			t.Errorf("%q: %q is read as %v", s, u.String(), again)
		}
		u.follow(ref)
		(&Site{URL: s}).matches(u)
	})
}

func FuzzGlob(f *testing.F) {
	f.Add("a*b*", "aXbY")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if strings.Contains(pattern, "*") {
			first, _, _ := strings.Cut(pattern, "*")
			if glob(pattern, text) && !strings.HasPrefix(text, first) {
				t.Errorf("%q matches %q", pattern, text)
			}
		} else if glob(pattern, text) != (pattern == text) {
			t.Errorf("%q and %q", pattern, text)
		}
	})
}
