package gnu

import (
	"sort"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// OwnText notes that what p prints now, its help or a usage text, is in Orrery's own words and not the program's: the step
// counts as unknown. Every place that prints such a text calls it.
func OwnText(p *kern.Proc) { p.K.NoteUnknown(p.Name() + " --help") }

// OwnHelp writes help in Orrery's own words: it lists the options that the machine simulates.
func (s *Spec) OwnHelp(p *kern.Proc, to *kern.Out) {
	var names []string
	for i := range s.Options {
		o := &s.Options[i]
		if o.Unsupported {
			continue
		}
		var w []string
		if o.Short != 0 {
			w = append(w, "-"+string(rune(o.Short)))
		}
		if o.Long != "" {
			w = append(w, "--"+o.Long)
		}
		names = append(names, strings.Join(w, ", "))
	}
	sort.Strings(names)
	OwnText(p)
	_, _ = to.WriteString("Usage: " + p.Name() + " [OPTION]... [ARGUMENT]...\nOptions simulated by Orrery:\n")
	for _, n := range names {
		_, _ = to.WriteString("  " + n + "\n")
	}
}
