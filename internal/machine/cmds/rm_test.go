//go:build linux

package cmds

import "testing"

func TestRm(t *testing.T) {
	runFileCases(t, []fileCase{
		{script: `
mkdir d d/e
touch a b 'c d' d/f d/e/g -- -x
rm
rm -f
rm a nope
rm d
rm -d d
rm -f nope d/nope a/x
rm nope/x b/x ''
rm -v b
rm -x
rm --zz
rm -q -x
rm --interactive=foo a
rm --pres=x a
rm .
rm -r . ..
rm -rv d/. d/..
rm -rf /
rm -r //
rm -r ''
rm -rv 'c d'
rm -r --one d/e
rm -v d/
rm -vd d/
rm -rv d`},
		{script: `
mkdir d d/e
touch a b d/e/g c
ln -s d ld
ln -s nope dang
rm -r ld/
rm ld/
rm -r dang/
rmdir ld/
write s text
ln -s a l
rm -i a <<n\n
rm -i a b <<y\nno\n
rm -ri d <<n
rm -ri d <<y\ny\ny\nn\ny\ny\ny\n
rm -ri d <<y\ny\ny\ny\ny\ny\ny\ny\n
rm -iv s l c
rm -iv s l c <<y\nY\nyes\n
rm -I a b
rm -rI b <<n
rm -fi b
rm -if b`, sorted: true},
		{sorted: true, script: `
mkdir -p many/x/y/z many/p/q
touch many/a many/b many/c many/d many/x/1 many/x/2 many/x/3 many/p/q/r
rm -rv many`},
		{script: `
mkdir d e
touch d/f e/g a b c x
rm -I a b c x <<n
rm -vI a b c x <<y
chmod 555 d
rm -r d
rm -rf d
rm d/f
rm -i d/f <<y
chmod 000 e
rm -r e
rm -rf e
mkdir em
chmod 0 em
rm -ri em <<y
mkdir em
chmod 0 em
rm -ri em <<n
rm -ri e <<y
rm -r em
touch wp
chmod 444 wp
rm ---presume-input-tty wp <<n
rm -i wp <<n
rm -f wp
rm --version`},
	})
}

func TestMkdirRmdir(t *testing.T) {
	runFileCases(t, []fileCase{
		{script: `
mkdir
mkdir a
mkdir a b
mkdir -p a/b/c a
mkdir -v x 'y z'
mkdir -pv p/q/r p//q/s/ ./t/../u
touch f
mkdir f f/x f/x/y
mkdir -p f
mkdir -p f/x
mkdir -p f/x/y
mkdir -m 700 m1
mkdir -m u=rwx,go= m2
mkdir -m a=rx m3 m3/x
mkdir -m 999 m4
mkdir -m +x m5
mkdir -m 2755 m6
mkdir -m g+s m7
mkdir m6/sub
mkdir -p m7/s1/s2
mkdir -m 1777 -p m8/m9
mkdir ''
mkdir no/x
mkdir -p ''
mkdir -Q
mkdir --mode
mkdir --v=3 a
mkdir --pa --v x2/x3
ln -s nowhere dang
mkdir dang
mkdir -p dang
mkdir -p dang/x
ln -s a la
mkdir -p la la/z
mkdir la
mkdir /x
mkdir -p /x/y
rmdir
rmdir a
rmdir nope
rmdir f
rmdir la la/
rmdir dang/
rmdir -p p/q/r
rmdir -pv p/q/s
rmdir -v x 'y z'
rmdir --ignore a x2
rmdir -p --ignore a/b/c
rmdir .
rmdir ..
rmdir a/. a/..
rmdir /
rmdir ''
rmdir --version
rmdir --path x2/x3`},
		{script: `
mkdir d d/e d/g
chmod 555 d
mkdir d/f
mkdir -p d/f/g
mkdir -p d/e
rmdir d/e
rmdir --ignore-fail-on-non-empty d
rmdir --ignore-fail-on-non-empty d/e
chmod 0 d
mkdir d/f
mkdir -p d/f
rmdir d/e`},
	})
}

func TestReadlinkPwd(t *testing.T) {
	runFileCases(t, []fileCase{
		{script: `
mkdir -p d/e
touch f
ln -s f l
ln -s l l2
ln -s d/e de
ln -s ../.. d/e/up
ln -s loop loop
ln -s nowhere dang
readlink
readlink l l2 f nope
readlink -v l f nope ''
readlink -n l
readlink -n l l2
readlink -z l l2
readlink -f l l2 f nope nope/x de/up/f f/ f/x d/ d/e/../.. loop dang dang/x '' .
readlink -e l l2 f nope nope/x de/up/f f/ f/x d/ loop dang dang/ de/..
readlink -m l l2 f nope nope/x/../y f/x/y loop dang loop/x dang/x '' /
readlink -fv nope/x f/x loop ''
readlink -ev nope f/ loop dang
readlink -f nope/
readlink -fn nope/
readlink -f /bin/cat //usr//bin/./cat
pwd
pwd -P
pwd -L
pwd a b
PWD=/tmp pwd -L
PWD=/home/user/. pwd -L
pwd --log
pwd -x`},
	})
}
