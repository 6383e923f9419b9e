//go:build linux

package cmds

import "testing"

func TestStat(t *testing.T) {
	runFileCases(t, []fileCase{
		{mask: `[0-9]+:[0-9]+:[0-9]+\.[0-9]+|Inode: [0-9]+ *|\b1[0-9]{9}\b(\.[0-9]+)?|fe[0-9a-f]+ [0-9]+|Device: [0-9]+,[0-9]+`, script: `
write f hello
touch empty
mkdir d
ln -s f l
ln -s 'a b' 'x y'
mkfifo p
stat f
stat empty l d p 'x y'
stat -t f d
stat -L l
stat nope
stat -L 'x y'
stat ''
stat
stat -c
stat --cached=never f
stat --cached=foo f
stat -c %n -
stat -f -
stat -f nope
stat -q
stat --f=%n f
stat --version`},
		{script: `
write f hello
write 'sp ace' x
mkdir d
ln -s f l
ln -s 'a b' 'x y'
ln f h
chmod 4755 f
touch -d '2001-02-03 04:05:06.123456789' f
touch -d '1950-02-03 04:05:06.123456789' d
touch -h -d 2002-02-02 l 'x y' 'sp ace'
stat -c '%a|%A|%b|%B|%f|%F|%g|%G|%h|%n|%N|%o|%s|%r|%R|%t|%T|%u|%U|%x|%X|%y|%Y|%Hr|%Lr|%%|%q|%' f d l 'x y' 'sp ace'
stat -c '%10s|%-10s|%010s|%+5a|%#a|%.3X|%.0Y|%20.3Y|%020.3Y|%-20.1Y|%.Y|%.12Y|%-20n|%20N|%5u|%05u|%x|%40x|%-40x|% s|%+s|%_s|%I s|%.3n|%#f|%10.4a' f d
stat -c %N l 'sp ace'
stat -c '%20N|%-20N|%N' l 'sp ace'
stat -c '%20N|%-20N|' l 'sp ace'
QUOTING_STYLE=locale stat -c %N l 'sp ace'
stat -c '%20N|%-20N|%N' l 'sp ace'
stat -c '%20N|%-20N|' l 'sp ace'
QUOTING_STYLE=foo stat -c %N f
stat --printf '%n\t\x41\101\e\"\q\\\n%' f
stat --printf '%s' f d
stat --printf 'a\' f
stat -c 'a\nb' f
stat -c '%' f
stat -c '%-' f
stat -c '%5%' f
stat -c '' f
TZ=JST-9 stat -c '%y %x' f d
TZ=EST5 stat -c '%y' f
stat -Lc '%s %F' l
stat -c '%m' f
stat -fc '%n %l %t %T %s %S' f
stat -c '%n %s' f nope d`},
	})
}
