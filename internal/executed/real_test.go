package executed

import (
	"testing"

	"github.com/orrery-world/orrery/internal/machine"
)

// listing shows what a line has left: types, modes, names and contents.
const listing = "\nstatus=$?; echo; echo \"-- $status\"; find . -mindepth 1 -printf '%y %m %p %l\\n' | sort; " +
	"find . -type f | sort | xargs -r -d '\\n' sha256sum; exit $status"

var pythonCases = []string{
	`python3 -c 'print(1+1)'`,
	`python3 -c 'import sys; print(sys.argv)' a "b c" 'd"e' ''`,
	`echo '{"b": [1, 2, {"c": null}], "a": "x"}' | python3 -m json.tool`,
	`echo '{"a": 1,}' | python3 -m json.tool`,
	`python3 -c 'import sys; sys.exit(3)'`,
	`python3 -c 'import sys; sys.exit("went wrong")'; echo $?`,
	`python3 -c 'raise ValueError("no")'`,
	`python3 -c 'print(1'`,
	`python3 nosuch.py; echo $?`,
	`mkdir d; python3 d; echo $?`,
	`python3 -c 'import nosuchmodule'`,
	`python3 --version; python3 -V | wc -c`,
	`printf 'x = 3\nprint(x * "ab")\n' > a.py && python3 a.py`,
	`printf 'def f(n):\n    return 1 / n\n\ndef g():\n    f(0)\n\ng()\n' > bad.py; python3 bad.py; echo $?`,
	`mkdir pkg; echo 'def hi(): return "hi"' > pkg/__init__.py; echo 'from pkg import hi; print(hi())' > main.py; python3 main.py; python3 -c 'import pkg; print(pkg.__file__)'`,
	`mkdir -p src/deep; echo 'import os; print(os.getcwd(), os.path.abspath(__file__))' > src/deep/w.py; cd src; python3 deep/w.py; python3 /home/user/src/deep/w.py`,
	`printf '#!/usr/bin/env python3\nimport sys\nprint(sys.argv[0], len(sys.argv))\n' > s; chmod +x s; ./s 1 2; PATH=$PATH:. ; s`,
	`seq 5 | python3 -c 'import sys; print(sum(int(l) for l in sys.stdin))'`,
	`seq 3 | while read x; do python3 -c "print($x ** 2)"; done`,
	`seq 3 > n; while read x; do python3 -c "print($x ** 2)"; done < n`,
	`printf 'one\ntwo\nthree\n' | { python3 -c 'import os; print(os.read(0, 4))'; cat; }`,
	`printf 'one\ntwo\nthree\n' > f; { python3 -c 'import os; print(os.read(0, 4))'; cat; } < f`,
	"python3 - <<'EOF'\nimport sys\nfor i in range(3):\n    print(i, end=' ')\nprint()\nprint('err', file=sys.stderr)\nEOF",
	"python3 <<< 'print(\"from stdin\"); raise KeyError(1)'",
	`python3 -c 'print("한국어 日本語 中文 é \U0001f600"); print(len("한국어"))'`,
	`python3 -c 'open("이름.txt", "w").write("내용\n")'; ls; cat 이름.txt`,
	`python3 -c 'import sys; sys.stdout.buffer.write(bytes(range(256)))' | od -c | head -4`,
	`python3 -c 'print("a\udc80b")'`,
	`echo one > log; python3 -c 'open("log", "a").write("two\n")'; cat log`,
	`echo old > f; python3 -c 'import os; os.rename("f", "g"); os.mkdir("d"); os.symlink("../g", "d/l"); os.link("g", "h"); os.chmod("g", 0o600)'; cat d/l`,
	`mkdir -p a/b/c; touch a/b/x; python3 -c 'import shutil; shutil.rmtree("a"); open("b", "w")'`,
	`python3 -c 'import os; open("ro", "w").write("1"); os.chmod("ro", 0o444)'; python3 -c 'open("ro", "w")'; echo $?`,
	`umask 077; python3 -c 'open("p", "w"); import os; os.makedirs("q/r")'`,
	`python3 -c 'import os; print(os.getuid(), os.getgid(), os.environ["HOME"], os.environ.get("PWD"), os.path.expanduser("~"))'`,
	`X=1 python3 -c 'import os; print(os.environ["X"], "Y" in os.environ)'; export Y=2; python3 -c 'import os; print(os.environ["Y"])'`,
	`python3 -c 'for i in range(100000): print(i)' | head -2`,
	`yes | python3 -c 'print(input())'`,
	`python3 -c 'print("x" * 300000)' | wc -c; python3 -c 'print("y" * 200000)' > big; wc -c < big`,
	`python3 -c 'import sys; print("o"); sys.stdout.flush(); print("e", file=sys.stderr); print("p")' 2>&1`,
	`python3 -c 'import sys; sys.stdout.write("no newline")'; python3 -c 'import sys; sys.stderr.write("E")' 2> e; cat e`,
	`python3 -c 'import subprocess; print(subprocess.run(["sort", "-r"], input="a\nb\n", text=True, capture_output=True).stdout)'`,
	`python3 -c 'import os; os.system("echo from the shell; exit 4")'; python3 -c 'import os; print(os.system("exit 4"))'`,
	`python3 -c 'import os, signal; os.kill(os.getpid(), signal.SIGTERM)'; echo $?`,
	`python3 -c 'import csv, sys; w = csv.writer(open("t.csv", "w", newline="")); w.writerows([[1, "a,b"], [2, "c\"d"]])'; cat -A t.csv; python3 -c 'import csv; print(list(csv.reader(open("t.csv"))))'`,
	`python3 -c 'import sqlite3; c = sqlite3.connect("x.db"); c.execute("create table t (a)"); c.executemany("insert into t values (?)", [(1,), (2,)]); c.commit(); print(c.execute("select sum(a) from t").fetchall())'; python3 -c 'import sqlite3; print(sqlite3.connect("x.db").execute("select count(*) from t").fetchone())'; rm x.db`,
	`python3 -c 'import tempfile, os; f = tempfile.NamedTemporaryFile(); print(os.path.dirname(f.name)); import pathlib; pathlib.Path("/tmp/kept").write_text("k")'; cat /tmp/kept`,
	`printf 'import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(1, 2)\n' > test_x.py; python3 -m unittest 2>&1 | sed 's/in [0-9.]*s/in Ns/'; echo $?`,
	`python3 -m py_compile nosuch.py; printf 'x = (\n' > s.py; python3 -m py_compile s.py; echo $?`,
	`python3 -c 'import hashlib, base64, re, datetime; print(hashlib.md5(b"x").hexdigest(), base64.b64encode(b"hi"), re.findall(r"\d+", "a1b22"), datetime.date(2024, 2, 29) + datetime.timedelta(365))'`,
	`python3 -c 'print(set("abcdef"), hash("x"))'`,
	`python3 -c 'import multiprocessing as m; print(m.Pool(2).map(abs, [-1, 2, -3]))'`,
	`python3 -c 'import os; os.utime(os.open("t", os.O_CREAT | os.O_WRONLY), (1e9, 1e9))'; stat -c %Y t; date -r t +%F`,
	`timeout 1 python3 -c 'open("f", "w").write("x"); print("started", flush=True); import time; time.sleep(9)'; echo $?`,
	`timeout -s INT 1 python3 -c 'while True: pass' 2>&1 | tail -1; timeout 5 python3 -c 'print(1)'; echo $?`,
	"python3 -c 'import signal, time\nsignal.signal(signal.SIGTERM, lambda *a: (print(\"term\"), exit(7)))\nwhile True: time.sleep(0.01)' & sleep 1; kill $!; wait $!; echo $?",
	`python3 -c 'import time; time.sleep(1.2); print("second")' & sleep 0.2; echo first; wait`,
	`python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); c = socket.create_connection(s.getsockname()); c.send(b"hi"); print(s.accept()[0].recv(2))'`,
}

// TestPython runs lines with the machine's bash and the real Python, and with the real bash and the real Python.
func TestPython(t *testing.T) {
	for _, line := range pythonCases {
		m := newMachine(t, machine.Options{}, Options{}, "python3")
		r := step(t, m, line+listing)
		want := real(t, line+listing)
		have := answer{string(r.Stdout.Bytes), string(r.Stderr.Bytes), r.Exit}
		if have != want {
			t.Errorf("%s\nhave %q\n     %q %d\nwant %q\n     %q %d", line, have.stdout, have.stderr, have.exit, want.stdout, want.stderr, want.exit)
		}
		for _, w := range r.Warnings {
			t.Errorf("%s: warning: %s", line, w)
		}
	}
}

var otherCases = []struct{ program, line string }{
	{"node", `echo 'console.log(process.argv.slice(2), require("fs").readFileSync(0, "utf8"))' > a.js; echo in | node a.js x`},
	{"node", `node -e 'require("fs").writeFileSync("o", "x"); process.exit(5)'`},
	{"node", `node -e 'null.x' 2>&1 | head -5`},
	{"jq", `echo '{"a": [1, 2.50, "é"]}' | jq -c '.a[]'; echo '{' | jq .; echo $?`},
	{"git", `git init -q .; echo a > f; git add f; git -c user.name=n -c user.email=e@x commit -qm one; git status; git log --format=%s; echo b >> f; git diff --stat`},
	{"perl", `printf 'b\na\n' | perl -ne 'print uc'; perl -e 'die "oops"'; perl -pi -e 's/x/y/' nosuch`},
	{"gcc", `printf '#include <stdio.h>\nint main(void) { puts("hi"); return 2; }\n' > a.c && gcc -c a.c && ls`},
}

// TestOthers runs programs other than Python.
func TestOthers(t *testing.T) {
	for _, c := range otherCases {
		t.Run(c.program, func(t *testing.T) {
			if _, err := find(c.program); err != nil {
				t.Skip("SKIPPED: " + err.Error())
			}
			m := newMachine(t, machine.Options{}, Options{}, c.program)
			r := step(t, m, c.line)
			want := real(t, c.line)
			have := answer{string(r.Stdout.Bytes), string(r.Stderr.Bytes), r.Exit}
			if have != want {
				t.Errorf("%s\nhave %q\n     %q %d\nwant %q\n     %q %d", c.line, have.stdout, have.stderr, have.exit, want.stdout, want.stderr, want.exit)
			}
		})
	}
}
