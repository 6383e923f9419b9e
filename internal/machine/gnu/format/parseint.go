package format

import "math"

// ParseInt reads an integer like strtoimax: blanks, a sign, and the longest
// prefix of digits of the base. Base 0 takes the base from the prefixes 0x and
// 0, as C does; base 16 allows 0x. size is the number of bytes read, 0 when
// there is no number; outOfRange stands for ERANGE, with v at the nearest
// limit.
func ParseInt(s string, base int) (v int64, size int, outOfRange bool) {
	u, neg, size, over := scanInt(s, base)
	switch {
	case neg && (over || u > 1<<63):
		return math.MinInt64, size, true
	case neg:
		return int64(-u), size, false
	case over || u > math.MaxInt64:
		return math.MaxInt64, size, true
	}
	return int64(u), size, false
}

// ParseUint reads an integer like strtoumax: as ParseInt, but a minus sign
// negates the unsigned value.
func ParseUint(s string, base int) (v uint64, size int, outOfRange bool) {
	u, neg, size, over := scanInt(s, base)
	if over {
		return math.MaxUint64, size, true
	}
	if neg {
		u = -u
	}
	return u, size, false
}

// scanInt reads sign and digits; over says that they do not fit u.
func scanInt(s string, base int) (u uint64, neg bool, size int, over bool) {
	i := 0
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		neg = s[i] == '-'
		i++
	}
	if i < len(s) && s[i] == '0' {
		hex := i+2 < len(s) && s[i+1]|0x20 == 'x' && hexDigit(s[i+2]) >= 0
		switch {
		case (base == 0 || base == 16) && hex:
			base = 16
			i += 2
		case base == 0:
			base = 8
		}
	}
	if base == 0 {
		base = 10
	}
	start := i
	for ; i < len(s); i++ {
		d := anyDigit(s[i])
		if d < 0 || d >= base {
			break
		}
		if u > (math.MaxUint64-uint64(d))/uint64(base) {
			over = true
		}
		u = u*uint64(base) + uint64(d)
	}
	if i == start {
		return 0, false, 0, false
	}
	return u, neg, i, over
}

// anyDigit is the value of a digit of a base up to 36, or -1.
func anyDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'z':
		return int(c|0x20-'a') + 10
	}
	return -1
}
