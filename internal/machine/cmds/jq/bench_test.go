package jq_test

import (
	"context"
	"strings"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
	"github.com/orrery-world/orrery/internal/machine/cmds/jq"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

func BenchmarkPrograms(b *testing.B) {
	doc := `{"name":"x","tags":["a","b"],"n":12.5,"sub":{"k":[1,2,3],"t":true}}` + "\n"
	many := strings.Repeat(doc, 2000)
	for _, c := range []struct {
		name, in string
		args     []string
	}{
		{"Start", doc, []string{"."}},
		{"Field", doc, []string{"-r", ".name"}},
		{"Entries", doc, []string{"-c", `with_entries(select(.key != "n"))`}},
		{"Many", many, []string{"-c", ".sub.k"}},
		{"Slurp", many, []string{"-s", "-c", "map(.n) | add"}},
		{"Loop", "", []string{"-n", "reduce range(100000) as $i (0; . + $i)"}},
		{"Array", "", []string{"-n", "[range(100000)] | map(. * 2) | length"}},
		{"Object", "", []string{"-n", `reduce range(2000) as $i ({}; .["k\($i)"] = $i) | length`}},
		{"Regex", "", []string{"-n", `[range(2000) | "abc\(.)def" | gsub("[0-9]+"; "x")] | length`}},
	} {
		b.Run(c.name, func(b *testing.B) {
			k, cwd := difftest.Machine(programs, nil)
			b.ReportAllocs()
			for b.Loop() {
				var out, errs kern.Sink
				in := kern.NewBytes([]byte(c.in), nil)
				init := k.NewProc(kern.Template{Args: append([]string{"jq"}, c.args...), Cwd: cwd,
					FDs: []*kern.File{in, kern.NewSink(&out), kern.NewSink(&errs)}})
				st, err := k.Run(context.Background(), init, jq.Program)
				if err != nil || st.Exit() != 0 {
					b.Fatal(st, err, string(errs.Bytes))
				}
			}
		})
	}
}
