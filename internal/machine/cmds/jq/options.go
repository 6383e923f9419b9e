package jq

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
)

// options is what the command line says.
type options struct {
	printer    printer
	slurp      bool
	rawInput   bool
	nullInput  bool
	raw        bool
	noNewline  bool
	unbuffered bool
	fromFile   bool
	exitStatus bool
	exact      bool // halt set the status
	seq        bool
	stream     bool
	streamErrs bool
	color      bool
	noColor    bool
	program    string
	hasProgram bool
	files      []string
	positional []value
	named      *obj
	libs       []value // nil: the default
	rest       restKind
}

// restKind says what further words on the command line are.
type restKind uint8

const (
	restFiles restKind = iota
	restStrings
	restJSON
)

// flags are the options without arguments, in the order in which jq looks for them in a word such as -nr.
var flags = [...]struct {
	short byte
	long  string
	set   func(o *options)
}{
	{'s', "slurp", func(o *options) { o.slurp = true }},
	{'r', "raw-output", func(o *options) { o.raw = true }},
	{'c', "compact-output", func(o *options) { o.printer.pretty, o.printer.tab, o.printer.indent = false, false, 0 }},
	{'C', "color-output", func(o *options) { o.color = true }},
	{'M', "monochrome-output", func(o *options) { o.noColor = true }},
	{'a', "ascii-output", func(o *options) { o.printer.ascii = true }},
	{0, "unbuffered", func(o *options) { o.unbuffered = true }},
	{'S', "sort-keys", func(o *options) { o.printer.sorted = true }},
	{'R', "raw-input", func(o *options) { o.rawInput = true }},
	{'n', "null-input", func(o *options) { o.nullInput = true }},
	{'f', "from-file", func(o *options) { o.fromFile = true }},
	{'j', "join-output", func(o *options) { o.raw, o.noNewline = true, true }},
	{0, "tab", func(o *options) { o.printer.pretty, o.printer.tab, o.printer.indent = true, true, 0 }},
	{0, "seq", func(o *options) { o.seq = true }},
	{0, "stream", func(o *options) { o.stream = true }},
	{0, "stream-errors", func(o *options) { o.streamErrs = true }},
	{'e', "exit-status", func(o *options) { o.exitStatus = true }},
	{0, "args", func(o *options) { o.rest = restStrings }},
	{0, "jsonargs", func(o *options) { o.rest = restJSON }},
}

// parser of the command line; stop is set when jq must end with status.
type commandLine struct {
	h      *host
	p      *kern.Proc
	o      *options
	stop   bool
	status int
}

func (c *commandLine) end(status int) {
	c.stop, c.status = true, status
}

func (c *commandLine) warn(s string) { _, _ = c.p.Stderr.WriteString(s) }

// die ends after a wrong use of an option.
func (c *commandLine) die(msg string) {
	c.warn(msg + "\nUse " + c.p.Args[0] + " --help for help with command-line options,\n" +
		"or see the jq manpage, or online docs  at https://stedolan.github.io/jq\n")
	c.end(2)
}

func (c *commandLine) parse() {
	args, done := c.p.Args, false
	for i := 1; i < len(args) && !c.stop; i++ {
		a := args[i]
		switch {
		case done:
			c.word(a)
		case a == "--":
			if !c.o.hasProgram {
				c.usage(2)
			}
			done = true
		case len(a) < 2 || a[0] != '-' || a[1] != '-' && (a[1]|0x20 < 'a' || a[1]|0x20 > 'z'):
			if c.o.hasProgram {
				c.word(a)
			} else {
				c.o.program, c.o.hasProgram = a, true
			}
		case a[1] == 'L':
			i = c.library(args, i)
		default:
			i = c.option(args, i)
		}
	}
}

// word takes an operand after the program.
func (c *commandLine) word(a string) {
	switch c.o.rest {
	case restStrings:
		c.o.positional = append(c.o.positional, newStr(validText(a)))
	case restJSON:
		v, _ := c.h.parseJSON(a) // what is malformed reads as null
		c.o.positional = append(c.o.positional, v)
	default:
		c.o.files = append(c.o.files, a)
	}
}

func (c *commandLine) library(args []string, i int) int {
	dir := args[i][2:]
	if dir == "" {
		if i++; i >= len(args) {
			c.die("-L takes a parameter: (e.g. -L /search/path or -L/search/path)")
			return i
		}
		dir = args[i]
	}
	c.o.libs = append(c.o.libs, newStr(realPath(c.p, dir)))
	return i
}

// option handles a word that begins with a dash and returns the index of the last word that it used.
func (c *commandLine) option(args []string, i int) int {
	a := args[i]
	if strings.HasPrefix(a, "--") {
		return c.long(args, i, a[2:])
	}
	known := 0
	for k := range flags {
		if f := &flags[k]; f.short != 0 && strings.IndexByte(a, f.short) >= 0 {
			f.set(c.o)
			known++
		}
	}
	if strings.IndexByte(a, 'h') >= 0 {
		c.usage(0)
		return i
	}
	if strings.IndexByte(a, 'V') >= 0 {
		_, _ = c.p.Stdout.WriteString("jq-1.6\n")
		c.end(0)
		return i
	}
	if len(a) != known+1 {
		c.die(c.p.Args[0] + ": Unknown option " + a)
	}
	return i
}

func (c *commandLine) long(args []string, i int, name string) int {
	for k := range flags {
		if flags[k].long == name {
			flags[k].set(c.o)
			return i
		}
	}
	switch name {
	case "indent":
		return c.indent(args, i)
	case "arg", "argjson":
		return c.arg(args, i, name)
	case "argfile", "rawfile", "slurpfile":
		return c.argFile(args, i, name)
	case "help":
		c.usage(0)
	case "version":
		_, _ = c.p.Stdout.WriteString("jq-1.6\n")
		c.end(0)
	case "debug-dump-disasm", "debug-trace", "debug-trace=all", "run-tests":
		c.warn("orrery: " + c.p.Args[0] + ": option '--" + name + "' is not simulated\n")
		c.p.K.Warn("unsupported option: " + c.p.Args[0] + " --" + name)
		c.end(2)
	default:
		c.die(c.p.Args[0] + ": Unknown option --" + name)
	}
	return i
}

func (c *commandLine) indent(args []string, i int) int {
	name := c.p.Args[0]
	if i >= len(args)-1 {
		c.die(name + ": --indent takes one parameter")
		return i
	}
	n := atoi(args[i+1])
	if n < -1 || n > 7 {
		c.die(name + ": --indent takes a number between -1 and 7")
		return i
	}
	pr := &c.o.printer
	pr.pretty, pr.tab, pr.indent = n != 0, n < 0, max(n, 0)
	return i + 1
}

// atoi reads a number as C does: blanks, a sign, digits; anything else ends it.
func atoi(s string) int {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	neg := strings.HasPrefix(s, "-")
	if neg || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	n := 0
	for i := 0; i < len(s) && isDigit(s[i]) && n < 1<<30; i++ {
		n = n*10 + int(s[i]-'0')
	}
	if neg {
		return -n
	}
	return n
}

func (c *commandLine) arg(args []string, i int, name string) int {
	if i >= len(args)-2 {
		kind := "value"
		if name == "argjson" {
			kind = "text"
		}
		c.die(c.p.Args[0] + ": --" + name + " takes two parameters (e.g. --" + name + " varname " + kind + ")")
		return i
	}
	key := validText(args[i+1])
	if c.o.named.find(key) < 0 {
		var v value = newStr(validText(args[i+2]))
		if name == "argjson" {
			var err *jsonError
			if v, err = c.h.parseJSON(args[i+2]); err != nil {
				c.die(c.p.Args[0] + ": invalid JSON text passed to --argjson")
				return i
			}
		}
		c.o.named.put(newStr(key), v)
	}
	return i + 2
}

func (c *commandLine) argFile(args []string, i int, name string) int {
	if i >= len(args)-2 {
		c.die(c.p.Args[0] + ": --" + name + " takes two parameters (e.g. --" + name + " varname filename)")
		return i
	}
	key := validText(args[i+1])
	if c.o.named.find(key) >= 0 {
		return i + 2
	}
	v, msg := loadFile(c.h, args[i+2], name == "rawfile")
	if msg != "" {
		c.warn(c.p.Args[0] + ": Bad JSON in --" + name + " " + args[i+1] + " " + args[i+2] + ": " + msg + "\n")
		c.end(2)
		return i
	}
	if list, ok := v.(*arr); ok && name == "argfile" && len(list.v) == 1 {
		v = list.v[0]
	}
	c.o.named.put(newStr(key), v)
	return i + 2
}
