// Package sed is the simulated GNU sed 4.9 of Debian 12.
package sed

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// The exit statuses of sed.
const (
	badUsage = 1
	badInput = 2
	panicked = 4
)

var spec = gnu.Spec{
	NoTry:  true,
	Status: usageStatus,
	Version: "sed (GNU sed) 4.9\nPackaged by Debian\nCopyright (C) 2022 Free Software Foundation, Inc.\n" +
		"License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.\n" +
		"This is free software: you are free to change and redistribute it.\nThere is NO WARRANTY, to the extent permitted by law.\n\n" +
		"Written by Jay Fenlason, Tom Lord, Ken Pizzini,\nPaolo Bonzini, Jim Meyering, and Assaf Gordon.\n\n" +
		"This sed program was built with SELinux support.\nSELinux is disabled on this system.\n\n" +
		"GNU sed home page: <https://www.gnu.org/software/sed/>.\nGeneral help using GNU software: <https://www.gnu.org/gethelp/>.\n" +
		"E-mail bug reports to: <bug-sed@gnu.org>.",
	Options: []gnu.Option{
		{Short: 'b', Long: "binary"}, {Short: 'E', Long: "regexp-extended"}, {Short: 'r'}, {Long: "debug", Unsupported: true},
		{Short: 'i', Long: "in-place", Arg: gnu.Optional}, {Short: 'e', Long: "expression", Arg: gnu.Required},
		{Short: 'f', Long: "file", Arg: gnu.Required}, {Short: 'l', Long: "line-length", Arg: gnu.Required},
		{Short: 'n', Long: "quiet"}, {Long: "posix"}, {Short: 'n', Long: "silent"}, {Long: "sandbox"}, {Short: 's', Long: "separate"},
		{Short: 'u', Long: "unbuffered"}, {Short: 'z', Long: "null-data"}, {Short: 'z', Long: "zero-terminated"},
		{Long: "follow-symlinks"},
	},
}

// usageStatus marks a usage error between the option parser and Program.
const usageStatus = 1000

// config is what the options say.
type config struct {
	quiet, extended, posix, sandbox bool
	separate, unbuffered, follow    bool
	inPlace                         bool
	suffix                          string
	length                          int
	eol                             byte
}

// Program is sed. It exits 0, 1 after a bad script or usage, 2 when an input file could not be read, 4 after a failure of
// reading or writing, or with the status given to q or Q.
func Program(ctx context.Context, p *kern.Proc) int {
	c := config{eol: '\n', length: 70}
	s := &script{p: p, cfg: &c}
	operands, status, ok := spec.Parse(p, func(key, val string) int { return s.option(key, val) })
	if !ok {
		if status == usageStatus {
			return usage(p)
		}
		return status
	}
	if len(s.chunks) == 0 {
		if len(operands) == 0 {
			return usage(p)
		}
		s.expression(operands[0])
		operands = operands[1:]
	}
	s.parse()
	x := newMachine(ctx, p, s, operands)
	return x.run()
}

func (s *script) option(key, val string) int {
	c := s.cfg
	switch key {
	case "E", "r":
		c.extended = true
	case "i":
		c.inPlace, c.separate, c.suffix = true, true, val
	case "e":
		s.expression(val)
	case "f":
		return s.file(val)
	case "l":
		c.length = atoi(val)
	case "n":
		c.quiet = true
	case "posix":
		c.posix = true
	case "sandbox":
		c.sandbox = true
	case "s":
		c.separate = true
	case "u":
		c.unbuffered = true
	case "z":
		c.eol = 0
	case "follow-symlinks":
		c.follow = true
	}
	return gnu.Go
}

// atoi reads leading digits as C's atoi does; what is too large is cut.
func atoi(s string) int {
	n := 0
	for i := 0; i < len(s) && s[i] >= '0' && s[i] <= '9' && n < 1<<30; i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

func (s *script) expression(text string) {
	n := 1
	for _, c := range s.chunks {
		if c.file == "" {
			n++
		}
	}
	s.chunks = append(s.chunks, chunk{text: text, number: n})
}

func (s *script) file(name string) int {
	var b []byte
	var err error
	if name == "-" {
		b, err = s.p.ReadAll(0)
	} else {
		b, err = s.p.ReadFile(name)
	}
	if err != nil {
		s.p.Errorf("couldn't open file %s: %s", name, kern.ErrText(err))
		return panicked
	}
	s.chunks = append(s.chunks, chunk{text: strings.TrimSuffix(string(b), "\n"), file: name})
	return gnu.Go
}

// usage prints how sed is used, the options in Orrery's own words.
func usage(p *kern.Proc) int {
	gnu.OwnText(p)
	p.Stderr.WriteString("Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...\n\nOptions simulated by Orrery:\n" +
		"  -b, -E, -r, -i[SUFFIX], -e SCRIPT, -f FILE, -l N, -n, -s, -u, -z, --posix, --sandbox, --follow-symlinks\n")
	return badUsage
}
