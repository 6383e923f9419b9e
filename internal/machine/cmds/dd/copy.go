package dd

import (
	"bytes"
	"io"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// chunk is how much is moved at a time, whatever the size of a record.
const chunk = 64 << 10

// copy moves records until the count is reached or the input ends.
func (c *copier) copy() {
	size := min(c.ibs, chunk)
	c.p.Hold(size)
	buf := make([]byte, size)
	left := c.count
	for !c.hasCount || left > 0 {
		want := c.ibs
		if c.hasCount && c.countBytes {
			want = min(want, left)
		}
		got, ok := c.record(buf, want)
		if got > 0 {
			if c.hasCount && c.countBytes {
				left -= got
			} else {
				left--
			}
			c.endRecord(got)
		}
		if !ok || got == 0 {
			break
		}
	}
	if len(c.odd) > 0 {
		c.write(c.odd, []tree.Run{{N: 1, L: c.oddLabel}})
	}
	if c.pending > 0 && !c.together {
		c.partO++
	}
	c.p.Hold(-size)
}

// endRecord counts a record that was read.
func (c *copier) endRecord(got int64) {
	full := got == c.ibs
	if full {
		c.fullIn++
	} else {
		c.partIn++
		if c.conv["sync"] {
			c.zeros(c.ibs - got)
			full = true
		}
	}
	if !c.together {
		return
	}
	if full {
		c.fullO++
	} else {
		c.partO++
	}
}

// record reads and writes one input record; ok is false at the end of the input and after an error.
func (c *copier) record(buf []byte, want int64) (got int64, ok bool) {
	for got < want {
		n, runs, err := c.p.ReadRuns(0, buf[:min(want-got, int64(len(buf)))])
		c.p.Tick(n >> 8)
		if n > 0 {
			got += int64(n)
			if !c.convert(buf[:n], runs) {
				return got, false
			}
		}
		if err == io.EOF {
			return got, got > 0
		}
		if err != nil {
			c.fail("error reading %s: %s", gnu.QuoteAF(c.in), kern.ErrText(err))
			return got, false
		}
		if c.pipe && !c.iflag["fullblock"] {
			break
		}
	}
	return got, true
}

// zeros writes the padding of conv=sync.
func (c *copier) zeros(n int64) {
	pad := make([]byte, min(n, chunk))
	c.p.Tick(int(min(n>>8, 1<<30)))
	for n > 0 && c.write(pad[:min(n, int64(len(pad)))], nil) {
		n -= min(n, int64(len(pad)))
	}
}

// convert applies the conversions and writes the result.
func (c *copier) convert(b []byte, runs []tree.Run) bool {
	if c.conv["ucase"] || c.conv["lcase"] {
		for i, x := range b {
			if up := c.conv["ucase"]; up && x >= 'a' && x <= 'z' || !up && x >= 'A' && x <= 'Z' {
				b[i] = x ^ 0x20
			}
		}
	}
	if c.conv["swab"] {
		b, runs = c.swap(b, runs)
	}
	return c.write(b, runs)
}

// swap exchanges the bytes of each pair; an odd one waits for the next piece.
func (c *copier) swap(b []byte, runs []tree.Run) ([]byte, []tree.Run) {
	all := bytes.Join([][]byte{c.odd, b}, nil)
	label := tree.JoinRuns(runs) | c.oddLabel
	c.odd, c.oddLabel = nil, tree.Exact
	n := len(all) &^ 1
	for i := 0; i < n; i += 2 {
		all[i], all[i+1] = all[i+1], all[i]
	}
	if n < len(all) {
		c.odd, c.oddLabel = all[n:], label
	}
	return all[:n], []tree.Run{{N: int64(n), L: label}}
}

func (c *copier) write(b []byte, runs []tree.Run) bool {
	n, err := c.p.WriteRuns(1, b, runs)
	c.bytes += int64(n)
	if !c.together {
		c.pending += int64(n)
		c.fullO += c.pending / c.obs
		c.pending %= c.obs
	}
	if err != nil {
		c.fail("error writing %s: %s", gnu.QuoteAF(c.out), kern.ErrText(err))
		return false
	}
	return true
}

// report prints the statistics. The time is made up from the amount: the machine's clock stands still while it copies.
func (c *copier) report() {
	if c.status == "none" {
		return
	}
	n := func(v int64) string { return strconv.FormatInt(v, 10) }
	s := n(c.fullIn) + "+" + n(c.partIn) + " records in\n" + n(c.fullO) + "+" + n(c.partO) + " records out\n"
	if c.status != "noxfer" {
		seconds := 6.25e-05 + float64(c.bytes)/1.6e9
		s += n(c.bytes) + " byte"
		if c.bytes != 1 {
			s += "s"
		}
		if c.bytes >= 1000 {
			s += " (" + decimal(c.bytes, true, 9.95)
			if c.bytes >= 1024 {
				s += ", " + decimal(c.bytes, false, 9.95)
			}
			s += ")"
		}
		s += " copied, " + strconv.FormatFloat(seconds, 'g', 6, 64) + " s, " + decimal(int64(float64(c.bytes)/seconds), true, 99.95) + "/s\n"
	}
	c.p.Stderr.WriteString(s)
}

// decimal writes a number of bytes in the largest unit, with one decimal below limit.
func decimal(n int64, si bool, limit float64) string {
	base, units := 1024.0, []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	if si {
		base, units = 1000, []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	}
	v, i := float64(n), 0
	for v >= base && i < len(units)-1 {
		v /= base
		i++
	}
	if i == 0 && !si {
		return strconv.FormatInt(n, 10) + " B"
	}
	if i == 0 {
		return strconv.FormatFloat(v/base, 'f', 1, 64) + " " + units[1]
	}
	if v < limit {
		return strconv.FormatFloat(v, 'f', 1, 64) + " " + units[i]
	}
	return strconv.FormatFloat(v, 'f', 0, 64) + " " + units[i]
}
