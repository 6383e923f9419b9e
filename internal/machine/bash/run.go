package bash

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/bash/parse"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
	"mvdan.cc/sh/v3/syntax"
)

// Config says what shell New makes. The zero value is bash -c without arguments.
type Config struct {
	Arg0   string   // $0; default "bash", or "sh" for dash
	Args   []string // $1, $2, ...
	Label  tree.Label
	Voice  Voice
	Dash   bool // Debian's /bin/sh
	Login  bool
	Posix  bool
	NoPWD  bool // do not trust PWD in the environment
	Script string
	// Environ is p's environment made ready for the shell; nil: New does that.
	Environ *Environ
}

// New returns a shell that runs in process p and has p's environment.
func New(p *kern.Proc, c Config) *Shell {
	if c.Arg0 == "" {
		c.Arg0 = "bash"
		if c.Dash {
			c.Arg0 = "sh"
		}
	}
	sh := newShell()
	sh.p, sh.pid, sh.ppid = p, p.PID, p.PPID
	sh.voice, sh.dash, sh.name, sh.arg0 = c.Voice, c.Dash, c.Arg0, Str{S: c.Arg0, L: c.Label}
	sh.random, sh.started = uint32(p.PID*69069+1), p.K.Now()
	sh.line, sh.getopt.ind, sh.unit = 1, 1, &noUnit
	sh.opts = defaultOptions(c.Voice)
	sh.global.base = baseVars
	if c.Dash {
		sh.global.base = dashVars
		sh.opts = options{}
	}
	if c.Posix {
		sh.opts.put(optPosix, true)
		sh.global.set("POSIXLY_CORRECT", Var{Set: true, Str: Str{S: "y"}})
	}
	for _, a := range c.Args {
		sh.params = append(sh.params, Str{S: a, L: c.Label})
	}
	sh.importEnv(c.Environ)
	sh.initPwd()
	return sh
}

// importEnv makes variables, and functions, of the environment.
func (sh *Shell) importEnv(e *Environ) {
	if e == nil {
		e = Prepare(sh.p.Env, sh.p.K.Hostname(), sh.dash)
	}
	sh.global.env = e
	for _, f := range e.funcs {
		sh.importFunc(strings.TrimSuffix(strings.TrimPrefix(f.Name, "BASH_FUNC_"), "%%"), f)
	}
}

func (sh *Shell) importFunc(name string, e kern.EnvVar) {
	u, err := parse.New(name+" "+e.Value+"\n", parse.Options{Name: sh.name, Mode: parse.Eval}).Next()
	if err != nil || len(u.Stmts) != 1 {
		return
	}
	if f, ok := u.Stmts[0].Cmd.(*syntax.FuncDecl); ok {
		sh.funcs.set(name, &function{decl: f, unit: u, source: "environment", label: e.Label, export: true})
	}
}

// initPwd takes PWD from the environment if it names the present directory, else asks the kernel.
func (sh *Shell) initPwd() {
	v, ok := sh.global.stored("PWD")
	if ok && strings.HasPrefix(v.Str.S, "/") {
		if st, err := sh.p.Stat(v.Str.S); err == nil && st.Ino == sh.p.Cwd {
			sh.pwd = v.Str
			return
		}
	}
	sh.pwd, _ = sh.physical()
	attr := AttrExport
	if sh.dash && !ok {
		attr = 0
	}
	sh.global.set("PWD", Var{Attr: attr, Set: true, Str: sh.pwd})
}

// physical returns the present directory without symbolic links, with its label.
func (sh *Shell) physical() (Str, error) {
	saved := sh.p.Label()
	sh.p.SetLabel(tree.Exact)
	wd, err := sh.p.Getwd()
	s := Str{S: wd, L: sh.p.Label()}
	sh.p.SetLabel(saved)
	return s, err
}

// PwdLabel returns the label of Pwd.
func (sh *Shell) PwdLabel() tree.Label { return sh.pwd.L }

// Pwd returns the present directory as the shell names it.
func (sh *Shell) Pwd() string { return sh.pwd.S }

// Cwd returns the working directory's inode. After a program has taken the shell's process, it is the one the shell had.
func (sh *Shell) Cwd() tree.Ino {
	if sh.left {
		return sh.lastCwd
	}
	return sh.p.Cwd
}

// Status returns $?.
func (sh *Shell) Status() int { return sh.status }

// Enter makes p the shell's process, for a shell that goes on in a new Run of the kernel.
func (sh *Shell) Enter(p *kern.Proc) {
	sh.p = p
	if sh.traps == nil || sh.traps.inherited {
		return
	}
	for n, cmd := range sh.traps.cmds {
		if n > trapExit && n < trapDebug {
			d := kern.Catch
			if cmd.S == "" {
				d = kern.Ignore
			}
			p.SetSignal(kern.Signal(n), d)
		}
	}
}

func (sh *Shell) parseOptions(mode parse.Mode, first int) parse.Options {
	o := parse.Options{Name: sh.name, Mode: mode, Dash: sh.dash, FirstLine: first, ExtGlob: sh.shopt(shoptExtglob)}
	o.Alias = sh.aliasLookup()
	return o
}

// aliasLookup finds aliases for a parser; nil when they are not expanded.
func (sh *Shell) aliasLookup() func(name string) (text string, ok bool) {
	if !sh.shopt(shoptExpandAliases) && !sh.dash && !sh.opts.has(optPosix) {
		return nil
	}
	return func(name string) (string, bool) {
		a, ok := sh.aliases.m[name]
		return a.S, ok
	}
}

// adjust tells a parser which options hold now, for what it reads next.
func (sh *Shell) adjust(ps *parse.Parser) {
	ps.SetExtGlob(sh.shopt(shoptExtglob))
	ps.SetAlias(sh.aliasLookup())
}

// RunCommand runs text as bash -c does, EXIT trap included, and returns the shell's exit status.
func (sh *Shell) RunCommand(ctx context.Context, text string) int {
	return sh.top(ctx, func() { sh.loop(ctx, parse.New(text, sh.parseOptions(parse.CommandString, 1)), true) })
}

// RunScript runs a script's text as bash FILE does and returns the shell's exit status.
func (sh *Shell) RunScript(ctx context.Context, text string) int {
	return sh.top(ctx, func() { sh.loop(ctx, parse.New(text, sh.parseOptions(parse.Script, 1)), false) })
}

// top runs f as the whole life of a shell.
func (sh *Shell) top(ctx context.Context, f func()) (status int) {
	defer func() {
		if r := recover(); r != nil {
			j, ok := r.(jump)
			if !ok {
				panic(r)
			}
			status = j.status
		}
		status = sh.finish(ctx, status)
	}()
	f()
	return sh.status
}

// loop reads and runs one complete command line after the other. Text that is a whole command string ends with the first
// error that gives up a line.
func (sh *Shell) loop(ctx context.Context, ps *parse.Parser, whole bool) {
	for {
		u, err := ps.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			if !sh.syntaxError(err) {
				return
			}
			if whole {
				return
			}
			continue
		}
		sh.echoInput(u)
		if whole && ps.AtEnd() {
			sh.lastStmt = lastSimple(u.Stmts)
		}
		if !sh.runUnit(ctx, u, whole) {
			return
		}
		sh.adjust(ps)
	}
}

// lastSimple returns the simple command that ends a command line, if a program can take the place of the shell there.
func lastSimple(stmts []*syntax.Stmt) *syntax.Stmt {
	if len(stmts) == 0 {
		return nil
	}
	n := len(stmts) - 1
	if n > 0 && stmts[n-1].Background {
		return nil
	}
	st := stmts[n]
	if c, ok := st.Cmd.(*syntax.BinaryCmd); ok && n == 0 && !st.Negated && (c.Op == syntax.AndStmt || c.Op == syntax.OrStmt) {
		st = c.Y
	}
	if _, ok := st.Cmd.(*syntax.CallExpr); !ok || st.Negated || st.Background || len(st.Redirs) > 0 {
		return nil
	}
	return st
}

// replaceable says whether a program may take this shell's process: nothing is left to be done after it.
func (sh *Shell) replaceable() bool {
	return sh.subs == 0 && (sh.traps == nil || !sh.traps.any())
}

// leave prepares for a program that takes the shell's place: it lowers SHLVL, and remembers the working directory.
func (sh *Shell) leave() {
	sh.lastCwd, sh.left = sh.p.Cwd, true
	if sh.dash {
		return
	}
	if v, ok := sh.lookup("SHLVL"); ok && v.Set {
		if n, err := sh.arithInt(v.Str.S); err == nil {
			_ = sh.setVar("SHLVL", number(max(n-1, 0)))
		}
	}
}

// echoInput prints the lines that have been read, under set -v, and the warnings about them.
func (sh *Shell) echoInput(u *parse.Unit) {
	if sh.opts.has(optVerbose) && !(sh.dash && sh.voice == VoiceCommand) {
		_ = sh.p.Stdout.Flush()
		raw := u.Raw
		if !strings.HasSuffix(raw, "\n") {
			raw += "\n"
		}
		sh.p.Stderr.WriteLabel([]byte(raw), sh.label)
	}
	for _, w := range u.Warnings {
		sh.line = w.Line
		sh.errf("%s", w.Text)
	}
}

// syntaxError reports an error of the parser and sets $?; it says whether reading goes on.
func (sh *Shell) syntaxError(err error) bool {
	var se *parse.SyntaxError
	if !errors.As(err, &se) {
		sh.errf("%s", err)
		sh.status = 2
		return false
	}
	_ = sh.p.Stdout.Flush()
	for _, line := range se.Lines() {
		if sh.evalName != "" {
			line = strings.Replace(line, ": eval: ", ": "+sh.evalName+": ", 1)
		}
		sh.p.Stderr.WriteLabel([]byte(line+"\n"), sh.label)
	}
	sh.status = se.Status(sh.status)
	sh.setPipes(sh.status)
	return se.Kind == parse.Discard
}

// runUnit runs one command line and says whether to go on. Only jumps that end the shell leave it.
func (sh *Shell) runUnit(ctx context.Context, u *parse.Unit, whole bool) (more bool) {
	old := sh.unit
	frames, params, quiet, loops, depth, label := len(sh.frames), sh.params, sh.quiet, sh.loops, sh.depth, sh.label
	defer func() {
		sh.unit = old
		r := recover()
		if r == nil {
			return
		}
		j, ok := r.(jump)
		if !ok {
			panic(r)
		}
		if len(sh.frames) > frames {
			sh.frames = sh.frames[:frames]
			sh.params = params
		}
		sh.quiet, sh.loops, sh.depth, sh.label = quiet, loops, depth, label
		sh.flow = flowNone
		sh.closeProcSubst(0)
		more = sh.landed(j, whole)
	}()
	sh.unit = u
	sh.nameUnit(u)
	sh.runStmts(ctx, u.Stmts)
	if sh.flow == flowBreak || sh.flow == flowContinue {
		sh.flow = flowNone
	}
	return sh.flow == flowNone
}

// nameUnit makes the last line of a unit the one that failing redirections of compound commands are told with.
func (sh *Shell) nameUnit(u *parse.Unit) {
	if !sh.dash {
		sh.redirLine = u.Line + u.Lines - 1
	}
}

// landed decides what a jump that has reached the reading loop means.
func (sh *Shell) landed(j jump, whole bool) (more bool) {
	_ = sh.p.Stdout.Flush()
	sh.status = j.status
	sh.setPipes(j.status)
	switch {
	case j.kind == jumpExit:
		panic(j)
	case sh.voice == VoiceInteractive:
		return true
	case sh.dash:
		panic(jump{jumpExit, 2})
	case j.kind == jumpFatal:
		if sh.voice == VoiceCommand && sh.subs == 0 {
			panic(jump{jumpExit, 127})
		}
		panic(jump{jumpExit, j.status})
	case sh.subs > 0:
		panic(jump{jumpExit, j.status})
	}
	return true
}

// runText runs text inside the present command, as eval, traps and sourced files do.
func (sh *Shell) runText(ctx context.Context, text string, o parse.Options) {
	sh.p.Tick(10 + len(text)/8)
	ps := parse.New(text, o)
	sh.evals++
	defer func() { sh.evals-- }()
	ran := false
	for {
		u, err := ps.Next()
		if errors.Is(err, io.EOF) {
			if !ran {
				sh.status = 0
			}
			return
		}
		ran = true
		if err != nil {
			if !sh.syntaxError(err) {
				return
			}
			continue
		}
		sh.echoInput(u)
		old, named := sh.unit, sh.redirLine
		sh.unit = u
		sh.nameUnit(u)
		func() {
			defer func() { sh.unit, sh.redirLine = old, named }()
			sh.runStmts(ctx, u.Stmts)
		}()
		if sh.flow != flowNone {
			return
		}
		sh.adjust(ps)
	}
}

// evalString runs text as eval and traps do and returns its status.
func (sh *Shell) evalString(ctx context.Context, text Str, name string) int {
	sh.enter()
	line, label, old := sh.line, sh.label, sh.evalName
	sh.evalName = name
	sh.label |= text.L
	defer func() { sh.depth--; sh.label, sh.line, sh.evalName = label, line, old }()
	o := sh.parseOptions(parse.Eval, sh.line)
	sh.runText(ctx, text.S, o)
	return sh.status
}

// sourceFile runs the commands of a file in this shell; args, if any, are its positional parameters meanwhile.
func (sh *Shell) sourceFile(ctx context.Context, file string, text Str, args []Str) int {
	sh.enter()
	f := &frame{name: sourceFrame, source: file, line: sh.line, params: sh.params, loops: sh.loops}
	sh.frames = append(sh.frames, f)
	n := len(sh.frames)
	line, label := sh.line, sh.label
	sh.label |= text.L
	if len(args) > 0 {
		sh.params = args
	}
	defer func() {
		sh.depth--
		sh.frames = sh.frames[:n-1]
		if len(args) > 0 {
			sh.params = f.params
		}
		sh.loops, sh.line, sh.label = f.loops, line, label
	}()
	sh.loops = 0
	sh.status = 0
	o := sh.parseOptions(parse.Script, 1)
	o.Name = file
	sh.runText(ctx, text.S, o)
	if sh.flow == flowReturn {
		sh.flow = flowNone
	}
	return sh.status
}

// runAsScript runs an executable text file without "#!" in process p: bash does that itself, as a subshell with its own
// parameters.
func (sh *Shell) runAsScript(ctx context.Context, p *kern.Proc, file string, args []Field) int {
	saved := p.Label()
	b, err := p.ReadFile(file)
	l := p.Label()
	p.SetLabel(saved)
	if err != nil {
		sh.plain(sh.name + ": " + args[0].S + ": " + kern.ErrText(err))
		return 126
	}
	if looksBinary(b) {
		sh.errf("%s: cannot execute binary file: Exec format error", args[0].S)
		return 126
	}
	params := make([]string, len(args)-1)
	for i, a := range args[1:] {
		params[i] = a.S
		l |= a.L
	}
	p.Env = sh.environ(file)
	sub := New(p, Config{Arg0: file, Args: params, Label: l, Voice: VoiceScript, Dash: sh.dash})
	sub.label = l
	sub.depth = sh.depth + 1
	if sub.depth > maxCalls {
		p.Exhaust("depth")
	}
	return sub.RunScript(ctx, string(b))
}

// looksBinary is bash's test for files that are no scripts: a NUL byte in the first line.
func looksBinary(b []byte) bool {
	if len(b) >= 4 && string(b[:4]) == "\x7fELF" {
		return true
	}
	for _, c := range b[:min(len(b), 80)] {
		switch c {
		case '\n':
			return false
		case 0:
			return true
		}
	}
	return false
}
