//go:build linux

package cmds

import (
	"math/rand"
	"strings"
	"testing"
)

func TestTest(t *testing.T) {
	var b strings.Builder
	b.WriteString("write f x\nwrite e ''\nmkdir d\nln -s f l\nln -s nope dang\nmkfifo p\nln f h\nwrite x.sh a\nchmod 755 x.sh\nwrite no n\nchmod 0 no\n" +
		"chmod 1777 d\nwrite s u\nchmod 6755 s\ntouch -d 2001-01-01 e\ntouch -d 2010-01-01 f\n")
	for _, a := range []string{"", "a", "''", "-n", "! ''", "-z", "-q x", "a b", "a b c", "a = a", "1 -eq x", "x -eq 1", "'' -eq 1", "' 1 ' -eq 1",
		"1x -eq 1", "a -a b", "a -o", "( a", "( a )", "( a b )", "( )", "! a b c", "a = b -o c", "a b c d", "a = b c", "-f", "-f a b", "-l abc -eq 3",
		"1 -eq -l a", "a -nt", "( a = a ) -a b", "a -a ( b", "-t x", "-t 0", "a == a", "a < b", "b > a", "99999999999999999999 -eq 1",
		"99999999999999999999 -gt 99999999999999999998", "-a a", "-o a", "a -a", "( -n )", "! ( a", "-e -a a", "-n -a -n", "x -foo y", "a b c d e",
		"+1 -eq 1", "-1 -lt 0", "-5 -gt -6", "007 -eq 7", "-0 -eq 0", "0x10 -eq 16", "1.5 -eq 1", "-- a", "! ! a", "! ! ! a", "--help", "--version", "f -nt e", "e -ot f",
		"f -nt nope", "nope -ot f", "f -ef h", "f -ef e", "( a ) b", "( a = b", "( a = b c", "a -a b -o c = d", "! -f f", "! -f f -o -d d", "-l a = a", "-h l -a -L dang"} {
		b.WriteString("test " + a + "\n")
		b.WriteString("[ " + a + " ]\n")
	}
	for _, f := range []string{"f", "e", "d", "l", "dang", "p", "x.sh", "no", "s", "nope", "''", "/dev/null", "/"} {
		for _, op := range "bcdefghkLprsSuwxOGz" {
			b.WriteString("test -" + string(op) + " " + f + "\n")
		}
	}
	b.WriteString("[\n[ a\n[ --help\n[ --version\n")
	rng := rand.New(rand.NewSource(2))
	words := []string{"a", "b", "''", "!", "(", ")", "-a", "-o", "=", "!=", "-f", "f", "-n", "-z", "1", "-eq", "-lt", "-l"}
	for range 400 {
		b.WriteString("test")
		for range rng.Intn(7) {
			b.WriteString(" " + words[rng.Intn(len(words))])
		}
		b.WriteString("\n")
	}
	s := strings.ReplaceAll(b.String(), "[ --help\n", "")
	runFileCases(t, []fileCase{{script: s}, {script: "true\nfalse\ntrue --version\nfalse --version\ntrue a --version\nfalse -x"}})
}
