package testexpr

import "strconv"

// integer returns the decimal digits of s without leading zeros, with "-" before them if negative; of any length. With length,
// it is the length of s.
func integer(s string, length bool) (string, bool) {
	if length {
		return strconv.Itoa(len(s)), true
	}
	blank := func(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
	for s != "" && blank(s[0]) {
		s = s[1:]
	}
	for s != "" && (s[len(s)-1] == ' ' || s[len(s)-1] == '\t') {
		s = s[:len(s)-1]
	}
	sign := ""
	if s != "" && (s[0] == '-' || s[0] == '+') {
		if s[0] == '-' {
			sign = "-"
		}
		s = s[1:]
	}
	if s == "" {
		return "", false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return "", false
		}
	}
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	if s == "0" {
		sign = ""
	}
	return sign + s, true
}

// compareInt compares what integer returned.
func compareInt(a, b string) int {
	switch {
	case a == b:
		return 0
	case a[0] == '-' && b[0] != '-':
		return -1
	case a[0] != '-' && b[0] == '-':
		return 1
	}
	less := len(a) < len(b) || len(a) == len(b) && a < b
	if less != (a[0] == '-') {
		return -1
	}
	return 1
}
