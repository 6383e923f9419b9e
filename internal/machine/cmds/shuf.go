package cmds

import (
	"context"

	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/randint"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var shufSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'e', Long: "echo"},
		{Short: 'i', Long: "input-range", Arg: gnu.Required},
		{Short: 'n', Long: "head-count", Arg: gnu.Required},
		{Short: 'o', Long: "output", Arg: gnu.Required},
		{Long: "random-source", Arg: gnu.Required},
		{Short: 'r', Long: "repeat"},
		{Short: 'z', Long: "zero-terminated"},
	},
	Version: "shuf" + coreutilsTail + "Paul Eggert.",
}

// shufReservoir is the size from which shuf does not keep all lines of which it wants a few.
const shufReservoir = 8 << 20

type shufState struct {
	p                    *kern.Proc
	echo, ranged, repeat bool
	lo, hi               uint64
	head                 uint64
	output, source       string
	eol                  byte
	rnd                  randint.Source
	lines                []string
}

func runShuf(_ context.Context, p *kern.Proc) int {
	s := shufState{p: p, head: endless, eol: '\n'}
	args, st, ok := shufSpec.Parse(p, s.option)
	if !ok {
		return st
	}
	switch {
	case s.echo && s.ranged:
		return gnu.Usage(p, 1, "cannot combine -e and -i options")
	case s.ranged && len(args) > 0:
		return gnu.Usage(p, 1, "extra operand "+gnu.Quote(args[0]))
	case !s.echo && len(args) > 1:
		return gnu.Usage(p, 1, "extra operand "+gnu.Quote(args[1]))
	}
	if !s.open() {
		return 1
	}
	n, st := s.input(args)
	if st != gnu.Go {
		return st
	}
	return s.print(n)
}

func (s *shufState) option(key, val string) int {
	p := s.p
	switch key {
	case "e":
		s.echo = true
	case "i":
		return s.setRange(val)
	case "n":
		v, st := xnum.Parse(val, "")
		if st != xnum.OK && st != xnum.Overflow {
			p.Errorf("invalid line count: %s", gnu.Quote(val))
			return 1
		}
		s.head = min(s.head, v)
	case "o":
		if s.output != "" && s.output != val {
			p.Errorf("multiple output files specified")
			return 1
		}
		s.output = val
	case "random-source":
		if s.source != "" && s.source != val {
			p.Errorf("multiple random sources specified")
			return 1
		}
		s.source = val
	case "r":
		s.repeat = true
	case "z":
		s.eol = 0
	}
	return gnu.Go
}

func (s *shufState) setRange(val string) int {
	p := s.p
	if s.ranged {
		p.Errorf("multiple -i options specified")
		return 1
	}
	lo, hi, dash := strings.Cut(val, "-")
	if !dash {
		p.Errorf("invalid input range: %s", gnu.Quote(val))
		return 1
	}
	for _, x := range []struct {
		s  string
		to *uint64
	}{{lo, &s.lo}, {hi, &s.hi}} {
		v, st := xnum.Parse(x.s, "")
		if st != xnum.OK {
			numberError(p, "invalid input range", x.s, st)
			return 1
		}
		*x.to = v
	}
	s.ranged = true
	if s.hi-s.lo+1 == 0 && s.lo != s.hi+1 || s.lo > s.hi+1 || s.hi == endless && s.lo == 0 {
		p.Errorf("invalid input range: %s", gnu.Quote(val))
		return 1
	}
	return gnu.Go
}

// open opens the source of randomness.
func (s *shufState) open() bool {
	p := s.p
	s.rnd.Seed = uint64(p.K.Now()) ^ uint64(p.PID)<<40
	if s.source == "" {
		return true
	}
	fd, err := p.Open(s.source, kern.ReadOnly, 0)
	if err != nil {
		p.Errorf("%s: %s", gnu.QuoteF(s.source), kern.ErrText(err))
		return false
	}
	s.rnd.R = fdReader{p, fd}
	return true
}

// fdReader reads a descriptor as an io.Reader.
type fdReader struct {
	p  *kern.Proc
	fd int
}

func (r fdReader) Read(b []byte) (int, error) { return r.p.Read(r.fd, b) }

// input reads what is to be shuffled and returns how many lines there are.
func (s *shufState) input(args []string) (uint64, int) {
	p := s.p
	switch {
	case s.ranged:
		return s.hi - s.lo + 1, gnu.Go
	case s.echo:
		s.lines = args
		return uint64(len(args)), gnu.Go
	case s.head == 0 && !s.repeat:
		return 0, gnu.Go
	}
	name := "-"
	if len(args) > 0 {
		name = args[0]
	}
	fd, done, err := gnu.OpenInput(p, name)
	if err != nil {
		p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
		return 0, 1
	}
	defer done()
	st, err := p.StatFD(fd)
	large := err != nil || st.Kind != tree.Regular || st.Size > shufReservoir
	if s.head != endless && !s.repeat && large {
		err = s.reservoir(fd)
	} else {
		err = s.readAll(fd)
	}
	if err == errNoRandom {
		return 0, s.noRandom()
	}
	if err != nil {
		p.Errorf("read error: %s", kern.ErrText(err))
		return 0, 1
	}
	return uint64(len(s.lines)), gnu.Go
}

func (s *shufState) readAll(fd int) error {
	lines := gnu.NewLines(s.p, fd, s.eol)
	for {
		line, _, err := lines.Next()
		if err != nil {
			return notEOF(err)
		}
		s.p.Hold(int64(len(line)) + 16)
		s.lines = append(s.lines, string(line))
	}
}

type shufError string

func (e shufError) Error() string { return string(e) }

const errNoRandom shufError = "end of the random source"

// reservoir keeps only as many lines as will be printed, each of the input with the same chance.
func (s *shufState) reservoir(fd int) error {
	lines := gnu.NewLines(s.p, fd, s.eol)
	for n := uint64(0); ; n++ {
		at := n
		if n >= s.head {
			var err error
			if at, err = s.rnd.Below(n + 1); err != nil {
				return errNoRandom
			}
		}
		line, _, err := lines.Next()
		if err != nil {
			return notEOF(err)
		}
		if n < s.head {
			s.p.Hold(int64(len(line)) + 16)
			s.lines = append(s.lines, string(line))
		} else if at < s.head {
			s.lines[at] = string(line)
		}
	}
}

func (s *shufState) noRandom() int {
	s.p.Errorf("%s: end of file", gnu.Quote(s.source))
	return 1
}

func (s *shufState) print(n uint64) int {
	p := s.p
	var order []uint64
	if !s.repeat {
		var err error
		h := min(s.head, n)
		if h > 1 {
			held := n * 8
			if n > 1<<16 && n/h > 32 {
				held = h * 64
			}
			p.Hold(int64(min(max(held, h), 1<<50)))
		}
		if order, err = s.rnd.Permutation(h, n, func() { p.Tick(1) }); err != nil {
			return s.noRandom()
		}
	}
	if s.output != "" {
		o, err := p.OpenFile(s.output, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
		if err != nil {
			p.Errorf("%s: %s", gnu.QuoteF(s.output), kern.ErrText(err))
			return 1
		}
		_ = p.SetFD(1, o)
	}
	if !s.repeat {
		for _, i := range order {
			s.put(i)
		}
		return 0
	}
	if n == 0 && s.head > 0 {
		p.Errorf("no lines to repeat")
		return 1
	}
	for left := s.head; left > 0; left-- {
		p.Tick(1)
		i, err := s.rnd.Below(n)
		if err != nil {
			return s.noRandom()
		}
		s.put(i)
		if p.Stdout.Err() != nil {
			return 1
		}
	}
	return 0
}

func (s *shufState) put(i uint64) {
	if s.ranged {
		s.p.Stdout.WriteString(strconv.FormatUint(s.lo+i, 10))
	} else {
		s.p.Stdout.WriteString(s.lines[i])
	}
	s.p.Stdout.WriteByte(s.eol)
}
