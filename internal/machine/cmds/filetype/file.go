// Package filetype holds file 5.44 for the types of file that people and agents make.
package filetype

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/wide"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var spec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'v', Long: "version"}, {Short: 'm', Long: "magic-file", Arg: gnu.Required, Unsupported: true},
		{Short: 'z', Long: "uncompress", Unsupported: true}, {Short: 'Z', Long: "uncompress-noreport", Unsupported: true},
		{Short: 'b', Long: "brief"}, {Short: 'c', Long: "checking-printout", Unsupported: true}, {Short: 'e', Long: "exclude", Arg: gnu.Required},
		{Long: "exclude-quiet", Arg: gnu.Required}, {Short: 'f', Long: "files-from", Arg: gnu.Required},
		{Short: 'F', Long: "separator", Arg: gnu.Required}, {Short: 'i', Long: "mime"}, {Long: "apple", Unsupported: true},
		{Long: "extension", Unsupported: true}, {Long: "mime-type"}, {Long: "mime-encoding"}, {Short: 'k', Long: "keep-going", Unsupported: true},
		{Short: 'l', Long: "list", Unsupported: true}, {Short: 'L', Long: "dereference"}, {Short: 'h', Long: "no-dereference"},
		{Short: 'n', Long: "no-buffer"}, {Short: 'N', Long: "no-pad"}, {Short: '0', Long: "print0"}, {Short: 'p', Long: "preserve-date"},
		{Short: 'P', Long: "parameter", Arg: gnu.Required}, {Short: 'r', Long: "raw"}, {Short: 's', Long: "special-files"},
		{Short: 'S', Long: "no-sandbox"}, {Short: 'C', Long: "compile", Unsupported: true}, {Short: 'd', Long: "debug", Unsupported: true},
		{Short: 'E'}, {Long: "help"},
	},
	NoTry: true,
}

const usage = `Usage: file [-bcCdEhikLlNnprsSvzZ0] [--apple] [--extension] [--mime-encoding]
            [--mime-type] [-e <testname>] [-F <separator>]  [-f <namefile>]
            [-m <magicfiles>] [-P <parameter=value>] [--exclude-quiet]
            <file> ...
       file -C [-m <magicfiles>]
       file [--help]
`

// teller is a running file.
type teller struct {
	p                            *kern.Proc
	brief, follow, noPad, zero   bool
	mimeType, mimeEncoding, errs bool
	special                      bool
	sep, skip                    string
	width                        int
	status                       int
}

// Program is file.
func Program(_ context.Context, p *kern.Proc) int {
	t := teller{p: p, sep: ":"}
	_, t.follow = p.Getenv("POSIXLY_CORRECT")
	list, hasList, own := "", false, false
	names, status, ok := spec.Parse(p, func(key, val string) int {
		switch key {
		case "f":
			list, hasList = val, true
		case "v":
			own = true
			p.Stdout.WriteString("file-5.44\nmagic file from /etc/magic:/usr/share/misc/magic\n")
			return 0
		case "help":
			own = true
			gnu.OwnText(p)
			p.Stdout.WriteString(usage)
			return 0
		}
		t.set(key, val)
		return gnu.Go
	})
	if !ok {
		if !own && status == 1 {
			p.Stderr.WriteString(usage)
		}
		return status
	}
	if hasList {
		more, err := t.readList(list)
		if err != nil {
			p.Errorf("Cannot open `%s' (%s)", list, kern.ErrText(err))
			return 1
		}
		names = append(more, names...)
	}
	if len(names) == 0 && !hasList {
		p.Stderr.WriteString(usage)
		return 1
	}
	for _, n := range names {
		t.width = max(t.width, wide.String(display(n)))
	}
	for _, n := range names {
		t.one(n)
	}
	return t.status
}

func (t *teller) set(key, val string) {
	switch key {
	case "b":
		t.brief = true
	case "F":
		t.sep = val
	case "i":
		t.mimeType, t.mimeEncoding = true, true
	case "mime-type":
		t.mimeType = true
	case "mime-encoding":
		t.mimeEncoding = true
	case "L":
		t.follow = true
	case "h":
		t.follow = false
	case "N":
		t.noPad = true
	case "0":
		t.zero = true
	case "E":
		t.errs = true
	case "e", "exclude-quiet":
		t.skip += val + ","
	case "s":
		t.special = true
	}
}

func (t *teller) readList(name string) ([]string, error) {
	fd, done, err := gnu.OpenInput(t.p, name)
	if err != nil {
		return nil, err
	}
	defer done()
	var out []string
	lines := gnu.NewLines(t.p, fd, '\n')
	for {
		line, _, err := lines.Next()
		if err != nil {
			return out, nil
		}
		out = append(out, string(line))
	}
}

func display(name string) string {
	if name == "-" {
		return "/dev/stdin"
	}
	return name
}

// one prints the line of one file.
func (t *teller) one(name string) {
	p := t.p
	p.Tick(4)
	text, enc := t.describe(name)
	shown := display(name)
	if !t.brief && name != "" {
		p.Stdout.WriteString(shown)
		if t.zero {
			p.Stdout.WriteString("\x00")
		}
		p.Stdout.WriteString(t.sep)
		if !t.noPad && !t.zero {
			for k := wide.String(shown); k < t.width; k++ {
				p.Stdout.WriteString(" ")
			}
		}
		p.Stdout.WriteString(" ")
	}
	p.Stdout.WriteString(text)
	if t.mimeEncoding && enc != "" {
		if t.mimeType {
			p.Stdout.WriteString("; charset=")
		}
		p.Stdout.WriteString(enc)
	}
	p.Stdout.WriteString("\n")
}

// pick chooses between the words and the MIME type.
func (t *teller) pick(text, mime string) (string, string) {
	switch {
	case t.mimeType:
		return mime, "binary"
	case t.mimeEncoding:
		return "", "binary"
	}
	return text, ""
}

// describe says what a file is, and its encoding when MIME is asked for.
func (t *teller) describe(name string) (text, encoding string) {
	p := t.p
	var st kern.Stat
	var err error
	switch {
	case name == "-":
		st, err = p.StatFD(0)
	case t.follow:
		st, err = p.Stat(name)
	default:
		st, err = p.Lstat(name)
	}
	if err != nil {
		if t.errs {
			t.status = 1
		}
		if t.errs {
			return "ERROR: cannot stat `" + name + "' (" + kern.ErrText(err) + ")", ""
		}
		return "cannot open `" + name + "' (" + kern.ErrText(err) + ")", ""
	}
	prefix := ""
	if !t.mimeType && !t.mimeEncoding {
		for _, b := range []struct {
			bit  uint16
			name string
		}{{0o4000, "setuid"}, {0o2000, "setgid"}, {0o1000, "sticky"}} {
			if st.Perm&b.bit != 0 {
				if prefix != "" {
					prefix += ", "
				}
				prefix += b.name
			}
		}
	}
	if st.Kind != tree.Regular && name != "-" {
		text, encoding = t.node(name, &st)
		if prefix != "" {
			text = prefix + ", " + text
		}
		return text, encoding
	}
	text, encoding = t.content(name, &st)
	if prefix != "" {
		text = joinPrefix(prefix, text)
	}
	return text, encoding
}

// joinPrefix puts words such as "setuid" before a description; text files get a comma.
func joinPrefix(prefix, text string) string {
	if strings.Contains(text, "text") && !strings.HasPrefix(text, "ELF") {
		return prefix + " , " + text
	}
	return prefix + " " + text
}

// node describes what is not a regular file.
func (t *teller) node(name string, st *kern.Stat) (text, encoding string) {
	dev := strconv.Itoa(int(st.Rdev.Major)) + "/" + strconv.Itoa(int(st.Rdev.Minor))
	switch st.Kind {
	case tree.Dir:
		return t.pick("directory", "inode/directory")
	case tree.CharDev:
		return t.pick("character special ("+dev+")", "inode/chardevice")
	case tree.BlockDev:
		return t.pick("block special ("+dev+")", "inode/blockdevice")
	case tree.Fifo:
		return t.pick("fifo (named pipe)", "inode/fifo")
	case tree.Socket:
		return t.pick("socket", "inode/socket")
	}
	target, err := t.p.Readlink(name)
	if err != nil {
		return "unreadable symlink `" + name + "' (" + kern.ErrText(err) + ")", ""
	}
	if _, err := t.p.Stat(name); err != nil {
		text, _ := t.pick("broken symbolic link to "+target, "inode/symlink")
		return text, ""
	}
	return t.pick("symbolic link to "+target, "inode/symlink")
}

// limit is how much of a file is looked at.
const limit = 1 << 20

// content describes a regular file by what is in it.
func (t *teller) content(name string, st *kern.Stat) (text, encoding string) {
	p := t.p
	fd, done, err := gnu.OpenInput(p, name)
	if err != nil {
		if err == error(tree.EACCES) {
			return "regular file, no read permission", ""
		}
		return "cannot open `" + name + "' (" + kern.ErrText(err) + ")", ""
	}
	defer done()
	var b []byte
	for len(b) < limit {
		buf := make([]byte, min(max(int(st.Size)-len(b), 256)+1, 64<<10))
		n, err := p.Read(fd, buf)
		b = append(b, buf[:n]...)
		if err != nil {
			break
		}
	}
	p.Hold(int64(cap(b)))
	defer p.Hold(-int64(cap(b)))
	p.Tick(1 + len(b)>>5)
	switch len(b) {
	case 0:
		return t.pick("empty", "inode/x-empty")
	case 1:
		return t.pick("very short file (no magic)", "application/octet-stream")
	}
	if image := kern.ImageName(b); image != "" {
		return t.pick(imageText(image), "application/x-pie-executable")
	}
	e := encode(b)
	r := signature(b)
	r.alone = r.text != ""
	if r.text == "" && e.text {
		r = textual(b, t.skip)
	}
	return t.answer(r, &e)
}

// answer puts a description together.
func (t *teller) answer(r result, e *encoding) (text, enc string) {
	if !e.text {
		if r.text == "" {
			return t.pick("data", "application/octet-stream")
		}
		return t.pick(r.text, r.mime)
	}
	if t.mimeType || t.mimeEncoding {
		mime := r.mime
		if mime == "" {
			mime = "text/plain"
		}
		if !t.mimeType {
			mime = ""
		}
		return mime, e.charset
	}
	switch {
	case r.text == "":
		return e.describe(""), ""
	case r.alone:
		return r.text, ""
	case r.executable:
		return r.text + ", " + e.describe(" executable"), ""
	}
	return r.text + ", " + e.describe(""), ""
}
