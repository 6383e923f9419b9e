package grep_test

import (
	"strings"
	"testing"
)

func words(lines string) [][]string {
	var out [][]string
	for _, l := range strings.Split(strings.TrimSpace(lines), "\n") {
		out = append(out, strings.Split(strings.TrimSpace(l), " "))
	}
	return out
}

func TestOptions(t *testing.T) {
	each(t, words(`
grep abc a
grep abc a n
grep -c abc a n
grep -n abc a
grep -b abc a
grep -nb abc a
grep -H abc a
grep -h abc a noeol
grep -l abc a b n
grep -L abc a b n
grep -lv abc a
grep -Lv abc a
grep -o abc a
grep -on abc a
grep -ob abc a
grep -onb b a noeol
grep -v abc a
grep -vn abc a
grep -vc abc a
grep -i ABC a
grep -y ABC a
grep -i --no-ignore-case ABC a
grep -w abc a
grep -w ab a
grep -wo a a
grep -x abc a
grep -xv abc a
grep -q abc a
grep -q zzz a
grep -q abc nofile a
grep -q abc a nofile
grep -q zzz nofile a
grep -s abc nofile a
grep -sq abc nofile
grep -m1 abc a
grep -m1 abc a noeol
grep -m0 abc a
grep -m0 -c abc a
grep -m0 -L abc a
grep -m -1 abc a
grep -m 2 -c 1 n
grep -A1 5 n
grep -B1 5 n
grep -C1 5 n
grep -1 5 n
grep -12 15 n
grep -A0 5 n
grep -A2 -B1 1 n
grep -nA1 5 n
grep -nC1 5 n a
grep -bC1 5 n
grep -HC1 5 n
grep -A1 -m1 5 n
grep -A20 -m1 1 n
grep -C1 -m2 5 n
grep -c -A1 5 n
grep -l -A1 5 n
grep -o -A1 5 n
grep -on -C1 5 n
grep -v -A1 1 n
grep -v -C1 1 n
grep -A1 --group-separator=XX 5 n
grep -A1 --group-separator= 5 n
grep -A1 --no-group-separator 5 n
grep -1 -2 5 n
grep -A1 -C2 5 n
grep -C2 -A1 15 n
grep -A 99999999999999999999 24 n
grep -B 99999999999999999999 3 n
grep -T abc a
grep -Tn abc a
grep -Tnb abc n a
grep -TnbH 5 n
grep -TH 5 n
grep -Tc 5 n
grep -ZH abc a
grep -lZ abc a b
grep -cZ abc a b
grep -z abc a
grep -zc abc a
grep -zo abc a
grep -zv abc a
grep -zn abc b
grep -e abc -e foo a
grep -e foo -f pats a
grep -f pats a
grep -f pats2 a
grep -cf pats2 a
grep -vf pats2 a
grep -f empty a
grep -vf empty a
grep -f nofile a
grep -f - a
grep --label=foo -H def
grep -H def
grep -c def -
grep -n def - a
grep -l def
grep -L def
grep -U abc a
grep -u abc a
grep -V
grep --version
grep -X egrep a|f a
grep -X fgrep a|f a
grep -X foo x a
egrep a|f a
egrep -o b|e a
fgrep a.c a
fgrep -o abc a
fgrep -n -e abc -e foo a
fgrep nofile nofile
egrep
egrep -Q x`), "def stdin\nabc\n", false)
}

func TestErrors(t *testing.T) {
	each(t, append(words(`
grep
grep -E
grep -Q a
grep -A
grep -A x a
grep -A -1 a a
grep -A 1k a a
grep -A +1 5 n
grep -m x a
grep -m 1k a a
grep --max-count= a
grep -C 1x abc a
grep --context= a a
grep -E -F a a
grep -G -E a a
grep -P -E a a
grep --foo
grep --nul a a
grep --in a a
grep --no a a
grep --co a a
grep --binary-files=foo a a
grep --binary-files
grep -d foo a a
grep -d r a a
grep -d sk a a
grep -D foo a a
grep -D skip a a
grep --exclude-from=nofile a a
grep abc r
grep abc r a nofile
grep -s abc r a nofile
grep -d skip abc r a
grep -d read abc r
grep abc a/b
grep -r abc nofile
grep -c abc nofile a n r`), []string{"grep", "abc", ""}, []string{"grep", "-d", "", "a", "a"}), "", false)
}

func TestPatterns(t *testing.T) {
	each(t, append(words(`
grep ^abc a
grep abc$ a
grep ^$ a
grep . a
grep a.c a
grep [ad]b* a
grep -E (abc|foo)$ a
grep -E ^(a|d) a
grep -E o{2} a
grep -oE [a-z]+ a
grep -o [a-z]* a
grep -oE x* a
grep -E ^ a
grep -c $ a
grep \(a\)bc a
grep a\|f a
grep a\+ a
grep -E a|b|c -o a
grep -w foo code.c
grep -wE foo.* code.c
grep -wo fo* code.c
grep -n ^} code.c
grep -F foo( code.c
grep foo( code.c
grep -E foo\( code.c
grep -c ^[[:space:]] code.c
grep -iE éc u
grep -i École u
grep -o École -i u
grep -w нет u
grep -o . u
grep -c ... u
grep -w w u
grep \bfoo\b code.c
grep \<fool\> code.c
grep -o \w*o code.c
grep -E \s code.c
grep -Eo [0-9]{4}-[0-9]{2}-[0-9]{2} log
grep -Eo ([0-9]{1,3}\.){3}[0-9]{1,3} log
grep -E ERROR|WARN log
grep -Eo x=[0-9]+ log
grep -v INFO log
grep \[core\] log
grep -F [core] log
grep -E *a a
grep -E +a a
grep -E a|*b a
grep -E (+b) a
grep -E {1}a a
grep *a a
grep \(*a\) a
grep -E a{1 a
grep -E { a
grep -E a{,2}b a
grep -E a** a
grep -E () a
grep -E a||b a
grep -E (|a)b a
grep a\ a
grep [ a
grep [a a
grep [[:foo:]] a
grep [:alpha:] a
grep [^:alpha:] a
grep [:alpha:]x a
grep -E ( a
grep -E ) a
grep \( a
grep \) a
grep a\{1 a
grep a\{2,1\} a
grep a\{1a\} a
grep a\{x a
grep -E a{2,1} a
grep a\{99999\} a
grep -E a{32768} a
grep \1 a
grep \(a\)\2 a
grep -E (.)\1 a
grep -E (.)(.)\2\1 a
grep [b-a] a
grep [[.foo.]] a
grep [[.a.]-c] a
grep [[=a=]-z] a
grep -E \ a
grep \a a
grep \d a
grep -E \h a
grep -e abc -e ( -E a
grep -xE abc|abc.def a
grep -xE a|abc a
grep -x a.* a
grep -xF abc a
grep -xFi ABC a
grep -Fi ABC a
grep -Fio Bc a
grep -Fw abc a
grep -Fwi ABC noeol`), []string{"grep", "", "a"}, []string{"grep", "-c", "", "a", "empty"}, []string{"grep", "-v", "", "a"},
		[]string{"grep", "-o", "", "a"}, []string{"grep", "-w", "", "a", "u"}, []string{"grep", "-x", "", "a"},
		[]string{"grep", "foo\nabc", "a"}, []string{"grep", "-E", "foo\nd.f", "a"}, []string{"grep", "-F", "a\n\nb", "a"},
		[]string{"grep", "-e", "", "-e", "x", "a"}, []string{"grep", "abc def", "a"}, []string{"grep", "-o", "c d", "a"}), "", false)
}

func TestBinary(t *testing.T) {
	each(t, words(`
grep abc b
grep abc b a
grep -n abc b
grep -c abc b
grep -v abc b
grep -cv abc b
grep -o abc b
grep -a abc b
grep -I abc b
grep -Ic abc b
grep -l abc b
grep -L abc b
grep -q abc b
grep -s abc b
grep -z abc b
grep --binary-files=text abc b
grep --binary-files=binary abc b
grep --binary-files=without-match abc b a
grep -c ^x b
grep -ac ^x b
grep -A1 abc b
grep ab enc
grep -a ab enc
grep -I ab enc
grep -c ab enc
grep -m1 ab enc
grep -C1 ok enc
grep -o ab enc
grep -v ok enc
grep -n ab enc a
grep -zo ab enc`), "", false)
}

func TestRecursive(t *testing.T) {
	each(t, words(`
grep -r foo r
grep -r foo r/
grep -r foo .
grep -r foo
grep -rn foo r
grep -rl foo
grep -rL foo r
grep -rc foo r
grep -rh foo r
grep -rH foo r/a.c
grep -r foo r/a.c
grep -r foo r/a.c a
grep -r foo r/lnk
grep -R foo r
grep -Rl foo r
grep -rw foo r
grep -ri FOO r
grep -r --include=*.c foo r
grep -r --include=*.c --include=*.h foo r
grep -r --include=*.c --exclude=a* foo r
grep -r --exclude=*.c --include=*.c foo r
grep -r --exclude=*.h --include=*.c foo r
grep -r --exclude=*.c foo r
grep -r --exclude-dir=node_modules foo r
grep -r --exclude-dir=.* foo r
grep -r --exclude-dir=.* foo .
grep -r --exclude-dir=* foo
grep -r --exclude-dir=r foo r
grep -r --exclude-dir=r/ foo r
grep -r --exclude-dir=sub/ foo r
grep -r --exclude-dir=r/sub foo r
grep -r --exclude=r/a.c foo r
grep -r --exclude=./a foo .
grep --exclude=./a foo ./a
grep --exclude=a.c foo r/a.c r/sub/b.h
grep --exclude=r/* foo r/a.c a
grep --include=*.c foo r/a.c r/sub/b.h
grep --exclude-dir=r foo r
grep --exclude=- def -
grep -d recurse foo r
grep -r -s foo r nofile
grep -rq foo r
grep -r --include=[A-Z]* foo r
grep -rn -A1 foo r/sub`), "def foo\n", true)
}

func TestColor(t *testing.T) {
	for _, env := range []string{"", "GREP_COLORS=mt=01;32:fn=1:ln=2:bn=3:se=4:sl=5:cx=6", "GREP_COLORS=sl=5:cx=6:rv", "GREP_COLOR=7",
		"GREP_COLORS=ne:ms=1:mc=2", "GREP_COLORS=foo=1:mt=3", "GREP_COLORS=mt=x", "GREP_COLORS=mt="} {
		for _, args := range words(`
grep --color=always abc a
grep --color=always -n abc a
grep --color=always -nbH abc a
grep --color=always -A1 -n def a n
grep --color=always -C1 5 n
grep --color=always -v abc a
grep --color=always -v -C1 def a
grep --color=always -o b a
grep --color=always -on b a noeol
grep --color=always -o -A1 5 n
grep --color=always -E x* a
grep --color=always -E b* a
grep --color=always -l abc a
grep --color=always -lZ abc a
grep --color=always -c abc a n
grep --color=always -Z abc a n
grep --color=always -T -Hn abc a
grep --color=always -i AB a
grep --color=always -w abc a
grep --color=always ^ a
grep --color=always ab enc
grep --color=auto abc a
grep --color abc a
grep --colour=yes abc a
grep --color=never abc a`) {
			c := &caseOf{Args: args, Files: files}
			if env != "" {
				c.Env = []string{env}
			}
			compare(t, c)
		}
	}
}
