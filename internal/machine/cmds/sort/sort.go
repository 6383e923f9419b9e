// Package sort is the simulated sort of GNU coreutils: all its orderings and key forms, checking, merging, and annotation.
package sort

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/xnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var spec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'b', Long: "ignore-leading-blanks"},
		{Short: 'd', Long: "dictionary-order"},
		{Short: 'f', Long: "ignore-case"},
		{Short: 'g', Long: "general-numeric-sort"},
		{Short: 'i', Long: "ignore-nonprinting"},
		{Short: 'M', Long: "month-sort"},
		{Short: 'h', Long: "human-numeric-sort"},
		{Short: 'n', Long: "numeric-sort"},
		{Short: 'R', Long: "random-sort"},
		{Long: "random-source", Arg: gnu.Required},
		{Short: 'r', Long: "reverse"},
		{Long: "sort", Arg: gnu.Required},
		{Short: 'V', Long: "version-sort"},
		{Long: "batch-size", Arg: gnu.Required},
		{Short: 'c'},
		{Long: "check", Arg: gnu.Optional},
		{Short: 'C'},
		{Long: "compress-program", Arg: gnu.Required},
		{Long: "debug"},
		{Long: "files0-from", Arg: gnu.Required},
		{Short: 'k', Long: "key", Arg: gnu.Required},
		{Short: 'm', Long: "merge"},
		{Short: 'o', Long: "output", Arg: gnu.Required},
		{Short: 's', Long: "stable"},
		{Short: 'S', Long: "buffer-size", Arg: gnu.Required},
		{Short: 't', Long: "field-separator", Arg: gnu.Required},
		{Short: 'T', Long: "temporary-directory", Arg: gnu.Required},
		{Long: "parallel", Arg: gnu.Required},
		{Short: 'u', Long: "unique"},
		{Short: 'y', Arg: gnu.Required},
		{Short: 'z', Long: "zero-terminated"},
	},
	Status: 2,
	Version: "sort (GNU coreutils) 9.1\n" +
		"Copyright (C) 2022 Free Software Foundation, Inc.\n" +
		"License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.\n" +
		"This is free software: you are free to change and redistribute it.\n" +
		"There is NO WARRANTY, to the extent permitted by law.\n\nWritten by Mike Haertel and Paul Eggert.",
}

// failure is the exit status when something is wrong; 1 says that the input of -c is not in order.
const failure = 2

// sorter is one run of sort.
type sorter struct {
	p              *kern.Proc
	keys           []key
	global         order
	tab            int // field separator, or -1
	stable, unique bool
	check          byte // 'c', 'C' or 0
	merge, debug   bool
	eol            byte
	output         string
	outputSet      bool
	outFD          int
	from           string // --files0-from
	randomSource   string
	salt           []byte
	ticks          int
	more           []string // files that were taken for the argument of an option
	buf            []byte
}

// Program runs sort.
func Program(_ context.Context, p *kern.Proc) int {
	s := &sorter{p: p, tab: -1, eol: '\n'}
	if !s.oldKeys() {
		return failure
	}
	files, st, ok := spec.Parse(p, s.option)
	if !ok {
		return st
	}
	if files, ok = s.listed(append(files, s.more...)); !ok {
		return failure
	}
	if !s.settle(files) {
		return failure
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	if s.check != 0 {
		return s.checkOrder(files[0])
	}
	if !s.open(files) {
		return failure
	}
	if s.merge {
		return s.mergeFiles(files)
	}
	return s.sortFiles(files)
}

// oldKeys turns operands of the form +N [-M] into keys.
func (s *sorter) oldKeys() bool {
	args := s.p.Args
	var out []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			out = append(out, args[i:]...)
			break
		}
		if i == 0 || len(a) < 2 || a[0] != '+' || takesNext(args[i-1]) {
			out = append(out, a)
			continue
		}
		end := ""
		if i+1 < len(args) && len(args[i+1]) > 1 && args[i+1][0] == '-' && args[i+1][1] >= '0' && args[i+1][1] <= '9' {
			end = args[i+1]
		}
		k, msg, ok := parseOldKey(a, end)
		if !ok {
			out = append(out, a)
			continue
		}
		if msg != "" {
			s.p.Errorf("%s", msg)
			return false
		}
		s.keys = append(s.keys, k)
		if end != "" {
			i++
		}
	}
	s.p.Args = out
	return true
}

// takesNext says whether an argument is an option whose own argument follows.
func takesNext(a string) bool {
	return len(a) == 2 && a[0] == '-' && strings.IndexByte("koStTy", a[1]) >= 0
}

func (s *sorter) option(key, val string) int {
	switch key {
	case "k":
		k, msg := parseKey(val)
		if msg != "" {
			return s.fail(msg)
		}
		s.keys = append(s.keys, k)
	case "sort":
		return s.sortWord(val)
	case "c", "C":
		return s.setCheck(key[0])
	case "check":
		return s.checkWord(val)
	case "debug":
		s.debug = true
	case "m":
		s.merge = true
	case "o":
		if s.outputSet && s.output != val {
			return s.fail("multiple output files specified")
		}
		s.output, s.outputSet = val, true
	case "s":
		s.stable = true
	case "u":
		s.unique = true
	case "z":
		s.eol = 0
	case "t":
		return s.setTab(val)
	case "files0-from":
		s.from = val
	case "random-source":
		if s.randomSource != "" && s.randomSource != val {
			return s.fail("multiple random sources specified")
		}
		s.randomSource = val
	case "S", "batch-size", "parallel":
		return s.sizeOption(key, val)
	case "T", "compress-program":
	case "y":
		// An old option that may have a number; what is none is a file.
		if strings.Trim(val, "0123456789") != "" {
			s.more = append(s.more, val)
		}
	default:
		s.global.set(key, true, true)
	}
	return gnu.Go
}

func (s *sorter) fail(msg string) int {
	s.p.Errorf("%s", msg)
	return failure
}

func (s *sorter) setCheck(c byte) int {
	if s.check != 0 && s.check != c {
		return s.fail("options '-cC' are incompatible")
	}
	s.check = c
	return gnu.Go
}

func (s *sorter) setTab(val string) int {
	if val == "" {
		return s.fail("empty tab")
	}
	tab := int(val[0])
	if len(val) > 1 {
		if val != `\0` {
			return s.fail("multi-character tab " + gnu.Quote(val))
		}
		tab = 0
	}
	if s.tab >= 0 && s.tab != tab {
		return s.fail("incompatible tabs")
	}
	s.tab = tab
	return gnu.Go
}

// sizeOption checks options about resources, which change nothing here.
func (s *sorter) sizeOption(key, val string) int {
	name := "--" + key
	if key == "S" {
		name = "-S"
	}
	suffixes := ""
	if key == "S" {
		suffixes = "EgGkKmMPtTYZ"
		if n := len(val); n > 1 && (val[n-1] == 'b' || val[n-1] == '%') && val[n-2] >= '0' && val[n-2] <= '9' {
			val = val[:n-1]
		}
	}
	v, st := xnum.Parse(val, suffixes)
	switch {
	case st&xnum.BadSuffix != 0 && st&xnum.Invalid == 0 && key == "S":
		return s.fail("invalid suffix in " + name + " argument '" + val + "'")
	case st&(xnum.BadSuffix|xnum.Invalid) != 0:
		return s.fail("invalid " + name + " argument '" + val + "'")
	case st == xnum.Overflow && key == "S":
		return s.fail(name + " argument '" + val + "' too large")
	case key == "parallel" && v == 0:
		return s.fail("number in parallel must be nonzero")
	case key == "batch-size" && st == xnum.OK && v < 2:
		s.p.Errorf("invalid --batch-size argument %s", gnu.Quote(val))
		return s.fail("minimum --batch-size argument is " + gnu.Quote("2"))
	case key == "batch-size" && v > maxBatch:
		s.p.Errorf("--batch-size argument %s too large", gnu.Quote(val))
		return s.fail("maximum --batch-size argument with current rlimit is " + strconv.Itoa(maxBatch))
	}
	return gnu.Go
}

// maxBatch is how many files a process of 1024 descriptors can merge at once.
const maxBatch = 1021

// listed reads the names of --files0-from.
func (s *sorter) listed(files []string) ([]string, bool) {
	if s.from == "" {
		return files, true
	}
	p := s.p
	if len(files) > 0 {
		p.Errorf("extra operand %s\nfile operands cannot be combined with --files0-from", gnu.QuoteAF(files[0]))
		gnu.Try(p)
		return nil, false
	}
	fd, done, err := gnu.OpenInput(p, s.from)
	if err != nil {
		p.Errorf("open failed: %s: %s", gnu.QuoteF(s.from), kern.ErrText(err))
		return nil, false
	}
	defer done()
	for lines := gnu.NewLines(p, fd, 0); ; {
		name, _, err := lines.Next()
		switch {
		case err == io.EOF && len(files) == 0:
			p.Errorf("no input from %s", gnu.QuoteAF(s.from))
			return nil, false
		case err == io.EOF:
			return files, true
		case err != nil:
			p.Errorf("cannot read file names from %s", gnu.QuoteAF(s.from))
			return nil, false
		case len(name) == 0:
			p.Errorf("%s:%d: invalid zero-length file name", gnu.QuoteF(s.from), len(files)+1)
			return nil, false
		case string(name) == "-":
			p.Errorf("when reading file names from stdin, no file name of %s allowed", gnu.QuoteAF("-"))
			return nil, false
		}
		files = append(files, string(name))
	}
}

// settle gives the keys the global orderings and refuses what does not go together.
func (s *sorter) settle(files []string) bool {
	random := s.global.random
	for i := range s.keys {
		k := &s.keys[i]
		if k.isDefault() && !k.reversed {
			k.order = s.global
		}
		random = random || k.random
	}
	noKeys := len(s.keys) == 0
	if noKeys && !s.global.isDefault() {
		s.keys = append(s.keys, key{order: s.global, toEnd: true})
	}
	for i := range s.keys {
		if c := s.keys[i].conflict(); c != "" {
			s.fail("options '-" + c + "' are incompatible")
			return false
		}
	}
	if s.debug {
		if s.check != 0 || s.outputSet {
			o := "o"
			if s.check != 0 {
				o = string(rune(s.check))
			}
			s.fail("options '-" + o + " --debug' are incompatible")
			return false
		}
		s.warnings(noKeys)
	}
	if random && !s.seed() {
		return false
	}
	if s.check != 0 {
		if len(files) > 1 {
			s.fail("extra operand " + gnu.QuoteAF(files[1]) + " not allowed with -" + string(rune(s.check)))
			return false
		}
		if s.outputSet {
			s.fail("options '-" + string(rune(s.check)) + "o' are incompatible")
			return false
		}
	}
	return true
}

// seed gets the salt of random orderings: from the source that was named or else from the machine's own randomness.
func (s *sorter) seed() bool {
	p := s.p
	s.salt = make([]byte, 16)
	if s.randomSource == "" {
		x := uint64(p.K.Now()) ^ uint64(p.PID)<<40
		for i := range s.salt {
			x = x*6364136223846793005 + 1442695040888963407
			s.salt[i] = byte(x >> 33)
		}
		return true
	}
	fd, err := p.Open(s.randomSource, kern.ReadOnly, 0)
	if err != nil {
		p.Errorf("open failed: %s: %s", gnu.QuoteF(s.randomSource), kern.ErrText(err))
		return false
	}
	defer func() { _ = p.Close(fd) }()
	for n := 0; n < len(s.salt); {
		k, err := p.Read(fd, s.salt[n:])
		if err == io.EOF {
			p.Errorf("%s: end of file", gnu.Quote(s.randomSource))
			return false
		}
		if err != nil {
			p.Errorf("%s: read error: %s", gnu.QuoteAF(s.randomSource), kern.ErrText(err))
			return false
		}
		n += k
	}
	return true
}

// open checks that every input can be read and opens the output file.
func (s *sorter) open(files []string) bool {
	p := s.p
	for _, f := range files {
		if f == "-" {
			continue
		}
		if err := p.Access(f, 4); err != nil {
			p.Errorf("cannot read: %s: %s", gnu.QuoteF(f), kern.ErrText(err))
			return false
		}
	}
	if !s.outputSet {
		return true
	}
	fd, err := p.Open(s.output, kern.WriteOnly|kern.Creat, 0o666)
	if err != nil {
		p.Errorf("open failed: %s: %s", gnu.QuoteF(s.output), kern.ErrText(err))
		return false
	}
	s.outFD = fd
	return true
}

// begin points standard output at the output file, if there is one, and empties it.
func (s *sorter) begin() {
	if s.outputSet {
		_ = s.p.TruncateFD(s.outFD, 0)
		_ = s.p.Dup(s.outFD, 1)
	}
}

// read returns the lines of a file.
func (s *sorter) read(name string, lines []line) ([]line, bool) {
	p := s.p
	fd, done, err := gnu.OpenInput(p, name)
	if err != nil {
		p.Errorf("open failed: %s: %s", gnu.QuoteF(name), kern.ErrText(err))
		return nil, false
	}
	defer done()
	data, err := p.ReadAll(fd)
	if err != nil {
		p.Errorf("read failed: %s: %s", gnu.QuoteF(name), kern.ErrText(err))
		return nil, false
	}
	lines = slices.Grow(lines, bytes.Count(data, []byte{s.eol})+1)
	for len(data) > 0 {
		n := bytes.IndexByte(data, s.eol)
		l := line{text: data, idx: int32(len(lines))}
		if n >= 0 {
			l.text = data[:n]
			data = data[n+1:]
		} else {
			data = nil
		}
		p.Tick(1)
		s.prepare(&l)
		lines = append(lines, l)
	}
	p.Hold(int64(len(lines)) * 88)
	return lines, true
}

func (s *sorter) sortFiles(files []string) int {
	var lines []line
	for _, f := range files {
		var ok bool
		if lines, ok = s.read(f, lines); !ok {
			return failure
		}
	}
	order := make([]*line, len(lines))
	for i := range lines {
		order[i] = &lines[i]
	}
	slices.SortFunc(order, func(a, b *line) int {
		if s.ticks++; s.ticks&7 == 0 {
			s.p.Tick(1)
		}
		if c := s.compare(a, b); c != 0 {
			return c
		}
		return int(a.idx) - int(b.idx)
	})
	s.begin()
	for i, l := range order {
		if s.unique && i > 0 && s.compare(order[i-1], l) == 0 {
			continue
		}
		if !s.put(l) {
			return failure
		}
	}
	return 0
}

// put prints a line; false means that output is impossible.
func (s *sorter) put(l *line) bool {
	if s.debug {
		s.annotate(l)
		return s.p.Stdout.Err() == nil
	}
	s.buf = append(append(s.buf[:0], l.text...), s.eol)
	s.p.Stdout.Write(s.buf)
	return s.p.Stdout.Err() == nil
}
