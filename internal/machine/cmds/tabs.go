package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// digitOptions are -0 to -9, each with the rest of its word as the argument.
var digitOptions = [10]gnu.Option{
	{Short: '0', Arg: gnu.Optional}, {Short: '1', Arg: gnu.Optional}, {Short: '2', Arg: gnu.Optional},
	{Short: '3', Arg: gnu.Optional}, {Short: '4', Arg: gnu.Optional}, {Short: '5', Arg: gnu.Optional},
	{Short: '6', Arg: gnu.Optional}, {Short: '7', Arg: gnu.Optional}, {Short: '8', Arg: gnu.Optional},
	{Short: '9', Arg: gnu.Optional},
}

var expandSpec = gnu.Spec{
	Options: append(digitOptions[:10:10],
		gnu.Option{Short: 'i', Long: "initial"},
		gnu.Option{Short: 't', Long: "tabs", Arg: gnu.Required}),
	Version: "expand" + coreutilsTail + "David MacKenzie.",
}

// tabStops are the columns that tabs go to: a list and what follows it.
type tabStops struct {
	list   []uint64
	every  uint64 // stops at all multiples, "/N"
	plus   uint64 // stops every so many columns after the last of the list, "+N"
	single uint64 // one number alone: all its multiples
}

// parse adds the tab stops of a list such as "4,8,+8" or "8 16 /4". It prints what is wrong and returns false.
func (t *tabStops) parse(p *kern.Proc, s string) bool {
	ok := true
	kind := byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ',' || c == ' ' || c == '\t':
			// Separators between numbers have been passed over with the numbers.
		case c == '/' || c == '+':
			kind = c
			if i > 0 && s[i-1] >= '0' && s[i-1] <= '9' {
				p.Errorf("'%s' specifier not at start of number: %s", s[i:i+1], gnu.Quote(s[i:]))
				ok = false
			}
		case c >= '0' && c <= '9':
			j := i
			for j < len(s) && s[j] >= '0' && s[j] <= '9' {
				j++
			}
			v, err := strconv.ParseUint(s[i:j], 10, 64)
			if err != nil || v == endless {
				p.Errorf("tab stop is too large %s", gnu.Quote(s[i:j]))
				ok = false
			} else if j == len(s) || s[j] == ',' || s[j] == ' ' || s[j] == '\t' {
				ok = t.add(p, kind, v) && ok
			}
			i = j - 1
		default:
			p.Errorf("tab size contains invalid character(s): %s", gnu.Quote(s[i:]))
			return false
		}
	}
	return ok
}

func (t *tabStops) add(p *kern.Proc, kind byte, v uint64) bool {
	to := &t.every
	switch kind {
	case 0:
		t.list = append(t.list, v)
		return true
	case '+':
		to = &t.plus
	}
	if *to != 0 {
		p.Errorf("'%s' specifier only allowed with the last value", string(rune(kind)))
		*to = v
		return false
	}
	*to = v
	return true
}

// finish checks the list as a whole.
func (t *tabStops) finish(p *kern.Proc) bool {
	last := uint64(0)
	for _, v := range t.list {
		msg := ""
		if v == 0 {
			msg = "tab size cannot be 0"
		} else if v <= last {
			msg = "tab sizes must be ascending"
		}
		if msg != "" {
			p.Errorf("%s", msg)
			return false
		}
		last = v
	}
	if t.every != 0 && t.plus != 0 {
		p.Errorf("'/' specifier is mutually exclusive with '+'")
		return false
	}
	switch {
	case len(t.list) == 0:
		t.single = 8
		if t.every != 0 {
			t.single = t.every
		} else if t.plus != 0 {
			t.single = t.plus
		}
	case len(t.list) == 1 && t.every == 0 && t.plus == 0:
		t.single = t.list[0]
	}
	return true
}

// next returns the tab stop after column; ok is false after the last one. From is where to begin in the list; it is moved on.
func (t *tabStops) next(column uint64, from *int) (stop uint64, ok bool) {
	if t.single != 0 {
		return column + t.single - column%t.single, true
	}
	for ; *from < len(t.list); *from++ {
		if column < t.list[*from] {
			return t.list[*from], true
		}
	}
	if t.every != 0 {
		return column + t.every - column%t.every, true
	}
	if t.plus != 0 {
		return column + t.plus - (column-t.list[len(t.list)-1])%t.plus, true
	}
	return 0, false
}

func runExpand(_ context.Context, p *kern.Proc) int {
	var t tabStops
	initial := false
	files, st, ok := expandSpec.Parse(p, func(key, val string) int {
		switch {
		case key == "i":
			initial = true
		case !t.parse(p, strings.TrimPrefix(key, "t")+val):
			return 1
		}
		return gnu.Go
	})
	if !ok {
		return st
	}
	if !t.finish(p) {
		return 1
	}
	return eachFile(p, files, func(fd int) error { return expandFile(p, fd, &t, initial) })
}

// eachFile calls f with every input in turn and prints the errors that opening or f gives as "FILE: error".
func eachFile(p *kern.Proc, files []string, f func(fd int) error) (status int) {
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		fd, done, err := gnu.OpenInput(p, name)
		if err == nil {
			err = notEOF(f(fd))
			done()
		}
		if err != nil {
			p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
			status = 1
		}
	}
	return status
}

func expandFile(p *kern.Proc, fd int, t *tabStops, initial bool) error {
	lines := gnu.NewLines(p, fd, '\n')
	var out []byte
	for {
		line, ended, err := lines.Next()
		if err != nil {
			return err
		}
		out = out[:0]
		column, from, on := uint64(0), 0, true
		for i, c := range line {
			if !on {
				out = append(out, line[i:]...)
				break
			}
			switch c {
			case '\t':
				stop, ok := t.next(column, &from)
				if !ok {
					stop = column + 1
				}
				p.Tick(1 + int(min(stop-column, 1<<30))>>6)
				p.Hold(int64(min(stop-column, 1<<40)) >> 12 << 12)
				for ; column < stop; column++ {
					out = append(out, ' ')
				}
				continue
			case '\b':
				column -= min(column, 1)
				from -= min(from, 1)
			default:
				column++
			}
			out = append(out, c)
			on = !initial || c == ' ' || c == '\t'
		}
		if ended {
			out = append(out, '\n')
		}
		p.Stdout.Write(out)
	}
}

var unexpandSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'a', Long: "all"},
		{Long: "first-only"},
		{Short: 't', Long: "tabs", Arg: gnu.Required},
		{Short: ','},
	},
	Digits:  true,
	Version: "unexpand" + coreutilsTail + "David MacKenzie.",
}

func runUnexpand(_ context.Context, p *kern.Proc) int {
	var t tabStops
	all, firstOnly, short := false, false, ""
	files, st, ok := unexpandSpec.Parse(p, func(key, val string) int {
		switch key {
		case "a":
			all = true
		case "first-only":
			firstOnly = true
		case "t":
			all = true
			if !t.parse(p, val) {
				return 1
			}
		case "#":
			if v, err := strconv.ParseUint(short[strings.LastIndexByte(short, ',')+1:]+val, 10, 64); err != nil || v == endless {
				p.Errorf("tab stop value is too large")
				return 1
			}
			short += val
		case ",":
			short += ","
		}
		return gnu.Go
	})
	if !ok {
		return st
	}
	if short != "" && !t.parse(p, short) {
		return 1
	}
	if !t.finish(p) {
		return 1
	}
	u := unexpander{p: p, tabs: &t, all: all && !firstOnly}
	return eachFile(p, files, u.file)
}

// unexpander turns blanks into tabs.
type unexpander struct {
	p       *kern.Proc
	tabs    *tabStops
	all     bool // also after what is not blank
	out     []byte
	pending []byte // blanks that may become a tab
	odd     bool   // pending begins with a single blank just before a tab stop
}

func (u *unexpander) file(fd int) error {
	lines := gnu.NewLines(u.p, fd, '\n')
	for {
		line, ended, err := lines.Next()
		if err != nil {
			return err
		}
		u.line(line)
		if ended {
			u.out = append(u.out, '\n')
		}
		u.p.Stdout.Write(u.out)
	}
}

func (u *unexpander) flush() {
	if len(u.pending) > 1 && u.odd {
		u.pending[0] = '\t'
	}
	u.out = append(u.out, u.pending...)
	u.pending, u.odd = u.pending[:0], false
}

func (u *unexpander) line(line []byte) {
	u.out, u.pending, u.odd = u.out[:0], u.pending[:0], false
	column, from, afterBlank := uint64(0), 0, true
	for i := 0; i < len(line); i++ {
		c := line[i]
		isBlank := c == ' ' || c == '\t'
		switch {
		case isBlank:
			stop, ok := u.tabs.next(column, &from)
			if !ok {
				u.flush()
				u.out = append(u.out, line[i:]...)
				return
			}
			if c == ' ' {
				column++
				if column != stop || !afterBlank {
					u.odd = u.odd || column == stop
					u.pending = append(u.pending, c)
					afterBlank = true
					continue
				}
				if c = '\t'; len(u.pending) > 0 {
					u.pending[0] = '\t'
				}
			} else if column = stop; len(u.pending) > 0 {
				u.pending[0] = '\t'
			}
			if keep := min(len(u.pending), 1); u.odd {
				u.pending = u.pending[:keep]
			} else {
				u.pending = u.pending[:0]
			}
		case c == '\b':
			column -= min(column, 1)
			from -= min(from, 1)
		default:
			column++
		}
		u.flush()
		u.out = append(u.out, c)
		if afterBlank = isBlank; !isBlank && !u.all {
			u.out = append(u.out, line[i+1:]...)
			return
		}
	}
	u.flush()
}
