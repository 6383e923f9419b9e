// Package wide knows how many columns a character takes on a terminal, as glibc's wcwidth says in the C.UTF-8 locale.
package wide

import (
	"sort"
	"unicode/utf8"

	"github.com/orrery-world/orrery/internal/machine/gnu/ctype"
)

// Width returns the columns of r: 0, 1 or 2, or -1 when r cannot be shown.
func Width(r rune) int {
	if r < 0x7f {
		if r >= ' ' {
			return 1
		}
		if r == 0 {
			return 0
		}
		return -1
	}
	if !ctype.Is(r, ctype.Print) {
		return -1
	}
	if r < 0x300 {
		if r == 0xad {
			return 1
		}
		return 1
	}
	if in(zero[:], r) {
		return 0
	}
	if in(double[:], r) {
		return 2
	}
	return 1
}

func in(table [][2]rune, r rune) bool {
	i := sort.Search(len(table), func(i int) bool { return table[i][1] >= r })
	return i < len(table) && table[i][0] <= r
}

// String returns the columns of s; what cannot be shown counts none.
func String(s string) int {
	n := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r != utf8.RuneError || size > 1 {
			n += max(Width(r), 0)
		}
		i += size
	}
	return n
}
