// Package xnum reads the numbers that GNU programs take as option arguments: decimal digits with an optional suffix that
// multiplies ("10k", "3MiB", "2b").
package xnum

import "math/bits"

// Status says what was wrong with a number; OK is 0. Overflow and BadSuffix may come together.
type Status uint8

// The things that can be wrong.
const (
	OK        Status = 0
	Overflow  Status = 1 << iota // too large for 64 bits; the value is the largest
	BadSuffix                    // what follows the digits is not a suffix that is allowed
	Invalid                      // no number at all
)

// Parse reads s as an unsigned decimal number: blanks, an optional "+", digits, and one suffix out of those in suffixes
// ("" allows none). The letter '0' among the suffixes allows a second letter: "kB" and "kD" are powers of 1000, "KiB" of
// 1024. A suffix alone counts once.
func Parse(s, suffixes string) (uint64, Status) {
	i := 0
	for i < len(s) && (s[i] == ' ' || s[i] >= '\t' && s[i] <= '\r') {
		i++
	}
	if i < len(s) && s[i] == '-' {
		return 0, Invalid
	}
	if i < len(s) && s[i] == '+' {
		i++
	}
	v, n, st := digits(s[i:])
	if n == 0 {
		if i < len(s) && i == 0 && has(suffixes, s[i]) {
			v = 1
		} else {
			return 0, Invalid
		}
	}
	if i += n; i == len(s) {
		return v, st
	}
	return suffix(v, st, s[i:], suffixes)
}

func digits(s string) (v uint64, n int, st Status) {
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		hi, lo := bits.Mul64(v, 10)
		sum, carry := bits.Add64(lo, uint64(s[n]-'0'), 0)
		if hi|carry != 0 || st != OK {
			v, st = ^uint64(0), Overflow
		} else {
			v = sum
		}
		n++
	}
	return v, n, st
}

func has(set string, c byte) bool {
	for i := 0; i < len(set); i++ {
		if set[i] == c {
			return true
		}
	}
	return false
}

// suffix multiplies v by what the suffix s says.
func suffix(v uint64, st Status, s, allowed string) (uint64, Status) {
	if !has(allowed, s[0]) {
		return v, st | BadSuffix
	}
	base, used := uint64(1024), 1
	if has("EGkKMPQRTtYZgm", s[0]) && has(allowed, '0') && len(s) > 1 {
		switch {
		case s[1] == 'i' && len(s) > 2 && s[2] == 'B':
			used = 3
		case s[1] == 'B' || s[1] == 'D':
			base, used = 1000, 2
		}
	}
	power := 0
	switch s[0] {
	case 'b':
		base, power = 512, 1
	case 'c':
	case 'B':
		base, power = 1024, 1
	case 'w':
		base, power = 2, 1
	case 'k', 'K':
		power = 1
	case 'm', 'M':
		power = 2
	case 'g', 'G':
		power = 3
	case 't', 'T':
		power = 4
	case 'P':
		power = 5
	case 'E':
		power = 6
	case 'Z':
		power = 7
	case 'Y':
		power = 8
	default:
		return v, st | BadSuffix
	}
	for range power {
		hi, lo := bits.Mul64(v, base)
		if hi != 0 {
			v, st = ^uint64(0), st|Overflow
			break
		}
		v = lo
	}
	if used < len(s) {
		st |= BadSuffix
	}
	return v, st
}
