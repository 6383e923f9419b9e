package jq_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
	"github.com/orrery-world/orrery/internal/machine/cmds/jq"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// FuzzProgram runs any program on any input within small bounds: it must end, the same way every time.
func FuzzProgram(f *testing.F) {
	for _, line := range difftest.Load(f, "testdata/programs.txt") {
		f.Add(line[len(line)-1], line[0], "-c")
	}
	f.Add(`test("(?<=a|b)(c)*\\1")`, `"abc"`, "-R")
	f.Add(`.`, "\x1e[1,{\"a\":2}]\n", "--seq")
	f.Add(`.`, `[1,{"a":[]}]`, "--stream")
	f.Fuzz(func(t *testing.T, prog, in, opt string) {
		run := func() ([]byte, []byte, int) {
			k, cwd := difftest.Machine(programs, nil)
			k = kern.New(k.FS, 1e18, 100, kern.Options{Limits: kern.Limits{Steps: 300_000, Memory: 16 << 20, Output: 1 << 20}})
			var out, errs kern.Sink
			init := k.NewProc(kern.Template{Args: []string{"jq", opt, prog}, Cwd: cwd,
				FDs: []*kern.File{kern.NewBytes([]byte(in), nil), kern.NewSink(&out), kern.NewSink(&errs)}})
			st, err := k.Run(context.Background(), init, jq.Program)
			var b *kern.BudgetError
			if err != nil && !errors.As(err, &b) {
				t.Fatal(err)
			}
			return out.Bytes, errs.Bytes, st.Exit()
		}
		out1, errs1, exit1 := run()
		out2, errs2, exit2 := run()
		if !bytes.Equal(out1, out2) || !bytes.Equal(errs1, errs2) || exit1 != exit2 {
			t.Errorf("two runs differ: %d %q %q and %d %q %q", exit1, out1, errs1, exit2, out2, errs2)
		}
	})
}
