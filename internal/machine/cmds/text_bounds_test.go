package cmds

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// labelledRun runs a command on a machine where the content of the file "m" is imagined and that of "e" is exact, and returns
// what it printed.
func labelledRun(t *testing.T, args []string, stdin string) (out kern.Sink, left map[string]tree.Label) {
	t.Helper()
	fs := textTree(t, map[string]string{"e": "exact 1\nexact 2\n", "sums": "40c53c58fdafacc83cfff6ee3d2f6d69  m\n"})
	work, _ := fs.Walk(tree.Root, "/data", &tree.Cred{}, true)
	l, err := fs.Walk(tree.Root, "/data/m", &tree.Cred{}, true)
	if err != nil {
		t.Fatal(err)
	}
	i, err := fs.Create(l, tree.Attr{Kind: tree.Regular, Perm: 0o644}, &tree.Cred{})
	if err != nil {
		t.Fatal(err)
	}
	if err := fs.WriteAt(i, []byte("5 marker 7\n4 other 9\n5 marker 7\n"), 0, tree.Imagined); err != nil {
		t.Fatal(err)
	}
	k := kern.New(fs, 0, 100, kern.Options{Programs: TextPrograms()})
	var errs kern.Sink
	p := k.NewProc(kern.Template{Args: []string{"init"}, Cwd: work.Ino, FDs: []*kern.File{kern.NewNull(), kern.NewSink(&out), kern.NewSink(&errs)}})
	_, err = k.Run(context.Background(), p, func(ctx context.Context, p *kern.Proc) int {
		c := p.Fork()
		c.Args = args
		if stdin != "" {
			f, err := p.OpenFile(stdin, kern.ReadOnly, 0)
			if err != nil {
				t.Error(err)
			}
			_ = c.SetFD(0, f)
		}
		return c.Run(ctx, TextPrograms()[args[0]]).Exit()
	})
	if err != nil {
		t.Errorf("%q: %v", args, err)
	}
	left = map[string]tree.Label{}
	list, _ := k.FS.ReadDir(work.Ino)
	for _, e := range list {
		if e.Name != "m" && e.Name != "e" && e.Name != "sums" {
			left[e.Name] = k.FS.Load(e.Ino).Label()
		}
	}
	return out, left
}

// Whatever a program prints or writes from an imagined file is marked.
func TestTextKeepsLabels(t *testing.T) {
	for _, line := range []string{
		"head m", "head -c 3 m", "head -n -1 m", "tail m", "tail -n 1 m", "tail -c 3 m", "tail -n +2 m", "wc m", "wc -c m", "sort m", "sort -c m -k2r", "sort -m m",
		"uniq m", "uniq -c m", "cut -c1 m", "cut -d' ' -f2 m", "tr a b <m", "tee <m", "tee out <m", "paste m", "paste -s m", "comm m e",
		"join m m", "rev m", "tac m", "nl m", "fold -w 3 m", "fmt m", "expand m", "unexpand m", "column m", "column -t m", "split -l 1 m", "split -b 3 m",
		"split -n 2 m", "csplit m 2", "shuf m", "numfmt --field 1 <m", "factor <num", "pr m", "pr -t -2 m", "od m", "od -c m", "xxd m", "xxd -p m", "hexdump m",
		"hd m", "base64 m", "base32 m", "basenc --base16 m", "md5sum m", "sha256sum m", "b2sum m", "cksum m", "sum m", "md5sum -c sums", "strings m", "tsort m",
		"bc <bcin", "dc m",
	} {
		if strings.Contains(line, "num") && !strings.Contains(line, "numfmt") || strings.Contains(line, "bcin") {
			continue
		}
		c := parseTextCommand(line)
		out, left := labelledRun(t, c.args, c.input)
		if len(out.Bytes) == 0 && len(left) == 0 {
			t.Logf("%s: printed nothing", line)
			continue
		}
		if len(out.Bytes) > 0 && tree.JoinRuns(out.Runs)&(tree.Imagined|tree.Derived) == 0 {
			t.Errorf("%s: %q is not marked", line, out.Bytes)
		}
		for name, l := range left {
			if l&(tree.Imagined|tree.Derived) == 0 {
				t.Errorf("%s: file %s is not marked", line, name)
			}
		}
	}
}

// Programs that move bytes mark only what is imagined.
func TestTextMoversKeepRuns(t *testing.T) {
	for _, line := range []string{"head -n 1 e m", "tail -n 1 e m", "tail -q -n +1 e m"} {
		out, _ := labelledRun(t, strings.Fields(line), "")
		at := 0
		for _, r := range out.Runs {
			part := string(out.Bytes[at : at+int(r.N)])
			at += int(r.N)
			if strings.Contains(part, "exact") && r.L != tree.Exact || strings.Contains(part, "marker") && r.L == tree.Exact {
				t.Errorf("%s: %q has label %v", line, part, r.L)
			}
		}
	}
}

// No argument and no endless input keeps a program running or eats the memory of the host.
func TestTextBombs(t *testing.T) {
	for _, line := range []string{
		"yes", "yes x", "seq 1 1000000000000", "seq 1 inf", "seq -f %999999999g 3", "head -c 99999999999 </dev/zero", "head -n -1 </dev/zero",
		"tail -c 5 </dev/zero", "tail -n 5 </dev/zero", "tail -f e", "wc </dev/zero", "sort /dev/zero", "uniq /dev/zero", "cut -c1 /dev/zero", "tr a b </dev/zero",
		"tee </dev/zero", "paste /dev/zero", "comm /dev/zero /dev/zero", "join /dev/zero e", "rev /dev/zero", "tac /dev/zero", "nl /dev/zero",
		"nl -w 2000000000 e", "fold /dev/zero", "fmt /dev/zero", "expand -t 99999999999 tab", "unexpand /dev/zero", "column /dev/zero", "split /dev/zero",
		"split -a 2000000000 e", "split -n 99999999 e", "csplit -n 2000000000 e 1", "csplit /dev/zero 1", "shuf -i 1-99999999999", "shuf -r -e a", "shuf /dev/zero",
		"shuf -i 1-99999999999999 -n 99999999999", "numfmt --padding=1000000000 5", "numfmt </dev/zero", "pr /dev/zero", "pr -o 2000000000 e", "pr -l 2000000000 e",
		"od -v /dev/zero", "od -w1000000 -v /dev/zero", "xxd /dev/zero", "xxd -r -p /dev/zero", "hexdump -v /dev/zero", "hexdump /dev/zero",
		"base64 /dev/zero", "base64 -d /dev/zero2", "md5sum /dev/zero", "b2sum /dev/zero", "cksum /dev/zero", "sum /dev/zero", "strings /dev/zero", "tsort /dev/zero",
		"printf %999999999d 1", "printf %2000000000s 1", "echo", "factor 170141183460469231731687303715884105729", "bc <bcloop", "bc <bcpow", "bc <bcrec", "bc <bcscale", "dc -e '[lax]salax'",
		"dc -e '2 999999999^'", "dc -e '9999999k1 3/'", "dc -e '[dd+lax]sa1lax'", "tr '[a*999999999999]' b <e", "expr 9 : 9", "join -1 99999999999 e e",
		"hexdump -e '1000000/1000000 \"%s\"' e", "od -tx1 -N 99999999999 /dev/zero", "basenc --z85 /dev/zero",
	} {
		t.Run(line, func(t *testing.T) {
			bomb(t, line)
		})
	}
}

// bomb runs a command with small limits: it must end, by itself or by a budget.
func bomb(t *testing.T, line string) {
	c := parseTextCommand(line)
	fs := textTree(t, map[string]string{"e": "1\n2\n3\n", "tab": "\tx\n", "bcloop": "while (1) x++\n", "bcpow": "2^999999999\n",
		"bcrec": "define f(x) { return f(x+1) }\nf(1)\n", "bcscale": "scale=99999999\n1/3\n"})
	fs.Limits = tree.Limits{Bytes: 8 << 20, Inodes: 2000}
	work, _ := fs.Walk(tree.Root, "/data", &tree.Cred{}, true)
	k := kern.New(fs, 0, 100, kern.Options{Programs: TextPrograms(), Limits: kern.Limits{Steps: 400_000, Output: 1 << 20, Memory: 16 << 20}})
	var out kern.Sink
	p := k.NewProc(kern.Template{Args: []string{"init"}, Cwd: work.Ino, FDs: []*kern.File{kern.NewNull(), kern.NewSink(&out), kern.NewSink(&out)}})
	_, err := k.Run(context.Background(), p, func(ctx context.Context, p *kern.Proc) int {
		child := p.Fork()
		child.Args = c.args
		if c.input != "" {
			name := c.input
			f, err := p.OpenFile(name, kern.ReadOnly, 0)
			if err != nil {
				t.Error(err)
			}
			_ = child.SetFD(0, f)
		}
		return child.Run(ctx, TextPrograms()[c.args[0]]).Exit()
	})
	var b *kern.BudgetError
	if err != nil && !errors.As(err, &b) {
		t.Errorf("%v", err)
	}
}

// FuzzText runs any of the programs with any arguments, which tildes separate, and any input: none may panic or run for ever.
func FuzzText(f *testing.F) {
	for _, s := range []string{"sort~-k1,2n~e", "sort~-t,~-k2.1b,3~-u~e", "cut~-b1-,3~e", "tr~[:alpha:]~[x*3]", "numfmt~--format=%5.2f~1", "hexdump~-e~4/2 \"%x\"~e",
		"od~-tx1z~e", "od~-tfL~-w7~e", "csplit~e~/1/+1~{*}", "bc", "bc~-l", "dc", "dc~-e~1 2+p", "printf~%5.3d %b~3~x", "seq~-f~%g~1~3", "seq~-w~1~.5~3",
		"expr~1~+~2", "expr~abc~:~a\\(b\\)", "join~-o~1.1,0~e~e", "xxd~-r~-p~e", "xxd~-e~e", "pr~-2~-t~e", "pr~-m~-n~e~e", "split~-n~l/2/3~e",
		"column~-t~-s,~-N~a,b~e", "fmt~-w~10~e", "nl~-b~pa*~e", "tail~-n~+2~e", "paste~-d~,\\n~e~e", "uniq~-c~-f1~e", "base64~-d~e", "basenc~--z85~-d~e",
		"md5sum~-c~e", "tsort~e", "factor", "fold~-sw~3~e", "unexpand~-a~e", "strings~-e~l~e", "shuf~-n~2~e", "comm~e~e", "tac~-r~-s~[0-9]~e", "column~e"} {
		f.Add(s, []byte("1 2\n3,4\nabc\n"))
	}
	known := TextPrograms()
	f.Fuzz(func(t *testing.T, line string, in []byte) {
		args := strings.Split(line, "~")
		if len(args) == 0 || known[args[0]] == nil {
			return
		}
		fs := textTree(t, map[string]string{"e": string(in)})
		fs.Limits = tree.Limits{Bytes: 4 << 20, Inodes: 500}
		work, _ := fs.Walk(tree.Root, "/data", &tree.Cred{}, true)
		k := kern.New(fs, 0, 100, kern.Options{Programs: known, Limits: kern.Limits{Steps: 100_000, Output: 1 << 18, Memory: 8 << 20}})
		var out kern.Sink
		p := k.NewProc(kern.Template{Args: args, Cwd: work.Ino, FDs: []*kern.File{kern.NewBytes(in, nil), kern.NewSink(&out), kern.NewSink(&out)}})
		_, err := k.Run(context.Background(), p, known[args[0]])
		var b *kern.BudgetError
		if err != nil && !errors.As(err, &b) {
			t.Errorf("%v", err)
		}
	})
}
