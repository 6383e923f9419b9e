package cmds

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var truncateSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'c', Long: "no-create"}, {Short: 'o', Long: "io-blocks"}, {Short: 'r', Long: "reference", Arg: gnu.Required},
		{Short: 's', Long: "size", Arg: gnu.Required},
	},
	Version: gnu.CoreutilsVersion("truncate", "Padraig Brady"),
}

type truncater struct {
	p                *kern.Proc
	noCreate, blocks bool
	ref              string
	hasRef, hasSize  bool
	size, refSize    int64
	relative         byte // one of + < > / %, or 0
}

func truncate(_ context.Context, p *kern.Proc) int {
	t := truncater{p: p, refSize: -1}
	files, status, ok := truncateSpec.Parse(p, t.set)
	if !ok {
		return status
	}
	switch {
	case !t.hasRef && !t.hasSize:
		return gnu.Usage(p, 1, "you must specify either "+gnu.Quote("--size")+" or "+gnu.Quote("--reference"))
	case t.hasRef && t.hasSize && t.relative == 0:
		return gnu.Usage(p, 1, "you must specify a relative "+gnu.Quote("--size")+" with "+gnu.Quote("--reference"))
	case t.blocks && !t.hasSize:
		return gnu.Usage(p, 1, gnu.Quote("--io-blocks")+" was specified but "+gnu.Quote("--size")+" was not")
	case len(files) == 0:
		return gnu.Usage(p, 1, "missing file operand")
	}
	if t.hasRef {
		st, err := p.Stat(t.ref)
		if err != nil {
			p.Errorf("cannot stat %s: %s", gnu.QuoteAF(t.ref), kern.ErrText(err))
			return 1
		}
		p.Taint(st.Label())
		t.refSize = st.Size
		if !t.hasSize {
			t.size = st.Size
		}
	}
	for _, f := range files {
		if !t.file(f) {
			status = 1
		}
	}
	return status
}

func (t *truncater) set(key, val string) int {
	switch key {
	case "c":
		t.noCreate = true
	case "o":
		t.blocks = true
	case "r":
		t.ref, t.hasRef = val, true
	case "s":
		return t.parse(val)
	}
	return gnu.Go
}

func (t *truncater) parse(val string) int {
	s := strings.TrimLeft(val, " \t\n\v\f\r")
	if s != "" && strings.IndexByte("<>/%", s[0]) >= 0 {
		t.relative, s = s[0], strings.TrimLeft(s[1:], " \t\n\v\f\r")
	}
	negative := false
	num := s
	if s != "" && (s[0] == '+' || s[0] == '-') {
		if t.relative != 0 {
			return gnu.Usage(t.p, 1, "multiple relative modifiers specified")
		}
		t.relative, negative = '+', s[0] == '-'
		num = s[1:]
	}
	n, st := xnum.Parse(num, "EgGkKmMPtTYZ0")
	if st != xnum.OK || n > 1<<63-1 {
		msg := "Invalid number: " + gnu.Quote(s)
		if st&(xnum.Invalid|xnum.BadSuffix) == 0 {
			msg += ": Value too large for defined data type"
		}
		t.p.Errorf("%s", msg)
		return 1
	}
	if (t.relative == '/' || t.relative == '%') && n == 0 {
		t.p.Errorf("division by zero")
		return 1
	}
	t.size, t.hasSize = int64(n), true
	if negative {
		t.size = -t.size
	}
	return gnu.Go
}

func (t *truncater) file(name string) bool {
	p := t.p
	flags := kern.WriteOnly
	if !t.noCreate {
		flags |= kern.Creat
	}
	if st, err := p.Stat(name); err == nil && st.Kind == tree.Fifo {
		p.Errorf("cannot open %s for writing: %s", gnu.QuoteAF(name), kern.ErrText(tree.ENXIO))
		return false
	}
	fd, err := p.Open(name, flags, 0o666)
	if err != nil {
		if t.noCreate && err == error(tree.ENOENT) {
			return true
		}
		p.Errorf("cannot open %s for writing: %s", gnu.QuoteAF(name), kern.ErrText(err))
		return false
	}
	defer func() { _ = p.Close(fd) }()
	st, err := p.StatFD(fd)
	if err != nil {
		p.Errorf("cannot fstat %s: %s", gnu.QuoteAF(name), kern.ErrText(err))
		return false
	}
	n, ok := t.target(&st)
	if !ok {
		p.Errorf("overflow in %s size of file %s", map[bool]string{true: "extending", false: "rounding up"}[t.relative == '+'], gnu.QuoteAF(name))
		return false
	}
	if err := p.TruncateFD(fd, n); err != nil {
		p.Errorf("failed to truncate %s at %d bytes: %s", gnu.QuoteAF(name), n, kern.ErrText(err))
		return false
	}
	return true
}

// target works out the new size.
func (t *truncater) target(st *kern.Stat) (int64, bool) {
	size := t.size
	if t.blocks {
		if size > (1<<63-1)/gnu.BlockSize {
			return 0, false
		}
		size *= gnu.BlockSize
	}
	if t.relative == 0 {
		return size, true
	}
	have := st.Size
	if t.hasRef {
		have = t.refSize
	}
	switch t.relative {
	case '<':
		return min(have, size), true
	case '>':
		return max(have, size), true
	case '/':
		return have / size * size, true
	case '%':
		if r := have % size; r != 0 {
			have += size - r
		}
		return have, have >= 0
	}
	if size > 0 && have > (1<<63-1)-size {
		return 0, false
	}
	return max(0, have+size), true
}
