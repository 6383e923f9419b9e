package machine_test

import (
	"testing"

	"github.com/orrery-world/orrery/internal/machine"
)

// TestProcTakesNoFiles: what the real programs say in a directory of procfs, whoever runs them.
func TestProcTakesNoFiles(t *testing.T) {
	const want = "touch: cannot touch '/proc/t': No such file or directory\n" +
		"mkdir: cannot create directory ‘/proc/d’: No such file or directory\n" +
		"ln: failed to create symbolic link '/proc/l': No such file or directory\n" +
		"cp: cannot create regular file '/proc/f': No such file or directory\n"
	m := newMachine(t, machine.Options{})
	got := run(t, m, "touch /proc/t; mkdir /proc/d; ln -s a /proc/l; cp /etc/passwd /proc/f")
	if s := string(got.Merged.Bytes); s != want {
		t.Errorf("got %q\nwant %q", s, want)
	}
}

// TestFlock: a lock that another open file description holds is in the way until that one is closed or gives it back.
func TestFlock(t *testing.T) {
	m := newMachine(t, machine.Options{})
	got := run(t, m, `exec 9>l; flock -n 9 && echo got; (flock -n 8 || echo busy $?) 8>l; flock -w 1 l echo x; echo $?
flock -u 9; flock l echo y; flock -s 9; flock -sn l echo shared; flock -nE 7 l echo no; echo $?; exec 9>&-; flock -n l -c 'echo z; exit 3'; echo $?
stdbuf -oL env | grep STDBUF; setsid -w sh -c 'exit 4'; echo $?`)
	if s, want := string(got.Merged.Bytes), "got\nbusy 1\n1\ny\nshared\n7\nz\n3\n_STDBUF_O=L\n4\n"; s != want {
		t.Errorf("got %q\nwant %q", s, want)
	}
}
