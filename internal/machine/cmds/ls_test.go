//go:build linux

package cmds

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

const lsSetup = `
mkdir -p dir/sub/deep .hid 'a dir' priv noexec st
write a.txt one
write b.c 'two two'
write README 'a much longer content to have a size'
write 'sp ace' x
write $'n\nl' y
write é z
write 한글.txt korean
write '日本 語' jp
write 'q"uote' q
write $'it\'s' a
write x.sh $'#!/bin/sh\n'
write back~ b
write .dot d
write file10 a
write file9 bb
write v1.2.tar.gz ccc
write v1.10.tar.gz dddd
write empty ''
chmod 755 x.sh
chmod 4755 b.c
write dir/one 1
write dir/sub/two 22
write dir/sub/deep/three 333
write priv/secret s
write noexec/inside n
ln -s a.txt link
ln -s nowhere dang
ln -s dir ldir
ln -s 'sp ace' lsp
ln a.txt hard
mkfifo pipe
sparse big 123456
sparse huge 1048577
touch -h -d '2001-02-03 04:05:00.789' a.txt
touch -h -a -d '2034-01-01 11:00' a.txt
touch -h -d '2020-12-08 23:59' b.c
touch -h -a -d '2034-02-08 11:01' b.c
touch -h -d '2033-01-15' README
touch -h -a -d '2034-03-15 11:02' README
touch -h -d '2010-10-10 10:21' 'sp ace'
touch -h -a -d '2034-04-22 11:03' 'sp ace'
touch -h -d '2001-02-03 04:05:28.789' $'n\nl'
touch -h -a -d '2034-05-01 11:04' $'n\nl'
touch -h -d '2020-12-08 23:59' é
touch -h -a -d '2034-06-08 11:05' é
touch -h -d '2033-01-05' 한글.txt
touch -h -a -d '2034-07-05 11:06' 한글.txt
touch -h -d '2010-10-10 10:11' '日本 語'
touch -h -a -d '2034-08-12 11:07' '日本 語'
touch -h -d '2001-02-03 04:05:18.789' 'q"uote'
touch -h -a -d '2034-09-19 11:08' 'q"uote'
touch -h -d '2020-12-26 23:59' $'it\'s'
touch -h -a -d '2034-10-26 11:09' $'it\'s'
touch -h -d '2033-01-05' x.sh
touch -h -a -d '2034-11-05 11:10' x.sh
touch -h -d '2010-10-10 10:01' back~
touch -h -a -d '2034-12-02 11:11' back~
touch -h -d '2001-02-03 04:05:08.789' .dot
touch -h -a -d '2034-01-09 11:12' .dot
touch -h -d '2020-12-16 23:59' file10
touch -h -a -d '2034-02-16 11:13' file10
touch -h -d '2033-01-23' file9
touch -h -a -d '2034-03-23 11:14' file9
touch -h -d '2010-10-10 10:29' v1.2.tar.gz
touch -h -a -d '2034-04-02 11:15' v1.2.tar.gz
touch -h -d '2001-02-03 04:05:36.789' v1.10.tar.gz
touch -h -a -d '2034-05-09 11:16' v1.10.tar.gz
touch -h -d '2020-12-06 23:59' empty
touch -h -a -d '2034-06-06 11:17' empty
touch -h -d '2033-01-13' dir/one
touch -h -a -d '2034-07-13 11:18' dir/one
touch -h -d '2010-10-10 10:19' dir/sub/two
touch -h -a -d '2034-08-20 11:19' dir/sub/two
touch -h -d '2001-02-03 04:05:26.789' dir/sub/deep/three
touch -h -a -d '2034-09-27 11:20' dir/sub/deep/three
touch -h -d '2020-12-06 23:59' priv/secret
touch -h -a -d '2034-10-06 11:21' priv/secret
touch -h -d '2033-01-03' noexec/inside
touch -h -a -d '2034-11-03 11:22' noexec/inside
touch -h -d '2010-10-10 10:09' link
touch -h -a -d '2034-12-10 11:23' link
touch -h -d '2001-02-03 04:05:16.789' dang
touch -h -a -d '2034-01-17 11:24' dang
touch -h -d '2020-12-24 23:59' ldir
touch -h -a -d '2034-02-24 11:25' ldir
touch -h -d '2033-01-03' lsp
touch -h -a -d '2034-03-03 11:26' lsp
touch -h -d '2010-10-10 10:37' pipe
touch -h -a -d '2034-04-10 11:27' pipe
touch -h -d '2001-02-03 04:05:06.789' big
touch -h -a -d '2034-05-07 11:28' big
touch -h -d '2020-12-14 23:59' huge
touch -h -a -d '2034-06-14 11:29' huge
touch -h -d '2033-01-21' dir/sub/deep
touch -h -a -d '2034-07-21 11:30' dir/sub/deep
touch -h -d '2010-10-10 10:27' dir/sub
touch -h -a -d '2034-08-28 11:31' dir/sub
touch -h -d '2001-02-03 04:05:34.789' dir
touch -h -a -d '2034-09-07 11:32' dir
touch -h -d '2020-12-04 23:59' .hid
touch -h -a -d '2034-10-04 11:33' .hid
touch -h -d '2033-01-11' 'a dir'
touch -h -a -d '2034-11-11 11:34' 'a dir'
touch -h -d '2010-10-10 10:17' priv
touch -h -a -d '2034-12-18 11:35' priv
touch -h -d '2001-02-03 04:05:24.789' noexec
touch -h -a -d '2034-01-25 11:36' noexec
touch -h -d '2020-12-04 23:59' st
touch -h -a -d '2034-02-04 11:37' st
chmod 1777 st
chmod 2755 .hid
chmod 311 priv
chmod 444 noexec
`

func TestLs(t *testing.T) {
	var cmds strings.Builder
	for _, s := range []string{"", "-a", "-A", "-l", "-la", "-lA", "-1", "-C", "-x", "-m", "-d", "-ld", "-R dir", "-lR dir", "-aR dir",
		"-F", "-p", "--file-type", "-lF", "-lp", "-CF", "-r", "-t", "-tr", "-S", "-Sr", "-X", "-v", "-rv", "--sort=width", "-s", "-sC", "-sk", "-ls",
		"-h -l", "-lh", "--si -l", "-lsh", "-n", "-g", "-o", "-G -l", "-gG", "-go", "-lu", "-lc", "-ltu", "-u", "-c --sort=name", "-L", "-lL", "-lH link ldir dang",
		"-H ldir", "ldir", "-l ldir", "-F ldir", "-d ldir dir", "-l link", "-L dang", "-H dang", "dang", "-b", "-q", "-Q", "-N", "-lb", "-lQ", "-Qx", "-bm",
		"--quoting-style=shell", "--quoting-style=shell-always", "--quoting-style=shell-escape", "--quoting-style=shell-escape-always",
		"--quoting-style=c-maybe", "--quoting-style=locale", "--quoting-style=clocale", "--quoting-style=shell -C", "--quoting-style=shell-escape -l",
		"--quoting-style=shell-escape -x", "--quoting-style=shell-escape -F -C", "-bF", "-Q --file-type -m", "--quoting-style=c-maybe -C -w60",
		"-w 40 -C", "-w40 -x", "-w20 -C", "-w 1 -C", "-w0 -C", "-w0 -m", "-w 30 -m", "-w 0x50 -C", "-w 050 -C", "-T0 -C", "-T 4 -C", "-T 3 -x",
		"-l --time-style=long-iso", "-l --time-style=full-iso", "-l --time-style=iso", "-l --time-style=+%Y_%j", "--full-time", "-l --time-style=lo",
		"-l --time-style=l", "-l --time-style=posix-iso", "-l --time-style=nope", "-l --time=birth dir", "--time=atime", "--time=foo",
		"--group-directories-first", "--group-directories-first -r", "--group-directories-first -lS", "-B", "-I '*.txt'", "-I 'f*' -I '?.c'", "--hide='*.txt'",
		"-a --hide='*.txt'", "-a -I '.*'", "--block-size=1 -s", "--block-size=K -l", "--block-size=1K -l", "--block-size=KB -ls", "--block-size=MiB -ls",
		"--block-size=human -ls", "--block-size=foo", "--block-size=3x", "--block-size=0", "--block-size=99999999999999999999", "--block-size=99999E", "-k -s", "-l --block-size=100",
		"--format=long", "--format=commas", "--format=across", "--format=vertical", "--format=single-column", "--format=foo", "-1 -l", "-l -1", "-l -C", "-C -1", "-1 -C", "-lx", "-xl",
		"a.txt", "a.txt dir", "nope", "nope dir", "nope a.txt dir", "dir dir/sub", "dir a.txt b.c", "-d dir a.txt", "'sp ace'", "priv", "-l priv", "priv/secret",
		"noexec", "-l noexec", "-F noexec", "-s noexec", "-R noexec priv dir", "-C noexec dir", "dir/", "dir/. dir/..", "''", "link/ a.txt/", "-la dir", "-lad . ..",
		"--zero", "-l --zero dir", "--zero -1 dir ldir", "--sort=foo", "--sort=t -1", "--indicator-style=slash", "--indicator-style=foo", "--quoting-style=foo", "-w foo", "-w -1",
		"-w", "-T x", "--color=always", "--color=never", "--color=auto", "--color=foo", "-l --color=always", "-Z dir", "-lZ dir", "--author -l dir",
		"-y", "--nope", "--si=3", "--time", "--dere", "--hid", "-lk dir", "-sm", "-m -F", "-lrt", "-lSr", "-lX", "-lv", "-q -l", "--show-control-chars", "-C --group-directories-first", "-R", "-lR priv"} {
		cmds.WriteString("ls " + s + "\n")
	}
	for _, s := range []string{"TERM=xterm ls --color=always", "TERM=xterm ls --color=always -C", "TERM=xterm ls --color -l", "TERM=dumb ls --color -l", "COLORTERM=1 ls --color -F",
		"LS_COLORS=*.txt=01;31:or=40;31:mi=05;37:ex=32:di=34 ls --color -l", "LS_COLORS=ln=target:or=31 ls --color", "LS_COLORS=foo ls --color", "LS_COLORS=no=1:fi=2:rs=9 ls --color -x",
		"LS_COLORS=di=0:mh=44:*.c=33 ls --color -R dir .", "QUOTING_STYLE=c ls", "QUOTING_STYLE=foo ls dir", "TIME_STYLE=long-iso ls -l dir", "TIME_STYLE=foo ls -l dir",
		"COLUMNS=30 ls -C", "COLUMNS=x ls -C dir", "TABSIZE=4 ls -C", "TABSIZE=y ls -C dir", "BLOCK_SIZE=1M ls -ls", "LS_BLOCK_SIZE=human-readable ls -ls", "BLOCKSIZE=512 ls -s", "POSIXLY_CORRECT=1 ls -s",
		"TZ=JST-9 ls -l dir", "dir", "dir -l", "dir -1 .", "vdir", "vdir -C", "dir --version", "ls --version"} {
		cmds.WriteString(s + "\n")
	}
	runFileCases(t, []fileCase{{script: lsSetup + cmds.String(), sorted: false}})
}

// TestLsMix tries combinations of options at random; the seed is fixed.
func TestLsMix(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	opts := []string{"-a", "-A", "-l", "-1", "-C", "-x", "-m", "-d", "-F", "-p", "-r", "-t", "-S", "-X", "-v", "-s", "-h", "-n", "-g", "-o", "-G", "-u", "-L", "-H",
		"-b", "-q", "-Q", "-N", "-w30", "-w55", "-w90", "-w0", "-T4", "-R", "--group-directories-first", "--full-time", "--time-style=iso", "--quoting-style=shell-escape", "--block-size=K",
		"-k", "--si", "-B", "--color=always", "--file-type", "--zero"}
	args := []string{"", "", ".", "dir", "dir ldir", "a.txt dir", "link dang", "'sp ace' dir", "nope b.c", "ldir/ dir/sub", "* x"}
	var cmds strings.Builder
	for range 500 {
		var o []string
		for range 1 + rng.Intn(4) {
			o = append(o, opts[rng.Intn(len(opts))])
		}
		fmt.Fprintf(&cmds, "TERM=xterm ls %s %s\n", strings.Join(o, " "), args[rng.Intn(len(args))])
	}
	runFileCases(t, []fileCase{{script: lsSetup + cmds.String(), mask: `20[0-9-]{8} [0-9:]{8}\.[0-9]{9}`}})
}

// TestLsTerminal compares what ls shows on a terminal: columns, quoting, question marks.
func TestLsTerminal(t *testing.T) {
	var cmds strings.Builder
	for _, s := range []string{"", "-a", "-l", "-la dir", "-C", "-x", "-m", "-1", "-R dir", "-F", "-p", "-s", "-sh", "-Q", "-b", "-N", "-q", "--show-control-chars", "-w 60", "-w 150", "-w0",
		"nope dir", "'sp ace'", "dir 'a dir'", "-d", "--color=auto", "-T0", "--quoting-style=literal", "--quoting-style=c", "--zero dir", "-t", "-S", "--group-directories-first", "'a dir' README",
		"-l 'sp ace' README lsp", "-lF lsp link", "dang", "priv", "-m -w 40", "-x -F", "-C --file-type"} {
		cmds.WriteString("ls " + s + "\n")
	}
	cmds.WriteString("dir\nvdir dir\ntree dir\nrm nope\ncat nope a.txt\nTERM=xterm ls --color=auto\nTERM=xterm ls --color=auto -l\nLS_COLORS=di=31 tree dir\nTERM=xterm LS_COLORS=di=31 tree dir\nstat -c %n a.txt\nwhich ls\nnproc\n")
	var setup, rest = lsSetup, cmds.String()
	runFileCases(t, []fileCase{{tty: true, script: setup + rest}})
}
