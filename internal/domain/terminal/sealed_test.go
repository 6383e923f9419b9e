package terminal_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"testing"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/domain/terminal"
)

// sealedLines are mixed work that asks for everything a host could answer: time, ids, names, devices,
// directories, chance, programs in pipes and in the background.
var sealedLines = []string{
	"mkdir -p d/e; date > d/f; cat d/* | sort | wc -l",
	"ls -la / /proc /dev /etc /tmp | head -5; cat /proc/self/status /etc/passwd | wc -l",
	"echo $RANDOM $$ $PPID $HOSTNAME $UID $SECONDS; whoami; id; uname -a; hostname",
	"for i in 1 2 3; do echo $i; done | while read x; do echo $((x * 2)); done > d/g",
	"f() { local a=$1; echo ${a%.*} ${a##*/}; }; f /x/y.z; cat <(echo a) <<< b",
	"find d -type f | xargs grep -n 1; sed -n 1p d/g; rm -rf d; nope; python3 -c 1",
	"sleep 5 & wait; (exit 3); echo $?; cat /dev/null /dev/urandom | head -c 10 | wc -c; curl http://example.com",
}

// markers are calls that nothing else makes; strace shows where they stand.
const (
	firstMarker = "/orrery-first-marker"
	lastMarker  = "/orrery-last-marker"
)

// TestSealed plays SEALED_STEPS steps (2,000 unless said otherwise) in a process of its own under strace, on
// one core, without the signals by which the Go runtime interrupts long loops. Between two markers there may be nothing of files, descriptors, network and processes but
// threads of the Go runtime and its memory.
func TestSealed(t *testing.T) {
	steps, err := strconv.Atoi(os.Getenv("SEALED_STEPS"))
	if err != nil {
		steps = 2000
	}
	if os.Getenv("SEALED_CHILD") != "" {
		sealedChild(t, steps)
		return
	}
	trace := filepath.Join(t.TempDir(), "trace")
	if err := exec.Command("strace", "-o", trace, "true").Run(); err != nil {
		t.Skipf("strace does not work here: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("strace", "-f", "-qq", "-e", "trace=file,desc,network,process", "-o", trace, self, "-test.run=^TestSealed$", "-test.timeout=0")
	cmd.Env = append(os.Environ(), "SEALED_CHILD=1", "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1", "SEALED_STEPS="+strconv.Itoa(steps))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	calls, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := bytes.Cut(calls, []byte(firstMarker))
	between, _, ok2 := bytes.Cut(rest, []byte(lastMarker))
	if !ok || !ok2 {
		t.Fatal("the markers are not in the trace")
	}
	lines := bytes.Split(between, []byte("\n"))
	found := 0
	for _, line := range lines[1 : len(lines)-1] { // the first and last are rests of the markers' own lines
		if !runtimeCall.Match(line) {
			if found++; found <= 20 {
				t.Errorf("%s", line)
			}
		}
	}
	fmt.Printf("sealed: %d steps, %d calls between the markers, %d of them not the runtime's own\n", steps, len(lines)-2, found)
}

// runtimeCall matches what the Go runtime does by itself: threads, anonymous memory, and the poller that it
// sets up with its first timer (the one by which it gives memory back) and then asks now and then.
var runtimeCall = regexp.MustCompile(`^\d+ +(clone3?\(.*CLONE_THREAD|mmap\(.*MAP_ANONYMOUS, -1, 0( <unfinished|\))|exit\(0\)|` +
	`epoll_create1\(|eventfd2\(0, |epoll_ctl\(\d+, EPOLL_CTL_ADD, \d+, \{events=EPOLLIN, |epoll_pwait\(\d+, ( <unfinished|\[\], )|` +
	`<\.\.\. (clone3?|mmap|epoll_pwait) resumed|\+\+\+ exited)`)

func sealedChild(t *testing.T, steps int) {
	w := terminal.New(terminal.Options{})
	open := func(mode string) orrery.Episode {
		e, err := w.Open(t.Context(), orrery.Scenario{Domain: orrery.Terminal, Section: orrery.Section{Line: 1, Data: []byte("mode: " + mode)}})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	mark := func(name string) {
		if _, err := os.Lstat(name); err == nil {
			t.Fatalf("%s exists", name)
		}
	}
	episodes := []orrery.Episode{open("exec"), open("session"), open("interactive")}
	play := func(n int) {
		for i := range n {
			if i%1000 == 999 {
				episodes = []orrery.Episode{open("exec"), open("session"), open("interactive")}
			}
			if _, err := episodes[i%len(episodes)].Step(t.Context(), orrery.Action{Text: sealedLines[i%len(sealedLines)]}); err != nil {
				t.Fatal(err)
			}
		}
	}
	play(100) // so that what happens once, such as growing the heap, has happened
	runtime.GC()
	mark(firstMarker)
	play(steps)
	mark(lastMarker)
}
