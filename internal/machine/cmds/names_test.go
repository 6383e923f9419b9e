//go:build linux

package cmds

import "testing"

func TestNames(t *testing.T) {
	runFileCases(t, []fileCase{
		{script: `
write f hello
mkdir -p d/e
mkdir n
touch n/x
ln -s f l
ln -s d ld
ln -s nope dang
ln -s loop loop
chmod 0 n
realpath
realpath f nope nope/x '' n n/x f/ f/x
realpath -q nope/x
realpath --relative-to=d f
realpath --relative-to=. f d/e ..
realpath --relative-to=/ f
realpath --relative-to=d/e --relative-base=d d d/e f
realpath --relative-to=f --relative-base=d d
realpath --relative-base=d f d/e d
realpath --relative-base=. f d/e / .
realpath -s l ld/.. ld/e dang loop nope/.. nope
realpath -L ld/.. ld/../f
realpath ld/.. ld/e dang loop
realpath -P ld/..
realpath --relative-to=nope f
realpath -e --relative-to=nope f
realpath -e --relative-to=f f
realpath --relative-to=nope/x f
realpath -e nope f dang
realpath -m nope/../x f/x loop n/x/y dang
realpath -ms nope/../x ld/..
realpath -z f l
realpath -x
realpath . .. / // /../ d/./e
basename
basename a b c
basename a/b.c .c
basename -a a/b c/d
basename -s .c a.c b.c
basename -z a/
basename -az a/ b
basename / // '' ///
basename /
basename //
basename ''
basename a a
basename a/ a/
basename aa a
basename -s a -- -a a
basename a -x
basename -x
dirname
dirname a/b c / '' a//b// //x ///x// . .. a/
dirname -z a/b
dirname -x
dirname -- -a/b
link
link a
link a b c
link nope x
link f d
link f g
link l m
link d dd
link f nope/x
unlink
unlink a b
unlink d
unlink nope
unlink g
unlink l
unlink n/x
unlink -x
sync
sync d nope f
sync -d
sync -df f
sync -d f
sync n
pathchk
pathchk a
pathchk ''
pathchk -p 'a b' '' aé
pathchk -P -- -a a/-b ''
pathchk --portability a -- -a
pathchk f/x n/x
pathchk -p aaaaaaaaaaaaaaaaaaaa
pathchk -x`},
		{script: `
write f hello
mkdir d
mkfifo p
truncate
truncate -s
truncate f
truncate -s x f
truncate -s 10
truncate -s 10 f nope/x
truncate -s +5 f
truncate -s -3 f
truncate -s -100 f
truncate -s 7 f
truncate -s %4 f
truncate -s /5 f
truncate -s '<3' f
truncate -s '>100' f
truncate -s ' <  50' f
truncate -c -s 3 nope
truncate -s 3 new
truncate -r f g
truncate -r nope g
truncate -r f -s 3 g
truncate -r f -s +3 g
truncate -r f -s %7 g
truncate -o -s 2 g
truncate -s 1K g
truncate -s 1kB g
truncate -s 1KiB g
truncate -s 1Q g
truncate -s 10 d
truncate -s %0 f
truncate -s '<+3' f
truncate -s 99999999999999999999 f
truncate -o f
truncate -o -r f g
truncate -s 0 p
truncate --siz=4 f
mktemp x
mktemp xXX
mktemp --suffix=/x fXXXX
mktemp a b
mktemp -q nope/XXXX
mktemp nope/XXXX
mktemp -d nope/XXXX
mktemp -p /nope
mktemp -p /nope -d foo.XXXX
mktemp -t /tmp/XXXX
mktemp -p d /XXXX
mktemp --suffix=z fXXX.y
mktemp fXXX/y
mktemp -x`},
		{mask: `(tmp\.|foo)\w+`, script: `
mkdir d
TMPDIR=/home/user/d mktemp -u
mktemp -u ./fooXXXX
mktemp -u ./fooXXXX.txt
mktemp -u --suffix=.x fooXXXXXX
mktemp -u -p d fooXXXXX
mktemp -u --tmpdir=d
mktemp -ut fooXXXX
mktemp -u -t -p d fooXXXX`},
	})
}

func TestChown(t *testing.T) {
	runFileCases(t, []fileCase{{script: chownScript, sorted: true, mask: "\x00"}, {script: chownScript, root: true, sorted: true}})
}

const chownScript = `
write f hello
write g x
mkdir -p d/e
ln -s f l
ln -s ../f d/lf
ln -s nope dang
chown
chown x
chown nope f
chown :nope f
chown root:root nope
chown -v root f
chown -c daemon: f
chown -v 5:6 f
chown -v +7 f
chown -v :bin f
chown -v .bin f
chown -v bin.daemon f
chown -v bin: f
chown -v 12345: f
chown -h daemon l
chown -v daemon l
chown daemon dang
chown -vh daemon l dang
chown -vR root d
chown -vR -L daemon d
chown -R -h root d nope
chown -Rv --from=root daemon d
chown -v --from=:root daemon d
chown --from=nope root f
chown -v --reference=d f
chown --reference=nope f
chown -R --dereference root d
chown root: f
chown '' f
chown : f
chown -v : f
chown root:99999999999 f
chown 1.2 f
chown -f nobody nope f
chown -R --preserve-root root /
chown -x
chown -v root f g
chgrp
chgrp x
chgrp nope f
chgrp -v root f
chgrp -c root f
chgrp 5 f
chgrp -v '' f
chgrp -v --reference=d f
chgrp -vR bin d
chgrp -f root f nope
chgrp -v nogroup f
chgrp --from=x y f
chmod 6755 g
chown -v nobody:nogroup g
chown 5 g`
