package bash

// timeDirective is %(FORMAT)T.
func (pf *printer) timeDirective(s string, at int, sp convSpec) (n int, ok bool) { return 0, false }
