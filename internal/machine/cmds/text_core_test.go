package cmds

import "testing"

const headCommands = `
head seq
head -n 3 seq
head -n3 seq abc
head -3 seq
head -n -25 seq
head -n -0 abc
head -n 0 abc
head -n -100 seq
head -n +2 abc
head -c 5 seq
head -c -5 seq
head -c -0 seq
head -c -1000 seq
head -c 1k big
head -c 1KB big
head -c 1b big
head -c 0 abc
head -n 1k big
head -q -n1 seq abc
head -v -n1 seq
head -v -n1 <seq
seq | head -n1
seq | head -n -28
seq | head -c 4
seq | head -c -60
head -n1 - abc <seq
head -z -n 1 nul
head -z -n -1 nul
head -n 1 noeol
head -n 3 noeol
head -n -1 noeol
head -n -2 noeol
head nope
head nope abc
head abc nope noeol -n1
head . abc
head -n x abc
head -n 5x abc
head -n '' abc
head -c x abc
head -c 99999999999999999999999 abc
head -n -99999999999999999999999 abc
head -c -99999999999999999999999 abc
head -n 99999999999999999999999 abc
head -5x abc
head -5c abc
head -2q abc seq
head -2v abc
head -1z nul
head -2lc seq
head -1k big
head -n 1 -2 abc
head -n
head --lines=2 seq
head --lines 2 seq
head --li=2 seq
head --bytes=3 seq
head --quiet -n1 abc seq
head --silent -n1 abc seq
head --verbose -n1 abc
head --zero-terminated -n1 nul
head --bogus
head -x
head --version
head '' abc
head 'sp ace' nope\ nope
head -- -dash
head -n 1 empty abc
head -n1 nope 2>&1
head nope seq abc 2>&1
head -c 1Ki abc
head -c 1KiB big
head -c 1kB big
head -n ' 1' abc
head -n '-1 ' abc
head -n 0x1 abc
head -n 1e1 abc
head -n 1w abc
head -n k big
head -c +3 abc
head -qn1 abc abc
head -vqn1 abc abc
`

func TestHead(t *testing.T) {
	diffText(t, nil, headCommands)
}

const tailCommands = `
tail seq
tail -n 3 seq
tail -n3 seq abc
tail -3 seq
tail -n +28 seq
tail +28 seq
tail +28
seq | tail +28
tail +2 abc abc
tail -n +0 abc
tail -n +1 abc
tail -n +100 abc
tail -n -2 seq
tail -n 0 abc
tail -c 5 seq
tail -c +5 abc
tail -c +0 abc
tail -c +1 abc
tail -c +100 abc
tail -c -3 abc
tail -c 1k big
tail -c 1kB big
tail -n 1k big
tail -q -n1 seq abc
tail -v -n1 seq
tail -v -n1 <seq
seq | tail -n1
seq | tail -n +28
seq | tail -c 4
seq | tail -c +60
big | tail -n 3
big | tail -c 7
big | tail -n 2000
tail -n1 - abc <seq
tail -z -n 1 nul
tail -z -n +2 nul
tail -n 1 noeol
tail -n 2 noeol
tail -n +2 noeol
tail -n 1 empty
tail nope
tail nope abc
tail abc nope noeol -n1
tail . abc
tail -n x abc
tail -n +x abc
tail -n -x abc
tail -n 5x abc
tail -n '' abc
tail -c x abc
tail -c 99999999999999999999999 abc
tail -n 99999999999999999999999 abc
tail -n +99999999999999999999999 abc
tail -5x abc
tail -5c abc
tail -5l abc
tail -1b big
tail -2 abc seq
tail -2 -- abc
tail +2c abc
tail +b big
tail -n 1 -2 abc
tail -1 -2 abc
tail -n
tail --lines=2 seq
tail --lines 2 seq
tail --bytes=3 seq
tail --quiet -n1 abc seq
tail --silent -n1 abc seq
tail --verbose -n1 abc
tail --zero-terminated -n1 nul
tail --bogus
tail -r abc
tail --version
tail '' abc
tail -- -dash
tail --retry abc
tail --pid=1 abc
tail --pid=x abc
tail -s x abc
tail -s 1 -n1 abc
tail --follow=x abc
tail -F
tail -f nope
tail -f . -n1
tail -f nope . 2>&1
tail --max-unchanged-stats=x abc
tail --max-unchanged-stats=3 abc
seq | tail -n2 -f
seq | tail -f -
tail -n2 nope seq abc 2>&1
tail -n
tail -c1 -n2 abc
tail -
tail -- - <abc
`

func TestTail(t *testing.T) {
	diffText(t, nil, tailCommands)
}

const wcCommands = `
wc abc
wc abc seq words
wc -l abc
wc -l abc seq
wc -w words
wc -c abc
wc -m utf8
wc -c utf8
wc -L utf8
wc -mL utf8
wc utf8 bytes
wc -lwcmL bytes
wc -L words
wc -L bytes
wc -w utf8
wc -m bytes
wc -clw words
wc empty
wc noeol
wc <abc
wc -l <abc
abc | wc
abc | wc -l
abc | wc -lw
abc | wc - abc
wc - <abc
wc nope
wc nope abc
wc . abc
wc -l .
wc ''
wc '' abc
wc --lines --words abc
wc --max-line-length abc
wc --chars --bytes utf8
wc --files0-from=list0
wc --files0-from=list0 -l
list0 | wc --files0-from=-
list1 | wc --files0-from=-
abc | wc --files0-from=list1
wc --files0-from=empty
wc --files0-from=nope
wc --files0-from=abc x
wc $'nl\nname' abc
wc -x
wc --version
wc big
wc -l big abc
big | wc
wc nope abc 2>&1
wc /dev/null abc
wc -c /dev/null
wc long
wc -L long seq
wc -- -dash
`

func TestWc(t *testing.T) {
	diffText(t, map[string]string{"list0": "abc\x00nope\x00\x00seq\x00", "list1": "-\x00abc\x00", "nl\nname": "x\n"}, wcCommands)
}

const uniqCommands = `
uniq dups
uniq -c dups
uniq -d dups
uniq -u dups
uniq -D dups
uniq -du dups
uniq -Du dups
uniq -cd dups
uniq -cu dups
uniq -i dups
uniq -ci dups
uniq -id dups
uniq --all-repeated dups
uniq --all-repeated=prepend dups
uniq --all-repeated=separate dups
uniq --all-repeated=none dups
uniq --all-repeated=x dups
uniq --group dups
uniq --group=prepend dups
uniq --group=append dups
uniq --group=both dups
uniq --group=separate dups
uniq --group=both empty
uniq --group=x dups
uniq --group -c dups
uniq -D -c dups
uniq -f 1 f
uniq -f1 -i f
uniq -s 2 f
uniq -f 1 -s 1 f
uniq -w 1 f
uniq -w 0 f
uniq -f1 -w1 f
uniq -1 f
uniq +2 f
uniq -1 +1 f
uniq -1c f
uniq -1 -0 f
uniq -f x f
uniq -s x f
uniq -w x f
uniq -w 99999999999999999999999 f
uniq -f 99999999999999999999999 f
uniq nope
uniq .
uniq f out
uniq f out out
uniq f - 
uniq - out <f
dups | uniq
dups | uniq -c
uniq -z nul
uniq -zc nul
uniq ends
uniq -c ends
uniq f nodir/x
uniq --count --ignore-case dups
uniq --repeated dups
uniq --unique dups
uniq --skip-fields=1 --check-chars=1 f
uniq --skip-chars=2 f
uniq -x
uniq --version
uniq empty
uniq -c utf8
uniq a b c
`

func TestUniq(t *testing.T) {
	diffText(t, map[string]string{"f": "1 a\n2 a\n3 b\n4 B\n5  b\nx\n", "ends": "a\na"}, uniqCommands)
}

const cutCommands = `
cut -f1 tabs
cut -f2 tabs
cut -f1,3 tabs
cut -f2- tabs
cut -f-2 tabs
cut -f3,1 tabs
cut -f1,1-2 tabs
cut -d: -f1 f
cut -d: -f2 f
cut -d: -f2,4 f
cut -d : -f 2- f
cut -d: -f5- f
cut -d: -f1-2,4 f
cut -s -d: -f1 f
cut -s -d: -f9 f
cut -d: -f1,3 --output-delimiter=, f
cut -d: -f1- --output-delimiter='' f
cut -d: -f1- --output-delimiter=' | ' f
cut --complement -d: -f2 f
cut --complement -d: -f1 f
cut --complement -d: -f1- f
cut -b1 f
cut -b1-3 f
cut -b2- f
cut -b-2 f
cut -b1,3 f
cut -b3,1 f
cut -b1-2,2-4 f
cut -b1-2,3-4 --output-delimiter=X f
cut -b1,3-4 --output-delimiter=XY f
cut -b1-2,2-3 --output-delimiter=X f
cut --complement -b2 f
cut --complement -b2-3 --output-delimiter=X f
cut -c1-3 utf8
cut -c2 utf8
cut -b1 noeol
cut -f1 noeol
cut -d' ' -f2 words
cut -d' ' -f1 noeol
cut -d, -f2 csv
cut -d, -f2 -s csv
cut -d '' -f1 nul
cut -z -f1 nul
cut -zb1 nul
cut -d $'\n' -f1 abc
cut -d $'\n' -f2 abc
cut -d $'\n' -f2- abc
cut -d $'\n' -f1,3 abc
cut -d $'\n' -f1,3 noeol
cut -d $'\n' -f5 abc
cut -s -d $'\n' -f1 abc
cut -s -d $'\n' -f5 abc
cut -s -d $'\n' -f1 one
cut -s -d $'\n' -f2 one
cut -d $'\n' -f2 one
cut -d $'\n' -f2 a
cut -d $'\n' -f1 a
cut -s -d $'\n' -f1 a
cut -s -d $'\n' -f2 a
cut -d $'\n' -f1 empty
cut -d: -f1 f - <colon
colon | cut -d: -f1
cut -d: -f3 nope f
cut f
cut -f
cut -f 0 f
cut -f x f
cut -f 3-1 f
cut -f - f
cut -c 1 -f 1 f
cut -d xx -f1 f
cut -d é -f1 f
cut -b1 -d x f
cut -b1 -s f
cut -f1, f
cut -f ,1 f
cut -f '' f
cut -f 99999999999999999999999 f
cut -c 1-2-3 f
cut -f 1-2-3 f
cut -b 0-1 f
cut -f 0- f
cut -f 1a f
cut -f a1 f
cut -f 1-a f
cut -f -0 f
cut -f 0-0 f
cut -c x f
cut -c 3-1 f
cut -c 0 f
cut -b -
cut -b 18446744073709551615 f
cut -b 18446744073709551614 f
cut -b 18446744073709551616 f
cut -b 1-18446744073709551616 f
cut -n -b 1 f
cut -s -f1 f
cut -f '1 2' -d: f
cut -f '1	2' -d: f
cut -f '1, 2' -d: f
cut --fields=1 --delimiter=: f
cut --bytes=1 f
cut --characters=1 f
cut --only-delimited -f1 -d: f
cut .
cut -f1 .
cut -x
cut --version
cut -f1 '' f
cut -d: -f 1 -f 2 f
cut -f2,2,2 -d: f
cut -f 4-4 -d: f
`

func TestCut(t *testing.T) {
	diffText(t, map[string]string{"f": "a:b:c:d\n:x::y\nnodelim\n\n:\n", "one": "a\n", "a": "a", "tabs": "a\tb\tc\nd\te\nf\n"}, cutCommands)
}

const trCommands = `
words | tr a-z A-Z
words | tr '[:lower:]' '[:upper:]'
words | tr '[:upper:]' '[:lower:]'
words | tr -d aeiou
words | tr -d '[:space:]'
words | tr -s ' '
words | tr -s '[:space:]' '\n'
words | tr -cs '[:alnum:]' '\n'
words | tr -cd '[:alpha:]'
words | tr -cd '[:alpha:]\n'
words | tr -ds aeiou a-z
words | tr -c a-z .
words | tr -C a-z .
words | tr abc x
words | tr abc xy
words | tr -t abcdef xy
words | tr 'a-e' '[x*2]yz'
words | tr 'a-e' '[x*]'
words | tr 'a-e' 'y[x*]'
words | tr 'a-e' 'y[x*]z'
words | tr ' \t' '\n_'
words | tr '\040' '\137'
words | tr '[=e=]' E
words | tr '[a-c]' '[A-C]'
words | tr a-cx-z 1-6
words | tr '[:digit:][:lower:]' '[:digit:][:upper:]'
words | tr '[:lower:]a-c' '[:upper:]123'
words | tr 'x[:lower:]' 'y[:upper:]'
words | tr '[:lower:]' '[:lower:]'
words | tr '[:upper:]' '[:upper:]'
words | tr '[:lower:][:upper:]' '[:upper:][:lower:]'
words | tr '[:upper:][:lower:]' '[:lower:][:upper:]'
words | tr -s a-z
words | tr -s a-z A-Z
words | tr -s '[:upper:]' '[:lower:]'
words | tr -d '\n'
words | tr '\n' ' '
words | tr -d '[:punct:][:blank:]'
bytes | tr -cd '[:print:]'
bytes | tr '\000-\010' '?'
bytes | tr -d '\200-\377'
bytes | tr '\0' N
bytes | tr -d '[:cntrl:]'
bytes | tr -c '[:graph:]' _
bytes | tr '[:xdigit:]' x
utf8 | tr -d é
utf8 | tr é e
nums | tr -d '[:digit:].'
nums | tr '0-9' '9876543210'
nums | tr -d '+\-'
nums | tr -d -- -+
tr
tr a
tr a b c
tr a b c d
tr -d a b
tr -d a b c
tr -s a b c
tr -d
tr -s
tr -ds a
tr -ds a b c
tr 'b-a' x
tr '[:foo:]' x
tr '[:alpha:]' '[:digit:]'
tr a '[:digit:]'
tr '[=ab=]' x
tr '[a*x]' b
tr a '[b*x]'
tr a '[b*]'
tr '[b*]' a
tr abc '[b*][c*]'
tr a '[=b=]'
tr a ''
tr -t a ''
tr '' ''
abc | tr 'a\' b
tr '\400' x
tr '\777' a
tr '[:upper:]' 'a-z'
tr a-z '[:upper:]'
tr '[:upper:][:digit:]' '[:lower:]x'
tr -c '[:upper:]' '[:lower:]'
tr -c '[:upper:]' 'ab'
tr -c '[:upper:]' 'a'
tr -c a bc
tr -s a ''
tr 'a-' b
tr '[:upper:]a' '[:lower:]'
tr 'a[:upper:]' '[:lower:]'
tr -d '[a*2]'
tr -d '[a*]'
tr '[::]' x
tr '[==]' x
tr a '[b*08]'
tr a '[b*010]'
tr -x
tr 'a-b-c' x
abc | tr '\x' y
abc | tr '\b\a' xy
tr -- -d x
tr a -- b
tr '[.a.]' b
tr 'z-\n' x
tr '\n-z' x
abc | tr '[:*]' x
abc | tr '[:*3]' x
abc | tr 'abc' '[:*]'
abc | tr 'abc' '[=*2]x'
abc | tr '[ab' x
abc | tr 'ab]' x
abc | tr 'a[' xy
abc | tr '[a]' xyz
abc | tr 'a-a' x
abc | tr -- '--a' x
abc | tr -ds a '[b*]'
abc | tr -s 'a-c' '[x*]'
abc | tr --complement --delete a-b
abc | tr --squeeze-repeats a
abc | tr --truncate-set1 abc x
tr --version
tr --foo
abc | tr 'a\-c' xyz
abc | tr '\a-c' x
abc | tr 'a-\c' x
abc | tr '\[a' xy
abc | tr '[\:alpha:]' x
abc | tr '\1' x
abc | tr '\12' x
abc | tr '\0121' x
abc | tr '\8' x
dups | tr -s '\n'
dups | tr -sc 'a-z' '\n'
dups | tr -dc 'a-z'
`

func TestTr(t *testing.T) {
	diffText(t, nil, trCommands)
}

func TestTee(t *testing.T) {
	diffText(t, nil, `
abc | tee
abc | tee out
abc | tee out1 out2
abc | tee -a seq
abc | tee -
abc | tee nodir/x
abc | tee nodir/x out
abc | tee .
abc | tee -p .
abc | tee --output-error=exit nodir/x out
abc | tee --output-error=warn nodir/x out
abc | tee --output-error=x
abc | tee --output-error out
abc | tee -i out
abc | tee /dev/full
abc | tee /dev/full out
abc | tee --append empty
abc | tee -x
tee --version
big | tee out
bytes | tee out
tee <abc
`)
}
