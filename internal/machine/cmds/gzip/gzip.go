// Package gzip holds gzip 1.12 and the scripts that come with it: gunzip, zcat, zgrep, zdiff, zcmp, zless and zmore.
package gzip

import (
	"context"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/cmds/internal/deflate"
	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

const version = `gzip 1.12
Copyright (C) 2018 Free Software Foundation, Inc.
Copyright (C) 1993 Jean-loup Gailly.
This is free software.  You may redistribute copies of it under the terms of
the GNU General Public License <https://www.gnu.org/licenses/gpl.html>.
There is NO WARRANTY, to the extent permitted by law.

Written by Jean-loup Gailly.`

const scriptVersion = ` (gzip) 1.12
Copyright (C) 2007, 2011-2018 Free Software Foundation, Inc.
This is free software.  You may redistribute copies of it under the terms of
the GNU General Public License <https://www.gnu.org/licenses/gpl.html>.
There is NO WARRANTY, to the extent permitted by law.

Written by Paul Eggert.
`

var spec = gnu.Spec{
	Version: version, NoTry: true,
	Options: []gnu.Option{
		{Short: 'a', Long: "ascii"}, {Short: 'c', Long: "to-stdout"}, {Short: 'c', Long: "stdout"}, {Short: 'd', Long: "decompress"},
		{Short: 'd', Long: "uncompress"}, {Short: 'f', Long: "force"}, {Short: 'h'}, {Short: 'H'}, {Short: '?'},
		{Short: 'k', Long: "keep"}, {Short: 'l', Long: "list"}, {Short: 'L', Long: "license"}, {Short: 'n', Long: "no-name"},
		{Short: 'N', Long: "name"}, {Short: 'q', Long: "quiet"}, {Short: 'q', Long: "silent"},
		{Long: "synchronous"}, {Short: 'r', Long: "recursive"}, {Short: 'S', Long: "suffix", Arg: gnu.Required},
		{Short: 't', Long: "test"}, {Short: 'm', Long: "no-time"}, {Short: 'M', Long: "time"}, {Short: 'v', Long: "verbose"},
		{Short: 'V'}, {Short: '1', Long: "fast"}, {Short: '9', Long: "best"}, {Short: 'Z', Long: "lzw"},
		{Short: 'b', Long: "bits", Arg: gnu.Required}, {Long: "rsyncable", Unsupported: true}, {Long: "-presume-input-tty"},
		{Short: '2'}, {Short: '3'}, {Short: '4'}, {Short: '5'}, {Short: '6'}, {Short: '7'}, {Short: '8'},
	},
}

// zipper is one run of gzip.
type zipper struct {
	p   *kern.Proc
	ctx context.Context

	stdout, decompress, force, keep, list, test, recursive bool
	level                                                  int
	verbose                                                int
	quiet                                                  bool
	noName, noTime                                         int // -1: not chosen
	suffix                                                 string
	status                                                 int // 1 error, 2 warning
	deflate                                                *deflate.Writer
	inflate                                                resetter
	ask                                                    gnu.Asker

	name        string // of the input, for messages
	headerBytes int64
	in, out     int64
	totalIn     int64
	totalOut    int64
	listed      int
	named       bool // a name has been stored
	window      []byte
	sum         uint32 // of the last member
	fatal       bool   // the input ended too early: gzip does not go on to the next file
}

// Gzip is gzip.
func Gzip(ctx context.Context, p *kern.Proc) int { return run(ctx, p, nil) }

// Gunzip is gunzip: gzip -d.
func Gunzip(ctx context.Context, p *kern.Proc) int { return run(ctx, p, []string{"-d"}) }

// Zcat is zcat: gzip -cd.
func Zcat(ctx context.Context, p *kern.Proc) int { return run(ctx, p, []string{"-cd"}) }

// run parses the command line, behind the options that a script adds, and treats the files.
func run(ctx context.Context, p *kern.Proc, extra []string) int {
	z := &zipper{p: p, ctx: ctx, level: 6, noName: -1, noTime: -1, suffix: ".gz"}
	if extra != nil {
		if len(p.Args) == 2 && p.Args[1] == "--version" {
			p.Stdout.WriteString(p.Name() + scriptVersion)
			return 0
		}
		if len(p.Args) != 2 || p.Args[1] != "--help" {
			p.Args = append(append([]string{"gzip"}, extra...), p.Args[1:]...)
		}
	}
	operands, status, ok := z.parse()
	if !ok {
		return status
	}
	if z.suffix == "" || len(z.suffix) > 30 {
		z.error("invalid suffix '" + z.suffix + "'")
		return 1
	}
	if z.noTime < 0 {
		z.noTime = btoi(z.decompress)
	}
	if z.noName < 0 {
		z.noName = btoi(z.decompress)
	}
	if len(operands) == 0 {
		z.stdin()
	}
	for _, name := range operands {
		p.Tick(1)
		if name == "-" {
			keep := z.stdout
			z.stdin()
			z.stdout = keep
		} else {
			z.file(name)
		}
		if z.fatal {
			return 1
		}
	}
	if z.list && !z.quiet && z.listed > 1 {
		z.listTotal()
	}
	return z.status
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (z *zipper) parse() (operands []string, status int, ok bool) {
	if env, set := z.p.Getenv("GZIP"); set && strings.TrimSpace(env) != "" {
		if status, ok := z.environment(strings.Fields(env)); !ok {
			return nil, status, false
		}
	}
	return z.options()
}

func (z *zipper) options() (operands []string, status int, ok bool) {
	usage := false
	operands, status, ok = spec.Parse(z.p, func(key, val string) int {
		st := z.option(key[0], val)
		usage = st == 1
		return st
	})
	if !ok && status == 1 {
		if !usage {
			z.try()
		}
		return nil, 1, false
	}
	return operands, status, ok
}

// environment takes the options that the variable GZIP holds.
func (z *zipper) environment(words []string) (status int, ok bool) {
	args := z.p.Args
	defer func() { z.p.Args = args }()
	for _, w := range words {
		if len(w) < 2 || w[0] != '-' || strings.Trim(w[1:], "123456789nNqv") != "" && !strings.HasPrefix(w, "--") {
			z.error(w + ": option not valid in GZIP environment variable")
			z.try()
			return 1, false
		}
	}
	z.p.Args = append([]string{args[0]}, words...)
	if _, status, ok = z.options(); ok && !z.quiet {
		z.p.Stderr.WriteString("gzip: warning: GZIP environment variable is deprecated; use an alias or script\n")
	}
	return status, ok
}

func (z *zipper) try() { z.p.Stderr.WriteString("Try `gzip --help' for more information.\n") }

// error prints a message behind the program's name, which is gzip even where a script calls it.
func (z *zipper) error(msg string) {
	_ = z.p.Stdout.Flush()
	z.p.Stderr.WriteString("gzip: " + msg + "\n")
}

// fail prints an error.
func (z *zipper) fail(msg string) {
	z.error(msg)
	z.status = 1
}

// warn prints a warning unless there are to be none.
func (z *zipper) warn(msg string) {
	if !z.quiet {
		z.error(msg)
	}
	if z.status == 0 {
		z.status = 2
	}
}

func (z *zipper) option(c byte, val string) int {
	switch c {
	case 'a':
		z.error("option --ascii ignored on this system")
	case 'b':
		if _, err := strconv.Atoi(val); err != nil {
			z.error("-b operand is not an integer")
			z.try()
			return 1
		}
	case 'c':
		z.stdout = true
	case 'd':
		z.decompress = true
	case 'f':
		z.force = true
	case 'h', 'H', '?':
		return z.helpText()
	case 'k':
		z.keep = true
	case 'l':
		z.list, z.decompress, z.stdout = true, true, true
	case 'L', 'V':
		z.p.Stdout.WriteString(version + "\n")
		return 0
	case 'n':
		z.noName, z.noTime = 1, 1
	case 'N':
		z.noName, z.noTime = 0, 0
	case 'm':
		z.noTime = 1
	case 'M':
		z.noTime = 0
	case 'q':
		z.quiet, z.verbose = true, 0
	case 'r':
		z.recursive = true
	case 's', '-':
	case 'S':
		z.suffix = val
	case 't':
		z.test, z.decompress, z.stdout = true, true, true
	case 'v':
		z.verbose++
		z.quiet = false
	case 'Z':
		z.error("-Z not supported in this version")
		z.try()
		return 1
	default:
		z.level = int(c - '0')
	}
	return gnu.Go
}

// helpText prints what --help prints.
func (z *zipper) helpText() int {
	args := z.p.Args
	z.p.Args = []string{args[0], "--help"}
	_, status, _ := spec.Parse(z.p, func(string, string) int { return gnu.Go })
	z.p.Args = args
	return status
}
