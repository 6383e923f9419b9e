//go:build linux

package cmds

import "testing"

func TestDd(t *testing.T) {
	runFileCases(t, []fileCase{{script: `
write f $'hello world\nfoo\n'
write z ''
dd if=f of=g status=noxfer
dd if=f status=none
dd if=f bs=4 count=2 status=noxfer
dd if=f bs=4 skip=1 count=1 status=noxfer
dd if=nope
dd foo
dd foo=bar
dd bs=x
dd bs=0 if=f
dd bs=3y if=f
dd if=f of=g conv=notrunc,ucase bs=1 seek=2 count=3 status=noxfer
dd if=f of=g2 bs=4 seek=2 count=1 status=none
dd if=f of=g2 bs=4 seek=1 count=1 status=none
dd if=f of=g3 seek=5B status=none
dd if=f of=g4 oseek=1 obs=3 status=none
dd if=f conv=swab status=noxfer
dd if=f conv=swab bs=3 status=noxfer
dd if=f conv=ucase status=noxfer ibs=5
dd if=f conv=foo
dd if=f iflag=foo
dd if=f oflag=fullblock
dd status=foo
dd if=f bs=1k count=1K status=noxfer
dd if=f bs=2x3 count=1 status=noxfer
dd if=f bs=2w count=1 status=noxfer
dd count=1 status=noxfer
dd status=noxfer <<abc
dd bs=2 status=noxfer <<abc
dd if=f of=/nope/x
dd if=f of=g bs=5 conv=sync status=noxfer
dd if=f ibs=5 obs=3 conv=sync status=noxfer
dd if=f skip=100 status=noxfer
dd if=f skip=100 iflag=skip_bytes status=noxfer
dd skip=2 bs=2 status=noxfer <<abcdefg
dd skip=20 bs=2 status=noxfer <<abcdefg
dd if=/dev/zero of=z bs=1M count=2 status=noxfer
dd if=/dev/zero of=z2 bs=100 count=3 status=noxfer
dd if=/dev/zero of=z2 bs=100 count=3 seek=1 conv=notrunc status=noxfer
dd if=f ibs=3 obs=5 status=noxfer
dd if=f iflag=count_bytes,skip_bytes skip=3 count=5 status=noxfer
dd if=f count=5B skip=3B status=noxfer
dd if=f of=g conv=excl
dd if=f of=nx conv=nocreat
dd if=f oflag=append conv=notrunc of=g status=noxfer
dd if=. of=x status=noxfer
dd if=f of=.
dd --version
dd -x
dd if=f conv=lcase,ucase
dd if=f conv=excl,nocreat
dd if=f count=-1
dd if=f bs=99999999999999999999
dd if=f count=1B status=noxfer
dd if=f count=0 status=noxfer
dd if=f count=0x3 status=noxfer
dd if=f iflag=direct,nocache
dd if=f of=/dev/full status=noxfer
dd if=f of=h conv=fsync,fdatasync,noerror,sparse status=noxfer
`}, {mask: `[0-9.e-]+ s, .*`, script: `
write f $'hello world\nfoo\n'
dd if=f of=g
dd if=/dev/zero of=z bs=1M count=2
dd if=/dev/zero of=z bs=1 count=1
dd if=/dev/zero of=z bs=999 count=1
dd if=/dev/zero of=z bs=1000 count=1
dd if=/dev/zero of=z bs=1023 count=1
dd if=/dev/zero of=z bs=1024 count=1
dd if=/dev/zero of=z bs=9990 count=1
dd if=/dev/zero of=z bs=12345 count=3
dd if=/dev/zero of=z bs=1M count=0`}})
}
