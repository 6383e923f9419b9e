package cmds

import (
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/regex"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// create begins the next output file.
func (c *csplitState) create() {
	name := c.name(len(c.created))
	fd, err := c.p.Open(name, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
	if err != nil {
		c.p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
		c.abort()
		return
	}
	c.created = append(c.created, name)
	c.fd, c.size = fd, 0
}

// close ends the output file and prints its size.
func (c *csplitState) close() {
	if c.fd < 0 {
		return
	}
	_ = c.p.Close(c.fd)
	c.fd = -1
	if c.size == 0 && c.elide {
		last := len(c.created) - 1
		_ = c.p.Unlink(c.created[last])
		c.created = c.created[:last]
		return
	}
	if !c.quiet {
		c.p.Stdout.WriteString(strconv.Itoa(c.size) + "\n")
	}
}

// abort ends the run after an error: the files are removed unless they are to be kept.
func (c *csplitState) abort() {
	c.close()
	if !c.keep {
		for _, name := range c.created {
			_ = c.p.Unlink(name)
		}
		c.created = nil
	}
	c.failed = true
}

// writeTo gives the lines up to line number to, not included, to the output file, or to none.
func (c *csplitState) writeTo(to int) {
	for ; c.at < to && !c.failed; c.at++ {
		if c.fd < 0 {
			continue
		}
		part := c.lines[c.at]
		c.p.Tick(1)
		runs := tree.SliceRuns(c.in.runs, int64(part.from), int64(part.to-part.from))
		if _, err := c.p.WriteRuns(c.fd, c.in.buf[part.from:part.to], runs); err != nil {
			c.p.Errorf("write error for %s: %s", gnu.QuoteAF(c.created[len(c.created)-1]), kern.ErrText(err))
			c.abort()
		}
		c.size += part.to - part.from
	}
}

// apply splits by one pattern as often as it is to be repeated.
func (c *csplitState) apply(pat *csplitPattern) {
	for n := uint64(0); (pat.forever || n <= pat.repeat) && !c.failed && c.at >= 0; n++ {
		c.p.Tick(1)
		if pat.re != nil {
			c.byRegexp(pat, n)
		} else {
			c.byLine(pat, n)
		}
	}
}

func onRepetition(n uint64) string {
	if n == 0 {
		return ""
	}
	return " on repetition " + strconv.FormatUint(n, 10)
}

// byLine splits before a line number.
func (c *csplitState) byLine(pat *csplitPattern, n uint64) {
	c.create()
	if len(c.lines) == 0 && !c.failed {
		// Here the real program gives up without cleaning up.
		c.p.Errorf("input disappeared")
		c.failed = true
	}
	if c.failed {
		return
	}
	outOfRange := func() {
		c.p.Errorf("%s: line number out of range%s", gnu.Quote(strconv.FormatUint(pat.line, 10)), onRepetition(n))
		c.abort()
	}
	if c.suppress && c.at >= len(c.lines) {
		outOfRange()
		return
	}
	to := pat.line*(n+1) - 1
	if to > uint64(len(c.lines)) {
		c.writeTo(len(c.lines))
		outOfRange()
		return
	}
	if int(to) > c.at {
		c.writeTo(int(to))
	}
	if c.failed {
		return
	}
	if c.suppress {
		c.close()
		c.at = min(c.at+1, len(c.lines))
		return
	}
	if c.at >= len(c.lines) {
		c.close()
		outOfRange()
		return
	}
	c.close()
}

// byRegexp splits at an offset from the next line that matches.
func (c *csplitState) byRegexp(pat *csplitPattern, n uint64) {
	if !pat.skip {
		if c.create(); c.failed {
			return
		}
	}
	found := -1
	for i := max(c.search, c.at); i < len(c.lines); i++ {
		part := c.lines[i]
		line := c.in.buf[part.from:part.to]
		if line[len(line)-1] == '\n' {
			line = line[:len(line)-1]
		}
		ok, err := pat.re.Test(line, 0, regex.MatchOptions{Tick: func(k int) error { c.p.Tick(k >> 4); return nil }})
		if err != nil {
			c.p.Errorf("error in regular expression search")
			c.abort()
			return
		}
		if ok {
			found = i
			break
		}
	}
	if found < 0 {
		c.noMatch(pat, n)
		return
	}
	c.search = found + 1
	to := int64(found) + pat.offset
	if to < int64(c.at) || to > int64(len(c.lines)) {
		if to > int64(len(c.lines)) {
			c.writeTo(len(c.lines))
		}
		c.p.Errorf("%s: line number out of range", gnu.Quote(pat.text))
		c.abort()
		return
	}
	if c.writeTo(int(to)); c.failed {
		return
	}
	c.close()
	if pat.offset > 0 {
		c.search = int(to) + 1
	}
	if c.suppress {
		c.at = min(c.at+1, len(c.lines))
	}
}

// noMatch ends the run: well if the pattern was to be repeated as often as it goes.
func (c *csplitState) noMatch(pat *csplitPattern, n uint64) {
	if !pat.forever {
		c.p.Errorf("%s: match not found%s", gnu.Quote(pat.text), onRepetition(n))
	}
	if !pat.skip {
		c.writeTo(len(c.lines))
		c.close()
	}
	if pat.forever {
		c.at = -1
		return
	}
	c.abort()
}
