package bcnum

import (
	"math/big"
	"strconv"
	"strings"
)

// Text returns the number as bc and dc print it in the given base, from 2 up. Bases above 16 write each digit as a decimal
// number after a blank. LeadingZero writes 0.5 for .5.
func (u Budget) Text(n Num, base int64, leadingZero bool) string {
	if n.IsZero() && n.minusZero {
		return "-0"
	}
	if n.IsZero() {
		return "0"
	}
	var b strings.Builder
	if n.Sign() < 0 {
		b.WriteByte('-')
		n = n.Neg()
	}
	u.spend(n.words(), n.words())
	if base == 10 {
		decimal(&b, n, leadingZero)
		return b.String()
	}
	whole := u.Rescale(n, 0)
	frac := u.Sub(n, whole)
	width := len(strconv.FormatInt(base-1, 10))
	digit := func(d int64, gap bool) {
		if base <= 16 {
			b.WriteByte("0123456789ABCDEF"[d])
			return
		}
		if gap {
			b.WriteByte(' ')
		}
		s := strconv.FormatInt(d, 10)
		b.WriteString(strings.Repeat("0", max(width-len(s), 0)) + s)
	}
	if !whole.IsZero() {
		for _, d := range u.digits(whole.int(), base) {
			digit(d, true)
		}
	} else if leadingZero && base <= 16 {
		b.WriteByte('0')
	}
	if n.scale > 0 {
		b.WriteByte('.')
		u.fraction(frac, base, digit)
	}
	return b.String()
}

func decimal(b *strings.Builder, n Num, leadingZero bool) {
	s := n.int().Text(10)
	if len(s) <= n.scale {
		s = strings.Repeat("0", n.scale-len(s)+1) + s
	}
	whole, frac := s[:len(s)-n.scale], s[len(s)-n.scale:]
	if whole != "0" || leadingZero {
		b.WriteString(whole)
	}
	if frac != "" {
		b.WriteString("." + frac)
	}
}

// digits returns the digits of v in a base, the highest first.
func (u Budget) digits(v *big.Int, base int64) []int64 {
	var out []int64
	b := big.NewInt(base)
	v = new(big.Int).Set(v)
	var m big.Int
	for v.Sign() > 0 {
		u.spend(len(v.Bits()), 1)
		v.QuoRem(v, b, &m)
		out = append(out, m.Int64())
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// fraction prints as many digits as make up for the decimal ones.
func (u Budget) fraction(frac Num, base int64, digit func(d int64, gap bool)) {
	b := FromInt(base)
	power := big.NewInt(1)
	limit := u.pow10(frac.scale)
	gap := false
	for power.Cmp(limit) < 0 {
		u.spend(frac.words(), 1)
		frac = u.Mul(frac, b, frac.scale)
		d, _ := u.Int64(frac)
		frac = u.Sub(frac, FromInt(d))
		digit(d, gap)
		gap = true
		power.Mul(power, b.int())
	}
}
