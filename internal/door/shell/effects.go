package shell

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/orrery-world/orrery"
	"github.com/orrery-world/orrery/internal/textdiff"
)

// effects describes what the last step changed, one change a line, with what changed inside text files.
func (s *shell) effects() string {
	if s.steps == 0 {
		return "nothing has run yet\n"
	}
	if len(s.last.Effects) == 0 {
		return "the last command changed nothing\n"
	}
	var b strings.Builder
	for _, e := range s.last.Effects {
		fmt.Fprintf(&b, "%s %s", s.paint(bold, fmt.Sprintf("%-15s", e.Kind)), shown(e.Name))
		if e.Kind == orrery.CwdChanged || e.Kind == orrery.VariableChanged {
			fmt.Fprintf(&b, ": %s -> %s", value(e.Before), value(e.After))
		} else if e.Before != nil || e.After != nil {
			fmt.Fprintf(&b, " (%s)", sides(e))
		}
		b.WriteByte('\n')
		b.WriteString(s.diff(e))
	}
	return b.String()
}

// shown quotes a name that a terminal would not show as it is.
func shown(name string) string {
	for _, r := range name {
		if !strconv.IsPrint(r) || r == utf8.RuneError {
			return strconv.Quote(name)
		}
	}
	return name
}

// mostDiff is how many lines of one file's difference are shown.
const mostDiff = 40

// diff returns how a text file's contents differ, when both sides are known whole.
func (s *shell) diff(e orrery.Effect) string {
	text := func(x *orrery.Side) ([]byte, bool) {
		if x == nil {
			return nil, true
		}
		return x.Content, !x.Truncated && (x.Type == "file" || x.Type == "") && utf8.Valid(x.Content)
	}
	if e.Kind != orrery.FileModified && e.Kind != orrery.FileCreated {
		return ""
	}
	before, ok := text(e.Before)
	after, ok2 := text(e.After)
	if !ok || !ok2 || e.After == nil {
		return ""
	}
	d := textdiff.Unified(before, after, textdiff.Options{Want: "before", Got: "after", MaxLines: mostDiff})
	lines := strings.SplitAfter(d, "\n")
	if len(lines) < 3 {
		return ""
	}
	var b strings.Builder
	for _, line := range lines[2:] { // without the two names
		if line == "" || e.Before == nil && line[0] == '@' { // a new file is all new
			continue
		}
		text := strings.TrimSuffix(line, "\n")
		b.WriteString("  " + s.paint(map[byte]string{'+': green, '-': red, '@': cyan}[line[0]], text) + "\n")
	}
	return b.String()
}

// longest is how much of a value is shown, in bytes.
const longest = 60

func value(s *orrery.Side) string {
	if s == nil {
		return "unset"
	}
	if len(s.Content) <= longest {
		return fmt.Sprintf("%q", s.Content)
	}
	cut := s.Content[:longest]
	for len(cut) > 0 && !utf8.RuneStart(s.Content[len(cut)]) {
		cut = cut[:len(cut)-1]
	}
	return fmt.Sprintf("%q...", cut)
}

// sides says how a file differs.
func sides(e orrery.Effect) string {
	switch {
	case e.Before == nil:
		return fmt.Sprintf("%s, %d bytes, mode %04o", e.After.Type, e.After.Size, e.After.Mode)
	case e.After == nil:
		return fmt.Sprintf("%s, %d bytes", e.Before.Type, e.Before.Size)
	case e.Kind == orrery.FileMode:
		return fmt.Sprintf("mode %04o -> %04o", e.Before.Mode, e.After.Mode)
	case e.Kind == orrery.FileOwner:
		return fmt.Sprintf("owner %d:%d -> %d:%d", e.Before.UID, e.Before.GID, e.After.UID, e.After.GID)
	default:
		return fmt.Sprintf("%d -> %d bytes", e.Before.Size, e.After.Size)
	}
}

// The colours, as the terminal's own palette has them.
const (
	bold  = "\x1b[1m"
	dim   = "\x1b[2m"
	red   = "\x1b[31m"
	green = "\x1b[32m"
	cyan  = "\x1b[36m"
	plain = "\x1b[0m"
)

// paint colours a text, where colours are shown.
func (s *shell) paint(colour, text string) string {
	if !s.o.Color || colour == "" {
		return text
	}
	return colour + text + plain
}
