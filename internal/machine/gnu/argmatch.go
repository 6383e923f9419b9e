package gnu

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// ArgMatch finds the word val, or an abbreviation of one that is not ambiguous, among words and returns its value, the
// element of values at the same place. Words with equal values are synonyms. Ok is false when it has printed GNU's complaint about the
// argument of option (such as "--sort"); the program then ends with its usage status.
func ArgMatch(p *kern.Proc, option, val string, words []string, values []int) (v int, ok bool) {
	found, ambiguous := -1, false
	for i, w := range words {
		if w == val {
			return values[i], true
		}
		if strings.HasPrefix(w, val) {
			if found >= 0 && values[found] != values[i] {
				ambiguous = true
			}
			if found < 0 {
				found = i
			}
		}
	}
	if found >= 0 && !ambiguous {
		return values[found], true
	}
	kind := "invalid"
	if ambiguous {
		kind = "ambiguous"
	}
	var b strings.Builder
	b.WriteString(kind + " argument " + Quote(val) + " for " + Quote(option) + "\nValid arguments are:")
	for i, w := range words {
		if i > 0 && values[i] == values[i-1] {
			b.WriteString(", " + Quote(w))
		} else {
			b.WriteString("\n  - " + Quote(w))
		}
	}
	p.Errorf("%s", b.String())
	Try(p)
	return 0, false
}
