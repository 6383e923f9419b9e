package cmds

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// textFiles are the files that every case finds in its directory.
var textFiles = map[string]string{
	"empty":  "",
	"abc":    "a\nb\nc\n",
	"noeol":  "one\ntwo\nthree",
	"nums":   "10\n9\n-3\n2.5\n+7\n 8\n1e3\n0x1F\nabc\n\n10\n",
	"words":  "the quick brown fox\n  jumps over\tthe lazy dog\n\nand\truns away  \nThe end\n",
	"csv":    "id,name,age\n1,bob,30\n2,alice,25\n3,eve,\n4,,41\nplain\n",
	"colon":  "root:x:0:0\nuser:x:1000:1000\ndaemon:x:1:1\n",
	"dups":   "a\na\nb\nB\nb\nc\nc\nc\n\n\nd d\nd  d\n",
	"utf8":   "héllo wörld\n한국어 텍스트\n日本語\n中文 字\nnaïve ☃ 😀\n",
	"bytes":  "\x00\x01\x02ABC\x7f\x80\xff\xc3\xa9\n\ttab\r\nend\v\f.",
	"seq":    textSeq(1, 30),
	"long":   strings.Repeat("lorem ipsum dolor sit amet ", 12) + "\nshort\n",
	"nul":    "b\x00a\x00c\nd\x00a\x00",
	"big":    textSeq(1, 5000),
	"-dash":  "dashed\n",
	"sp ace": "spaced name\n",
}

func textSeq(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintln(&b, i)
	}
	return b.String()
}

// textSplit splits a command line: blanks, '...', "...", $'...' with \n \t \0 \\ and hexadecimal bytes.
func textSplit(s string) (words []string) {
	var w []byte
	in := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ' ':
			if in {
				words, w, in = append(words, string(w)), nil, false
			}
		case c == '\'' || c == '"' || c == '$' && i+1 < len(s) && s[i+1] == '\'':
			in = true
			if c == '$' {
				i++
			}
			end := i + 1
			for s[end] != s[i] {
				if c == '$' && s[end] == '\\' {
					end++
				}
				end++
			}
			part := s[i+1 : end]
			if c == '$' {
				part = textUnescape(part)
			}
			w = append(w, part...)
			i = end
		case c == '\\':
			i++
			w, in = append(w, s[i]), true
		default:
			w, in = append(w, c), true
		}
	}
	if in {
		words = append(words, string(w))
	}
	return words
}

func textUnescape(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b = append(b, s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b = append(b, '\n')
		case 't':
			b = append(b, '\t')
		case 'r':
			b = append(b, '\r')
		case '0':
			b = append(b, 0)
		case 'x':
			var v int
			fmt.Sscanf(s[i+1:i+3], "%x", &v)
			b = append(b, byte(v))
			i += 2
		default:
			b = append(b, s[i])
		}
	}
	return string(b)
}

// textCommand is one case: "[FILE |] COMMAND [<FILE]". A leading FILE is piped in, "<FILE" is opened as standard input;
// without either standard input is empty. COMMAND ends in "2>&1" to let both streams share one file.
type textCommand struct {
	args        []string
	pipe, input string
	merged      bool
}

func parseTextCommand(s string) (c textCommand) {
	c.args = textSplit(s)
	if len(c.args) > 2 && c.args[1] == "|" {
		c.pipe, c.args = c.args[0], c.args[2:]
	}
	for n := len(c.args) - 1; n > 0; n-- {
		switch last := c.args[n]; {
		case last == "2>&1":
			c.merged = true
		case len(last) > 1 && last[0] == '<':
			c.input = last[1:]
		default:
			return c
		}
		c.args = c.args[:n]
	}
	return c
}

// textResult is what a command printed and the files it left, as one comparable text.
type textResult struct {
	out, err string
	status   int
	files    string
}

// textDifference shows where two results part.
func textDifference(want, got textResult) string {
	var b strings.Builder
	if want.status != got.status {
		fmt.Fprintf(&b, "status: real %d, ours %d\n", want.status, got.status)
	}
	for _, x := range []struct{ name, want, got string }{
		{"stdout", want.out, got.out}, {"stderr", want.err, got.err}, {"files", want.files, got.files}} {
		if x.want == x.got {
			continue
		}
		at := 0
		for at < len(x.want) && at < len(x.got) && x.want[at] == x.got[at] {
			at++
		}
		clip := func(s string) string { return s[max(0, at-80):min(len(s), at+120)] }
		fmt.Fprintf(&b, "%s, byte %d:\n  real %q\n  ours %q\n", x.name, at, clip(x.want), clip(x.got))
	}
	return b.String()
}

func listTextFiles(files, before map[string]string) string {
	var names []string
	for n := range files {
		names = append(names, n)
	}
	for n := range before {
		if _, ok := files[n]; !ok {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	var b strings.Builder
	for _, n := range names {
		now, ok := files[n]
		if was, had := before[n]; !ok {
			fmt.Fprintf(&b, "%q removed\n", n)
		} else if !had || was != now {
			fmt.Fprintf(&b, "%q: %q\n", n, now)
		}
	}
	return b.String()
}

func writeTextFile(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	made := time.Unix(textFileTime, 0)
	if err := os.Chtimes(path, made, made); err != nil {
		t.Fatal(err)
	}
}

// textFileTime is when the files of the cases were changed last, in seconds since 1970.
const textFileTime = 1_600_000_000

// realText runs the command with the host's programs in dir, which holds files before and after.
func realText(t *testing.T, c textCommand, dir string, files map[string]string) textResult {
	t.Helper()
	path, err := exec.LookPath(c.args[0])
	if err != nil {
		t.Fatal(err)
	}
	cmd := &exec.Cmd{Path: path, Args: c.args, Dir: dir, Env: []string{"LANG=C.UTF-8", "PATH=/usr/bin:/bin"}}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if c.merged {
		cmd.Stderr = &out
	}
	switch {
	case c.pipe != "":
		cmd.Stdin = strings.NewReader(files[c.pipe])
	case c.input != "":
		f, err := os.Open(filepath.Join(dir, c.input))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		cmd.Stdin = f
	}
	err = cmd.Run()
	if _, ok := err.(*exec.ExitError); err != nil && !ok && !strings.Contains(err.Error(), "broken pipe") {
		t.Fatal(err)
	}
	after := map[string]string{}
	list, _ := os.ReadDir(dir)
	for _, e := range list {
		b, _ := os.ReadFile(filepath.Join(dir, e.Name()))
		after[e.Name()] = string(b)
		if before, had := files[e.Name()]; !had {
			_ = os.RemoveAll(filepath.Join(dir, e.Name()))
		} else if before != string(b) {
			writeTextFile(t, dir, e.Name(), before)
		}
	}
	for n, s := range files {
		if _, ok := after[n]; !ok {
			writeTextFile(t, dir, n, s)
		}
	}
	return textResult{out.String(), errs.String(), cmd.ProcessState.ExitCode(), listTextFiles(after, files)}
}

// simText runs the command on a machine with the given programs.
func simText(t *testing.T, c textCommand, files map[string]string, programs map[string]kern.Program) textResult {
	t.Helper()
	fs := textTree(t, files)
	k := kern.New(fs, 1_700_000_000e9, 100, kern.Options{Programs: programs})
	work, err := fs.Walk(tree.Root, "/data", &tree.Cred{}, true)
	if err != nil {
		t.Fatal(err)
	}
	var out, errs kern.Sink
	outFile, errFile := kern.NewSink(&out), kern.NewSink(&errs)
	if c.merged {
		errFile = outFile
	}
	p := k.NewProc(kern.Template{Args: []string{"init"}, Cwd: work.Ino, Umask: 0o022,
		Env: []kern.EnvVar{{Name: "LANG", Value: "C.UTF-8"}, {Name: "PATH", Value: "/bin"}},
		FDs: []*kern.File{kern.NewNull(), outFile, errFile}})
	st, err := k.Run(context.Background(), p, func(ctx context.Context, p *kern.Proc) int {
		child := p.Fork()
		child.Args = c.args
		switch {
		case c.pipe != "":
			r, w := p.Pipe()
			feeder := p.Fork()
			_ = feeder.SetFD(1, w)
			_ = child.SetFD(0, r)
			feeder.Start(ctx, func(_ context.Context, p *kern.Proc) int {
				_, _ = p.Write(1, []byte(files[c.pipe]))
				return 0
			})
		case c.input != "":
			f, err := p.OpenFile(c.input, kern.ReadOnly, 0)
			if err != nil {
				t.Error(err)
			}
			_ = child.SetFD(0, f)
		}
		prog := programs[c.args[0]]
		if prog == nil {
			t.Errorf("no program %s", c.args[0])
			return 1
		}
		return child.Run(ctx, prog).Exit()
	})
	if err != nil {
		t.Errorf("run: %v", err)
	}
	return textResult{string(out.Bytes), string(errs.Bytes), st.Exit(), listTextFiles(textTreeFiles(k.FS, work.Ino), files)}
}

func textTree(t *testing.T, files map[string]string) *tree.FS {
	t.Helper()
	fs := tree.New(textFileTime * 1e9)
	root := tree.Cred{}
	mk := func(path string, a tree.Attr) tree.Ino {
		l, err := fs.Walk(tree.Root, path, &root, false)
		if err != nil {
			t.Fatal(err)
		}
		i, err := fs.Create(l, a, &root)
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	for _, d := range []string{"/data", "/tmp", "/dev", "/bin"} {
		mk(d, tree.Attr{Kind: tree.Dir, Perm: 0o755})
	}
	mk("/dev/null", tree.Attr{Kind: tree.CharDev, Perm: 0o666, Rdev: tree.Dev{Major: 1, Minor: 3}})
	mk("/dev/zero", tree.Attr{Kind: tree.CharDev, Perm: 0o666, Rdev: tree.Dev{Major: 1, Minor: 5}})
	mk("/dev/full", tree.Attr{Kind: tree.CharDev, Perm: 0o666, Rdev: tree.Dev{Major: 1, Minor: 7}})
	for n, s := range files {
		i := mk("/data/"+n, tree.Attr{Kind: tree.Regular, Perm: 0o644})
		if err := fs.WriteAt(i, []byte(s), 0, tree.Exact); err != nil {
			t.Fatal(err)
		}
	}
	return fs
}

func textTreeFiles(fs *tree.FS, dir tree.Ino) map[string]string {
	out := map[string]string{}
	list, _ := fs.ReadDir(dir)
	for _, e := range list {
		out[e.Name] = string(fs.Load(e.Ino).Bytes())
	}
	return out
}

// haveText skips the test loudly when the host has not the versions that the machine simulates; under CI that is a failure.
func haveText(t *testing.T) {
	t.Helper()
	out, err := exec.Command("sort", "--version").Output()
	if err == nil && strings.HasPrefix(string(out), "sort (GNU coreutils) 9.1\n") {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("these tests need Debian 12's coreutils 9.1")
	}
	t.Skip("SKIPPED: these tests need Debian 12's coreutils 9.1 to compare with")
}

// diffTextFile is diffText with the commands of testdata/text/NAME.txt.
func diffTextFile(t *testing.T, name string, extra map[string]string) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "text", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	diffText(t, extra, string(b))
}

// diffText runs every command, one a line (blank lines and those that begin with # are passed over), with the real program
// and with ours and compares all that can be seen.
func diffText(t *testing.T, extra map[string]string, commands string) {
	t.Helper()
	haveText(t)
	files := map[string]string{}
	for n, s := range textFiles {
		files[n] = s
	}
	for n, s := range extra {
		files[n] = s
	}
	dir := t.TempDir()
	for n, s := range files {
		writeTextFile(t, dir, n, s)
	}
	programs := TextPrograms()
	maps.Copy(programs, MiscPrograms())
	n, bad := 0, 0
	for line := range strings.Lines(commands) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		n++
		c := parseTextCommand(line)
		if only := os.Getenv("TEXT_ONLY"); only != "" && only != c.args[0] {
			continue
		}
		want, got := realText(t, c, dir, files), simText(t, c, files, programs)
		if want != got {
			if bad++; bad <= 40 {
				t.Errorf("%s\n%s", line, textDifference(want, got))
			}
		}
	}
	if bad > 0 {
		t.Errorf("%d of %d commands differ", bad, n)
	} else {
		t.Logf("%d commands alike", n)
	}
}
