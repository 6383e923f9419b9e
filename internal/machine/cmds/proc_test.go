//go:build linux

package cmds

import "testing"

func TestProcessTools(t *testing.T) {
	runFileCases(t, []fileCase{
		{script: `
kill
kill -l
kill -l 9
kill -l TERM
kill -l term 3 99
kill -L
kill 99999999
kill x
kill -FOO 1
kill -s FOO 1
kill -9
kill -l FOO
kill -V
kill -1 x
kill -15 999998 999999
kill -s TERM 999999
kill --signal=KILL 999999
kill 1
stty
stty -a
stty size
stty foo
stty -g
stty -echo
who
who -q
who -H
who a b c
users
hostname -V
hostname -x
hostname -A -y
hostname newname
free -x
free -V
uptime -x
uptime -V
df nope
df -t nope
df --output=foo
df --output=size,size
df -B x
df -i --output
df -P --output=size
df -x
df --version
ps foo
ps -p 99999
ps --no-headers -p 99999
ps -o foo
ps -V
ps -p x
`, mask: `foo`},
		{mask: `(/dev/\S+|\S*\d\S*| )+`, script: `
df /
df -h /
df -T /
df -i /
df -P /
df --total /
df -k /
df --output=source,fstype,target /
df --output=file,target / .
`}})
}
