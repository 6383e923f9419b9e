package bash

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"github.com/orrery-world/orrery/internal/machine/kern"
)

// Main is the program bash.
func Main(ctx context.Context, p *kern.Proc) int { return start(ctx, p, false) }

// DashMain is the program dash, which is Debian's sh.
func DashMain(ctx context.Context, p *kern.Proc) int { return start(ctx, p, true) }

// invocation is what a shell's command line asks for.
type invocation struct {
	command     bool // -c
	stdin       bool // -s
	interactive bool
	login       bool
	sets        []string // options for set, with their sign
	longs       []string // -o names, with their sign
	shopts      []string // -O names, with their sign
	list        byte     // 'o' or 'O' without a name: list the options
	plus        bool     // with +: as commands
	rest        []string
}

// startTicks is what it costs to start a shell.
const startTicks = 40

// start runs a shell as a program.
func start(ctx context.Context, p *kern.Proc, dash bool) int {
	p.Tick(startTicks)
	label := p.Label()
	inv, status, ok := parseInvocation(p, dash)
	if !ok {
		return status
	}
	c := Config{Dash: dash, Arg0: p.Args[0], Label: label, Login: inv.login}
	var text string
	switch {
	case inv.command:
		if len(inv.rest) == 0 {
			if dash {
				p.Stderr.WriteString(p.Args[0] + ": 0: -c requires an argument\n")
			} else {
				p.Stderr.WriteString(p.Args[0] + ": -c: option requires an argument\n")
			}
			return 2
		}
		text, inv.rest = inv.rest[0], inv.rest[1:]
		if len(inv.rest) > 0 {
			c.Arg0, c.Args = inv.rest[0], inv.rest[1:]
		}
	case len(inv.rest) > 0 && !inv.stdin:
		c.Voice, c.Arg0, c.Args = VoiceScript, inv.rest[0], inv.rest[1:]
	default:
		c.Voice, c.Args = VoiceStdin, inv.rest
	}
	sh := New(p, c)
	sh.label = label
	p.SetLabel(0)
	if status, ok := sh.apply(&inv); !ok {
		return status
	}
	switch c.Voice {
	case VoiceCommand:
		return sh.RunCommand(ctx, text)
	case VoiceScript:
		return sh.runFile(ctx, c.Arg0)
	}
	return sh.top(ctx, func() { sh.runStdin(ctx) })
}

// parseInvocation reads the options of a shell.
func parseInvocation(p *kern.Proc, dash bool) (inv invocation, status int, ok bool) {
	args := p.Args[1:]
	for len(args) > 0 {
		a := args[0]
		if a == "--" || a == "-" {
			args = args[1:]
			break
		}
		if len(a) < 2 || a[0] != '-' && a[0] != '+' {
			break
		}
		args = args[1:]
		if strings.HasPrefix(a, "--") && !dash {
			if args, status, ok = inv.long(p, a, args); !ok {
				return inv, status, false
			}
			continue
		}
		for i := 1; i < len(a); i++ {
			switch c := a[i]; {
			case c == 'c' && a[0] == '-':
				inv.command = true
			case c == 's':
				inv.stdin = true
			case c == 'i':
				inv.interactive = true
			case c == 'l':
				inv.login = true
			case c == 'o' || c == 'O' && !dash:
				if len(args) == 0 {
					inv.list, inv.plus = c, a[0] == '+'
					break
				}
				if c == 'o' {
					inv.longs = append(inv.longs, a[:1]+args[0])
				} else {
					inv.shopts = append(inv.shopts, a[:1]+args[0])
				}
				args = args[1:]
			case c == 'r' || c == 'D':
			case strings.IndexByte("abefhkmnptuvxBCEHPT", c) >= 0:
				inv.sets = append(inv.sets, a[:1]+string(rune(c)))
			default:
				if dash {
					p.Stderr.WriteString(p.Args[0] + ": 0: Illegal option " + a[:1] + string(rune(c)) + "\n")
					return inv, 2, false
				}
				p.Stderr.WriteString(p.Args[0] + ": " + a[:1] + string(rune(c)) + ": invalid option\n" + usageText)
				return inv, 2, false
			}
		}
	}
	inv.rest = args
	return inv, 0, true
}

const usageText = `Usage:	bash [GNU long option] [option] ...
	bash [GNU long option] [option] script-file ...
GNU long options:
	--debug
	--debugger
	--dump-po-strings
	--dump-strings
	--help
	--init-file
	--login
	--noediting
	--noprofile
	--norc
	--posix
	--pretty-print
	--rcfile
	--restricted
	--verbose
	--version
Shell options:
	-ilrsD or -c command or -O shopt_option		(invocation only)
	-abefhkmnptuvxBCEHPT or -o option
`

// long handles a GNU long option.
func (inv *invocation) long(p *kern.Proc, a string, args []string) (rest []string, status int, ok bool) {
	switch a {
	case "--norc", "--noprofile", "--noediting", "--debug", "--debugger", "--verbose":
	case "--login":
		inv.login = true
	case "--posix":
		inv.longs = append(inv.longs, "-posix")
	case "--rcfile", "--init-file":
		if len(args) > 0 {
			args = args[1:]
		}
	case "--version":
		p.Stdout.WriteString("GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)\n" +
			"Copyright (C) 2022 Free Software Foundation, Inc.\n" +
			"License GPLv3+: GNU GPL version 3 or later <http://gnu.org/licenses/gpl.html>\n\n" +
			"This is free software; you are free to change and redistribute it.\n" +
			"There is NO WARRANTY, to the extent permitted by law.\n")
		return nil, 0, false
	default:
		p.Stderr.WriteString(p.Args[0] + ": " + a + ": invalid option\n" + usageText)
		return nil, 2, false
	}
	return args, 0, true
}

// apply sets the options of the command line.
func (sh *Shell) apply(inv *invocation) (status int, ok bool) {
	for _, s := range inv.sets {
		sh.setLetter(s[1], s[0] == '-')
	}
	for _, s := range inv.longs {
		if sh.dash && indexOf(dashOptions, s[1:]) < 0 {
			sh.plain(sh.name + ": 0: Illegal option -o " + s[1:])
			return 2, false
		}
		if !sh.setLong(s[1:], s[0] == '-') {
			sh.plain(sh.name + ": line 0: " + sh.name + ": " + s[1:] + ": invalid option name")
			return 2, false
		}
	}
	for _, s := range inv.shopts {
		i := indexOf(shoptNames[:], s[1:])
		if i < 0 {
			sh.plain(sh.name + ": line 0: " + s[1:] + ": invalid shell option name")
			return 2, false
		}
		sh.opts.putShopt(shoptOption(i), s[0] == '-')
	}
	switch inv.list {
	case 'o':
		if !sh.dash {
			sh.opts.put(optEmacs, true) // so it is until the shell knows whether it is interactive
		}
		sh.listOptions(!inv.plus)
		return 0, false
	case 'O':
		for i, n := range shoptNames {
			sh.sayShopt(n, sh.shopt(shoptOption(i)), false)
		}
		return 0, false
	}
	if sh.opts.has(optPosix) {
		sh.global.set("POSIXLY_CORRECT", Var{Set: true, Str: Str{S: "y"}})
	}
	return 0, true
}

// runFile runs a script file.
func (sh *Shell) runFile(ctx context.Context, file string) int {
	st, err := sh.p.Stat(file)
	var b []byte
	if err == nil && !st.IsDir() {
		b, err = sh.p.ReadFile(file)
	}
	sh.label |= sh.p.Label()
	sh.p.SetLabel(0)
	shell := "bash"
	if len(sh.p.Args) > 0 {
		shell = sh.p.Args[0]
	}
	switch {
	case sh.dash && err != nil:
		sh.plain(shell + ": 0: cannot open " + file + ": " + strings.TrimSuffix(kern.ErrText(err), " or directory"))
		return 2
	case err != nil:
		sh.plain(shell + ": " + file + ": " + kern.ErrText(err))
		return 127 - b2i(kern.ErrText(err) == "Permission denied")
	case st.IsDir():
		sh.plain(shell + ": " + file + ": Is a directory")
		return 126
	case looksBinary(b):
		sh.plain(file + ": " + file + ": cannot execute binary file")
		return 126
	}
	return sh.RunScript(ctx, string(b))
}

// runStdin reads commands from standard input, a line at a time, so that the commands can read what follows.
func (sh *Shell) runStdin(ctx context.Context) {
	sh.loop(ctx, parse.NewLines(sh.inputLine, sh.parseOptions(parse.Stdin, 1)), false)
}

// inputLine reads one line of commands from standard input.
func (sh *Shell) inputLine(bool) (string, parse.Input) {
	var line []byte
	var b [1]byte
	for {
		n, runs, err := sh.p.ReadRuns(0, b[:])
		if n == 0 || err != nil {
			if len(line) == 0 {
				return "", parse.End
			}
			return string(line), parse.Line
		}
		if len(runs) > 0 {
			sh.label |= runs[0].L
		}
		line = append(line, b[0])
		if b[0] == '\n' {
			return string(line), parse.Line
		}
	}
}

// PID returns $$.
func (sh *Shell) PID() int { return sh.pid }

// RunInput runs text as the next lines of a shell that reads commands from a pipe or a terminal, after `lines` lines that it
// has read before. The rest of the text is the commands' standard input. It returns the lines read so far and whether the
// shell has exited.
func (sh *Shell) RunInput(ctx context.Context, text string, lines int) (read int, exited bool) {
	mode := parse.Stdin
	if sh.voice == VoiceInteractive {
		mode = parse.Interactive
	}
	in := kern.NewBytes([]byte(text), nil)
	_ = sh.p.SetFD(0, in)
	ps := parse.NewLines(sh.inputLine, sh.parseOptions(mode, lines+1))
	defer func() {
		read = lines + strings.Count(text, "\n")
		r := recover()
		if r == nil {
			return
		}
		j, ok := r.(jump)
		if !ok {
			panic(r)
		}
		sh.status, exited = sh.finish(ctx, j.status), true
	}()
	for {
		u, err := ps.Next()
		if errors.Is(err, io.EOF) {
			return lines, exited
		}
		if err != nil {
			if !sh.syntaxError(err) && sh.voice != VoiceInteractive {
				sh.exit(sh.status)
			}
			continue
		}
		sh.echoInput(u)
		if !sh.runUnit(ctx, u, false) {
			return lines, exited
		}
		_ = sh.p.Stdout.Flush()
		sh.adjust(ps)
	}
}

// Recover puts a shell that was stopped in the middle of a command back to where it reads commands.
func (sh *Shell) Recover() {
	sh.frames, sh.loops, sh.quiet, sh.depth, sh.evals = nil, 0, 0, 0, 0
	sh.flow, sh.tail, sh.inTrap = flowNone, false, false
	sh.procFDs = nil
	sh.status = 137
	sh.setPipes(137)
}
