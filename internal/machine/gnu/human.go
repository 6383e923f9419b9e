package gnu

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// SizeFormat says how programs such as ls, du and df print sizes: in units of Block bytes, or with Auto in the largest unit that
// leaves a short number.
type SizeFormat struct {
	Block uint64
	Auto  bool // 1.2K, 34M
	SI    bool // units are powers of 1000
	// Suffix is written behind every number, as for --block-size=K.
	Suffix string
}

const sizeLetters = "KMGTPEZY"

// ParseBlockSize reads a block size such as "1K", "KB", "human-readable" or "si". Bad is "" or says what is wrong: "invalid",
// "suffix" or "large".
func ParseBlockSize(s string) (f SizeFormat, bad string) {
	t := strings.TrimPrefix(s, "'")
	switch {
	case t != "" && strings.HasPrefix("human-readable", t):
		return SizeFormat{Block: 1, Auto: true}, ""
	case t != "" && strings.HasPrefix("si", t):
		return SizeFormat{Block: 1, Auto: true, SI: true}, ""
	}
	v, st := xnum.Parse(t, "eEgGkKmMpPtTyYzZ0")
	switch {
	case st&xnum.BadSuffix != 0:
		return f, "suffix"
	case st == xnum.Invalid || v == 0:
		return f, "invalid"
	case st&xnum.Overflow != 0:
		return f, "large"
	}
	f.Block = v
	if t[0] < '0' || t[0] > '9' {
		f.Suffix, f.SI = blockSuffix(t)
	}
	return f, ""
}

// blockSuffix is what ls writes behind sizes in units that were named without a number.
func blockSuffix(t string) (string, bool) {
	letter := strings.ToUpper(t[:1])
	if strings.HasSuffix(t, "B") && len(t) == 2 {
		if letter == "K" {
			letter = "k"
		}
		return letter + "B", true
	}
	if len(t) == 3 {
		return letter + "iB", false
	}
	return letter, false
}

// DefaultBlockSize returns the block size that the environment asks for in the first of names, BLOCK_SIZE and BLOCKSIZE,
// or 1024.
func DefaultBlockSize(p *kern.Proc, names ...string) SizeFormat {
	for _, n := range append(names, "BLOCK_SIZE", "BLOCKSIZE") {
		if v, ok := p.Getenv(n); ok {
			f, bad := ParseBlockSize(v)
			if bad == "" {
				return f
			}
			break
		}
	}
	if _, ok := p.Getenv("POSIXLY_CORRECT"); ok {
		return SizeFormat{Block: 512}
	}
	return SizeFormat{Block: 1024}
}

// Format writes n units of from bytes, rounded up.
func (f SizeFormat) Format(n, from uint64) string {
	hi, lo := bits.Mul64(n, from)
	if hi != 0 {
		lo = 1<<64 - 1
	}
	if f.Auto {
		return autoSize(lo, f.SI)
	}
	q, r := lo/f.Block, lo%f.Block
	if r != 0 {
		q++
	}
	return strconv.FormatUint(q, 10) + f.Suffix
}

// autoSize picks the unit: below ten of it one decimal is shown.
func autoSize(n uint64, si bool) string {
	base := uint64(1024)
	if si {
		base = 1000
	}
	if n < base {
		return strconv.FormatUint(n, 10)
	}
	unit, power := base, 0
	for power+1 < 6 && n/unit >= base {
		unit *= base
		power++
	}
	for {
		q, r := n/unit, n%unit
		if q < 10 {
			tenths, rest := tenthsOf(r, unit)
			if rest {
				tenths++
			}
			if v := q*10 + tenths; v < 100 {
				return strconv.FormatUint(v/10, 10) + "." + strconv.FormatUint(v%10, 10) + sizeLetter(power, si)
			}
			return "10" + sizeLetter(power, si)
		}
		if r != 0 {
			q++
		}
		if q < base || power+1 >= 6 {
			return strconv.FormatUint(q, 10) + sizeLetter(power, si)
		}
		unit *= base
		power++
		if n < unit {
			return "1.0" + sizeLetter(power, si)
		}
	}
}

// tenthsOf returns ten times r/unit, rounded down, and whether something is left.
func tenthsOf(r, unit uint64) (uint64, bool) {
	hi, lo := bits.Mul64(r, 10)
	q, rest := bits.Div64(hi, lo, unit)
	return q, rest != 0
}

func sizeLetter(power int, si bool) string {
	if si && power == 0 {
		return "k"
	}
	return sizeLetters[power : power+1]
}
