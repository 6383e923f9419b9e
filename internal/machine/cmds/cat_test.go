//go:build linux

package cmds

import "testing"

func TestCat(t *testing.T) {
	runFileCases(t, []fileCase{
		{script: `
write a $'one\ntwo\n\n\n\nthree'
write b $'\n\nx\ty\r\nz\r\x01\x7f\x80\xffé\n'
cat a b
cat -n a b
cat -b a b
cat -s a b
cat -ns b a
cat -bE a b
cat -A a b
cat -E b
cat -T b
cat -v b
cat -e b
cat -t b
cat -vn nope a
cat . a 'n o' ''
cat - a <<in\n
cat <<in\n
cat -u a - b - <<x
cat --nosuch
cat --show
cat --number=3
cat -x
cat --version
cat --n a`},
		{script: `
write f secret
chmod 0 f

cat f
mkdir d
cat d/x f/x
cat a:b 'x y' "a'b" $'n\nl' é '#a' a# '~' '{' a{ '[' 'a=b' a,b '' 'a^b' '!' 'a\b' % @ $'it\'s\n' $'it\'s a' $'it\'s & b' $'\n\'\n' $'\'\n\'' $'a\'{' $'\x80\'' $'\x80' $'é\n'`},
	})
}
