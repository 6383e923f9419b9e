package cmds

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"
)

// textRounds is how many random commands each generator makes; TEXT_ROUNDS asks for more.
func textRounds() int {
	if n, err := strconv.Atoi(os.Getenv("TEXT_ROUNDS")); err == nil {
		return n
	}
	return 40
}

// randomCommands makes commands from templates in which each {a|b|c} stands for one of its alternatives, possibly empty.
func randomCommands(seed int64, templates ...string) string {
	r := rand.New(rand.NewSource(seed))
	var b strings.Builder
	for range textRounds() {
		s := templates[r.Intn(len(templates))]
		for {
			i := strings.LastIndexByte(s, '{')
			if i < 0 {
				break
			}
			j := i + strings.IndexByte(s[i:], '}')
			alt := strings.Split(s[i+1:j], "|")
			s = s[:i] + alt[r.Intn(len(alt))] + s[j+1:]
		}
		fmt.Fprintln(&b, s)
	}
	return b.String()
}

// randomLines makes n lines of words over a small alphabet, so that ties are common.
func randomLines(seed int64, n int, words ...string) string {
	r := rand.New(rand.NewSource(seed))
	var b strings.Builder
	for range n {
		for k := r.Intn(4); k >= 0; k-- {
			b.WriteString(words[r.Intn(len(words))])
			if k > 0 {
				b.WriteString([]string{" ", "  ", "\t", ":", ","}[r.Intn(5)])
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestRandomSort(t *testing.T) {
	files := map[string]string{
		"rnd": "0123456789abcdef",
		"r1":  randomLines(1, 60, "a", "B", "b", "10", "9", "-1", "1.5", "2K", "1M", "Jan", "feb", "x-1", "_", "é", "0", "007", ""),
		"r2":  randomLines(2, 60, "v1.10", "v1.9", "v1.9~", "a.b", "a", "A", "10", "1e1", "0x1", ".5", "-.5", "+3", "~", "inf"),
		"r3":  randomLines(3, 40, "1", "2", "10", "a", "b"),
	}
	diffText(t, files, randomCommands(7,
		"sort {-u|-s||} {-r||} {-n|-g|-h|-M|-V|-f|-d|-i|-b|-fd|-R --random-source=rnd|} {r1|r2|r3}",
		"sort {-u|-s|--debug||} {-t:|-t,|-t' '||} -k{1|2|3}{.2||}{b|n|f|r|V|h|d||}{,1|,2|,3.1|,2.2||}{b|n||} {-k1,1{n|r|M|g|V|f|}|} {-r|-n|} {r1|r2|r3}",
		"sort {-c|-C} {-u||} {-n|-r|-f|-V|} {-k2|-k1,1|} {seq|r3|abc}",
		"sort -m {-u||} {-n|-r||} {-k1,1|} r3 {abc|seq|r1}",
		"sort {-z||} {-n|-r||} {-o out||} {nul|bytes|r1} {abc|}",
	))
}

func TestRandomCore(t *testing.T) {
	files := map[string]string{
		"r1": randomLines(1, 40, "a", "B", "b", "10", "9", "aa", "é", "x:y", "", "a,b"),
		"r2": randomLines(2, 40, "a", "a b", "A", "b"),
	}
	diffText(t, files, randomCommands(11,
		"head {-n|-c|-n -|-c -}{0|1|3|17|100} {-q|-v|-z|} {r1|r2|nul} {seq|}",
		"tail {-n|-c|-n +|-c +|-n -}{0|1|3|17|100} {-q|-v|-z|} {r1|r2|nul} {seq|}",
		"{r1|nul|big} | tail {-n|-c|-n +|-c +|-n -}{0|1|3|17|100} {-q|-v|-z|}",
		"{r1|nul|big} | head {-n|-c|-n -|-c -}{0|1|3|17|100} {-q|-v|-z|}",
		"wc {-l|-w|-c|-m|-L|-lw|-mL||} {r1|utf8|bytes|words} {r2|}",
		"{r1|utf8|bytes} | wc {-l|-w|-c|-m|-L|-lw|-mL||}",
		"uniq {-c|-d|-u|-D|--group|--group=both|} {-i|} {-f1|-s1|-w1|-f2|} {-z|} {r1|r2|nul}",
		"cut {-f|-b}{1|2|2-|-2|1,3|2,4-|3-3} {--complement|} {--output-delimiter=::|} {-z|} {r1|r2|csv|utf8}",
		"cut -d{:|,|a|' '} -f{1|2|2-|-2|1,3|2,4-|3-3} {--complement|} {-s|} {--output-delimiter=::|} {r1|r2|csv|colon}",
		"{r1|words|bytes} | tr {-d|-s|-cd|-cs} {a-z|'[:alnum:]'|'[:space:]'|'a-c\\n'|'[=a=]x'|'\\000-\\037'}",
		"{r1|words|bytes} | tr {-c|-s|-t|} {a-z|'[:lower:]'|'a-c\\n'|'[:upper:]'|'[:digit:]a'} {A-Z|'[:upper:]'|x|'[y*]'|'x[y*2]z'|'[:lower:]'}",
	))
}
