package cmds

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var odSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'A', Long: "address-radix", Arg: gnu.Required},
		{Long: "endian", Arg: gnu.Required},
		{Short: 'j', Long: "skip-bytes", Arg: gnu.Required},
		{Short: 'N', Long: "read-bytes", Arg: gnu.Required},
		{Short: 'S', Arg: gnu.Required},
		{Long: "strings", Arg: gnu.Optional},
		{Short: 't', Long: "format", Arg: gnu.Required},
		{Short: 'v', Long: "output-duplicates"},
		{Short: 'w', Long: "width", Arg: gnu.Optional},
		{Long: "traditional"},
		{Short: 'a'}, {Short: 'b'}, {Short: 'c'}, {Short: 'd'}, {Short: 'e'}, {Short: 'f'}, {Short: 'h'}, {Short: 'i'},
		{Short: 'l'}, {Short: 'o'}, {Short: 's'}, {Short: 'x'}, {Short: 'B'}, {Short: 'D'}, {Short: 'F'}, {Short: 'H'},
		{Short: 'I'}, {Short: 'L'}, {Short: 'O'}, {Short: 'X'},
	},
	Version: "od" + coreutilsTail + "Jim Meyering.",
}

// odLetters are the old options and the types that they stand for.
var odLetters = map[string]string{"a": "a", "b": "o1", "c": "c", "d": "u2", "e": "fD", "f": "fF", "h": "x2", "i": "dI", "l": "dL",
	"o": "o2", "s": "d2", "x": "x2", "B": "o2", "D": "u4", "F": "fD", "H": "x4", "I": "dL", "L": "dL", "O": "o4", "X": "x4"}

// odType is one way to show the bytes.
type odType struct {
	kind  byte // a c d f o u x
	size  int
	field int  // columns of one item, without the blank before it
	chars bool // also show the characters at the end of the line
	pad   int  // blanks in a line, to be spread before the items
}

type odState struct {
	p           *kern.Proc
	types       []odType
	radix       byte // 'd', 'o', 'x' or 'n'
	skip, limit uint64
	limited     bool
	label       int64 // of the pseudo-address; -1: none
	strings     uint64
	isStrings   bool
	all         bool // do not suppress equal lines
	width       uint64
	widthSet    bool
	big         bool
	modern      bool
	traditional bool
	block       int // bytes in a line
	files       []string
	fd          int
	done        func()
	status      int
	offset      uint64
	line        []byte
}

func runOd(_ context.Context, p *kern.Proc) int {
	o := odState{p: p, radix: 'o', label: -1, fd: -1}
	files, st, ok := odSpec.Parse(p, o.option)
	if !ok {
		return st
	}
	if o.isStrings && len(o.types) > 0 {
		p.Errorf("no type may be specified when dumping strings")
		return 1
	}
	if files, ok = o.offsets(files); !ok {
		return 1
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	if len(o.types) == 0 {
		o.addTypes("oS")
	}
	o.files = files
	o.layout()
	if !o.open() || !o.pass() {
		return 1
	}
	if o.isStrings {
		o.dumpStrings()
	} else {
		o.dump()
	}
	return o.status
}

var endianWords = []word{{"little", 0}, {"big", 1}}

func (o *odState) option(key, val string) int {
	if t := odLetters[key]; t != "" {
		o.addTypes(t)
		return gnu.Go
	}
	switch key {
	case "A":
		o.modern = true
		if val == "" || strings.IndexByte("doxn", val[0]) < 0 {
			c := byte(0)
			if val != "" {
				c = val[0]
			}
			o.p.Errorf("invalid output address radix '%c'; it must be one character from [doxn]", c)
			return 1
		}
		o.radix = val[0]
	case "endian":
		v, ok := matchWord(o.p, "--endian", val, endianWords)
		if !ok {
			return 1
		}
		o.big = v == 1
	case "j":
		return o.number(&o.skip, "-j", val)
	case "N":
		o.limited = true
		return o.number(&o.limit, "-N", val)
	case "S", "strings":
		o.isStrings, o.strings = true, 3
		if key == "S" || val != "" {
			return o.number(&o.strings, "-S", val)
		}
		o.modern = true
	case "t":
		o.modern = true
		if !o.addTypes(val) {
			return 1
		}
	case "v":
		o.modern, o.all = true, true
	case "w":
		o.widthSet, o.width = true, 32
		if val != "" {
			return o.number(&o.width, "-w", val)
		}
		o.modern = true
	case "traditional":
		o.traditional = true
	}
	return gnu.Go
}

func (o *odState) number(to *uint64, name, val string) int {
	o.modern = true
	v, st := odNumber(val)
	switch {
	case st&xnum.Invalid != 0:
		o.p.Errorf("invalid %s argument '%s'", name, val)
		return 1
	case st&xnum.BadSuffix != 0:
		o.p.Errorf("invalid suffix in %s argument '%s'", name, val)
		return 1
	case st != xnum.OK:
		o.p.Errorf("%s argument '%s' too large", name, val)
		return 1
	}
	*to = v
	return gnu.Go
}

// odNumber reads a count in decimal, octal or hexadecimal with a suffix.
func odNumber(s string) (uint64, xnum.Status) {
	const suffixes = "bEGKkMmPTYZ0"
	base := 10
	digits := s
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") {
		base, digits = 16, s[2:]
	} else if len(s) > 1 && s[0] == '0' {
		base = 8
	}
	if base == 10 {
		return xnum.Parse(s, suffixes)
	}
	n := 0
	for n < len(digits) && (digits[n] >= '0' && digits[n] <= '7' || base == 16 && isHex(digits[n])) {
		n++
	}
	if n == 0 {
		return 0, xnum.Invalid
	}
	v, err := strconv.ParseUint(digits[:n], base, 64)
	if err != nil {
		return 0, xnum.Overflow
	}
	if n == len(digits) {
		return v, xnum.OK
	}
	return xnum.Parse(strconv.FormatUint(v, 10)+digits[n:], suffixes)
}

// addTypes reads a type string such as "x1zc"; false means that it was wrong and that the message has been printed.
func (o *odState) addTypes(s string) bool {
	for i := 0; i < len(s); {
		t := odType{kind: s[i]}
		i++
		switch t.kind {
		case 'a', 'c':
			t.size, t.field = 1, 3
		case 'd', 'o', 'u', 'x', 'f':
			n, ok := o.size(&t, s, i)
			if !ok {
				return false
			}
			i = n
		default:
			o.p.Errorf("invalid character '%c' in type string %s", t.kind, gnu.Quote(s))
			return false
		}
		if i < len(s) && s[i] == 'z' {
			t.chars = true
			i++
		}
		o.types = append(o.types, t)
	}
	return true
}

// odFields gives the columns that numbers take, by kind and size.
var odFields = map[byte]map[int]int{
	'd': {1: 4, 2: 6, 4: 11, 8: 20}, 'o': {1: 3, 2: 6, 4: 11, 8: 22}, 'u': {1: 3, 2: 5, 4: 10, 8: 20},
	'x': {1: 2, 2: 4, 4: 8, 8: 16}, 'f': {4: 15, 8: 24, 16: 29},
}

// size reads the size after a number's type.
func (o *odState) size(t *odType, s string, i int) (next int, ok bool) {
	names := map[byte]int{'C': 1, 'S': 2, 'I': 4, 'L': 8}
	t.size = 4
	what := "integral"
	if t.kind == 'f' {
		names = map[byte]int{'F': 4, 'D': 8, 'L': 16}
		t.size, what = 8, "floating point"
	}
	if i < len(s) {
		if n, ok := names[s[i]]; ok {
			t.size = n
			t.field = odFields[t.kind][n]
			return i + 1, true
		}
		if s[i] == 'z' || strings.IndexByte("acdfoux", s[i]) >= 0 {
			t.field = odFields[t.kind][t.size]
			return i, true
		}
	}
	start := i
	n := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		n = min(n*10+int(s[i]-'0'), 1<<40)
		i++
	}
	if i == start && i < len(s) {
		o.p.Errorf("invalid character '%c' in type string %s", s[i], gnu.Quote(s))
		return i, false
	}
	if i > start {
		t.size = n
	}
	if t.field = odFields[t.kind][t.size]; t.field == 0 {
		o.p.Errorf("invalid type string %s;\nthis system doesn't provide a %s-byte %s type", gnu.Quote(s), s[start:i], what)
		return i, false
	}
	return i, true
}

// offsets takes the old form of an offset out of the operands.
func (o *odState) offsets(files []string) ([]string, bool) {
	if o.modern && !o.traditional {
		return files, true
	}
	n := len(files)
	switch {
	case n == 0:
	case n == 1 && (o.traditional || files[0] != "" && files[0][0] == '+'):
		if v, ok := oldOffset(files[0]); ok {
			o.skip = v
			return nil, true
		}
	case n == 2 && (o.traditional || files[1] != "" && (files[1][0] == '+' || files[1][0] >= '0' && files[1][0] <= '9')):
		v, ok := oldOffset(files[1])
		if u, first := oldOffset(files[0]); ok && first && o.traditional {
			o.skip, o.label = u, int64(v)
			return nil, true
		}
		if ok {
			o.skip = v
			return files[:1], true
		}
	case n == 3 && o.traditional:
		u, ok1 := oldOffset(files[1])
		v, ok2 := oldOffset(files[2])
		if ok1 && ok2 {
			o.skip, o.label = u, int64(v)
			return files[:1], true
		}
	}
	if o.traditional && n > 1 {
		o.p.Errorf("extra operand %s", gnu.Quote(files[1]))
		o.p.Errorf("compatibility mode supports at most one file")
		gnu.Try(o.p)
		return nil, false
	}
	return files, true
}

// oldOffset reads [+]OFFSET[b], octal or hexadecimal.
func oldOffset(s string) (uint64, bool) {
	s = strings.TrimPrefix(s, "+")
	if s == "b" || s == "B" {
		return 512, true
	}
	if s == "" {
		return 0, false
	}
	base := 8
	mult := uint64(1)
	if strings.HasSuffix(s, "b") || strings.HasSuffix(s, "B") {
		mult, s = 512, s[:len(s)-1]
	}
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") {
		base, s = 16, s[2:]
	}
	v, err := strconv.ParseUint(s, base, 50)
	return v * mult, err == nil && s != ""
}

// layout finds the bytes of a line and how the items of each type are spread over it.
func (o *odState) layout() {
	lcm := 1
	for _, t := range o.types {
		a, b := lcm, t.size
		for b != 0 {
			a, b = b, a%b
		}
		lcm = lcm / a * t.size
	}
	o.block = lcm * max(1, 16/lcm)
	if o.widthSet {
		if o.width != 0 && o.width%uint64(lcm) == 0 {
			o.block = int(min(o.width, 1<<20))
		} else {
			o.p.Errorf("warning: invalid width %d; using %d instead", o.width, lcm)
			o.block = lcm
		}
	}
	widest := 0
	for _, t := range o.types {
		widest = max(widest, (t.field+1)*(o.block/t.size))
	}
	for i := range o.types {
		t := &o.types[i]
		t.pad = widest - t.field*(o.block/t.size)
	}
}

// open opens the next file that can be opened; false when there is none left.
func (o *odState) open() bool {
	for len(o.files) > 0 {
		name := o.files[0]
		fd, done, err := gnu.OpenInput(o.p, name)
		if err == nil {
			o.fd, o.done = fd, done
			return true
		}
		o.files = o.files[1:]
		o.p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
		o.status = 1
	}
	return false
}

// read reads up to len(b) bytes of the files one after another; less only at the end of all.
func (o *odState) read(b []byte) int {
	n := 0
	for n < len(b) && (o.fd >= 0 || o.open()) {
		m, err := o.p.Read(o.fd, b[n:])
		n += m
		if err == nil {
			continue
		}
		if err != io.EOF {
			o.p.Errorf("%s: %s", gnu.QuoteF(o.files[0]), kern.ErrText(err))
			o.status = 1
		}
		o.done()
		o.fd, o.files = -1, o.files[1:]
	}
	return n
}

// pass skips the first bytes.
func (o *odState) pass() bool {
	if st, err := o.p.StatFD(o.fd); err == nil && st.Kind == tree.CharDev {
		// Devices can be sought to anywhere.
		if _, err := o.p.Seek(o.fd, int64(o.skip), 1); err == nil {
			o.offset = o.skip
			return true
		}
	}
	buf := make([]byte, min(o.skip, 8192))
	for left := o.skip; left > 0; {
		n := o.read(buf[:min(left, uint64(len(buf)))])
		if n == 0 {
			o.p.Errorf("cannot skip past end of combined input")
			return false
		}
		left -= uint64(n)
	}
	o.offset = o.skip
	return true
}

// address formats the offset at the start of a line.
func (o *odState) address(b []byte) []byte {
	put := func(v uint64) {
		switch o.radix {
		case 'd':
			b = fmt.Appendf(b, "%07d", v)
		case 'x':
			b = fmt.Appendf(b, "%06x", v)
		case 'o':
			b = fmt.Appendf(b, "%07o", v)
		}
	}
	put(o.offset)
	if o.label >= 0 && o.radix != 'n' {
		b = append(b, " ("...)
		put(o.offset - o.skip + uint64(o.label))
		b = append(b, ')')
	}
	return b
}
