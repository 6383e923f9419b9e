package cmds

import "testing"

func TestGetopt(t *testing.T) { diffTextFile(t, "getopt", nil) }
func TestEnvsubst(t *testing.T) {
	diffTextFile(t, "envsubst", map[string]string{"env": "a $LANG ${LANG} ${LANG:-x} $$ $ ${ }$NOPE. \\$LANG $LANG_ x$1\n$$LANG $é${A${LANG}}${LANG", "end": "x $"})
}
func TestLook(t *testing.T) {
	diffTextFile(t, "look", map[string]string{"d": "apple\nbanana\nbandit\ncat\n", "D": "Apple\nbe-er\nbeer\nBeet\nc d\n", "noend": "a\nab"})
}
func TestIconv(t *testing.T) {
	diffTextFile(t, "iconv", map[string]string{"u": "héllo €\n", "bad": "ab\xff\xfecd", "bad2": "a\xe2\x28\xa1b\xf0\x9f\x98z\xc0\x80\xed\xa0\x80y\n", "cut": "ab\xe2\x82",
		"tr": "“q” ‘x’ – — … ™ © ® ½ € ß æ Å ñ ü ﬁ • → 漢 한 😀\nÀÿŒœŽž\u00a0\u00ad\n", "le": "a\x00\xac\x20\x3d\xd8\x00\xde", "bom": "\xff\xfea\x00\xe9\x00", "be": "\xfe\xff\x00a\x20\xac",
		"odd": "a\x00b", "lone": "\x00\xd8a\x00", "win": "\x93x\x94 \x80 \x81 \xe9\n", "u32": "\xff\xfe\x00\x00a\x00\x00\x00", "ubom": "\xef\xbb\xbfx\n"})
}
func TestMiscErrors(t *testing.T) {
	diffTextFile(t, "misc", map[string]string{"f": "x\n"})
}
