package cmds

import (
	"context"
	"strconv"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var revSpec = gnu.Spec{
	Options: []gnu.Option{{Short: 'h', Long: "help"}, {Short: 'V', Long: "version"}},
}

const revHelp = `Usage: rev [options] [file ...]

Reverse lines characterwise.

Options:
 -h, --help     display this help
 -V, --version  display version

For more details see rev(1).
`

func runRev(_ context.Context, p *kern.Proc) int {
	files, st, ok := revSpec.Parse(p, func(key, _ string) int {
		if key == "h" {
			p.Stdout.WriteString(revHelp)
		} else {
			p.Stdout.WriteString("rev from util-linux 2.38.1\n")
		}
		return 0
	})
	if !ok {
		return st
	}
	if len(files) == 0 {
		return revLines(p, 0, "stdin")
	}
	for _, f := range files {
		fd, err := p.Open(f, kern.ReadOnly, 0)
		if err != nil {
			p.Errorf("cannot open %s: %s", f, kern.ErrText(err))
			st = 1
			continue
		}
		st = max(st, revLines(p, fd, f))
		_ = p.Close(fd)
	}
	return st
}

func revLines(p *kern.Proc, fd int, name string) int {
	lines := gnu.NewLines(p, fd, '\n')
	var out []byte
	for n := 0; ; n++ {
		line, ended, err := lines.Next()
		if err == nil && !utf8.Valid(line) {
			err = tree.EILSEQ
		}
		if err != nil {
			if err = notEOF(err); err != nil {
				p.Errorf("%s: %s: %s", name, strconv.Itoa(n), kern.ErrText(err))
				return 1
			}
			return 0
		}
		out = out[:0]
		for len(line) > 0 {
			_, size := utf8.DecodeLastRune(line)
			out = append(out, line[len(line)-size:]...)
			line = line[:len(line)-size]
		}
		if ended {
			out = append(out, '\n')
		}
		p.Stdout.Write(out)
	}
}
