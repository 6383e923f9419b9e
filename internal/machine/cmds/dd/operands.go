package dd

import (
	"math/bits"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
)

// The words that conv=, iflag= and oflag= know; those with false are not simulated.
var (
	convWords = map[string]bool{"ascii": false, "ebcdic": false, "ibm": false, "block": false, "unblock": false, "lcase": true, "ucase": true,
		"sparse": true, "swab": true, "sync": true, "excl": true, "nocreat": true, "notrunc": true, "noerror": true,
		"fdatasync": true, "fsync": true}
	inFlags = map[string]bool{"append": true, "direct": true, "directory": true, "dsync": true, "sync": true, "fullblock": true,
		"nonblock": true, "noatime": true, "nocache": true, "noctty": true, "nofollow": true, "binary": true, "text": true,
		"count_bytes": true, "skip_bytes": true}
	outFlags = map[string]bool{"append": true, "direct": true, "directory": true, "dsync": true, "sync": true, "nonblock": true, "noatime": true,
		"nocache": true, "noctty": true, "nofollow": true, "binary": true, "text": true, "seek_bytes": true}
)

// operands reads NAME=VALUE; gnu.Go means that all is well.
func (c *copier) operands(args []string) int {
	bs := int64(0)
	for _, a := range args {
		name, val, ok := strings.Cut(a, "=")
		if !ok {
			return c.unrecognized(a)
		}
		status := gnu.Go
		switch name {
		case "if":
			c.in, c.hasIn = val, true
		case "of":
			c.out, c.hasOut = val, true
		case "conv":
			status = c.words(c.conv, convWords, val, "invalid conversion", "conv")
		case "iflag":
			status = c.words(c.iflag, inFlags, val, "invalid input flag", "iflag")
		case "oflag":
			status = c.words(c.oflag, outFlags, val, "invalid output flag", "oflag")
		case "status":
			if val != "none" && val != "noxfer" && val != "progress" {
				return gnu.Usage(c.p, 1, "invalid status level: "+gnu.Quote(val))
			}
			c.status = val
		default:
			n, bytes, st, known := c.number(name, val)
			if !known {
				return c.unrecognized(a)
			}
			if status = st; status == gnu.Go {
				c.setNumber(name, n, bytes, &bs)
			}
		}
		if status != gnu.Go {
			return status
		}
	}
	return c.settle(bs)
}

func (c *copier) unrecognized(a string) int {
	return gnu.Usage(c.p, 1, "unrecognized operand "+gnu.Quote(a))
}

func (c *copier) setNumber(name string, n int64, bytes bool, bs *int64) {
	switch name {
	case "ibs":
		c.ibs = n
	case "obs":
		c.obs = n
	case "bs":
		*bs = n
	case "count":
		c.count, c.hasCount, c.countBytes = n, true, bytes
	case "skip", "iseek":
		c.skip, c.skipB = n, bytes
	case "seek", "oseek":
		c.seek, c.seekB = n, bytes
	}
}

// settle combines the operands.
func (c *copier) settle(bs int64) int {
	if bs > 0 {
		c.ibs, c.obs = bs, bs
	}
	c.together = bs > 0 && !(c.conv["lcase"] || c.conv["ucase"] || c.conv["swab"])
	c.countBytes = c.countBytes || c.iflag["count_bytes"]
	c.skipB = c.skipB || c.iflag["skip_bytes"]
	c.seekB = c.seekB || c.oflag["seek_bytes"]
	for _, pair := range [][2]string{{"lcase", "ucase"}, {"excl", "nocreat"}} {
		if c.conv[pair[0]] && c.conv[pair[1]] {
			c.fail("cannot combine %s and %s", pair[0], pair[1])
			return 1
		}
	}
	if c.iflag["direct"] && c.iflag["nocache"] || c.oflag["direct"] && c.oflag["nocache"] {
		c.fail("cannot combine direct and nocache")
		return 1
	}
	return gnu.Go
}

func (c *copier) words(set flags, known map[string]bool, val, complaint, operand string) int {
	for _, w := range strings.Split(val, ",") {
		simulated, ok := known[w]
		switch {
		case !ok:
			return gnu.Usage(c.p, 1, complaint+": "+gnu.Quote(w))
		case !simulated:
			return gnu.UnsupportedOption(c.p, operand+"="+w)
		}
		set[w] = true
	}
	return gnu.Go
}

// number reads a number with suffixes, "x" for products and, for counts, "B" for bytes.
func (c *copier) number(name, val string) (n int64, bytes bool, status int, known bool) {
	least := uint64(0)
	switch name {
	case "ibs", "obs", "bs", "cbs":
		least = 1
	case "count", "skip", "iseek", "seek", "oseek":
	default:
		return 0, false, 0, false
	}
	v, st := product(val)
	if least == 0 && st == xnum.BadSuffix && strings.HasSuffix(val, "B") {
		if v, st = product(val[:len(val)-1]); st == xnum.OK {
			bytes = true
		}
	}
	if st == xnum.OK && v < least {
		st = xnum.Invalid
	}
	if st == xnum.OK && v > 1<<62 {
		st = xnum.Overflow
	}
	if st != xnum.OK {
		text := "invalid number: " + gnu.Quote(val)
		if st&xnum.Overflow != 0 {
			text += ": Value too large for defined data type"
		}
		c.p.Errorf("%s", text)
		return 0, false, 1, true
	}
	if strings.HasPrefix(val, "0x") {
		c.p.Errorf("warning: %s is a zero multiplier; use %s if that is intended", gnu.Quote("0x"), gnu.Quote("00x"))
	}
	return int64(v), bytes, gnu.Go, true
}

func product(val string) (uint64, xnum.Status) {
	total := uint64(1)
	for _, part := range strings.Split(val, "x") {
		v, st := xnum.Parse(part, "bcEGkKMPTwYZ0")
		if st == xnum.OK && part != "" && (part[0] < '0' || part[0] > '9') {
			st = xnum.Invalid
		}
		if st != xnum.OK {
			return v, st
		}
		hi, lo := bits.Mul64(total, v)
		if hi != 0 {
			return 0, xnum.Overflow
		}
		total = lo
	}
	return total, xnum.OK
}
