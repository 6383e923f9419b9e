package bash

import (
	"context"
	"fmt"
	"strings"

	"github.com/orrery-world/orrery/internal/machine/kern"
	"mvdan.cc/sh/v3/syntax"
)

// compound runs a compound command; its redirections are in force.
func (sh *Shell) compound(ctx context.Context, cmd syntax.Command, st *syntax.Stmt) {
	switch c := cmd.(type) {
	case *syntax.Block:
		sh.runStmts(ctx, c.Stmts)
	case *syntax.BinaryCmd:
		sh.binary(ctx, c, st)
	case *syntax.IfClause:
		sh.ifClause(ctx, c)
	case *syntax.WhileClause:
		sh.while(ctx, c)
	case *syntax.ForClause:
		sh.forClause(ctx, c)
	case *syntax.CaseClause:
		sh.caseClause(ctx, c)
	case *syntax.ArithmCmd:
		sh.arithCmd(ctx, c)
		sh.checkErrexit(ctx)
	case *syntax.TestClause:
		sh.testClause(ctx, c)
		sh.checkErrexit(ctx)
	case *syntax.TimeClause:
		sh.timeClause(ctx, c)
	case *syntax.CoprocClause:
		sh.coproc(ctx, c)
	default:
		sh.errf("orrery: %T is not simulated", cmd)
		sh.status = 1
	}
}

// condition runs statements whose failure does not end a shell under set -e.
func (sh *Shell) condition(ctx context.Context, stmts []*syntax.Stmt) bool {
	sh.quiet++
	sh.runStmts(ctx, stmts)
	sh.quiet--
	return sh.status == 0
}

func (sh *Shell) ifClause(ctx context.Context, c *syntax.IfClause) {
	for ; c != nil; c = c.Else {
		if len(c.Cond) == 0 { // else
			sh.runStmts(ctx, c.Then)
			return
		}
		ok := sh.condition(ctx, c.Cond)
		if sh.flow != flowNone {
			return
		}
		if ok {
			sh.runStmts(ctx, c.Then)
			return
		}
	}
	sh.status = 0
}

// loopFlow handles break and continue after a loop's body; it says whether the loop ends.
func (sh *Shell) loopFlow() bool {
	switch sh.flow {
	case flowBreak, flowContinue:
		if sh.flowN--; sh.flowN > 0 {
			return true
		}
		stop := sh.flow == flowBreak
		sh.flow = flowNone
		return stop
	case flowNone:
		return false
	}
	return true
}

func (sh *Shell) while(ctx context.Context, c *syntax.WhileClause) {
	sh.loops++
	defer func() { sh.loops-- }()
	status := 0
	for {
		sh.p.Tick(1)
		ok := sh.condition(ctx, c.Cond)
		if sh.flow != flowNone {
			if sh.loopFlow() {
				break
			}
			continue
		}
		if ok == c.Until {
			break
		}
		sh.runStmts(ctx, c.Do)
		status = sh.status
		if sh.loopFlow() {
			break
		}
	}
	if sh.flow != flowReturn && sh.flow != flowExit {
		sh.status = status
	}
}

func (sh *Shell) forClause(ctx context.Context, c *syntax.ForClause) {
	sh.setLine(c.ForPos)
	sh.loops++
	named := sh.redirLine
	defer func() { sh.loops--; sh.redirLine = named }()
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		sh.nameLine(c.ForPos)
		if c.Select {
			sh.selectLoop(ctx, c, l)
			return
		}
		sh.forWords(ctx, c, l)
	case *syntax.CStyleLoop:
		sh.forArith(ctx, c, l)
	}
}

// loopWords gives the words of a for or select loop.
func (sh *Shell) loopWords(ctx context.Context, l *syntax.WordIter) []Field {
	if l.InPos.IsValid() {
		return sh.fields(ctx, l.Items)
	}
	return sh.params
}

func (sh *Shell) forWords(ctx context.Context, c *syntax.ForClause, l *syntax.WordIter) {
	name := l.Name.Value
	if !validName(name) {
		sh.errf("`%s': not a valid identifier", name)
		sh.status = 1
		return
	}
	words := sh.loopWords(ctx, l)
	sh.status = 0
	line := sh.line
	for _, w := range words {
		sh.p.Tick(1)
		sh.line = line
		if sh.opts.has(optXtrace) && !sh.dash {
			sh.traceFor(ctx, "for", l)
		}
		if sh.traps != nil {
			sh.debugTrap(ctx, nil)
		}
		if err := sh.setVar(name, w); err != nil {
			sh.status = 1
			if !sh.dash {
				break
			}
			sh.discard(1)
		}
		sh.runStmts(ctx, c.Do)
		if sh.loopFlow() {
			break
		}
	}
}

func (sh *Shell) traceFor(ctx context.Context, word string, l *syntax.WordIter) {
	text := word + " " + l.Name.Value
	if l.InPos.IsValid() {
		text += " in"
		for _, w := range l.Items {
			text += " " + sh.unit.Text(w)
		}
	}
	sh.trace(ctx, text)
}

// forArith is for ((init; cond; post)).
func (sh *Shell) forArith(ctx context.Context, c *syntax.ForClause, l *syntax.CStyleLoop) {
	sh.status = 0
	eval := func(x syntax.ArithmExpr, def int64) (int64, bool) {
		if x == nil {
			return def, true
		}
		n, ok := sh.arithCommand(ctx, x)
		return n, ok
	}
	if _, ok := eval(l.Init, 0); !ok {
		return
	}
	for {
		sh.p.Tick(1)
		n, ok := eval(l.Cond, 1)
		if !ok || n == 0 {
			return
		}
		sh.runStmts(ctx, c.Do)
		if sh.loopFlow() {
			return
		}
		if _, ok := eval(l.Post, 0); !ok {
			return
		}
	}
}

// arithCommand evaluates the expression of (( )) or of a loop's head; an error has been printed when ok is false.
func (sh *Shell) arithCommand(ctx context.Context, x syntax.ArithmExpr) (n int64, ok bool) {
	src := sh.arithText2(ctx, x)
	if sh.opts.has(optXtrace) {
		sh.trace(ctx, "(( "+src.S+" ))")
	}
	n, err := sh.arithQuiet(ctx, src)
	if err != nil {
		if err != errAssign && err != errPrinted {
			sh.errf("((: %s", err)
		}
		sh.status = 1
		return 0, false
	}
	return n, true
}

func (sh *Shell) arithCmd(ctx context.Context, c *syntax.ArithmCmd) {
	sh.setLine(c.Left)
	if sh.traps != nil {
		sh.debugTrap(ctx, nil)
	}
	if n, ok := sh.arithCommand(ctx, c.X); ok {
		sh.status = b2i(n == 0)
	}
	sh.setPipes(sh.status)
}

func (sh *Shell) caseClause(ctx context.Context, c *syntax.CaseClause) {
	sh.setLine(c.Case)
	named := sh.nameLine(c.Case)
	defer func() { sh.redirLine = named }()
	subject := sh.literal(ctx, c.Word)
	if sh.opts.has(optXtrace) && !sh.dash {
		sh.trace(ctx, "case "+sh.unit.Text(c.Word)+" in")
	}
	sh.status = 0
	fold := sh.shopt(shoptNocasematch)
	for i := 0; i < len(c.Items); i++ {
		item := c.Items[i]
		if !sh.caseMatches(ctx, item, subject.S, fold) {
			continue
		}
		for {
			sh.status = 0
			sh.runStmts(ctx, item.Stmts)
			if sh.flow != flowNone || item.Op != syntax.Fallthrough || i+1 >= len(c.Items) {
				break
			}
			i++
			item = c.Items[i]
		}
		if item.Op != syntax.Resume || sh.flow != flowNone {
			return
		}
	}
}

func (sh *Shell) caseMatches(ctx context.Context, item *syntax.CaseItem, s string, fold bool) bool {
	for _, w := range item.Patterns {
		sh.p.Tick(1)
		if sh.match(sh.pattern(ctx, w).S, s, fold) {
			return true
		}
	}
	return false
}

// selectLoop prints a menu and reads choices.
func (sh *Shell) selectLoop(ctx context.Context, c *syntax.ForClause, l *syntax.WordIter) {
	words := sh.loopWords(ctx, l)
	sh.status = 0
	if sh.opts.has(optXtrace) {
		sh.traceFor(ctx, "select", l)
	}
	if len(words) == 0 {
		return
	}
	show := true
	for {
		sh.p.Tick(1)
		if show {
			sh.menu(words)
		}
		ps3 := "#? "
		if v, ok := sh.lookup("PS3"); ok {
			ps3 = v.Str.S
		}
		_, _ = sh.p.Stderr.WriteString(ps3)
		line, ok := sh.readLine()
		if !ok {
			_, _ = sh.p.Stderr.WriteString("\n")
			sh.status = 1
			return
		}
		_ = sh.setVar("REPLY", line)
		if show = strings.Trim(line.S, " \t") == ""; show {
			continue
		}
		choice := Str{}
		if n, err := sh.arithInt(line.S); err == nil && n >= 1 && int(n) <= len(words) {
			choice = words[n-1]
		}
		_ = sh.setVar(l.Name.Value, choice)
		sh.runStmts(ctx, c.Do)
		if sh.loopFlow() {
			return
		}
		if v, ok := sh.lookup("REPLY"); ok && v.Str.S == "" {
			show = true
		}
	}
}

// menu prints the choices of select in columns, as bash does for a terminal of 80 columns.
func (sh *Shell) menu(words []Field) {
	l := sh.label
	for _, w := range words {
		l |= w.L
	}
	put := func(s string) { sh.p.Stderr.WriteLabel([]byte(s), l.Derive()) }
	width := 0
	for _, w := range words {
		width = max(width, len(w.S))
	}
	digits := len(fmt.Sprint(len(words)))
	width += digits + 2
	cols := max(1, 80/(width+1))
	rows := (len(words) + cols - 1) / cols
	cols = (len(words) + rows - 1) / rows
	if rows == 1 {
		rows, cols = cols, 1
	}
	for r := range rows {
		pos := 0
		for c := 0; c < cols; c++ {
			i := c*rows + r
			if i >= len(words) {
				break
			}
			text := fmt.Sprintf("%*d) %s", digits, i+1, words[i].S)
			put(text)
			pos += len(text)
			if i+rows >= len(words) {
				break
			}
			for next := (c + 1) * (width + 2); pos < next; pos++ {
				put(" ")
			}
		}
		put("\n")
	}
}

// readLine reads one line of standard input without taking more than the line.
func (sh *Shell) readLine() (Str, bool) {
	var line Str
	var b [1]byte
	for {
		n, runs, err := sh.p.ReadRuns(0, b[:])
		if n == 0 || err != nil {
			return line, line.S != ""
		}
		if len(runs) > 0 {
			line.L |= runs[0].L
		}
		if b[0] == '\n' {
			return line, true
		}
		line.S += string(b[:])
	}
}

// timeClause runs a pipeline and prints how long it took by the virtual clock.
func (sh *Shell) timeClause(ctx context.Context, c *syntax.TimeClause) {
	start := sh.p.K.Now()
	if c.Stmt != nil {
		sh.runStmt(ctx, c.Stmt)
	} else {
		sh.status = 0
	}
	ns := sh.p.K.Now() - start
	format := "\nreal\t%lR\nuser\t%lU\nsys\t%lS"
	if c.PosixFormat {
		format = "real %2R\nuser %2U\nsys %2S"
	} else if v, ok := sh.lookup("TIMEFORMAT"); ok && v.Set {
		format = v.Str.S
	}
	if format != "" {
		_ = sh.p.Stdout.Flush()
		_, _ = sh.p.Stderr.WriteString(timeText(format, ns) + "\n")
	}
}

// timeText expands TIMEFORMAT. A machine in memory uses no processor time of its own.
func timeText(format string, ns int64) string {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		prec, long := 3, false
		if c := format[i]; c >= '0' && c <= '9' && i+1 < len(format) {
			prec = min(int(c-'0'), 3)
			i++
		}
		if format[i] == 'l' && i+1 < len(format) {
			long = true
			i++
		}
		t := int64(0)
		switch format[i] {
		case '%':
			b.WriteByte('%')
			continue
		case 'P':
			b.WriteString("0.00")
			continue
		case 'R':
			t = ns
		case 'U', 'S':
		default:
			b.WriteString("%" + format[i:i+1])
			continue
		}
		ms := t / kern.Millisecond
		frac := fmt.Sprintf("%03d", ms%1000)[:prec]
		if prec > 0 {
			frac = "." + frac
		}
		if long {
			fmt.Fprintf(&b, "%dm%d%ss", ms/60000, ms/1000%60, frac)
		} else {
			fmt.Fprintf(&b, "%d%s", ms/1000, frac)
		}
	}
	return b.String()
}
