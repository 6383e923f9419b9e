package cmds

import (
	"context"
	"io"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var catSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'e'}, {Short: 't'}, {Short: 'u'},
		{Short: 'b', Long: "number-nonblank"}, {Short: 'n', Long: "number"}, {Short: 's', Long: "squeeze-blank"},
		{Short: 'v', Long: "show-nonprinting"}, {Short: 'E', Long: "show-ends"}, {Short: 'T', Long: "show-tabs"},
		{Short: 'A', Long: "show-all"},
	},
	Version: gnu.CoreutilsVersion("cat", "Torbjorn Granlund and Richard M. Stallman"),
}

// catter is a running cat; line numbers go on from file to file.
type catter struct {
	p                            *kern.Proc
	number, nonblank             bool
	ends, squeeze, tabs, visible bool
	line                         int64
	inLine                       bool // something of the present line is written
	blanks                       int  // blank lines just seen
	cr                           bool // a carriage return is held back: with a newline behind it, -E shows it
	out                          []byte
}

func cat(_ context.Context, p *kern.Proc) int {
	c := catter{p: p}
	files, status, ok := catSpec.Parse(p, func(key, _ string) int {
		c.set(key)
		return gnu.Go
	})
	if !ok {
		return status
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, f := range files {
		if !c.file(f) {
			status = 1
		}
	}
	return status
}

func (c *catter) set(key string) {
	switch key {
	case "A":
		c.visible, c.ends, c.tabs = true, true, true
	case "b":
		c.nonblank, c.number = true, true
	case "e":
		c.visible, c.ends = true, true
	case "E":
		c.ends = true
	case "n":
		c.number = true
	case "s":
		c.squeeze = true
	case "t":
		c.visible, c.tabs = true, true
	case "T":
		c.tabs = true
	case "v":
		c.visible = true
	}
}

func (c *catter) plain() bool { return !c.number && !c.ends && !c.squeeze && !c.tabs && !c.visible }

// file copies one file and reports whether all went well.
func (c *catter) file(name string) bool {
	p := c.p
	fd, done, err := gnu.OpenInput(p, name)
	if err != nil {
		p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
		return false
	}
	defer done()
	if c.sameAsOutput(fd) {
		p.Errorf("%s: input file is output file", gnu.QuoteF(name))
		return false
	}
	var rerr, werr error
	if c.plain() {
		rerr, werr = gnu.CopyAll(p, fd, 1)
	} else {
		rerr, werr = c.cook(fd)
	}
	switch {
	case werr != nil:
		p.Errorf("write error: %s", kern.ErrText(werr))
		p.Exit(1)
	case rerr != nil:
		p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(rerr))
		return false
	}
	return true
}

// sameAsOutput says whether fd is the regular file that standard output writes to and would feed on itself.
func (c *catter) sameAsOutput(fd int) bool {
	out, err := c.p.StatFD(1)
	if err != nil || out.Node == nil || out.Node.Kind != tree.Regular {
		return false
	}
	in, err := c.p.StatFD(fd)
	if err != nil || in.Ino != out.Ino {
		return false
	}
	pos, err := c.p.Seek(fd, 0, 1)
	return err == nil && pos < in.Size
}

// cook copies fd with what the options add. Bytes keep their labels, run by run.
func (c *catter) cook(fd int) (rerr, werr error) {
	buf := make([]byte, 4096)
	for {
		n, runs, err := c.p.ReadRuns(fd, buf)
		if err == io.EOF {
			c.out = c.out[:0]
			c.dropCR()
			_, werr = c.p.Write(1, c.out)
			return nil, werr
		}
		if err != nil {
			return err, nil
		}
		if len(runs) == 0 {
			werr = c.block(buf[:n], tree.Exact)
		}
		off := 0
		for _, r := range runs {
			if werr == nil {
				werr = c.block(buf[off:off+int(r.N)], r.L)
			}
			off += int(r.N)
		}
		if werr != nil {
			return nil, werr
		}
	}
}

func (c *catter) block(b []byte, l tree.Label) error {
	c.out = c.out[:0]
	c.p.Tick(1 + len(b)>>6)
	for _, x := range b {
		if x == '\n' {
			c.newline()
			continue
		}
		c.dropCR()
		if !c.inLine {
			c.inLine, c.blanks = true, 0
			if c.number {
				c.putNumber()
			}
		}
		c.char(x)
	}
	_, err := c.p.WriteLabel(1, c.out, l|c.p.Label().Derive())
	return err
}

func (c *catter) newline() {
	if !c.inLine {
		if c.blanks++; c.squeeze && c.blanks > 1 {
			return
		}
		if c.number && !c.nonblank {
			c.putNumber()
		}
	}
	if c.cr {
		c.out = append(c.out, "^M"...)
		c.cr = false
	}
	if c.ends {
		c.out = append(c.out, '$')
	}
	c.out = append(c.out, '\n')
	c.inLine = false
}

func (c *catter) dropCR() {
	if c.cr {
		c.out = append(c.out, '\r')
		c.cr = false
	}
}

func (c *catter) putNumber() {
	c.line++
	var d [20]byte
	s := strconv.AppendInt(d[:0], c.line, 10)
	for i := len(s); i < 6; i++ {
		c.out = append(c.out, ' ')
	}
	c.out = append(append(c.out, s...), '\t')
}

func (c *catter) char(x byte) {
	switch {
	case x == '\t':
		if c.tabs {
			c.out = append(c.out, "^I"...)
		} else {
			c.out = append(c.out, x)
		}
	case x == '\r' && c.ends && !c.visible:
		c.cr = true
	case !c.visible:
		c.out = append(c.out, x)
	default:
		if x >= 0x80 {
			c.out = append(c.out, "M-"...)
			x -= 0x80
		}
		switch {
		case x < 0x20:
			c.out = append(c.out, '^', x+64)
		case x == 0x7f:
			c.out = append(c.out, "^?"...)
		default:
			c.out = append(c.out, x)
		}
	}
}
