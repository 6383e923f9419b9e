package terminal

import (
	"errors"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
)

// Complete reports whether an interactive shell would run the text, whole lines, as it stands, rather than ask for another
// line of it. Aliases and extended patterns are not known here.
func Complete(text string) bool {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	p := parse.NewLines(func(more bool) (string, parse.Input) {
		switch {
		case len(lines) > 0:
			line := lines[0]
			lines = lines[1:]
			return line, parse.Line
		case more:
			return "", parse.Wait
		default:
			return "", parse.End
		}
	}, parse.Options{Mode: parse.Interactive})
	for {
		_, err := p.Next()
		var syntax *parse.SyntaxError
		if err != nil && !errors.As(err, &syntax) {
			return !errors.Is(err, parse.ErrWait)
		}
	}
}
