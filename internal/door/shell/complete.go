package shell

import (
	"context"
	"sort"
	"strings"

	"github.com/orrery-world/orrery"
)

// completing asks a copy of the episode what a word could become; the episode itself never sees it.
func (s *shell) completing(ctx context.Context, line string, pos int) (newLine string, newPos int, ok bool) {
	w := wordAt(line, pos)
	if strings.HasPrefix(line, ":") && w.start == 0 {
		return "", 0, false
	}
	names := s.candidates(ctx, w)
	if len(names) == 0 {
		return "", 0, false
	}
	common := names[0]
	for _, n := range names[1:] {
		common = commonPrefix(common, n)
	}
	if len(names) > 1 && common == w.text {
		s.list(names)
		return "", 0, false
	}
	put := w.quoted(common, len(names) == 1)
	return line[:w.start] + put + line[pos:], w.start + len(put), true
}

// word is the part of a line before the cursor that is to be completed.
type word struct {
	start int    // where it begins in the line
	text  string // without its quotes
	quote string // the quote it begins with, if any
	first bool   // in the place of a command
}

// wordAt finds the word that ends at pos. Quotes inside a word are not looked through.
func wordAt(line string, pos int) word {
	w := word{first: true}
	var text strings.Builder
	end := func(i int, command bool) {
		w.start, w.quote, w.first = i, "", command
		text.Reset()
	}
	for i := 0; i < pos; i++ {
		c := line[i]
		switch {
		case c == '\\' && w.quote != "'" && i+1 < pos:
			i++
			text.WriteByte(line[i])
		case w.quote != "" && line[i:i+1] == w.quote:
			w.quote = ""
		case w.quote == "" && (c == '"' || c == '\'') && text.Len() == 0:
			w.quote = line[i : i+1]
		case w.quote != "":
			text.WriteByte(c)
		case c == ' ' || c == '\t':
			end(i+1, w.first && strings.TrimSpace(line[w.start:i]) == "")
		case strings.IndexByte("<>=", c) >= 0:
			end(i+1, false)
		case strings.IndexByte(";|&(", c) >= 0:
			end(i+1, true)
		default:
			text.WriteByte(c)
		}
	}
	w.text = text.String()
	return w
}

// quoted writes a completed name as the line needs it; whole says that nothing more can follow.
func (w word) quoted(name string, whole bool) string {
	end := ""
	if whole && !strings.HasSuffix(name, "/") {
		end = w.quote + " "
	}
	if w.quote != "" {
		return w.quote + name + end
	}
	var b strings.Builder
	for i := range len(name) {
		if strings.IndexByte(" \t\\'\"`$&|;<>()*?[]{}!#", name[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(name[i])
	}
	return b.String() + end
}

// The questions to the machine: $1 is the start of a word. Names come one a line, directories with a slash.
const (
	askFiles    = `compgen -f -- "$1" | while IFS= read -r n; do if [ -d "$n" ]; then n=$n/; fi; printf '%s\n' "$n"; done`
	askCommands = `compgen -b -- "$1"; compgen -a -- "$1"; compgen -A function -- "$1"
IFS=:; for d in $PATH; do compgen -f -- "$d/$1" | while IFS= read -r n; do printf '%s\n' "${n##*/}"; done; done`
)

// candidates returns what a word could become, in order.
func (s *shell) candidates(ctx context.Context, w word) []string {
	ask, text, tilde := askFiles, w.text, false
	if w.first && !strings.Contains(text, "/") {
		if text == "" {
			return nil
		}
		ask = askCommands
	}
	quoted := singleQuoted(text)
	if rest, ok := strings.CutPrefix(text, "~/"); ok && w.quote == "" {
		quoted, tilde = `"$HOME"/`+singleQuoted(rest), true
	}
	e, err := orrery.Fork(ctx, s.e)
	if err != nil {
		return nil
	}
	// A copy cannot fail to close in a way that anyone could mend.
	defer func() { _ = orrery.Close(e) }()
	o, err := e.Step(ctx, orrery.Action{Text: "(set +xv; printf '%s\\n' \"$HOME\"; set -- " + quoted + "; " + ask + ")"})
	if err != nil {
		return nil
	}
	r, _ := o.Terminal()
	home, list, _ := strings.Cut(string(r.Stdout), "\n")
	seen := map[string]bool{}
	var names []string
	for _, n := range strings.Split(strings.TrimSuffix(list, "\n"), "\n") {
		if n == "" || seen[n] || hidden(n, text) {
			continue
		}
		seen[n] = true
		if tilde {
			n = "~" + strings.TrimPrefix(n, home)
		}
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// hidden reports whether a name begins with a dot that nobody typed.
func hidden(name, typed string) bool {
	base := func(s string) string {
		return s[strings.LastIndexByte(strings.TrimSuffix(s, "/"), '/')+1:]
	}
	return strings.HasPrefix(base(name), ".") && (strings.HasSuffix(typed, "/") || !strings.HasPrefix(base(typed), "."))
}

func singleQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func commonPrefix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// mostNames is how many candidates are shown.
const mostNames = 100

func (s *shell) list(names []string) {
	more := ""
	if len(names) > mostNames {
		names, more = names[:mostNames], "  ..."
	}
	// The conversation ends with the next line if the terminal is gone.
	_, _ = s.o.Editor.Write([]byte(strings.Join(names, "  ") + more + "\n"))
}
