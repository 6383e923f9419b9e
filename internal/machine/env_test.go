package machine_test

import (
	"testing"

	"github.com/orrery-world/orrery/internal/machine"
)

// TestEnvironmentOfChildren checks that what the shell keeps of a child's environment is never out of date. The outputs are
// those of bash -c LINE with LANG=C.UTF-8.
func TestEnvironmentOfChildren(t *testing.T) {
	for _, c := range []struct{ line, out string }{
		{"export x=1; printenv x; x=2; printenv x; unset x; printenv x; x=3; printenv x || echo none", "1\n2\nnone\n"},
		{"export y=1; for y in 7 8; do printenv y | cat; done", "7\n8\n"},
		{"f() { echo f; }; export -f f; env | grep -c BASH_FUNC; unset -f f; env | grep -c BASH_FUNC", "1\n0\n"},
		{`X=1 eval "export Q=5"; printenv Q; printenv X || echo gone`, "5\ngone\n"},
		{"unset PATH; PATH=/bin:/usr/bin; printenv PATH; unset HOME; HOME=/q; echo ~", "/q\n"},
		{"cd /tmp; printenv PWD | cat; (cd /; printenv PWD OLDPWD)", "/tmp\n/\n/tmp\n"},
		{"printenv _ | cat; id -u > /dev/null; printenv _", "/usr/bin/printenv\n/usr/bin/printenv\n"},
	} {
		m := newMachine(t, machine.Options{})
		r := run(t, m, c.line)
		if got := string(r.Stdout.Bytes); got != c.out {
			t.Errorf("%s\ngot  %q\nwant %q", c.line, got, c.out)
		}
	}
}

// TestDirectoriesOfSteps checks that a step finds the directories that the one before has left. The outputs are those of
// bash -c LINE in that directory, with PWD and OLDPWD as the step before had them at its end.
func TestDirectoriesOfSteps(t *testing.T) {
	m := newMachine(t, machine.Options{Env: []string{"A=1"}})
	for _, c := range []struct{ line, out string }{
		{"printenv PWD; printenv OLDPWD || echo none; cd /tmp", "/home/user\nnone\n"},
		{"printenv PWD OLDPWD A; cd /", "/tmp\n/home/user\n1\n"},
		{"printenv PWD OLDPWD SHLVL | cat", "/\n/tmp\n1\n"},
	} {
		fork := m.Fork()
		for _, m := range []*machine.Machine{fork, m} {
			if got := string(run(t, m, c.line).Stdout.Bytes); got != c.out {
				t.Errorf("%s\ngot  %q\nwant %q", c.line, got, c.out)
			}
		}
	}
}
