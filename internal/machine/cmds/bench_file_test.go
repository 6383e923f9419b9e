//go:build linux

package cmds

import (
	"context"
	"testing"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// BenchmarkStart measures what starting and ending common programs costs.
func BenchmarkStart(b *testing.B) {
	for _, line := range []string{"cat f", "ls", "ls -l", "ls -la", "stat -c %s f", "test -f f", "touch f", "mkdir -p d/e", "cp f g", "rm -f nope", "basename a/b",
		"chmod 644 f", "env", "du -s .", "tree", "file f", "id"} {
		b.Run(line, func(b *testing.B) {
			g := newGuest(b, &host{uid: 1000, gid: 1000})
			c := parseLine(line)
			prog := FilePrograms()[c.args[0]]
			b.ReportAllocs()
			p := g.k.NewProc(kern.Template{Args: []string{"bench"}, Cwd: g.home, Umask: 0o22, Cred: g.cred, FDs: []*kern.File{kern.NewNull(), kern.NewNull(), kern.NewNull()}})
			_, err := g.k.Run(context.Background(), p, func(ctx context.Context, p *kern.Proc) int {
				for b.Loop() {
					q := p.Fork()
					q.Args = c.args
					q.Run(ctx, prog)
					if p.K.Used().Steps > 1<<20 {
						p.K.Reset()
					}
				}
				return 0
			})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}
