package awk

import (
	"context"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"github.com/orrery-world/orrery/internal/machine/regex"
)

// cell is a slot for a local: a value, or an array.
type cell struct {
	v   value
	arr *array
}

// machine runs a program.
type machine struct {
	ctx     context.Context
	p       *kern.Proc
	prog    *program
	names   map[string]*symbol
	initial *command

	globals []value
	arrays  []*array
	frame   []cell
	depth   int // cells of mawk's evaluation stack in use
	ret     value

	rec          value // $0
	fields       []value
	nf           int
	isSplit      bool // fields hold the pieces of the record
	stale        bool // the record has to be made from the fields
	fs           splitter
	nr, fnr      float64
	ofs, ors     string
	subsep       string
	convfmt      string
	ofmt         string
	rs           recordSep
	input        *istream // the main input
	argIndex     int
	usedInput    bool // some file was opened, so standard input is not the default any more
	inputDone    bool
	in           []*istream
	out          []*ostream
	stdoutStream *ostream
	rng          random
	seed         value
	cache        map[string]*regex.Regexp
	match        regex.MatchOptions
	scratch      []byte
	buf          []byte
	sprintfLimit int
	exitCode     int
	exiting      bool // exit was called, perhaps inside of a function
}

// control says how a statement ended.
type control uint8

const (
	goOn control = iota
	doBreak
	doContinue
	doNext
	doNextFile
	doExit
	doReturn
)

// run runs the program and returns the exit status.
func (x *machine) run() int {
	prog := x.prog
	if x.block(prog.begin) != doExit && (len(prog.rules) > 0 || prog.hasEnd) {
		x.mainLoop()
	}
	x.exiting = false
	x.block(prog.end)
	x.closeAll()
	return x.exitCode
}

// mainLoop reads records and applies the rules.
func (x *machine) mainLoop() {
	for {
		line, ok := x.nextMain()
		if !ok {
			return
		}
		x.setRecord(line)
		switch x.rules() {
		case doExit:
			return
		case doNextFile:
			x.skipFile()
		}
	}
}

func (x *machine) rules() control {
	for _, r := range x.prog.rules {
		x.p.Tick(1)
		if ok := x.selects(r); x.exiting {
			return doExit
		} else if !ok {
			continue
		}
		if r.print {
			x.printRecord(x.stdout())
			continue
		}
		switch c := x.block(r.body); c {
		case goOn:
		case doNext:
			return goOn
		default:
			return c
		}
	}
	return goOn
}

// selects says whether a rule applies to the record.
func (x *machine) selects(r *rule) bool {
	switch {
	case r.from == nil:
		return true
	case r.to == nil:
		return x.cond(r.from)
	case !r.inside && !x.cond(r.from):
		return false
	}
	r.inside = !x.cond(r.to)
	return true
}

func (x *machine) block(list []*stmt) control {
	for _, s := range list {
		if c := x.exec(s); c != goOn {
			return c
		}
		if x.exiting {
			return doExit
		}
	}
	return goOn
}

func (x *machine) exec(s *stmt) control {
	x.p.Tick(1)
	switch s.kind {
	case sExpr:
		x.eval(s.expr)
	case sPrint:
		x.print(s)
	case sPrintf:
		x.printf(s)
	case sIf:
		if x.cond(s.expr) {
			return x.exec(s.body)
		}
		if s.alt != nil {
			return x.exec(s.alt)
		}
	case sWhile, sDo, sFor:
		return x.loop(s)
	case sForIn:
		return x.forIn(s)
	case sBlock:
		return x.block(s.block)
	case sDelete:
		x.remove(s)
	case sNext:
		return doNext
	case sNextFile:
		return doNextFile
	case sBreak:
		return doBreak
	case sContinue:
		return doContinue
	case sExit:
		if s.expr != nil {
			v := x.eval(s.expr)
			x.exitCode = int(toInt(v.toNum()))
		}
		x.exiting = true
		return doExit
	case sReturn:
		x.ret = value{}
		if s.expr != nil {
			x.ret = x.eval(s.expr)
		}
		return doReturn
	}
	return goOn
}

func (x *machine) loop(s *stmt) control {
	if s.init != nil {
		x.eval(s.init)
	}
	for first := true; ; first = false {
		x.p.Tick(1)
		if !(first && s.kind == sDo) && s.expr != nil && !x.cond(s.expr) || x.exiting {
			return goOn
		}
		switch c := x.exec(s.body); c {
		case goOn, doContinue:
		case doBreak:
			return goOn
		default:
			return c
		}
		if s.step != nil {
			x.eval(s.step)
		}
	}
}

func (x *machine) forIn(s *stmt) control {
	keys := x.arrayOf(s.arr).keys()
	x.p.Tick(1 + len(keys)/8)
	for _, k := range keys {
		x.setVar(s.sym, str(k))
		switch c := x.exec(s.body); c {
		case goOn, doContinue:
		case doBreak:
			return goOn
		default:
			return c
		}
	}
	return goOn
}

// remove does delete.
func (x *machine) remove(s *stmt) {
	a := x.arrayOf(s.sym)
	if s.list == nil {
		x.p.Hold(-int64(a.size * elemSize))
		a.clear()
		return
	}
	if e := a.find(x.subscript(s.list), false); e != nil {
		x.p.Hold(-elemSize)
		a.remove(e)
	}
}

// elemSize is what an element of an array counts for in memory, besides its text.
const elemSize = 160

// fail ends awk with a run time error.
func (x *machine) fail(text string) {
	x.p.Stderr.WriteString(x.p.Name() + ": run time error: " + text + "\n")
	x.where()
}

// limit ends awk because a limit of mawk's is passed.
func (x *machine) limit(text string, where bool) {
	x.p.Stderr.WriteString(x.p.Name() + ": program limit exceeded: " + text + "\n")
	if where {
		x.where()
		return
	}
	x.quit(2)
}

func (x *machine) where() {
	fn := x.globals[vFILENAME]
	x.p.Stderr.WriteString("\tFILENAME=\"" + x.toStr(&fn) + "\" FNR=" + x.numText(x.fnr, "%.6g") + " NR=" + x.numText(x.nr, "%.6g") + "\n")
	x.quit(2)
}

// die ends awk with a message of its own.
func (x *machine) die(text string) {
	x.p.Stderr.WriteString(x.p.Name() + ": " + text + "\n")
	x.quit(2)
}

func (x *machine) quit(code int) {
	x.closeAll()
	x.p.Exit(code)
}
