//go:build linux

package cmds

import (
	"testing"
)

// FuzzLines runs whole command lines of the tools with grammars of their own on a small machine: none may fail but by an exit
// status.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"env -S 'a \"b\\_c\" ${HOME} # x'", "stat -c '%-10.3Y|%N|%q' f", "stat --printf '%n\\x41\\101' f", "test ( a = a ) -a -f f", "tree -P '*|[a-' -I x .",
		"ls --time-style=+%Y%n%5N -l --block-size=3K", "dd if=f bs=2x3 count=1B skip=1 conv=swab,sync", "chmod -w,u=rwX f", "truncate -s %7 f", "du -t -3K --time --time-style=+%q .",
		"ps -eo pid=X,comm --sort=-pid", "mktemp -p . abcXXX.d", "install -D -m u+x f x/y", "timeout 0x1p-3 sleep 1d", "id -Gnz", "realpath -m ../x//..", "file f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c, ok := tryParse(line)
		if !ok || len(c.args) == 0 || FilePrograms()[c.args[0]] == nil {
			return
		}
		g := newGuest(t, &host{uid: 1000, gid: 1000})
		g.run(t, parseLine("touch f"))
		if r := g.run(t, c); r.code < 0 || r.code > 255 {
			t.Errorf("%q: exit %d", line, r.code)
		}
	})
}

// tryParse is parseLine for lines that may be malformed.
func tryParse(line string) (c cmdLine, ok bool) {
	defer func() { ok = recover() == nil }()
	return parseLine(line), true
}
