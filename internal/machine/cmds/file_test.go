//go:build linux

package cmds

import (
	"strconv"
	"strings"
	"testing"
)

func TestFile(t *testing.T) {
	var b strings.Builder
	b.WriteString("mkdir dir st\nmkfifo p\nln -s h.h l\nln -s nope dang\nln -s loop loop\nchmod 1777 st\n")
	names := []string{"dir", "st", "p", "l", "dang", "loop", "nope", "/dev/null", "/dev/zero"}
	add := func(name, content string) {
		q := strconv.Quote(content)
		b.WriteString("write " + name + " $'" + strings.ReplaceAll(strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`), "'", `\'`) + "'\n")
		names = append(names, name)
	}
	for _, s := range fileSamples {
		add(s[0], s[1])
	}
	add("empty0", "")
	add("utf8", "hé\n")
	add("bom", "\xef\xbb\xbfabc\n")
	add("latin", "abc\xe9\n")
	add("ext", "abc\x93\n")
	add("u16be", "\xfe\xff\x00a\x00\n")
	add("u16le", "\xff\xfea\x00\n\x00")
	add("bin", "\x00\x01\x02\xff")
	add("zeros", strings.Repeat("\x00", 100))
	add("elf", "\x7fELF\x02\x01\x01\x00")
	add("gif", "GIF89a\x01\x00\x01\x00")
	add("gz", "\x1f\x8b\x08\x08\xa6\x2b\x0c\x66\x00\x03ascii\x00\xcbH\xcd\xc9\xc9\xe7\x02\x00 0:6\x06\x00\x00\x00")
	add("gz2", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcbH\xcd\xc9\xc9\xe7\x02\x00 0:6\x06\x00\x00\x00")
	add("bz", "BZh91AY&SY")
	add("png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x10\x00\x00\x00\x20\x08\x06\x00\x00\x00")
	add("jpg", "\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00")
	add("pdf", "%PDF-1.4\n")
	add("longline", strings.Repeat("x", 400)+"\n")
	add("korean", "안녕하세요\n")
	b.WriteString("write su x\nappend su y\nchmod 4755 su\nwrite sg $'\\x00\\x01'\n")
	b.WriteString("file " + strings.Join(names, " ") + " su\nfile -i " + strings.Join(names, " ") + "\n")
	for _, s := range []string{"file", "file -b h.h", "file --mime-type h.h dir", "file --mime-encoding h.h dir utf8", "file -L l dang loop", "file -h l", "file -- h.h",
		"file -0 h.h", "file -N h.h longline", "file -F : h.h", "file -F = h.h longline", "file - <<abc", "file -f - <<h.h\\nutf8\\n", "file -f nope", "file -e soft h.h", "file -x", "file ''", "file -b h.h utf8 nope",
		"file -E nope", "file -bi h.h", "file -v", "file -s /dev/null", "file -p h.h", "file -n h.h", "file --brief --mime h.h", "chmod 0 h.h", "file h.h", "file -i h.h"} {
		b.WriteString(s + "\n")
	}
	script := strings.ReplaceAll(b.String(), "file -s /dev/null\n", "")
	runFileCases(t, []fileCase{{script: script}})
}
