package gnu

// VersionCompare orders file names with version numbers in them as ls -v and sort -V do: below 0, 0 or above.
func VersionCompare(a, b string) int {
	if a == b {
		return 0
	}
	if r, done := dotOrder(a, b); done {
		return r
	}
	pa, pb := versionPrefix(a), versionPrefix(b)
	if r := revCompare(a[:pa], b[:pb]); r != 0 || pa == len(a) && pb == len(b) {
		return r
	}
	return revCompare(a, b)
}

// dotOrder puts the empty name, ".", ".." and hidden names first.
func dotOrder(a, b string) (r int, done bool) {
	rank := func(s string) int {
		switch {
		case s == "":
			return 0
		case s == ".":
			return 1
		case s == "..":
			return 2
		case s[0] == '.':
			return 3
		}
		return 4
	}
	x, y := rank(a), rank(b)
	return x - y, x != y
}

func isAlpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// versionPrefix returns the length of s without the suffixes such as ".tar.gz" at its end.
func versionPrefix(s string) int {
	prefix := 0
	for i := 0; i < len(s); {
		i++
		prefix = i
		for i+1 < len(s) && s[i] == '.' && (isAlpha(s[i+1]) || s[i+1] == '~') {
			for i += 2; i < len(s) && (isAlpha(s[i]) || isDigit(s[i]) || s[i] == '~'); i++ {
			}
		}
		if i == len(s) {
			break
		}
	}
	return prefix
}

// weight orders characters: "~" before the end, the end before letters, letters before the rest.
func weight(s string, i int) int {
	if i == len(s) {
		return -1
	}
	switch c := s[i]; {
	case isDigit(c):
		return 0
	case isAlpha(c):
		return int(c)
	case c == '~':
		return -2
	default:
		return int(c) + 256
	}
}

// revCompare compares runs of other characters and of digits in turn.
func revCompare(a, b string) int {
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		for i < len(a) && !isDigit(a[i]) || j < len(b) && !isDigit(b[j]) {
			x, y := weight(a, i), weight(b, j)
			if x != y {
				return x - y
			}
			i++
			j++
		}
		for i < len(a) && a[i] == '0' {
			i++
		}
		for j < len(b) && b[j] == '0' {
			j++
		}
		diff := 0
		for i < len(a) && j < len(b) && isDigit(a[i]) && isDigit(b[j]) {
			if diff == 0 {
				diff = int(a[i]) - int(b[j])
			}
			i++
			j++
		}
		switch {
		case i < len(a) && isDigit(a[i]):
			return 1
		case j < len(b) && isDigit(b[j]):
			return -1
		case diff != 0:
			return diff
		}
	}
	return 0
}
