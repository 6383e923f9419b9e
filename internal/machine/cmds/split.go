package cmds

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var splitSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'a', Long: "suffix-length", Arg: gnu.Required},
		{Long: "additional-suffix", Arg: gnu.Required},
		{Short: 'b', Long: "bytes", Arg: gnu.Required},
		{Short: 'C', Long: "line-bytes", Arg: gnu.Required},
		{Short: 'd'},
		{Long: "numeric-suffixes", Arg: gnu.Optional},
		{Short: 'x'},
		{Long: "hex-suffixes", Arg: gnu.Optional},
		{Short: 'e', Long: "elide-empty-files"},
		{Long: "filter", Arg: gnu.Required},
		{Short: 'l', Long: "lines", Arg: gnu.Required},
		{Short: 'n', Long: "number", Arg: gnu.Required},
		{Short: 't', Long: "separator", Arg: gnu.Required},
		{Short: 'u', Long: "unbuffered"},
		{Long: "verbose"},
		{Long: "-io-blksize", Arg: gnu.Required},
	},
	Digits:  true,
	Version: "split" + coreutilsTail + "Torbjorn Granlund and Richard M. Stallman.",
}

// The ways to split.
const (
	splitNone = iota
	splitLines
	splitBytes
	splitLineBytes
	splitChunkBytes
	splitChunkLines
	splitRobin
)

type splitState struct {
	ctx       context.Context
	p         *kern.Proc
	kind      int
	size      uint64 // lines or bytes in a file, or the number of chunks
	chunk     uint64 // only this chunk, to standard output; 0: all
	digits    string // typed after a "-"
	suffixLen int
	alphabet  string
	start     string // first suffix, as given
	more      string // additional suffix
	auto      bool   // make suffixes longer when they are used up
	elide     bool
	filter    string
	filtered  bool
	verbose   bool
	eol       byte
	eolSet    bool
	prefix    string
	counter   []int
	in        *tailBuffer
	status    int
}

func runSplit(ctx context.Context, p *kern.Proc) int {
	s := splitState{ctx: ctx, p: p, alphabet: "abcdefghijklmnopqrstuvwxyz", auto: true, eol: '\n', prefix: "x"}
	files, st, ok := splitSpec.Parse(p, s.option)
	if !ok {
		return st
	}
	if s.chunk > 0 && s.filtered {
		p.Errorf("--filter does not process a chunk extracted to stdout")
		gnu.Try(p)
		return 1
	}
	if s.kind == splitNone {
		s.kind, s.size = splitLines, 1000
	}
	if s.size == 0 {
		p.Errorf("invalid number of lines: %s", gnu.Quote("0"))
		gnu.Try(p)
		return 1
	}
	if msg := s.lengths(); msg != "" {
		p.Errorf("%s", msg)
		return 1
	}
	if len(files) > 2 {
		return gnu.Usage(p, 1, "extra operand "+gnu.Quote(files[2]))
	}
	if len(files) > 1 {
		s.prefix = files[1]
	}
	if msg := s.firstSuffix(); msg != "" {
		return gnu.Usage(p, 1, msg)
	}
	name := "-"
	if len(files) > 0 {
		name = files[0]
	}
	return s.run(name)
}

func (s *splitState) way(kind int) int {
	if s.kind != splitNone {
		return gnu.Usage(s.p, 1, "cannot split in more than one way")
	}
	s.kind = kind
	return gnu.Go
}

func (s *splitState) option(key, val string) int {
	switch key {
	case "l", "b", "C":
		kind, what := splitLines, "invalid number of lines"
		if key != "l" {
			kind, what = splitBytes, "invalid number of bytes"
		}
		if key == "C" {
			kind = splitLineBytes
		}
		if st := s.way(kind); st != gnu.Go {
			return st
		}
		suffixes := countSuffixes
		if key == "l" {
			suffixes = ""
		}
		return s.number(&s.size, val, suffixes, what)
	case "#":
		if s.kind != splitNone && s.digits == "" {
			return gnu.Usage(s.p, 1, "cannot split in more than one way")
		}
		s.digits += val
		v, st := xnum.Parse(s.digits, "")
		if st != xnum.OK {
			s.p.Errorf("line count option -%s... is too large", s.digits)
			return 1
		}
		s.kind, s.size = splitLines, v
	case "n":
		if st := s.way(splitChunkBytes); st != gnu.Go {
			return st
		}
		return s.chunks(val)
	case "e":
		s.elide = true
	case "u":
	case "filter":
		s.filter, s.filtered = val, true
	case "verbose":
		s.verbose = true
	case "t":
		return s.separator(val)
	default:
		return s.suffixOption(key, val)
	}
	return gnu.Go
}

// number reads a count that is at least 1.
func (s *splitState) number(to *uint64, val, suffixes, what string) int {
	v, st := xnum.Parse(strings.TrimSpace(val), suffixes)
	if st == xnum.OK && v > 1<<63-1 {
		st = xnum.Overflow
	}
	if st != xnum.OK {
		numberError(s.p, what, val, st)
		return 1
	}
	if v == 0 {
		s.p.Errorf("%s: %s: %s", what, gnu.Quote(val), tree.ERANGE.Error())
		return 1
	}
	*to = v
	return gnu.Go
}

// chunks reads N, K/N, l/N, l/K/N, r/N or r/K/N.
func (s *splitState) chunks(val string) int {
	rest := strings.TrimLeft(val, " \t")
	switch {
	case strings.HasPrefix(rest, "l/"):
		s.kind, rest = splitChunkLines, rest[2:]
	case strings.HasPrefix(rest, "r/"):
		s.kind, rest = splitRobin, rest[2:]
	}
	k, n, both := strings.Cut(rest, "/")
	if !both {
		return s.number(&s.size, rest, "", "invalid number of chunks")
	}
	if st := s.number(&s.size, n, "", "invalid number of chunks"); st != gnu.Go {
		return st
	}
	v, st := xnum.Parse(k, "")
	switch {
	case st != xnum.OK:
		numberError(s.p, "invalid chunk number", k, st)
		return 1
	case v == 0 || v > s.size:
		s.p.Errorf("invalid chunk number: %s: %s", gnu.Quote(k), tree.ERANGE.Error())
		return 1
	}
	s.chunk = v
	return gnu.Go
}

func (s *splitState) separator(val string) int {
	p := s.p
	eol := byte(0)
	switch {
	case val == "":
		p.Errorf("empty record separator")
		return 1
	case val == `\0`:
	case len(val) > 1:
		p.Errorf("multi-character separator %s", gnu.Quote(val))
		return 1
	default:
		eol = val[0]
	}
	if s.eolSet && s.eol != eol {
		p.Errorf("multiple separator characters specified")
		return 1
	}
	s.eol, s.eolSet = eol, true
	return gnu.Go
}

func (s *splitState) suffixOption(key, val string) int {
	p := s.p
	switch key {
	case "a":
		v, st := xnum.Parse(val, "")
		if st != xnum.OK {
			numberError(p, "invalid suffix length", val, st)
			return 1
		}
		s.suffixLen = int(min(v, 1<<30))
	case "additional-suffix":
		if strings.Contains(val, "/") {
			return gnu.Usage(p, 1, "invalid suffix "+gnu.Quote(val)+", contains directory separator")
		}
		s.more = val
	case "d", "numeric-suffixes":
		s.alphabet = "0123456789"
		return s.setStart(val, "numerical")
	case "x", "hex-suffixes":
		s.alphabet = "0123456789abcdef"
		return s.setStart(val, "hexadecimal")
	}
	return gnu.Go
}

func (s *splitState) setStart(val, what string) int {
	if val == "" {
		return gnu.Go
	}
	if strings.Trim(val, s.alphabet) != "" {
		return gnu.Usage(s.p, 1, gnu.Quote(val)+": invalid start value for "+what+" suffix")
	}
	for len(val) > 1 && val[0] == '0' {
		val = val[1:]
	}
	s.start = val
	return gnu.Go
}

// lengths finds how long the suffixes are; it returns what is wrong.
func (s *splitState) lengths() string {
	needed := 0
	if s.start != "" {
		s.auto = false
	}
	if s.kind >= splitChunkBytes {
		end := s.size - 1
		if v, st := xnum.Parse(s.start, ""); st == xnum.OK && v < s.size {
			end += v
		}
		for {
			needed++
			if end /= uint64(len(s.alphabet)); end == 0 {
				break
			}
		}
		s.auto = false
	}
	if s.suffixLen > 0 {
		s.auto = false
		if s.suffixLen < needed {
			return "the suffix length needs to be at least " + strconv.Itoa(needed)
		}
		return ""
	}
	s.suffixLen = max(2, needed)
	return ""
}

func (s *splitState) firstSuffix() string {
	if len(s.start) > s.suffixLen {
		return "numerical suffix start value is too large for the suffix length"
	}
	s.p.Hold(int64(s.suffixLen) * 8)
	s.counter = make([]int, s.suffixLen)
	for i := range len(s.start) {
		s.counter[s.suffixLen-len(s.start)+i] = strings.IndexByte(s.alphabet, s.start[i])
	}
	return ""
}

// nextName returns the name of the next file; ok is false when there are no names left, which has been told.
func (s *splitState) nextName(first bool) (name string, ok bool) {
	last := len(s.alphabet) - 1
	if !first {
		i := len(s.counter) - 1
		for i >= 0 && s.counter[i] == last {
			s.counter[i] = 0
			i--
		}
		switch {
		case i < 0:
			s.p.Errorf("output file suffixes exhausted")
			return "", false
		case i == 0 && s.auto && s.counter[0]+1 == last:
			// The last letter begins longer suffixes, so that the names stay in order.
			s.prefix += s.alphabet[last:]
			s.counter = make([]int, len(s.counter)+1)
		default:
			s.counter[i]++
		}
	}
	b := []byte(s.prefix)
	for _, c := range s.counter {
		b = append(b, s.alphabet[c])
	}
	return string(b) + s.more, true
}

// piece is where a part of the input begins and ends.
type piece struct{ from, to int }

func (s *splitState) run(name string) int {
	p := s.p
	fd, done, err := gnu.OpenInput(p, name)
	if err != nil {
		p.Errorf("cannot open %s for reading: %s", gnu.QuoteAF(name), kern.ErrText(err))
		return 1
	}
	defer done()
	st, err := p.StatFD(fd)
	if s.kind == splitChunkBytes || s.kind == splitChunkLines {
		if err == nil && st.Kind == tree.Fifo {
			p.Errorf("%s: cannot determine file size", gnu.QuoteF(name))
			return 1
		}
	}
	if s.in, err = readTail(p, fd, func(*tailBuffer) {}); err != nil {
		p.Errorf("%s: %s", gnu.QuoteF(name), kern.ErrText(err))
		return 1
	}
	if s.kind == splitRobin {
		return s.robin()
	}
	parts := s.parts()
	if s.chunk > 0 {
		if s.chunk <= uint64(len(parts)) {
			s.copyOut(parts[s.chunk-1])
		}
		return 0
	}
	first := true
	for _, part := range parts {
		if s.elide && s.kind >= splitChunkBytes && part.from == part.to {
			continue
		}
		name, ok := s.nextName(first)
		if !ok || !s.write(name, []piece{part}) {
			return 1
		}
		first = false
	}
	return s.status
}

func (s *splitState) copyOut(part piece) {
	_ = mover{s.p}.write(s.in.buf[part.from:part.to], tree.SliceRuns(s.in.runs, int64(part.from), int64(part.to-part.from)))
}

// parts cuts the input.
func (s *splitState) parts() (parts []piece) {
	n := len(s.in.buf)
	switch s.kind {
	case splitLines:
		for at := 0; at < n; {
			end := at
			for left := s.size; left > 0 && end < n; left-- {
				end = s.lineEnd(end)
			}
			parts = append(parts, piece{at, end})
			at = end
		}
	case splitBytes:
		for at := 0; at < n; {
			end := at + int(min(s.size, uint64(n-at)))
			parts = append(parts, piece{at, end})
			at = end
		}
	case splitLineBytes:
		return s.lineBytes()
	default:
		return s.chunkParts()
	}
	return parts
}

// lineEnd returns the place after the line that begins at at.
func (s *splitState) lineEnd(at int) int {
	s.p.Tick(1)
	if i := bytes.IndexByte(s.in.buf[at:], s.eol); i >= 0 {
		return at + i + 1
	}
	return len(s.in.buf)
}

// lineBytes puts as many whole lines into a file as its size allows, and pieces of lines that are longer.
func (s *splitState) lineBytes() (parts []piece) {
	n := len(s.in.buf)
	for at := 0; at < n; {
		end := at
		for end < n {
			next := s.lineEnd(end)
			if uint64(next-at) > s.size {
				break
			}
			end = next
		}
		if end == at {
			end = at + int(min(s.size, uint64(n-at)))
		}
		parts = append(parts, piece{at, end})
		at = end
	}
	return parts
}

// chunkParts cuts the input into a number of parts of about the same size, at line ends if lines are to stay whole.
func (s *splitState) chunkParts() (parts []piece) {
	n := uint64(len(s.in.buf))
	size := max(n/s.size, 1)
	at := 0
	for k := uint64(1); k <= s.size; k++ {
		s.p.Tick(1)
		s.p.Hold(16)
		end := int(min(size*k, n))
		if k == s.size {
			end = int(n)
		}
		if s.kind == splitChunkLines && end < int(n) {
			// A line belongs to the part in which it begins.
			if end = max(end, at); end > at && s.in.buf[end-1] != s.eol {
				end = s.lineEnd(end)
			}
		}
		parts = append(parts, piece{at, max(end, at)})
		at = max(end, at)
	}
	return parts
}
