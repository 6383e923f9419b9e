// Package dc is the simulated dc of GNU bc 1.07.1 (dc 1.4.1): a calculator that works on a stack.
package dc

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/bcnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var spec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'e', Long: "expression", Arg: gnu.Required},
		{Short: 'f', Long: "file", Arg: gnu.Required},
		{Short: 'h', Long: "help"},
		{Short: 'V', Long: "version"},
	},
	NoTry: true,
}

const usageText = `Usage: dc [OPTION] [file ...]
  -e, --expression=EXPR    evaluate expression
  -f, --file=FILE          evaluate contents of file
  -h, --help               display this help and exit
  -V, --version            output version information and exit

Email bug reports to:  bug-dc@gnu.org .
`

const versionText = `dc (GNU bc 1.07.1) 1.4.1

Copyright 1994, 1997, 1998, 2000, 2001, 2003-2006, 2008, 2010, 2012-2017 Free Software Foundation, Inc.
This is free software; see the source for copying conditions.  There is NO
warranty; not even for MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE,
to the extent permitted by law.
`

// value is a number or a string.
type value struct {
	num    bcnum.Num
	str    string
	isText bool
}

// cell is one level of a register: a value and an array.
type cell struct {
	v     value
	elems map[int64]value
}

// frame is a string being executed.
type frame struct {
	text   string
	at     int
	levels int // how many levels of execution it stands for: 1, and those whose last act was to execute another
	file   *input
}

// input is a file being executed.
type input struct {
	p   *kern.Proc
	fd  int
	buf []byte
	at  int
	end bool
}

// calc is one run of dc.
type calc struct {
	ctx     context.Context
	p       *kern.Proc
	u       bcnum.Budget
	stack   []value
	regs    [256][]cell
	frames  []frame
	stdin   *input
	ibase   int
	obase   int64
	scale   int
	lineMax int
	quit    bool
	status  int
}

// Program runs dc.
func Program(ctx context.Context, p *kern.Proc) int {
	c := &calc{ctx: ctx, p: p, u: bcnum.Budget{Tick: p.Tick, Hold: p.Hold}, ibase: 10, obase: 10, lineMax: 70}
	if s, ok := p.Getenv("DC_LINE_LENGTH"); ok {
		if n, err := strconv.Atoi(s); err == nil && (n == 0 || n > 2) && n < 1<<31 {
			c.lineMax = n
		}
	}
	c.stdin = &input{p: p}
	worked := false
	files, st, ok := spec.Parse(p, func(key, val string) int {
		switch key {
		case "e":
			worked = true
			c.run(frame{text: val, levels: 1})
		case "f":
			worked = true
			c.file(val)
		case "h":
			c.p.Stdout.WriteString(usageText)
			return 0
		case "V":
			c.p.Stdout.WriteString(versionText)
			return 0
		}
		if c.quit {
			return c.status
		}
		return gnu.Go
	})
	if !ok {
		if st != 0 && !c.quit {
			usage, bugs, _ := strings.Cut(usageText, "Email")
			p.Stderr.WriteString(usage)
			p.Stdout.WriteString("Email" + bugs)
		}
		return st
	}
	for _, f := range files {
		worked = true
		if c.file(f); c.quit {
			return c.status
		}
	}
	if !worked {
		c.run(frame{file: c.stdin, levels: 1})
	}
	return c.status
}

// file executes a file.
func (c *calc) file(name string) {
	p := c.p
	if name == "-" {
		c.run(frame{file: c.stdin, levels: 1})
		return
	}
	fd, err := p.Open(name, kern.ReadOnly, 0)
	if err != nil {
		p.Errorf("Could not open file %s", name)
		return
	}
	if st, err := p.StatFD(fd); err == nil && st.IsDir() {
		p.Errorf("Will not attempt to process directory %s", name)
		_ = p.Close(fd)
		return
	}
	c.run(frame{file: &input{p: p, fd: fd}, levels: 1})
	_ = p.Close(fd)
}

// get returns the next byte of the input, -1 at its end.
func (in *input) get() int {
	if in.at == len(in.buf) {
		if in.end {
			return -1
		}
		if in.buf == nil {
			in.buf = make([]byte, 4096)
		}
		n, err := in.p.Read(in.fd, in.buf[:cap(in.buf)])
		in.buf, in.at, in.end = in.buf[:n], 0, err != nil
		if n == 0 {
			return -1
		}
	}
	in.at++
	return int(in.buf[in.at-1])
}

// next returns the next character of what is being executed, -1 at its end.
func (c *calc) next() int {
	f := &c.frames[len(c.frames)-1]
	if f.file != nil {
		return f.file.get()
	}
	if f.at == len(f.text) {
		return -1
	}
	f.at++
	return int(f.text[f.at-1])
}

// back gives the last character back.
func (c *calc) back(ch int) {
	if ch < 0 {
		return
	}
	f := &c.frames[len(c.frames)-1]
	if f.file != nil {
		f.file.at--
	} else {
		f.at--
	}
}

// run executes a frame and all that it starts.
func (c *calc) run(f frame) {
	c.frames = append(c.frames[:0], f)
	for len(c.frames) > 0 && !c.quit {
		c.p.Tick(1)
		ch := c.next()
		if ch < 0 {
			c.frames = c.frames[:len(c.frames)-1]
			continue
		}
		c.command(ch)
	}
	_ = c.p.Stdout.Flush()
}

// call executes a string. A frame that has nothing left to do makes place for it.
func (c *calc) call(text string) {
	levels := 1
	if n := len(c.frames); n > 1 && c.frames[n-1].file == nil && c.frames[n-1].at == len(c.frames[n-1].text) {
		levels += c.frames[n-1].levels
		c.frames = c.frames[:n-1]
	} else {
		c.p.Hold(64)
	}
	c.frames = append(c.frames, frame{text: text, levels: levels})
}

// leave ends n levels of execution; ok is false when there are not so many above the file.
func (c *calc) leave(n int) (ok bool) {
	for n > 0 && len(c.frames) > 0 {
		f := &c.frames[len(c.frames)-1]
		if f.file != nil {
			return false
		}
		n -= f.levels
		c.frames = c.frames[:len(c.frames)-1]
	}
	return true
}

// stop ends dc; a file that asks for it makes for status 1.
func (c *calc) stop() {
	c.quit = true
	if len(c.frames) > 0 && c.frames[0].file != nil {
		c.status = 1
	}
}

// integer returns the value of a number as C's int, -1 with a message when it does not fit.
func (c *calc) integer(n bcnum.Num) int {
	v, ok := c.u.Int64(n)
	if !ok || v > 1<<31-1 || v < -1<<31 {
		c.complain("value overflows simple integer; punting...")
		return -1
	}
	return int(v)
}

// complain prints a message. What standard output holds back stays there, as in the real dc.
func (c *calc) complain(msg string) { c.p.Stderr.WriteString("dc: " + msg + "\n") }

func (c *calc) push(v value) { c.stack = append(c.stack, v) }

func (c *calc) pushNum(n bcnum.Num) { c.push(value{num: n}) }

func (c *calc) pushInt(n int) { c.pushNum(bcnum.FromInt(int64(n))) }

// pop takes the top of the stack; ok is false when the stack is empty, which has been told.
func (c *calc) pop() (v value, ok bool) {
	if len(c.stack) == 0 {
		c.complain("stack empty")
		return v, false
	}
	v = c.stack[len(c.stack)-1]
	c.stack = c.stack[:len(c.stack)-1]
	return v, true
}

// print writes a result, breaking lines that are too long.
func (c *calc) print(v value) {
	if v.isText {
		c.p.Stdout.WriteString(v.str)
		return
	}
	s := c.u.Text(v.num, c.obase, false)
	col := 0
	for i := range len(s) {
		if col++; col == c.lineMax && c.lineMax > 0 {
			c.p.Stdout.WriteString("\\\n")
			col = 1
		}
		c.p.Stdout.WriteByte(s[i])
	}
}
