package gnu

import "github.com/orrery-world/orrery/internal/machine/kern"

// Asker asks the user on standard error and reads answers from standard input, a line each.
type Asker struct{ lines *Lines }

// Yes prints prompt and reports whether the answer begins with y or Y; the end of the input is a no.
func (a *Asker) Yes(p *kern.Proc, prompt string) bool {
	p.Stderr.WriteString(prompt)
	if a.lines == nil {
		a.lines = NewLines(p, 0, '\n')
	}
	line, _, err := a.lines.Next()
	return err == nil && len(line) > 0 && (line[0] == 'y' || line[0] == 'Y')
}
