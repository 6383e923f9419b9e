package cmds

import (
	"bytes"
	"context"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var commSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: '1'}, {Short: '2'}, {Short: '3'},
		{Long: "check-order"},
		{Long: "nocheck-order"},
		{Long: "output-delimiter", Arg: gnu.Required},
		{Long: "total"},
		{Short: 'z', Long: "zero-terminated"},
	},
	Version: "comm" + coreutilsTail + "Richard M. Stallman and David MacKenzie.",
}

// How input that is not sorted is treated, in comm and join.
const (
	checkDefault = iota // complain if it matters, at the end
	checkAlways
	checkNever
)

// sortedInput is one of the two inputs of comm or join, read line by line.
type sortedInput struct {
	lines      *gnu.Lines
	name       string
	line, prev []byte
	n          int // lines read
	live       bool
	disorder   bool // a message about its order has been printed
}

// next reads a line; false after an error.
func (in *sortedInput) next() error {
	line, _, err := in.lines.Next()
	in.prev = append(in.prev[:0], in.line...)
	in.live = err == nil
	in.line = append(in.line[:0], line...)
	if in.live {
		in.n++
	}
	return notEOF(err)
}

type commState struct {
	p     *kern.Proc
	hide  [3]bool
	check int
	delim string
	total bool
	eol   byte
	in    [2]sortedInput
	count [3]uint64
	odd   bool // one file had a line without a partner
}

func runComm(_ context.Context, p *kern.Proc) int {
	c := commState{p: p, delim: "\t", eol: '\n'}
	delimSet := false
	files, st, ok := commSpec.Parse(p, func(key, val string) int {
		switch key {
		case "1", "2", "3":
			c.hide[key[0]-'1'] = true
		case "check-order":
			c.check = checkAlways
		case "nocheck-order":
			c.check = checkNever
		case "total":
			c.total = true
		case "z":
			c.eol = 0
		case "output-delimiter":
			if delimSet && val != c.delim && !(val == "" && c.delim == "\x00") {
				p.Errorf("multiple output delimiters specified")
				return 1
			}
			if c.delim, delimSet = val, true; val == "" {
				c.delim = "\x00"
			}
		}
		return gnu.Go
	})
	if !ok {
		return st
	}
	if st := twoOperands(p, files, gnu.Quote); st != gnu.Go {
		return st
	}
	for i, name := range files {
		fd, _, err := gnu.OpenInput(p, name)
		if err != nil {
			p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
			return 1
		}
		c.in[i] = sortedInput{lines: gnu.NewLines(p, fd, c.eol), name: name}
		if st := c.advance(i); st != gnu.Go {
			return st
		}
	}
	return c.run()
}

// twoOperands complains unless there are just two operands.
func twoOperands(p *kern.Proc, files []string, quote func(string) string) int {
	switch {
	case len(files) == 0:
		return gnu.Usage(p, 1, "missing operand")
	case len(files) == 1:
		return gnu.Usage(p, 1, "missing operand after "+gnu.Quote(files[0]))
	case len(files) > 2:
		return gnu.Usage(p, 1, "extra operand "+quote(files[2]))
	}
	return gnu.Go
}

// advance reads the next line of one input and checks its order.
func (c *commState) advance(i int) int {
	in := &c.in[i]
	if err := in.next(); err != nil {
		c.p.Errorf("%s: %s", gnu.QuoteF(in.name), kern.ErrText(err))
		return 1
	}
	if !in.live || in.n < 2 || c.check == checkNever || c.check == checkDefault && !c.odd || in.disorder {
		return gnu.Go
	}
	if bytes.Compare(in.prev, in.line) > 0 {
		c.p.Errorf("file %d is not in sorted order", i+1)
		in.disorder = true
		if c.check == checkAlways {
			return 1
		}
	}
	return gnu.Go
}

func (c *commState) run() int {
	for c.in[0].live || c.in[1].live {
		order := 0
		switch {
		case !c.in[0].live:
			order = 1
		case !c.in[1].live:
			order = -1
		default:
			order = bytes.Compare(c.in[0].line, c.in[1].line)
		}
		var step [2]bool
		switch {
		case order == 0:
			c.put(2, c.in[1].line)
			step = [2]bool{true, true}
		case order < 0:
			c.odd = true
			c.put(0, c.in[0].line)
			step[0] = true
		default:
			c.odd = true
			c.put(1, c.in[1].line)
			step[1] = true
		}
		for i, s := range step {
			if s {
				if st := c.advance(i); st != gnu.Go {
					return st
				}
			}
		}
	}
	if c.total {
		c.p.Stdout.Printf("%d%s%d%s%d%stotal%c", c.count[0], c.delim, c.count[1], c.delim, c.count[2], c.delim, c.eol)
	}
	if c.check == checkDefault && (c.in[0].disorder || c.in[1].disorder) {
		c.p.Errorf("input is not in sorted order")
		return 1
	}
	return 0
}

// put prints a line in one of the three columns.
func (c *commState) put(column int, line []byte) {
	c.count[column]++
	if c.hide[column] {
		return
	}
	for i := range column {
		if !c.hide[i] {
			c.p.Stdout.WriteString(c.delim)
		}
	}
	c.p.Stdout.Write(line)
	c.p.Stdout.WriteByte(c.eol)
}
