//go:build linux

package cmds

import "testing"

// TestRoot runs tools as the superuser. Every path in it is relative: these lines run for real.
func TestRoot(t *testing.T) {
	runFileCases(t, []fileCase{{root: true, sorted: true, script: `
mkdir d e
write d/a one
write f two
chmod 0 d
chmod 0 f
cat f d/a
ls d
ls -l d
cp f g
cp -p f g2
cp -r d d2
mv d/a d/b
touch d/c
rm d/c
rm -i f <<n
chown daemon:bin g2
chown daemon d
chmod u+s g2
cp -p g2 g3
cp -a d d3
cp g2 g4
stat -c '%a %U %G' g2 g3 g4 d3
install -o games -g games g2 g5
stat -c '%a %U %G' g5
mknod c c 1 3
mknod b b 7 0
ls -l c b
stat c
cp c c2
cp -R c c3
cp -a b b2
rm c c3
test -r f
test -w f
test -x f
test -x d
[ -O f ]
[ -O d ]
chmod 755 f
test -x f
mkdir -m 700 m
chgrp bin m
chmod g+s m
mkdir m/s
touch m/t
stat -c '%a %G' m/s m/t
ln d/b h
stat -c %h h
du -s d
tree d
truncate -s 5 f
dd if=f of=d/z status=none
chmod -R 755 d
rm -rf d d2 d3
mktemp -d -p . zXXXX -u
nice -n -3 nice
id -u
whoami
mkfifo -m 600 p
ls -l p
rmdir e`, mask: `[0-9]+:[0-9]+(:[0-9.]+)?|Inode: [0-9]+ *|Device: [0-9,]+|zX?\w{3,}|\./z\w+|Blocks: 0|20[0-9-]{8}`}})
}
