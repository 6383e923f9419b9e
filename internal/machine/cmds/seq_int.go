package cmds

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu/format"
)

// seqWhole says whether all operands are whole numbers that are not negative, with a small step: such sequences are counted
// digit by digit, however large they are.
func seqWhole(args []string) bool {
	for i, a := range args {
		if a == "" || strings.Trim(a, "0123456789") != "" {
			return false
		}
		if len(args) == 3 && i == 1 && (len(a) > 3 || len(a) == 3 && a > "200") {
			return false
		}
	}
	return true
}

// integers prints a sequence of whole numbers.
func (s *seqState) integers(args []string, step format.Float) int {
	first, last := "1", args[len(args)-1]
	if len(args) > 1 {
		first = args[0]
	}
	by := uint64(step.Float64())
	n := newDecimal(first)
	end := newDecimal(last)
	out := s.p.Stdout
	if n.compare(end) > 0 {
		return 0
	}
	for {
		s.p.Tick(1)
		out.Write(n.digits())
		if n.add(by); n.compare(end) > 0 {
			break
		}
		if out.WriteByte(s.sep[0]); out.Err() != nil {
			return 1
		}
	}
	out.WriteByte('\n')
	return 0
}

// decimal is a whole number in ASCII digits, right-aligned in b from at on.
type decimal struct {
	b  []byte
	at int
}

func newDecimal(s string) *decimal {
	s = strings.TrimLeft(s, "0")
	if s == "" {
		s = "0"
	}
	d := &decimal{b: make([]byte, len(s)+4), at: 4}
	copy(d.b[4:], s)
	return d
}

func (d *decimal) digits() []byte { return d.b[d.at:] }

func (d *decimal) compare(e *decimal) int {
	a, b := d.digits(), e.digits()
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(string(a), string(b))
}

// add adds a number below 1000.
func (d *decimal) add(n uint64) {
	for i := len(d.b) - 1; n > 0; i-- {
		if i < 0 {
			d.b = append(make([]byte, 8), d.b...)
			d.at += 8
			i += 8
		}
		if i < d.at {
			d.at, d.b[i] = i, '0'
		}
		n += uint64(d.b[i] - '0')
		d.b[i] = '0' + byte(n%10)
		n /= 10
	}
}
