package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var foldSpec = gnu.Spec{
	Options: append(digitOptions[:10:10],
		gnu.Option{Short: 'b', Long: "bytes"},
		gnu.Option{Short: 's', Long: "spaces"},
		gnu.Option{Short: 'w', Long: "width", Arg: gnu.Required}),
	Version: "fold" + coreutilsTail + "David MacKenzie.",
}

type folder struct {
	p             *kern.Proc
	bytes, spaces bool
	width         uint64
	out           []byte
}

func runFold(_ context.Context, p *kern.Proc) int {
	f := folder{p: p, width: 80}
	files, st, ok := foldSpec.Parse(p, func(key, val string) int {
		switch key {
		case "b":
			f.bytes = true
		case "s":
			f.spaces = true
		default:
			s := strings.TrimPrefix(key, "w") + val
			v, st := xnum.Parse(s, "")
			if st == xnum.OK && v > 1<<64-10 {
				st = xnum.Overflow
			}
			if st != xnum.OK {
				numberError(p, "invalid number of columns", s, st)
				return 1
			}
			if v == 0 {
				p.Errorf("invalid number of columns: %s: %s", gnu.Quote(s), tree.ERANGE.Error())
				return 1
			}
			f.width = v
		}
		return gnu.Go
	})
	if !ok {
		return st
	}
	return eachFile(p, files, f.file)
}

// advance returns the column after c.
func (f *folder) advance(column uint64, c byte) uint64 {
	switch {
	case f.bytes:
		return column + 1
	case c == '\b':
		return column - min(column, 1)
	case c == '\r':
		return 0
	case c == '\t':
		return column + 8 - column%8
	}
	return column + 1
}

func (f *folder) file(fd int) error {
	lines := gnu.NewLines(f.p, fd, '\n')
	for {
		line, ended, err := lines.Next()
		if err != nil {
			return err
		}
		f.line(line)
		if ended {
			f.out = append(f.out, '\n')
		}
		f.p.Stdout.Write(f.out)
	}
}

func (f *folder) line(line []byte) {
	f.out = f.out[:0]
	start, column := 0, uint64(0)
	for i := 0; i < len(line); {
		next := f.advance(column, line[i])
		if next <= f.width || i == start {
			column = next
			i++
			continue
		}
		f.p.Tick(1)
		end := i
		if f.spaces {
			for j := i; j > start; j-- {
				if line[j-1] == ' ' || line[j-1] == '\t' {
					end = j
					break
				}
			}
		}
		f.out = append(append(f.out, line[start:end]...), '\n')
		start, column = end, 0
		for j := start; j < i; j++ {
			column = f.advance(column, line[j])
		}
	}
	f.out = append(f.out, line[start:]...)
}
