//go:build linux

package cmds

import "testing"

func TestLn(t *testing.T) {
	runFileCases(t, []fileCase{
		{script: `
mkdir d e 'f g'
write a one
write b two
ln
ln a
ln nope x
ln d x
ln a b
ln a h
ln -v a h2
ln -sv a s
ln -s a s
ln -sf b s
ln -sfv b s
ln -si a s <<n
ln -si a s <<y
ln -f a b
ln -f a a
ln -f a h
ln -fv a h
ln -sf a a
ln -s x y z w
ln -s a b nodir/
ln -s a b d
ln -sv a b d
ln -sfv a b d
ln -t d h2
ln -t nope h2
ln -t a h2
ln -T a d
ln -sT a d
ln -sTf a d
ln -T a
ln -T a b c
ln -T -t d a
ln -t d -t e a
ln -s d ld
ln -s a ld
ln -sn e ld
ln -snf e ld
ln -sfn a ld
ln -s '' empty
ln '' empty
ln -s a ''
ln a nodir/x
ln -s a nodir/x
ln a b/x
ln -s a b/x
ln -s /usr/bin/cat
ln -s /usr/bin/cat
ln -sr a d/rel
ln -srv d/rel e/rel2
ln -sr . e/dot
ln -sr d d/self
ln -sr nope/x d/miss
ln -r a q
ln -sb a h2
ln -sbv b h2
ln -sv --backup=numbered b h2
ln -sv --backup=numbered a h2
ln -sv --backup=existing a h2
ln -sv -S .bak b h2
ln -sv --backup=simple a h2
ln -sv --backup=none b h2
ln -sv --backup=foo b h2
VERSION_CONTROL=numbered ln -sbv b h2
VERSION_CONTROL=foo ln -sbv b h2
SIMPLE_BACKUP_SUFFIX=.orig ln -sv --backup=simple a h2
ln -bv a b
ln -Pv s s2
ln -Lv s s3
ln -L ld l4
ln -P ld l5
ln -s dang dang
ln -L dang l6
ln dang l7
ln -d d dd
ln -sf a d
ln -s 'x y' 'f g'
ln -sv 'x y' "f"
ln --sym a b
ln --no a b
ln -q
ln --version`},
		{script: `
mkdir d e
touch a d/a e/a
ln -s d/a e/a .
ln d/a e/a d
ln -f d/a e/a .
ln -sfv d/a e/a .
chmod 555 d
ln a d/q
ln -s a d/q
ln -f a d/a
ln -sf a d/a
chmod 0 d
ln a d/q
ln -s a d/q
ln d/a x
ln -sf a d/a`},
	})
}
