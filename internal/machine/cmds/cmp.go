package cmds

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/cmds/diff"
	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var cmpSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'b', Long: "print-bytes"}, {Short: 'c', Long: "print-chars"}, {Short: 'i', Long: "ignore-initial", Arg: gnu.Required},
		{Short: 'l', Long: "verbose"}, {Short: 'n', Long: "bytes", Arg: gnu.Required}, {Short: 's', Long: "quiet"}, {Short: 's', Long: "silent"},
		{Short: 'v', Long: "version"},
	},
	Status: 2, TryPrefix: true, Version: diff.Version("cmp", "Torbjörn Granlund and David MacKenzie"),
}

// comparer is one run of cmp.
type comparer struct {
	p                   *kern.Proc
	show, all, quiet    bool
	skip                [2]int64
	limit               int64 // bytes to compare; -1 for all
	name                [2]string
	fd                  [2]int
	buf                 [2][]byte
	at, line            int64
	width               int // of offsets
	differs, lastIsLine bool
}

func cmpProgram(_ context.Context, p *kern.Proc) int {
	c := comparer{p: p, limit: -1}
	operands, status, ok := cmpSpec.Parse(p, c.option)
	if !ok {
		return status
	}
	if c.all && c.quiet {
		return c.fail("options -l and -s are incompatible")
	}
	if status := c.operands(operands); status != gnu.Go {
		return status
	}
	return c.run()
}

func (c *comparer) fail(msg string) int {
	c.p.Errorf("%s", msg)
	c.p.Errorf("Try '%s --help' for more information.", c.p.Name())
	return 2
}

func (c *comparer) option(key, val string) int {
	switch key {
	case "b", "c":
		c.show = true
	case "i":
		first, second, two := strings.Cut(val, ":")
		if !two {
			second = first
		}
		for i, s := range [2]string{first, second} {
			if st := c.setSkip(i, s); st != gnu.Go {
				return st
			}
		}
	case "l":
		c.all = true
	case "n":
		n, ok := cmpNumber(val)
		if !ok {
			return c.fail("invalid --bytes value '" + val + "'")
		}
		if c.limit < 0 || n < c.limit {
			c.limit = n
		}
	case "s":
		c.quiet = true
	case "v":
		c.p.Stdout.WriteString(cmpSpec.Version + "\n")
		return 0
	}
	return gnu.Go
}

func (c *comparer) setSkip(i int, s string) int {
	n, ok := cmpNumber(s)
	if !ok {
		return c.fail("invalid --ignore-initial value '" + s + "'")
	}
	c.skip[i] = max(c.skip[i], n)
	return gnu.Go
}

func cmpNumber(s string) (int64, bool) {
	n, st := xnum.Parse(s, "kKMGTPEZY0")
	return int64(n), st == xnum.OK && n <= 1<<63-1
}

func (c *comparer) operands(names []string) int {
	switch {
	case len(names) == 0:
		return c.fail("missing operand after '" + c.p.Args[len(c.p.Args)-1] + "'")
	case len(names) > 4:
		return c.fail("extra operand '" + names[4] + "'")
	}
	c.name = [2]string{names[0], "-"}
	if len(names) > 1 {
		c.name[1] = names[1]
	}
	for i := 2; i < len(names); i++ {
		if st := c.setSkip(i-2, names[i]); st != gnu.Go {
			return st
		}
	}
	return gnu.Go
}

func (c *comparer) trouble(i int, err error) int {
	if !c.quiet {
		c.p.Errorf("%s: %s", c.name[i], kern.ErrText(err))
	}
	return 2
}

func (c *comparer) run() int {
	var st [2]kern.Stat
	for i, name := range c.name {
		if name != "-" {
			fd, err := c.p.Open(name, kern.ReadOnly, 0)
			if err != nil {
				return c.trouble(i, err)
			}
			c.fd[i] = fd
			defer func() { _ = c.p.Close(fd) }()
		}
		var err error
		if st[i], err = c.p.StatFD(c.fd[i]); err != nil {
			return c.trouble(i, err)
		}
	}
	if c.fd[0] == c.fd[1] || st[0].Ino == st[1].Ino && st[0].Ino != 0 && c.skip[0] == c.skip[1] {
		return 0
	}
	c.offsetWidth(st)
	for i := range c.fd {
		if err := c.skipBytes(i); err != nil {
			return c.trouble(i, err)
		}
	}
	return c.compare()
}

// offsetWidth makes offsets as wide as the last one that may come.
func (c *comparer) offsetWidth(st [2]kern.Stat) {
	last := c.limit
	if last < 0 {
		last = 1<<63 - 1
	}
	for i := range st {
		if st[i].Kind == tree.Regular {
			c.p.Taint(st[i].Label())
			last = min(last, max(st[i].Size-c.skip[i], 0))
		}
	}
	c.width = len(strconv.FormatInt(last, 10))
}

func (c *comparer) skipBytes(i int) error {
	left := c.skip[i]
	if left == 0 {
		return nil
	}
	if _, err := c.p.Seek(c.fd[i], left, 1); err == nil {
		return nil
	}
	buf := make([]byte, 4096)
	for left > 0 {
		n, err := c.p.Read(c.fd[i], buf[:min(left, int64(len(buf)))])
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		left -= int64(n)
	}
	return nil
}

// fill reads until a block is full or the file ends.
func (c *comparer) fill(i int, size int64) ([]byte, error) {
	if c.buf[i] == nil {
		c.buf[i] = make([]byte, 4096)
	}
	b := c.buf[i][:min(size, int64(len(c.buf[i])))]
	n := 0
	for n < len(b) {
		k, err := c.p.Read(c.fd[i], b[n:])
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		n += k
	}
	return b[:n], nil
}

func (c *comparer) compare() int {
	c.line, c.at = 1, 1
	left := c.limit
	if left < 0 {
		left = 1<<63 - 1
	}
	for {
		var b [2][]byte
		for i := range b {
			var err error
			if b[i], err = c.fill(i, left); err != nil {
				return c.trouble(i, err)
			}
		}
		n := min(len(b[0]), len(b[1]))
		left -= int64(n)
		if !bytes.Equal(b[0][:n], b[1][:n]) && c.block(b[0][:n], b[1][:n]) {
			return 1
		}
		if n > 0 {
			c.lastIsLine = b[0][n-1] == '\n'
		}
		c.line += int64(bytes.Count(b[0][:n], []byte{'\n'}))
		c.at += int64(n)
		c.p.Tick(1 + n>>6)
		switch {
		case len(b[0]) != len(b[1]):
			short := 0
			if len(b[1]) < len(b[0]) {
				short = 1
			}
			c.eof(short)
			return 1
		case n == 0 || left == 0:
			if c.differs {
				return 1
			}
			return 0
		}
	}
}

// block tells of the differences in a block; done says that no more are wanted.
func (c *comparer) block(a, b []byte) (done bool) {
	if c.quiet {
		return true
	}
	p := c.p
	line := c.line
	for i := range a {
		if a[i] == b[i] {
			if a[i] == '\n' {
				line++
			}
			continue
		}
		c.differs = true
		at := c.at + int64(i)
		switch {
		case c.all && c.show:
			p.Stdout.Printf("%*d %3o %-4s %3o %s\n", c.width, at, a[i], visible(a[i]), b[i], visible(b[i]))
		case c.all:
			p.Stdout.Printf("%*d %3o %3o\n", c.width, at, a[i], b[i])
		case c.show:
			p.Stdout.Printf("%s %s differ: byte %d, line %d is %3o %s %3o %s\n", c.name[0], c.name[1], at, line, a[i], visible(a[i]), b[i], visible(b[i]))
			return true
		default:
			p.Stdout.Printf("%s %s differ: byte %d, line %d\n", c.name[0], c.name[1], at, line)
			return true
		}
		p.Tick(1)
	}
	return false
}

// eof tells that a file ended before the other.
func (c *comparer) eof(short int) {
	name, n := c.name[short], c.at-1
	switch {
	case c.quiet:
	case n == 0:
		c.p.Errorf("EOF on %s which is empty", name)
	case c.all:
		c.p.Errorf("EOF on %s after byte %d", name, n)
	case c.lastIsLine:
		c.p.Errorf("EOF on %s after byte %d, line %d", name, n, c.line-1)
	default:
		c.p.Errorf("EOF on %s after byte %d, in line %d", name, n, c.line)
	}
}

// visible writes a byte as cat -v does.
func visible(c byte) string {
	s := ""
	if c >= 128 {
		s, c = "M-", c-128
	}
	switch {
	case c < ' ':
		return s + "^" + string(rune(c+64))
	case c == 127:
		return s + "^?"
	}
	return s + string(rune(c))
}
