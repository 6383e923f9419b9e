package executed

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/sandbox"
)

// TestMain makes the test's own executable build the sandboxes.
func TestMain(m *testing.M) {
	if status, ours := sandbox.Child(os.Args); ours {
		os.Exit(status)
	}
	os.Exit(m.Run())
}

// newMachine returns a machine that may run the named programs for real, or skips the test where that cannot be had.
func newMachine(t *testing.T, o machine.Options, e Options, names ...string) *machine.Machine {
	t.Helper()
	e.Launcher = "/proc/self/exe"
	x := New(e)
	o.Programs = map[string]kern.Program{}
	for _, name := range names {
		_, p, err := x.Program(name)
		if err != nil {
			absent(t, err.Error())
		}
		o.Programs[name] = p
		if image := machine.ImageName(name); image != "" {
			o.Programs[image] = p
		} else {
			o.Files = append(o.Files, machine.File{Path: "/usr/bin/" + name, Content: kern.Image(name), Perm: 0o755, Owner: "root"})
		}
	}
	m, err := machine.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// absent skips a test, and fails it where everything has to be there.
func absent(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(why)
	}
	t.Skip("SKIPPED: " + why)
}

// step runs a line; a kernel that forbids sandboxes skips the test.
func step(t *testing.T, m *machine.Machine, line string) *machine.Result {
	t.Helper()
	r, err := m.Step(t.Context(), line)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(r.Stderr.Bytes, []byte(sandbox.ErrUnavailable.Error())) {
		t.Skipf("SKIPPED: this kernel forbids sandboxes: %s", r.Stderr.Bytes)
	}
	return r
}

// answer is what a command line printed and its exit status.
type answer struct {
	stdout, stderr string
	exit           int
}

// real runs a line with the real bash and the real programs, as the user user in /home/user of a mount namespace that has an
// empty home and an empty /tmp.
func real(t *testing.T, line string) answer {
	t.Helper()
	const inside = `mount -t tmpfs -o mode=755 tmpfs /home && mkdir /home/user && mount -t tmpfs -o mode=1777 tmpfs /tmp &&
cd /home/user && exec unshare --user --map-user=1000 --map-group=1000 env -i HOME=/home/user USER=user LOGNAME=user \
PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 PWD=/home/user SHELL=/bin/bash PYTHONHASHSEED=0 PYTHONDONTWRITEBYTECODE=1 \
bash -c "$1"`
	cmd := exec.Command("unshare", "--user", "--map-root-user", "--mount", "--uts", "bash", "-c", inside, "bash", line)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		absent(t, err.Error())
	}
	if strings.HasPrefix(errs.String(), "unshare: ") {
		t.Skipf("SKIPPED: no namespace for the real programs: %s", errs.String())
	}
	return answer{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}
