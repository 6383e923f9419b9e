package jq

import (
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

// linker finds the modules that a program imports and gives their definitions names.
type linker struct {
	s    *session
	c    *compiler
	libs []*library
	open int // modules being read, one inside the other
}

// library is a module that has been read.
type library struct {
	path   string
	defs   []*binding
	data   value // of a data module
	isData bool
}

// maxModules bounds modules that import modules.
const maxModules = 100

// setOrigins notes where jq and the program are, which searches for modules start from.
func (s *session) setOrigins() {
	p := s.h.p
	s.origin = newStr(dirName(p.Args[0]))
	s.prog = newStr(realPath(p, "."))
	if s.opt.libs != nil {
		s.libs = newArr(s.opt.libs)
	} else {
		s.libs = newArr([]value{newStr("~/.jq"), newStr("$ORIGIN/../lib/jq"), newStr("$ORIGIN/lib")})
	}
}

// declare makes the functions of libraries that are called part of the main program, in the order of their texts.
func (l *linker) declare(main *function) {
	for _, lib := range l.libs {
		for _, b := range lib.defs {
			if b.refs > 0 && b.fn == nil {
				b.fn = &function{parent: main, depth: 1, def: b.def, body: b.def.l}
				main.subs = append(main.subs, b.fn)
			}
		}
	}
}

// define makes outermost functions of definitions, each of which sees those before it.
func (l *linker) define(defs []*node, sc *scope) []*binding {
	out := make([]*binding, len(defs))
	for i, d := range defs {
		out[i] = &binding{kind: bindFunc, def: d, scope: sc, top: true}
		sc = sc.with(d.name, len(d.list), out[i])
	}
	return out
}

// homeLibrary reads the definitions in ~/.jq, if that is a file.
func (l *linker) homeLibrary() (*scope, []string) {
	home, ok := l.s.h.p.Getenv("HOME")
	if !ok {
		return nil, nil
	}
	v, msg := loadFile(l.s.h, home+"/.jq", true)
	if msg != "" {
		return nil, nil
	}
	prog, errs := l.parseLibrary("<builtin>", v.(*str).s)
	if len(errs) > 0 {
		return nil, errs
	}
	lib := &library{path: home + "/.jq", defs: l.define(prog.defs, nil)}
	l.libs = append(l.libs, lib)
	return lib.names("", nil), nil
}

// names adds the definitions of a library to a scope, under a name unless that is empty.
func (lib *library) names(as string, sc *scope) *scope {
	if lib.isData {
		b := &binding{kind: bindConst, val: lib.data}
		return sc.with(as, variableArity, b).with(as+"::"+as, variableArity, b)
	}
	if as != "" {
		as += "::"
	}
	for i := len(lib.defs) - 1; i >= 0; i-- { // of two of one name the first is seen
		b := lib.defs[i]
		sc = sc.with(as+b.def.name, len(b.def.list), b)
	}
	return sc
}

func (l *linker) parseLibrary(name, text string) (*program, []string) {
	prog, errs := parse(newSource(name, text), l.s.h.tick)
	if len(errs) > 0 {
		return nil, errs
	}
	if prog.main != nil {
		return nil, []string{"jq: error: jq: error: library should only have function definitions, not a main expression\n<unknown location>"}
	}
	return prog, nil
}

// imports reads the modules that a text names and returns sc with their definitions.
func (l *linker) imports(list []*node, origin value, sc *scope) (*scope, []string) {
	if l.open++; l.open > maxModules {
		l.s.h.p.Exhaust("depth")
	}
	defer func() { l.open-- }()
	as := ""
	found := make([]named, len(list))
	for i, n := range list {
		meta := n.val.(*obj)
		if v, _ := meta.get("as"); v != nil {
			as = v.(*str).s // which holds on for an include that follows
		}
		lib, err := l.importOne(meta, origin)
		if len(err) > 0 {
			return nil, err
		}
		found[i] = named{lib, as}
	}
	for i := len(found) - 1; i >= 0; i-- { // the first one is the innermost
		sc = found[i].lib.names(found[i].as, sc)
	}
	return sc, nil
}

// named is a library with the name under which it was imported.
type named struct {
	lib *library
	as  string
}

func (l *linker) importOne(meta *obj, origin value) (*library, []string) {
	isData, _ := meta.get("is_data")
	raw, _ := meta.get("raw")
	suffix := ".jq"
	if isData == true {
		suffix = ".json"
	}
	path, msg := l.locate(meta, origin, suffix)
	if msg != "" {
		return nil, []string{"jq: error: " + msg + "\n"}
	}
	if lib := l.find(path); lib != nil {
		return lib, nil
	}
	return l.load(path, isData == true, raw == true)
}

func (l *linker) find(path string) *library {
	for _, lib := range l.libs {
		if lib.path == path {
			return lib
		}
	}
	return nil
}

func (l *linker) load(path string, data, raw bool) (*library, []string) {
	v, msg := loadFile(l.s.h, path, !data || raw)
	if msg != "" {
		return nil, []string{"jq: error loading data file " + path + ": " + msg + "\n"}
	}
	lib := &library{path: path, data: v, isData: data}
	if !data {
		prog, errs := l.parseLibrary(path, v.(*str).s)
		if len(errs) > 0 {
			return nil, errs
		}
		sc, errs := l.imports(prog.imports, newStr(dirName(path)), nil)
		if len(errs) > 0 {
			return nil, errs
		}
		lib.defs = l.define(prog.defs, sc)
	}
	l.libs = append(l.libs, lib)
	return lib, nil
}

// locate finds the file of a module; msg says why there is none.
func (l *linker) locate(meta *obj, origin value, suffix string) (path, msg string) {
	rel, _ := meta.get("relpath")
	name := rel.(*str).s
	if !validModule(name) {
		return "", badModule
	}
	var search []value
	switch v, found := meta.get("search"); {
	case !found:
		search = append([]value{newStr(".")}, l.s.libs.(*arr).v...)
	default:
		if list, ok := v.(*arr); ok {
			search = list.v
		} else {
			search = []value{v}
		}
	}
	return l.s.findModule(name, search, suffix, origin)
}

const badModule = "Module path must be a string"

// validModule says whether a module may have this name: a relative path that stays where it is and repeats no component.
func validModule(name string) bool {
	if strings.Contains(name, `\`) {
		return false
	}
	parts := strings.Split(name, "/")
	for i, x := range parts[1:] {
		if x == ".." || i > 0 && x == parts[i] {
			return false
		}
	}
	return true
}

// findModule looks for a module in directories.
func (s *session) findModule(rel string, search []value, suffix string, origin value) (path, msg string) {
	base := rel
	if i := strings.LastIndexByte(rel, '/'); i >= 0 {
		base = rel[i:]
	}
	for _, v := range search {
		dir, ok := v.(*str)
		if !ok {
			continue
		}
		d := s.expandDir(dir.s, origin)
		if d == "" {
			continue
		}
		for _, name := range [...]string{rel + suffix, rel + "/jq/main" + suffix, rel + "/" + base + suffix} {
			path := realPath(s.h.p, d+"/"+name)
			_, err := s.h.p.Stat(path)
			if err == nil {
				return path, ""
			}
			if err != error(tree.ENOENT) {
				break
			}
		}
	}
	return "", "module not found: " + rel
}

func (s *session) expandDir(d string, origin value) string {
	if len(d) > 1 && d[0] == '~' && d[1] == '/' {
		home, ok := s.h.p.Getenv("HOME")
		if !ok {
			if u := s.h.p.K.UserByID(s.h.p.RUID); u != nil {
				home = u.Home
			}
		}
		d = home + "/" + d[2:]
	}
	from, isStr := origin.(*str)
	switch {
	case d == ".":
	case strings.HasPrefix(d, "$ORIGIN/"):
		d = s.origin.(*str).s + "/" + d[len("$ORIGIN/"):]
	case isStr && !strings.HasPrefix(d, "/"):
		d = from.s + "/" + d
	}
	return d
}

// moduleMeta returns what a module says of itself and what it imports.
func moduleMeta(m *vm, a []value) (value, *failure) {
	name, ok := a[0].(*str)
	if !ok {
		return nil, fail("modulemeta input module name must be a string")
	}
	s := m.io
	if !validModule(name.s) {
		return nil, fail(badModule)
	}
	path, msg := s.findModule(name.s, s.libs.(*arr).v, ".jq", nil)
	if msg != "" {
		return nil, fail(msg)
	}
	v, msg := loadFile(m.h, path, true)
	if msg != "" {
		return nil, nil
	}
	l := &linker{s: s}
	prog, errs := l.parseLibrary(path, v.(*str).s)
	if len(errs) > 0 {
		for _, e := range errs {
			_, _ = m.h.p.Stderr.WriteString(e + "\n")
		}
		return nil, nil
	}
	meta := newObj(1)
	if prog.module != nil {
		if o, ok := prog.module.val.(*obj); ok {
			meta = o
		} else {
			meta.put(newStr("metadata"), prog.module.val)
		}
	}
	deps := make([]value, len(prog.imports))
	for i, n := range prog.imports {
		deps[i] = n.val
	}
	return meta.with(newStr("deps"), newArr(deps)), nil
}

func dirName(path string) string { return gnu.Dir(path) }

// realPath returns a path without symbolic links, or as it is when it cannot be followed.
func realPath(p *kern.Proc, path string) string {
	if full, err := gnu.Canonicalize(p, path, gnu.CanonExisting, false); err == nil {
		return full
	}
	return path
}

// loadFile reads a file as text, or as an array of JSON texts; msg says what went wrong.
func loadFile(h *host, name string, raw bool) (v value, msg string) {
	st, err := h.p.Stat(name)
	if err == nil && st.IsDir() {
		return nil, "Could not open " + name + ": It's a directory"
	}
	data, err := h.p.ReadFile(name)
	if err != nil {
		return nil, "Could not open " + name + ": " + kern.ErrText(err)
	}
	h.tick(len(data) / 64)
	h.hold(len(data))
	if raw {
		return newStr(validText(string(data))), ""
	}
	p := newJSONParser(h.tick)
	p.feed(data, false)
	var list []value
	for {
		v, ok, jerr := p.parseNext()
		if jerr != nil {
			return nil, jerr.msg
		}
		if !ok {
			return newArr(list), ""
		}
		list = append(list, v)
	}
}
