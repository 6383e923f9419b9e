package bash

import "github.com/orrery-world/orrery/internal/machine/gnu/format"

// timeDirective is %(FORMAT)T.
func (pf *printer) timeDirective(s string, d format.Directive) (n int, ok bool) { return 0, false }
