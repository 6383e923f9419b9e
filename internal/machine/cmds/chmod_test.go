//go:build linux

package cmds

import "testing"

func TestChmod(t *testing.T) {
	runFileCases(t, []fileCase{
		{script: `
mkdir -p d/e
touch f g d/x d/e/y
ln -s f l
ln -s nope dang
ln -s ../f d/lnk
chmod
chmod 755
chmod -x
chmod foo f
chmod 888 f
chmod 77777 f
chmod 755 f
chmod u-x,g=w,o+t f
chmod a=rwx f
chmod =r f
chmod +w f
chmod -w f
chmod -r,u+x f
chmod -v u+s f
chmod -c g+s f f
chmod -v 755 f
chmod -v 0755 d
chmod -v g+s,+t d
chmod -v 755 d
chmod -v 00755 d
chmod -v =755 d
chmod 4755 f
chmod u=g f
chmod g=u,o=g f
chmod o=u-x f
chmod u+X f g d
chmod a-x f
chmod +X f
chmod u=rwX,g=,o= f d
chmod --reference=g -v f
chmod --reference=nope f
chmod --reference=g 755 f
chmod -v 700 l
chmod 700 dang
chmod -v 700 dang
chmod -f 700 dang nope
chmod -v +x nope
chmod nope nope2 nope3
chmod +x nope nope2 f
chmod -R -v u=rwX d
chmod -Rc go-rwx d
chmod -R 755 l dang
chmod -R --preserve-root 755 /
chmod -R --preserve-root 755 //
chmod 644 ''
chmod u+7 f
chmod 7, f
chmod u=rw,7 f
chmod u+rwx+x=w f
chmod u f
chmod ,u+x f
chmod --silent --quie --ver 600 f
chmod -z f
chmod --q 600 f
chmod -- -x f
chmod f -x`, sorted: true},
		{script: `
mkdir d
touch d/f
chmod 0 d
chmod -R 700 d/f
chmod 600 d/f
chmod -Rv 600 d
chmod -R 755 d
chmod 600 /etc/passwd
chmod -v 600 /etc/passwd
chmod -f 600 /etc/passwd`, sorted: true},
	})
}

func TestTouch(t *testing.T) {
	runFileCases(t, []fileCase{
		{script: `
touch
touch a b 'c d'
touch -d '2020-01-02 03:04:05' a
touch -d '2020-01-02' b
touch -t 202101020304 'c d'
touch -t 202101020304.05 e
touch -t 2101020304 f
touch -t 9901020304 g
touch -t 13010203 h
touch -t 99 x
touch -t 202113020304 x
touch -t 202102300304 x
touch -t 2021010203045 x
touch -d foo x
touch -d '' x
touch -d @1000000000 h
touch -d @1000000000.5 i
touch -d 2020-02-03T04:05:06Z j
touch -d '2020-02-03 04:05:06.123456789 +0200' k
touch -d '2020-02-03 04:05 -05:30' k2
touch -d '2020-02-30' k3
touch -d '2020-01-31 1 month' k4
touch -d '2020-01-31 +2 days' k5
touch -d '2020-01-31 12:00 3 hours ago' k6
TZ=JST-9 touch -d '2020-01-31 12:00' k7
TZ=UTC touch -d '2020-01-31 12:00 UTC' k8
touch -r a b
touch -r a -d '+1 day' b
touch -r nope b
touch -r a -t 202101020304 b
touch -c nope
touch -c a
touch nodir/x
touch a/x
touch ''
touch -m -t 201001020304 a
touch -a -t 201101020304 a
touch --time=mtime -d 2001-01-01 a
touch --time=acc -d 2001-01-01 a
touch --time=foo a
touch -f a
ln -s nowhere dang
touch dang
touch -h -d 2002-02-02 dang
ln -s a la
touch -d 2003-03-03 la
touch -c nodir/x
mkdir d
touch -d 2004-04-04 d d/ d/.
touch d/nope/
touch -- -x
touch -x`},
	})
}
