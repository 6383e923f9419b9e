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

func TestRandomMore(t *testing.T) {
	files := map[string]string{
		"r1":  randomLines(1, 40, "a", "B", "b", "10", "9", "aa", "é", "x:y", "", "a,b", "longer.", "end!"),
		"r2":  randomLines(2, 30, "a", "b", "c", "d", "1", "2"),
		"r3":  randomLines(3, 30, "1", "22", "333", "4.5", "-6", "7K", "8M"),
		"rnd": "some random bytes to draw from: 0123456789abcdefghijklmnopqrstuvwxyz, again and again and again",
	}
	diffText(t, files, randomCommands(23,
		"fold {-s|-b|-bs||} -w{1|5|13|80} {r1|words|utf8|long}",
		"fmt {-u|-s|-c|-t||} -w{5|20|40|75} {r1|words|long|utf8}",
		"expand {-i|} -t{1|3|8|2,6|4,/5|3,+4} {words|r1|bytes}",
		"unexpand {-a|--first-only|} {-t3|-t8|-t2,6|-t4,/5|} {words|r1|bytes}",
		"nl {-b a|-b t|-b p1|-b n|} {-n ln|-n rz|} {-w2|-w8|} {-s:|} {-v5|} {-i3|} {-ba -l2|} {r1|words|noeol}",
		"paste {-s|} {-d,|-d ',;'|-d '\\n'|} {r1|seq} {r2|abc|noeol} {empty|}",
		"join {-a1|-a2|-v1|-v2|} {-t:|-t,|} {-i|} {-o 1.1,2.1|-o auto|-o 0,2.2|} {-e X|} --nocheck-order r2 {r1|abc|seq}",
		"comm {-1|-2|-3|-12|} {--total|} {--nocheck-order|} {r2|seq|abc} {r1|abc|nums}",
		"od {-tx1|-to2|-tu4|-c|-a|-td2|-tf4|-tf8|-tx8} {-Ad|-An|-Ax|} {-w4|-w8|-w16|} {-j3|} {-N20|} {-v|} {bytes|r1|utf8}",
		"xxd {-p|-b|-e|-i|-u|} {-c4|-c7|-c16|} {-g1|-g2|-g8|} {-s3|-s -9|} {-l20|} {bytes|utf8|seq}",
		"hexdump {-C|-b|-c|-d|-o|-x|} {-s3|} {-n20|} {-v|} {bytes|utf8|seq|long}",
		"base64 {-w0|-w5|} {bytes|r1|noeol}",
		"numfmt --invalid=ignore {--to=si|--to=iec|--to=iec-i|} {--from=si|--from=auto|} {--round=up|--round=nearest|--round=down|} {--padding=8|--format=%.2f|--suffix=B|} <r3",
		"shuf --random-source=rnd {-n3|-r -n4|} {r2|abc|seq}",
		"split {-l3|-b20|-C15|-n4|-n l/3|-n r/3|-n l/2/3} {-d|-x|-a3|} {-e|} {r1|abc|noeol}",
		"csplit -z {-k|} {-n3|} {-s|} r2 {/a/|/1/|5|%2%} {/b/|/c/+1|9|} {/d/-1|20|}",
		"column {-t|-t -s,|-x|-c40|-t -R1|-t -o::} {r1|r2|words|csv}",
		"pr -t {-2|-3|-m|-a -3|-n|-d||} {-w30|-W25|} {-l9|} {-s,|-S:|-J|} {-o3|} {r1|seq|words}",
		"tac {-b|} {-s:|-s a|-r -s '[0-9]'|} {r1|noeol}",
		"seq {-w|} {-s,|-f %g|-f %.2f|} {1|-3|0.5|10|1e1} {1|2|0.25|-1} {5|12|-4|20.5}",
		"expr {1|12|-3|a|''} {+|-|'*'|/|%|'<'|=|'>='|'&'|:} {1|7|0|b|'a*'|'\\(.\\)'}",
		"strings {-n2|-n5|} {-td|-tx|} {bytes|utf8|r1}", "cksum {-a md5|-a bsd|-a sysv|-a sha1|} {r1|bytes}", "tr -d {a-c|0-9|'[:space:]'} <r1",
	))
}

// randomSums makes lines of arithmetic for bc, and their like for dc.
func randomSums(seed int64, n int) (bc, dc string) {
	r := rand.New(rand.NewSource(seed))
	num := func() string {
		s := strconv.Itoa(r.Intn(1000))
		switch r.Intn(3) {
		case 0:
			s += "." + strconv.Itoa(r.Intn(1000))
		case 1:
			s = "." + strconv.Itoa(r.Intn(100))
		}
		return s
	}
	var b, d strings.Builder
	fmt.Fprintf(&b, "scale=%d\nobase=%d\n", r.Intn(8), []int{10, 10, 2, 16, 20}[r.Intn(5)])
	fmt.Fprintf(&d, "%d k %d o\n", r.Intn(8), []int{10, 10, 2, 16, 20}[r.Intn(5)])
	for range n {
		op := []string{"+", "-", "*", "/", "%", "^"}[r.Intn(6)]
		x, y := num(), num()
		if op == "^" {
			y = strconv.Itoa(r.Intn(7))
		}
		neg := ""
		if r.Intn(4) == 0 {
			neg = "-"
		}
		fmt.Fprintf(&b, "%s%s %s %s\nsqrt(%s);length(%s);scale(%s)\n%s < %s\n", neg, x, op, y, x, y, x, x, y)
		fmt.Fprintf(&d, "%s%s %s%s p c\n%s v p %s Z p %s X p %s %s ~ f c\n", strings.ReplaceAll(neg, "-", "_"), x, y, op, x, y, x, x, y)
	}
	return b.String(), d.String()
}

func TestRandomSums(t *testing.T) {
	files := map[string]string{}
	var cmds strings.Builder
	for i := range max(textRounds()/8, 1) {
		b, d := randomSums(int64(i), 40)
		files[fmt.Sprintf("b%d", i)], files[fmt.Sprintf("d%d", i)] = b, d
		fmt.Fprintf(&cmds, "bc -q <b%d\ndc <d%d\n", i, i)
	}
	diffText(t, files, cmds.String())
}
