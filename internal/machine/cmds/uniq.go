package cmds

import (
	"bytes"
	"context"
	"io"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var uniqSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'c', Long: "count"},
		{Short: 'd', Long: "repeated"},
		{Short: 'D'},
		{Long: "all-repeated", Arg: gnu.Optional},
		{Long: "group", Arg: gnu.Optional},
		{Short: 'f', Long: "skip-fields", Arg: gnu.Required},
		{Short: 'i', Long: "ignore-case"},
		{Short: 's', Long: "skip-chars", Arg: gnu.Required},
		{Short: 'u', Long: "unique"},
		{Short: 'z', Long: "zero-terminated"},
		{Short: 'w', Long: "check-chars", Arg: gnu.Required},
	},
	Digits:  true,
	Version: "uniq" + coreutilsTail + "Richard M. Stallman and David MacKenzie.",
}

// How groups of lines are set apart.
const (
	groupNone = iota
	groupPrepend
	groupAppend
	groupSeparate
	groupBoth
)

var (
	repeatedWords = []word{{"none", groupNone}, {"prepend", groupPrepend}, {"separate", groupSeparate}}
	groupWords    = []word{{"prepend", groupPrepend}, {"append", groupAppend}, {"separate", groupSeparate}, {"both", groupBoth}}
)

type uniqState struct {
	p             *kern.Proc
	count         bool
	unique        bool // print lines that stand alone
	first         bool // print the first of a group
	later         bool // print the others of a group
	fold          bool
	picked        bool // -c, -d, -D or -u was given
	grouping      bool
	group, delims int
	delim         byte
	fields, chars uint64
	check         uint64
	obsoleteSkip  string
	out           []byte
}

func runUniq(_ context.Context, p *kern.Proc) int {
	u := uniqState{p: p, unique: true, first: true, delim: '\n', check: ^uint64(0)}
	files, st, ok := uniqSpec.Parse(p, u.option)
	if !ok {
		return st
	}
	if u.obsoleteSkip != "" {
		if v, st := xnum.Parse(u.obsoleteSkip, ""); st == xnum.OK || st == xnum.Overflow {
			u.fields = v
		}
	}
	if files, st = u.plus(files); st != gnu.Go {
		return st
	}
	if u.grouping && u.picked {
		return gnu.Usage(p, 1, "--group is mutually exclusive with -c/-d/-D/-u")
	}
	if u.count && u.later {
		return gnu.Usage(p, 1, "printing all duplicated lines and repeat counts is meaningless")
	}
	in := "-"
	if len(files) > 0 {
		in = files[0]
	}
	fd, done, err := gnu.OpenInput(p, in)
	if err != nil {
		p.Errorf("%s: %s", gnu.QuoteF(in), kern.ErrText(err))
		return 1
	}
	defer done()
	if len(files) > 1 && files[1] != "-" {
		o, err := p.OpenFile(files[1], kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
		if err != nil {
			p.Errorf("%s: %s", gnu.QuoteF(files[1]), kern.ErrText(err))
			return 1
		}
		_ = p.SetFD(1, o)
	}
	if u.grouping {
		err = u.groups(fd)
	} else {
		err = u.run(fd)
	}
	if err != nil {
		p.Errorf("error reading %s", gnu.QuoteAF(in))
		return 1
	}
	return 0
}

// plus takes the old form +NUM out of the operands and checks their number.
func (u *uniqState) plus(files []string) ([]string, int) {
	var out []string
	for _, f := range files {
		if v, st := xnum.Parse(f, ""); len(f) > 1 && f[0] == '+' && st == xnum.OK {
			u.chars = v
			continue
		}
		out = append(out, f)
	}
	if len(out) > 2 {
		return nil, gnu.Usage(u.p, 1, "extra operand "+gnu.Quote(out[2]))
	}
	return out, gnu.Go
}

func (u *uniqState) option(key, val string) int {
	ok := true
	switch key {
	case "c":
		u.count, u.picked = true, true
	case "d":
		u.unique, u.picked = false, true
	case "D", "all-repeated":
		u.unique, u.later, u.picked = false, true, true
		u.delims = groupNone
		if val != "" {
			u.delims, ok = matchWord(u.p, "--all-repeated", val, repeatedWords)
		}
	case "group":
		u.grouping, u.group = true, groupSeparate
		if val != "" {
			u.group, ok = matchWord(u.p, "--group", val, groupWords)
		}
	case "i":
		u.fold = true
	case "u":
		u.first, u.picked = false, true
	case "z":
		u.delim = 0
	case "#":
		u.obsoleteSkip += val
	case "f":
		u.obsoleteSkip = ""
		return u.number(&u.fields, val, "invalid number of fields to skip")
	case "s":
		return u.number(&u.chars, val, "invalid number of bytes to skip")
	case "w":
		return u.number(&u.check, val, "invalid number of bytes to compare")
	}
	if !ok {
		return 1
	}
	return gnu.Go
}

func (u *uniqState) number(to *uint64, val, what string) int {
	v, st := xnum.Parse(val, "")
	if st != xnum.OK && st != xnum.Overflow {
		u.p.Errorf("%s: %s", val, what)
		return 1
	}
	*to = v
	return gnu.Go
}

// key returns the part of a line that is compared.
func (u *uniqState) key(line []byte) []byte {
	i := 0
	for n := u.fields; n > 0 && i < len(line); n-- {
		for i < len(line) && blank(line[i]) {
			i++
		}
		for i < len(line) && !blank(line[i]) {
			i++
		}
	}
	line = line[i:]
	line = line[min(u.chars, uint64(len(line))):]
	return line[:min(u.check, uint64(len(line)))]
}

// blank says whether GNU's field splitting takes c for a blank: a space, a tab, or a newline inside a NUL-ended line.
func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

func (u *uniqState) same(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	if !u.fold {
		return bytes.Equal(a, b)
	}
	for i := range a {
		if upperByte(a[i]) != upperByte(b[i]) {
			return false
		}
	}
	return true
}

func upperByte(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// run prints the first, the later or the single lines of groups.
func (u *uniqState) run(fd int) error {
	lines := gnu.NewLines(u.p, fd, u.delim)
	line, _, err := lines.Next()
	if err != nil {
		return notEOF(err)
	}
	prev := append([]byte(nil), line...)
	count, groups := uint64(1), 0
	for {
		line, _, err = lines.Next()
		if err != nil {
			break
		}
		if u.same(u.key(prev), u.key(line)) {
			if u.later {
				if count == 1 {
					if u.delims == groupPrepend || u.delims == groupSeparate && groups > 0 {
						u.p.Stdout.WriteByte(u.delim)
					}
					groups++
				}
				u.put(prev, count, true)
				prev = append(prev[:0], line...)
			}
			count++
			continue
		}
		u.put(prev, count, false)
		prev, count = append(prev[:0], line...), 1
	}
	u.put(prev, count, false)
	return notEOF(err)
}

func notEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// put prints a line of which there were count so far; more says that another equal one follows.
func (u *uniqState) put(line []byte, count uint64, more bool) {
	wanted := u.first
	switch {
	case more:
		wanted = u.later
	case count == 1:
		wanted = u.unique
	}
	if !wanted {
		return
	}
	b := u.out[:0]
	if u.count {
		s := strconv.FormatUint(count, 10)
		if len(s) < 7 {
			b = append(b, "       "[:7-len(s)]...)
		}
		b = append(append(b, s...), ' ')
	}
	b = append(append(b, line...), u.delim)
	u.out = b
	u.p.Stdout.Write(b)
}

// groups prints all lines with an empty one between, before or after groups.
func (u *uniqState) groups(fd int) error {
	lines := gnu.NewLines(u.p, fd, u.delim)
	var prev []byte
	out := u.p.Stdout
	for n := 0; ; n++ {
		line, _, err := lines.Next()
		if err != nil {
			if n > 0 && (u.group == groupAppend || u.group == groupBoth) {
				out.WriteByte(u.delim)
			}
			return notEOF(err)
		}
		if n == 0 {
			if u.group == groupPrepend || u.group == groupBoth {
				out.WriteByte(u.delim)
			}
		} else if !u.same(u.key(prev), u.key(line)) {
			out.WriteByte(u.delim)
		}
		out.Write(line)
		out.WriteByte(u.delim)
		prev = append(prev[:0], line...)
	}
}
