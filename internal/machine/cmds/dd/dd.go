// Package dd holds dd.
package dd

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var spec = gnu.Spec{Version: strings.Replace(gnu.CoreutilsVersion("dd", "Paul Rubin, David MacKenzie, and Stuart Kemp"), "GNU coreutils",
	"coreutils", 1)}

// flags is a set of words of conv=, iflag= or oflag=.
type flags map[string]bool

// copier is a running dd.
type copier struct {
	p                            *kern.Proc
	in, out                      string
	hasIn, hasOut                bool
	ibs, obs                     int64
	together                     bool // one output record for each input record
	count, skip, seek            int64
	hasCount                     bool
	countBytes, skipB, seekB     bool
	conv, iflag, oflag           flags
	status                       string
	pipe                         bool // input comes in pieces
	fullIn, partIn, fullO, partO int64
	bytes, pending               int64 // written; of them in an output record that is not full
	odd                          []byte
	oddLabel                     tree.Label
	failed                       bool
}

// Program is dd.
func Program(_ context.Context, p *kern.Proc) int {
	c := copier{p: p, ibs: 512, obs: 512, conv: flags{}, iflag: flags{}, oflag: flags{}}
	args, status, ok := spec.Parse(p, nil)
	if !ok {
		return status
	}
	if status := c.operands(args); status != gnu.Go {
		return status
	}
	if !c.open() {
		return 1
	}
	if c.position() {
		c.copy()
	}
	c.report()
	if c.failed {
		return 1
	}
	return 0
}

func (c *copier) fail(format string, args ...any) bool {
	c.p.Errorf(format, args...)
	c.failed = true
	return false
}

// open puts the files on descriptors 0 and 1.
func (c *copier) open() bool {
	p := c.p
	if c.hasIn {
		f, err := p.OpenFile(c.in, c.extra(c.iflag), 0)
		if err == nil {
			err = p.SetFD(0, f)
		}
		if err != nil {
			return c.fail("failed to open %s: %s", gnu.QuoteAF(c.in), kern.ErrText(err))
		}
	} else {
		c.in = "standard input"
	}
	if st, err := p.StatFD(0); err == nil {
		c.pipe = st.Kind == tree.Fifo
	}
	if !c.hasOut {
		c.out = "standard output"
		return true
	}
	mode := kern.WriteOnly | c.extra(c.oflag)
	if !c.conv["nocreat"] {
		mode |= kern.Creat
	}
	if c.conv["excl"] {
		mode |= kern.Excl
	}
	if c.seek == 0 && !c.conv["notrunc"] {
		mode |= kern.Trunc
	}
	f, err := p.OpenFile(c.out, mode, 0o666)
	if err == nil {
		err = p.SetFD(1, f)
	}
	if err != nil {
		return c.fail("failed to open %s: %s", gnu.QuoteAF(c.out), kern.ErrText(err))
	}
	if c.seek != 0 && !c.conv["notrunc"] {
		if err := p.TruncateFD(1, c.seekBytes()); err != nil && err != error(tree.EINVAL) {
			return c.fail("failed to truncate to %d bytes in output file %s: %s", c.seekBytes(), gnu.QuoteAF(c.out), kern.ErrText(err))
		}
	}
	return true
}

func (c *copier) extra(f flags) int {
	n := 0
	if f["append"] {
		n |= kern.Append
	}
	if f["directory"] {
		n |= kern.Directory
	}
	if f["nofollow"] {
		n |= kern.NoFollow
	}
	return n
}

func (c *copier) seekBytes() int64 {
	if c.seekB {
		return c.seek
	}
	return c.seek * c.obs
}

// position skips input and seeks in the output; false when there is nothing to copy then.
func (c *copier) position() bool {
	p := c.p
	if n := c.skip; n > 0 {
		if !c.skipB {
			n *= c.ibs
		}
		st, err := p.StatFD(0)
		if _, e := p.Seek(0, n, 1); e != nil {
			if !c.discard(n) {
				p.Errorf("%s: cannot skip to specified offset", gnu.QuoteF(c.in))
			}
		} else if err == nil && st.Kind == tree.Regular && st.Size < n {
			p.Errorf("%s: cannot skip to specified offset", gnu.QuoteF(c.in))
		}
	}
	if n := c.seekBytes(); n > 0 {
		if _, err := p.Seek(1, n, 1); err != nil {
			return c.fail("%s: cannot seek: %s", gnu.QuoteF(c.out), kern.ErrText(err))
		}
	}
	return true
}

// discard reads n bytes away; false when there are not so many.
func (c *copier) discard(n int64) bool {
	buf := make([]byte, min(n, chunk))
	for n > 0 {
		k, _, err := c.p.ReadRuns(0, buf[:min(n, int64(len(buf)))])
		if err != nil {
			return false
		}
		c.p.Tick(k >> 8)
		n -= int64(k)
	}
	return true
}
