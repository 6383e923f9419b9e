package cmds

import (
	"context"
	"io"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu/format"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

const xxdUsage = `Usage:
       xxd [options] [infile [outfile]]
    or
       xxd -r [-s [-]offset] [-c cols] [-ps] [infile [outfile]]
Options:
    -a          toggle autoskip: A single '*' replaces nul-lines. Default off.
    -b          binary digit dump (incompatible with -ps,-i,-r). Default hex.
    -C          capitalize variable names in C include file style (-i).
    -c cols     format <cols> octets per line. Default 16 (-i: 12, -ps: 30).
    -E          show characters in EBCDIC. Default ASCII.
    -e          little-endian dump (incompatible with -ps,-i,-r).
    -g bytes    number of octets per group in normal output. Default 2 (-e: 4).
    -h          print this summary.
    -i          output in C include file style.
    -l len      stop after <len> octets.
    -n name     set the variable name used in C include output (-i).
    -o off      add <off> to the displayed file position.
    -ps         output in postscript plain hexdump style.
    -r          reverse operation: convert (or patch) hexdump into binary.
    -r -s off   revert with <off> added to file positions found in hexdump.
    -d          show offset in decimal instead of hex.
    -s [+][-]seek  start at <seek> bytes abs. (or +: rel.) infile offset.
    -u          use upper case hex letters.
    -v          show version: "xxd 2022-01-14 by Juergen Weigert et al.".
`

// The kinds of dump, and the largest number of columns.
const (
	xxdNormal = iota
	xxdPlain
	xxdInclude
	xxdBits
	xxdLittle
	xxdMaxCols = 256
)

type xxdState struct {
	p                      *kern.Proc
	kind                   int
	cols, group            int64 // -1: not given
	colsGiven              bool
	length                 int64 // -1: no limit
	seek                   int64
	seekRel, seekNeg       bool
	seekGiven              bool
	offset                 int64 // added to what is shown
	autoskip, revert       bool
	upper, decimal, ebcdic bool
	capital                bool
	name                   string
	named                  bool
	files                  []string
	in                     int
	buf                    []byte
	bufAt, bufLen          int
	err                    error
	zeros                  int64 // lines of zeros not shown
	line, held             []byte
}

func runXxd(_ context.Context, p *kern.Proc) int {
	x := xxdState{p: p, cols: -1, group: -1, length: -1}
	if st, ok := x.options(); !ok {
		return st
	}
	if st := x.settle(); st != 0 {
		return st
	}
	if st := x.open(); st != 0 {
		return st
	}
	if x.revert {
		return x.reverse()
	}
	if st := x.start(); st != 0 {
		return st
	}
	switch x.kind {
	case xxdInclude:
		return x.include()
	case xxdPlain:
		return x.plain()
	}
	return x.dump()
}

// die prints a message as xxd does and returns the status.
func (x *xxdState) die(status int, msg string) int {
	_ = x.p.Stdout.Flush()
	x.p.Stderr.WriteString(x.p.Args[0] + ": " + msg + "\n")
	return status
}

func (x *xxdState) usage() (int, bool) {
	x.p.Stderr.WriteString(xxdUsage)
	return 1, false
}

// options reads the arguments. Options are known by how they begin: -c, -cols and --cols are the same.
func (x *xxdState) options() (status int, ok bool) {
	args := x.p.Args[min(1, len(x.p.Args)):]
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		a := args[0]
		if a == "--" {
			args = args[1:]
			break
		}
		if len(a) > 2 && a[1] == '-' {
			a = a[1:]
		}
		used, st, ok := x.flag(a, args[1:])
		if !ok {
			return st, false
		}
		args = args[used:]
	}
	if len(args) > 2 {
		return x.usage()
	}
	x.files = args
	return 0, true
}

// flag reads one option; used is how many arguments it takes up.
func (x *xxdState) flag(a string, rest []string) (used, status int, ok bool) {
	switch {
	case strings.HasPrefix(a, "-a"):
		x.autoskip = !x.autoskip
	case strings.HasPrefix(a, "-b"):
		x.kind = xxdBits
	case strings.HasPrefix(a, "-e"):
		x.kind = xxdLittle
	case strings.HasPrefix(a, "-u"):
		x.upper = true
	case strings.HasPrefix(a, "-p"):
		x.kind = xxdPlain
	case strings.HasPrefix(a, "-i"):
		x.kind = xxdInclude
	case strings.HasPrefix(a, "-C"):
		x.capital = true
	case strings.HasPrefix(a, "-d"):
		x.decimal = true
	case strings.HasPrefix(a, "-r"):
		x.revert = true
	case strings.HasPrefix(a, "-E"):
		x.ebcdic = true
	case strings.HasPrefix(a, "-v"):
		x.p.Stderr.WriteString("xxd 2022-01-14 by Juergen Weigert et al.\n")
		return 0, 0, false
	default:
		return x.valueFlag(a, rest)
	}
	return 1, 0, true
}

// valueFlag reads an option with a value, in the same word or the next.
func (x *xxdState) valueFlag(a string, rest []string) (used, status int, ok bool) {
	words := map[byte]string{'c': "-cols", 'g': "-group", 'o': "-offset", 's': "-skip", 'l': "-len", 'n': "-name"}
	if words[a[1]] == "" {
		st, _ := x.usage()
		return 0, st, false
	}
	used = 1
	val := a[2:]
	for _, w := range []string{"ols", "roup", "ffset", "kip", "eek", "en", "ame"} {
		if val != "" && strings.HasPrefix(val, w) {
			val = ""
		}
	}
	if val == "" {
		if len(rest) == 0 {
			st, _ := x.usage()
			return 0, st, false
		}
		val, used = rest[0], 2
	}
	n, _, _ := format.ParseInt(val, 0)
	switch a[1] {
	case 'c':
		x.cols, x.colsGiven = int64(int32(n)), true
	case 'g':
		x.group = int64(int32(n))
	case 'o':
		x.offset = n
	case 's':
		x.setSeek(val)
	case 'l':
		x.length = n
	case 'n':
		x.name, x.named = val, true
	}
	return used, 0, true
}

// setSeek reads [+][-]OFFSET.
func (x *xxdState) setSeek(val string) {
	x.seekGiven, x.seekRel, x.seekNeg = true, false, false
	if strings.HasPrefix(val, "+") {
		x.seekRel, val = true, val[1:]
	}
	if strings.HasPrefix(val, "-") {
		x.seekNeg, val = true, val[1:]
	}
	x.seek, _, _ = format.ParseInt(val, 0)
}

// settle fills in what was not given.
func (x *xxdState) settle() int {
	if x.cols < 0 && !x.colsGiven || x.cols == 0 {
		x.cols = [...]int64{16, 30, 12, 6, 16}[x.kind]
		if x.kind == xxdPlain && x.colsGiven {
			x.cols = 0
		}
	}
	if x.group < 0 {
		x.group = [...]int64{2, 0, 0, 1, 4}[x.kind]
	}
	plainLine := x.kind == xxdPlain || x.kind == xxdInclude
	if x.cols < 0 || x.cols == 0 && x.kind != xxdPlain || x.cols > xxdMaxCols && !plainLine {
		return x.die(1, "invalid number of columns (max. 256).")
	}
	if x.group == 0 || x.group > x.cols {
		x.group = x.cols
	}
	if x.kind == xxdLittle && x.group&(x.group-1) != 0 {
		return x.die(1, "number of octets per group must be a power of 2 with -e.")
	}
	return 0
}

// open opens input and output.
func (x *xxdState) open() int {
	p := x.p
	if len(x.files) > 0 && x.files[0] != "-" {
		fd, err := p.Open(x.files[0], kern.ReadOnly, 0)
		if err != nil {
			return x.die(2, x.files[0]+": "+kern.ErrText(err))
		}
		x.in = fd
	}
	if len(x.files) > 1 && x.files[1] != "-" {
		flags := kern.WriteOnly | kern.Creat
		if !x.revert {
			flags |= kern.Trunc
		}
		f, err := p.OpenFile(x.files[1], flags, 0o666)
		if err != nil {
			return x.die(3, x.files[1]+": "+kern.ErrText(err))
		}
		_ = p.SetFD(1, f)
	}
	x.buf = make([]byte, readSize(p, x.in, 8192))
	if x.revert && x.kind != xxdNormal && x.kind != xxdPlain {
		return x.die(255, "Sorry, cannot revert this type of hexdump")
	}
	return 0
}

// start goes to the place where the dump begins.
func (x *xxdState) start() int {
	p := x.p
	if !x.seekGiven || x.seek == 0 && !x.seekNeg && !x.seekRel {
		return 0
	}
	whence, off := 0, x.seek
	if x.seekRel {
		whence = 1
	}
	if x.seekNeg {
		off = -off
		if !x.seekRel {
			whence = 2
		}
	}
	at, err := p.Seek(x.in, off, whence)
	if err == nil {
		x.seek = at
		return 0
	}
	if x.seekNeg {
		return x.die(4, "Sorry, cannot seek.")
	}
	for left := x.seek; left > 0; left-- {
		if x.get() < 0 {
			return x.die(4, "Sorry, cannot seek.")
		}
	}
	return 0
}

// get returns the next byte of the input, -1 at its end or after an error.
func (x *xxdState) get() int {
	if x.bufAt == x.bufLen {
		if x.err != nil {
			return -1
		}
		n, err := x.p.Read(x.in, x.buf)
		x.p.Tick(n >> 3)
		if x.bufAt, x.bufLen, x.err = 0, n, err; n == 0 {
			return -1
		}
	}
	x.bufAt++
	return int(x.buf[x.bufAt-1])
}

// next is get within the length that was asked for.
func (x *xxdState) next() int {
	if x.length == 0 {
		return -1
	}
	c := x.get()
	if x.length > 0 && c >= 0 {
		x.length--
	}
	return c
}

// finish tells of a read error.
func (x *xxdState) finish() int {
	if x.err != nil && x.err != io.EOF {
		return x.die(2, kern.ErrText(x.err))
	}
	return 0
}

func (x *xxdState) hex() string {
	if x.upper {
		return "0123456789ABCDEF"
	}
	return "0123456789abcdef"
}

// include prints a C array.
func (x *xxdState) include() int {
	out := x.p.Stdout
	name := ""
	if len(x.files) > 0 && x.files[0] != "-" {
		name = x.files[0]
	}
	if x.named {
		name = x.name
	}
	variable := xxdVariable(name, x.capital)
	if name != "" {
		out.WriteString("unsigned char " + variable + "[] = {\n")
	}
	prefix, hex := "0x", x.hex()
	if x.upper {
		prefix = "0X"
	}
	n := int64(0)
	for c := x.next(); c >= 0; c = x.next() {
		switch {
		case n == 0:
			out.WriteString("  ")
		case n%x.cols == 0:
			out.WriteString(",\n  ")
		default:
			out.WriteString(", ")
		}
		out.WriteString(prefix)
		out.WriteByte(hex[c>>4])
		out.WriteByte(hex[c&15])
		n++
	}
	if n > 0 {
		out.WriteByte('\n')
	}
	if name != "" {
		length := "_len"
		if x.capital {
			length = "_LEN"
		}
		out.Printf("};\nunsigned int %s%s = %d;\n", variable, length, n)
	}
	return x.finish()
}

// xxdVariable turns a file name into an identifier.
func xxdVariable(name string, capital bool) string {
	b := []byte(name)
	for i, c := range b {
		switch {
		case c >= 'a' && c <= 'z' && capital:
			b[i] = c - 'a' + 'A'
		case c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z':
		default:
			b[i] = '_'
		}
	}
	if len(b) > 0 && b[0] >= '0' && b[0] <= '9' {
		return "__" + string(b)
	}
	return string(b)
}

// plain prints nothing but digits.
func (x *xxdState) plain() int {
	out, hex := x.p.Stdout, x.hex()
	left := x.cols
	n := int64(0)
	for c := x.next(); c >= 0; c = x.next() {
		out.WriteByte(hex[c>>4])
		out.WriteByte(hex[c&15])
		n++
		if left--; left == 0 {
			out.WriteByte('\n')
			left = x.cols
		}
	}
	if left < x.cols || x.cols == 0 && n > 0 {
		out.WriteByte('\n')
	}
	return x.finish()
}
