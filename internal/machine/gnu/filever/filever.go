// Package filever orders names with numbers in them the way that sort -V and ls -v do: runs of digits compare by value, "~"
// comes before everything, and what looks like a file suffix counts only when the rest is equal.
package filever

import "strings"

// Compare returns a negative number, 0 or a positive one as a comes before, with or after b.
func Compare(a, b string) int {
	if a == b {
		return 0
	}
	switch {
	case a == "":
		return -1
	case b == "":
		return 1
	}
	if c, done := dots(a, b); done {
		return c
	}
	pa, pb := stem(a), stem(b)
	onlyStems := pa == len(a) && pb == len(b)
	if c := order(a[:pa], b[:pb]); c != 0 || onlyStems {
		return c
	}
	return order(a, b)
}

// dots orders ".", ".." and the other names that begin with a dot before the rest.
func dots(a, b string) (c int, done bool) {
	if a[0] != '.' {
		if b[0] == '.' {
			return 1, true
		}
		return 0, false
	}
	if b[0] != '.' {
		return -1, true
	}
	for _, d := range []string{".", ".."} {
		switch {
		case a == d:
			return -1, true
		case b == d:
			return 1, true
		}
	}
	return 0, false
}

// stem returns how long s is without its suffix: one or more of a dot, a letter or "~", and letters, digits or "~".
func stem(s string) int {
	end := len(s)
	for i := 0; i < len(s); {
		if s[i] != '.' {
			i++
			continue
		}
		j := i
		for j+1 < len(s) && s[j] == '.' && (letter(s[j+1]) || s[j+1] == '~') {
			for j += 2; j < len(s) && (letter(s[j]) || digit(s[j]) || s[j] == '~'); j++ {
			}
		}
		if j == len(s) {
			end = i
			break
		}
		i = max(j, i+1)
	}
	return end
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// rank is the place of the character at i: the end and "~" come first, then digits, letters, and the rest.
func rank(s string, i int) int {
	switch {
	case i >= len(s):
		return -1
	case digit(s[i]):
		return 0
	case letter(s[i]):
		return int(s[i])
	case s[i] == '~':
		return -2
	}
	return int(s[i]) + 256
}

// order compares parts without digits by rank and runs of digits by value, in turn.
func order(a, b string) int {
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		for i < len(a) && !digit(a[i]) || j < len(b) && !digit(b[j]) {
			if ra, rb := rank(a, i), rank(b, j); ra != rb {
				return ra - rb
			}
			i++
			j++
		}
		na, nb := run(a, i), run(b, j)
		x, y := strings.TrimLeft(a[min(i, len(a)):na], "0"), strings.TrimLeft(b[min(j, len(b)):nb], "0")
		if len(x) != len(y) {
			return len(x) - len(y)
		}
		if c := strings.Compare(x, y); c != 0 {
			return c
		}
		i, j = na, nb
	}
	return 0
}

// run returns where the digits that begin at i end.
func run(s string, i int) int {
	i = min(i, len(s))
	for i < len(s) && digit(s[i]) {
		i++
	}
	return i
}
