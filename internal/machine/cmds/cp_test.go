//go:build linux

package cmds

import "testing"

func TestCp(t *testing.T) {
	runFileCases(t, []fileCase{
		{script: `
mkdir -p d/e f
write a one
write b two
write 'sp ace' x
cp
cp a
cp a x
cp -v a b d
cp -t d -v a b
cp -t nope a
cp -t a b
cp a b nope
cp a b a
cp a b x y
cp -T a d
cp -T d f
cp -rT d f
cp -T a b c
cp -Tt d a
cp -t d -t f a
cp d g
cp -v d a g
cp nope x
cp a a
cp a ./a
cp a a a
cp a a d
cp -v a d/
cp a nodir/
cp a nodir/x
cp a ''
cp '' a
cp a b/x
cp b/x c
cp -r d/e d
cp d/a f/a .
cp -r nope d d2
cp -rv d d2
cp -r d a
cp a d2/
cp -v 'sp ace' d2
cp -v --strip-trailing-slashes a/ d2
cp a/ d2
cp -n a b
cp -nv a b
cp -nb a b
cp -ln a b
cp -sl a b
cp -i a b <<n
cp -i a b <<y
cp -iv a b <<y
cp -b a b
cp -bv a b
cp -v --backup=numbered a b
cp -v --backup=t a b
cp -v --backup=existing a b
cp -v -S .o a b
cp -v --backup=off a b
cp --backup=foo a b
cp -fb a a
cp -bv a a
cp -f --backup=numbered a a
cp --backup=simple a~ a
cp -u a b
cp --preserve=foo a b
cp --sparse=x a b
cp --sparse=always a b
cp --reflink=auto a b
cp --reflink=x a b
cp --parents a b
cp --parents a d
cp -v --parents d/e/a f/
cp -v --parents d/a f/
cp -rv --parents d/e f/
cp --parents nope/x f/
cp --parents /etc/passwd f/
cp -q
cp --no a b
cp --version`, sorted: true},
		{script: `
mkdir d e
write a one
write b two
ln -s a la
ln -s nope dang
ln -s d ld
ln -s ../a d/up
ln a h
cp la x1
cp -P la x2
cp -d la x3
cp -a la x4
cp -L la x5
cp dang y1
cp -P dang y2
cp a dang
cp -f a dang
cp --remove-destination a dang
cp -v --remove-destination a x2
cp a la
cp la a
cp -P la a
cp -f la a
cp -Pf la a
cp -bP la a
cp -b la a
cp --remove-destination la a
cp -d a la
cp a h
cp -l a h
cp -l a h2
cp -lv b h2
cp -lf b h2
cp -s a s1
cp -s a s1
cp -sf b s1
cp -sfv a la
cp -s a d/s
cp -s /etc/passwd d/s
cp -rs d e
cp -rl d e/l
cp -r ld e
cp -r ld/ e
cp -r ld/. e
cp -rL ld e/deref
cp -rH ld e/deref2
cp -rL d e/d3
cp -a a h h2 e
cp -dr a h e/
cp a h e
cp -p a e
cp -r d/up e
cp -v a b a e
cp -r d d e
cp -r ld ld e
cp -r d ld e
cp -Lr d ld e`, sorted: true},
		{script: `
mkdir d e
write a one
write b two
chmod 755 a
touch -d 2001-02-03 a b
cp a c1
cp -p a c2
cp --preserve=mode a c3
cp --preserve=timestamps a c4
cp --preserve a c5
cp -a a c6
cp --no-preserve=mode a c7
cp -a --no-preserve=mode a c8
cp --preserve=all --no-preserve=timestamps a c9
cp --preserve=mode,timestamps,ownership a c10
cp --attributes-only -p a c11
cp --attributes-only a b
chmod 4755 a
cp a s1
cp -p a s2
chmod 2775 d
chmod 711 e
touch -d 2001-02-03 d e
cp -r d d1
cp -rp d d2
cp -a d e f1
mkdir f1
cp -a d e f1
cp -a e d
cp -r --no-preserve=mode e d/q
cp -u b a
cp -u c1 a
cp -uv a c1
touch -d 2031-01-01 b
cp -uv b a
cp -x a b
mkfifo p
cp -r p p2
cp -a p p3
cp -l p p4`},
		{script: `
mkdir d
cp -r d d`},
		{script: `
mkdir d d/e
cp -r d d/e
cp -r d/. d/e`},
		{script: `
mkdir d e n
write d/a one
write e/a two
write x xx
chmod 555 d
cp x d
cp x d/a
cp -f x d/a
cp -r e d
chmod 0 n
cp x n
cp x n/y
cp n/y x
cp -r n m
cp -r e n
chmod 0 e/a
cp e/a q
cp -r e q
cp x e/a
cp -i x e/a <<n
cp -i x e/a <<y
cp -if x e/a <<y
cp -fv x e/a
cp /etc/passwd /etc/x
cp x /etc/passwd
cp -f x /etc/passwd
cp -p /etc/passwd .
cp -a /etc/passwd p2
cp --preserve=ownership /etc/passwd p3
cp x /dev/null
cp /dev/null z
cp x d/q/r
cp -a /dev/null zz`},
	})
}

func TestMv(t *testing.T) {
	runFileCases(t, []fileCase{
		{script: `
mkdir -p d/e f g/a
write a one
write b two
write 'sp ace' x
mv
mv a
mv a b nope
mv a b a
mv -t nope a
mv -t a b
mv -T a d
mv -T a b c
mv -Tt d a
mv nope x
mv a a
mv a ./a
mv d d
mv d d/x
mv d d/e
mv d/e d
mv d/e/ d/
mv d a
mv a d/e/nope/x
mv a nodir/
mv '' x
mv a ''
mv . x
mv .. x
mv d/. x
mv -v a d
mv d/a .
mv -n a b
mv -nv a b
mv -nb a b
mv -i a b <<n
mv -iv a b <<y
mv -f b a
mv -bv 'sp ace' a
mv -v --backup=numbered a a~
mv -v -S .o a~ a~.~1~
mv -v --backup=foo x y
write s 1
write t 2
mv -uv s t
touch -d 2001-01-01 t
write s 1
mv -uv s t
mv -v t f/
mv -v f/t f/t2
mv f/t2 g/a
mv -v g/a d
mv g d
mv -v d/g d/e d/a .
mv -v g a f
mv f/a/t2 f/a/t3
mkdir f2 f2/a
mv f2/a f
mv f/a f2
write w w
mv w f2/a
mv f2/a w
mv -b f2/a w
mv --strip-trailing-slashes w/ ww
mv ww/ w
mv ww w/
mv ww f/
mv f/ww/ .
mv --no x y
mv -q
mv --version`},
		{script: `
mkdir d e n
write a one
write d/a two
write b b
ln -s a la
ln -s nope dang
ln a h
ln -s d ld
mv a la
mv la a
mv a h
mv h a
mv -v a h
mv dang dang2
mv dang2 la
mv b ld
mv ld/b .
mv ld l2
mv l2/ l3
mv d/a e/a b .
mv d/a e d/a .
chmod 555 d
mv b d
mv d/a x
mv d q
chmod 0 n
mv q n
mv n/x y
mv n m
mv /etc/passwd .
mv q/a .
mv /etc/x y
mv q /etc
mv b /etc/passwd
mv b b`},
	})
}
