package cmds

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var joinSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'a', Arg: gnu.Required},
		{Short: 'e', Arg: gnu.Required},
		{Short: 'i', Long: "ignore-case"},
		{Short: 'j', Arg: gnu.Required},
		{Short: 'o', Arg: gnu.Required},
		{Short: 't', Arg: gnu.Required},
		{Short: 'v', Arg: gnu.Required},
		{Short: '1', Arg: gnu.Required},
		{Short: '2', Arg: gnu.Required},
		{Long: "check-order"},
		{Long: "nocheck-order"},
		{Long: "header"},
		{Short: 'z', Long: "zero-terminated"},
	},
	Version: "join" + coreutilsTail + "Mike Haertel.",
}

// joinField is an element of -o: a field of a file, or with file 0 the join field.
type joinField struct{ file, field int }

// joinLine is a line split into fields.
type joinLine struct {
	text   []byte
	fields [][]byte
}

type joinState struct {
	p          *kern.Proc
	ignoreCase bool
	key        [2]int // join fields, from 0; -1: not given
	unpaired   [2]bool
	paired     bool
	tab        int // -1: blanks
	empty      string
	emptySet   bool
	out        []joinField
	auto       bool
	autoCount  [2]int
	check      int
	header     bool
	eol        byte
	in         [2]joinInput
	oddPrinted bool // an unpairable line has been seen
	names      []string
	buf        []byte
}

// joinInput reads the lines of one file.
type joinInput struct {
	lines    *gnu.Lines
	cur      *joinLine // nil at the end
	prev     *joinLine
	n        int
	disorder bool
}

func runJoin(_ context.Context, p *kern.Proc) int {
	j := joinState{p: p, key: [2]int{-1, -1}, paired: true, tab: -1, eol: '\n'}
	files, st, ok := joinSpec.Parse(p, j.option)
	if !ok {
		return st
	}
	if st := twoOperands(p, files, gnu.QuoteAF); st != gnu.Go {
		return st
	}
	for i := range j.key {
		j.key[i] = max(j.key[i], 0)
	}
	j.names = files
	if files[0] == "-" && files[1] == "-" {
		p.Errorf("both files cannot be standard input: No such file or directory")
		return 1
	}
	for i, name := range files {
		fd, _, err := gnu.OpenInput(p, name)
		if err != nil {
			p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
			return 1
		}
		j.in[i].lines = gnu.NewLines(p, fd, j.eol)
	}
	return j.run()
}

func (j *joinState) option(key, val string) int {
	p := j.p
	switch key {
	case "a", "v":
		if key == "v" {
			j.paired = false
		}
		if val != "1" && val != "2" {
			p.Errorf("invalid field number: %s", gnu.Quote(val))
			return 1
		}
		j.unpaired[val[0]-'1'] = true
	case "e":
		if j.emptySet && j.empty != val {
			p.Errorf("conflicting empty-field replacement strings")
			return 1
		}
		j.empty, j.emptySet = val, true
	case "i":
		j.ignoreCase = true
	case "j":
		if st := j.setKey(0, val); st != gnu.Go {
			return st
		}
		return j.setKey(1, val)
	case "1", "2":
		return j.setKey(int(key[0]-'1'), val)
	case "o":
		if val == "auto" {
			j.auto = true
			return gnu.Go
		}
		return j.fieldList(val)
	case "t":
		return j.setTab(val)
	case "check-order":
		j.check = checkAlways
	case "nocheck-order":
		j.check = checkNever
	case "header":
		j.header = true
	case "z":
		j.eol = 0
	}
	return gnu.Go
}

func (j *joinState) setTab(val string) int {
	var tab int
	switch {
	case val == "":
		tab = '\n'
	case val == `\0`:
		tab = 0
	case len(val) > 1:
		j.p.Errorf("multi-character tab %s", gnu.Quote(val))
		return 1
	default:
		tab = int(val[0])
	}
	if j.tab >= 0 && j.tab != tab {
		j.p.Errorf("incompatible tabs")
		return 1
	}
	j.tab = tab
	return gnu.Go
}

// number reads a field number; it counts from 1.
func (j *joinState) number(s string) (int, bool) {
	v, err := strconv.ParseUint(s, 10, 62)
	if err != nil && strings.Trim(s, "0123456789") == "" && s != "" {
		return 1 << 61, true
	}
	if err != nil || v == 0 {
		j.p.Errorf("invalid field number: %s", gnu.Quote(s))
		return 0, false
	}
	return int(v) - 1, true
}

func (j *joinState) setKey(file int, val string) int {
	n, ok := j.number(val)
	if !ok {
		return 1
	}
	if j.key[file] >= 0 && j.key[file] != n {
		j.p.Errorf("incompatible join fields %d, %d", j.key[file]+1, n+1)
		return 1
	}
	j.key[file] = n
	return gnu.Go
}

// fieldList reads the argument of -o.
func (j *joinState) fieldList(s string) int {
	for {
		i := strings.IndexAny(s, ", \t")
		f := s
		if i >= 0 {
			f = s[:i]
		}
		if st := j.fieldSpec(f); st != gnu.Go || i < 0 {
			return st
		}
		s = s[i+1:]
	}
}

func (j *joinState) fieldSpec(f string) int {
	if f == "0" {
		j.out = append(j.out, joinField{})
		return gnu.Go
	}
	if len(f) < 2 || f[0] != '1' && f[0] != '2' || f[1] != '.' {
		if f != "" && f[0] == '0' {
			j.p.Errorf("invalid field specifier: %s", gnu.Quote(f))
			return 1
		}
		if f != "" && (f[0] == '1' || f[0] == '2') {
			j.p.Errorf("invalid field specifier: %s", gnu.Quote(f))
			return 1
		}
		j.p.Errorf("invalid file number in field spec: %s", gnu.Quote(f))
		return 1
	}
	n, ok := j.number(f[2:])
	if !ok {
		return 1
	}
	j.out = append(j.out, joinField{int(f[0] - '0'), n})
	return gnu.Go
}

// split finds the fields of a line.
func (j *joinState) split(text []byte) *joinLine {
	l := &joinLine{text: append([]byte(nil), text...)}
	b := l.text
	if j.tab >= 0 && j.tab != '\n' {
		for {
			i := bytes.IndexByte(b, byte(j.tab))
			if i < 0 {
				break
			}
			l.fields = append(l.fields, b[:i])
			b = b[i+1:]
		}
		if len(l.text) > 0 {
			l.fields = append(l.fields, b)
		}
		return l
	}
	if j.tab < 0 {
		for i := 0; i < len(b); {
			for i < len(b) && blank(b[i]) {
				i++
			}
			start := i
			for i < len(b) && !blank(b[i]) {
				i++
			}
			if i > start || start == len(b) && start > 0 {
				l.fields = append(l.fields, b[start:i])
			}
		}
		return l
	}
	if len(b) > 0 {
		l.fields = append(l.fields, b)
	}
	return l
}

func (l *joinLine) field(n int) []byte {
	if l != nil && n < len(l.fields) {
		return l.fields[n]
	}
	return nil
}
