// Package hexdump is the simulated hexdump of util-linux, with its format strings, and hd.
package hexdump

import (
	"context"
	"io"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var spec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'b', Long: "one-byte-octal"},
		{Short: 'c', Long: "one-byte-char"},
		{Short: 'C', Long: "canonical"},
		{Short: 'd', Long: "two-bytes-decimal"},
		{Short: 'o', Long: "two-bytes-octal"},
		{Short: 'x', Long: "two-bytes-hex"},
		{Short: 'L', Long: "color", Arg: gnu.Optional, Unsupported: true},
		{Short: 'e', Long: "format", Arg: gnu.Required},
		{Short: 'f', Long: "format-file", Arg: gnu.Required},
		{Short: 'n', Long: "length", Arg: gnu.Required},
		{Short: 's', Long: "skip", Arg: gnu.Required},
		{Short: 'v', Long: "no-squeezing"},
		{Short: 'h', Long: "help"},
		{Short: 'V', Long: "version"},
	},
}

const helpText = `
Usage:
 hexdump [options] <file>...

Display file contents in hexadecimal, decimal, octal, or ascii.

Options:
 -b, --one-byte-octal      one-byte octal display
 -c, --one-byte-char       one-byte character display
 -C, --canonical           canonical hex+ASCII display
 -d, --two-bytes-decimal   two-byte decimal display
 -o, --two-bytes-octal     two-byte octal display
 -x, --two-bytes-hex       two-byte hexadecimal display
 -L, --color[=<mode>]      interpret color formatting specifiers
                             colors are enabled by default
 -e, --format <format>     format string to be used for displaying data
 -f, --format-file <file>  file that contains format strings
 -n, --length <length>     interpret only length bytes of input
 -s, --skip <offset>       skip offset bytes from the beginning
 -v, --no-squeezing        output identical lines

 -h, --help                display this help
 -V, --version             display version

Arguments:
 <length> and <offset> arguments may be followed by the suffixes for
   GiB, TiB, PiB, EiB, ZiB, and YiB (the "iB" is optional)

For more details see hexdump(1).
`

// canned are the formats of the options, each after the one that prints the last address.
var canned = map[string][]string{
	"":  {`"%07.7_Ax\n"`, `"%07.7_ax " 8/2 "%04x " "\n"`},
	"b": {`"%07.7_Ax\n"`, `"%07.7_ax " 16/1 "%03o " "\n"`},
	"c": {`"%07.7_Ax\n"`, `"%07.7_ax " 16/1 "%3_c " "\n"`},
	"C": {`"%08.8_Ax\n"`, `"%08.8_ax  " 8/1 "%02x " "  " 8/1 "%02x " `, `"  |" 16/1 "%_p" "|\n"`},
	"d": {`"%07.7_Ax\n"`, `"%07.7_ax " 8/2 "  %05u " "\n"`},
	"o": {`"%07.7_Ax\n"`, `"%07.7_ax " 8/2 " %06o " "\n"`},
	"x": {`"%07.7_Ax\n"`, `"%07.7_ax " 8/2 "   %04x " "\n"`},
}

type dumper struct {
	p       *kern.Proc
	formats []*formatString
	end     *unit // what prints the last address
	all     bool
	skip    uint64
	length  int64 // bytes left to show; -1: all
	files   []string
	fd      int
	done    func()
	opened  bool // a file could be opened
	status  int
	block   int
	address int64
	stop    int64 // the address at which the data end; 0 until it is known
	first   bool
	starred bool
	cur     []byte
	prev    []byte
}

// Program runs hexdump, or hd, which is hexdump -C.
func Program(_ context.Context, p *kern.Proc) int {
	d := &dumper{p: p, length: -1, fd: -1, first: true}
	if p.Name() == "hd" {
		d.can("C")
	}
	files, st, ok := spec.Parse(p, d.option)
	if !ok {
		return st
	}
	if len(d.formats) == 0 {
		d.can("")
	}
	for _, f := range d.formats {
		d.block = max(d.block, f.size())
	}
	for _, f := range d.formats {
		if msg := d.rewrite(f); msg != "" {
			p.Errorf("%s", msg)
			return 1
		}
	}
	d.files = files
	if len(files) == 0 {
		d.files, d.opened = nil, true
		d.fd, d.done = 0, func() {}
		if !d.pass("stdin") {
			return 1
		}
	} else if d.length == 0 {
		d.next()
	}
	d.run()
	if !d.opened {
		p.Errorf("all input file arguments failed")
		return 1
	}
	return d.status
}

func (d *dumper) can(key string) {
	for _, s := range canned[key] {
		f, _ := parseFormat(s)
		d.formats = append(d.formats, f)
	}
}

func (d *dumper) option(key, val string) int {
	p := d.p
	switch key {
	case "b", "c", "C", "d", "o", "x":
		d.can(key)
	case "e":
		return d.add(val)
	case "f":
		b, err := p.ReadFile(val)
		if err != nil {
			p.Errorf("can't read %s: %s", val, kern.ErrText(err))
			return 1
		}
		for line := range strings.Lines(string(b)) {
			line = strings.TrimLeft(strings.TrimSuffix(line, "\n"), " \t")
			if line == "" || line[0] == '#' {
				continue
			}
			if st := d.add(line); st != gnu.Go {
				return st
			}
		}
	case "n":
		v, ok := size(val)
		if !ok {
			p.Errorf("failed to parse length: '%s': %s", val, tree.EINVAL.Error())
			return 1
		}
		d.length = int64(min(v, 1<<62))
	case "s":
		v, ok := size(val)
		if !ok {
			p.Errorf("failed to parse offset: '%s': %s", val, tree.EINVAL.Error())
			return 1
		}
		d.skip = min(v, 1<<62)
	case "v":
		d.all = true
	case "h":
		p.Stdout.WriteString(helpText)
		return 0
	case "V":
		p.Stdout.WriteString("hexdump from util-linux 2.38.1\n")
		return 0
	}
	return gnu.Go
}

func (d *dumper) add(s string) int {
	f, ok := parseFormat(s)
	if !ok {
		d.p.Errorf("bad format {%s}", s)
		return 1
	}
	d.formats = append(d.formats, f)
	return gnu.Go
}

// size reads a number in C's bases with a suffix.
func size(s string) (uint64, bool) {
	base := s
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") || len(s) > 1 && s[0] == '0' {
		v, n := cNumber(s)
		if n == len(s) {
			return v, n > 0
		}
		return 0, false
	}
	suffix := ""
	if n := strings.TrimLeft(s, "0123456789"); n != "" {
		suffix = n
		base = s[:len(s)-len(n)]
	}
	if base == "" {
		return 0, false
	}
	switch {
	case suffix == "" || suffix == "B":
		suffix = ""
	case len(suffix) == 1 || strings.HasSuffix(suffix, "iB") && len(suffix) == 3:
		suffix = suffix[:1]
	case strings.HasSuffix(suffix, "B") && len(suffix) == 2:
	default:
		return 0, false
	}
	v, st := xnum.Parse(base+suffix, "KkMmGgTtPEZY0")
	return v, st == xnum.OK
}

func cNumber(s string) (v uint64, n int) {
	base := uint64(8)
	n = 1
	if s[1]|0x20 == 'x' {
		base, n = 16, 2
	}
	for ; n < len(s); n++ {
		c := s[n]
		var x uint64
		switch {
		case c >= '0' && c <= '9':
			x = uint64(c - '0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			x = uint64(c|0x20-'a') + 10
		default:
			return v, n
		}
		if x >= base {
			return v, n
		}
		v = v*base + x
	}
	return v, n
}

// next opens the next file; false when there is none left.
func (d *dumper) next() bool {
	p := d.p
	for len(d.files) > 0 {
		name := d.files[0]
		d.files = d.files[1:]
		fd, err := p.Open(name, kern.ReadOnly, 0)
		if err != nil {
			p.Errorf("%s: %s", name, kern.ErrText(err))
			d.status = 1
			continue
		}
		if st, err := p.StatFD(fd); err == nil && st.IsDir() {
			p.Errorf("%s: %s", name, tree.EISDIR.Error())
		}
		d.opened = true
		d.fd, d.done = fd, func() { _ = p.Close(fd) }
		if !d.pass(name) {
			d.p.Exit(1)
		}
		return true
	}
	return false
}

// pass skips what is to be skipped of the file that has just been opened; false when it cannot be sought.
func (d *dumper) pass(name string) bool {
	if d.skip == 0 {
		return true
	}
	p := d.p
	if st, err := p.StatFD(d.fd); err == nil && st.Kind == tree.Regular {
		if uint64(st.Size) <= d.skip {
			d.address += st.Size
			d.skip -= uint64(st.Size)
			_, _ = p.Seek(d.fd, 0, 2)
			return true
		}
	}
	if _, err := p.Seek(d.fd, int64(d.skip), 1); err != nil {
		p.Errorf("%s: %s", name, kern.ErrText(err))
		return false
	}
	d.address += int64(d.skip)
	d.skip = 0
	return true
}

// read fills b from the files one after another.
func (d *dumper) read(b []byte) (n int) {
	if d.length >= 0 {
		b = b[:min(int64(len(b)), d.length)]
	}
	for n < len(b) {
		if d.fd < 0 && !d.next() {
			break
		}
		m, err := d.p.Read(d.fd, b[n:])
		n += m
		if err != nil {
			if err != io.EOF && err != error(tree.EISDIR) {
				d.status = 1
			}
			d.done()
			d.fd = -1
		}
	}
	if d.length >= 0 {
		d.length -= int64(n)
	}
	return n
}
