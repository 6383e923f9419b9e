package jq

import "strings"

// topLevel is what messages call the program text.
const topLevel = "<top-level>"

// compile turns the program into code; main is nil, and status the exit status, when it cannot.
func (s *session) compile() (main *function, status int) {
	text := s.opt.program
	if s.opt.fromFile {
		v, msg := loadFile(s.h, text, true)
		if msg != "" {
			_, _ = s.h.p.Stderr.WriteString(s.h.p.Args[0] + ": " + msg + "\n")
			return nil, 2
		}
		s.prog = newStr(realPath(s.h.p, dirName(text)))
		text = v.(*str).s
		if i := indexNUL(text); i >= 0 {
			text = text[:i]
		}
		text = skipShebang(text)
	}
	args := newObj(2)
	args.put(newStr("positional"), newArr(s.opt.positional))
	args.put(newStr("named"), s.opt.named)
	globals := s.opt.named.with(newStr("ARGS"), args)
	main, errs := s.compileText(text, globals)
	if len(errs) == 0 {
		return main, 0
	}
	stderr := s.h.p.Stderr
	for _, e := range errs {
		_, _ = stderr.WriteString(e + "\n")
	}
	word := " compile error\n"
	if len(errs) > 1 {
		word = " compile errors\n"
	}
	_, _ = stderr.WriteString("jq: " + itoa(len(errs)) + word)
	return nil, 3
}

func (s *session) compileText(text string, globals *obj) (*function, []string) {
	src := newSource(topLevel, text)
	prog, errs := parse(src, s.h.tick)
	if len(errs) > 0 {
		return nil, errs
	}
	c := &compiler{h: s.h, globals: globals, env: s.environment, natives: map[string]*binding{}}
	l := &linker{s: s, c: c}
	home, errs := l.homeLibrary()
	if len(errs) > 0 {
		return nil, errs
	}
	sc, errs := l.imports(prog.imports, s.prog, home)
	if len(errs) > 0 {
		return nil, errs
	}
	c.main = &function{body: prog.main}
	if prog.main == nil {
		c.main.body = &identityNode // a program of definitions only passes its input on
	}
	c.resolveAll(c.main.body, sc)
	l.declare(c.main)
	c.compileFunction(c.main)
	return c.main, c.errors
}

// skipShebang leaves out the lines at the beginning of a script that are for the shell that starts jq.
func skipShebang(text string) string {
	line := func(s string) (string, string, bool) { return strings.Cut(s, "\n") }
	if !strings.HasPrefix(text, "#!") {
		return text
	}
	_, rest, ok := line(text)
	if !ok || !strings.HasPrefix(rest, "#") {
		return text
	}
	second, rest, ok := line(rest)
	if !ok || rest == "" || rest[0] == '#' || !strings.HasSuffix(second, `\`) || strings.HasSuffix(second, `\\`) {
		return text
	}
	_, rest, ok = line(rest)
	if !ok {
		return text
	}
	return rest
}
