package format

import "strconv"

// AppendFloat appends v as the conversions f, F, e, E, g, G, a and A of a
// long double do.
func (s Spec) AppendFloat(dst []byte, v Float) []byte {
	if s.Verb == 'a' || s.Verb == 'A' {
		return s.appendHex(dst, v, 60)
	}
	return s.appendDecimal(dst, v)
}

// AppendFloat64 appends v as the conversions of a double do. It differs from
// AppendFloat for a and A alone, which show the layout of the type.
func (s Spec) AppendFloat64(dst []byte, v float64) []byte {
	f := FromFloat64(v)
	if s.Verb != 'a' && s.Verb != 'A' {
		return s.appendDecimal(dst, f)
	}
	// A double is shown with one bit before the point; subnormal ones with
	// the exponent of the smallest normal number.
	if f.Kind == Finite && f.Mant != 0 {
		if f.Exp < -1022-63 {
			f.Mant >>= uint(-1022 - 63 - f.Exp)
			f.Exp = -1022 - 63
		}
	}
	return s.appendHex(dst, f, 63)
}

// appendSpecial appends inf and nan, which are never padded with zeros.
func (s Spec) appendSpecial(dst []byte, v Float) []byte {
	text := "inf"
	if v.Kind == NaN {
		text = "nan"
	}
	body := []byte(text)
	if s.Verb < 'a' {
		upper(body)
	}
	s.Zero = false
	return s.pad(dst, s.sign(v.Neg), 0, body)
}

func (s Spec) appendDecimal(dst []byte, v Float) []byte {
	if v.Kind != Finite {
		return s.appendSpecial(dst, v)
	}
	prec := 6
	if s.HasPrec {
		prec = s.Prec
	}
	var body []byte
	switch s.Verb {
	case 'e', 'E':
		body = s.scientific(v.scientific(prec), s.Alt)
	case 'g', 'G':
		body = s.general(v, max(prec, 1))
	default:
		body = v.fixed(prec)
		if prec == 0 && s.Alt {
			body = append(body, '.')
		}
	}
	return s.pad(dst, s.sign(v.Neg), 0, body)
}

// scientific writes d.ddde+dd; point keeps a point without digits after it.
func (s Spec) scientific(d decimal, point bool) []byte {
	out := []byte{d.digits[0]}
	if len(d.digits) > 1 || point {
		out = append(out, '.')
	}
	out = append(out, d.digits[1:]...)
	e := byte('e')
	if s.Verb < 'a' {
		e = 'E'
	}
	return appendExp(append(out, e), d.exp, 2)
}

// appendExp appends a signed exponent of at least width digits.
func appendExp(out []byte, exp, width int) []byte {
	sign := byte('+')
	if exp < 0 {
		sign, exp = '-', -exp
	}
	out = append(out, sign)
	digits := strconv.Itoa(exp)
	out = repeat(out, '0', width-len(digits))
	return append(out, digits...)
}

// general writes g: prec significant digits in the shorter form, without
// trailing zeros unless Alt is set.
func (s Spec) general(v Float, prec int) []byte {
	d := v.scientific(prec - 1)
	if !s.Alt {
		n := len(d.digits)
		for n > 1 && d.digits[n-1] == '0' {
			n--
		}
		d.digits = d.digits[:n]
	}
	if s.Alt && d.exp == prec && v.below10(prec) {
		// Where rounding carries the number over the limit of the fixed
		// form, glibc forgets the zeros.
		d.digits = d.digits[:1]
	}
	if d.exp < -4 || d.exp >= prec {
		return s.scientific(d, s.Alt)
	}
	var out []byte
	if d.exp < 0 {
		out = append(out, "0."...)
		out = repeat(out, '0', -d.exp-1)
		return append(out, d.digits...)
	}
	whole := d.exp + 1
	n := min(whole, len(d.digits))
	out = append(out, d.digits[:n]...)
	out = repeat(out, '0', whole-n)
	if n < len(d.digits) || s.Alt {
		out = append(out, '.')
	}
	return append(out, d.digits[n:]...)
}

// appendHex appends a and A. The digit before the point holds the bits of the
// mantissa from lead up.
func (s Spec) appendHex(dst []byte, v Float, lead int) []byte {
	if v.Kind != Finite {
		return s.appendSpecial(dst, v)
	}
	first, frac, exp := v.Mant>>lead, v.Mant<<(64-lead), v.Exp+lead
	if v.Mant == 0 {
		exp = 0
	}
	digits := 16
	if s.HasPrec && s.Prec < 16 {
		digits = s.Prec
		first, frac, exp = roundHex(first, frac, exp, digits)
	}
	var hex [17]byte
	out := append(hex[:0], "0123456789abcdef"[first])
	last := 0
	for i := range digits {
		d := frac >> 60
		frac <<= 4
		out = append(out, "0123456789abcdef"[d])
		if d != 0 {
			last = i + 1
		}
	}
	if !s.HasPrec {
		digits = last
	}
	body := append([]byte(nil), out[0])
	if digits > 0 || s.Alt || s.HasPrec && s.Prec > 0 {
		body = append(body, '.')
	}
	body = append(body, out[1:1+digits]...)
	if s.HasPrec {
		body = repeat(body, '0', s.Prec-digits)
	}
	body = appendExp(append(body, 'p'), exp, 1)
	prefix := s.sign(v.Neg) + "0x"
	if s.Verb == 'A' {
		upper(body)
		prefix = s.sign(v.Neg) + "0X"
	}
	return s.pad(dst, prefix, 0, body)
}

// roundHex rounds first.frac to a number of hexadecimal digits after the
// point, ties to even. When the digit before the point overflows, the long
// double format starts again at 1.
func roundHex(first, frac uint64, exp, digits int) (uint64, uint64, int) {
	keep := uint(64 - 4*digits) // bits to drop
	var rest, half uint64
	odd := first&1 == 1
	if digits == 0 {
		rest, half, frac = frac, 1<<63, 0
	} else {
		rest, half = frac&(1<<keep-1), 1<<(keep-1)
		frac -= rest
		odd = frac>>keep&1 == 1
	}
	if rest < half || rest == half && !odd {
		return first, frac, exp
	}
	if digits == 0 {
		first++
	} else if frac += 1 << keep; frac == 0 {
		first++
	}
	if first > 15 {
		return 1, 0, exp + 4
	}
	return first, frac, exp
}
