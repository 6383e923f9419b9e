package cmds

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

var xargsSpec = gnu.Spec{
	Order: true,
	Version: "xargs (GNU findutils) 4.9.0\nCopyright (C) 2022 Free Software Foundation, Inc.\n" +
		"License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.\n" +
		"This is free software: you are free to change and redistribute it.\nThere is NO WARRANTY, to the extent permitted by law.\n\n" +
		"Written by Eric B. Decker, James Youngman, and Kevin Dalley.",
	Options: []gnu.Option{
		{Short: '0', Long: "null"}, {Short: 'a', Long: "arg-file", Arg: gnu.Required}, {Short: 'd', Long: "delimiter", Arg: gnu.Required},
		{Short: 'e', Long: "eof", Arg: gnu.Optional}, {Short: 'E', Arg: gnu.Required}, {Short: 'i', Long: "replace", Arg: gnu.Optional},
		{Short: 'I', Arg: gnu.Required}, {Short: 'l', Long: "max-lines", Arg: gnu.Optional}, {Short: 'L', Arg: gnu.Required},
		{Short: 'n', Long: "max-args", Arg: gnu.Required}, {Short: 'o', Long: "open-tty"}, {Short: 'p', Long: "interactive"},
		{Short: 'r', Long: "no-run-if-empty"}, {Short: 's', Long: "max-chars", Arg: gnu.Required}, {Long: "show-limits"},
		{Short: 't', Long: "verbose"}, {Short: 'x', Long: "exit"}, {Short: 'P', Long: "max-procs", Arg: gnu.Required},
		{Long: "process-slot-var", Arg: gnu.Required},
	},
}

// Exit statuses of xargs.
const (
	xargsChildFailed  = 123
	xargsChildAborted = 124
	xargsChildKilled  = 125
)

// argMax is the kernel's limit for arguments and environment, argRoom what xargs leaves of it.
const (
	argMax  = 2 << 20
	argRoom = 2048
)

// xargsRun is one run of xargs.
type xargsRun struct {
	ctx context.Context
	p   *kern.Proc

	delim           int // -1: blanks and newlines, with quotes
	eof             string
	replace         string
	replacing       bool
	lines, args     int // 0: no limit
	chars           int
	file            string
	slot            string
	ask, trace      bool
	skipEmpty, exit bool
	tty, limits     bool

	cmd     []string
	fixed   int // bytes of cmd with its NULs
	items   []string
	size    int
	lineNo  int
	ran     bool
	status  int
	in      xargsInput
	nulSeen bool
}

// xargs builds command lines from its input and runs them one after the other.
func xargs(ctx context.Context, p *kern.Proc) int {
	x := &xargsRun{ctx: ctx, p: p, delim: -1, chars: 128 << 10}
	operands, status, ok := xargsSpec.Parse(p, x.option)
	if !ok {
		return status
	}
	if x.delim >= 0 && x.eof != "" {
		p.Errorf("warning: the -E option has no effect if -0 or -d is used.\n")
		x.eof = ""
	}
	if x.cmd = operands; len(x.cmd) == 0 {
		x.cmd = []string{"echo"}
	}
	for _, a := range x.cmd {
		x.fixed += len(a) + 1
	}
	if status := x.start(); status != 0 {
		return status
	}
	x.read()
	return x.status
}

func (x *xargsRun) option(key, val string) int {
	switch key {
	case "0":
		x.delim = 0
	case "a":
		x.file = val
	case "d":
		return x.delimiter(val)
	case "e", "E":
		x.eof = val
	case "i", "I":
		if key == "i" && val == "" {
			val = "{}"
		}
		x.exclusive("--replace/-I/-i")
		x.replacing, x.replace = true, val
	case "l", "L":
		x.exclusive("-L")
		if x.lines = 1; key == "L" || val != "" {
			return x.number(&x.lines, key, val, 1)
		}
	case "n":
		if st := x.number(&x.args, key, val, 1); st != gnu.Go {
			return st
		}
		if x.args == 1 && x.replacing {
			x.args = 0
			return gnu.Go
		}
		x.exclusive("--max-args/-n")
	case "P":
		var n int
		return x.number(&n, key, val, 0)
	case "s":
		return x.charLimit(val)
	case "process-slot-var":
		x.slot = val
	default:
		x.flag(key)
	}
	return gnu.Go
}

func (x *xargsRun) flag(key string) {
	switch key {
	case "o":
		x.tty = true
	case "p":
		x.ask, x.trace = true, true
	case "r":
		x.skipEmpty = true
	case "t":
		x.trace = true
	case "x":
		x.exit = true
	case "show-limits":
		x.limits = true
	}
}

// exclusive turns off the options that the one named cannot be used with.
func (x *xargsRun) exclusive(name string) {
	warn := func(what string) {
		x.p.Errorf("warning: options %s and %s are mutually exclusive, ignoring previous %s value", what, name, what)
	}
	if x.lines > 0 && name != "-L" {
		warn("--max-lines")
		x.lines = 0
	}
	if x.replacing && name != "--replace/-I/-i" {
		warn("--replace")
		x.replacing = false
	}
	if x.args > 0 && name != "--max-args/-n" {
		warn("--max-args")
		x.args = 0
	}
}

// number reads the number of an option.
func (x *xargsRun) number(to *int, key, val string, least int) int {
	n, err := strconv.ParseInt(strings.TrimLeft(val, " \t\n\v\f\r"), 10, 32)
	if err != nil {
		return gnu.Usage(x.p, 1, "invalid number \""+val+"\" for -"+key+" option")
	}
	if int(n) < least {
		return gnu.Usage(x.p, 1, "value "+val+" for -"+key+" option should be >= "+strconv.Itoa(least))
	}
	*to = int(n)
	return gnu.Go
}

func (x *xargsRun) charLimit(val string) int {
	n, err := strconv.ParseInt(strings.TrimLeft(val, " \t\n\v\f\r"), 10, 64)
	if err != nil {
		return gnu.Usage(x.p, 1, "invalid number \""+val+"\" for -s option")
	}
	top := int64(argMax - argRoom - x.envSize())
	switch {
	case n < 1:
		x.p.Errorf("value %s for -s option should be >= 1", val)
		n = 1
	case n > top:
		x.p.Errorf("value %s for -s option should be <= %d", val, top)
		n = top
	}
	x.chars = int(n)
	return gnu.Go
}

func (x *xargsRun) envSize() int {
	n := 0
	for i := range x.p.Env {
		n += len(x.p.Env[i].Name) + len(x.p.Env[i].Value) + 2
	}
	return n
}

// delimiter takes -d: a character, or an escape.
func (x *xargsRun) delimiter(s string) int {
	if len(s) == 1 {
		x.delim = int(s[0])
		return gnu.Go
	}
	if len(s) < 2 || s[0] != '\\' {
		x.p.Errorf("Invalid input delimiter specification %s: the delimiter must be either a single character or an escape sequence starting with \\.", s)
		return 1
	}
	if i := strings.IndexByte("abfnrtv\\", s[1]); i >= 0 {
		x.delim = int("\a\b\f\n\r\t\v\\"[i])
		return gnu.Go
	}
	digits, base := s[1:], 8
	if s[1] == 'x' {
		digits, base = s[2:], 16
	} else if s[1] < '0' || s[1] > '7' {
		x.p.Errorf("Invalid escape sequence %s in input delimiter specification.", s)
		return 1
	}
	n, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		x.p.Errorf("Invalid escape sequence %s in input delimiter specification; trailing characters %s not recognised.", s,
			strings.TrimLeft(digits, "01234567"))
		return 1
	}
	if n > 255 {
		x.p.Errorf("Invalid escape sequence %s in input delimiter specification; character values must not exceed %s.", s,
			map[int]string{8: "377", 16: "ff"}[base])
		return 1
	}
	x.delim = int(n)
	return gnu.Go
}

// start opens the input and gives the commands a standard input of their own.
func (x *xargsRun) start() int {
	p := x.p
	if x.limits {
		p.Stderr.Printf("Your environment variables take up %d bytes\nPOSIX upper limit on argument length (this system): %d\n"+
			"POSIX smallest allowable upper limit on argument length (all systems): 4096\n"+
			"Maximum length of command we could actually use: %d\nSize of command buffer we are actually using: %d\n"+
			"Maximum parallelism (--max-procs must be no greater): 2147483647\n", x.envSize(), argMax-argRoom-x.envSize(),
			argMax-argRoom-2*x.envSize(), x.chars)
	}
	if x.fixed > x.chars {
		p.Errorf("cannot fit single argument within argument list size limit")
		return 1
	}
	x.in.p = p
	if x.file != "" && x.file != "-" {
		fd, err := p.Open(x.file, kern.ReadOnly, 0)
		if err != nil {
			p.Errorf("Cannot open input file %s: %s", gnu.Quote(x.file), kern.ErrText(err))
			return 1
		}
		x.in.fd = fd
	} else if f := p.FD(0); f != nil {
		fd, err := p.AddFD(f, 3)
		if err != nil {
			p.Errorf("%s", kern.ErrText(err))
			return 1
		}
		x.in.fd = fd
		_ = p.SetFD(0, kern.NewNull())
	} else {
		x.in.fd = -1
	}
	if x.tty {
		f, err := p.OpenFile("/dev/tty", kern.ReadOnly, 0)
		if err != nil {
			p.Errorf("%s: %s", gnu.Quote("/dev/tty"), kern.ErrText(err))
			return 1
		}
		_ = p.SetFD(0, f)
	}
	return 0
}

// fatal ends xargs; what has been collected is still run when it may be.
func (x *xargsRun) fatal(text string, run bool) {
	if run && !x.replacing && len(x.items) > 0 && !x.exit && x.lines == 0 {
		x.run()
	}
	x.p.Errorf("%s", text)
	x.p.Exit(1)
}

// read takes the items of the input and runs commands as they fill up.
func (x *xargsRun) read() {
	for {
		item, ended, ok := x.next()
		if !ok {
			break
		}
		if x.replacing {
			x.runReplaced(item)
			continue
		}
		x.add(item)
		if ended {
			x.lineNo++
		}
		if x.args > 0 && len(x.items) >= x.args || x.lines > 0 && x.lineNo >= x.lines {
			x.run()
		}
	}
	if len(x.items) > 0 || !x.ran && !x.replacing && !x.skipEmpty {
		x.run()
	}
}

// longest is how long an item may be.
func (x *xargsRun) longest() int {
	if x.replacing {
		return x.chars - 1
	}
	return x.chars - x.fixed - 1
}

func (x *xargsRun) add(item string) {
	x.p.Tick(1 + len(item)/64)
	if x.fixed+x.size+len(item)+1 > x.chars {
		if len(x.items) == 0 {
			x.fatal("cannot fit single argument within argument list size limit", false)
		}
		if x.lines > 0 || x.exit && x.args > 0 {
			x.fatal("argument list too long", false)
		}
		x.run()
	}
	x.p.Hold(int64(len(item) + 16))
	x.items = append(x.items, item)
	x.size += len(item) + 1
}

// runReplaced runs the command with item in the place of the replacement string.
func (x *xargsRun) runReplaced(item string) {
	x.p.Tick(1)
	args := make([]string, len(x.cmd))
	size := 0
	for i, a := range x.cmd {
		if i > 0 && x.replace != "" {
			a = strings.ReplaceAll(a, x.replace, item)
		}
		args[i] = a
		size += len(a) + 1
	}
	if size > x.chars {
		x.fatal("command too long", false)
	}
	x.exec(args)
}

// run runs the command with the items collected.
func (x *xargsRun) run() {
	args := append(append(make([]string, 0, len(x.cmd)+len(x.items)), x.cmd...), x.items...)
	x.p.Hold(-int64(x.size + 15*len(x.items)))
	x.items, x.size, x.lineNo = x.items[:0], 0, 0
	x.exec(args)
}

func (x *xargsRun) exec(args []string) {
	p := x.p
	x.ran = true
	if x.trace && !x.confirm(args) {
		return
	}
	if x.slot != "" {
		env := append([]kern.EnvVar{{Name: x.slot, Value: "0"}}, p.Env...)
		defer func(old []kern.EnvVar) { p.Env = old }(p.Env)
		p.Env = env
	}
	st, err := p.Exec(x.ctx, args[0], args)
	// Starting a program takes long: whoever reads the output runs meanwhile, and may be gone before the next one.
	p.Yield()
	switch {
	case err == error(tree.ENOENT) || err != nil && args[0] == "":
		p.Errorf("%s: %s", args[0], kern.ErrText(tree.ENOENT))
		p.Exit(127)
	case err != nil:
		p.Errorf("%s: %s", args[0], kern.ErrText(err))
		p.Exit(126)
	case st.Signal != 0:
		p.Errorf("%s: terminated by signal %d", args[0], st.Signal)
		p.Exit(xargsChildKilled)
	case st.Code == 255:
		p.Errorf("%s: exited with status 255; aborting", args[0])
		p.Exit(xargsChildAborted)
	case st.Code != 0:
		x.status = xargsChildFailed
	}
}

// confirm prints the command and, with -p, asks the terminal whether to run it.
func (x *xargsRun) confirm(args []string) bool {
	for i, a := range args {
		if i > 0 {
			x.p.Stderr.WriteString(" ")
		}
		x.p.Stderr.WriteString(gnu.QuoteAs(a, gnu.StyleShellEscape, ""))
	}
	if !x.ask {
		x.p.Stderr.WriteString("\n")
		return true
	}
	fd, err := x.p.Open("/dev/tty", kern.ReadOnly, 0)
	if err != nil {
		x.p.Errorf("failed to open /dev/tty for reading: %s", kern.ErrText(err))
		x.p.Exit(1)
	}
	x.p.Stderr.WriteString("?...")
	line, _, _ := gnu.NewLines(x.p, fd, '\n').Next()
	yes := len(line) > 0 && line[0]|0x20 == 'y'
	_ = x.p.Close(fd)
	return yes
}

// xargsInput reads bytes.
type xargsInput struct {
	p    *kern.Proc
	fd   int
	buf  []byte
	off  int
	done bool
}

// next returns the next byte, -1 at the end.
func (in *xargsInput) next() int {
	if in.off == len(in.buf) {
		if in.done {
			return -1
		}
		if in.buf == nil {
			in.buf = make([]byte, 0, 1024)
		}
		n, err := in.p.Read(in.fd, in.buf[:cap(in.buf)])
		in.buf, in.off = in.buf[:n], 0
		if n == 0 || err != nil && err != io.EOF {
			// What cannot be read passes for the end, as in the real program.
			in.done = true
			return -1
		}
	}
	in.off++
	return int(in.buf[in.off-1])
}
