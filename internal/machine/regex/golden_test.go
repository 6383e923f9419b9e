package regex

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// record makes TestOracle write the answers of the real programs to the
// golden table: go test ./internal/machine/regex -run TestOracle -record
var record = flag.Bool("record", false, "write the answers of the real programs to testdata")

const goldenFile = "testdata/golden.tsv"

// realTools says how the programs are asked. PATTERN is replaced; the texts
// come as lines on standard input.
var realTools = map[string][]string{
	toolGrep:  {"grep", "-on", "-e", "PATTERN"},
	toolEgrep: {"grep", "-onE", "-e", "PATTERN"},
	toolGrepI: {"grep", "-oniE", "-e", "PATTERN"},
	toolGrepW: {"grep", "-onwE", "-e", "PATTERN"},
	toolGrepX: {"grep", "-onxE", "-e", "PATTERN"},
	toolSed:   {"sed", "s\x01PATTERN\x01<&>\x01g"},
	toolSedE:  {"sed", "-E", "s\x01PATTERN\x01<&>\x01g"},
	toolSedM:  {"sed", "-E", ":a;$!{N;ba};s\x01PATTERN\x01<&>\x01Mg"},
	toolBash: {"bash", "-c", `while IFS= read -r t; do [[ $t =~ $1 ]]; r=$?
		if ((r > 1)); then echo error; exit; fi
		((r)) && echo no && continue
		printf '(%s)' "${BASH_REMATCH[@]}"; echo; done`, "x", "PATTERN"},
	toolExpr: {"bash", "-c", `while IFS= read -r t; do expr "$t" : "$1"; done`, "x", "PATTERN"},
	toolFind: {"bash", "-c", `set -e; d=$(mktemp -d); cd "$d"; while IFS= read -r t; do : >"$t"; done
		for t in *; do find "./$t" -regex "./$1" || break; done; rm -r "$d"`, "x", "PATTERN"},
	toolMawk: {"mawk", `BEGIN { p = ENVIRON["PATTERN"] }
		{ if (match($0, p)) print RSTART, RLENGTH; else print "no" }`},
}

// versions is what --version must say for a program to be the oracle.
var versions = map[string]string{
	"grep": "(GNU grep) 3.8", "sed": "(GNU sed) 4.9", "bash": "version 5.2.15", "mawk": "1.3.4 20200120",
	"expr": "coreutils) 9.1", "find": "(GNU findutils) 4.9",
}

// ask runs the real program and returns its answer in the form of answer.
func ask(t *testing.T, c testCase) string {
	t.Helper()
	args := append([]string(nil), realTools[c.tool]...)
	for i, a := range args {
		args[i] = strings.ReplaceAll(a, "PATTERN", c.pattern)
		if c.tool == toolMawk {
			args[i] = a
		}
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "PATTERN="+c.pattern)
	cmd.Stdin = strings.NewReader(strings.Join(c.texts, "\n") + "\n")
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Fatalf("%v: %v", args, err)
		}
	}
	answer := out.String()
	for _, l := range strings.Split(errs.String(), "\n") {
		if e, ok := strings.CutPrefix(l, "grep: warning: "); ok {
			answer += "warning: " + e + "\n"
		} else if l != "" {
			return "error: " + errorText(l)
		}
	}
	return strings.TrimSuffix(answer, "\n")
}

// errorText cuts what the programs put around the text of a pattern error.
func errorText(l string) string {
	if i := strings.Index(l, "compile failed ("); i >= 0 {
		return strings.TrimSuffix(l[i+len("compile failed ("):], ")")
	}
	for _, before := range []string{"grep: ", "sed: ", "expr: "} {
		l = strings.TrimPrefix(l, before)
	}
	if strings.HasPrefix(l, "find: ") {
		return l[strings.LastIndex(l, "': ")+3:]
	}
	if i := strings.Index(l, ", char "); i >= 0 {
		_, l, _ = strings.Cut(l[i:], ": ")
	}
	return l
}

// toolOptions are the options under which the engine plays a tool.
func toolOptions(tool string) Options {
	switch tool {
	case toolGrep:
		return Options{Tool: Grep}
	case toolEgrep:
		return Options{Syntax: ERE, Tool: Grep}
	case toolGrepI:
		return Options{Syntax: ERE, Tool: Grep, ICase: true}
	case toolGrepW:
		return Options{Syntax: ERE, Tool: Grep, Word: true}
	case toolGrepX:
		return Options{Syntax: ERE, Tool: Grep, Line: true}
	case toolSed:
		return Options{Tool: Sed}
	case toolSedE:
		return Options{Syntax: ERE, Tool: Sed}
	case toolSedM:
		return Options{Syntax: ERE, Tool: Sed, Newline: true}
	case toolBash:
		return Options{Syntax: ERE}
	case toolExpr:
		return Options{}
	case toolFind:
		return Options{Syntax: Emacs, Line: true}
	}
	return Options{Syntax: AWK}
}

// answer is what the engine makes of a case, in the output format of the
// real program.
func answer(c testCase) (string, error) {
	if c.tool == toolFind {
		c.pattern = "./" + c.pattern
	}
	re, err := Compile(c.pattern, toolOptions(c.tool))
	if err != nil {
		if c.tool == toolBash {
			return "error", nil
		}
		return "error: " + err.Error(), nil
	}
	var out []string
	texts := c.texts
	if c.tool == toolFind {
		texts = slices.Sorted(slices.Values(texts))
	}
	if c.tool == toolSedM {
		texts = []string{strings.Join(texts, "\n")}
	}
	for i, text := range texts {
		var lines []string
		switch c.tool {
		case toolSed, toolSedE, toolSedM:
			lines, err = playSed(re, text)
		case toolBash:
			lines, err = playBash(re, text)
		case toolMawk:
			lines, err = playMawk(re, text)
		case toolExpr:
			lines, err = playExpr(re, text)
		case toolFind:
			lines, err = playFind(re, "./"+text)
		default:
			lines, err = playGrep(re, i+1, text)
		}
		if err != nil {
			return "", err
		}
		out = append(out, lines...)
	}
	for _, w := range re.Warnings() {
		out = append(out, "warning: "+w)
	}
	return strings.Join(out, "\n"), nil
}

// playGrep is grep -on.
func playGrep(re *Regexp, line int, text string) (out []string, err error) {
	for from := 0; from <= len(text); {
		start, end, err := re.Find([]byte(text), from, MatchOptions{})
		if start < 0 || err != nil {
			return out, err
		}
		if end > start {
			out = append(out, fmt.Sprintf("%d:%s", line, text[start:end]))
			from = end
			continue
		}
		from = next(text, start)
	}
	return out, nil
}

// next is the offset of the character after i.
func next(text string, i int) int {
	if i >= len(text) {
		return i + 1
	}
	_, n := decode(text, i, false)
	return i + n
}

// playSed is s//<&>/g: an empty match right after another one is passed over.
func playSed(re *Regexp, text string) ([]string, error) {
	var b strings.Builder
	last := -1 // end of the last match
	for from := 0; from <= len(text); {
		start, end, err := re.Find([]byte(text), from, MatchOptions{})
		if err != nil {
			return nil, err
		}
		if start < 0 {
			b.WriteString(text[from:])
			break
		}
		b.WriteString(text[from:start])
		if start != end || start != last {
			b.WriteString("<" + text[start:end] + ">")
		}
		last = end
		from = end
		if start == end {
			from = min(next(text, end), len(text)+1)
			b.WriteString(text[end:min(from, len(text))])
		}
	}
	return strings.Split(b.String(), "\n"), nil
}

func playBash(re *Regexp, text string) ([]string, error) {
	loc, err := re.Match([]byte(text), 0, MatchOptions{})
	if err != nil {
		return nil, err
	}
	if loc == nil {
		return []string{"no"}, nil
	}
	var b strings.Builder
	for i := 0; i < len(loc); i += 2 {
		b.WriteByte('(')
		if loc[i] >= 0 {
			b.WriteString(text[loc[i]:loc[i+1]])
		}
		b.WriteByte(')')
	}
	return []string{b.String()}, nil
}

func playMawk(re *Regexp, text string) ([]string, error) {
	start, end, err := re.Find([]byte(text), 0, MatchOptions{})
	if err != nil {
		return nil, err
	}
	if start < 0 {
		return []string{"no"}, nil
	}
	return []string{fmt.Sprintf("%d %d", start+1, end-start)}, nil
}

// playExpr prints the first group, or the number of characters matched at
// the start of the text.
func playExpr(re *Regexp, text string) ([]string, error) {
	loc, err := re.Match([]byte(text), 0, MatchOptions{})
	switch {
	case err != nil:
		return nil, err
	case loc == nil || loc[0] != 0:
		loc = []int{0, 0, 0, 0}[:2*min(re.NumSubexp()+1, 2)]
	}
	if len(loc) == 2 {
		return []string{strconv.Itoa(len([]rune(text[:loc[1]])))}, nil
	}
	return []string{text[max(loc[2], 0):max(loc[3], 0)]}, nil
}

func playFind(re *Regexp, name string) ([]string, error) {
	ok, err := re.Test([]byte(name), 0, MatchOptions{})
	if !ok || err != nil {
		return nil, err
	}
	return []string{name}, nil
}

// TestGolden compares the engine with the recorded answers.
func TestGolden(t *testing.T) {
	f, err := os.Open(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for sc := bufio.NewScanner(f); sc.Scan(); n++ {
		var fields []string
		for _, q := range strings.Split(sc.Text(), "\t") {
			s, err := strconv.Unquote(q)
			if err != nil {
				t.Fatalf("line %d: %v", n+1, err)
			}
			fields = append(fields, s)
		}
		c := testCase{tool: fields[0], pattern: fields[1], texts: strings.Split(fields[2], "\n")}
		got, err := answer(c)
		if err != nil {
			t.Errorf("%s %q: %v", c.tool, c.pattern, err)
		} else if got != fields[3] {
			t.Errorf("%s %q on %q:\n got  %q\n want %q", c.tool, c.pattern, c.texts, got, fields[3])
		}
	}
	if want := len(allCases()); n != want {
		t.Errorf("the table has %d cases, want %d: record it again", n, want)
	}
}

// TestOracle compares the engine with the real programs.
func TestOracle(t *testing.T) {
	if testing.Short() {
		t.Skip("starts two thousand programs")
	}
	for name, want := range versions {
		flag := "--version"
		if name == "mawk" {
			flag = "-Wversion"
		}
		out, err := exec.Command(name, flag).CombinedOutput()
		if err == nil && strings.Contains(string(out), want) {
			continue
		}
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s %s is missing", name, want)
		}
		t.Skipf("ORACLE MISSING: %s %s; only the recorded table was tested", name, want)
	}
	var table strings.Builder
	for _, c := range allCases() {
		want := ask(t, c)
		fmt.Fprintf(&table, "%q\t%q\t%q\t%q\n", c.tool, c.pattern, strings.Join(c.texts, "\n"), want)
		got, err := answer(c)
		if err != nil {
			t.Errorf("%s %q: %v", c.tool, c.pattern, err)
		} else if got != want {
			t.Errorf("%s %q on %q:\n got  %q\n want %q", c.tool, c.pattern, c.texts, got, want)
		}
	}
	if *record {
		if err := os.WriteFile(goldenFile, []byte(table.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
