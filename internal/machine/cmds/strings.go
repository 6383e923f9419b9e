package cmds

import (
	"context"
	"io"
	"strconv"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/gnu/format"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var stringsSpec = gnu.Spec{
	Options: []gnu.Option{
		{Short: 'a', Long: "all"},
		{Short: 'd', Long: "data"},
		{Short: 'f', Long: "print-file-name"},
		{Short: 'n', Long: "bytes", Arg: gnu.Required},
		{Short: 't', Long: "radix", Arg: gnu.Required},
		{Short: 'w', Long: "include-all-whitespace"},
		{Short: 'o'},
		{Short: 'T', Long: "target", Arg: gnu.Required, Unsupported: true},
		{Short: 'e', Long: "encoding", Arg: gnu.Required},
		{Short: 'U', Long: "unicode", Arg: gnu.Required, Unsupported: true},
		{Short: 's', Long: "output-separator", Arg: gnu.Required},
		{Short: 'h', Long: "help"},
		{Short: 'v'},
		{Short: 'V', Long: "version"},
	},
	Digits: true,
	NoTry:  true,
}

const stringsVersion = `GNU strings (GNU Binutils for Debian) 2.40
Copyright (C) 2023 Free Software Foundation, Inc.
This program is free software; you may redistribute it under the terms of
the GNU General Public License version 3 or (at your option) any later version.
This program has absolutely no warranty.
`

const stringsHelp = `Usage: strings [option(s)] [file(s)]
 Display printable strings in [file(s)] (stdin by default)
 The options are:
  -a - --all                Scan the entire file, not just the data section [default]
  -d --data                 Only scan the data sections in the file
  -f --print-file-name      Print the name of the file before each string
  -n <number>               Locate & print any sequence of at least <number>
    --bytes=<number>         displayable characters.  (The default is 4).
  -t --radix={o,d,x}        Print the location of the string in base 8, 10 or 16
  -w --include-all-whitespace Include all whitespace as valid string characters
  -o                        An alias for --radix=o
  -T --target=<BFDNAME>     Specify the binary file format
  -e --encoding={s,S,b,l,B,L} Select character size and endianness:
                            s = 7-bit, S = 8-bit, {b,l} = 16-bit, {B,L} = 32-bit
  --unicode={default|show|invalid|hex|escape|highlight}
  -U {d|s|i|x|e|h}          Specify how to treat UTF-8 encoded unicode characters
  -s --output-separator=<string> String used to separate strings in output.
  @<file>                   Read options from <file>
  -h --help                 Display this information
  -v -V --version           Print the program's version number
strings: supported targets: elf64-x86-64 elf32-i386 elf32-iamcu elf32-x86-64 pei-i386 pe-x86-64 pei-x86-64 elf64-little elf64-big elf32-little elf32-big pe-bigobj-x86-64 pe-i386 pdb srec symbolsrec verilog tekhex binary ihex plugin
`

type stringsState struct {
	p     *kern.Proc
	least int
	names bool
	radix byte // 'o', 'd', 'x' or 0
	white bool
	enc   byte
	sep   string
	line  []byte
}

func runStrings(_ context.Context, p *kern.Proc) int {
	s := stringsState{p: p, least: 4, enc: 's', sep: "\n"}
	typed := ""
	files, st, ok := stringsSpec.Parse(p, func(key, val string) int {
		if key == "#" {
			typed += val
			s.least, _ = strconv.Atoi(typed)
			return gnu.Go
		}
		return s.option(key, val)
	})
	if !ok {
		if st == 1 && p.Stderr.Err() == nil && s.least >= 0 {
			p.Stderr.WriteString(stringsHelp)
		}
		return st
	}
	if len(files) == 0 {
		data, err := p.ReadAll(0)
		if err != nil && err != io.EOF {
			return 1
		}
		s.scan("{standard input}", data)
		return 0
	}
	real := 0
	for _, name := range files {
		if name == "-" {
			continue
		}
		if real++; !s.file(name) {
			st = 1
		}
	}
	if real == 0 {
		p.Stderr.WriteString(stringsHelp)
		return 1
	}
	return max(st, 0)
}

// fail prints a message and makes the caller leave without the usage text.
func (s *stringsState) fail(msg string) int {
	s.p.Errorf("%s", msg)
	s.least = -1
	return 1
}

func (s *stringsState) option(key, val string) int {
	switch key {
	case "f":
		s.names = true
	case "n":
		v, size, bad := format.ParseInt(val, 0)
		switch {
		case size != len(val) || size == 0:
			return s.fail("invalid integer argument " + val)
		case v == 0 && !bad:
			return s.fail("invalid minimum string length " + val)
		}
		// A negative number is a very large one.
		s.least = int(min(uint64(v), 1<<40))
	case "t", "e":
		allowed := "odx"
		if key == "e" {
			allowed = "sSblBL"
		}
		if len(val) != 1 || !containsByte(allowed, val[0]) {
			return 1
		}
		if key == "t" {
			s.radix = val[0]
		} else {
			s.enc = val[0]
		}
	case "o":
		s.radix = 'o'
	case "w":
		s.white = true
	case "s":
		s.sep = val
	case "h":
		s.p.Stdout.WriteString(stringsHelp + "Report bugs to <https://sourceware.org/bugzilla/>\n")
		return 0
	case "v", "V":
		s.p.Stdout.WriteString(stringsVersion)
		return 0
	}
	return gnu.Go
}

func containsByte(s string, c byte) bool {
	for i := range len(s) {
		if s[i] == c {
			return true
		}
	}
	return false
}

func (s *stringsState) file(name string) bool {
	p := s.p
	st, err := p.Stat(name)
	switch {
	case err == error(tree.ENOENT):
		p.Errorf("'%s': No such file", name)
		return false
	case err != nil:
		p.Errorf("Warning: could not locate '%s'.  reason: %s", name, kern.ErrText(err))
		return false
	case st.IsDir():
		p.Errorf("Warning: '%s' is a directory", name)
		return false
	}
	data, err := p.ReadFile(name)
	if err != nil {
		p.Errorf("%s: %s", name, kern.ErrText(err))
		return false
	}
	s.scan(name, data)
	return true
}

// char reads the character at i; size is 0 at the end of the data.
func (s *stringsState) char(data []byte, i int) (c uint32, size int) {
	size = 1
	switch s.enc {
	case 'b', 'l':
		size = 2
	case 'B', 'L':
		size = 4
	}
	if i+size > len(data) {
		return 0, 0
	}
	for k := range size {
		b := data[i+k]
		if s.enc == 'l' || s.enc == 'L' {
			b = data[i+size-1-k]
		}
		c = c<<8 | uint32(b)
	}
	return c, size
}

func (s *stringsState) shown(c uint32) bool {
	switch {
	case c == '\t' || c >= ' ' && c < 0x7f:
		return true
	case s.white && c >= '\t' && c <= '\r':
		return true
	}
	return s.enc == 'S' && c > 0x7f && c < 0x100
}

// scan prints the strings of one input.
func (s *stringsState) scan(name string, data []byte) {
	for i := 0; i < len(data); {
		s.p.Tick(1)
		at := i
		text := s.line[:0]
		for {
			c, size := s.char(data, i)
			if size == 0 {
				i = len(data)
				break
			}
			if !s.shown(c) {
				// The next try begins one byte on, whatever the size of a character.
				i++
				break
			}
			text = append(text, byte(c))
			i += size
		}
		s.line = text
		if len(text) >= s.least {
			s.put(name, at, text)
		}
	}
}

func (s *stringsState) put(name string, at int, text []byte) {
	out := s.p.Stdout
	if s.names {
		out.WriteString(name + ": ")
	}
	switch s.radix {
	case 'o':
		out.Printf("%7o ", at)
	case 'd':
		out.Printf("%7d ", at)
	case 'x':
		out.Printf("%7x ", at)
	}
	out.Write(text)
	out.WriteString(s.sep)
}
