//go:build linux

package cmds

import "testing"

func TestDu(t *testing.T) {
	const setup = `
mkdir -p a/b/c n
sparse a/f 5000
write a/b/g hello
write a/b/big $'%01000d'
append a/b/big $'%09000d xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
ln a/f a/b/h
ln -s f a/l
ln -s ../a a/b/up
write n/x x
write pats $'b\n'
touch -d 2020-01-02 a/f a/b/g a/b/big
touch -h -d 2020-01-02 a/l a/b/up
touch -d 2021-02-03 a/b/c a/b
touch -d 2022-03-04 a
`
	var cmds string
	for _, c := range []string{"", "a", "-a a", "-s a a/b", "-h a", "-b a", "-ab a", "-c a n", "-d 1 a", "-d 0 a", "-d x a", "-d -1 a", "-sd 1 a", "-sd 0 a", "-sa a", "-S a", "-Sa a",
		"-Sb a", "-l a", "-la a", "-D a/l", "a/l", "-L a", "-La a", "-H a/b/up", "--inodes a", "--inodes -h a", "--inodes -S a", "-t 5K a", "-t -5K a", "-t -0 a", "-t x a", "-t 1x a",
		"--exclude=b a", "--exclude='*/g' -a a", "--exclude='?' -a a", "-X pats a", "-0 a", "-m a", "--si a", "-k --apparent-size a", "-B 100 a", "-B x a", "-B 1x a", "nope", "nope a",
		"--time a", "--time --time-style=iso -a a", "--time --time-style=+%Y -a a", "--time --time-style=x a", "--time=x a", "--files0-from=nope", "--files0-from=nope a", "-X nope a",
		"--block-size=KB a", "--block-size=M a", "-BM a", "-BMiB a", "-x a", "a/f a/b/h", "a a", "a/b a", "-P a", "''", "'' a", "-c", "a/ a/b/", ". a", "-sh a n", "-ch a n", "-hs .", "--max-depth=1 -h a",
		"--apparent-size -h a", "-z", "--inodes --apparent-size a", "-ac a", "--version"} {
		cmds += "du " + c + "\n"
	}
	cmds += "DU_BLOCK_SIZE=1 du a\nBLOCK_SIZE=human du a\nPOSIXLY_CORRECT=1 du a\nTIME_STYLE=iso du --time a\ndu --files0-from=- -s <<a\ndu - <<a\n"
	runFileCases(t, []fileCase{{script: setup + cmds, sorted: true},
		{script: "mkdir -p a/b\nwrite a/b/c x\nchmod 0 a/b\ndu a\ndu -a a\ndu a/b/c\nchmod 444 a/b\ndu -a a", sorted: true}})
}

func TestInstall(t *testing.T) {
	runFileCases(t, []fileCase{{script: `
mkdir -p a/b d
write a/f one
write a/b/g two
ln -s f a/l
install
install a
install nope x
install a/f x
install -v a/f x
install -v -m 600 a/f x
install -m u=rw,go=r a/f x2
install -d p/q
install -dv p/r/s
install -d -m 700 p/q p
install -Dv a/f m/n/o
install -Dv a/f m/n/o
install -m zz a/f x
install a x
install -t nope a/f
install -t x a/f
install -vt a a/b/g
install -o nope a/f x
install -g nope a/f x
install -C a/f x
install -Cv a/f x
install -bv a/f x
install -bv --backup=numbered a/f x
install -v -S .o a/f x
install -d
install -p a/f x3
install -Dt z1/z2 -v a/f
install a/f a/b nope
install a/f a/b a/b/g d
install -T a/f a
install a/f a/f
install -d -m 700 qq a/f
install a/f /etc/nope/x
install -D a/f x/y/z
install -dt a b
install -Tt a b
install -l a
install -v a/l d
install a/f d/
install a/f nodir/
install -m 4755 a/f su
install -o 1 a/f y
install -v a/f a/b/g d
mkfifo ff
`}, {root: true, script: `
write f x
install -o daemon -g bin -m 640 f g
install -v -d -o daemon -g bin e/f
install -C -o daemon -g bin -m 640 f g
install -o 5 f h
install -o nobody f g`}})
}
