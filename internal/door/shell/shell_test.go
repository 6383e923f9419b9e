package shell_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/door/shell"
)

// scripted is an episode with a few commands.
type scripted struct{}

func (scripted) Step(ctx context.Context, a orrery.Action) (orrery.Observation, error) {
	if err := orrery.ContextError(ctx); err != nil {
		return orrery.Observation{}, err
	}
	r := orrery.TerminalResult{Cwd: "/home"}
	o := orrery.Observation{Valid: true}
	switch verb, rest, _ := strings.Cut(a.Text, " "); verb {
	case "echo":
		r.Stdout = []byte(rest + "\n")
	case "cd":
		r.Cwd = rest
		o.Effects = []orrery.Effect{{Kind: orrery.CwdChanged, Name: "cwd", Before: orrery.NewSide([]byte("/home"), -1), After: orrery.NewSide([]byte(rest), -1)}}
	case "touch":
		after := orrery.NewSide([]byte("1234"), -1)
		after.Type, after.Mode = "file", 0o644
		o.Effects = []orrery.Effect{{Kind: orrery.FileCreated, Name: rest, After: after}}
	case "write":
		before, after := orrery.NewSide([]byte("a\nb\n"), -1), orrery.NewSide([]byte("a\nc\nd\n"), -1)
		o.Effects = []orrery.Effect{{Kind: orrery.FileModified, Name: rest, Before: before, After: after}}
	case "fail":
		return orrery.Observation{}, orrery.Unsupportedf("that is beyond it")
	case "warn":
		o.Warn("budget: steps")
		o.MarkUnknown("python3")
		r.Exit = 127
	case "exit":
		o.Done, r.Exit = true, 3
	default:
		r.Stderr, r.Exit = []byte("what? "+a.Text+"\n"), 127
	}
	o.Result = r
	return o, nil
}

func talk(t *testing.T, in string, o shell.Options) (out, errs string, status int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status, err := shell.Run(t.Context(), scripted{}, strings.NewReader(in), &stdout, &stderr, o)
	if err != nil {
		t.Fatal(err)
	}
	return stdout.String(), stderr.String(), status
}

func TestTalk(t *testing.T) {
	for _, c := range []struct {
		name, in, out, errs string
		status              int
	}{
		{"nothing", "", "", "", 0},
		{"lines", "echo a\n\n  \necho b", "a\nb\n", "", 0},
		{"the last status", "nope\n", "", "what? nope\n", 127},
		{"the end", "exit\necho never\n", "", "", 3},
		{"an error of ours", "nope\nfail\necho on\n", "on\n", "what? nope\norrery: that is beyond it\n", 0},
		{"warnings", "warn\n", "", "orrery: warning: budget: steps\n", 127},
		{"no effects yet", ":effects\n", "nothing has run yet\n", "", 0},
		{"no effects", "echo a\n:effects\n", "a\nthe last command changed nothing\n", "", 0},
		{"effects", "cd /tmp\n:effects\ntouch x\n :effects \n", "cwd             cwd: \"/home\" -> \"/tmp\"\nfile_created    x (file, 4 bytes, mode 0644)\n  +1234\n  \\ No newline at end of file\n", "", 0},
		{"not ours", ": comment\n:\n:> x\n", "", "what? : comment\nwhat? :\nwhat? :> x\n", 127},
		{"effects with a difference", "write x\n:effects\n", "file_modified   x (4 -> 6 bytes)\n  @@ -1,2 +1,3 @@\n   a\n  -b\n  +c\n  +d\n", "", 0},
		{"status", ":status\necho a\nwarn\n:status\n", "0 steps\na\n2 steps, 0 effects, 50 % exact\n", "orrery: warning: budget: steps\n", 127},
		{"none of ours", ":spoon\n", "", "orrery: there is no :spoon (:help lists what there is)\n", 0},
		{"no fork", ":fork\n:back\n", "", "orrery: this episode cannot be forked\norrery: no state is remembered; :fork remembers one\n", 0},
		{"no files", ":save\n:save x\n:load x\n", "", "orrery: write :save FILE\norrery: nothing can be saved here\norrery: nothing can be loaded here\n", 0},
		{"quit", "nope\n:quit\necho never\n", "", "what? nope\n", 127},
	} {
		out, errs, status := talk(t, c.in, shell.Options{})
		if out != c.out || errs != c.errs || status != c.status {
			t.Errorf("%s: %q %q %d\nwant %q %q %d", c.name, out, errs, status, c.out, c.errs, c.status)
		}
	}
}

func TestPrompts(t *testing.T) {
	o := shell.Options{
		Prompt:   func(cwd string) string { return cwd + "$ " },
		Complete: func(text string) bool { return !strings.HasSuffix(text, "\\\n") },
		Cwd:      "/home",
	}
	out, errs, status := talk(t, "echo a\\\nb\ncd /tmp\n:spoon me\\\n", o)
	want := "/home$ > a\\\nb\n/home$ /tmp$ /tmp$ exit\n"
	if out != want || errs != "orrery: there is no :spoon (:help lists what there is)\n" || status != 0 {
		t.Errorf("%q %q %d\nwant %q", out, errs, status, want)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error)  { return 0, errors.New("cable cut") }
func (failing) Write([]byte) (int, error) { return 0, errors.New("cable cut") }

func TestStreamsThatFail(t *testing.T) {
	if _, err := shell.Run(t.Context(), scripted{}, failing{}, io.Discard, io.Discard, shell.Options{}); !errors.Is(err, orrery.Infra) {
		t.Errorf("input: %v", err)
	}
	for _, in := range []string{"echo a\n", ":help\n"} {
		if _, err := shell.Run(t.Context(), scripted{}, strings.NewReader(in), failing{}, io.Discard, shell.Options{}); err == nil {
			t.Errorf("output of %q: no error", in)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := shell.Run(ctx, scripted{}, strings.NewReader("echo a\n"), io.Discard, io.Discard, shell.Options{}); !errors.Is(err, orrery.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}
