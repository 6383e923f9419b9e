package machine_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine"
)

// mixed are lines that touch every part of the machine.
var mixed = []string{
	"mkdir -p a/b/c; cd a; echo one > b/f; cat b/f | tr a-z A-Z",
	"for i in 1 2 3; do echo $i >> n; done; wc -l n; sort -r n | head -1",
	"x=$(ls | wc -l); echo $((x + 1)) $RANDOM $SECONDS $$ $HOSTNAME; date",
	"ls -la / /etc /dev > list 2>&1; grep -c root list; sed -n 1,2p list",
	"(cd /tmp; echo hi > t; cp t u; mv u v; rm -r /tmp/*); cat nope; nosuch",
	"f() { local y=$1; echo \"${y^^} ${#y}\"; }; f abc; a=(1 2 3); echo ${a[@]: -1}",
	"sleep 1 & wait; echo $?; trap 'echo t' USR1; kill -USR1 $$; id; uname -a",
	"cat <<< \"$(printf '%s\\n' {a..e})\" | while read -r l; do echo \"[$l]\"; done; echo ~ ~root *",
	"find . -type f | sort; env | sort; cat /etc/passwd /proc/version /proc/self/status 2>/dev/null | tail -3",
	"cat < <(echo ps); [[ abc =~ b(.) ]] && echo ${BASH_REMATCH[1]}; stat -c %s n; touch -d 2020-01-01 n; ls -l n",
}

// TestHelperSteps plays mixed lines when the sealing and the determinism test run this binary again: between two looks at
// files that are not there, which a trace shows.
func TestHelperSteps(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("ORRERY_TEST_STEPS"))
	if err != nil {
		t.Skip("only for the tests that start it")
	}
	play(t, newMachine(t, machine.Options{}), len(mixed)) // everything that is built once is built
	_, _ = os.Stat("/orrery-seal-begin")
	sum := sha256.New()
	for done := 0; done < n; done += len(mixed) {
		mode := machine.Mode(done / len(mixed) % 3) // each of the three in its turn
		sum.Write(play(t, newMachine(t, machine.Options{Mode: mode}), len(mixed)))
	}
	_, _ = os.Stat("/orrery-seal-end")
	fmt.Printf("digest %x\n", sum.Sum(nil))
}

func play(t testing.TB, m *machine.Machine, n int) []byte {
	var out bytes.Buffer
	for i := range n {
		r, err := m.Step(context.Background(), mixed[i%len(mixed)])
		if err != nil {
			t.Fatal(err)
		}
		out.Write(r.Merged.Bytes)
		fmt.Fprintln(&out, r.Exit, r.Cwd, r.Warnings)
	}
	return out.Bytes()
}

// oracle returns the path of a program that the test needs. Without it the test skips with its reason, and fails where CI is
// set.
func oracle(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is not installed", name)
		}
		t.Skipf("SKIPPED: %s is not installed, so this is not proved here", name)
	}
	return path
}

func helper(t *testing.T, name string, args []string, steps int, env ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args = append(args, self, "-test.run=^TestHelperSteps$", "-test.count=1", "-test.timeout=0")
	if name == "" {
		name, args = args[0], args[1:]
	}
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "ORRERY_TEST_STEPS="+strconv.Itoa(steps), "GOTRACEBACK=single")
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// TestSealed runs steps under strace and looks at what happened between the markers. ORRERY_SEAL_STEPS sets how many; the
// integration target runs a million.
func TestSealed(t *testing.T) {
	strace := oracle(t, "strace")
	steps := 3000
	if s := os.Getenv("ORRERY_SEAL_STEPS"); s != "" {
		var err error
		if steps, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	} else if testing.Short() {
		steps = 500
	}
	log := filepath.Join(t.TempDir(), "trace")
	cmd := helper(t, strace, []string{"-f", "-qq", "-o", log, "-e", "trace=file,desc,network,process", "-e", "signal=none"},
		steps, "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := os.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	thread := regexp.MustCompile(`^\d+ +(clone3?\(.*CLONE_THREAD|<\.\.\. clone3? resumed)`)
	// The runtime's own: memory (strace counts mmap among the calls on descriptors, though this one has none), and the timer of
	// the collector's scavenger, for which it makes an epoll that holds nothing but its own eventfd.
	runtimes := regexp.MustCompile(`^\d+ +(mmap\(.*MAP_ANONYMOUS, -1, 0(\)| <unfinished)|epoll_create1\(EPOLL_CLOEXEC\)|` +
		`eventfd2\(0, EFD_CLOEXEC\|EFD_NONBLOCK\)|epoll_ctl\(\d+, EPOLL_CTL_ADD, \d+, \{events=EPOLLIN,|epoll_pwait\(\d+, (\[\], | <unfinished)|` +
		`<\.\.\. (mmap|epoll_pwait) resumed)`)
	seen, inside, clones, own := 0, false, 0, 0
	for sc := bufio.NewScanner(f); sc.Scan(); {
		line := sc.Text()
		switch {
		case strings.Contains(line, "/orrery-seal-begin"):
			seen, inside = seen+1, true
		case strings.Contains(line, "/orrery-seal-end"):
			seen, inside = seen+1, false
		case inside && thread.MatchString(line):
			clones++
		case inside && runtimes.MatchString(line):
			own++
		case inside:
			t.Errorf("between the markers: %s", line)
		}
	}
	if seen != 2 {
		t.Fatalf("the trace has %d markers, want 2", seen)
	}
	t.Logf("%d steps, %d thread clones, %d calls for the runtime's own memory and timer, nothing else", steps, clones, own)
}

// TestSameEverywhere proves that a process with another time zone, host name, user and environment, and another number of
// processors, gives the same bytes.
func TestSameEverywhere(t *testing.T) {
	digest := func(env ...string) string {
		out, err := helper(t, "", nil, 200, env...).Output()
		if err != nil {
			t.Fatal(err)
		}
		i := bytes.Index(out, []byte("digest "))
		if i < 0 {
			t.Fatalf("no digest in %q", out)
		}
		return strings.Fields(string(out[i:]))[1]
	}
	want := digest()
	for _, env := range [][]string{{"TZ=Asia/Tokyo"}, {"HOSTNAME=elsewhere", "USER=other", "HOME=/nonexistent", "LOGNAME=x", "SHELL=/bin/zsh"},
		{"LANG=ko_KR.UTF-8", "LC_ALL=POSIX", "PATH=/nowhere", "TMPDIR=/nowhere", "PS1=x", "IFS=x"}, {"GOMAXPROCS=1"}, {"GOMAXPROCS=8"}, {"GOGC=10"}} {
		if got := digest(env...); got != want {
			t.Errorf("with %v: %s, want %s", env, got, want)
		}
	}
}

// TestSameAgain repeats one history 1,000 times, with one and with eight processors.
func TestSameAgain(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	n := 1000
	if testing.Short() {
		n = 50
	}
	want := play(t, newMachine(t, machine.Options{Mode: machine.Session}), len(mixed))
	for i := range n {
		runtime.GOMAXPROCS([2]int{1, 8}[i%2])
		if got := play(t, newMachine(t, machine.Options{Mode: machine.Session}), len(mixed)); !bytes.Equal(got, want) {
			t.Fatalf("run %d differs:\n%s\nwant\n%s", i, got, want)
		}
	}
}

// TestIdleSessionIsSmall measures heap and stacks of sessions after the six steps.
func TestIdleSessionIsSmall(t *testing.T) {
	const sessions, most = 2000, 20 << 10
	newMachine(t, machine.Options{}) // the base image does not count
	measure := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc + m.StackInuse
	}
	before := measure()
	keep := make([]*machine.Machine, sessions)
	for i := range keep {
		keep[i] = newMachine(t, machine.Options{Mode: machine.Session})
		for _, l := range sixSteps {
			run(t, keep[i], "cd ~; "+l)
		}
	}
	each := (measure() - before) / sessions
	t.Logf("%d bytes each", each)
	if file := os.Getenv("ORRERY_HEAP"); file != "" {
		writeHeap(t, file)
	}
	if each > most {
		t.Errorf("an idle session holds %d bytes, at most %d are allowed", each, most)
	}
	runtime.KeepAlive(keep)
}

func writeHeap(t *testing.T, file string) {
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := pprof.WriteHeapProfile(f); err != nil {
		t.Fatal(err)
	}
}
