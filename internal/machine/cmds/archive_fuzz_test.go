package cmds

import (
	"testing"
	"time"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/difftest"
)

// FuzzTar gives tar and gzip anything to read: they must end, within their budget, without a fault, and
// write nowhere but below the directory they are in.
func FuzzTar(f *testing.F) {
	for _, args := range [][]string{
		{"tar", "-b1", "-cf", "-", "d"}, {"tar", "czf", "-", "d"}, {"tar", "--format=pax", "-cf", "-", "d"}, {"tar", "--format=ustar", "-cf", "-", "d"},
	} {
		r, err := difftest.Simulated(ArchivePrograms(), &difftest.Case{Args: args, Files: []difftest.Entry{
			{Name: "d/f", Content: "text\n"}, {Name: "d/g", Content: "0123456789"},
		}})
		if err != nil || r.Exit != 0 {
			f.Fatal(args, err, r)
		}
		f.Add(r.Out)
	}
	f.Add("")
	f.Add("\x1f\x8b\x08\x00")
	f.Fuzz(func(t *testing.T, data string) {
		if len(data) > 64<<10 {
			return
		}
		hang := time.AfterFunc(20*time.Second, func() { panic("no end") })
		defer hang.Stop()
		for _, args := range [][]string{{"tar", "tvf", "-"}, {"tar", "xzf", "-"}, {"tar", "xvpf", "-"}, {"gzip", "-dc"}, {"gzip", "-l"}} {
			difftest.Survives(t, ArchivePrograms(), difftest.Case{Args: args, Stdin: data})
		}
	})
}
