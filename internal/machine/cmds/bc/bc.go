// Package bc is the simulated bc of GNU bc 1.07.1: the language, its numbers and its messages.
package bc

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/bcnum"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

var spec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'c', Long: "compile"},
		{Short: 'h', Long: "help"},
		{Short: 'i', Long: "interactive", Unsupported: true},
		{Short: 'l', Long: "mathlib"},
		{Short: 'q', Long: "quiet"},
		{Short: 's', Long: "standard", Unsupported: true},
		{Short: 'v', Long: "version"},
		{Short: 'w', Long: "warn", Unsupported: true},
	},
	NoTry: true,
}

const usageText = `usage: bc [options] [file ...]
  -h  --help         print this usage and exit
  -i  --interactive  force interactive mode
  -l  --mathlib      use the predefined math routines
  -q  --quiet        don't print initial banner
  -s  --standard     non-standard bc constructs are errors
  -w  --warn         warn about non-standard bc constructs
  -v  --version      print version information and exit
`

const versionText = "bc 1.07.1\nCopyright 1991-1994, 1997, 1998, 2000, 2004, 2006, 2008, 2012-2017 Free Software Foundation, Inc.\n"

const warrantyText = `
    This program is free software; you can redistribute it and/or modify
    it under the terms of the GNU General Public License as published by
    the Free Software Foundation; either version 3 of the License , or
    (at your option) any later version.

    This program is distributed in the hope that it will be useful,
    but WITHOUT ANY WARRANTY; without even the implied warranty of
    MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the
    GNU General Public License for more details.

    You should have received a copy of the GNU General Public License
    along with this program. If not, write to

       The Free Software Foundation, Inc.
       51 Franklin Street, Fifth Floor
       Boston, MA 02110-1335  USA

`

// interp is one run of bc.
type interp struct {
	p           *kern.Proc
	u           bcnum.Budget
	compileOnly bool

	ibase int
	obase int64
	scale int
	last  bcnum.Num

	history bcnum.Num

	varNames, arrayNames, funcNames map[string]int
	arrayList                       []string
	functions                       []*function
	vars                            map[int]bcnum.Num
	arrays                          map[int]*array
	m                               machine
	rnd                             *randomState

	files   []string
	stdin   bool // the program is being read from standard input
	lineMax int
	col     int
}

// Program runs bc.
func Program(_ context.Context, p *kern.Proc) int {
	b := &interp{p: p, u: bcnum.Budget{Tick: p.Tick, Hold: p.Hold}, ibase: 10, obase: 10, history: bcnum.FromInt(-1), varNames: map[string]int{},
		arrayNames: map[string]int{}, funcNames: map[string]int{}, functions: []*function{{name: "(main)"}},
		vars: map[int]bcnum.Num{}, arrays: map[int]*array{}, lineMax: 70}
	mathlib, quiet := false, false
	if args, ok := p.Getenv("BC_ENV_ARGS"); ok {
		p.Args = append(append([]string{p.Args[0]}, strings.Fields(args)...), p.Args[1:]...)
	}
	files, st, ok := spec.Parse(p, func(key, _ string) int {
		switch key {
		case "c":
			b.compileOnly = true
		case "l":
			mathlib = true
		case "q":
			quiet = true
		case "h":
			p.Stdout.WriteString(usageText)
			return 0
		case "v":
			p.Stdout.WriteString(versionText)
			return 0
		}
		return gnu.Go
	})
	if !ok {
		if st == 1 {
			p.Stdout.WriteString(usageText)
		}
		return st
	}
	b.files = files
	if !quiet && p.IsTerminal(0) && p.IsTerminal(1) {
		b.show(versionText + "This is free software with ABSOLUTELY NO WARRANTY.\nFor details type `warranty'. \n")
	}
	if s, ok := p.Getenv("BC_LINE_LENGTH"); ok {
		if n, err := strconv.Atoi(s); err == nil && (n == 0 || n >= 3) && n < 1<<31 {
			b.lineMax = n
		}
	}
	if mathlib {
		b.defineMath()
	}
	return b.run()
}

// run compiles and executes all input.
func (b *interp) run() int {
	lex := &lexer{p: b.p, line: 1}
	lex.open = func() bool {
		if len(b.files) > 0 {
			name := b.files[0]
			b.files = b.files[1:]
			fd, err := b.p.Open(name, kern.ReadOnly, 0)
			if err != nil {
				b.flush()
				b.p.Stderr.WriteString("File " + name + " is unavailable.\n")
				b.p.Exit(1)
			}
			lex.fd, lex.name = fd, name
			return true
		}
		if b.stdin {
			return false
		}
		b.stdin, lex.fd, lex.name = true, 0, "(standard_in)"
		return true
	}
	lex.open()
	c := &compiler{b: b, lex: lex}
	lex.warn = c.complain
	_ = c.run()
	b.flush()
	return 0
}

// complain prints a message about the program.
func (b *interp) complain(lex *lexer, msg string) {
	b.flush()
	b.p.Stderr.WriteString(lex.name + " " + itoa(lex.line) + ": " + msg + "\n")
}

func (b *interp) flush() { _ = b.p.Stdout.Flush() }

// show prints text without breaking lines.
func (b *interp) show(s string) {
	b.p.Stdout.WriteString(s)
	b.flush()
}

// text prints a result, breaking lines that are too long.
func (b *interp) text(s string) {
	out := make([]byte, 0, len(s)+len(s)/60)
	for i := range len(s) {
		if s[i] == '\n' {
			b.col = 0
		} else if b.col++; b.col == b.lineMax-1 && b.lineMax > 0 {
			out = append(out, '\\', '\n')
			b.col = 1
		}
		out = append(out, s[i])
	}
	b.p.Stdout.Write(out)
	b.flush()
}

// startListing begins a line of what bc -c prints.
func (b *interp) startListing() {
	if b.compileOnly {
		b.show("@i")
	}
}

func (b *interp) printListing(s string) { b.show(s + "\n") }

// read reads a number from standard input, which must not be where the program comes from: that input has been read already,
// and bc then waits for ever for a digit.
func (b *interp) read() bcnum.Num {
	if b.stdin {
		for {
			b.p.Tick(1024)
		}
	}
	var digits []byte
	var c [1]byte
	for {
		n, _ := b.p.Read(0, c[:])
		switch {
		case n == 0 && len(digits) == 0:
			for {
				b.p.Tick(1024)
			}
		case n > 0 && (isDigit(int(c[0])) || c[0] == '.' || c[0] == '-' && len(digits) == 0):
			digits = append(digits, c[0])
			continue
		case len(digits) == 0:
			continue
		}
		s := string(digits)
		neg := strings.HasPrefix(s, "-")
		v := b.u.ParseBase(strings.TrimPrefix(s, "-"), b.ibase, true)
		if neg {
			v = v.Neg()
		}
		return v
	}
}
