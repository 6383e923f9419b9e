package machine

import "sort"

// Programs returns the names of the built-in programs, for tests.
func Programs() []string {
	var out []string
	for name := range sharedPrograms() {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}
