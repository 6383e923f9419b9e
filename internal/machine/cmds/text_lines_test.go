package cmds

import (
	"strings"
	"testing"
)

const pasteCommCommands = `
paste a b
paste a b one
paste -s a
paste -s a b
paste -d, a b one
paste -d ',;' a b one
paste -d '\n' a b
paste -d '\t\0,' a b one one
paste -d '' a b
paste -d '\\' a b
paste -d '\' a b
paste -d 'a\' a b
paste -d '\x' a b
paste -d '\b\f\r\v' a b one a b
paste -s -d+ a
paste -sd+ a b
paste -s -d ',;' one
paste -s -d '\n,' one
paste - - <one
paste - - - <one
one | paste - -
paste - b - <one
paste -s - <one
paste nope a
paste a nope
paste -s nope a
paste .
paste -s . a
paste . a
paste empty a
paste -s empty a
paste noeol a
paste -s noeol
paste -z nul nul
paste -zs nul
paste -zd, nul a
paste --serial --delimiters=: a
paste -x
paste --version
paste
comm a b
comm seq abc
comm abc abc
comm -1 abc v
comm -2 abc v
comm -3 abc v
comm -12 abc v
comm -13 abc v
comm -23 abc v
comm -123 abc v
comm --total abc v
comm --total -12 abc v
comm --total --output-delimiter=, abc v
comm --output-delimiter=, abc v
comm --output-delimiter= abc v
comm --output-delimiter=a --output-delimiter=b abc v
comm --output-delimiter=a --output-delimiter=a abc v
comm u abc
comm abc u
comm u v
comm --check-order u abc
comm --check-order abc u
comm --check-order u u
comm u u
comm --nocheck-order u abc
comm - abc <v
comm v - <abc
comm abc
comm
comm a b c
comm nope abc
comm abc nope
comm . abc
comm empty abc
comm abc empty
comm noeol abc
comm -z nul nul
comm -x
comm --version
comm words utf8
`

func TestPasteComm(t *testing.T) {
	diffText(t, map[string]string{"a": "1\n2\n3\n", "b": "x\ny\n", "one": "p\nq\nr\ns\n", "u": "b\na\nc\n", "v": "a\nb\n"}, pasteCommCommands)
}

const revTacNlCommands = `
rev abc
rev words utf8
rev noeol
rev <abc
words | rev
rev nope abc
rev . abc
rev bad abc
rev -
rev -x
rev --version
rev -V
rev -h
rev empty
tac abc
tac seq abc
tac noeol
tac noeol abc
tac -b abc
tac -b noeol
tac -s : colon
tac -s :: sp
tac -b -s :: sp
tac -s :: sp2
tac -bs :: sp2
tac -s '' nul
tac -r -s '[0-9]' seq
tac -r -s '[0-9]*' seq
tac -b -r -s '[xy]:' colon
tac -r -s 'o.' words
tac -r -s '\n\n*' words
tac -r -s x abc
tac -r -s '[' abc
tac -r -s '' abc
tac -r -s 'b+' abc
tac nope abc
tac .
tac <abc
abc | tac
abc | tac -
tac - abc <noeol
tac empty
tac -x
tac --version
tac --before --separator=b abc
tac big
nl abc
nl words
nl -ba words
nl -b a -n ln words
nl -ba -nrz words
nl -bt words
nl -bn words
nl -b p^t words
nl -bp[xyz] words
nl -bp words
nl -w3 -s': ' abc
nl -s '' abc
nl -w1 seq
nl -w 100 abc
nl -v10 -i5 abc
nl -v -5 -i -3 abc
nl -n rz -v -5 abc
nl -n ln -w 2 seq
nl sec
nl -b a -h a -f a sec
nl -p -ba -ha -fa sec
nl -h t -f t sec
nl -ba -l 2 ind
nl -ba -l 3 ind
nl -bt -l 2 ind
nl -l2 -ba sec
nl -d x colon2
nl -d x: -fa colon2
nl -d '' sec
nl -d abc abc
nl -d ':' sec
nl abc noeol
nl abc - <noeol
nl noeol
nl empty
nl nope abc
nl . abc
nl -b x abc
nl -h x abc
nl -f x -b y abc
nl -b '' abc
nl -b p[ abc
nl -b 'p\(' abc
nl -i x abc
nl -i '' abc
nl -w 0 abc
nl -w -1 abc
nl -w x abc
nl -w 99999999999 abc
nl -n x abc
nl -l 0 abc
nl -l -1 abc
nl -l x abc
nl -v x abc
nl -v 9223372036854775807 abc
nl -v 9223372036854775808 abc
nl -v -9223372036854775808 -i -1 abc
nl -i -9223372036854775809 abc
nl -i 99999999999999999999 abc
nl -x
nl --version
nl --body-numbering=a --number-width=3 words
nl --number-format=ln --no-renumber sec
`

func TestRevTacNl(t *testing.T) {
	diffText(t, map[string]string{
		"sec": "\\:\\:\\:\nh\n\\:\\:\nb\n\n\n\nc\n\\:\nfoot\n\\:\\:\nb2\n", "sp": "a::b::c::", "sp2": "::a::b", "ind": "a\n\n\n\n\nb\n\nc\n",
		"colon2": "x:x:\na\nx:\nb\n", "bad": "x\na\xffb\n"}, revTacNlCommands)
}

const foldTabsCommands = `
fold -w 5 words
fold -w5 long
fold -20 long
fold -s -w 20 long
fold -s -w 7 words
fold -bs -w 7 words
fold -w 1 abc
fold -w 2 utf8
fold -b -w 3 utf8
fold -w 4 ctl
fold -bw 4 ctl
fold -sw 4 ctl
fold -w 8 tabs
fold -sw 9 tabs
fold -w 3 tabs
fold -sw 3 tabs
fold long
fold noeol -w2
fold -w 0 abc
fold -w x abc
fold -w '' abc
fold -w -1 abc
fold -w 99999999999999999999 abc
fold -w 18446744073709551615 abc
fold -3s abc
fold -b3 abc
fold -s3 words
fold -w 3 -5 long
fold nope abc
fold .
fold <long
long | fold -w 30 -s
fold -x
fold --version
fold --width=10 --spaces long
fold --bytes abc
expand tabs
expand -i tabs
expand -t 4 tabs
expand -4 tabs
expand -t 4,8 tabs
expand -4,12 tabs
expand -t 2,5,9 tabs
expand -t '2 5 9' tabs
expand -t 4,/8 tabs
expand -t 4,+8 tabs
expand -t /6 tabs
expand -t +6 tabs
expand -t 1 tabs
expand -i -t3 tabs
expand -t 3 -t 7 tabs
expand ctl
expand -t x tabs
expand -t 0 tabs
expand -t 4,2 tabs
expand -t 4,4 tabs
expand -t /0 tabs
expand -t 4/ tabs
expand -t 3/4 tabs
expand -t 4,/8,/9 tabs
expand -t /8,+4 tabs
expand -t '' tabs
expand -t , tabs
expand -t 99999999999999999999999 tabs
expand -t 5x tabs
expand -4x tabs
expand -t 4,/8,9 tabs
expand -t -4 tabs
expand -0 tabs
expand nope tabs
expand . abc
expand <tabs
tabs | expand
expand -x
expand --version
expand --initial --tabs=5 tabs
unexpand tabs
unexpand -a tabs
unexpand -t 4 tabs
unexpand -4 tabs
unexpand -a -t 4 tabs
unexpand -t 4 --first-only tabs
unexpand -t 2,5,9 tabs
unexpand -2,5,9 tabs
unexpand -t 4,/8 tabs
unexpand -t 4,+3 tabs
unexpand -t 1 tabs
unexpand -t 2 tabs
unexpand -a words
unexpand -a ctl
unexpand -t x tabs
unexpand -t 0 tabs
unexpand -t 4,2 tabs
unexpand -99999999999999999999 tabs
unexpand -4x tabs
unexpand nope tabs
unexpand .
tabs | unexpand -a
unexpand -x
unexpand --version
unexpand --all --tabs=3 tabs
`

func TestFoldTabs(t *testing.T) {
	diffText(t, map[string]string{
		"tabs": "a\tb\n\t\tc\n    d\n        e  f\tg\n  \t  x\nab  \t  cd\n          \n\t \t y\nno tabs here  at all        x\n",
		"ctl":  "abc\bdef\rghi\tjk\n\x08\x08ab\n12345678901234567890\n"}, foldTabsCommands)
}

const fmtCommands = `
fmt para
fmt -w 40 para
fmt -40 para
fmt -w 20 para
fmt -w 10 para
fmt -w 1 para
fmt -w 0 para
fmt -s para
fmt -s -w 30 para
fmt -u para
fmt -u -w 50 code
fmt -c para
fmt -c -w 30 para
fmt -t para
fmt -t -w 30 para
fmt -ct -w 30 para
fmt -g 30 para
fmt -g 30 -w 50 para
fmt -g 0 abc
fmt -p '>' mail
fmt -p '> ' mail
fmt -p '>' -w 20 mail
fmt -p '#' mail
fmt -p ' # ' mail
fmt -p '  #' mail
fmt -p '' mail
fmt code
fmt -w 12 code
fmt words
fmt long
fmt long -w 30
fmt noeol
fmt abc
fmt utf8 -w 12
fmt seq
fmt w
fmt -w 2500 w
fmt long1
fmt empty
fmt csv
fmt nul
fmt bytes
fmt abc seq
fmt - abc <noeol
para | fmt -w 33
fmt nope abc
fmt .
fmt -w x abc
fmt -w '' abc
fmt -w -1 abc
fmt -w 2501 abc
fmt -w 99999999999999999999999 abc
fmt -g 80 -w 70 abc
fmt -g 76 abc
fmt -g x abc
fmt -5x abc
fmt abc -5
fmt -c5 abc
fmt -c -5 abc
fmt -x
fmt --version
fmt --width=30 --uniform-spacing --split-only para
fmt --crown-margin para
fmt --tagged-paragraph para
fmt --prefix='>' mail
fmt --goal=20 para
`

func TestFmt(t *testing.T) {
	diffText(t, map[string]string{
		"para": "  The quick brown fox. Jumps over (the lazy) dog!  And then some more text follows, with commas, that is rather long.\n  Second line of it.\n\nNew para here\n   with a hanging indent that goes on and on and on and on for quite a while to fill\n   more than one line.\n\ttabbed line one\n\ttabbed line two is longer than the first one was and so on\n",
		"mail": "> quoted text that goes on\n> and on for a while, and then\n> stops.\n>\n> more\nreply\n>not this\n # c one\n # c two\n",
		"code": "a b. c d? e f! g h.) i j.\" k l: m n; o\np. q\n", "w": "word " + textSeq(1, 400), "long1": strings.Repeat("x", 6000) + " y z\n"}, fmtCommands)
}

const tsortFactorShufCommands = `
tsort t1
tsort t2
tsort l1
tsort l2
tsort l3
tsort l4
tsort rep
tsort odd
tsort empty
tsort .
tsort nope
tsort a b
t1 | tsort
tsort - <t2
tsort -x
tsort --version
factor 0 1 2 3 4 5 6 7 8 9 10
factor 12 13 1001 65537 1000003
factor 18446744073709551615 18446744073709551557
factor 999999999999999999999999999999999999999999999999
factor 9223372036854775807 1000000007000000049
factor x
factor 12x 7
factor 1.5
factor ''
factor ' 12'
factor +12
factor -3
factor -- -5
factor 0x10
factor 007
fac | factor
factor <seq
factor --version
factor -h
shuf --random-source=rnd seq
shuf --random-source=rnd -n 3 seq
seq | shuf --random-source=rnd
seq | shuf --random-source=rnd -n 3
seq | shuf --random-source=big -n 1
big | shuf --random-source=big -n 5
shuf --random-source=rnd -e a b c d
shuf --random-source=rnd -i 1-10
shuf --random-source=rnd -i 1-1000000 -n 4
shuf --random-source=rnd -i 5-5
shuf --random-source=rnd -n 0 seq
shuf --random-source=rnd -n 1 -i 10-20
shuf --random-source=rnd -r -n 5 -e x y z
shuf --random-source=rnd -r -n 5 seq
shuf --random-source=rnd -rn3 -i 1-6
shuf --random-source=rnd -o out abc
shuf --random-source=rnd -o abc abc
shuf --random-source=rnd -z nul
shuf --random-source=rnd -n 2 -z nul
shuf -i x
shuf -i 5-1
shuf -i 1
shuf -i 1-x
shuf -i 6-5
shuf -i 1-2 -i 1-3
shuf -n x
shuf -e -i 1-2
shuf a b
shuf -i 1-2 a
shuf nope
shuf .
empty | shuf -r
shuf -r -n 0 empty
shuf -o a -o b
shuf --random-source=nope abc
shuf --random-source=/dev/null abc
shuf --random-source=abc big
shuf -n 99999999999999999999999 -i 1-1
shuf -i 0-18446744073709551615 -n1
shuf -i 0-18446744073709551616
shuf -o nodir/x abc
shuf -e
shuf -i 1--2
shuf -n 1 -n 2 -i 1-1
shuf --random-source=a --random-source=b abc
shuf -i 1-3-4
shuf -x
shuf --version
shuf -n -1 abc
shuf -i ''
shuf empty
shuf -e --random-source=rnd a -n 1 b
`

func TestTsortFactorShuf(t *testing.T) {
	diffText(t, map[string]string{
		"t1": "d a\nc a\nb a\nb c\nz z\ny z\na x\n", "t2": "9 1\n5 1\n3 1\n10 2\n2 1\nb 2\n", "l1": "a b b a\n", "l2": "a b b c c a d e c d\n",
		"l3": "a b b c c b c d d a x y y x p q\n", "odd": "a b c\n", "rep": "a b a b a b\nb c b c", "rnd": "0123456789abcdefghijklmnopqrstuvwxyz9876543210",
		"fac": "12 x 13\n7\n\n  100 -1\n", "l4": "b c c b a b a c\nd e e f f d\n"}, tsortFactorShufCommands)
}

func TestEcho(t *testing.T) {
	diffText(t, nil, `
echo
echo a b  c
echo -n a
echo -e 'a\tb\n\x41\101\0101\\'
echo -E 'a\tb'
echo -e 'a\cb' c
echo -ne 'x\n'
echo -neE 'x\n'
echo -x -n
echo -n -x
echo -- -n
echo -
echo -e '\x' '\xg' '\0' '\08' '\8' '\e[0m' '\q' '\'
echo -e '\1234' '\00012' '\777' '\a\b\f\r\v'
echo --version
echo --version x
echo --help x
echo ''
yes --version
yes -x
`)
}
