//go:build linux

package cmds

import "testing"

func TestTree(t *testing.T) {
	const setup = `
mkdir -p a/b/c d/emp st a/.hid e/f/g/h
write a/x.txt one
write a/b/y.c ''
write a/b/c/z zz
write a/.dot ''
write 'a/sp ace' x
write $'a/n\nl' ''
write a/é ''
write 'a/b"q' ''
write 'a/b\s' ''
write 'a/$x' ''
write a/s.sh $'#!/bin/sh\n'
write a/10.txt x
write a/9.tar.gz y
sparse a/big 123456
chmod 4755 a/s.sh
chmod 1777 st
ln -s b a/lb
ln -s nope a/dang
ln -s ../../e/f a/b/far
ln -s .. e/f/up
mkfifo a/p
touch -d '2001-02-03 04:05' a/b a/x.txt a/b/c/z d st a/s.sh
touch -d '2005-02-03 04:05' a/b/y.c a/.dot a 'a/sp ace' d/emp
touch -h -d '2010-10-10' a/lb a/dang a/p a/b/far a/b/c $'a/n\nl' a/é 'a/b"q' 'a/b\s' 'a/$x'
touch -d '2033-01-01' a/10.txt a/9.tar.gz a/big a/.hid
`
	cmds := ""
	for _, c := range []string{"", "a", "-a a", "-d a", "-f a", "-L 1 a", "-L 0 a", "-L", "-i a", "-F a", "-s a", "-h a", "-p a", "-ug a", "-D a", "--noreport a", "-P '*.c' a", "-I 'b|*.txt' a",
		"-I b -I big a", "--prune -P '*.c' a", "-l a", "-l e", "--dirsfirst a", "-r a", "-t a", "-tr a", "-v a", "--sort=size a", "--sort=version a", "--sort name a", "-J a/b", "-X a/b", "nope", "a d", "a/x.txt", "-Q a", "-N a", "-q a",
		"--du -s a", "--du -h a", "--du a", "-C a", "-n a", "-S a", "-A a", "--charset=ascii a", "--charset latin1 a/b", "--filelimit 2 a", "--filelimit=3 .", "-x a/b", "-o out a/b", "-z", "--zz", "--matchdirs -P b a",
		"--matchdirs -P b --prune a", "--ignore-case -P '*.C' a", "--filesfirst a", "--timefmt %Y a/b", "--timefmt=%d/%m a", "--si a", "-dfi a", "-L 2 -a --noreport a", "--metafirst -s a/b", "d/emp", "-d d/emp",
		"d/emp a/b", "nope a/b", "a/x.txt a/b", "-P zz a/b", "--prune -P zz a/b", "-apugsD a/b", "-apughDF a", "-J -apugsD a", "-J nope", "-J a/b d", "-X -ps a", "-X nope", "--du -J a/b", "-J -d a", "-Jf -i a/b", "--noreport -J a/b",
		"-J --timefmt %Y -h a/b", "-C st a", "-lF a", "-L 1 --du -h a", "-d -L 1 a", "-fi --noreport a/b", "-L x", "--sort=x", "--sort", "--filelimit", "-P", "-I", "--charset= x", "-Fi st", "--version", "-a -I '.hid|c' a",
		"-I '*.c|z' a", "-I 'b/' a", "-I 'a/b' a", "-P '*.c|*.txt' a", "-JL 1 a", "-X --noreport a/b", "-XD a/b", "-Jd d/emp", "-L1 a", "-aL 1 a", "-La 1", "-L 1 a -d", "-dL 2 a", "-- a/b", "-o", "a/lb", "-l a/lb", "a/", "-U d", "--prune .", "-s --du -d a", "-h --du --si a",
		"--du -L 2 -h a e", "-P '.*' -a a", "-P '*' a", "-I '?' a", "-CF a", "-c d", "--dirsfirst -r a", "--filesfirst -v a"} {
		cmds += "tree " + c + "\n"
	}
	cmds += "TERM=xterm tree -C a st\nTERM=xterm tree -CF a\nTERM=xterm LS_COLORS=di=31:*.c=32:ln=target tree -C a\nTERM=xterm LS_COLORS=di=31:or=5:su=7:tw=4 tree -C a st\nLS_COLORS=di=31 tree a\nTERM=vt100 TREE_COLORS=fi=9 tree -C a/b\n"
	runFileCases(t, []fileCase{{script: setup + cmds, mask: `^\[[A-Z][a-z]{2} [ 0-9]{2} \d\d:\d\d\]`},
		{script: "mkdir -p p/q\nwrite p/q/r x\nchmod 0 p/q\ntree\ntree p/q\ntree -J p\ntree -X p\ntree --du -h p\nchmod 444 p/q\ntree\ntree -J -p"}})
}
