//go:build linux

package cmds

import "testing"

func TestEnv(t *testing.T) {
	runFileCases(t, []fileCase{{script: `
mkdir d
write scrip ''
write d/f x
write prog $'#!/usr/bin/env printenv\n'
chmod 755 prog
write sp $'#!/usr/bin/env -S printenv -0\n'
chmod 755 sp
write bad $'#!/nope\n'
chmod 755 bad
env -u
env nope
env -i nope
env /etc
env A
env A=1 -i
env -i A=1 B=2
env - A=1 B=2 A=3
env -i =x
env -C /nope true
env -C d
env -C d ls
env -C d ./f
env -S
env -0 true
env -i0 A=1 B=2
env --unset=
env -u A=B
env -x
env -S'-x'
env ''
env A=1 printenv A
A=1 env -u A printenv A
env -i PATH=/bin ls /nope
env -i ls
env PATH=/nope ls
env -u PATH true
env -v -i A=1 PATH=/bin true 'b c'
env -v -u HOME -C d true
env -iS 'A=1 B=2'
env -i -S 'A=1 -u' X=3
env -S 'A=1 printenv A'
env -vS 'A=1 printenv A'
env -S 'printenv "HOME" c\_d ${HOME} \x'
env -S 'ls "a'
env -S 'ls $HOME'
env -S 'ls ${NOPE}x'
env -S $'ls \'it\'\'s\' # c'
env -S $'ls \'a\\b\\\\c\\\'d\''
env -S 'ls a\cb'
env -S 'ls "a\cb"'
env -S 'ls a\'
env -S 'ls "a\_b" c\_d \#x #y'
env -S 'ls ${1x} '
env -S 'ls a\tb "c\nd"'
env --split='ls nope1 nope2' nope3
env --sp
env 'a b'
env ./prog
env ./sp
env -- ls nope
env --list-signal-handling true
env --ignore-signal=TERM,int --list-signal-handling true
env --ignore-signal=SIGHUP --default-signal=HUP true
env --ignore-signal=foo true
env --version
printenv NOPE
printenv HOME PATH
printenv -0 HOME
printenv A=B
printenv HOME -0
printenv -x
which
which ls nope
which -a ls
which -s
which -as ls
which /bin/ls ./nope
which ./prog prog scrip d
PATH= which prog
PATH=:/bin which prog ls
which -- -a
nice
nice -n
nice -n x true
nice -n 5 nice
nice -5 nice
nice --5 nice
nice -+5 nice
nice --adjustment=30 nice
nice -n 99999999999999999 nice
nice nice
nice -n 3 nice -n 4 nice
nice nope
nice /etc
nice -n 5
nice -n -5 nice
nice -x
nohup
nohup nope
nohup true
nohup printenv HOME
nohup /etc
nohup -x
nohup -- ls nope
`}})
}

func TestIdentity(t *testing.T) {
	runFileCases(t, []fileCase{{script: identityScript}, {script: "id\nid -G\ngroups\nwhoami\nnice -n -5 nice", root: true}})
}

const identityScript = `
id
id -u
id -un
id -ur
id -z
id -zu
id -G nobody
id -Gn
id -Gz
id -Gnz
id nope
id root nobody
id -gn root
id -ug
id -r
id -n
id 0
id +0
id -u 65534 root
id -Gz root nobody
id daemon postgres nope
id -x
id -Z
id root -Z
id -a
whoami
whoami x
whoami -x
whoami --version
groups
groups root nobody nope
groups 0
logname
logname x
users
users x
users x y
uname
uname -s
uname -m -s
uname -p
uname -io
uname x
uname -x
uname --kern
nproc
nproc --all
nproc --ignore=1
nproc --ignore=5
nproc --ignore=x
nproc --ignore 1x
OMP_NUM_THREADS=7,2 nproc
OMP_NUM_THREADS=7 OMP_THREAD_LIMIT=3 nproc --all
OMP_NUM_THREADS=7 OMP_THREAD_LIMIT=3 nproc
OMP_NUM_THREADS=x nproc
nproc x
arch
arch x
tty
tty -s
tty x
tty --foo
sleep
sleep x
sleep 0 x 1y
sleep -1
sleep 0.01s 0m
sleep 1e-3
sleep 0x.01
sleep .01 ''
sleep nan
sleep -- -1
sleep 0 --version
timeout
timeout 1
timeout x true
timeout 1 nope
timeout 1 /etc
timeout -s FOO 1 true
timeout -s SIGTERM 1 false
timeout -s int 0.1 sleep 3
timeout -k x 1 true
timeout 0.1 sleep 3
timeout -v 0.1 sleep 3
timeout -v -s KILL 0.1 sleep 3
timeout -s 9 0.1 sleep 3
timeout --preserve-status 0.1 sleep 3
timeout --preserve-status -s KILL 0.1 sleep 3
timeout --foreground -s KILL 0.1 sleep 3
timeout -k 0.1 0.1 sleep 3
timeout -vk 0.1 0.1 env --ignore-signal=TERM sleep 3
timeout 0 sleep 0.1
timeout 5 cat nope
timeout 1 cat <<hello
timeout -s 0 0.1 sleep 0.2
timeout -v -s CONT 0.1 sleep 0.2
timeout --nope 1 true
timeout --version
`
