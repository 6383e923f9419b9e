package cmds

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var iconvSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'f', Long: "from-code", Arg: gnu.Required}, {Short: 't', Long: "to-code", Arg: gnu.Required},
		{Short: 'l', Long: "list", Unsupported: true}, {Short: 'c'}, {Short: 'o', Long: "output", Arg: gnu.Required},
		{Short: 's', Long: "silent"}, {Long: "verbose", Unsupported: true}, {Short: '?', Long: "help"}, {Long: "usage"}, {Short: 'V', Long: "version"},
	},
	Status: 64,
	NoTry:  true,
}

const (
	iconvTry     = "Try `iconv --help' or `iconv --usage' for more information.\n"
	iconvVersion = `iconv (Debian GLIBC 2.36-9+deb12u14) 2.36
Copyright (C) 2022 Free Software Foundation, Inc.
This is free software; see the source for copying conditions.  There is NO
warranty; not even for MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.
Written by Ulrich Drepper.
`
)

// iconvRun is one conversion.
type iconvRun struct {
	p              *kern.Proc
	from, to       *charset
	omit, translit bool
	ignore         bool // //IGNORE: leave out what cannot be converted and tell at the end
	out            []byte
	fd             int
}

func runIconv(_ context.Context, p *kern.Proc) int {
	c := iconvRun{p: p, fd: 1}
	from, to, output, done := "", "", "", false
	files, status, ok := iconvSpec.Parse(p, func(key, val string) int {
		switch key {
		case "f":
			from = val
		case "t":
			to = val
		case "c":
			c.omit = true
		case "o":
			output = val
		case "?", "usage", "V":
			done = true
			if key == "V" {
				_, _ = p.Stdout.WriteString(iconvVersion)
			} else {
				iconvSpec.OwnHelp(p, p.Stdout)
			}
			return 0
		}
		return gnu.Go
	})
	if !ok {
		if !done && status == iconvSpec.Status {
			_, _ = p.Stderr.WriteString(iconvTry)
		}
		return status
	}
	if !c.choose(from, to) {
		// Whether the real program knows the encoding is not known here.
		p.K.NoteUnknown("iconv from " + from + " to " + to)
		p.Errorf("failed to start conversion processing: No such file or directory")
		return 1
	}
	if output != "" {
		// The real program writes the file at the end, and not at all without input.
		fd, err := p.Open(output, kern.WriteOnly|kern.Creat|kern.Trunc, 0o666)
		if err != nil {
			p.Errorf("unable to open output file: %s", kern.ErrText(err))
			return 1
		}
		c.fd = fd
	}
	return c.files(files)
}

// choose looks up both encodings and the suffixes of the second.
func (c *iconvRun) choose(from, to string) bool {
	to, suffixes, _ := strings.Cut(to, "//")
	for s := range strings.SplitSeq(strings.ToUpper(suffixes), "//") {
		switch s {
		case "TRANSLIT":
			c.translit = true
		case "IGNORE":
			c.ignore = true
		}
	}
	from, _, _ = strings.Cut(from, "//")
	c.from, c.to = charsetByName(from), charsetByName(to)
	return c.from != nil && c.to != nil
}

func (c *iconvRun) files(files []string) int {
	if len(files) == 0 {
		files = []string{"-"}
	}
	status := 0
	for _, name := range files {
		fd, done, err := gnu.OpenInput(c.p, name)
		if err != nil {
			c.flush()
			c.p.Errorf("cannot open input file `%s': %s", name, kern.ErrText(err))
			status = 1
			continue
		}
		in, err := c.p.ReadAll(fd)
		done()
		if err != nil {
			c.flush()
			c.p.Errorf("error while reading the input: %s", kern.ErrText(err))
			return 1
		}
		msg := c.convert(in)
		c.flush()
		if msg != "" {
			c.p.Errorf("%s", msg)
			return 1
		}
	}
	return status
}

func (c *iconvRun) flush() {
	_, _ = c.p.Write(c.fd, c.out)
	c.out = c.out[:0]
}

// convert adds the converted input to the output and returns what was wrong.
func (c *iconvRun) convert(in []byte) string {
	get := c.from.get
	pos, ignored := 0, false
	if c.to.bom && len(in) > 0 {
		c.out = c.to.put(c.out, 0xFEFF)
	}
	if c.from.bom {
		get, pos = c.from.detect(in)
	}
	for pos < len(in) {
		if pos&63 == 0 {
			c.p.Tick(1)
			c.p.Hold(64)
		}
		r, n := get(in[pos:])
		switch {
		case n == 0:
			return "incomplete character or shift sequence at end of buffer"
		case r >= 0 && c.write(r):
			pos += n
		case c.omit:
			pos += n
		case c.ignore:
			pos += n
			ignored = true
		default:
			return "illegal input sequence at position " + strconv.Itoa(pos)
		}
	}
	if ignored {
		return "illegal input sequence at position " + strconv.Itoa(len(in))
	}
	return ""
}

// write adds one character and says whether that was possible.
func (c *iconvRun) write(r rune) bool {
	n := len(c.out)
	if c.out = c.to.put(c.out, r); len(c.out) > n {
		return true
	}
	if !c.translit {
		return false
	}
	if !translitKnown(r) {
		c.p.K.NoteUnknown("iconv //TRANSLIT of U+" + strings.ToUpper(strconv.FormatInt(int64(r), 16)))
	}
	s, ok := translit[r]
	if !ok {
		s = "?"
	}
	for _, t := range s {
		c.out = c.to.put(c.out, t)
	}
	return true
}
