package cmds

import (
	"context"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// BenchmarkSmallRuns measures what one start of a program on a small file costs.
func BenchmarkSmallRuns(b *testing.B) {
	programs := SearchPrograms()
	c := &difftest.Case{Files: []difftest.Entry{{Name: "log", Content: "10.0.0.1 GET /a 200 12\n10.0.0.2 GET /b 404 0\n10.0.0.1 POST /a 500 7\n"},
		{Name: "d/a.txt", Content: "x\n"}, {Name: "d/b.c", Content: "x\n"}, {Name: "d/e/f.txt", Content: "x\n"}}}
	k, cwd := difftest.Machine(programs, c)
	for _, bb := range []struct {
		name string
		args []string
	}{
		{"grep", []string{"grep", "404", "log"}}, {"grep-regex", []string{"grep", "-nE", "(GET|POST) /a", "log"}},
		{"sed", []string{"sed", "s/GET/get/", "log"}}, {"sed-n", []string{"sed", "-n", "2p", "log"}},
		{"awk", []string{"awk", "{print $1}", "log"}}, {"awk-sum", []string{"awk", "{s+=$5} END{print s}", "log"}},
		{"find", []string{"find", "d", "-name", "*.txt"}}, {"find-type", []string{"find", "d", "-type", "f"}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				fork := k.Fork()
				var out kern.Sink
				p := fork.NewProc(kern.Template{Args: bb.args, Cwd: cwd, FDs: []*kern.File{kern.NewNull(), kern.NewSink(&out), kern.NewSink(&out)}})
				if _, err := fork.Run(context.Background(), p, programs[bb.args[0]]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
