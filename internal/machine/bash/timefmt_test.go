package bash_test

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/bash"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// TestPrintfTime runs scripts in the real bash and in ours.
func TestPrintfTime(t *testing.T) {
	if out, err := exec.Command("bash", "--version").Output(); err != nil || !strings.HasPrefix(string(out), "GNU bash, version 5.2.15") {
		if os.Getenv("CI") == "true" {
			t.Fatal("these tests need Debian 12's bash 5.2.15")
		}
		t.Skip("SKIPPED: these tests need Debian 12's bash 5.2.15 to compare with")
	}
	for _, script := range []string{
		`printf '[%(%F)T]\n' 0 1 garbage '' 86400x`, `printf '[%20(%F)T][%-12(%F)T][%.4(%F)T]\n' 0 0 0`, `printf '%(abc\n' 1; echo " rc $?"`,
		`printf '%(%F)x\n' 1; echo " rc $?"`, `printf '[%()T]\n' 0`, `printf '[%(a(b)c)T]\n' 0`,
		`printf '[%(%m)T %(%Y)T]\n' 0 86400000`, `printf '[%(%F %Z)T]\n' -3`, `printf '[%(%200d)T]\n' 0`, `printf '[%(%127d)T]\n' 0`,
		`printf '[%(%128d)T]\n' 0`, `TZ=Asia/Seoul printf '[%(%F %T %Z)T]\n' 0`, `export TZ=Asia/Tokyo; printf '[%(%F %T %Z)T]\n' 0`,
		`TZ=Asia/Tokyo; printf '[%(%F %T %Z)T]\n' 0; export TZ; printf '[%(%F %T %Z)T]\n' 0`, `printf '[%(%s)T]\n' 0x10 010 "'a"`,
		`printf '%(x\)T' 0`, `printf '%*(%F)T|\n' 15 0`, `printf '%0(%F)T|%l(%F)T\n' 0 0`, `printf '%d%(%F)Z' 5 5`, `printf '%()T|%(%%)T|%(%)T' 0 0 0`,
		`printf -v x '%(%c)T' 1700000000; echo "$x"`, `printf '%(%Y-%m-%d %H:%M:%S)T|%s\n' 1700000000 a 1700000001 b`,
	} {
		real := exec.Command("bash", "-c", script)
		real.Env = []string{"LANG=C.UTF-8", "PATH=/usr/bin:/bin"}
		var wantErr strings.Builder
		real.Stderr = &wantErr
		want, _ := real.Output()

		fs := tree.New(0)
		k := kern.New(fs, 1_700_000_000e9, 100, kern.Options{})
		var out, errs kern.Sink
		p := k.NewProc(kern.Template{Args: []string{"bash", "-c", script}, Cwd: tree.Root,
			Env: []kern.EnvVar{{Name: "LANG", Value: "C.UTF-8"}, {Name: "PATH", Value: "/usr/bin:/bin"}},
			FDs: []*kern.File{kern.NewNull(), kern.NewSink(&out), kern.NewSink(&errs)}})
		if _, err := k.Run(context.Background(), p, func(ctx context.Context, p *kern.Proc) int { return bash.Main(ctx, p) }); err != nil {
			t.Fatal(err)
		}
		if string(out.Bytes) != string(want) || string(errs.Bytes) != wantErr.String() {
			t.Errorf("%s\n got %q %q\nwant %q %q", script, out.Bytes, errs.Bytes, want, wantErr.String())
		}
	}
}
