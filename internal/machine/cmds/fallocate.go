package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var (
	fallocateSpec = gnu.Spec{Options: []gnu.Option{
		{Short: 'c', Long: "collapse-range", Unsupported: true}, {Short: 'd', Long: "dig-holes", Unsupported: true},
		{Short: 'i', Long: "insert-range", Unsupported: true}, {Short: 'l', Long: "length", Arg: gnu.Required},
		{Short: 'n', Long: "keep-size"}, {Short: 'o', Long: "offset", Arg: gnu.Required},
		{Short: 'p', Long: "punch-hole", Unsupported: true}, {Short: 'z', Long: "zero-range", Unsupported: true},
		{Short: 'x', Long: "posix"}, {Short: 'v', Long: "verbose", Unsupported: true}, {Short: 'h', Long: "help"}, {Short: 'V', Long: "version"},
	}}
	lookSpec = gnu.Spec{Options: []gnu.Option{
		{Short: 'a', Long: "alternative"}, {Short: 'd', Long: "alphanum"}, {Short: 'f', Long: "ignore-case"},
		{Short: 't', Long: "terminate", Arg: gnu.Required}, {Short: 'h', Long: "help"}, {Short: 'V', Long: "version"},
	}}
)

func runFallocate(_ context.Context, p *kern.Proc) int {
	length, offset, keep, given := uint64(0), uint64(0), false, false
	bad := func(s string) bool { return strings.Contains(s, ".") }
	args, status, ok := fallocateSpec.Parse(p, func(key, val string) int {
		st := xnum.OK
		switch key {
		case "l":
			if bad(val) {
				return gnu.UnsupportedOption(p, "-l "+val)
			}
			if length, st = xnum.Parse(val, "EGkKMPTYZ0"); st != xnum.OK || length == 0 || length>>63 != 0 {
				p.Errorf("invalid length value specified")
				return 1
			}
			given = true
		case "o":
			if offset, st = xnum.Parse(val, "EGkKMPTYZ0"); st != xnum.OK || offset>>63 != 0 {
				p.Errorf("invalid offset value specified")
				return 1
			}
		case "n":
			keep = true
		case "h":
			fallocateSpec.OwnHelp(p, p.Stdout)
			return 0
		case "V":
			_, _ = p.Stdout.WriteString("fallocate from util-linux 2.38.1\n")
			return 0
		}
		return gnu.Go
	})
	if !ok {
		return status
	}
	msg := ""
	switch {
	case len(args) == 0:
		msg = "no filename specified"
	case len(args) > 1:
		msg = "unexpected number of arguments"
	case !given:
		msg = "no length argument specified"
	}
	if msg != "" {
		p.Errorf("%s", msg)
		return 1
	}
	flags := kern.ReadWrite | kern.Creat
	if keep {
		flags = kern.ReadWrite
	}
	fd, err := p.Open(args[0], flags, 0o666)
	if err != nil {
		p.Errorf("cannot open %s: %s", args[0], kern.ErrText(err))
		return 1
	}
	st, err := p.StatFD(fd)
	if end := int64(offset + length); err == nil && !keep && end > st.Size {
		err = p.TruncateFD(fd, end)
	}
	if err != nil {
		p.Errorf("fallocate failed: %s", kern.ErrText(err))
		return 1
	}
	return 0
}

// lookKey is the part of a line that look compares.
type lookKey struct {
	alnum, fold bool
	end         string // the character that ends the key, or ""
}

func (k lookKey) of(s string) string {
	if k.end != "" {
		if i := strings.Index(s, k.end); i >= 0 {
			s = s[:i+len(k.end)]
		}
	}
	if !k.alnum && !k.fold {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		up := c >= 'A' && c <= 'Z'
		if k.alnum && !up && !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == ' ' || c == '\t') {
			continue
		}
		if k.fold && up {
			c += 'a' - 'A'
		}
		b = append(b, c)
	}
	return string(b)
}

func runLook(_ context.Context, p *kern.Proc) int {
	var k lookKey
	args, status, ok := lookSpec.Parse(p, func(key, val string) int {
		switch key {
		case "d":
			k.alnum = true
		case "f":
			k.fold = true
		case "t":
			k.end = val
		case "h":
			lookSpec.OwnHelp(p, p.Stdout)
			return 0
		case "V":
			_, _ = p.Stdout.WriteString("look from util-linux 2.38.1\n")
			return 0
		}
		return gnu.Go
	})
	if !ok {
		return status
	}
	file := "/usr/share/dict/words"
	switch len(args) {
	case 1:
		k.alnum, k.fold = true, true
	case 2:
		file = args[1]
	default:
		return gnu.Usage(p, 1, "bad usage")
	}
	b, err := p.ReadFile(file)
	if err != nil {
		p.Errorf("%s: %s", file, kern.ErrText(err))
		return 1
	}
	want := k.of(args[0])
	if k.end != "" {
		want = strings.TrimSuffix(want, k.end)
		if i := strings.Index(args[0], k.end); i >= 0 {
			want = k.of(args[0][:i+len(k.end)])
		}
	}
	return lookLines(p, k, want, string(b))
}

// lookLines prints the lines that begin with want. In a file that is not sorted the real program's search goes astray in ways of its
// own: the result then counts as unknown.
func lookLines(p *kern.Proc, k lookKey, want, text string) int {
	status, last := 1, ""
	for line := range strings.Lines(text) {
		p.Tick(1)
		key := k.of(strings.TrimSuffix(line, "\n"))
		if key < last {
			p.K.NoteUnknown("look in a file that is not sorted")
			break
		}
		last = key
		if strings.HasPrefix(key, want) {
			_, _ = p.Stdout.WriteString(line)
			status = 0
		}
	}
	return status
}
