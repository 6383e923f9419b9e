// Package find is the simulated GNU find 4.9.0.
package find

import (
	"context"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/gnu"
	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/tree"
)

const version = "find (GNU findutils) 4.9.0\nCopyright (C) 2022 Free Software Foundation, Inc.\n" +
	"License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.\n" +
	"This is free software: you are free to change and redistribute it.\nThere is NO WARRANTY, to the extent permitted by law.\n\n" +
	"Written by Eric B. Decker, James Youngman, and Kevin Dalley.\n" +
	"Features enabled: D_TYPE O_NOFOLLOW(enabled) LEAF_OPTIMISATION FTS(FTS_CWDFD) CBO(level=2) \n"

// follow says when symbolic links are followed.
type follow uint8

const (
	followNever   follow = iota // -P
	followOperand               // -H
	followAlways                // -L
)

// finder is one run of the program.
type finder struct {
	ctx    context.Context
	p      *kern.Proc
	follow follow
	status int
	start  int64 // when it began, ns
	zone   gnu.Zone

	test               node
	depth              bool // children first
	minDepth, maxDepth int
	oneDevice          bool
	warn               bool
	daystart           bool
	outputs            []*output
	batches            []*command
	asker              gnu.Asker
	rootDev            uint64
	quitting           bool
	buf                []byte
}

// Program is find. It exits 0, or 1 after any error.
func Program(ctx context.Context, p *kern.Proc) int {
	f := &finder{ctx: ctx, p: p, start: p.K.Now(), zone: gnu.LocalZone(p), maxDepth: -1, warn: p.IsTerminal(0)}
	args, ok := f.options(p.Args[min(1, len(p.Args)):])
	if !ok {
		return f.status
	}
	n := 0
	for n < len(args) && !isExpression(args[n], true) {
		n++
	}
	operands := args[:n]
	ps := &parser{f: f, args: args[n:], dialect: defaultDialect}
	ps.parse()
	if ps.from != "" {
		operands = ps.readOperands(operands)
	} else if len(operands) == 0 {
		operands = []string{"."}
	}
	for _, o := range operands {
		if f.quitting {
			break
		}
		f.operand(o)
	}
	f.finish()
	return f.status
}

// options reads what may stand in front of the operands; ok is false when find ends now.
func (f *finder) options(args []string) (rest []string, ok bool) {
	for len(args) > 0 {
		a := args[0]
		switch {
		case a == "-H":
			f.follow = followOperand
		case a == "-L":
			f.follow = followAlways
		case a == "-P":
			f.follow = followNever
		case a == "--":
			return args[1:], true
		case a == "-D":
			f.status = gnu.UnsupportedOption(f.p, "-D")
			return nil, false
		case strings.HasPrefix(a, "-O"):
			if a == "-O" || strings.Trim(a[2:], "0123456789") != "" {
				f.die("The -O option must be immediately followed by a decimal integer")
			}
		default:
			return args, true
		}
		args = args[1:]
	}
	return nil, true
}

// isExpression says whether an argument begins the expression; leading, whether it stands among the operands.
func isExpression(a string, leading bool) bool {
	switch {
	case len(a) > 1 && a[0] == '-':
		return true
	case a == ")" || a == ",":
		return !leading
	}
	return a == "(" || a == "!"
}

// die ends find with a message and status 1.
func (f *finder) die(format string, args ...any) {
	f.p.Errorf(format, args...)
	f.p.Exit(1)
}

// fail reports an error at a file and goes on.
func (f *finder) fail(path string, err error) {
	f.status = 1
	f.p.Errorf("%s: %s", gnu.Quote(path), kern.ErrText(err))
}

// entry is a file that find has come to.
type entry struct {
	f     *finder
	path  string
	base  string // for -name
	root  string // the operand that led here
	depth int
	ino   tree.Ino
	dir   tree.Ino // where it stands

	loaded, bad bool
	st          kern.Stat
	pruned      bool
}

// stat returns what is known about the file itself, or about where a link that is followed leads. It returns nil after an
// error, which has been reported.
func (e *entry) stat() *kern.Stat {
	if e.loaded {
		if e.bad {
			return nil
		}
		return &e.st
	}
	e.loaded = true
	st, err := e.f.look(e.path, e.depth)
	if err != nil {
		e.bad = true
		e.f.fail(e.path, err)
		return nil
	}
	e.st = st
	return &e.st
}

// look is stat under the rules of -P, -H and -L.
func (f *finder) look(path string, depth int) (kern.Stat, error) {
	if f.follow == followAlways || f.follow == followOperand && depth == 0 {
		st, err := f.p.Stat(path)
		if err == nil || err == error(tree.ELOOP) {
			return st, err
		}
	}
	return f.p.Lstat(path)
}

// kind returns the type of the file without an error message where it can.
func (e *entry) kind() tree.Kind {
	if !e.loaded && e.ino != 0 {
		if n := e.f.p.K.FS.Node(e.ino); n != nil && (n.Kind != tree.Symlink || e.f.follow != followAlways) {
			return n.Kind
		}
	}
	st := e.stat()
	if st == nil {
		return 0
	}
	return st.Kind
}

// operand searches one starting point.
func (f *finder) operand(path string) {
	e := &entry{f: f, path: path, base: baseName(path), root: path}
	if path == "" {
		f.fail(path, tree.ENOENT)
		return
	}
	st := e.stat()
	if st == nil {
		return
	}
	e.dir = f.parentOf(path)
	f.rootDev = gnu.DevOf(st)
	f.visit(e, nil)
}

// parentOf returns the directory that a starting point stands in.
func (f *finder) parentOf(path string) tree.Ino {
	if l, err := f.p.Walk(dirName(path), true); err == nil {
		return l.Ino
	}
	return f.p.Cwd
}

// baseName returns the last component of a path without the slashes after it.
func baseName(path string) string {
	t := strings.TrimRight(path, "/")
	if t == "" {
		return path[:min(1, len(path))]
	}
	return t[strings.LastIndexByte(t, '/')+1:]
}

func dirName(path string) string {
	t := strings.TrimRight(path, "/")
	switch i := strings.LastIndexByte(t, '/'); {
	case t == "":
		return "/"
	case i < 0:
		return "."
	case i == 0:
		return "/"
	default:
		return t[:i]
	}
}

// above is a chain of directories, from the current one upwards.
type above struct {
	up   *above
	ino  tree.Ino
	path string
}

// visit judges an entry and what is below it.
func (f *finder) visit(e *entry, up *above) {
	f.p.Tick(1)
	isDir := e.kind() == tree.Dir
	if e.bad {
		return
	}
	if isDir && f.follow != followNever {
		st := e.stat()
		for a := up; a != nil; a = a.up {
			if st != nil && a.ino == st.Ino {
				f.status = 1
				f.p.Errorf("File system loop detected; %s is part of the same file system loop as %s.", gnu.Quote(e.path), gnu.Quote(a.path))
				return
			}
		}
	}
	if isDir && f.oneDevice && e.depth > 0 {
		if st := e.stat(); st != nil && gnu.DevOf(st) != f.rootDev {
			isDir = false
		}
	}
	if !f.depth {
		f.judge(e)
	}
	if isDir && !f.quitting && !(e.pruned && !f.depth) && (f.maxDepth < 0 || e.depth < f.maxDepth) {
		f.children(e, up)
	}
	if f.depth && !f.quitting {
		f.judge(e)
	}
}

func (f *finder) judge(e *entry) {
	if e.depth >= f.minDepth {
		f.test(f, e)
	}
}

func (f *finder) children(e *entry, up *above) {
	list, err := f.p.ReadDir(e.path)
	if err != nil {
		f.fail(e.path, err)
		return
	}
	prefix := e.path
	if !strings.HasSuffix(prefix, "/") {
		prefix += "/"
	}
	ino := e.ino
	if e.loaded && !e.bad {
		ino = e.st.Ino
	}
	here := &above{up: up, ino: ino, path: e.path}
	// Actions may change the directory while it is being walked.
	for _, c := range append([]tree.Entry(nil), list...) {
		if f.quitting {
			return
		}
		f.visit(&entry{f: f, path: prefix + c.Name, base: c.Name, root: e.root, depth: e.depth + 1, ino: c.Ino, dir: ino}, here)
	}
}

// finish runs what is left to run and writes what is left to write.
func (f *finder) finish() {
	for _, b := range f.batches {
		b.flush(f)
	}
	for _, o := range f.outputs {
		o.flush(f)
	}
}
