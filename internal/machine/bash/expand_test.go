package bash

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// argvPrelude shows the arguments of a command, in bash and here.
const argvPrelude = `argv() { printf "<%s>" "$@"; echo; }; `

// expandMachine returns a kernel with the files that testdata/record-expand.sh makes.
func expandMachine(t testing.TB, opt kern.Options) (*kern.Kernel, tree.Ino) {
	t.Helper()
	opt.Programs = map[string]kern.Program{"cat": catProgram}
	k := kern.New(tree.New(0), 1_700_000_000*kern.Second, 100, opt)
	p := k.NewProc(kern.Template{Args: []string{"init"}, Cwd: tree.Root})
	for _, d := range []string{"/tmp", "/tmp/w", "/tmp/w/dir", "/tmp/w/dir/sub", "/tmp/w/d2", "/etc", "/bin", "/home", "/home/user", "/root", "/dev"} {
		if err := p.Mkdir(d, 0o755); err != nil {
			t.Fatal(d, err)
		}
	}
	files := map[string]string{"/etc/passwd": "root:x:0:0:root:/root:/bin/bash\n", "/bin/cat": string(kern.Image("cat")),
		"/tmp/w/file": "one\ntwo\n\n"}
	for _, f := range []string{"a.txt", "b.txt", "c.log", "sp ace", ".hidden", "dir/x.c", "dir/y.c", "dir/.dot", "dir/sub/z.c",
		"d2/x.c", "Äpfel", "st*r", `back\slash`, "[br]", "A.TXT"} {
		files["/tmp/w/"+f] = ""
	}
	for name, text := range files {
		fd, err := p.Open(name, kern.WriteOnly|kern.Creat, 0o755)
		if err != nil {
			t.Fatal(name, err)
		}
		if _, err := p.Write(fd, []byte(text)); err != nil {
			t.Fatal(err)
		}
		_ = p.Close(fd)
	}
	l, err := k.FS.Walk(tree.Root, "/tmp/w", &tree.Cred{}, true)
	if err != nil {
		t.Fatal(err)
	}
	return k, l.Ino
}

// catProgram is enough of cat for the tests.
func catProgram(_ context.Context, p *kern.Proc) int {
	fds := []int{0}
	if len(p.Args) > 1 {
		fds = nil
		for _, a := range p.Args[1:] {
			fd, err := p.Open(a, kern.ReadOnly, 0)
			if err != nil {
				return 1
			}
			fds = append(fds, fd)
		}
	}
	buf := make([]byte, 4096)
	for _, fd := range fds {
		for {
			n, err := p.Read(fd, buf)
			_, _ = p.Stdout.Write(buf[:n])
			if err == io.EOF || err != nil {
				break
			}
		}
	}
	return 0
}

// runSnippet runs text as bash -c does and returns what record-expand.sh records.
func runSnippet(t testing.TB, text string, dash bool) string {
	k, cwd := expandMachine(t, kern.Options{})
	out, st, err := runShell(k, cwd, text, Config{Dash: dash})
	if err != nil {
		return out + "[" + err.Error() + "]"
	}
	return fmt.Sprintf("%s[%d]", out, st.Exit())
}

func runIn(k *kern.Kernel, cwd tree.Ino, text string) (string, kern.Status, error) {
	return runShell(k, cwd, text, Config{})
}

func runShell(k *kern.Kernel, cwd tree.Ino, text string, c Config) (string, kern.Status, error) {
	var s kern.Sink
	p := k.NewProc(kern.Template{Args: []string{"bash"}, Cwd: cwd, Umask: 0o22,
		Env: []kern.EnvVar{{Name: "HOME", Value: "/home/user"}, {Name: "PATH", Value: "/usr/bin:/bin"}, {Name: "LANG", Value: "C.UTF-8"}},
		FDs: []*kern.File{kern.NewNull(), kern.NewSink(&s), kern.NewSink(&s)}})
	st, err := k.Run(context.Background(), p, func(ctx context.Context, p *kern.Proc) int {
		return New(p, c).RunCommand(ctx, argvPrelude+text)
	})
	return string(s.Bytes), st, err
}

func TestExpandLikeBash(t *testing.T) { compareSnippets(t, "testdata/expand.jsonl", false) }

func TestVoicesLikeBash(t *testing.T) { compareSnippets(t, "testdata/voices.jsonl", false) }

func TestExpandLikeDash(t *testing.T) { compareSnippets(t, "testdata/expand-dash.jsonl", true) }

// compareSnippets runs the snippets of a table as bash -c, or as dash -c, does.
func compareSnippets(t *testing.T, table string, dash bool) {
	f, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	n, bad := 0, 0
	for sc.Scan() {
		var c struct{ In, Want string }
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		n++
		func() {
			defer func() {
				if r := recover(); r != nil {
					bad++
					t.Errorf("%s\npanic %v", c.In, r)
				}
			}()
			if got := strings.ToValidUTF8(runSnippet(t, c.In, dash), "\ufffd"); got != c.Want {
				bad++
				t.Errorf("%s\n got %s\nwant %s", c.In, got, c.Want)
			}
		}()
	}
	t.Logf("%d of %d snippets as recorded", n-bad, n)
}
