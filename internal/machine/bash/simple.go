package bash

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
	"mvdan.cc/sh/v3/syntax"
)

// builtin is a command that the shell runs itself. A special builtin keeps the assignments before it in dash.
type builtin struct {
	run     func(ctx context.Context, sh *Shell, args []Field) int
	special bool
	dash    bool // dash alone has it
}

// simple runs a simple command: assignments, words, redirections.
func (sh *Shell) simple(ctx context.Context, st *syntax.Stmt) {
	tail := sh.tail || st == sh.lastStmt && sh.replaceable()
	sh.tail, sh.didSubst, sh.fg, sh.msgL = false, false, st, tree.Exact
	if st.Cmd == nil {
		sh.stmtLine(st)
		sh.bare(ctx, nil, st.Redirs)
		return
	}
	sh.stmtLine(st)
	if sh.traps != nil {
		sh.debugTrap(ctx, st)
	}
	if d, ok := st.Cmd.(*syntax.DeclClause); ok {
		sh.declClause(ctx, d, st.Redirs)
		return
	}
	c := st.Cmd.(*syntax.CallExpr)
	if len(c.Args) == 0 {
		sh.bare(ctx, c.Assigns, st.Redirs)
		return
	}
	args := sh.fields(ctx, c.Args)
	if len(args) == 0 {
		sh.bare(ctx, c.Assigns, st.Redirs)
		return
	}
	sh.call(ctx, c.Assigns, args, st.Redirs, tail)
}

func (sh *Shell) setLine(pos syntax.Pos) {
	if pos.IsValid() {
		sh.line = int(pos.Line())
	}
}

// bare runs a command without words: assignments to the shell itself, and redirections that only create files.
func (sh *Shell) bare(ctx context.Context, assigns []*syntax.Assign, redirs []*syntax.Redirect) {
	status := 0
	for _, a := range assigns {
		if err := sh.assign(ctx, a, sh.scopeOf, sh.opts.has(optXtrace)); err != nil {
			sh.setPipes(1)
			sh.discard(1)
		}
	}
	if sh.didSubst {
		status = sh.substStatus
	}
	u, ok := sh.redirect(ctx, redirs)
	sh.undo(u)
	if !ok {
		status = 1
		if sh.dash {
			status = 2
		}
	}
	sh.status = status
	sh.setPipes(status)
}

func (sh *Shell) scopeOf(name string) *Table { return sh.scope(name) }

// call runs a command whose words have been expanded.
func (sh *Shell) call(ctx context.Context, assigns []*syntax.Assign, args []Field, redirs []*syntax.Redirect, tail bool) {
	name := args[0].S
	sh.msgL = tree.Exact
	for i := range args {
		sh.msgL |= args[i].L
	}
	if fn := sh.funcs.get(name); fn != nil && !sh.posixSpecial(name) {
		sh.traceCall(ctx, assigns, args)
		sh.withRedirects(ctx, redirs, func() { sh.callFunc(ctx, fn, name, args, assigns) })
		sh.lastArg = args[len(args)-1]
		return
	}
	if b, ok := sh.builtin(name); ok {
		sh.callBuiltin(ctx, b, assigns, args, redirs)
		return
	}
	if fn := sh.notFoundHandler(name); fn != nil {
		sh.handleNotFound(ctx, fn, assigns, args, redirs)
		return
	}
	sh.external(ctx, assigns, args, redirs, tail)
}

func (sh *Shell) posixSpecial(name string) bool {
	if !sh.opts.has(optPosix) {
		return false
	}
	b, ok := sh.builtin(name)
	return ok && b.special
}

// withRedirects runs f with redirections in force; a redirection that fails makes the status 1.
func (sh *Shell) withRedirects(ctx context.Context, redirs []*syntax.Redirect, f func()) {
	u, ok := sh.redirect(ctx, redirs)
	if !ok {
		sh.undo(u)
		sh.status = 1
		sh.setPipes(1)
		return
	}
	if u != nil {
		defer sh.undo(u)
	}
	f()
}

// callBuiltin runs a builtin in the shell's own process.
func (sh *Shell) callBuiltin(ctx context.Context, b builtin, assigns []*syntax.Assign, args []Field, redirs []*syntax.Redirect) {
	isExec := args[0].S == "exec"
	if len(assigns) > 0 {
		pop, ok := sh.pushTemp(ctx, assigns, b.special && (sh.dash || sh.opts.has(optPosix)))
		if !ok {
			sh.status = 1
			return
		}
		defer pop()
	}
	sh.traceArgs(args)
	u, ok := sh.redirect(ctx, redirs)
	if !ok {
		sh.undo(u)
		sh.status = 1
		if sh.dash {
			sh.status = 2
		}
		sh.setPipes(sh.status)
		if b.special && (sh.dash || sh.opts.has(optPosix)) && sh.voice != VoiceInteractive {
			sh.exit(sh.status)
		}
		return
	}
	if u != nil && !isExec {
		defer sh.undo(u)
	}
	sh.lastArg = args[len(args)-1]
	status := 2
	if !sh.wantsHelp(args[0].S, args[1:]) {
		status = b.run(ctx, sh, args)
	}
	if sh.p.Pending() {
		_ = sh.p.Stdout.Flush()
		sh.status = status
		sh.runPending(ctx)
	}
	if isExec {
		sh.keep(u)
	}
	sh.status = sh.flushBuiltin(args[0].S, status)
	sh.setPipes(sh.status)
}

// flushBuiltin writes out what a builtin printed; what cannot be written is the builtin's error.
func (sh *Shell) flushBuiltin(name string, status int) int {
	if err := sh.p.Stdout.Flush(); err != nil {
		sh.p.Stdout.ClearErr()
		sh.errf("%s: write error: %s", name, kern.ErrText(err))
		if status == 0 {
			return 1
		}
	}
	return status
}

// pushTemp makes the assignments before a command visible to it, exported; the returned function takes them away again.
// With keep they stay, as before a special builtin.
func (sh *Shell) pushTemp(ctx context.Context, assigns []*syntax.Assign, keep bool) (pop func(), ok bool) {
	if keep {
		for _, a := range assigns {
			if err := sh.assign(ctx, a, sh.scopeOf, sh.opts.has(optXtrace)); err != nil {
				return nil, false
			}
		}
		return func() {}, true
	}
	f := &frame{locals: newTable(), name: sourceFrame}
	if n := len(sh.frames); n > 0 {
		f.source, f.line = sh.frames[n-1].source, sh.frames[n-1].line
	}
	f.temp = true
	if err := sh.assignTemp(ctx, assigns, f.locals); err != nil && sh.dash {
		return nil, false
	}
	sh.frames = append(sh.frames, f)
	n := len(sh.frames)
	sh.env = nil
	return func() {
		sh.frames = sh.frames[:n-1]
		sh.env = nil
		f.locals.m.each(func(name string, _ *Var) { sh.onChange(name) })
	}, true
}

// assignTemp evaluates the assignments before a command into table t, exported.
func (sh *Shell) assignTemp(ctx context.Context, assigns []*syntax.Assign, t *Table) (failed error) {
	for _, a := range assigns {
		name := a.Name.Value
		if v, ok := sh.scope(name).get(name); ok {
			if v.Attr&AttrReadonly != 0 {
				sh.readonlyError(name)
				failed = errAssign
				continue
			}
			if _, mine := t.get(name); !mine && a.Append {
				v.Attr |= AttrExport
				t.set(name, v)
			}
		}
		if err := sh.assign(ctx, a, func(string) *Table { return t }, sh.opts.has(optXtrace)); err != nil {
			return err
		}
		v, _ := t.m.get(name)
		v.Attr |= AttrExport
		t.set(name, v)
	}
	return failed
}

// external runs a program.
func (sh *Shell) external(ctx context.Context, assigns []*syntax.Assign, args []Field, redirs []*syntax.Redirect, tail bool) {
	_ = sh.p.Stdout.Flush()
	sh.remember(args[0].S)
	if tail {
		if sh.subs == 0 {
			sh.leave()
		}
		sh.status = sh.externalIn(ctx, sh.p, assigns, args, redirs)
		return
	}
	child := sh.p.Fork()
	st := child.Run(ctx, func(ctx context.Context, p *kern.Proc) (status int) {
		var sub *Shell
		defer func() {
			if sub != nil && sub.env == nil {
				sh.env = nil // an expansion has changed an exported variable
			}
			if r := recover(); r != nil { // a redirection whose expansion fails ends only the child
				j, ok := r.(jump)
				if !ok {
					panic(r)
				}
				status = j.status
			}
		}()
		if len(assigns) == 0 && len(redirs) == 0 {
			if prog := sh.found(p, args); prog != nil {
				return prog(ctx, p)
			}
		}
		_ = sh.environ("")
		c := *sh
		sub, c.p = &c, p
		return sub.externalIn(ctx, p, assigns, args, redirs)
	})
	sh.status = sh.waited(st, child)
	sh.setPipes(sh.status)
	sh.lastArg = args[len(args)-1]
}

// found turns process p into the program that args name, if that is one whose place is known and nothing has to be said
// about it; else it returns nil and p can still become anything. It spares the usual command a copy of the shell.
func (sh *Shell) found(p *kern.Proc, args []Field) kern.Program {
	file := sh.hashed.get(args[0].S)
	if file == "" || sh.opts.has(optXtrace) {
		return nil
	}
	argv, l := sh.arguments(args)
	return sh.load(p, file, argv, l)
}

// load makes p ready to run file with the shell's environment; nil: it is no program.
func (sh *Shell) load(p *kern.Proc, file string, argv []string, l tree.Label) kern.Program {
	p.SetLabel(l)
	prog, err := p.Load(file, argv, sh.environ(file))
	if err != nil {
		return nil
	}
	p.Stdout.Discard()
	return prog
}

// plainStage is found for a stage of a pipeline that is nothing but literal words: it spares the usual stage a subshell.
func (sh *Shell) plainStage(p *kern.Proc, st *syntax.Stmt) kern.Program {
	c, ok := st.Cmd.(*syntax.CallExpr)
	if !ok || st.Negated || len(st.Redirs)+len(c.Assigns) > 0 || len(c.Args) == 0 || sh.traps != nil || sh.opts.has(optXtrace) {
		return nil
	}
	argv := make([]string, len(c.Args))
	for i, w := range c.Args {
		if argv[i], ok = plainText(w); !ok {
			return nil
		}
	}
	name := argv[0]
	if _, ok := sh.builtin(name); ok || hasSlash(name) || sh.funcs.get(name) != nil {
		return nil
	}
	file := sh.hashed.get(name)
	if file == "" {
		v, _ := sh.lookup("PATH")
		if file, _ = p.LookPath(name, v.Str.S); file == "" || file[0] != '/' {
			return nil
		}
	}
	p.Tick(len(argv))
	return sh.load(p, file, argv, sh.label)
}

// plainText returns the text of a word that stands for itself, apart from quotes.
func plainText(w *syntax.Word) (string, bool) {
	if len(w.Parts) != 1 {
		return "", false
	}
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		return p.Value, plain(p.Value)
	case *syntax.SglQuoted:
		return p.Value, !p.Dollar
	case *syntax.DblQuoted:
		if len(p.Parts) == 0 {
			return "", true
		}
		if l, ok := p.Parts[0].(*syntax.Lit); ok && len(p.Parts) == 1 {
			return l.Value, strings.IndexByte(l.Value, '\\') < 0
		}
	}
	return "", false
}

// arguments returns the texts of args and the join of their labels.
func (sh *Shell) arguments(args []Field) ([]string, tree.Label) {
	argv := make([]string, len(args))
	l := sh.label
	for i, a := range args {
		argv[i] = a.S
		l |= a.L
	}
	return argv, l
}

// externalIn turns process p into the program that args name.
func (sh *Shell) externalIn(ctx context.Context, p *kern.Proc, assigns []*syntax.Assign, args []Field, redirs []*syntax.Redirect) int {
	var temp *Table
	if len(assigns) > 0 {
		temp = newTable()
		_ = sh.assignTemp(ctx, assigns, temp) // what cannot be assigned has been told; the command runs
	}
	env := sh.environ("")
	if temp != nil {
		env = sh.mergeEnv(env, temp)
	}
	sh.traceArgs(args)
	if u, ok := sh.redirect(ctx, redirs); !ok {
		if sh.dash {
			return 2
		}
		return 1
	} else if u != nil {
		sh.keep(u)
	}
	argv, l := sh.arguments(args)
	p.SetLabel(l)
	file, status := sh.hashed.get(argv[0]), 0
	if file == "" || len(assigns) > 0 {
		file, status = sh.findProgram(argv[0], env)
	}
	if file == "" {
		return status
	}
	prog, err := p.Load(file, argv, appendUnderscore(env, file))
	if err == error(tree.ENOEXEC) {
		return sh.runAsScript(ctx, p, file, args)
	}
	if err != nil {
		return sh.execError(argv[0], file, err)
	}
	p.Stdout.Discard()
	return prog(ctx, p)
}

// findProgram returns the file to run for a command name, or the status after saying why there is none.
func (sh *Shell) findProgram(name string, env []kern.EnvVar) (file string, status int) {
	path, set := "", false
	for i := range env {
		if env[i].Name == "PATH" {
			path, set = env[i].Value, true
		}
	}
	if !set {
		v, ok := sh.lookup("PATH")
		path, set = v.Str.S, ok && v.Set
	}
	if hasSlash(name) {
		return name, 0
	}
	file, err := sh.p.LookPath(name, path)
	if err == nil {
		return file, 0
	}
	if err == error(tree.EACCES) && set {
		for _, dir := range pathDirs(path) {
			file := dir + "/" + name
			if st, e := sh.p.Stat(file); e == nil {
				if st.IsDir() {
					continue
				}
				return "", sh.execError(file, file, err)
			}
		}
	}
	if !set || path == "" {
		sh.errf("%s: No such file or directory", name)
		return "", 127
	}
	return "", sh.notFound(name)
}

// notFound says that there is no such command.
func (sh *Shell) notFound(name string) int {
	if sh.dash {
		sh.errf("%s: not found", name)
	} else {
		sh.errf("%s: command not found", shown(name))
	}
	return 127
}

// execError says why a file could not be run.
func (sh *Shell) execError(name, file string, err error) int {
	status := 126
	if err == error(tree.ENOENT) {
		status = 127
	}
	if !hasSlash(name) {
		name = file
	}
	name = shown(name)
	if sh.dash {
		switch err {
		case error(tree.ENOENT):
			sh.errf("%s: not found", name)
		default:
			sh.errf("%s: %s", name, kern.ErrText(err))
		}
		return status
	}
	if st, e := sh.p.Stat(file); e == nil {
		if st.IsDir() {
			sh.errf("%s: Is a directory", name)
			return 126
		}
		if err == error(tree.ENOENT) { // the interpreter of a script
			sh.errf("%s: cannot execute: required file not found", name)
			return 127
		}
	}
	sh.errf("%s: %s", name, kern.ErrText(err))
	return status
}
