package cmds

import "testing"

var sortFiles = map[string]string{
	"s":      "b 2\na 10\nc 1\n",
	"months": "feb 3\nJan 9\n  mar\nxyz\nDECEMBER\nju\nApr\n\njune\n",
	"human":  "1K\n2M\n10\n1G\n-1K\n0\n3k\n1.5K\n1T\n-2\nabc\n0K\n1KiB\n1Ki\n999\n1P\n5E\n7Z\n1Y\n1R\n1Q\n1.K\n.5M\n",
	"gen":    "1e3\n-inf\nnan\nabc\n0x10\n1.5\n-2e-3\ninf\n+4\n\n1e400\n1.00000000000000001\n1.00000000000000002\n0x1p4\n 12\n-nan\n1e\n",
	"vers":   "a-1.10\na-1.9\na-1.2.tar.gz\na-1.10.tar.gz\n.hid\n..\n.\na~\na\na1\na01\na001\nfoo.c\nfoo.c~\nfoo.h\nfoo-1.c\n\n1.0~rc1\n1.0\n1.0-1\nv2\nv10\nfile.tar\nfile.7z\nfile.7z.1\na.b.c1\na.b.c10\na.b.c9\nA\nb.tgz\nb-2.tgz\n",
	"fields": "x:3:b\ny:1:a\nz:2:c\nw::d\nno\n:9:\nx:3:a\n",
	"blanks": "  b 1\n a 2\n\tc 3\nd  4\n   a 1\n",
	"case":   "b\nA\na\nB\n_x\n-y\nÄ\nz-1\nz1\nZ 1\n",
	"dupk":   "1 b\n2 a\n1 a\n2 b\n3 c\n1 b\n",
	"m1":     "a\nc\ne\n",
	"m2":     "b\nc\nd\n",
	"m3":     "z\na\nm\n",
	"rnd":    "0123456789abcdef0123456789abcdef",
	"list":   "s\x00m1\x00",
	"list0":  "s\x00\x00m1\x00",
	"listd":  "-\x00",
	"short":  "abc",
	"numf":   "1.5\n1.50\n-0\n0\n-1.5\n-1.25\n.5\n0.5\n00012\n12\n1,000\n999\n 3\n\t2\n- 5\n+5\n5.\n.\n-.5\n123456789012345678901\n123456789012345678900\n",
}

func TestSortKinds(t *testing.T) {
	diffTextFile(t, "sortkinds", sortFiles)
}

func TestSortKeys(t *testing.T) {
	diffTextFile(t, "sortkeys", sortFiles)
}

func TestSortModes(t *testing.T) {
	diffTextFile(t, "sortmodes", sortFiles)
}

func TestSortDebug(t *testing.T) {
	diffTextFile(t, "sortdebug", sortFiles)
}
