package cmds

import "testing"

var sortFiles = map[string]string{
	"s":      "b 2\na 10\nc 1\n",
	"months": "feb 3\nJan 9\n  mar\nxyz\nDECEMBER\nju\nApr\n\njune\n",
	"human":  "1K\n2M\n10\n1G\n-1K\n0\n3k\n1.5K\n1T\n-2\nabc\n0K\n1KiB\n1Ki\n999\n1P\n5E\n7Z\n1Y\n1R\n1Q\n1.K\n.5M\n",
	"gen":    "1e3\n-inf\nnan\nabc\n0x10\n1.5\n-2e-3\ninf\n+4\n\n1e400\n1.00000000000000001\n1.00000000000000002\n0x1p4\n 12\n-nan\n1e\n",
	"vers":   "a-1.10\na-1.9\na-1.2.tar.gz\na-1.10.tar.gz\n.hid\n..\n.\na~\na\na1\na01\na001\nfoo.c\nfoo.c~\nfoo.h\nfoo-1.c\n\n1.0~rc1\n1.0\n1.0-1\nv2\nv10\nfile.tar\nfile.7z\nfile.7z.1\na.b.c1\na.b.c10\na.b.c9\nA\nb.tgz\nb-2.tgz\n",
	"fields": "x:3:b\ny:1:a\nz:2:c\nw::d\nno\n:9:\nx:3:a\n",
	"blanks": "  b 1\n a 2\n\tc 3\nd  4\n   a 1\n",
	"case":   "b\nA\na\nB\n_x\n-y\nÄ\nz-1\nz1\nZ 1\n",
	"dupk":   "1 b\n2 a\n1 a\n2 b\n3 c\n1 b\n",
	"m1":     "a\nc\ne\n",
	"m2":     "b\nc\nd\n",
	"m3":     "z\na\nm\n",
	"rnd":    "0123456789abcdef0123456789abcdef",
	"list":   "s\x00m1\x00",
	"list0":  "s\x00\x00m1\x00",
	"listd":  "-\x00",
	"short":  "abc",
	"numf":   "1.5\n1.50\n-0\n0\n-1.5\n-1.25\n.5\n0.5\n00012\n12\n1,000\n999\n 3\n\t2\n- 5\n+5\n5.\n.\n-.5\n123456789012345678901\n123456789012345678900\n",
}

const sortKindsCommands = `
sort s
sort -r s
sort -n nums
sort -rn nums
sort -g nums
sort -g gen
sort -gr gen
sort -h human
sort -hr human
sort -hu human
sort -M months
sort -Mr months
sort -Mu months
sort -V vers
sort -Vr vers
sort -Vs vers
sort -Vu vers
sort -f case
sort -fr case
sort -fu case
sort -fs case
sort -d case
sort -df case
sort -i case
sort -di case
sort -if case
sort -b blanks
sort -bn blanks
sort blanks
sort -bs blanks
sort -n numf
sort -nu numf
sort -ns numf
sort -nr numf
sort -nrs numf
sort -g numf
sort -h numf
sort -u dups
sort -ru dups
sort -s dups
sort -uf dups
sort words
sort csv
sort utf8
sort bytes
sort big
sort -n big
sort -rn big
sort -z nul
sort -zr nul
sort noeol
sort empty
sort empty noeol
seq | sort -rn
seq | sort -
seq | sort - abc
seq | sort abc -
sort <seq
sort -R --random-source=rnd seq
sort -R --random-source=rnd dups
sort -Ru --random-source=rnd dups
sort -R --random-source=rnd -f case
sort -k2R --random-source=rnd dupk
sort -R --random-source=short seq
sort -R --random-source=nope seq
sort --sort=numeric nums
sort --sort=general-numeric gen
sort --sort=human-numeric human
sort --sort=month months
sort --sort=version vers
sort --sort=random --random-source=rnd seq
sort --sort=num nums
sort --sort=x nums
`

func TestSortKinds(t *testing.T) {
	diffText(t, sortFiles, sortKindsCommands)
}

const sortKeysCommands = `
sort -k1 s
sort -k2 s
sort -k2n s
sort -k2nr s
sort -n -k2 s
sort -k2 -n -r s
sort -t: -k2 fields
sort -t: -k2n fields
sort -t: -k2,2n fields
sort -t: -k3 fields
sort -t: -k3,3 -k2,2nr fields
sort -t : -k 1,1 -k 2nr fields
sort -t: -k1,1 -s fields
sort -t: -k1,1 -u fields
sort -t: -k1.1,1.1 fields
sort -t: -k2.1 fields
sort -t: -k2,3 fields
sort -t: -k2,1 fields
sort -t: -k9 fields
sort -t, -k3n csv
sort -t, -k2,2 -k3,3nr csv
sort -k1,1 dupk
sort -k1,1 -s dupk
sort -k1,1 -u dupk
sort -k1,1n -k2,2r dupk
sort -k2 -k1r dupk
sort -k1,1r -k2 dupk
sort -k2,2 -k1,1n -s dupk
sort -k1b blanks
sort -k1,1b blanks
sort -k2b,2 blanks
sort -k2.1b blanks
sort -b -k2 blanks
sort -b -k1.2 blanks
sort -k1.2 blanks
sort -k1.3,1.4 blanks
sort -k1.3b,1.4b blanks
sort -k 2 -b blanks
sort -k1,1.2 s
sort -k1,2.0 s
sort -k1,1.0 s
sort -k1f,1 case
sort -k1fr case
sort -k1d case
sort -f -k1r case
sort -r -k1f case
sort -rk1,1 case
sort -k2M -k1 months
sort -t '\0' -k1 nul
sort -t ' ' -k2 dupk
sort -t ' ' -k2b dupk
sort -t o -k2 words
sort -k 99999999999999999999999 s
sort +1 s
sort +1 -2 s
sort +0n -1 s
sort +0.1 s
sort +1n s
sort +1 -1 s
sort +1 -1.1 s
sort +0 -1.1 s
sort +x s
sort +1x s
sort +1 -2x s
sort -t: +1 fields
sort -t: +1n -2 fields
sort -k s
sort -k x s
sort -k 0 s
sort -k 1.0 s
sort -k 1,0 s
sort -k 1x s
sort -k 1, s
sort -k 1. s
sort -k 1,2x s
sort -k 1,2. s
sort -k -1 s
sort -k 1.x s
sort -k '' s
sort -k1ng s
sort -k1n,1g s
sort -k1nd s
sort -t '' s
sort -t xx s
sort -t é s
sort -t a -t b s
sort -t a -t a s
`

func TestSortKeys(t *testing.T) {
	diffText(t, sortFiles, sortKeysCommands)
}

const sortModesCommands = `
sort -c s
sort -C s
sort -c m1
sort -cu m1
sort -cu dups
sort -c dups
sort -cr s
sort -cn seq
sort -c seq
sort -c nope
sort -c .
sort -c s s
sort -C s s
sort -c -C s
sort --check s
sort --check=quiet s
sort --check=silent s
sort --check=diagnose-first s
sort --check=x s
sort --check=q s
sort -co x s
sort -Co x s
sort -mc s
sort -ck2 s
s | sort -c
s | sort -c -
empty | sort -c
sort -m m1 m2
sort -m m1 m2 m3
sort -m m3
sort -mu m1 m2
sort -mr m1 m2
sort -mn seq seq
sort -m m1 nope
sort -m -o m1 m1 m2
sort -m -o out m1 m2
m2 | sort -m m1 -
sort -o out s
sort -o s s
sort s -o s
sort -o s -n s m1
sort --output=out s
sort -o a -o b s
sort -o a -o a s
sort -o nodir/x s
sort -o . s
sort -o out nope
sort nope
sort - nope
sort .
sort . nope
sort s nope
sort nope s 2>&1
sort '' s
sort --files0-from=nope
sort --files0-from=s x
sort --files0-from=list
sort --files0-from=list0
sort --files0-from=empty
listd | sort --files0-from=-
list | sort --files0-from=-
s | sort --files0-from=listd
sort --batch-size=1 s
sort --batch-size=x s
sort --batch-size=2 s
sort -S x s
sort -S 1Y s
sort -S 50% s
sort -S 1b s
sort -S 1M s
sort -S 1x s
sort -S '' s
sort --parallel=0 s
sort --parallel=x s
sort --parallel=4 s
sort -T /nope s
sort --compress-program=nope s
sort -y s
sort -y5 s
sort -1 s
sort -x
sort --version
sort --bogus
sort --re s
sort --rev s
sort --unique dups
sort --stable -k1,1 dupk
sort --zero-terminated nul
sort --key=2 --field-separator=: fields
sort --ignore-case --dictionary-order case
sort --ignore-leading-blanks --numeric-sort --reverse blanks
sort --human-numeric-sort human
sort --version-sort vers
sort --month-sort months
sort --general-numeric-sort gen
sort --ignore-nonprinting case
sort --random-sort --random-source=rnd seq
sort --random-source=rnd --random-source=s -R s
sort -ng s
sort -nM s
sort -nh s
sort -nR s
sort -nV s
sort -hd s
sort -dn s
sort -in s
sort -ignR s
sort -gMhn s
sort -RV --random-source=rnd s
sort -dV vers
sort -fV vers
sort -bf blanks
sort -- -dash
sort 'sp ace' abc
`

func TestSortModes(t *testing.T) {
	diffText(t, sortFiles, sortModesCommands)
}

func TestSortDebug(t *testing.T) {
	diffText(t, sortFiles, `
sort --debug s
sort --debug -k2n s
sort --debug -k2,2 s
sort --debug -n s
sort --debug -k2 -n -r s
sort --debug -k2g -u s
sort --debug -sk1,1 s
sort --debug -t ' ' -k2b s
sort --debug -rs s
sort --debug -r -k2 s
sort --debug -b -k1.2 s
sort --debug -M months
sort --debug -h human
sort --debug -g gen
sort --debug -n numf
sort --debug -k1,1V s
sort --debug -k3 s
sort --debug -t: -k1n s
sort --debug -k2 blanks
sort --debug -k1,1 utf8
sort --debug +1 -2 s
sort --debug +1 s
sort --debug -k 2,1 s
sort --debug -n -t, s
sort --debug -n -t. s
sort --debug -f -d s
sort --debug -k1,1n -k2 s
sort --debug -k2,3n s
sort --debug -r -k1,1 -s s
sort --debug -f -k1,1n s
sort --debug -nr -k2,2 s
sort --debug -b -k2,2b s
sort --debug -k1 s
sort --debug -k1.2,1.3 s
sort --debug -k1b s
sort --debug -o x s
sort --debug -c s
`)
}
