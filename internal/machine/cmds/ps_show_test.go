//go:build linux

package cmds

import "testing"

// TestPsLayout holds the layout of procps's columns; the processes are the machine's own.
func TestPsLayout(t *testing.T) {
	h := &host{uid: 1000, gid: 1000}
	g := newGuest(t, h)
	for _, tt := range []struct{ line, want string }{
		{"ps", "  PID TTY          TIME CMD\n  100 ?        00:00:00 ps\n"},
		{"ps -p 1", "  PID TTY          TIME CMD\n    1 ?        00:00:00 systemd\n"},
		{"ps -o pid=,comm= -p 1", "    1 systemd\n"},
		{"ps -o pid,ppid,comm,args -C ps", "  PID  PPID COMMAND         COMMAND\n  103     0 ps              ps -o pid,ppid,comm,args -C ps\n"},
		{"ps --no-headers -e -o pid", "    1\n  104\n"},
		{"ps x", "  PID TTY      STAT   TIME COMMAND\n  105 ?        R      0:00 ps x\n"},
	} {
		if r := g.run(t, parseLine(tt.line)); r.out != tt.want || r.code != 0 {
			t.Errorf("%s: exit %d stderr %q\n%s", tt.line, r.code, r.err, r.out)
		}
	}
}
