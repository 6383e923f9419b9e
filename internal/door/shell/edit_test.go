package shell_test

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/domain/terminal"
	"github.com/orrery-world/orrery/internal/door/shell"
)

// screen is what a terminal was sent. It can be waited on.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func (s *screen) wait(t *testing.T, want string) {
	t.Helper()
	for range 1000 {
		if strings.Contains(s.String(), want) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("%q never came:\n%q", want, s.String())
}

// sit gives a person at a terminal a real machine; typing goes to the returned writer.
func sit(t *testing.T) (keys io.Writer, out *screen, ended <-chan int) {
	t.Helper()
	w := terminal.New(terminal.Options{})
	e, err := w.Open(t.Context(), orrery.Scenario{Section: orrery.Section{Line: 1, Data: []byte("mode: interactive")}})
	if err != nil {
		t.Fatal(err)
	}
	in, keys := io.Pipe()
	out = &screen{}
	done := make(chan int, 1)
	go func() {
		status, err := shell.Run(context.Background(), e, nil, nil, nil, shell.Options{
			Prompt: func(string) string { return "$ " }, Complete: terminal.Complete, World: w,
			Editor: shell.NewEditor(in, out, func() (int, int) { return 200, 50 }),
		})
		if err != nil {
			t.Error(err)
		}
		done <- status
	}()
	return keys, out, done
}

func kind(t *testing.T, keys io.Writer, text string) {
	t.Helper()
	if _, err := io.WriteString(keys, text); err != nil {
		t.Fatal(err)
	}
}

func TestTyping(t *testing.T) {
	keys, out, ended := sit(t)
	kind(t, keys, "echo one\r")
	out.wait(t, "\r\none\r\n1 step, 0 effects, 100 % exact\r\n$ ")
	kind(t, keys, "\x1b[A") // the line before
	out.wait(t, "$ echo one")
	kind(t, keys, " more\r")
	out.wait(t, "\r\none more\r\n")
	kind(t, keys, "echo for\x03") // thought better of it
	out.wait(t, "^C")
	kind(t, keys, "echo $?\r")
	out.wait(t, "\r\n0\r\n3 steps")
	kind(t, keys, "if true\rthen echo yes\rfi\r")
	out.wait(t, "> ")
	out.wait(t, "\r\nyes\r\n4 steps")
	kind(t, keys, "\x04")
	if status := <-ended; status != 0 {
		t.Errorf("ended with %d", status)
	}
	if strings.Contains(out.String(), "for\r\nfor") {
		t.Error("an interrupted line was run")
	}
}

func TestCompletion(t *testing.T) {
	keys, out, ended := sit(t)
	kind(t, keys, "mkdir -p deep/'a dir' && touch deep/'a dir'/한글 deep/.dot\r")
	out.wait(t, "1 step")
	for _, c := range []struct{ typed, line string }{
		{"ls de\t", "ls deep/"},
		{"cat deep/a\t", `cat deep/a\ dir/`},
		{"cat deep/a\\ dir/\t", `cat deep/a\ dir/한글 `},
		{"cat 'deep/a\t", "cat 'deep/a dir/"},
		{"ls ~/de\t", "ls ~/deep/"},
		{"cat </etc/host\t", "cat </etc/host.conf "},
		{"true; mkdi\t", "true; mkdir "},
		{"cat deep/.\t", "cat deep/.dot "},
		{"no such wor\t", "no such wor"},
	} {
		kind(t, keys, c.typed)
		out.wait(t, c.line)
		kind(t, keys, "\x03")
	}
	kind(t, keys, "ls /usr/b\t\x03ls /etc/pass\t\t")
	out.wait(t, "/etc/passwd")
	kind(t, keys, "\x03ls\r")
	out.wait(t, "\r\ndeep\r\n2 steps") // completion itself changes nothing and counts nothing
	kind(t, keys, ":quit\r")
	<-ended
}

func TestCtrlCStopsAStep(t *testing.T) {
	keys, out, ended := sit(t)
	kind(t, keys, "x=1; touch made; while :; do for i in 1 2 3 4 5 6 7 8; do :; done; done\r")
	time.Sleep(20 * time.Millisecond)
	kind(t, keys, "\x03")
	out.wait(t, "interrupted; the machine is as it was before the command")
	kind(t, keys, "ls; echo x=$x.\r")
	out.wait(t, "\r\nx=.\r\n1 step")
	kind(t, keys, "exit 7\r")
	if status := <-ended; status != 7 {
		t.Errorf("ended with %d", status)
	}
}
